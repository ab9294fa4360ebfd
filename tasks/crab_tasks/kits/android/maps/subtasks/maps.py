"""Maps: sub-tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.maps.moves import choose_end, open_maps, open_place, save_place
from crab_tasks.kits.android.maps.state import VILLAGES, near, saved_in, straight_line
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import after_opening, app_opened

__all__ = ["ADDRESS", "CITY_OF_CODE", "DISTANCE", "SAVE"]

_WANTED = "Want to go"


def _maps_open(params: Params) -> Sequence[Checkpoint]:
    """Maps is in front."""
    return [app_opened("maps", "maps_open")]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_maps(look)


def _saved(params: Params) -> Sequence[Checkpoint]:
    """Maps; then the place in the list."""
    right = check(saved_in, name=_WANTED, points=(VILLAGES[params.place][1],), refused=())
    return after_opening("maps", "saved", right)


def _may_save(params: Params) -> Footprint:
    latitude, longitude = VILLAGES[params.place][1]
    return [
        may_add(
            "android", "saved_place", most=1, list=_WANTED, name=params.place, latitude=near(latitude),
            longitude=near(longitude),
        )
    ]  # fmt: skip


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


def _kilometres(start: str, end: str) -> str:
    """Returns the length of the way by car as Maps shows it: 1.3 times that of the straight line.

    >>> _kilometres("Malbun", "Nendeln")
    '15.1'
    """
    return f"{1.3 * straight_line(start, end):.1f}"


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
