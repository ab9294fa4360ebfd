"""Downloads of the Browser: saving a file on the phone, and the list of downloads."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from crab_sim import web
from crab_sim.files import Files
from crab_sim.files.errors import FileError
from crab_sim.files.names import is_file_name
from crab_sim.machine.app import Context
from crab_sim.machine.rows import get, next_id, remove
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.browser.data import DOWNLOADS, DownloadRow
from crab_sim.phone.apps.files import data as files_data
from crab_sim.phone.system import network, notifications
from crab_sim.phone.system.toasts import toast

__all__ = ["can_show", "delete", "download", "is_download"]


def is_download(url: str) -> bool:
    """Returns whether the Browser downloads the file at an address rather than showing it."""
    path = urlsplit(url).path
    return url.startswith("https://") and path.endswith((".csv", ".zip", ".pdf")) and web.fetch(url) is not None


def download(context: Context, url: str) -> None:
    """Saves the content of an address in the phone's folder for downloads."""
    response = web.fetch(url) if url.startswith("https://") and network.is_online(context) else None
    if response is None or not response.found:
        toast(context, "Download failed")
        return
    _, _, name = unquote(urlsplit(url).path, errors="replace").rstrip("/").rpartition("/")
    name = name or urlsplit(url).netloc
    if response.kind == "page" and not name.endswith(".html"):
        name += ".html"
    name = name if is_file_name(name) else "download"
    files: Files = context.get(FILES)
    path = files_data.free_name(files, f"{files_data.DOWNLOADS}/{name}")
    try:
        files = files.mkdir(files_data.DOWNLOADS, context.now, parents=True).write(path, response.data, context.now)
    except FileError:
        toast(context, "Download failed")
        return
    context.put(FILES, files)
    rows: tuple[DownloadRow, ...] = context.get(DOWNLOADS)
    size = len(response.data)
    context.put(DOWNLOADS, (*rows, DownloadRow(next_id(rows), response.url, path, size, context.now)))
    name = path.rpartition("/")[2]
    notifications.post(context.machine, "browser", "Download complete", name, ("downloads",))
    toast(context, f"Downloaded {name}")


def can_show(path: str) -> bool:
    """Returns whether the Browser shows a downloaded file itself."""
    return path.endswith((".txt", ".csv", ".html", ".jpg", ".png"))


def delete(context: Context, download_id: int) -> None:
    """Removes a download from the list, and its file."""
    rows, files = context.get(DOWNLOADS), context.get(FILES)
    row = get(rows, download_id)
    if row is not None:
        context.put(DOWNLOADS, remove(rows, row.id))
        if files.is_file(row.path):
            context.put(FILES, files.remove(row.path, mtime=context.now))
