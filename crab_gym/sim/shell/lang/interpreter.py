"""Runs a parsed line on a machine: pipelines, lists, compound commands, redirects, variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from crab_gym.sim.files import Directory, FileError, normalise
from crab_gym.sim.files.globs import glob_match
from crab_gym.sim.shell.context import (
    COMMANDS,
    Command,
    CommandContext,
    CommandError,
    ExitShell,
    Input,
    LimitExceeded,
    clean,
    decode,
    encode,
)
from crab_gym.sim.shell.lang import tree
from crab_gym.sim.shell.lang.conditions import binary_test, unary_test
from crab_gym.sim.shell.lang.core import Shell
from crab_gym.sim.shell.lang.expansion import (
    ExpansionError,
    expand_number,
    expand_pattern,
    expand_regex,
    expand_text,
    expand_words,
)
from crab_gym.sim.shell.lang.parser import parse, plain_text
from crab_gym.sim.shell.lang.streams import Buffer, Null, Sink, collect
from crab_gym.sim.shell.regex.matcher import compile_regex

_BIN: Final = ("/bin/", "/usr/bin/", "/system/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/")


class LoopControl(Exception):
    """``break`` or ``continue`` of `levels` loops."""

    def __init__(self, kind: str, levels: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.levels = levels


class ReturnFunction(Exception):
    """``return``."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Interpreter(Shell):
    """The shell that runs parsed lines."""

    # --- the line ----------------------------------------------------------------------------------------------

    def run_line(self, line: str) -> None:
        """Runs a line of text; whatever it does ends here."""
        self._guard(lambda: self.execute(parse(line)))

    def run_arguments(self, argv: Sequence[str]) -> None:
        """Runs one command without parsing."""

        def action() -> None:
            self.status = self.run_command(argv)

        self._guard(action)

    def _guard(self, action: Callable[[], object]) -> None:
        try:
            action()
        except tree.ShellSyntaxError as error:
            self.complain(str(error), 2)
        except ExpansionError as error:
            self.complain(str(error), 1)
        except LimitExceeded as error:
            self.complain(str(error), 1)
        except RecursionError:
            self.complain("too deeply nested, stopped", 1)
        except ExitShell as error:
            self.status = error.status
            self.exiting = True
        except ReturnFunction as error:
            self.status = error.status
        except LoopControl:
            self.status = 0

    # --- variables ---------------------------------------------------------------------------------------------

    # --- files -------------------------------------------------------------------------------------------------

    # --- running nodes -----------------------------------------------------------------------------------------

    def execute(self, node: tree.Node) -> int:
        """Runs a node; its status is returned and becomes ``$?``."""
        self.status = _RUN[type(node)](self, node)
        return self.status

    def subshell(self, action: Callable[[], int]) -> int:
        """Runs `action` so that it changes files and effects, but not the shell's own state."""
        saved = (
            self.cwd, self.variables.copy(), self.exported.copy(), self.arguments, self.functions.copy(),
            self.aliases.copy(), self.options.copy(), self.loops,
        )  # fmt: skip
        self.budget.handle(64 * len(self.variables))
        self.loops = 0
        try:
            with self.nested():
                return action()
        except (ExitShell, ReturnFunction) as error:
            return error.status
        except LoopControl:
            return 0
        except ExpansionError as error:
            self.stderr.write(encode(f"{self.script}: {error}\n"))
            return 1
        finally:
            (
                self.cwd, self.variables, self.exported, self.arguments, self.functions,
                self.aliases, self.options, self.loops,
            ) = saved  # fmt: skip

    def capture(self, node: tree.Node) -> str:
        """Returns the output of a command substitution, without its last newlines."""
        buffer = Buffer()
        with self.streams(self.stdin, buffer, self.stderr):
            self.status = self.subshell(lambda: self.execute(node))
        self.substituted = self.status
        return decode(collect(self.budget, buffer)).rstrip("\n").replace("\0", "")

    def capture_file(self, node: tree.Node) -> str:
        """Keeps the output of a process substitution and return the name to read it by."""
        buffer = Buffer()
        with self.streams(self.stdin, buffer, self.stderr):
            self.subshell(lambda: self.execute(node))
        name = f"/dev/fd/{63 - len(self.pipes)}"
        self.pipes[name] = collect(self.budget, buffer)
        return name

    def guard(self, node: tree.Node) -> int:
        """Runs a node whose failure is being tested."""
        self.guarded += 1
        try:
            return self.execute(node)
        finally:
            self.guarded -= 1

    def sequence(self, node: tree.Sequence) -> int:
        """Runs one after the other."""
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
        """Runs each command with the output of the one before; all but a single one in subshells."""
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
        """Runs a loop's body once; return its status and whether the loop goes on."""
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

    def counting_loop(self, node: tree.CFor) -> int:
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
            if falling or any(glob_match(expand_pattern(self, pattern), subject) for pattern in patterns):
                status = self.execute(body)
                if end == ";;":
                    break
                falling = end == ";&"
        return status

    def define(self, node: tree.Function) -> int:
        """Remember a function."""
        self.functions[node.name] = clean(node.source)
        return 0

    def arithmetic(self, node: tree.Arithmetic) -> int:
        """Runs ``(( ))``."""
        try:
            return int(expand_number(self, node.text) == 0)
        except ExpansionError as error:
            self.stderr.write(encode(f"{self.script}: ((: {error}\n"))
            return 1

    def condition(self, node: tree.Condition) -> int:
        """Runs ``[[ ]]``."""
        try:
            return int(not self._holds(node))
        except CommandError as error:
            self.stderr.write(encode(f"{self.script}: [[: {error.message}\n"))
            return 2

    def _holds(self, node: tree.Condition) -> bool:
        op, operands = node.op, node.operands
        first = operands[0]
        if isinstance(first, tree.Condition):
            if op == "!":
                return not self._holds(first)
            second = operands[1]
            assert isinstance(second, tree.Condition)
            return (
                self._holds(first) and self._holds(second) if op == "&&" else self._holds(first) or self._holds(second)
            )
        left = expand_text(self, first)
        if len(operands) == 1:
            return unary_test(self, op, left)
        right = operands[1]
        assert not isinstance(right, tree.Condition)
        if op in ("==", "!="):
            self.budget.handle(len(left))
            return glob_match(expand_pattern(self, right), left) == (op == "==")
        if op == "=~":
            regex = compile_regex(expand_regex(self, right), extended=True)
            found = regex.search(left, 0, self.budget)
            self.assign("BASH_REMATCH", found.group(0) if found else "")
            return found is not None
        if op.startswith("-") and op[1:] not in ("nt", "ot", "ef"):
            return binary_test(self, op, str(self._number(left)), str(self._number(expand_text(self, right))))
        return binary_test(self, op, left, expand_text(self, right))

    def _number(self, text: str) -> int:
        return expand_number(self, (tree.Lit(text, True),))

    # --- redirects ---------------------------------------------------------------------------------------------

    def redirected(self, node: tree.Redirected) -> int:
        """Runs a compound command with redirects."""
        try:
            streams = self.open(node.redirects)
        except FileError as error:
            self.stderr.write(encode(f"{self.script}: {error.path}: {error.reason}\n"))
            return 1
        with self.streams(*streams):
            return self.execute(node.node)

    def open(self, redirects: tuple[tree.Redirect, ...]) -> tuple[Input, Sink, Sink]:
        """Returns the streams after the redirects.

        Raises:
            FileError: one cannot be opened; `path` is the text that was given.
        """
        stdin = self.stdin
        sinks: dict[int, Sink] = {1: self.stdout, 2: self.stderr}
        for redirect in redirects:
            op, fd = redirect.op, redirect.fd
            if op == "<<":
                stdin = Input(encode(expand_text(self, redirect.word)))
                continue
            if op == "<<<":
                stdin = Input(encode(expand_text(self, redirect.word) + "\n"))
                continue
            target = expand_text(self, redirect.word)
            try:
                if op in ("<", "<>"):
                    stdin = self.open_input(target)
                elif op in (">&", "<&") and (target.isdigit() or target == "-"):
                    sinks[fd] = sinks.get(int(target[-3:]), Null()) if target != "-" else Null()
                elif op in ("&>", "&>>", ">&"):
                    sinks[1] = sinks[2] = self.open_output(target, op == "&>>")
                else:
                    sinks[fd] = self.open_output(target, op == ">>")
            except FileError as error:
                raise type(error)(target) from None
        return stdin, sinks[1], sinks[2]

    # --- simple commands ---------------------------------------------------------------------------------------

    def simple(self, node: tree.Simple) -> int:
        """Runs assignments and a command."""
        self.budget.charge()
        self.substituted = 0
        words = self._unalias(node.words) if self.aliases else node.words
        argv = expand_words(self, words)
        if not argv:
            return self._assign_only(node)
        try:
            streams = self.open(node.redirects) if node.redirects else None
        except FileError as error:
            self.stderr.write(encode(f"{self.script}: {error.path}: {error.reason}\n"))
            return self._checked(1)
        self._trace(argv)
        saved: dict[str, tuple[str | None, bool]] = {}
        for assign in node.assigns:
            saved.setdefault(assign.name, (self.variables.get(assign.name), assign.name in self.exported))
            self._store(assign)
            self.exported.add(assign.name)
        try:
            if streams is None:
                return self._checked(self.run_command(argv))
            with self.streams(*streams):
                status = self.run_command(argv)
            return self._checked(status)
        finally:
            for name, (value, exported) in saved.items():
                self.restore(name, value)
                if not exported:
                    self.exported.discard(name)

    def _assign_only(self, node: tree.Simple) -> int:
        for assign in node.assigns:
            self._store(assign)
        if node.redirects:
            try:
                with self.streams(*self.open(node.redirects)):
                    pass
            except FileError as error:
                self.stderr.write(encode(f"{self.script}: {error.path}: {error.reason}\n"))
                return self._checked(1)
        return self._checked(self.substituted)  # that of `x=$(false)` is 1

    def _store(self, assign: tree.Assign) -> None:
        value = expand_text(self, assign.word, assignment=True)
        self.assign(assign.name, self.variables.get(assign.name, "") + value if assign.append else value)

    def _checked(self, status: int) -> int:
        """Applies ``set -e``."""
        if status and "e" in self.options and not self.guarded:
            raise ExitShell(status)
        return status

    def _trace(self, argv: Sequence[str]) -> None:
        if "x" in self.options:
            self.stderr.write(encode("+ " + " ".join(quote(arg) for arg in argv) + "\n"))

    def _unalias(self, words: tuple[tree.Word, ...]) -> tuple[tree.Word, ...]:
        seen: set[str] = set()
        while words:
            name = plain_text(words[0])
            text = self.aliases.get(name or "")
            if name is None or text is None or name in seen:
                return words
            seen.add(name)
            node = parse(text)
            if not isinstance(node, tree.Simple) or node.assigns or node.redirects:
                return words
            words = node.words + words[1:]
        return words

    def find(self, name: str) -> Command | None:
        """Returns the built-in, common or machine-specific command of that name; paths under /bin work too."""
        if "/" in name:
            directory, _, base = name.rpartition("/")
            if directory + "/" not in _BIN:
                return None
            name = base
        return self.host.commands.get(name) or COMMANDS.get(name)

    def run_command(self, argv: Sequence[str], stdin: bytes | None = None) -> int:
        """Runs a function, a command or a script with the current streams and return its status, 0 to 255."""
        self.budget.charge(1 + sum(map(len, argv)) / 4096)
        if stdin is not None:
            with self.streams(Input(stdin), self.stdout, self.stderr):
                return self.run_command(argv)
        name = argv[0] if argv else ""
        if name in self.functions:
            return self.call(name, argv[1:])
        command = self.find(name) if name else None
        if command is None:
            return self._script(name, argv)
        context = CommandContext(argv, self)
        complaints, self.complaints = self.complaints, 0
        try:
            if argv[1:] == ["--help"] and name not in ("echo", "printf", "test", "[", "true", "false", "expr"):
                context.out(usage(name, command))
                return 0
            status = command(context) & 255
            return status or int(self.complaints > 0)
        except CommandError as error:
            context.err(f"{self._label(name)}{error.message}\n")
            return error.status
        except FileError as error:
            context.err(f"{self._label(name)}{error.path}: {error.reason}\n")
            return 1
        finally:
            self.complaints = complaints
            self.stdout.flush()
            self.stderr.flush()

    def _label(self, name: str) -> str:
        """Returns what an error message begins with: the shell's own commands name the shell as well."""
        return f"{self.script}: {name}: " if name in _BUILTINS else f"{name}: "

    def call(self, name: str, args: Sequence[str]) -> int:
        """Runs a function."""
        saved, self.arguments = self.arguments, tuple(args)
        loops, self.loops = self.loops, 0
        self.locals.append({})
        try:
            with self.nested():
                return self.execute(parse(self.functions[name]))
        except ReturnFunction as error:
            return error.status
        finally:
            for variable, value in self.locals.pop().items():
                self.restore(variable, value)
            self.arguments = saved
            self.loops = loops

    def _script(self, name: str, argv: Sequence[str]) -> int:
        """Runs a file of the virtual machine as a script, or say that there is no such command."""
        if "/" not in name:
            self.stderr.write(encode(self.host.unknown_command.format(name=name) + "\n"))
            self.stderr.flush()
            return 127
        path = normalise(name, self.cwd)
        entry = self.files.stat(path) if self.files.exists(path) else None
        reason, status = "", 126
        if entry is None:
            reason, status = "No such file or directory", 127
        elif type(entry) is Directory:
            reason = "Is a directory"
        elif not self.files.allows(path, self.host.user, "x") or not entry.mode & 0o111:
            reason = "Permission denied"
        if reason:
            self.stderr.write(encode(f"{self.script}: {name}: {reason}\n"))
            self.stderr.flush()
            return status
        return self.run_script(name, self.files.read(path), argv[1:])

    def run_script(self, name: str, source: bytes, args: Sequence[str]) -> int:
        """Runs the text of a script in a subshell with its own arguments."""
        text = source.decode("utf-8", "replace")
        first = text.split("\n", 1)[0]
        if first.startswith("#!") and not re.search(r"\b(?:ba|da|k|z)?sh\b", first):
            self.stderr.write(
                encode(f"{self.script}: {name}: {first[2:].strip()}: bad interpreter: No such file or directory\n")
            )
            return 126

        def body() -> int:
            script, self.script = self.script, name
            self.arguments = tuple(args)
            try:
                return self.execute(parse(text))
            except tree.ShellSyntaxError as error:
                self.stderr.write(encode(f"{name}: {error}\n"))
                return 2
            finally:
                self.script = script

        return self.subshell(body)


