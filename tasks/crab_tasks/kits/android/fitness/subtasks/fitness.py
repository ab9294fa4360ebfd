"""Fitness: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line, states
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.fitness.moves import edit_track, search_tracks
from crab_tasks.kits.android.fitness.state import TRACKS, add_track, track_called
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, as_typed, phrase

__all__ = ["DISTANCE", "RENAME"]


def _two_tracks(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own."""
    pairs = [(as_typed(params, "title"), params.length), (f"{as_typed(params, 'title')} (back)", params.other)]
    rng.shuffle(pairs)
    for name, length in pairs:
        add_track(devices["android"], name, round(float(length) * 1000), rng.randint(7 * 60, 19 * 60), rng)


def _fitness_open(params: Params) -> Sequence[Checkpoint]:
    """Fitness is in front."""
    return [app_opened("fitness", "fitness_open")]


def _open_track(params: Params, look: Look) -> Iterator[Action]:
    """Opens the track."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from open_row(look, as_typed(params, "title"))


def _see_track(params: Params, look: Look) -> Iterator[Action]:
    """Reads the length in the list."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from scroll_to(look, as_typed(params, "title"))


def _search_track(params: Params, look: Look) -> Iterator[Action]:
    """Searches the track."""
    yield from search_tracks(look, as_typed(params, "title"))


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
        app_opened("fitness", "fitness_open"),
        Checkpoint("renamed", "android", "fitness", track_called, right, after=("fitness_open",)),
    ]


def _may_rename(params: Params) -> Footprint:
    return [may_change("android", "track", fields=("name",), name=as_typed(params, "title"))]


def _open_fitness(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Fitness", "track_list_search")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_track(look, as_typed(params, "title"), "Name", as_typed(params, "name"))


def _rename_from_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the track's page, and its editor, whose field for the name is selected."""
    yield from _open_track(params, look)
    yield tap(look, description="Edit")
    yield action("android", "write_text", text=as_typed(params, "name"))
    yield tap(look, text="Save", role="button")


def _rename_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another name first."""
    yield from edit_track(look, as_typed(params, "title"), "Name", "Some walk")
    yield from edit_track(look, "Some walk", "Name", as_typed(params, "name"))


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Types the new name, but doesn't save it."""
    yield from edit_track(look, as_typed(params, "title"), "Name", as_typed(params, "name"), save=False)


def _rename_other(params: Params, look: Look) -> Iterator[Action]:
    """Renames the track whose name begins like the one that is meant."""
    yield from edit_track(look, f"{as_typed(params, 'title')} (back)", "Name", as_typed(params, "name"))


def _described(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name into the description."""
    yield from edit_track(look, as_typed(params, "title"), "Description", as_typed(params, "name"))


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
