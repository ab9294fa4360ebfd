"""Clock: evaluators of the alarms, and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, reveal
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import State

__all__ = ["ALARMS", "Alarm", "alarm_gone", "alarm_like", "alarms_are", "open_alarm", "open_alarms"]

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
"""The database of the alarms, in the table ``alarm_templates``."""


class Alarm(NamedTuple):
    """One alarm; `days` has a bit for each weekday on which it repeats, 1 for Monday, 0 for once."""

    hour: int
    minute: int
    label: str
    days: int
    enabled: bool


def _alarms(state: State) -> list[Alarm]:
    return [
        Alarm(row["hour"], row["minutes"], row["label"].strip(), row["daysofweek"] & 127, bool(row["enabled"]))
        for row in state["android"].table(ALARMS, "alarm_templates")
    ]


def alarm_like(
    state: State,
    answer: str | None,
    hour: int,
    minute: int,
    label: str | None = None,
    days: int | None = None,
    enabled: bool = True,
) -> bool:
    """There is one alarm at this time; it is on or off, and has the label and the days that are given.

    Args:
        state: The devices' states.
        answer: Not used.
        hour: The hour, 0 to 23.
        minute: The minute.
        label: Its label; None for any.
        days: A bit for each weekday, 1 for Monday; None for any.
        enabled: Whether it is on.
    """
    found = [alarm for alarm in _alarms(state) if (alarm.hour, alarm.minute) == (hour, minute)]
    return (
        len(found) == 1
        and found[0].enabled == enabled
        and label in (None, found[0].label)
        and days in (None, found[0].days)
    )


def alarm_gone(state: State, answer: str | None, label: str) -> bool:
    """There are alarms, but none with this label."""
    labels = [alarm.label for alarm in _alarms(state)]
    return bool(labels) and label not in labels


def alarms_are(state: State, answer: str | None, alarms: Sequence[Alarm]) -> bool:
    """The alarms are exactly these, in any order."""
    return sorted(_alarms(state)) == sorted(alarms)


def open_alarms(look: Look) -> Iterator[Action]:
    """Opens the phone's alarms."""
    yield from open_first_page(look, "Clock", "tab_menu")
    if not has(look, "android", rid="alarm_recycler_view"):
        yield tap(look, text="Alarm", role="tab")


def open_alarm(look: Look, time: str) -> Iterator[Action]:
    """Opens the card of an alarm that is shown at a time such as ``"06:30"``, and brings its last button into view."""
    yield from open_alarms(look)
    if not has(look, "android", description=f"Collapse alarm {time}"):
        yield from reveal(look, f"Expand alarm {time}")
        yield tap(look, description=f"Expand alarm {time}")
    for _ in range(3):
        if has(look, "android", text="Delete", role="button"):
            return
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")
