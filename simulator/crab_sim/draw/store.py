"""A cache that is bounded by bytes."""

from __future__ import annotations

from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Store"]

_Value = TypeVar("_Value")


class Store(Generic[_Value]):
    """A cache bounded by the bytes of its values; those not used for long go first. Threads may share it.

    It keeps two generations, each of half the bytes. A value found in the old generation moves to the young one; when
    the young one is full, it becomes the old one, which is dropped. So most look-ups are a single one in a dictionary,
    without the reordering of a cache that counts uses.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.held = 0  # bytes of the young
        self.young: dict[tuple[object, ...], tuple[_Value, int]] = {}
        self.old: dict[tuple[object, ...], tuple[_Value, int]] = {}
        self.lock = Lock()

    def get(self, key: tuple[object, ...]) -> _Value | None:
        """Returns a value, None if it isn't kept."""
        found = self.young.get(key)
        if found is None:
            found = self.old.get(key)
            if found is None:
                return None
            self._keep(key, found)
        return found[0]

    def put(self, key: tuple[object, ...], value: _Value, size: int) -> None:
        """Keeps a value, unless it alone exceeds half the limit."""
        if 2 * size <= self.limit:
            self._keep(key, (value, size))

    def _keep(self, key: tuple[object, ...], sized: tuple[_Value, int]) -> None:
        size = sized[1]
        with self.lock:
            if key in self.young:
                return
            if 2 * (self.held + size) > self.limit:
                self.young, self.old, self.held = {}, self.young, 0
            self.young[key] = sized
            self.held += size
