from __future__ import annotations

import pytest

from crab_sim.engines.days import DAY, day_of, full_day
from crab_sim.phone import Phone
from crab_sim.phone.apps.calendar import data
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.calendar.repeat import (
    WEEK,
    occurrences,
    repeat_name,
)
from crab_sim.phone.system.notifications import NOTIFICATIONS
from tests.simulator.phone._drive import node, nodes, press, tap, write
from tests.simulator.phone.apps.calendar._events import ONE, TODAY, WEEKLY, choir_after_a_week, events, listed


def test_an_event_is_created(app: Phone) -> None:
    tap(app, description="15 October 2026")
    tap(app, description="Create new event")
    write(app, "Dentist\n14 Mill Street")
    tap(app, description="Start time")
    tap(app, description="15 hours")
    tap(app, description="30 minutes")
    tap(app, "OK")
    assert node(app, description="End time").text == "16:30"
    tap(app, "Save")
    row = events(app)[-1]
    day = day_of(2026, 10, 15) * DAY
    assert row[:7] == (3, "Dentist", day + 55_800, day + 59_400, "14 Mill Street", "", False)
    assert [n.text for n in listed(app)] == ["Dentist"]


def test_the_end_never_lies_before_the_start(app: Phone) -> None:
    tap(app, description="Create new event")
    start = node(app, description="Start date").text
    tap(app, description="End date")
    tap(app, description="9 October 2026")
    tap(app, "OK")
    assert start == "Mon, 12 Oct 2026" and node(app, description="Start date").text == "Fri, 9 Oct 2026"
    tap(app, description="Start date")
    tap(app, description="20 October 2026")
    tap(app, "OK")
    tap(app, "Save")
    row = events(app)[-1]
    assert (row.start, row.end) == (day_of(2026, 10, 20) * DAY + 9 * 3600, day_of(2026, 10, 20) * DAY + 10 * 3600)


def test_all_day_events_end_with_their_last_day(app: Phone) -> None:
    tap(app, description="Create new event")
    write(app, "Fair")
    tap(app, "All-day")
    assert not nodes(app, description="Start time")
    tap(app, description="End date")
    tap(app, description="14 October 2026")
    tap(app, "OK")
    tap(app, "Save")
    row = events(app)[-1]
    assert (row.start, row.end, row.all_day) == (TODAY * DAY, (TODAY + 3) * DAY, True)
    assert listed(app)[0].description == f"Fair, {full_day(TODAY)}, All day, Mon, 12 Oct – Wed, 14 Oct"


@pytest.mark.parametrize(("choice", "name"), [("Every day", "daily"), ("Every week", "weekly"),
                                              ("Every month", "monthly"), ("Every year", "yearly")])  # fmt: skip
def test_simple_repetitions(app: Phone, choice: str, name: str) -> None:
    tap(app, description="Create new event")
    tap(app, description="Repetition")
    tap(app, choice)
    tap(app, "Save")
    assert repeat_name(events(app)[-1]) == name


def test_an_event_is_edited(app: Phone) -> None:
    tap(app, "Team lunch")
    assert nodes(app, "Monday, 12 October 2026, 12:00 – 13:00") and nodes(app, "10 minutes before")
    tap(app, description="Edit")
    write(app, " with Ada")
    tap(app, description="Remove notification 10 minutes before")
    tap(app, "Add notification")
    tap(app, "1 hour before")
    tap(app, description="Colour")
    tap(app, "Basil")
    tap(app, "Save")
    row = events(app)[0]
    assert (row.title, row.reminders, data.event_color(row)) == (
        "Team lunch with Ada", (60, -1, -1), data.COLORS["Basil"],
    )  # fmt: skip
    assert len(events(app)) == 2


@pytest.mark.parametrize(
    ("scope", "titles"),
    [("This event", ["Choir", "Choir!", "Choir", "Choir"]),
     ("This and following events", ["Choir", "Choir!", "Choir!", "Choir!"]),
     ("All events", ["Choir!", "Choir!", "Choir!", "Choir!"])],
)  # fmt: skip
def test_editing_a_series(app: Phone, scope: str, titles: list[str]) -> None:
    choir_after_a_week(app)
    tap(app, description="Edit")
    write(app, "!")
    tap(app, "Save")
    tap(app, scope)
    tap(app, "OK")
    found = occurrences(events(app), WEEKLY.start, WEEKLY.start + 4 * WEEK)
    assert [one.row.title for one in found] == titles
    assert [one.start - WEEKLY.start for one in found] == [0, WEEK, 2 * WEEK, 3 * WEEK]


def test_leaving_a_changed_event_asks(app: Phone) -> None:
    tap(app, "Team lunch")
    tap(app, description="Edit")
    press(app, "back")
    assert nodes(app, description="Edit")
    tap(app, description="Edit")
    write(app, "x")
    press(app, "back")
    tap(app, "Discard")
    assert events(app) == (ONE, WEEKLY)


def test_nothing_is_reminded_of_after_the_event_was_saved(app: Phone) -> None:
    app.put(EVENTS, (ONE._replace(reminders=(-1, -1, -1)),))
    app.advance(ONE.start - 300 - app.now)  # 11:55, the reminder would have been at 11:50
    tap(app, "Team lunch")
    tap(app, description="Edit")
    tap(app, "Add notification")
    tap(app, "10 minutes before")
    tap(app, "Save")
    app.advance(3600)
    assert app.get(NOTIFICATIONS) == ()
