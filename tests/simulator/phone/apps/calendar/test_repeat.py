from __future__ import annotations

import calendar as reference
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.engines.days import DAY
from crab_sim.phone.apps.calendar.data import EventRow
from crab_sim.phone.apps.calendar.repeat import (
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH,
    NTH_WEEKDAY,
    SAME_DAY,
    WEEK,
    YEAR,
    by_day,
    day_code,
    occurrences,
    repeat_name,
    repeat_text,
)
from tests.simulator.phone.apps.calendar._events import ONE, TODAY


def naive(row: EventRow, horizon: int) -> list[int]:
    """The starts of a series' occurrences, found by looking at each day in turn."""
    first = datetime.fromtimestamp(row.start, UTC)
    name, found, number = repeat_name(row), [], 0
    unit = {"daily": DAY, "weekly": WEEK, "monthly": MONTH, "yearly": YEAR}[name]
    step = row.repeat_interval // unit
    monday = (first - timedelta(first.weekday())).date()
    for ahead in range(horizon):
        at = first + timedelta(ahead)
        length = reference.monthrange(at.year, at.month)[1]
        months = 12 * (at.year - first.year) + at.month - first.month
        if name == "daily":
            hit = ahead % step == 0
        elif name == "weekly":
            mask = row.repeat_rule or 1 << first.weekday()
            hit = (at.date() - monday).days // 7 % step == 0 and bool(mask >> at.weekday() & 1)
        else:
            hit = months % (step if name == "monthly" else 12 * step) == 0
            if row.repeat_rule == LAST_DAY:
                hit = hit and at.day == length
            elif row.repeat_rule == LAST_WEEKDAY:
                hit = hit and at.weekday() == first.weekday() and at.day + 7 > length
            elif row.repeat_rule == NTH_WEEKDAY:
                hit = hit and at.weekday() == first.weekday() and (at.day - 1) // 7 == (first.day - 1) // 7
            else:
                hit = hit and at.day == first.day
        seconds = int(at.timestamp())
        if hit:
            number += 1
            late = row.repeat_limit > 0 and seconds > row.repeat_limit
            if late or (row.repeat_limit < 0 and number > -row.repeat_limit):
                break
            if at.strftime("%Y%m%d") not in row.exceptions:
                found.append(seconds)
    return found


@st.composite
def series(draw: st.DrawFn) -> EventRow:
    start = TODAY * DAY + draw(st.integers(-900, 900)) * DAY + draw(st.integers(0, 95)) * 900
    unit = draw(st.sampled_from([DAY, WEEK, MONTH, YEAR]))
    step = draw(st.integers(1, 6 if unit == DAY else 3))
    rule = draw(st.integers(0, 127) if unit == WEEK else st.sampled_from([0, SAME_DAY, LAST_WEEKDAY, NTH_WEEKDAY]))
    if unit == MONTH and draw(st.booleans()):
        rule = LAST_DAY
    limit = draw(st.one_of(st.just(0), st.integers(-12, -1), st.integers(0, 800).map(lambda d: start + d * DAY)))
    row = EventRow(1, "", start, start + draw(st.integers(0, 40)) * 3600, repeat_interval=step * unit,
                   repeat_rule=rule, repeat_limit=limit)  # fmt: skip
    days = draw(st.lists(st.integers(0, 60), max_size=3))
    return row._replace(exceptions=tuple([day_code(start // DAY + day) for day in days]))


@settings(max_examples=300, deadline=None)
@given(series(), st.integers(-50, 1100), st.integers(1, 120))
def test_series_agree_with_looking_at_every_day(row: EventRow, ahead: int, length: int) -> None:
    start = row.start // DAY * DAY + ahead * DAY
    end = start + length * DAY
    long = row.end - row.start
    expected = [at for at in naive(row, ahead + length + 2) if at < end and (at + long > start or at >= start)]
    assert [one.start for one in occurrences((row,), start, end)] == expected


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1),
       st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))  # fmt: skip
@settings(deadline=None)
def test_wild_rows_do_no_harm(start: int, end: int, interval: int, rule: int, limit: int) -> None:
    row = EventRow(1, "x", start, end, repeat_interval=interval, repeat_rule=rule, repeat_limit=limit)
    found = by_day((row,), TODAY - 3, TODAY + 45)
    assert all(TODAY - 3 <= day <= TODAY + 45 and len(ones) <= 367 for day, ones in found.items())
    assert repeat_text(row)


def test_what_goes_on_for_days_is_on_each_of_them() -> None:
    trip = EventRow(1, "Trip", TODAY * DAY, (TODAY + 3) * DAY, all_day=True)
    party = EventRow(2, "Party", (TODAY + 1) * DAY + 20 * 3600, (TODAY + 2) * DAY + 7200)
    found = by_day((party, trip), TODAY - 5, TODAY + 5)
    assert {day - TODAY: [one.row.title for one in ones] for day, ones in found.items()} == {
        0: ["Trip"], 1: ["Trip", "Party"], 2: ["Trip", "Party"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("interval", "rule", "limit", "text"),
    [
        (0, 0, 0, "Does not repeat"),
        (DAY, 0, 0, "Repeats daily"),
        (3 * DAY, 0, -1, "Repeats every 3 days; once"),
        (WEEK, 0b10001, 0, "Repeats weekly on Mon, Fri"),
        (MONTH, SAME_DAY, -4, "Repeats monthly on day 12; 4 times"),
        (MONTH, NTH_WEEKDAY, 0, "Repeats monthly on the second Monday"),
        (MONTH, LAST_DAY, 0, "Repeats monthly on the last day"),
        (2 * YEAR, SAME_DAY, (TODAY + 1) * DAY, "Repeats every 2 years on 12 October; until 13 October 2026"),
    ],
)
def test_series_in_words(interval: int, rule: int, limit: int, text: str) -> None:
    row = ONE._replace(repeat_interval=interval, repeat_rule=rule, repeat_limit=limit)
    assert repeat_text(row) == text