def quote(text: str) -> str:
    r"""Quotes text for the shell, where it needs it.

    >>> quote("it's"), quote("plain")
    ("'it'\\''s'", 'plain')
    """
    if text and not re.search(r"[^\w@%+=:,./-]", text, re.ASCII):
        return text
    return "'" + text.replace("'", "'\\''") + "'"


def usage(name: str, command: Command) -> str:
    """Returns the help text of a command: the usage line of its docstring, then what it does."""
    about, _, synopsis = (command.__doc__ or name).partition("Usage: ")
    return f"Usage: {synopsis.strip() or name}\n{about.strip()}\n"


_BUILTINS: Final = frozenset(
    "cd export unset set alias unalias read eval source . exit return break continue shift local declare type history"
    " kill test [ let pwd command builtin".split()
)
_RUN: Final[dict[type, Callable[..., int]]] = {
    tree.Simple: Interpreter.simple,
    tree.Pipeline: Interpreter.pipeline,
    tree.AndOr: Interpreter.and_or,
    tree.Sequence: Interpreter.sequence,
    tree.Group: Interpreter.group,
    tree.Subshell: Interpreter.parentheses,
    tree.If: Interpreter.conditional,
    tree.For: Interpreter.for_loop,
    tree.CFor: Interpreter.counting_loop,
    tree.Loop: Interpreter.loop,
    tree.Case: Interpreter.case,
    tree.Function: Interpreter.define,
    tree.Arithmetic: Interpreter.arithmetic,
    tree.Condition: Interpreter.condition,
    tree.Redirected: Interpreter.redirected,
}
