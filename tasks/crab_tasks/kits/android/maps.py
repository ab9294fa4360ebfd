"""Maps: evaluators of markers, saved places and sent coordinates, moves and sub-tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import asin, cos, radians, sin, sqrt
from typing import Any

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_add
from crab_sim.devices.phone_facts import SAVED_PLACES, read_places
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import State, app_in_front

__all__ = [
    "ADDRESS", "CITY_OF_CODE", "DISTANCE", "MARKERS", "SAVE", "VILLAGES", "Point", "choose_end", "marked",
    "open_maps", "open_place", "open_point", "plant_markers", "point_sent", "remove_marker", "save_place", "saved_in",
    "straight_line", "unmarked",
]  # fmt: skip

MARKERS = "/data/data/net.osmand/databases/map_markers_db"
"""The database of the markers, in the table ``map_markers``."""
Point = tuple[float, float]
"""Latitude and longitude, in degrees."""
_NEAR = 0.004
_AS_SHOWN = 0.00006
_DEGREES = re.compile(r"(?<![\d.])-?\d{1,3}(?:\.\d+|(?=\s?°))")


def _near(a: Point, b: Point, distance: float = _NEAR) -> bool:
    """Returns whether two points lie within a few hundred metres, or within some other part of a degree."""
    return abs(a[0] - b[0]) < distance and abs(a[1] - b[1]) < distance


def _markers(state: State) -> list[Point]:
    rows = state["android"].table(MARKERS, "map_markers")
    return [(row["marker_lat"], row["marker_lon"]) for row in rows if row["marker_active"]]


def marked(state: State, answer: str | None, point: Point, distance: float = _NEAR) -> bool:
    """Exactly one marker is at the point, or so many degrees from it."""
    return len([marker for marker in _markers(state) if _near(marker, point, distance)]) == 1


def unmarked(state: State, answer: str | None, point: Point, kept: Point) -> bool:
    """No marker is at the point, but the one that is kept is still there.

    Args:
        state: The devices' states.
        answer: Not used.
        point: The place without a marker.
        kept: The place of a marker that must still be there.
    """
    return marked(state, answer, kept) and not any(_near(marker, point) for marker in _markers(state))


def saved_in(
    state: State,
    answer: str | None,
    name: str,
    points: Sequence[Point],
    refused: Sequence[Point],
    distance: float = _NEAR,
) -> bool:
    """The list of saved places with this name has the points, and none of those that are refused.

    Args:
        state: The devices' states.
        answer: Not used.
        name: The list's name.
        points: The places that it must have.
        refused: The places that it must not have.
        distance: How far off they may be, in degrees.
    """
    places = read_places(state["android"].read_file(SAVED_PLACES) or b"")
    found = [(place.lat, place.lon) for place in places if place.list == name]
    return all(any(_near(one, point, distance) for one in found) for point in points) and not any(
        _near(one, point, distance) for one in found for point in refused
    )


def point_sent(state: State, answer: str | None, number: str, point: Point) -> bool:
    """One text message was sent to the number; of decimal numbers it has two: the point's latitude and longitude.

    They are those of the point or of a marker there, with four decimals, as Maps shows them.
    """
    sent = [m.body for m in state["android"].messages() if m.box == "sent" and digits(m.address) == digits(number)]
    if len(sent) != 1:
        return False
    found = [float(number) for number in _DEGREES.findall(sent[0])]
    shown = [point, *[marker for marker in _markers(state) if _near(marker, point)]]
    return len(found) == 2 and any(_near((found[0], found[1]), one, _AS_SHOWN) for one in shown)


def plant_markers(phone: Setup, markers: Mapping[str, Point], kept: Sequence[Mapping[str, Any]] = ()) -> None:
    """Replaces the markers by some, given by their titles; rows that are kept stay before them."""
    rows, last = list(kept), max((row["marker_added"] for row in kept), default=0)
    for i, (title, (lat, lon)) in enumerate(markers.items()):
        added = last = max((int(phone.now()) - 3600 * (9 - i)) * 1000, last + 1000)
        rows.append(
            {"marker_id": str(added), "marker_lat": lat, "marker_lon": lon, "marker_description": f"location#{title}",
             "marker_active": 1, "marker_added": added, "marker_visited": 0, "group_name": "", "group_key": "",
             "marker_color": i, "marker_next_key": "", "marker_disabled": 0, "marker_selected": 0,
             "marker_map_object_name": "", "title": title}
        )  # fmt: skip
    phone.set_table(MARKERS, "map_markers", rows)


def open_maps(look: Look) -> Iterator[Action]:
    """Opens the app's map."""
    yield action("android", "open_app", name="Maps")
    for _ in range(6):
        if has(look, "android", text="Explore", role="tab"):
            break
        yield action("android", "press", key="back")
    yield tap(look, text="Explore", role="tab")


