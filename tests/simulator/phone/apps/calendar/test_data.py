from __future__ import annotations

import pytest

from crab_sim.engines.days import DAY
from crab_sim.machine.slices import TIME
from crab_sim.phone import Phone
from crab_sim.phone.apps.calendar import data
from crab_sim.phone.apps.calendar.data import DATABASE, EVENTS, EventRow
from crab_sim.phone.apps.calendar.repeat import (
    WEEK,
    by_day,
    occurrences,
    repeat_name,
)
from crab_sim.phone.system.notifications import NOTIFICATIONS
from tests.simulator.phone._drive import nodes, phone, press
from tests.simulator.phone._tables import columns, round_trip
from tests.simulator.phone.apps.calendar._events import ONE, WEEKLY, events


def test_changes_of_a_series() -> None:
    rows = data.skip((WEEKLY,), 2, WEEKLY.start + WEEK)
    starts = [one.start for one in occurrences(rows, WEEKLY.start, WEEKLY.start + 4 * WEEK)]
    assert starts == [WEEKLY.start, WEEKLY.start + 2 * WEEK, WEEKLY.start + 3 * WEEK]
    rows = data.cut(rows, 2, WEEKLY.start + 2 * WEEK)
    assert [one.start for one in occurrences(rows, 0, WEEKLY.start + 9 * WEEK)] == [WEEKLY.start]
    assert data.cut(rows, 2, WEEKLY.start) == ()


def test_the_seed_makes_a_lived_in_calendar() -> None:
    for seed in range(12):
        machine = phone(seed)
        rows = events(machine)
        assert 15 <= len(rows) <= 25 and rows == events(phone(seed))
        assert sum([bool(repeat_name(row)) for row in rows]) >= 5
        day = int(machine.now // DAY)
        assert by_day(rows, day, day) and by_day(rows, day + 1, day + 1)
        assert len({row.id for row in rows}) == len(rows)
        assert round_trip(DATABASE, rows) == (rows,)


def test_the_table_has_the_real_columns() -> None:
    assert sorted(columns(DATABASE, "events")) == sorted(
        "id start_ts end_ts title location description repeat_interval repeat_rule reminder_1_minutes "
        "reminder_2_minutes reminder_3_minutes reminder_1_type reminder_2_type reminder_3_type repeat_limit "
        "repetition_exceptions attendees import_id time_zone flags event_type parent_id last_updated source "
        "availability color type".split()
    )


def test_every_attribute_survives_the_database() -> None:
    row = EventRow(7, "Tea", 60, 120, "here", "with milk", True, WEEK, 5, -3, (5, 60, -1), (0, 1, 0), ("20261014",),
                   -14575885, "[]", "abc", "Europe/Rome", 2, 3, 4, 5, "caldav-1", 1, 1)  # fmt: skip
    assert round_trip(DATABASE, (row,)) == ((row,),)


@pytest.mark.parametrize("column", ["start_ts", "repetition_exceptions", "flags"])
def test_senseless_rows_are_refused(column: str) -> None:
    names = columns(DATABASE, "events")
    row = dict(zip(names, next(iter(DATABASE.dump((ONE,))["events"])), strict=True))
    assert DATABASE.load({"events": [row]}) == ((ONE,),)
    for bad in ("never", {"a": 1}):
        with pytest.raises((ValueError, TypeError)):
            DATABASE.load({"events": [{**row, column: bad}]})


def test_reminders_are_given_in_time(app: Phone) -> None:
    app.advance(ONE.start - 601 - app.now)
    assert app.get(NOTIFICATIONS) == ()
    app.advance(2)
    (notice,) = app.get(NOTIFICATIONS)
    assert (notice.app, notice.title, notice.text, notice.date) == (
        "calendar", "Team lunch", "12:00 – 13:00, Café Linden", ONE.start - 600.0,
    )  # fmt: skip
    press(app, "home")
    app.launch("calendar", notice.intent)
    assert nodes(app, "Team lunch", rid="title")
    app.advance(3 * DAY)
    assert len(app.get(NOTIFICATIONS)) == 1


def test_a_series_reminds_every_time(app: Phone) -> None:
    app.put(EVENTS, (WEEKLY._replace(reminders=(30, 10, -1)),))
    app.advance(15 * DAY)
    assert len(app.get(NOTIFICATIONS)) == 6


def test_a_clock_that_is_set_back_reminds_again(app: Phone) -> None:
    app.advance(2 * DAY)
    app.put(NOTIFICATIONS, ())
    app.put(TIME, float(ONE.start - 3600))
    app.advance(3000)
    assert [row.title for row in app.get(NOTIFICATIONS)] == ["Team lunch"]
