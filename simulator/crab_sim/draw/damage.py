"""Damage: the rectangles in which two display lists may differ, and the part of an area that an op may touch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.draw.ops import Op, Rect

__all__ = ["area_of", "changes", "damage", "rects_of", "uncovered", "visible"]

_WHOLE: Final = 0.6  # repaint everything instead of several rectangles that are more than this part of the screen
_GAP: Final = 8192  # rectangles are joined if that repaints at most so many more pixels
_RECTS: Final = 6  # repaint at most so many separate rectangles
_LAST: Final = 2  # ops at the end that are compared apart: the pointer moves mostly, the bars before it seldom change
_RUN: Final = 16  # so many ops are compared at a time, which takes half as long as one by one
_SAMPLES: Final = 4  # of the ops between the first and the last change, so many are looked for in the other list
_CHANGES: Final = 32  # with more changed ops than this, only their bounding box is repainted


def visible(op: Op, area: Rect) -> Rect | None:
    """Returns the part of an area that an op may touch, None if it touches nothing of it."""
    left, top, right, bottom = area
    _, x0, y0, x1, y1, clip = op[:6]
    if x0 >= x1 or y0 >= y1:
        return None
    if op[0] == "shadow":
        reach = op[6]
        x0, y0, x1, y1 = x0 - reach, y0 - reach, x1 + reach, y1 + reach
    # Comparisons instead of min and max, which are calls: this runs for every op of every repaint.
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


def changes(old: Sequence[Op], new: Sequence[Op], last: int = _LAST) -> list[Op]:
    """Returns ops of either list without which both lists are the same: pixels may only differ where these lie.

    Args:
        old: A display list.
        new: Another one.
        last: So many ops at the end of both are compared with each other.
    """
    start, stop_old, stop_new = 0, len(old), len(new)
    shorter = min(stop_old, stop_new)
    changed: list[Op] = []
    for back in range(1, min(last, shorter) + 1):
        if old[-back] != new[-back]:
            changed += old[-back], new[-back]
        stop_old -= 1
        stop_new -= 1
    shorter = min(stop_old, stop_new)
    while start + _RUN <= shorter and old[start : start + _RUN] == new[start : start + _RUN]:
        start += _RUN
    while start < shorter and old[start] == new[start]:
        start += 1
    while (
        stop_old - start >= _RUN
        and stop_new - start >= _RUN
        and old[stop_old - _RUN : stop_old] == new[stop_new - _RUN : stop_new]
    ):
        stop_old -= _RUN
        stop_new -= _RUN
    while stop_old > start and stop_new > start and old[stop_old - 1] == new[stop_new - 1]:
        stop_old -= 1
        stop_new -= 1
    before_them, after_them = old[start:stop_old], new[start:stop_new]
    if stop_old == stop_new:
        for before, after in zip(before_them, after_them, strict=True):
            if before is not after and before != after:
                changed += before, after
        return changed
    if len(before_them) > _CHANGES < len(after_them) and not any(
        [op in after_them for op in before_them[:: len(before_them) // _SAMPLES]]
    ):  # another page: nothing is the same, which would take long to find out
        return [*changed, *before_them, *after_them]
    places: dict[Op, int] = {}
    for index in range(stop_old - 1, start - 1, -1):
        places[old[index]] = index
    at = start
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


def area_of(rect: Rect) -> int:
    """Returns the area of a rectangle, in pixels."""
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def uncovered(part: Rect, covers: Sequence[Rect]) -> list[Rect]:
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


def _bounds(changed: list[Op], screen: Rect) -> list[Rect]:
    """Returns one rectangle around many ops; it ignores their clips, since it has to be quick."""
    left, top, right, bottom = screen[2], screen[3], screen[0], screen[1]
    for op in changed:
        _, x0, y0, x1, y1 = op[:5]
        if op[0] == "shadow":
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
    around = max(screen[0], left), max(screen[1], top), min(screen[2], right), min(screen[3], bottom)
    return [around] if around[0] < around[2] and around[1] < around[3] else []


def damage(old: Sequence[Op], new: Sequence[Op], screen: Rect) -> list[Rect]:
    """Returns a few rectangles that hold every pixel in which two display lists differ.

    Args:
        old: A display list.
        new: Another one.
        screen: The whole screen, (0, 0, width, height) in pixels.
    """
    return rects_of(changes(old, new), screen)


def rects_of(changed: list[Op], screen: Rect) -> list[Rect]:
    """Returns a few rectangles that hold all that some ops may touch inside a rectangle.

    Args:
        changed: The ops.
        screen: The rectangle.
    """
    rects: list[Rect] = []
    if len(changed) > _CHANGES:
        rects = _bounds(changed, screen)
        changed = []
    for op in changed:
        rect = visible(op, screen)
        if rect is None:
            continue
        left, top, right, bottom = rect
        limit = _GAP + (right - left) * (bottom - top)
        for index, (x0, y0, x1, y1) in enumerate(rects):
            limit_here = limit + (x1 - x0) * (y1 - y0)
            # Comparisons instead of min and max, as in _visible.
            x0 = left if left < x0 else x0
            y0 = top if top < y0 else y0
            x1 = right if right > x1 else x1
            y1 = bottom if bottom > y1 else y1
            if (x1 - x0) * (y1 - y0) <= limit_here:
                rects[index] = (x0, y0, x1, y1)
                break
        else:
            if len(rects) < _RECTS:
                rects.append(rect)
            else:
                rects[-1] = _join(rects[-1], rect)
    return [screen] if len(rects) > 1 and sum(map(area_of, rects)) > _WHOLE * area_of(screen) else rects
