"""What an accessibility service reads of a laid-out screen.

* `shown` - the nodes of which something is seen, as it reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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


def shown(nodes: Sequence[Node], front: str) -> list[Shown]:
    """Returns the nodes of which something is seen, back to front.

    Args:
        nodes: A scene's.
        front: Id of the window that has the focus, ``"shell"`` for the home screen.
    """
    return [_shown(node, front) for node in _visible(nodes)]


def _visible(nodes: Sequence[Node]) -> list[Node]:
    """Returns the nodes of which something is seen: those that no window above hides entirely."""
    found: list[Node] = []
    covers: list[tuple[str, tuple[int, int, int, int]]] = []
    for node in reversed(nodes):
        left, top, right, bottom = node.bounds
        hidden = any(
            owner != node.owner and c[0] <= left and c[1] <= top and right <= c[2] and bottom <= c[3]
            for owner, c in covers
        )
        if not hidden:
            found.append(node)
        if node.role == "window":
            covers.append((node.owner, node.bounds))
    found.reverse()
    return found


def _shown(node: Node, owner: str) -> Shown:
    flags = node.flags
    focused = bool(flags & FOCUSED) and node.owner in (owner, "shell")
    if node.role == "window":
        focused = node.owner == owner
    return Shown(
        node.role,
        node.text,
        node.description,
        node.resource_id,
        node.app,
        node.bounds,
        node.message is not None and node.message[0] != "nothing",
        node.long_message is not None or bool(flags & EDITABLE),
        bool(flags & EDITABLE),
        bool(flags & CHECKABLE),
        bool(flags & CHECKED),
        bool(flags & SELECTED),
        focused,
        not flags & DISABLED,
        bool(flags & SCROLLABLE),
        bool(flags & PASSWORD),
    )
