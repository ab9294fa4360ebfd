"""Draws display lists: a screen is a tuple of drawing operations, and its image is a pure function of them.

An operation ("op") is a plain tuple `(kind, left, top, right, bottom, clip, *parameters)`. Coordinates are pixels,
half-open, origin at the top left; `clip` is None or a rectangle `(left, top, right, bottom)` that the op is cut
to; colours are `(red, green, blue)`, 0 to 255. Later ops lie above earlier ones; what no op covers is black.

==========  ===============================  ==========================================================================
kind        parameters                       draws
==========  ===============================  ==========================================================================
`fill`      color                            a rectangle
`round`     color, radius                    a rectangle with rounded corners; a circle if the radius is half its side
`frame`     color, radius, width             an outline inside the box
`text`      color, text, font, size, align   one line, vertically centred, cut to the box; align: left, center or right
`icon`      color, name                      an icon, as large as fits, centred (`icons.ICONS`)
`picture`   key                              an opaque picture that fills the box (`pictures.picture`)
`layer`     ops                              what other ops draw, from the box's top left; opaque, drawn once and kept
`shade`     color, alpha                     a translucent rectangle; alpha 0 to 255
`shadow`    radius                           a soft shadow that reaches `radius` pixels beyond the box
==========  ===============================  ==========================================================================

The functions `fill`, `rounded`, ... build ops. `Canvas` draws successive display lists of one screen and repaints only
what changed; `draw` paints one from scratch. Both give the same pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crab_gym.fast.frames import Frame, FramePool
from crab_gym.sim.draw import text as texts
from crab_gym.sim.draw.painters import PAINTERS, Painter, beside_edges, paint_shadow_on

__all__ = [
    "KINDS", "Canvas", "Clip", "Color", "Op",
    "draw", "fill", "frame", "icon", "layer", "layer_ops", "picture", "rounded", "shade", "shadow", "text",
]  # fmt: skip

Color = tuple[int, int, int]
Rect = tuple[int, int, int, int]
Clip = Rect | None
Op = tuple[Any, ...]

KINDS: tuple[str, ...] = (*PAINTERS, "layer")
"""The kinds of ops."""


_MOST = 0.6  # repaint everything when more than this part of the screen changed
_GAP = 8192  # rectangles are joined if that repaints at most so many more pixels
_RECTS = 6  # repaint at most so many separate rectangles
_CHANGES = 32  # with more changed ops than this, only their bounding box is repainted
_ON_GROUNDS = frozenset({"text", "icon", "round", "frame"})  # what is copied where the colour below it is known
_LOOK_BACK = 64  # ops below another among which that colour is looked for
_LAYERS = 24  # layers remembered by all canvases together
_POOL = 3  # images that a canvas remembers


def fill(left: int, top: int, right: int, bottom: int, color: Color, clip: Clip = None) -> Op:
    """A rectangle."""
    return ("fill", left, top, right, bottom, clip, color)


def rounded(left: int, top: int, right: int, bottom: int, color: Color, radius: int, clip: Clip = None) -> Op:
    """A rectangle with rounded corners; a circle if `radius` is half its side."""
    return ("round", left, top, right, bottom, clip, color, radius)


def frame(
    left: int, top: int, right: int, bottom: int, color: Color, radius: int = 0, width: int = 1, clip: Clip = None
) -> Op:
    """An outline inside the box, `width` pixels wide."""
    return ("frame", left, top, right, bottom, clip, color, radius, width)


def text(
    left: int,
    top: int,
    right: int,
    bottom: int,
    color: Color,
    line: str,
    font: texts.Font = "regular",
    size: int = 14,
    align: str = "left",
    clip: Clip = None,
) -> Op:
    """One line of text, vertically centred and cut to the box.

    A line that is too long shows its beginning, or its end where `align` is `right`.
    """
    return ("text", left, top, right, bottom, clip, color, line, font, size, align)


def icon(left: int, top: int, right: int, bottom: int, color: Color, name: str, clip: Clip = None) -> Op:
    """An icon, as large as fits, centred in the box."""
    return ("icon", left, top, right, bottom, clip, color, name)


def picture(left: int, top: int, right: int, bottom: int, key: str | bytes, clip: Clip = None) -> Op:
    """An opaque picture that fills the box."""
    return ("picture", left, top, right, bottom, clip, key)


def layer(left: int, top: int, right: int, bottom: int, ops: tuple[Op, ...], clip: Clip = None) -> Op:
    """A part of a screen that is often shown as it is, such as the home screen; ops as for a screen of its size."""
    return ("layer", left, top, right, bottom, clip, ops)


def shade(left: int, top: int, right: int, bottom: int, color: Color, alpha: int, clip: Clip = None) -> Op:
    """A translucent rectangle, such as the dimming behind a dialog; `alpha` 0 (nothing) to 255 (opaque)."""
    return ("shade", left, top, right, bottom, clip, color, alpha)


def shadow(left: int, top: int, right: int, bottom: int, radius: int, clip: Clip = None) -> Op:
    """A soft shadow around a box, which is drawn above it afterwards."""
    return ("shadow", left, top, right, bottom, clip, radius)


class _Parts(tuple[Op, ...]):
    """The ops of a layer, which know their hash: they are looked up at each repaint."""

    def __init__(self, ops: Iterable[Op]) -> None:
        self._hash = super().__hash__()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[tuple[Op, ...]], tuple[tuple[Op, ...]]]:
        return tuple, (tuple(self),)  # hashes differ between processes


@lru_cache(maxsize=_LAYERS)
def _one_of_all(ops: _Parts) -> _Parts:
    return ops


def layer_ops(ops: Iterable[Op]) -> tuple[Op, ...]:
    """Returns ops as a layer's, the same object for equal ones, so that a layer is found quickly by all canvases."""
    return _one_of_all(_Parts(ops))


