"""What an accessibility service reads of a laid-out screen.

* `shown` - the nodes of which something is seen, as it reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from crab_gym.sim.ui.scene import (
    CHECKABLE,
    CHECKED,
    DISABLED,
    EDITABLE,
    FOCUSED,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Node,
    Rect,
)

__all__ = ["Shown", "shown"]


_Row = TypeVar("_Row", bound=tuple[Any, ...])


class Shown(NamedTuple):
    """One node; the fields are those of `crab_gym.backends.base.Element`, in their order."""

    role: str
    text: str
    description: str
    resource_id: str
    app: str
    bounds: Rect
    clickable: bool
    long_clickable: bool
    editable: bool
    checkable: bool
    checked: bool
    selected: bool
    focused: bool
    enabled: bool
    scrollable: bool
    password: bool


def shown(nodes: Sequence[Node], front: str, row: type[_Row]) -> tuple[_Row, ...]:
    """Returns the nodes of which something is seen, back to front.

    Args:
        nodes: A scene's.
        front: Id of the window that has the focus, ``"shell"`` for the home screen.
        row: What to return them as: `Shown`, or another named tuple of the same fields.
    """
    rows: list[_Row] = []
    make = tuple.__new__
    for node in _visible(nodes):
        bounds, role, _, _, _, _, owner, message, long_message, _, flags, _ = node
        if not flags and role != "window":
            touch = bounds, message is not None and message[0] != "nothing", long_message is not None
            rows.append(make(row, node[1:6] + touch + _NO_FLAGS))
            continue
        if role == "window":
            flags = flags | FOCUSED if owner == front else flags & ~FOCUSED
        elif flags & FOCUSED and owner != front and owner != "shell":
            flags &= ~FOCUSED
        touch = (
            bounds,
            message is not None and message[0] != "nothing",
            long_message is not None or bool(flags & EDITABLE),
        )
        rows.append(make(row, node[1:6] + touch + _FLAGS[flags]))
    return tuple(rows)


def _visible(nodes: Sequence[Node]) -> Sequence[Node]:
    """Returns the nodes of which something is seen: those that no window above hides entirely."""
    if "window" not in [node[1] for node in nodes]:
        return nodes
    found: list[Node] = []
    covers: list[tuple[str, Rect]] = []
    for node in reversed(nodes):
        if covers:
            left, top, right, bottom = node.bounds
            for owner, c in covers:
                if c[0] <= left and c[1] <= top and right <= c[2] and bottom <= c[3] and owner != node.owner:
                    break
            else:
                found.append(node)
        else:
            found.append(node)
        if node.role == "window":
            covers.append((node.owner, node.bounds))
    found.reverse()
    return found


_FLAGS = tuple(
    (
        bool(flags & EDITABLE),
        bool(flags & CHECKABLE),
        bool(flags & CHECKED),
        bool(flags & SELECTED),
        bool(flags & FOCUSED),
        not flags & DISABLED,
        bool(flags & SCROLLABLE),
        bool(flags & PASSWORD),
    )
    for flags in range(256)
)
"""The last fields of a row, by a node's flags."""
_NO_FLAGS = _FLAGS[0]