def open_place(look: Look, name: str) -> Iterator[Action]:
    """Searches a place and opens its page."""
    yield from open_maps(look)
    yield tap(look, rid="search_omnibox_text_box")
    yield action("android", "write_text", text=name)
    yield tap(look, text=name, role="list_item")


def open_point(look: Look, text: str) -> Iterator[Action]:
    """Searches a latitude and longitude, or a place, and opens the page of what is found first."""
    yield from open_maps(look)
    yield tap(look, rid="search_omnibox_text_box")
    yield action("android", "write_text", text=text)
    yield action("android", "press", key="enter")


def save_place(look: Look, name: str, group: str) -> Iterator[Action]:
    """Saves a place in a list."""
    yield from open_place(look, name)
    yield tap(look, text="Save")
    yield tap(look, text=group)
    yield tap(look, text="Done")


def remove_marker(look: Look, title: str) -> Iterator[Action]:
    """Removes the marker of a title."""
    yield from open_maps(look)
    yield tap(look, text="Saved", role="tab")
    for _ in range(6):
        if has(look, "android", description=f"Remove marker {title}"):
            break
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="long")
    yield tap(look, description=f"Remove marker {title}")


VILLAGES: Mapping[str, tuple[str, Point]] = {
    "Nendeln": ("Eschen", (47.1974, 9.5431)), "Bendern": ("Gamprin", (47.2122, 9.5062)),
    "Malbun": ("Triesenberg", (47.1026, 9.6083)), "Schaanwald": ("Mauren", (47.2165, 9.5700)),
    "Mäls": ("Balzers", (47.0611, 9.4969)), "Hinterschellenberg": ("Schellenberg", (47.2369, 9.5586)),
}  # fmt: skip
"""Villages of Liechtenstein, with the municipalities in which they lie."""
_WANTED = "Want to go"


