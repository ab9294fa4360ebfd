"""Clock: evaluators and setups."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.backends.base import Devices, PhoneSetup
from crab_gym.task import Params
from crab_gym.task.types import Value, states
from crab_tasks.kits.android.files.state import file_of_address
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.state import State

__all__ = [
    "ALARMS", "WATCH", "Alarm", "alarm_gone", "alarm_labelled", "alarm_like", "alarm_on", "alarms_are", "city_chosen",
    "no_alarm", "parts_of", "plant_alarms", "plant_stopwatch", "running_on_screen", "song_rings", "sound_rings",
    "stopwatch_seen", "stopwatch_told", "time_shown", "timer_entered", "timer_page_seen", "timer_runs",
]  # fmt: skip

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
"""The database of the alarms, in the table ``alarm_templates``, and of the cities, in ``selected_cities``."""


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
        for row in state.android.table(ALARMS, "alarm_templates")
    ]


def alarm_like(
    state: State,
    hour: int,
    minute: int,
    label: str | None = None,
    days: int | None = None,
    enabled: bool = True,
) -> bool:
    """There is one alarm at this time; it is on or off, and has the label and the days that are given.

    Args:
        state: The devices' states.
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


def alarm_on(state: State, hour: int, minute: int) -> bool:
    """There is one alarm at this time that is on, perhaps among others that are off."""
    return [(alarm.hour, alarm.minute) for alarm in _alarms(state) if alarm.enabled].count((hour, minute)) == 1


def city_chosen(state: State, city: str) -> bool:
    """The city is in the world clock."""
    return any(row["city_name"] == city for row in state.android.table(ALARMS, "selected_cities"))


def alarm_gone(state: State, label: str) -> bool:
    """There are alarms, but none with this label."""
    labels = [alarm.label for alarm in _alarms(state)]
    return bool(labels) and label not in labels


def alarms_are(state: State, alarms: Sequence[Alarm]) -> bool:
    """The alarms are exactly these, in any order."""
    return sorted(_alarms(state)) == sorted(alarms)


def parts_of(time: str) -> tuple[int, int]:
    """Returns the hour and the minute of a time.

    >>> parts_of("09:05")
    (9, 5)
    """
    return int(time[:2]), int(time[3:])


