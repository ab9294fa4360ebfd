"""Small widgets of the editor's frame: rows of trees and lists, the activity bar, the status bar's buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from crab_sim.desktop.apps.code.messages import Message
from crab_sim.desktop.apps.code.themes import palette
from crab_sim.draw import text as metrics
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED, SELECTED
from crab_sim.ui.theme import Color

__all__ = ["Action", "Activity", "Heading", "RowButton", "Rule", "StatusItem", "SwitchButton", "TreeRow"]

Action: TypeAlias = tuple[str, str, Message]
"""A small button: its icon, its name, and the message that it sends."""

_ROW = 22


def row_height(theme: Theme) -> int:
    """Returns the height of a row."""
    return _ROW * theme.font // 14


class TreeRow(Widget[Message]):
    """A row of a tree or list.

    Args:
        text: Its text.
        message: Sent by a click.
        depth: How far it is indented.
        icon: Its icon, or the arrow of a folder.
        note: Text that stands back behind it.
        mark: A letter at its end.
        tone: Colour of the text and the mark; None for the usual one.
        chosen: Whether it is the chosen one.
        long_message: Sent by a right click.
        buttons: Icons with what they do and send, shown at its end.
        description: What a screen reader adds to the text.
        lit: A part of the text on a ground of its own: start and end.
        struck: Whether the text is crossed out.
        double_message: Sent by a double click.
    """

    __slots__ = (
        "buttons",
        "chosen",
        "depth",
        "description",
        "double_message",
        "icon",
        "lit",
        "long_message",
        "mark",
        "message",
        "note",
        "struck",
        "text",
        "tone",
    )

    def __init__(
        self,
        text: str,
        message: Message,
        depth: int = 0,
        icon: str = "",
        note: str = "",
        mark: str = "",
        tone: Color | None = None,
        chosen: bool = False,
        long_message: Message | None = None,
        buttons: Sequence[Action] = (),
        description: str = "",
        lit: tuple[int, int] | None = None,
        struck: bool = False,
        double_message: Message | None = None,
    ) -> None:
        self.flex = 0
        self.text, self.message, self.depth, self.icon, self.note, self.mark = text, message, depth, icon, note, mark
        self.tone, self.chosen, self.long_message, self.buttons = tone, chosen, long_message, buttons
        self.description, self.lit, self.struck, self.double_message = description, lit, struck, double_message

    def width(self, theme: Theme) -> int:
        """Returns the width of the text."""
        return metrics.width(self.text, "regular", theme.font - 1) + 40

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return row_height(theme)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, size = scene.theme, scene.theme.font - 1
        if self.chosen:
            scene.fill(x, y, w, h, theme.tonal)
        left, right = x + 8 + 12 * self.depth, x + w - 8
        flags = SELECTED if self.chosen else 0
        scene.node(
            x, y, w, h, "list_item", self.text, self.description, message=self.message, long_message=self.long_message,
            double_message=self.double_message, flags=flags,
        )  # fmt: skip
        for icon, name, message in reversed(self.buttons):
            right -= 20
            scene.icon(right + 3, y + (h - 14) // 2, 14, icon, theme.text)
            scene.node(right, y, 20, h, "button", "", name, message=message)
        if self.icon:
            scene.icon(left, y + (h - 14) // 2, 14, self.icon, theme.muted)
        left += 20
        if self.mark:
            scene.text(right - 14, y, 14, h, self.mark, self.tone or theme.muted, size, "regular", "center")
            right -= 18
        ink = self.tone or theme.text
        shown = metrics.ellipsize(self.text, "regular", size, max(8, right - left))
        width = metrics.width(shown, "regular", size)
        if self.lit is not None:
            low = metrics.width(shown[: self.lit[0]], "regular", size)
            scene.fill(
                left + low,
                y + 2,
                metrics.width(shown[self.lit[0] : self.lit[1]], "regular", size),
                h - 4,
                palette(theme.dark).match,
            )
        scene.text(left, y, right - left, h, shown, ink, size)
        if self.struck:
            scene.fill(left, y + h // 2, width, 1, ink)
        if self.note and right - left - width > 24:
            room = right - left - width - 8
            note = metrics.ellipsize(self.note, "regular", theme.small, room)
            scene.text(left + width + 8, y, room, h, note, theme.muted, theme.small)


class Heading(Widget[Message]):
    """The title of a part of the side bar, with buttons.

    Args:
        text: The title.
        buttons: Icons with what they do and send.
        count: A number behind the title, -1 for none.
        strong: Whether it heads a section.
    """

    __slots__ = ("buttons", "count", "strong", "text")

    def __init__(self, text: str, buttons: Sequence[Action] = (), count: int = -1, strong: bool = False) -> None:
        self.flex, self.text, self.buttons, self.count, self.strong = 0, text, buttons, count, strong

    def width(self, theme: Theme) -> int:
        """Returns the width of the title and its buttons."""
        return metrics.width(self.text, "bold", theme.small) + 24 * len(self.buttons) + 40

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the title."""
        return row_height(theme) + (2 if self.strong else 10)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the title."""
        theme = scene.theme
        right = x + w - 8
        for icon, name, message in reversed(self.buttons):
            right -= 24
            scene.icon(right + 4, y + (h - 16) // 2, 16, icon, theme.text)
            scene.node(right, y, 24, h, "button", "", name, message=message)
        if self.count >= 0:
            right -= 26
            scene.round(right, y + (h - 16) // 2, 22, 16, theme.tonal, 8)
            scene.text(right, y, 22, h, str(self.count), theme.text, theme.small - 1, "regular", "center")
        font: metrics.Font = "bold" if self.strong else "regular"
        shown = metrics.ellipsize(self.text, font, theme.small, right - x - 20)
        scene.text(x + 12, y, right - x - 12, h, shown, theme.text, theme.small, font)
        scene.node(x, y, right - x, h, "text", self.text)


class Activity(Widget[Message]):
    """The bar at the left edge, whose buttons show the views of the side bar.

    Args:
        items: Icon, name, message, and whether its view is shown; a number above 0 stands on it.
        bottom: The same at its lower end.
    """

    __slots__ = ("bottom", "items")

    def __init__(self, items: Sequence[tuple[str, str, Message, bool, int]], bottom: Sequence[Action]) -> None:
        self.flex, self.items, self.bottom = 0, items, bottom

    def width(self, theme: Theme) -> int:
        """Returns the bar's width."""
        return 48

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of its buttons."""
        return 44 * (len(self.items) + len(self.bottom))

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the buttons."""
        theme = scene.theme
        scene.fill(x, y, w, h, theme.bar)
        scene.fill(x + w - 1, y, 1, h, palette(theme.dark).edge)
        top = y + 2
        for icon, name, message, on, count in self.items:
            if on:
                scene.fill(x, top, 2, 44, theme.accent)
            scene.icon(x + 12, top + 10, 24, icon, theme.text if on else theme.muted)
            if count > 0:
                scene.round(x + 26, top + 24, 18, 16, theme.accent, 8)
                scene.text(x + 26, top + 24, 18, 16, str(min(count, 99)), theme.on_accent, 10, "bold", "center")
            about = f"{count} pending change{'s' * (count != 1)}" if count > 0 else ""
            scene.node(x, top, w, 44, "tab", name, about, message=message, flags=SELECTED if on else 0)
            top += 44
        top = y + h - 44 * len(self.bottom)
        for icon, name, message in self.bottom:
            scene.icon(x + 12, top + 10, 24, icon, theme.muted)
            scene.node(x, top, w, 44, "button", name, message=message)
            top += 44


