"""Data of the Fitness app: tracks, the track being recorded, seeded tracks, and the database.

State: slice ``"tracks"``, a tuple of `TrackRow`, oldest first; slice ``"recording"``, a `Recording` or None. The line
on the map and the profile of heights follow from a track's id and length.
"""

from __future__ import annotations

import random
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from crab_sim.machine.rows import get, next_id, remove, update_row
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables

__all__ = [
    "CATEGORIES", "DATABASE", "Recording", "Rows", "TrackRow", "add", "distance", "get", "moved", "outing",
    "pace", "profile", "remove", "route", "seed", "stop", "toggle", "update_row",
]  # fmt: skip


class Category(NamedTuple):
    """A kind of exercise: its icon, its usual speed in m/s, and its usual climb in metres per kilometre."""

    name: str
    icon: str
    speed: float
    climb: float


CATEGORIES: Final = (
    Category("running", "run", 2.8, 9),
    Category("walking", "walk", 1.4, 6),
    Category("biking", "bike", 5.6, 12),
    Category("hiking", "hill", 1.1, 45),
    Category("trail running", "run", 2.3, 38),
    Category("mountain biking", "bike", 3.9, 40),
    Category("unknown", "location", 1.5, 8),
)
_BY_NAME = {category.name: category for category in CATEGORIES}


class TrackRow(NamedTuple):
    """One track; times in seconds, lengths in metres, speeds in m/s.

    Attributes:
        start: Its start, in seconds since 1970.
        stop: Its end.
        moving: Seconds in movement.
        points: The number of recorded positions.
        offset: Seconds by which the local clock was ahead of UTC.
    """

    id: int
    name: str
    category: str
    start: float
    stop: float
    distance: float
    moving: float
    description: str = ""
    max_speed: float = 0.0
    low: float = 0.0
    high: float = 0.0
    gain: float = 0.0
    loss: float = 0.0
    points: int = 0
    uuid: bytes = b""
    offset: int = 0
    activity_type: str = ""


class Recording(NamedTuple):
    """The track being recorded.

    Attributes:
        category: Name of its category.
        start: Its start, in seconds since 1970.
        since: The time since which it runs; 0 while it is paused.
        before: Seconds recorded before that.
    """

    category: str
    start: float
    since: float
    before: float = 0.0


RECORDING: Final = Slice[Recording | None]("recording")


Rows = tuple[TrackRow, ...]

TRACKS: Final = Slice[Rows](
    "tracks",
    volatile=dict.fromkeys(
        ("stop", "moving", "max_speed", "low", "high", "gain", "loss", "points", "uuid", "offset"),
        "measured; start and distance are judged",
    ),
)

# Seeded tracks ------------------------------------------------------------------------------------------------------

_PLACES = ("river", "park", "lake", "old town", "forest", "harbour", "hill", "canal", "fields", "reservoir")
_NAMES = {
    "running": ("Morning run", "Evening run", "Run along the {}", "Intervals", "Long run"),
    "walking": ("Walk to the {}", "Lunch walk", "Evening walk", "Dog walk"),
    "biking": ("Ride to the {}", "Commute", "Ride around the {}", "Ride after work"),
    "hiking": ("Hike above the {}", "Day hike", "Hike to the hut"),
    "trail running": ("Trails by the {}", "Forest trail"),
    "mountain biking": ("Single tracks", "Ride over the {}"),
}
_HOURS = {
    "Morning": (6, 7, 8),
    "Lunch": (12,),
    "Evening": (18, 19),
    "Commute": (8, 17),
    "after work": (17, 18),
    "Day": (8, 9),
}
_REMARKS = ("Felt good", "Windy on the way back", "With a friend", "New shoes", "Easy pace", "Rain at the end")


