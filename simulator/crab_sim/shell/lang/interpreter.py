"""The interpreter: lines, pipelines, lists and compound commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from crab_sim.files import FileError
from crab_sim.shell.errors import (
    CommandError,
    ExitShell,
    ExpansionError,
    LimitExceeded,
    LoopControl,
    ReturnFunction,
)
from crab_sim.shell.lang import tree
from crab_sim.shell.lang.conditions import evaluate_condition
from crab_sim.shell.lang.expansion import expand_number, expand_pattern, expand_text, expand_words
from crab_sim.shell.lang.glob_search import matches
from crab_sim.shell.lang.parser import parse
from crab_sim.shell.lang.runner import CommandRunner
from crab_sim.shell.lang.streams import Buffer, Input, collect
from crab_sim.shell.lang.tree import ShellSyntaxError
from crab_sim.shell.programs.program import ProgramStarted
from crab_sim.shell.text import clean, decode


class Interpreter(CommandRunner):
    """The complete shell: it runs whole lines."""

    # --- the line ----------------------------------------------------------------------------------------------

    def run_line(self, line: str) -> None:
        """Runs a line of text; its errors are printed and end here."""
        self._guard(lambda: self.execute(parse(line)))

    def run_arguments(self, argv: Sequence[str]) -> None:
        """Runs one command without parsing."""

        def action() -> None:
            self.status = self.run_command(argv)

        self._guard(action)

    def _guard(self, action: Callable[[], object]) -> None:
        try:
            action()
        except ShellSyntaxError as error:
            self.abandon_line(str(error), 2)
        except (ExpansionError, LimitExceeded) as failure:
            self.abandon_line(str(failure), 1)
        except RecursionError:
            self.abandon_line("too deeply nested, stopped", 1)
        except ProgramStarted as started:
            self.program = started.program
        except ExitShell as end:
            self.status = end.status
            self.exiting = True
        except ReturnFunction as result:
            self.status = result.status
        except LoopControl:
            self.status = 0

    # --- running nodes -----------------------------------------------------------------------------------------

    def execute(self, node: tree.Node) -> int:
        """Runs a node of the syntax tree; its status is returned and becomes ``$?``."""
        self.status = _RUN[type(node)](self, node)
        return self.status

    def capture(self, node: tree.Node) -> str:
        """Returns the output of a command substitution, without its trailing newlines."""
        buffer = Buffer()
        with self.streams(self.stdin, buffer, self.stderr):
            self.status = self.subshell(lambda: self.execute(node))
        self.substituted = self.status
        return decode(collect(self.budget, buffer)).rstrip("\n").replace("\0", "")

    def capture_file(self, node: tree.Node) -> str:
        """Stores the output of a process substitution and returns the name of the file to read it from."""
        buffer = Buffer()
        with self.streams(self.stdin, buffer, self.stderr):
            self.subshell(lambda: self.execute(node))
        name = f"/dev/fd/{63 - len(self.pipes)}"
        self.pipes[name] = collect(self.budget, buffer)
        return name

    def guard(self, node: tree.Node) -> int:
        """Runs a node as a test, whose failure does not end the shell under ``set -e``."""
        self.guarded += 1
        try:
            return self.execute(node)
        finally:
            self.guarded -= 1

    def sequence(self, node: tree.Sequence) -> int:
        """Runs commands one after the other."""
        status = 0
        for item in node.items:
            status = self.execute(item)
        return status

    def and_or(self, node: tree.AndOr) -> int:
        """Runs ``&&`` and ``||``."""
        status = self.guard(node.first)
        for index, (operator, item) in enumerate(node.rest):
            if (status == 0) == (operator == "&&"):
                status = self.execute(item) if index == len(node.rest) - 1 else self.guard(item)
        return status

    def pipeline(self, node: tree.Pipeline) -> int:
        """Runs each command with the output of the previous one; each in a subshell, unless there is only one."""
        if node.negated:
            self.guarded += 1
        try:
            status = self.execute(node.commands[0]) if len(node.commands) == 1 else self._pipes(node)
        finally:
            if node.negated:
                self.guarded -= 1
        return int(not status) if node.negated else status

    def _pipes(self, node: tree.Pipeline) -> int:
        stdin = self.stdin
        statuses: list[int] = []
        for command in node.commands[:-1]:
            pipe = Buffer(limit=self.host.max_output)
            with self.streams(stdin, pipe, self.stderr):
                statuses.append(self.subshell(lambda command=command: self.guard(command)))  # type: ignore[misc]
            stdin = Input(collect(self.budget, pipe))
        with self.streams(stdin, self.stdout, self.stderr):
            statuses.append(self.subshell(lambda: self.execute(node.commands[-1])))
        if "pipefail" in self.options:
            return next((status for status in reversed(statuses) if status), 0)
        return statuses[-1]

    def group(self, node: tree.Group) -> int:
        """Runs ``{ }``."""
        return self.execute(node.body)

    def parentheses(self, node: tree.Subshell) -> int:
        """Runs ``( )``."""
        return self.subshell(lambda: self.execute(node.body))

    def conditional(self, node: tree.If) -> int:
        """Runs ``if``."""
        for test, body in node.arms:
            if self.guard(test) == 0:
                return self.execute(body)
        return 0 if node.otherwise is None else self.execute(node.otherwise)

    def _iterate(self, body: tree.Node) -> tuple[int, bool]:
        """Runs a loop's body once; returns its status and whether the loop continues."""
        self.budget.charge()
        self.loops += 1
        try:
            return self.execute(body), True
        except LoopControl as control:
            if control.levels > 1 and self.loops > 1:
                raise LoopControl(control.kind, control.levels - 1) from None
            return 0, control.kind == "continue"
        finally:
            self.loops -= 1

    def for_loop(self, node: tree.For) -> int:
        """Runs ``for name in``."""
        values = self.arguments if node.words is None else expand_words(self, node.words)
        status = 0
        for value in values:
            self.assign(node.name, value)
            status, more = self._iterate(node.body)
            if not more:
                break
        return status

    def counting_loop(self, node: tree.CountingFor) -> int:
        """Runs ``for ((;;))``."""
        expand_number(self, node.start)
        status = 0
        while not node.test or expand_number(self, node.test):
            status, more = self._iterate(node.body)
            if not more:
                break
            expand_number(self, node.step)
        return status

    def loop(self, node: tree.Loop) -> int:
        """Runs ``while`` or ``until``."""
        status = 0
        while (self.guard(node.test) == 0) != node.until:
            status, more = self._iterate(node.body)
            if not more:
                break
        return status

    def case(self, node: tree.Case) -> int:
        """Runs ``case``."""
        subject = expand_text(self, node.word)
        status = 0
        falling = False
        for patterns, body, end in node.arms:
            self.budget.handle(len(subject))
            if falling or any(matches(expand_pattern(self, pattern), subject, self.budget) for pattern in patterns):
                status = self.execute(body)
                if end == ";;":
                    break
                falling = end == ";&"
        return status

    def define(self, node: tree.Function) -> int:
        """Defines a function."""
        self.functions[node.name] = clean(node.source)
        return 0

    def arithmetic(self, node: tree.Arithmetic) -> int:
        """Runs ``(( ))``."""
        try:
            return int(expand_number(self, node.text) == 0)
        except ExpansionError as error:
            self.report(f"((: {error}")
            return 1

    def condition(self, node: tree.Condition) -> int:
        """Runs ``[[ ]]``."""
        try:
            return int(not evaluate_condition(self, node))
        except CommandError as error:
            self.report(f"[[: {error.message}")
            return 2

    def redirected(self, node: tree.Redirected) -> int:
        """Runs a compound command with redirects."""
        try:
            streams = self.open(node.redirects)
        except FileError as error:
            self.report(str(error))
            return 1
        with self.streams(*streams):
            return self.execute(node.node)


# One look-up by type: a `match` would try the fifteen kinds of nodes one after the other.
_RUN: Final[dict[type, Callable[..., int]]] = {
    tree.Simple: Interpreter.simple,
    tree.Pipeline: Interpreter.pipeline,
    tree.AndOr: Interpreter.and_or,
    tree.Sequence: Interpreter.sequence,
    tree.Group: Interpreter.group,
    tree.Subshell: Interpreter.parentheses,
    tree.If: Interpreter.conditional,
    tree.For: Interpreter.for_loop,
    tree.CountingFor: Interpreter.counting_loop,
    tree.Loop: Interpreter.loop,
    tree.Case: Interpreter.case,
    tree.Function: Interpreter.define,
    tree.Arithmetic: Interpreter.arithmetic,
    tree.Condition: Interpreter.condition,
    tree.Redirected: Interpreter.redirected,
}
