"""Built-in functions over objects and classes."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_gym.sim.shell.python.machine.classes import class_member
from crab_gym.sim.shell.python.text import type_name
from crab_gym.sim.shell.python.values import (
    ClassMethod,
    Function,
    Instance,
    Lazy,
    Method,
    Module,
    Native,
    Property,
    StaticMethod,
    Super,
    Value,
)

if TYPE_CHECKING:
    from crab_gym.sim.shell.python.machine.core import Machine


def objects(machine: Machine) -> dict[str, Callable[..., Value]]:
    """Returns functions by name."""

    def is_instance(value: Value, kinds: Value) -> bool:
        return any(_is_kind(type(value), kind) for kind in _flat(kinds, "isinstance() arg 2 must be a type"))

    def is_subclass(value: Value, kinds: Value) -> bool:
        if not isinstance(value, type):
            raise TypeError("issubclass() arg 1 must be a class")
        return any(_is_kind(value, kind) for kind in _flat(kinds, "issubclass() arg 2 must be a class"))

    def has(value: Value, name: str) -> bool:
        try:
            machine.attribute(value, name)
        except AttributeError:
            return False
        return True

    def get(value: Value, name: str, *default: Value) -> Value:
        if not isinstance(name, str):
            raise TypeError("attribute name must be string, not '" + type_name(name) + "'")
        try:
            return machine.attribute(value, name)
        except AttributeError:
            if default:
                return default[0]
            raise

    def put(value: Value, name: str, new: Value) -> None:
        machine.set_attribute(value, name, new)

    def hashed(value: Value) -> int:
        machine.meter.weigh(value)
        if isinstance(value, (int, float)):
            return hash(value)
        hash(value)
        return machine.address(value) >> 4

    def can_call(value: Value) -> bool:
        return isinstance(value, (type, Function, Method, Native)) or class_member(type(value), "__call__") is not None

    def parent(owner: Value = None, instance: Value = None) -> Super:
        if not isinstance(owner, type):
            raise RuntimeError("super(): no arguments")
        return Super(owner, instance)

    def fields(value: Value = None) -> dict[str, Value]:
        if value is None:
            return machine.frames[-1].values
        found = machine.attribute(value, "__dict__") if isinstance(value, (Instance, BaseException)) else None
        if isinstance(value, Instance):
            return value.__dict__
        if not isinstance(found, dict):
            raise TypeError("vars() argument must have __dict__ attribute")
        return found

    def names(value: Value = None) -> list[str]:
        if value is None:
            return sorted(machine.frames[-1].values)
        if isinstance(value, Module):
            return sorted(value.members)
        if isinstance(value, Instance):
            return sorted({*value.__dict__, *_member_names(type(value))})
        from crab_gym.sim.shell.python.members import TABLES

        found: set[str] = set()
        for kind in (value if isinstance(value, type) else type(value)).__mro__:
            table = TABLES.get(kind)
            if table is not None:
                found |= {*table.plain, *table.methods, *table.properties}
        return sorted(found)

    return {
        "isinstance": is_instance,
        "issubclass": is_subclass,
        "hasattr": has,
        "getattr": get,
        "setattr": put,
        "delattr": lambda value, name: machine.delete_attribute(value, name),
        "hash": hashed,
        "id": machine.address,
        "callable": can_call,
        "super": parent,
        "property": Property,
        "staticmethod": StaticMethod,
        "classmethod": ClassMethod,
        "vars": fields,
        "dir": names,
        "globals": lambda: machine.frames[-1].variables,
        "locals": lambda: machine.frames[-1].values,
    }


def _member_names(kind: type) -> set[str]:
    from crab_gym.sim.shell.python.values import MEMBERS

    return {name for one in kind.__mro__ for name in one.__dict__.get(MEMBERS, {})}


def _flat(kinds: Value, message: str) -> list[Value]:
    pending, found = [kinds], []
    while pending:
        kind = pending.pop()
        if isinstance(kind, tuple):
            pending += kind
        elif isinstance(kind, types.UnionType):
            pending += kind.__args__
        elif isinstance(kind, type) or callable(getattr(kind, "call", None)):
            found.append(kind)
        else:
            raise TypeError(message + ", a tuple of types, or a union")
    return found


def _is_kind(kind: type, wanted: Value) -> bool:
    if isinstance(wanted, type):
        return wanted is object or issubclass(kind, wanted)
    return issubclass(kind, Lazy)  # zip, map and the like are functions here
