"""Infos of many environments, converted between one dict per environment and one dict of columns.

* `columns` - plain lists by key, cheap to send to another process and to concatenate.
* `join` - concatenates the columns of several groups of environments.
* `batch` - turns columns into a vector environment's infos: one array per key, and a mask ``_<key>``.
* `changed_columns` - the columns that changed since the last step.
* `Merger` - joins and batches, but only the columns that changed.
* `split` - turns a vector environment's infos into one dict per environment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ABSENT", "Columns", "Merger", "Nested", "batch", "changed_columns", "columns", "join", "split"]


class _Absent(Enum):
    ABSENT = "absent"


ABSENT = _Absent.ABSENT
"""The value in a column for an environment whose info lacks the key."""

_UNBATCHED = ("final_obs",)
"""Keys whose values stay unchanged even if they are dicts, as in Gymnasium."""

_NUMBERS = (bool, int, float)
_PLAIN = frozenset({str, float, int, bool})


class Nested(NamedTuple):
    """A column of dicts: their columns, and whether each environment has one (None if all have)."""

    columns: Columns
    present: list[bool] | None


Columns = dict[str, "list[Any] | Nested"]
"""Key to one value per environment, in their order."""


def columns(infos: Sequence[Mapping[str, Any]]) -> Columns:
    """Returns the columns of some environments' infos.

    >>> columns([{"step": 1, "terms": {"a": 0.5}}, {"step": 2, "terms": {"a": 0.0}}])["step"]
    [1, 2]
    """
    first = infos[0]
    keys = first.keys()
    if all([info.keys() == keys for info in infos]):  # the usual case, made fast
        return {key: _column(key, [info[key] for info in infos]) for key in keys}
    union = dict.fromkeys(key for info in infos for key in info)
    return {key: _column(key, [info.get(key, ABSENT) for info in infos]) for key in union}


def _column(key: str, values: list[Any]) -> list[Any] | Nested:
    kinds = set(map(type, values))
    if dict not in kinds or key in _UNBATCHED:
        return values
    if kinds == {dict}:
        return Nested(columns(values), None)
    if kinds == {dict, _Absent}:
        dicts = [value if value is not ABSENT else {} for value in values]
        return Nested(columns(dicts), [value is not ABSENT for value in values])
    return values


def join(parts: Sequence[Columns], counts: Sequence[int]) -> Columns:
    """Returns the columns of several groups of environments as one.

    Args:
        parts: Columns of each group.
        counts: Number of environments of each group.
    """
    if len(parts) == 1:
        return parts[0]
    keys = dict.fromkeys([key for part in parts for key in part])
    return {key: _joined([part.get(key) for part in parts], counts) for key in keys}


def _joined(pieces: Sequence[list[Any] | Nested | None], counts: Sequence[int]) -> list[Any] | Nested:
    if not any([isinstance(piece, Nested) for piece in pieces]):
        out: list[Any] = []
        for piece, count in zip(pieces, counts, strict=True):
            out += piece if piece is not None else [ABSENT] * count
        return out
    nested: list[Nested] = []
    for piece, count in zip(pieces, counts, strict=True):
        if isinstance(piece, list):  # dicts in one group, other values in another: no nesting
            return [value for group, n in zip(pieces, counts, strict=True) for value in _rows(group, n)]
        nested.append(Nested({}, [False] * count) if piece is None else piece)
    present: list[bool] | None = None
    if any([piece.present is not None for piece in nested]):
        present = []
        for piece, count in zip(nested, counts, strict=True):
            present += piece.present if piece.present is not None else [True] * count
    return Nested(join([piece.columns for piece in nested], counts), present)


def _rows(column: list[Any] | Nested | None, count: int) -> list[Any]:
    if column is None:
        return [ABSENT] * count
    if isinstance(column, list):
        return column
    inner = {key: _rows(piece, count) for key, piece in column.columns.items()}
    present = column.present or [True] * count
    return [
        {key: values[row] for key, values in inner.items() if values[row] is not ABSENT} if present[row] else ABSENT
        for row in range(count)
    ]


def batch(parts: Columns, count: int) -> dict[str, Any]:
    """Returns infos in the form of Gymnasium's vector environments.

    Args:
        parts: Columns of the environments.
        count: Number of environments.

    Returns:
        Key to an array ``(count, ...)``, of numbers if all values are numbers and else of objects, and ``_<key>`` to
        a mask ``(count,) bool`` of the environments that have the key. Dicts become dicts of the same form.

    >>> batch(columns([{"step": 1}, {"step": 2, "note": "x"}]), 2)["_note"].tolist()
    [False, True]
    """
    out: dict[str, Any] = {}
    for key, column in parts.items():
        mask = np.ones(count, np.bool_)
        if isinstance(column, Nested):
            out[key] = batch(column.columns, count)
            if column.present is not None:
                mask[:] = column.present
        else:
            out[key] = _array(column, count, mask)
        out[f"_{key}"] = mask
    return out


def _array(values: Sequence[Any], count: int, mask: NDArray[np.bool_]) -> NDArray[Any]:
    kinds = set(map(type, values))
    if _Absent in kinds:
        kinds.discard(_Absent)
        mask[:] = [value is not ABSENT for value in values]
    if len(kinds) == 1:
        (kind,) = kinds
        array: NDArray[Any] | None = None
        if kind in _NUMBERS or issubclass(kind, np.number):
            array = np.zeros(count, kind)
        elif kind is np.ndarray:
            shapes = {(value.shape, value.dtype) for value in values if value is not ABSENT}
            if len(shapes) == 1:
                ((shape, dtype),) = shapes
                array = np.zeros((count, *shape), dtype)
        if array is not None:
            if mask.all():
                array[:] = values
            else:
                for row in np.flatnonzero(mask).tolist():
                    array[row] = values[row]
            return array
    if kinds == {int, float}:
        return np.array([0.0 if value is ABSENT else value for value in values], np.float64)
    objects = np.empty(count, object)
    if kinds == {str} and mask.all():
        objects[:] = values
    else:  # one by one, since numpy would take lists for rows
        for row, value in enumerate(values):
            objects[row] = None if value is ABSENT else value
    return objects


def changed_columns(before: Columns, now: Columns) -> Columns:
    """Returns the columns that differ from the previous ones."""
    return {key: column for key, column in now.items() if not _same(before.get(key), column)}


def _same(before: Any, now: Any) -> bool:
    """Returns whether a column is unchanged; False for columns with values other than text and numbers."""
    if isinstance(now, Nested):
        return (
            isinstance(before, Nested)
            and before.present == now.present
            and before.columns.keys() == now.columns.keys()
            and all([_same(before.columns[key], column) for key, column in now.columns.items()])
        )
    return isinstance(before, list) and _PLAIN.issuperset(map(type, now)) and before == now


class Merger:
    """Joins and batches the infos of groups of environments, but only the columns that changed.

    Args:
        counts: Number of environments of each group.

    Attributes:
        groups: The current columns of each group.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        self.groups: list[Columns] = [{} for _ in counts]
        self._counts = tuple(counts)
        self._total = sum(counts)
        self._batched: dict[str, Any] = {}
        self._stale: set[str] = set()

    def put(self, group: int, keys: list[str], changed: Columns) -> None:
        """Updates a group's columns.

        Args:
            group: Number of the group.
            keys: Keys of all its columns.
            changed: The columns that changed.
        """
        before = self.groups[group]
        self._stale.update(changed)
        if list(before) != keys:
            self._stale.update(before.keys() ^ keys)
        self.groups[group] = {key: changed[key] if key in changed else before[key] for key in keys}

    def whole(self) -> dict[str, Any]:
        """Returns the infos of all environments in the form of `batch`, as arrays that the caller owns."""
        for key in self._stale:
            parts: list[Columns] = [{key: group[key]} if key in group else {} for group in self.groups]
            self._batched.pop(key, None)
            self._batched.pop(f"_{key}", None)
            self._batched.update(batch(join(parts, self._counts), self._total))
        self._stale.clear()
        return _copied(self._batched)


def _copied(infos: dict[str, Any]) -> dict[str, Any]:
    return {key: _copied(value) if isinstance(value, dict) else value.copy() for key, value in infos.items()}


def split(infos: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    """Returns one dict per environment from a vector environment's infos, with NumPy scalars as Python numbers.

    >>> split(batch(columns([{"step": 1}, {"step": 2, "note": "x"}]), 2), 2)
    [{'step': 1}, {'step': 2, 'note': 'x'}]
    """
    out: list[dict[str, Any]] = [{} for _ in range(count)]
    for key, column in infos.items():
        mask = infos.get(f"_{key}")
        if mask is None:
            continue  # the mask itself
        if isinstance(column, Mapping):
            values: Sequence[Any] = split(column, count)
        else:
            values = column.tolist() if column.ndim == 1 else column
        if mask.all():
            for info, value in zip(out, values, strict=True):
                info[key] = value
        else:
            for row in np.flatnonzero(mask).tolist():
                out[row][key] = values[row]
    return out
