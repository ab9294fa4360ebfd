"""The look of a page with scripts after some events: a function of plain data, whose engines are only a cache.

* `has_scripts` - whether a page has any. `shown` - what it shows at a time.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from functools import lru_cache
from typing import Final

from crab_sim.engines.pages.scripting.engine import LivePage
from crab_sim.engines.pages.scripting.state import Event, Shown, Source, read

__all__ = ["has_scripts", "shown"]

_KEPT: Final = 6  # live pages of a thread
_STEP: Final = 100  # milliseconds between two looks at a page whose timers run
_SCRIPT = re.compile(r"<script[\s>]|<[^<>]{1,2000}\son[a-z]{3,20}\s*=", re.IGNORECASE)
_Key = tuple[Source, tuple[Event, ...]]


class _Kept(threading.local):
    """The live pages of a thread: an engine must not be used from two."""

    def __init__(self) -> None:
        self.pages: OrderedDict[_Key, LivePage] = OrderedDict()


_kept = _Kept()


@lru_cache(maxsize=64)
def has_scripts(html: str) -> bool:
    """Returns whether a page has scripts.

    >>> has_scripts("<p onclick='go()'>on = off</p>"), has_scripts("<p>on = off</p>")
    (True, False)
    """
    return _SCRIPT.search(html[:200_000]) is not None


def _live(source: Source, events: tuple[Event, ...], until: int) -> LivePage:
    """Returns the page after events, at a time: one that is open already, one event earlier, or opened anew."""
    pages = _kept.pages
    page = pages.pop((source, events), None)
    if page is None or page.elapsed > until:
        page, left = None, events
        if events:
            before = pages.pop((source, events[:-1]), None)
            if before is not None and before.elapsed <= events[-1].at:
                page, left = before, events[-1:]
        if page is None:
            page = LivePage(source)
        for event in left:
            page.happen(event)
    page.advance(until)
    pages[source, events] = page
    while len(pages) > _KEPT:
        pages.popitem(last=False)
    return page


@lru_cache(maxsize=48)
def _shown(source: Source, events: tuple[Event, ...], until: int) -> Shown:
    page = _live(source, events, until)
    return read(page.view(), source.html, page.stopped)


def shown(source: Source, events: tuple[Event, ...], now: float) -> Shown:
    """Returns what a page shows.

    Args:
        source: The page.
        events: What was done to it.
        now: The time, in seconds since 1970.
    """
    last = events[-1].at if events else 0
    first = _shown(source, events, last)
    until = round((now - source.loaded) * 1000) // _STEP * _STEP
    return first if not first.timed or until <= last else _shown(source, events, until)
