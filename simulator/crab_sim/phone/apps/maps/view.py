"""The map itself as a widget: ground, names, markers, the way, a scale; and which part of the world it shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, log2, radians
from typing import Final, NamedTuple

from crab_sim.draw import projection
from crab_sim.draw.projection import MAX_ZOOM, MIN_ZOOM, to_degrees, to_pixels
from crab_sim.phone import metrics
from crab_sim.phone.apps.maps.gazetteer import PLACES, SEEDED, Place
from crab_sim.phone.apps.maps.messages import Message
from crab_sim.ui import Page, Scene, Widget
from crab_sim.ui.node import SCROLLABLE, ScrollData
from crab_sim.ui.theme import Color

__all__ = ["Camera", "Layers", "MapView", "Pin", "around", "at_point", "camera", "centered", "moved", "zoomed"]

_MIDDLE: Final = 100_000  # where the map's vertical scroll begins, since a scroll counts from 0
_MAX_LAT = 80.0
_DECIMALS: Final = 9  # of a degree; beyond them, the last digits of tan and atan differ between machines
_ID = "com.google.android.apps.maps:id/"
_RED: Color = (214, 48, 42)
_BLUE: Color = (44, 114, 232)
_WHITE: Color = (255, 255, 255)


class Camera(NamedTuple):
    """The middle of a map, in degrees, and its zoom."""

    lat: float
    lon: float
    zoom: int


class Pin(NamedTuple):
    """A mark on the map: its position, colour and icon (``""`` for a plain pin)."""

    lat: float
    lon: float
    color: Color = _RED
    label: str = ""


def centered(lat: float, lon: float, zoom: int) -> Camera:
    """Returns the camera at a place, as far north or south and as near as maps go; the same on every machine."""
    zoom = max(MIN_ZOOM, min(MAX_ZOOM, zoom))
    lon = lon if -180 <= lon < 180 else (lon + 180) % 360 - 180
    return Camera(round(max(-_MAX_LAT, min(_MAX_LAT, lat)), _DECIMALS), round(lon, _DECIMALS), zoom)


def camera(page: Page) -> Camera:
    """Returns the camera of a page's map, after the finger moved it up or down."""
    held: Camera = page.data
    offset = page.scroll.get("map", _MIDDLE) - _MIDDLE
    return shifted(held, 0, offset) if offset else held


def shifted(held: Camera, dx: float, dy: float) -> Camera:
    """Returns a camera moved by pixels."""
    x, y = to_pixels(held.lat, held.lon, held.zoom)
    size = 256 << held.zoom
    return centered(*to_degrees(x + dx, max(1.0, min(size - 1.0, y + dy)), held.zoom), held.zoom)


def moved(page: Page, step: int, width: int) -> Camera:
    """Returns the camera after a finger moved sideways over the map."""
    return shifted(camera(page), step * width * 0.5, 0)


def zoomed(page: Page, by: int) -> Camera:
    """Returns the camera after a step nearer or farther."""
    held = camera(page)
    return centered(held.lat, held.lon, held.zoom + by)


def around(points: Sequence[tuple[float, float]], width: int, height: int) -> Camera:
    """Returns the camera that shows all points in a map of this size."""
    lats, lons = [p[0] for p in points], [p[1] for p in points]
    x0, y0 = to_pixels(max(lats), min(lons), 0)
    x1, y1 = to_pixels(min(lats), max(lons), 0)
    share = max((x1 - x0) / max(1, width - 90), (y1 - y0) / max(1, height - 120), 1e-6)
    zoom = min(15, int(-log2(share)))
    lat, lon = to_degrees((x0 + x1) / 2, (y0 + y1) / 2, 0)
    return centered(lat, lon, zoom)


