"""Evaluators of appointments at a time of day."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.calendar.state import event_begins, start_of

START = start_of("2026-11-17", "15:50")


def test_a_start_is_a_date_and_a_time() -> None:
    assert start_of("1970-01-02", "01:30") == 91_800.0


@pytest.mark.parametrize(
    ("events", "accepted"),
    [
        ([("Old maps", 0)], True), ([("Old maps", 60)], False), ([("Old maps", 0), ("Old maps", 7200)], False),
        ([("Old maps", 0), ("Old maps", 86_400)], True), ([("Old maps again", 0)], False), ([], False),
    ],
)  # fmt: skip
def test_one_event_of_the_day_begins_at_the_time(phone: Any, events: list[tuple[str, int]], accepted: bool) -> None:
    for title, later in events:
        phone.setup.add_event(title, START + later, START + later + 3600)
    assert event_begins(State(android=phone.state), "line", "Old maps", START) is accepted


def test_a_title_may_be_written_in_any_way_of_its_type(phone: Any) -> None:
    phone.setup.add_event("(+1) 555-0142", START, START + 3600)
    assert event_begins(State(android=phone.state), "phone_number", "+1 555 0142", START)