def _maps_open(params: Params) -> Sequence[Checkpoint]:
    """Maps is in front."""
    front = {"device": "android", "app": "maps"}
    return [Checkpoint("maps_open", "android", "maps", app_in_front, front, hold=False)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_maps(look)


def _saved(params: Params) -> Sequence[Checkpoint]:
    """Maps; then the place in the list."""
    right = {"name": _WANTED, "points": (VILLAGES[params.place][1],), "refused": ()}
    return [*_maps_open(params), Checkpoint("saved", "android", "maps", saved_in, right, after=("maps_open",))]


def _may_save(params: Params) -> Footprint:
    return [may_add("android", "saved_place", most=1, list=_WANTED, name=params.place)]


def _save(params: Params, look: Look) -> Iterator[Action]:
    yield from save_place(look, params.place, _WANTED)


def _search(look: Look, query: str) -> Iterator[Action]:
    """Types something into the search field."""
    yield from open_maps(look)
    yield tap(look, rid="search_omnibox_text_box")
    yield action("android", "write_text", text=query)


def _save_by_region(params: Params, look: Look) -> Iterator[Action]:
    """Searches the municipality, and takes the village from the results."""
    yield from _search(look, VILLAGES[params.place][0])
    yield tap(look, text=params.place, role="list_item")
    yield tap(look, text="Save")
    yield tap(look, text=_WANTED)
    yield tap(look, text="Done")


def _save_elsewhere_first(params: Params, look: Look) -> Iterator[Action]:
    """Chooses another list first, and takes it back."""
    yield from open_place(look, params.place)
    yield tap(look, text="Save")
    yield tap(look, text="Favourites")
    yield tap(look, text=_WANTED)
    yield tap(look, text="Favourites")
    yield tap(look, text="Done")


def _other_list(params: Params, look: Look) -> Iterator[Action]:
    """Saves the place in another list."""
    yield from save_place(look, params.place, "Starred places")


def _only_marked(params: Params, look: Look) -> Iterator[Action]:
    """Puts a marker on the place instead."""
    yield from open_place(look, params.place)
    yield tap(look, text="Marker")


SAVE = SubTask(
    name="maps.save",
    device="android",
    app="maps",
    says='save {place} in the list "Want to go" of the phone\'s Maps app',
    steps='on the phone, open Maps, search {place}, tap the result, tap Save, and tick the list "Want to go"',
    inputs={"place": choice(tuple(VILLAGES), type="place")},
    checkpoints=_saved,
    oracle={"maps_open": _open, "saved": _save},
    footprint=_may_save,
    alternatives={"by_region": _save_by_region, "elsewhere_first": _save_elsewhere_first},
    near_misses={"other_list": _other_list, "only_marked": _only_marked},
    backends=("sim", "adb"),
    tags=("maps",),
)


def _see_place(params: Params, look: Look) -> Iterator[Action]:
    """Opens the place's page."""
    yield from open_place(look, params.place)


def _see_in_results(params: Params, look: Look) -> Iterator[Action]:
    """Reads the address in the results of a search."""
    yield from _search(look, params.place)


def _see_by_country(params: Params, look: Look) -> Iterator[Action]:
    """Searches with the country, and presses Enter."""
    yield from _search(look, f"{params.place}, Liechtenstein")
    yield action("android", "press", key="enter")


ADDRESS = SubTask(
    name="maps.address",
    device="android",
    app="maps",
    says="look up the address that the phone's Maps app shows for {place}",
    steps="on the phone, open Maps, search {place}, tap the result and read the address below the name",
    refers="the address that the phone's Maps app shows for {place}",
    inputs={"place": choice(tuple(VILLAGES), "Bendern", type="place")},
    output="address",
    produce=lambda params: f"{VILLAGES[params.place][0]}, Liechtenstein",
    checkpoints=_maps_open,
    oracle={"maps_open": _see_place},
    alternatives={"in_results": _see_in_results, "by_country": _see_by_country},
    backends=("sim", "adb"),
    crab=14,
    tags=("maps",),
)


def straight_line(start: str, end: str) -> float:
    """Returns the kilometres between two of the villages."""
    lat1, lon1, lat2, lon2 = (radians(value) for name in (start, end) for value in VILLAGES[name][1])
    half = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371.0 * asin(sqrt(half))


def _kilometres(start: str, end: str) -> str:
    """Returns the length of the way by car as Maps shows it: 1.3 times that of the straight line.

    >>> _kilometres("Malbun", "Nendeln")
    '15.1'
    """
    return f"{1.3 * straight_line(start, end):.1f}"


def choose_end(look: Look, rid: str, name: str) -> Iterator[Action]:
    """Chooses one end of a way.

    Args:
        look: Shows the screens.
        rid: The resource id of the end's box.
        name: The place's name.
    """
    yield tap(look, rid=rid)
    yield action("android", "write_text", text=name)
    yield tap(look, text=name, role="list_item")


def _see_way(params: Params, look: Look) -> Iterator[Action]:
    """Chooses both ends of the way."""
    yield from open_maps(look)
    yield tap(look, text="Go", role="tab")
    yield from choose_end(look, "directions_startpoint_textbox", params.start)
    yield from choose_end(look, "directions_endpoint_textbox", params.end)


def _see_way_from_place(params: Params, look: Look) -> Iterator[Action]:
    """Opens the end's page, and asks for directions."""
    yield from open_place(look, params.end)
    yield tap(look, rid="directions")
    yield from choose_end(look, "directions_startpoint_textbox", params.start)


def _see_steps(params: Params, look: Look) -> Iterator[Action]:
    """Swaps the ends, and swaps them back in the end; then reads the steps."""
    yield from open_maps(look)
    yield tap(look, text="Go", role="tab")
    yield from choose_end(look, "directions_endpoint_textbox", params.start)
    yield tap(look, description="Swap start and destination")
    yield from choose_end(look, "directions_endpoint_textbox", params.end)
    yield tap(look, text="Steps")


DISTANCE = SubTask(
    name="maps.distance",
    device="android",
    app="maps",
    says="look up the distance by car in km from {start} to {end} in the phone's Maps app",
    steps="on the phone, open Maps, tap Go, choose {start} as the start and {end} as the destination, and read the "
    "distance by car in km",
    refers="the distance by car in km from {start} to {end} in the phone's Maps app",
    inputs={
        "start": choice(tuple(VILLAGES), "Malbun", type="place"),
        "end": choice(tuple(VILLAGES), "Nendeln", type="place"),
    },
    output="amount",
    called="distance by car",
    produce=lambda params: _kilometres(params.start, params.end),
    checkpoints=_maps_open,
    oracle={"maps_open": _see_way},
    alternatives={"from_place": _see_way_from_place, "steps": _see_steps},
    backends=("sim", "adb"),
    crab=1,
    tags=("maps",),
)


_CITIES: Mapping[str, str] = {
    "16000, Algeria": "Algiers", "050000, Kazakhstan": "Almaty", "06420, Turkey": "Ankara",
    "10200, Thailand": "Bangkok", "100006, China": "Beijing", "8001, South Africa": "Cape Town",
    "20000, Morocco": "Casablanca", "1000, Bangladesh": "Dhaka", "100000, Vietnam": "Hanoi",
    "34110, Turkey": "Istanbul", "2001, South Africa": "Johannesburg", "74000, Pakistan": "Karachi",
    "100001, Nigeria": "Lagos", "15001, Peru": "Lima", "00100, Kenya": "Nairobi", "6000, Australia": "Perth",
    "85004, United States": "Phoenix", "170150, Ecuador": "Quito", "11564, Saudi Arabia": "Riyadh",
    "04524, South Korea": "Seoul", "200001, China": "Shanghai", "0105, Georgia": "Tbilisi", "100-0001, Japan": "Tokyo",
}  # fmt: skip
"""Cities that the world clock has, too, by post codes and countries."""


def _see_city(params: Params, look: Look) -> Iterator[Action]:
    """Searches for post code and country."""
    yield from _search(look, params.code)


def _open_city(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of the place that is found, with Enter."""
    yield from _search(look, params.code)
    yield action("android", "press", key="enter")


def _see_city_of_code(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the post code only: the results tell the countries."""
    yield from _search(look, params.code.partition(",")[0])


CITY_OF_CODE = SubTask(
    name="maps.city_of_code",
    device="android",
    app="maps",
    says="look up in the phone's Maps app which city has the post code and country {code}",
    steps="on the phone, open Maps, search {code} and read which city has this post code and country",
    refers="the city that the phone's Maps app has for the post code and country {code}",
    inputs={"code": choice(tuple(_CITIES), "00100, Kenya")},
    output="city",
    produce=lambda params: _CITIES[params.code],
    checkpoints=_maps_open,
    oracle={"maps_open": _see_city},
    alternatives={"opened": _open_city, "code_only": _see_city_of_code},
    backends=("sim", "adb"),
    crab=15,
    crab_inputs=("code", ""),
    tags=("maps",),
)
