"""start.example: the page that links to all sites. It stores nothing."""

from __future__ import annotations

from collections.abc import Sequence

from .markup import Frame, Reply, Request, esc, form, missing, page

__all__ = ["frame", "handle"]


def frame(host: str, title: str) -> Frame:
    """Returns the frame of an error page."""
    return Frame(host, title)


def handle(sites: Sequence[tuple[str, str, str, str]], request: Request) -> Reply:
    """Answers a request to the site; `sites` are (host, title, purpose, colour)."""
    frame = Frame("start.example", "Start")
    if request.path != "/":
        return missing(frame)
    tiles = "".join(
        [
            f'<li><a href="http://{esc(host)}/"><img src="http://{esc(host)}/icon.svg" alt="" width="40" height="40">'
            f"<span><b>{esc(title)}</b><small>{esc(purpose)}</small></span></a></li>"
            for host, title, purpose, _ in sites
        ]
    )
    entry = form(
        "http://search.example/",
        '<input type="search" id="q" name="q" aria-label="Search the web" placeholder="Search the web">'
        '<button id="search">Search</button>',
        "searchbox",
        "get",
    )
    return page(frame, "Start", f'<div class="hero"><h1>Start</h1>{entry}</div><ul class="tiles">{tiles}</ul>')
