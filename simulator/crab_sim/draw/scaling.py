"""Display lists for screens with more pixels: every op larger, texts and icons in the size that they then have.

What lies side by side, or in line, stays so: a text begins and ends where its pixels would if they were enlarged, since
the layout has placed by them whatever comes before and behind it, and its baseline stays where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from crab_sim.draw import projection
from crab_sim.draw import text as metrics
from crab_sim.draw.ops import SHADOW_INSET, Clip, Icon, Op, Picture, Rect, Shadow, Spread, Text

__all__ = ["scaled"]

_MIN_TEXT, _MAX_TEXT = 6, 400
_THIN = 2  # lines and carets of so many pixels are equally thick everywhere


def scaled(ops: Sequence[Op], across: float, down: float) -> tuple[Op, ...]:
    """Returns ops on a screen that is wider and higher.

    Args:
        ops: The ops.
        across: Pixels for each pixel, across.
        down: The same, upright.
    """
    return tuple([_picture(op, across, down) if op[0] == "picture" else _scaled(op, across, down) for op in ops])


def _rect(rect: Rect, across: float, down: float) -> Rect:
    left, top, right, bottom = rect
    return round(left * across), round(top * down), round(right * across), round(bottom * down)


def _clip(clip: Clip, across: float, down: float) -> Clip:
    return None if clip is None else _rect(clip, across, down)


def _picture(op: Picture, across: float, down: float) -> Picture:
    """Returns a larger picture; it isn't kept, as its key may be all of its pixels."""
    left, top, right, bottom = _rect((op[1], op[2], op[3], op[4]), across, down)
    key = op[6]
    if isinstance(key, str) and key.startswith("map:"):
        key = projection.enlarged(key, op[3] - op[1], op[4] - op[2])
    return ("picture", left, top, right, bottom, _clip(op[5], across, down), key)


def _length(first: int, last: int, factor: float) -> int:
    """Returns how long a side of a filled rectangle is at least."""
    length = last - first
    return max(1, round(length * factor)) if 0 < length <= _THIN else 0


def _text(op: Text, across: float, down: float) -> Spread:
    """Returns a text whose pixels lie where those of the original would be."""
    _, left, top, right, bottom, clip, color, text, font, size, align = op
    text, align = metrics.seen_part(text, font, size, align, right - left)
    wide = metrics.width(text, font, size)
    start = {"left": left, "center": left + (right - left - wide) // 2, "right": right - wide}[align]
    baseline = top + (bottom - top - metrics.line_height(font, size)) // 2 + metrics.ascent(font, size)
    larger = max(_MIN_TEXT, min(_MAX_TEXT, round(size * min(across, down))))
    upper = round(baseline * down) - metrics.ascent(font, larger)
    if clip is not None:
        left, top, right, bottom = max(left, clip[0]), max(top, clip[1]), min(right, clip[2]), min(bottom, clip[3])
    return (
        "spread", round(start * across), upper, round((start + wide) * across),
        upper + metrics.line_height(font, larger), _rect((left, top, right, bottom), across, down), color, text, font,
        larger, size,
    )  # fmt: skip


def _icon(op: Icon, across: float, down: float) -> Icon:
    """Returns an icon that is equally large wherever it lies."""
    _, left, top, right, bottom, clip, color, name = op
    side = round(min(right - left, bottom - top) * min(across, down))
    x, y = round((left + right) * across / 2 - side / 2), round((top + bottom) * down / 2 - side / 2)
    return ("icon", x, y, x + side, y + side, _clip(clip, across, down), color, name)


def _shadow(op: Shadow, across: float, down: float) -> Shadow:
    """Returns a shadow that begins as deep inside its box, in proportion.

    Painters begin all shadows equally deep, so that of a smaller box reaches farther instead.
    """
    _, left, top, right, bottom, clip, radius = op
    factor = min(across, down)
    inset = min(SHADOW_INSET, (right - left) // 2, (bottom - top) // 2)
    deeper = max(0, round(inset * factor) - SHADOW_INSET)
    left, top, right, bottom = _rect((left, top, right, bottom), across, down)
    reach = round(radius * factor) + deeper if radius > 0 else 0
    return (
        "shadow", left + deeper, top + deeper, right - deeper, bottom - deeper, _clip(clip, across, down), reach
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _scaled(op: Op, across: float, down: float) -> Op:
    factor = min(across, down)
    left, top, right, bottom = _rect((op[1], op[2], op[3], op[4]), across, down)
    clip = _clip(op[5], across, down)
    match op:
        case ("fill", *_):
            right = max(right, left + _length(op[1], op[3], across))
            bottom = max(bottom, top + _length(op[2], op[4], down))
            return ("fill", left, top, right, bottom, clip, op[6])
        case ("round", _, _, _, _, _, color, radius):
            return ("round", left, top, right, bottom, clip, color, round(radius * factor))
        case ("frame", _, _, _, _, _, color, radius, width):
            line = max(1, round(width * factor))
            return ("frame", left, top, right, bottom, clip, color, round(radius * factor), line)
        case ("text", *_):
            return _text(op, across, down)
        case ("icon", *_):
            return _icon(op, across, down)
        case ("shade", _, _, _, _, _, color, alpha):
            return ("shade", left, top, right, bottom, clip, color, alpha)
        case ("shadow", *_):
            return _shadow(op, across, down)
        case ("layer", _, _, _, _, _, inner):
            return ("layer", left, top, right, bottom, clip, scaled(inner, across, down))
    raise ValueError(f"can't enlarge an op of kind {op[0]!r}")