# --- Painting ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_LAYERS)
def _drawn(ops: tuple[Op, ...], width: int, height: int) -> NDArray[np.uint8]:
    return draw(ops, width, height).reshape(height, 3 * width)


def _paint_layer(image: NDArray[np.uint8], op: Op, x0: int, y0: int, x1: int, y1: int, ground: Color | None) -> None:
    _, left, top, right, bottom, _, ops = op
    pixels = _drawn(ops, right - left, bottom - top)
    image[y0:y1, 3 * x0 : 3 * x1] = pixels[y0 - top : y1 - top, 3 * (x0 - left) : 3 * (x1 - left)]


class _Painters(dict[str, Painter]):
    """The painter of each kind; says what is wrong with another one."""

    def __missing__(self, kind: str) -> Painter:
        near = get_close_matches(str(kind), KINDS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"unknown drawing operation {kind!r}: expected one of {', '.join(KINDS)}{hint}")


_painters = _Painters(PAINTERS, layer=_paint_layer)


def _visible(op: Op, area: Rect) -> Rect | None:
    """The part of an area that an op may touch; None if it touches nothing of it."""
    left, top, right, bottom = area
    kind, x0, y0, x1, y1, clip = op[:6]
    if x0 >= x1 or y0 >= y1:
        return None
    if kind == "shadow":
        reach = op[6]
        x0, y0, x1, y1 = x0 - reach, y0 - reach, x1 + reach, y1 + reach
    # Comparisons instead of min and max: this runs for every op of every repaint.
    if x0 > left:
        left = x0
    if y0 > top:
        top = y0
    if x1 < right:
        right = x1
    if y1 < bottom:
        bottom = y1
    if clip is not None:
        x0, y0, x1, y1 = clip
        if x0 > left:
            left = x0
        if y0 > top:
            top = y0
        if x1 < right:
            right = x1
        if y1 < bottom:
            bottom = y1
    return (left, top, right, bottom) if left < right and top < bottom else None


def draw(ops: Sequence[Op], width: int, height: int) -> NDArray[np.uint8]:
    """Paints a display list from scratch, one op after the other: the reference for `Canvas`.

    Returns:
        (height, width, 3) uint8 RGB.

    Raises:
        ValueError: an unknown kind, icon, picture, font or alignment.

    >>> draw((fill(0, 0, 2, 1, (255, 0, 0)),), 3, 1)[0].tolist()
    [[255, 0, 0], [255, 0, 0], [0, 0, 0]]
    """
    image = np.zeros((height, 3 * width), np.uint8)
    for op in ops:
        part = _visible(op, (0, 0, width, height))
        if part is not None:
            _painters[op[0]](image, op, *part, None)
    return image.reshape(height, width, 3)


