"""Fitness: evaluators of the tracks, and a sub-task."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import typed
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to, type_into
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import amount, phrase

__all__ = ["DISTANCE", "TRACKS", "track_named", "tracks_are"]

TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
"""The database of the tracks, in the table ``tracks``; lengths in metres, times in milliseconds."""


def _tracks(state: State) -> list[tuple[str, str, int]]:
    rows = state["android"].table(TRACKS, "tracks")
    return [(str(row["name"] or "").strip(), row["category"], round(row["totaldistance"])) for row in rows]


def track_named(state: State, answer: str | None, name: str, metres: int) -> bool:
    """Exactly one track is so long, and it has this name."""
    return [found for found, _, length in _tracks(state) if length == metres] == [name]


def tracks_are(state: State, answer: str | None, tracks: Sequence[tuple[str, str, int]]) -> bool:
    """The tracks are exactly these, in any order: name, activity type, metres."""
    return sorted(_tracks(state)) == sorted(tracks)


def _name(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_tracks(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own."""
    phone, names = devices["android"], [_name(params), f"{_name(params)} (back)"]
    rows = [row for row in phone.table(TRACKS, "tracks") if str(row["name"] or "").strip() not in names]
    last = max((row["_id"] for row in rows), default=0)
    pairs = list(zip(names, (params.length, params.other), strict=True))
    rng.shuffle(pairs)
    for i, (name, length) in enumerate(pairs, 1):
        metres = round(float(length) * 1000)
        start = int(phone.now()) // 86_400 * 86_400 - rng.randint(1, 5) * 86_400 + rng.randint(7 * 60, 19 * 60) * 60
        moving = round(metres / 1.4)
        total = moving + rng.randint(40, 400)
        rows.append(
            {"_id": last + i, "name": name, "description": "", "category": "walking", "activity_type": "walking",
             "starttime": start * 1000, "stoptime": (start + total) * 1000, "numpoints": moving // 5,
             "totaldistance": float(metres), "totaltime": total * 1000, "movingtime": moving * 1000,
             "avgspeed": metres / total, "avgmovingspeed": metres / moving, "maxspeed": 1.5 * metres / moving,
             "minelevation": 80.0, "maxelevation": 130.0, "elevationgain": 60.0, "icon": "UNKNOWN",
             "uuid": rng.randbytes(16), "elevationloss": 55.0, "starttime_offset": 0}
        )  # fmt: skip
    phone.set_table(TRACKS, "tracks", rows)


def _fitness_open(params: Params) -> Sequence[Checkpoint]:
    """Fitness is in front."""
    front = {"device": "android", "app": "fitness"}
    return [Checkpoint("fitness_open", "android", "fitness", app_in_front, front, hold=False)]


def _open_track(params: Params, look: Look) -> Iterator[Action]:
    """Opens the track."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from open_row(look, _name(params))


def _see_track(params: Params, look: Look) -> Iterator[Action]:
    """Reads the length in the list."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from scroll_to(look, _name(params))


def _search_track(params: Params, look: Look) -> Iterator[Action]:
    """Searches the track."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield tap(look, description="Search")
    yield from type_into(look, "Search tracks", _name(params))


DISTANCE = SubTask(
    name="fitness.distance",
    device="android",
    app="fitness",
    says="look up how many km the track named {title} in the phone's Fitness app is long",
    steps="on the phone, open Fitness, tap the track named {title} and read its distance in km",
    refers="the length in km of the phone's track named {title}",
    inputs={
        "title": phrase(
            ("Walk", "Evening walk", "Sunday walk", "First walk"),
            ("to the mill", "round the pond", "past the castle", "to the ferry", "in the vineyards"),
            "Walk to the mill",
        )
    },
    hidden={"length": amount("7.35", 2, 14), "other": amount("6.90", 2, 14)},
    output="amount",
    produce=lambda params: str(params.length),
    setup=_two_tracks,
    checkpoints=_fitness_open,
    oracle={"fitness_open": _open_track},
    alternatives={"in_the_list": _see_track, "searched": _search_track},
    tags=("fitness",),
)
