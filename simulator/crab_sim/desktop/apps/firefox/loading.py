"""Loading of addresses: the bundled sites, files of the desktop, ``about:`` pages, and the pages about errors."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from crab_sim import web
from crab_sim.desktop.apps.firefox.state import BLANK, Browser, Entry, current_entry, current_tab
from crab_sim.desktop.network import is_online, proxy
from crab_sim.desktop.widgets import dated, sized
from crab_sim.draw.image_header import image_size, is_svg
from crab_sim.engines.pages.css.styles import Viewport
from crab_sim.engines.pages.dom import Tree, parse_tree
from crab_sim.engines.pages.layout import Layout, lay_out
from crab_sim.engines.pages.sites import Answer, Pairs, request, resource
from crab_sim.engines.pages.svg import svg_size
from crab_sim.files import File, FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.web.sites.markup import Upload

__all__ = ["address", "file_path", "load", "page_layout", "page_tree", "picture", "search_address", "shown_title"]

_USER = "user"
_MAX_FILE: Final = 4_000_000
_TYPES: Final = {
    "html": "text/html", "htm": "text/html", "xhtml": "text/html", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "bmp": "image/bmp",
}  # fmt: skip
_SHOWN_TEXTS: Final = frozenset(
    "txt md py sh csv log json css js xml yaml yml toml ini cfg conf c h rs go java tex rst".split()
)
_ERROR_STYLE: Final = (
    "<style>body{font:15px/1.5 sans-serif;color:#15141a;background:#f9f9fb;margin:0}main{max-width:560px;"
    "margin:80px auto;padding:0 24px}h1{font-size:28px;font-weight:400}p,ul{margin:0 0 14px}"
    ".primary{background:#0060df;color:#fff;border:0;border-radius:4px;padding:8px 20px;font-weight:bold}</style>"
)


class _Site(NamedTuple):
    """The name of a site in a sentence, and the whole address."""

    host: str
    url: str


def address(typed: str) -> str:
    """Returns the address for a text in the address bar: the text itself if it is one, else that of a search for it.

    >>> address("shop.example/lamp"), address("red lamp"), address("/home/user/a.html")
    ('http://shop.example/lamp', 'http://search.example/?q=red+lamp', 'file:///home/user/a.html')
    """
    text = typed.strip()
    if text.startswith("view-source:"):
        return text
    if text.startswith("/"):
        return f"file://{quote(text)}"
    found = web.address(text)
    if found.startswith("https://") and not text.lower().startswith("https://"):
        return f"http://{found.removeprefix('https://')}"
    return found


def search_address(words: str) -> str:
    """Returns the address of the page with the results of a search for words."""
    return web.search_url(words).replace("https://", "http://", 1)


def file_path(url: str) -> str:
    """Returns the path that a ``file:`` address means."""
    return unquote(urlsplit(url).path, errors="replace") or "/"


def load(context: Context, url: str, form: Pairs | None = None, upload: Upload | None = None) -> Answer:
    """Loads an address.

    Args:
        context: The window's context.
        url: The address.
        form: Names and values of a form that is posted to it; None to get it.
        upload: The file in the form.
    """
    bare = url.partition("#")[0]
    if url.startswith("view-source:"):
        inner = load(context, url.removeprefix("view-source:"))
        return Answer(url, inner.data, "text/plain", "", inner.status)
    if url.startswith("file:"):
        return _load_file(context, url)
    if bare in (BLANK, "about:newtab", "about:home"):
        return Answer(BLANK, b"", "text/html", "", 200)
    host = proxy(context, urlsplit(url).scheme)
    if host:
        return Answer(url, _without_proxy(host).encode("utf-8", "replace"), "text/html", "", 0)
    answer = request(context.machine, bare, form, upload) if is_online(context) else None
    if answer is None:
        return Answer(url, _unreachable(url).encode("utf-8", "replace"), "text/html", "", 0)
    anchor = url.partition("#")[2]
    return answer._replace(url=f"{answer.url}#{anchor}") if anchor and answer.url == bare else answer


def _unreachable(url: str) -> str:
    parts = urlsplit(url)
    site = _Site(html.escape(parts.netloc or url), html.escape(url))
    if parts.scheme == "about":
        title, text = "The address isn’t valid", "The URL is not valid and cannot be loaded."
        return _error(
            title,
            f"<p>{text}</p><ul><li>Web addresses are usually written like <b>http://www.example.com/</b></li></ul>",
        )
    if parts.scheme == "https" and _known(parts.netloc):
        text = f"An error occurred during a connection to {site.host}."
        points = "The site could be temporarily unavailable or too busy. Try again in a few moments."
        return _error("Unable to connect", f"<p>{text}</p><ul><li>{points}</li></ul>")
    text = f"We can’t connect to the server at {site.host}."
    points = (
        "<li>Try again later</li><li>Check your network connection</li>"
        "<li>Check that Firefox has permission to access the web</li>"
    )
    return _error(
        "Hmm. We’re having trouble finding that site.",
        f"<p>{text}</p><p>If you entered the right address, you can:</p><ul>{points}</ul>",
        "Server Not Found",
    )


def _without_proxy(host: str) -> str:
    """Returns the page that is shown where a proxy doesn't answer, or isn't found by its name."""
    found = host == "localhost" or host.replace(".", "").isdecimal()
    state = "is refusing connections" if found else "can’t be found"
    points = (
        "<li>Check the proxy settings to make sure that they are correct.</li>"
        "<li>Contact your network administrator to make sure the proxy server is working.</li>"
    )
    return _error(
        f"{'The' if found else 'Unable to find the'} proxy server{' is refusing connections' if found else ''}",
        f"<p>Firefox is configured to use a proxy server that {state}.</p><ul>{points}</ul>",
    )


def _known(netloc: str) -> bool:
    return netloc.lower().partition(":")[0].endswith(".example")


def _error(heading: str, body: str, title: str = "Problem loading page") -> str:
    return f"<title>{title}</title>{_ERROR_STYLE}<main><h1>{heading}</h1>{body}</main>"


def _load_file(context: Context, url: str) -> Answer:
    path = file_path(url)
    files: Files = context.get(FILES)
    try:
        where = files.resolve(path)
        if files.is_dir(where):
            return Answer(
                url, _folder(files, where, context.machine.now).encode("utf-8", "replace"), "text/html", "", 200
            )
        if not files.allows(where, _USER, "r"):
            reason = "It may have been removed, moved, or file permissions may be preventing access."
            text = f"<p>The file is not readable.</p><ul><li>{reason}</li></ul>"
            return Answer(url, _error("Access to the file was denied", text).encode(), "text/html", "", 0)
        data = files.read(where)[:_MAX_FILE]
    except (FileError, ValueError):
        text = (
            f"<p>Firefox can’t find the file at {html.escape(path)}.</p><ul><li>Check the file name for capitalization "
            "or other typing errors.</li><li>Check to see if the file was moved, renamed or deleted.</li></ul>"
        )
        return Answer(url, _error("File not found", text).encode("utf-8", "replace"), "text/html", "", 0)
    ending = where.rpartition(".")[2].lower()
    kind = _TYPES.get(ending, "text/plain" if ending in _SHOWN_TEXTS or _is_text(data) else "application/octet-stream")
    name = where.rpartition("/")[2] if kind == "application/octet-stream" else ""
    return Answer(url, data, kind, name, 200)


def _is_text(data: bytes) -> bool:
    if b"\0" in data[:4000]:
        return False
    try:
        data[:4000].decode()
    except UnicodeDecodeError as error:
        return error.start > 3990
    return True


def _folder(files: Files, path: str, now: float) -> str:
    stem = path.rstrip("/")
    names = [name for name in files.list(path) if name[0] != "."][:300]
    names.sort(key=lambda name: (not files.is_dir(f"{stem}/{name}"), name.casefold()))
    rows = []
    for name in names:
        entry = files.lstat(f"{stem}/{name}")
        size = sized(len(entry.data)) if isinstance(entry, File) else ""
        link = f'<a href="file://{html.escape(quote(f"{stem}/{name}"))}">{html.escape(name)}</a>'
        rows.append(f"<tr><td>{link}</td><td>{size}</td><td>{dated(entry.mtime, now)}</td></tr>")
    parent = stem.rpartition("/")[0] or "/"
    up = f'<p><a href="file://{html.escape(quote(parent))}">Up to higher level directory</a></p>' if stem else ""
    shown = html.escape(path if path.endswith("/") else f"{path}/")
    return (
        f"<title>Index of file://{shown}</title><style>body{{font:14px sans-serif;margin:24px}}td,th{{padding:3px 18px "
        f"3px 0;text-align:left}}</style><h1>Index of file://{shown}</h1>{up}<table><tr><th>Name</th><th>Size</th>"
        f"<th>Last Modified</th></tr>{''.join(rows)}</table>"
    )


# Pages ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _tree(url: str, kind: str, data: bytes) -> Tree:
    name = html.escape(url.partition("#")[0].rpartition("/")[2])
    if kind.startswith("image/"):
        shown = svg_size(data) if "svg" in kind else image_size(data)
        about = (
            f" ({kind.partition('/')[2].partition('+')[0].upper()} Image, {shown[0]} × {shown[1]} pixels)"
            if shown
            else ""
        )
        style = "<style>html{background:#222}body{margin:0;text-align:center}img{max-width:100%}</style>"
        return parse_tree(f'<title>{name}{about}</title>{style}<img src="{html.escape(url)}" alt="{name}">', url)
    text = data.decode("utf-8", "replace")
    if kind.startswith("text/html"):
        return parse_tree(text, url)
    pre = "<style>pre{white-space:pre-wrap;font-size:13px;margin:0}</style>"
    return parse_tree(f"<title>{name}</title>{pre}<pre>{html.escape(text[:80_000])}</pre>", url)


def page_tree(entry: Entry) -> Tree:
    """Returns the page of an entry."""
    return _tree(entry.url, entry.kind or "text/html", entry.data)


@lru_cache(maxsize=128)
def _pictures(url: str, kind: str, data: bytes) -> tuple[str, ...]:
    """Returns the addresses of the pictures on a page, sorted; asked at every layout."""
    tree = _tree(url, kind, data)
    found = {web.join(tree.base, node.attrs.get("src", "")) for node in tree.root.walk() if node.tag == "img"}
    return tuple(sorted(found)[:200])


def shown_title(entry: Entry) -> str:
    """Returns the title of an entry, as its tab shows it."""
    if entry.url == BLANK:
        return "New Tab"
    return entry.title or entry.url.removeprefix("http://").removesuffix("/")


def picture(context: Context) -> Callable[[str], bytes | None]:
    """Returns a function from the address of a picture to its bytes, None if there is no picture."""
    entry = current_entry(context.base.data)

    def data_of(src: str) -> bytes | None:
        if src == entry.url and entry.kind.startswith("image/"):
            return entry.data
        if src.startswith("file:"):
            if not entry.url.startswith("file:"):
                return None
            files: Files = context.get(FILES)
            path = file_path(src)
            try:
                return files.read(path) if files.is_file(path) and files.allows(path, _USER, "r") else None
            except (FileError, ValueError):
                return None
        return resource(context.machine, src) if src.startswith("http://") else None

    return data_of


def _sheets(context: Context, tree: Tree) -> tuple[str, ...]:
    texts = []
    for url in tree.sheets:
        data = None
        if url.startswith("http://"):
            data = resource(context.machine, url)
        elif url.startswith("file:") and tree.base.startswith("file:"):
            files: Files = context.get(FILES)
            path = file_path(url)
            data = files.read(path) if files.is_file(path) and files.allows(path, _USER, "r") else None
        if data is not None:
            texts.append(data.decode("utf-8", "replace"))
    return (*texts, *tree.styles)


@lru_cache(maxsize=256)
def _size(data: bytes) -> tuple[int, int] | None:
    return svg_size(data) if is_svg(data) else image_size(data)


def page_layout(context: Context, state: Browser, width: int, height: int) -> tuple[Tree, Layout]:
    """Returns the page in front, and its layout.

    Args:
        context: The window's context.
        state: The window's state.
        width: Width of the view in pixels.
        height: Height of the view.
    """
    entry = current_entry(state)
    tree = page_tree(entry)
    data_of = picture(context)
    sizes = []
    for src in _pictures(entry.url, entry.kind or "text/html", entry.data):
        data = data_of(src)
        size = _size(data) if data is not None else None
        if size is not None:
            sizes.append((src, size))
    zoom = current_tab(state).zoom / 100
    return tree, lay_out(tree, _sheets(context, tree), Viewport(width, height, zoom), tuple(sizes))
