"""Data of the Clock app: alarms, timers, the stopwatch and cities, the events that are due, and the database.

State: slices ``"alarms"`` (tuple of `AlarmRow`), ``"alarm_state"`` (`AlarmState`), ``"timers"`` (tuple of `TimerRow`),
``"stopwatch"`` (`Stopwatch`), ``"cities"`` (names, mostly of `cities.CITIES`), ``"alarm_sounds"`` (tuple of `Sound`).
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from crab_sim.engines import cities
from crab_sim.engines.days import DAY, WEEKDAYS, weekday
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import get, next_id, remove, replace_row, update_row
from crab_sim.machine.slices import Slice
from crab_sim.phone import power
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.phone.system import notifications
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import clock, is_24_hour

__all__ = [
    "DATABASE", "DEFAULT_SOUND", "SNOOZE", "AlarmRow", "AlarmState", "Snoozed", "Sound", "Stopwatch", "TimerRow",
    "add_alarm", "add_timer", "adjust_timer", "days_text", "due", "elapsed", "get", "left", "next_time", "remove",
    "seed_alarms", "seed_cities", "seed_state", "set_alarms", "silence", "snooze", "tick", "update_row",
]  # fmt: skip

CITIES: Final = Slice[tuple[str, ...]]("cities")

SNOOZE: Final = 600.0
_SILENCE = 600.0  # seconds after which an alarm falls silent by itself
DEFAULT_SOUND: Final = "content://settings/system/alarm_alert"
_MAX_TIMER = 99 * 3600 + 99 * 60 + 99


class AlarmRow(NamedTuple):
    """One alarm; `days` has a bit per weekday on which it repeats, 1 for Monday; 0 is for an alarm that rings once."""

    id: int
    hour: int
    minute: int
    label: str = ""
    days: int = 0
    enabled: bool = True
    vibrate: bool = True
    ringtone: str = DEFAULT_SOUND
    delete_after_use: bool = False


class Snoozed(NamedTuple):
    """An alarm that has been snoozed, and the time at which it rings again."""

    alarm_id: int
    when: float


class AlarmState(NamedTuple):
    """The ringing and snoozed alarms.

    Attributes:
        checked: The time up to which alarms have been rung.
        ringing: Id of the alarm that rings, 0 for none.
        since: The time at which it began to ring.
        notice: Id of its notification.
        snoozed: The alarms that ring again.
    """

    checked: float
    ringing: int = 0
    since: float = 0.0
    notice: int = 0
    snoozed: tuple[Snoozed, ...] = ()


ALARM_STATE: Final = Slice[AlarmState]("alarm_state", volatile="the clock runs: alarms ring, and fall silent")


class TimerRow(NamedTuple):
    """One timer.

    Attributes:
        length: The seconds for which it was set.
        left: The seconds it has left while it is paused.
        ends: The time at which it runs out; 0 while it is paused.
        rung: Whether it has run out.
    """

    id: int
    length: int
    left: float
    ends: float = 0.0
    rung: bool = False


class Stopwatch(NamedTuple):
    """The stopwatch.

    Attributes:
        since: The time since which it runs; 0 while it is paused.
        before: The seconds of earlier runs.
        laps: The seconds, from the start, at which the lap button was pressed.
    """

    since: float = 0.0
    before: float = 0.0
    laps: tuple[float, ...] = ()


STOPWATCH: Final = Slice[Stopwatch]("stopwatch")


class Sound(NamedTuple):
    """A sound that was added to those of the device: its title, and the address of its file."""

    title: str
    uri: str


SOUNDS: Final = Slice[tuple[Sound, ...]](
    "alarm_sounds", volatile="what is offered for choosing: each alarm names its own sound"
)
Alarms = tuple[AlarmRow, ...]

ALARMS: Final = Slice[Alarms]("alarms")
Timers = tuple[TimerRow, ...]

TIMERS: Final = Slice[Timers]("timers", volatile={"rung": "the clock runs: timers run out"})

# Seeded content -----------------------------------------------------------------------------------------------------

_LABELS = ("", "Gym", "Wake up", "Medication", "Early train", "Laundry", "Swimming", "Bins out")


def seed_alarms(rng: random.Random, now: float) -> Alarms:
    """Returns 3 to 5 alarms, early in the morning or late in the evening; none is near the time of booting."""
    hours = rng.sample((5, 6, 7, 21, 22, 23), rng.randrange(3, 6))
    labels = rng.sample(_LABELS, len(hours))
    return tuple(
        [
            AlarmRow(i + 1, hour, 5 * rng.randrange(9 if hour == 7 else 12), label,
                     rng.choice((0, 0b11111, 0b1100000, 0b10101)), rng.random() < 0.5 or not i, rng.random() < 0.7)
            for i, (hour, label) in enumerate(zip(sorted(hours), labels, strict=True))
        ]
    )  # fmt: skip


def seed_state(rng: random.Random, now: float) -> AlarmState:
    """Returns the state in which no alarm rings."""
    return AlarmState(now)


def seed_cities(rng: random.Random, now: float) -> tuple[str, ...]:
    """Returns one or two cities of the world clock."""
    return tuple(rng.sample(("New York", "Tokyo", "Sydney", "Dubai", "São Paulo", "Singapore"), rng.randrange(1, 3)))


# Alarms -------------------------------------------------------------------------------------------------------------


def add_alarm(rows: Alarms, hour: int, minute: int, label: str = "") -> tuple[Alarms, int]:
    """Adds an alarm.

    Args:
        rows: The alarms.
        hour: The hour at which the new one rings.
        minute: The minute.
        label: Its label.

    Returns:
        All alarms, by time of day, and the new one's id.

    >>> [row.hour for row in add_alarm(add_alarm((), 7, 30)[0], 6, 0)[0]]
    [6, 7]
    """
    new = next_id(rows)
    return by_time((*rows, AlarmRow(new, hour, minute, label))), new


def by_time(rows: Alarms) -> Alarms:
    """Returns alarms sorted by time of day."""
    return tuple(sorted(rows, key=lambda row: (row.hour, row.minute, row.id)))


def set_alarms(machine: Machine, rows: Alarms) -> None:
    """Replaces the alarms after a change by the user; none of them rings for a time that has passed."""
    machine.put(ALARMS, rows)
    state: AlarmState = machine.get(ALARM_STATE)
    alive = {row.id for row in rows}
    snoozed = tuple([item for item in state.snoozed if item.alarm_id in alive])
    machine.put(ALARM_STATE, state._replace(checked=machine.now, snoozed=snoozed))


def days_text(days: int) -> str:
    """Returns the days on which an alarm rings as text.

    >>> days_text(0b11111), days_text(0b1000001), days_text(0b1111111)
    ('Mon, Tue, Wed, Thu, Fri', 'Mon, Sun', 'Every day')
    """
    if days & 127 == 127:
        return "Every day"
    return ", ".join([WEEKDAYS[i][:3] for i in range(7) if days >> i & 1])


@lru_cache(maxsize=1024)
def next_time(row: AlarmRow, after: float) -> float:
    """Returns the next time after another at which an alarm rings, both in seconds since 1970."""
    day = int(after // DAY)
    for ahead in range(9):
        when = (day + ahead) * DAY + row.hour * 3600 + row.minute * 60
        if when > after and (not row.days & 127 or row.days >> weekday(day + ahead) & 1):
            return float(when)
    raise AssertionError("an alarm rings at least once in eight days")


def _ring(machine: Machine, row: AlarmRow) -> None:
    when = clock(row.hour * 3600 + row.minute * 60, is_24_hour(machine.get(SETTINGS)))
    silence(machine, missed=True)
    notice = notifications.post(machine, "clock", row.label or "Alarm", f"{when}, ringing", ("ringing", row.id))
    state: AlarmState = machine.get(ALARM_STATE)
    machine.put(ALARM_STATE, state._replace(ringing=row.id, since=machine.now, notice=notice))
    power.turn(machine, True)
    machine.launch("clock", ("ringing", row.id))


def silence(machine: Machine, missed: bool = False) -> None:
    """Ends the ringing; with `missed`, posts a notification of the missed alarm."""
    state: AlarmState = machine.get(ALARM_STATE)
    if not state.ringing:
        return
    notifications.dismiss(machine, state.notice)
    machine.put(ALARM_STATE, state._replace(ringing=0, since=0.0, notice=0))
    row = get(machine.get(ALARMS), state.ringing)
    if missed and row is not None:
        when = clock(row.hour * 3600 + row.minute * 60, is_24_hour(machine.get(SETTINGS)))
        notifications.post(machine, "clock", "Missed alarm", f"{when} {row.label}".strip(), ("tab", "alarm"))


def snooze(machine: Machine) -> None:
    """Silences the ringing alarm, which rings again in ten minutes."""
    state: AlarmState = machine.get(ALARM_STATE)
    if state.ringing:
        silence(machine)
        now: AlarmState = machine.get(ALARM_STATE)
        others = [item for item in now.snoozed if item.alarm_id != state.ringing]
        again = Snoozed(state.ringing, machine.now + SNOOZE)
        machine.put(ALARM_STATE, now._replace(snoozed=(*others, again)))


# Timers and the stopwatch -------------------------------------------------------------------------------------------


def add_timer(rows: Timers, seconds: int, now: float) -> tuple[Timers, int]:
    """Adds a running timer; returns all timers and its id."""
    new, seconds = next_id(rows), max(1, min(_MAX_TIMER, seconds))
    return (*rows, TimerRow(new, seconds, float(seconds), now + seconds)), new


def left(row: TimerRow, now: float) -> float:
    """Returns the seconds that a timer has left, below 0 after it has run out."""
    return row.ends - now if row.ends else row.left


def adjust_timer(rows: Timers, timer_id: int, action: Literal["toggle", "reset", "more"], now: float) -> Timers:
    """Pauses, starts, resets or prolongs a timer.

    Args:
        rows: The timers.
        timer_id: Id of the timer.
        action: ``"toggle"`` (pause or start), ``"reset"`` or ``"more"`` (one minute).
        now: The current time.

    Returns:
        The timers after that.
    """
    row = get(rows, timer_id)
    if row is None:
        return rows
    rest = left(row, now)
    if action == "reset" or (action == "toggle" and row.rung):
        row = row._replace(left=float(row.length), ends=0.0, rung=False)
    elif action == "more":
        rest = min(float(_MAX_TIMER), max(0.0, rest) + 60)
        row = row._replace(left=rest, ends=now + rest if row.ends else 0.0, rung=False)
    elif row.ends:
        row = row._replace(left=rest, ends=0.0)
    else:
        row = row._replace(ends=now + rest)
    return replace_row(rows, row)


def elapsed(watch: Stopwatch, now: float) -> float:
    """Returns the seconds that the stopwatch shows."""
    return watch.before + (max(0.0, now - watch.since) if watch.since else 0.0)


# Events that are due ------------------------------------------------------------------------------------------------


def due(machine: Machine) -> float | None:
    """Returns the time at which an alarm rings or falls silent or a timer runs out next; None for never."""
    state: AlarmState = machine.get(ALARM_STATE)
    after = min(state.checked, machine.now)
    times = [next_time(row, after) for row in machine.get(ALARMS) if row.enabled]
    times += [item.when for item in state.snoozed]
    times += [row.ends for row in machine.get(TIMERS) if row.ends and not row.rung]
    if state.ringing:
        times.append(state.since + _SILENCE)
    return min(times, default=None)


def tick(machine: Machine) -> None:
    """Rings the alarms that are due, silences one that rang for long, and posts the timers that have run out."""
    now = machine.now
    timers: Timers = machine.get(TIMERS)
    for timer in timers:
        if timer.ends and not timer.rung and timer.ends <= now:
            timers = update_row(timers, timer.id, rung=True)
            notifications.post(machine, "clock", "Time's up", f"{duration(timer.length)} timer", ("tab", "timer"))
    if timers is not machine.get(TIMERS):
        machine.put(TIMERS, timers)
    state: AlarmState = machine.get(ALARM_STATE)
    if state.ringing and state.since + _SILENCE <= now:
        silence(machine, missed=True)
        state = machine.get(ALARM_STATE)
    after = state.checked if state.checked < now else now - 1  # the clock may have been set back
    alarms: Alarms = machine.get(ALARMS)
    again = {item.alarm_id for item in state.snoozed if item.when <= now}
    rung = [row for row in alarms if (row.enabled and next_time(row, after) <= now) or row.id in again]
    snoozed = tuple([item for item in state.snoozed if item.when > now])
    machine.put(ALARM_STATE, state._replace(checked=now, snoozed=snoozed))
    for row in rung:
        if row.enabled and not row.days & 127:
            alarms = remove(alarms, row.id) if row.delete_after_use else update_row(alarms, row.id, enabled=False)
    if alarms is not machine.get(ALARMS):
        machine.put(ALARMS, alarms)
    for row in rung:
        _ring(machine, row)


def duration(seconds: float) -> str:
    """Returns a length of time as text, such as that of a timer.

    >>> duration(65), duration(3725), duration(-5)
    ('01:05', '1:02:05', '-00:05')
    """
    whole = int(-(-seconds // 1))
    sign, whole = ("-", -whole) if whole < 0 else ("", whole)
    hours, rest = divmod(whole, 3600)
    text = f"{rest // 60:02}:{rest % 60:02}"
    return f"{sign}{hours}:{text}" if hours else sign + text


# Database -----------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE alarm_templates (
    _id INTEGER PRIMARY KEY,
    hour INTEGER NOT NULL,
    minutes INTEGER NOT NULL,
    daysofweek INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    vibrate INTEGER NOT NULL,
    label TEXT NOT NULL,
    ringtone TEXT,
    delete_after_use INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE selected_cities (
    city_id TEXT PRIMARY KEY,
    city_name TEXT NOT NULL,
    timezone_name TEXT NOT NULL,
    timezone_offset INTEGER NOT NULL
);
"""


