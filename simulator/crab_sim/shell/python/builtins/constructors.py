"""Calls of built-in types, such as ``int("12")`` and ``list(values)``."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from crab_sim.shell.python.limits import MAX_TEXT
from crab_sim.shell.python.members.texts import check_errors, encoding
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Instance, Native, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


def _integer(machine: Machine, value: Value = 0, base: Value = None) -> int:
    if isinstance(value, (str, bytes)):
        machine.meter.text(len(value))
        if base not in (None, 0, 2, 4, 8, 16, 32) or base is None:
            machine.meter.charge(len(value) ** 2 / 1e7)
        if len(value) > 20_000:
            raise ValueError(f"Exceeds the limit (4300 digits) for integer string conversion: value has {len(value)}")
        return int(value) if base is None else int(value, base)
    if base is not None:
        raise TypeError("int() can't convert non-string with explicit base")
    return int(value)


def _text(machine: Machine, value: Value = "", *given: Value, **named: Value) -> str:
    if given or named:
        if not isinstance(value, bytes):
            raise TypeError(f"decoding to str: need a bytes-like object, {type_name(value)} found")
        name = given[0] if given else named.get("encoding", "utf-8")
        return value.decode(encoding(name), check_errors(named.get("errors", "strict")))
    return machine.text.show(value)


def _data(machine: Machine, value: Value = b"", *given: Value) -> bytes:
    if isinstance(value, str):
        if not given:
            raise TypeError("string argument without an encoding")
        machine.meter.text(4 * len(value))
        return value.encode(encoding(given[0]))
    if isinstance(value, int):
        if value > MAX_TEXT:
            raise MemoryError
        return bytes(value)
    if isinstance(value, bytes):
        return value
    return bytes(machine.collect(value))


def _keys(machine: Machine, values: Value) -> list[Value]:
    found = machine.collect(values)
    machine.meter.keys(found)
    return found


def _pairs(machine: Machine, values: Value) -> Value:
    if isinstance(values, dict):
        machine.meter.items(len(values))
        return values
    found = [machine.collect(pair) if machine.iterable(pair) else pair for pair in machine.collect(values)]
    machine.meter.weigh(found)
    machine.meter.collisions.keys([pair[0] for pair in found if isinstance(pair, list) and pair])
    return found


def _counter(machine: Machine, values: Value = (), **named: int) -> Counter[Value]:
    return Counter(values if isinstance(values, dict) else _keys(machine, values), **named)


def _queue(machine: Machine, values: Value = (), maxlen: int | None = None) -> deque[Value]:
    return deque(machine.collect(values), maxlen)


def _default(machine: Machine, factory: Value = None, *values: Value, **named: Value) -> defaultdict[Value, Value]:
    if factory is None:
        return defaultdict(None, *[_pairs(machine, value) for value in values], **named)
    made = Native("factory", lambda: machine.call(factory), machine.text.repr(factory))
    return defaultdict(made, *[_pairs(machine, value) for value in values], **named)


def _kind(machine: Machine, value: Value, *others: Value) -> type:
    if others:
        raise TypeError("the simulated machine's Python makes classes only by 'class'")
    return type(value)


def constructors(machine: Machine) -> dict[Value, Callable[..., Value]]:
    """Returns the callables that make values of built-in types."""
    return {
        int: partial(_integer, machine),
        float: float,
        bool: lambda value=False: bool(value),
        str: partial(_text, machine),
        bytes: partial(_data, machine),
        list: lambda values=(): machine.collect(values),
        tuple: lambda values=(): values if type(values) is tuple else tuple(machine.collect(values)),
        dict: lambda values=(), **named: {**dict(_pairs(machine, values)), **named},
        set: lambda values=(): set(_keys(machine, values)),
        frozenset: lambda values=(): frozenset(_keys(machine, values)),
        range: range,
        slice: slice,
        object: Instance,
        type: partial(_kind, machine),
        Counter: partial(_counter, machine),
        OrderedDict: lambda values=(), **named: OrderedDict(_pairs(machine, values), **named),
        defaultdict: partial(_default, machine),
        deque: partial(_queue, machine),
    }
