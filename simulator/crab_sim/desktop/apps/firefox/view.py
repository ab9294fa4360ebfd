"""The window of Firefox: the bars, the page, and the dialog or menu above them."""

from __future__ import annotations

from crab_sim.desktop.apps.firefox.bars import FindBar, Suggestions, TabStrip, ToolBar, suggestions
from crab_sim.desktop.apps.firefox.loading import page_layout, page_tree, picture, shown_title
from crab_sim.desktop.apps.firefox.measures import SIDE_WIDTH, view_size
from crab_sim.desktop.apps.firefox.menus import shown_menus
from crab_sim.desktop.apps.firefox.messages import Message
from crab_sim.desktop.apps.firefox.panels import DownloadsPanel, beside, dialog
from crab_sim.desktop.apps.firefox.state import BLANK, Browser, browser, current_entry
from crab_sim.desktop.chrome.menu_bar import drop_down
from crab_sim.engines.pages.layout import Layout, Match, find_matches, match_top
from crab_sim.engines.pages.page_view import PageState, PageView
from crab_sim.machine.app import Context, View
from crab_sim.ui import Column, Scene, Widget
from crab_sim.ui.theme import DESKTOP

__all__ = ["find_state", "shown_title", "title", "view"]


def title(context: Context) -> str:
    """Returns the page's title and the program's name."""
    state = browser(context)
    if not isinstance(state, Browser):
        return "Mozilla Firefox"
    entry = current_entry(state)
    if entry.url == BLANK:
        return "Mozilla Firefox"
    return f"{shown_title(entry)} — Mozilla Firefox"


class _Blank(Widget[Message]):
    """The page of a new tab."""

    __slots__ = ()

    def __init__(self) -> None:
        self.flex = 1

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws an empty ground."""
        scene.fill(x, y, w, h, scene.theme.background)
        scene.node(x, y, w, h, "web", "New Tab", message=("blur",), long_message=("page_menu",))


def find_state(context: Context, state: Browser, layout: Layout) -> tuple[tuple[Match, ...], int]:
    """Returns the places of the search on the page, and the number of the current one."""
    words = context.base.fields.get("find", "") if state.finding else ""
    matches = find_matches(layout, words, state.how.cased, state.how.whole)
    number = state.match if state.found == words else 0
    return matches, min(number, max(0, len(matches) - 1))


def view(context: Context) -> View[Message]:
    """Shows the window."""
    state, page = browser(context), context.base
    strip, tools = TabStrip(state.tabs, state.current), ToolBar(context, state)
    entry = current_entry(state)
    parts: list[Widget[Message]] = [strip, tools]
    if entry.url == BLANK:
        parts.append(beside(context, state, _Blank(), SIDE_WIDTH))
        if state.finding:
            parts.append(FindBar(page.fields.get("find", ""), 0, 0, state.how))
    else:
        size = view_size(context, state)
        tree, layout = page_layout(context, state, size.w, size.h)
        matches, number = find_state(context, state, layout)
        words = page.fields.get("find", "")
        reveal = match_top(layout, matches[number]) if matches and state.found != words else -1
        marked, current = (matches, number) if state.how.all else (matches[number : number + 1], 0)
        shown = PageState(
            tree.title or shown_title(entry), page.fields, "" if page.focus else state.active, state.problem, marked,
            current, state.selected, reveal,
        )  # fmt: skip
        body = PageView(layout, shown, picture(context), DESKTOP[0])
        parts.append(beside(context, state, body, SIDE_WIDTH))
        if state.finding:
            parts.append(FindBar(words, len(matches), number, state.how))
    return View(Column(parts), _overlay(context, state))


def _overlay(context: Context, state: Browser) -> Widget[Message] | None:
    page = context.page
    if page is not context.base:
        return dialog(context, page)
    if page.overlay:
        controls = page_tree(current_entry(state)).controls
        return drop_down(shown_menus(context, controls), page.overlay)
    if state.panel:
        return DownloadsPanel(context)
    rows = suggestions(context)
    return Suggestions(rows) if rows else None
