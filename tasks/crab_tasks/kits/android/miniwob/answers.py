"""Whether a page's value is the one that was asked for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

__all__ = ["fits", "same"]


def fits(value: Any, wanted: Any) -> bool:
    """Returns whether a value is as wanted: equal, for a text without blanks around it, or as an object says.

    * ``{"near": [x, y, r]}`` - a point at most so far away.
    * ``{"between": [low, high]}`` - a number.
    * ``{"ray": [x, y, angle, tolerance]}`` - a point, seen from another one in a direction, in degrees.
    * ``{"inside": [left, top, right, bottom]}`` - a point.
    * ``{"any": [...]}`` - one of several; ``{"all": [...]}``; ``{"not": x}``.
    * ``{"word": text}`` - a text in letters of any size; ``{"part": [i, low, high]}`` - a number of a list.
    * ``{"begins": text}`` - the value's beginning, in any case; ``{"size": n}`` - a list's length;
      ``{"among": [...]}`` - a list of nothing else.
    * ``{"number": n}`` - a number, or a text that is one.

    >>> fits(" Ada", "Ada"), fits([3, 4], {"near": [0, 0, 5]}), fits("012", {"number": 12})
    (True, True, True)
    """
    if isinstance(wanted, dict):
        (rule, given), *_ = wanted.items()
        return value is not None and _fits_rule(value, rule, given)
    if isinstance(wanted, str):
        return isinstance(value, str) and value.strip() == wanted
    return bool(value == wanted)


def same(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Returns whether two answers are the same; of two points near by, one is taken for the other.

    >>> same({"point": {"near": [0, 0, 5]}}, {"point": {"near": [3, 4, 5]}})
    True
    """
    return first.keys() == second.keys() and all(_alike(first[name], second[name]) for name in first)


def _alike(first: Any, second: Any) -> bool:
    match first, second:
        case {"near": [x, y, radius]}, {"near": place}:
            return bool(math.dist((x, y), place[:2]) <= radius)
    return bool(first == second)


def _fits_rule(value: Any, rule: str, given: Any) -> bool:
    match rule:
        case "near":
            return bool(math.dist(value, given[:2]) <= given[2])
        case "between":
            return bool(given[0] <= value <= given[1])
        case "ray":
            return _in_direction(value, *given)
        case "inside":
            return bool(given[0] <= value[0] <= given[2] and given[1] <= value[1] <= given[3])
        case "any":
            return any(fits(value, one) for one in given)
        case "all":
            return all(fits(value, one) for one in given)
        case "not":
            return not fits(value, given)
        case "word":
            return bool(str(value).strip().casefold() == given.casefold())
        case "part":
            return bool(given[1] <= value[given[0]] <= given[2])
        case "begins":
            return str(value).casefold().startswith(given.casefold())
        case "size":
            return bool(len(value) == given)
        case "among":
            return all([one in given for one in value])
        case "number":
            return str(value).strip().removeprefix("+").lstrip("0").rjust(1, "0") == str(given)
    raise ValueError(f"unknown rule {rule!r}")


def _in_direction(value: Any, x: float, y: float, angle: float, tolerance: float) -> bool:
    dx, dy = value[0] - x, value[1] - y
    if math.hypot(dx, dy) < 12:
        return False
    turned = math.degrees(math.atan2(dy, dx)) - angle
    return abs((turned + 180) % 360 - 180) <= tolerance
