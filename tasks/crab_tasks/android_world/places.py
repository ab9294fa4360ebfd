"""Places on the map of the Maps app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Allowance, Matcher, anything, below, may_add
from crab_tasks.android_world.lists import several
from crab_tasks.android_world.published import like
from crab_tasks.android_world.questions.asking import app_shows
from crab_tasks.kits.android.maps.moves import open_maps, open_place, open_point
from crab_tasks.kits.android.maps.state import Point, marked, plant_markers, saved_in
from crab_tasks.kits.android.maps.tracks import TRACKS, track_leads, track_there
from crab_tasks.kits.moves import has, nothing_more, tap
from crab_tasks.kits.state import app_opened, whereabouts

TASKS = ("FAVOURITE", "MARKER", "TRACK")

PLACES: Mapping[str, Point] = {
    "Balzers": (47.0688832, 9.5061564), "Bendern": (47.2122151, 9.5062101), "Malbun": (47.1026191, 9.6083057),
    "Nendeln": (47.1973857, 9.5430636), "Oberplanken": (47.1784977, 9.5450163), "Planken": (47.1858882, 9.5452201),
    "Rotenboden": (47.1275785, 9.5387131), "Ruggell": (47.23976, 9.5262837), "Schaan": (47.1663432, 9.5103085),
    "Schaanwald": (47.2165476, 9.5699984), "Schönberg": (47.1303814, 9.5930117), "Triesen": (47.106997, 9.5274854),
}  # fmt: skip
"""Places of Liechtenstein that AndroidWorld asks for, and where they are."""
POINTS: Mapping[str, Point] = {f"{lat}, {lon}": (lat, lon) for lat, lon in PLACES.values()}
"""The same as points."""
_KNOWN = {"Vaduz": (47.1410, 9.5209), "Steg": (47.1125, 9.5786), "Mauren": (47.2189, 9.5446)}
"""Places of which two are marked before."""
_NEAR = 0.001
"""How far off a place may be, in degrees."""
_LIST, _OTHER = "Favourites", "Want to go"


def _target(params: Params) -> Point:
    """Returns the point that is asked for."""
    return {**PLACES, **POINTS}[params.place]


def _another(params: Params) -> str:
    """Returns a place that may be taken for the one that is asked for."""
    if params.place in PLACES:
        near = {"Schaan": "Schaanwald", "Schaanwald": "Schaan", "Planken": "Oberplanken", "Oberplanken": "Planken"}
        return near.get(params.place, "Eschen")
    lat, lon = POINTS[params.place]
    return f"{lat}, {lon + 0.01:.7f}"


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    titles = rng.sample(list(_KNOWN), 2)
    plant_markers(devices.android, {title: _KNOWN[title] for title in titles})


def _app_open() -> Checkpoint:
    return app_opened("maps")


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
    right = check(saved_in, name=_LIST, points=(_target(params),), refused=(), distance=_NEAR)
    return [_app_open(), Checkpoint(id="saved", device="android", app="maps", evaluator=right, after=("app_open",))]


def _near(params: Params) -> Mapping[str, Matcher]:
    """Returns the demands on the position of the place."""

    def close(wanted: float) -> Matcher:
        return lambda found: isinstance(found, float) and abs(found - wanted) < _NEAR

    latitude, longitude = _target(params)
    return {"latitude": close(latitude), "longitude": close(longitude)}


def _may_save(params: Params) -> Sequence[Allowance]:
    """The place, under the name that the app gives it."""
    return [may_add("android", "saved_place", most=1, list=_LIST, name=anything, **_near(params))]


def _marked(params: Params) -> Sequence[Checkpoint]:
    right = check(marked, point=_target(params), distance=_NEAR)
    return [_app_open(), Checkpoint(id="marked", device="android", app="maps", evaluator=right, after=("app_open",))]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PointTask(Task):
    """A task about one point of the map."""

    def asks_same(self, params: Params, other: Params) -> bool:
        """Returns whether both ask for one point: some are drawn by name and by their coordinates."""
        pairs = zip(_target(params), _target(other), strict=True)
        return all(abs(one - another) < 2 * _NEAR for one, another in pairs)


_WHERE = {"place": choice((*PLACES, *POINTS), type="place")}

FAVOURITE = _PointTask(
    **like("OsmAndFavorite"),
    description='In the phone\'s Maps app, search for {place} (in Liechtenstein) and save it in the list "Favourites".',
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

MARKER = _PointTask(
    **like("OsmAndMarker"),
    description="In the phone's Maps app, put a marker on {place} (in Liechtenstein).",
    parameters=_WHERE,
    setup=_plant,
    checkpoints=_marked,
    oracle={"app_open": _open, "marked": _mark()},
    footprint=lambda params: [may_add("android", "marker", most=1, **_near(params))],
    alternatives={"with_enter": _mark_with_enter, "again": _mark_again},
    near_misses={"other_place": _mark(_another), "saved": _save()},
)

# A track ------------------------------------------------------------------------------------------------------------


def _no_tracks(devices: Devices, params: Params, rng: random.Random) -> None:
    phone = devices.android
    if phone.is_dir(TRACKS):
        for name in phone.list_dir(TRACKS):
            phone.remove(f"{TRACKS}/{name}")


def _stops(params: Params) -> tuple[Point, ...]:
    return tuple(PLACES[name] for name in params.stops["items"])


def _planned(params: Params) -> Sequence[Checkpoint]:
    """The app; the page on which routes are planned; a track; one that leads as asked for."""
    shown = check(app_shows, app="maps", texts=("Plan a route",))
    return [
        _app_open(),
        whereabouts(id="planning", device="android", app="maps", evaluator=shown, after=("app_open",)),
        Checkpoint(id="saved", device="android", app="maps", evaluator=check(track_there), after=("planning",)),
        Checkpoint(
            id="leads",
            device="android",
            app="maps",
            evaluator=check(track_leads, points=_stops(params), distance=_NEAR),
            after=("saved",),
        ),
    ]


def _plan(look: Look) -> Iterator[Action]:
    """Opens the page on which routes are planned, unless it is on the screen."""
    if not has(look, "android", "Plan a route"):
        yield from open_maps(look)
        yield tap(look, text="Saved", role="tab")
        yield tap(look, description="Plan a route")


def _begin(params: Params, look: Look) -> Iterator[Action]:
    yield from _plan(look)


def _add_stop(look: Look, name: str, enter: bool = False) -> Iterator[Action]:
    """Adds a place to the end of the route."""
    yield tap(look, text="Add point")
    yield action("android", "write_text", text=name)
    yield action("android", "press", key="enter") if enter else tap(look, text=name, role="list_item")


def _save_track(look: Look, name: str = "") -> Iterator[Action]:
    """Saves the route under the name that is proposed, or under another one."""
    yield tap(look, rid="save_button")
    if name:
        yield action("android", "write_text", text=name)
    yield tap(look, text="Save", role="button")


def _route(change: Callable[[Sequence[str]], Sequence[str]] = list) -> Callable[[Params, Look], Iterator[Action]]:
    """Returns an oracle that plans a route through places and saves it.

    Args:
        change: Changes the list of the places that are asked for.
    """

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _plan(look)
        for name in change(params.stops["items"]):
            yield from _add_stop(look, name)
        yield from _save_track(look)

    return run


def _route_with_names(params: Params, look: Look) -> Iterator[Action]:
    """Takes the first results, and gives the track a name."""
    yield from _plan(look)
    for name in params.stops["items"]:
        yield from _add_stop(look, f"{name}, Liechtenstein", enter=True)
    yield from _save_track(look, "My way")


def _route_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Adds another place first, and removes it."""
    yield from _plan(look)
    yield from _add_stop(look, "Vaduz")
    for name in params.stops["items"]:
        yield from _add_stop(look, name)
    yield tap(look, description="Remove point 1")
    yield from _save_track(look)


