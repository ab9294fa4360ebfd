"""The plain data of the Calendar's pages: an edited event, the chosen day, and overlays."""

from __future__ import annotations

from typing import Literal, NamedTuple

from crab_sim.engines.days import DAY
from crab_sim.phone.apps.calendar.repeat import EventRow
from crab_sim.phone.widgets.pickers import PickerOverlay
from crab_sim.ui import ToolkitOverlay

__all__ = ["Draft", "Editing", "EventRef", "InsertTimes", "Overlay", "Shown", "draft_of", "new_draft"]

Overlay = (
    ToolkitOverlay
    | PickerOverlay
    | tuple[Literal["hold"], int, int, tuple[int, int]]
    | tuple[Literal["ask"], int, int]
    | tuple[Literal["ask"], int, int, str]
    | tuple[Literal["repeat", "reminder", "color", "discard"]]
    | tuple[Literal["scope", "problem"], str]
    | tuple[Literal["more"], tuple[int, int]]
)


class Shown(NamedTuple):
    """Data of the main page: one of the three views, the chosen day, and the month; None for today's."""

    view: str = "month"
    day: int | None = None
    month: int | None = None


class EventRef(NamedTuple):
    """An occurrence of an event: the argument of the pages that show and edit it."""

    event_id: int
    start: int


class InsertTimes(NamedTuple):
    """Times that an intent gives for a new event: the editor's data until a draft is made of them."""

    begin: int | None
    end: int | None


class Draft(NamedTuple):
    """The attributes of an edited event, apart from its texts."""

    start: int
    end: int
    all_day: bool = False
    interval: int = 0
    rule: int = 0
    limit: int = 0
    reminders: tuple[int, int, int] = (-1, -1, -1)
    color: int = 0

    def row(self) -> EventRow:
        """Returns an event without texts and with these attributes."""
        return EventRow(
            0, "", self.start, self.end, "", "", self.all_day, self.interval, self.rule, self.limit, self.reminders,
            color=self.color,
        )  # fmt: skip


class Editing(NamedTuple):
    """Data of the editor: the draft, and draft, title, location and notes as they were at first."""

    draft: Draft
    before: tuple[Draft, str, str, str]


def new_draft(now: float, day: int | None = None, hour: int | None = None) -> Draft:
    """Returns a new event of one hour, by default on this day at the next full hour."""
    if day is None:
        day = int(now // DAY)
    if hour is None:
        hour = min(23, int(now % DAY) // 3600 + 1)
    start = day * DAY + hour * 3600
    return Draft(start, start + 3600, reminders=(30, -1, -1))


def draft_of(row: EventRow, start: int) -> Draft:
    """Returns the occurrence of an event that begins at `start` as a draft."""
    return Draft(
        start, start + max(0, row.end - row.start), row.all_day, row.repeat_interval, row.repeat_rule,
        row.repeat_limit, row.reminders, row.color,
    )  # fmt: skip
