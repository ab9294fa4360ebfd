from __future__ import annotations

import calendar as reference
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_gym.sim.machine.slices import TIME
from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.apps.calendar import data
from crab_gym.sim.phone.apps.calendar.data import DATABASE, EVENTS, EventRow, Rows
from crab_gym.sim.phone.apps.calendar.repeat import (
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
from crab_gym.sim.phone.apps.clock.data import ALARMS
from crab_gym.sim.phone.days import DAY, day_of, full_day
from crab_gym.sim.phone.system.notifications import NOTIFICATIONS
from crab_gym.sim.phone.system.share import ABOVE
from crab_gym.sim.ui import Node
from tests.sim.phone._drive import long_tap, node, nodes, phone, press, tap, write
from tests.sim.phone._tables import columns, round_trip

BOOT = phone(0).now  # Monday, 12 October 2026, 08:00
TODAY = int(BOOT // DAY)
NOON = TODAY * DAY + 12 * 3600
ONE = EventRow(1, "Team lunch", NOON, NOON + 3600, "Café Linden", "bring the receipt", reminders=(10, -1, -1))
WEEKLY = EventRow(2, "Choir", NOON + 6 * 3600, NOON + 7 * 3600, repeat_interval=WEEK, repeat_rule=1)


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(EVENTS, (ONE, WEEKLY))
    machine.put(ALARMS, ())
    machine.execute("open_app", {"name": "Calendar"})
    return machine


def events(machine: Phone) -> Rows:
    rows: Rows = machine.get(EVENTS)
    return rows


def listed(machine: Phone) -> list[Node]:
    return nodes(machine, rid="event_item")


# Recurrence ---------------------------------------------------------------------------------------------------------


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


def test_changes_of_a_series() -> None:
    rows = data.skip((WEEKLY,), 2, WEEKLY.start + WEEK)
    starts = [one.start for one in occurrences(rows, WEEKLY.start, WEEKLY.start + 4 * WEEK)]
    assert starts == [WEEKLY.start, WEEKLY.start + 2 * WEEK, WEEKLY.start + 3 * WEEK]
    rows = data.cut(rows, 2, WEEKLY.start + 2 * WEEK)
    assert [one.start for one in occurrences(rows, 0, WEEKLY.start + 9 * WEEK)] == [WEEKLY.start]
    assert data.cut(rows, 2, WEEKLY.start) == ()


# Content and database -----------------------------------------------------------------------------------------------


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


# The app ------------------------------------------------------------------------------------------------------------


def test_the_month_shows_the_chosen_day(app: Phone) -> None:
    assert [n.text for n in listed(app)] == ["Team lunch", "Choir"]
    assert listed(app)[0].description == "Team lunch, Monday, 12 October 2026, 12:00 – 13:00"
    assert node(app, rid="alternate_timeline_fragment_container")
    assert node(app, description="12 October 2026, today, 2 events")
    tap(app, description="19 October 2026, 1 event")
    assert [n.description for n in listed(app)] == ["Choir, Monday, 19 October 2026, 18:00 – 19:00"]
    tap(app, description="20 October 2026")
    assert not listed(app) and nodes(app, "Nothing planned. Tap + to add an event.")


def test_months_turn_by_arrows_and_fingers(app: Phone) -> None:
    tap(app, description="Next month")
    assert nodes(app, "November 2026")
    tap(app, description="Previous month")
    tap(app, description="Previous month")
    assert nodes(app, "September 2026")
    app.execute("swipe", {"x": 180, "y": 300, "direction": "right", "distance": "medium"})
    assert nodes(app, "October 2026")
    app.execute("swipe", {"x": 180, "y": 300, "direction": "left", "distance": "medium"})
    tap(app, description="Today")
    assert nodes(app, "October 2026") and [n.text for n in listed(app)] == ["Team lunch", "Choir"]


def test_the_schedule_lists_the_coming_weeks(app: Phone) -> None:
    tap(app, "Schedule")
    assert [n.text for n in listed(app)][:4] == ["Team lunch", "Choir", "Choir", "Choir"]
    assert "Monday, 26 October 2026" in listed(app)[3].description


def test_the_day_has_hours(app: Phone) -> None:
    tap(app, "Day")
    assert [n.text for n in listed(app)] == ["Team lunch"]
    app.execute("swipe", {"x": 180, "y": 500, "direction": "down", "distance": "short"})
    assert [n.text for n in listed(app)] == ["Team lunch", "Choir"]
    tap(app, description="Next day")
    assert not listed(app) and nodes(app, "Tuesday, 13 October 2026")
    timeline = node(app, description="Timeline")
    app.execute("tap", {"x": 200, "y": timeline.bounds[1] + 30})
    assert node(app, description="Start date").text == "Tue, 13 Oct 2026"


def test_events_at_the_same_time_lie_beside_one_another(app: Phone) -> None:
    twin = ONE._replace(id=3, title="Call the bank", start=ONE.start + 1800, end=ONE.end + 1800)
    app.put(EVENTS, (ONE, twin, WEEKLY))
    tap(app, "Day")
    app.execute("swipe", {"x": 180, "y": 500, "direction": "down", "distance": "short"})
    one, two, choir = (node(app, title).bounds for title in ("Team lunch", "Call the bank", "Choir"))
    assert one[2] <= two[0] and one[1] < two[1] < one[3]
    assert choir[2] - choir[0] > 1.8 * (one[2] - one[0])


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


def choir_after_a_week(app: Phone) -> None:
    tap(app, description="19 October 2026, 1 event")
    tap(app, "Choir")


@pytest.mark.parametrize(
    ("scope", "starts"),
    [("This event", [0, 2, 3]), ("This and following events", [0]), ("All events", [])],
)
def test_deleting_from_a_series(app: Phone, scope: str, starts: list[int]) -> None:
    choir_after_a_week(app)
    tap(app, description="More options")
    tap(app, "Delete")
    tap(app, scope)
    tap(app, "Delete", role="button")
    found = occurrences(events(app), WEEKLY.start, WEEKLY.start + 4 * WEEK)
    assert [(one.start - WEEKLY.start) // WEEK for one in found] == starts
    assert nodes(app, "October 2026") and not listed(app)


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


def test_a_single_event_is_deleted_after_a_question(app: Phone) -> None:
    long_tap(app, "Team lunch")
    tap(app, "Delete")
    tap(app, "Cancel")
    assert len(events(app)) == 2
    long_tap(app, "Team lunch")
    tap(app, "Delete")
    tap(app, "Delete", role="button")
    assert events(app) == (WEEKLY,)


def test_duplicate_and_share(app: Phone) -> None:
    long_tap(app, "Team lunch")
    tap(app, "Duplicate")
    tap(app, "Save")
    assert [row.title for row in events(app)] == ["Team lunch", "Choir", "Team lunch"]
    long_tap(app, "Team lunch")
    tap(app, "Share")
    shared = app.get(ABOVE).arg
    assert shared.kind == "text" and shared.value.startswith("Team lunch\nMonday, 12 October 2026, 12:00 – 13:00")


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


def test_search(app: Phone) -> None:
    tap(app, description="Search")
    write(app, "RECEIPT")
    assert [n.text for n in listed(app)] == ["Team lunch"]
    write(app, "s")
    assert not listed(app) and nodes(app, "No results found")


@pytest.mark.parametrize(
    ("intent", "title", "start", "end"),
    [
        (("insert",), "", NOON - 3 * 3600, NOON - 2 * 3600),
        (("insert", "Tea", NOON + 0.5, NOON + 7200.0, "here", "now"), "Tea", NOON, NOON + 7200),
        (("insert", "Tea", NOON), "Tea", NOON, NOON + 3600),
        (("insert", "Tea", NOON, NOON - 60), "Tea", NOON, NOON),
    ],
)
def test_intents_to_insert(intent: tuple[Any, ...], title: str, start: int, end: int) -> None:
    machine = phone()
    machine.put(EVENTS, ())
    machine.launch("calendar", intent)
    tap(machine, "Save")
    (row,) = events(machine)
    assert (row.title, row.start, row.end) == (title, start, end)
    assert (row.location, row.notes) == (("here", "now") if len(intent) > 4 else ("", ""))


def test_intent_to_show_a_day(app: Phone) -> None:
    app.launch("calendar", ("day", NOON + 86_400.0))
    assert nodes(app, "Tuesday, 13 October 2026") and node(app, description="Timeline")


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


@pytest.mark.parametrize(("width", "height"), [(280, 480), (280, 600), (600, 800)])
def test_hostile_events_fit(width: int, height: int) -> None:
    machine = phone(1, "", width, height)
    wide = "W" * 300 + "\u202eabc\x00漢🦀"
    machine.put(EVENTS, tuple([row._replace(title=wide, location=wide, notes=wide) for row in events(machine)]))
    machine.execute("open_app", {"name": "Calendar"})
    for tab in ("Month", "Schedule", "Day"):
        tap(machine, tab)
        for n in machine.scene.nodes:
            assert 0 <= n.bounds[0] < n.bounds[2] <= width and 0 <= n.bounds[1] < n.bounds[3] <= height
    tap(machine, "Schedule")
    app_node = listed(machine)[0]
    machine.execute("tap", {"x": app_node.bounds[0] + 40, "y": app_node.bounds[1] + 20})
    assert node(machine, rid="title").text == wide


def test_a_clock_that_is_set_back_reminds_again(app: Phone) -> None:
    app.advance(2 * DAY)
    app.put(NOTIFICATIONS, ())
    app.put(TIME, float(ONE.start - 3600))
    app.advance(3000)
    assert [row.title for row in app.get(NOTIFICATIONS)] == ["Team lunch"]