def _zone(city: str) -> tuple[str, str, str, int]:
    """Returns a city's row: its id, its name, and its standard time, by name and in milliseconds ahead of UTC.

    A city that the app doesn't know, and doesn't show, is at UTC.
    """
    known = cities.CITIES.get(city)
    minutes = known.standard if known is not None else 0
    hours, rest = divmod(abs(minutes), 60)
    return city.casefold(), city, f"GMT{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}", 60_000 * minutes


def _dump(rows: Alarms, chosen: tuple[str, ...]) -> Dump:
    return {
        "alarm_templates": [
            (row.id, row.hour, row.minute, row.days, int(row.enabled), int(row.vibrate), row.label, row.ringtone,
             int(row.delete_after_use))
            for row in rows
        ],
        "selected_cities": [_zone(city) for city in chosen],
    }  # fmt: skip


def _load(tables: Tables) -> tuple[Alarms, tuple[str, ...]]:
    rows = []
    for row in tables["alarm_templates"]:
        hour, minute = int(row["hour"]), int(row["minutes"])
        if not (0 <= hour < 24 and 0 <= minute < 60):
            raise ValueError(f"alarm {row['_id']} is at {hour}:{minute}: expected 0 to 23 hours and 0 to 59 minutes")
        rows.append(
            AlarmRow(
                int(row["_id"]), hour, minute, str(row["label"]), int(row["daysofweek"]), bool(row["enabled"]),
                bool(row["vibrate"]), str(row["ringtone"] or ""), bool(row["delete_after_use"]),
            )
        )  # fmt: skip
    return by_time(tuple(rows)), tuple([str(row["city_name"]) for row in tables["selected_cities"]])


DATABASE = Database(
    "/data/user_de/0/com.google.android.deskclock/databases/alarms.db", (ALARMS, CITIES), _SCHEMA, _dump, _load
)
