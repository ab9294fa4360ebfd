"""Data of Clocks: alarms, the cities of the world clock, timers and the stopwatch, and their effects as time passes.

State: slices ``"alarms"`` (tuple of `Alarm`), ``"alarm_state"`` (`AlarmState`), ``"timers"`` (tuple of `Timer`),
``"stopwatch"`` (`Stopwatch`), ``"cities"`` (names of `engines.cities.CITIES`). The seeded alarms are off, so
that nothing rings before somebody has set an alarm.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from crab_sim.engines.days import DAY, WEEKDAYS, weekday
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import get, next_id, update_row
from crab_sim.machine.slices import Slice
from crab_sim.ui import PlainData

__all__ = [
    "ALARM_STATE", "CITIES", "EVERY_DAY", "LENGTHS", "STOPWATCH", "TIMERS", "Alarm", "AlarmState", "Alarms",
    "Stopwatch", "Timer", "Timers", "by_time", "days_text", "due", "duration", "elapsed", "left", "next_time",
    "seed_alarms", "seed_cities", "seed_state", "seed_stopwatch", "seed_timers", "set_alarms", "snooze", "stop", "tick",
]  # fmt: skip

EVERY_DAY: Final = 0b1111111
LENGTHS: Final = (1, 5, 10, 15, 30)
"""The minutes for which an alarm may ring or be snoozed."""


class Alarm(NamedTuple):
    """One alarm.

    Attributes:
        hour: The hour at which it rings.
        minute: The minute.
        name: Its name, which it rings with.
        days: A bit for each weekday on which it rings, 1 for Monday; 0 is for an alarm that rings once.
        enabled: Whether it is on.
        rings: Minutes for which it rings.
        snoozes: Minutes after which it rings again, where it is snoozed.
    """

    id: int
    hour: int
    minute: int
    name: str = ""
    days: int = 0
    enabled: bool = True
    rings: int = 5
    snoozes: int = 10


Alarms = tuple[Alarm, ...]

ALARMS: Final = Slice[Alarms]("alarms")


class AlarmState(NamedTuple):
    """The alarm that rings or is snoozed.

    Attributes:
        checked: The time up to which alarms have rung.
        ringing: Id of the one that rings, 0 for none.
        since: The time since which it rings.
        snoozed: Id of the one that is snoozed, 0 for none.
        again: The time at which that one rings again.
    """

    checked: float
    ringing: int = 0
    since: float = 0.0
    snoozed: int = 0
    again: float = 0.0


ALARM_STATE: Final = Slice[AlarmState]("alarm_state", volatile="follows from the alarms as time passes")


class Timer(NamedTuple):
    """One timer.

    Attributes:
        length: The seconds for which it was set.
        left: The seconds that it has left while it is paused.
        ends: The time at which it runs out; 0 while it is paused.
        name: Its name, which it rings with.
    """

    id: int
    length: int
    left: float
    ends: float = 0.0
    name: str = ""


Timers = tuple[Timer, ...]

TIMERS: Final = Slice[Timers]("timers")


class Stopwatch(NamedTuple):
    """The stopwatch.

    Attributes:
        since: The time since which it runs; 0 while it is paused.
        before: The seconds of earlier runs.
        laps: The seconds from its start at which Lap was pressed.
    """

    since: float = 0.0
    before: float = 0.0
    laps: tuple[float, ...] = ()


STOPWATCH: Final = Slice[Stopwatch]("stopwatch")
CITIES: Final = Slice[tuple[str, ...]]("cities")

# Seeded content -----------------------------------------------------------------------------------------------------

_NAMES = ("Wake up", "Gym", "Medication", "Early train", "Swimming", "Bins out")


def seed_alarms(rng: random.Random, now: float) -> Alarms:
    """Returns two or three alarms, which are off."""
    names = rng.sample(_NAMES, rng.randrange(2, 4))
    hours = sorted(rng.sample((5, 6, 7, 8, 20, 21), len(names)))
    return tuple(
        [
            Alarm(i + 1, hour, 5 * rng.randrange(12), name, rng.choice((0, 0b11111, 0b1100000, 0b10101)), False)
            for i, (hour, name) in enumerate(zip(hours, names, strict=True))
        ]
    )


def seed_state(rng: random.Random, now: float) -> AlarmState:
    """Returns the state in which nothing rings."""
    return AlarmState(now)


def seed_timers(rng: random.Random, now: float) -> Timers:
    """Returns no timers."""
    return ()


def seed_stopwatch(rng: random.Random, now: float) -> Stopwatch:
    """Returns the stopwatch at zero."""
    return Stopwatch()


def seed_cities(rng: random.Random, now: float) -> tuple[str, ...]:
    """Returns one or two cities."""
    return tuple(rng.sample(("New York", "Tokyo", "Sydney", "Dubai", "São Paulo", "Singapore"), rng.randrange(1, 3)))


# Alarms -------------------------------------------------------------------------------------------------------------


def by_time(rows: Alarms) -> Alarms:
    """Returns alarms sorted by time of day."""
    return tuple(sorted(rows, key=lambda row: (row.hour, row.minute, row.id)))


def set_alarms(machine: Machine, rows: Alarms) -> None:
    """Replaces the alarms after a change by the user; none of them rings for a time that has passed."""
    machine.put(ALARMS, by_time(rows))
    state = machine.get(ALARM_STATE)
    if get(rows, state.snoozed) is None:
        state = state._replace(snoozed=0, again=0.0)
    machine.put(ALARM_STATE, state._replace(checked=machine.now))


def days_text(days: int) -> str:
    """Returns the days on which an alarm rings as text, ``""`` for one that rings once.

    >>> days_text(0b11111), days_text(0b1100000), days_text(0b101), days_text(0b10)
    ('Weekdays', 'Weekends', 'Mon, Wed', 'Tuesdays')
    """
    if days == EVERY_DAY:
        return "Every Day"
    if days == 0b11111:
        return "Weekdays"
    if days == 0b1100000:
        return "Weekends"
    names = [WEEKDAYS[i] for i in range(7) if days >> i & 1]
    return f"{names[0]}s" if len(names) == 1 else ", ".join([name[:3] for name in names])


@lru_cache(maxsize=1024)
def next_time(row: Alarm, after: float) -> float:
    """Returns the next time after another at which an alarm rings, both in seconds since 1970."""
    day = int(after // DAY)
    for ahead in range(9):
        when = (day + ahead) * DAY + row.hour * 3600 + row.minute * 60
        if when > after and (not row.days or row.days >> weekday(day + ahead) & 1):
            return float(when)
    raise AssertionError("an alarm rings at least once in eight days")


def stop(machine: Machine) -> None:
    """Ends the ringing."""
    machine.put(ALARM_STATE, machine.get(ALARM_STATE)._replace(ringing=0, since=0.0))


def snooze(machine: Machine) -> None:
    """Silences the alarm that rings, which rings again some minutes later."""
    state = machine.get(ALARM_STATE)
    row = get(machine.get(ALARMS), state.ringing)
    if row is not None:
        again = machine.now + 60.0 * row.snoozes
        machine.put(ALARM_STATE, AlarmState(state.checked, 0, 0.0, row.id, again))


# Timers and the stopwatch -------------------------------------------------------------------------------------------


def left(row: Timer, now: float) -> float:
    """Returns the seconds that a timer has left."""
    return max(0.0, row.ends - now) if row.ends else row.left


def elapsed(watch: Stopwatch, now: float) -> float:
    """Returns the seconds that the stopwatch shows."""
    return watch.before + (max(0.0, now - watch.since) if watch.since else 0.0)


def duration(seconds: float) -> str:
    """Returns a length of time with hours, minutes and seconds, begun ones counted.

    >>> duration(65), duration(3724.5)
    ('00:01:05', '01:02:05')
    """
    whole = int(-(-seconds // 1))
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


# Events that are due ------------------------------------------------------------------------------------------------


def due(slices: Mapping[str, PlainData]) -> float:
    """Returns the time at which an alarm rings or falls silent or a timer runs out next, infinite for never.

    Args:
        slices: The machine's state; alarms and timers that are as the seed makes them aren't in it, nor ever due.
    """
    times = [row.ends for row in slices.get(TIMERS.name, ()) if row.ends]
    alarms: Alarms = slices.get(ALARMS.name, ())
    if alarms:
        state: AlarmState = slices[ALARM_STATE.name]
        times += [next_time(row, state.checked) for row in alarms if row.enabled]
        if state.snoozed:
            times.append(state.again)
        ringing = get(alarms, state.ringing)
        if ringing is not None:
            times.append(state.since + 60.0 * ringing.rings)
    return min(times, default=inf)


def tick(machine: Machine) -> None:
    """Lets the alarms and timers that are due ring, and an alarm that has rung for long fall silent."""
    now, timers = machine.now, machine.get(TIMERS)
    for timer in timers:
        if timer.ends and timer.ends <= now:
            machine.put(TIMERS, update_row(machine.get(TIMERS), timer.id, left=float(timer.length), ends=0.0))
            machine.launch("clocks", ("time_up", timer.name or duration(timer.length)))
    state, alarms = machine.get(ALARM_STATE), machine.get(ALARMS)
    ringing = get(alarms, state.ringing)
    if ringing is None or state.since + 60.0 * ringing.rings <= now:
        state = state._replace(ringing=0, since=0.0)
    rung = [row for row in alarms if row.enabled and next_time(row, state.checked) <= now]
    if state.snoozed and state.again <= now:
        rung += [row for row in alarms if row.id == state.snoozed]
        state = state._replace(snoozed=0, again=0.0)
    machine.put(ALARM_STATE, state._replace(checked=now))
    for row in rung:
        if not row.days and row.enabled:
            machine.put(ALARMS, update_row(machine.get(ALARMS), row.id, enabled=False))
        machine.put(ALARM_STATE, machine.get(ALARM_STATE)._replace(ringing=row.id, since=now))
        machine.launch("clocks", ("ringing", row.id))


def new_timer(rows: Timers, seconds: int, now: float) -> Timers:
    """Returns the timers with another, which runs."""
    return (*rows, Timer(next_id(rows), seconds, float(seconds), now + seconds))
