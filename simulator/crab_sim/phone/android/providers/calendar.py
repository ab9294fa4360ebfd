"""The providers of the calendar: events, calendars, and the occurrences of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from crab_sim.phone.android.providers.provider import Provider, Values, deleter, text_of, time_of
from crab_sim.phone.android.system_databases import seconds
from crab_sim.phone.app import Cell
from crab_sim.phone.apps.calendar import data as calendar_data
from crab_sim.phone.machine import Phone

__all__ = ["CALENDARS", "EVENTS", "instances"]

_EVENT: Final = (
    "_id", "calendar_id", "title", "description", "eventLocation", "dtstart", "dtend", "duration", "allDay", "rrule",
    "eventTimezone", "eventStatus", "deleted", "hasAlarm", "availability",
)  # fmt: skip


def _event_rows(phone: Phone) -> Iterable[Sequence[Cell]]:
    rows: list[Sequence[Cell]] = []
    for row in phone.get(calendar_data.EVENTS):
        repeat = calendar_data.repeat_name(row)
        rule = f"FREQ={repeat.upper()}" if repeat else None
        duration = f"P{row.end - row.start}S" if repeat else None
        rows.append(
            (row.id, 1, row.title, row.notes or None, row.location or None, row.start * 1000,
             None if repeat else row.end * 1000, duration, int(row.all_day), rule, "UTC", 1, 0,
             int(max(row.reminders) >= 0), 0)
        )  # fmt: skip
    return rows


def _insert_event(phone: Phone, values: Values) -> int:
    if values.get("dtstart") is None:
        raise ValueError("DTSTART cannot be empty.")
    start = int(seconds(values["dtstart"]))
    end = max(start, int(time_of(values, "dtend", start + 3600.0)))
    rows, new = calendar_data.add(
        phone.get(calendar_data.EVENTS), text_of(values, "title"), start, end, text_of(values, "eventLocation"),
        text_of(values, "description"), bool(int(values.get("allDay") or 0)),
    )  # fmt: skip
    phone.put(calendar_data.EVENTS, rows)
    return new


def _update_event(phone: Phone, row_id: int, values: Values) -> None:
    names = {"title": "title", "description": "notes", "eventLocation": "location"}
    changes: dict[str, object] = {names[name]: text_of(values, name) for name in names if name in values}
    for name, attribute in (("dtstart", "start"), ("dtend", "end")):
        if values.get(name) is not None:
            changes[attribute] = int(seconds(values[name]))
    phone.put(calendar_data.EVENTS, calendar_data.update_row(phone.get(calendar_data.EVENTS), row_id, **changes))


EVENTS: Final = Provider(
    _EVENT, _event_rows, "_id", _insert_event, _update_event,
    deleter(calendar_data.EVENTS),
)  # fmt: skip
CALENDARS: Final = Provider(
    ("_id", "name", "calendar_displayName", "account_name", "account_type", "ownerAccount", "visible"),
    lambda phone: [(1, "Local", "Local", "me@example.com", "LOCAL", "me@example.com", 1)],
)


_EXPANDED: Final = 10 * 366 * 86_400  # seconds before and after now for which repeating events are listed


def instances(begin: int, end: int) -> Provider:
    """Returns the provider of the occurrences between two times, in milliseconds since 1970."""

    def rows(phone: Phone) -> Iterable[Sequence[Cell]]:
        first, last = int(phone.now) - _EXPANDED, int(phone.now) + _EXPANDED
        start, stop = max(begin // 1000, first), min(end // 1000, last)
        occurrences = calendar_data.occurrences(phone.get(calendar_data.EVENTS), start, stop)
        return [
            (i + 1, one.row.id, one.row.title, one.row.location or None, one.start * 1000, one.end * 1000,
             int(one.row.all_day))
            for i, one in enumerate(occurrences)
        ]  # fmt: skip

    return Provider(("_id", "event_id", "title", "eventLocation", "begin", "end", "allDay"), rows, "begin")
