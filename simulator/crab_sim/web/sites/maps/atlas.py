"""Maps drawn as SVG from outlines of the land and a list of places. Everything in between is invented, but always the
same at the same place. The projection is Mercator's: at zoom z the world is ``256 * 2**z`` pixels wide.

* `draw` - draws a map.
* `Place`, `distance`, `length` - a place, the distance between two points, and how it is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import asin, asinh, atan, cos, degrees, hypot, pi, radians, sin, sinh, sqrt, tan
from typing import NamedTuple

from ..markup import esc

__all__ = ["MAX_ZOOM", "MIN_ZOOM", "Place", "distance", "draw", "length", "places", "to_degrees", "to_pixels"]

MIN_ZOOM, MAX_ZOOM = 1, 15
_FINE = 7.0  # pixels: shorter pieces of a coast are straight
_TOWN = {"city": 5500.0, "town": 1500.0, "village": 700.0}  # metres from the middle to the last street
_Point = tuple[float, float]


class Place(NamedTuple):
    """A place; places of the same `land` are connected without a ship."""

    name: str
    region: str
    kind: str
    lat: float
    lon: float
    land: str

    @property
    def title(self) -> str:
        """Name and region."""
        return f"{self.name}, {self.region}"


@lru_cache(maxsize=2)
def places(text: str) -> tuple[Place, ...]:
    """Returns the places of the bundle's ``places.json``."""
    return tuple(Place(*row) for row in json.loads(text))


def distance(a: _Point, b: _Point) -> float:
    """Returns the length of the great circle between two points (latitude, longitude), in metres."""
    lat1, lon1, lat2, lon2 = (radians(value) for value in (*a, *b))
    half = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * 6_371_000 * asin(sqrt(min(1.0, half)))


def length(metres: float) -> str:
    """Formats a length.

    >>> length(84.0), length(3673.0), length(123_456.0)
    ('80 m', '3.7 km', '123 km')
    """
    if metres < 1000:
        return f"{round(metres / 10) * 10} m"
    return f"{metres / 1000:.1f} km" if metres < 100_000 else f"{round(metres / 1000)} km"


def to_pixels(lat: float, lon: float, zoom: int) -> _Point:
    """Returns a point's position in the world's pixels, from the left and from the top."""
    size = 256 << zoom
    lat = max(-85.0, min(85.0, lat))
    return (lon + 180) / 360 * size, (1 - asinh(tan(radians(lat))) / pi) / 2 * size


def to_degrees(x: float, y: float, zoom: int) -> _Point:
    """Returns latitude and longitude of a position in the world's pixels."""
    size = 256 << zoom
    return degrees(atan(sinh(pi * (1 - 2 * y / size)))), x / size * 360 - 180


@lru_cache(maxsize=2)
def _outlines(text: str) -> tuple[tuple[tuple[_Point, ...], ...], tuple[tuple[_Point, ...], ...]]:
    """Returns the outlines of land and lakes as points (longitude, latitude)."""
    outlines = json.loads(text)
    land, lakes = (tuple(tuple((x, y) for x, y in line) for line in outlines[name]) for name in ("land", "lakes"))
    return land, lakes


def _chance(a: float, b: float, c: float, d: float) -> float:
    """Returns a pseudo-random number from -1 to 1 that depends only on the arguments."""
    mixed = 0
    for value in (a, b, c, d):
        mixed = (mixed * 374_761_393 + round(value * 100_000) * 668_265_263) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 13)) * 1_274_126_177) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 32_767.5 - 1


