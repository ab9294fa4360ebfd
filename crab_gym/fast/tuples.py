"""Tuples that are made or looked up by the hundred per screen.

`new` makes a named tuple from a row of its values. It takes 0.12 µs for 12 values, where ``SomeTuple._make`` takes 0.17
and ``SomeTuple(...)`` 0.20 (timeit): these are Python functions around it. A desktop has some 200 nodes, each of which
may become an element and a mark in every step.

`HashedTuple` computes its hash once. The ops of a layer, such as the home screen, are the key of the layer's image at
each repaint: with 60 ops the look-up takes 0.1 instead of 4 µs (timeit).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

__all__ = ["HashedTuple", "new"]

_Item = TypeVar("_Item")

new: Final = tuple.__new__
"""``new(SomeTuple, row)`` returns ``SomeTuple(*row)``; the row must have all values, in order."""


class HashedTuple(tuple[_Item, ...]):
    """A tuple that keeps its hash. Copies and pickles of it are plain tuples, since hashes differ between processes."""

    def __init__(self, items: Iterable[_Item]) -> None:
        self._hash = super().__hash__()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[tuple[_Item, ...]], tuple[tuple[_Item, ...]]]:
        return tuple, (tuple(self),)
