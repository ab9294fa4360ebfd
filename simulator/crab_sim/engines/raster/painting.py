"""Painting into a picture's active layer: strokes, fills, texts. Only selected pixels change."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw import ink
from crab_sim.draw import text as metrics
from crab_sim.engines.raster.blending import compose, mix
from crab_sim.engines.raster.geometry import Box
from crab_sim.engines.raster.model import (
    MAX_PIXELS,
    Color,
    Layer,
    Pixels,
    Raster,
    TextBox,
    active_layer,
    grown,
    packed,
    pixels_of,
    replaced,
    selected,
)

__all__ = ["MAX_TEXT", "Brush", "bucket_filled", "cleared", "color_at", "filled", "outlined", "stroked", "text_layer"]

Brush: TypeAlias = Literal["pencil", "paintbrush", "eraser"]
MAX_TEXT: Final = 1000
"""Most characters of a text layer."""


def _in_layer(raster: Raster, layer: Layer, old: Pixels, new: Pixels) -> Raster:
    """Returns the picture with new pixels where they are selected, in the active layer."""
    mask = selected(raster, layer)
    return replaced(raster, packed(layer, new if mask is None else np.where(mask[:, :, None], new, old)))


def _coverage(
    layer: Layer, start: tuple[int, int], end: tuple[int, int], size: float, soft: bool
) -> tuple[Box, NDArray[np.float32]]:
    """Returns the shares, from 0 to 1, by which a round brush covers a part's pixels as it moves along a line."""
    x1, y1 = start[0] - layer.x + 0.5, start[1] - layer.y + 0.5
    dx, dy = float(end[0] - start[0]), float(end[1] - start[1])
    radius = max(0.5, size / 2)
    left, right = int(max(0, min(x1, x1 + dx) - radius - 1)), int(min(layer.width, max(x1, x1 + dx) + radius + 2))
    top, bottom = int(max(0, min(y1, y1 + dy) - radius - 1)), int(min(layer.height, max(y1, y1 + dy) + radius + 2))
    if left >= right or top >= bottom:
        return Box(0, 0, 0, 0), np.zeros((0, 0), np.float32)
    across, down = np.arange(left, right) + 0.5 - x1, np.arange(top, bottom) + 0.5 - y1
    length = dx * dx + dy * dy
    along = np.clip((across[None, :] * dx + down[:, None] * dy) / length, 0, 1) if length else 0.0
    distance = np.hypot(across[None, :] - along * dx, down[:, None] - along * dy)
    if soft:  # a brush of half hardness fades from half its radius on
        share = np.clip((radius - distance) / (radius / 2), 0, 1)
        covered = share * share * (3 - 2 * share) if size > 2 else np.clip(radius + 0.5 - distance, 0, 1)
    else:
        covered = (distance <= radius).astype(np.float64)
    return Box(left, top, right, bottom), covered.astype(np.float32)


def stroked(
    raster: Raster,
    brush: Brush,
    start: tuple[int, int],
    end: tuple[int, int],
    size: float,
    opacity: float,
    color: Color,
) -> Raster:
    """Returns the picture with a stroke along a line.

    Args:
        raster: The picture.
        brush: The tool: a pencil has a hard edge, a paintbrush a soft one, an eraser takes pixels away.
        start: The line's first pixel in the picture (x, y).
        end: The last one.
        size: The brush's diameter in pixels.
        opacity: In percent.
        color: Of the paint; of the ground that an eraser leaves on a layer without an alpha channel.
    """
    layer = active_layer(raster)
    if layer is None:
        return raster
    old = pixels_of(layer)
    new = old.copy()
    box, covered = _coverage(layer, start, end, size, brush != "pencil")
    share = covered * np.float32(opacity / 100)
    part = new[box.top : box.bottom, box.left : box.right]
    if brush == "eraser" and layer.alpha:
        part[:, :, 3] = np.rint(part[:, :, 3] * (1 - share)).astype(np.uint8)
    else:
        paint: Pixels = np.empty_like(part)
        paint[:] = (*color, 255)
        part[:] = mix(part, paint, share)
    return _in_layer(raster, layer, old, new)


def filled(raster: Raster, color: Color, opacity: float = 100.0) -> Raster:
    """Returns the picture with its active layer filled with a colour, where it is selected."""
    layer = active_layer(raster)
    if layer is None:
        return raster
    old = pixels_of(layer)
    paint: Pixels = np.empty_like(old)
    paint[:] = (*color, 255)
    return _in_layer(raster, layer, old, paint if opacity >= 100 else mix(old, paint, opacity / 100))


def outlined(raster: Raster, color: Color, width: float) -> Raster:
    """Returns the picture with a line of a colour along the selection's edge, in the active layer."""
    layer, selection = active_layer(raster), raster.selection
    if layer is None or selection is None:
        return raster
    half = max(1, round(width)) // 2
    edges = [grown(selection._replace(inverted=False), half + round(width) % 2), grown(selection, -half)]
    outer, inner = [None if edge is None else selected(raster._replace(selection=edge), layer) for edge in edges]
    old = pixels_of(layer)
    if outer is None:
        return raster
    line = outer if inner is None else outer & (inner if selection.inverted else ~inner)
    new = old.copy()
    new[line] = (*color, 255)
    return replaced(raster, packed(layer, new))


