"""Pictures of layers as plain data: pixels are bytes, and every change makes new tuples that share what stays.

* `Raster` - a picture: its size, its layers, the active one, the selection.
* `Layer`, `Selection`, `TextBox` - its parts.
* `pixels_of`, `packed` - a layer's pixels as an array, and back. `selected` - the pixels that a change may touch.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "MAX_LAYERS", "MAX_PIXELS", "MAX_TOTAL", "Color", "Layer", "Pixels", "Raster", "Selection", "TextBox",
    "active_layer", "blank", "fits", "grown", "packed", "pixels_of", "replaced", "selected", "selection_box",
    "selection_mask",
]  # fmt: skip

MAX_PIXELS = 4_000_000
"""Most pixels of a picture, and of a layer."""
MAX_LAYERS = 40
MAX_TOTAL = 12_000_000
"""Most pixels of all layers of a picture together."""

Color: TypeAlias = tuple[int, int, int]
Pixels: TypeAlias = NDArray[np.uint8]
"""(height, width, 4) red, green, blue, and alpha."""
Mask: TypeAlias = NDArray[np.bool_]


class TextBox(NamedTuple):
    """The text of a text layer.

    Attributes:
        text: Its lines.
        size: Height of its letters in pixels.
        color: Their colour.
    """

    text: str
    size: int
    color: Color


class Layer(NamedTuple):
    """A layer.

    Attributes:
        name: Its name.
        width: In pixels.
        height: In pixels.
        pixels: Red, green, blue and alpha of each pixel, row by row.
        x: Its left edge in the picture, which may lie outside of it.
        y: Its top edge.
        opacity: In percent.
        visible: Whether it is shown.
        alpha: Whether its pixels may be transparent; otherwise all of their alpha is 255.
        text: The text that it was made of, None for other layers.
    """

    name: str
    width: int
    height: int
    pixels: bytes
    x: int = 0
    y: int = 0
    opacity: float = 100.0
    visible: bool = True
    alpha: bool = True
    text: TextBox | None = None


class Selection(NamedTuple):
    """The selected part of a picture: a rectangle or ellipse, or all but it."""

    shape: Literal["rectangle", "ellipse"]
    x: int
    y: int
    width: int
    height: int
    inverted: bool = False


class Raster(NamedTuple):
    """A picture.

    Attributes:
        width: In pixels.
        height: In pixels.
        layers: From the topmost to the lowest.
        active: The number of the layer that changes go to.
        selection: The part that changes go to; None for everything.
    """

    width: int
    height: int
    layers: tuple[Layer, ...]
    active: int = 0
    selection: Selection | None = None


def fits(width: int, height: int) -> bool:
    """Returns whether a picture or layer may have such a size."""
    return width > 0 and height > 0 and width * height <= MAX_PIXELS


def blank(name: str, width: int, height: int, color: Color | None) -> Layer:
    """Returns a layer of one colour, or a transparent one.

    Args:
        name: The layer's name.
        width: Its width in pixels.
        height: Its height.
        color: Red, green and blue, from 0 to 255, of a layer without an alpha channel; None for a transparent one.
    """
    pixel = bytes((0, 0, 0, 0)) if color is None else bytes((*color, 255))
    return Layer(name, width, height, pixel * (width * height), alpha=color is None)


def pixels_of(layer: Layer) -> Pixels:
    """Returns a layer's pixels, which can't be written to."""
    return np.frombuffer(layer.pixels, np.uint8).reshape(layer.height, layer.width, 4)


def packed(layer: Layer, pixels: Pixels) -> Layer:
    """Returns the layer with other pixels, perhaps of another size; it is no text layer any more."""
    height, width = pixels.shape[:2]
    return layer._replace(width=int(width), height=int(height), pixels=pixels.tobytes(), text=None)


def active_layer(raster: Raster) -> Layer | None:
    """Returns the active layer; None in a picture without layers."""
    return raster.layers[raster.active] if 0 <= raster.active < len(raster.layers) else None


def replaced(raster: Raster, layer: Layer) -> Raster:
    """Returns the picture with another active layer."""
    layers = list(raster.layers)
    layers[raster.active] = layer
    return raster._replace(layers=tuple(layers))


def selection_mask(selection: Selection, rows: NDArray[np.float64], columns: NDArray[np.float64]) -> Mask:
    """Returns which points are selected.

    Args:
        selection: The selection.
        rows: The points' distances from the picture's top edge.
        columns: The points' distances from its left edge.

    Returns:
        (rows, columns) bool.
    """
    x, y, w, h = selection.x, selection.y, max(1, selection.width), max(1, selection.height)
    if selection.shape == "rectangle":
        inside: Mask = ((rows >= y) & (rows < y + h))[:, None] & ((columns >= x) & (columns < x + w))[None, :]
    else:
        down, across = (rows - y - h / 2) / (h / 2), (columns - x - w / 2) / (w / 2)
        inside = down[:, None] ** 2 + across[None, :] ** 2 <= 1.0
    return ~inside if selection.inverted else inside


def selected(raster: Raster, layer: Layer) -> Mask | None:
    """Returns which of a layer's pixels are selected, (height, width) bool; None for all of them."""
    if raster.selection is None:
        return None
    rows = np.arange(layer.height, dtype=np.float64) + (layer.y + 0.5)
    columns = np.arange(layer.width, dtype=np.float64) + (layer.x + 0.5)
    return selection_mask(raster.selection, rows, columns)


def grown(selection: Selection, pixels: int) -> Selection | None:
    """Returns a selection that is larger by some pixels on all sides, or smaller; None for one of which nothing stays.

    >>> grown(Selection("rectangle", 4, 4, 2, 2), 1)
    Selection(shape='rectangle', x=3, y=3, width=4, height=4, inverted=False)
    """
    by = -pixels if selection.inverted else pixels
    width, height = selection.width + 2 * by, selection.height + 2 * by
    if width <= 0 or height <= 0:
        return None
    return selection._replace(x=selection.x - by, y=selection.y - by, width=width, height=height)


def selection_box(raster: Raster) -> tuple[int, int, int, int] | None:
    """Returns the left, top, right and bottom edge of all that is selected; None if that is everything or nothing."""
    selection = raster.selection
    if selection is None or selection.inverted:
        return None
    left, top = max(0, selection.x), max(0, selection.y)
    right = min(raster.width, selection.x + selection.width)
    bottom = min(raster.height, selection.y + selection.height)
    return (left, top, right, bottom) if left < right and top < bottom else None