class _View:
    """A map being drawn."""

    def __init__(self, lat: float, lon: float, zoom: int, width: int, height: int) -> None:
        self.zoom, self.width, self.height = zoom, width, height
        x, y = to_pixels(lat, lon, zoom)
        self.left, self.top = x - width / 2, y - height / 2
        self.parts: list[str] = []

    def at(self, lat: float, lon: float) -> _Point:
        x, y = to_pixels(lat, lon, self.zoom)
        return x - self.left, y - self.top

    def near(self, x: float, y: float, margin: float) -> bool:
        return -margin < x < self.width + margin and -margin < y < self.height + margin

    def rough(self, a: _Point, b: _Point, depth: int = 0) -> Iterator[_Point]:
        """Yields the points on the map of a rough line between two points (longitude, latitude), without the last."""
        (lon1, lat1), (lon2, lat2) = a, b
        (x1, y1), (x2, y2) = self.at(lat1, lon1), self.at(lat2, lon2)
        long = hypot(x2 - x1, y2 - y1)
        if long > _FINE and depth < 18 and self.near((x1 + x2) / 2, (y1 + y2) / 2, long):
            across, up = lon2 - lon1, lat2 - lat1
            swing = 0.21 * _chance(lon1, lat1, lon2, lat2)
            middle = (lon1 + lon2) / 2 - up * swing, (lat1 + lat2) / 2 + across * swing
            yield from self.rough(a, middle, depth + 1)
            yield from self.rough(middle, b, depth + 1)
        else:
            yield x1, y1

    def outline(self, corners: Sequence[_Point]) -> str:
        points = [point for a, b in zip(corners, [*corners[1:], corners[0]], strict=True) for point in self.rough(a, b)]
        return "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in points]) + "Z"

    def add(self, text: str) -> None:
        self.parts.append(text)


@lru_cache(maxsize=16)  # a map takes as long to draw as a hundred pages to lay out, and is seen again and again
def draw(
    coasts: str,
    known: tuple[Place, ...],
    center: _Point,
    zoom: int,
    size: tuple[int, int],
    pins: tuple[tuple[Place, str], ...] = (),
    way: bool = False,
) -> str:
    """Returns a map as SVG.

    Args:
        coasts: The bundle's ``coasts.json``.
        known: All places.
        center: Latitude and longitude of its centre.
        zoom: Zoom level; at zoom z the world is ``256 * 2**z`` pixels wide.
        size: Width and height in pixels.
        pins: Places to mark, with the letters on their marks.
        way: Whether to draw the way from the first marked place to the last.
    """
    view = _View(*center, zoom, *size)
    land, lakes = _outlines(coasts)
    shown = [(place, *view.at(place.lat, place.lon)) for place in known]
    _ground(view, land, lakes, [place for place, x, y in shown if zoom >= 5 and view.near(x, y, 400)])
    if zoom >= 5:
        close = [(place, x, y) for place, x, y in shown if view.near(x, y, 4000)] if zoom >= 11 else []
        for place, x, y in close:
            around = sorted((hypot(x - x2, y - y2), x2, y2) for _, x2, y2 in close)[1:9]
            _streets(view, place, [(x2, y2) for _, x2, y2 in around])
        _roads(view, known)
    marked = [(place, letter, *view.at(place.lat, place.lon)) for place, letter in pins]
    if way and len(marked) > 1:
        _way(view, [(x, y) for _, _, x, y in marked])
    _labels(view, [(place, x, y) for place, x, y in shown if view.near(x, y, 0)], [place for place, _ in pins])
    for place, letter, x, y in marked:
        view.add(
            f'<g transform="translate({x:.1f} {y:.1f})"><title>{esc(place.title)}</title>'
            '<path d="M0 0C-4-12-13-15-13-25a13 13 0 1 1 26 0C13-15 4-12 0 0Z" fill="#d93025" stroke="#fff" '
            'stroke-width="1.5"/><text y="-20" fill="#fff" font-size="14" font-weight="bold" text-anchor="middle">'
            f"{esc(letter)}</text></g>"
        )
    latitude, _ = center
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="Noto Sans, DejaVu Sans, sans-serif"><rect width="{width}" height="{height}" fill="#a9d3ea"/>'
        f"{''.join(view.parts)}{_scale(view, latitude)}</svg>"
    )


