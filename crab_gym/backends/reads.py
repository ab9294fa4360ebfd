"""`Reads`: what a backend knows of which values of its device's state are read."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

__all__ = ["Reads"]


class Reads(Protocol):
    """Notes by name which values of a device's state are read, so that what depends on them isn't computed again."""

    def replaced(self) -> Set[str]:
        """Returns the names of what was read before and has been replaced since the last call."""

    def begin(self) -> None:
        """Notes what is read from now on."""

    def taken(self) -> frozenset[str]:
        """Returns the names of what was read since the beginning, or since the last call."""

    def end(self) -> None:
        """Notes nothing any more."""
