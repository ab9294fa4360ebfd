"""Where an action landed, as shapes to draw, and the action in a line.

* `shapes` - points and arrows on a device's screen.
* `told` - the action in words.

Actions are what a policy said, so anything may stand in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.devices.gestures import DISTANCES, swipe_path

__all__ = ["REACH", "shapes", "told"]

REACH = 90
"""Pixels from where a wheel is turned to the end of the arrow that shows it."""
_WHEEL = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_LONGEST = 400

Shape = dict[str, Any]


def told(action: Any) -> str:
    """Returns an action in a line; whatever it is, in words of JSON.

    >>> told({"device": "android", "name": "tap", "args": {"x": 3, "y": 4}})
    'tap(x=3, y=4)'
    >>> told([1, 2])
    '[1, 2]'
    """
    if isinstance(action, Mapping) and isinstance(action.get("name"), str) and action["name"]:
        args = action.get("args", {})
        if isinstance(args, Mapping):
            given = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in args.items())
        else:
            given = json.dumps(args, ensure_ascii=False)
        line = f"{action['name']}({given})"
    else:
        line = json.dumps(action, ensure_ascii=False)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def shapes(action: Any, size: tuple[int, int], points: Sequence[tuple[int, int]] = ()) -> list[Shape]:
    """Returns what shows where an action landed.

    Args:
        action: The action.
        size: Width and height of its device's screen, in pixels.
        points: Where it landed, if that was recorded: a point, or a start and an end. Without, the action's own
            coordinates are taken.

    Returns:
        At most one shape: ``{"kind": "point", "x", "y", "verb"}`` or ``{"kind": "arrow", "x1", "y1", "x2", "y2"}``,
        in pixels of the screen; none for actions that don't touch it.

    >>> shapes({"name": "click", "args": {"x": 30, "y": 40}}, (1280, 720))
    [{'kind': 'point', 'x': 30, 'y': 40, 'verb': 'click'}]
    """
    if not isinstance(action, Mapping) or not isinstance(action.get("name"), str):
        return []
    name, args = action["name"], action.get("args")
    args = args if isinstance(args, Mapping) else {}
    start, end = _ends(args, points)
    if start is None:
        return []
    direction = args.get("direction")
    if end is None and name == "swipe" and direction in _WHEEL and args.get("distance") in DISTANCES:
        end = swipe_path(*start, direction, args["distance"], *size)[1]
    elif end is None and name == "scroll" and direction in _WHEEL:
        across, down = _WHEEL[direction]
        end = (start[0] + across * REACH, start[1] + down * REACH)
    if end is None:
        return [{"kind": "point", "x": start[0], "y": start[1], "verb": name}]
    return [{"kind": "arrow", "x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}]


Point = tuple[int, int]


def _ends(args: Mapping[str, Any], points: Sequence[Point]) -> tuple[Point | None, Point | None]:
    """Returns where an action began and ended, None for what it hasn't."""
    if points:
        return points[0], points[1] if len(points) > 1 else None
    end = _point(args.get("x2"), args.get("y2"))
    return (_point(args.get("x1"), args.get("y1")), end) if end else (_point(args.get("x"), args.get("y")), None)


def _point(x: Any, y: Any) -> Point | None:
    return (x, y) if all(type(value) is int and abs(value) < 100_000 for value in (x, y)) else None