class StatusItem(Widget[Message]):
    """A button of the status bar."""

    __slots__ = ("description", "icon", "message", "text")

    def __init__(self, text: str, description: str, message: Message | ToolkitMessage, icon: str = "") -> None:
        self.flex, self.text, self.description, self.message, self.icon = 0, text, description, message, icon

    def width(self, theme: Theme) -> int:
        """Returns the width of the text."""
        return metrics.width(self.text, "regular", theme.small) + (16 if self.icon else 0) + 12

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return row_height(theme)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the text."""
        theme, left = scene.theme, x + 6
        if self.icon:
            scene.icon(left, y + (h - 13) // 2, 13, self.icon, theme.text)
            left += 16
        scene.text(left, y, x + w - left, h, self.text, theme.text, theme.small)
        scene.node(x, y, w, h, "button", self.text, self.description, message=self.message)


class SwitchButton(Widget[Message]):
    """A small switch beside a search's field, such as ``Aa``."""

    __slots__ = ("description", "message", "on", "text")

    def __init__(self, text: str, description: str, message: Message, on: bool) -> None:
        self.flex, self.text, self.description, self.message, self.on = 0, text, description, message, on

    def width(self, theme: Theme) -> int:
        """Returns the button's width."""
        return 26

    def height(self, theme: Theme, w: int) -> int:
        """Returns the button's height."""
        return 26

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the letters, in a frame while it is on."""
        theme = scene.theme
        top = y + (h - 24) // 2
        if self.on:
            scene.round(x, top, w, 24, theme.selection, 3)
            scene.frame(x, top, w, 24, theme.accent, 3)
        scene.text(x, top, w, 24, self.text, theme.text if self.on else theme.muted, theme.small, "regular", "center")
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, top, w, 24, "checkbox", "", self.description, message=self.message, flags=flags)


class RowButton(Widget[Message]):
    """A button as wide as its row, such as Commit."""

    __slots__ = ("enabled", "message", "text")

    def __init__(self, text: str, message: Message, enabled: bool = True, flex: int = 0) -> None:
        self.flex, self.text, self.message, self.enabled = flex, text, message, enabled

    def width(self, theme: Theme) -> int:
        """Returns the width of the text."""
        return metrics.width(self.text, "regular", theme.font) + 24

    def height(self, theme: Theme, w: int) -> int:
        """Returns the button's height."""
        return 28

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        theme = scene.theme
        scene.round(x, y, w, h, theme.accent if self.enabled else theme.faint, 3)
        scene.text(x, y, w, h, self.text, theme.on_accent, theme.font - 1, "regular", "center")
        scene.node(x, y, w, h, "button", self.text, message=self.message if self.enabled else None)


class Rule(Widget[Message]):
    """A thin line between two parts, upright where it stands in a row."""

    __slots__ = ("upright",)

    def __init__(self, upright: bool = False) -> None:
        self.flex, self.upright = 0, upright

    def width(self, theme: Theme) -> int:
        """Returns the line's width."""
        return 1

    def height(self, theme: Theme, w: int) -> int:
        """Returns the line's height."""
        return 1

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the line."""
        scene.fill(x, y, w, h, palette(scene.theme.dark).edge)
