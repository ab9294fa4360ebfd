"""Maps drawn from nothing but coordinates: land and water, parks, streets, main roads, in light and dark.

The coasts are those of `crab_sim.draw.coasts`, roughened by noise; where people live there is always land. Streets
and parks are invented, but always the same at the same place. The projection is Mercator's, as on the web: at zoom z
the world is ``256 * 2**z`` pixels wide.

* `picture` - the pixels of a map, for the key that `crab_sim.draw.projection.key` returns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, log2, radians
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw.coasts import LAKES, LAND
from crab_sim.draw.noise import noise
from crab_sim.draw.projection import to_degrees, to_pixels
from crab_sim.draw.store import Store

__all__ = ["picture"]

_TILE = 256  # pixels: the side of the web's tiles, in which streets are equally wide
_BLOCK = 64  # pixels: maps are put together from blocks of this side
_BLOCKS = _TILE // _BLOCK
_REACH = 0.4  # degrees around a town in which there is land because of it
_SCALE = 111_320 * cos(radians(45))  # metres in a degree of longitude; everywhere the same, for streets not to break
_CLOSE = 1e-4  # more than interpolation in half the precision is off
_ROUGH = 1.6  # quarters of a degree by which noise moves a coast at most
_FRAYED = 0.1  # share of land that further noise adds or takes away at most
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


_blocks: Store[NDArray[np.uint8]] = Store(16 << 20)


class _Stroke(NamedTuple):
    """What is drawn along lines: as far from their middle as so many metres or pixels, whichever is more."""

    metres: float
    pixels: float
    kind: int


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


class _Cells(NamedTuple):
    """Some of the squares of pixels between the places at which a field is computed."""

    step: int  # their side in pixels
    down: NDArray[np.int64]  # the row of cells in which each lies
    corners: NDArray[np.int64]  # where, in the field, the value at its upper left corner is
    pixels: NDArray[np.int64]  # where, among all pixels, its upper left one is


class _Ground:
    """The ground of blocks in some columns and rows of blocks: fields over it, and the kind of each pixel.

    A field is computed for every so many pixels. It is interpolated to all of them only in cells where a limit lies
    between its corners; most of a map lies well above or below. What depends on the tile, such as the width of a
    street, is that of the tile in which a block lies, so that blocks can be drawn in any company.

    Attributes:
        kinds: The kind of each pixel, rows and columns of all blocks.
        per_pixel: Metres in a pixel, before it was halved, in each row of blocks.

    Args:
        zoom: The map's zoom.
        columns: The blocks' columns among the world's, ascending.
        rows: Their rows, ascending.
        doubled: How often its pixels were halved, of which lines are as many more pixels wide.
    """

    def __init__(self, zoom: int, columns: Sequence[int], rows: Sequence[int], doubled: int = 0) -> None:
        self.size = float(256 << zoom)
        self.columns, self.rows = columns, rows
        self.kinds = np.full((_BLOCK * len(rows), _BLOCK * len(columns)), _LAND, np.uint8)
        self._degrees: dict[int, tuple[_Field, _Field]] = {}
        middles = [to_degrees(0, _TILE * (row // _BLOCKS + 0.5), zoom)[0] for row in rows]
        self.per_pixel = [(40_075_017 << doubled) * cos(radians(lat)) / self.size for lat in middles]

    def _to_degrees(self, x: _Field, y: _Field) -> tuple[_Field, _Field]:
        lats = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * y / self.size))))
        return lats, np.mod(x / self.size * 360, 360) - 180

    def degrees(self, step: int) -> tuple[_Field, _Field]:
        """Returns the latitudes of every `step`th row of pixels and the longitudes of every `step`th column.

        Those at which a block ends are there once more, as the first ones of the next block.
        """
        if step not in self._degrees:
            offsets = np.arange(0, _BLOCK + step, step).astype(np.float64)
            x = np.add.outer(_BLOCK * np.array(self.columns, np.float64), offsets).ravel()
            y = np.add.outer(_BLOCK * np.array(self.rows, np.float64), offsets).ravel()
            self._degrees[step] = self._to_degrees(x, y)
        return self._degrees[step]

    def noise(self, per_degree: float, seed: int, step: int) -> _Field:
        """Returns noise, of every `step`th pixel, that varies so often in a degree."""
        lats, lons = self.degrees(step)
        return noise(lons * per_degree, lats * per_degree, seed)

    def _bounds(self, field: _Field, step: int) -> tuple[_Field, _Field]:
        """Returns the least and the greatest value in each cell."""
        count = _BLOCK // step + 1
        by_block = field.reshape(len(self.rows), count, len(self.columns), count)
        bounds = []
        for pick in (np.minimum, np.maximum):
            tall = pick(by_block[:, :-1], by_block[:, 1:])
            bounds.append(pick(tall[..., :-1], tall[..., 1:]).reshape(len(self.rows) * (count - 1), -1))
        return bounds[0], bounds[1]

    def _cells(self, where: NDArray[np.bool_], step: int) -> _Cells:
        """Returns the cells at which an array (rows of cells, columns of cells) is True."""
        down, across = np.nonzero(where)
        count = _BLOCK // step
        corners = (down + down // count) * (len(self.columns) * (count + 1)) + across + across // count
        return _Cells(step, down, corners, step * (down * self.kinds.shape[1] + across))

    def _spread(self, field: _Field, cells: _Cells) -> _Pixels:
        """Returns a field of every so many pixels for all pixels of some cells, (step, step, cells)."""
        share = (np.arange(cells.step, dtype=np.float32) / np.float32(cells.step))[:, None]
        values = field.astype(np.float32).ravel()
        width = field.shape[1]
        a, b, c, d = (values.take(cells.corners + offset) for offset in (0, width, 1, width + 1))
        left, right = a * (1 - share) + b * share, c * (1 - share) + d * share
        out: _Pixels = left[:, None] * (1 - share)
        out += right[:, None] * share
        return out

    def _row_limits(self, limits: Sequence[float], step: int) -> _Field:
        """Returns the limit of each row of cells from that of each row of blocks, as a column."""
        return np.repeat(np.array(limits), _BLOCK // step)[:, None]

    def _squares(self, step: int) -> NDArray[np.uint8]:
        """Returns the pixels' kinds as those of cells: row, column, row in the cell, column in the cell."""
        height, width = self.kinds.shape
        return self.kinds.reshape(height // step, step, width // step, step).swapaxes(1, 2)

    def _put(self, cells: _Cells, where: NDArray[np.bool_], kind: int) -> None:
        """Makes a kind of ground of some pixels of cells, (step, step, cells)."""
        inside = np.add.outer(self.kinds.shape[1] * np.arange(cells.step), np.arange(cells.step)).ravel()
        place, cell = np.divmod(np.flatnonzero(where), max(1, len(cells.pixels)))
        self.kinds.ravel()[inside[place] + cells.pixels[cell]] = kind

    def put_above(self, field: _Field, step: int, limit: float, kind: int) -> None:
        """Makes a kind of ground of all pixels at which a field is above a limit.

        Args:
            field: The field, of every `step`th pixel.
            step: Pixels between its values.
            limit: The limit.
            kind: The kind of ground.
        """
        if field.max() < limit - _CLOSE:
            return
        if step == 1:
            by_block = field.reshape(len(self.rows), _BLOCK + 1, len(self.columns), _BLOCK + 1)
            above = by_block[:, :-1, :, :-1].astype(np.float32) > limit
            np.putmask(self.kinds, above.reshape(self.kinds.shape), kind)
            return
        low, high = self._bounds(field, step)
        within = low > limit + _CLOSE
        self._squares(step)[within] = kind
        cells = self._cells((high >= limit - _CLOSE) & ~within, step)
        self._put(cells, self._spread(field, cells) > limit, kind)

    def put_streams(self, field: _Field, step: int) -> None:
        """Makes water of all pixels at which a field of every `step`th pixel is close to a half."""
        widths = self._row_limits([0.0035 * max(1.0, per_pixel / 40) for per_pixel in self.per_pixel], step)
        low, high = self._bounds(field, step)
        cells = self._cells((low < 0.5 + widths + _CLOSE) & (high > 0.5 - widths - _CLOSE), step)
        if len(cells.down):
            away = np.abs(self._spread(field, cells) - 0.5)
            self._put(cells, away < widths.astype(np.float32)[cells.down, 0], _WATER)

    def put_lines(self, spacing: float, seed: int, *strokes: _Stroke) -> None:
        """Draws a net of bent lines; some of them are left out in places.

        Args:
            spacing: Metres between the lines.
            seed: Which net.
            strokes: What is drawn along the lines, the lowest and widest first.
        """
        lats, lons = self.degrees(8)
        tile_rows, tile_columns = (sorted({place // _BLOCKS for place in axis}) for axis in (self.rows, self.columns))
        corners = self._to_degrees(_TILE * np.array(tile_columns, np.float64), _TILE * np.array(tile_rows, np.float64))
        x = np.concatenate((lons, corners[1])) * _SCALE / spacing
        y = np.concatenate((lats, corners[0])) * 111_320 / spacing
        bent_x = x + 0.7 * (noise(x / 3, y / 3, seed) - 0.5)
        bent_y = y[:, None] + 0.7 * (noise(x / 3 + 40, y / 3, seed + 1) - 0.5)
        inside = slice(len(lats)), slice(len(lons))
        base_rows = len(lats) + np.repeat([tile_rows.index(row // _BLOCKS) for row in self.rows], _BLOCK // 8 + 1)
        base_columns = len(lons) + np.repeat(
            [tile_columns.index(column // _BLOCKS) for column in self.columns], _BLOCK // 8 + 1
        )
        limits = [
            self._row_limits([max(stroke.metres, stroke.pixels * per_pixel) for per_pixel in self.per_pixel], 8)
            for stroke in strokes
        ]
        reach = limits[0] / spacing + _CLOSE
        near: list[tuple[_Cells, _Pixels]] = []
        for i, along in enumerate((bent_x + 0.22 * bent_y, bent_y - 0.22 * bent_x)):
            left_out = noise(x / 2.2 + 9 * i, y / 2.2, seed + 2)[inside]
            # numbers from the tile's corner on are small enough for half the precision
            place = along[inside] - np.floor(along[base_rows[:, None], base_columns])
            low, high = self._bounds(place, 8)
            least, most = self._bounds(left_out, 8)
            cells = self._cells((np.floor(high + reach) >= np.ceil(low - reach)) & (most > 0.25 - _CLOSE), 8)
            if not len(cells.down):
                continue
            away = self._spread(place, cells)
            np.abs(np.subtract(away, np.round(away), out=away), out=away)
            if least.min() < 0.25 + _CLOSE:
                np.putmask(away, self._spread(left_out, cells) <= 0.25, np.inf)
            away *= np.float32(spacing)
            near.append((cells, away))
        for stroke, limit in zip(strokes, limits, strict=True):
            for inside_cells, distance in near:
                self._put(inside_cells, distance < limit.astype(np.float32)[inside_cells.down, 0], stroke.kind)

    def put_water(self, towns: Mapping[tuple[int, int], Sequence[tuple[float, float]]]) -> None:
        """Makes water of all pixels that aren't land.

        Args:
            towns: Around which there is land, by column and row of the tile to which they matter.
        """
        step = 1 if self.size < 10_000 else 2 if self.size < 100_000 else 4
        lats, lons = self.degrees(step)
        if _is_inland(lats, lons):
            return
        rough = noise(lons * 1.3, lats * 1.3, 5) + noise(lons * 5, lats * 5, 6) - 1
        row = ((90 - lats) * 4 - 0.5)[:, None] + _ROUGH * rough
        rough = noise(lons * 1.3, lats * 1.3, 7) + noise(lons * 5, lats * 5, 8) - 1
        column = (lons + 180) * 4 - 0.5 + _ROUGH * rough
        row = np.clip(row, 0, 718.99)
        top, left = row.astype(np.int64), np.floor(column).astype(np.int64)
        v, u = row - top, column - left
        grid, left = _grid(), np.mod(left, 1440)
        right = np.mod(left + 1, 1440)
        above = grid[top, left] * (1 - u) + grid[top, right] * u
        field = above * (1 - v) + (grid[top + 1, left] * (1 - u) + grid[top + 1, right] * u) * v
        field += 2 * _FRAYED * (noise(lons * 30, lats * 30, 9) - 0.5)
        count = _BLOCK // step + 1
        for (tile_column, tile_row), near in towns.items():
            across, down = _within(self.columns, tile_column, count), _within(self.rows, tile_row, count)
            for lat, lon in near:
                square = ((lats[down] - lat) ** 2)[:, None] + ((lons[across] - lon) * cos(radians(lat))) ** 2
                field[down, across] += 1.1 * np.exp(-square / 0.02)
        self.put_above(-field, step, -0.5, _WATER)


def _within(blocks: Sequence[int], tile: int, count: int) -> slice:
    """Returns where, in a field with so many values per block, those of a tile's blocks lie along an axis."""
    places = [place for place, block in enumerate(blocks) if block // _BLOCKS == tile]
    return slice(count * places[0], count * (places[-1] + 1)) if places else slice(0)


def _is_inland(lats: _Field, lons: _Field) -> bool:
    """Returns whether an area is all land even if the coasts come as near as noise moves them."""
    if not 0 < lons[-1] - lons[0] < 45:
        return False  # it may go around the world, and no wide area is all land
    rows = (90 - lats.max()) * 4 - 0.5 - _ROUGH, (90 - lats.min()) * 4 - 0.5 + _ROUGH
    top, bottom = (int(min(718.0, max(0.0, row))) for row in rows)
    left, right = int((lons[0] + 180) * 4 - 0.5 - _ROUGH) - 1, int((lons[-1] + 180) * 4 - 0.5 + _ROUGH)
    around = _grid()[top : bottom + 2].take(np.arange(left, right + 2), axis=1, mode="wrap")
    return bool(around.min() > 0.5 + _FRAYED + _CLOSE)


def picture(name: str, width: int, height: int) -> NDArray[np.uint8]:
    """Returns a map's pixels.

    Args:
        name: A result of `projection.key` or `projection.enlarged`.
        width: Of the picture, in pixels.
        height: Of the picture, in pixels.

    Returns:
        (height, width, 3) uint8 RGB.

    >>> from crab_sim.draw.projection import key
    >>> picture(key(False, 47.14, 9.52, 12), 40, 30).shape
    (30, 40, 3)
    """
    from PIL import Image

    _, tone, lat, lon, zoom_text, *more = name.split(":")
    towns = [(float(town_lat), float(town_lon)) for town_lat, town_lon in (town.split(",") for town in more)]
    zoom, _, shown = zoom_text.partition("@")
    wide, high = map(int, shown.split("x")) if shown else (width, height)
    doubled = max(0, round(log2(width / wide)))
    x, y = to_pixels(float(lat), float(lon), int(zoom))
    left, top, right, bottom = (
        side << doubled
        for side in (int(x) - wide // 2, int(y) - high // 2, int(x) - wide // 2 + wide, int(y) - high // 2 + high)
    )
    first_column, first_row = left // _BLOCK, top // _BLOCK
    columns, rows = range(first_column, (right - 1) // _BLOCK + 1), range(first_row, (bottom - 1) // _BLOCK + 1)
    kinds = _kinds(int(zoom) + doubled, doubled, columns, rows, towns)
    kinds = kinds[top - _BLOCK * first_row : bottom - _BLOCK * first_row]
    image = Image.fromarray(kinds[:, left - _BLOCK * first_column : right - _BLOCK * first_column])
    image.putpalette((_DARK if tone == "dark" else _LIGHT).tobytes())  # converts in less time than an array is indexed
    image = image.convert("RGB")
    if image.size != (width, height):
        image = image.resize((width, height), Image.Resampling.BICUBIC)
    return np.asarray(image)


def _kinds(
    zoom: int, doubled: int, columns: range, rows: range, towns: Sequence[tuple[float, float]]
) -> NDArray[np.uint8]:
    """Returns the kind of ground of each pixel of a rectangle of blocks, of which those drawn before are kept."""
    around = _BLOCKS << zoom
    near: dict[tuple[int, int], tuple[tuple[float, float], ...]] = {}
    blocks: dict[tuple[int, int], NDArray[np.uint8]] = {}
    missing: dict[tuple[int, ...], list[int]] = {}  # rows by the columns that they lack
    for row in rows:
        lacking = []
        for column in sorted({column % around for column in columns}):
            tile = column // _BLOCKS, row // _BLOCKS
            if tile not in near:
                near[tile] = _near(towns, zoom, *tile)
            block = _blocks.get((zoom, doubled, column, row, near[tile]))
            if block is None:
                lacking.append(column)
            else:
                blocks[column, row] = block
        if lacking:
            missing.setdefault(tuple(lacking), []).append(row)
    at_once = 1 if zoom < 6 else 16  # of far maps all pixels are computed, and a row of blocks fits a processor's cache
    for lacked, all_down in missing.items():
        for down in (all_down[i : i + at_once] for i in range(0, len(all_down), at_once)):
            drawn = _draw(zoom, doubled, lacked, down, near)
            for j, row in enumerate(down):
                for i, column in enumerate(lacked):
                    block = blocks[column, row] = _square(drawn, i, j).copy()
                    place = (zoom, doubled, column, row, near[column // _BLOCKS, row // _BLOCKS])
                    _blocks.put(place, block, block.nbytes)
    kinds = np.empty((_BLOCK * len(rows), _BLOCK * len(columns)), np.uint8)
    for j, row in enumerate(rows):
        for i, column in enumerate(columns):
            _square(kinds, i, j)[...] = blocks[column % around, row]
    return kinds


def _square(kinds: NDArray[np.uint8], column: int, row: int) -> NDArray[np.uint8]:
    """Returns the pixels of a block."""
    return kinds[_BLOCK * row : _BLOCK * (row + 1), _BLOCK * column : _BLOCK * (column + 1)]


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


def _draw(
    zoom: int,
    doubled: int,
    columns: Sequence[int],
    rows: Sequence[int],
    towns: Mapping[tuple[int, int], Sequence[tuple[float, float]]],
) -> NDArray[np.uint8]:
    """Returns the kind of ground of each pixel of the blocks in some columns and rows of the world's.

    Args:
        zoom: The zoom of its pixels.
        doubled: How many more than that of the map it is.
        columns: The columns of blocks.
        rows: The rows of blocks.
        towns: Those that matter to each tile, by its column and row.
    """
    ground = _Ground(zoom, columns, rows, doubled)
    zoom -= doubled
    coarse = 4 if zoom >= 5 else 2
    if zoom >= 6:
        ground.put_above(ground.noise(2.2, 21, coarse), coarse, 0.62, _HILL)
        ground.put_above(ground.noise(6.0, 17, coarse), coarse, 0.68, _GREEN)
    elif zoom >= 4:
        ground.put_above(ground.noise(1.2, 17, coarse), coarse, 0.7, _GREEN)
    else:
        ground.put_above(ground.noise(0.12, 17, coarse), coarse, 0.55, _GREEN)
    if zoom >= 11:
        ground.put_above(ground.noise(160.0, 23, 4), 4, 0.76, _GREEN)
    if zoom >= 14:
        ground.put_lines(130.0, 31, _Stroke(4.0, 0.9, _STREET))
    if zoom >= 11:
        ground.put_lines(420.0 if zoom >= 13 else 1600.0, 37, _Stroke(6.0, 1.0, _STREET))
    if zoom >= 6:
        spacing = 2600.0 if zoom >= 11 else 16_000.0 if zoom >= 9 else 90_000.0
        ground.put_lines(spacing, 41, _Stroke(11.0, 2.1, _EDGE), _Stroke(8.0, 1.3, _ROAD))
    if zoom >= 8:
        ground.put_streams(ground.noise(9.0, 51, 4), 4)
    ground.put_water(towns)
    return ground.kinds
