"""Drawing of display lists: a screen is a tuple of drawing operations, and its image is a pure function of them.

`crab_gym.sim.draw.ops` has the operations. `Canvas` draws successive display lists of one screen and repaints only the
parts that changed; `draw` paints one list from scratch. Both give the same pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from crab_gym.fast.frames import Frame, FramePool
from crab_gym.fast.tuples import HashedTuple
from crab_gym.sim.draw import painters
from crab_gym.sim.draw.damage import area_of, damage, visible
from crab_gym.sim.draw.ops import KINDS, Color, Layer, Op, Rect

__all__ = ["Canvas", "draw", "draw_part", "layer_ops"]

_KINDS = frozenset(KINDS)
_ON_GROUNDS = frozenset({"text", "icon", "round", "frame"})  # copied instead of blended where the ground is known
_LOOK_BACK = 64  # ops below another one that are searched for its ground
_LAYERS = 24  # layers kept for all canvases together
_POOL = 3  # frames that a canvas keeps
_WORTHWHILE = 16  # an opaque op is looked at as a cover if it hides at least this part of an area


@lru_cache(maxsize=_LAYERS)
def _interned(ops: HashedTuple[Op]) -> HashedTuple[Op]:
    return ops


def layer_ops(ops: Iterable[Op]) -> tuple[Op, ...]:
    """Returns ops for a layer, as the same object for equal ops, so that all canvases find its image quickly."""
    return _interned(HashedTuple(ops))


@lru_cache(maxsize=_LAYERS)
def _drawn(ops: tuple[Op, ...], width: int, height: int) -> NDArray[np.uint8]:
    return draw(ops, width, height).reshape(height, 3 * width)


def _paint_layer(image: NDArray[np.uint8], op: Layer, part: Rect) -> None:
    _, left, top, right, bottom, _, ops = op
    x0, y0, x1, y1 = part
    pixels = _drawn(ops, right - left, bottom - top)
    image[y0:y1, 3 * x0 : 3 * x1] = pixels[y0 - top : y1 - top, 3 * (x0 - left) : 3 * (x1 - left)]


def _paint(image: NDArray[np.uint8], op: Op, part: Rect, ground: Color | None) -> None:
    """Paints one op; the most frequent kinds are tried first."""
    if op[0] not in _KINDS:
        _unknown(str(op[0]))
    if op[0] == "text":
        painters.paint_text(image, op, part, ground)
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


def _unknown(kind: str) -> NoReturn:
    near = get_close_matches(kind, KINDS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"unknown drawing operation {kind!r}: expected one of {', '.join(KINDS)}{hint}")


def draw(ops: Sequence[Op], width: int, height: int) -> NDArray[np.uint8]:
    """Paints a display list from scratch, one op after the other: the reference for `Canvas`.

    Returns:
        (height, width, 3) uint8 RGB.

    Raises:
        ValueError: an unknown kind, icon, picture, font or alignment.

    >>> draw([("fill", 0, 0, 2, 1, None, (255, 0, 0))], 3, 1)[0].tolist()
    [[255, 0, 0], [255, 0, 0], [0, 0, 0]]
    """
    image = np.zeros((height, 3 * width), np.uint8)
    for op in ops:
        part = visible(op, (0, 0, width, height))
        if part is not None:
            _paint(image, op, part, None)
    return image.reshape(height, width, 3)


def draw_part(ops: Sequence[Op], width: int, height: int, part: Rect) -> NDArray[np.uint8]:
    """Paints one rectangle of a display list, with the same pixels as `draw`.

    Args:
        ops: The display list.
        width: Of the whole image, in pixels.
        height: Of the whole image.
        part: The rectangle, not empty and inside the image.

    Returns:
        (bottom - top, right - left, 3) uint8 RGB.

    >>> draw_part([("fill", 0, 0, 2, 1, None, (255, 0, 0))], 3, 1, (1, 0, 3, 1))[0].tolist()
    [[255, 0, 0], [0, 0, 0]]
    """
    image: NDArray[np.uint8] = np.empty((height, 3 * width), np.uint8)
    _repaint(image, ops, part)
    left, top, right, bottom = part
    return image.reshape(height, width, 3)[top:bottom, left:right]


def _opaque(op: Op, part: Rect) -> Rect | None:
    """Returns the rectangle inside the visible part of an op that hides everything below it, None if there is none."""
    if op[0] == "fill" or op[0] == "picture" or op[0] == "layer":
        return part
    if op[0] == "round":  # all but the rows with corners
        _, left, top, right, bottom, _, _, radius = op
        radius = min(radius, (right - left) // 2)
        return part[0], max(part[1], top + radius), part[2], min(part[3], bottom - radius)
    return None


def _repaint(image: NDArray[np.uint8], ops: Sequence[Op], area: Rect) -> None:
    """Paints one rectangle of a display list, leaving out ops that larger opaque ones hide."""
    left, top, right, bottom = area
    todo: list[tuple[Op, Rect]] = []
    covers: list[Rect] = []
    worthwhile = area_of(area) // _WORTHWHILE
    for op in reversed(ops):
        kind, op_left, op_top, op_right, op_bottom, _ = op[:6]
        if kind != "shadow" and (op_top >= bottom or op_bottom <= top or op_left >= right or op_right <= left):
            continue
        part = visible(op, area)
        if part is None or _hidden(part, covers):
            continue
        todo.append((op, part))
        if area_of(part) >= worthwhile:
            solid = _opaque(op, part)
            if solid == area:
                break
            if solid is not None and area_of(solid) >= worthwhile:
                covers.append(solid)
    else:
        image[top:bottom, 3 * left : 3 * right] = 0
    todo.reverse()
    for place, (op, part) in enumerate(todo):
        if op[0] == "shadow" and place:
            below, reach = todo[place - 1]
            if below[0] == "picture" and isinstance(below[6], str) and _within(part, reach):
                painters.paint_shadow_on(image, below, op, part)
                continue
        _paint(image, op, part, _ground(todo, place, part) if op[0] in _ON_GROUNDS else None)


def _hidden(part: Rect, covers: Sequence[Rect]) -> bool:
    x0, y0, x1, y1 = part
    for left, top, right, bottom in covers:
        if left <= x0 and top <= y0 and right >= x1 and bottom >= y1:
            return True
    return False


def _ground(todo: Sequence[tuple[Op, Rect]], place: int, part: Rect) -> Color | None:
    """Returns the one colour that a part of the image has before the op at `place` is painted, None if it isn't known.

    It is that of the fill or the rounded rectangle right below, if one is found soon and nothing lies in between.
    """
    x0, y0, x1, y1 = part
    for at in range(place - 1, max(-1, place - _LOOK_BACK), -1):
        op, (left, top, right, bottom) = todo[at]
        if bottom <= y0 or top >= y1 or right <= x0 or left >= x1:  # most lie above
            continue
        if left > x0 or right < x1 or top > y0 or bottom < y1:
            return None
        if op[0] == "fill":
            return op[6]
        if op[0] == "round":
            return op[6] if painters.beside_corners(op, part) else None
        if op[0] != "frame" or not painters.inside_frame(op, part):
            return None
    return None


def _within(rect: Rect, other: Rect) -> bool:
    return rect[0] >= other[0] and rect[1] >= other[1] and rect[2] <= other[2] and rect[3] <= other[3]


# --- Canvas -----------------------------------------------------------------------------------------------------------


class _Frame(Frame):
    """An image and the display list that it shows, None while it is undefined."""

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
    >>> ground, spot = ("fill", 0, 0, 4, 2, None, (9, 9, 9)), ("fill", 1, 0, 2, 1, None, (255, 0, 0))
    >>> before = canvas.frame((ground,))
    >>> after = canvas.frame((ground, spot))
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
        """Returns the image of a display list.

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
            fresh = [] if newest.ops == ops else damage(newest.ops, ops, screen)
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
        """Finds where the newest image may differ from that of another display list.

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
        return ops, [] if ops == since else damage(since, ops, (0, 0, self.width, self.height))

    def _stale(self, frame: _Frame, newest: _Frame, screen: Rect) -> list[Rect]:
        """Returns where an older image differs from the newest, which is known if that was drawn right after it."""
        if self._before is frame:
            return self._drawn
        if frame.ops is None or newest.ops is None or frame.ops == newest.ops:
            return []
        return damage(frame.ops, newest.ops, screen)
