"""search.example: finds pages of all sites by their words.

Pages: ``/`` and ``/?q=WORDS``. It stores nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from .markup import Frame, Reply, Request, esc, form, link, page

__all__ = ["FRAME", "Hit", "handle", "rank"]

FRAME = Frame("search.example", "Search")


class Hit(NamedTuple):
    """A page that a search may find.

    Attributes:
        url: Its address.
        title: Its title.
        excerpt: Its whole text; in a search result, the part around the words.
    """

    url: str
    title: str
    excerpt: str


def rank(index: Iterable[Hit], query: str, limit: int = 10) -> tuple[Hit, ...]:
    """Returns the pages that contain all words of a query; those with more of them in the title come first."""
    words = query.casefold().split()[:20]
    ranked = []
    for hit in index:
        title, text = hit.title.casefold(), hit.excerpt.casefold()
        site = urlsplit(hit.url).netloc
        if words and all(word in title or word in text or word in site for word in words):
            in_title = sum(word in title for word in words)
            at = max(0, min([text.find(word) for word in words if word in text], default=0) - 40)
            start = hit.excerpt.rfind(" ", 0, at) + 1 if at else 0
            excerpt = ("…" if start else "") + hit.excerpt[start : start + 140].rpartition(" ")[0] + "…"
            ranked.append((-in_title, -sum(text.count(word) for word in words), hit._replace(excerpt=excerpt)))
    return tuple(hit for _, _, hit in sorted(ranked)[:limit])


def handle(index: Iterable[Hit], request: Request) -> Reply:
    """Answers a request to the site."""
    query = request.get("q")
    entry = form(
        "/",
        f'<input type="search" id="q" name="q" aria-label="Search the web" value="{esc(query)}">'
        '<button id="search">Search</button>',
        "searchbox",
        "get",
    )
    if not query:
        return page(FRAME, "Search", f'<div class="hero"><h1>Search the web</h1>{entry}</div>')
    hits = rank(index, query, 20)
    listed = "".join(
        [
            f'<li><p class="url">{esc(hit.url)}</p><h3>{link(hit.url, hit.title)}</h3><p>{esc(hit.excerpt)}</p></li>'
            for hit in hits
        ]
    )
    count = f"{len(hits)} result{'s' * (len(hits) != 1)}" if hits else f"“{query}” did not match any page."
    body = f'{entry}<p class="count">{esc(count)}</p><ol class="results">{listed}</ol>'
    return page(FRAME, query, body)
