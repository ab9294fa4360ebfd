"""What an accessibility service reads of a laid-out screen.

* `shown` - the nodes of which something is seen, as it reads them. * `Reader` - those of one scene after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

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

__all__ = ["Reader", "Shown", "shown"]


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
    return Reader(row).read(nodes, front)


class Reader(Generic[_Row]):
    """Reads the scenes of one machine, one after the other: what is on both of two is made once.

    Args:
        row: See `shown`.
    """

    def __init__(self, row: type[_Row]) -> None:
        self._row = row
        self._front = ""
        self._nodes: Sequence[Node] = ()  # of the last scene; held, so that no other node gets the number of one
        self._rows: dict[int, _Row] = {}  # by their numbers
        self._read: tuple[_Row, ...] = ()

    def read(self, nodes: Sequence[Node], front: str) -> tuple[_Row, ...]:
        """Returns what `shown` does; the very tuple of the last time where nothing has changed."""
        if front != self._front:
            self._rows = {}
        elif nodes is self._nodes or nodes == self._nodes:
            return self._read
        numbers = list(map(id, nodes))
        found = list(map(self._rows.get, numbers))
        rows: list[_Row] = []
        row, make, windows = self._row, tuple.__new__, False
        for node, made in zip(nodes, found, strict=True):
            role = node.role
            if role == "window":
                windows = True
            if made is None:
                flags, message = node.flags, node.message
                if role == "window":
                    flags = flags | FOCUSED if node.owner == front else flags & ~FOCUSED
                elif flags & FOCUSED and node.owner != front and node.owner != "shell":
                    flags &= ~FOCUSED
                state = _STATES[message is not None and message[0] != "nothing"][node.long_message is not None][flags]
                made = make(row, node[:6] + state)
            rows.append(made)
        self._front, self._nodes, self._rows = front, nodes, dict(zip(numbers, rows, strict=True))
        self._read = _visible(nodes, rows) if windows else tuple(rows)
        return self._read


def _visible(nodes: Sequence[Node], rows: Sequence[_Row]) -> tuple[_Row, ...]:
    """Returns the rows of the nodes of which something is seen: those that no window above hides entirely."""
    found: list[_Row] = []
    covers: list[tuple[str, Rect]] = []
    for node, row in zip(reversed(nodes), reversed(rows), strict=True):
        left, top, right, bottom = node.bounds
        for owner, c in covers:
            if c[0] <= left and c[1] <= top and right <= c[2] and bottom <= c[3] and owner != node.owner:
                break
        else:
            found.append(row)
        if node.role == "window":
            covers.append((node.owner, node.bounds))
    found.reverse()
    return tuple(found)


def _state(clickable: bool, long_clickable: bool, flags: int) -> tuple[bool, ...]:
    """Returns a row's fields after the bounds."""
    return (
        clickable,
        long_clickable or bool(flags & EDITABLE),
        bool(flags & EDITABLE),
        bool(flags & CHECKABLE),
        bool(flags & CHECKED),
        bool(flags & SELECTED),
        bool(flags & FOCUSED),
        not flags & DISABLED,
        bool(flags & SCROLLABLE),
        bool(flags & PASSWORD),
    )


_STATES = [
    [[_state(click, long_click, flags) for flags in range(256)] for long_click in (False, True)]
    for click in (False, True)
]
"""Those by whether it takes a tap, whether it takes a long one, and its flags."""
