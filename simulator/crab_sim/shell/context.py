"""The context of a command: its arguments, its streams and the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from crab_sim.files import FileError, FileNotFound, Files, PermissionDenied, normalise
from crab_sim.shell.host import Host
from crab_sim.shell.lang.shell import Shell
from crab_sim.shell.text import clean, encode

_LINE: Final = 100
"""Characters that are handled as quickly as one line."""
_ENTRIES: Final = 2500
"""Entries of a file system whose tables are copied in a unit of work, as each change does."""
_DEPTH: Final = 25
"""Folders above a file that are followed, and whose permissions are checked, in a unit of work."""


class CommandContext:
    """The context that a command runs in: its arguments and streams, and the machine to read and change.

    Attributes:
        name: the name that it was called by.
        args: the arguments after the name.
        shell: the shell, for the commands that are part of it.
    """

    __slots__ = ("args", "name", "shell")

    def __init__(self, argv: Sequence[str], shell: Shell) -> None:
        self.name = argv[0]
        self.args = list(argv[1:])
        self.shell = shell

    # --- streams -----------------------------------------------------------------------------------------------

    @property
    def stdin(self) -> bytes:
        """The rest of standard input, which is read by this."""
        data = self.shell.stdin.read()
        self._charge_content(data)
        return data

    def _charge_content(self, data: bytes) -> None:
        """Charges for content, whose lines cost a command more than their characters do."""
        self.shell.budget.handle(len(data) + _LINE * data.count(b"\n"))

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
        """Writes ``name: message`` to standard error and returns `status`."""
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
        """The file system at this moment; assign to change it."""
        return self.shell.files

    @files.setter
    def files(self, files: Files) -> None:
        self.shell.budget.charge(files.count / _ENTRIES)
        self.shell.files = files

    def time(self) -> float:
        """Returns the virtual time in Unix seconds, including the seconds that this line has slept."""
        return self.shell.time()

    def effect(self, *request: object) -> None:
        """Requests something of the machine, as plain data; the request is handled after the line."""
        self.shell.budget.charge()
        self.shell.effects.append(tuple(clean(item) if isinstance(item, str) else item for item in request))

    def charge(self, steps: float = 1) -> None:
        """Charges for work; a command that loops calls it in the loop."""
        self.shell.budget.charge(steps)

    def run(self, argv: Sequence[str], stdin: bytes | None = None) -> int:
        """Runs another command with the same streams and returns its status.

        Args:
            argv: its name and arguments.
            stdin: its standard input instead of the context's.
        """
        return self.shell.run_command(argv, stdin)

    # --- files with the user's permissions ---------------------------------------------------------------------

    def path(self, operand: str) -> str:
        """Returns the absolute path of an operand; a trailing slash is kept, since it asks for a directory."""
        if not operand:
            raise FileNotFound("")
        path = normalise(operand, self.shell.cwd)
        self.shell.budget.charge(path.count("/") / _DEPTH)
        return path + "/" if operand.endswith("/") and path != "/" else path

    def read(self, operand: str) -> bytes:
        """Returns a file's content, or standard input for ``-``.

        Raises:
            FileError: it cannot be read, or not by this user.
        """
        if operand == "-" or operand == "/dev/stdin":
            return self.stdin
        self.shell.budget.charge(0.1)  # for finding it: there may be thousands, all of them empty
        data = self.shell.read_file(self.path(operand))
        self._charge_content(data)
        return data

    def write(self, operand: str, data: bytes, *, append: bool = False) -> None:
        """Writes a file, which is created when missing.

        Raises:
            FileError: it cannot be written, or not by this user.
        """
        self.shell.write_file(self.path(operand), data, append)

    def check(self, path: str, need: str) -> None:
        """Checks an access of the user.

        Args:
            path: an absolute path; a missing one passes.
            need: ``r`` (read), ``w`` (write) or ``x`` (run or enter).

        Raises:
            PermissionDenied: the user lacks it.
        """
        if not self.files.allows(path, self.host.user, need) and self.files.exists(path):
            raise PermissionDenied(path)

    def check_parent(self, path: str) -> None:
        """Checks that the user may add or remove the entry at `path`.

        Raises:
            PermissionDenied: the directory or its sticky bit forbids it.
        """
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
        """Yields (operand, content) for each readable operand, or for standard input without operands.

        An operand that cannot be read is reported with `complain`.
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

    def complain_as_shell(self, message: str) -> None:
        """Complains as a command that is part of the shell does: ``shell: name: message``."""
        self.shell.report(f"{self.name}: {message}")
        self.shell.complaints += 1

    def complain(self, message: str) -> None:
        """Writes ``name: message`` to standard error and makes the status of the command 1."""
        self.err(f"{self.name}: {message}\n")
        self.shell.complaints += 1


Command: TypeAlias = Callable[[CommandContext], int]
"""A command: runs with a context, returns its exit status."""


class CommandHost(Host, Protocol):
    """A host that has commands of its own."""

    @property
    def commands(self) -> Mapping[str, Command]:
        """Commands of this machine; they replace common ones of the same name."""
