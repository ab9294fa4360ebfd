"""Events of the phone's calendar that tasks plant and look for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.calendar.events import (
    DAY,
    WEEKDAYS,
    Day,
    Planned,
    Series,
    event_gone,
    event_right,
    event_timed,
    fill_calendar,
    midnight,
    noise,
    today_of,
)
from crab_tasks.kits.android.calendar.state import moment

EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
MONDAY = moment(2026, 11, 2)


@pytest.mark.parametrize(
    ("day", "date"),
    [
        (Day(date="2026-11-17"), (2026, 11, 17)),
        (Day(anchor="today", days=1), (2026, 11, 3)),
        (Day(anchor="today", days=14), (2026, 11, 16)),
        (Day(anchor="today", weekday=WEEKDAYS.index("Tuesday")), (2026, 11, 3)),
        (Day(anchor="today", weekday=WEEKDAYS.index("Sunday")), (2026, 11, 8)),
        (Day(anchor="today", weekday=WEEKDAYS.index("Monday")), (2026, 11, 9)),
    ],
)
def test_days_are_counted_from_today(day: Day, date: tuple[int, int, int]) -> None:
    assert day.begin(MONDAY) == moment(*date)


def test_a_day_is_counted_from_the_event_of_today_only_while_it_is_there(phone: Any) -> None:
    today = today_of(phone.setup)
    talk = Planned("Talk", today + DAY + 3600, today + DAY + 5400)
    fill_calendar(phone.setup, [Planned("Anchor", today, today + 900), talk])
    args: dict[str, Any] = {"title": "Talk", "day": Day(anchor="Anchor", days=1), "hour": 1, "length": 30}
    assert event_timed(State(android=phone.state), **args)
    assert not event_timed(State(android=phone.state), **{**args, "length": 45})
    assert not event_timed(State(android=phone.state), **{**args, "hour": 2})
    fill_calendar(phone.setup, [talk])
    assert not event_timed(State(android=phone.state), **args)


@pytest.mark.parametrize(
    ("change", "accepted"),
    [
        ({}, True), ({"repeat_limit": -3}, False), ({"repeat_interval": 2 * 7 * DAY}, False),
        ({"repeat_rule": 3}, False), ({"repetition_exceptions": '["20261117"]'}, False),
        ({"repeat_interval": 0, "repeat_rule": 0}, False),
        ({"description": "Bring  tea.\n"}, True), ({"description": "Bring tea"}, False),
    ],
)  # fmt: skip
def test_a_series_has_no_end_and_leaves_no_day_out(phone: Any, change: dict[str, Any], accepted: bool) -> None:
    start = midnight("2026-11-10") + 9 * 3600  # a Tuesday
    fill_calendar(phone.setup, [Planned("Talk", start, start + 1800, notes="Bring tea.")])
    row = {**phone.setup.table(EVENTS, "events")[0], "repeat_interval": 7 * DAY, "repeat_rule": 2, **change}
    phone.setup.set_table(EVENTS, "events", [row])
    series = Series(7 * DAY, 2)
    day = Day(date="2026-11-10")
    assert event_right(State(android=phone.state), "Talk", day, 9, 30, "Bring tea.", series) is accepted


def test_an_event_is_gone_from_its_hour_while_others_of_its_title_stay(phone: Any) -> None:
    begin = midnight("2026-11-10")
    fill_calendar(phone.setup, [Planned("Talk", begin + 3600 * hour, begin + 3600 * hour + 900) for hour in (0, 9, 24)])
    state = State(android=phone.state)
    assert not event_gone(state, "Talk", "2026-11-10", 9)
    assert event_gone(state, "Talk", "2026-11-10", 10)
    assert event_gone(state, "Talk", "2026-11-09")
    assert not event_gone(state, "Talk", "2026-11-11")
    assert event_gone(state, "Call")


def test_noise_keeps_off_the_days_and_titles_that_are_taken() -> None:
    drawn = noise(random.Random(1), MONDAY, 3, 200, (), (MONDAY + DAY,))
    assert {one.start // DAY * DAY for one in drawn} == {MONDAY, MONDAY + 2 * DAY}
    taken = {one.title for one in drawn[:20]}
    assert taken.isdisjoint(one.title for one in noise(random.Random(1), MONDAY, 3, 200, taken))
