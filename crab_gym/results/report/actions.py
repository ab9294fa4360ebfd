"""Recorded actions as text, and as shapes on the screen that show where they landed.

* `shapes` - points and arrows on a device's screen.
* `action_text` - the action in one line.

Actions come from a policy's reply, so they may contain anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from crab_sim.devices.gestures import DISTANCES, swipe_path

__all__ = ["WHEEL_ARROW", "action_text", "shapes"]

WHEEL_ARROW = 90
"""Length of the arrow for a turn of the mouse wheel, in pixels."""
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_MAX_LENGTH = 400

Shape = dict[str, Any]
Point = tuple[int, int]


def action_text(action: Any) -> str:
    """Returns an action in one line, with its arguments as JSON; anything that is no action is JSON as a whole.

    >>> action_text({"device": "android", "name": "tap", "args": {"x": 3, "y": 4}})
    'tap(x=3, y=4)'
    >>> action_text([1, 2])
    '[1, 2]'
    """
    if isinstance(action, Mapping) and isinstance(action.get("name"), str) and action["name"]:
        args = action.get("args", {})
        if isinstance(args, Mapping):
            arguments = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in args.items())
        else:
            arguments = json.dumps(args, ensure_ascii=False)
        line = f"{action['name']}({arguments})"
    else:
        line = json.dumps(action, ensure_ascii=False)
    return line if len(line) <= _MAX_LENGTH else line[: _MAX_LENGTH - 1] + "…"


def shapes(action: Any, size: tuple[int, int], points: Sequence[Point] = ()) -> list[Shape]:
    """Returns the shape that shows where an action landed.

    Args:
        action: The action.
        size: Width and height of its device's screen, in pixels.
        points: The recorded point where it landed, or its start and end; if empty, the action's own coordinates are
            used.

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
    start, end = _start_and_end(args, points)
    if start is None:
        return []
    x, y = start
    direction, distance = args.get("direction"), args.get("distance", "medium")
    if end is None and name == "swipe" and direction in _DIRECTIONS and distance in DISTANCES:
        _, end = swipe_path(x, y, direction, distance, *size)
    elif end is None and name == "scroll" and direction in _DIRECTIONS:
        across, down = _DIRECTIONS[direction]
        end = (x + across * WHEEL_ARROW, y + down * WHEEL_ARROW)
    if end is None:
        return [{"kind": "point", "x": x, "y": y, "verb": name}]
    end_x, end_y = end
    return [{"kind": "arrow", "x1": x, "y1": y, "x2": end_x, "y2": end_y}]


def _start_and_end(args: Mapping[str, Any], points: Sequence[Point]) -> tuple[Point | None, Point | None]:
    """Returns the points where an action began and ended, each None if the action has none."""
    if points:
        start, *others = points
        return start, others[0] if others else None
    end = _point(args.get("x2"), args.get("y2"))
    return (_point(args.get("x1"), args.get("y1")), end) if end else (_point(args.get("x"), args.get("y")), None)


def _point(x: Any, y: Any) -> Point | None:
    return (x, y) if all(type(value) is int and abs(value) < 100_000 for value in (x, y)) else None