def no_alarm(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes alarms of the time that are on."""
    phone = devices.android
    rows = phone.table(ALARMS, "alarm_templates")
    kept = [row for row in rows if (row["hour"], row["minutes"]) != parts_of(params.time) or not row["enabled"]]
    if len(kept) < len(rows):
        phone.set_table(ALARMS, "alarm_templates", kept)


def plant_alarms(phone: PhoneSetup, rows: Sequence[Mapping[str, Any]], alarms: Sequence[tuple[str, str]]) -> None:
    """Makes these the alarms: rows that are kept, and new ones by label and time, which are off."""
    last = max((row["_id"] for row in rows), default=0)
    new = []
    for i, (label, time) in enumerate(alarms, 1):
        hour, minute = parts_of(time)
        new.append(
            {"_id": last + i, "hour": hour, "minutes": minute, "daysofweek": 0, "enabled": 0, "vibrate": 1,
             "label": label, "ringtone": "content://settings/system/alarm_alert", "delete_after_use": 0}
        )  # fmt: skip
    phone.set_table(ALARMS, "alarm_templates", [*rows, *new])


def timer_runs(state: State, minutes: int) -> bool:
    """There is one timer of so many minutes, and it was started; it may have rung meanwhile."""
    rows = [row for row in state.android.table(WATCH, "timers") if row["length"] == 60 * minutes]
    return len(rows) == 1 and (bool(rows[0]["ends"]) or bool(rows[0]["expired"]))


def alarm_labelled(state: State, kind: str, label: Value, hour: int, minute: int) -> bool:
    """Exactly one alarm has this label; it is set for this time, and on.

    Args:
        state: The devices' states.
        kind: The type of the label, which may be written in any way that its type has.
        label: Its label.
        hour: The hour, 0 to 23.
        minute: The minute.
    """
    found = [row for row in state.android.table(ALARMS, "alarm_templates") if states(kind, row["label"], label)]
    return [(row["hour"], row["minutes"], bool(row["enabled"])) for row in found] == [(hour, minute, True)]


def _sound(state: State, kind: str, label: Value) -> str:
    """Returns the address of the sound of the only alarm that has this label; "" if there is none."""
    rows = [row for row in state.android.table(ALARMS, "alarm_templates") if states(kind, row["label"], label)]
    return str(rows[0]["ringtone"] or "") if len(rows) == 1 else ""


def sound_rings(state: State, kind: str, label: Value, sound: str) -> bool:
    """Exactly one alarm has this label, and one of the device's sounds.

    Args:
        state: The devices' states.
        kind: The type of the label.
        label: The label.
        sound: The sound's title.
    """
    address = rf"content://(?:0@)?media/internal/audio/media/\d+\?title={sound}(?:&canonical=1)?"
    return re.fullmatch(address, _sound(state, kind, label)) is not None


def song_rings(state: State, kind: str, label: Value, path: str) -> bool:
    """Exactly one alarm has this label, and its sound is a file of the phone.

    Args:
        state: The devices' states.
        kind: The type of the label.
        label: The label.
        path: The file.
    """
    return file_of_address(state, _sound(state, kind, label)) == path


WATCH = "/data/user_de/0/com.google.android.deskclock/databases/stopwatch.db"
"""The database of the stopwatch, in the table ``stopwatch``, and of the timers, in ``timers``."""


def _shows(state: State, *names: str) -> bool:
    """Returns whether Clock is in front and has elements with these ends of resource ids."""
    if state.android.foreground().app != "clock":
        return False
    shown = {element.resource_id.rpartition("/")[2] for element in state.android.elements()}
    return shown.issuperset(names)


def stopwatch_seen(state: State) -> bool:
    """The stopwatch is on the screen."""
    return _shows(state, "stopwatch_time_text")


def running_on_screen(state: State) -> bool:
    """The stopwatch is on the screen and runs: it has the buttons Pause and Lap."""
    words = {element.description for element in state.android.elements()}
    return _shows(state, "stopwatch_time_text") and words.issuperset(("Pause", "Lap"))


def _accumulated(state: State) -> float | None:
    """Returns the seconds that the stopwatch stands at, None while it runs."""
    rows = state.android.table(WATCH, "stopwatch")
    return None if not rows or rows[0]["running_since"] else float(rows[0]["accumulated"])


def time_shown(seconds: float) -> str:
    """Returns the minutes and seconds that a stopwatch shows.

    >>> time_shown(245.997), time_shown(3725.5)
    ('04:06', '1:02:05')
    """
    whole = round(seconds * 100) // 100
    hours, rest = divmod(whole, 3600)
    text = f"{rest // 60:02}:{rest % 60:02}"
    return f"{hours}:{text}" if hours else text


def stopwatch_told(state: State, answer: str | None, least: float) -> bool:
    """The stopwatch is paused, hasn't been reset, and the answer tells the time that it shows.

    Hundredths may be left out.

    Args:
        state: The devices' states.
        answer: The answer.
        least: The seconds that it stood at before.
    """
    accumulated = _accumulated(state)
    if answer is None or accumulated is None or accumulated < least:
        return False
    return answer_is(state, answer, "stopwatch", round(accumulated * 100))


def timer_page_seen(state: State) -> bool:
    """The page for a new timer is on the screen."""
    return _shows(state, "timer_setup_time")


def timer_entered(state: State, hours: int, minutes: int, seconds: int) -> bool:
    """The page for a new timer is on the screen with this time, and there is no timer yet."""
    text = f"{hours:02}h {minutes:02}m {seconds:02}s"
    return (
        _shows(state, "timer_setup_time")
        and any(element.text == text for element in state.android.elements())
        and not state.android.table(WATCH, "timers")
    )


def plant_stopwatch(phone: PhoneSetup, seconds: float, running: bool) -> None:
    """Lets the stopwatch stand at some seconds, or run for so long already."""
    since, before = (phone.now() - seconds, 0.0) if running else (0.0, seconds)
    phone.set_table(WATCH, "stopwatch", [{"running_since": since, "accumulated": before}])
