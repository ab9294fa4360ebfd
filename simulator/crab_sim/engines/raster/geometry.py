"""Changes of a picture's shape: scaling, cropping, turning, mirroring, the size of its canvas.

All return a new picture; one that would be larger than `MAX_PIXELS` is refused by `TooLarge`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from crab_sim.engines.raster.model import (
    MAX_LAYERS,
    MAX_TOTAL,
    Layer,
    Pixels,
    Raster,
    active_layer,
    fits,
    packed,
    pixels_of,
    replaced,
)

__all__ = [
    "INTERPOLATIONS", "Box", "Quarters", "TooLarge", "canvas_resized", "checked_layers", "content_box", "cropped",
    "fitted", "flipped", "layer_cropped", "layer_flipped", "layer_scaled", "layer_turned", "layer_widened", "scaled",
    "turned",
]  # fmt: skip

INTERPOLATIONS: Final = ("None", "Linear", "Cubic")
Quarters: TypeAlias = Literal[1, 2, 3]


class TooLarge(ValueError):
    """A picture would have too many pixels."""


class Box(NamedTuple):
    """A rectangle in a picture; its right and lower edge are beyond its last pixels."""

    left: int
    top: int
    right: int
    bottom: int


def _checked(width: int, height: int) -> None:
    if not fits(width, height):
        raise TooLarge(f"{width}×{height} pixels")


def checked_layers(raster: Raster) -> Raster:
    """Returns the picture.

    Raises:
        TooLarge: It has too many layers, or they have too many pixels together.
    """
    if len(raster.layers) > MAX_LAYERS:
        raise TooLarge(f"more than {MAX_LAYERS} layers")
    total = sum([layer.width * layer.height for layer in raster.layers])
    if total > MAX_TOTAL:
        raise TooLarge(f"{total} pixels in all layers")
    return raster


def _resampled(layer: Layer, width: int, height: int, way: int) -> Layer:
    """Returns a layer at another size, by one of `INTERPOLATIONS`."""
    from PIL import Image

    _checked(width, height)
    kind = (Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC)[way]
    picture = Image.frombytes("RGBA", (layer.width, layer.height), layer.pixels)
    if layer.alpha and way:  # transparent pixels have no say in their neighbours' colour
        shown = picture.convert("RGBa").resize((width, height), kind).convert("RGBA")
    else:
        shown = picture.resize((width, height), kind)
    return layer._replace(width=width, height=height, pixels=shown.tobytes(), text=None)


def scaled(raster: Raster, width: int, height: int, way: int = 2) -> Raster:
    """Returns the picture at another size.

    Args:
        raster: The picture.
        width: The new width in pixels.
        height: The new height.
        way: Number of the method in `INTERPOLATIONS`.
    """
    _checked(width, height)
    across, down = width / raster.width, height / raster.height
    layers: list[Layer] = []
    total = 0
    for layer in raster.layers:
        w, h = max(1, round(layer.width * across)), max(1, round(layer.height * down))
        total += w * h
        if total > MAX_TOTAL:
            raise TooLarge(f"{width}×{height} pixels in {len(raster.layers)} layers")
        layers.append(_resampled(layer, w, h, way)._replace(x=round(layer.x * across), y=round(layer.y * down)))
    return Raster(width, height, tuple(layers), raster.active)


def layer_scaled(raster: Raster, width: int, height: int, way: int = 2) -> Raster:
    """Returns the picture with its active layer at another size, around the layer's middle.

    Args:
        raster: The picture.
        width: The layer's new width in pixels.
        height: Its new height.
        way: Number of the method in `INTERPOLATIONS`.
    """
    layer = active_layer(raster)
    if layer is None:
        return raster
    x, y = layer.x + (layer.width - width) // 2, layer.y + (layer.height - height) // 2
    return checked_layers(replaced(raster, _resampled(layer, width, height, way)._replace(x=x, y=y)))


def canvas_resized(raster: Raster, width: int, height: int, x: int, y: int) -> Raster:
    """Returns the picture with another size of its canvas; its layers keep their sizes.

    Args:
        raster: The picture.
        width: The new width in pixels.
        height: The new height.
        x: Pixels by which the layers move to the right.
        y: Pixels by which they move down.
    """
    _checked(width, height)
    layers = tuple([layer._replace(x=layer.x + x, y=layer.y + y) for layer in raster.layers])
    return Raster(width, height, layers, raster.active)


def fitted(raster: Raster) -> Raster:
    """Returns the picture with a canvas that just holds all of its layers."""
    if not raster.layers:
        return raster
    left, top = min([layer.x for layer in raster.layers]), min([layer.y for layer in raster.layers])
    right = max([layer.x + layer.width for layer in raster.layers])
    bottom = max([layer.y + layer.height for layer in raster.layers])
    return canvas_resized(raster, right - left, bottom - top, -left, -top)


def _cut(layer: Layer, box: Box) -> Layer | None:
    """Returns the part of a layer that is in a rectangle of the picture; None where nothing is."""
    left, top = max(box.left, layer.x), max(box.top, layer.y)
    right, bottom = min(box.right, layer.x + layer.width), min(box.bottom, layer.y + layer.height)
    if left >= right or top >= bottom:
        return None
    if (left, top, right, bottom) == (layer.x, layer.y, layer.x + layer.width, layer.y + layer.height):
        return layer
    part = pixels_of(layer)[top - layer.y : bottom - layer.y, left - layer.x : right - layer.x]
    return packed(layer, part)._replace(x=left, y=top)


def cropped(raster: Raster, box: Box) -> Raster:
    """Returns the part of the picture in a rectangle; layers outside of it are gone."""
    layers: list[Layer] = []
    active = 0
    for i, layer in enumerate(raster.layers):
        part = _cut(layer, box)
        if part is not None:
            if i <= raster.active:
                active = len(layers)
            layers.append(part._replace(x=part.x - box.left, y=part.y - box.top))
    return Raster(box.right - box.left, box.bottom - box.top, tuple(layers), active)


def layer_cropped(raster: Raster, box: Box) -> Raster:
    """Returns the picture with the part of its active layer that is in a rectangle."""
    layer = active_layer(raster)
    part = None if layer is None else _cut(layer, box)
    return raster if part is None else replaced(raster, part)


def layer_resized(raster: Raster, width: int, height: int, x: int, y: int) -> Raster:
    """Returns the picture with another size of its active layer, whose pixels keep theirs; the rest is transparent.

    Args:
        raster: The picture.
        width: The new width in pixels.
        height: The new height.
        x: Pixels by which the pixels move to the right in the layer.
        y: Pixels by which they move down.

    Raises:
        TooLarge: It would have too many pixels.
    """
    layer = active_layer(raster)
    if layer is None:
        return raster
    _checked(width, height)
    new: Pixels = np.zeros((height, width, 4), np.uint8)
    left, top, right, bottom = max(0, x), max(0, y), min(width, x + layer.width), min(height, y + layer.height)
    if left < right and top < bottom:
        new[top:bottom, left:right] = pixels_of(layer)[top - y : bottom - y, left - x : right - x]
    covered = (left, top, right, bottom) == (0, 0, width, height)
    placed = packed(layer, new)._replace(x=layer.x - x, y=layer.y - y, alpha=layer.alpha or not covered)
    return checked_layers(replaced(raster, placed))


def layer_cropped_to_content(raster: Raster) -> Raster:
    """Returns the picture with its active layer cut to the pixels that aren't as its upper left corner's."""
    layer = active_layer(raster)
    box = None if layer is None else content_box(raster, pixels_of(layer))
    if layer is None or box is None:
        return raster
    moved = Box(box.left + layer.x, box.top + layer.y, box.right + layer.x, box.bottom + layer.y)
    return layer_cropped(raster, moved)


def layer_widened(raster: Raster) -> Raster:
    """Returns the picture with its active layer cut or extended to the picture's size."""
    layer = active_layer(raster)
    if layer is None:
        return raster
    pixels: Pixels = np.zeros((raster.height, raster.width, 4), np.uint8)
    part = _cut(layer, Box(0, 0, raster.width, raster.height))
    if part is not None:
        pixels[part.y : part.y + part.height, part.x : part.x + part.width] = pixels_of(part)
    full = not (pixels[:, :, 3] < 255).any()
    return checked_layers(replaced(raster, packed(layer, pixels)._replace(x=0, y=0, alpha=layer.alpha or not full)))


