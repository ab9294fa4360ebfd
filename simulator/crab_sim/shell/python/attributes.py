"""Attributes: a program reaches only those that a table of members lists or that it has set itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crab_sim.shell.python.errors import TRACE
from crab_sim.shell.python.machine.classes import class_member, is_of_program
from crab_sim.shell.python.members import find_member, find_static
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import (
    ClassMethod,
    Function,
    Instance,
    Method,
    Module,
    Native,
    Property,
    Raised,
    Record,
    StaticMethod,
    Super,
    Value,
)

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_MISSING: Final = object()
_ERROR_FIELDS: Final = frozenset({"args", "errno", "strerror", "filename", "filename2", "code", "name", "value"}) | {
    "msg", "lineno", "reason", "start", "end", "object", "encoding", "doc", "pos", "colno", "path", "__cause__",
    "__context__", "returncode", "cmd", "output", "stdout", "stderr", "pattern",
}  # fmt: skip


def attribute(machine: Machine, owner: Value, name: str) -> Value:
    """Returns an attribute.

    Raises:
        AttributeError: there is none, or it is not part of the subset.
    """
    kind = type(owner)
    if kind is Module:
        found = owner.members.get(name, _MISSING)
        if found is _MISSING and name == "__name__":
            return owner.name
        if found is _MISSING:
            raise AttributeError(f"module '{owner.name}' has no attribute '{name}'")
        return found
    if isinstance(owner, type):
        return _class_attribute(machine, owner, name)
    if kind is Super:
        return _super_attribute(machine, owner, name)
    if isinstance(owner, (Instance, BaseException, Record)):
        found = _instance_attribute(machine, owner, name)
    elif name == "__class__":
        return kind
    elif kind in (Function, Native):
        found = _function_attribute(owner, name)
    else:
        found = find_member(machine, owner, name)
        found = _MISSING if found is None else found.value
    if found is _MISSING:
        raise AttributeError(f"'{type_name(owner)}' object has no attribute '{name}'")
    return found


def _function_attribute(owner: Function | Native, name: str) -> Value:
    if name in owner.fields:
        return owner.fields[name]
    if name in ("__name__", "__qualname__"):
        return owner.code.qualified if name == "__qualname__" and isinstance(owner, Function) else owner.name
    if name == "__doc__":
        return owner.code.doc if isinstance(owner, Function) else None
    return _MISSING


def _instance_attribute(machine: Machine, owner: Value, name: str) -> Value:
    """Returns an attribute of an object of the program's classes, or of an exception."""
    kind = type(owner)
    member = class_member(kind, name)
    if isinstance(member, Property) and not member.cached:
        return machine.call(member.getter, owner)
    fields = getattr(owner, "__dict__", {})
    if name in fields and name != TRACE:
        return fields[name]
    if isinstance(member, Property):
        value = fields[name] = machine.call(member.getter, owner)
        return value
    if member is not None or _defines(kind, name):
        return _bound(member, owner, kind)
    if name == "__class__":
        return kind
    if name == "__dict__":
        return {key: value for key, value in fields.items() if key != TRACE}
    if isinstance(owner, BaseException) and name in _ERROR_FIELDS and hasattr(owner, name):
        return getattr(owner, name)
    if isinstance(owner, BaseException) and name in ("with_traceback", "add_note"):
        return Native(name, lambda *_: owner)
    if isinstance(owner, Record):
        if name in kind.fields_:
            return owner[kind.fields_.index(name)]
        found = find_member(machine, owner, name)
        return _MISSING if found is None else found.value
    fallback = class_member(kind, "__getattr__")
    if fallback is not None and not name.startswith("__"):
        try:
            return machine.call(fallback, owner, name)
        except Raised as raised:
            if isinstance(raised.value, Exception):
                raise raised.value from None
            raise
    return _MISSING


def _defines(kind: type, name: str) -> bool:
    return any(is_of_program(one) and name in _members(one) for one in kind.__mro__)


def _members(kind: type) -> dict[str, Value]:
    from crab_sim.shell.python.values import MEMBERS

    members: dict[str, Value] = kind.__dict__.get(MEMBERS, {})
    return members


def _bound(member: Value, owner: Value, kind: type) -> Value:
    if isinstance(member, StaticMethod):
        return member.function
    if isinstance(member, ClassMethod):
        return Method(member.function, kind)
    if isinstance(member, (Function, Native)) and owner is not None:
        return Method(member, owner)
    return member


