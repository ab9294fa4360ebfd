"""Fitness: sub-tasks that describe a track, and delete one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change, may_remove
from crab_tasks.kits.android.fitness.moves import edit_track, search_tracks
from crab_tasks.kits.android.fitness.state import TRACKS, add_track, track_described, track_gone
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["DELETE", "DESCRIBE"]


def _other(params: Params) -> str:
    """Returns the name of a track beside it that isn't meant."""
    return f"{as_typed(params, 'title')} (again)"


def _two_tracks(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The track, the only one of its length, and one whose name begins like its own."""
    phone = devices["android"]
    rows = phone.table(TRACKS, "tracks")
    kept = [row for row in rows if round(row["totaldistance"]) != params.metres]
    if len(kept) < len(rows):
        phone.set_table(TRACKS, "tracks", kept)
    pairs = [(as_typed(params, "title"), params.metres), (_other(params), params.metres + 1310)]
    rng.shuffle(pairs)
    for name, metres in pairs:
        add_track(phone, name, metres, rng.randint(7 * 60, 19 * 60), rng)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Fitness", "track_list_search")


def _described(params: Params) -> Sequence[Checkpoint]:
    """Fitness; then the description."""
    right = {
        "name": as_typed(params, "title"), "metres": params.metres, "kind": params.kinds["text"], "value": params.text,
    }  # fmt: skip
    return [
        app_opened("fitness", "fitness_open"),
        Checkpoint("described", "android", "fitness", track_described, right, after=("fitness_open",)),
    ]


def _may_describe(params: Params) -> Footprint:
    return [may_change("android", "track", ("description",), name=as_typed(params, "title"))]


def _describe(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_track(look, as_typed(params, "title"), "Description", as_typed(params, "text"))


def _describe_from_page(params: Params, look: Look) -> Iterator[Action]:
    """Searches the track, and opens the editor from its page."""
    yield from search_tracks(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield tap(look, description="Edit")
    yield from type_into(look, "Description", as_typed(params, "text"))
    yield tap(look, text="Save", role="button")


def _describe_twice(params: Params, look: Look) -> Iterator[Action]:
    """Writes something else first."""
    yield from edit_track(look, as_typed(params, "title"), "Description", "Something else")
    yield from open_row(look, as_typed(params, "title"))
    yield tap(look, description="Edit")
    yield from replace_text(look, "Description", as_typed(params, "text"))
    yield tap(look, text="Save", role="button")


def _describe_other(params: Params, look: Look) -> Iterator[Action]:
    """Describes the track whose name begins like the one that is meant."""
    yield from edit_track(look, _other(params), "Description", as_typed(params, "text"))


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_track(look, as_typed(params, "title"), "Description", as_typed(params, "text"), save=False)


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Writes it into the name."""
    yield from edit_track(look, as_typed(params, "title"), "Name", as_typed(params, "text"))


DESCRIBE = SubTask(
    name="fitness.describe",
    device="android",
    app="fitness",
    says="write {text} as the description of the track whose name is {title} in the phone's Fitness app",
    steps="on the phone, open Fitness, long-press the track whose name is {title}, tap Edit, type {text} as its "
    "description and tap Save",
    inputs={"text": short_line("Measure two lamps"), "title": short_line("Repair the blue tent")},
    hidden={"metres": integer(2100, 9900, 4210, type="metres")},
    worded=("text",),
    keys=("title",),
    setup=_two_tracks,
    checkpoints=_described,
    oracle={"fitness_open": _open, "described": _describe},
    footprint=_may_describe,
    alternatives={"from_page": _describe_from_page, "twice": _describe_twice},
    near_misses={"other_track": _describe_other, "not_saved": _not_saved, "renamed": _rename},
    backends=("sim", "adb"),
    tags=("fitness", "form"),
)


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """Fitness; then the track is gone."""
    right = {"metres": params.metres, "kept": _other(params)}
    return [
        app_opened("fitness", "fitness_open"),
        Checkpoint("deleted", "android", "fitness", track_gone, right, after=("fitness_open",)),
    ]


def _may_delete(params: Params) -> Footprint:
    return [may_remove("android", "track", name=as_typed(params, "title"))]


def _delete_one(look: Look, title: str, button: str = "Delete") -> Iterator[Action]:
    """Deletes a track, if there is one of this name, or cancels."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from scroll_to(look, title, role="list_item")
    if has(look, "android", title, role="list_item"):
        yield hold(look, title, role="list_item")
        yield tap(look, text="Delete")
        yield tap(look, text=button, role="button")


def _delete(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_one(look, as_typed(params, "title"))


def _delete_from_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the track, and deletes it there."""
    yield from _open(params, look)
    yield from open_row(look, as_typed(params, "title"))
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def _delete_found(params: Params, look: Look) -> Iterator[Action]:
    """Cancels at first; then searches the track, and deletes it."""
    yield from _not_confirmed(params, look)
    yield from search_tracks(look, as_typed(params, "title"))
    yield hold(look, as_typed(params, "title"), role="list_item")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def _delete_other(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the track whose name begins like the one that is meant."""
    yield from _delete_one(look, _other(params))


def _not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    yield from _delete_one(look, as_typed(params, "title"), "Cancel")


def _rename_away(params: Params, look: Look) -> Iterator[Action]:
    """Gives the track another name instead."""
    yield from edit_track(look, as_typed(params, "title"), "Name", "Something else")


DELETE = SubTask(
    name="fitness.delete",
    device="android",
    app="fitness",
    says="delete the track whose name is {title} from the phone's Fitness app",
    steps="on the phone, open Fitness, long-press the track whose name is {title}, tap Delete, and confirm it",
    inputs={"title": short_line("Pack the long ladder")},
    hidden={"metres": integer(2100, 9900, 5730, type="metres")},
    keys=("title",),
    setup=_two_tracks,
    checkpoints=_deleted,
    oracle={"fitness_open": _open, "deleted": _delete},
    footprint=_may_delete,
    alternatives={"from_page": _delete_from_page, "searched": _delete_found},
    near_misses={"other_track": _delete_other, "not_confirmed": _not_confirmed, "renamed": _rename_away},
    backends=("sim", "adb"),
    tags=("fitness",),
)
