from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from crab_sim.engines import days

DATES = st.dates(date(1600, 1, 1), date(2400, 12, 31))


def number(day: date) -> int:
    return (day - date(1970, 1, 1)).days


@given(DATES)
def test_days_agree_with_the_calendar(day: date) -> None:
    at = number(day)
    assert days.civil(at) == (day.year, day.month, day.day)
    assert days.day_of(day.year, day.month, day.day) == at
    assert days.weekday(at) == day.weekday()
    month = days.month_of(at)
    first = date(day.year, day.month, 1)
    assert days.month_length(month) == ((first + timedelta(32)).replace(day=1) - first).days


@given(st.integers(-(10**15), 10**15))
def test_days_come_back_however_far_away(at: int) -> None:
    assert days.day_of(*days.civil(at)) == at


def test_names_of_days() -> None:
    at = days.day_of(2026, 10, 4)
    assert days.full_day(at) == "Sunday, 4 October 2026"
    assert days.short_day(at) == "Sun, 4 Oct" and days.short_day(at, True) == "Sun, 4 Oct 2026"
    assert days.month_name(days.month_of(at)) == "October 2026"
