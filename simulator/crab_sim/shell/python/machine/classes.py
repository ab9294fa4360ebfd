"""Classes of the program: each is a class of the host whose special methods call back into the machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from crab_sim.shell.python.code import Frame
from crab_sim.shell.python.machine.binding import bind
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import MEMBERS, Function, Instance, Native, Property, Raised, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

SPECIAL: Final = frozenset(
    "__repr__ __str__ __len__ __iter__ __next__ __contains__ __getitem__ __setitem__ __delitem__ __eq__ __ne__ __lt__"
    " __le__ __gt__ __ge__ __hash__ __bool__ __neg__ __pos__ __abs__ __invert__ __int__ __float__ __index__ __format__"
    " __round__ __reversed__".split()
) | {
    f"__{prefix}{name}__"
    for name in "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor divmod".split()
    for prefix in ("", "r", "i")
}
"""The special methods that the host calls; ``__init__``, ``__call__`` and some more are handled by the machine."""


def class_member(kind: type, name: str) -> Value:
    """Returns the member that a class of the program, or one above it, defines under a name; None if there is none."""
    for one in kind.__mro__:
        members = one.__dict__.get(MEMBERS)
        if members is not None and name in members:
            return members[name]
    return None


def is_of_program(kind: type) -> bool:
    """Returns whether a class was defined by the program."""
    return MEMBERS in kind.__dict__


def _stub(machine: Machine, name: str) -> Callable[..., Value]:
    """Returns the host's method that calls a special method of the program."""

    def method(instance: Value, *values: Value) -> Value:
        function = class_member(type(instance), name)
        try:
            result = machine.call(function, instance, *values)
            # Where the program says when objects are equal, each comparison is a call, which is paid for.
            if name == "__hash__" and isinstance(result, int) and class_member(type(instance), "__eq__") is None:
                machine.meter.collisions.instance(hash(result), instance)
            return result
        except Raised as raised:
            if isinstance(raised.value, Exception):
                raise raised.value from None
            raise

    return method


def _plain_repr(machine: Machine) -> Callable[[Value], str]:
    def method(instance: Value) -> str:
        return f"<__main__.{type(instance).__qualname__} object at {machine.address(instance):#x}>"

    return method


def make_class(machine: Machine, body: Frame) -> type:
    """Returns the class whose body has run.

    Args:
        machine: the machine.
        body: the frame of its body; `made` holds the list of its bases.

    Raises:
        TypeError: a base can't be derived from.
    """
    members = body.values
    bases = [base for base in body.made if base is not object]
    for base in bases:
        allowed = isinstance(base, type) and (is_of_program(base) or issubclass(base, (Instance, BaseException)))
        if not allowed:
            name = base.__name__ if isinstance(base, type) else type_name(base)
            raise TypeError(f"the simulated machine's Python can't derive classes from '{name}'")
    made = build_class(machine, body.code.name, tuple(bases), members, body.code.doc)
    made.__qualname__ = body.code.qualified
    return made


def build_class(
    machine: Machine, name: str, bases: tuple[type, ...], members: dict[str, Value], doc: str | None = None
) -> type:
    """Returns a class with members; functions among them learn which class is theirs.

    Args:
        machine: the machine.
        name: the name.
        bases: the classes above it.
        members: functions and values by name.
        doc: its docstring.
    """
    namespace: dict[str, Value] = {MEMBERS: members, "__module__": "__main__", "__doc__": doc}
    for special in SPECIAL & members.keys():
        namespace[special] = None if members[special] is None else _stub(machine, special)
    if not bases:
        bases = (Instance,)
    if "__repr__" not in members and bases == (Instance,):
        namespace["__repr__"] = _plain_repr(machine)
    made = type(name, bases, namespace)
    for key, member in members.items():
        if isinstance(member, Function) and member.owner is None:
            member.owner = made
        elif isinstance(member, Property):
            member.name = key
            for function in (member.getter, member.setter):
                if isinstance(function, Function):
                    function.owner = made
        else:
            function = getattr(member, "function", None)
            if isinstance(function, Function):
                function.owner = made
    return made


def make_instance(machine: Machine, kind: type, values: list[Value], named: dict[str, Value]) -> Value:
    """Calls a class: returns the new object, or the frame of its ``__init__``.

    Args:
        machine: the machine.
        kind: the class.
        values: the positional arguments.
        named: the keyword arguments.
    """
    if kind in machine.constructors:
        return machine.constructors[kind](*values, **named)
    if issubclass(kind, BaseException):
        return _make_exception(machine, kind, values, named)
    if not issubclass(kind, Instance) or kind is Instance:
        raise TypeError(f"cannot create '{kind.__name__}' instances")
    made: Value = kind()
    init = class_member(kind, "__init__")
    if init is None:
        if values or named:
            raise TypeError(f"{kind.__name__}() takes no arguments")
        return made
    if isinstance(init, Native):
        init.call(made, *values, **named)
        return made
    return _initialise(machine, init, made, values, named)


def _make_exception(machine: Machine, kind: type[BaseException], values: list[Value], named: dict[str, Value]) -> Value:
    init = class_member(kind, "__init__")
    if init is None:
        machine.meter.weigh(values)
        return kind(*values, **named)
    made = kind.__new__(kind, *values)
    return _initialise(machine, init, made, values, named)


def _initialise(machine: Machine, init: Value, made: Value, values: list[Value], named: dict[str, Value]) -> Value:
    if not isinstance(init, Function):
        raise TypeError("__init__ must be a function")
    frame = bind(machine, init, [made, *values], named)
    if frame.code.generator:
        raise TypeError("__init__() should return None, not 'generator'")
    frame.made = made
    return frame
