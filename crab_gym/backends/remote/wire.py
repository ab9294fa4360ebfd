"""Frames, the messages between a client and a server, and their limits.

A frame is 12 bytes (`MAGIC`, the header's length, the number of attachments), the attachments' lengths, the header, a
JSON object in UTF-8, and the attachments one after the other; numbers are of four bytes, big-endian. In the header
``{"bytes": n}`` stands for attachment ``n``. Anything else raises a `WireError`, after which the connection can't be
used any more.
"""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from crab_sim.devices.facts import FactTable

__all__ = [
    "MAGIC", "MAX_BYTES", "MAX_GREETING_BYTES", "MAX_GREETING_FRAME", "MAX_HEADER", "PROTOCOL", "Channel", "Frame",
    "WireError", "is_greeting",
]  # fmt: skip

PROTOCOL = 4
"""Version of the protocol; both sides need the same."""

MAGIC = b"CRAB"
MAX_HEADER = 32 << 20
"""Largest header of a frame, in bytes."""
MAX_BYTES = 160 << 20
"""Largest size of a frame's attachments together, in bytes."""
MAX_GREETING_BYTES = 4096
"""Largest header before the other side has proved that it knows the token, in bytes."""

_MAX_PARTS = 1 << 16
_HEAD = struct.Struct(">4sII")
MAX_GREETING_FRAME = _HEAD.size + MAX_GREETING_BYTES
"""Largest size of the frame of a greeting."""
_READ_AHEAD = 8 << 10  # bytes; most frames are shorter, so that one system call reads them
_MIN_BYTES_PER_SECOND = 64 << 10  # a long frame that arrives more slowly counts as stuck
_KEEPALIVE = (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 20_000))


class WireError(Exception):
    """The other side sent an invalid frame, hung up or fell silent; the message says which."""


class Frame(NamedTuple):
    """A header, and the attachments that it refers to."""

    header: dict[str, Any]
    parts: tuple[memoryview, ...] = ()


