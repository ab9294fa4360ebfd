"""The bundled offline web: small sites of plain HTML that the simulated phone and a real browser show alike.

* `fetch` - the response of an address: a page, a photo, a file, or a page that says that there is none.
* `search` - the pages that a query finds; ``https://search.example/?q=...`` is the page that lists them.
* `address` - the address for a text in an address bar.

The simulated phone shows these pages; nothing is stored. The sites for real browsers, with more pages and forms that
are stored, are in `crab_sim.web.sites`; `crab_sim.web.bundle` packs them.

The file ``pages/<host>/<name>.html`` has the content of the page ``https://<host>/<name>``; `crab_sim.web.page_files`
puts the site's header and the common frame around it. ``{{name}}`` is replaced by the value of that name in the query
or in a submitted form.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple
from urllib.parse import parse_qsl, quote_plus, unquote, urljoin, urlsplit, urlunsplit

from crab_sim.devices.media import PHOTO_FOLDER
from crab_sim.web.page_files import page_files, style_sheet
from crab_sim.web.sites.search import Hit, rank
from crab_sim.web.sites.static import excerpt, filled, page_title

__all__ = [
    "HOME_SITES", "MAPS", "MAX_URL", "REFERENCE", "SEARCH", "Hit", "Response", "address", "fetch", "join",
    "page_title", "pages", "search", "search_url", "without_query",
]  # fmt: skip

MAX_URL: Final = 4000
"""Maximum number of characters of an address."""
SEARCH: Final = "search.example"
"""The host of the search engine."""
REFERENCE: Final = "reference.example"
"""The host of the reference of a code library, whose pages are made of data; it stores nothing."""
MAPS: Final = "maps.example"
"""The host of the maps, of which only the lists of shops and sights and their pages are here."""
HOME_SITES: Final = (
    ("Harbour Goods", "https://shop.example/"), ("Daily Lantern", "https://news.example/"),
    ("Open Almanac", "https://wiki.example/"), ("Plain Kitchen", "https://recipes.example/"),
    ("Northern Lines", "https://travel.example/"), ("Form Desk", "https://forms.example/"),
)  # fmt: skip
"""The sites: name and address."""


class Response(NamedTuple):
    """The response of an address.

    Attributes:
        url: The address, normalised.
        kind: ``"page"`` (HTML), ``"image"`` or ``"file"``.
        data: The bytes; those of a page are UTF-8.
        found: Whether the address exists; otherwise `data` is a page that says so.
    """

    url: str
    kind: Literal["page", "image", "file"]
    data: bytes
    found: bool = True


# Addresses ------------------------------------------------------------------------------------------------------------

_HOST = re.compile(r"(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}|localhost|127\.0\.0\.1)(?::\d{1,5})?")


def address(typed: str) -> str:
    """Returns the address for a text that a user types: the text itself if it is one, else that of a search for it.

    >>> address("shop.example/lamp"), address("red lamp"), address("file:///sdcard/Download/a.html")
    ('https://shop.example/lamp', 'https://search.example/?q=red+lamp', 'file:///sdcard/Download/a.html')
    """
    text = " ".join(typed.split())[:MAX_URL]
    if text.startswith(("file:///", "chrome://", "about:")):
        return text
    scheme, separator, rest = text.partition("://")
    if not separator or scheme.lower() not in ("http", "https"):
        rest = text
    host = re.split(r"[/?#]", rest, maxsplit=1)[0].lower()
    if " " in rest.partition("?")[0] or not _HOST.fullmatch(host):
        return search_url(text)
    path = rest[len(host) :]
    return f"https://{host}{path if path.startswith('/') else f'/{path}'}"


def search_url(query: str) -> str:
    """Returns the address of the page with a query's results."""
    return f"https://{SEARCH}/?q={quote_plus(query, errors='replace')}"


def without_query(url: str) -> str:
    """Returns an address without its query and fragment.

    >>> without_query("https://shop.example/order?article=Lamp#top")
    'https://shop.example/order'
    """
    return re.split(r"[?#]", url, maxsplit=1)[0]


def join(base: str, href: str) -> str:
    """Returns the target of a link on a page; ``""`` if it is no valid address."""
    try:
        return urljoin(base, href.strip()[:MAX_URL])[:MAX_URL]
    except ValueError:
        return ""


# Pages ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Returns the names of the sites' files by their addresses' host and path."""
    names = {}
    for name in page_files():
        host, _, file = name.partition("/")
        key = file.removesuffix(".html")
        names[f"{host}/{'' if key == 'index' else key}"] = name
    return names


def pages() -> tuple[Hit, ...]:
    """Returns all bundled pages, except those that only confirm a form; the excerpt is a page's whole text."""
    return _index()


