"""Maps drawn from nothing but coordinates: land and water, parks, streets, main roads, in light and dark.

The coasts are those of `crab_gym.sim.draw.coasts`, roughened by noise; where people live there is always land. Streets
and parks are invented, but always the same at the same place. The projection is Mercator's, as on the web: at zoom z
the world is ``256 * 2**z`` pixels wide.

* `picture` - the pixels of a map, for the key that `key` returns.
* `to_pixels`, `to_degrees` - between degrees and the world's pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import asinh, atan, cos, degrees, pi, radians, sinh, tan
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_gym.sim.draw.coasts import LAKES, LAND

__all__ = ["MAX_ZOOM", "MIN_ZOOM", "key", "picture", "to_degrees", "to_pixels"]

_TILE = 256  # pixels: maps are put together from tiles of this side
_TILES = 256  # kept, 64 KiB each
_REACH = 0.4  # degrees around a town in which there is land because of it
_SCALE = 111_320 * cos(radians(45))  # metres in a degree of longitude; everywhere the same, for streets not to break
MIN_ZOOM: Final = 1
MAX_ZOOM: Final = 18
_CLOSE = 1e-4  # more than interpolation in half the precision is off
_Field = NDArray[np.float64]
_Pixels = NDArray[np.float32]

_LAND, _WATER, _GREEN, _HILL, _STREET, _ROAD, _EDGE = range(7)
_LIGHT, _DARK = (
    np.array(colors, np.uint8)
    for colors in (
        ((242, 239, 230), (156, 202, 232), (205, 227, 190), (232, 228, 214), (255, 255, 255), (252, 224, 150),
         (222, 204, 160)),
        ((36, 40, 46), (26, 50, 82), (33, 55, 46), (42, 46, 54), (58, 63, 72), (92, 84, 60), (70, 64, 48)),
    )
)  # fmt: skip
"""The colours of each kind of ground, in the order of the names above."""


def to_pixels(lat: float, lon: float, zoom: int) -> tuple[float, float]:
    """Returns where a point lies in the world's pixels: from the left, from the top.

    >>> to_pixels(0.0, 0.0, 2)
    (512.0, 512.0)
    """
    size = 256 << zoom
    return (lon + 180) / 360 * size, (1 - asinh(tan(radians(lat))) / pi) / 2 * size


def to_degrees(x: float, y: float, zoom: int) -> tuple[float, float]:
    """Returns latitude and longitude of a place in the world's pixels."""
    size = 256 << zoom
    return degrees(atan(sinh(pi * (1 - 2 * y / size)))), x / size * 360 - 180


def key(dark: bool, lat: float, lon: float, zoom: int, towns: Sequence[tuple[float, float]] = ()) -> str:
    """Returns the name of the picture of a map.

    Args:
        dark: Whether the colours are those of a dark theme.
        lat: Latitude of the centre in degrees.
        lon: Its longitude in degrees.
        zoom: `MIN_ZOOM` to `MAX_ZOOM`.
        towns: Places, (latitude, longitude), around which there is land.

    >>> key(False, 47.1, 9.5, 12, ((47.141, 9.5209),))
    'map:light:47.10000:9.50000:12:47.14,9.52'
    """
    near = "".join(f":{town_lat:.2f},{town_lon:.2f}" for town_lat, town_lon in towns)
    return f"map:{'dark' if dark else 'light'}:{lat:.5f}:{lon:.5f}:{zoom}{near}"


class _Lattice(NamedTuple):
    """The whole numbers around points of an axis, and where each point lies among them."""

    numbers: NDArray[np.int64]
    below: NDArray[np.int64]  # index of the number below each point
    above: NDArray[np.int64]  # index of the next one
    share: _Field  # of the next one, from 0 to 1, smoothed


