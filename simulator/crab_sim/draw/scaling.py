"""Display lists for screens with more pixels: every op larger, texts and icons in the size that they then have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Clip, Op, Rect

__all__ = ["scaled"]

_MIN_TEXT, _MAX_TEXT = 6, 400


def scaled(ops: Sequence[Op], across: float, down: float) -> tuple[Op, ...]:
    """Returns ops on a screen that is wider and higher.

    Args:
        ops: The ops.
        across: Pixels for each pixel, across.
        down: The same, upright.
    """
    return tuple([_scaled(op, across, down) for op in ops])


def _size(text: str, font: metrics.Font, size: int, factor: float) -> int:
    """Returns the size at which a text takes as much room as before, in proportion: small letters are narrower."""
    larger = max(_MIN_TEXT, min(_MAX_TEXT, round(size * factor)))
    room = metrics.width(text, font, size) * factor + 1
    while larger > _MIN_TEXT and metrics.width(text, font, larger) > room:
        larger -= 1
    return larger


def _rect(rect: Rect, across: float, down: float) -> Rect:
    left, top, right, bottom = rect
    return round(left * across), round(top * down), round(right * across), round(bottom * down)


@lru_cache(maxsize=8192)
def _scaled(op: Op, across: float, down: float) -> Op:
    factor = min(across, down)
    left, top, right, bottom = _rect((op[1], op[2], op[3], op[4]), across, down)
    clip: Clip = None if op[5] is None else _rect(op[5], across, down)
    match op:
        case ("fill", *_):
            right, bottom = max(right, left + (op[3] > op[1])), max(bottom, top + (op[4] > op[2]))
            return ("fill", left, top, right, bottom, clip, op[6])
        case ("round", _, _, _, _, _, color, radius):
            return ("round", left, top, right, bottom, clip, color, round(radius * factor))
        case ("frame", _, _, _, _, _, color, radius, width):
            return (
                "frame",
                left,
                top,
                right,
                bottom,
                clip,
                color,
                round(radius * factor),
                max(1, round(width * factor)),
            )
        case ("text", _, _, _, _, _, color, text, font, size, align):
            larger = _size(text, font, size, factor)
            return ("text", left, top, right, bottom, clip, color, text, font, larger, align)
        case ("icon", _, _, _, _, _, color, name):
            return ("icon", left, top, right, bottom, clip, color, name)
        case ("picture", _, _, _, _, _, key):
            return ("picture", left, top, right, bottom, clip, key)
        case ("shade", _, _, _, _, _, color, alpha):
            return ("shade", left, top, right, bottom, clip, color, alpha)
        case ("shadow", _, _, _, _, _, radius):
            return ("shadow", left, top, right, bottom, clip, round(radius * factor))
        case ("layer", _, _, _, _, _, inner):
            return ("layer", left, top, right, bottom, clip, scaled(inner, across, down))
    raise ValueError(f"unknown kind of op {op[0]!r}")
