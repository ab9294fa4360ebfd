"""A machine's state at one time, kept to be compared with a later one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from crab_sim.machine.chance import Chance
from crab_sim.ui.page import PlainData

__all__ = ["Memory", "Seeder"]

Seeder = Callable[[random.Random, float], object]
"""Makes a slice's content from a seeded generator and the time at which the machine was booted."""


class Memory:
    """A machine's state at one time, for reading only; it costs nothing until it is read.

    Args:
        slices: The state's slices.
        seeded: The values that the seed gives slices, as far as they have been made.
        seeders: Makers of the others.
    """

    def __init__(
        self, slices: Mapping[str, PlainData], seeded: dict[str, PlainData], seeders: Mapping[str, Seeder]
    ) -> None:
        self._slices, self._seeded, self._seeders = slices, seeded, seeders

    @property
    def slices(self) -> Mapping[str, PlainData]:
        """The slices that aren't as the seed makes them."""
        return self._slices

    @property
    def names(self) -> set[str]:
        """The names of all slices, whether they have been made or not."""
        return {*self._slices, *self._seeders}

    def source(self, name: str) -> object:
        """Returns the value of a slice; None where it is as the seed makes it, which is then not made."""
        return self._slices.get(name)

    def value(self, name: str) -> PlainData:
        """Returns the value of a slice."""
        if name in self._slices:
            return self._slices[name]
        if name not in self._seeded:
            chance = Chance(f"{self._slices['seed']}:{name}")
            self._seeded[name] = self._seeders[name](chance, self._slices["booted"])
        return self._seeded[name]