def _ground(
    view: _View, land: Sequence[Sequence[_Point]], lakes: Sequence[Sequence[_Point]], near: Sequence[Place]
) -> None:
    paths = []
    world = 256 << view.zoom
    for corners in land:
        turns = (-360, 0, 360) if view.width + abs(view.left) > world or view.left < 0 else (0,)
        for turn in turns:
            xs = [(lon + turn + 180) / 360 * world - view.left for lon, _ in corners]
            if max(xs) > -world / 12 and min(xs) < view.width + world / 12:
                paths.append(view.outline([(lon + turn, lat) for lon, lat in corners]))
    for place in near:  # the outlines are rough, but inhabited places must lie on land
        wide = 0.09 / cos(radians(place.lat))
        ring = [(place.lon + wide * cos(a * pi / 5), place.lat + 0.09 * sin(a * pi / 5)) for a in range(10)]
        paths.append(view.outline(ring))
    d = "".join(paths)
    view.add(f'<path d="{d}" fill="none" stroke="#7fb2cf" stroke-width="2"/>')
    # Each is its own path: within one path, overlapping areas would become holes.
    view.add(f'<g fill="#f4f1e8">{"".join([f"<path d={chr(34)}{path}{chr(34)}/>" for path in paths])}</g>')
    water = "".join([view.outline(corners) for corners in lakes])
    view.add(f'<path d="{water}" fill="#a9d3ea" stroke="#7fb2cf"/>')


@lru_cache(maxsize=2)
def _net(known: tuple[Place, ...]) -> tuple[tuple[Place, Place], ...]:
    """Returns the main roads: from each city to the nearest three cities, from others to the nearest two places."""
    roads: dict[tuple[Place, Place], None] = {}
    for place in known:
        city = place.kind == "city"
        others = [other for other in known if other.land == place.land and (other.kind == "city" or not city)]
        near = sorted(others, key=lambda other: distance((place.lat, place.lon), (other.lat, other.lon)))
        for other in near[1 : 4 if city else 3]:
            first, last = sorted((place, other))
            if distance((place.lat, place.lon), (other.lat, other.lon)) < 1_500_000:
                roads[first, last] = None
    return tuple(roads)


