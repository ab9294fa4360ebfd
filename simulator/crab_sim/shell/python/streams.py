"""Standard streams of a program, and the members of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_sim.shell.python.members import Table
from crab_sim.shell.python.openfile import OpenFile
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Value
from crab_sim.shell.text import encode

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


class Stream:
    """A standard stream.

    Attributes:
        number: 0, 1 or 2, as the shell counts them.
        binary: whether it takes and gives bytes: ``sys.stdout.buffer``.
    """

    def __init__(self, machine: Machine, number: int, *, binary: bool = False) -> None:
        self._machine = machine
        self.number = number
        self.binary = binary

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Value:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readline(self) -> Value:
        """Returns the next line of standard input."""
        return self._given(self._machine.context.shell.stdin.readline())

    def read(self) -> Value:
        """Returns the rest of standard input."""
        return self._given(self._machine.context.stdin)

    def _given(self, data: bytes) -> Value:
        if self.number:
            raise OSError(9, "not readable")
        self._machine.meter.text(len(data))
        return data if self.binary else data.decode("utf-8", "surrogateescape")

    def write(self, value: Value) -> int:
        """Writes text, or bytes to a binary stream."""
        kind = bytes if self.binary else str
        if not isinstance(value, kind):
            raise TypeError(f"write() argument must be {kind.__name__}, not {type_name(value)}")
        if not self.number:
            raise OSError(9, "not writable")
        data = value if isinstance(value, bytes) else _checked(str(value))
        self._machine.meter.charge(len(data) / 4096)
        shell = self._machine.context.shell
        (shell.stdout if self.number == 1 else shell.stderr).write(data)
        return len(value)


def _checked(text: str) -> bytes:
    text.encode("utf-8", "surrogateescape")  # a lone surrogate is an error of the program
    return encode(text)


class Streams:
    """The standard streams of a program."""

    def __init__(self, machine: Machine) -> None:
        self.stdin, self.stdout, self.stderr = [Stream(machine, number) for number in range(3)]


STREAM = Table(Stream, plain="readline read")
STREAM.properties.update(
    buffer=lambda machine, stream: Stream(machine, stream.number, binary=True),
    name=lambda machine, stream: ("<stdin>", "<stdout>", "<stderr>")[stream.number],
    encoding=lambda machine, stream: "utf-8",
    closed=lambda machine, stream: False,
)
FILE = Table(OpenFile, plain="readline truncate seek close")
FILE.properties.update(
    name=lambda machine, file: machine.files.text(file.path) if file.path is not None else None,
    mode=lambda machine, file: file.mode,
    closed=lambda machine, file: file.closed,
    encoding=lambda machine, file: file.encoding,
)


@STREAM.method("write")
@FILE.method("write")
def _write(machine: Machine, stream: Value, value: Value) -> int:
    if isinstance(value, (str, bytes)):
        machine.meter.charge(len(value) / 4096)
    return int(stream.write(value))


@STREAM.method("writelines")
@FILE.method("writelines")
def _writelines(machine: Machine, stream: Value, values: Value) -> None:
    for value in machine.items(values):
        _write(machine, stream, value)


@STREAM.method("readlines")
@FILE.method("readlines")
def _readlines(machine: Machine, stream: Value) -> list[Value]:
    return machine.collect(stream)


@FILE.method("read")
def _read(machine: Machine, file: OpenFile, count: int | None = -1) -> Value:
    machine.meter.text(len(file.data))
    return file.read(-1 if count is None else count)


@FILE.method("tell")
def _tell(machine: Machine, file: OpenFile) -> int:
    file.check_open()
    return file.pos


@FILE.method("flush")
def _flush(machine: Machine, file: OpenFile) -> None:
    file.save()


@STREAM.method("flush", "reconfigure")
def _ignore(machine: Machine, stream: Stream, **named: Value) -> None:
    return


@STREAM.method("isatty")
@FILE.method("isatty")
def _isatty(machine: Machine, stream: Value) -> bool:
    return False


@FILE.method("readable")
def _readable(machine: Machine, file: OpenFile) -> bool:
    return file.readable


@FILE.method("writable")
def _writable(machine: Machine, file: OpenFile) -> bool:
    return file.writable


@FILE.method("__enter__")
def _enter(machine: Machine, file: OpenFile) -> OpenFile:
    file.check_open()
    return file


@FILE.method("__exit__")
def _exit(machine: Machine, file: OpenFile, *error: Value) -> None:
    file.close()


@FILE.method("getvalue")
def _getvalue(machine: Machine, file: OpenFile) -> Value:
    if file.where or file.path is not None:
        raise AttributeError("'_io.TextIOWrapper' object has no attribute 'getvalue'")
    return bytes(file.data) if file.binary else file.data.decode()
