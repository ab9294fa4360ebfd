"""Fitness: evaluators of the tracks, and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import amount, phrase

__all__ = [
    "DISTANCE", "RENAME", "TRACKS", "Track", "add_track", "edit_track", "plant_tracks", "search_tracks",
    "track_called", "track_named", "tracks_are",
]  # fmt: skip

TRACKS = "/data/data/de.dennisguse.opentracks/databases/database.db"
"""The database of the tracks, in the table ``tracks``; lengths in metres, times in milliseconds."""


def _tracks(state: State) -> list[tuple[str, str, int]]:
    rows = state["android"].table(TRACKS, "tracks")
    return [(str(row["name"] or "").strip(), row["category"], round(row["totaldistance"])) for row in rows]


def track_named(state: State, answer: str | None, name: str, metres: int) -> bool:
    """Exactly one track is so long, and it has this name."""
    return [found for found, _, length in _tracks(state) if length == metres] == [name]


def track_called(state: State, answer: str | None, metres: int, kind: str, value: Value) -> bool:
    """Exactly one track has a value as its name, and it is the one that is so long.

    Args:
        state: The devices' states.
        answer: Not used.
        metres: The track's length.
        kind: The value's type.
        value: The value.
    """
    return [length for found, _, length in _tracks(state) if states(kind, found, value)] == [metres]


def tracks_are(state: State, answer: str | None, tracks: Sequence[tuple[str, str, int]]) -> bool:
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


def plant_tracks(phone: Setup, tracks: Sequence[Track], rng: random.Random) -> None:
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


def add_track(phone: Setup, name: str, metres: int, minute: int, rng: random.Random, category: str = "walking") -> None:
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


def search_tracks(look: Look, words: str) -> Iterator[Action]:
    """Lists the tracks whose names or activity types contain some words."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield tap(look, description="Search")
    yield from type_into(look, "Search tracks", words)


def _name(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_tracks(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own."""
    pairs = [(_name(params), params.length), (f"{_name(params)} (back)", params.other)]
    rng.shuffle(pairs)
    for name, length in pairs:
        add_track(devices["android"], name, round(float(length) * 1000), rng.randint(7 * 60, 19 * 60), rng)


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
    yield from search_tracks(look, _name(params))


_WALKS = ("Walk", "Evening walk", "Sunday walk", "First walk")
_ROUTES = ("to the mill", "round the pond", "past the castle", "to the ferry", "in the vineyards")

DISTANCE = SubTask(
    name="fitness.distance",
    device="android",
    app="fitness",
    says="look up how many km the track whose name is {title} in the phone's Fitness app is long",
    steps="on the phone, open Fitness, tap the track whose name is {title} and read its distance in km",
    refers="the length in km of the phone's track whose name is {title}",
    inputs={"title": phrase(_WALKS, _ROUTES, "Walk to the mill")},
    hidden={"length": amount("7.35", 2, 14), "other": amount("6.90", 2, 14)},
    output="amount",
    called="track's length",
    produce=lambda params: str(params.length),
    keys=("title",),
    setup=_two_tracks,
    checkpoints=_fitness_open,
    oracle={"fitness_open": _open_track},
    alternatives={"in_the_list": _see_track, "searched": _search_track},
    backends=("sim", "adb"),
    tags=("fitness",),
)


def _metres(params: Params) -> int:
    return round(float(params.length) * 1000)


def _to_rename(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own; none has the new name, or is as long as the track."""
    phone = devices["android"]
    rows = phone.table(TRACKS, "tracks")
    kept = [
        row
        for row in rows
        if round(row["totaldistance"]) != _metres(params)
        and not states(params.kinds["name"], str(row["name"] or ""), params.name)
    ]
    if len(kept) < len(rows):
        phone.set_table(TRACKS, "tracks", kept)
    _two_tracks(devices, params, rng)


def _renamed(params: Params) -> Sequence[Checkpoint]:
    """Fitness; then the name."""
    right = {"metres": _metres(params), "kind": params.kinds["name"], "value": params.name}
    return [
        *_fitness_open(params),
        Checkpoint("renamed", "android", "fitness", track_called, right, after=("fitness_open",)),
    ]


def _may_rename(params: Params) -> Footprint:
    return [may_change("android", "track", fields=("name",), name=_name(params))]


def _open_fitness(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Fitness", "track_list_search")


def _new_name(params: Params) -> str:
    return typed(params.kinds["name"], params.name)


def edit_track(look: Look, title: str, field: str, text: str, save: bool = True) -> Iterator[Action]:
    """Writes a text into a field of the track of a name, if there is one; the menu leads to the fields.

    Args:
        look: Shows the screens.
        title: The track's name.
        field: The field's hint.
        text: The text.
        save: Whether to save it, or else to go back.
    """
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from scroll_to(look, title)
    if has(look, "android", title, role="list_item"):
        yield hold(look, title, role="list_item")
        yield tap(look, text="Edit")
        if field == "Name":
            yield from replace_text(look, field, text)
        else:
            yield from type_into(look, field, text)
        yield tap(look, text="Save", role="button") if save else action("android", "press", key="back")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_track(look, _name(params), "Name", _new_name(params))


def _rename_from_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the track's page, and its editor, whose field for the name is selected."""
    yield from _open_track(params, look)
    yield tap(look, description="Edit")
    yield action("android", "write_text", text=_new_name(params))
    yield tap(look, text="Save", role="button")


def _rename_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another name first."""
    yield from edit_track(look, _name(params), "Name", "Some walk")
    yield from edit_track(look, "Some walk", "Name", _new_name(params))


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Types the new name, but doesn't save it."""
    yield from edit_track(look, _name(params), "Name", _new_name(params), save=False)


def _rename_other(params: Params, look: Look) -> Iterator[Action]:
    """Renames the track whose name begins like the one that is meant."""
    yield from edit_track(look, f"{_name(params)} (back)", "Name", _new_name(params))


def _described(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name into the description."""
    yield from edit_track(look, _name(params), "Description", _new_name(params))


RENAME = SubTask(
    name="fitness.rename",
    device="android",
    app="fitness",
    says="change the name of the track whose name is {title} in the phone's Fitness app to {name}",
    steps="on the phone, open Fitness, long-press the track whose name is {title}, tap Edit, type {name} as its "
    "new name and tap Save",
    inputs={
        "title": phrase(_WALKS, _ROUTES, "Evening walk round the pond"),
        "name": short_line("Bring a garden chair"),
    },
    hidden={"length": amount("8.15", 2, 14), "other": amount("5.60", 2, 14)},
    keys=("title", "name"),
    setup=_to_rename,
    checkpoints=_renamed,
    oracle={"fitness_open": _open_fitness, "renamed": _rename},
    footprint=_may_rename,
    alternatives={"from_page": _rename_from_page, "twice": _rename_twice},
    near_misses={"not_saved": _not_saved, "other_track": _rename_other, "described": _described},
    backends=("sim", "adb"),
    tags=("fitness", "form"),
)
