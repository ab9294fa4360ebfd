"""The run of an ``awk`` program: its rules over the records, its statements and its output."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from crab_sim.shell.awk.control import BreakLoop, ContinueLoop, ExitProgram, NextRecord, ReturnFunction
from crab_sim.shell.awk.expressions import Evaluator
from crab_sim.shell.awk.tree import (
    Block,
    Break,
    Continue,
    Delete,
    DoWhile,
    Evaluate,
    Exit,
    Expression,
    For,
    ForIn,
    If,
    Next,
    Print,
    Printf,
    Program,
    Return,
    Rule,
    Statement,
    While,
)
from crab_sim.shell.awk.values import UNSET, InputText, to_integer, to_number
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError, LimitExceeded
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.text import decode, encode

_ASSIGNMENT: Final = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)


class Machine(Evaluator):
    """One run of a program."""

    def __init__(self, context: CommandContext, program: Program) -> None:
        super().__init__(context, program)
        self.active: set[int] = set()  # the ranges that have begun, by the index of their rule
        self.status = 0
        self.opened: dict[str, list[str]] = {}
        self.size = 0

    # --- the main loop -----------------------------------------------------------------------------------------

    def run(self, operands: list[str]) -> int:
        """Runs the program and returns its exit status.

        Args:
            operands: names of files, and assignments ``name=value``.
        """
        rules = self.program.rules
        try:
            try:
                self._run_actions([rule for rule in rules if rule.kind == "BEGIN"])
                if any(rule.kind != "BEGIN" for rule in rules):
                    self._run_records(operands)
            except ExitProgram:
                pass
            else:
                try:
                    self._run_actions([rule for rule in rules if rule.kind == "END"])
                except ExitProgram:
                    pass
        except (NextRecord, BreakLoop, ContinueLoop, ReturnFunction):
            raise CommandError("next, break, continue or return used outside of its place", 2) from None
        finally:
            self.flush()
        return self.status

    def _run_actions(self, rules: list[Rule]) -> None:
        for rule in rules:
            if rule.action is not None:
                self.execute(rule.action)

    def _run_records(self, operands: list[str]) -> None:
        files: list[str] = []
        for operand in operands or ["-"]:
            if match := _ASSIGNMENT.fullmatch(operand):
                self.variables[match[1]] = InputText(match[2])
            else:
                files.append(operand)
        main = list(enumerate(rule for rule in self.program.rules if rule.kind in ("line", "range")))
        for name, data in self.context.inputs(files or ["-"]):
            self.variables["FILENAME"] = "" if name == "-" else name
            self.variables["FNR"] = 0.0
            for line in self.split_records(decode(data)):
                self.context.charge(0.1)
                self.variables["NR"] = to_number(self.variables["NR"]) + 1
                self.variables["FNR"] = to_number(self.variables["FNR"]) + 1
                self.line, self.fields = line, None
                try:
                    for index, rule in main:
                        self._run_rule(index, rule)
                except NextRecord:
                    continue

    def _run_rule(self, index: int, rule: Rule) -> None:
        if rule.kind == "range":
            assert rule.first is not None and rule.second is not None
            if index not in self.active:
                if not self.true(self.value(rule.first)):
                    return
                self.active.add(index)
            if self.true(self.value(rule.second)):
                self.active.discard(index)
        elif rule.first is not None and not self.true(self.value(rule.first)):
            return
        if rule.action is None:
            self.emit(self.line + self.text(self.variables["ORS"]))
        else:
            self.execute(rule.action)

    # --- statements --------------------------------------------------------------------------------------------

    def execute(self, node: Statement) -> None:
        """Runs a statement."""
        self.context.charge(0.005)
        _EXECUTE[type(node)](self, node)

    def _block(self, node: Block) -> None:
        for statement in node.body:
            self.execute(statement)

    def _evaluate(self, node: Evaluate) -> None:
        self.value(node.expression)

    def _if(self, node: If) -> None:
        if self.true(self.value(node.test)):
            self.execute(node.then)
        elif node.otherwise is not None:
            self.execute(node.otherwise)

    def _iterate(self, body: Statement) -> bool:
        """Runs a loop's body; returns False when the loop ends."""
        self.context.charge(0.1)
        try:
            self.execute(body)
        except BreakLoop:
            return False
        except ContinueLoop:
            return True
        return True

    def _while(self, node: While) -> None:
        while self.true(self.value(node.test)):
            if not self._iterate(node.body):
                break

    def _do_while(self, node: DoWhile) -> None:
        while self._iterate(node.body) and self.true(self.value(node.test)):
            pass

    def _for(self, node: For) -> None:
        if node.start is not None:
            self.execute(node.start)
        while node.test is None or self.true(self.value(node.test)):
            if not self._iterate(node.body):
                break
            if node.step is not None:
                self.execute(node.step)

    def _for_in(self, node: ForIn) -> None:
        for key in list(self.array(node.array)):
            self.put(node.name, InputText(key))
            if not self._iterate(node.body):
                break

    def _delete(self, node: Delete) -> None:
        if node.subscripts is None:
            self.array(node.array).clear()
        else:
            self.array(node.array).pop(self.key(node.subscripts), None)

    def _print(self, node: Print) -> None:
        pieces = [self.text(self.value(argument)) for argument in node.arguments] if node.arguments else [self.line]
        text = self.text(self.variables["OFS"]).join(pieces) + self.text(self.variables["ORS"])
        self.emit(text, node.mode, node.target)

    def _printf(self, node: Printf) -> None:
        values = [self.value(argument) for argument in node.arguments]
        text = self.format([self.text(value) for value in values], [to_number(value) for value in values])
        self.emit(text, node.mode, node.target)

    def _next(self, node: Next) -> None:
        raise NextRecord

    def _break(self, node: Break) -> None:
        raise BreakLoop

    def _continue(self, node: Continue) -> None:
        raise ContinueLoop

    def _exit(self, node: Exit) -> None:
        if node.status is not None:
            self.status = to_integer(to_number(self.value(node.status))) & 255
        raise ExitProgram

    def _return(self, node: Return) -> None:
        raise ReturnFunction(UNSET if node.value is None else self.value(node.value))

    # --- output ------------------------------------------------------------------------------------------------

    def emit(self, text: str, mode: str = "", target: Expression | None = None) -> None:
        """Prints a text to standard output, or holds it back for `target`.

        Args:
            text: the text.
            mode: ``>``, ``>>`` or ``|``.
            target: the name of a file, or the text of a command.
        """
        self.size += len(text)
        if self.size > 4 * MAX_OUTPUT:
            raise LimitExceeded("awk: too much output, stopped")
        if target is None:
            self.context.out(text)
            return
        name = self.text(self.value(target))
        if name in ("/dev/stdout", "/dev/stderr"):
            (self.context.out if name == "/dev/stdout" else self.context.err)(text)
            return
        key = ("|" if mode == "|" else ">") + name
        if key not in self.opened:
            self.opened[key] = []
            if mode == ">":
                self.context.write(name, b"")
        self.opened[key].append(text)

    def flush(self) -> None:
        """Writes the held-back output to its files, and pipes it to its commands."""
        opened, self.opened = self.opened, {}
        for key, texts in opened.items():
            data = encode("".join(texts))
            if key[0] == "|":
                self.context.run(["sh", "-c", key[1:]], data)
            else:
                self.context.write(key[1:], data, append=True)
                self.opened[key] = []


# One look-up by type, as for expressions.
_EXECUTE: Final[dict[type, Callable[..., None]]] = {
    Block: Machine._block,
    Evaluate: Machine._evaluate,
    If: Machine._if,
    While: Machine._while,
    DoWhile: Machine._do_while,
    For: Machine._for,
    ForIn: Machine._for_in,
    Delete: Machine._delete,
    Print: Machine._print,
    Printf: Machine._printf,
    Next: Machine._next,
    Break: Machine._break,
    Continue: Machine._continue,
    Exit: Machine._exit,
    Return: Machine._return,
}
