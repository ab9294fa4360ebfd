"""Tables of a machine's state: tuples of named tuples with an ``id``, changed by making new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

__all__ = ["get", "next_id", "remove", "update_row"]


class Row(Protocol):
    """A named tuple with an id."""

    @property
    def id(self) -> int:
        """The row's number, unique in its table."""

    @property
    def _replace(self) -> Callable[..., Any]:
        """Every named tuple's, with attributes of its own."""


_R = TypeVar("_R", bound=Row)


def next_id(rows: Sequence[Row]) -> int:
    """Returns the id of a row to add: one more than the greatest."""
    return max([row.id for row in rows], default=0) + 1


def get(rows: Sequence[_R], row_id: int | None) -> _R | None:
    """Returns the row with an id."""
    return next((row for row in rows if row.id == row_id), None)


def remove(rows: Sequence[_R], row_id: int) -> tuple[_R, ...]:
    """Removes a row; nothing happens where there is none."""
    return tuple([row for row in rows if row.id != row_id])


def update_row(rows: Sequence[_R], row_id: int, **changes: Any) -> tuple[_R, ...]:
    """Changes attributes of a row."""
    return tuple([row._replace(**changes) if row.id == row_id else row for row in rows])
