"""Tool bars, tabs and status bars of classic applications, and lists to choose a value from.

* `ToolButton`, `tool_bar`, `fitting_groups` - small buttons, some of which stay pressed, as many as fit.
* `absent_button` - one for what the program lacks.
* `TabBar` - tabs that can be closed.
* `status_bar` - texts along a window's lower edge.
* `ChoiceBox` - a value with an arrow, which opens a list of values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, cast

from crab_sim.draw import text as metrics
from crab_sim.ui import Label, Message_co, MessageT, Row, Scene, Theme, Widget
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED, DISABLED, SELECTED

__all__ = [
    "ChoiceBox", "Tab", "TabBar", "ToolButton", "ToolSpace", "absent_button", "fitting_groups", "status_bar",
    "tool_bar",
]  # fmt: skip

_SIDE = 30


class ToolButton(Widget[Message_co]):
    """A small button of a tool bar: an icon, or a short text such as ``"B"``.

    Args:
        icon: The icon's name; ``""`` for a text.
        description: Its effect, as its tooltip names it.
        message: Sent by a click.
        on: Whether it is pressed; None for one that doesn't stay pressed.
        enabled: Whether it can be clicked.
        text: The text on it; of a button with an icon, the name that a screen reader says.
        font: The text's font.
        mark: What is drawn on it instead of the text where it has no icon.
    """

    __slots__ = ("description", "enabled", "font", "icon", "mark", "message", "on", "role", "text")

    def __init__(
        self,
        icon: str,
        description: str,
        message: Message_co | ToolkitMessage,
        on: bool | None = None,
        enabled: bool = True,
        text: str = "",
        font: metrics.Font = "bold",
        mark: str = "",
    ) -> None:
        self.flex = 0
        self.icon, self.description, self.message = icon, description, message
        self.role = "button"  # a button of a group of which one is pressed is a "radio"
        self.on, self.enabled, self.text, self.font, self.mark = on, enabled, text, font, mark

    def width(self, theme: Theme) -> int:
        """Returns the button's width."""
        return (
            max(_SIDE, metrics.width(self.mark or theme.say(self.text), self.font, theme.font) + 16)
            if self.text and not self.icon
            else _SIDE
        )

    def height(self, theme: Theme, w: int) -> int:
        """Returns the button's height."""
        return _SIDE

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        self.draw(scene, x, y, w, h)
        flags = 0 if self.on is None else CHECKABLE | (CHECKED if self.on else 0)
        message = self.message if self.enabled else None
        scene.node(
            x, y, w, h, self.role, self.text, self.description, message=message,
            flags=flags if self.enabled else flags | DISABLED,
        )  # fmt: skip

    def draw(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the button's face, on a ground of its own while it is pressed.

        Args:
            scene: The scene.
            x: Left edge, in pixels.
            y: Top edge.
            w: Width.
            h: Height.
        """
        theme = scene.theme
        ink = theme.faint if not self.enabled else theme.on_tonal if self.on else theme.text
        if self.on:
            scene.round(x, y, w, h, theme.tonal, 6)
        if self.icon:
            scene.icon(x + (w - 16) // 2, y + (h - 16) // 2, 16, self.icon, ink)
        else:
            scene.text(x, y, w, h, self.mark or theme.say(self.text), ink, theme.font, self.font, "center")


class ToolSpace(Widget):
    """A thin line between two groups of a tool bar."""

    __slots__ = ()

    def width(self, theme: Theme) -> int:
        """Returns the width that the line takes."""
        return 9

    def height(self, theme: Theme, w: int) -> int:
        """Returns the line's height."""
        return _SIDE

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the line."""
        scene.fill(x + 4, y + 5, 1, h - 10, scene.theme.outline)


def absent_button(icon: str, name: str) -> ToolButton:
    """Returns a button that the real program has for what this one lacks: it is shown, and can't be clicked."""
    return ToolButton(icon, "", ("nothing",), enabled=False, text=name)


def tool_bar(children: Sequence[Widget[MessageT]], gap: int = 2) -> Row[MessageT]:
    """Returns a row of tool buttons and other small widgets, with some pixels between them."""
    return Row(children, gap=gap, pad=(6, 3), background="bar")


class Tab(NamedTuple, Generic[Message_co]):
    """A tab.

    Attributes:
        title: Its title.
        message: Sent by a click.
        close: Sent by its close button; None for a tab without one.
        icon: Its icon.
        menu: Sent by a right click.
        double: Sent by a double click.
        enabled: Whether it can be chosen.
    """

    title: str
    message: Message_co | ToolkitMessage
    close: Message_co | None = None
    icon: str = ""
    menu: Message_co | None = None
    double: Message_co | None = None
    enabled: bool = True


class TabBar(Widget[Message_co]):
    """Tabs beside one another, as wide as there is room for, and perhaps a button that adds one.

    Args:
        tabs: The tabs.
        current: The number of the one in front.
        add: Sent by the button behind the last tab; None for no button.
        add_name: The button's description.
        close_named: Whether the tabs' close buttons have names; many programs of GTK don't name theirs.
        max_width: The greatest width of a tab, in pixels.
        flex: Share of the space left over.
    """

    __slots__ = ("add", "add_name", "close_named", "current", "max_width", "tabs")

    def __init__(
        self,
        tabs: Sequence[Tab[Message_co]],
        current: int,
        add: Message_co | None = None,
        add_name: str = "New Tab",
        max_width: int = 220,
        flex: int = 0,
        close_named: bool = True,
    ) -> None:
        self.flex, self.close_named = flex, close_named
        self.tabs, self.current, self.add, self.add_name, self.max_width = tabs, current, add, add_name, max_width

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return theme.button

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the tabs."""
        theme = scene.theme
        scene.fill(x, y, w, h, theme.bar)
        room = w - 8 - (_SIDE if self.add is not None else 0)
        width = max(40, min(self.max_width, room // max(1, len(self.tabs))))
        left = x + 4
        for i, tab in enumerate(self.tabs):
            if left + width > x + w:
                break
            self._tab(scene, tab, (left, y + 2, width - 2, h - 2), i == self.current, self.close_named)
            left += width
        if self.add is not None:
            scene.icon(left + 7, y + (h - 16) // 2, 16, "add", theme.text)
            scene.node(left, y, _SIDE, h, "button", "", self.add_name, message=self.add)

    @staticmethod
    def _tab(
        scene: Scene[MessageT], tab: Tab[MessageT], box: tuple[int, int, int, int], front: bool, named: bool
    ) -> None:
        theme, (x, y, w, h) = scene.theme, box
        if front:
            scene.round(x, y, w, h, theme.background, 7)
            scene.fill(x, y + h - 8, w, 8, theme.background)  # its lower corners are square
        lead = 30 if tab.icon else 10
        if tab.icon:
            scene.icon(x + 9, y + (h - 14) // 2, 14, tab.icon, theme.muted)
        ink = theme.text if front else theme.muted if tab.enabled else theme.faint
        room = w - lead - (28 if tab.close is not None else 8)
        scene.text(x + lead, y, room, h, metrics.ellipsize(tab.title, "regular", theme.font, room), ink, theme.font)
        scene.node(
            x, y, w, h, "tab", tab.title, message=tab.message, long_message=tab.menu, double_message=tab.double,
            flags=(SELECTED if front else 0) | (0 if tab.enabled else DISABLED),
        )  # fmt: skip
        if tab.close is not None and w > 60:
            scene.icon(x + w - 21, y + (h - 12) // 2, 12, "close", ink)
            scene.node(
                x + w - 27,
                y + (h - 24) // 2,
                24,
                24,
                "button",
                "",
                f"Close {tab.title}" if named else "",
                message=tab.close,
            )


def status_bar(left: Sequence[str], right: Sequence[str] = ()) -> Row:
    """Returns a bar with texts at its ends, such as the number of words and the zoom."""
    texts: list[Widget] = [Label(text, "small", "muted") for text in left[:-1]]
    texts.append(Label(left[-1] if left else "", "small", "muted", flex=1))
    texts += [Label(text, "small", "muted") for text in right]
    return Row(texts, gap=18, pad=(10, 4), background="bar")


class ChoiceBox(Widget[Message_co]):
    """A value with an arrow beside it; its message opens a list of values, such as a menu's.

    Args:
        value: The value.
        description: The meaning of the value.
        message: Sent by a click, with the place for the list as its last parts: its left and top edge in pixels.
        w: Its width in pixels.
    """

    __slots__ = ("description", "message", "value", "w")

    def __init__(self, value: str, description: str, message: Message_co, w: int = 120) -> None:
        self.flex = 0
        self.value, self.description, self.message, self.w = value, description, message, w

    def width(self, theme: Theme) -> int:
        """Returns the box's width."""
        return self.w

    def height(self, theme: Theme, w: int) -> int:
        """Returns the box's height."""
        return _SIDE

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the box."""
        theme = scene.theme
        scene.round(x, y, w, h, theme.surface, 6)
        scene.frame(x, y, w, h, theme.outline, 6)
        shown = metrics.ellipsize(theme.say(self.value), "regular", theme.font, w - 34)
        scene.text(x + 10, y, w - 34, h, shown, theme.text, theme.font)
        scene.icon(x + w - 20, y + (h - 12) // 2, 12, "chevron_down", theme.muted)
        message = cast(Message_co, (*self.message[:-2], x, y + h))
        scene.node(x, y, w, h, "list", self.value, self.description, message=message)


def fitting_groups(width: int, groups: Sequence[Sequence[Widget[MessageT]]], gap: int = 2) -> list[Widget[MessageT]]:
    """Returns the buttons of as many groups as fit into a tool bar, with lines between them.

    Args:
        width: The tool bar's width.
        groups: The groups of buttons and choice boxes.
        gap: Pixels between them.
    """
    found: list[Widget[MessageT]] = []
    used = 12
    for group in groups:
        needs = 9 + gap + sum([(each.w if isinstance(each, ChoiceBox) else _SIDE) + gap for each in group])
        if used + needs > width:
            break
        if found:
            found.append(ToolSpace())
        found += group
        used += needs
    return found
