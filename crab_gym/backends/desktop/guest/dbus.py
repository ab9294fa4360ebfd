"""A small D-Bus client that makes many calls at once, to programs that may hang, lie or flood.

All calls of a batch are sent before the first answer is read. An answer that comes too late, from another sender, or
with another signature than expected is ignored. The client needs the standard library only, and starts no thread.
"""

from __future__ import annotations

import math
import os
import select
import socket
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

__all__ = ["Bus", "Call", "Malformed", "Reader", "first_items", "only_value"]

_CALL, _RETURN, _ERROR = 1, 2, 3
_MAX_MESSAGE = 4 << 20
_OWING_SECONDS = 0.1  # for reading late answers
_MAX_STRING = 8192  # bytes; the rest of a longer string is cut
_PATH, _INTERFACE, _MEMBER, _REPLY_SERIAL, _DESTINATION, _SENDER, _SIGNATURE = 1, 2, 3, 5, 6, 7, 8
_FIXED = {"y": "<B", "n": "<h", "q": "<H", "i": "<i", "u": "<I", "x": "<q", "t": "<Q", "d": "<d"}
_ALIGNMENT = {"y": 1, "n": 2, "q": 2, "i": 4, "u": 4, "b": 4, "x": 8, "t": 8, "d": 8, "s": 4, "o": 4, "g": 1, "v": 1}
_IN_VARIANTS = frozenset("ybnqiuxtdsog")

Read = Callable[[bytes, int], tuple[Any, int]]


class Malformed(ValueError):
    """A message doesn't have the form that it claims to have."""


class Call(NamedTuple):
    """One method call.

    Attributes:
        destination: Name on the bus.
        path: Object path.
        interface: Interface of the method.
        member: The method.
        expects: Signature of a valid answer.
        signature: Types of the arguments: ``s``, ``i`` and ``u`` only.
        args: The arguments.
        deadline: The time at which to stop waiting for this call, if earlier than for the others; as of
            `time.monotonic`.
    """

    destination: str
    path: str
    interface: str
    member: str
    expects: str
    signature: str = ""
    args: tuple[Any, ...] = ()
    deadline: float = math.inf


class Bus:
    """A connection to a message bus.

    Args:
        address: As in ``DBUS_SESSION_BUS_ADDRESS``; only ``unix:path=`` and ``unix:abstract=``.
        seconds: Time limit for connecting.

    Attributes:
        late: The destinations that owed an answer at the end of the last `ask`.

    Raises:
        OSError: There is no bus at the address, or it refuses us.
    """

    def __init__(self, address: str, seconds: float = 2.0) -> None:
        self.late: set[str] = set()
        self._owed: dict[int, str] = {}  # serial -> destination of calls whose deadline has passed
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.settimeout(seconds)
            self._socket.connect(_socket_name(address))
            self._socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
            if not self._socket.recv(512).startswith(b"OK "):
                raise ConnectionError("the bus refuses this user")
            self._socket.sendall(b"BEGIN\r\n")
            self._socket.setblocking(False)
            self._serial = 0
            self._in = bytearray()
            self._skip = 0  # remaining bytes of a message that is too long to be kept
            hello = Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", "s")
            if self.ask([hello], time.monotonic() + seconds)[0] is None:
                raise ConnectionError("the bus does not say hello")
        except BaseException:
            self._socket.close()
            raise

    def close(self) -> None:
        """Closes the connection."""
        self._socket.close()

    def ask(self, calls: Sequence[Call], deadline: float) -> list[Reader | None]:
        """Makes all calls at once and returns an answer for each, None where none came before the deadline.

        Args:
            calls: The calls.
            deadline: As of `time.monotonic`.

        Raises:
            OSError: The bus is gone.
        """
        answers: list[Reader | None] = [None] * len(calls)
        pending: dict[int, int] = {}
        out = bytearray()
        for index, call in enumerate(calls):
            self._serial = self._serial % 0xFFFFFFFF + 1
            pending[self._serial] = index
            out += _message(call, self._serial)
        ends = sorted({min(call.deadline, deadline) for call in calls}, reverse=True)
        poll = select.poll()
        self.late = set()
        while pending:
            now = time.monotonic()
            while ends and ends[-1] <= now:
                ends.pop()
                for serial in [serial for serial, index in pending.items() if calls[index].deadline <= now]:
                    self._owed[serial] = calls[pending.pop(serial)].destination
                    self.late.add(self._owed[serial])
            if not ends:
                break
            poll.register(self._socket, select.POLLIN | (select.POLLOUT if out else 0))
            for _, events in poll.poll((ends[-1] - now) * 1000 + 1):
                if events & select.POLLOUT and out:
                    del out[: self._send(out)]
                if events & ~select.POLLOUT:
                    for serial, sender, reader in self._receive():
                        index = pending.get(serial, -1)
                        # A unique name (":1.7") must answer itself; a well-known name is answered by its owner.
                        if index < 0 or (calls[index].destination[0] == ":" and sender != calls[index].destination):
                            continue
                        del pending[serial]
                        if reader is not None and reader.signature == calls[index].expects:
                            answers[index] = reader
        self._owed.update((serial, calls[index].destination) for serial, index in pending.items())
        self.late.update(calls[index].destination for index in pending.values())
        if out:
            # Part of a message may have been sent: the next one would be taken for the rest of it.
            raise ConnectionError("the bus does not read")
        return answers

    def owing(self) -> set[str]:
        """Returns the destinations that still owe an answer to an earlier call, because they hang.

        Raises:
            OSError: The bus is gone.
        """
        end = time.monotonic() + _OWING_SECONDS
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        while self._owed and poll.poll(0) and time.monotonic() < end:
            for _ in self._receive():
                pass
        return set(self._owed.values())

    def _send(self, out: bytearray) -> int:
        try:
            return self._socket.send(out[: 1 << 18])
        except BlockingIOError:
            return 0

    def _receive(self) -> Iterator[tuple[int, str, Reader | None]]:
        """Yields the serial, sender and body of each reply that has arrived; the body is None for an error."""
        try:
            part = self._socket.recv(1 << 18)
        except BlockingIOError:
            return
        if not part:
            raise ConnectionError("the bus hung up")
        if self._skip:
            used = min(self._skip, len(part))
            self._skip -= used
            part = part[used:]
        self._in += part
        start = 0
        while len(self._in) - start >= 16:
            if self._in[start] != 0x6C:  # "l": little-endian, as everybody here
                raise ConnectionError("the bus sends what is no message")
            body, _, fields = struct.unpack_from("<III", self._in, start + 4)
            head = 16 + (fields + 7 & ~7)
            size = head + body
            if size > _MAX_MESSAGE:
                have = len(self._in) - start
                self._skip = max(0, size - have)
                start += min(size, have)
                continue
            if len(self._in) - start < size:
                break
            kind = self._in[start + 1]
            if kind in (_RETURN, _ERROR):
                message = bytes(self._in[start : start + size])
                try:
                    serial, sender, signature = _fields(message, 16 + fields)
                except Malformed:
                    serial = 0
                self._owed.pop(serial, None)
                if serial:
                    yield serial, sender, Reader(message[head:], signature, sender) if kind == _RETURN else None
            start += size
        del self._in[:start]


