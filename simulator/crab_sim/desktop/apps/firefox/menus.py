"""The menus of Firefox: the application menu, those of links, pictures, pages and tabs, and lists to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.desktop.apps.firefox.loading import shown_title
from crab_sim.desktop.apps.firefox.messages import MenuChoice
from crab_sim.desktop.apps.firefox.state import (
    BLANK,
    BOOKMARKS,
    HISTORY,
    Browser,
    browser,
    current_entry,
    current_tab,
    put,
)
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, OpenMenu
from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.history import latest
from crab_sim.machine.app import Context

__all__ = ["open_menu", "shown_menus"]

_MAX_RECENT = 8
_MAX_LISTED = 20


def open_menu(context: Context, subject: tuple[str, ...], at: tuple[int, int]) -> None:
    """Opens a menu at a point.

    Args:
        context: The window's context.
        subject: Its name, then the thing that it is about.
        at: The point, in pixels.
    """
    put(context, browser(context)._replace(menu=subject, panel=False))
    context.set(overlay=OpenMenu(0, *at))


def shown_menus(context: Context, controls: Sequence[Control]) -> list[BarMenu[MenuChoice]]:
    """Returns the open menu, alone in a list; nothing if none is open.

    Args:
        context: The window's context.
        controls: The controls of the page in front.
    """
    state = browser(context)
    entries: tuple[Entry[MenuChoice], ...] = ()
    match state.menu:
        case ("app",):
            entries = _app(context, state)
        case ("page",):
            entries = _page(state)
        case ("link", href, words, src):
            entries = _link(href, words, src)
        case ("picture", src):
            entries = _picture(src)
        case ("site",):
            entries = _site(state)
        case ("tabs",):
            entries = _tabs(state)
        case ("tab", number):
            entries = _tab(state, int(number))
        case ("select", key):
            entries = _options(context, controls, key)
    return [BarMenu(state.menu[0], entries)] if entries else []


def _short(text: str) -> str:
    return text if len(text) <= 46 else f"{text[:45]}…"


def _app(context: Context, state: Browser) -> tuple[Entry[MenuChoice], ...]:
    tab, entry = current_tab(state), current_entry(state)
    on_page = entry.url != BLANK
    marks: list[Entry[MenuChoice]] = [
        Entry(_short(row.title), ("go", row.url)) for row in context.get(BOOKMARKS)[:_MAX_LISTED]
    ]
    recent: list[Entry[MenuChoice]] = [
        Entry(_short(row.title or row.url), ("go", row.url)) for row in latest(context.get(HISTORY))[:_MAX_RECENT]
    ]
    bookmarks: tuple[Entry[MenuChoice], ...] = (
        Entry("Bookmark Current Tab…", ("bookmark",), "Ctrl+D", enabled=on_page),
        Entry("Show Bookmarks Sidebar", ("side", "bookmarks"), "Ctrl+B", checked=state.side == "bookmarks"),
        SEPARATOR,
        *(marks or [Entry("No bookmarks yet", enabled=False)]),
    )
    history: tuple[Entry[MenuChoice], ...] = (
        Entry("Show History Sidebar", ("side", "history"), "Ctrl+H", checked=state.side == "history"),
        Entry("Reopen Closed Tab", ("reopen",), "Ctrl+Shift+T", enabled=bool(state.closed)),
        Entry("Clear Recent History…", ("ask_clear",)),
        SEPARATOR,
        *(recent or [Entry("No history yet", enabled=False)]),
    )
    zoom: tuple[Entry[MenuChoice], ...] = (
        Entry("Zoom In", ("zoom", 1), "Ctrl++"),
        Entry("Zoom Out", ("zoom", -1), "Ctrl+-"),
        Entry(f"Reset ({tab.zoom} %)", ("zoom", 0), "Ctrl+0"),
    )
    return (
        Entry("New Tab", ("new_tab",), "Ctrl+T"),
        Entry("New Window", ("new_window",), "Ctrl+N"),
        SEPARATOR,
        Entry("Bookmarks", entries=bookmarks),
        Entry("History", entries=history),
        Entry("Downloads", ("downloads",), "Ctrl+Shift+Y"),
        SEPARATOR,
        Entry("Save Page As…", ("save_page",), "Ctrl+S", enabled=on_page),
        Entry("Open File…", ("open_file",), "Ctrl+O"),
        Entry("Find in Page…", ("find",), "Ctrl+F", enabled=on_page),
        Entry("Zoom", entries=zoom),
        Entry("View Page Source", ("source",), "Ctrl+U", enabled=on_page),
        SEPARATOR,
        Entry("Quit", ("quit",), "Ctrl+Q"),
    )


def _page(state: Browser) -> tuple[Entry[MenuChoice], ...]:
    tab, entry = current_tab(state), current_entry(state)
    on_page = entry.url != BLANK
    return (
        Entry("Back", ("back",), "Alt+Left", enabled=tab.place > 0),
        Entry("Forward", ("forward",), "Alt+Right", enabled=tab.place < len(tab.entries) - 1),
        Entry("Reload", ("reload",), "Ctrl+R", enabled=on_page),
        Entry("Bookmark Page…", ("bookmark",), "Ctrl+D", enabled=on_page),
        SEPARATOR,
        Entry("Save Page As…", ("save_page",), "Ctrl+S", enabled=on_page),
        Entry("Select All", ("select_all",), "Ctrl+A"),
        Entry("Copy", ("copy_page",), "Ctrl+C", enabled=state.selected is not None),
        SEPARATOR,
        Entry("View Page Source", ("source",), "Ctrl+U", enabled=on_page),
    )


def _picture(src: str) -> tuple[Entry[MenuChoice], ...]:
    return (
        Entry("Open Image in New Tab", ("open_tab", src)),
        Entry("Save Image As…", ("save_picture", src)),
        Entry("Copy Image Link", ("copy", src)),
    )


def _link(href: str, words: str, src: str) -> tuple[Entry[MenuChoice], ...]:
    entries: tuple[Entry[MenuChoice], ...] = (
        Entry("Open Link in New Tab", ("open_tab", href)),
        Entry("Open Link in New Window", ("open_window", href)),
        SEPARATOR,
        Entry("Bookmark Link…", ("bookmark_link", href, words)),
        Entry("Save Link As…", ("save_link", href)),
        Entry("Copy Link", ("copy", href)),
        SEPARATOR,
        Entry(f"Search Search for “{_short(words)}”", ("search", words), enabled=bool(words)),
    )
    return (*entries, SEPARATOR, *_picture(src)) if src else entries


def _site(state: Browser) -> tuple[Entry[MenuChoice], ...]:
    host = current_entry(state).url.removeprefix("http://").partition("/")[0]
    return Entry(f"Site information for {host}", enabled=False), Entry("Connection not secure", enabled=False)


def _tabs(state: Browser) -> tuple[Entry[MenuChoice], ...]:
    return tuple(
        [
            Entry(_short(shown_title(tab.entries[tab.place])), ("switch", tab.id), checked=tab.id == state.current)
            for tab in state.tabs
        ]
    )


def _tab(state: Browser, tab_id: int) -> tuple[Entry[MenuChoice], ...]:
    ids = [tab.id for tab in state.tabs]
    at = ids.index(tab_id) if tab_id in ids else 0
    return (
        Entry("New Tab", ("new_tab",), "Ctrl+T"),
        Entry("Reload Tab", ("reload_tab", tab_id)),
        Entry("Duplicate Tab", ("duplicate", tab_id)),
        SEPARATOR,
        Entry("Move Tab Left", ("move_tab", tab_id, -1), enabled=at > 0),
        Entry("Move Tab Right", ("move_tab", tab_id, 1), enabled=at < len(ids) - 1),
        SEPARATOR,
        Entry("Close Tab", ("close_tab", tab_id), "Ctrl+W"),
        Entry("Close Tabs to Right", ("close_right", tab_id), enabled=at < len(ids) - 1),
        Entry("Close Other Tabs", ("close_others", tab_id), enabled=len(ids) > 1),
        Entry("Reopen Closed Tab", ("reopen",), "Ctrl+Shift+T", enabled=bool(state.closed)),
    )


def _options(context: Context, controls: Sequence[Control], key: str) -> tuple[Entry[MenuChoice], ...]:
    control = next((control for control in controls if control.key == key), None)
    if control is None:
        return ()
    held = context.base.fields.get(key, "")
    return tuple(
        [
            Entry(option.text or " ", ("chosen", key, option.value), checked=option.value == held)
            for option in control.options
        ]
    )
