"""Loading of addresses: pages of the bundled web, files of the phone, and error pages."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from crab_sim import web
from crab_sim.engines.pages.blocks import Document, Text
from crab_sim.engines.pages.dom import Tree
from crab_sim.engines.pages.forms import NO_PROBLEM, Problem
from crab_sim.engines.pages.html import parse
from crab_sim.engines.pages.scripting.state import NO_SCRIPT, Event, Script
from crab_sim.files import Files
from crab_sim.files.errors import FileError
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.browser.local import is_local, local_page
from crab_sim.phone.apps.browser.scripts import ScriptPage, file_path, script_page
from crab_sim.ui import Page

__all__ = [
    "Extra", "anchor_block", "current", "document", "extra", "file_path", "is_on_the_phone", "pending", "pictures",
]  # fmt: skip

_MAX_FILE_BYTES = 2_000_000  # of a file that is shown as a page


class Extra(NamedTuple):
    """Data of a page besides its address.

    Attributes:
        posted: Names and values of the form that led to it.
        finding: Whether the bar for finding is open.
        match: Number of the current place among those that were found.
        problem: The first invalid value of a form that was to be sent.
        script: The log of a page with scripts.
        offline: Whether the phone had no internet connection when the page was to be loaded.
    """

    posted: tuple[tuple[str, str], ...] = ()
    finding: bool = False
    match: int = 0
    problem: Problem = NO_PROBLEM
    script: Script = NO_SCRIPT
    offline: bool = False


def extra(page: Page) -> Extra:
    """Returns a page's data."""
    return page.data if isinstance(page.data, Extra) else Extra()


# Documents ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _fetched(url: str, posted: tuple[tuple[str, str], ...]) -> Document:
    response = web.fetch(url, posted)
    if response is None:
        host = html.escape(urlsplit(url).netloc or url)
        return parse(
            f"<title>{host}</title><h1>This site can’t be reached</h1><p><b>{host}</b>’s server IP address could not "
            "be found.</p><p>Try:</p><ul><li>Checking the connection</li><li>Checking the address for typing errors"
            "</li></ul><p><small>ERR_NAME_NOT_RESOLVED</small></p>",
            url,
        )
    if response.kind == "image":
        return parse(f'<title>{html.escape(url.rpartition("/")[2])}</title><img src="{html.escape(url)}">', url)
    text = response.data.decode("utf-8", "replace")
    if response.kind == "file":
        return parse(f"<title>{html.escape(url.rpartition('/')[2])}</title><pre>{html.escape(text)}</pre>", url)
    return parse(text, response.url)


_OFFLINE = (
    "<title>No internet</title><h1>No internet</h1><p>Try:</p><ul><li>Turning off airplane mode</li><li>Turning on "
    "mobile data or Wi-Fi</li><li>Checking the signal in your area</li></ul>"
    "<p><small>ERR_INTERNET_DISCONNECTED</small></p>"
)


def is_on_the_phone(url: str) -> bool:
    """Returns whether an address needs no internet: a file's, or one of the computer that the phone is connected to."""
    return url.startswith("file:///") or is_local(url)


def document(context: Context, page: Page) -> Document:
    """Returns the document that a page shows."""
    url: str = page.arg
    if extra(page).script.loaded:
        tree = current(context, page).tree
        return Document(tree.title, tree.controls, tree.forms)
    if url.startswith("file:///"):
        return _file_document(context.get(FILES), url)
    if is_local(url):
        return _local(context, url)
    if extra(page).offline:
        return parse(_OFFLINE, url)
    return _fetched(url, extra(page).posted)


def _local(context: Context, url: str) -> Document:
    page = local_page(context, url)
    if not page.status:
        return _fetched_nothing(url, "refused to connect.", "ERR_CONNECTION_REFUSED")
    text = page.data.decode("utf-8", "replace")
    if page.type in ("text/html", "application/xhtml+xml"):
        return parse(text, url)
    return parse(f"<title>{html.escape(url.rpartition('/')[2])}</title><pre>{html.escape(text[:60_000])}</pre>", url)


