"""Long lists, of which only the rows near the view are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from crab_gym.sim.machine.app import Context
from crab_gym.sim.ui import LazyRow, Space, Widget

__all__ = ["near_view"]

_T = TypeVar("_T")
_SHORT, _SLACK = 24, 4


def near_view(
    context: Context,
    key: str,
    items: Sequence[_T],
    height: int,
    make: Callable[[_T], Widget],
    above: int = 0,
    row: int | str = "row2",
) -> list[Widget]:
    """Returns the rows of a list in a `Scroll`: those near its view, and space in the stead of the others.

    Args:
        context: The view's.
        key: The scroll's key.
        items: What the rows show.
        height: Of each row, about.
        make: Makes a row.
        above: Height of what stands above the list in the same scroll.
        row: Height of each row, exactly; see `LazyRow`.
    """
    if len(items) <= _SHORT:
        return [LazyRow(row, make, item) for item in items]
    offset = min(context.page.scroll.get(key, 0) - above, len(items) * height - context.machine.height)
    first = max(0, offset // height - _SLACK)
    last = min(len(items), first + context.machine.height // height + 2 * _SLACK)
    return [
        Space(first * height),
        *[LazyRow(row, make, item) for item in items[first:last]],
        Space((len(items) - last) * height),
    ]
