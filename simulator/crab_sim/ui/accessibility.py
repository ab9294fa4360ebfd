"""The accessibility tree of a laid-out screen: the visible nodes as an accessibility service reads them.

* `read_screen` - the tree of one scene. `ScreenReader` - the trees of one scene after the other, in less time.
* `AccessibleElement` - one row of a tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

from crab_sim.draw.ops import Rect
from crab_sim.fast import tuples
from crab_sim.ui.node import (
    CHECKABLE,
    CHECKED,
    DISABLED,
    EDITABLE,
    FOCUSED,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Node,
    ShadeData,
)

__all__ = ["AccessibleElement", "ScreenReader", "read_screen"]

_PANELS = frozenset(("dialog", "menu", "other"))
_MANY = 48
"""Nodes of which it pays to look up those that were read before."""

_Row = TypeVar("_Row", bound=tuple[object, ...])


class AccessibleElement(NamedTuple):
    """One visible node; the fields are those of `crab_gym.backends.base.Element`, in their order."""

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


def read_screen(nodes: Sequence[Node], front: str, row: type[_Row], modal: bool = False) -> tuple[_Row, ...]:
    """Returns the nodes of which any part is visible, back to front.

    Args:
        nodes: The nodes of a scene.
        front: Id of the window that has the focus, ``"shell"`` for the home screen.
        row: Type of the result's rows: `AccessibleElement`, or another named tuple of the same fields.
        modal: Whether what lies behind a dialog, menu or sheet is left out, as on a phone.
    """
    return ScreenReader(row, modal).read(nodes, front)


class ScreenReader(Generic[_Row]):
    """Reads the scenes of one machine, one after the other; rows of nodes that stay are not made again.

    Args:
        row: See `read_screen`.
        modal: The same.
    """

    def __init__(self, row: type[_Row], modal: bool = False) -> None:
        self._row, self._modal = row, modal
        self._front = ""
        self._nodes: list[Node] = []  # of the last scene, and what they were read as
        self._rows: list[_Row] = []
        self._read: tuple[_Row, ...] = ()

    def __reduce__(self) -> tuple[type[ScreenReader[_Row]], tuple[type[_Row], bool]]:
        return ScreenReader, (self._row, self._modal)

    def read(self, nodes: Sequence[Node], front: str) -> tuple[_Row, ...]:
        """Returns the same as `read_screen`, and the very tuple of the last call if nothing has changed since."""
        same_front = front == self._front
        if same_front and nodes == self._nodes:
            return self._read
        old, first, last, last_old = self._nodes, 0, len(nodes), len(self._nodes)
        if same_front:
            shorter = min(last, last_old)
            while first < shorter and nodes[first] is old[first]:
                first += 1
            while last > first and last_old > first and nodes[last - 1] is old[last_old - 1]:
                last -= 1
                last_old -= 1
        # Most of many others are in the last scene, too; `_nodes` keeps these alive, so that none has another one's id.
        known: dict[int, _Row] = {}
        if last - first > _MANY:
            known = dict(zip(map(id, old[first:last_old]), self._rows[first:last_old], strict=True))
        made: list[_Row] = []
        row, make = self._row, tuples.new
        for node in nodes[first:last]:
            if known and (before := known.get(id(node))) is not None:
                if same_front or not (node.role == "window" or node.flags & FOCUSED):  # these depend on the front
                    made.append(before)
                    continue
            role, _, _, _, _, _, owner, message, long_message, _, flags, data = node
            if role == "window":
                flags = flags | FOCUSED if owner == front else flags & ~FOCUSED
            elif flags & FOCUSED and owner != front and owner != "shell":
                flags &= ~FOCUSED
            state = _STATES[message is not None and message[0] != "nothing"][long_message is not None][flags]
            if type(data) is ShadeData and data.modal and not self._modal:  # a mouse's click doesn't close it
                node = node._replace(description="")
            made.append(make(row, node[:6] + state))
        rows = self._rows[:first] + made + self._rows[last_old:]
        self._front, self._nodes, self._rows = front, [*nodes], rows
        if self._modal and ShadeData in map(type, map(_DATA, nodes)):
            self._read = _above_shade(nodes, rows)
        else:
            self._read = _visible(nodes, rows) if "window" in map(_ROLE, rows) else tuple(rows)
        return self._read


def _above_shade(nodes: Sequence[Node], rows: Sequence[_Row]) -> tuple[_Row, ...]:
    """Returns the rows of the nodes that the topmost shade isn't drawn over."""
    shade = max([i for i, node in enumerate(nodes) if isinstance(node.data, ShadeData)])
    x1, y1, x2, y2 = nodes[shade].bounds
    kept: list[_Row] = []
    for node, row in zip(nodes[:shade], rows[:shade], strict=True):
        left, top, right, bottom = node.bounds
        if not (x1 <= left and y1 <= top and right <= x2 and bottom <= y2):
            kept.append(row)
    return (*kept, *rows[shade:])


def _visible(nodes: Sequence[Node], rows: Sequence[_Row]) -> tuple[_Row, ...]:
    """Returns the rows of the visible nodes: those that no window above hides entirely.

    What lies below a dialog or an open menu of its own window is hidden too where its middle does: a click would go to
    the dialog.
    """
    visible: list[_Row] = []
    covers: list[tuple[str, Rect]] = []
    panels: list[tuple[str, Rect]] = []  # of dialogs and menus
    for node, row in zip(reversed(nodes), reversed(rows), strict=True):
        role, _, _, _, _, bounds, owner, message, _, _, _, data = node
        is_covered = covers and _is_covered(bounds, owner, covers)
        if not is_covered and not (panels and type(data) is not ShadeData and _is_behind(bounds, owner, panels)):
            visible.append(row)
        if role == "window":
            covers.append((owner, bounds))
        elif role in _PANELS and message == ("nothing",):
            panels.append((owner, bounds))
    visible.reverse()
    return tuple(visible)


def _is_covered(bounds: Rect, owner: str, covers: Sequence[tuple[str, Rect]]) -> bool:
    """Returns whether a rectangle lies in a window of another owner."""
    left, top, right, bottom = bounds
    for other, (x1, y1, x2, y2) in covers:
        if x1 <= left and y1 <= top and right <= x2 and bottom <= y2 and other != owner:
            return True
    return False


def _is_behind(bounds: Rect, owner: str, panels: Sequence[tuple[str, Rect]]) -> bool:
    """Returns whether the middle of a rectangle lies in a dialog or menu of the same owner."""
    x, y = (bounds[0] + bounds[2]) // 2, (bounds[1] + bounds[3]) // 2
    for other, (x1, y1, x2, y2) in panels:
        if x1 <= x < x2 and y1 <= y < y2 and other == owner:
            return True
    return False


def _state(clickable: bool, long_clickable: bool, flags: int) -> tuple[bool, ...]:
    """Returns the fields of a row after its bounds."""
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


_ROLE = itemgetter(0)
_DATA = itemgetter(Node._fields.index("data"))
_STATES = [
    [[_state(click, long_click, flags) for flags in range(256)] for long_click in (False, True)]
    for click in (False, True)
]
"""These fields of all rows, by whether the node takes a tap, whether it takes a long tap, and its flags."""