def at_point(page: Page, x: int, y: int, rect: tuple[int, int, int, int]) -> tuple[float, float]:
    """Returns latitude and longitude under a touch on a map that fills a rectangle (x, y, w, h).

    Args:
        page: The page with the map.
        x: The touch's x.
        y: The touch's y.
        rect: The map's rectangle.
    """
    left, top, w, h = rect
    under = shifted(camera(page), x - left - w // 2, y - top - h // 2)
    return round(under.lat, 5), round(under.lon, 5)


@lru_cache(maxsize=MAX_ZOOM)
def _named(zoom: int) -> list[tuple[Place, float, float]]:
    """Returns the places that have names at a zoom, those of the world first, each with its place in pixels."""
    least = {"city": 3, "town": 9, "village": 12}
    places = [place for place in (*PLACES[22:SEEDED], *PLACES[:22], *PLACES[SEEDED:]) if zoom >= least[place.kind]]
    return [(place, *to_pixels(place.lat, place.lon, zoom)) for place in places]


@lru_cache(maxsize=256)
def _labels(held: Camera, w: int, h: int) -> tuple[tuple[Place, int, int], ...]:
    """Returns the places whose names are shown, each with its point on the map; no name hides another."""
    cx, cy = to_pixels(held.lat, held.lon, held.zoom)
    world = 256 << held.zoom
    shown: list[tuple[Place, int, int]] = []
    taken: list[tuple[int, int, int]] = []
    for place, px, py in _named(held.zoom):
        x, y = round((px - cx + world / 2) % world - world / 2) + w // 2, round(py - cy) + h // 2
        if not (0 < x < w and 12 < y < h - 30):
            continue
        half = metrics.width(place.name, "bold", 13) // 2 + 4
        if (
            half < x < w - half
            and (x + half < w - 60 or y < h - 180)  # beside the buttons
            and all(abs(x - tx) > half + th or abs(y - ty) > 34 for tx, ty, th in taken)
        ):
            shown.append((place, x, y))
            taken.append((x, y, half))
    return tuple(shown)


@lru_cache(maxsize=256)
def _towns(lat: float, lon: float, zoom: int) -> tuple[tuple[float, float], ...]:
    """Returns the places around which there must be land."""
    reach = max(0.6, min(40.0, 700 / (256 << zoom) * 360))
    near = [p for p in PLACES if p.kind == "city" and abs(p.lat - lat) < reach and abs(p.lon - lon) < 1.5 * reach]
    return tuple([(place.lat, place.lon) for place in near[:40]])


class MapView(Widget[Message]):
    """A map. A finger moves it, a long tap sends ``("drop", x, y, w, h)``, a touch on a name ``("show", name)``.

    Args:
        held: The page, whose camera it shows.
        pins: The marks on it.
        me: The phone's position; None hides it.
        line: Points that a dotted line joins: the ends of a way, or the points of a route.
    """

    __slots__ = ("held", "line", "me", "pins")

    def __init__(
        self,
        held: Camera,
        pins: Sequence[Pin] = (),
        me: tuple[float, float] | None = None,
        line: Sequence[tuple[float, float]] = (),
    ) -> None:
        self.flex, self.held, self.pins, self.me, self.line = 1, held, pins, me, line

    def _point(self, lat: float, lon: float, x: int, y: int, w: int, h: int) -> tuple[int, int]:
        held = self.held
        cx, cy = to_pixels(held.lat, held.lon, held.zoom)
        px, py = to_pixels(max(-85.0, min(85.0, lat)), lon, held.zoom)
        world = 256 << held.zoom
        across = (px - cx + world / 2) % world - world / 2
        return x + w // 2 + round(across), y + h // 2 + round(py - cy)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the map."""
        if w < 1 or h < 1:
            return
        held, theme, outer = self.held, scene.theme, scene.clip
        scene.clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        if scene.drawn:
            name = projection.key(theme.dark, *held, _towns(*held))
            scene.ops.append(("picture", x, y, x + w, y + h, scene.clip, name))
        at = scene.page.scroll.get("map", _MIDDLE)
        data: ScrollData[Message] = ScrollData("map", at, 2 * _MIDDLE, ("pan", 0))
        scene.node(
            x, y, w, h, "other", "", "Map", _ID + "map_frame", None, ("drop", x, y, w, h), flags=SCROLLABLE, data=data
        )
        for place, left, top in _labels(held, w, h):
            self._place_label(scene, place, x + left, y + top)
        if scene.drawn:
            self._place_line(scene, x, y, w, h)
        if self.me is not None:
            left, top = self._point(*self.me, x, y, w, h)
            scene.round(left - 10, top - 10, 20, 20, _WHITE, 10)
            scene.round(left - 7, top - 7, 14, 14, _BLUE, 7)
            scene.node(left - 10, top - 10, 20, 20, "icon", "", "Your location")
        for pin in self.pins:
            left, top = self._point(pin.lat, pin.lon, x, y, w, h)
            scene.round(left - 12, top - 31, 24, 24, pin.color, 12)
            scene.fill(left - 2, top - 9, 4, 9, pin.color)
            scene.round(left - 5, top - 24, 10, 10, _WHITE, 5)
            scene.node(left - 12, top - 31, 24, 31, "icon", "", pin.label)
        if scene.drawn:
            self._place_scale(scene, x, y, h)
        scene.clip = outer

    def _place_label(self, scene: Scene[Message], place: Place, left: int, top: int) -> None:
        font: metrics.Font = "regular" if place.kind == "village" else "bold"
        size = 12 if place.kind == "village" else 13
        width = metrics.width(place.name, font, size)
        if scene.drawn:
            self._draw_label(scene, place.name, (left, top, width), font, size)
        scene.node(left - width // 2, top - 6, width, 30, "button", place.name, message=("show", place.title))

    def _draw_label(
        self, scene: Scene[Message], name: str, place: tuple[int, int, int], font: metrics.Font, size: int
    ) -> None:  # fmt: skip
        """Draws a dot and the name below it; the place is the dot's middle, and the name's width.

        Args:
            scene: The scene.
            name: The name.
            place: The dot's x and y, and the width, in pixels.
            font: The name's font.
            size: Its size.
        """
        left, top, width = place
        ink, halo = ((232, 232, 238), (26, 28, 34)) if scene.theme.dark else ((54, 56, 66), (255, 255, 255))
        scene.round(left - 4, top - 4, 8, 8, halo, 4)
        scene.round(left - 3, top - 3, 6, 6, ink, 3)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            scene.text(left - width // 2 + dx, top + 5 + dy, width + 2, 18, name, halo, size, font)
        scene.text(left - width // 2, top + 5, width + 2, 18, name, ink, size, font)

    def _place_line(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        for start, end in pairwise(self.line):
            self._place_leg(scene, self._point(*start, x, y, w, h), self._point(*end, x, y, w, h))

    def _place_leg(self, scene: Scene[Message], start: tuple[int, int], end: tuple[int, int]) -> None:
        (x0, y0), (x1, y1) = start, end
        steps = max(1, min(120, int(max(abs(x1 - x0), abs(y1 - y0)) / 9)))
        bend = 0.12 * max(-200, min(200, x1 - x0))  # a way is never quite straight
        for i in range(steps + 1):
            share = i / steps
            across = x0 + (x1 - x0) * share + 0.1 * (y1 - y0) * share * (1 - share) * 2
            down = y0 + (y1 - y0) * share + bend * share * (1 - share) * 2
            scene.round(round(across) - 4, round(down) - 4, 8, 8, _BLUE, 4)

    def _place_scale(self, scene: Scene[Message], x: int, y: int, h: int) -> None:
        held, theme = self.held, scene.theme
        per_pixel = 40_075_017 * cos(radians(held.lat)) / (256 << held.zoom)
        best = next(
            unit * 10**power
            for power in range(7, -1, -1)
            for unit in (5, 2, 1)
            if unit * 10**power <= 90 * per_pixel or (power == 0 and unit == 1)
        )
        width = max(8, round(best / per_pixel))
        text = f"{best} m" if best < 1000 else f"{best // 1000} km"
        ink = theme.text
        scene.text(x + 14, y + h - 34, 80, 16, text, ink, 11)
        scene.fill(x + 14, y + h - 16, width, 2, ink)
        scene.fill(x + 14, y + h - 20, 2, 5, ink)
        scene.fill(x + 12 + width, y + h - 20, 2, 5, ink)


class Layers(Widget[Message]):
    """Widgets above one another, each as large as the whole."""

    __slots__ = ("children",)

    def __init__(self, children: Sequence[Widget[Message]]) -> None:
        self.flex, self.children = 1, children

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places them all."""
        for child in self.children:
            child.place(scene, x, y, w, h)
