"""Calendar: months and weeks, adding, editing, deleting and finding events."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.calendar.data import EVENTS, EventRow, by_day
from crab_sim.desktop.settings_store import INTERFACE, SETTINGS
from crab_sim.engines.days import DAY, full_day, month_name, month_of, weekday
from crab_sim.ui.node import DISABLED
from tests.simulator.desktop._drive import center, click, desktop, node, nodes, press, write


def calendar() -> Desktop:
    machine = desktop("Calendar")
    machine.put(EVENTS, ())
    return machine


def today(machine: Desktop) -> int:
    return int(machine.now // DAY)


def fill(machine: Desktop, **texts: str) -> None:
    """Types into fields of the dialog, by their descriptions with underscores for spaces."""
    for name, text in texts.items():
        click(machine, description=name.replace("_", " "), role="text_field")
        press(machine, "ctrl+a")
        write(machine, text)


def test_a_day_of_the_month_takes_an_event_by_its_title() -> None:
    machine = calendar()
    day = today(machine) + 1
    click(machine, description=full_day(day), role="cell")
    write(machine, "Bake bread")
    click(machine, "Create", role="button")
    assert machine.get(EVENTS) == (EventRow(1, "Bake bread", day * DAY, (day + 1) * DAY, all_day=True),)
    assert node(machine, "Bake bread", role="button").description == full_day(day)


def test_details_give_an_event_times_a_place_and_notes() -> None:
    machine = calendar()
    day = today(machine)
    press(machine, "ctrl+n")
    write(machine, "Interview")
    fill(machine, Location="Room 7", Starts_date="2026-10-14", Ends_date="10/14/2026", Starts_time="14:05")
    fill(machine, Ends_time="3:35 PM", Notes="bring notes")
    click(machine, "Done", role="button")
    (row,) = machine.get(EVENTS)
    start = 20_740 * DAY + 14 * 3600 + 300
    assert row == EventRow(1, "Interview", start, start + 5400, "Room 7", "bring notes")
    assert today(machine) == day


@pytest.mark.parametrize(
    ("field", "text", "fault"),
    [
        ("Starts_date", "2026-02-30", "Enter dates such as 2026-10-14 and times such as 09:30."),
        ("Ends_time", "25:00", "Enter dates such as 2026-10-14 and times such as 09:30."),
        ("Ends_date", "2020-01-01", "The event ends before it starts."),
    ],
)
def test_an_event_needs_dates_in_their_order(field: str, text: str, fault: str) -> None:
    machine = calendar()
    press(machine, "ctrl+n")
    fill(machine, **{field: text})
    click(machine, "Done", role="button")
    assert nodes(machine, fault)
    press(machine, "escape")
    assert machine.get(EVENTS) == ()


def test_an_event_is_shown_edited_and_deleted() -> None:
    machine = calendar()
    start = today(machine) * DAY + 15 * 3600
    machine.put(EVENTS, (EventRow(4, "Chess club", start, start + 3600, "Library", "board 3"),))
    click(machine, "Chess club", role="button")
    assert nodes(machine, f"{full_day(today(machine))}, 15:00 – 16:00")
    assert nodes(machine, "At Library") and nodes(machine, "board 3")
    click(machine, "Edit…", role="button")
    click(machine, description="All Day", role="switch")
    fill(machine, Title="Chess days")
    press(machine, "enter")
    assert machine.get(EVENTS) == (
        EventRow(4, "Chess days", start // DAY * DAY, (start // DAY + 1) * DAY, "Library", "board 3", True),
    )
    click(machine, "Chess days", role="button")
    click(machine, "Delete Event", role="button")
    assert machine.get(EVENTS) == ()


def test_the_week_has_hours_and_overlapping_events_beside_one_another() -> None:
    machine = calendar()
    monday = today(machine) - weekday(today(machine))
    ten = monday * DAY + 10 * 3600
    rows = [EventRow(1, "One", ten, ten + 7200), EventRow(2, "Two", ten + 1800, ten + 3600)]
    machine.put(EVENTS, (*rows, EventRow(3, "Three", ten + 7200, ten + 9000)))
    click(machine, "Week", role="tab")
    one, two, three = [node(machine, text, role="button").bounds for text in ("One", "Two", "Three")]
    assert one[2] <= two[0]
    assert one[1] < two[1] < two[3] < one[3]
    assert three[2] - three[0] > 1.8 * (one[2] - one[0])
    click(machine, description=f"{full_day(monday + 2)}, 12:00", role="cell")
    write(machine, "Lunch\n")
    assert machine.get(EVENTS)[-1][1:4] == ("Lunch", (monday + 2) * DAY + 12 * 3600, (monday + 2) * DAY + 13 * 3600)


def test_the_arrows_turn_months_and_today_comes_back() -> None:
    machine = calendar()
    month = month_of(today(machine))
    click(machine, description="Next")
    press(machine, "alt+right")
    assert nodes(machine, month_name(month + 2))
    click(machine, "Today", role="button")
    assert nodes(machine, month_name(month))
    press(machine, "pageup")
    assert nodes(machine, month_name(month - 1))


def test_the_search_finds_places_and_notes_too() -> None:
    machine = calendar()
    start = (today(machine) + 90) * DAY
    machine.put(EVENTS, (EventRow(1, "Alpha", start, start + 60, "Harbour"), EventRow(2, "Beta", start, start + 60)))
    press(machine, "ctrl+f")
    write(machine, "harb")
    assert nodes(machine, "Alpha", role="list_item") and not nodes(machine, "Beta", role="list_item")
    write(machine, "zzz")
    assert nodes(machine, "No results found")
    press(machine, "backspace", "backspace", "backspace", "enter")
    assert nodes(machine, "At Harbour")
    assert nodes(machine, month_name(month_of(start // DAY)))


def test_a_full_day_says_how_many_events_it_has() -> None:
    machine = calendar()
    noon = today(machine) * DAY + 12 * 3600
    machine.put(EVENTS, tuple([EventRow(i, f"Event {i}", noon + i, noon + 60 + i) for i in range(1, 20)]))
    (more,) = [n for n in nodes(machine, role="button") if n.text.endswith(" more")]
    shown = [n for n in nodes(machine, role="button") if n.text.startswith("Event ")]
    assert len(shown) + int(more.text.split()[0]) == 19
    machine.execute("click", center(more))
    assert nodes(machine, "Event 6", role="list_item")


def test_times_follow_the_clock_format() -> None:
    machine = calendar()
    start = today(machine) * DAY + 15 * 3600
    machine.put(EVENTS, (EventRow(1, "Tea", start, start + 3600),))
    machine.put(SETTINGS, {**machine.get(SETTINGS), (INTERFACE, "clock-format"): "12h"})
    assert node(machine, "Tea", role="button").description.endswith("3:00 PM – 4:00 PM")


def test_events_over_several_days_are_on_each() -> None:
    long = EventRow(1, "Trip", 100 * DAY, 103 * DAY, all_day=True)
    short = EventRow(2, "Party", 101 * DAY + 80_000, 102 * DAY)
    assert [len(rows) for rows in by_day((short, long), 99, 6)] == [0, 1, 2, 1, 0, 0]
    assert by_day((short, long), 101, 1)[0] == (long, short)


def test_the_sidebar_chooses_days_and_months() -> None:
    machine = calendar()
    day = today(machine)
    click(machine, description=full_day(day + 1), role="button")
    assert not node(machine, "Today", role="button").flags & DISABLED
    click(machine, "Week", role="tab")
    click(machine, description="Next")
    assert nodes(machine, month_name(month_of(day) + 1).split()[0], role="button")
    click(machine, month_name(month_of(day) + 1).split()[0], role="button")
    click(machine, "March", role="menu_item")
    click(machine, "Month", role="tab")
    assert nodes(machine, month_name(month_of(day) // 12 * 12 + 2))


def test_the_sidebar_lists_the_events_to_come() -> None:
    machine = calendar()
    assert nodes(machine, "No events", role="list_item")
    noon = today(machine) * DAY + 12 * 3600
    rows = (EventRow(1, "Yesterday's", noon - DAY, noon - DAY + 60), EventRow(2, "Soon", noon + DAY, noon + DAY + 60))
    machine.put(EVENTS, (*rows, EventRow(3, "Later", noon + 40 * DAY, noon + 40 * DAY + 60)))
    assert not nodes(machine, "Yesterday's", role="list_item") and not nodes(machine, "Later", role="list_item")
    click(machine, "Soon", role="list_item")
    assert nodes(machine, "Delete Event", role="button")


def test_a_calendar_can_be_hidden() -> None:
    machine = calendar()
    noon = today(machine) * DAY + 12 * 3600
    machine.put(EVENTS, (EventRow(1, "Lunch", noon, noon + 3600),))
    assert len(nodes(machine, "Lunch")) == 2
    for shown in (0, 2):
        click(machine, description="Calendars")
        click(machine, "Personal", role="menu_item")
        assert len(nodes(machine, "Lunch")) == shown


def test_a_narrow_window_has_arrows_instead_of_the_sidebar() -> None:
    machine = desktop("Calendar", width=800, height=600)
    assert not nodes(machine, "No events") and nodes(machine, description="Previous", role="button")
