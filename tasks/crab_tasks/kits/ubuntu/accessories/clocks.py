"""The desktop's Clocks: evaluators of its alarms, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.calendar import fill
from crab_tasks.kits.ubuntu.windows import start, wait_for

__all__ = ["alarm_set", "set_alarm"]


def alarm_set(state: State, answer: str | None, hour: int, minute: int, label: str, days: int = 0) -> bool:
    """Exactly one alarm has this name, it is on, and it rings at this time on these days.

    Args:
        state: The devices' states.
        answer: Not used.
        hour: The hour, 0 to 23.
        minute: The minute.
        label: Its name, in capital or small letters.
        days: A bit for each weekday on which it rings, 1 for Monday; 0 for the next time only.
    """
    found = [row for row in state["ubuntu"].alarms() if row.label.strip().casefold() == label.casefold()]
    return [(row.hour, row.minute, row.days, row.enabled) for row in found] == [(hour, minute, days, True)]


def set_alarm(look: Look, hour: int, minute: int, label: str, days: Sequence[str] = ()) -> Iterator[Action]:
    """Sets an alarm, where clocks show 24 hours.

    Args:
        look: Shows the screen.
        hour: The hour, 0 to 23.
        minute: The minute.
        label: Its name.
        days: Names of the weekdays on which it rings; none for the next time only.
    """
    yield from start("Clocks")
    yield from wait_for(look, text="Alarms", role="tab")
    yield click(look, text="Alarms", role="tab")
    yield click(look, description="New Alarm")
    yield from fill(look, "Hours", f"{hour:02}")
    yield from fill(look, "Minutes", f"{minute:02}")
    yield from fill(look, "Title", label)
    for day in days:
        yield click(look, description=day, role="checkbox")
    yield click(look, text="Add", role="button")
