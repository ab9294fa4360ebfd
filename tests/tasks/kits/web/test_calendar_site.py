from __future__ import annotations

import pytest

from crab_gym.backends.base import Devices
from crab_gym.backends.cloud import SERVICES
from crab_gym.backends.sim import SimBackend
from crab_tasks.kits.android.calendar.state import moment
from crab_tasks.kits.state import State
from crab_tasks.kits.web.calendar_site import event_added, plant_event
from tests.tasks.kits.web.conftest import Browser

NOON = moment(2026, 12, 8, 12)


def _add(browser: Browser, title: str, start: str, end: str, **more: str) -> None:
    dates = {"date": "2026-12-08", "until": "2026-12-08"}
    browser.send("calendar.example/new", act="save", title=title, start=start, end=end, **(dates | more))


@pytest.mark.parametrize(
    ("title", "start", "end", "more", "right"),
    [
        ("Wash lamps", "12:00", "13:00", {}, True),
        ("Wash lamps", "12:00", "13:00", {"location": "Hall"}, True),
        ("Wash lamps", "12:00", "14:00", {}, False),
        ("Wash lamps", "11:00", "12:00", {}, False),
        ("wash lamps", "12:00", "13:00", {}, False),
        ("Wash lamps", "12:00", "13:00", {"repeat": "weekly"}, False),
        ("Wash lamps", "12:00", "13:00", {"date": "2026-12-09", "until": "2026-12-09"}, False),
        ("Wash lamps", "12:00", "13:00", {"until": "2026-12-09"}, False),
        ("Wash lamps", "00:00", "00:00", {"all_day": "1"}, False),
    ],
)
def test_one_hour_at_this_time(
    browser: Browser, state: State, title: str, start: str, end: str, more: dict[str, str], right: bool
) -> None:
    _add(browser, title, start, end, **more)
    assert event_added(state, "line", "Wash lamps", NOON) is right


def test_two_events_of_the_day_are_a_guess(browser: Browser, state: State) -> None:
    for start, end, right in (("12:00", "13:00", True), ("15:00", "16:00", False)):
        _add(browser, "Wash lamps", start, end)
        assert event_added(state, "line", "Wash lamps", NOON) is right


def test_an_event_is_planted_on_either_device() -> None:
    desktop, phone = SimBackend("ubuntu", (1280, 720)), SimBackend("android", (360, 800))
    desktop.reset(3)
    phone.reset(3)
    both = Devices(ubuntu=desktop.setup, android=phone.setup)
    for devices in (Devices(ubuntu=both.ubuntu), both):
        plant_event(devices, "Boats", NOON, "Malbun")
    for rows in (desktop.state.web("calendar.example", "events"), SERVICES["calendar"].read(phone.state, {})):
        found = [(row["start"], row["end"], row["location"]) for row in rows if row["title"] == "Boats"]
        assert found == [(NOON, NOON + 3600, "Malbun")]
