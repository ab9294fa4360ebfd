"""Drawing of display lists: a screen is a tuple of drawing operations, and its image is a pure function of them.

`crab_sim.draw.ops` has the operations. `Canvas` draws successive display lists of one screen and repaints only the
parts that changed; `draw` paints one list from scratch. Both give the same pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_sim.draw.damage import area_of, changes, damage, rects_of, uncovered, visible
from crab_sim.draw.ops import Op, Rect
from crab_sim.draw.repaint import paint, repaint, repaint_shaded
from crab_sim.fast.frames import Frame, FramePool

__all__ = ["Canvas", "draw", "draw_part"]

_POOL: Final = 3  # frames that a canvas keeps
_SPARE: Final = 2  # frames that it keeps while nobody holds any
_NOTICEABLE: Final = 0.2  # an image is compared with an older one if so much of it differs from the newest
_NEARER: Final = 0.5  # an older image is nearer if it differs in less than this part of that
_LARGE: Final = 4096  # what is repainted isn't copied before if it has at least so many pixels


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
            paint(image, op, part, None)
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
    repaint(image, ops, part)
    left, top, right, bottom = part
    return image.reshape(height, width, 3)[top:bottom, left:right]


# --- Canvas -----------------------------------------------------------------------------------------------------------


class _Frame(Frame):
    """An image and the display list that it shows, None while it is undefined."""

    __slots__ = ("ops",)

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.ops: tuple[Op, ...] | None = None


class _Plan(NamedTuple):
    """How an image is drawn.

    Attributes:
        frame: On which frame.
        fresh: Where it is painted.
        stale: Where else it is copied from the newest image.
    """

    frame: _Frame
    fresh: list[Rect]
    stale: list[Rect]


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
        screen: Rect = (0, 0, self.width, self.height)
        newest = self._pool.newest
        same = newest is not None and newest.ops is not None and len(newest.ops) == len(ops) and newest.ops == ops
        if newest is not None and same and newest.is_free:
            return newest.image()
        painted: list[Rect] = []
        if newest is None or newest.ops is None:
            frame = self._pool.take()
            drawn = fresh = [screen]
        else:
            shown = newest.ops
            changed = [] if same else changes(shown, ops)
            drawn = rects_of(changed, screen)
            spacious = _extent(drawn) > _NOTICEABLE * area_of(screen)
            shade = _new_shade(shown, ops) if spacious else None
            frame, fresh, stale = self._far(newest, ops, drawn, shade) if spacious else self._near(newest, drawn)
            frame.ops = None  # undefined if painting raises
            if shade is not None and fresh is drawn:
                painted = repaint_shaded(frame.pixels, newest.pixels, shown, ops, shade)
                if painted:
                    fresh = rects_of([op for op in changed if not _inside(op, painted[0], screen)], screen)
            large = painted + [rect for rect in fresh if area_of(rect) >= _LARGE]
            for rect in stale:
                for left, top, right, bottom in uncovered(rect, large):
                    frame.pixels[top:bottom, 3 * left : 3 * right] = newest.pixels[top:bottom, 3 * left : 3 * right]
        frame.ops = None
        for rect in fresh:
            for part in uncovered(rect, painted):
                repaint(frame.pixels, ops, part)
        frame.ops = ops
        self._before, self._drawn = newest, drawn
        return frame.image()

    def _near(self, newest: _Frame, drawn: list[Rect]) -> _Plan:
        """Returns how to draw an image that differs little from the newest, in some rectangles."""
        frame = self._pool.take()
        return _Plan(frame, drawn, [] if frame is newest else self._stale(frame, newest))

    def _far(self, newest: _Frame, ops: tuple[Op, ...], drawn: list[Rect], shade: int | None) -> _Plan:
        """Returns how to draw an image that differs much from the newest, perhaps by a new shade."""
        screen = (0, 0, self.width, self.height)
        free = self._pool.free()
        extent = _NEARER * _extent(drawn)
        nearest: _Frame | None = None
        fresh = drawn
        opened = shade is not None
        closed = newest.ops is not None and _new_shade(ops, newest.ops) is not None
        for frame in free if opened or closed or newest not in free else ():  # an older image may be nearer
            if frame is not newest and frame.ops is not None:
                own = damage(frame.ops, ops, screen)
                if _extent(own) < extent:
                    nearest, fresh, extent = frame, own, float(_extent(own))
        if nearest is not None:
            return _Plan(self._pool.begin(nearest), fresh, [])
        if opened and free and free[0] is newest:  # what a dialog covers is mostly seen again
            if len(free) > 1:
                frame = self._pool.begin(free[-1])
            else:
                frame = self._pool.begin(None if len(self._pool.frames) < _SPARE else newest)
        else:
            frame = self._pool.take()
        return _Plan(frame, drawn, [] if frame is newest else [screen])

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

    def drop_spare(self) -> None:
        """Forgets all images but the newest, unless somebody holds that one, as the next needs another frame then."""
        newest = self._pool.newest
        if newest is not None and newest.is_free:
            del self._pool.frames[1:]
            self._before = None

    def _stale(self, frame: _Frame, newest: _Frame) -> list[Rect]:
        """Returns where an older image differs from the newest, which is known if that was drawn right after it."""
        if self._before is frame:
            return self._drawn
        screen = (0, 0, self.width, self.height)
        if frame.ops is None or newest.ops is None:
            return [screen]
        return [] if frame.ops == newest.ops else damage(frame.ops, newest.ops, screen)


def _inside(op: Op, area: Rect, screen: Rect) -> bool:
    """Returns whether all that is seen of an op lies inside an area."""
    part = visible(op, screen)
    return part is None or uncovered(part, (area,)) == []


def _extent(rects: Sequence[Rect]) -> int:
    return sum([area_of(rect) for rect in rects])


def _new_shade(shown: Sequence[Op], ops: Sequence[Op]) -> int | None:
    """Returns the place of the lowest shade that a display list has and another one hasn't."""
    for place, op in enumerate(ops):
        if op[0] == "shade" and op not in shown:
            return place
    return None