def _measured(track: TrackRow) -> TrackRow:
    """Returns a track with the measurements that follow from its length, its time and its id."""
    rng = random.Random(f"track:{track.id}:{round(track.distance)}")
    climb = _BY_NAME.get(track.category, CATEGORIES[-1]).climb
    gain = track.distance / 1000 * climb * (0.6 + 0.8 * rng.random())
    low = 40 + rng.randrange(120)
    speed = track.distance / track.moving if track.moving else 0.0
    return track._replace(
        max_speed=round(speed * (1.25 + 0.5 * rng.random()), 2),
        low=float(low),
        high=round(low + gain * (0.3 + 0.3 * rng.random()) + 2, 1),
        gain=round(gain, 1),
        loss=round(gain * (0.9 + 0.2 * rng.random()), 1),
        points=int(track.moving // 5) + 2,
        uuid=rng.randbytes(16),
    )


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 12 to 20 tracks of the last six weeks."""
    names = list(_NAMES)
    rows = []
    days = sorted([rng.randrange(1, 43) for _ in range(rng.randrange(12, 21))], reverse=True)
    for ago in days:
        category = rng.choices(names, (5, 4, 4, 2, 1, 1))[0]
        kind = _BY_NAME[category]
        minutes = rng.randrange(18, 75) * (3 if category == "hiking" else 1)
        moving = float(60 * minutes + rng.randrange(60))
        length = round(moving * kind.speed * (0.85 + 0.3 * rng.random()), 1)
        title = rng.choice(_NAMES[category]).format(rng.choice(_PLACES))
        hours = next((hours for word, hours in _HOURS.items() if word in title), (7, 10, 14, 16, 18))
        start = (now // 86_400 - ago) * 86_400 + rng.choice(hours) * 3600 + rng.randrange(3600)
        stop_ = start + moving + rng.randrange(30, 400)
        remark = rng.choice(_REMARKS) if rng.random() < 0.35 else ""
        rows.append(TrackRow(0, title, category, start, stop_, length, moving, remark, activity_type=category))
    rows.sort(key=lambda row: row.start)
    return tuple([_measured(row._replace(id=i + 1)) for i, row in enumerate(rows)])


def add(rows: Rows, name: str, category: str, start: float, stop: float, length: float, moving: float) -> Rows:
    """Adds a track.

    Args:
        rows: The tracks.
        name: The new one's name.
        category: Name of its category.
        start: Its start, in seconds since 1970.
        stop: Its end.
        length: Its length in metres.
        moving: Its seconds in movement.

    Returns:
        All tracks.
    """
    new = next_id(rows)
    begin, end, moving = round(start, 3), round(stop, 3), round(moving, 3)  # the database's precision
    track = TrackRow(new, name, category, begin, end, round(length, 1), moving, activity_type=category)
    return (*rows, _measured(track))


# Recording ----------------------------------------------------------------------------------------------------------


def moved(recording: Recording, now: float) -> float:
    """Returns the recorded seconds of movement."""
    return recording.before + (max(0.0, now - recording.since) if recording.since else 0.0)


def distance(recording: Recording, now: float) -> float:
    """Returns the recorded metres: those at the category's speed, a little faster and slower by turns."""
    seconds = moved(recording, now)
    speed = _BY_NAME.get(recording.category, CATEGORIES[-1]).speed
    return speed * (seconds + 4 * sin(seconds / 20))


def pace(recording: Recording, now: float) -> float:
    """Returns the current speed in m/s."""
    if not recording.since:
        return 0.0
    speed = _BY_NAME.get(recording.category, CATEGORIES[-1]).speed
    return speed * (1 + 0.2 * cos(moved(recording, now) / 20))


def toggle(recording: Recording, now: float) -> Recording:
    """Pauses or resumes the recording."""
    return recording._replace(before=moved(recording, now), since=0.0 if recording.since else now)


def outing(category: str) -> str:
    """Returns the noun for a track of a category: ``"run"``, ``"walk"``, ..."""
    return {"running": "run", "walking": "walk", "biking": "ride", "hiking": "hike", "trail running": "run",
            "mountain biking": "ride"}.get(category, "track")  # fmt: skip


def stop(rows: Rows, recording: Recording, name: str, now: float) -> Rows:
    """Ends a recording.

    Args:
        rows: The tracks.
        recording: The recording.
        name: The name of its track.
        now: The current time.

    Returns:
        All tracks.
    """
    length, moving = distance(recording, now), moved(recording, now)
    return add(rows, name, recording.category, recording.start, now, length, moving)


# Drawings -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def route(track_id: int, length: int) -> tuple[tuple[float, float], ...]:
    """Returns a track's route on its map, a crooked round trip, as points between 0 and 1."""
    rng = random.Random(f"route:{track_id}:{length}")
    waves = [(rng.randrange(1, 6), rng.random() * 2 * pi, rng.random() * 0.11) for _ in range(4)]
    last = 0.78 + 0.2 * rng.random()
    points = []
    for i in range(121):
        turn = 2 * pi * last * i / 120
        radius = 0.3 + sum([height * sin(n * turn + shift) for n, shift, height in waves])
        points.append((0.5 + radius * cos(turn), 0.5 + 0.85 * radius * sin(turn)))
    return tuple(points)


@lru_cache(maxsize=256)
def profile(track_id: int, length: int) -> tuple[float, ...]:
    """Returns a track's heights from start to end, between 0 and 1."""
    rng = random.Random(f"profile:{track_id}:{length}")
    waves = [(rng.randrange(1, 9), rng.random() * 2 * pi, rng.random()) for _ in range(5)]
    raw = [sum([height / n * sin(n * pi * i / 60 + shift) for n, shift, height in waves]) for i in range(61)]
    low, high = min(raw), max(raw)
    return tuple([(value - low) / (high - low) for value in raw])


# Database -----------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE tracks (
    _id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    description TEXT,
    category TEXT,
    activity_type TEXT,
    starttime INTEGER,
    stoptime INTEGER,
    numpoints INTEGER,
    totaldistance FLOAT,
    totaltime INTEGER,
    movingtime INTEGER,
    avgspeed FLOAT,
    avgmovingspeed FLOAT,
    maxspeed FLOAT,
    minelevation FLOAT,
    maxelevation FLOAT,
    elevationgain FLOAT,
    icon TEXT,
    uuid BLOB,
    elevationloss FLOAT,
    starttime_offset INTEGER
);
"""
_ICONS = {"running": "RUN", "walking": "WALK", "biking": "BIKE", "hiking": "HIKE"}


def _dump(rows: Rows) -> Dump:
    tracks = []
    for row in rows:
        total = max(0.0, row.stop - row.start)
        tracks.append(
            (
                row.id, row.name, row.description, row.category, row.activity_type, round(row.start * 1000),
                round(row.stop * 1000), row.points, row.distance, round(total * 1000), round(row.moving * 1000),
                row.distance / total if total else 0.0, row.distance / row.moving if row.moving else 0.0,
                row.max_speed, row.low, row.high, row.gain, _ICONS.get(row.category, "UNKNOWN"), row.uuid, row.loss,
                row.offset,
            )
        )  # fmt: skip
    return {"tracks": tracks}


def _load(tables: Tables) -> tuple[Rows]:
    rows = []
    for row in tables["tracks"]:
        uuid = row["uuid"] or b""
        rows.append(
            TrackRow(
                int(row["_id"]), str(row["name"] or ""), str(row["category"] or ""),
                float(row["starttime"] or 0) / 1000, float(row["stoptime"] or 0) / 1000,
                float(row["totaldistance"] or 0),
                float(row["movingtime"] or 0) / 1000, str(row["description"] or ""), float(row["maxspeed"] or 0),
                float(row["minelevation"] or 0), float(row["maxelevation"] or 0), float(row["elevationgain"] or 0),
                float(row["elevationloss"] or 0), int(row["numpoints"] or 0),
                uuid if isinstance(uuid, bytes) else str(uuid).encode(), int(row["starttime_offset"] or 0),
                str(row["activity_type"] or ""),
            )
        )  # fmt: skip
    return (tuple(rows),)


DATABASE = Database("/data/data/de.dennisguse.opentracks/databases/database.db", (TRACKS,), _SCHEMA, _dump, _load)
