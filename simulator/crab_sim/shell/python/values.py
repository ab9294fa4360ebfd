"""The values of a program that are not Python's own: functions, classes' instances, modules, generators.

Numbers, texts and containers are Python's own objects. A program reaches only the members that the tables list, so that
no object of the host is in its reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from crab_sim.shell.python.code import Code, Frame
    from crab_sim.shell.python.machine.core import Machine

Value: TypeAlias = Any
"""A value of the program: of any type, which is known only while the program runs."""
MEMBERS = "_members_of_program"
"""Attribute of a program's class that holds the names that its body defined; no program can spell it."""


class Raised(Exception):
    """An exception of the program on its way through the host's functions; `value` is the exception."""

    def __init__(self, value: BaseException) -> None:
        super().__init__(value)
        self.value = value


class Scope:
    """The variables of a running function, and those of the functions around it."""

    __slots__ = ("parent", "values")

    def __init__(self, values: dict[str, Value], parent: Scope | None) -> None:
        self.values = values
        self.parent = parent


class Function:
    """A function of the program.

    Attributes:
        code: its code.
        defaults: values of its last positional parameters.
        keyword_defaults: values of keyword-only parameters.
        closure: the variables around it.
        variables: the global variables of its module.
        fields: attributes that the program has set.
        owner: the class whose body defined it.
    """

    __slots__ = ("closure", "code", "defaults", "fields", "keyword_defaults", "name", "owner", "variables")

    def __init__(
        self,
        code: Code,
        defaults: list[Value],
        keyword_defaults: dict[str, Value],
        closure: Scope | None,
        variables: dict[str, Value],
    ) -> None:
        self.name = code.name
        self.code = code
        self.defaults = defaults
        self.keyword_defaults = keyword_defaults
        self.closure = closure
        self.variables = variables
        self.fields: dict[str, Value] = {}
        self.owner: type | None = None


class Method:
    """A callable bound to its first argument."""

    __slots__ = ("function", "instance")

    def __init__(self, function: Value, instance: Value) -> None:
        self.function = function
        self.instance = instance

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Method) and (self.function, id(self.instance)) == (other.function, id(other.instance))

    def __hash__(self) -> int:
        return hash(id(self.instance))


class Native:
    """A function of the simulated Python itself."""

    __slots__ = ("call", "fields", "name", "shown")

    def __init__(self, name: str, call: Callable[..., Value], shown: str = "") -> None:
        self.name = name
        self.call = call
        self.shown = shown or f"<built-in function {name}>"
        self.fields: dict[str, Value] = {}

    def __call__(self, *values: Value, **named: Value) -> Value:
        """Calls the function."""
        return self.call(*values, **named)


class Module:
    """A module: its names, and the file that it comes from unless it is built in."""

    __slots__ = ("members", "name", "source")

    def __init__(self, name: str, members: dict[str, Value], source: str = "") -> None:
        self.name = name
        self.members = members
        self.source = source


class Instance:
    """The base of all classes that a program defines, except of its exceptions."""


class Super:
    """``super()``: the members of the classes behind `owner`, bound to `instance`."""

    __slots__ = ("instance", "owner")

    def __init__(self, owner: type, instance: Value) -> None:
        self.owner = owner
        self.instance = instance


class Property:
    """``@property``."""

    __slots__ = ("cached", "getter", "name", "setter")

    def __init__(self, getter: Value, setter: Value = None, *, cached: bool = False) -> None:
        self.getter = getter
        self.setter = setter
        self.cached = cached
        self.name = ""


class StaticMethod:
    """``@staticmethod``."""

    __slots__ = ("function",)

    def __init__(self, function: Value) -> None:
        self.function = function


class ClassMethod:
    """``@classmethod``."""

    __slots__ = ("function",)

    def __init__(self, function: Value) -> None:
        self.function = function


class Generator:
    """A generator of the program: a frame that has not ended."""

    __slots__ = ("frame", "machine", "name", "running", "started")

    def __init__(self, machine: Machine, frame: Frame) -> None:
        self.machine = machine
        self.frame: Frame | None = frame
        self.name = frame.code.name
        self.started = False
        self.running = False

    def __iter__(self) -> Generator:
        return self

    def __next__(self) -> Value:
        return self.machine.resume(self, None)


class Lazy:
    """An iterator of the simulated Python, such as that of ``zip``; it computes one item per call.

    Attributes:
        kind: the name of its type.
        depth: the number of iterators that read from one another.
    """

    __slots__ = ("_iterator", "depth", "kind")

    def __init__(self, kind: str, iterator: Iterator[Value], *sources: Value) -> None:
        self.kind = kind
        self._iterator = iterator
        self.depth: int = 1 + max([source.depth for source in sources if isinstance(source, Lazy)], default=0)
        if self.depth > 40:
            raise RecursionError("maximum recursion depth exceeded")

    def __iter__(self) -> Lazy:
        return self

    def __next__(self) -> Value:
        return next(self._iterator)


class Record(tuple[Value, ...]):
    """The base of classes that ``namedtuple`` makes."""

    __slots__ = ()
    fields_: tuple[str, ...] = ()


def _name_types() -> None:
    """Gives the types the names that they have in Python, which messages show."""
    names: dict[type, str] = {
        Function: "function", Method: "method", Native: "builtin_function_or_method", Module: "module",
        Generator: "generator", Super: "super", Property: "property", StaticMethod: "staticmethod",
        ClassMethod: "classmethod", Instance: "object",
    }  # fmt: skip
    for kind, name in names.items():
        kind.__name__ = kind.__qualname__ = name
        kind.__module__ = "builtins"


_name_types()