def content_box(raster: Raster, pixels: Pixels) -> Box | None:
    """Returns the least rectangle with all pixels that differ from the upper left corner's; None if none does."""
    other = (pixels != pixels[0, 0]).any(axis=2)
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    if not len(rows):
        return None
    return Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)


# Turning and mirroring --------------------------------------------------------------------------------------------


def _turn(layer: Layer, quarters: int) -> Layer:
    return packed(layer, np.ascontiguousarray(np.rot90(pixels_of(layer), -quarters)))


def _flip(layer: Layer, across: bool) -> Layer:
    pixels = pixels_of(layer)
    return packed(layer, np.ascontiguousarray(pixels[:, ::-1] if across else pixels[::-1]))


def turned(raster: Raster, quarters: Quarters) -> Raster:
    """Returns the picture turned clockwise by some quarters."""
    layers: list[Layer] = []
    for layer in raster.layers:
        right, bottom = raster.width - layer.x - layer.width, raster.height - layer.y - layer.height
        x, y = {1: (bottom, layer.x), 2: (right, bottom), 3: (layer.y, right)}[quarters]
        layers.append(_turn(layer, quarters)._replace(x=x, y=y))
    width, height = (raster.width, raster.height) if quarters == 2 else (raster.height, raster.width)
    return Raster(width, height, tuple(layers), raster.active)


def flipped(raster: Raster, across: bool) -> Raster:
    """Returns the picture mirrored: left and right for `across`, otherwise top and bottom."""
    layers: list[Layer] = []
    for layer in raster.layers:
        x = raster.width - layer.x - layer.width if across else layer.x
        y = layer.y if across else raster.height - layer.y - layer.height
        layers.append(_flip(layer, across)._replace(x=x, y=y))
    return raster._replace(layers=tuple(layers), selection=None)


def layer_turned(raster: Raster, quarters: Quarters) -> Raster:
    """Returns the picture with its active layer turned clockwise around its own middle."""
    layer = active_layer(raster)
    if layer is None:
        return raster
    new = _turn(layer, quarters)
    x, y = layer.x + (layer.width - new.width) // 2, layer.y + (layer.height - new.height) // 2
    return replaced(raster, new._replace(x=x, y=y))


def layer_flipped(raster: Raster, across: bool) -> Raster:
    """Returns the picture with its active layer mirrored in its place."""
    layer = active_layer(raster)
    return raster if layer is None else replaced(raster, _flip(layer, across))
