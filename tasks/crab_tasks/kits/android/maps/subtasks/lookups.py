"""Maps: sub-tasks that tell how long a way takes, and near which place a marker lies."""

from __future__ import annotations

import random
from collections.abc import Iterator

from crab_gym.backends.base import Devices
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask
from crab_gym.task.parameters import choice
from crab_tasks.kits.android.maps.moves import choose_end, open_maps, open_place, open_point
from crab_tasks.kits.android.maps.state import VILLAGES, add_marker, straight_line
from crab_tasks.kits.android.pages import open_row
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened

__all__ = ["MARKED_PLACE", "MINUTES"]

_ELSEWHERE = (47.2372, 9.5981)
"""A town that isn't among the villages."""


def _two_markers(devices: Devices, params: Params, rng: random.Random) -> None:
    """The marker, and one whose title begins like its own."""
    add_marker(devices.android, f"{params.label} 2", _ELSEWHERE)
    add_marker(devices.android, params.label, VILLAGES[params.place][1])


def _open_saved(look: Look) -> Iterator[Action]:
    """Opens the list of saved places and markers."""
    yield from open_maps(look)
    yield tap(look, text="Saved", role="tab")


def _open_marker(params: Params, look: Look) -> Iterator[Action]:
    """Opens the marker's page."""
    yield from _open_saved(look)
    yield from open_row(look, params.label)


def _search_point(params: Params, look: Look) -> Iterator[Action]:
    """Reads the marker's latitude and longitude, and searches them."""
    yield from _open_marker(params, look)
    latitude, longitude = VILLAGES[params.place][1]
    yield from open_point(look, f"{latitude}, {longitude}")


def _open_second(params: Params, look: Look) -> Iterator[Action]:
    """Opens the other marker first."""
    yield from _open_saved(look)
    yield from open_row(look, f"{params.label} 2")
    yield from _open_marker(params, look)


MARKED_PLACE = SubTask(
    name="maps.marked_place",
    device="android",
    app="maps",
    says="look up near which village the marker {label} in the phone's Maps app lies",
    steps="on the phone, open Maps, tap Saved, tap the marker {label} and read near which village it lies",
    refers="the village near which the marker {label} in the phone's Maps app lies",
    inputs={"label": choice(("Campsite", "Finish", "Meeting point", "Parking", "Picnic"), "Meeting point")},
    hidden={"place": choice(tuple(VILLAGES), "Mäls", type="place")},
    output="place",
    produce=lambda params: str(params.place),
    setup=_two_markers,
    checkpoints=lambda params: [app_opened("maps", "maps_open")],
    oracle={"maps_open": _open_marker},
    alternatives={"by_degrees": _search_point, "second_look": _open_second},
    backends=("sim", "adb"),
    tags=("maps",),
)


def _minutes(start: str, end: str) -> int:
    """Returns how long the way by public transport takes: somewhat longer than that by car, after a walk.

    >>> _minutes("Malbun", "Nendeln")
    33
    """
    metres = 1250 * straight_line(start, end)
    drive = 60 + min(metres, 8000) / 9 + max(metres - 8000, 0) / 16
    return round((420 + 1.15 * drive) / 60)


def _choose_transit(look: Look) -> Iterator[Action]:
    """Chooses public transport."""
    chips = [one for one in look("android") if one.text.startswith("Transit")]
    if not chips:
        raise OracleStuck("no way by public transport is offered")
    yield tap(look, text=chips[0].text)


def _ends(look: Look, start: str, end: str) -> Iterator[Action]:
    """Chooses both ends of a way."""
    yield from open_maps(look)
    yield tap(look, text="Go", role="tab")
    yield from choose_end(look, "directions_startpoint_textbox", start)
    yield from choose_end(look, "directions_endpoint_textbox", end)


def _see_way(params: Params, look: Look) -> Iterator[Action]:
    """Chooses both ends of the way, then public transport."""
    yield from _ends(look, params.start, params.end)
    yield from _choose_transit(look)


def _see_from_place(params: Params, look: Look) -> Iterator[Action]:
    """Opens the end's page, and asks for directions; the choice of the means shows the time."""
    yield from open_place(look, params.end)
    yield tap(look, rid="directions")
    yield from choose_end(look, "directions_startpoint_textbox", params.start)


def _see_steps(params: Params, look: Look) -> Iterator[Action]:
    """Reads the steps by public transport."""
    yield from _see_way(params, look)
    yield tap(look, text="Steps")


MINUTES = SubTask(
    name="maps.minutes",
    device="android",
    app="maps",
    says="look up how many minutes the phone's Maps app says public transport takes from {start} to {end}",
    steps="on the phone, open Maps, tap Go, choose {start} as the start and {end} as the destination, tap Transit and "
    "read how many minutes it takes",
    refers="the number of minutes that public transport takes from {start} to {end} in the phone's Maps app",
    inputs={
        "start": choice(tuple(VILLAGES), "Bendern", type="place"),
        "end": choice(tuple(VILLAGES), "Malbun", type="place"),
    },
    output="count",
    called="number of minutes",
    produce=lambda params: _minutes(params.start, params.end),
    checkpoints=lambda params: [app_opened("maps", "maps_open")],
    oracle={"maps_open": _see_way},
    alternatives={"from_place": _see_from_place, "steps": _see_steps},
    backends=("sim", "adb"),
    tags=("maps",),
)