class Reader:
    """The body of an answer.

    Attributes:
        signature: Its types.
        sender: Its sender's unique name on the bus.
    """

    def __init__(self, body: bytes, signature: str, sender: str = "") -> None:
        self._body = body
        self.signature = signature
        self.sender = sender

    def values(self) -> tuple[Any, ...]:
        """Returns the values.

        Raises:
            Malformed: The body doesn't match its signature.
        """
        position, values = 0, []
        try:
            for read in _readers(self.signature):
                value, position = read(self._body, position)
                values.append(value)
        except (struct.error, IndexError) as problem:
            raise Malformed(f"the message is cut short: {problem}") from None
        return tuple(values)

    def items(self, limit: int) -> Iterator[Any]:
        """Yields the first items of the array at the beginning of the body.

        Args:
            limit: The number of items.

        Raises:
            Malformed: The body doesn't match its signature, or doesn't begin with an array.
        """
        if self.signature[:1] != "a":
            raise Malformed(f"no array: {self.signature!r}")
        inner = self.signature[1 : _end(self.signature, 0)]
        try:
            (size,) = struct.unpack_from("<I", self._body, 0)
            position = _align(4, _alignment(inner))
            end = min(position + size, len(self._body))
            read = _reader(inner)
            while position < end and limit > 0:
                value, position = read(self._body, position)
                limit -= 1
                yield value
        except (struct.error, IndexError) as problem:
            raise Malformed(f"the message is cut short: {problem}") from None


def only_value(answer: Reader | None, default: Any) -> Any:
    """Returns the only value of an answer; the default where there is no answer, or a malformed one."""
    if answer is not None:
        try:
            (value,) = answer.values()
            return value
        except (Malformed, ValueError):
            pass
    return default


def first_items(answer: Reader | None, limit: int) -> list[Any]:
    """Returns the first items of an answer that is an array, up to the limit or the first malformed one."""
    items: list[Any] = []
    if answer is not None:
        try:
            items.extend(answer.items(limit))
        except Malformed:
            pass
    return items


def _socket_name(address: str) -> str:
    for part in address.split(";"):
        kind, _, rest = part.partition(":")
        options = dict(pair.partition("=")[::2] for pair in rest.split(","))
        if kind == "unix" and "path" in options:
            return options["path"]
        if kind == "unix" and "abstract" in options:
            return "\0" + options["abstract"]
    raise ConnectionError(f"no socket in the address {address!r}")


# Writing


