"""Widgets of modern applications: a switch between an application's views, and numbers to turn up and down.

* `Switcher` - the views beside one another, of which one is shown. `header` - a header bar with it in the middle.
* `Spin` - a number in a field between two buttons; `spun` - the number that a button makes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Literal, NamedTuple, TypeAlias

from crab_sim.draw import text as metrics
from crab_sim.ui import Column, Field, IconButton, Message_co, MessageT, Row, Scene, Space, Theme, Widget
from crab_sim.ui.node import CHECKABLE, CHECKED, SELECTED

__all__ = ["Choice", "Spin", "SpinMessage", "Switcher", "header", "spun"]


class Choice(NamedTuple, Generic[Message_co]):
    """A view to switch to: its name, its icon (``""`` for none), and the message that a click sends."""

    text: str
    icon: str
    message: Message_co


class Switcher(Widget[Message_co]):
    """Views beside one another, of which one is shown.

    Args:
        choices: The views.
        current: Number of the one that is shown.
        flex: Share of the space left over.
        role: The role of each of them, as the real program has it.
    """

    __slots__ = ("choices", "current", "role")

    def __init__(
        self, choices: Sequence[Choice[Message_co]], current: int, flex: int = 0, role: Literal["tab", "radio"] = "tab"
    ) -> None:
        self.flex, self.choices, self.current, self.role = flex, choices, current, role

    def _widths(self, theme: Theme) -> list[int]:
        return [
            metrics.width(theme.say(choice.text), "bold", theme.font - 1) + (38 if choice.icon else 20)
            for choice in self.choices
        ]

    def width(self, theme: Theme) -> int:
        """Returns the width of all views' names."""
        return sum(self._widths(theme)) + 4 * (len(self.choices) - 1)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a name."""
        return theme.button

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the names, the one of the shown view on a ground of its own."""
        theme, widths = scene.theme, self._widths(scene.theme)
        top, high = y + (h - theme.button) // 2, theme.button
        left = x
        for i, (choice, width) in enumerate(zip(self.choices, widths, strict=True)):
            front = i == self.current
            if front:
                scene.round(left, top + 1, width, high - 2, theme.tonal, 6)
            ink = theme.on_tonal if front else theme.text
            lead = 28 if choice.icon else 10
            if choice.icon:
                scene.icon(left + 8, top + (high - 16) // 2, 16, choice.icon, ink)
            scene.text(left + lead, top, width - lead, high, theme.say(choice.text), ink, theme.font - 1, "bold")
            flags = SELECTED if front else 0
            if self.role == "radio":
                flags = CHECKABLE | (CHECKED if front else 0)
            scene.node(left, top, width, high, self.role, choice.text, message=choice.message, flags=flags)
            left += width + 4


def header(
    left: Sequence[Widget[MessageT]], middle: Widget[MessageT], right: Sequence[Widget[MessageT]], side: int = 80
) -> Row[MessageT]:
    """Returns a header bar: buttons at its ends, and a widget in its middle.

    Args:
        left: The buttons at the left end.
        middle: The widget between the ends, such as the title.
        right: The buttons at the right end.
        side: Width of each end in pixels, the same for both, so that the middle stays in the middle.
    """
    return Row(
        [_Side(left, side), Space(flex=1), middle, Space(flex=1), _Side([Space(flex=1), *right], side)],
        pad=(8, 5), background="bar",
    )  # fmt: skip


class _Side(Row[Message_co]):
    """The buttons at one end of a header bar."""

    __slots__ = ("side",)

    def __init__(self, children: Sequence[Widget[Message_co]], side: int) -> None:
        super().__init__(children, gap=6)
        self.side = side

    def width(self, theme: Theme) -> int:
        """Returns the width of the end, the same for both ends, so that the middle stays in the middle."""
        return self.side


SpinMessage: TypeAlias = tuple[Literal["spin"], str, int]
"""Sent by a `Spin`: its field's key, and 1 or -1."""


class Spin(Widget[SpinMessage]):
    """A number of a few digits in a field, with a button that counts up and one that counts down.

    Args:
        key: The field's key; the buttons send ``("spin", key, 1)`` and ``("spin", key, -1)``.
        name: The number's meaning.
        w: Its width in pixels.
        beside: Whether the buttons are beside the field; otherwise one is above it and one below.
    """

    __slots__ = ("child", "w")

    def __init__(self, key: str, name: str, w: int = 64, beside: bool = False) -> None:
        self.flex, self.w = 0, w
        more: Widget[SpinMessage] = IconButton("add", f"Increase {name}", ("spin", key, 1), tone="text")
        less: Widget[SpinMessage] = IconButton("remove", f"Decrease {name}", ("spin", key, -1), tone="text")
        self.child: Widget[SpinMessage] = (
            Row([Field(key, name, flex=1), less, more], gap=4) if beside else Column([more, Field(key, name), less])
        )

    def width(self, theme: Theme) -> int:
        """Returns the fixed width."""
        return self.w

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the field and its buttons."""
        return self.child.height(theme, w)

    def place(self, scene: Scene[SpinMessage], x: int, y: int, w: int, h: int) -> None:
        """Places the field and its buttons."""
        self.child.place(scene, x, y, w, h)


def spun(text: str, step: int, count: int, least: int = 0) -> str:
    """Returns the number after some steps from the one in a text, going round at the ends.

    Args:
        text: The number before; anything else counts as the least one.
        step: The steps.
        count: The number of numbers.
        least: The least one.

    >>> spun("59", 1, 60), spun("00", -1, 24), spun("12", 1, 12, 1), spun("?", 1, 60)
    ('00', '23', '01', '01')
    """
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else least
    return f"{(number - least + step) % count + least:02}"
