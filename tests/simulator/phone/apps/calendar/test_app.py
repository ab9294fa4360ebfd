from __future__ import annotations

import pytest

from crab_sim.machine.app import Intent
from crab_sim.phone import Phone
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.calendar.repeat import (
    WEEK,
    occurrences,
)
from crab_sim.phone.system.above import ABOVE
from tests.simulator.phone._drive import long_tap, node, nodes, phone, tap, write
from tests.simulator.phone.apps.calendar._events import NOON, ONE, WEEKLY, choir_after_a_week, events, listed


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
def test_intents_to_insert(intent: Intent, title: str, start: int, end: int) -> None:
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