def _fetched_nothing(url: str, reason: str, code: str) -> Document:
    host = html.escape(urlsplit(url).netloc or url)
    return parse(
        f"<title>{host}</title><h1>This site can’t be reached</h1><p><b>{host}</b> {reason}</p><p>Try:</p><ul><li>"
        f"Checking the connection</li></ul><p><small>{code}</small></p>",
        url,
    )


def pending(tree: Tree, fields: Mapping[str, str]) -> tuple[tuple[int, str], ...]:
    """Returns the controls of a page with scripts that were edited since its last event: their numbers and texts.

    Args:
        tree: The page after that event.
        fields: The values of its controls as they are, by key.
    """
    edited = []
    for control in tree.controls:
        number = control.key.removeprefix("node:")
        if number.isdecimal() and control.kind not in ("checkbox", "submit", "reset", "button", "hidden", "file"):
            held = fields.get(control.key, control.value)
            if held != control.value:
                edited.append((int(number), held))
    return tuple(edited)


def current(context: Context, page: Page, typed: bool = False) -> ScriptPage:
    """Returns a page with scripts as it is now.

    Args:
        context: The app's.
        page: The page.
        typed: Whether it has heard of what is being typed.
    """
    script, picture = extra(page).script, pictures(context)
    shown = script_page(context, page.arg, script, picture)
    values = pending(shown.tree, page.fields) if typed and shown.shown.typing else ()
    if not values:
        return shown
    event = Event("input", script.events[-1].at if script.events else 0, values=values)
    return script_page(context, page.arg, script._replace(events=(*script.events, event)), picture)


def _file_document(files: Files, url: str) -> Document:
    path = file_path(url)
    try:
        where = files.resolve(path)
        if not f"{where}/".startswith(f"{SDCARD}/"):
            return _failure(path, "ERR_ACCESS_DENIED", "You don’t have access to this file.")
        if files.is_dir(where):
            return _folder(files, where)
        data = files.read(where)
    except (FileError, ValueError):
        return _failure(path, "ERR_FILE_NOT_FOUND", "It may have been moved, edited, or deleted.")
    return _read(data[:_MAX_FILE_BYTES], where, url)


def _failure(path: str, code: str, text: str) -> Document:
    name = html.escape(path)
    return parse(
        f"<title>{name}</title><h1>Your file couldn’t be accessed</h1><p>{text}</p><p><small>{code}</small></p>", path
    )


@lru_cache(maxsize=16)
def _read(data: bytes, path: str, url: str) -> Document:
    name = path.rpartition("/")[2]
    kind = name.rpartition(".")[2].lower()
    if kind in ("png", "jpg", "jpeg", "gif", "webp", "bmp"):
        return parse(f'<title>{html.escape(name)}</title><img src="{html.escape(url)}" alt="{html.escape(name)}">', url)
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if kind in ("html", "htm", "xhtml"):
        parsed = parse(text, url)
        return parsed if parsed.title else parsed._replace(title=name)
    return parse(f"<title>{html.escape(name)}</title><pre>{html.escape(text[:60_000])}</pre>", url)


def _folder(files: Files, path: str) -> Document:
    names = sorted(files.list(path))[:200]
    entries = [f"{name}/" if files.is_dir(f"{path}/{name}") else name for name in names]
    links = "".join(
        f'<li><a href="file://{html.escape(path)}/{html.escape(n)}">{html.escape(n)}</a></li>' for n in entries
    )
    name = html.escape(path)
    return parse(f"<title>Index of {name}</title><h1>Index of {name}</h1><ul>{links}</ul>", path)


def pictures(context: Context) -> Callable[[str], bytes | None]:
    """Returns a function from the address of a picture to its data, None if there is no picture."""

    def key(src: str) -> bytes | None:
        if src.startswith("file:///"):
            try:
                files: Files = context.get(FILES)
                where = files.resolve(file_path(src))
                return files.read(where) if where.startswith(f"{SDCARD}/") else None
            except (FileError, ValueError):
                return None
        response = web.fetch(src) if src.startswith("https://") else None
        return response.data if response is not None and response.kind == "image" else None

    return key


def anchor_block(shown: Document, name: str) -> int | None:
    """Returns the index of the block that an anchor leads to."""
    return next((i for i, b in enumerate(shown.blocks) if isinstance(b, Text) and name in b.anchors), None)