def _lattice(axis: _Field) -> _Lattice:
    floor = np.floor(axis)
    share = axis - floor
    share = share * share * (3 - 2 * share)
    whole = floor.astype(np.int64)
    first, count = int(whole.min()), len(whole)
    span = int(whole.max()) - first + 2
    if span <= 2 * count:
        return _Lattice(np.arange(first, first + span), whole - first, whole - (first - 1), share)
    places = np.arange(count)  # the axis has a gap where the world's ends meet
    return _Lattice(np.concatenate((whole, whole + 1)), places, places + count, share)


def _noise(x: _Field, y: _Field, seed: int) -> _Field:
    """Returns smooth noise from 0 to 1 that varies over about a unit, at the points of two axes, ``(len(y), len(x))``.

    It is drawn for each pair of whole numbers, of which there are fewer than points, and interpolated along `x` first.
    """
    across, down = _lattice(x), _lattice(y)
    mixed = (across.numbers * 374_761_393 + (down.numbers * 668_265_263 + seed * 974_634_777)[:, None]) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1_274_126_177) & 0xFFFFFFFF
    drawn = np.asarray((mixed ^ (mixed >> 16)) & 0xFFFF, np.float64) / 65_535
    rows = drawn.take(across.below, 1) * (1 - across.share) + drawn.take(across.above, 1) * across.share
    share = down.share[:, None]
    return np.asarray(rows.take(down.below, 0) * (1 - share) + rows.take(down.above, 0) * share)


