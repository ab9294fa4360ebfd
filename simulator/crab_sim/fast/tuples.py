"""Tuples that are made or looked up by the hundred per screen.

`new` makes a named tuple from a row of its values. It takes 0.12 µs for 12 values, where ``SomeTuple._make`` takes 0.17
and ``SomeTuple(...)`` 0.20 (timeit): these are Python functions around it. A desktop has some 200 nodes, each of which
may become an element and a mark in every step.

`changed` replaces values of a named tuple: a page's scrolled lists take 0.4 µs, where ``_replace`` takes 1.1 (timeit).
Every touch that does something replaces a page and its window.

`HashedTuple` computes its hash once. The ops of a layer, such as the home screen, are the key of the layer's image at
each repaint: with 60 ops the look-up takes 0.1 instead of 4 µs (timeit).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

__all__ = ["HashedTuple", "changed", "new"]

_Item = TypeVar("_Item")
_Named = TypeVar("_Named", bound=NamedTuple)

new: Final = tuple.__new__
"""``new(SomeTuple, row)`` returns ``SomeTuple(*row)``; the row must have all values, in order."""


@cache
def _places(named: type[NamedTuple]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(named._fields)}


def changed(item: _Named, changes: Mapping[str, Any]) -> _Named:
    """Returns a named tuple with other values for some of its names, like its ``_replace``.

    Raises:
        KeyError: It has no such name.
    """
    row, places = [*item], _places(type(item))
    for name, value in changes.items():
        row[places[name]] = value
    return new(type(item), row)


class HashedTuple(tuple[_Item, ...]):
    """A tuple that keeps its hash. Copies and pickles of it are plain tuples, since hashes differ between processes."""

    def __init__(self, items: Iterable[_Item]) -> None:
        self._hash = super().__hash__()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[tuple[_Item, ...]], tuple[tuple[_Item, ...]]]:
        return tuple, (tuple(self),)
