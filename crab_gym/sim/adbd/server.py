"""adbd: the device's side of ADB over TCP, for simulated phones.

* `Connection` - one host's connection to one phone: packets, streams, flow control, limits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection

from crab_gym.sim.adbd import wire
from crab_gym.sim.adbd.services import Once, RawCommand, Service, Shell, Terminal, answer_to, framebuffer, reverse
from crab_gym.sim.adbd.sync import Sync
from crab_gym.sim.phone.android import Device

__all__ = ["Connection"]

MOST_STREAMS = 256
MOST_QUEUED = 192 * 1024 * 1024
"""Bytes that wait for a host to read them; a host that lets more pile up is cut off."""
STALLED_SECONDS = 60.0
"""How long a host may leave what was sent to it unread."""
_FEATURES = "shell_v2,cmd"  # what is not named here makes hosts use the older, simpler variants


class _Stream:
    """One open service: the port through which it sends, one packet at a time as the host allows."""

    def __init__(self, connection: Connection, local: int, remote: int) -> None:
        self.connection, self.local, self.remote = connection, local, remote
        self.device = connection.device
        self.service: Service | None = None
        self.queue: deque[bytes] = deque()
        self.waiting = self.finishing = False

    def send(self, data: bytes) -> None:
        size = self.connection.max_payload
        for start in range(0, len(data), size):
            part = data[start : start + size]
            self.queue.append(part)
            self.connection.account(len(part))
        self.advance()

    def finish(self) -> None:
        self.finishing = True
        self.advance()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, call)

    def advance(self) -> None:
        """Sends the next packet, or closes the stream, where the host has taken the last one."""
        if self.waiting or self.service is None:
            return
        if self.queue:
            # what is queued already goes out in as few packets as the host takes
            parts, size = [self.queue.popleft()], 0
            size = len(parts[0])
            while self.queue and size + len(self.queue[0]) <= self.connection.max_payload:
                size += len(self.queue[0])
                parts.append(self.queue.popleft())
            self.connection.account(-size)
            self.waiting = True
            self.connection.send(wire.WRTE, self.local, self.remote, b"".join(parts))
        elif self.finishing:
            self.connection.close_stream(self, tell=True)


class Connection(asyncio.Protocol):
    """A host's connection to a phone.

    Whatever breaks the protocol closes this connection and nothing else.

    Args:
        device: The phone.
        connections: The set of open connections; it adds and removes itself.
        allowed: Addresses of the hosts that may connect, None for all that can.
    """

    def __init__(self, device: Device, connections: set[Connection], allowed: Collection[str] | None = None) -> None:
        self._allowed = allowed
        self.device = device
        self.max_payload = 4096
        self.reversed: dict[str, str] = {}
        self._connections = connections
        self._parser = wire.PacketParser()
        self._streams: dict[int, _Stream] = {}
        self._next = 1
        self._queued = 0
        self._greeted = False
        self._transport: asyncio.Transport | None = None
        self._stalled: asyncio.TimerHandle | None = None

    # asyncio ----------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes the connection."""
        assert isinstance(transport, asyncio.Transport)
        if self._allowed is not None and transport.get_extra_info("peername")[0] not in self._allowed:
            transport.abort()
            return
        self._transport = transport
        transport.set_write_buffer_limits(high=4 * wire.MAX_PAYLOAD)
        self._connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Ends all services."""
        self._connections.discard(self)
        self.resume_writing()
        for stream in list(self._streams.values()):
            self.close_stream(stream, tell=False)
        self._transport = None

    def pause_writing(self) -> None:
        """The host reads too slowly: it has a while to catch up."""
        if self._stalled is None:
            self._stalled = asyncio.get_running_loop().call_later(STALLED_SECONDS, self.abort)

    def resume_writing(self) -> None:
        """The host has caught up."""
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def data_received(self, data: bytes) -> None:
        """Takes packets, however they are cut."""
        try:
            for packet in self._parser.feed(data):
                self._packet(packet)
                if self._transport is None:
                    return
        except wire.ProtocolError as error:
            self.device.write_log("adbd", "W", f"connection closed: {error}")
            self.abort()

    def abort(self) -> None:
        """Closes the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    # Packets ----------------------------------------------------------------------------------------------------

    def send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None:
        """Sends a packet."""
        if self._transport is not None:
            self._transport.write(wire.pack(command, arg0, arg1, payload))

    def account(self, size: int) -> None:
        """Counts bytes that wait to be sent."""
        self._queued += size
        if self._queued > MOST_QUEUED:
            self.abort()

    def _packet(self, packet: wire.Packet) -> None:
        if packet.command == wire.CNXN:
            self._greet(packet)
            return
        if not self._greeted:
            raise wire.ProtocolError("a packet before CNXN")
        if packet.command == wire.OPEN:
            self._open(packet)
            return
        stream = self._streams.get(packet.arg1)
        if packet.command == wire.WRTE:
            if stream is None or stream.remote != packet.arg0:
                self.send(wire.CLSE, 0, packet.arg0)
                return
            self.send(wire.OKAY, stream.local, stream.remote)
            if stream.service is not None and not stream.finishing:
                stream.service.receive(packet.payload)
        elif packet.command == wire.OKAY:
            if stream is not None and stream.remote == packet.arg0:
                stream.waiting = False
                stream.advance()
        elif packet.command == wire.CLSE:
            if stream is not None and packet.arg0 in (0, stream.remote):
                self.close_stream(stream, tell=True)
        elif packet.command != wire.SYNC:
            raise wire.ProtocolError(f"an unexpected packet {packet.command:#x}")

    def _greet(self, packet: wire.Packet) -> None:
        for stream in list(self._streams.values()):
            self.close_stream(stream, tell=False)
        self._greeted = True
        self.max_payload = max(256, min(packet.arg1, wire.MAX_PAYLOAD))
        names = {
            f"ro.product.{name}": self.device.run_argv(["getprop", f"ro.product.{name}"]).stdout.decode().strip()
            for name in ("name", "model", "device")
        }
        banner = "device::" + "".join(f"{name}={value};" for name, value in names.items()) + f"features={_FEATURES}"
        self.send(wire.CNXN, wire.A_VERSION, wire.MAX_PAYLOAD, banner.encode())

    def _open(self, packet: wire.Packet) -> None:
        remote = packet.arg0
        if not remote or len(self._streams) >= MOST_STREAMS:
            self.send(wire.CLSE, 0, remote)
            return
        name = packet.payload.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")
        stream = _Stream(self, self._next, remote)
        make = self._service(name)
        if make is None:
            self.send(wire.CLSE, 0, remote)
            return
        while self._next in self._streams or not self._next:
            self._next = (self._next + 1) & 0x7FFFFFFF
        stream.local = self._next
        self._next = (self._next + 1) & 0x7FFFFFFF
        self._streams[stream.local] = stream
        self.send(wire.OKAY, stream.local, remote)
        service = make(stream)
        if stream.local in self._streams:
            stream.service = service
            stream.advance()

    def _service(self, name: str) -> Callable[[_Stream], Service] | None:
        """Returns what makes a service, None for one that this phone doesn't have."""
        kind, _, rest = name.partition(":")
        if kind.startswith("shell"):
            options = kind.split(",")[1:]
            if "v2" in options:
                return lambda port: Shell(port, rest, "pty" in options or ("raw" not in options and not rest))
            return (lambda port: RawCommand(port, rest)) if rest else Terminal
        if kind == "exec":
            return lambda port: RawCommand(port, rest)
        if name == "sync:":
            return Sync
        if name == "framebuffer:":
            return lambda port: Once(port, framebuffer(port.device))
        if kind == "reverse":
            return lambda port: Once(port, reverse(rest, self.reversed))
        if kind == "reboot":
            return self._reboot
        answer = answer_to(name)
        return None if answer is None else lambda port: Once(port, answer)

    def _reboot(self, port: _Stream) -> Service:
        self.device.reboot()
        port.later(0.05, self.abort)
        return Once(port, b"")

    def close_stream(self, stream: _Stream, tell: bool) -> None:
        """Ends a stream; with `tell` the host is told."""
        if self._streams.pop(stream.local, None) is None:
            return
        self.account(-sum(map(len, stream.queue)))
        stream.queue.clear()
        stream.finishing = True
        if tell:
            self.send(wire.CLSE, stream.local, stream.remote)
        if stream.service is not None:
            stream.service.closed()