def _opaque(op: Op, part: Rect) -> Rect | None:
    """The rectangle inside the visible part of an op that hides everything below."""
    if op[0] in ("fill", "picture", "layer"):
        return part
    if op[0] == "round":  # all but the rows with corners
        radius = min(op[7], (op[3] - op[1]) // 2)
        return part[0], max(part[1], op[2] + radius), part[2], min(part[3], op[4] - radius)
    return None


def _repaint(image: NDArray[np.uint8], ops: Sequence[Op], area: Rect) -> None:
    """Paints one rectangle of a display list, leaving out what larger opaque ops hide."""
    left, top, right, bottom = area
    todo: list[tuple[Op, Rect]] = []
    covers: list[Rect] = []
    worthwhile = _area(area) // 16
    for op in reversed(ops):
        if (op[2] >= bottom or op[4] <= top or op[1] >= right or op[3] <= left) and op[0] != "shadow":
            continue
        part = _visible(op, area)
        if part is None:
            continue
        x0, y0, x1, y1 = part
        hidden = False
        for cover in covers:
            if cover[0] <= x0 and cover[1] <= y0 and cover[2] >= x1 and cover[3] >= y1:
                hidden = True
                break
        if hidden:
            continue
        todo.append((op, part))
        if (x1 - x0) * (y1 - y0) >= worthwhile:
            solid = _opaque(op, part)
            if solid == area:
                break
            if solid is not None and _area(solid) >= worthwhile:
                covers.append(solid)
    else:
        image[top:bottom, 3 * left : 3 * right] = 0
    todo.reverse()
    for place, (op, part) in enumerate(todo):
        if op[0] == "shadow" and place:  # what lies right below a shadow is known where that follows a picture
            below, reach = todo[place - 1]
            if below[0] == "picture" and isinstance(below[6], str) and _within(part, reach):
                paint_shadow_on(image, below, op, *part)
                continue
        ground = _ground(todo, place, part) if op[0] in _ON_GROUNDS else None
        _painters[op[0]](image, op, *part, ground)


def _ground(todo: Sequence[tuple[Op, Rect]], place: int, part: Rect) -> Color | None:
    """Returns the colour of a part of the image before the op of that place is painted; None where it isn't known.

    It is that of the fill or the rounded rectangle right below, if that is found soon, and nothing lies in between.
    """
    x0, y0, x1, y1 = part
    for at in range(place - 1, max(-1, place - _LOOK_BACK), -1):
        op, (left, top, right, bottom) = todo[at]
        if bottom <= y0 or top >= y1 or right <= x0 or left >= x1:  # most lie above
            continue
        if left > x0 or right < x1 or top > y0 or bottom < y1:
            return None
        if op[0] == "fill":
            color: Color = op[6]
            return color
        if op[0] not in ("round", "frame") or not beside_edges(op, *part):
            return None
        if op[0] == "round":
            color = op[6]
            return color
    return None


def _within(rect: Rect, other: Rect) -> bool:
    return rect[0] >= other[0] and rect[1] >= other[1] and rect[2] <= other[2] and rect[3] <= other[3]


# --- What changed -----------------------------------------------------------------------------------------------------


def _changes(old: Sequence[Op], new: Sequence[Op]) -> list[Op]:
    """Ops of either list such that both lists without them are the same: only where they lie may pixels differ."""
    start, stop_old, stop_new = 0, len(old), len(new)
    shorter = min(stop_old, stop_new)
    while start < shorter and (old[start] is new[start] or old[start] == new[start]):
        start += 1
    while stop_old > start and stop_new > start and old[stop_old - 1] == new[stop_new - 1]:
        stop_old -= 1
        stop_new -= 1
    if stop_old == stop_new:
        changed: list[Op] = []
        for before, after in zip(old[start:stop_old], new[start:stop_new], strict=True):
            if before is not after and before != after:
                changed += before, after
        return changed
    places: dict[Op, int] = {}
    for index in range(stop_old - 1, start - 1, -1):
        places[old[index]] = index
    changed, at = [], start
    for index in range(start, stop_new):
        place = places.get(new[index], -1)
        if place >= at:
            changed += old[at:place]
            at = place + 1
        else:
            changed.append(new[index])
    changed += old[at:stop_old]
    return changed


def _join(a: Rect, b: Rect) -> Rect:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _bounds(changed: list[Op], screen: Rect) -> list[Rect]:
    """One rectangle around many ops; their clips are left out of account, since this has to be quick."""
    left, top, right, bottom = screen[2], screen[3], 0, 0
    for op in changed:
        kind, x0, y0, x1, y1 = op[:5]
        if kind == "shadow":
            reach = op[6]
            x0, y0, x1, y1 = x0 - reach, y0 - reach, x1 + reach, y1 + reach
        if x0 < left:
            left = x0
        if y0 < top:
            top = y0
        if x1 > right:
            right = x1
        if y1 > bottom:
            bottom = y1
    around = max(0, left), max(0, top), min(screen[2], right), min(screen[3], bottom)
    return [around] if around[0] < around[2] and around[1] < around[3] else []


def _damage(old: Sequence[Op], new: Sequence[Op], screen: Rect) -> list[Rect]:
    """A few rectangles that hold every pixel in which two display lists differ."""
    changed = _changes(old, new)
    rects: list[Rect] = []
    if len(changed) > _CHANGES:
        rects = _bounds(changed, screen)
        changed = []
    for op in changed:
        rect = _visible(op, screen)
        if rect is None:
            continue
        left, top, right, bottom = rect
        most = _GAP + (right - left) * (bottom - top)
        for index, (x0, y0, x1, y1) in enumerate(rects):
            most_here = most + (x1 - x0) * (y1 - y0)
            # Comparisons instead of min and max, as in _visible.
            x0 = left if left < x0 else x0
            y0 = top if top < y0 else y0
            x1 = right if right > x1 else x1
            y1 = bottom if bottom > y1 else y1
            if (x1 - x0) * (y1 - y0) <= most_here:
                rects[index] = (x0, y0, x1, y1)
                break
        else:
            if len(rects) < _RECTS:
                rects.append(rect)
            else:
                rects[-1] = _join(rects[-1], rect)
    return [screen] if sum(map(_area, rects)) > _MOST * _area(screen) else rects


# --- Canvas -----------------------------------------------------------------------------------------------------------


class _Frame(Frame):
    """One image and the display list that it shows (None while it is undefined)."""

    __slots__ = ("ops",)

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.ops: tuple[Op, ...] | None = None


class Canvas:
    """Draws the successive images of one screen.

    An image that was returned never changes while anybody holds it or a view of it; once nobody does, its memory is
    drawn on again. Copying or pickling a canvas leaves its images behind.

    Attributes:
        width: pixels.
        height: pixels.

    >>> canvas = Canvas(4, 2)
    >>> before = canvas.frame((fill(0, 0, 4, 2, (9, 9, 9)),))
    >>> after = canvas.frame((fill(0, 0, 4, 2, (9, 9, 9)), fill(1, 0, 2, 1, (255, 0, 0))))
    >>> int(before.max()), after[0, 1].tolist()
    (9, [255, 0, 0])
    """

    __slots__ = ("_before", "_drawn", "_pool", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"canvas size {width}x{height}: expected at least 1x1 pixels")
        self.width = width
        self.height = height
        self._pool = FramePool(lambda: _Frame(width, height), _POOL)
        self._before: _Frame | None = None  # the newest image but one, and where the newest was painted anew
        self._drawn: list[Rect] = []

    def __reduce__(self) -> tuple[type[Canvas], tuple[int, int]]:
        return Canvas, (self.width, self.height)

    def frame(self, ops: Sequence[Op]) -> NDArray[np.uint8]:
        """The image of a display list.

        Args:
            ops: hashable plain tuples as described in this module, back to front.

        Returns:
            (height, width, 3) uint8 RGB, contiguous, read-only. It shares no memory with images that are still held.

        Raises:
            ValueError: an unknown kind, icon, picture, font or alignment; the canvas stays usable.
        """
        ops = tuple(ops)
        screen = (0, 0, self.width, self.height)
        newest = self._pool.newest
        frame = self._pool.take()
        fresh, stale = [screen], []  # what to paint, and what to copy from the newest image
        if newest is not None and newest.ops is not None:
            fresh = [] if newest.ops == ops else _damage(newest.ops, ops, screen)
            if frame is not newest and fresh != [screen]:
                stale = [screen] if frame.ops is None else self._stale(frame, newest, screen)
        frame.ops = None  # undefined if painting raises
        for rect in stale:
            left, top, right, bottom = rect
            if newest is not None and not any(
                f[0] <= left and f[1] <= top and right <= f[2] and bottom <= f[3] for f in fresh
            ):
                frame.pixels[top:bottom, 3 * left : 3 * right] = newest.pixels[top:bottom, 3 * left : 3 * right]
        for rect in fresh:
            _repaint(frame.pixels, ops, rect)
        frame.ops = ops
        self._before, self._drawn = newest, fresh
        return frame.image()

    def differences(
        self, image: NDArray[np.uint8], since: tuple[Op, ...] | None
    ) -> tuple[tuple[Op, ...] | None, list[Rect] | None]:
        """Tells where the newest image may differ from the one of another display list.

        Args:
            image: The newest image.
            since: The other display list; None where it isn't known.

        Returns:
            The image's display list, None where it isn't the newest; and rectangles that hold every pixel in which the
            images differ, None where that isn't known.
        """
        newest = self._pool.newest
        if newest is None or not newest.is_shown_by(image):
            return None, None
        ops = newest.ops
        if ops is None or since is None:
            return ops, None
        return ops, [] if ops == since else _damage(since, ops, (0, 0, self.width, self.height))

    def _stale(self, frame: _Frame, newest: _Frame, screen: Rect) -> list[Rect]:
        """Where an older image differs from the newest: known where that was drawn right after it."""
        if self._before is frame:
            return self._drawn
        if frame.ops is None or newest.ops is None or frame.ops == newest.ops:
            return []
        return _damage(frame.ops, newest.ops, screen)