def _route_not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Plans the whole route, but doesn't give it a name and save it."""
    yield from _plan(look)
    for name in params.stops["items"]:
        yield from _add_stop(look, name)
    yield tap(look, rid="save_button")


TRACK = Task(
    **like("OsmAndTrack"),
    description=(
        "In the phone's Maps app, plan a route through {stops[says]} (all in Liechtenstein), in this order, and save "
        "it as a track."
    ),
    parameters={
        "stops": several(lambda rng, count: rng.sample(list(PLACES), count), 2, 4, ("Triesen", "Malbun", "Bendern"))
    },
    setup=_no_tracks,
    checkpoints=_planned,
    oracle={"app_open": _open, "planning": _begin, "saved": _route(), "leads": nothing_more},
    footprint=lambda params: [may_add("android", "file", most=1, path=below(TRACKS), kind="file")],
    alternatives={"with_names": _route_with_names, "corrected": _route_corrected},
    near_misses={
        "turned_round": _route(lambda names: names[::-1]),
        "another_end": _route(lambda names: [*names[:-1], "Eschen"]),
        "one_more": _route(lambda names: [*names, "Eschen"]),
        "not_saved": _route_not_saved,
    },
)

CHANGES: Mapping[str, str] = {
    FAVOURITE.name: "The list is named; a place that is only called so, but lies elsewhere, doesn't count.",
    TRACK.name: "The track has to begin at the first place and to end at the last one.",
    MARKER.name: "One marker at the place is right, not several.",
}
