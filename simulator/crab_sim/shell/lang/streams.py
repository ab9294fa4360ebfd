"""Streams of commands: their input, and the sinks of their output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from crab_sim.files import FileError
from crab_sim.machine.work import Budget
from crab_sim.shell.errors import LimitExceeded
from crab_sim.shell.limits import MAX_OUTPUT


class Input:
    """A command's standard input: bytes with a position, shared by the commands of a loop.

    Attributes:
        ended: whether a reader has seen the end.
    """

    __slots__ = ("data", "ended", "pos")

    def __init__(self, data: bytes = b"") -> None:
        self.data = data
        self.pos = 0
        self.ended = False

    def read(self) -> bytes:
        """Returns the rest."""
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


class Sink(Protocol):
    """A destination of output."""

    def write(self, data: bytes) -> None:
        """Takes output."""

    def flush(self) -> None:
        """Makes the output visible to readers."""


class Transcript:
    """The contents of a terminal: both streams in order. `stdout` and `stderr` are the sinks."""

    def __init__(self, limit: int = MAX_OUTPUT) -> None:
        self.shown: list[bytes] = []
        self.stdout = Buffer(self.shown, limit)
        self.stderr = Buffer(self.shown, limit)


class Buffer:
    """Output kept in memory: a pipe, a substitution, a stream of the terminal; at most `limit` bytes."""

    __slots__ = ("_limit", "_shown", "_size", "chunks")

    def __init__(self, shown: list[bytes] | None = None, limit: int = MAX_OUTPUT) -> None:
        self.chunks: list[bytes] = []
        self._size = 0
        self._shown = shown
        self._limit = limit

    def write(self, data: bytes) -> None:
        """Takes `data`.

        Raises:
            LimitExceeded: more than `limit` bytes; those that fit are kept.
        """
        if not data:
            return
        room = self._limit - self._size
        kept = data[:room] if len(data) > room else data
        self._size += len(kept)
        self.chunks.append(kept)
        if self._shown is not None:
            self._shown.append(kept)
        if kept is not data:
            raise LimitExceeded(f"more than {self._limit} bytes of output, stopped")

    def flush(self) -> None:
        """Does nothing, since a buffer holds nothing back."""

    def value(self) -> bytes:
        """Returns the whole output."""
        return b"".join(self.chunks)


class Null:
    """/dev/null."""

    def write(self, data: bytes) -> None:
        """Drops `data`."""

    def flush(self) -> None:
        """Does nothing."""


class FileSink:
    """A file opened for writing, with its own position, like a file descriptor."""

    __slots__ = ("_append", "_chunks", "_pos", "_put", "_read", "_size", "path")

    def __init__(
        self, path: str, read: Callable[[], bytes | None], put: Callable[[bytes, bool], None], append: bool, pos: int
    ) -> None:
        self.path = path
        self._read = read
        self._put = put
        self._append = append
        self._pos = pos
        self._chunks: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        """Holds `data` back until the next flush."""
        self._chunks.append(data)
        self._size += len(data)
        if self._size > 16 * MAX_OUTPUT:
            raise LimitExceeded("too much output for one file, stopped")

    def flush(self) -> None:
        """Writes the held-back output, unless the file has been removed meanwhile."""
        if not self._chunks:
            return
        data = b"".join(self._chunks)
        self._chunks.clear()
        self._size = 0
        old = self._read()
        if old is None:
            return
        if self._append or self._pos == len(old):
            self._put(data, True)
            self._pos = len(old) + len(data)
            return
        gap = bytes(max(0, self._pos - len(old)))
        self._put(old[: self._pos] + gap + data + old[self._pos + len(data) :], False)
        self._pos += len(data)


def flushed(sink: Sink) -> str:
    """Writes what a sink holds back; returns why that can't be written, such as for want of room, else nothing."""
    try:
        sink.flush()
    except FileError as failure:
        return failure.reason
    return ""


def collect(budget: Budget, sink: Buffer) -> bytes:
    """Returns the output of a pipe or substitution and charges for it."""
    data = sink.value()
    budget.handle(len(data))
    return data
