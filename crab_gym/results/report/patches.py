"""Boxes in which a screen differs from an earlier one, so that only these are stored.

* `Earlier` - the pictures over which others may be drawn.
* `Plan` - the picture over which one is drawn, and the boxes that differ.
* `changed_boxes` - the boxes in which two pictures differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["MAX_DEPTH", "Box", "Earlier", "Pixels", "Plan", "changed_boxes"]

Pixels: TypeAlias = NDArray[np.uint32]
"""A picture, (H, W): each pixel is a number."""
MAX_DEPTH = 12
"""Number of pictures that are drawn below one, so that a reader doesn't wait for it."""
_MAX_EARLIER = 400
"""Number of pictures of a size that are kept for comparison."""
_TILE = 16
_MOST_CHANGED = 0.8
"""Share of changed tiles above which a picture is stored whole."""
_WEIGHTS = np.random.default_rng(0).integers(1 << 63, size=(_TILE, _TILE), dtype=np.uint64)
_GAP_DOWN, _GAP_ACROSS = 16, 96
"""Numbers of unchanged rows and columns that separate two boxes."""


class Box(NamedTuple):
    """A box of a picture, half-open, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


class Plan(NamedTuple):
    """How a picture is stored.

    Attributes:
        base: Number of the picture below; None if there is none.
        boxes: The boxes that are drawn over it.
    """

    base: int | None
    boxes: tuple[Box, ...]


class Earlier:
    """The last pictures of each size, over which others may be drawn.

    Pictures are compared tile by tile, by numbers that stand for the tiles; the pixels of one are opened again where it
    is the most similar.

    Args:
        pixels: Returns the pixels of a picture by its number; None if it can't be read any more.
    """

    def __init__(self, pixels: Callable[[int], Pixels | None]) -> None:
        self._pixels = pixels
        self._earlier: dict[tuple[int, ...], _EarlierPictures] = {}

    def plan(self, number: int, pixels: Pixels) -> Plan:
        """Returns how a picture is stored, and keeps it for those that follow.

        Args:
            number: The picture's number.
            pixels: The picture.
        """
        tiles = _tiles(pixels)
        if pixels.shape not in self._earlier:
            self._earlier[pixels.shape] = _EarlierPictures(tiles.size)
        earlier = self._earlier[pixels.shape]
        depth, plan = 0, Plan(None, (Box(0, 0, pixels.shape[1], pixels.shape[0]),))
        place = earlier.nearest(tiles)
        below = None if place is None else self._pixels(earlier.numbers[place])
        if place is not None and below is not None:
            depth, plan = earlier.depths[place] + 1, Plan(earlier.numbers[place], tuple(changed_boxes(below, pixels)))
        earlier.add(number, tiles, depth)
        return plan


class _EarlierPictures:
    """Pictures of one size: their numbers, tiles and depths.

    Args:
        tiles: Number of tiles of each.
    """

    def __init__(self, tiles: int) -> None:
        self.tiles = np.zeros((_MAX_EARLIER, tiles), np.uint64)
        self.numbers: list[int] = []
        self.depths: list[int] = []
        self._next = 0

    def nearest(self, tiles: NDArray[np.uint64]) -> int | None:
        """Returns the place of the picture that has the most tiles in common; None if none has enough."""
        usable = [place for place, depth in enumerate(self.depths) if depth < MAX_DEPTH]
        if not usable:
            return None
        changed = np.count_nonzero(self.tiles[usable] != tiles, axis=1)
        best = int(np.argmin(changed))
        return usable[best] if changed[best] <= _MOST_CHANGED * tiles.size else None

    def add(self, number: int, tiles: NDArray[np.uint64], depth: int) -> None:
        """Adds a picture, in place of the one that was added longest ago if there are too many."""
        place = self._next % _MAX_EARLIER
        self.tiles[place] = tiles
        self.numbers[place : place + 1] = [number]  # a new one at the end, until all places are taken
        self.depths[place : place + 1] = [depth]
        self._next += 1


def _tiles(pixels: Pixels) -> NDArray[np.uint64]:
    """Returns a number for each tile of a picture; equal tiles have equal numbers."""
    height, width = pixels.shape
    padded = np.pad(pixels, ((0, -height % _TILE), (0, -width % _TILE)))
    tiles = padded.reshape(padded.shape[0] // _TILE, _TILE, padded.shape[1] // _TILE, _TILE).astype(np.uint64)
    numbers: NDArray[np.uint64] = np.einsum("ypxq,pq->yx", tiles, _WEIGHTS).ravel()
    return numbers


def changed_boxes(before: Pixels, after: Pixels) -> list[Box]:
    """Returns the boxes in which two pictures of the same size differ, from top to bottom.

    >>> blank = np.zeros((100, 100), np.uint32)
    >>> dotted = blank.copy()
    >>> dotted[3, 4] = dotted[50, 60:70] = 1
    >>> changed_boxes(blank, dotted)
    [Box(left=4, top=3, right=5, bottom=4), Box(left=60, top=50, right=70, bottom=51)]
    """
    changed = np.asarray(before != after)
    return [
        Box(left, top, right, bottom)
        for top, bottom in _runs(np.any(changed, axis=1), _GAP_DOWN)
        for left, right in _runs(np.any(changed[top:bottom], axis=0), _GAP_ACROSS)
    ]


def _runs(marked: ArrayLike, gap: int) -> Iterator[tuple[int, int]]:
    """Yields start and end of the runs of marked places, which may have shorter gaps than the given one."""
    places = np.flatnonzero(marked)
    for run in np.split(places, np.flatnonzero(np.diff(places) > gap) + 1):
        if run.size:
            yield int(run[0]), int(run[-1]) + 1
