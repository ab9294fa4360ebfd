"""Rows of an account, and the changes of two devices put together.

A row is plain data: what JSON can say, by column, with a number `id` that is the same on both devices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

__all__ = ["Row", "Rows", "merged", "milliseconds"]

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = tuple[Row, ...]


def milliseconds(seconds: float) -> int:
    """Returns a time of a site as the phone's databases keep it."""
    return round(seconds * 1000)


def merged(base: Rows, phone: Sequence[Row], desktop: Sequence[Row]) -> Rows:
    """Returns the rows that have the changes of both devices, by id.

    Where both changed a row, the phone's is kept, and a changed row rather than none. Where both added one under the
    same id, the desktop's gets a new one.

    Args:
        base: The rows that both had.
        phone: The rows that the phone has now.
        desktop: Those that the desktop has.

    >>> base = ({"id": 1, "name": "a"}, {"id": 2, "name": "b"})
    >>> merged(base, [{"id": 1, "name": "c"}, {"id": 2, "name": "b"}], [{"id": 1, "name": "a"}])
    ({'id': 1, 'name': 'c'},)
    """
    was, here, there = ({row["id"]: row for row in rows} for rows in (base, phone, desktop))
    result: dict[int, Row] = {}
    twice: list[Row] = []
    for key in sorted({*here, *there}):
        old, one, other = was.get(key), here.get(key), there.get(key)
        if old is None and one is not None and other is not None and one != other:
            twice.append(other)
        winner = other if one == old or (one is None and other != old) else one
        if winner is not None:
            result[key] = winner
    for row in twice:
        new = max(result) + 1
        result[new] = {**row, "id": new}
    return tuple(result.values())
