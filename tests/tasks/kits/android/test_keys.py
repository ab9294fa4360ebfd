"""Parts of one app that would stand in each other's way if they got the same output."""

from __future__ import annotations

import pytest

from crab_gym.task import compose

PARTS = [
    ("appointments.begins", "clock.set_alarm", "timers.labelled_alarm", "time"),
    ("appointments.begins", "timers.labelled_alarm", "timers.retime_alarm", "time"),
    ("contacts.phone_of", "messages.send", "threads.forward", "number"),
    ("timers.whom_to_call", "contacts.add", "cards.change_number", "name"),
    ("timers.whom_to_call", "meetups.move", "meetups.cancel", "name"),
    ("notes.line", "todos.complete", "todos.set_due", "title"),
]


@pytest.mark.parametrize(("producer", "first", "second", "name"), PARTS)
def test_parts_of_an_app_do_not_get_the_same_output(producer: str, first: str, second: str, name: str) -> None:
    parts = [(producer, {}), (first, {}), (second, {})]
    with pytest.raises(ValueError, match="to tell things in the app"):
        compose(parts, [(0, 1, name), (0, 2, name)])
    compose(parts, [(0, 1, name)])
