"""Pages with scripts: the phone's own files of HTML, and local pages, whose state is the log of what was done to them.

* `begin` - the log of a page that is opened; `script_text` - the text of a page that has scripts.
* `ScriptPage` - the page as it is now; `script_page` finds it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from crab_sim import web
from crab_sim.draw.image_header import image_size
from crab_sim.engines.pages.css.styles import Viewport
from crab_sim.engines.pages.dom import Tree, parse_tree
from crab_sim.engines.pages.fragments import Area
from crab_sim.engines.pages.layout import Layout, lay_out
from crab_sim.engines.pages.scripting.replay import has_scripts, shown
from crab_sim.engines.pages.scripting.state import NO_SCRIPT, Script, Shown, Source
from crab_sim.files import Files
from crab_sim.files.errors import FileError
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.browser.local import is_local, local_page

__all__ = ["ScriptPage", "begin", "file_path", "script_page", "script_text"]

_MAX_BYTES: Final = 300_000
_LEAST_ZOOM: Final = 0.36
_HTML: Final = ("text/html", "application/xhtml+xml")
_NAMES: Final = (".html", ".htm", ".xhtml")


class ScriptPage(NamedTuple):
    """A page with scripts as it is at a time: what it shows, its tree, its layout, and the zoom at which it fits."""

    shown: Shown
    tree: Tree
    layout: Layout
    zoom: float


def file_path(url: str) -> str:
    """Returns the path on the phone that a ``file:`` address means."""
    return unquote(urlsplit(url).path, errors="replace")


def script_text(context: Context, url: str) -> str:
    """Returns the text of a page with scripts: a file of the phone or a local page; ``""`` for any other page."""
    if is_local(url):
        page = local_page(context, url)
        text = page.data.decode("utf-8", "replace") if page.type in _HTML else ""
        return text if has_scripts(text) else ""
    files: Files = context.get(FILES)
    if not url.startswith("file:///") or not file_path(url).lower().endswith(_NAMES):
        return ""
    try:
        where = files.resolve(file_path(url))
        text = files.read(where)[:_MAX_BYTES].decode("utf-8", "replace") if where.startswith(f"{SDCARD}/") else ""
    except (FileError, ValueError):
        return ""
    return text if has_scripts(text) else ""


def begin(context: Context, url: str) -> Script:
    """Returns the log of a page that is opened now; that of one without scripts."""
    if not script_text(context, url):
        return NO_SCRIPT
    now = context.now
    return Script(now, zlib.crc32(f"{url} {now:.3f}".encode("utf-8", "replace")))


@lru_cache(maxsize=32)
def _tree(text: str, url: str) -> Tree:
    return parse_tree(text, url)


def script_page(context: Context, url: str, script: Script, picture: Callable[[str], bytes | None]) -> ScriptPage:
    """Returns a page with scripts as it is now.

    Args:
        context: The app's.
        url: The page's address.
        script: Its log.
        picture: Returns the data of the picture at an address, None if there is none.
    """
    width, height = context.machine.width, context.machine.height
    source = Source(script_text(context, url), url, script.loaded, script.seed, width, height)
    now = shown(source, script.events, script.loaded)
    if now.timed:
        now = shown(source, script.events, context.seconds)
    tree = _tree(now.html, url)
    sizes = []
    sources = {web.join(url, node.attrs.get("src", "")) for node in tree.root.walk() if node.tag == "img"}
    for src in sorted(sources)[:99]:
        data = picture(src)
        size = image_size(data) if data is not None else None
        if size is not None:
            sizes.append((src, size))
    layout = lay_out(tree, tree.styles, Viewport(width, height), tuple(sizes))
    right = max([item.x + item.w for item in layout.items if isinstance(item, Area)], default=0)
    zoom = 1.0 if right <= width else max(_LEAST_ZOOM, width / right)
    if zoom < 1.0:  # as browsers of phones show a page that is wider than the screen
        layout = lay_out(tree, tree.styles, Viewport(width, height, zoom), tuple(sizes))
    return ScriptPage(now, tree, layout, zoom)
