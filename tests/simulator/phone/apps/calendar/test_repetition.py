from __future__ import annotations

from crab_sim.engines.days import DAY, day_of
from crab_sim.phone import Phone
from crab_sim.phone.apps.calendar.repeat import (
    MONTH,
    NTH_WEEKDAY,
    WEEK,
    occurrences,
)
from tests.simulator.phone._drive import press, tap, write
from tests.simulator.phone.apps.calendar._events import events


def test_weekly_until_a_day(app: Phone) -> None:
    tap(app, description="Create new event")
    write(app, "Course")
    tap(app, description="Repetition")
    tap(app, "Custom…")
    tap(app, "Thu")
    tap(app, description="1")
    press(app, "backspace")
    write(app, "2")
    tap(app, "On Wed, 11 Nov 2026")
    tap(app, description="30 November 2026")
    tap(app, "OK")
    tap(app, "Done")
    tap(app, "Save")
    row = events(app)[-1]
    assert (row.repeat_interval, row.repeat_rule) == (2 * WEEK, 0b1001)
    assert row.repeat_limit == day_of(2026, 12, 1) * DAY - 1
    assert len(occurrences((row,), 0, 2 * row.start)) == 8


def test_monthly_a_number_of_times(app: Phone) -> None:
    tap(app, description="Create new event")
    tap(app, description="Repetition")
    tap(app, "Custom…")
    tap(app, "Month")
    tap(app, "On the second Monday")
    tap(app, "After a number of times")
    tap(app, "Done")
    tap(app, "Save")
    row = events(app)[-1]
    assert (row.repeat_interval, row.repeat_rule, row.repeat_limit, row.title) == (MONTH, NTH_WEEKDAY, -10, "")
