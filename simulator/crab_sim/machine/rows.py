"""Tables in a machine's state: tuples of named tuples with an ``id``, changed by making new tuples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, Self, TypeVar

from crab_sim.ui.page import PlainData

__all__ = ["TableRow", "get", "next_id", "remove", "replace_row", "update_row"]


class TableRow(Protocol):
    """A named tuple with an id."""

    @property
    def id(self) -> int:
        """The row's number, unique in its table."""

    @property
    def _replace(self) -> Callable[..., Self]:
        """The named tuple's method, whose arguments are the row's own attributes."""


_R = TypeVar("_R", bound=TableRow)


def next_id(rows: Sequence[TableRow]) -> int:
    """Returns the id of a row to add: one more than the greatest."""
    return max([row.id for row in rows], default=0) + 1


def get(rows: Sequence[_R], row_id: int | None) -> _R | None:
    """Returns the row with an id, None if there is none."""
    return next((row for row in rows if row.id == row_id), None)


def remove(rows: Sequence[_R], row_id: int) -> tuple[_R, ...]:
    """Returns the table without the row with an id, if there is one."""
    return tuple([row for row in rows if row.id != row_id])


def replace_row(rows: Sequence[_R], new: _R) -> tuple[_R, ...]:
    """Returns the table with another row in place of the one with the same id."""
    return tuple([new if row.id == new.id else row for row in rows])


def update_row(rows: Sequence[_R], row_id: int, **changes: PlainData) -> tuple[_R, ...]:
    """Returns the table with changed attributes of one row."""
    return tuple([row._replace(**changes) if row.id == row_id else row for row in rows])
