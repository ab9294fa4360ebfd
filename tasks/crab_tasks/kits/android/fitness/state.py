"""Fitness: evaluators and setups."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State

__all__ = [
    "TRACKS", "Track", "add_track", "plant_tracks", "track_called", "track_described", "track_gone", "track_named",
    "tracks_are",
]  # fmt: skip

TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
"""The database of the tracks, in the table ``tracks``; lengths in metres, times in milliseconds."""


def _tracks(state: State) -> list[tuple[str, str, int]]:
    rows = state.android.table(TRACKS, "tracks")
    return [(str(row["name"] or "").strip(), row["category"], round(row["totaldistance"])) for row in rows]


def track_named(state: State, name: str, metres: int) -> bool:
    """Exactly one track is so long, and it has this name."""
    return [found for found, _, length in _tracks(state) if length == metres] == [name]


def track_called(state: State, metres: int, kind: str, value: Value) -> bool:
    """Exactly one track has a value as its name, and it is the one that is so long.

    Args:
        state: The devices' states.
        metres: The track's length.
        kind: The value's type.
        value: The value.
    """
    return [length for found, _, length in _tracks(state) if states(kind, found, value)] == [metres]


def tracks_are(state: State, tracks: Sequence[tuple[str, str, int]]) -> bool:
    """The tracks are exactly these, in any order: name, activity type, metres."""
    return sorted(_tracks(state)) == sorted(tracks)


class Track(NamedTuple):
    """A track that a setup plants.

    Attributes:
        name: Its name.
        category: Its activity type.
        days: The days since it was recorded.
        minute: The minute of that day at which it began.
        minutes: How long it took.
        metres: How long it is.
    """

    name: str
    category: str
    days: int
    minute: int
    minutes: int
    metres: int


def plant_tracks(phone: PhoneSetup, tracks: Sequence[Track], rng: random.Random) -> None:
    """Replaces the tracks.

    Args:
        phone: The phone.
        tracks: The tracks, in any order.
        rng: Draws their ids.
    """
    midnight = int(phone.now()) // 86_400 * 86_400
    rows = []
    for i, one in enumerate(sorted(tracks, key=lambda one: (-one.days, one.minute))):
        start, total = midnight - one.days * 86_400 + one.minute * 60, one.minutes * 60
        moving = total - total // 20
        rows.append(
            {"_id": i + 1, "name": one.name, "description": "", "category": one.category,
             "activity_type": one.category, "starttime": start * 1000, "stoptime": (start + total) * 1000,
             "numpoints": moving // 5, "totaldistance": float(one.metres), "totaltime": total * 1000,
             "movingtime": moving * 1000, "avgspeed": one.metres / total, "avgmovingspeed": one.metres / moving,
             "maxspeed": 1.5 * one.metres / moving, "minelevation": 80.0, "maxelevation": 130.0,
             "elevationgain": 60.0, "icon": "UNKNOWN", "uuid": rng.randbytes(16), "elevationloss": 55.0,
             "starttime_offset": 0}
        )  # fmt: skip
    phone.set_table(TRACKS, "tracks", rows)


def add_track(
    phone: PhoneSetup, name: str, metres: int, minute: int, rng: random.Random, category: str = "walking"
) -> None:
    """Adds a track of the last days, in place of those of its name.

    Args:
        phone: The phone.
        name: Its name.
        metres: How long it is.
        minute: The minute of its day at which it began.
        rng: Draws the day and how long it took.
        category: Its activity type.
    """
    rows = [row for row in phone.table(TRACKS, "tracks") if str(row["name"] or "").strip() != name]
    start = int(phone.now()) // 86_400 * 86_400 - rng.randint(1, 5) * 86_400 + minute * 60
    moving = round(metres / 1.4)
    total = moving + rng.randint(40, 400)
    rows.append(
        {"_id": 1 + max((row["_id"] for row in rows), default=0), "name": name, "description": "",
         "category": category, "activity_type": category, "starttime": start * 1000,
         "stoptime": (start + total) * 1000, "numpoints": moving // 5, "totaldistance": float(metres),
         "totaltime": total * 1000, "movingtime": moving * 1000, "avgspeed": metres / total,
         "avgmovingspeed": metres / moving, "maxspeed": 1.5 * metres / moving, "minelevation": 80.0,
         "maxelevation": 130.0, "elevationgain": 60.0, "icon": "UNKNOWN", "uuid": rng.randbytes(16),
         "elevationloss": 55.0, "starttime_offset": 0}
    )  # fmt: skip
    phone.set_table(TRACKS, "tracks", rows)


def track_described(state: State, name: str, metres: int, kind: str, value: Value) -> bool:
    """Exactly one track has this name: one of a length, with a value as its description.

    Args:
        state: The devices' states.
        name: The track's name.
        metres: Its length.
        kind: The value's type.
        value: The value.
    """
    found = [row for row in state.android.table(TRACKS, "tracks") if str(row["name"] or "").strip() == name]
    return (
        len(found) == 1
        and round(found[0]["totaldistance"]) == metres
        and states(kind, str(found[0]["description"] or ""), value)
    )


def track_gone(state: State, metres: int, kept: str) -> bool:
    """No track has a length, but one has a name.

    Args:
        state: The devices' states.
        metres: The length of the track that is gone, the only one of this length.
        kept: The name of another one.
    """
    rows = state.android.table(TRACKS, "tracks")
    names = [str(row["name"] or "").strip() for row in rows]
    return metres not in [round(row["totaldistance"]) for row in rows] and names.count(kept) == 1
