"""What the parts of the shell share: its state, its machine, the context of a command, limits and errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from crab_gym.sim.files import (
    Directory,
    Entry,
    File,
    FileError,
    FileNotFound,
    Files,
    IsADirectory,
    PermissionDenied,
    normalise,
)

if TYPE_CHECKING:
    from crab_gym.sim.shell.lang.interpreter import Interpreter

MAX_STEPS: Final = 20_000
"""Work that one line may cost: commands run, plus one step for every 4 KiB handled."""
MAX_OUTPUT: Final = 1 << 20
"""Most bytes of one substitution or variable, and on most machines of one stream or pipe."""
MAX_FIELDS: Final = 20_000
"""Most arguments of one command."""
MAX_HISTORY: Final = 500
"""Lines that the history keeps."""
_WORK_UNIT: Final = 4096


@dataclass(frozen=True, slots=True)
class ShellState:
    """What a shell remembers between lines; plain data.

    Attributes:
        cwd: the working directory, absolute.
        variables: all shell variables, exported or not.
        status: exit status of the last command, 0 to 255.
        exported: names of the variables that commands see in their environment.
        arguments: the positional parameters.
        functions: source text of each function's body.
        aliases: text of each alias.
        options: letters and names set with ``set -``, such as ``e`` or ``pipefail``.
        history: the lines run so far, oldest first.
    """

    cwd: str = "/"
    variables: Mapping[str, str] = field(default_factory=dict)
    status: int = 0
    exported: frozenset[str] = frozenset()
    arguments: tuple[str, ...] = ()
    functions: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    options: frozenset[str] = frozenset()
    history: tuple[str, ...] = ()


def login_state(host: Host, variables: Mapping[str, str] | None = None) -> ShellState:
    """Returns the state of a fresh shell of the host's user, in the home directory, with the usual environment."""
    environment = {
        "HOME": host.home,
        "USER": host.user,
        "LOGNAME": host.user,
        "PWD": host.home,
        "SHELL": "/bin/sh" if host.home == "/" else "/bin/bash",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        **(variables or {}),
    }
    return ShellState(cwd=host.home, variables=environment, exported=frozenset(environment))


class Host(Protocol):
    """The machine that a shell runs on. Everything that differs between machines is asked here."""

    @property
    def user(self) -> str:
        """Name of the user."""

    @property
    def hostname(self) -> str:
        """Name of the machine."""

    @property
    def home(self) -> str:
        """The user's home directory, absolute."""

    @property
    def unknown_command(self) -> str:
        """Message for an unknown command, such as ``bash: {name}: command not found``."""

    @property
    def max_output(self) -> int:
        """Most bytes of one stream or pipe; `MAX_OUTPUT` unless the machine's commands print more than text."""

    @property
    def commands(self) -> Mapping[str, Command]:
        """Commands of this machine, beside the common ones and in place of those of the same name."""

    def time(self) -> float:
        """Returns the virtual time, Unix seconds."""

    def processes(self) -> Sequence[tuple[int, str]]:
        """Returns (process id, name) of what runs."""


class CommandError(Exception):
    """A command gives up: `message` is printed after the command's name, `status` becomes its exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class LimitExceeded(Exception):
    """The line asked for more than the shell allows; the whole line ends with status 1."""


class ExitShell(Exception):
    """``exit`` was run."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Budget:
    """The work that is left to a line."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = float(steps)

    def charge(self, steps: float = 1) -> None:
        """Takes `steps` off.

        Raises:
            LimitExceeded: nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise LimitExceeded("too much work for one line, stopped")

    def handle(self, size: int) -> None:
        """Charges for `size` bytes or characters handled."""
        self.charge(size / _WORK_UNIT)


class Input:
    """A command's standard input: bytes with a position, shared by the commands of a loop.

    Attributes:
        ended: whether something was told that there is no more.
    """

    __slots__ = ("data", "ended", "pos")

    def __init__(self, data: bytes = b"") -> None:
        self.data = data
        self.pos = 0
        self.ended = False

    def read(self) -> bytes:
        """Returns all that is left."""
        data = self.data[self.pos :] if self.pos else self.data
        self.pos = len(self.data)
        self.ended = True
        return data

    def readline(self) -> bytes:
        """Returns the next line with its newline; empty at the end."""
        end = self.data.find(b"\n", self.pos)
        self.ended = self.ended or end < 0
        end = len(self.data) if end < 0 else end + 1
        line = self.data[self.pos : end]
        self.pos = end
        return line


