"""The parts that all action formats share: screens, and units of coordinates.

* `Screen`, `Points` - a device's screen, and the unit in which a format counts its pixels.
* `PIXELS`, `THOUSANDTHS`, `RESIZED` - units that several formats have.
* `FormatError` - a model's output stands for no action.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias

__all__ = [
    "NO_POINTER",
    "PIXELS",
    "RESIZED",
    "THOUSANDTHS",
    "FormatError",
    "ModelOutput",
    "Points",
    "Screen",
    "as_number",
    "quote",
    "smart_resize",
]  # fmt: skip

ModelOutput: TypeAlias = "str | Mapping[str, Any]"
"""The output of a model: text, or the arguments of a tool's call as JSON."""

_MAX_QUOTE = 90
NO_POINTER = "the pointer can't be moved alone; expected a click, a drag or a scroll"
"""The reason why moves of the pointer are refused."""


class FormatError(ValueError):
    """A model's output stands for no action; the message is the reason, a sentence that the model may be shown."""


class Screen(NamedTuple):
    """A device's screen as the model sees it.

    Attributes:
        device: The device, ``"ubuntu"`` or ``"android"``.
        width: Its width in pixels.
        height: Its height in pixels.
    """

    device: str
    width: int
    height: int


@dataclass(frozen=True)
class Points:
    """The unit in which a format counts pixels, from the top left corner.

    Attributes:
        extent: Returns the numbers that stand for the right and the lower edge of a screen of some width and height.
        digits: Number of decimal places that are written.
    """

    extent: Callable[[int, int], tuple[float, float]]
    digits: int = 0

    def read(self, screen: Screen, x: object, y: object) -> tuple[int, int]:
        """Returns the pixel at a point.

        Raises:
            FormatError: These are no numbers, or the point is outside the screen.
        """
        wide, high = self.extent(screen.width, screen.height)
        return _pixel("x", x, wide, screen.width), _pixel("y", y, high, screen.height)

    def write(self, screen: Screen, x: int, y: int) -> tuple[float, float]:
        """Returns the point of a pixel's middle, as numbers of this unit; `read` finds the pixel again where it can."""
        wide, high = self.extent(screen.width, screen.height)
        return _number(x, wide, screen.width, self.digits), _number(y, high, screen.height, self.digits)


def smart_resize(width: int, height: int, factor: int, least: int, most: int) -> tuple[float, float]:
    """Returns the size to which Qwen's vision models scale a picture, in whose pixels they count.

    Both sides become multiples of a factor, and the area lies between two limits (Qwen2-VL, 2024, §2.1).

    Args:
        width: The picture's width in pixels.
        height: Its height.
        factor: The side of a patch of pixels that becomes one token.
        least: The least area in pixels.
        most: The largest area.

    >>> smart_resize(1280, 720, 28, 3136, 12_845_056)
    (1288, 728)
    """
    wide, high = (max(factor, round(side / factor) * factor) for side in (width, height))
    if wide * high > most:
        shrink = math.sqrt(width * height / most)
        wide, high = (max(factor, math.floor(side / shrink / factor) * factor) for side in (width, height))
    elif wide * high < least:
        grow = math.sqrt(least / (width * height))
        wide, high = (math.ceil(side * grow / factor) * factor for side in (width, height))
    return wide, high


def _pixel(axis: str, value: object, extent: float, size: int) -> int:
    number = as_number(value)
    if number is None:
        raise FormatError(f"{axis} is {quote(value)}; expected a number")
    if not 0 <= number <= extent:
        raise FormatError(f"{axis} is {number:g}; expected 0 to {extent:g}")
    return min(size - 1, int(number * size / extent))


def _number(pixel: int, extent: float, size: int, digits: int) -> float:
    exact = (pixel + 0.5) * extent / size
    return round(exact, digits) if digits else int(exact)


def as_number(value: object) -> float | None:
    """Returns a finite number that a model wrote as a number or as text, None if it is none."""
    if isinstance(value, str):
        try:
            value = float(value[:40])
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 1e9 or value != value:
        return None
    return float(value)


def quote(value: object) -> str:
    """Quotes a value in a sentence, however long or strange it is."""
    if value is None:
        return "missing"
    try:
        text = repr(value[:80]) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = "no JSON"
    text = text if len(text) <= _MAX_QUOTE else f"{text[: _MAX_QUOTE - 1]}…"
    return text.encode("utf-8", "backslashreplace").decode()


PIXELS = Points(lambda width, height: (width, height))
"""Pixels of the picture."""
THOUSANDTHS = Points(lambda width, height: (1000, 1000))
"""Thousandths of the screen's width and height."""
RESIZED = Points(partial(smart_resize, factor=28, least=3136, most=12_845_056))
"""Pixels of the picture as Qwen2.5-VL, and what was trained from it, scales it."""
