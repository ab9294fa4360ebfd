"""The bars of Firefox: tabs, the address with its buttons, the search on the page, and suggestions while typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.desktop.apps.firefox.loading import address, shown_title
from crab_sim.desktop.apps.firefox.measures import FIND_HEIGHT, tabs_height, tools_height
from crab_sim.desktop.apps.firefox.messages import Message
from crab_sim.desktop.apps.firefox.state import (
    BLANK,
    BOOKMARKS,
    DOWNLOADS,
    HISTORY,
    Browser,
    How,
    Tab,
    current_entry,
    current_tab,
)
from crab_sim.draw import text as metrics
from crab_sim.engines.pages.history import latest
from crab_sim.engines.pages.icons import site_icon
from crab_sim.machine.app import Context
from crab_sim.ui import Field, Row, Scene, Space, Theme, Widget
from crab_sim.ui.node import CHECKABLE, CHECKED, DISABLED, EDITABLE, SELECTED

__all__ = ["FindBar", "Suggestions", "TabStrip", "ToolBar", "suggestions"]

_SIDE: Final = 32
_HINT: Final = "Search or enter address"
_MAX_SUGGESTIONS: Final = 7


class Tool(Widget[Message]):
    """A button of a bar: an icon with a name.

    Args:
        icon: The icon.
        name: Its name for screen readers.
        message: Sent by a click.
        enabled: Whether it can be clicked.
        on: Whether it is drawn in the accent colour.
        description: Its description.
    """

    __slots__ = ("description", "enabled", "icon", "message", "name", "on")

    def __init__(
        self,
        icon: str,
        name: str,
        message: Message,
        enabled: bool = True,
        on: bool = False,
        description: str = "",
    ) -> None:
        self.flex = 0
        self.icon, self.name, self.message, self.enabled, self.on = icon, name, message, enabled, on
        self.description = description

    def width(self, theme: Theme) -> int:
        """Returns the button's side."""
        return _SIDE

    def height(self, theme: Theme, w: int) -> int:
        """Returns the button's side."""
        return _SIDE

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        theme = scene.theme
        ink = theme.faint if not self.enabled else theme.accent if self.on else theme.text
        scene.icon(x + (w - 17) // 2, y + (h - 17) // 2, 17, self.icon, ink)
        scene.node(
            x, y + (h - _SIDE) // 2, w, _SIDE, "button", self.name, self.description,
            message=self.message if self.enabled else None, flags=0 if self.enabled else DISABLED,
        )  # fmt: skip


class TabStrip(Widget[Message]):
    """The tabs, and the button for another."""

    __slots__ = ("current", "tabs")

    def __init__(self, tabs: Sequence[Tab], current: int) -> None:
        self.flex, self.tabs, self.current = 0, tabs, current

    def height(self, theme: Theme, w: int) -> int:
        """Returns the strip's height."""
        return tabs_height(theme)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the tabs; those for which there is no room on the left make way for the one in front."""
        theme = scene.theme
        scene.fill(x, y, w, h, theme.outline if not theme.dark else theme.background)
        scene.node(x, y, w, h, "toolbar", "Browser tabs")
        room = w - 84
        width = max(84, min(222, room // len(self.tabs)))
        fit = max(1, room // width)
        at = next((i for i, tab in enumerate(self.tabs) if tab.id == self.current), 0)
        first = max(0, at - fit + 1)
        left = x + 6
        for tab in self.tabs[first : first + fit]:
            self._tab(scene, tab, (left, y + 3, width - 4, h - 4))
            left += width
        scene.icon(left + 8, y + (h - 15) // 2, 15, "add", theme.text)
        scene.node(left, y + 2, _SIDE, h - 4, "button", "Open a new tab (Ctrl+T)", message=("new_tab",))
        scene.icon(x + w - 27, y + (h - 13) // 2, 13, "chevron_down", theme.text)
        scene.node(
            x + w - 36, y + 2, _SIDE, h - 4, "button", "List all tabs", message=("list_tabs", x + w - 240, y + h)
        )

    def _tab(self, scene: Scene[Message], tab: Tab, box: tuple[int, int, int, int]) -> None:
        theme, (x, y, w, h) = scene.theme, box
        entry, front = tab.entries[tab.place], tab.id == self.current
        title = shown_title(entry)
        if front:
            scene.round(x, y, w, h, theme.raised, 6)
        ink = theme.text if front or not theme.dark else theme.muted
        lead = 30
        if not site_icon(scene, x + 9, y + (h - 16) // 2, 16, entry.url):
            scene.icon(x + 9, y + (h - 15) // 2, 15, "language", theme.muted)
        closes = front or w > 130
        shown = metrics.ellipsize(title, "regular", theme.small + 1, w - lead - (30 if closes else 8))
        scene.text(x + lead, y, w - lead, h, shown, ink, theme.small + 1)
        menu: Message = ("tab_menu", tab.id)
        scene.node(
            x, y, w, h, "tab", title, message=("switch", tab.id), long_message=menu, flags=SELECTED if front else 0
        )
        if closes:
            scene.icon(x + w - 22, y + (h - 11) // 2, 11, "close", ink)
            scene.node(
                x + w - 28, y + (h - 24) // 2, 24, 24, "button", "Close tab", message=("close_tab", tab.id),
                long_message=menu,
            )  # fmt: skip


class _Address(Widget[Message]):
    """The address while it isn't edited; a click selects all of it."""

    __slots__ = ("starred", "url", "zoom")

    def __init__(self, url: str, starred: bool, zoom: int) -> None:
        self.flex, self.url, self.starred, self.zoom = 1, url, starred, zoom

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a field."""
        return theme.field - 2

    def _site(self, scene: Scene[Message], x: int, y: int, high: int) -> int:
        """Draws the sign for the kind of site, and returns the offset of the address behind it, in pixels."""
        theme = scene.theme
        if not self.url.startswith("http://"):
            icon = "search" if not self.url.startswith("file:") else "file"
            scene.icon(x + 10, y + (high - 15) // 2, 15, icon, theme.muted)
            return 34
        width = metrics.width("Not Secure", "regular", theme.small) + 34
        scene.round(x + 4, y + 4, width, high - 8, theme.outline, 5)
        scene.icon(x + 10, y + (high - 13) // 2, 13, "info", theme.text)
        scene.text(x + 28, y, width, high, "Not Secure", theme.text, theme.small)
        scene.node(
            x + 4, y + 3, width, high - 6, "button", "View site information", "Connection is not secure",
            message=("site_info",),
        )  # fmt: skip
        return width + 14

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the address without its scheme, and the star."""
        theme = scene.theme
        high = theme.field - 2
        y += (h - high) // 2
        scene.round(x, y, w, high, theme.surface, 6)
        lead = self._site(scene, x, y, high)
        shown = self.url.removesuffix("/") if self.url.count("/") == 3 else self.url
        text, ink = (shown, theme.text) if self.url else (_HINT, theme.muted)
        room = w - lead - 44 - (54 if self.zoom != 100 else 0)
        scene.text(x + lead, y, room, high, metrics.ellipsize(text, "regular", theme.font, room), ink, theme.font)
        scene.node(
            x + lead - 4, y, w - lead - 36, high, "text_field", shown, _HINT, "", ("edit_url",), ("edit_url",),
            flags=EDITABLE,
        )  # fmt: skip
        if not self.url:
            return
        right = x + w - 36
        star, name = (
            ("star_filled", "Edit this bookmark (Ctrl+D)") if self.starred else ("star", "Bookmark this page (Ctrl+D)")
        )
        scene.icon(right + 8, y + (high - 16) // 2, 16, star, theme.accent if self.starred else theme.text)
        scene.node(right, y, 32, high, "button", name, message=("bookmark",))
        if self.zoom != 100:
            scene.round(right - 54, y + 5, 50, high - 10, theme.outline, 9)
            text = f"{self.zoom}%"
            scene.text(right - 54, y + 5, 50, high - 10, text, theme.text, theme.small, align="center")
            scene.node(
                right - 54, y + 5, 50, high - 10, "button", f"Reset zoom level ({text})",
                message=("zoom", 0),
            )  # fmt: skip


class ToolBar(Widget[Message]):
    """The bar with the address."""

    __slots__ = ("row",)

    def __init__(self, context: Context, state: Browser) -> None:
        self.flex = 0
        page, tab, entry = context.base, current_tab(state), current_entry(state)
        url = "" if entry.url == BLANK else entry.url
        starred = any(row.url == url for row in context.get(BOOKMARKS))
        middle: Widget[Message]
        if page.focus == "url":
            middle = Field("url", _HINT, icon="search", flex=1)
            star = "Edit this bookmark (Ctrl+D)" if starred else "Bookmark this page (Ctrl+D)"
            if url:
                middle = Row([middle, Tool("star_filled" if starred else "star", star, ("bookmark",))], flex=1)
        else:
            middle = _Address(url, starred, tab.zoom)
        tools: list[Widget[Message]] = [
            Tool("back", "Back", ("back",), tab.place > 0),
            Tool("arrow_right", "Forward", ("forward",), tab.place < len(tab.entries) - 1),
            Tool("refresh", "Reload", ("reload",), bool(url)),
            Tool("home", "Home", ("home",), description="Firefox Home Page"),
            Space(),
            middle,
            Space(),
        ]
        if context.get(DOWNLOADS):
            tools.append(Tool("download", "Downloads", ("downloads",), on=True))
        tools.append(Tool("grid", "Extensions", ("app_menu",), enabled=False))
        tools.append(Tool("menu", "Firefox", ("app_menu",), description="Open application menu"))
        self.row = Row(tools, gap=3, pad=(8, 2), background="raised")

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return tools_height(theme)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        scene.node(x, y, w, h, "toolbar", "Navigation")
        self.row.place(scene, x, y, w, h)
        scene.fill(x, y + h - 1, w, 1, scene.theme.outline)


class FindBar(Widget[Message]):
    """The bar for finding on the page.

    Args:
        words: The searched words.
        count: The number of found places.
        number: The current one.
        how: The options of the search.
    """

    __slots__ = ("row",)

    def __init__(self, words: str, count: int, number: int, how: How) -> None:
        self.flex = 0
        plural = "es" * (count != 1)
        said = "" if not words else f"{number + 1} of {count} match{plural}" if count else "Phrase not found"
        tools: list[Widget[Message]] = [
            _Wide(Field("find", "Find in page"), 220),
            Tool("chevron_up", "Find the previous occurrence of the phrase", ("find_next", -1), bool(count)),
            Tool("chevron_down", "Find the next occurrence of the phrase", ("find_next", 1), bool(count)),
            Space(4),
            _Check("Highlight All", "Highlight all occurrences of the phrase", "all", how.all),
            _Check("Match Case", "Search with case sensitivity", "cased", how.cased),
            _Check("Whole Words", "Search whole words only", "whole", how.whole),
            Space(6),
            _Said(said, bool(words) and not count),
            Space(flex=1),
            Tool("close", "Close find bar", ("find_close",)),
        ]
        self.row = Row(tools, gap=4, pad=(8, 1), background="raised")

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return FIND_HEIGHT

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        scene.node(x, y, w, h, "toolbar")
        self.row.place(scene, x, y, w, h)
        scene.fill(x, y, w, 1, scene.theme.outline)


class _Check(Widget[Message]):
    """A small checkbox of the bar; its message has the name of the option that it changes."""

    __slots__ = ("description", "name", "on", "text")

    def __init__(self, text: str, description: str, name: str, on: bool) -> None:
        self.flex, self.text, self.description, self.name, self.on = 0, text, description, name, on

    def width(self, theme: Theme) -> int:
        """Returns the width of box and text."""
        return metrics.width(self.text, "regular", theme.small) + 30

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a button."""
        return _SIDE

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws box and text."""
        theme = scene.theme
        icon = "checkbox_on" if self.on else "checkbox_off"
        scene.icon(x + 4, y + (h - 16) // 2, 16, icon, theme.accent if self.on else theme.muted)
        scene.text(x + 24, y, w - 24, h, self.text, theme.text, theme.small)
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, "checkbox", self.text, self.description, message=("find_how", self.name), flags=flags)


class _Wide(Widget[Message]):
    """A child of a fixed width and its own height, in the middle of the row."""

    __slots__ = ("child", "w")

    def __init__(self, child: Widget[Message], w: int) -> None:
        self.flex, self.child, self.w = 0, child, w

    def width(self, theme: Theme) -> int:
        """Returns the fixed width."""
        return self.w

    def height(self, theme: Theme, w: int) -> int:
        """Returns the child's height, which fits into a bar."""
        return min(FIND_HEIGHT - 6, self.child.height(theme, w))

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the child."""
        high = self.height(scene.theme, w)
        self.child.place(scene, x, y + (h - high) // 2, w, high)


class _Said(Widget[Message]):
    """The number of found places."""

    __slots__ = ("bad", "text")

    def __init__(self, text: str, bad: bool) -> None:
        self.flex, self.text, self.bad = 0, text, bad

    def width(self, theme: Theme) -> int:
        """Returns the text's width."""
        return metrics.width(self.text, "regular", theme.small + 1) + 4

    def height(self, theme: Theme, w: int) -> int:
        """Returns the text's height."""
        return metrics.line_height("regular", theme.small + 1)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the text."""
        theme = scene.theme
        if self.text:
            scene.text(x, y, w, h, self.text, theme.danger if self.bad else theme.muted, theme.small + 1)
            scene.node(x, y, w, h, "text", self.text)


# Suggestions ----------------------------------------------------------------------------------------------------------


def suggestions(context: Context) -> list[tuple[str, str, str]]:
    """Returns icon, text and address of each page that the typed text may mean; none while the address is as it was."""
    page, state = context.base, context.base.data
    typed = page.fields.get("url", "").strip()
    entry = current_entry(state)
    if page.focus != "url" or not typed or typed == entry.url:
        return []
    url = address(typed)
    searched = url.startswith("http://search.example/?q=")
    rows = [
        ("search" if searched else "language", f"{typed} — Search with Search" if searched else f"{typed} — Visit", url)
    ]
    word = typed.casefold()
    seen = {url}
    known = [("star", row.url, row.title) for row in context.get(BOOKMARKS)]
    known += [("clock", row.url, row.title) for row in latest(context.get(HISTORY))]
    for icon, target, title in known:
        if (
            target not in seen
            and len(rows) < _MAX_SUGGESTIONS
            and (word in target.casefold() or word in title.casefold())
        ):
            seen.add(target)
            rows.append((icon, f"{title} — {target.removeprefix('http://')}", target))
    return rows


class Suggestions(Widget[Message]):
    """The rows below the address."""

    __slots__ = ("rows",)

    def __init__(self, rows: Sequence[tuple[str, str, str]]) -> None:
        self.flex, self.rows = 0, rows

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the rows; the rectangle is the window's content."""
        theme = scene.theme
        row = theme.row - 8
        left, width = x + 148, w - 192
        top = y + tabs_height(theme) + tools_height(theme) - 2
        high = row * len(self.rows) + 8
        scene.ops.append(("shadow", left, top, left + width, top + high, scene.clip, 8))
        scene.round(left, top, width, high, theme.raised, 6)
        scene.frame(left, top, width, high, theme.outline, 6)
        scene.node(left, top, width, high, "list", message=("nothing",))
        for i, (icon, text, url) in enumerate(self.rows):
            above = top + 4 + i * row
            if i == 0:
                scene.round(left + 4, above, width - 8, row, theme.tonal, 4)
            scene.icon(left + 14, above + (row - 15) // 2, 15, icon, theme.muted)
            shown = metrics.ellipsize(text, "regular", theme.font, width - 60)
            scene.text(left + 42, above, width - 56, row, shown, theme.text, theme.font)
            scene.node(left, above, width, row, "list_item", text, message=("visit", url))
