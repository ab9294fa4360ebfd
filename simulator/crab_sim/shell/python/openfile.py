"""Files that a program has opened."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from crab_sim.shell.python.members.texts import check_errors, encoding
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.files import FileSystem

_MAX_FILE: Final = 1 << 24


class OpenFile:
    """A file that the program has opened; also ``io.StringIO`` and ``io.BytesIO``, without a file system.

    Attributes:
        data: the whole content.
        pos: the position of the next read or write.
        closed: whether it is closed.
    """

    def __init__(self, system: FileSystem | None, path: Value, mode: str, named: dict[str, Value]) -> None:
        self._system = system
        self.path = path
        self.where = system.absolute(path) if system is not None else ""
        self.mode = mode
        self.binary = "b" in mode
        self.writable = bool(set(mode) & set("wax+"))
        self.readable = "r" in mode or "+" in mode
        given = named.get("encoding")
        self.encoding = "utf-8" if given is None or given == "locale" else encoding(given)
        self.errors = check_errors(named.get("errors") or "strict")
        self.data = bytearray()
        self.pos = 0
        self.closed = False
        self._changed = False

    def check_open(self) -> None:
        """Checks that the file is open.

        Raises:
            ValueError: it is closed.
        """
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def _unsupported(self, what: str) -> Exception:
        return io.UnsupportedOperation(what if not self.binary else what.removeprefix("not "))

    def read_bytes(self, count: int) -> bytes:
        """Returns bytes from the position on; all of them if `count` is negative."""
        self.check_open()
        if not self.readable:
            raise self._unsupported("not readable")
        end = len(self.data) if count < 0 else self.pos + count
        data = bytes(self.data[self.pos : end])
        self.pos = max(self.pos, min(end, len(self.data)))
        return data

    def read(self, count: int = -1) -> Value:
        """Returns text or bytes from the position on."""
        if self.binary or count < 0:
            return self._decode(self.read_bytes(count))
        start = self.pos
        text = str(self._decode(self.read_bytes(-1)))[:count]
        self.pos = start + len(text.encode(self.encoding, self.errors))
        return text

    def _decode(self, data: bytes) -> Value:
        return data if self.binary else data.decode(self.encoding, self.errors)

    def readline(self) -> Value:
        """Returns the next line with its end; nothing at the end of the file."""
        end = self.data.find(b"\n", self.pos)
        return self._decode(self.read_bytes(-1 if end < 0 else end + 1 - self.pos))

    def __iter__(self) -> OpenFile:
        self.check_open()
        return self

    def __next__(self) -> Value:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, value: Value) -> int:
        """Writes text or bytes at the position and returns its length."""
        self.check_open()
        if not self.writable:
            raise self._unsupported("not writable")
        if self.binary:
            if not isinstance(value, bytes):
                raise TypeError(f"a bytes-like object is required, not '{type_name(value)}'")
            data = value
        else:
            if not isinstance(value, str):
                raise TypeError(f"write() argument must be str, not {type_name(value)}")
            data = value.encode(self.encoding, self.errors)
        if "a" in self.mode:
            self.pos = len(self.data)
        if self.pos + len(data) > _MAX_FILE:
            raise OSError(27, "File too large")
        self.data += bytes(max(0, self.pos - len(self.data)))
        self.data[self.pos : self.pos + len(data)] = data
        self.pos += len(data)
        self._changed = True
        return len(value)

    def truncate(self, size: int | None = None) -> int:
        """Cuts the content off at a size, by default at the position."""
        self.check_open()
        if not self.writable:
            raise self._unsupported("truncate")
        size = self.pos if size is None else size
        if not 0 <= size <= _MAX_FILE:
            raise OSError(22, "Invalid argument")
        self.data = self.data[:size] + bytes(max(0, size - len(self.data)))
        self._changed = True
        return size

    def seek(self, offset: int, whence: int = 0) -> int:
        """Moves the position."""
        self.check_open()
        self.pos = max(0, min({0: 0, 1: self.pos, 2: len(self.data)}[whence] + offset, _MAX_FILE))
        return self.pos

    def save(self) -> None:
        """Writes the data held back so far."""
        if self._changed and self._system is not None and not self.closed:
            self._changed = False
            self._system.save(self)

    def close(self) -> None:
        """Closes the file."""
        self.save()
        self.closed = True