def _class_attribute(machine: Machine, owner: type, name: str) -> Value:
    if name in ("__name__", "__qualname__"):
        return owner.__name__
    if name == "__doc__":
        return owner.__doc__ if is_of_program(owner) else None
    if name == "__module__":
        return owner.__module__
    if _defines(owner, name):
        return _bound(class_member(owner, name), None, owner)
    if name == "__init__" and issubclass(owner, (Instance, BaseException)):
        return Native("__init__", _initialise_base)
    if name == "__class__":
        return type
    if issubclass(owner, Record) and name == "_fields":
        return owner.fields_
    found = find_static(machine, owner, name)
    if found is None:
        raise AttributeError(f"type object '{owner.__name__}' has no attribute '{name}'")
    return found.value


def _initialise_base(instance: Value, *values: Value, **named: Value) -> None:
    """Initialises what an object has from the classes that are not the program's own."""
    if isinstance(instance, BaseException):
        instance.args = values
    elif values or named:
        raise TypeError("object.__init__() takes exactly one argument (the instance to initialize)")


def _super_attribute(machine: Machine, owner: Super, name: str) -> Value:
    kind = owner.instance if isinstance(owner.instance, type) else type(owner.instance)
    order = kind.__mro__
    for one in order[order.index(owner.owner) + 1 :]:
        members = _members(one)
        if name in members:
            member = members[name]
            if isinstance(member, Property):
                return machine.call(member.getter, owner.instance)
            return _bound(member, None if isinstance(owner.instance, type) else owner.instance, kind)
    instance = owner.instance
    if name == "__init__":
        return Native(name, lambda *values, **named: _initialise_base(instance, *values, **named))
    if name in ("__str__", "__repr__"):
        show = machine.text.plain_repr if name == "__repr__" else machine.text.plain_str
        return Native(name, lambda: show(instance))
    if name == "__setattr__":
        return Native(name, lambda key, value: instance.__dict__.__setitem__(key, value))
    if name == "__eq__":
        return Native(name, lambda other: True if instance is other else NotImplemented)
    if name == "__hash__":
        return Native(name, lambda: machine.address(instance) >> 4)
    raise AttributeError(f"'super' object has no attribute '{name}'")


def set_attribute(machine: Machine, owner: Value, name: str, value: Value) -> None:
    """Sets an attribute.

    Args:
        machine: the machine.
        owner: the object, class or module.
        name: the attribute's name.
        value: its new value.

    Raises:
        AttributeError: it can't be set.
    """
    if name == TRACE:
        raise AttributeError(f"'{type_name(owner)}' object has no attribute '{name}'")
    if isinstance(owner, (Function, Native)) and not name.startswith("__"):
        owner.fields[name] = value
    elif isinstance(owner, Function) and name == "__name__" and isinstance(value, str):
        owner.name = value
    elif isinstance(owner, (Function, Native)) and name == "__doc__":
        return
    elif isinstance(owner, type) and is_of_program(owner):
        if name.startswith("__"):
            raise AttributeError(f"the simulated machine's Python can't set '{name}' of a class")
        _members(owner)[name] = value
    elif isinstance(owner, type):
        raise TypeError(f"cannot set '{name}' attribute of immutable type '{owner.__name__}'")
    elif isinstance(owner, Module):
        owner.members[name] = value
    elif isinstance(owner, (Instance, BaseException)) and type(owner).__module__ != "builtins":
        _set_field(machine, owner, name, value)
    else:
        known = find_member(machine, owner, name) is not None
        about = f"attribute '{name}' is read-only" if known else f"has no attribute '{name}'"
        raise AttributeError(f"'{type_name(owner)}' object {about}")


def _set_field(machine: Machine, owner: Value, name: str, value: Value) -> None:
    if name.startswith("__") and name.endswith("__"):
        raise AttributeError(f"'{type_name(owner)}' object attribute '{name}' is read-only")
    member = class_member(type(owner), name)
    if isinstance(member, Property) and not member.cached:
        if member.setter is None:
            about = f"property '{name}' of '{type_name(owner)}' object has no setter"
            raise AttributeError(about)
        machine.call(member.setter, owner, value)
    elif isinstance(owner, BaseException) and name == "args":
        owner.args = tuple(value)
    else:
        special = class_member(type(owner), "__setattr__")
        if special is not None:
            machine.call(special, owner, name, value)
        else:
            owner.__dict__[name] = value


def delete_attribute(machine: Machine, owner: Value, name: str) -> None:
    """Deletes an attribute.

    Raises:
        AttributeError: there is none.
    """
    fields: dict[str, Value] = {}
    if isinstance(owner, Instance):
        fields = owner.__dict__
    elif isinstance(owner, type) and is_of_program(owner):
        fields = _members(owner)
    elif isinstance(owner, Module):
        fields = owner.members
    if name not in fields or name == TRACE:
        raise AttributeError(f"'{type_name(owner)}' object has no attribute '{name}'")
    del fields[name]
