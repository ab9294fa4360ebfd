"""Places on the map of the Maps app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.devices.footprints import Allowance, may_add
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.maps import (
    Point,
    marked,
    open_maps,
    open_place,
    open_point,
    plant_markers,
    saved_in,
)
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_in_front

TASKS = ("FAVOURITE", "MARKER")

PLACES: Mapping[str, Point] = {
    "Balzers": (47.0688832, 9.5061564), "Bendern": (47.2122151, 9.5062101), "Malbun": (47.1026191, 9.6083057),
    "Nendeln": (47.1973857, 9.5430636), "Planken": (47.1858882, 9.5452201), "Rotenboden": (47.1275785, 9.5387131),
    "Ruggell": (47.23976, 9.5262837), "Schaan": (47.1663432, 9.5103085), "Schaanwald": (47.2165476, 9.5699984),
    "Triesen": (47.106997, 9.5274854),
}  # fmt: skip
"""Places of Liechtenstein that AndroidWorld asks for, and where they are."""
POINTS: Mapping[str, Point] = {
    f"{lat}, {lon}": (lat, lon) for lat, lon in (*PLACES.values(), (47.1784977, 9.5450163), (47.1303814, 9.5930117))
}
"""The same as points, and two more."""
_KNOWN = {"Vaduz": (47.1410, 9.5209), "Steg": (47.1125, 9.5786), "Mauren": (47.2189, 9.5446)}
"""Places of which two are marked before."""
_NAMED, _EXACT = 0.006, 0.001
"""How far a named place may be from where it is, since maps differ in a town's middle; and a point."""
_LIST, _OTHER = "Favourites", "Want to go"


def _target(params: Params) -> tuple[Point, float]:
    """Returns the point that is asked for, and how far off it may be."""
    named = PLACES.get(params.place)
    return (POINTS[params.place], _EXACT) if named is None else (named, _NAMED)


def _another(params: Params) -> str:
    """Returns a place that may be taken for the one that is asked for."""
    if params.place in PLACES:
        return {"Schaan": "Schaanwald", "Schaanwald": "Schaan"}.get(params.place, "Eschen")
    lat, lon = POINTS[params.place]
    return f"{lat}, {lon + 0.01:.7f}"


def _plant(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    titles = rng.sample(list(_KNOWN), 2)
    plant_markers(devices["android"], {title: _KNOWN[title] for title in titles})


def _app_open() -> Checkpoint:
    front = {"device": "android", "app": "maps"}
    return Checkpoint("app_open", "android", "maps", app_in_front, front, hold=False)


def _open(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app."""
    yield from open_maps(look)


def _find(look: Look, place: str) -> Iterator[Action]:
    """Opens the page of a place, or of a point."""
    yield from open_place(look, place) if place in PLACES else open_point(look, place)


Place = Callable[[Params], str]


def _asked(params: Params) -> str:
    return params.place  # type: ignore[no-any-return]


def _save(place: Place = _asked, group: str = _LIST) -> Callable[[Params, Look], Iterator[Action]]:
    """Returns an oracle that saves a place in a list."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _find(look, place(params))
        yield tap(look, text="Save")
        yield tap(look, text=group)
        yield tap(look, text="Done")

    return run


def _mark(place: Place = _asked) -> Callable[[Params, Look], Iterator[Action]]:
    """Returns an oracle that puts a marker on a place."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _find(look, place(params))
        yield tap(look, text="Marker")

    return run


def _with_enter(params: Params) -> str:
    """Returns what is typed where Enter opens the first result."""
    return f"{params.place}, Liechtenstein" if params.place in PLACES else params.place


def _save_with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from open_point(look, _with_enter(params))
    yield tap(look, text="Save")
    yield tap(look, text=_LIST)
    yield tap(look, text="Done")


def _save_in_two(params: Params, look: Look) -> Iterator[Action]:
    """Saves it in another list first, and takes that back."""
    yield from _find(look, params.place)
    yield tap(look, text="Save")
    yield tap(look, text=_OTHER)
    yield tap(look, text=_OTHER)
    yield tap(look, text=_LIST)
    yield tap(look, text="Done")


def _mark_with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from open_point(look, _with_enter(params))
    yield tap(look, text="Marker")


def _mark_again(params: Params, look: Look) -> Iterator[Action]:
    """Marks another place first, and takes that back."""
    yield from _mark(_another)(params, look)
    yield tap(look, text="Marker")
    yield from _mark()(params, look)


def _saved(params: Params) -> Sequence[Checkpoint]:
    point, distance = _target(params)
    right = {"name": _LIST, "points": (point,), "refused": (), "distance": distance}
    return [_app_open(), Checkpoint("saved", "android", "maps", saved_in, right, after=("app_open",))]


def _may_save(params: Params) -> Sequence[Allowance]:
    return [may_add("android", "saved_place", most=1, list=_LIST)]


def _marked(params: Params) -> Sequence[Checkpoint]:
    point, distance = _target(params)
    right = {"point": point, "distance": distance}
    return [_app_open(), Checkpoint("marked", "android", "maps", marked, right, after=("app_open",))]


_WHERE = {"place": choice((*PLACES, *POINTS), type="place")}

FAVOURITE = Task(
    **like("OsmAndFavorite"),
    description='In the phone\'s Maps app, look for {place} (in Liechtenstein) and save it in the list "Favourites".',
    parameters=_WHERE,
    setup=_plant,
    checkpoints=_saved,
    oracle={"app_open": _open, "saved": _save()},
    footprint=_may_save,
    alternatives={"with_enter": _save_with_enter, "in_two": _save_in_two},
    near_misses={
        "other_list": _save(group=_OTHER),
        "other_place": _save(_another),
        "marked": _mark(),
    },
)

MARKER = Task(
    **like("OsmAndMarker"),
    description="In the phone's Maps app, put a marker on {place} (in Liechtenstein).",
    parameters=_WHERE,
    setup=_plant,
    checkpoints=_marked,
    oracle={"app_open": _open, "marked": _mark()},
    footprint=lambda params: [may_add("android", "marker", most=1)],
    alternatives={"with_enter": _mark_with_enter, "again": _mark_again},
    near_misses={"other_place": _mark(_another), "saved": _save()},
)

CHANGES: Mapping[str, str] = {
    FAVOURITE.name: "The list is named; a place that is only called so, but lies elsewhere, doesn't count.",
    MARKER.name: "One marker at the place is right, not several.",
}
