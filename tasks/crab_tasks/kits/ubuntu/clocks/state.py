"""Clocks: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.task.types import Value, states
from crab_sim.devices.clock_settings import CITIES, SCHEMA, cities_of
from crab_tasks.kits.state import State

__all__ = ["WORLD_CITIES", "alarm_gone", "alarm_named", "alarm_set", "cities_shown"]

WORLD_CITIES = (
    "Algiers", "Almaty", "Ankara", "Bangkok", "Cape Town", "Casablanca", "Dhaka", "Hanoi", "Istanbul", "Johannesburg",
    "Karachi", "Lagos", "Lima", "Nairobi", "Perth", "Quito", "Riyadh", "Seoul", "Shanghai", "Tbilisi", "Tokyo",
)  # fmt: skip


def alarm_set(state: State, hour: int, minute: int, label: str, days: int = 0, exactly: bool = True) -> bool:
    """Exactly one alarm has this name, in capitals or not, it is on, and it rings at this time on these days.

    Args:
        state: The devices' states.
        hour: The hour, 0 to 23.
        minute: The minute.
        label: Its name.
        days: A bit for each weekday on which it rings, 1 for Monday; 0 for the next time only.
        exactly: Whether the name has these very letters, as where the goal quotes it.
    """
    found = [row for row in state.ubuntu.alarms() if row.label.strip().casefold() == label.casefold()]
    written = not exactly or any(row.label.strip() == label for row in found)
    return written and [(row.hour, row.minute, row.days, row.enabled) for row in found] == [(hour, minute, days, True)]


def alarm_named(state: State, kind: str, value: Value, time: str) -> bool:
    """Exactly one alarm has a value as its name, it is on, and it rings next at this time and on no weekday.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
        time: The time, such as "14:35".
    """
    found = [row for row in state.ubuntu.alarms() if states(kind, row.label, value)]
    return [(f"{row.hour:02}:{row.minute:02}", row.days, row.enabled) for row in found] == [(time, 0, True)]


def cities_shown(state: State, cities: Sequence[str]) -> bool:
    """The world clock has each of these cities."""
    return set(cities) <= set(cities_of(state.ubuntu.setting(SCHEMA, CITIES)))


def alarm_gone(state: State, label: str, time: str, days: int, other: str) -> bool:
    """No alarm is set for a time on these days, under whatever name, nor one of the name for the time at all.

    An alarm of the name is set for another time.

    Args:
        state: The devices' states.
        label: The name.
        time: The time, such as "14:35".
        days: A bit for each weekday on which it rang.
        other: The other time.
    """
    rows = [(row.label, f"{row.hour:02}:{row.minute:02}", row.days) for row in state.ubuntu.alarms()]
    left = any(at == time and (name == label or on == days) for name, at, on in rows)
    return not left and any((name, at) == (label, other) for name, at, _ in rows)
