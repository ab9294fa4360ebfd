"""``collections``, ``heapq``, ``bisect``, ``copy`` and ``operator``."""

from __future__ import annotations

import bisect
import heapq
import math
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.shell.python.machine.classes import class_member
from crab_sim.shell.python.members.containers import pay_for_sort, sort_key
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.operators import COMPARISONS, binary, unary
from crab_sim.shell.python.values import Instance, Record, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


def make_record(machine: Machine, name: str, fields: tuple[str, ...], defaults: tuple[Value, ...] = ()) -> type:
    """Returns a class of named tuples.

    Args:
        machine: the machine.
        name: its name.
        fields: the names of its fields.
        defaults: values of the last fields.

    Raises:
        ValueError: a name is no identifier, or occurs twice.
    """
    for field in (name, *fields):
        if not field.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {field!r}")
        if field.startswith("_") and field != name:
            raise ValueError(f"Field names cannot start with an underscore: {field!r}")
    if len(set(fields)) != len(fields):
        raise ValueError(f"Encountered duplicate field name: {fields[-1]!r}")
    kind: type[Record] = type(name, (Record,), {"fields_": fields, "__slots__": (), "__module__": "__main__"})
    optional = dict(zip(fields[len(fields) - len(defaults) :], defaults, strict=True))

    def make(*values: Value, **named: Value) -> Record:
        if len(values) > len(fields):
            given = len(values) + 1
            raise TypeError(f"{name}.__new__() takes {len(fields) + 1} positional arguments but {given} were given")
        found = dict(zip(fields, values, strict=False))
        for key, value in named.items():
            if key not in fields or key in found:
                problem = "multiple values for" if key in found else "an unexpected keyword"
                raise TypeError(f"{name}.__new__() got {problem} argument '{key}'")
            found[key] = value
        missing = [field for field in fields if field not in found and field not in optional]
        if missing:
            shown = " and ".join([f"'{field}'" for field in missing])
            plural = "s" if len(missing) > 1 else ""
            raise TypeError(f"{name}.__new__() missing {len(missing)} required positional argument{plural}: {shown}")
        return kind([found[field] if field in found else optional[field] for field in fields])

    machine.constructors[kind] = make
    return kind


def _collections(machine: Machine) -> dict[str, Value]:
    def named_tuple(typename: str, field_names: Value, *, defaults: Value = (), **named: Value) -> type:
        if isinstance(field_names, str):
            field_names = field_names.replace(",", " ").split()
        return make_record(
            machine, typename, tuple(machine.collect(field_names)), tuple(machine.collect(defaults or ()))
        )

    def chain(*maps: dict[Value, Value]) -> dict[Value, Value]:
        for one in maps:
            machine.meter.items(len(one))
        return {key: value for one in reversed(maps) for key, value in one.items()}

    kinds = {kind.__name__: kind for kind in (Counter, OrderedDict, defaultdict, deque)}
    return {**kinds, **natives(machine, {"namedtuple": named_tuple, "ChainMap": chain})}


def _heapq(machine: Machine) -> dict[str, Value]:
    def on_heap(name: str) -> Callable[..., Value]:
        def call(heap: Value, *values: Value) -> Value:
            if not isinstance(heap, list):
                raise TypeError(f"heap argument must be a list, not {type(heap).__name__}")
            machine.meter.weigh(*values)
            depth = math.log2(len(heap) + 2)
            if name == "heapify":
                machine.meter.weigh(heap)
            elif heap and isinstance(heap[0], (list, tuple)):  # as long as others are, it is compared with some of them
                machine.meter.charge(len(heap[0]) * depth / 2000)
            machine.meter.charge(len(heap) / 500 if name == "heapify" else depth / 500)
            return getattr(heapq, name)(heap, *values)

        return call

    def ranked(reverse: bool) -> Callable[..., list[Value]]:
        def call(count: int, values: Value, key: Value = None) -> list[Value]:
            found = machine.collect(values)
            pay_for_sort(machine, found)
            return sorted(found, key=sort_key(machine, key), reverse=reverse)[: max(count, 0)]

        return call

    def merged(*lists: Value, key: Value = None, reverse: Value = False) -> list[Value]:
        found = [value for values in lists for value in machine.collect(values)]
        pay_for_sort(machine, found)
        return sorted(found, key=sort_key(machine, key), reverse=bool(reverse))

    names = ("heappush", "heappop", "heapify", "heapreplace", "heappushpop")
    calls: dict[str, Callable[..., Value]] = {name: on_heap(name) for name in names}
    return natives(machine, {**calls, "nsmallest": ranked(False), "nlargest": ranked(True), "merge": merged})