@lru_cache(maxsize=1)
def _grid() -> _Field:
    """Returns how much of each quarter of a degree is land, from the north pole down, from -180 degrees eastwards."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (1440 * 2, 720 * 2))
    draw = ImageDraw.Draw(image)
    for outlines, ink in ((LAND, 255), (LAKES, 0)):
        for outline in outlines:
            corners = [tuple(map(float, corner.split(","))) for corner in outline.split()]
            draw.polygon([((lon + 180) * 8, (90 - lat) * 8) for lon, lat in corners], fill=ink)
    return np.asarray(image.reduce(2), np.float64) / 255


class _Ground:
    """The ground of a tile: where each pixel lies, and fields over it, which are computed coarsely and interpolated.

    Fields of every so many pixels are indexed by row and column; those of all pixels by column and row, since they are
    interpolated along the columns last. All pixels together are interpolated only where a limit lies between them.
    """

    shape = _TILE, _TILE

    def __init__(self, zoom: int, column: int, row: int) -> None:
        self.size = float(256 << zoom)
        self.left, self.top = _TILE * column, _TILE * row
        self._degrees: dict[int, tuple[_Field, _Field]] = {}

    def degrees(self, step: int) -> tuple[_Field, _Field]:
        """Returns the latitudes of every `step`th row of pixels and the longitudes of every `step`th column."""
        if step not in self._degrees:
            y = self.top + np.arange(0, _TILE + step, step).astype(np.float64)
            x = self.left + np.arange(0, _TILE + step, step).astype(np.float64)
            lats = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * y / self.size))))
            self._degrees[step] = lats, np.mod(x / self.size * 360, 360) - 180
        return self._degrees[step]

    def spread(self, field: _Field, step: int) -> _Pixels:
        """Returns a field of every `step`th pixel for all pixels."""
        if step == 1:
            return np.ascontiguousarray(field[:_TILE, :_TILE].T, np.float32)
        share = (np.arange(step, dtype=np.float32) / np.float32(step))[None, :, None]
        low = field.astype(np.float32)
        tall = (low[:-1, None] * (1 - share) + low[1:, None] * share).reshape(-1, low.shape[1])[:_TILE]
        wide = np.ascontiguousarray(tall.T)
        out: _Pixels = wide[:-1, None] * (1 - share)
        out += wide[1:, None] * share
        return out.reshape(-1, _TILE)[:_TILE]

    def noise(self, per_degree: float, seed: int, step: int) -> _Field:
        """Returns noise, of every `step`th pixel, that varies so often in a degree."""
        lats, lons = self.degrees(step)
        return _noise(lons * per_degree, lats * per_degree, seed)

    def over(self, field: _Field, step: int, limit: float) -> NDArray[np.bool_] | None:
        """Returns which pixels lie above a limit in a field of every `step`th pixel; None if none does."""
        return None if field.max() < limit - _CLOSE else self.spread(field, step) > limit

    def lines(self, spacing: float, seed: int) -> _Pixels:
        """Returns how many metres each pixel is from a net of bent lines; some of them are left out in places.

        Args:
            spacing: Metres between the lines.
            seed: Which net.
        """
        lats, lons = self.degrees(8)
        x, y = lons * _SCALE / spacing, lats * 111_320 / spacing
        bent_x = x + 0.7 * (_noise(x / 3, y / 3, seed) - 0.5)
        bent_y = y[:, None] + 0.7 * (_noise(x / 3 + 40, y / 3, seed + 1) - 0.5)
        nearest: _Pixels | None = None
        for i, along in enumerate((bent_x + 0.22 * bent_y, bent_y - 0.22 * bent_x)):
            left_out = _noise(x / 2.2 + 9 * i, y / 2.2, seed + 2)
            if left_out.max() < 0.25 - _CLOSE:
                continue
            base = np.floor(along[0, 0])  # keeps the numbers small enough for half the precision
            place = self.spread(along - base, 8)
            away = np.abs(np.subtract(place, np.round(place), out=place), out=place)
            if left_out.min() < 0.25 + _CLOSE:
                np.putmask(away, self.spread(left_out, 8) <= 0.25, np.inf)
            nearest = away if nearest is None else np.minimum(nearest, away, out=nearest)
        if nearest is None:
            return np.full(self.shape, np.inf, np.float32)
        nearest *= np.float32(spacing)
        return nearest

    def water(self, towns: Sequence[tuple[float, float]]) -> NDArray[np.bool_] | None:
        """Returns which pixels aren't land, of which there is some around towns; None if all are land."""
        step = 1 if self.size < 10_000 else 2 if self.size < 100_000 else 4
        lats, lons = self.degrees(step)
        rough = _noise(lons * 1.3, lats * 1.3, 5) + _noise(lons * 5, lats * 5, 6) - 1
        row = ((90 - lats) * 4 - 0.5)[:, None] + 1.6 * rough
        rough = _noise(lons * 1.3, lats * 1.3, 7) + _noise(lons * 5, lats * 5, 8) - 1
        column = (lons + 180) * 4 - 0.5 + 1.6 * rough
        row = np.clip(row, 0, 718.99)
        top, left = row.astype(np.int64), np.floor(column).astype(np.int64)
        v, u = row - top, column - left
        grid, left = _grid(), np.mod(left, 1440)
        right = np.mod(left + 1, 1440)
        above = grid[top, left] * (1 - u) + grid[top, right] * u
        field = above * (1 - v) + (grid[top + 1, left] * (1 - u) + grid[top + 1, right] * u) * v
        field += 0.2 * (_noise(lons * 30, lats * 30, 9) - 0.5)
        for lat, lon in towns:
            square = ((lats - lat) ** 2)[:, None] + ((lons - lon) * cos(radians(lat))) ** 2
            field += 1.1 * np.exp(-square / 0.02)
        return None if field.min() > 0.5 + _CLOSE else self.spread(np.asarray(field), step) < 0.5


