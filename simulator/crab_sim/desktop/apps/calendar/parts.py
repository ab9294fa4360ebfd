"""Parts beside Calendar's grids.

* `sidebar` - a small month to choose a day from, and the events from the shown day on.
* `Beside`, `has_room` - its place.
* `ItemRow` - a row of the dialog of an event; `created` - the event of the small one.
* `heading` - the text above the grids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.desktop.apps.calendar.data import EventRow, Rows, last_day, upcoming
from crab_sim.desktop.apps.calendar.grids import Moments, shown_clock
from crab_sim.desktop.apps.calendar.messages import Message, Span
from crab_sim.engines.days import (
    DAY,
    MONTHS,
    WEEKDAYS,
    civil,
    day_of,
    full_day,
    month_name,
    month_of,
    short_day,
    weekday,
)
from crab_sim.ui import (
    Button,
    Column,
    Divider,
    IconButton,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Widget,
    Window,
)
from crab_sim.ui.node import SELECTED

__all__ = ["Beside", "ItemRow", "created", "has_room", "heading", "sidebar"]

_WIDTH: Final = 238
_LINE: Final = 26
_LEAST: Final = 900
"""Width of a window with room for the sidebar, in pixels."""


class _SmallMonth(Widget[Message]):
    """Six weeks of days, one of which is shown.

    Args:
        day: The shown day, since 1970.
        today: The present day.
    """

    __slots__ = ("day", "today")

    def __init__(self, day: int, today: int) -> None:
        self.flex, self.day, self.today = 0, day, today

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the weekdays' letters and six weeks."""
        return 7 * _LINE

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the days; a click shows one."""
        theme, month = scene.theme, month_of(self.day)
        first = day_of(month // 12, month % 12 + 1, 1)
        first -= weekday(first)
        size = theme.small + 10
        edges = [x + w * i // 7 for i in range(8)]
        for i in range(7):
            scene.text(
                edges[i], y, edges[i + 1] - edges[i], _LINE, WEEKDAYS[i][0], theme.muted, theme.small, align="center"
            )
        for i in range(42):
            week, column = divmod(i, 7)
            day, left, top = first + i, edges[column], y + (week + 1) * _LINE
            width = edges[column + 1] - left
            _, _, number = civil(day)
            ink = theme.text if month_of(day) == month else theme.faint
            if day in (self.day, self.today):
                ground = theme.accent if day == self.today else theme.tonal
                ink = theme.on_accent if day == self.today else theme.on_tonal
                scene.round(left + (width - size) // 2, top + (_LINE - size) // 2, size, size, ground, size // 2)
            scene.text(left, top, width, _LINE, str(number), ink, theme.small, align="center")
            flags = SELECTED if day == self.day else 0
            scene.node(
                left, top, width, _LINE, "button", str(number), full_day(day), message=("show", day), flags=flags
            )


def has_room(window: Window) -> bool:
    """Returns whether a window is wide enough for the sidebar."""
    left, _, right, _ = window.frame
    return window.maximized or right - left >= _LEAST


def _short_when(row: EventRow, full: bool) -> str:
    """Returns the days or the times of an event, as short as the sidebar needs them.

    >>> _short_when(EventRow(1, "", 1_791_986_400, 1_791_990_000), True)
    'Wed, 14 Oct, 14:00 – 15:00'
    """
    first, last = row.start // DAY, last_day(row)
    if first != last:
        return f"{short_day(first)} – {short_day(last)}"
    if row.all_day:
        return short_day(first)
    return f"{short_day(first)}, {shown_clock(row.start, full)} – {shown_clock(row.end, full)}"


def sidebar(rows: Rows, day: int, moments: Moments) -> Widget[Message]:
    """Returns the sidebar.

    Args:
        rows: The events.
        day: The shown day, since 1970.
        moments: How times are shown.
    """
    tiles: list[Widget[Message]] = [
        Tile(row.title or "Unnamed event", ("peek", row.id), _short_when(row, moments.full))
        for row in upcoming(rows, day)
    ]
    head: Widget[Message] = Row(
        [
            IconButton("chevron_left", "Previous", ("turn", -1), tone="text"),
            Button(MONTHS[month_of(day) % 12], ("months",), "text", flex=1),
            IconButton("chevron_right", "Next", ("turn", 1), tone="text"),
        ],
        gap=4, pad=(6, 4),
    )  # fmt: skip
    agenda = Scroll("agenda", tiles or [Tile("No events", None)])
    return Column([head, _SmallMonth(day, moments.today), Space(6), Divider(), agenda])


def heading(span: Span, day: int) -> str:
    """Returns the name of the month with a day, with the number of its week if weeks are shown."""
    if span == "month":
        return month_name(month_of(day))
    return f"{month_name(month_of(day - weekday(day) + 3))}, week {_week(day)}"


def _week(day: int) -> int:
    """Returns the number of a day's week in its year, as ISO 8601 counts them.

    >>> _week(20740), _week(day_of(2027, 1, 1))
    (42, 53)
    """
    thursday = day - weekday(day) + 3
    return (thursday - day_of(civil(thursday)[0], 1, 1)) // 7 + 1


class Beside(Widget[Message]):
    """The sidebar, and what is beside it; a narrow window has no sidebar."""

    __slots__ = ("body", "side")

    def __init__(self, side: Widget[Message], body: Widget[Message]) -> None:
        self.flex, self.side, self.body = 1, side, body

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places both, with a line between them."""
        self.side.place(scene, x, y, _WIDTH, h)
        scene.fill(x + _WIDTH, y, 1, h, scene.theme.outline)
        self.body.place(scene, x + _WIDTH + 1, y, w - _WIDTH - 1, h)


class ItemRow(Widget[Message]):
    """A row of a dialog: its name, and the widgets that hold its value, which a screen reader finds as one item."""

    __slots__ = ("child", "name")

    def __init__(self, name: str, values: Sequence[Widget[Message]]) -> None:
        self.flex, self.name, self.child = 0, name, Row([Label(name, flex=1, role=""), *values], gap=8)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the values."""
        return self.child.height(theme, w)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws name and values; the values' own nodes are above that of the row."""
        scene.node(x, y, w, h, "list_item", self.name)
        self.child.place(scene, x, y, w, h)


def created(page: Page) -> EventRow:
    """Returns the event of the small dialog: a whole day, or an hour."""
    return EventRow(
        0, page.fields["title"].strip(), page.arg, page.arg + (DAY if page.data else 3600), "", "", page.data
    )