def _roads(view: _View, known: Sequence[Place]) -> None:
    lines = []
    for place, other in _net(tuple(known)):
        (x1, y1), (x2, y2) = view.at(place.lat, place.lon), view.at(other.lat, other.lon)
        long = hypot(x2 - x1, y2 - y1)
        if long >= 4 and view.near((x1 + x2) / 2, (y1 + y2) / 2, long):
            points = [*view.rough((place.lon, place.lat), (other.lon, other.lat)), (x2, y2)]
            lines.append("M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in points]))
    thick = 2.5 if view.zoom < 9 else 4 if view.zoom < 13 else 6
    for color, width in (("#d9a441", thick + 1.5), ("#fbdc8f", thick)):
        view.add(
            f'<path d="{"".join(lines)}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        )


def _streets(view: _View, place: Place, others: Sequence[_Point]) -> None:
    """Draws the streets around a place: a net of bent lines, with parks; maps of high zoom also have finer streets.

    Points that are nearer to one of the other places are left out, since they belong to that place.
    """
    pixel = 40_075_017 * cos(radians(place.lat)) / (256 << view.zoom)  # metres
    x0, y0 = view.at(place.lat, place.lon)
    radius = _TOWN.get(place.kind, 900.0) / pixel

    def ours(x: float, y: float) -> bool:
        away = hypot(x - x0, y - y0)
        return all(away < hypot(x - x2, y - y2) for x2, y2 in others)

    phase = _chance(place.lat, place.lon, 1.0, 2.0) * pi
    turn = _chance(place.lat, place.lon, 3.0, 4.0) * 0.5
    edge = []
    for a in range(24):
        share = 0.94 + 0.08 * _chance(place.lat, place.lon, a, 9.0)
        across, down = radius * cos(a * pi / 12), radius * sin(a * pi / 12)
        while share > 0.1 and not ours(x0 + across * share, y0 + down * share):
            share -= 0.06
        edge.append((x0 + across * share, y0 + down * share))
    ground = _pieces(edge)
    view.add(f'<path d="{ground}Z" fill="#ebe6da"/>')
    for i in range(5):
        angle, away = _chance(place.lat, place.lon, i, 5.0) * pi, (0.3 + 0.14 * i) * radius
        x, y, wide = x0 + away * cos(angle), y0 + away * sin(angle), radius * (0.07 + 0.03 * (i % 3))
        if view.near(x, y, wide) and ours(x, y):
            view.add(f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{wide:.1f}" ry="{wide * 0.7:.1f}" fill="#cfe3bd"/>')
    for spacing, color, width in ((130.0, "#ffffff", 3.0), (520.0, "#ffffff", 6.5)):
        step = spacing / pixel
        if step < 9:
            continue
        lines = []
        for along in (0, 1):
            for k in range(-round(radius / step), round(radius / step) + 1):
                points: list[_Point | None] = []
                for j in range(-24, 25):
                    u = k * step + 0.22 * step * sin(j * 0.35 + k * 1.3 + phase)
                    v = j * radius / 24
                    inside = hypot(u, v) < radius * (0.93 + 0.07 * sin(5 * j + 3 * k + phase))
                    u, v = (u, v) if along else (v, u)
                    x, y = x0 + u * cos(turn) - v * sin(turn), y0 + u * sin(turn) + v * cos(turn)
                    seen = inside and view.near(x, y, 60 + radius / 20) and ours(x, y)
                    points.append((x, y) if seen else None)
                lines.append(_pieces(points))
        d = "".join(lines)
        scaled = min(width, max(1.2, step / 9))
        view.add(f'<path d="{d}" fill="none" stroke="#d5d0c2" stroke-width="{scaled + 1.4:.1f}"/>')
        view.add(f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{scaled:.1f}"/>')


def _pieces(points: Sequence[_Point | None]) -> str:
    """Returns the path through points; None interrupts it."""
    out, begun = [], False
    for point in points:
        if point is not None:
            x, y = point
            out.append(f"{'L' if begun else 'M'}{x:.1f} {y:.1f}")
        begun = point is not None
    return "".join(out)


def _way(view: _View, points: Sequence[_Point]) -> None:
    (x1, y1), (x2, y2) = points[0], points[-1]
    bend = 0.08
    x, y = (x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend
    d = f"M{x1:.1f} {y1:.1f}Q{x:.1f} {y:.1f} {x2:.1f} {y2:.1f}"
    for color, width in (("#174ea6", 7), ("#4285f4", 4.5)):
        view.add(f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>')


class _Box(NamedTuple):
    """A rectangle on the map."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: _Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def _labels(view: _View, shown: Sequence[tuple[Place, float, float]], marked: Sequence[Place]) -> None:
    """Draws the names of places, those of cities first; a name that would cover another is left out."""
    taken: list[_Box] = []
    min_zoom = {"city": 2, "town": 8, "village": 10}
    order = {"city": 0, "town": 1, "village": 2}

    def rank(row: tuple[Place, float, float]) -> tuple[bool, int]:
        place, _, _ = row
        return place not in marked, order.get(place.kind, 3)

    for place, x, y in sorted(shown, key=rank):
        if view.zoom < min_zoom.get(place.kind, 10) and place not in marked:
            continue
        big = place.kind == "city"
        size = 14 if big else 12
        wide = 0.62 * size * len(place.name)
        box = _Box(x - wide / 2, y + 4, x + wide / 2, y + 8 + size)
        if any(box.overlaps(other) for other in taken):
            continue
        taken += [box, _Box(x - 5, y - 5, x + 5, y + 5)]
        view.add(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{4 if big else 3}" fill="#fff" stroke="#333" stroke-width="1.5"/>'
            f'<text x="{x:.1f}" y="{y + 6 + size:.1f}" font-size="{size}" text-anchor="middle" fill="#222" '
            f'stroke="#fff" stroke-width="3" paint-order="stroke" font-weight="{600 if big else 400}">'
            f"{esc(place.name)}</text>"
        )


def _scale(view: _View, lat: float) -> str:
    """Returns the scale bar."""
    pixel = 40_075_017 * cos(radians(lat)) / (256 << view.zoom)
    metres = next((m for m in _LENGTHS if m / pixel >= 60), _LENGTHS[-1])
    long, y = metres / pixel, view.height - 14
    text = f"{metres // 1000} km" if metres >= 1000 else f"{metres} m"
    return (
        f'<path d="M12 {y - 6}v6h{long:.0f}v-6" fill="none" stroke="#333" stroke-width="2"/>'
        f'<text x="16" y="{y - 6}" font-size="12" fill="#222" stroke="#fff" stroke-width="3" paint-order="stroke">'
        f"{text}</text>"
    )


_LENGTHS = (
    50,
    100,
    200,
    500,
    1000,
    2000,
    5000,
    10_000,
    20_000,
    50_000,
    100_000,
    200_000,
    500_000,
    1_000_000,
    2_000_000,
    5_000_000,
)
