"""The grids of Calendar: a month with the events of each day, a week with its hours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.desktop.apps.calendar.data import EventRow, Rows, by_day, last_day
from crab_sim.desktop.apps.calendar.messages import Message
from crab_sim.draw import text as metrics
from crab_sim.engines.days import DAY, WEEKDAYS, civil, full_day, month_of
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.theme import Color

__all__ = ["HOUR", "Moments", "Month", "WeekHead", "WeekHours", "shown_clock", "when_text"]

HOUR: Final = 44
"""Height of an hour of the week, in pixels."""
_GUTTER: Final = 56
_INK: Final[Color] = (255, 255, 255)
_EVENT: Final[Color] = (28, 103, 196)
_WHOLE_DAY: Final[Color] = (38, 128, 60)


class Moments(NamedTuple):
    """The way in which a view shows times.

    Attributes:
        today: The present day, since 1970.
        full: Whether times are shown in 24 hours rather than in 12.
    """

    today: int
    full: bool


def shown_clock(seconds: int, full: bool) -> str:
    """Returns a time of day, from seconds since any midnight.

    >>> shown_clock(50_700, True), shown_clock(50_700, False)
    ('14:05', '2:05 PM')
    """
    hours, minutes = divmod(seconds // 60 % 1440, 60)
    return f"{hours:02}:{minutes:02}" if full else f"{(hours - 1) % 12 + 1}:{minutes:02} {'AP'[hours >= 12]}M"


def when_text(row: EventRow, full: bool) -> str:
    """Returns the days and times of an event in words.

    >>> when_text(EventRow(1, "", 1_791_986_400, 1_791_990_000), True)
    'Wednesday, 14 October 2026, 14:00 – 15:00'
    """
    first, last = row.start // DAY, last_day(row)
    if row.all_day:
        return full_day(first) if first == last else f"{full_day(first)} – {full_day(last)}"
    begin, end = shown_clock(row.start, full), shown_clock(row.end, full)
    if first == last:
        return f"{full_day(first)}, {begin} – {end}"
    return f"{full_day(first)}, {begin} – {full_day(row.end // DAY)}, {end}"


def _chip(scene: Scene[Message], row: EventRow, box: tuple[int, int, int, int], full: bool, time: bool) -> None:
    """Draws an event on a ground of its own."""
    x, y, w, h = box
    theme = scene.theme
    scene.round(x, y, w, h, _WHOLE_DAY if row.all_day else _EVENT, 4)
    text = row.title or "Unnamed event"
    if scene.drawn:
        line = metrics.line_height("regular", theme.small)
        shown = f"{shown_clock(row.start, full)} {text}" if time and not row.all_day else text
        shown = metrics.ellipsize(shown, "regular", theme.small, w - 8)
        scene.text(x + 4, y, w - 8, min(h, line + 6), shown, _INK, theme.small)
    scene.node(x, y, w, h, "button", text, when_text(row, full), message=("peek", row.id))


class Month(Widget[Message]):
    """A month: six weeks of days, each with its events.

    Args:
        rows: The events.
        month: The month, counted as ``12 * year + month - 1``.
        first: The first day of the grid, a Monday.
        moments: How times are shown.
    """

    __slots__ = ("first", "moments", "month", "rows")

    def __init__(self, rows: Rows, month: int, first: int, moments: Moments) -> None:
        self.flex, self.rows, self.month, self.first, self.moments = 1, rows, month, first, moments

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the days; one with more events than there is room for has the number of the others."""
        theme = scene.theme
        head = theme.small + 12
        weeks = 6 if month_of(self.first + 35) == self.month else 5
        if month_of(self.first + 28) != self.month:
            weeks = 4
        edges = [x + w * i // 7 for i in range(8)]
        tops = [y + head + (h - head) * i // weeks for i in range(weeks + 1)]
        days = by_day(self.rows, self.first, 7 * weeks)
        for i in range(7):
            name = WEEKDAYS[i][:3] if w < 7 * 96 else WEEKDAYS[i]
            scene.text(edges[i] + 8, y, edges[i + 1] - edges[i] - 8, head, name, theme.muted, theme.small, "bold")
        for i, events in enumerate(days):
            week, column = divmod(i, 7)
            left, right, top, bottom = edges[column], edges[column + 1], tops[week], tops[week + 1]
            scene.frame(left, top, right - left + 1, bottom - top + 1, theme.outline)
            self._day(scene, self.first + i, events, (left, top, right - left, bottom - top))

    def _day(self, scene: Scene[Message], day: int, events: Sequence[EventRow], box: tuple[int, int, int, int]) -> None:
        theme, (x, y, w, h) = scene.theme, box
        _, _, number = civil(day)
        inside = month_of(day) == self.month
        scene.node(x, y, w, h, "cell", str(number), full_day(day), message=("new_on", day))
        size = theme.small + 12
        ink = theme.text if inside else theme.faint
        if day == self.moments.today:
            scene.round(x + 4, y + 3, size, size, theme.accent, size // 2)
            ink = theme.on_accent
        scene.text(x + 4, y + 3, size, size, str(number), ink, theme.small, "bold", "center")
        line = metrics.line_height("regular", theme.small) + 4
        top, room = y + size + 6, (h - size - 8) // (line + 2)
        shown = events if len(events) <= room else events[: max(0, room - 1)]
        for row in shown:
            _chip(scene, row, (x + 3, top, w - 6, line), self.moments.full, w > 130)
            top += line + 2
        if len(shown) < len(events):
            text = f"{len(events) - len(shown)} more" if shown else f"{len(events)} events"
            scene.text(x + 8, top, w - 10, line, text, theme.accent, theme.small)
            scene.node(x + 3, top, w - 6, line, "button", text, full_day(day), message=("show_day", day))


class WeekHead(Widget[Message]):
    """The days of a week, with the events that take whole days.

    Args:
        rows: The events.
        first: The week's Monday.
        moments: How times are shown.
    """

    __slots__ = ("first", "moments", "rows")

    def __init__(self, rows: Rows, first: int, moments: Moments) -> None:
        self.flex, self.rows, self.first, self.moments = 0, rows, first, moments

    def _whole(self) -> list[list[EventRow]]:
        return [[row for row in rows if row.all_day] for rows in by_day(self.rows, self.first, 7)]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the days' names and of up to four events below one of them."""
        most = min(4, max([len(rows) for rows in self._whole()]))
        return theme.font + 22 + most * (metrics.line_height("regular", theme.small) + 6) + (4 if most else 0)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the names and the events."""
        theme = scene.theme
        line = metrics.line_height("regular", theme.small) + 4
        for i, events in enumerate(self._whole()):
            day = self.first + i
            left = x + _GUTTER + (w - _GUTTER) * i // 7
            width = x + _GUTTER + (w - _GUTTER) * (i + 1) // 7 - left
            _, _, number = civil(day)
            today = day == self.moments.today
            text = f"{WEEKDAYS[i][:3]} {number}"
            ink = theme.accent if today else theme.text
            scene.text(left + 4, y, width - 4, theme.font + 18, text, ink, theme.font, "bold" if today else "regular")
            scene.node(left, y, width, theme.font + 18, "cell", text, full_day(day), message=("new_on", day))
            top = y + theme.font + 20
            for row in events[:4]:
                _chip(scene, row, (left + 2, top, width - 4, line), self.moments.full, False)
                top += line + 2


class WeekHours(Widget[Message]):
    """The hours of a week, with the events in them.

    Args:
        rows: The events.
        first: The week's Monday.
        moments: How times are shown.
        now: The present time, in seconds since 1970.
    """

    __slots__ = ("first", "moments", "now", "rows")

    def __init__(self, rows: Rows, first: int, moments: Moments, now: float) -> None:
        self.flex, self.rows, self.first, self.moments, self.now = 0, rows, first, moments, now

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a day."""
        return 24 * HOUR

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the hours, the events, and a line at the present time."""
        theme = scene.theme
        edges = [x + _GUTTER + (w - _GUTTER) * i // 7 for i in range(8)]
        for hour in range(24):
            top = y + hour * HOUR
            scene.fill(x + _GUTTER, top, w - _GUTTER, 1, theme.outline)
            text = shown_clock(hour * 3600, self.moments.full).replace(":00 ", " ")
            scene.text(x, top, _GUTTER - 8, theme.small + 6, text, theme.muted, theme.small, align="right")
            for i in range(7):
                name = f"{full_day(self.first + i)}, {shown_clock(hour * 3600, self.moments.full)}"
                message: Message = ("new_at", (self.first + i) * DAY + hour * 3600)
                scene.node(edges[i], top, edges[i + 1] - edges[i], HOUR, "cell", "", name, message=message)
        for i in range(1, 7):
            scene.fill(edges[i], y, 1, 24 * HOUR, theme.outline)
        for i, events in enumerate(by_day(self.rows, self.first, 7)):
            self._day(scene, self.first + i, [row for row in events if not row.all_day], edges[i], edges[i + 1], y)
        today = self.moments.today - self.first
        if 0 <= today < 7:
            at = y + int(self.now % DAY) * HOUR // 3600
            scene.fill(edges[today], at, edges[today + 1] - edges[today], 2, theme.danger)

    def _day(self, scene: Scene[Message], day: int, events: Sequence[EventRow], left: int, right: int, y: int) -> None:
        """Draws the events of a day, those that overlap beside one another."""
        lanes: list[int] = []  # the time at which each lane is free again
        placed: list[tuple[EventRow, int, int]] = []
        group = 0  # the first of the events that hang together
        for row in events:
            if lanes and row.start >= max(lanes):
                lanes, group = [], len(placed)
            free = [i for i, end in enumerate(lanes) if end <= row.start]
            lane = free[0] if free else len(lanes)
            end = max(row.end, row.start + 1800)
            lanes = [*lanes, end] if lane == len(lanes) else [*lanes[:lane], end, *lanes[lane + 1 :]]
            placed.append((row, lane, 0))
            placed[group:] = [(one, of, len(lanes)) for one, of, _ in placed[group:]]
        for row, lane, count in placed:
            begin, end = max(row.start, day * DAY), min(max(row.end, row.start + 1800), (day + 1) * DAY)
            top, bottom = y + (begin - day * DAY) * HOUR // 3600, y + (end - day * DAY) * HOUR // 3600
            x0, x1 = left + (right - left) * lane // count, left + (right - left) * (lane + 1) // count
            _chip(scene, row, (x0 + 2, top + 1, x1 - x0 - 3, bottom - top - 1), self.moments.full, False)
