"""The service ``sync:``, by which hosts list, read and write the phone's files.

It speaks version 1, as hosts do if no other is offered, and from version 2 `stat` and `list`.

* `Sync` - a stream of it.
* `receive` - writes a file that a host has sent.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

from crab_sim.adbd.stream import Port, Service
from crab_sim.devices.adb_wire import sync_record
from crab_sim.engines.movie_frames import check_decoder
from crab_sim.extras import MissingExtra
from crab_sim.files import MAX_BYTES, Directory, Entry, File, FileError, Files, Link
from crab_sim.phone.android import Device

__all__ = ["Sync", "receive"]

_CHUNK: Final = 64 * 1024
_MAX_PATH: Final = 4096 + 16  # with the mode after the path
_KINDS: Final = {File: 0o100000, Directory: 0o040000, Link: 0o120000}
_LINK: Final = 0o120000
_NOT_FOUND: Final = 2  # errno
_STAT2: Final = struct.Struct("<IQQIIIIQqqq")  # error, device, inode, mode, links, user, group, size, three times
_NOTHING2: Final = _STAT2.pack(0, *[0] * 10)


def _facts(entry: Entry) -> tuple[int, int, int]:
    """Returns mode, size and time of a file."""
    size = len(entry.data) if isinstance(entry, File) else len(entry.target) if isinstance(entry, Link) else 4096
    return _KINDS[type(entry)] | entry.mode, size, max(0, min(int(entry.mtime), 0xFFFFFFFF))


def _facts2(path: str, entry: Entry) -> bytes:
    mode, size, mtime = _facts(entry)
    user = 0 if entry.owner == "root" else 10_158
    return _STAT2.pack(0, 64_769, zlib.crc32(path.encode()) + 2, mode, 1, user, user, size, mtime, mtime, mtime)


def _look(files: Files, path: str, follow: bool = False) -> Entry | None:
    try:
        return files.stat(path) if follow or path.endswith("/") else files.lstat(path)
    except FileError:
        return None


class _Undecodable(FileError):
    """A movie whose frames nothing here can decode."""

    def __init__(self, path: str, reason: str) -> None:
        self.reason = reason
        super().__init__(path)


def receive(device: Device, path: str, content: bytes, mode: int, mtime: float) -> None:
    """Writes a file that a host pushes, or makes a link; the folders above it are made where they lack.

    Args:
        device: The phone.
        path: The file's path on the phone.
        content: Its content; the target of a link.
        mode: Its mode; the owner's bits stand for all.
        mtime: When it was changed.

    Raises:
        FileError: It can't be written.
    """
    try:
        check_decoder(content)
    except MissingExtra as error:
        raise _Undecodable(path, str(error)) from error
    files, folder = device.files, path.rstrip("/").rpartition("/")[0]
    if folder and not files.exists(folder):
        files = files.mkdir(folder, device.phone.now, parents=True)
    if mode & 0o170000 == _LINK:
        if _look(files, path) is not None:
            files = files.remove(path)
        files = files.link(path, content.rstrip(b"\0").decode("utf-8", "surrogateescape"), mtime)
    else:
        bits = mode >> 6 & 7
        files = files.write(path, content, mtime, mode=bits << 6 | bits << 3 | bits)
    device.write_files(files)


class Sync(Service):
    """A ``sync:`` stream; it answers requests in their order, and ``QUIT`` ends it."""

    def __init__(self, port: Port) -> None:
        super().__init__(port)
        self._buffer = bytearray()
        self._writing: tuple[str, int] | None = None  # path and mode of the file that is being received
        self._content = bytearray()
        self._failed = ""
        self._over = False

    def receive(self, data: bytes) -> None:
        """Handles the requests that are complete."""
        buffer, at = self._buffer, 0
        buffer += data
        while not self._over and len(buffer) - at >= 8:
            kind, number = bytes(buffer[at : at + 4]), int.from_bytes(buffer[at + 4 : at + 8], "little")
            at += 8
            if kind == b"DONE" and self._writing is not None:
                self._written(*self._writing, number)
                continue
            if number > (_CHUNK if kind == b"DATA" else _MAX_PATH):
                self._give_up("oversize data message" if kind == b"DATA" else "path too long")
                break
            if len(buffer) - at < number:
                at -= 8
                break
            self._request(kind, bytes(buffer[at : at + number]))
            at += number
        del buffer[:at]

    def _request(self, kind: bytes, body: bytes) -> None:
        if (kind == b"DATA") != (self._writing is not None):
            self._give_up(f"unexpected request {kind.decode('ascii', 'replace')}")
            return
        if kind == b"DATA":
            self._more(body)
            return
        path = body.decode("utf-8", "surrogateescape")
        match kind:
            case b"STAT":
                entry = _look(self.port.device.files, path)
                self.port.send(sync_record(b"STAT", *(_facts(entry) if entry is not None else (0, 0, 0))))
            case b"STA2" | b"LST2":
                entry = _look(self.port.device.files, path, kind == b"STA2")
                facts = _facts2(path, entry) if entry is not None else _STAT2.pack(_NOT_FOUND, *[0] * 10)
                self.port.send(kind + facts)
            case b"LIST" | b"LIS2":
                self._list(path, kind == b"LIS2")
            case b"RECV":
                self._read(path)
            case b"SEND":
                self._begin(path)
            case b"QUIT":
                self._over = True
                self.port.finish()
            case _:
                self._give_up(f"unknown command {kind.decode('ascii', 'replace')}")

    def _fail(self, message: str) -> None:
        data = message.encode()
        self.port.send(sync_record(b"FAIL", len(data), data=data))

    def _give_up(self, message: str) -> None:
        self._fail(message)
        self._over = True
        self.port.finish()

    def _list(self, path: str, second: bool) -> None:
        files = self.port.device.files
        try:
            names = files.list(path)
        except FileError:
            names = ()
        folder = path.rstrip("/")
        records = []
        for name in names:
            entry, data = files.lstat(f"{folder}/{name}"), name.encode("utf-8", "surrogateescape")
            if second:
                records.append(b"DNT2" + _facts2(f"{folder}/{name}", entry) + struct.pack("<I", len(data)) + data)
            else:
                records.append(sync_record(b"DENT", *_facts(entry), len(data), data=data))
        records.append(b"DONE" + _NOTHING2 + bytes(4) if second else sync_record(b"DONE", 0, 0, 0, 0))
        self.port.send(b"".join(records))

    def _read(self, path: str) -> None:
        try:
            data = self.port.device.files.read(path)
        except FileError as error:
            self._fail(f"open failed: {error.reason}")
            return
        parts = [data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK)]
        records = [sync_record(b"DATA", len(part), data=part) for part in parts]
        # in one piece, since a short last packet would be delayed
        self.port.send(b"".join([*records, sync_record(b"DONE", 0)]))

    # Writing ----------------------------------------------------------------------------------------------------

    def _begin(self, request: str) -> None:
        path, comma, mode = request.rpartition(",")
        if not comma or not mode.isascii() or not mode.isdigit() or len(mode) > 9:
            self._failed = "missing , in ID_SEND"
            mode = "0"
        self._writing = path, int(mode)

    def _more(self, data: bytes) -> None:
        if len(self._content) + len(data) > MAX_BYTES:
            self._failed = self._failed or "write failed: No space left on device"
        if not self._failed:
            self.port.hold(len(data))
            self._content += data

    def _written(self, path: str, mode: int, mtime: int) -> None:
        failed = self._failed
        if not failed:
            try:
                receive(self.port.device, path, bytes(self._content), mode, float(mtime))
            except FileError as error:
                failed = f"couldn't create file: {error.reason}"
        self.port.hold(-len(self._content))
        self._content = bytearray()
        self._writing, self._failed = None, ""
        if failed:
            self._fail(failed)
        else:
            self.port.send(sync_record(b"OKAY", 0))
