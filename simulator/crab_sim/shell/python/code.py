"""Compiled programs and their running frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from crab_sim.shell.python.values import Function, Scope, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

Operation: TypeAlias = "Callable[[Machine, Frame, Value], bool | None]"
"""An instruction: runs with the machine, the frame and its operand; true when the top frame is another one then."""


class Parameters(NamedTuple):
    """The parameters of a function.

    Attributes:
        positional: names of the positional ones.
        only: the number of those that can't be given by name.
        keyword: names of the keyword-only ones.
        rest: name behind ``*``, or empty.
        named: name behind ``**``, or empty.
    """

    positional: tuple[str, ...] = ()
    only: int = 0
    keyword: tuple[str, ...] = ()
    rest: str = ""
    named: str = ""


class Code:
    """The code of a module, a function or the body of a class.

    Attributes:
        name: shown in tracebacks.
        qualified: the name with those of the functions and classes around it.
        file: the file's name, shown in tracebacks.
        operations: instructions and their operands.
        lines: the line of each instruction.
        parameters: the parameters.
        generator: whether a call makes a generator.
        kind: ``module``, ``function`` or ``class``.
        doc: the docstring.
    """

    __slots__ = ("doc", "file", "generator", "kind", "lines", "name", "operations", "parameters", "qualified")

    def __init__(self, name: str, file: str, kind: str, outer: Code | None = None) -> None:
        self.name: str = name
        self.kind: str = kind
        self.qualified: str = name
        if outer is not None and outer.kind != "module":
            self.qualified = f"{outer.qualified}.{'<locals>.' if outer.kind == 'function' else ''}{name}"
        self.file = file
        self.operations: list[tuple[Operation, Value]] = []
        self.lines: list[int] = []
        self.parameters = Parameters()
        self.generator = False
        self.doc: str | None = None


class Block(NamedTuple):
    """An active ``try``: where its handlers are, and how much of the stacks is kept."""

    target: int
    height: int
    handled: int


class Frame:
    """A running call.

    Attributes:
        code: the code.
        pc: index of the next instruction.
        stack: values of unfinished expressions.
        values: the local variables; of a module, the global ones.
        scope: the variables that functions defined here close over.
        variables: the global variables.
        blocks: the active ``try`` statements.
        handled: the exceptions whose handlers run, outermost first.
        function: the function that runs, if any.
        made: the new object, while its ``__init__`` runs.
        interrupted: whether the top of the stack is an exception that a generator gets at its ``yield``.
        suspended: whether a ``yield`` has left it.
    """

    __slots__ = (
        "blocks", "code", "function", "handled", "interrupted", "made", "pc", "scope", "stack", "suspended", "values",
        "variables",
    )  # fmt: skip

    def __init__(
        self,
        code: Code,
        values: dict[str, Value],
        variables: dict[str, Value],
        scope: Scope | None,
        function: Function | None = None,
    ) -> None:
        self.code = code
        self.pc = 0
        self.stack: list[Value] = []
        self.values = values
        self.variables = variables
        self.scope = scope
        self.blocks: list[Block] = []
        self.handled: list[BaseException] = []
        self.function = function
        self.made: Value = None
        self.interrupted = False
        self.suspended = False
