"""Maps: evaluators of markers, saved places and sent coordinates, and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crab_gym.task import Action, Look, action
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import State

__all__ = [
    "MARKERS", "SAVED", "Point", "marked", "open_place", "point_sent", "remove_marker", "save_place", "saved_in",
    "unmarked",
]  # fmt: skip

MARKERS = "/data/data/net.osmand/databases/map_markers_db"
"""The database of the markers, in the table ``map_markers``."""
SAVED = "/storage/emulated/0/Android/data/net.osmand/files/favorites/favorites.gpx"
"""The file of the saved places."""
Point = tuple[float, float]
"""Latitude and longitude, in degrees."""
_NEAR = 0.004
_AS_SHOWN = 0.00006
_WAYPOINT = re.compile(
    r'<wpt lat="(-?\d{1,3}(?:\.\d{1,20})?)" lon="(-?\d{1,3}(?:\.\d{1,20})?)">(.{0,2000}?)</wpt>', re.DOTALL
)
_LIST = re.compile(r"<type>([^<]{0,200})</type>")
_DEGREES = re.compile(r"(?<![\d.])-?\d{1,3}(?:\.\d+|(?=\s?°))")


def _near(a: Point, b: Point, distance: float = _NEAR) -> bool:
    """Returns whether two points lie within a few hundred metres, or within some other part of a degree."""
    return abs(a[0] - b[0]) < distance and abs(a[1] - b[1]) < distance


def _markers(state: State) -> list[Point]:
    rows = state["android"].table(MARKERS, "map_markers")
    return [(row["marker_lat"], row["marker_lon"]) for row in rows if row["marker_active"]]


def marked(state: State, answer: str | None, point: Point) -> bool:
    """Exactly one marker is at the point."""
    return len([marker for marker in _markers(state) if _near(marker, point)]) == 1


def unmarked(state: State, answer: str | None, point: Point, kept: Point) -> bool:
    """No marker is at the point, but the one that is kept is still there.

    Args:
        state: The devices' states.
        answer: Not used.
        point: The place without a marker.
        kept: The place of a marker that must still be there.
    """
    return marked(state, answer, kept) and not any(_near(marker, point) for marker in _markers(state))


def saved_in(state: State, answer: str | None, name: str, points: Sequence[Point], refused: Sequence[Point]) -> bool:
    """The list of saved places with this name has the points, and none of those that are refused.

    Args:
        state: The devices' states.
        answer: Not used.
        name: The list's name.
        points: The places that it must have.
        refused: The places that it must not have.
    """
    found = [
        (float(lat), float(lon))
        for lat, lon, rest in _WAYPOINT.findall(state["android"].read_text(SAVED) or "")
        if _LIST.findall(rest) == [name]
    ]
    return all(any(_near(one, point) for one in found) for point in points) and not any(
        _near(one, point) for one in found for point in refused
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


def _open_maps(look: Look) -> Iterator[Action]:
    yield action("android", "open_app", name="Maps")
    for _ in range(6):
        if has(look, "android", text="Explore", role="tab"):
            break
        yield action("android", "press", key="back")
    yield tap(look, text="Explore", role="tab")


def open_place(look: Look, name: str) -> Iterator[Action]:
    """Searches a place and opens its page."""
    yield from _open_maps(look)
    yield tap(look, rid="search_omnibox_text_box")
    yield action("android", "write_text", text=name)
    yield tap(look, text=name, role="list_item")


def save_place(look: Look, name: str, group: str) -> Iterator[Action]:
    """Saves a place in a list."""
    yield from open_place(look, name)
    yield tap(look, text="Save")
    yield tap(look, text=group)
    yield tap(look, text="Done")


def remove_marker(look: Look, title: str) -> Iterator[Action]:
    """Removes the marker of a title."""
    yield from _open_maps(look)
    yield tap(look, text="Saved", role="tab")
    for _ in range(6):
        if has(look, "android", description=f"Remove marker {title}"):
            break
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="long")
    yield tap(look, description=f"Remove marker {title}")
