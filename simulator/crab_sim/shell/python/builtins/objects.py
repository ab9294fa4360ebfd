"""Built-in functions over objects and classes."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from crab_sim.shell.python.machine.classes import class_member
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import (
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
    from crab_sim.shell.python.machine.core import Machine


def _is_instance(machine: Machine, value: Value, kinds: Value) -> bool:
    return any(_is_kind(type(value), kind) for kind in _flat(kinds, "isinstance() arg 2 must be a type"))


def _is_subclass(machine: Machine, value: Value, kinds: Value) -> bool:
    if not isinstance(value, type):
        raise TypeError("issubclass() arg 1 must be a class")
    return any(_is_kind(value, kind) for kind in _flat(kinds, "issubclass() arg 2 must be a class"))


def _has(machine: Machine, value: Value, name: str) -> bool:
    try:
        machine.attribute(value, name)
    except AttributeError:
        return False
    return True


def _get(machine: Machine, value: Value, name: str, *default: Value) -> Value:
    if not isinstance(name, str):
        raise TypeError("attribute name must be string, not '" + type_name(name) + "'")
    try:
        return machine.attribute(value, name)
    except AttributeError:
        if default:
            return default[0]
        raise


def _put(machine: Machine, value: Value, name: str, new: Value) -> None:
    machine.set_attribute(value, name, new)


def _hashed(machine: Machine, value: Value) -> int:
    machine.meter.weigh(value)
    hash(value)  # raises the error of a value without a hash
    return _hash(machine, value)


def _can_call(machine: Machine, value: Value) -> bool:
    return isinstance(value, (type, Function, Method, Native)) or class_member(type(value), "__call__") is not None


def _parent(machine: Machine, owner: Value = None, instance: Value = None) -> Super:
    if not isinstance(owner, type):
        raise RuntimeError("super(): no arguments")
    return Super(owner, instance)


def _fields(machine: Machine, value: Value = None) -> dict[str, Value]:
    if value is None:
        return machine.frames[-1].values
    found = machine.attribute(value, "__dict__") if isinstance(value, (Instance, BaseException)) else None
    if isinstance(value, Instance):
        return value.__dict__
    if not isinstance(found, dict):
        raise TypeError("vars() argument must have __dict__ attribute")
    return found


def _names(machine: Machine, value: Value = None) -> list[str]:
    if value is None:
        return sorted(machine.frames[-1].values)
    if isinstance(value, Module):
        return sorted(value.members)
    if isinstance(value, Instance):
        return sorted({*value.__dict__, *_member_names(type(value))})
    from crab_sim.shell.python.members import TABLES

    found: set[str] = set()
    for kind in (value if isinstance(value, type) else type(value)).__mro__:
        table = TABLES.get(kind)
        if table is not None:
            found |= {*table.plain, *table.methods, *table.properties}
    return sorted(found)


def objects(machine: Machine) -> dict[str, Callable[..., Value]]:
    """Returns functions by name."""
    return {
        "isinstance": partial(_is_instance, machine),
        "issubclass": partial(_is_subclass, machine),
        "hasattr": partial(_has, machine),
        "getattr": partial(_get, machine),
        "setattr": partial(_put, machine),
        "delattr": lambda value, name: machine.delete_attribute(value, name),
        "hash": partial(_hashed, machine),
        "id": machine.address,
        "callable": partial(_can_call, machine),
        "super": partial(_parent, machine),
        "property": Property,
        "staticmethod": StaticMethod,
        "classmethod": ClassMethod,
        "vars": partial(_fields, machine),
        "dir": partial(_names, machine),
        "globals": lambda: machine.frames[-1].variables,
        "locals": lambda: machine.frames[-1].values,
    }


def _hash(machine: Machine, value: Value) -> int:
    """Returns a hash that is the same in every process."""
    if isinstance(value, (int, float)) or class_member(type(value), "__hash__") is not None:
        return hash(value)
    if isinstance(value, (str, bytes)):
        data = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        return int.from_bytes(hashlib.blake2b(data, digest_size=7).digest(), "big")
    if isinstance(value, tuple):
        return hash(tuple([_hash(machine, item) for item in value]))
    if isinstance(value, frozenset):
        return hash(frozenset([_hash(machine, item) for item in value]))
    return machine.address(value) >> 4


def _member_names(kind: type) -> set[str]:
    from crab_sim.shell.python.values import MEMBERS

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
