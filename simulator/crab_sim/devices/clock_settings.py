"""Alarms and cities of GNOME's Clocks as gsettings keeps them, in the schema `SCHEMA`.

* `AlarmRow` - an alarm. * `alarms_of`, `alarms_text` - all of them, from and as the value of the key ``alarms``.
* `cities_of`, `cities_text` - the names of the cities, from and as the value of ``world-clocks``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.devices.gvariant import parse, quoted

__all__ = ["ALARMS", "CITIES", "SCHEMA", "AlarmRow", "alarms_of", "alarms_text", "cities_of", "cities_text"]

SCHEMA: Final = "org.gnome.clocks"
ALARMS: Final = "alarms"
CITIES: Final = "world-clocks"
_EMPTY: Final = "@aa{sv} []"


class AlarmRow(NamedTuple):
    """An alarm.

    Attributes:
        id: Its identity, a text without any meaning.
        hour: The hour at which it rings.
        minute: The minute.
        name: Its name.
        days: A bit for each weekday on which it rings, 1 for Monday; 0 for one that rings once.
        enabled: Whether it is on.
        rings: Minutes for which it rings.
        snoozes: Minutes after which it rings again, where it is snoozed.
    """

    id: str
    hour: int
    minute: int
    name: str = ""
    days: int = 0
    enabled: bool = True
    rings: int = 5
    snoozes: int = 10


def alarms_of(text: str | None) -> tuple[AlarmRow, ...]:
    """Returns the alarms of a key's value, sorted by time of day; those that Clocks couldn't show are left out.

    >>> alarms_of("[{'name': <'Tea'>, 'active': <true>, 'hour': <16>, 'minute': <5>, 'days': <[1, 3]>}]")
    (AlarmRow(id='', hour=16, minute=5, name='Tea', days=5, enabled=True, rings=5, snoozes=10),)
    """
    rows = [row for entry in _entries(text) if (row := _alarm(entry)) is not None]
    return tuple(sorted(rows, key=lambda row: (row.hour, row.minute)))


def _entries(text: str | None) -> list[dict[object, object]]:
    try:
        value = parse(text or "[]")
    except ValueError:
        return []
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _alarm(entry: dict[object, object]) -> AlarmRow | None:
    hour, minute, days = entry.get("hour"), entry.get("minute"), entry.get("days")
    if not isinstance(hour, int) or not isinstance(minute, int) or not (0 <= hour < 24 and 0 <= minute < 60):
        return None
    bits = 0
    for day in days if isinstance(days, list) else ():
        if isinstance(day, int) and 1 <= day <= 7:
            bits |= 1 << (day - 1)
    rings, snoozes = entry.get("ring_minutes"), entry.get("snooze_minutes")
    return AlarmRow(
        str(entry.get("id", "")),
        int(hour),
        int(minute),
        str(entry.get("name", "")),
        bits,
        entry.get("active") is True,
        int(rings) if isinstance(rings, int) else 5,
        int(snoozes) if isinstance(snoozes, int) else 10,
    )


def alarms_text(rows: Sequence[AlarmRow]) -> str:
    """Returns the key's value for some alarms.

    >>> alarms_of(alarms_text([AlarmRow("a", 7, 30, "It's late", 96)]))
    (AlarmRow(id='a', hour=7, minute=30, name="It's late", days=96, enabled=True, rings=5, snoozes=10),)
    """
    return f"[{', '.join([_alarm_text(row) for row in rows])}]" if rows else _EMPTY


def _alarm_text(row: AlarmRow) -> str:
    days = [str(i + 1) for i in range(7) if row.days >> i & 1]
    shown = f"[{', '.join(days)}]" if days else "@ai []"
    return (
        f"{{'name': <{quoted(row.name)}>, 'id': <{quoted(row.id)}>, 'active': <{'true' if row.enabled else 'false'}>, "
        f"'hour': <{row.hour}>, 'minute': <{row.minute}>, 'days': <{shown}>, 'snooze_minutes': <{row.snoozes}>, "
        f"'ring_minutes': <{row.rings}>}}"
    )


def cities_of(text: str | None) -> tuple[str, ...]:
    """Returns the names of the cities of a key's value, in its order.

    >>> cities_of("[{'location': <(uint32 2, <('Tokyo', 'RJTI', true, [(0.62, 2.44)], [(0.62, 2.43)])>)>}]")
    ('Tokyo',)
    """
    names = []
    for entry in _entries(text):
        match entry.get("location"):
            case (int(), (str(name), _, _, _, _)):
                names.append(name)
    return tuple(names)


def cities_text(names: Sequence[str]) -> str:
    """Returns the key's value for some cities, whose weather stations and coordinates are left out.

    >>> cities_of(cities_text(["Tokyo", "Lima"]))
    ('Tokyo', 'Lima')
    """
    entries = [f"{{'location': <(uint32 2, <({quoted(name)}, '', false, @a(dd) [], @a(dd) [])>)>}}" for name in names]
    return f"[{', '.join(entries)}]" if entries else _EMPTY
