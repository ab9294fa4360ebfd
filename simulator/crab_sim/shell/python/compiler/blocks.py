"""Compiling statements with blocks: conditions, loops, ``try`` and ``with``.

A statement that leaves blocks early (``return``, ``break``, ``continue``) first undoes them from the inside out; the
body of a ``finally`` is compiled once per way that leads through it.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from crab_sim.shell.python.code import Code
from crab_sim.shell.python.compiler.base import Size, Unsupported
from crab_sim.shell.python.compiler.expressions import ExpressionCompiler
from crab_sim.shell.python.scopes import Names


class _Open(NamedTuple):
    """A block that is open where code is being compiled.

    Attributes:
        kind: ``for`` (its iterator is on the stack), ``while``, ``try`` (handlers are set), ``finally`` (same, and
            `body` must run), ``handler`` (an exception is being handled), ``raised`` (same, and it is on the stack) or
            ``with`` (handlers are set, and the manager is on the stack).
        start: of a loop: where ``continue`` leads.
        breaks: of a loop: the jumps of its ``break`` statements.
        body: of ``finally``: its statements.
    """

    kind: str
    start: int = 0
    breaks: list[int] | None = None
    body: tuple[ast.stmt, ...] = ()


class BlockCompiler(ExpressionCompiler):
    """Compiles statements with blocks."""

    def __init__(self, names: Names, code: Code, size: Size) -> None:
        super().__init__(names, code, size)
        self.open: list[_Open] = []

    def body(self, statements: list[ast.stmt] | tuple[ast.stmt, ...]) -> None:
        """Compiles statements.

        Raises:
            Unsupported: one is not part of the subset.
        """
        for statement in statements:
            self.at(statement)
            method = getattr(self, "_stmt_" + type(statement).__name__, None)
            if method is None:
                kind = type(statement).__name__
                words = (
                    "async" if kind.startswith("Async") else {"Match": "match", "TryStar": "except*"}.get(kind, kind)
                )
                raise Unsupported(f"support for '{words}'", self.line)
            method(statement)

    def _stmt_If(self, node: ast.If) -> None:
        self.expression(node.test)
        otherwise = self.emit("jump_if_false")
        self.body(node.body)
        if node.orelse:
            end = self.emit("jump")
            self.patch(otherwise)
            self.body(node.orelse)
            self.patch(end)
        else:
            self.patch(otherwise)

    # --- loops -------------------------------------------------------------------------------------------------

    def _stmt_While(self, node: ast.While) -> None:
        start = self.here
        self.expression(node.test)
        end = self.emit("jump_if_false")
        self._repeat(node, "while", start, end)

    def _stmt_For(self, node: ast.For) -> None:
        self.expression(node.iter)
        self.emit("iterate")
        start = self.here
        end = self.emit("next_item")
        self.assign(node.target)
        self._repeat(node, "for", start, end)

    def _repeat(self, node: ast.While | ast.For, kind: str, start: int, end: int) -> None:
        """Compiles the rest of a loop, which begins at `start` and whose jump at `end` leaves it."""
        breaks: list[int] = []
        self.open.append(_Open(kind, start, breaks))
        self.body(node.body)
        self.open.pop()
        self.emit("jump", start)
        self.patch(end)
        self.body(node.orelse)
        self.patch(*breaks)

    def _stmt_Break(self, node: ast.Break) -> None:
        level = self._loop(node, "'break' outside loop")
        self.leave(level + 1)
        if self.open[level].kind == "for":
            self.emit("pop")
        breaks = self.open[level].breaks
        assert breaks is not None
        breaks.append(self.emit("jump"))

    def _stmt_Continue(self, node: ast.Continue) -> None:
        level = self._loop(node, "'continue' not properly in loop")
        self.leave(level + 1)
        self.emit("jump", self.open[level].start)

    def _loop(self, node: ast.stmt, message: str) -> int:
        for level in range(len(self.open) - 1, -1, -1):
            if self.open[level].kind in ("for", "while"):
                return level
        raise SyntaxError(message, (self.code.file, node.lineno, node.col_offset + 1, None))

    def leave(self, level: int, *, value: bool = False) -> None:
        """Undoes the open blocks down to a level, innermost first.

        Args:
            level: the number of blocks that stay open.
            value: a value on the stack is kept, for ``return``.
        """
        saved = self.open
        for index in range(len(saved) - 1, level - 1, -1):
            block = saved[index]
            self.open = saved[:index]
            if block.kind in ("try", "finally", "with"):
                self.emit("end_block")
            if block.kind in ("handler", "raised"):
                self.emit("end_handler")
            if block.kind in ("for", "raised", "with"):
                if value:
                    self.emit("swap")
                self.emit("exit_normally" if block.kind == "with" else "pop")
            self.body(block.body)
        self.open = saved

    # --- try and with ------------------------------------------------------------------------------------------

    def _stmt_Try(self, node: ast.Try) -> None:
        if not node.finalbody:
            self._try_except(node)
            return
        setup = self.emit("begin_block")
        self.open.append(_Open("finally", body=tuple(node.finalbody)))
        if node.handlers:
            self._try_except(node)
        else:
            self.body(node.body)
        self.open.pop()
        self.emit("end_block")
        self.body(node.finalbody)
        end = self.emit("jump")
        self.patch(setup)
        self.open.append(_Open("raised"))
        self.body(node.finalbody)
        self.open.pop()
        self.emit("raise_again")
        self.patch(end)

    def _try_except(self, node: ast.Try) -> None:
        setup = self.emit("begin_block")
        self.open.append(_Open("try"))
        self.body(node.body)
        self.open.pop()
        self.emit("end_block")
        self.body(node.orelse)
        ends = [self.emit("jump")]
        self.patch(setup)
        for handler in node.handlers:
            self.at(handler)
            other = None
            if handler.type is not None:
                self.emit("copy")
                self.expression(handler.type)
                self.emit("matches")
                other = self.emit("jump_if_false")
            if handler.name:
                self.store(handler.name)
            else:
                self.emit("pop")
            self.open.append(_Open("handler"))
            self.body(handler.body)
            self.open.pop()
            self.emit("end_handler")
            if handler.name:
                self.emit("constant", None)
                self.store(handler.name)
                self.delete(handler.name)
            ends.append(self.emit("jump"))
            if other is not None:
                self.patch(other)
        self.emit("raise_again")
        self.patch(*ends)

    def _stmt_With(self, node: ast.With) -> None:
        self._with(node.items, node.body)

    def _with(self, items: list[ast.withitem], body: list[ast.stmt]) -> None:
        if not items:
            self.body(body)
            return
        self.expression(items[0].context_expr)
        self.emit("enter")
        setup = self.emit("begin_with")
        if items[0].optional_vars is not None:
            self.assign(items[0].optional_vars)
        else:
            self.emit("pop")
        self.open.append(_Open("with"))
        self._with(items[1:], body)
        self.open.pop()
        self.emit("end_block")
        self.emit("exit_normally")
        end = self.emit("jump")
        self.patch(setup)
        self.emit("exit_with_error")
        self.patch(end)
