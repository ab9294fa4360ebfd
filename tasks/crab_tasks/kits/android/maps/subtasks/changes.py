"""Maps: sub-tasks that put a marker on a place, and a private label."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.maps.moves import open_maps, open_place, open_point, save_place
from crab_tasks.kits.android.maps.state import (
    LABELLED,
    MARKERS,
    VILLAGES,
    Point,
    is_near,
    labelled,
    marked,
    near,
    plant_markers,
)
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import after_opening
from crab_tasks.kits.values import as_typed

__all__ = ["LABEL", "MARK"]


def _point(params: Params) -> Point:
    return VILLAGES[params.place][1]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_maps(look)


def _unmarked(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes markers at the place."""
    phone, point = devices.android, _point(params)
    rows = phone.table(MARKERS, "map_markers")
    kept = [row for row in rows if not is_near((row["marker_lat"], row["marker_lon"]), point)]
    if len(kept) < len(rows):
        plant_markers(phone, {}, kept)


def _marked(params: Params) -> Sequence[Checkpoint]:
    """Maps; then the marker."""
    return after_opening("maps", "marked", check(marked, point=_point(params)))


def _may_mark(params: Params) -> Footprint:
    latitude, longitude = _point(params)
    return [may_add("android", "marker", most=1, latitude=near(latitude), longitude=near(longitude))]


def _mark_here(look: Look) -> Iterator[Action]:
    yield tap(look, text="Marker")


def _mark(params: Params, look: Look) -> Iterator[Action]:
    yield from open_place(look, params.place)
    yield from _mark_here(look)


def _mark_by_degrees(params: Params, look: Look) -> Iterator[Action]:
    """Searches the place's latitude and longitude."""
    latitude, longitude = _point(params)
    yield from open_point(look, f"{latitude}, {longitude}")
    yield from _mark_here(look)


def _mark_after_other(params: Params, look: Look) -> Iterator[Action]:
    """Puts a marker on another place first, and takes it back."""
    yield from _mark_other(params, look)
    yield from _mark_here(look)
    yield from _mark(params, look)


def _mark_other(params: Params, look: Look) -> Iterator[Action]:
    """Puts the marker on another place."""
    yield from open_place(look, _other(params))
    yield from _mark_here(look)


def _other(params: Params) -> str:
    """Returns another village."""
    names = list(VILLAGES)
    return names[(names.index(params.place) + 1) % len(names)]


def _only_saved(params: Params, look: Look) -> Iterator[Action]:
    """Saves the place in a list instead."""
    yield from save_place(look, params.place, "Favourites")


MARK = SubTask(
    name="maps.mark",
    device="android",
    app="maps",
    says="put a marker on {place} in the phone's Maps app",
    steps="on the phone, open Maps, search {place}, tap the result and tap Marker",
    inputs={"place": choice(tuple(VILLAGES), "Hinterschellenberg", type="place")},
    setup=_unmarked,
    checkpoints=_marked,
    oracle={"maps_open": _open, "marked": _mark},
    footprint=_may_mark,
    alternatives={"by_degrees": _mark_by_degrees, "after_other": _mark_after_other},
    near_misses={"other_place": _mark_other, "only_saved": _only_saved},
    backends=("sim", "adb"),
    tags=("maps",),
)


def _has_label(params: Params) -> Sequence[Checkpoint]:
    """Maps; then the label."""
    right = check(labelled, point=_point(params), kind=params.kinds["text"], value=params.text)
    return after_opening("maps", "labelled", right)


def _may_label(params: Params) -> Footprint:
    right = same_value(params.kinds["text"], params.text)
    latitude, longitude = _point(params)
    return [
        may_add(
            "android", "saved_place", most=1, list=LABELLED, name=right, latitude=near(latitude),
            longitude=near(longitude),
        )
    ]  # fmt: skip


def _type_label(look: Look, place: str, text: str) -> Iterator[Action]:
    """Types a private label of a place into the dialog."""
    yield from open_place(look, place)
    yield tap(look, text="Label")
    yield action("android", "write_text", text=text)


def _label(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_label(look, params.place, as_typed(params, "text"))
    yield tap(look, text="Save", role="button")


def _label_by_degrees(params: Params, look: Look) -> Iterator[Action]:
    """Searches the place's latitude and longitude, and presses Enter in the end."""
    latitude, longitude = _point(params)
    yield from open_point(look, f"{latitude}, {longitude}")
    yield tap(look, text="Label")
    yield action("android", "write_text", text=as_typed(params, "text"))
    yield action("android", "press", key="enter")


def _label_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another label first."""
    yield from _type_label(look, params.place, "Something else")
    yield tap(look, text="Save", role="button")
    yield from _label(params, look)


def _label_other(params: Params, look: Look) -> Iterator[Action]:
    """Gives the label to another place."""
    yield from _type_label(look, _other(params), as_typed(params, "text"))
    yield tap(look, text="Save", role="button")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the label, and cancels."""
    yield from _type_label(look, params.place, as_typed(params, "text"))
    yield tap(look, text="Cancel", role="button")


LABEL = SubTask(
    name="maps.label",
    device="android",
    app="maps",
    says="give {place} the private label {text} in the phone's Maps app",
    steps="on the phone, open Maps, search {place}, tap the result, tap Label, type {text} and tap Save",
    inputs={
        "place": choice(tuple(VILLAGES), "Nendeln", type="place"), "text": short_line("Collect a garden chair"),
    },
    keys=("text",),
    checkpoints=_has_label,
    oracle={"maps_open": _open, "labelled": _label},
    footprint=_may_label,
    alternatives={"by_degrees": _label_by_degrees, "twice": _label_twice},
    near_misses={"other_place": _label_other, "only_typed": _only_typed},
    backends=("sim", "adb"),
    tags=("maps",),
)  # fmt: skip
