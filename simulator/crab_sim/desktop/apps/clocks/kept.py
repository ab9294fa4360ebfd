"""Alarms and cities of Clocks in the form in which gsettings keeps them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from crab_sim.desktop.apps.clocks import data
from crab_sim.desktop.apps.clocks.data import Alarm, Alarms
from crab_sim.devices.clock_settings import (
    ALARMS,
    CITIES,
    SCHEMA,
    AlarmRow,
    alarms_of,
    alarms_text,
    cities_of,
    cities_text,
)
from crab_sim.engines import cities as known
from crab_sim.machine.machine import Machine

__all__ = ["put", "texts", "texts_of"]

_ID: Final = re.compile("0{24}[0-9a-f]{8}")
"""An id that Clocks has given."""


@lru_cache(maxsize=256)
def texts(alarms: Alarms, cities: tuple[str, ...]) -> Mapping[tuple[str, str], str]:
    """Returns the values of the schema's keys."""
    rows = [
        AlarmRow(f"{row.id:032x}", row.hour, row.minute, row.name, row.days, row.enabled, row.rings, row.snoozes)
        for row in alarms
    ]
    return {(SCHEMA, ALARMS): alarms_text(rows), (SCHEMA, CITIES): cities_text(cities)}


def texts_of(machine: Machine) -> Mapping[tuple[str, str], str]:
    """Returns the values of the schema's keys on a machine."""
    return texts(machine.get(data.ALARMS), machine.get(data.CITIES))


def put(machine: Machine, values: Mapping[tuple[str, str], str]) -> None:
    """Replaces alarms and cities by those of the keys' values; cities that Clocks doesn't know are left out."""
    before = texts_of(machine)
    if values[SCHEMA, ALARMS] != before[SCHEMA, ALARMS]:
        rows = alarms_of(values[SCHEMA, ALARMS])
        new = [
            Alarm(number, row.hour, row.minute, row.name, row.days, row.enabled, row.rings, row.snoozes)
            for number, row in zip(_numbers(rows), rows, strict=True)
        ]
        data.set_alarms(machine, tuple(new))
    if values[SCHEMA, CITIES] != before[SCHEMA, CITIES]:
        names = dict.fromkeys(cities_of(values[SCHEMA, CITIES]))
        machine.put(data.CITIES, tuple([name for name in names if name in known.CITIES]))


def _numbers(rows: Sequence[AlarmRow]) -> list[int]:
    """Returns the ids of alarms: those that they have, and free ones for others that Clocks hasn't made."""
    numbers: list[int] = []
    for row in rows:
        known = int(row.id, 16) if _ID.fullmatch(row.id) else 0
        numbers.append(known if known and known not in numbers else 0)
    free = (number for number in count(1) if number not in numbers)
    return [number or next(free) for number in numbers]
