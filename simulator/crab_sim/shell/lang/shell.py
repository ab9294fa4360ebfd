"""The state of a running shell: variables, files with permissions, streams, nesting."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from crab_sim.files import FileError, Files, IsADirectory, PermissionDenied, normalise
from crab_sim.machine.work import Budget
from crab_sim.shell.errors import ExitShell, ExpansionError, LimitExceeded, LoopControl, ReturnFunction
from crab_sim.shell.host import Host
from crab_sim.shell.lang.streams import FileSink, Input, Null, Sink, Transcript, flushed
from crab_sim.shell.lang.tree import Node
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.programs.program import Outcome, Program
from crab_sim.shell.state import ShellState
from crab_sim.shell.text import clean, encode

MAX_DEPTH: Final = 24
"""Deepest nesting of functions, substitutions, scripts and subshells while running."""
DEVICES: Final = frozenset({"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero"})
"""The devices that every machine's shell knows."""


class Shell(ABC):
    """One run of the shell. Its attributes are the shell's state while it runs; `state` returns the part that lasts.

    `CommandRunner` adds simple commands and `Interpreter` the rest; expansion, tests and commands need only this class.
    """

    def __init__(self, files: Files, state: ShellState, host: Host, stdin: bytes = b"") -> None:
        self.files = files
        self.host = host
        self.cwd = state.cwd if files.is_dir(state.cwd) else "/"
        self.variables = dict(state.variables)
        self.exported = set(state.exported)
        self.arguments: tuple[str, ...] = state.arguments
        self.functions = dict(state.functions)
        self.aliases = dict(state.aliases)
        self.options = set(state.options)
        self.history = state.history
        self.status = state.status
        self.transcript = Transcript(host.max_output)
        self.stdin = Input(stdin)
        self.stdout: Sink = self.transcript.stdout
        self.stderr: Sink = self.transcript.stderr
        self.budget = Budget()
        self.effects: list[tuple[object, ...]] = []
        self.slept = 0.0
        self.complaints = 0
        self.depth = 0
        self.loops = 0
        self.substituted = 0  # status of the last command substitution of the command being expanded
        self.guarded = 0  # inside a test of if, while, && or !, where set -e does not end the shell
        self.exiting = False
        self.draws = 0
        self.screen: tuple[int, int] | None = None  # rows and columns, where programs can take the whole screen
        self.outcomes: list[Outcome] = []  # of the programs that ran before, when a line is run again behind them
        self.program: Program | None = None  # the one that has taken the screen
        self.pipes: dict[str, bytes] = {}  # outputs of process substitutions, by name
        self.locals: list[dict[str, str | None]] = []
        self.script = host.unknown_command.partition(":")[0]

    @abstractmethod
    def execute(self, node: Node) -> int:
        """Runs a node of the syntax tree; its status is returned and becomes ``$?``."""

    @abstractmethod
    def capture(self, node: Node) -> str:
        """Returns the output of a command substitution, without its trailing newlines."""

    @abstractmethod
    def capture_file(self, node: Node) -> str:
        """Stores the output of a process substitution and returns the name of the file to read it from."""

    @abstractmethod
    def run_command(self, argv: Sequence[str], stdin: bytes | None = None) -> int:
        """Runs a function, a command or a script, and returns its status, 0 to 255.

        Args:
            argv: its name and arguments.
            stdin: its standard input; by default the shell's.
        """

    @abstractmethod
    def run_script(self, name: str, source: bytes, args: Sequence[str]) -> int:
        """Runs the text of a script in a subshell with its own arguments."""

    @abstractmethod
    def command_names(self) -> set[str]:
        """Returns the names of all commands of the machine, without aliases and functions."""

    @abstractmethod
    def command_help(self, name: str) -> str:
        """Returns the help text of one of the `command_names`."""

    def state(self) -> ShellState:
        """Returns the state to keep after the line."""
        return ShellState(
            cwd=self.cwd,
            variables={name: clean(value) for name, value in self.variables.items()},
            status=self.status,
            exported=frozenset(self.exported),
            arguments=tuple(map(clean, self.arguments)),
            functions=self.functions,
            aliases=self.aliases,
            options=frozenset(self.options),
            history=self.history,
        )

    def report(self, message: str) -> None:
        """Writes an error of the shell itself, ``shell: message``, to standard error."""
        self.stderr.write(encode(f"{self.script}: {message}\n"))

    def abandon_line(self, message: str, status: int) -> None:
        """Prints the error that ends the line to the terminal, past all redirects, and sets the status."""
        self.status = status
        try:
            self.transcript.stderr.write(encode(f"{self.script}: {message}\n"))
        except LimitExceeded:
            return

    def time(self) -> float:
        """Returns the virtual time."""
        return self.host.time() + self.slept

    def random(self) -> int:
        """Returns the next ``$RANDOM``, 0 to 32767, derived from the virtual time and the number of draws so far."""
        self.draws += 1
        return (int(self.time() * 1000) * 1103515245 + self.draws * 12345 * 7919) // 65536 % 32768

    def parameter(self, name: str) -> str | None:
        """Returns the value of a variable or special parameter, None when unset."""
        value = self.variables.get(name)
        if value is not None:
            return value
        if name.isdigit():
            index = int(name)
            if index == 0:
                return self.script
            return self.arguments[index - 1] if index <= len(self.arguments) else None
        special = _SPECIAL.get(name)
        return None if special is None else special(self)

    def get_number(self, name: str) -> str:
        """Returns the text of a variable for arithmetic; unset is empty."""
        value = self.parameter(name)
        if value is None and "u" in self.options:
            raise ExpansionError(f"{name}: unbound variable")
        return value or ""

    def assign(self, name: str, value: str) -> None:
        """Sets a variable."""
        if len(value) > MAX_OUTPUT:
            raise LimitExceeded("a value is too long")
        self.variables[name] = value.replace("\0", "")
        if "a" in self.options:
            self.exported.add(name)

    def restore(self, name: str, value: str | None) -> None:
        """Sets a variable to an earlier value, or unsets it."""
        if value is None:
            self.variables.pop(name, None)
        else:
            self.variables[name] = value

    def environment(self) -> dict[str, str]:
        """Returns the exported variables."""
        return {name: self.variables[name] for name in sorted(self.exported) if name in self.variables}

    def read_file(self, path: str) -> bytes:
        """Returns a file's content.

        Raises:
            FileError: it cannot be read, or not by this user.
        """
        if path in self.pipes:
            return self.pipes[path]
        if path in DEVICES:
            return self.stdin.read() if path in ("/dev/stdin", "/dev/tty") else b""
        if not self.files.allows(path, self.host.user, "r") and self.files.exists(path):
            raise PermissionDenied(path)
        return self.files.read(path)

    def write_file(self, path: str, data: bytes, append: bool) -> None:
        """Writes a file.

        Args:
            path: an absolute path.
            data: the content.
            append: add it to the old content.

        Raises:
            FileError: it cannot be written, or not by this user.
        """
        if path in DEVICES:
            self._device(path).write(data)
            return
        self.budget.handle(len(data))
        user = self.host.user
        new = not self.files.exists(path)
        target = normalise(path + "/..") if new else path
        if self.files.exists(target) and not self.files.allows(target, user, "w"):
            raise PermissionDenied(path)
        self.files = self.files.write(path, data, self.time(), append, owner=user if new else None)

    def writes_to(self, path: str) -> bool:
        """Returns whether standard output is the file at `path`."""
        return isinstance(self.stdout, FileSink) and self.stdout.path == self.files.resolve(path)

    @contextmanager
    def nested(self) -> Iterator[None]:
        """Counts a level of nesting.

        Raises:
            LimitExceeded: there are more than `MAX_DEPTH`.
        """
        self.depth += 1
        try:
            if self.depth > MAX_DEPTH:
                raise LimitExceeded(f"maximum nesting level exceeded ({MAX_DEPTH})")
            yield
        finally:
            self.depth -= 1

    def subshell(self, action: Callable[[], int]) -> int:
        """Runs `action` such that it can change files and request effects, but not change the shell's own state."""
        saved = (
            self.cwd, self.variables.copy(), self.exported.copy(), self.arguments, self.functions.copy(),
            self.aliases.copy(), self.options.copy(), self.loops,
        )  # fmt: skip
        self.budget.handle(64 * len(self.variables))
        self.loops = 0
        try:
            with self.nested():
                return action()
        except (ExitShell, ReturnFunction) as end:
            return end.status
        except LoopControl:
            return 0
        except ExpansionError as error:
            self.report(str(error))
            return 1
        finally:
            (
                self.cwd, self.variables, self.exported, self.arguments, self.functions,
                self.aliases, self.options, self.loops,
            ) = saved  # fmt: skip

    @contextmanager
    def streams(self, stdin: Input, stdout: Sink, stderr: Sink) -> Iterator[None]:
        """Replaces the standard streams within a `with` block."""
        old_stdin, old_stdout, old_stderr = self.stdin, self.stdout, self.stderr
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        try:
            yield
        finally:
            if stdout is not old_stdout:
                flushed(stdout)
            if stderr is not old_stderr and stderr is not stdout:
                flushed(stderr)
            self.stdin, self.stdout, self.stderr = old_stdin, old_stdout, old_stderr

    def open_input(self, target: str) -> Input:
        """Opens a file for reading."""
        path = self._path(target)
        if path in ("/dev/stdin", "/dev/tty"):
            return self.stdin
        data = self.read_file(path)
        self.budget.handle(len(data))
        return Input(data)

    def open_output(self, target: str, append: bool) -> Sink:
        """Opens a file for writing, emptied unless `append`."""
        path = self._path(target)
        if path in DEVICES:
            return self._device(path)
        if self.files.is_dir(path):
            raise IsADirectory(path)
        self.write_file(path, b"", append)
        where = self.files.resolve(path)

        def read() -> bytes | None:
            return self.files.read(where) if self.files.is_file(where) else None

        def put(data: bytes, at_end: bool) -> None:
            self.write_file(where, data, at_end)

        size = len(self.files.read(where))
        return FileSink(where, read, put, append, size)

    def _device(self, path: str) -> Sink:
        if path == "/dev/stderr":
            return self.stderr
        return self.stdout if path in ("/dev/stdout", "/dev/tty") else Null()

    def _path(self, target: str) -> str:
        if not target:
            raise FileError("")
        return normalise(target, self.cwd) + ("/" if target.endswith("/") else "")


_SPECIAL: Final[Mapping[str, Callable[[Shell], str]]] = {
    "?": lambda shell: str(shell.status),
    "$": lambda shell: "4242",
    "!": lambda shell: "",
    "#": lambda shell: str(len(shell.arguments)),
    "-": lambda shell: "".join(sorted(option for option in shell.options if len(option) == 1)) + "i",
    "@": lambda shell: " ".join(shell.arguments),
    "*": lambda shell: " ".join(shell.arguments),
    "PWD": lambda shell: shell.cwd,
    "RANDOM": lambda shell: str(shell.random()),
    "SECONDS": lambda shell: str(int(shell.slept)),
    "HOSTNAME": lambda shell: shell.host.hostname,
    "UID": lambda shell: "0" if shell.host.user == "root" else "1000",
    "EPOCHSECONDS": lambda shell: str(int(shell.time())),
    "PPID": lambda shell: "4241",
}
