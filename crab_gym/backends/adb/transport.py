"""Connections to a device's adbd: directly over TCP, or through an adb server.

Either opens the services of adbd as byte streams.

* `Transport` - opens a service such as ``shell,v2,raw:id`` or ``sync:``.
* `DirectTransport` - one kept-open connection to a device that listens on TCP and asks for no key.
* `ServerTransport` - a connection through an adb server: for USB devices, emulators, and devices that require a key.
* `Lost` - the device can't be reached, or no longer; `KeyRequired` - it requires a key, which only an adb server has.
"""

from __future__ import annotations

import contextlib
import socket
from abc import ABC, abstractmethod
from collections import deque
from typing import Protocol

from crab_sim.devices import adb_wire

__all__ = [
    "DirectTransport",
    "KeyRequired",
    "Lost",
    "ServerTransport",
    "Stream",
    "Transport",
    "Unanswered",
    "ask_server",
    "read_exactly",
]

_QUICKACK: int | None = getattr(socket, "TCP_QUICKACK", None)  # Linux has it


class Lost(Exception):
    """The device can't be reached, or no longer; the message says why."""


class Unanswered(Lost):
    """Nothing listens at an address."""


class KeyRequired(Exception):
    """The device admits only clients with a key that its owner has accepted."""


class Stream(Protocol):
    """An open service."""

    def read(self) -> bytes:
        """Returns some bytes, none at the end.

        Raises:
            Lost: The connection broke.
        """

    def write(self, data: bytes) -> None:
        """Sends bytes."""

    def close(self) -> None:
        """Ends the service."""


class Transport(ABC):
    """A connection to one device.

    Attributes:
        features: Abilities of the device's adbd, such as ``shell_v2``.
    """

    features: frozenset[str]

    @abstractmethod
    def open(self, service: str) -> Stream:
        """Opens a service.

        Raises:
            Lost: The device is gone, or refuses the service.
        """

    @abstractmethod
    def close(self) -> None:
        """Ends the connection."""


def read_exactly(stream: Stream, buffer: bytearray, count: int) -> bytes:
    """Returns exactly `count` bytes of a stream.

    Args:
        stream: The stream.
        buffer: Bytes that have been read already; further bytes that arrive are left in it.
        count: The number of bytes.

    Raises:
        Lost: The stream ended before.
    """
    while len(buffer) < count:
        data = stream.read()
        if not data:
            raise Lost(f"the device ended an answer after {len(buffer)} of {count} bytes")
        buffer += data
    result = bytes(buffer[:count])
    del buffer[:count]
    return result


def _connect(address: tuple[str, int], timeout: float) -> socket.socket:
    try:
        connection = socket.create_connection(address, timeout)
    except OSError as error:
        raise Unanswered(f"nothing answers at {address[0]}:{address[1]} ({error})") from None
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


class _DirectStream:
    """A stream of a `DirectTransport`; packets for other streams that arrive meanwhile are kept for them."""

    def __init__(self, transport: DirectTransport, local: int) -> None:
        self.transport, self.local, self.remote = transport, local, 0
        self.incoming: deque[bytes] = deque()
        self.ready = self.closed = False

    def read(self) -> bytes:
        while not self.incoming:
            if self.closed:
                return b""
            self.transport.pump()
        return self.incoming.popleft()

    def write(self, data: bytes) -> None:
        size = self.transport.max_payload
        for start in range(0, len(data), size):
            while not self.ready and not self.closed:
                self.transport.pump()
            if self.closed:
                raise Lost("the device closed a stream that was being written")
            self.ready = False
            self.transport.send(adb_wire.WRTE, self.local, self.remote, data[start : start + size])

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.transport.send(adb_wire.CLSE, self.local, self.remote)
        self.transport.streams.pop(self.local, None)


