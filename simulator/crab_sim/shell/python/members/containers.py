"""Members of lists, tuples, dicts, sets, generators and the containers of ``collections``."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.shell.python.members.table import Table
from crab_sim.shell.python.values import Generator, Property, Record, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

LIST = Table(list, plain="append clear copy count index insert pop remove reverse", collected="extend")
TUPLE = Table(tuple, plain="count index")
DICT = Table(dict, plain="clear copy get items keys pop popitem setdefault values")
_SET_METHODS = "difference intersection isdisjoint issubset issuperset symmetric_difference union"  # all take iterables
SET = Table(
    set,
    plain="add clear copy discard remove",
    collected=_SET_METHODS + " difference_update intersection_update symmetric_difference_update update",
)
FROZENSET = Table(frozenset, plain="copy", collected=_SET_METHODS)
RANGE = Table(range)
RANGE.properties.update(
    start=lambda machine, value: value.start,
    stop=lambda machine, value: value.stop,
    step=lambda machine, value: value.step,
)
SLICE = Table(slice)
SLICE.properties.update(RANGE.properties)
DEQUE = Table(deque, plain="append appendleft clear copy count index insert pop popleft remove reverse rotate")
DEQUE.properties["maxlen"] = lambda machine, value: value.maxlen
COUNTER = Table(Counter, plain="copy total")
ORDERED = Table(OrderedDict, plain="move_to_end")
DEFAULTDICT = Table(defaultdict)
DEFAULTDICT.properties["default_factory"] = lambda machine, value: value.default_factory
GENERATOR = Table(Generator)
RECORD = Table(Record)
PROPERTY = Table(Property)
_VIEWS: tuple[type, ...] = (type(dict[int, int]().keys()), type(dict[int, int]().items()))
for _view in _VIEWS:
    Table(_view, collected="isdisjoint")


def sort_key(machine: Machine, key: Value) -> Callable[[Value], Value] | None:
    """Returns the key of a sort as a function of the host."""
    if key is None:
        return None
    return lambda value: machine.call(key, value)


def pay_for_sort(machine: Machine, values: list[Value]) -> None:
    """Pays for sorting a list."""
    machine.meter.weigh(values)
    depth = math.log2(len(values) + 2)
    machine.meter.charge(len(values) * depth / 5000)
    machine.meter.charge(sum([len(value) for value in values if isinstance(value, (str, bytes))]) * depth / 1e6)


@LIST.method("sort")
def _sort(machine: Machine, values: list[Value], *, key: Value = None, reverse: Value = False) -> None:
    pay_for_sort(machine, values)
    values.sort(key=sort_key(machine, key), reverse=bool(reverse))


@DICT.method("update")
def _update(machine: Machine, values: dict[Value, Value], *others: Value, **named: Value) -> None:
    for other in others:
        if isinstance(other, dict):
            machine.meter.items(len(values) + len(other))
            values.update(other)
            continue
        pairs: list[Value] = [machine.collect(pair) for pair in machine.collect(other)]
        machine.meter.weigh(pairs)
        machine.meter.collisions.keys([pair[0] for pair in pairs if pair])
        machine.meter.items(len(values) + len(pairs))
        values.update(pairs)
    values.update(named)


@DICT.static("fromkeys")
def _fromkeys(machine: Machine, keys: Value, value: Value = None) -> dict[Value, Value]:
    keys = machine.collect(keys)
    machine.meter.keys(keys)
    return dict.fromkeys(keys, value)


@SET.method("pop")
def _pop(machine: Machine, values: set[Value]) -> Value:
    if not values:
        raise KeyError("pop from an empty set")
    first = machine.text.ordered(values)[0]
    values.remove(first)
    return first


@RANGE.method("index")
def _range_index(machine: Machine, values: range, value: Value) -> int:
    if not isinstance(value, int):
        raise ValueError("sequence.index(x): x not in sequence")
    return values.index(value)


@RANGE.method("count")
def _range_count(machine: Machine, values: range, value: Value) -> int:
    return int(value in values) if isinstance(value, int) else 0


@DEQUE.method("extend")
def _deque_extend(machine: Machine, values: deque[Value], more: Value) -> None:
    added = machine.collect(more)
    machine.meter.items(len(values) + len(added))
    values.extend(added)


@DEQUE.method("extendleft")
def _deque_extendleft(machine: Machine, values: deque[Value], more: Value) -> None:
    added = machine.collect(more)
    machine.meter.items(len(values) + len(added))
    values.extendleft(added)


@COUNTER.method("most_common")
def _most_common(machine: Machine, values: Counter[Value], count: int | None = None) -> list[Value]:
    machine.meter.charge(len(values) * math.log2(len(values) + 2) / 1000)
    ranked = sorted(values.items(), key=lambda pair: pair[1], reverse=True)
    return ranked if count is None else ranked[: max(count, 0)]


@COUNTER.method("elements")
def _elements(machine: Machine, values: Counter[Value]) -> list[Value]:
    machine.meter.items(sum([max(count, 0) for count in values.values()]))
    return list(values.elements())


def _pay_to_count(machine: Machine, added: Value) -> None:
    machine.meter.weigh(added)
    machine.meter.collisions.keys(added)


@COUNTER.method("update")
def _count(machine: Machine, values: Counter[Value], more: Value = (), **named: int) -> None:
    added = more if isinstance(more, dict) else machine.collect(more)
    _pay_to_count(machine, added)
    values.update(added, **named)


@COUNTER.method("subtract")
def _subtract(machine: Machine, values: Counter[Value], more: Value = (), **named: int) -> None:
    added = more if isinstance(more, dict) else machine.collect(more)
    _pay_to_count(machine, added)
    values.subtract(added, **named)


@GENERATOR.method("send")
def _send(machine: Machine, generator: Generator, value: Value) -> Value:
    return machine.resume(generator, value)


@GENERATOR.method("close")
def _close(machine: Machine, generator: Generator) -> None:
    generator.frame = None


@GENERATOR.method("__next__")
def _next(machine: Machine, generator: Generator) -> Value:
    return machine.resume(generator, None)


@RECORD.method("_asdict")
def _asdict(machine: Machine, record: Record) -> dict[str, Value]:
    return dict(zip(type(record).fields_, record, strict=True))


@RECORD.method("_replace")
def _record_replace(machine: Machine, record: Record, **named: Value) -> Record:
    values = dict(zip(type(record).fields_, record, strict=True))
    unknown = [name for name in named if name not in values]
    if unknown:
        raise ValueError(f"Got unexpected field names: {unknown!r}")
    return type(record)({**values, **named}.values())


RECORD.properties["_fields"] = lambda machine, record: type(record).fields_


@PROPERTY.method("setter")
def _setter(machine: Machine, given: Property, function: Value) -> Property:
    return Property(given.getter, function)
