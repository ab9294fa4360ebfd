"""Simple commands: redirects, aliases, functions, commands of the machine and scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from crab_sim.files import Directory, FileError, Files, normalise
from crab_sim.shell.context import Command, CommandContext, CommandHost
from crab_sim.shell.errors import CommandError, ExitShell, ReturnFunction, UsageError
from crab_sim.shell.lang import tree
from crab_sim.shell.lang.expansion import expand_text, expand_words
from crab_sim.shell.lang.parser import parse, plain_text
from crab_sim.shell.lang.shell import Shell
from crab_sim.shell.lang.streams import Input, Null, Sink, flushed
from crab_sim.shell.lang.tree import ShellSyntaxError
from crab_sim.shell.registry import COMMANDS, usage
from crab_sim.shell.state import ShellState
from crab_sim.shell.text import encode, quote

_BIN: Final = ("/bin/", "/usr/bin/", "/system/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/")
# Commands that are part of the shell: their error messages begin with the shell's name.
_BUILTINS: Final = frozenset(
    "cd export unset set alias unalias read eval source . exit return break continue shift local declare type history"
    " kill test [ let pwd command builtin exec readonly typeset trap wait jobs umask ulimit shopt bg fg disown hash"
    " help".split()
)


class CommandRunner(Shell):
    """A shell that runs simple commands: the layer between the shell's state and its compound commands."""

    def __init__(self, files: Files, state: ShellState, host: CommandHost, stdin: bytes = b"") -> None:
        super().__init__(files, state, host, stdin)
        self._host = host

    def open(self, redirects: tuple[tree.Redirect, ...]) -> tuple[Input, Sink, Sink]:
        """Returns standard input, output and error after the redirects.

        Raises:
            FileError: a file cannot be opened; `path` is the text that was given.
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
            self.report(str(error))
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
                self.report(str(error))
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
        """Returns the machine's command of a name; paths under /bin work too."""
        if "/" in name:
            directory, _, base = name.rpartition("/")
            if directory + "/" not in _BIN:
                return None
            name = base
        return self._host.commands.get(name) or COMMANDS.get(name)

    def run_command(self, argv: Sequence[str], stdin: bytes | None = None) -> int:
        """Runs a function, a command or a script, and returns its status, 0 to 255."""
        self.budget.charge(1 + len(argv) / 20 + sum(map(len, argv)) / 4096)
        if stdin is not None:
            with self.streams(Input(stdin), self.stdout, self.stderr):
                return self.run_command(argv)
        name = argv[0] if argv else ""
        if name in self.functions:
            return self.call(name, argv[1:])
        command = self.find(name) if name else None
        if command is None:
            return self._script(name, argv)
        complaints, self.complaints = self.complaints, 0
        try:
            status = self._run(command, argv)
        finally:
            self.complaints = complaints
            failure = flushed(self.stdout)
            if failure:
                self.stderr.write(encode(f"{self._label(name)}write error: {failure}\n"))
            flushed(self.stderr)
        return 1 if failure else status

    def _run(self, command: Command, argv: Sequence[str]) -> int:
        name, context = argv[0], CommandContext(argv, self)
        try:
            if argv[1:] == ["--help"] and name not in ("echo", "printf", "test", "[", "true", "false", "expr"):
                context.out(usage(name, command))
                return 0
            status = command(context) & 255
            return status or int(self.complaints > 0)
        except UsageError as unknown:
            if name not in _BUILTINS:
                context.err(f"{name}: {unknown.message}\n")
                return unknown.status
            synopsis = usage(name, command).partition("\n")[0].removeprefix("Usage: ")
            context.err(f"{self._label(name)}{unknown.option}: invalid option\n{name}: usage: {synopsis}\n")
            return 2
        except CommandError as error:
            context.err(f"{self._label(name)}{error.message}\n")
            return error.status
        except FileError as failure:
            context.err(f"{self._label(name)}{failure.path}: {failure.reason}\n")
            return 1

    def _label(self, name: str) -> str:
        """Returns the start of an error message: the shell's own commands name the shell as well."""
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
        """Runs a file of the virtual machine as a script, or prints that there is no such command."""
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
            self.report(f"{name}: {reason}")
            self.stderr.flush()
            return status
        return self.run_script(name, self.files.read(path), argv[1:])

    def run_script(self, name: str, source: bytes, args: Sequence[str]) -> int:
        """Runs the text of a script in a subshell with its own arguments."""
        text = source.decode("utf-8", "replace")
        first = text.split("\n", 1)[0]
        if first.startswith("#!") and not re.search(r"\b(?:ba|da|k|z)?sh\b", first):
            interpreter = "python3" if re.match(r"#!\s*(?:/usr)?/bin/(?:env\s+)?python3\s*$", first) else ""
            if interpreter and self.find(interpreter) is not None:
                return self.run_command([interpreter, name, *args])
            self.report(f"{name}: {first[2:].strip()}: bad interpreter: No such file or directory")
            return 126

        def body() -> int:
            script, self.script = self.script, name
            self.arguments = tuple(args)
            try:
                return self.execute(parse(text))
            except ShellSyntaxError as error:
                self.stderr.write(encode(f"{name}: {error}\n"))
                return 2
            finally:
                self.script = script

        return self.subshell(body)

    def command_names(self) -> set[str]:
        """Returns the names of all commands of the machine, without aliases and functions."""
        return {*COMMANDS, *self._host.commands}

    def command_help(self, name: str) -> str:
        """Returns the help text of one of the `command_names`."""
        return usage(name, self._host.commands.get(name) or COMMANDS[name])
