"""Checks of the built pages: each link leads to a page and place that exist, and nothing is loaded from elsewhere.

* `broken_links` - what is wrong, in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["broken_links"]

LOADED = {"img": ("src",), "script": ("src",), "iframe": ("src",), "source": ("src",), "link": ("href",)}
"""Tags that make a browser load something, and the attributes with its address."""
STYLE = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""")
"""What a style sheet loads from other hosts."""
NOT_LOADED = {"canonical", "prev", "next", "alternate"}
"""Relations of ``link`` at which a browser loads nothing."""


class _Page(HTMLParser):
    """Collects a page's links, the files that it loads, and its places.

    Attributes:
        links: Addresses of links.
        loaded: Addresses that a browser loads without being asked.
        places: The ids of its elements.
    """

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects what an element says."""
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        if "mermaid" in given.get("class", "").split():
            self.loaded.add("https://unpkg.com/mermaid")  # the theme fetches what draws such a diagram
        if not NOT_LOADED & set(given.get("rel", "").split()):
            self.loaded |= {given[name] for name in LOADED.get(tag, ()) if given.get(name)}


def broken_links(site: Path) -> Iterator[str]:
    """Yields what is wrong with the pages of a folder, in words."""
    for path in sorted(site.rglob("*.css")):
        for address in STYLE.findall(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)} loads {address}"
    pages: dict[Path, _Page] = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = _Page()
        pages[path].feed(path.read_text(encoding="utf-8"))
    for path, page in pages.items():
        if path.name == "404.html":  # it is shown for any address, so its own links begin at the site's root
            continue
        shown = path.relative_to(site)
        for address in sorted(page.loaded):
            if re.match(r"(https?:)?//", address):
                yield f"{shown} loads {address}"
        for address in sorted(page.links | page.loaded):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or address.startswith("data:"):
                continue
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            goal = goal / "index.html" if goal.is_dir() else goal
            if not goal.exists():
                yield f"{shown} links to {address}, which isn't there"
            elif parts.fragment and goal in pages and unquote(parts.fragment) not in pages[goal].places:
                if parts.fragment != "__skip":
                    yield f"{shown} links to {address}, but there is no such place"
