"""Fitness: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer
from crab_gym.task.types import short_line, states
from crab_sim.devices.footprints import Footprint, may_change, may_remove
from crab_tasks.kits.android.fitness.moves import edit_track, search_tracks
from crab_tasks.kits.android.fitness.state import TRACKS, add_track, track_called, track_described, track_gone
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import amount, as_typed, phrase, time_of_day

__all__ = ["DELETE", "DESCRIBE", "DISTANCE", "RENAME", "STARTED", "TOTAL"]


def _two_tracks(devices: Devices, params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own."""
    pairs = [(as_typed(params, "title"), params.length), (f"{as_typed(params, 'title')} (back)", params.other)]
    rng.shuffle(pairs)
    for name, length in pairs:
        add_track(devices.android, name, round(float(length) * 1000), rng.randint(7 * 60, 19 * 60), rng)


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


def _to_rename(devices: Devices, params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own; none has the new name, or is as long as the track."""
    phone = devices.android
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
    right = check(track_called, metres=_metres(params), kind=params.kinds["name"], value=params.name)
    return after_opening("fitness", "renamed", right)


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


def _started_tracks(devices: Devices, params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own."""
    title = as_typed(params, "title")
    for name, time in ((title, params.time), (f"{title} (again)", params.other)):
        hour, _, minute = time.partition(":")
        add_track(devices.android, name, rng.randrange(2100, 9900, 10), 60 * int(hour) + int(minute), rng)


STARTED = SubTask(
    name="fitness.started",
    device="android",
    app="fitness",
    says="look up at what time the track whose name is {title} in the phone's Fitness app began",
    steps="on the phone, open Fitness, find the track whose name is {title} and read at what time it began",
    refers="the time at which the phone's track whose name is {title} began",
    inputs={"title": short_line("Measure the garden chair")},
    hidden={"time": time_of_day("09:25"), "other": time_of_day("17:40")},
    output="time",
    called="track's start time",
    produce=lambda params: str(params.time),
    keys=("title",),
    setup=_started_tracks,
    checkpoints=lambda params: [app_opened("fitness", "fitness_open")],
    oracle={"fitness_open": _see_track},
    alternatives={"opened": _open_track, "searched": _search_track},
    backends=("sim", "adb"),
    tags=("fitness",),
)


def _metres_from(kilometres: str) -> int:
    return round(float(kilometres) * 1000)


def _two_of_a_kind(devices: Devices, params: Params, rng: random.Random) -> None:
    """Two tracks are all of the activity type."""
    phone = devices.android
    rows = phone.table(TRACKS, "tracks")
    kept = [row for row in rows if params.activity not in (row["category"], row["activity_type"])]
    if len(kept) < len(rows):
        phone.set_table(TRACKS, "tracks", kept)
    for name, length in (("Round tour", params.first), ("There and back", params.second)):
        minute = rng.randint(7 * 60, 18 * 60)
        add_track(phone, f"{name} ({params.activity})", _metres_from(length), minute, rng, params.activity)


def _see_statistics(params: Params, look: Look) -> Iterator[Action]:
    """Opens the statistics, and scrolls to the activity type."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield tap(look, description="Statistics")
    yield from scroll_to(look, f"{_metres_from(params.first) / 1000 + _metres_from(params.second) / 1000:.2f} km")


def _add_up(params: Params, look: Look) -> Iterator[Action]:
    """Searches the tracks of the activity type, and adds their lengths up."""
    yield from search_tracks(look, params.activity)


def _open_both(params: Params, look: Look) -> Iterator[Action]:
    """Opens the tracks, and the statistics."""
    for name in ("Round tour", "There and back"):
        yield from open_first_page(look, "Fitness", "track_list_search")
        yield from open_row(look, f"{name} ({params.activity})")
    yield from _see_statistics(params, look)


TOTAL = SubTask(
    name="fitness.total",
    device="android",
    app="fitness",
    says="look up how many km all tracks of the activity type {activity} in the phone's Fitness app are long together",
    steps="on the phone, open Fitness, tap Statistics, scroll to the activity type {activity} and read the distance of "
    "all its tracks together in km",
    refers="the length in km of all the phone's tracks of the activity type {activity} together",
    inputs={"activity": choice(("biking", "hiking", "running"))},
    hidden={"first": amount("12.30", 3, 30), "second": amount("8.45", 3, 30)},
    output="amount",
    called="total length",
    produce=lambda params: f"{float(params.first) + float(params.second):.2f}",
    setup=_two_of_a_kind,
    checkpoints=lambda params: [app_opened("fitness", "fitness_open")],
    oracle={"fitness_open": _see_statistics},
    alternatives={"added_up": _add_up, "opened": _open_both},
    backends=("sim", "adb"),
    tags=("fitness",),
)


def _other(params: Params) -> str:
    """Returns the name of a track beside it that isn't meant."""
    return f"{as_typed(params, 'title')} (again)"


def _tracks_to_change(devices: Devices, params: Params, rng: random.Random) -> None:
    """The track, the only one of its length, and one whose name begins like its own."""
    phone = devices.android
    rows = phone.table(TRACKS, "tracks")
    kept = [row for row in rows if round(row["totaldistance"]) != params.metres]
    if len(kept) < len(rows):
        phone.set_table(TRACKS, "tracks", kept)
    pairs = [(as_typed(params, "title"), params.metres), (_other(params), params.metres + 1310)]
    rng.shuffle(pairs)
    for name, metres in pairs:
        add_track(phone, name, metres, rng.randint(7 * 60, 19 * 60), rng)


def _description_written(params: Params) -> Sequence[Checkpoint]:
    """Fitness; then the description."""
    right = check(
        track_described,
        name=as_typed(params, "title"),
        metres=params.metres,
        kind=params.kinds["text"],
        value=params.text,
    )
    return after_opening("fitness", "described", right)


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


def _description_not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_track(look, as_typed(params, "title"), "Description", as_typed(params, "text"), save=False)


def _rename_instead(params: Params, look: Look) -> Iterator[Action]:
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
    keys=("title",),
    setup=_tracks_to_change,
    checkpoints=_description_written,
    oracle={"fitness_open": _open_fitness, "described": _describe},
    footprint=_may_describe,
    alternatives={"from_page": _describe_from_page, "twice": _describe_twice},
    near_misses={"other_track": _describe_other, "not_saved": _description_not_saved, "renamed": _rename_instead},
    backends=("sim", "adb"),
    tags=("fitness", "form"),
)


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """Fitness; then the track is gone."""
    right = check(track_gone, metres=params.metres, kept=_other(params))
    return after_opening("fitness", "deleted", right)


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
    yield from _open_fitness(params, look)
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
    setup=_tracks_to_change,
    checkpoints=_deleted,
    oracle={"fitness_open": _open_fitness, "deleted": _delete},
    footprint=_may_delete,
    alternatives={"from_page": _delete_from_page, "searched": _delete_found},
    near_misses={"other_track": _delete_other, "not_confirmed": _not_confirmed, "renamed": _rename_away},
    backends=("sim", "adb"),
    tags=("fitness",),
)
