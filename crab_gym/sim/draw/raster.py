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
from crab_gym.sim.draw.lines import inked_part, paint_text
from crab_gym.sim.draw.ops import KINDS, Color, Layer, Op, Picture, Rect
from crab_gym.sim.draw.ops import Frame as Outline

__all__ = ["Canvas", "draw", "draw_part", "layer_ops"]

_KINDS = frozenset(KINDS)
_ON_GROUNDS = frozenset({"text", "icon", "round", "frame"})  # copied instead of blended where the ground is known
_BAND = 6  # an op's ground is searched among those in the same bands, so many bits of their heights in pixels
_LAYERS = 24  # layers kept for all canvases together
_POOL = 3  # frames that a canvas keeps
_NOTICEABLE = 0.2  # an image is compared with an older one if it differs from the newest in this part of the screen
_LARGE = 4096  # what is repainted isn't copied before if it has at least so many pixels
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
    above = 0  # covers above the lowest op
    worthwhile = area_of(area) // _WORTHWHILE
    near = [
        op for op in ops if (op[2] < bottom and op[4] > top and op[1] < right and op[3] > left) or op[0] == "shadow"
    ]
    for op in reversed(near):
        part = visible(op, area)
        if part is None or _hidden(part, covers):
            continue
        if op[0] == "shade" and covers:
            todo += [(op, piece) for piece in _uncovered(part, covers)]
        else:
            todo.append((op, part))
        above = len(covers)
        if area_of(part) >= worthwhile:
            solid = _opaque(op, part)
            if solid == area:
                break
            if solid is not None and area_of(solid) >= worthwhile:
                covers.append(solid)
    else:
        image[top:bottom, 3 * left : 3 * right] = 0
    todo.reverse()
    shaded = len(todo) > 1 and todo[1][0][0] == "shade"
    begun = _paint_lowest(image, todo, covers[:above]) if above or shaded else 0
    _paint_all(image, area, todo, begun)


def _paint_all(image: NDArray[np.uint8], area: Rect, todo: list[tuple[Op, Rect]], begun: int) -> None:
    """Paints operations, lowest first.

    Args:
        image: The image.
        area: The rectangle in which they all lie.
        todo: The operations with their parts; those of texts are cut to the lines.
        begun: How many of them are painted already.
    """
    top = area[1]
    bands: list[list[int]] = [[] for _ in range(((area[3] - top - 1) >> _BAND) + 1)]
    for place, (op, part) in enumerate(todo):
        if op[0] == "text":
            inked = inked_part(op, part)
            if inked is None:
                continue
            todo[place] = op, inked  # the rest of its box is as it was for what lies above
            part = inked
        first, last = (part[1] - top) >> _BAND, ((part[3] - top - 1) >> _BAND) + 1
        around = bands[first:last]
        if place < begun:
            pass
        elif op[0] == "text":
            paint_text(image, op, part, _ground(todo, around, part))
        elif op[0] == "round" and (border := _border(todo, place)) is not None:
            if painters.paint_bordered(image, op, border, part, _ground(todo, around, part)):
                begun = place + 2
        elif op[0] in _ON_GROUNDS:
            _paint(image, op, part, _ground(todo, around, part))
        elif op[0] == "shadow" and (picture := _picture_below(todo, place, part)) is not None:
            painters.paint_shadow_on(image, picture, op, part)
        else:
            _paint(image, op, part, None)
        for band in around:
            band.append(place)


def _border(todo: Sequence[tuple[Op, Rect]], place: int) -> Outline | None:
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
            painters.paint_shade_on(image, picture, second, _uncovered(reach, covers))
            covers = (*covers, reach)
            done = 2
    for piece in _uncovered(part, covers):
        _paint(image, op, piece, None)
    return done


def _uncovered(part: Rect, covers: Sequence[Rect]) -> list[Rect]:
    """Returns rectangles that make up what covers leave of a part."""
    pieces = [part]
    for left, top, right, bottom in covers:
        rest: list[Rect] = []
        for piece in pieces:
            x0, y0, x1, y1 = piece
            if right <= x0 or left >= x1 or bottom <= y0 or top >= y1:
                rest.append(piece)
                continue
            upper, lower = max(y0, top), min(y1, bottom)
            around = (
                (x0, y0, x1, upper), (x0, upper, left, lower), (right, upper, x1, lower), (x0, lower, x1, y1),
            )  # fmt: skip
            rest += [one for one in around if one[0] < one[2] and one[1] < one[3]]
        pieces = rest
    return pieces


def _hidden(part: Rect, covers: Sequence[Rect]) -> bool:
    x0, y0, x1, y1 = part
    for left, top, right, bottom in covers:
        if left <= x0 and top <= y0 and right >= x1 and bottom >= y1:
            return True
    return False


def _ground(todo: Sequence[tuple[Op, Rect]], bands: Sequence[Sequence[int]], part: Rect) -> Color | None:
    """Returns the one colour that a part of the image has before an op is painted there, None if it isn't known.

    It is that of the fill or the rounded rectangle right below, if nothing lies in between.

    Args:
        todo: Operations with the parts that they paint.
        bands: For each band that the part lies in, the places in `todo` of what was painted there, lowest first.
        part: The part.
    """
    x0, y0, x1, y1 = part
    topmost = -1
    for band in bands:
        for at in reversed(band):
            if at <= topmost:
                break
            op, (left, top, right, bottom) = todo[at]
            if right <= x0 or left >= x1 or bottom <= y0 or top >= y1:
                continue
            if op[0] != "frame" or not painters.inside_frame(op, part):
                topmost = at
                break
    if topmost < 0:
        return None
    op, reach = todo[topmost]
    if not _within(part, reach):
        return None
    if op[0] == "fill":
        return op[6]
    return op[6] if op[0] == "round" and painters.beside_corners(op, part) else None


def _extent(rects: Sequence[Rect]) -> int:
    return sum([area_of(rect) for rect in rects])


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
        drawn = fresh
        if frame is not newest and frame.ops is not None and _extent(fresh) > _NOTICEABLE * area_of(screen):
            own = damage(frame.ops, ops, screen)  # after a dialog or a page was left, the older image may be nearer
            if _extent(own) < _extent(fresh):
                fresh, stale = own, []
        frame.ops = None  # undefined if painting raises
        large = [rect for rect in fresh if area_of(rect) >= _LARGE]
        for rect in stale:
            for left, top, right, bottom in _uncovered(rect, large):
                if newest is not None:
                    frame.pixels[top:bottom, 3 * left : 3 * right] = newest.pixels[top:bottom, 3 * left : 3 * right]
        for rect in fresh:
            _repaint(frame.pixels, ops, rect)
        frame.ops = ops
        self._before, self._drawn = newest, drawn
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
