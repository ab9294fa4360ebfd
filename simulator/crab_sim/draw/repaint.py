"""Painting of a part of a display list, without what larger opaque ops hide.

* `paint` - one op.
* `repaint` - a rectangle of a display list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw import painters
from crab_sim.draw.damage import area_of, changes, rects_of, uncovered, visible
from crab_sim.draw.lines import inked_part, paint_spread, paint_text
from crab_sim.draw.ops import KINDS, Color, Frame, Layer, Op, Picture, Rect
from crab_sim.suggestions import unknown

__all__ = ["paint", "repaint", "repaint_shaded"]

_KINDS: Final = frozenset(KINDS)
_OPAQUE: Final = frozenset({"fill", "picture", "layer", "round"})
_ON_GROUNDS: Final = frozenset({"text", "icon", "round", "frame", "spread"})  # copied where the ground is known
_BAND: Final = 6  # an op's ground is searched among those in the same bands, so many bits of their heights in pixels
_LAYERS: Final = 32  # layers kept for all canvases together
_MANY: Final = 16  # a shade is laid over an image if at least so many ops lie below
_GONE: Final = 0.25  # a shade isn't laid over an image if more than this part of it has to be painted before
_WORTHWHILE: Final = 16  # an opaque op is looked at as a cover if it hides at least this part of an area


_Painted = tuple[Rect, int, Op]
"""The part of the image that an op has painted, its place among the ops, and the op itself."""


@lru_cache(maxsize=_LAYERS)
def _drawn(ops: tuple[Op, ...], width: int, height: int) -> NDArray[np.uint8]:
    image = np.zeros((height, 3 * width), np.uint8)
    repaint(image, ops, (0, 0, width, height))
    return image


def _paint_layer(image: NDArray[np.uint8], op: Layer, part: Rect) -> None:
    _, left, top, right, bottom, _, ops = op
    x0, y0, x1, y1 = part
    pixels = _drawn(ops, right - left, bottom - top)
    image[y0:y1, 3 * x0 : 3 * x1] = pixels[y0 - top : y1 - top, 3 * (x0 - left) : 3 * (x1 - left)]


def paint(image: NDArray[np.uint8], op: Op, part: Rect, ground: Color | None) -> None:
    """Paints a part of one op; the most frequent kinds are tried first.

    Args:
        image: The image, ``(H, 3 * W) uint8``.
        op: The operation.
        part: The rectangle of the image to paint.
        ground: The colour below all of the part, if it is known; see `crab_sim.draw.painters`.

    Raises:
        ValueError: an unknown kind, icon, picture, font or alignment.
    """
    if op[0] not in _KINDS:
        unknown("drawing operation", op[0], KINDS)
    if op[0] == "text":
        paint_text(image, op, part, ground)
    elif op[0] == "icon":
        painters.paint_icon(image, op, part, ground)
    elif op[0] == "fill":
        painters.paint_fill(image, op, part)
    elif op[0] == "round":
        painters.paint_round(image, op, part, ground)
    elif op[0] == "frame":
        painters.paint_frame(image, op, part, ground)
    elif op[0] == "picture":
        painters.paint_picture(image, op, part)
    elif op[0] == "layer":
        _paint_layer(image, op, part)
    elif op[0] == "shadow":
        painters.paint_shadow(image, op, part)
    elif op[0] == "shade":
        painters.paint_shade(image, op, part)
    elif op[0] == "spread":
        paint_spread(image, op, part, ground)


def _opaque(op: Op, part: Rect) -> Rect | None:
    """Returns the rectangle inside the visible part of an op that hides everything below it, None if there is none."""
    if op[0] == "fill" or op[0] == "picture" or op[0] == "layer":
        return part
    if op[0] == "round":  # all but the rows with corners
        _, left, top, right, bottom, _, _, radius = op
        radius = min(radius, (right - left) // 2)
        return part[0], max(part[1], top + radius), part[2], min(part[3], bottom - radius)
    return None


def repaint(image: NDArray[np.uint8], ops: Sequence[Op], area: Rect, above: bool = False) -> None:
    """Paints one rectangle of a display list, leaving out ops that larger opaque ones hide.

    Args:
        image: The image, ``(H, 3 * W) uint8``.
        ops: The display list.
        area: The rectangle, inside the image.
        above: Whether the image has there what lies below the list; otherwise that is black.
    """
    todo, covers, closed = _seen(ops, area)
    if not above and not closed:
        left, top, right, bottom = area
        image[top:bottom, 3 * left : 3 * right] = 0
    shaded = len(todo) > 1 and todo[1][0][0] == "shade"
    begun = _paint_lowest(image, todo, covers) if covers or shaded else 0
    _paint_all(image, area, todo, begun)


def repaint_shaded(
    image: NDArray[np.uint8], newest: NDArray[np.uint8], shown: Sequence[Op], ops: Sequence[Op], shade: int
) -> list[Rect]:
    """Paints what a new shade covers, from an image without it: a dialog is opened above a page that stays.

    Args:
        image: The image to paint, ``(H, 3 * W) uint8``; perhaps the newest.
        newest: The newest image.
        shown: Its display list.
        ops: The display list to paint.
        shade: The place of the shade among them.

    Returns:
        The rectangle that was painted; none if there is little below the shade, or too much of it has changed.
    """
    area = visible(ops[shade], (0, 0, image.shape[1] // 3, image.shape[0]))
    if area is None:
        return []
    below = ops[:shade]
    if len(below) < _MANY:
        return []
    changed = [op for op in changes(shown, below, 0) if visible(op, area) is not None]
    if changed:  # what others hide doesn't count, but takes long to find
        before, below = ([op for op, _ in _seen(each, area)[0]] for each in (shown, below))
        changed = changes(before, below, 0)
        gone = [part for op in changed if (part := visible(op, area)) is not None]
        if len(below) < _MANY or sum(map(area_of, gone)) > _GONE * area_of(area):
            return []
    left, top, right, bottom = area
    if image is not newest:
        image[top:bottom, 3 * left : 3 * right] = newest[top:bottom, 3 * left : 3 * right]
    for part in rects_of(changed, area):
        repaint(image, below, part)
    repaint(image, ops[shade:], area, above=True)
    return [area]


def _seen(ops: Sequence[Op], area: Rect) -> tuple[list[tuple[Op, Rect]], list[Rect], bool]:
    """Returns the ops of which something is seen in an area, with their parts, lowest first.

    Returns:
        The ops; rectangles that hide what lies below them, of those above the lowest op; and whether the lowest op
        fills the area.
    """
    left, top, right, bottom = area
    todo: list[tuple[Op, Rect]] = []
    covers: list[Rect] = []
    lowest = 0  # covers above the lowest op
    worthwhile = area_of(area) // _WORTHWHILE
    closed = False
    for op in reversed(ops):
        if (op[2] >= bottom or op[4] <= top or op[1] >= right or op[3] <= left) and op[0] != "shadow":
            continue
        part = visible(op, area)
        if part is None or (covers and _hidden(part, covers)):
            continue
        kind = op[0]
        if op[0] == "frame" and painters.inside_frame(op, part):
            continue
        if kind == "shade" and covers:
            pieces = uncovered(part, covers)
            if not pieces:
                continue
            todo += [(op, piece) for piece in pieces]
        else:
            todo.append((op, part))
        lowest = len(covers)
        if kind in _OPAQUE and (part[2] - part[0]) * (part[3] - part[1]) >= worthwhile:
            solid = _opaque(op, part)
            if solid == area:
                closed = True
                break
            if solid is not None and area_of(solid) >= worthwhile:
                covers.append(solid)
    todo.reverse()
    return todo, covers[:lowest], closed


def _paint_all(image: NDArray[np.uint8], area: Rect, todo: Sequence[tuple[Op, Rect]], begun: int) -> None:
    """Paints operations, lowest first.

    Args:
        image: The image.
        area: The rectangle in which they all lie.
        todo: The operations with their parts.
        begun: How many of them are painted already.
    """
    top = area[1]
    bands: list[list[_Painted]] = [[] for _ in range(((area[3] - top - 1) >> _BAND) + 1)]
    for place, (op, part) in enumerate(todo):
        kind = op[0]
        if op[0] == "text":
            inked = inked_part(op, part)
            if inked is None:
                continue
            part = inked  # the rest of its box is as it was for what lies above
        first, last = (part[1] - top) >> _BAND, (part[3] - top - 1) >> _BAND
        around = (bands[first],) if first == last else bands[first : last + 1]
        if place < begun:
            pass
        elif op[0] == "text":
            paint_text(image, op, part, _ground(around, part))
        elif op[0] == "icon":
            painters.paint_icon(image, op, part, _ground(around, part))
        elif op[0] == "round" and (border := _border(todo, place)) is not None:
            if painters.paint_bordered(image, op, border, part, _ground(around, part)):
                begun = place + 2
        elif kind in _ON_GROUNDS:
            paint(image, op, part, _ground(around, part))
        elif op[0] == "shadow" and (picture := _picture_below(todo, place, part)) is not None:
            painters.paint_shadow_on(image, picture, op, part)
        else:
            paint(image, op, part, None)
        painted = (part, place, op)
        for band in around:
            band.append(painted)


def _border(todo: Sequence[tuple[Op, Rect]], place: int) -> Frame | None:
    """Returns the outline of a rounded rectangle if that comes next."""
    if place + 1 == len(todo):
        return None
    (op, part), (border, reach) = todo[place], todo[place + 1]
    if border[0] != "frame" or op[0] != "round":
        return None
    return border if border[1:5] == op[1:5] and part == reach and border[7] == op[7] else None


def _picture_below(todo: Sequence[tuple[Op, Rect]], place: int, part: Rect) -> Picture | None:
    """Returns the picture right below a part if it has a name, as wallpapers have."""
    if not place:
        return None
    op, reach = todo[place - 1]
    return op if op[0] == "picture" and isinstance(op[6], str) and _within(part, reach) else None


def _paint_lowest(image: NDArray[np.uint8], todo: Sequence[tuple[Op, Rect]], covers: Sequence[Rect]) -> int:
    """Paints the lowest op, mostly a wallpaper, only where others leave it to be seen; returns how many are painted.

    With a wallpaper its shade is painted, too: the shaded pixels are kept.
    """
    op, part = todo[0]
    if op[0] not in ("picture", "fill", "layer"):
        return 0
    done = 1
    picture = _picture_below(todo, 1, todo[1][1]) if len(todo) > 1 else None
    if picture is not None:
        second, reach = todo[1]
        if second[0] == "shadow" and not painters.has_ring(image, picture, second):
            return 0  # it is blended with all that lies below
        if second[0] == "shade":
            painters.paint_shade_on(image, picture, second, uncovered(reach, covers))
            covers = (*covers, reach)
            done = 2
    for piece in uncovered(part, covers):
        paint(image, op, piece, None)
    return done


def _hidden(part: Rect, covers: Sequence[Rect]) -> bool:
    x0, y0, x1, y1 = part
    for left, top, right, bottom in covers:
        if left <= x0 and top <= y0 and right >= x1 and bottom >= y1:
            return True
    return False


def _ground(bands: Sequence[Sequence[_Painted]], part: Rect) -> Color | None:
    """Returns the one colour that a part of the image has before an op is painted there, None if it isn't known.

    It is that of the fill or the rounded rectangle right below, if nothing lies in between.

    Args:
        bands: For each band that the part lies in, what was painted there, lowest first.
        part: The part.
    """
    x0, y0, x1, y1 = part
    topmost = -1
    below: _Painted | None = None
    for band in bands:
        for painted in reversed(band):
            reach, at, op = painted
            if at <= topmost:
                break
            left, top, right, bottom = reach
            if right <= x0 or left >= x1 or bottom <= y0 or top >= y1:
                continue
            if op[0] != "frame" or not painters.inside_frame(op, part):
                topmost, below = at, painted
                break
    if below is None:
        return None
    reach, _, op = below
    left, top, right, bottom = reach
    if x0 < left or y0 < top or x1 > right or y1 > bottom:
        return None
    if op[0] == "fill":
        return op[6]
    return op[6] if op[0] == "round" and painters.beside_corners(op, part) else None


def _within(rect: Rect, other: Rect) -> bool:
    return rect[0] >= other[0] and rect[1] >= other[1] and rect[2] <= other[2] and rect[3] <= other[3]