def _bisect(machine: Machine) -> dict[str, Value]:
    def on_list(name: str) -> Callable[..., Value]:
        def call(values: Value, item: Value, *bounds: Value, key: Value = None, **named: Value) -> Value:
            machine.meter.weigh(item)
            machine.meter.charge(0.1)
            if name.startswith("insort") and isinstance(values, list):
                machine.meter.charge(len(values) / 100_000)  # those behind the place move up
            if not isinstance(values, (list, tuple, range)):
                raise TypeError(f"object of type '{type(values).__name__}' is not sorted")
            return getattr(bisect, name)(values, item, *bounds, key=sort_key(machine, key), **named)

        return call

    names = ("bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right")
    return natives(machine, {name: on_list(name) for name in names})


def copied(machine: Machine, value: Value, deep: bool) -> Value:
    """Returns a copy of a value; one that can't change is not copied."""
    machine.meter.charge(0.025)
    machine.meter.weigh(value)

    def inner(one: Value) -> Value:
        return copied(machine, one, True) if deep else one

    kind = type(value)
    if kind in (list, set):
        return kind([inner(one) for one in value])
    if kind is tuple and deep:
        return tuple([inner(one) for one in value])
    if kind is dict:
        return {inner(key): inner(one) for key, one in value.items()}
    if isinstance(value, (dict, deque)):
        made = value.copy()
        if deep and isinstance(made, dict):
            for key in made:
                made[key] = inner(made[key])
        return made
    if isinstance(value, Instance):
        machine.meter.charge(0.1)
        new: Value = object.__new__(kind)
        new.__dict__.update({key: inner(one) for key, one in value.__dict__.items()})
        return new
    return value


def _operator(machine: Machine) -> dict[str, Value]:
    def item_getter(*keys: Value) -> Value:
        def get(owner: Value) -> Value:
            found = [machine.item(owner, key) for key in keys]
            return found[0] if len(found) == 1 else tuple(found)

        return natives(machine, {"itemgetter": get})["itemgetter"]

    def attribute_getter(*names: str) -> Value:
        def get(owner: Value) -> Value:
            found = []
            for name in names:
                value = owner
                for part in name.split("."):
                    value = machine.attribute(value, part)
                found.append(value)
            return found[0] if len(found) == 1 else tuple(found)

        return natives(machine, {"attrgetter": get})["attrgetter"]

    def method_caller(name: str, *values: Value, **named: Value) -> Value:
        def call(owner: Value) -> Value:
            return machine.call(machine.attribute(owner, name), *values, **named)

        return natives(machine, {"methodcaller": call})["methodcaller"]

    def of(sign: str) -> Callable[[Value, Value], Value]:
        return lambda left, right: binary(machine, sign, left, right)

    def compared(sign: str) -> Callable[[Value, Value], Value]:
        def call(left: Value, right: Value) -> Value:
            machine.meter.weigh(left, right)
            return COMPARISONS[sign](machine, left, right)

        return call

    signs = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**"}
    signs |= {"and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>"}
    orders = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
    calls: dict[str, Callable[..., Value]] = {
        "itemgetter": item_getter, "attrgetter": attribute_getter, "methodcaller": method_caller,
        "neg": lambda value: unary(machine, "-", value), "not_": operator.not_, "truth": operator.truth,
        "getitem": machine.item, "contains": lambda owner, item: COMPARISONS["in"](machine, item, owner),
        **{name: of(sign) for name, sign in signs.items()}, **{name: compared(sign) for name, sign in orders.items()},
    }  # fmt: skip
    return natives(machine, calls)


def _copy(machine: Machine) -> dict[str, Value]:
    def copy(value: Value, deep: bool) -> Value:
        own = class_member(type(value), "__deepcopy__" if deep else "__copy__")
        if own is not None:
            return machine.call(own, value, *([{}] if deep else []))
        return copied(machine, value, deep)

    calls: dict[str, Callable[..., Value]] = {
        "copy": lambda value: copy(value, False),
        "deepcopy": lambda value, memo=None: copy(value, True),
    }
    return natives(machine, calls)


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {
    "collections": _collections,
    "collections.abc": lambda machine: {
        name: object for name in "Callable Iterable Iterator Mapping Sequence Generator MutableMapping Hashable".split()
    },
    "heapq": _heapq,
    "bisect": _bisect,
    "copy": _copy,
    "operator": _operator,
}
