"""Tables of members, and the search for a member of an object."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, TypeAlias

from crab_sim.shell.python.values import Native, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_Given = ParamSpec("_Given")
MethodFunction: TypeAlias = "Callable[Concatenate[Machine, Value, ...], Value]"
PropertyFunction: TypeAlias = "Callable[[Machine, Value], Value]"


class Found(NamedTuple):
    """A member that was found; its value may be None."""

    value: Value


class Table:
    """The members of a type.

    Attributes:
        kind: the type.
        methods: functions of the machine, the object and the arguments.
        properties: functions of the machine and the object.
        statics: functions of the machine and the arguments, called on the type.
        plain: methods of the host that need no bounds besides the weight of the object and the arguments.
        collected: those of them whose arguments are iterables.
    """

    def __init__(self, kind: type, plain: str = "", collected: str = "") -> None:
        self.kind = kind
        self.methods: dict[str, MethodFunction] = {}
        self.properties: dict[str, PropertyFunction] = {}
        self.statics: dict[str, Callable[..., Value]] = {}
        self.constants: dict[str, Value] = {}
        self.collected = frozenset(collected.split())
        self.plain = frozenset(plain.split()) | self.collected
        TABLES[kind] = self

    def method(self, *names: str) -> Callable[[MethodFunction], MethodFunction]:
        """Registers a method under names."""

        def register(function: MethodFunction) -> MethodFunction:
            for name in names:
                self.methods[name] = function
            return function

        return register

    def static(self, name: str) -> Callable[[Callable[_Given, Value]], Callable[_Given, Value]]:
        """Registers a function of the type itself."""

        def register(function: Callable[_Given, Value]) -> Callable[_Given, Value]:
            self.statics[name] = function
            return function

        return register

    def find(self, machine: Machine, owner: Value, name: str) -> Found | None:
        """Returns a member of an object."""
        if name in self.methods:
            return Found(Native(name, partial(self.methods[name], machine, owner), _shown(owner, name)))
        if name in self.plain:
            return Found(Native(name, _plain(machine, owner, name, name in self.collected), _shown(owner, name)))
        if name in self.properties:
            return Found(self.properties[name](machine, owner))
        if name in self.constants:
            return Found(self.constants[name])
        return Found(Native(name, partial(self.statics[name], machine))) if name in self.statics else None

    def find_static(self, machine: Machine, name: str) -> Found | None:
        """Returns a member of the type: of its methods, one that takes the object as its first argument."""
        if name in self.constants:
            return Found(self.constants[name])
        if name in self.statics:
            return Found(Native(name, partial(self.statics[name], machine)))
        if name not in self.methods and name not in self.plain:
            return None
        kind = self.kind

        def call(owner: Value, *values: Value, **named: Value) -> Value:
            if not isinstance(owner, kind):
                message = f"descriptor '{name}' for '{kind.__name__}' objects doesn't apply to a"
                raise TypeError(f"{message} '{type(owner).__name__}' object")
            found = find_member(machine, owner, name)
            assert found is not None
            return found.value.call(*values, **named)

        return Found(Native(name, call, f"<method '{name}' of '{kind.__name__}' objects>"))


TABLES: dict[type, Table] = {}
_SLOW = frozenset(
    "capitalize casefold count find index isprintable istitle lower rfind rindex rsplit split splitlines swapcase title"
    " upper".split()
)
"""Methods that take longer than others for each item or character."""
_COMPARING = frozenset({"count", "index", "remove"})
"""Methods of lists, tuples and deques that compare each item."""


def _shown(owner: Value, name: str) -> str:
    return f"<built-in method {name} of {type(owner).__name__} object>"


def _plain(machine: Machine, owner: Value, name: str, collected: bool) -> Callable[..., Value]:
    function: Callable[..., Value] = getattr(owner, name)
    if name in ("append", "appendleft"):
        return function

    def call(*values: Value, **named: Value) -> Value:
        size = len(owner) if hasattr(owner, "__len__") else 0
        if size > 500:
            compares = name in _COMPARING and isinstance(owner, (list, tuple, deque))
            machine.meter.charge(size / (1_200 if compares else 4_000 if name in _SLOW else 50_000))
        if collected:
            values = tuple([value if isinstance(value, (str, dict)) else machine.collect(value) for value in values])
            machine.meter.items(size + sum([len(value) for value in values]))
            if isinstance(owner, (set, frozenset)):
                machine.meter.collisions.keys([key for value in values for key in value])
        elif isinstance(owner, (set, frozenset, dict)):
            if name in ("clear", "copy", "popitem", "items", "keys", "values"):
                machine.meter.collisions.container(size)
            machine.meter.collisions.keys(values[:1])
        machine.meter.weigh(*values, *named.values())
        return function(*values, **named)

    return call


def find_member(machine: Machine, owner: Value, name: str) -> Found | None:
    """Returns a member of an object of a built-in type, None if there is none."""
    for kind in type(owner).__mro__:
        table = TABLES.get(kind)
        found = table.find(machine, owner, name) if table is not None else None
        if found is not None:
            return found
    return None


def find_static(machine: Machine, kind: type, name: str) -> Found | None:
    """Returns a member of a built-in type, None if there is none."""
    for one in kind.__mro__:
        table = TABLES.get(one)
        found = table.find_static(machine, name) if table is not None else None
        if found is not None:
            return found
    return None
