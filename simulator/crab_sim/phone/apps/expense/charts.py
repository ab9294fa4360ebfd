"""Charts of the Expenses app's summary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_sim.engines.days import MONTHS, month_name
from crab_sim.phone import metrics
from crab_sim.phone.apps.expense.data import (
    money,
)
from crab_sim.phone.apps.expense.messages import Message
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.theme import Color

__all__ = ["Bar", "BarChart", "ShareBar"]

_ID = "com.arduia.expense:id/"


class Bar(NamedTuple):
    """A bar of the chart: a month, its spending in cents, and whether it is the one that is shown."""

    month: int
    amount: int
    chosen: bool


class BarChart(Widget[Message]):
    """A chart of the spending in some months; a tap on a bar chooses its month."""

    __slots__ = ("bars",)

    def __init__(self, bars: Sequence[Bar]) -> None:
        self.flex, self.bars = 0, bars

    def height(self, theme: Theme, w: int) -> int:
        """Returns the chart's height."""
        return 170

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bars, each with its month below and its amount above."""
        theme, count = scene.theme, len(self.bars)
        highest = max([bar.amount for bar in self.bars], default=0) or 1
        floor = y + h - 24
        scene.fill(x, floor, w, 1, theme.outline)
        for i, (month, amount, chosen) in enumerate(self.bars):
            left, right = x + w * i // count, x + w * (i + 1) // count
            height = (h - 60) * amount // highest
            width = min(36, right - left - 10)
            at = left + (right - left - width) // 2
            if height:
                scene.round(at, floor - height, width, height, theme.accent if chosen else theme.tonal, min(4, height))
            label = MONTHS[month % 12][:3]
            scene.text(left, floor + 4, right - left, 20, label, theme.text if chosen else theme.muted, 12,
                       "bold" if chosen else "regular", "center")  # fmt: skip
            short = f"${amount // 100:,}" if amount else ""
            short = metrics.ellipsize(short, "regular", 11, right - left)
            scene.text(left, floor - height - 20, right - left, 18, short, theme.muted, 11, "regular", "center")
            words = f"{month_name(month)}: {money(amount)} spent"
            scene.node(left, y, right - left, h, "button", label, words, _ID + "bar", ("show_month", month))


class ShareBar(Widget[Message]):
    """A thin bar that shows a part of a whole."""

    __slots__ = ("color", "part")

    def __init__(self, part: float, color: Color) -> None:
        self.flex, self.part, self.color = 0, part, color

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height and the space below it."""
        return 14

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bar on its ground."""
        scene.round(x, y, w, 6, scene.theme.surface, 3)
        scene.round(x, y, max(6, round(w * self.part)), 6, self.color, 3)
