"""Emitting instructions: the part of the compiler that all kinds of syntax share."""

from __future__ import annotations

import ast
from typing import Final

from crab_sim.shell.python.code import Code
from crab_sim.shell.python.machine import control  # noqa: F401 - registers instructions
from crab_sim.shell.python.machine.operations import OPERATIONS
from crab_sim.shell.python.scopes import Names
from crab_sim.shell.python.values import Value

MAX_INSTRUCTIONS: Final = 60_000
"""Maximum instructions of a program; the bodies of nested ``finally`` are compiled twice each."""


class Unsupported(Exception):
    """The syntax that a program uses is not part of the subset."""

    def __init__(self, about: str, line: int) -> None:
        super().__init__(about)
        self.about = about
        self.line = line


class Size:
    """The number of instructions of a whole program so far."""

    def __init__(self) -> None:
        self.count = 0


class Builder:
    """The code of one scope in the making.

    Attributes:
        names: the scope.
        code: the code.
        line: the line of the statement or expression that is being compiled.
    """

    def __init__(self, names: Names, code: Code, size: Size) -> None:
        self.names = names
        self.code = code
        self.size = size
        self.line = 1

    def emit(self, name: str, operand: Value = None) -> int:
        """Adds an instruction and returns its index.

        Raises:
            Unsupported: the program is too long.
        """
        self.size.count += 1
        if self.size.count > MAX_INSTRUCTIONS:
            raise Unsupported("programs of this size", self.line)
        self.code.operations.append((OPERATIONS[name], operand))
        self.code.lines.append(self.line)
        return len(self.code.operations) - 1

    @property
    def here(self) -> int:
        """The index of the next instruction."""
        return len(self.code.operations)

    def patch(self, *indices: int) -> None:
        """Makes jumps lead to the next instruction."""
        for index in indices:
            self.code.operations[index] = (self.code.operations[index][0], self.here)

    def load(self, name: str) -> None:
        """Emits the look-up of a variable."""
        self._named("load", name)

    def store(self, name: str) -> None:
        """Emits an assignment of the top of the stack to a variable."""
        self._named("store", name)

    def delete(self, name: str) -> None:
        """Emits the deletion of a variable."""
        self._named("delete", name)

    def _named(self, action: str, name: str) -> None:
        place, hops = self.names.resolve(name)
        if place == "outer":
            self.emit(f"{action}_outer", (name, hops))
        else:
            self.emit(f"{action}_{place}", name)

    def at(self, node: ast.AST) -> None:
        """Notes the line of a node for the instructions that follow."""
        self.line = getattr(node, "lineno", self.line)
