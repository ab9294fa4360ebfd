"""The state of a Firefox window, and the data that all windows share: history, bookmarks, downloads.

A window's first page is ``browser`` (data: a `Browser`; fields: those of the bars, and of the page's forms). Dialogs
lie above it: ``save_as``, ``open``, ``upload``, ``ask_replace``, ``ask_clear``, ``error``, ``bookmark``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

from crab_sim.engines.pages.forms import NO_PROBLEM, Problem
from crab_sim.engines.pages.history import BookmarkRow, DownloadRow, History
from crab_sim.engines.pages.selection import Selection
from crab_sim.engines.pages.sites import WEB
from crab_sim.machine.app import Context
from crab_sim.machine.memory import Seeder
from crab_sim.machine.slices import Slice

__all__ = [
    "BLANK", "BOOKMARKS", "CHROME_FIELDS", "DOWNLOADS", "HISTORY", "HOME_PAGE", "MAX_ENTRIES", "MAX_TABS", "SEEDERS",
    "ZOOMS", "Browser", "Entry", "How", "Tab", "browser", "current_entry", "current_tab", "put", "put_tab",
]  # fmt: skip

HOME_PAGE: Final = "http://start.example/"
BLANK: Final = "about:blank"
MAX_TABS: Final = 40
MAX_ENTRIES: Final = 40
ZOOMS: Final = (30, 50, 67, 80, 90, 100, 110, 120, 133, 150, 170, 200, 240, 300)
"""The steps of the zoom, in percent."""
CHROME_FIELDS: Final = ("url", "find", "side")
"""The keys of the fields that aren't the page's: the address, the search on the page, and that of the sidebar."""


class Entry(NamedTuple):
    """A page in the history of a tab.

    Attributes:
        url: Its address.
        title: Its title.
        kind: Its media type; ``""`` while it isn't loaded.
        data: The bytes that were loaded; empty while the tab shows another page.
        fields: The values of its controls, by key, as they were when it was left.
        scroll: The pixels by which it was scrolled then.
    """

    url: str = BLANK
    title: str = ""
    kind: str = ""
    data: bytes = b""
    fields: tuple[tuple[str, str], ...] = ()
    scroll: int = 0


class Tab(NamedTuple):
    """A tab: its history, the number of the page that it shows, and its zoom in percent."""

    id: int
    entries: tuple[Entry, ...] = (Entry(),)
    place: int = 0
    zoom: int = 100


class How(NamedTuple):
    """The options of a search on a page: whether all places are marked, case counts, and words are whole."""

    all: bool = False
    cased: bool = False
    whole: bool = False


class Browser(NamedTuple):
    """The state of a window.

    Attributes:
        tabs: Its tabs.
        current: The id of the one in front.
        opened: The number of tabs opened so far; ids follow from it.
        closed: The tabs that were closed, the last one last.
        finding: Whether the bar for finding on the page is open.
        match: The number of the current place among those that were found.
        found: The words that it belongs to.
        how: How the page is searched.
        side: The sidebar: ``"history"``, ``"bookmarks"``, or ``""`` for none.
        menu: The subject of the open menu: its name, then what it is about.
        panel: Whether the list of downloads is open.
        active: Key of the control of the page that the keyboard acts on, where it isn't a field.
        problem: The first invalid value of a form that was to be sent.
        selected: The text of the page that is selected; None for none.
        saving: The file that a dialog is about: its address, and its bytes.
    """

    tabs: tuple[Tab, ...] = (Tab(1),)
    current: int = 1
    opened: int = 1
    closed: tuple[Tab, ...] = ()
    finding: bool = False
    match: int = 0
    found: str = ""
    how: How = How()
    side: str = ""
    menu: tuple[str, ...] = ()
    panel: bool = False
    active: str = ""
    problem: Problem = NO_PROBLEM
    selected: Selection | None = None
    saving: tuple[str, bytes] = ("", b"")


HISTORY: Final = Slice[History]("firefox_history", volatile="a history")
BOOKMARKS: Final = Slice[tuple[BookmarkRow, ...]]("firefox_bookmarks")
DOWNLOADS: Final = Slice[tuple[DownloadRow, ...]]("firefox_downloads", volatile="a history; the files are facts")


def _nothing(rng: random.Random, now: float) -> tuple[()]:
    """Returns no rows: a new profile has no history, bookmarks or downloads."""
    return ()


SEEDERS: Final[Mapping[str, Seeder]] = {
    HISTORY.name: _nothing,
    BOOKMARKS.name: _nothing,
    DOWNLOADS.name: _nothing,
    WEB.name: lambda rng, now: {},
}
"""Makers of the slices that a new profile has, and of the sites' tables, which nobody has changed yet."""


def browser(context: Context) -> Browser:
    """Returns the window's state."""
    state: Browser = context.base.data
    return state


def put(context: Context, state: Browser) -> None:
    """Replaces the window's state."""
    context.set_base(data=state)


def current_tab(state: Browser) -> Tab:
    """Returns the tab in front."""
    return next((tab for tab in state.tabs if tab.id == state.current), state.tabs[0])


def current_entry(state: Browser) -> Entry:
    """Returns the page in front."""
    tab = current_tab(state)
    return tab.entries[tab.place]


def put_tab(state: Browser, tab: Tab) -> Browser:
    """Returns the state with one of its tabs replaced."""
    return state._replace(tabs=tuple([tab if old.id == tab.id else old for old in state.tabs]))
