"""Widgets of the Calendar's pages: an event in a list, the hours of a day, and the list's container."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from crab_sim.engines.days import DAY, WEEKDAYS, civil, weekday
from crab_sim.phone import metrics
from crab_sim.phone.apps.calendar.data import Occurrence, describe, event_color, span
from crab_sim.phone.apps.calendar.messages import Message
from crab_sim.phone.times import clock
from crab_sim.ui import Box, Icon, Label, Row, Scene, Theme, Widget
from crab_sim.ui.theme import WHITE, Color

__all__ = ["HOUR", "MAX_ROWS", "Container", "EventTile", "Square", "Timeline", "choice", "icon_row"]

HOUR = 52
"""Height of an hour of the timeline in pixels."""
MAX_ROWS = 60
"""Rows of a list."""
_ID = "com.google.android.calendar:id/"
_MIN_MINUTES = 30  # an event's least height on the timeline, so that it can be read and tapped


class EventTile(Widget[Message]):
    """An event in a list: a bar in its colour, title, time and place, perhaps beside the day's number.

    Args:
        one: The occurrence.
        day: The day.
        full: Whether times are shown in 24 hours.
        date: None for no date column, else whether this row shows the date (the day's first event).
        today: Today, whose number is drawn on a disc.
    """

    __slots__ = ("date", "day", "full", "one", "today")

    def __init__(self, one: Occurrence, day: int, full: bool, date: bool | None = None, today: int = 0) -> None:
        self.flex, self.one, self.day, self.full, self.date, self.today = 0, one, day, full, date, today

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a row with two lines."""
        return 60 + (8 if self.date else 0)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, one = scene.theme, self.one
        if self.date is not None:
            if self.date:
                self._place_date(scene, x, y + 8)
            x, w = x + 56, w - 56
        y, h = y + h - 58, 56
        scene.round(x, y, w, h, theme.surface, 12)
        scene.round(x + 8, y + 10, 4, h - 20, event_color(one.row), 2)
        title = one.row.title or theme.say("(No title)")
        shown = metrics.ellipsize(title, "bold", theme.font, w - 36)
        scene.text(x + 22, y + 8, w - 36, 21, shown, theme.text, theme.font, "bold")
        line = theme.say(span(one, self.full)) + (f", {one.row.location}" if one.row.location else "")
        shown = metrics.ellipsize(line, "regular", theme.small, w - 36)
        scene.text(x + 22, y + 30, w - 36, 18, shown, theme.muted, theme.small)
        ident = (one.row.id, one.start)
        scene.node(
            x, y, w, h, "list_item", title, describe(one, self.day, self.full), _ID + "event_item",
            ("show", *ident), ("hold", *ident), verbatim="text",
        )  # fmt: skip

    def _place_date(self, scene: Scene[Message], x: int, y: int) -> None:
        theme, today = scene.theme, self.day == self.today
        ink = theme.accent if today else theme.muted
        scene.text(x, y, 48, 16, theme.say(WEEKDAYS[weekday(self.day)][:3]), ink, 12, "bold", "center")
        if today:
            scene.round(x + 8, y + 18, 32, 32, theme.accent, 16)
        ink = theme.on_accent if today else theme.text
        scene.text(x, y + 18, 48, 32, str(civil(self.day)[2]), ink, 18, align="center")


class Container(Widget[Message]):
    """A list inside the container node that clients look for."""

    __slots__ = ("child",)

    def __init__(self, child: Widget[Message]) -> None:
        self.flex, self.child = 1, child

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the list, after the container's node."""
        scene.node(x, y, w, h, "other", rid=_ID + "alternate_timeline_fragment_container")
        self.child.place(scene, x, y, w, h)


class _Block(NamedTuple):
    """An event's place on the timeline: its first and last minute, its column, and the columns of its group."""

    occurrence: Occurrence
    low: int
    high: int
    column: int
    columns: int = 0


@lru_cache(maxsize=64)
def _blocks(day: int, occurrences: tuple[Occurrence, ...]) -> tuple[_Block, ...]:
    """Returns the places of a day's events.

    Events that overlap, directly or through others, are a group; each takes the first column that is free.
    """
    placed: list[_Block] = []
    group: list[_Block] = []
    ends: list[int] = []

    def close() -> None:
        placed.extend([block._replace(columns=len(ends)) for block in group])
        group.clear()
        ends.clear()

    for one in occurrences:
        low = min(1440 - _MIN_MINUTES, max(0, (one.start - day * DAY) // 60))
        high = max(low + _MIN_MINUTES, min(1440, -(-(one.end - day * DAY) // 60)))
        if ends and low >= max(ends):
            close()
        column = next((i for i, end in enumerate(ends) if end <= low), len(ends))
        ends[column : column + 1] = [high]
        group.append(_Block(one, low, high, column))
    close()
    return tuple(placed)


class Timeline(Widget[Message]):
    """The hours of a day with its events; a tap on a free place sends ``("slot", top)``, `top` being midnight's y."""

    __slots__ = ("day", "full", "now", "occurrences")

    def __init__(self, day: int, occurrences: Sequence[Occurrence], full: bool, now: int) -> None:
        self.flex, self.day, self.occurrences, self.full, self.now = 0, day, tuple(occurrences), full, now

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of 24 hours."""
        return 24 * HOUR + 16

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the hours, the events over them, and a line at the current time."""
        theme, left, top = scene.theme, x + 62, y + 8
        scene.node(x, top, w, 24 * HOUR, "other", description="Timeline", message=("slot", top))
        for hour in range(24):
            scene.text(x, top + hour * HOUR - 8, 54, 16, clock(hour * 3600, self.full), theme.muted, 11, align="right")
            scene.fill(left, top + hour * HOUR, x + w - left, 1, theme.outline)
        room = w - 62 - 10
        for one, low, high, column, columns in _blocks(self.day, self.occurrences):
            at = left + 2 + room * column // columns
            self._block(scene, one, at, top + low * HOUR // 60, room // columns - 3, (high - low) * HOUR // 60)
        minute = self.now // 60 - self.day * 1440
        if 0 <= minute < 1440:
            at = top + minute * HOUR // 60
            scene.round(left - 5, at - 4, 9, 9, theme.danger, 4)
            scene.fill(left, at, x + w - left, 2, theme.danger)

    def _block(self, scene: Scene[Message], one: Occurrence, x: int, y: int, w: int, h: int) -> None:
        size = 13 if h >= 34 else 12
        title = one.row.title or scene.theme.say("(No title)")
        scene.round(x, y + 1, w, h - 2, event_color(one.row), 7)
        line = min(h - 2, 20)
        shown = metrics.ellipsize(title, "bold", size, w - 12)
        scene.text(x + 7, y + 1 + (2 if h >= 34 else 0), w - 10, line, shown, WHITE, size, "bold")
        if h >= 40:
            shown = metrics.ellipsize(scene.theme.say(span(one, self.full)), "regular", 12, w - 12)
            scene.text(x + 7, y + 21, w - 10, 17, shown, WHITE, 12)
        ident = (one.row.id, one.start)
        scene.node(
            x, y, w, h, "list_item", title, describe(one, self.day, self.full), _ID + "event_item",
            ("show", *ident), ("hold", *ident), verbatim="text",
        )  # fmt: skip


class _Middle(Widget[Message]):
    """A widget in the middle of its row's height."""

    __slots__ = ("child",)

    def __init__(self, child: Widget[Message]) -> None:
        self.flex, self.child = 1, child

    def height(self, theme: Theme, w: int) -> int:
        """Returns the child's height."""
        return self.child.height(theme, w)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the child."""
        height = self.child.height(scene.theme, w)
        self.child.place(scene, x, y + (h - height) // 2, w, height)


class Square(Widget[Message]):
    """A small square in an event's colour, level with the first line of its title."""

    __slots__ = ("color",)

    def __init__(self, color: Color) -> None:
        self.flex, self.color = 0, color

    def width(self, theme: Theme) -> int:
        """Returns the square's side."""
        return 22

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the square."""
        scene.round(x + 1, y + 7, 20, 20, self.color, 5)


def icon_row(icon: str, child: Widget[Message]) -> Row[Message]:
    """Returns a row of an event's page or editor: an icon and a widget."""
    return Row([Icon(icon, "muted", 22), _Middle(child)], gap=16, pad=(20, 6), height=48)


def choice(text: str, message: Message, description: str, rid: str) -> Box[Message]:
    """Returns a text that opens a choice when it is tapped.

    Args:
        text: The current choice.
        message: Sent by a tap.
        description: The name of the choice.
        rid: Resource id.
    """
    return Box(Label(text, role=""), "", (0, 12), 8, (0, 0, 0, 0), message, None, text, description, rid, "button")