class DirectTransport(Transport):
    """One connection to an adbd that listens on TCP, for many services at once; not for several threads.

    Args:
        address: Host and port.
        timeout: Seconds without an answer after which the device counts as lost.

    Raises:
        Lost: Nothing answers there, or something other than adbd.
        KeyRequired: The device requires a key.
    """

    def __init__(self, address: tuple[str, int], timeout: float) -> None:
        self.streams: dict[int, _DirectStream] = {}
        self.max_payload = adb_wire.MAX_PAYLOAD
        self._next = 1
        self._parser = adb_wire.PacketParser()
        self._packets: deque[adb_wire.Packet] = deque()
        self._timeout = timeout
        self._socket = _connect(address, timeout)
        try:
            self.send(adb_wire.CNXN, adb_wire.A_VERSION, adb_wire.MAX_PAYLOAD, b"host::features=shell_v2,cmd\0")
            packet = self._receive()
            if packet.command in (adb_wire.AUTH, adb_wire.STLS):
                raise KeyRequired(f"the device at {address[0]}:{address[1]} wants a key")
            if packet.command != adb_wire.CNXN:
                raise Lost(f"what answers at {address[0]}:{address[1]} isn't adbd")
        except BaseException:
            self._socket.close()
            raise
        self.max_payload = max(1, min(packet.arg1, adb_wire.MAX_PAYLOAD))
        banner = packet.payload.rstrip(b"\0").decode("utf-8", "replace")
        properties = dict(part.partition("=")[::2] for part in banner.partition("::")[2].split(";"))
        self.features = frozenset(properties.get("features", "").split(","))

    def send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None:
        """Sends a packet.

        Args:
            command: One of the commands of `adb_wire`.
            arg0: Usually the sender's number of the stream.
            arg1: Usually the receiver's number of the stream.
            payload: Its data.
        """
        try:
            self._socket.sendall(adb_wire.pack(command, arg0, arg1, payload))
        except OSError as error:
            raise Lost(f"the connection broke ({error})") from None

    def _receive(self) -> adb_wire.Packet:
        while not self._packets:
            try:
                data = self._socket.recv(1 << 20)
            except TimeoutError:
                raise Lost(f"no answer within {self._timeout:g} s") from None
            except OSError as error:
                raise Lost(f"the connection broke ({error})") from None
            if not data:
                raise Lost("the device closed the connection")
            try:
                self._packets.extend(self._parser.feed(data))
            except adb_wire.ProtocolError as error:
                hint = "an emulator's adbd is one port above its console"
                raise Lost(f"what answers isn't ADB ({error}); {hint}") from None
        return self._packets.popleft()

    def pump(self) -> None:
        """Receives one packet and hands it to its stream."""
        packet = self._receive()
        stream = self.streams.get(packet.arg1)
        if packet.command == adb_wire.WRTE:
            if stream is None:
                self.send(adb_wire.CLSE, 0, packet.arg0)
                return
            stream.incoming.append(packet.payload)
            self.send(adb_wire.OKAY, packet.arg1, packet.arg0)
        elif packet.command == adb_wire.OKAY and stream is not None:
            stream.remote, stream.ready = packet.arg0, True
        elif packet.command == adb_wire.CLSE and stream is not None and not stream.closed:
            stream.closed = True
            if stream.remote:
                self.send(adb_wire.CLSE, stream.local, stream.remote)

    def open(self, service: str) -> _DirectStream:
        """Opens a service."""
        stream = _DirectStream(self, self._next)
        self._next = self._next % 0x7FFFFFFF + 1
        self.streams[stream.local] = stream
        self.send(adb_wire.OPEN, stream.local, 0, service.encode("utf-8", "surrogateescape") + b"\0")
        while not stream.remote and not stream.closed:
            self.pump()
        if not stream.remote:
            del self.streams[stream.local]
            raise Lost(f"the device refuses the service {service[:80]!r}")
        return stream

    def close(self) -> None:
        """Ends the connection."""
        self.streams.clear()
        self._socket.close()


class _ServerStream:
    """A service behind an adb server: a connection of its own."""

    def __init__(self, connection: socket.socket, timeout: float) -> None:
        self._socket, self._timeout = connection, timeout
        self.pending = b""  # bytes of the device that arrived together with the server's last OKAY

    def read(self) -> bytes:
        if self.pending:
            data, self.pending = self.pending, b""
            return data
        try:
            # The server sends a small packet only once the last one was acknowledged, which Linux would delay.
            if _QUICKACK is not None:
                self._socket.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)
            return self._socket.recv(1 << 20)
        except TimeoutError:
            raise Lost(f"no answer within {self._timeout:g} s") from None
        except OSError as error:
            raise Lost(f"the adb server's connection broke ({error})") from None

    def write(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise Lost(f"the adb server's connection broke ({error})") from None

    def close(self) -> None:
        self._socket.close()


def _request(stream: Stream, buffer: bytearray, request: str) -> None:
    data = request.encode("utf-8", "surrogateescape")
    stream.write(b"%04x" % len(data) + data)
    answer = read_exactly(stream, buffer, 4)
    if answer != b"OKAY":
        length = read_exactly(stream, buffer, 4) if answer == b"FAIL" else b"0000"
        reason = read_exactly(stream, buffer, int(length, 16)) if answer == b"FAIL" else answer
        raise Lost(reason.decode("utf-8", "replace"))


def ask_server(port: int, request: str, timeout: float) -> str:
    """Returns an adb server's answer to a request such as ``host:devices``.

    Raises:
        Lost: No server listens on this port, or it refuses; the message is its own.
    """
    stream, buffer = _ServerStream(_connect(("127.0.0.1", port), timeout), timeout), bytearray()
    with contextlib.closing(stream):
        _request(stream, buffer, request)
        length = int(read_exactly(stream, buffer, 4), 16)
        return read_exactly(stream, buffer, length).decode("utf-8", "replace")


class ServerTransport(Transport):
    """A connection through the adb server on a loopback port, which knows the device by its serial number.

    Raises:
        Lost: There is no server, or the device is absent, offline or not authorised; the message is the server's.
    """

    def __init__(self, port: int, serial: str, timeout: float) -> None:
        self._port, self._serial, self._timeout = port, serial, timeout
        state = ask_server(port, f"host-serial:{serial}:get-state", timeout)
        if state not in ("device", "recovery", "emulator"):
            raise Lost(f"the device is {state}")
        self.features = frozenset(ask_server(port, f"host-serial:{serial}:features", timeout).split(","))

    def open(self, service: str) -> _ServerStream:
        """Opens a service over a connection of its own."""
        stream, buffer = _ServerStream(_connect(("127.0.0.1", self._port), self._timeout), self._timeout), bytearray()
        try:
            _request(stream, buffer, f"host:transport:{self._serial}")
            _request(stream, buffer, service)
        except BaseException:
            stream.close()
            raise
        stream.pending = bytes(buffer)
        return stream

    def close(self) -> None:
        """Nothing is kept open."""