def encode(text: str) -> bytes:
    """Returns the bytes of shell text; bytes that are no UTF-8 survive a round trip with `decode`."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def decode(data: bytes) -> str:
    """Returns the shell text of bytes."""
    return data.decode("utf-8", "surrogateescape")


def clean(text: str) -> str:
    """Returns text without lone surrogates and NUL, as it may leave the shell."""
    if text.isascii():
        return text.replace("\0", "")
    return text.encode("utf-8", "replace").decode().replace("\0", "")


class CommandContext:
    """What a command gets: its arguments and streams, and the machine to read and change.

    Attributes:
        name: the name it was called by.
        args: the arguments after the name.
        shell: the interpreter, for the commands that are part of the shell.
    """

    __slots__ = ("args", "name", "shell")

    def __init__(self, argv: Sequence[str], shell: Interpreter) -> None:
        self.name = argv[0]
        self.args = list(argv[1:])
        self.shell = shell

    # --- streams -----------------------------------------------------------------------------------------------

    @property
    def stdin(self) -> bytes:
        """All that is left of standard input."""
        data = self.shell.stdin.read()
        self.shell.budget.handle(len(data))
        return data

    def out(self, data: str | bytes) -> None:
        """Writes to standard output."""
        self.shell.stdout.write(encode(data) if isinstance(data, str) else data)

    def line(self, text: str) -> None:
        """Writes a line to standard output."""
        self.shell.stdout.write(encode(text) + b"\n")

    def err(self, text: str) -> None:
        """Writes to standard error as is."""
        self.shell.stderr.write(encode(text))

    def fail(self, message: str, status: int = 1) -> int:
        """Writes ``name: message`` to standard error and return `status`."""
        self.err(f"{self.name}: {message}\n")
        return status

    # --- machine -----------------------------------------------------------------------------------------------

    @property
    def host(self) -> Host:
        """The machine."""
        return self.shell.host

    @property
    def cwd(self) -> str:
        """The working directory."""
        return self.shell.cwd

    @property
    def env(self) -> dict[str, str]:
        """The exported variables."""
        return self.shell.environment()

    @property
    def files(self) -> Files:
        """The file system as it is now; assign to change it."""
        return self.shell.files

    @files.setter
    def files(self, files: Files) -> None:
        self.shell.files = files

    def time(self) -> float:
        """Returns the virtual time, with what this line has slept, Unix seconds."""
        return self.shell.time()

    def effect(self, *request: object) -> None:
        """Asks the machine for something when the line has ended; plain data."""
        self.shell.budget.charge()
        self.shell.effects.append(tuple(clean(item) if isinstance(item, str) else item for item in request))

    def charge(self, steps: float = 1) -> None:
        """Account for work; a command that loops calls it in the loop."""
        self.shell.budget.charge(steps)

    def run(self, argv: Sequence[str], stdin: bytes | None = None) -> int:
        """Runs another command with the same streams (or with `stdin`) and return its status."""
        return self.shell.run_command(argv, stdin)

    # --- files with the user's permissions ---------------------------------------------------------------------

    def path(self, operand: str) -> str:
        """Returns the absolute path of an operand; a trailing slash is kept, as it asks for a directory."""
        if not operand:
            raise FileNotFound("")
        path = normalise(operand, self.shell.cwd)
        return path + "/" if operand.endswith("/") and path != "/" else path

    def read(self, operand: str) -> bytes:
        """Returns a file's content, or standard input for ``-``.

        Raises:
            FileError: also when the user may not read it.
        """
        if operand == "-" or operand == "/dev/stdin":
            return self.stdin
        data = self.shell.read_file(self.path(operand))
        self.shell.budget.handle(len(data))
        return data

    def write(self, operand: str, data: bytes, *, append: bool = False) -> None:
        """Writes a file, made when missing.

        Raises:
            FileError: also when the user may not write it.
        """
        self.shell.write_file(self.path(operand), data, append)

    def check(self, path: str, need: str) -> None:
        """Raises PermissionDenied unless the user may read, write or enter what exists at `path`."""
        if not self.files.allows(path, self.host.user, need) and self.files.exists(path):
            raise PermissionDenied(path)

    def check_parent(self, path: str) -> None:
        """Raises PermissionDenied unless the user may add or remove entries beside `path`."""
        parent = normalise(path.rstrip("/") + "/..")
        self.check(parent, "w")
        entry = self.files.stat(parent) if self.files.is_dir(parent) else None
        user = self.host.user
        if entry is not None and entry.mode & 0o1000 and user not in ("root", entry.owner):
            try:
                owner = self.files.lstat(path.rstrip("/")).owner
            except FileError:
                return
            if owner != user:
                raise PermissionDenied(path)

    def inputs(self, operands: Iterable[str]) -> Iterable[tuple[str, bytes]]:
        """Yields (operand, content) of each readable one, standard input when there are none; complain of others.

        The status of the command becomes 1 when one failed (see `Interpreter.complaints`).
        """
        for operand in operands or ("-",):
            try:
                data = self.read(operand)
            except FileError as error:
                self.complain(f"{operand}: {error.reason}")
                continue
            if data and operand != "-" and self.shell.writes_to(self.path(operand)):
                self.complain(f"{operand}: input file is output file")
                continue
            yield operand, data

    def complain(self, message: str) -> None:
        """Writes ``name: message`` to standard error and remember that something failed."""
        self.err(f"{self.name}: {message}\n")
        self.shell.complaints += 1


Command: TypeAlias = Callable[[CommandContext], int]
"""A command: runs with a context, returns its exit status."""

COMMANDS: dict[str, Command] = {}
"""The commands that every machine has, by name."""


def command(*names: str) -> Callable[[Command], Command]:
    """Register a function under `names`. Its docstring is its ``--help``: the usage line, then what it does."""

    def register(function: Command) -> Command:
        for name in names:
            COMMANDS[name] = function
        return function

    return register


class Options(dict[str, str]):
    """The options that were given: letter to value (``""`` for a flag), and the operands."""

    operands: list[str]

    def number(self, name: str, default: int) -> int:
        """Returns the value of an option as an integer.

        Raises:
            CommandError: the value is no number.
        """
        text = self.get(name)
        if text is None:
            return default
        return integer(text)


def integer(text: str) -> int:
    """Returns a decimal number of at most 18 digits.

    Raises:
        CommandError: it is none.
    """
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise CommandError(f"invalid number: '{text}'")
    return int(text)


def parse_options(
    context: CommandContext,
    flags: str = "",
    valued: str = "",
    long: Mapping[str, str] | None = None,
    *,
    permute: bool = True,
    status: int = 1,
) -> Options:
    """Parses a command's arguments as getopt does.

    Args:
        context: the command's context.
        flags: letters without a value.
        valued: letters with a value.
        long: long names and the letters they stand for.
        permute: options may follow operands.
        status: exit status of a usage error.

    Raises:
        CommandError: an unknown option or a missing value.
    """
    found = Options()
    found.operands = []
    args = context.args
    hint = f"\nTry '{context.name} --help' for more information."
    i = 0
    while i < len(args):
        arg = args[i]
        i += 1
        if arg == "--":
            found.operands += args[i:]
            break
        if arg.startswith("--"):
            name, equals, value = arg[2:].partition("=")
            names = sorted({full for full in long or {} if full.startswith(name)})
            if name not in (long or {}) and len(names) != 1:
                raise CommandError(f"unrecognized option '{arg}'{hint}", status)
            letter = (long or {})[name if name in (long or {}) else names[0]]
            if letter in valued and not equals:
                if i >= len(args):
                    raise CommandError(f"option '{arg}' requires an argument{hint}", status)
                value = args[i]
                i += 1
            found[letter] = value
        elif arg.startswith("-") and len(arg) > 1:
            for j, letter in enumerate(arg[1:], 1):
                if letter in valued:
                    value = arg[j + 1 :]
                    if not value:
                        if i >= len(args):
                            raise CommandError(f"option requires an argument -- '{letter}'{hint}", status)
                        value = args[i]
                        i += 1
                    found[letter] = value
                    break
                if letter not in flags:
                    raise CommandError(f"invalid option -- '{letter}'{hint}", status)
                found[letter] = ""
        else:
            found.operands.append(arg)
            if not permute:
                found.operands += args[i:]
                break
    return found


def need_operands(context: CommandContext, options: Options, count: int = 1) -> None:
    """Raises the usual usage error when fewer than `count` operands were given."""
    if len(options.operands) < count:
        last = f" after '{options.operands[-1]}'" if options.operands else ""
        raise CommandError(f"missing operand{last}\nTry '{context.name} --help' for more information.")


def split_lines(data: bytes) -> list[str]:
    """Returns the lines of a text without their newlines."""
    text = decode(data)
    if not text:
        return []
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def kind_of(entry: Entry) -> str:
    """Returns the letter that ``ls -l`` and ``find -type`` use: ``f``, ``d`` or ``l``."""
    return "f" if type(entry) is File else "d" if type(entry) is Directory else "l"


__all__ = [
    "COMMANDS",
    "Command",
    "CommandContext",
    "Host",
    "IsADirectory",
    "ShellState",
    "command",
]
