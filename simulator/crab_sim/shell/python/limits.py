"""Bounds on a program: steps, sizes of values, nesting."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import ItemsView, KeysView, Sequence, ValuesView
from typing import Final

from crab_sim.machine.work import Budget
from crab_sim.shell.errors import LimitExceeded
from crab_sim.shell.python.collisions import Collisions
from crab_sim.shell.python.values import Value

MAX_SOURCE: Final = 1 << 17
"""Maximum characters of a program."""
MAX_TEXT: Final = 1 << 22
"""Maximum length of a text or of bytes."""
MAX_ITEMS: Final = 1 << 20
"""Maximum length of a list or another container."""
MAX_BITS: Final = 1 << 17
"""Maximum size of an integer."""
MAX_FRAMES: Final = 996
"""Deepest nesting of calls; Python's own limit is 1000 frames."""
MAX_RUNS: Final = 24
"""Deepest nesting of calls that go through the host, such as those of keys of a sort."""
MAX_NESTING: Final = 120
"""Deepest nesting of containers that are shown, compared or hashed."""
INSTRUCTION: Final = 0.008
"""Price of one instruction, in steps of the line."""
FUEL: Final = 400
"""Instructions that are paid for at once."""
_WORD: Final = 1 << 4096
"""Integers above this take long to hash and compare."""
_SCALARS: Final = frozenset({int, float, str, bytes, bool, type(None)})
_NESTED: Final = (list, tuple, dict, set, frozenset, deque, slice, KeysView, ValuesView, ItemsView)


class Meter:
    """The bounds of a running program; each method charges the line's budget for work.

    Attributes:
        budget: the line's budget.
        collisions: the keys that the program has used in sets and dicts.
    """

    __slots__ = ("budget", "collisions")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.collisions = Collisions(budget)

    def charge(self, steps: float) -> None:
        """Takes `steps` off the line's budget."""
        self.budget.charge(steps)

    def text(self, size: int) -> None:
        """Pays for a text of `size` characters.

        Raises:
            MemoryError: it is too long.
        """
        if size > MAX_TEXT:
            raise MemoryError
        if size > 256:
            self.budget.charge(size / 4096)

    def items(self, size: int) -> None:
        """Pays for a container of `size` items.

        Raises:
            MemoryError: it is too large.
        """
        if size > MAX_ITEMS:
            raise MemoryError
        if size > 64:
            self.budget.charge(size / 512)
            self.collisions.container(size)

    def product(self, left: int, right: int) -> None:
        """Pays for a multiplication or division of integers with so many bits.

        Raises:
            MemoryError: the result is too large.
        """
        if left + right > MAX_BITS:
            raise MemoryError
        if left + right > 2000:
            self.budget.charge(1 + left * right / 1e7)

    def power(self, base: int, exponent: int, modulus: int | None = None) -> None:
        """Pays for a power of integers."""
        if modulus is not None:
            bits = modulus.bit_length()
            self.budget.charge(exponent.bit_length() * (1 + bits * bits / 1e6) / 50)
        elif exponent > 0 and abs(base) > 1:
            if exponent > MAX_BITS or base.bit_length() * exponent > MAX_BITS:
                raise MemoryError
            bits = base.bit_length() * exponent
            self.budget.charge(bits * bits / 1e8)

    def weigh(self, *values: Value) -> None:
        """Pays for visiting everything in values, before they are shown, compared or hashed.

        Raises:
            RecursionError: containers are nested too deeply.
        """
        for value in values:
            kind = type(value)
            if kind in _SCALARS:
                if (kind is str or kind is bytes) and len(value) > 4096:
                    self.budget.charge(len(value) / 65536)
                elif kind is int and (value > _WORD or value < -_WORD):
                    self.budget.charge(value.bit_length() / 1e6)
            elif isinstance(value, _NESTED):
                self._weigh(value)

    def key(self, value: Value) -> None:
        """Pays for looking up or inserting a key; see `weigh`."""
        self.weigh(value)
        self.collisions.keys((value,))

    def keys(self, values: Sequence[Value]) -> None:
        """Pays for inserting keys; see `weigh`."""
        self.weigh(values)
        self.collisions.keys(values)

    def _weigh(self, value: Value) -> None:
        pending: list[tuple[Value, int]] = [(value, 1)]
        size = 0
        while pending:
            found, depth = pending.pop()
            if depth > MAX_NESTING:
                raise RecursionError("maximum recursion depth exceeded")
            if isinstance(found, slice):
                found = (found.start, found.stop, found.step)
            size += len(found)
            if size > 2000:
                self.budget.charge(size / 200)
                size = 0
            if isinstance(found, (set, frozenset, dict)):
                self.collisions.container(len(found))
            inner = [*found, *found.values()] if isinstance(found, dict) else found
            for item in inner:
                if type(item) not in _SCALARS and isinstance(item, _NESTED):
                    pending.append((item, depth + 1))
            if len(pending) > MAX_ITEMS:
                raise LimitExceeded("python3: a value is too large, stopped")
        self.budget.charge(size / 200)


def factorial_bits(number: int) -> float:
    """Returns an estimate of the bits of a factorial."""
    return number * math.log2(number + 2)
