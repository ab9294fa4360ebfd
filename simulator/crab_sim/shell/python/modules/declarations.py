"""``typing``, ``dataclasses``, ``abc`` and ``warnings``: modules that programs use around their declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.shell.python.machine.classes import class_member
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.modules.containers import copied
from crab_sim.shell.python.values import MEMBERS, Instance, Native, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_NOTHING = object()


class Hint:
    """A name of ``typing``: it can be subscripted, and does nothing."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, key: object) -> Hint:
        return self

    def __or__(self, other: object) -> Hint:
        return self

    def __ror__(self, other: object) -> Hint:
        return self

    def __repr__(self) -> str:
        return f"typing.{self.name}"


def _typing(machine: Machine) -> dict[str, Value]:
    names = (
        "Any Union Optional List Dict Set FrozenSet Tuple Callable Iterable Iterator Sequence Mapping Generator Literal"
        " Final ClassVar Type Text IO NoReturn Deque DefaultDict Counter MutableMapping Hashable Self"
    )
    calls: dict[str, Callable[..., Value]] = {
        "cast": lambda kind, value: value,
        "TypeVar": lambda name, *bounds, **named: Hint(name),
        "overload": lambda function: function,
    }
    return {**{name: Hint(name) for name in names.split()}, "TYPE_CHECKING": False, **natives(machine, calls)}


class Field:
    """``dataclasses.field``."""

    def __init__(self, default: Value = _NOTHING, default_factory: Value = _NOTHING, **named: Value) -> None:
        self.default = default
        self.factory = default_factory
        self.shown = bool(named.get("repr", True))
        self.compared = bool(named.get("compare", True))


def _fields(kind: type) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for one in reversed(kind.__mro__):
        members = one.__dict__.get(MEMBERS, {})
        found.update(members.get("__dataclass_fields__", {}))
    return found


def _make_dataclass(machine: Machine, kind: type, order: bool, frozen: bool) -> type:  # noqa: C901 - a set of small methods
    """Adds the methods to a class that its annotated fields ask for."""
    members: dict[str, Value] = kind.__dict__[MEMBERS]
    own: dict[str, Field] = {}
    for name in members.get("__annotations__", {}):
        given = members.get(name, _NOTHING)
        own[name] = given if isinstance(given, Field) else Field(given)
        if isinstance(given, (list, dict, set)):
            raise ValueError(f"mutable default {type(given)} for field {name} is not allowed: use default_factory")
        if isinstance(given, Field):
            del members[name]
            if given.default is not _NOTHING:
                members[name] = given.default
    members["__dataclass_fields__"] = own
    fields = _fields(kind)

    def initialise(instance: Value, *values: Value, **named: Value) -> None:
        if len(values) > len(fields):
            counts = f"takes {len(fields) + 1} positional arguments but {len(values) + 1} were given"
            raise TypeError(f"{kind.__name__}.__init__() {counts}")
        given = dict(zip(fields, values, strict=False))
        for name in named:
            if name not in fields:
                raise TypeError(f"{kind.__name__}.__init__() got an unexpected keyword argument '{name}'")
        given.update(named)
        missing = []
        for name, field in fields.items():
            if name in given:
                instance.__dict__[name] = given[name]
            elif field.factory is not _NOTHING:
                instance.__dict__[name] = machine.call(field.factory)
            elif field.default is not _NOTHING:
                instance.__dict__[name] = field.default
            else:
                missing.append(f"'{name}'")
        if missing:
            shown = missing[0] if len(missing) == 1 else ", ".join(missing[:-1]) + f" and {missing[-1]}"
            plural = "s" if len(missing) > 1 else ""
            count = f"{len(missing)} required positional argument{plural}"
            raise TypeError(f"{kind.__name__}.__init__() missing {count}: {shown}")
        if class_member(kind, "__post_init__") is not None:
            machine.call(class_member(kind, "__post_init__"), instance)

    def key(instance: Value) -> tuple[Value, ...]:
        return tuple([instance.__dict__.get(name) for name, field in fields.items() if field.compared])

    def shown(instance: Value) -> str:
        parts = [
            f"{name}={machine.text.repr(instance.__dict__.get(name))}" for name, field in fields.items() if field.shown
        ]
        return f"{type(instance).__qualname__}({', '.join(parts)})"

    def equal(instance: Value, other: Value) -> Value:
        return key(instance) == key(other) if type(other) is type(instance) else NotImplemented

    def less(instance: Value, other: Value) -> Value:
        return key(instance) < key(other) if type(other) is type(instance) else NotImplemented

    def at_most(instance: Value, other: Value) -> Value:
        return key(instance) <= key(other) if type(other) is type(instance) else NotImplemented

    if "__init__" not in members:
        members["__init__"] = Native("__init__", initialise)
    specials: dict[str, Callable[..., Value]] = {"__repr__": shown, "__eq__": equal}
    if order:
        specials |= {"__lt__": less, "__le__": at_most}
    for name, function in specials.items():
        if name not in members:
            members[name] = Native(name, function)
            setattr(kind, name, lambda self, *values, _call=function: _call(self, *values))
    if frozen:
        _freeze(machine, kind, members)
        setattr(kind, "__hash__", lambda self: hash(key(self)))  # noqa: B010 - a class of the program
    elif "__hash__" not in members:
        setattr(kind, "__hash__", None)  # noqa: B010
    return kind


def _freeze(machine: Machine, kind: type, members: dict[str, Value]) -> None:
    def refuse(instance: Value, name: str, value: Value) -> None:
        raise AttributeError(f"cannot assign to field '{name}'")

    members["__setattr__"] = Native("__setattr__", refuse)


def _dataclasses(machine: Machine) -> dict[str, Value]:
    def dataclass(kind: Value = None, *, order: Value = False, frozen: Value = False, **named: Value) -> Value:
        if kind is None:
            return Native("dataclass", lambda one: _make_dataclass(machine, one, bool(order), bool(frozen)))
        return _make_dataclass(machine, kind, bool(order), bool(frozen))

    def as_dict(value: Value) -> Value:
        if isinstance(value, Instance) and _fields(type(value)):
            return {name: as_dict(value.__dict__[name]) for name in _fields(type(value))}
        if isinstance(value, (list, tuple)):
            return type(value)([as_dict(item) for item in value])
        if isinstance(value, dict):
            return {key: as_dict(item) for key, item in value.items()}
        return copied(machine, value, True)

    def replaced(value: Value, **changes: Value) -> Value:
        return machine.call(type(value), **{**{name: value.__dict__[name] for name in _fields(type(value))}, **changes})

    calls: dict[str, Callable[..., Value]] = {
        "dataclass": dataclass,
        "field": Field,
        "asdict": as_dict,
        "astuple": lambda value: tuple(as_dict(value).values()),
        "replace": replaced,
        "is_dataclass": lambda value: bool(_fields(value if isinstance(value, type) else type(value))),
    }
    return natives(machine, calls)


def _abc(machine: Machine) -> dict[str, Value]:
    calls: dict[str, Callable[..., Value]] = {"abstractmethod": lambda function: function}
    return {"ABC": Instance, **natives(machine, calls)}


def _warnings(machine: Machine) -> dict[str, Value]:
    def warn(message: Value, *given: Value, **named: Value) -> None:
        machine.streams.stderr.write(f"UserWarning: {machine.text.show(message)}\n")

    def ignore(*given: Value, **named: Value) -> None:
        return

    return natives(machine, {"warn": warn, "filterwarnings": ignore, "simplefilter": ignore})


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {
    "typing": _typing,
    "dataclasses": _dataclasses,
    "abc": _abc,
    "warnings": _warnings,
}