def _message(call: Call, serial: int) -> bytes:
    body = bytearray()
    for kind, value in zip(call.signature, call.args, strict=True):
        body += bytes(-len(body) % 4)
        body += _string(value) if kind == "s" else struct.pack(_FIXED[kind], value)
    fields = bytearray()
    for code, letter, text in (
        (_PATH, b"o", call.path),
        (_INTERFACE, b"s", call.interface),
        (_MEMBER, b"s", call.member),
        (_DESTINATION, b"s", call.destination),
    ):
        fields += bytes(-len(fields) % 8)
        fields += bytes((code, 1)) + letter + b"\0" + _string(text)
    if call.signature:
        fields += bytes(-len(fields) % 8)
        fields += bytes((_SIGNATURE, 1)) + b"g\0" + bytes((len(call.signature),)) + call.signature.encode() + b"\0"
    # Flag 2: no service is to be started for this call.
    head = struct.pack("<BBBBIII", 0x6C, _CALL, 2, 1, len(body), serial, len(fields))
    return head + fields + bytes(-len(fields) % 8) + body


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


# Reading


def _fields(message: bytes, end: int) -> tuple[int, str, str]:
    """Returns a message's reply serial, sender and signature."""
    serial, sender, signature = 0, "", ""
    position = 16
    try:
        while position < end:
            position = _align(position, 8)
            code, length = message[position], message[position + 1]
            kind = message[position + 2 : position + 2 + length].decode("ascii", "replace")
            if kind not in _IN_VARIANTS:
                raise Malformed(f"a header field of type {kind!r}")
            value, position = _reader(kind)(message, position + 3 + length)
            if code == _REPLY_SERIAL and kind == "u":
                serial = value
            elif code == _SENDER and kind == "s":
                sender = value
            elif code == _SIGNATURE and kind == "g":
                signature = value
    except (struct.error, IndexError) as problem:
        raise Malformed(f"the header is cut short: {problem}") from None
    return serial, sender, signature


def _align(position: int, to: int) -> int:
    return position + to - 1 & -to


def _alignment(signature: str) -> int:
    return 8 if signature[0] in "({" else 4 if signature[0] == "a" else _ALIGNMENT[signature[0]]


def _end(signature: str, start: int) -> int:
    """Returns the end of the complete type at a position of a signature."""
    while signature[start] == "a":
        start += 1
    if signature[start] not in "({":
        return start + 1
    depth = 0
    for position in range(start, len(signature)):
        depth += (signature[position] in "({") - (signature[position] in ")}")
        if depth == 0:
            return position + 1
    raise Malformed(f"no signature: {signature!r}")


_known: dict[str, Read] = {}


def _readers(signature: str) -> list[Read]:
    readers, start = [], 0
    while start < len(signature):
        end = _end(signature, start)
        readers.append(_reader(signature[start:end]))
        start = end
    return readers


def _reader(signature: str) -> Read:
    """Returns the function that reads a value of a type.

    They are cached for ever, which is safe because only signatures from this program ever get here.
    """
    if signature not in _known:
        _known[signature] = _make_reader(signature)
    return _known[signature]


def _make_reader(signature: str) -> Read:
    kind = signature[0]
    if kind in _FIXED:
        return _fixed(kind)
    if kind == "b":
        number = _reader("u")

        def truth(data: bytes, position: int) -> tuple[Any, int]:
            value, position = number(data, position)
            return bool(value), position

        return truth
    if kind in "so":
        return _text
    if kind == "g":
        return _type
    if kind == "v":
        return _variant
    if kind == "a":
        return _array(signature[1:])
    return _struct(_readers(signature[1:-1]))


def _fixed(kind: str) -> Read:
    layout = struct.Struct(_FIXED[kind])
    size, unpack = layout.size, layout.unpack_from

    def read(data: bytes, position: int) -> tuple[Any, int]:
        position = position + size - 1 & -size
        return unpack(data, position)[0], position + size

    return read


def _text(data: bytes, position: int) -> tuple[Any, int]:
    position = (position + 3 & -4) + 4
    size = int.from_bytes(data[position - 4 : position], "little")
    end = position + size
    if end >= len(data):
        raise IndexError("a string ends outside")
    return data[position : min(end, position + _MAX_STRING)].decode("utf-8", "replace"), end + 1


def _type(data: bytes, position: int) -> tuple[Any, int]:
    end = position + 1 + data[position]
    return data[position + 1 : end].decode("ascii", "replace"), end + 1


def _variant(data: bytes, position: int) -> tuple[Any, int]:
    signature, position = _type(data, position)
    # Deeper types are never needed here, and could be nested without end.
    if signature not in _IN_VARIANTS and signature not in ("(so)", "a{ss}"):
        raise Malformed(f"a value of type {signature!r}")
    return _reader(signature)(data, position)


def _array(inner: str) -> Read:
    to, read_one = _alignment(inner), _reader(inner)

    def read(data: bytes, position: int) -> tuple[Any, int]:
        position = (position + 3 & -4) + 4
        size = int.from_bytes(data[position - 4 : position], "little")
        position = position + to - 1 & -to
        end = position + size
        if end > len(data):
            raise IndexError("an array ends outside")
        values = []
        while position < end:
            value, position = read_one(data, position)
            values.append(value)
        return values, position

    return read


def _struct(parts: list[Read]) -> Read:
    def read(data: bytes, position: int) -> tuple[Any, int]:
        position = position + 7 & -8
        values = []
        for part in parts:
            value, position = part(data, position)
            values.append(value)
        return tuple(values), position

    return read