def picture(name: str, width: int, height: int) -> NDArray[np.uint8]:
    """Returns a map's pixels.

    Args:
        name: A result of `key`.
        width: Of the picture, in pixels.
        height: Of the picture, in pixels.

    Returns:
        (height, width, 3) uint8 RGB.

    >>> picture(key(False, 47.14, 9.52, 12), 40, 30).shape
    (30, 40, 3)
    """
    _, tone, lat, lon, zoom_text, *more = name.split(":")
    zoom = int(zoom_text)
    towns = [(float(town_lat), float(town_lon)) for town_lat, town_lon in (town.split(",") for town in more)]
    x, y = to_pixels(float(lat), float(lon), zoom)
    left, top = int(x) - width // 2, int(y) - height // 2
    kinds = np.empty((height, width), np.uint8)
    for row in range(top // _TILE, (top + height - 1) // _TILE + 1):
        for column in range(left // _TILE, (left + width - 1) // _TILE + 1):
            tile = _tile(zoom, column % (1 << zoom), row, _near(towns, zoom, column, row))
            x0, y0 = _TILE * column - left, _TILE * row - top
            part = kinds[max(0, y0) : y0 + _TILE, max(0, x0) : x0 + _TILE]
            across, down = max(0, -x0), max(0, -y0)
            part[:] = tile[down : down + part.shape[0], across : across + part.shape[1]]
    return (_DARK if tone == "dark" else _LIGHT).take(kinds, axis=0)


def _near(towns: Sequence[tuple[float, float]], zoom: int, column: int, row: int) -> tuple[tuple[float, float], ...]:
    """Returns the towns that matter to a tile."""
    north, west = to_degrees(_TILE * column, _TILE * row, zoom)
    south, east = to_degrees(_TILE * (column + 1), _TILE * (row + 1), zoom)
    wide = _REACH / cos(radians(max(abs(north), abs(south))))
    return tuple(
        [
            (lat, lon)
            for lat, lon in towns
            if south - _REACH < lat < north + _REACH and (lon - west + wide) % 360 < (east - west) + 2 * wide
        ]
    )


@lru_cache(maxsize=_TILES)
def _tile(zoom: int, column: int, row: int, towns: tuple[tuple[float, float], ...]) -> NDArray[np.uint8]:
    """Returns the kind of ground of each pixel of a tile, (_TILE, _TILE)."""
    ground = _Ground(zoom, column, row)
    lat, _ = to_degrees(0, _TILE * (row + 0.5), zoom)
    per_pixel = 40_075_017 * cos(radians(lat)) / ground.size  # metres
    kinds = np.full(ground.shape, _LAND, np.uint8)

    def put(where: NDArray[np.bool_] | None, kind: int) -> None:
        if where is not None:
            np.putmask(kinds, where, kind)

    coarse = 4 if zoom >= 5 else 2
    if zoom >= 6:
        put(ground.over(ground.noise(2.2, 21, coarse), coarse, 0.62), _HILL)
        put(ground.over(ground.noise(6.0, 17, coarse), coarse, 0.68), _GREEN)
    elif zoom >= 4:
        put(ground.over(ground.noise(1.2, 17, coarse), coarse, 0.7), _GREEN)
    else:
        put(ground.over(ground.noise(0.12, 17, coarse), coarse, 0.55), _GREEN)
    if zoom >= 11:
        put(ground.over(ground.noise(160.0, 23, 4), 4, 0.76), _GREEN)
    if zoom >= 14:
        put(ground.lines(130.0, 31) < max(4.0, 0.9 * per_pixel), _STREET)
    if zoom >= 11:
        put(ground.lines(420.0 if zoom >= 13 else 1600.0, 37) < max(6.0, per_pixel), _STREET)
    if zoom >= 6:
        roads = ground.lines(2600.0 if zoom >= 11 else 16_000.0 if zoom >= 9 else 90_000.0, 41)
        put(roads < max(11.0, 2.1 * per_pixel), _EDGE)
        put(roads < max(8.0, 1.3 * per_pixel), _ROAD)
    if zoom >= 8:
        wide = 0.0035 * max(1.0, per_pixel / 40)
        stream = ground.noise(9.0, 51, 4)
        if stream.min() < 0.5 + wide + _CLOSE and stream.max() > 0.5 - wide - _CLOSE:
            put(np.abs(ground.spread(stream, 4) - 0.5) < wide, _WATER)
    put(ground.water(towns), _WATER)
    return np.ascontiguousarray(kinds.T)
