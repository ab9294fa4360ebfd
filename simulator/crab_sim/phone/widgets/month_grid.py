"""The grid of a month's days, for calendars and the date picker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from crab_sim.engines.days import WEEKDAYS, civil, day_name, day_of, month_length, weekday
from crab_sim.ui import Message_co, Scene, Theme, Widget
from crab_sim.ui.node import SELECTED
from crab_sim.ui.theme import Color

__all__ = ["MonthGrid"]


class MonthGrid(Widget[Message_co]):
    """The days of a month in rows of weeks; a tap on one sends a message with the day.

    Args:
        month: Counted as ``12 * year + month - 1``.
        chosen: The day on the accent's disc.
        today: The day written in the accent's colour.
        message: Returns what a tap on a day sends.
        marks: Colours of up to three dots below a day.
        notes: Ends of days' descriptions, such as ``"2 events"``.
        cell: Height of a row; less where there is less room.
        around: Whether the weeks are filled up with days of the months before and after.
        flex: Share of the space left over.
    """

    __slots__ = ("around", "cell", "chosen", "marks", "message", "month", "notes", "today")

    def __init__(
        self,
        month: int,
        chosen: int,
        today: int,
        message: Callable[[int], Message_co],
        marks: Mapping[int, Sequence[Color]] = {},
        notes: Mapping[int, str] = {},
        cell: int = 38,
        around: bool = False,
        flex: int = 0,
    ) -> None:
        self.month, self.chosen, self.today, self.message = month, chosen, today, message
        self.marks, self.notes, self.cell, self.around, self.flex = marks, notes, cell, around, flex

    def width(self, theme: Theme) -> int:
        """Returns the smallest usable width."""
        return 7 * 28

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the weekdays' letters and six weeks."""
        return 24 + 6 * self.cell

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the grid; each day is a button of its own."""
        theme, cell, across = scene.theme, min(self.cell, max(1, (h - 24) // 6)), w // 7
        x += (w - 7 * across) // 2
        for i, name in enumerate(WEEKDAYS):
            scene.text(x + i * across, y, across, 24, theme.say(name)[0].upper(), theme.muted, 12, "bold", "center")
        first = day_of(self.month // 12, self.month % 12 + 1, 1)
        last, start = first + month_length(self.month) - 1, first - weekday(first)
        disc = min(36, cell - (9 if self.marks else 2), across - 2)
        for day in range(start, start + 42):
            inside = first <= day <= last
            if inside or self.around:
                week, column = divmod(day - start, 7)
                self._place_day(scene, day, inside, x + column * across, y + 24 + week * cell, across, cell, disc)

    def _place_day(
        self, scene: Scene[Message_co], day: int, inside: bool, left: int, top: int, across: int, cell: int, disc: int
    ) -> None:
        theme, chosen, today = scene.theme, day == self.chosen, day == self.today
        marks = self.marks.get(day, ())
        middle = top + (cell - disc - (7 if self.marks else 0)) // 2
        corner = left + (across - disc) // 2
        if chosen:
            scene.round(corner, middle, disc, disc, theme.accent, disc // 2)
        elif today:
            scene.frame(corner, middle, disc, disc, theme.accent, disc // 2)
        ink = theme.on_accent if chosen else theme.accent if today else theme.text if inside else theme.faint
        number = str(civil(day)[2])
        scene.text(left, middle, across, disc, number, ink, 14, "bold" if chosen or today else "regular", "center")
        at = left + (across - 7 * len(marks[:3]) + 2) // 2
        for color in marks[:3]:
            scene.round(at, top + cell - 7, 5, 5, color, 2)
            at += 7
        note = self.notes.get(day, "")
        description = day_name(day) + (", today" if today else "") + (f", {note}" if note else "")
        flags = SELECTED if chosen else 0
        scene.node(left, top, across, cell, "button", number, description, "", self.message(day), flags=flags)
