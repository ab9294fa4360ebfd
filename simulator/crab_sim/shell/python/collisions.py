"""The keys of sets and dicts that have the same hash.

Python's sets and dicts compare a new key with all that have its hash, so that a program which chooses keys with one
hash makes each insertion as slow as there are keys. Texts can't be chosen so, since their hashes differ by process;
huge integers, tuples, frozensets and objects with a ``__hash__`` can.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from crab_sim.machine.work import Budget
from crab_sim.shell.python.values import Instance, Value

_FREE: Final = 64
"""Keys of one hash that cost nothing: -1 and -2 have the same, and so have tuples of them."""
_PRICE: Final = 1 / 1000
"""Price of a comparison with one key, in steps of the line; it includes that of growing the container."""
_UNIQUE: Final = (1 << 61) - 1
"""Integers below this differ in their hashes, but for -1 and -2."""
_PLAIN: Final = frozenset({str, bytes, float, bool, type(None)})


class Collisions:
    """The different keys of each hash that a program has used, in whichever container.

    Attributes:
        longest: the largest number of keys that share a hash; 0 as long as they are few enough to cost nothing.
    """

    __slots__ = ("_budget", "_keys", "_objects", "longest")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._keys: dict[int, list[Value]] = {}
        self._objects: dict[int, set[int]] = {}
        self.longest = 0

    def keys(self, values: Iterable[Value]) -> None:
        """Pays for looking keys up, or for inserting them."""
        for value in values:
            kind = type(value)
            if kind not in _PLAIN and not (kind is int and -_UNIQUE < value < _UNIQUE):
                self._key(value)

    def _key(self, value: Value) -> None:
        if isinstance(value, (Instance, BaseException)):
            return  # `instance` counts it when the host asks for its hash
        key = _without_objects(value)
        try:
            number = hash(key)
        except TypeError:
            return  # the container will complain
        same = self._keys.get(number)
        if same is None:
            self._keys[number] = [key]
            return
        if key not in same:
            same.append(key)
        self._pay(len(same), _size(key) if len(same) > _FREE else 1)

    def instance(self, number: int, instance: Value) -> None:
        """Pays for looking up an object of the program, which equals only itself, by the hash that it gives."""
        same = self._objects.setdefault(number, set())
        same.add(id(instance))
        self._pay(len(same), 1)

    def container(self, size: int) -> None:
        """Pays for making a container of keys anew."""
        if self.longest:
            self._budget.charge(size * self.longest * _PRICE / 2)

    def _pay(self, same: int, size: float) -> None:
        if same > _FREE:
            self.longest = max(self.longest, same)
            self._budget.charge(same * size * _PRICE)


def _without_objects(value: Value) -> Value:
    """Returns a key without the program's objects in it, so that its hash and comparison run no code of the program."""
    if isinstance(value, (Instance, BaseException)):
        return None
    if isinstance(value, tuple):
        if all([type(item) in _PLAIN or type(item) is int for item in value]):
            return value
        return tuple([_without_objects(item) for item in value])
    if isinstance(value, frozenset):
        return frozenset([_without_objects(item) for item in value])
    return value


def _size(value: Value) -> float:
    """Returns the price of comparing a key, in prices of comparing an ordinary one."""
    if isinstance(value, int):
        return 1 + value.bit_length() / 8192
    if isinstance(value, (tuple, frozenset)):
        return 1 + sum([_size(item) for item in value]) / 8
    return 1.0