def fetch(url: str, posted: Sequence[tuple[str, str]] = ()) -> Response | None:
    """Returns the response of an address; None if the host is unknown.

    Args:
        url: The address, with its query.
        posted: Names and values of a form that is submitted to it with ``method="post"``.
    """
    try:
        parts = urlsplit(url)
        query = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=200)
    except ValueError:
        return None
    host = parts.netloc.lower().removeprefix("www.")
    plain = urlunsplit(("https", host, parts.path or "/", parts.query, ""))
    if parts.scheme not in ("http", "https"):
        return None
    if host == SEARCH:
        return Response(plain, "page", results_page(dict(query).get("q", "")).encode("utf-8", "replace"))
    if host in (REFERENCE, MAPS):
        return _made_of_data(host, plain, parts.path, query)
    if not any(known.startswith(f"{host}/") for known in _names()) or not host:
        return None
    key = parts.path.strip("/").removesuffix(".html")
    if key == "style.css":
        return Response(plain, "file", style_sheet())
    if key.startswith("photos/"):
        photo = _photo(key)
        return Response(plain, "image", photo) if photo else _missing(plain, host)
    name = _names().get(f"{host}/{'' if key == 'index' else key}")
    if name is None:
        return _missing(plain, host)
    data = page_files()[name]
    if not name.endswith(".html"):
        return Response(plain, "file", data)
    return Response(plain, "page", filled(data.decode(), (*query, *posted)).encode("utf-8", "replace"))


_REAL_ONLY: Final = re.compile(
    rb'<a class="all".*?</a>|<span class="mark".*?</span>|<img class="map"[^>]*>'
    rb'|<nav>(?=<a href="/">Map<).*?</nav>|<form class="search"[^>]*><input[^>]*aria-label="Search places".*?</form>',
)
"""What only real browsers show: the page that links to all sites, maps, and pages on which something can be saved."""
_NEARBY: Final = ("near", "spot", "s")
"""The pages of maps.example that store nothing."""


def _made_of_data(host: str, url: str, path: str, query: Sequence[tuple[str, str]]) -> Response | None:
    """Returns the response of a site whose pages are made of data, and aren't files."""
    from crab_sim.web.bundle import assets
    from crab_sim.web.sites import maps, reference
    from crab_sim.web.sites.markup import Problem, Request
    from crab_sim.web.sites.world import World

    handle, path = reference.handle, unquote(path)
    if host == MAPS:
        handle, path = maps.handle, "/near" if path in ("", "/") else path
        if path.split("/")[1] not in _NEARBY:
            return _missing(url, host)
    try:
        reply = handle(World(assets()), Request(host, path, tuple(query)))
    except Problem:
        return _missing(url, host)
    if reply.location:
        return fetch(join(url, reply.location))
    if not reply.kind.startswith("text/html"):
        return Response(url, "file", reply.body)
    plain = _REAL_ONLY.sub(b"", reply.body)
    return Response(url, "page", plain.replace(b"</a><a ", " · ".join(("</a>", "<a ")).encode()))


@lru_cache(maxsize=64)
def _photo(key: str) -> bytes:
    name = key.removeprefix("photos/")
    known = {path.name for path in PHOTO_FOLDER.glob("*.jpg")}
    return (PHOTO_FOLDER / name).read_bytes() if name in known else b""


def _missing(url: str, host: str) -> Response:
    body = (
        f"<title>Page not found</title><h1>Page not found</h1><p>{html.escape(host)} has no page at this address.</p>"
        f'<p><a href="https://{html.escape(host)}/">Go to the first page</a></p>'
    )
    return Response(url, "page", body.encode(), found=False)


# Search ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _index() -> tuple[Hit, ...]:
    """Returns all pages with their text as excerpt, except those that only confirm a form."""
    hits = []
    for key, name in _names().items():
        if name.endswith(".html"):
            text = page_files()[name].decode()
            if "{{" not in text:
                hits.append(Hit(f"https://{key}", page_title(text), excerpt(text)))
    return tuple(hits)


@lru_cache(maxsize=256)
def search(query: str, limit: int = 10) -> tuple[Hit, ...]:
    """Returns the pages that contain all words of a query; those with more of them in the title come first.

    >>> [hit.url for hit in search("rye bread")]
    ['https://wiki.example/bread']
    """
    return rank(_index(), query, limit)


def results_page(query: str) -> str:
    """Returns the HTML of the search engine's page for a query; for ``""``, that of its first page."""
    shown = html.escape(query)
    form = (
        f'<form action="https://{SEARCH}/"><p><label>Search the web <input type="search" id="q" name="q" '
        f'value="{shown}"></label></p><p><button>Search</button></p></form>'
    )
    if not query.strip():
        return f"<title>Search</title><h1>Search</h1>{form}"
    hits = search(query)
    listed = "".join(
        f'<h3><a href="{hit.url}">{html.escape(hit.title)}</a></h3><p><small>{hit.url}</small></p>'
        f"<p>{html.escape(hit.excerpt)}</p>"
        for hit in hits
    )
    count = f"<p>{len(hits)} result{'s' * (len(hits) != 1)}</p>" if hits else ""
    nothing = f"<p>Your search - <b>{shown}</b> - did not match any documents.</p>" if not hits else ""
    return f"<title>{shown} - Search</title>{form}{count}{listed}{nothing}"
