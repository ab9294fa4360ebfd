"""Evaluators of timers and labelled alarms."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.clock.state import ALARMS, WATCH, alarm_labelled, parts_of, plant_alarms, timer_runs


@pytest.mark.parametrize(
    ("timers", "accepted"),
    [
        ([(1500, 9.0, 0)], True), ([(1500, 0.0, 1)], True), ([(1500, 0.0, 0)], False), ([(25, 9.0, 0)], False),
        ([(1500, 9.0, 0), (1500, 9.0, 0)], False), ([(1500, 9.0, 0), (60, 9.0, 0)], True), ([], False),
    ],
)  # fmt: skip
def test_one_timer_of_so_many_minutes_was_started(
    phone: Any, timers: list[tuple[int, float, int]], accepted: bool
) -> None:
    now = phone.setup.now()
    rows = [
        {"_id": i, "length": length, "remaining": 0.0, "ends": ends and now + ends, "expired": expired}
        for i, (length, ends, expired) in enumerate(timers, 1)
    ]
    phone.setup.set_table(WATCH, "timers", rows)
    assert timer_runs(State(android=phone.state), 25) is accepted


@pytest.mark.parametrize(
    ("alarms", "on", "accepted"),
    [
        ([("Tea", "09:05")], True, True), ([("Tea", "09:05")], False, False), ([("Tea", "21:05")], True, False),
        ([("Tea (later)", "09:05")], True, False), ([("Tea", "09:05"), ("Tea", "10:00")], True, False),
        ([("Tea", "09:05"), ("Nap", "09:05")], True, True),
    ],
)  # fmt: skip
def test_the_alarm_of_a_label_is_on_at_a_time(
    phone: Any, alarms: list[tuple[str, str]], on: bool, accepted: bool
) -> None:
    plant_alarms(phone.setup, [], alarms)
    rows = [{**row, "enabled": int(on)} for row in phone.state.table(ALARMS, "alarm_templates")]
    phone.setup.set_table(ALARMS, "alarm_templates", rows)
    assert alarm_labelled(State(android=phone.state), "line", "Tea", *parts_of("09:05")) is accepted
