"""Built-in functions over iterables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from crab_sim.shell.python.members.containers import pay_for_sort, sort_key
from crab_sim.shell.python.operators import COMPARISONS, binary
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Lazy, Raised, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_NOTHING = object()


def _length(machine: Machine, value: Value) -> int:
    if isinstance(value, type) or not hasattr(type(value), "__len__"):
        raise TypeError(f"object of type '{type_name(value)}' has no len()")
    return len(value)


def _total(machine: Machine, values: Value, /, start: Value = 0) -> Value:
    if isinstance(start, str):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    for value in machine.items(values):
        start = binary(machine, "+", start, value)
    return start


def _sort(machine: Machine, values: Value, /, *, key: Value = None, reverse: Value = False) -> list[Value]:
    found = machine.collect(values)
    pay_for_sort(machine, found)
    return sorted(found, key=sort_key(machine, key), reverse=bool(reverse))


def _extreme(machine: Machine, name: str, sign: str) -> Callable[..., Value]:
    def call(*values: Value, key: Value = None, default: Value = _NOTHING) -> Value:
        if not values:
            raise TypeError(f"{name} expected at least 1 argument, got 0")
        best = best_key = _NOTHING
        for value in machine.items(values[0] if len(values) == 1 else values):
            weight = value if key is None else machine.call(key, value)
            machine.meter.weigh(weight)
            if best is _NOTHING or COMPARISONS[sign](machine, weight, best_key):
                best, best_key = value, weight
        if best is not _NOTHING:
            return best
        if default is _NOTHING:
            message = f"{name}() arg is an empty sequence"
            raise ValueError(message)
        return default

    return call


def _numbered(machine: Machine, values: Value, start: int = 0) -> Lazy:
    return Lazy("enumerate", enumerate(machine.iterate(values), start), values)


def _zipped(machine: Machine, *values: Value, strict: Value = False) -> Lazy:
    return Lazy("zip", _zip([machine.iterate(value) for value in values], bool(strict)), *values)


def _mapped(machine: Machine, function: Value, *values: Value) -> Lazy:
    if not values:
        raise TypeError("map() must have at least two arguments.")
    iterators = [machine.iterate(value) for value in values]
    if len(iterators) == 1:
        return Lazy("map", (machine.call(function, value) for value in iterators[0]), *values)
    return Lazy("map", (machine.call(function, *row) for row in _zip(iterators, False)), *values)


def _filtered(machine: Machine, function: Value, values: Value) -> Lazy:
    items = machine.items(values)
    if function is None:
        return Lazy("filter", (value for value in items if value), values)
    return Lazy("filter", (value for value in items if machine.call(function, value)), values)


def _backwards(machine: Machine, values: Value) -> Value:
    if isinstance(values, (list, tuple, str, bytes, range, dict)) or hasattr(type(values), "__reversed__"):
        return reversed(values)
    raise TypeError(f"'{type_name(values)}' object is not reversible")


def _iterate(machine: Machine, value: Value, *sentinel: Value) -> Value:
    if sentinel:
        return Lazy("callable_iterator", _until(machine, value, sentinel[0]))
    return machine.iterate(value)


def _following(machine: Machine, iterator: Value, *default: Value) -> Value:
    if isinstance(iterator, type) or not hasattr(type(iterator), "__next__"):
        raise TypeError(f"'{type_name(iterator)}' object is not an iterator")
    try:
        return next(iterator)
    except StopIteration:
        if default:
            return default[0]
        raise
    except Raised as raised:
        if default and isinstance(raised.value, StopIteration):
            return default[0]
        raise


def iterators(machine: Machine) -> dict[str, Callable[..., Value]]:
    """Returns functions by name."""
    return {
        "len": partial(_length, machine),
        "sum": partial(_total, machine),
        "sorted": partial(_sort, machine),
        "min": _extreme(machine, "min", "<"),
        "max": _extreme(machine, "max", ">"),
        "any": lambda values: any(machine.items(values)),
        "all": lambda values: all(machine.items(values)),
        "enumerate": partial(_numbered, machine),
        "zip": partial(_zipped, machine),
        "map": partial(_mapped, machine),
        "filter": partial(_filtered, machine),
        "reversed": partial(_backwards, machine),
        "iter": partial(_iterate, machine),
        "next": partial(_following, machine),
    }


def _zip(iterators: list[Iterator[Value]], strict: bool) -> Iterator[tuple[Value, ...]]:
    while iterators:
        row = []
        for index, iterator in enumerate(iterators):
            item = next(iterator, _NOTHING)
            if item is _NOTHING:
                if strict:
                    _check_strict(iterators, index)
                return
            row.append(item)
        yield tuple(row)


def _check_strict(iterators: list[Iterator[Value]], index: int) -> None:
    def others(count: int) -> str:
        return "argument 1" if count == 1 else f"arguments 1-{count}"

    if index:
        raise ValueError(f"zip() argument {index + 1} is shorter than {others(index)}")
    for number, iterator in enumerate(iterators[1:], 1):
        if next(iterator, _NOTHING) is not _NOTHING:
            raise ValueError(f"zip() argument {number + 1} is longer than {others(number)}")


def _until(machine: Machine, function: Value, sentinel: Value) -> Iterator[Value]:
    while True:
        machine.meter.charge(0.01)
        value = machine.call(function)
        if value == sentinel:
            return
        yield value