def cleared(raster: Raster, background: Color) -> Raster:
    """Returns the picture with nothing in its active layer, where it is selected, or the background's colour."""
    layer = active_layer(raster)
    if layer is None:
        return raster
    if not layer.alpha:
        return filled(raster, background)
    old = pixels_of(layer)
    return _in_layer(raster, layer, old, np.zeros_like(old))


def color_at(raster: Raster, x: int, y: int) -> Color | None:
    """Returns the colour of the picture at a pixel; None outside of it or where it is transparent."""
    if not (0 <= x < raster.width and 0 <= y < raster.height):
        return None
    red, green, blue, alpha = [int(part) for part in compose(raster)[y, x]]
    return (red, green, blue) if alpha else None


def bucket_filled(raster: Raster, x: int, y: int, color: Color, threshold: float, opacity: float) -> Raster:
    """Returns the picture with a colour poured on a pixel; it spreads over its neighbours of similar colour.

    Args:
        raster: The picture.
        x: The pixel's place in the picture.
        y: The same.
        color: The colour.
        threshold: Most difference of a channel from the pixel's, 0 to 255.
        opacity: In percent.
    """
    layer = active_layer(raster)
    if layer is None or not (0 <= x - layer.x < layer.width and 0 <= y - layer.y < layer.height):
        return raster
    old, at = pixels_of(layer), (x - layer.x, y - layer.y)
    mask = selected(raster, layer)
    seed = old[at[1], at[0]].astype(np.int16)
    alike = np.abs(old.astype(np.int16) - seed).max(axis=2) <= threshold
    if not seed[3]:
        alike = old[:, :, 3] == 0
    if mask is not None:
        alike &= mask
    area = _connected(alike, *at)
    paint: Pixels = np.empty_like(old)
    paint[:] = (*color, 255)
    return replaced(raster, packed(layer, mix(old, paint, area.astype(np.float32) * np.float32(opacity / 100))))


def _connected(inside: NDArray[np.bool_], x: int, y: int) -> NDArray[np.bool_]:
    """Returns the part of a region that is connected, by edges, with a pixel, row by row of runs."""
    result: NDArray[np.bool_] = np.zeros_like(inside)
    if not inside[y, x]:
        return result
    height = inside.shape[0]
    edges = np.diff(np.pad(inside, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    runs: list[tuple[list[int], list[int]]] = [
        (np.flatnonzero(row == 1).tolist(), np.flatnonzero(row == -1).tolist()) for row in edges
    ]
    seen = [bytearray(len(starts)) for starts, _ in runs]
    open_runs: list[tuple[int, int, int]] = []
    _visit(runs[y], seen[y], y, x, x + 1, open_runs)
    while open_runs:
        row, start, stop = open_runs.pop()
        result[row, start:stop] = True
        for near in (row - 1, row + 1):
            if 0 <= near < height:
                _visit(runs[near], seen[near], near, start, stop, open_runs)
    return result


def _visit(
    runs: tuple[list[int], list[int]],
    seen: bytearray,
    row: int,
    start: int,
    stop: int,
    open_runs: list[tuple[int, int, int]],
) -> None:
    """Opens a row's runs that touch a range of columns and haven't been seen."""
    from bisect import bisect_right

    starts, stops = runs
    i = bisect_right(stops, start)
    while i < len(starts) and starts[i] < stop:
        if not seen[i]:
            seen[i] = 1
            open_runs.append((row, starts[i], stops[i]))
        i += 1


def text_layer(text: str, size: int, color: Color, x: int, y: int) -> Layer:
    """Returns a layer with a text, as large as the text needs.

    Args:
        text: Its lines.
        size: Height of the letters in pixels.
        color: Their colour.
        x: The layer's left edge in the picture.
        y: Its top edge.
    """
    size = max(4, min(400, size))
    line = metrics.line_height("regular", size)
    width, rows = 1, []
    for part in text[:MAX_TEXT].split("\n"):
        mask = ink.mask(part, "regular", size) if part else np.zeros((line, 1), np.uint8)
        rows.append(mask)
        width = max(width, mask.shape[1])
    width = min(width, 4000)
    rows = rows[: max(1, MAX_PIXELS // (width * line))]
    pixels: Pixels = np.zeros((line * len(rows), width, 4), np.uint8)
    pixels[:, :, :3] = color
    for i, mask in enumerate(rows):
        part_height, part_width = min(line, mask.shape[0]), min(width, mask.shape[1])
        pixels[i * line : i * line + part_height, :part_width, 3] = mask[:part_height, :part_width]
    name = " ".join(text.split())[:30] or "Empty Text Layer"
    layer = Layer(name, width, line * len(rows), pixels.tobytes(), x, y, text=TextBox(text[:MAX_TEXT], size, color))
    return layer
