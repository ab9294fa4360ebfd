"""A device's shell and files over ADB: commands with exit codes, raw output, reading and writing files.

* `Shell` - all of these, over any `Transport`.
* `quote` - quotes arguments for the device's shell.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import stat
import struct
from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.backends.adb.transport import Lost, Stream, Transport, read_exactly
from crab_sim.devices import adb_wire

__all__ = ["MAX_BYTES", "FileEntry", "FileRefused", "Output", "Shell", "quote"]

_CHUNK = 64 * 1024
MAX_BYTES = 256 * 1024 * 1024
"""Most bytes of a file, or of a command's output."""
_MARK = "crab-gym-exit:"


class FileRefused(Exception):
    """The device refuses to read or write a file; the message is its own."""


class Output(NamedTuple):
    """Exit code and output of a command."""

    status: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        """Standard output as text, without the last newline."""
        return self.stdout.decode("utf-8", "replace").replace("\r\n", "\n").removesuffix("\n")


class FileEntry(NamedTuple):
    """A file as the service ``sync:`` describes it; `mode` is 0 where there is none."""

    mode: int
    size: int
    mtime: int
    name: str = ""

    @property
    def exists(self) -> bool:
        """Whether there is such a file or folder."""
        return self.mode != 0

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file."""
        return stat.S_ISREG(self.mode)

    @property
    def is_dir(self) -> bool:
        """Whether it is a folder."""
        return stat.S_ISDIR(self.mode)

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return stat.S_ISLNK(self.mode)


def quote(argv: Sequence[str]) -> str:
    r"""Returns a line for the device's shell that runs exactly these arguments.

    A NUL can't be passed to a program, so nothing after one is.

    >>> quote(["input", "text", "it's; rm -rf /"])
    'input text \'it\'"\'"\'s; rm -rf /\''
    """
    return " ".join(shlex.quote(argument.partition("\0")[0]) for argument in argv)


class Shell:
    """A device's shell and files; any call may raise `Lost`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._sync: Stream | None = None
        self._buffer = bytearray()

    def close(self) -> None:
        """Ends the connection."""
        stream, self._sync = self._sync, None
        if stream is not None:
            with contextlib.suppress(Lost):
                stream.close()
        self._transport.close()

    def run(self, argv: Sequence[str], stdin: bytes = b"") -> Output:
        """Runs a command with exactly these arguments."""
        return self.run_line(quote(argv), stdin)

    def run_line(self, line: str, stdin: bytes = b"") -> Output:
        """Runs a line of the device's shell; text from elsewhere must be quoted in it (see `quote`)."""
        if "shell_v2" not in self._transport.features:
            return self._run_line_v1(line)
        stream, buffer = self._transport.open(f"shell,v2,raw:{line}"), bytearray()
        parts: dict[int, list[bytes]] = {adb_wire.SHELL_STDOUT: [], adb_wire.SHELL_STDERR: []}
        with contextlib.closing(stream):
            for start in range(0, len(stdin), _CHUNK):
                part = stdin[start : start + _CHUNK]
                stream.write(adb_wire.shell_frame(adb_wire.SHELL_STDIN, part))
            if stdin:
                stream.write(adb_wire.shell_frame(adb_wire.SHELL_CLOSE_STDIN))
            while True:
                kind, length = struct.unpack("<BI", read_exactly(stream, buffer, 5))
                if length > MAX_BYTES:
                    raise Lost(f"a frame of {length} bytes in a command's output")
                data = read_exactly(stream, buffer, length)
                if kind == adb_wire.SHELL_EXIT:
                    stdout, stderr = (b"".join(part) for part in parts.values())
                    return Output(data[0] if data else 255, stdout, stderr)
                if kind in parts:
                    parts[kind].append(data)

    def _run_line_v1(self, line: str) -> Output:
        """Runs a line on an old device, whose protocol has no exit codes: the shell prints it behind the output."""
        data = self._read_all(f"shell:{line}\necho {_MARK}$?")
        match = re.search(rb"(?s)(.*)" + _MARK.encode() + rb"(\d+)\r?\n$", data)
        if match is None:
            raise Lost(f"a command's output ends with {data[-80:]!r}, not with its exit code")
        return Output(int(match[2]) & 255, match[1], b"")

    def output(self, argv: Sequence[str]) -> bytes:
        """Returns a command's standard output, without any translation of newlines."""
        return self._read_all(f"exec:{quote(argv)}")

    def _read_all(self, service: str) -> bytes:
        stream, parts, size = self._transport.open(service), [], 0
        with contextlib.closing(stream):
            while data := stream.read():
                parts.append(data)
                size += len(data)
                if size > MAX_BYTES:
                    raise Lost(f"a command printed more than {MAX_BYTES} bytes")
        return b"".join(parts)

    # Files ------------------------------------------------------------------------------------------------------

    def _request(self, kind: bytes, path: str) -> Stream:
        if self._sync is None:
            self._sync = self._transport.open("sync:")
            self._buffer.clear()
        data = path.encode("utf-8", "surrogateescape").partition(b"\0")[0]
        self._sync.write(kind + struct.pack("<I", len(data)) + data)
        return self._sync

    def _unpack(self, layout: str) -> tuple[int, ...]:
        assert self._sync is not None
        return struct.unpack(layout, read_exactly(self._sync, self._buffer, struct.calcsize(layout)))

    def _text(self, length: int) -> str:
        assert self._sync is not None
        return read_exactly(self._sync, self._buffer, length).decode("utf-8", "surrogateescape")

    def _kind(self) -> bytes:
        assert self._sync is not None
        return read_exactly(self._sync, self._buffer, 4)

    def stat(self, path: str) -> FileEntry:
        """Returns the entry of a path; a symbolic link is not followed."""
        self._request(b"STAT", path)
        kind = self._kind()
        if kind != b"STAT":
            raise Lost(f"the answer to STAT begins with {kind!r}")
        mode, size, mtime = self._unpack("<III")
        return FileEntry(mode, size, mtime)

    def list(self, path: str) -> list[FileEntry]:
        """Returns the entries of a folder, none where there is no folder."""
        self._request(b"LIST", path)
        entries = []
        while (kind := self._kind()) == b"DENT":
            mode, size, mtime, length = self._unpack("<IIII")
            entries.append(FileEntry(mode, size, mtime, self._text(length)))
        if kind != b"DONE":
            raise Lost(f"the answer to LIST goes on with {kind!r}")
        self._unpack("<IIII")
        return [entry for entry in entries if entry.name not in (".", "..")]

    def pull(self, path: str) -> bytes:
        """Returns a file's content.

        Raises:
            FileRefused: There is no such file, or it may not be read.
        """
        stream = self._request(b"RECV", path)
        parts, size = [], 0
        while (kind := self._kind()) == b"DATA":
            (length,) = self._unpack("<I")
            parts.append(read_exactly(stream, self._buffer, length))
            size += length
            if size > MAX_BYTES:
                raise Lost(f"{path!r} has more than {MAX_BYTES} bytes")
        (length,) = self._unpack("<I")
        if kind == b"FAIL":
            raise FileRefused(self._text(length))
        if kind != b"DONE":
            raise Lost(f"the answer to RECV goes on with {kind!r}")
        return b"".join(parts)

    def push(self, path: str, data: bytes, mtime: int, mode: int = 0o660) -> None:
        """Writes a file, making the folders above it.

        Args:
            path: Path of the file.
            data: Its content.
            mtime: Time of its last change, in seconds since 1970.
            mode: Its permission bits.

        Raises:
            FileRefused: It may not be written.
        """
        stream = self._request(b"SEND", f"{path},{stat.S_IFREG | mode}")
        for start in range(0, len(data), _CHUNK):
            part = data[start : start + _CHUNK]
            stream.write(b"DATA" + struct.pack("<I", len(part)) + part)
        stream.write(b"DONE" + struct.pack("<I", max(0, mtime)))
        kind = self._kind()
        (length,) = self._unpack("<I")
        if kind == b"FAIL":
            reason = self._text(length)
            stream.close()  # the device may not have read all of the data yet
            self._sync = None
            raise FileRefused(reason)
        if kind != b"OKAY":
            raise Lost(f"the answer to SEND is {kind!r}")
