"""`Recorder`: notes which parts of a machine's state are read."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, Final, cast

from crab_sim.machine.machine import Machine

__all__ = ["Recorder"]

_MISSING: Final = object()


class Recorder(MutableMapping[str, Any]):
    """Stands in for a machine's slices while evaluators read them; see `crab_gym.backends.reads.Reads`.

    Slices are immutable, so one that is still the same object has the same value.

    Args:
        machine: The machine.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._slices = machine.slices
        self._names: set[str] = set()
        self._last: dict[str, Any] = {}  # of all that was ever read: the values at the last look

    def replaced(self) -> set[str]:
        """Returns the names of what was read before and has been replaced since the last call."""
        last, slices = self._last, self._machine.slices
        names = {name for name, value in last.items() if slices.get(name, _MISSING) is not value}
        for name in names:
            last[name] = slices.get(name, _MISSING)
        return names

    def begin(self) -> None:
        """Notes what is read from now on."""
        self._names.clear()
        self._slices = self._machine.slices
        self._machine.slices = cast("dict[str, Any]", self)

    def taken(self) -> frozenset[str]:
        """Returns the names of what was read since the beginning, or since the last call."""
        names = frozenset(self._names)
        self._names.clear()
        for name in names - self._last.keys():
            self._last[name] = self._slices.get(name, _MISSING)
        return names

    def end(self) -> None:
        """Notes nothing any more."""
        self._machine.slices = self._slices

    def __getitem__(self, name: str) -> Any:
        """Returns a slice, and notes its name, also if there is none."""
        self._names.add(name)
        return self._slices[name]

    def __iter__(self) -> Iterator[str]:
        """Yields all names: who asks for them depends on everything, as on the time."""
        self._names.add("time")
        return iter(self._slices)

    def __len__(self) -> int:
        """Returns the number of slices."""
        self._names.add("time")
        return len(self._slices)

    def __setitem__(self, name: str, value: Any) -> None:
        """Replaces a slice."""
        self._slices[name] = value

    def __delitem__(self, name: str) -> None:
        """Removes a slice."""
        del self._slices[name]
