"""The service ``sync:``, version 1: looking at, listing, reading and writing the phone's files."""

from __future__ import annotations

import struct

from crab_gym.sim.adbd.services import Port
from crab_gym.sim.adbd.wire import ProtocolError, sync_record
from crab_gym.sim.file_entries import Directory, Entry, File, Link
from crab_gym.sim.files import MAX_BYTES, FileError

__all__ = ["Sync"]

_CHUNK = 64 * 1024
_MOST_PATH = 1024
_KINDS = {File: 0o100000, Directory: 0o040000, Link: 0o120000}


def _facts(entry: Entry) -> tuple[int, int, int]:
    """Returns mode, size and time of a file."""
    size = len(entry.data) if isinstance(entry, File) else len(entry.target) if isinstance(entry, Link) else 4096
    return _KINDS[type(entry)] | entry.mode, size, max(0, min(int(entry.mtime), 0xFFFFFFFF))


class Sync:
    """One ``sync:`` stream; requests are answered in their order, and ``QUIT`` ends it."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._buffer = bytearray()
        self._writing: tuple[str, int] | None = None  # the path and mode of a file that is being sent
        self._content = bytearray()
        self._failed = ""
        self._over = False

    def closed(self) -> None:
        """Drops a file that wasn't sent to its end."""
        self._content.clear()

    def receive(self, data: bytes) -> None:
        """Takes requests, however they are cut."""
        self._buffer += data
        at = 0
        while not self._over and len(self._buffer) - at >= 8:
            kind = bytes(self._buffer[at : at + 4])
            (number,) = struct.unpack_from("<I", self._buffer, at + 4)
            if kind == b"DONE" and self._writing is not None:
                at += 8
                self._written(number)
                continue
            most = _CHUNK if kind == b"DATA" else _MOST_PATH
            if number > most:
                raise ProtocolError(f"a sync request {kind!r} of {number} bytes; expected at most {most}")
            if len(self._buffer) - at - 8 < number:
                break
            body = bytes(self._buffer[at + 8 : at + 8 + number])
            at += 8 + number
            self._request(kind, body)
        del self._buffer[:at]

    def _request(self, kind: bytes, body: bytes) -> None:
        if kind == b"DATA" and self._writing is not None:
            if len(self._content) + len(body) > MAX_BYTES:
                self._failed = "No space left on device"
                self._content.clear()
            if not self._failed:
                self._content += body
            return
        path = body.decode("utf-8", "replace")
        if kind == b"STAT":
            self._port.send(sync_record(b"STAT", *self._stat(path)))
        elif kind == b"LIST":
            self._list(path)
        elif kind == b"RECV":
            self._read(path)
        elif kind == b"SEND":
            self._write(path)
        elif kind == b"QUIT":
            self._over = True
            self._port.finish()
        else:
            self._fail(f"unknown command {kind.decode('ascii', 'replace')}")
            self._over = True
            self._port.finish()

    def _fail(self, message: str) -> None:
        data = message.encode()
        self._port.send(sync_record(b"FAIL", len(data), data=data))

    def _stat(self, path: str) -> tuple[int, int, int]:
        files = self._port.device.files
        try:
            entry = files.stat(path) if path.endswith("/") else files.lstat(path)
        except FileError:
            return 0, 0, 0
        return _facts(entry)

    def _list(self, path: str) -> None:
        files = self._port.device.files
        try:
            names = files.list(path)
        except FileError:
            names = ()
        folder = path.rstrip("/")
        for name in names:
            data = name.encode("utf-8", "surrogateescape")
            entry = files.lstat(f"{folder}/{name}")
            self._port.send(sync_record(b"DENT", *_facts(entry), len(data), data=data))
        self._port.send(sync_record(b"DONE", 0, 0, 0, 0))

    def _read(self, path: str) -> None:
        try:
            data = self._port.device.files.read(path)
        except FileError as error:
            self._fail(f"open failed: {error.strerror}")
            return
        for start in range(0, len(data), _CHUNK):
            part = data[start : start + _CHUNK]
            self._port.send(sync_record(b"DATA", len(part), data=part))
        self._port.send(sync_record(b"DONE", 0))

    def _write(self, request: str) -> None:
        path, comma, mode = request.rpartition(",")
        self._content.clear()
        self._failed = ""
        if not comma or not mode.isdecimal() or len(mode) > 9:
            self._failed = "missing , in ID_SEND"
            path, mode = request, "0"
        self._writing = path, int(mode)

    def _written(self, mtime: int) -> None:
        assert self._writing is not None
        (path, mode), self._writing = self._writing, None
        data, failed = bytes(self._content), self._failed
        self._content.clear()
        device = self._port.device
        if not failed:
            files, now = device.files, device.phone.now
            try:
                folder = path.rstrip("/").rpartition("/")[0]
                if folder and not files.exists(folder):
                    files = files.mkdir(folder, now, parents=True)
                if files.exists(path) and files.is_dir(path):
                    failed = "couldn't create file: Is a directory"
                elif mode & 0o170000 == 0o120000:
                    files = files.link(path, data.rstrip(b"\0").decode("utf-8", "replace"), float(mtime))
                else:
                    files = files.write(path, data, float(mtime), mode=(mode & 0o777) or 0o660)
            except FileError as error:
                failed = f"couldn't create file: {error.strerror}"
            else:
                if not failed:
                    device.write_files(files)
        if failed:
            self._fail(failed)
        else:
            self._port.send(sync_record(b"OKAY", 0))
