"""The calendar site's repetitions are those of the phone's Calendar."""

from __future__ import annotations

import random

import pytest

from crab_sim.phone.apps.calendar.data import seed
from crab_sim.phone.apps.calendar.repeat import EventRow, by_day, first_day, repeat_name
from crab_sim.web.sites.account.repeats import DAY, MONTH, UNITS, Row, falls, said, step_of

NOW = 1_791_792_000.0
TODAY = int(NOW // DAY)


def as_row(event: EventRow) -> Row:
    """Returns an event as the site has it."""
    return {
        "start": float(event.start), "end": float(event.end), "interval": event.repeat_interval,
        "rule": event.repeat_rule, "limit": event.repeat_limit, "exceptions": list(event.exceptions),
    }  # fmt: skip


def some_event(rng: random.Random) -> EventRow:
    """Returns an event that repeats in any way."""
    unit = rng.choice(list(UNITS.values()))
    start = (TODAY - rng.randrange(500)) * DAY + rng.randrange(DAY)
    rule = rng.randrange(128) if unit == UNITS["weekly"] else rng.randrange(5) if unit >= MONTH else 0
    limit = rng.choice((0, 0, -rng.randrange(1, 30), start + rng.randrange(200) * DAY))
    return EventRow(1, "", start, start + 3600, repeat_interval=unit * rng.randrange(1, 4), repeat_rule=rule,
                    repeat_limit=limit)  # fmt: skip


def days_of(event: EventRow) -> list[int]:
    """Returns the days on which the phone's event begins, in two years."""
    shown = by_day((event,), TODAY - 365, TODAY + 365)
    return [day for day, ones in shown.items() if any(first_day(one.start) == day for one in ones)]


@pytest.mark.parametrize("number", range(60))
def test_any_event_falls_on_the_days_of_the_phone(number: int) -> None:
    event = some_event(random.Random(number))
    row = as_row(event)
    assert [day for day in range(TODAY - 365, TODAY + 366) if falls(row, day)] == days_of(event)
    assert step_of(row)[0] == repeat_name(event)


def test_seeded_events_fall_on_the_days_of_the_phone() -> None:
    for event in seed(random.Random(3), NOW):
        row = as_row(event)
        assert [day for day in range(TODAY - 365, TODAY + 366) if falls(row, day)] == days_of(event), event.title


def test_a_series_leaves_out_its_exceptions() -> None:
    event = EventRow(1, "", TODAY * DAY, TODAY * DAY + 60, repeat_interval=DAY, exceptions=("20261014",))
    assert [day - TODAY for day in range(TODAY, TODAY + 5) if falls(as_row(event), day)] == [0, 1, 3, 4]


def test_repetitions_in_words() -> None:
    start = TODAY * DAY  # Monday, 12 October 2026
    weekly = EventRow(1, "", start, start, repeat_interval=2 * UNITS["weekly"], repeat_rule=5, repeat_limit=-3)
    assert said(as_row(weekly)) == "Repeats every 2 weeks on Monday, Wednesday, 3 times"
    monthly = EventRow(1, "", start, start, repeat_interval=MONTH, repeat_rule=4, repeat_limit=start)
    assert said(as_row(monthly)) == "Repeats monthly on the second Monday, until 12 October 2026"
    assert said(as_row(EventRow(1, "", start, start))) == "Does not repeat"
