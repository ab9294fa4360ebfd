"""Downloads: files in ~/Downloads, the list of them, and saving a page or a picture under a chosen name."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote, urlsplit

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.firefox.loading import load, page_tree, picture
from crab_sim.desktop.apps.firefox.state import (
    BLANK,
    DOWNLOADS,
    browser,
    current_entry,
    put,
)
from crab_sim.desktop.file_types import opener
from crab_sim.desktop.widgets import HOME, decoded, dialog_page
from crab_sim.draw.image_header import is_svg
from crab_sim.engines.pages.history import DownloadRow
from crab_sim.engines.pages.sites import Answer
from crab_sim.files import FileError, Files
from crab_sim.files.names import is_file_name
from crab_sim.machine.app import Context
from crab_sim.machine.rows import get, next_id, remove
from crab_sim.machine.slices import FILES

__all__ = [
    "FOLDER", "ask_for_link", "ask_for_page", "ask_for_picture", "can_show", "forget", "keep", "keep_link",
    "open_download", "save_as", "show_in_folder",
]  # fmt: skip

FOLDER: Final = f"{HOME}/Downloads"
_USER = "user"
_ENDINGS: Final = {"text/html": ".html", "image/jpeg": ".jpg", "image/png": ".png", "image/svg+xml": ".svg"}
_MAX_ROWS: Final = 100


def can_show(kind: str) -> bool:
    """Returns whether a page shows files of a media type; others are downloaded.

    >>> can_show("text/html; charset=utf-8"), can_show("image/png"), can_show("application/zip")
    (True, True, False)
    """
    return kind.startswith(("text/", "image/")) and not kind.startswith("text/csv")


def _name(answer: Answer) -> str:
    """Returns the name under which a file is saved."""
    path = unquote(urlsplit(answer.url).path, errors="replace").rstrip("/")
    name = answer.filename or path.rpartition("/")[2] or urlsplit(answer.url).netloc
    kind = answer.kind.partition(";")[0]
    if not answer.filename and kind in _ENDINGS and "." not in name:
        name += _ENDINGS[kind]
    name = re.sub(r'[/:*?"<>|\x00-\x1f]', "_", name)[:150]
    return name if is_file_name(name) else "download"


def _free(files: Files, name: str) -> str:
    """Returns a path among the downloads that no file has yet, with a number in brackets where needed."""
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    path, number = f"{FOLDER}/{name}", 1
    while files.exists(path):
        path = f"{FOLDER}/{stem}({number}){dot}{ending}"
        number += 1
    return path


def keep(context: Context, answer: Answer) -> None:
    """Saves a download among the downloads."""
    files: Files = context.machine.get(FILES)
    path = _free(files, _name(answer))
    if not files.is_dir(FOLDER):
        try:
            context.put(FILES, files.mkdir(FOLDER, context.machine.now, parents=True))
        except FileError as error:
            _refuse(context, path, error.reason)
            return
    if _write(context, path, answer.data):
        _note(context, answer.url, path, len(answer.data))


def keep_link(context: Context, url: str) -> None:
    """Saves the target of a link among the downloads."""
    answer = load(context, url)
    if answer.status:
        keep(context, answer)


def _write(context: Context, path: str, data: bytes) -> bool:
    files: Files = context.machine.get(FILES)
    folder = path.rpartition("/")[0] or "/"
    reason = ""
    if not files.is_dir(folder):
        reason = f"The folder “{folder}” does not exist."
    elif not files.allows(path if files.exists(path) else folder, _USER, "w"):
        reason = "You do not have the permissions necessary to save the file."
    else:
        try:
            context.put(FILES, files.write(path, data, context.machine.now))
        except FileError as error:
            reason = error.reason
    if reason:
        _refuse(context, path, reason)
    return not reason


def _refuse(context: Context, path: str, reason: str) -> None:
    context.push(dialog_page(context, "error", (f"“{path}” could not be saved", reason)))


def _note(context: Context, url: str, path: str, size: int) -> None:
    rows = context.machine.get(DOWNLOADS)
    row = DownloadRow(next_id(rows), url, path, size, context.machine.now)
    context.put(DOWNLOADS, (*rows, row)[-_MAX_ROWS:])


# Save as --------------------------------------------------------------------------------------------------------------


def _ask(context: Context, url: str, data: bytes, name: str) -> None:
    put(context, browser(context)._replace(saving=(url, data), menu=()))
    context.push(file_chooser.page(context, "save_as", FOLDER, name))


def ask_for_page(context: Context) -> None:
    """Asks for the name under which the page is saved."""
    entry = current_entry(browser(context))
    if entry.url == BLANK:
        return
    title = re.sub(r'[/:*?"<>|\x00-\x1f]', "_", page_tree(entry).title).strip()[:120]
    kind = entry.kind.partition(";")[0]
    if kind == "text/html":
        name = f"{title or urlsplit(entry.url).netloc}.html"
    else:
        name = _name(Answer(entry.url, b"", entry.kind, "", 200))
    _ask(context, entry.url, entry.data, name)


def ask_for_picture(context: Context, src: str) -> None:
    """Asks for the name under which a picture is saved."""
    data = picture(context)(src)
    if data is not None:
        kind = "image/svg+xml" if is_svg(data) else "image/png" if data[:4] == b"\x89PNG" else "image/jpeg"
        _ask(context, src, data, _name(Answer(src, b"", kind, "", 200)))


def ask_for_link(context: Context, url: str) -> None:
    """Asks for the name under which the target of a link is saved."""
    answer = load(context, url)
    if answer.status:
        _ask(context, answer.url, answer.data, _name(answer))


def save_as(context: Context, path: str) -> None:
    """Saves the file that the dialog was about."""
    context.machine.put_window(context.window._replace(pages=context.window.pages[:1]))
    url, data = browser(context).saving
    put(context, browser(context)._replace(saving=("", b"")))
    if _write(context, path, data):
        _note(context, url, path, len(data))


# The list -------------------------------------------------------------------------------------------------------------


def open_download(context: Context, download_id: int) -> None:
    """Opens a downloaded file in the app for its kind."""
    row = get(context.machine.get(DOWNLOADS), download_id)
    files: Files = context.machine.get(FILES)
    if row is None or not files.is_file(row.path):
        return
    context.set(overlay=())
    app = opener(row.path, decoded(files, row.path) is not None)
    if app:
        context.open(app, row.path)
    else:
        context.open("files", FOLDER)


def show_in_folder(context: Context, download_id: int) -> None:
    """Shows the folder of a downloaded file."""
    row = get(context.machine.get(DOWNLOADS), download_id)
    context.set(overlay=())
    context.open("files", row.path.rpartition("/")[0] if row is not None else FOLDER)


def forget(context: Context, download_id: int) -> None:
    """Removes a download from the list; the file stays."""
    context.put(DOWNLOADS, remove(context.machine.get(DOWNLOADS), download_id))