class Channel:
    """Sends and receives frames over a connected stream socket, with TLS or without.

    The system sends keepalive probes, so that a host that has vanished is noticed within half a minute.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._rest = memoryview(b"")  # bytes that were read ahead
        self._timeout = -1.0
        self._parts: list[memoryview] = []
        self._encoder = json.JSONEncoder(
            ensure_ascii=False, separators=(",", ":"), check_circular=False, default=self._json_value
        )
        with contextlib.suppress(OSError, AttributeError):  # some systems lack some of these; all are optional
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in _KEEPALIVE:
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    def send(self, header: Mapping[str, Any], timeout: float) -> None:
        """Sends a frame.

        Args:
            header: Values that JSON knows, and bytes-like ones, which become attachments.
            timeout: Seconds for each part of it.

        Raises:
            WireError: The frame can't be sent.
            TypeError: The header holds another kind of value.
        """
        parts: list[memoryview] = []
        self._parts = parts
        text = self._encoder.encode(header).encode("utf-8", "surrogatepass")  # names of files may be invalid UTF-8
        head = _HEAD.pack(MAGIC, len(text), len(parts))
        if parts:
            head += struct.pack(f">{len(parts)}I", *map(len, parts))
        try:
            self._wait_at_most(timeout)
            self.connection.sendall(head + text)
            for part in parts:
                self.connection.sendall(part)
        except TimeoutError:
            raise WireError(f"the other side read nothing for {timeout:g} s") from None
        except OSError as error:
            raise WireError(f"the connection broke ({error.strerror or error})") from None

    def receive(self, wait: float, timeout: float, max_header: int = MAX_HEADER, max_bytes: int = MAX_BYTES) -> Frame:
        """Returns the next frame.

        Args:
            wait: Seconds until its first byte.
            timeout: Seconds from its first to its last byte; a long frame gets more.
            max_header: Largest accepted header, in bytes.
            max_bytes: Largest accepted size of the attachments together, in bytes.

        Raises:
            WireError: The frame is invalid, or doesn't arrive in time.
        """
        head = self._read(_HEAD.size, wait)
        size, count = _sizes(head, max_header, _MAX_PARTS if max_bytes else 0)
        lengths = struct.unpack(f">{count}I", self._read(4 * count, timeout)) if count else ()
        if sum(lengths) > max_bytes:
            raise WireError(f"a frame with attachments of {sum(lengths)} bytes came; at most {max_bytes} are taken")
        header = _object(bytes(self._read(size, timeout)))
        return Frame(header, tuple([self._read(length, timeout) for length in lengths]))

    def _read(self, size: int, timeout: float) -> memoryview:
        """Returns the next bytes.

        The time limit holds for all of them together, so that a peer can't extend it by sending byte after byte.
        """
        rest = self._rest
        if len(rest) >= size:
            self._rest = rest[size:]
            return rest[:size]
        whole, received = memoryview(bytearray(max(size, _READ_AHEAD))), len(rest)
        whole[:received] = rest
        start, seconds = time.monotonic(), timeout + size / _MIN_BYTES_PER_SECOND
        left = timeout
        try:
            while True:
                self._wait_at_most(left)
                count = self.connection.recv_into(whole[received:])
                if not count:
                    raise WireError("it hung up")
                received += count
                if received >= size:
                    break
                left = start + seconds - time.monotonic()
                if left <= 0:
                    raise TimeoutError
        except TimeoutError:
            raise WireError(f"no answer within {timeout:g} s") from None
        except OSError as error:
            raise WireError(f"the connection broke ({error.strerror or error})") from None
        self._rest = whole[size:received]
        return whole[:size]

    def _wait_at_most(self, seconds: float) -> None:
        if seconds != self._timeout:
            self.connection.settimeout(seconds)
            self._timeout = seconds

    def _json_value(self, value: Any) -> Any:
        """Returns the JSON form of a value that JSON doesn't know."""
        if isinstance(value, (bytes, bytearray, memoryview)):
            self._parts.append(memoryview(value).cast("B"))
            return {"bytes": len(self._parts) - 1}
        if isinstance(value, FactTable):
            return dict(value.rows)
        if isinstance(value, Mapping):
            return dict(value)
        if isinstance(value, np.generic):
            return value.item()
        raise TypeError(f"{value!r} can't be sent; expected numbers, text, bytes, or lists and mappings of these")

    def close(self) -> None:
        """Closes the connection; it may be called twice."""
        with contextlib.suppress(OSError):
            self.connection.close()


def _object(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise WireError(f"a frame came whose header isn't JSON ({error})") from None
    if not isinstance(header, dict):
        raise WireError("a frame came whose header isn't an object")
    return header


def is_greeting(data: bytes) -> bool:
    """Returns whether a whole greeting has come.

    Args:
        data: What has come of it.

    Raises:
        WireError: It never will be one.

    >>> is_greeting(b"CRAB"), is_greeting(b"CRAB" + bytes(8))
    (False, True)
    """
    if len(data) < _HEAD.size:
        if not MAGIC.startswith(data[: len(MAGIC)]):
            raise WireError(f"the data received is no frame: it begins with {data!r}")
        return False
    size, _ = _sizes(data[: _HEAD.size], MAX_GREETING_BYTES, 0)
    return len(data) >= _HEAD.size + size


def _sizes(head: bytes | memoryview, max_header: int, max_parts: int) -> tuple[int, int]:
    """Returns the length of a frame's header and the number of its attachments."""
    magic, size, count = _HEAD.unpack(head)
    if magic != MAGIC:
        raise WireError(f"the data received is no frame: it begins with {bytes(head)!r}")
    if size > max_header or count > max_parts:
        raise WireError(f"a frame with a header of {size} bytes and {count} attachments came: too long")
    return size, count
