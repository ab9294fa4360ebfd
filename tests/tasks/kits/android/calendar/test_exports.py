"""Calendar's files of events, against its table."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.calendar.ics import write
from crab_sim.phone.apps.calendar.repeat import MONTH, WEEK, YEAR, EventRow
from crab_tasks.kits.android.calendar.exports import events_exported, written

FOLDER = "/sdcard/Office"
DAY = 86_400
START = 1_794_300_000 // DAY * DAY
ROWS = (
    EventRow(1, "Talk, in short; or not", START + 3600, START + 7200, "Room 2", "Bring\nthe tea.",
             reminders=(90, 10, -1)),
    EventRow(2, "Trip", START, START + 2 * DAY, all_day=True),
    EventRow(3, "Club", START, START + 60, repeat_interval=2 * WEEK, repeat_rule=5, repeat_limit=-3,
             exceptions=("20261201", "20261117")),
    EventRow(4, "Rent", START, START + 60, repeat_interval=MONTH, repeat_rule=3, repeat_limit=START + 90 * DAY),
    EventRow(5, "Feast", START, START + 60, repeat_interval=YEAR, repeat_rule=4),
)  # fmt: skip
_STOCK = """BEGIN:VCALENDAR
PRODID:-//Simple Mobile Tools//NONSGML Event Calendar//EN
VERSION:2.0
BEGIN:VEVENT
SUMMARY:Talk
UID:0a1b
CATEGORIES:Regular event
LAST-MODIFIED:20261101T000000Z
LOCATION:Room 2
DTSTART:20261110T100000Z
DTEND:20261110T110000Z
DTSTAMP:20261110T000000Z
STATUS:CONFIRMED
RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20261224;BYDAY=TU
BEGIN:VALARM
DESCRIPTION:Reminder
ACTION:DISPLAY
TRIGGER:-P0DT1H30M0S
END:VALARM
EXDATE:20261117
END:VEVENT
END:VCALENDAR
"""


def _right(phone: Any, **files: str) -> bool:
    for name, text in files.items():
        phone.setup.write_file(f"{FOLDER}/{name}.ics", text)
    return events_exported(State(android=phone.state), FOLDER, "Trip", "old.ics")


def _fill(phone: Any, *rows: EventRow) -> None:
    phone.state.machine.put(EVENTS, rows)


def test_a_file_has_what_the_calendar_has(phone: Any) -> None:
    _fill(phone, *ROWS)
    text = write(ROWS, START).decode()
    assert not _right(phone, old=written([("Trip (last year)", START - 364 * DAY)]))
    assert _right(phone, events=text)
    assert _right(phone, second=text)
    assert not _right(phone, third=written([("Trip", START)]))


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (0, {"title": "Talk"}), (0, {"location": ""}), (0, {"notes": "Bring"}), (0, {"end": START + 7260}),
        (0, {"reminders": (-1, -1, -1)}), (0, {"reminders": (90, 15, -1)}), (1, {"end": START + DAY}),
        (1, {"all_day": False}), (2, {"repeat_interval": WEEK}), (2, {"repeat_rule": 4}), (2, {"repeat_limit": -4}),
        (2, {"exceptions": ("20261201",)}), (3, {"repeat_rule": 1}), (3, {"repeat_limit": 0}),
        (3, {"repeat_interval": 0}), (4, {"repeat_rule": 1}), (4, {"reminders": (0, -1, -1)}),
    ],
)  # fmt: skip
def test_all_that_a_file_says_counts(phone: Any, number: int, change: dict[str, Any]) -> None:
    _fill(phone, *ROWS)
    other = [row._replace(**change) if i == number else row for i, row in enumerate(ROWS)]
    assert not _right(phone, events=write(tuple(other), START).decode())


def test_a_stock_apps_file_says_it_in_other_words(phone: Any) -> None:
    row = EventRow(
        1, "Talk", 1_794_304_800, 1_794_308_400, "Room 2", repeat_interval=WEEK, repeat_rule=2,
        repeat_limit=1_798_088_400, exceptions=("20261117",), reminders=(90, -1, -1),
    )  # fmt: skip
    _fill(phone, row)
    phone.setup.write_file(f"{FOLDER}/events.ics", _STOCK.replace("\n", "\r\n"))
    assert events_exported(State(android=phone.state), FOLDER, "Talk", "old.ics")
    phone.setup.write_file(f"{FOLDER}/events.ics", _STOCK.replace("1H30M", "1H31M"))
    assert not events_exported(State(android=phone.state), FOLDER, "Talk", "old.ics")
