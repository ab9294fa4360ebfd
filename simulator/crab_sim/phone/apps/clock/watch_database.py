"""The Clock app's second SQLite file, with the stopwatch and the timers: the real app keeps these in its preferences.

Times are seconds since 1970, lengths seconds.
"""

from __future__ import annotations

from typing import Final

from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.phone.apps.clock.data import STOPWATCH, TIMERS, Stopwatch, TimerRow, Timers

__all__ = ["DATABASE"]

_SCHEMA: Final = """
CREATE TABLE stopwatch (
    running_since REAL NOT NULL,
    accumulated REAL NOT NULL
);
CREATE TABLE laps (
    number INTEGER PRIMARY KEY,
    at REAL NOT NULL
);
CREATE TABLE timers (
    _id INTEGER PRIMARY KEY,
    length INTEGER NOT NULL,
    remaining REAL NOT NULL,
    ends REAL NOT NULL,
    expired INTEGER NOT NULL
);
"""


def _dump(watch: Stopwatch, timers: Timers) -> Dump:
    return {
        "stopwatch": [(watch.since, watch.before)] if watch != Stopwatch() else [],
        "laps": list(enumerate(watch.laps, 1)),
        "timers": [(row.id, row.length, row.left, row.ends, int(row.rung)) for row in timers],
    }


def _load(tables: Tables) -> tuple[Stopwatch, Timers]:
    watches = tables["stopwatch"]
    if len(watches) > 1:
        raise ValueError(f"there are {len(watches)} stopwatches; expected one at most")
    laps = tuple([float(row["at"]) for row in sorted(tables["laps"], key=lambda row: int(row["number"]))])
    watch = Stopwatch(laps=laps)
    for row in watches:
        since, before = float(row["running_since"]), float(row["accumulated"])
        if since < 0 or before < 0:
            raise ValueError(f"the stopwatch runs since {since} after {before} seconds; expected neither below 0")
        watch = Stopwatch(since, before, laps)
    timers = [
        TimerRow(int(row["_id"]), int(row["length"]), float(row["remaining"]), float(row["ends"]), bool(row["expired"]))
        for row in tables["timers"]
    ]
    if any([row.length < 1 for row in timers]):
        raise ValueError("a timer has no length; expected 1 second or more")
    return watch, tuple(timers)


DATABASE: Final = Database(
    "/data/user_de/0/com.google.android.deskclock/databases/stopwatch.db", (STOPWATCH, TIMERS), _SCHEMA, _dump, _load
)
