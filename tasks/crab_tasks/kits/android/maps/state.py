"""Maps: evaluators and setups."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import asin, cos, radians, sin, sqrt
from typing import Any

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.answers import tells
from crab_gym.task.types import Value, states
from crab_sim.devices.footprints import Matcher
from crab_sim.devices.phone_facts import SAVED_PLACES, read_places
from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = [
    "LABELLED", "MARKERS", "NEAR", "VILLAGES", "Point", "add_marker", "is_near", "labelled", "marked",
    "near", "plant_markers", "point_sent", "saved_in", "straight_line", "tells_point", "unmarked",
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
    rows = state.android.table(MARKERS, "map_markers")
    return [(row["marker_lat"], row["marker_lon"]) for row in rows if row["marker_active"]]


def marked(state: State, point: Point, distance: float = _NEAR) -> bool:
    """Exactly one marker is at the point, or so many degrees from it."""
    return len([marker for marker in _markers(state) if _near(marker, point, distance)]) == 1


def unmarked(state: State, point: Point, kept: Point) -> bool:
    """No marker is at the point, but the one that is kept is still there.

    Args:
        state: The devices' states.
        point: The place without a marker.
        kept: The place of a marker that must still be there.
    """
    return marked(state, kept) and not any(_near(marker, point) for marker in _markers(state))


def saved_in(
    state: State,
    name: str,
    points: Sequence[Point],
    refused: Sequence[Point],
    distance: float = _NEAR,
) -> bool:
    """The list of saved places with this name has the points, and none of those that are refused.

    Args:
        state: The devices' states.
        name: The list's name.
        points: The places that it must have.
        refused: The places that it must not have.
        distance: How far off they may be, in degrees.
    """
    places = read_places(state.android.read_file(SAVED_PLACES) or b"")
    found = [(place.lat, place.lon) for place in places if place.list == name]
    return all(any(_near(one, point, distance) for one in found) for point in points) and not any(
        _near(one, point, distance) for one in found for point in refused
    )


def tells_point(text: str, point: Point, question: str, distance: float = _NEAR) -> bool:
    """Returns whether a text is the latitude and the longitude of a point, or one plain sentence that states them.

    What Maps shares, the place's title on a line before them, is one, too.

    Args:
        text: The text.
        point: The point.
        question: What was asked, and on its last line the place's name; a sentence may have its words.
        distance: How far off it may be, in degrees.
    """
    name = question.rpartition("\n")[2]
    title = ", ".join((name, *([VILLAGES[name][0]] if name in VILLAGES else ()), "Liechtenstein"))
    text = re.sub(rf"^{re.escape(title)}(?::\s+|\s+geo:)(?=-?\d)", "", text)
    found = [float(number) for number in _DEGREES.findall(text)]
    return (
        len(found) == 2
        and _near((found[0], found[1]), point, distance)
        and tells("point", text, f"{found[0]}, {found[1]}", question)
    )


def point_sent(state: State, number: str, name: str, point: Point) -> bool:
    """One text message was sent to the number; it tells the coordinates of a place.

    They are those of its point or of a marker there, with four decimals, as Maps shows them.

    Args:
        state: The devices' states.
        number: The number that it went to.
        name: The place's name.
        point: Its point.
    """
    sent = [m.body for m in state.android.messages() if m.box == "sent" and digits(m.address) == digits(number)]
    if len(sent) != 1:
        return False
    shown = [point, *[marker for marker in _markers(state) if _near(marker, point)]]
    return any(tells_point(sent[0], one, f"{state.goal}\n{name}", _AS_SHOWN) for one in shown)


def plant_markers(phone: PhoneSetup, markers: Mapping[str, Point], kept: Sequence[Mapping[str, Any]] = ()) -> None:
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


VILLAGES: Mapping[str, tuple[str, Point]] = {
    "Nendeln": ("Eschen", (47.1974, 9.5431)), "Bendern": ("Gamprin", (47.2122, 9.5062)),
    "Malbun": ("Triesenberg", (47.1026, 9.6083)), "Schaanwald": ("Mauren", (47.2165, 9.5700)),
    "Mäls": ("Balzers", (47.0611, 9.4969)), "Hinterschellenberg": ("Schellenberg", (47.2369, 9.5586)),
    "Steg": ("Triesenberg", (47.1125, 9.5786)), "Rotenboden": ("Triesenberg", (47.1276, 9.5387)),
    "Gaflei": ("Triesenberg", (47.1436, 9.5447)), "Silum": ("Triesenberg", (47.1347, 9.5508)),
    "Masescha": ("Triesenberg", (47.1306, 9.5472)), "Oberplanken": ("Planken", (47.1785, 9.5450)),
    "Schönberg": ("Triesenberg", (47.1304, 9.5930)),
}  # fmt: skip
"""Villages of Liechtenstein, with the municipalities in which they lie."""


def straight_line(start: str, end: str) -> float:
    """Returns the kilometres between two of the villages."""
    lat1, lon1, lat2, lon2 = (radians(value) for name in (start, end) for value in VILLAGES[name][1])
    half = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371.0 * asin(sqrt(half))


def add_marker(phone: PhoneSetup, title: str, point: tuple[float, float]) -> None:
    """Adds a marker, in place of those of its title."""
    kept = [row for row in phone.table(MARKERS, "map_markers") if row["title"] != title]
    plant_markers(phone, {title: point}, kept)


NEAR = 0.004
LABELLED = "Labelled"


def near(degrees: float) -> Matcher:
    """Returns a function that accepts a latitude or a longitude a few hundred metres from this one at most."""
    return lambda value: isinstance(value, float) and abs(value - degrees) < NEAR


def labelled(state: State, point: Point, kind: str, value: Value) -> bool:
    """Exactly one private label is at a point, and it is a value; no other label is.

    Args:
        state: The devices' states.
        point: The place.
        kind: The value's type.
        value: The value.
    """
    found = [
        (place.name, (place.lat, place.lon))
        for place in read_places(state.android.read_file(SAVED_PLACES) or b"")
        if place.list == LABELLED
    ]
    here = [name for name, where in found if is_near(where, point)]
    return len(here) == 1 and here == [name for name, _ in found if states(kind, name, value)]


def is_near(first: Point, second: Point) -> bool:
    """Tells whether two points are at most some hundred metres apart."""
    return abs(first[0] - second[0]) < NEAR and abs(first[1] - second[1]) < NEAR
