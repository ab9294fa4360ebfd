"""adbd: the device's side of ADB over TCP, for simulated phones.

* `Adbd` - the daemon of one phone: its connections and listeners.
* `Connection` - one host's connection to it: packets, streams, flow control, limits.
* `Stream` - an open service of a connection.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from crab_sim.adbd.local_pages import fetch_wanted
from crab_sim.adbd.services import find
from crab_sim.adbd.stream import Host, Listeners, Port, Service
from crab_sim.devices import adb_wire
from crab_sim.phone.android import Device
from crab_sim.web.sites.lobby import Lobby

__all__ = ["Adbd", "Connection", "Stream"]

MAX_CONNECTIONS: Final = 64
"""Limit of hosts that are connected to one phone at once, those that haven't introduced themselves not counted."""
MAX_STREAMS: Final = 256
"""Limit of streams per connection at once."""
MAX_HELD: Final = 256 * 1024 * 1024
"""Limit of bytes that one phone keeps for its hosts: incomplete input and unread output."""
GREETING_SECONDS: Final = 30.0
"""Time in which a new host must introduce itself."""
STALLED_SECONDS: Final = 60.0
"""Time for which a host may leave sent bytes unread."""
_TURN: Final = 0.02  # seconds of work after which the other connections get their turn
_FEATURES: Final = "shell_v2,cmd"  # for features that aren't listed, hosts use older and simpler variants
_log = logging.getLogger(__name__)


class Adbd:
    """One phone's adbd.

    Args:
        device: The phone.
        allow: Addresses beside loopback that may connect.

    Attributes:
        connections: The open connections.
        lobby: Those of them that haven't introduced themselves.
        listeners: The phone's listeners by address, such as ``tcp:5000``, which hosts have made with ``reverse:``.
        held: Number of bytes that are kept for hosts.
    """

    def __init__(self, device: Device, allow: Collection[str] = ()) -> None:
        self.device, self.allow = device, frozenset(allow)
        self.connections: set[Connection] = set()
        self.lobby: Lobby[Connection] = Lobby(Connection.abort, seconds=GREETING_SECONDS)
        self.listeners: Listeners = {}
        self.held = 0

    def connect(self) -> Connection:
        """Returns the protocol of a new connection."""
        return Connection(self)

    def admits(self, address: str) -> bool:
        """Returns whether a host at an address may connect."""
        return address.startswith("127.") or address == "::1" or address in self.allow

    def arrive(self, connection: Connection) -> None:
        """Takes in a new connection, which has to introduce itself soon."""
        self.connections.add(connection)
        self.lobby.enter(connection)
        asyncio.get_running_loop().call_later(self.lobby.seconds + 0.01, self.lobby.expire)

    def introduce(self, connection: Connection) -> bool:
        """Returns whether a connection may stay, which has introduced itself."""
        inside = sum(other.greeted for other in self.connections)
        return not self.lobby.leave(connection) or inside < MAX_CONNECTIONS


class Stream:
    """An open service: the port through which it sends, one packet at a time as the host allows.

    Attributes:
        device: The phone.
        adbd: Its adbd.
        connection: The stream's connection.
    """

    def __init__(self, connection: Connection, local: int, remote: int) -> None:
        self.connection, self.local, self.remote = connection, local, remote
        self.adbd, self.device = connection.adbd, connection.adbd.device
        self.service: Service | None = None
        self._queue: deque[bytes] = deque()
        self._held = 0
        self._timers: set[asyncio.Handle] = set()
        self._waiting = not remote  # for an answer of the host
        self._paused = self._taking = self._finishing = self._closed = False

    @property
    def host(self) -> Host:
        """The host."""
        return self.connection

    @property
    def listeners(self) -> Listeners:
        """The phone's listeners."""
        return self.adbd.listeners

    def send(self, data: bytes) -> None:
        """Sends bytes to the host, once it is ready for them."""
        if not data or self._finishing:
            return
        self.hold(len(data))
        size = self.connection.max_payload
        if self._queue and len(self._queue[-1]) + len(data) <= size:
            self._queue[-1] += data
        else:
            self._queue += [data[start : start + size] for start in range(0, len(data), size)]
        self.advance()

    def finish(self) -> None:
        """Closes the stream once everything has been sent."""
        self._finishing = True
        self.advance()

    def hold(self, size: int) -> None:
        """Counts bytes that are kept until the stream is closed; a negative number gives bytes back.

        Raises:
            ProtocolError: The phone keeps too many.
        """
        self._held += size
        self.adbd.held += size
        if self.adbd.held > MAX_HELD:
            raise adb_wire.ProtocolError(f"more than {MAX_HELD} bytes wait for hosts")

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Calls something after a while, unless the stream is closed by then."""

        def run() -> None:
            self._timers.discard(timer)
            self.connection.guard(self, call)

        timer = asyncio.get_running_loop().call_later(seconds, run)
        self._timers.add(timer)

    def pause(self) -> None:
        """Makes the host wait before it sends more; called while bytes are being received."""
        self._paused = True

    def resume(self) -> None:
        """Lets the host go on."""
        if self._paused and not self._closed:
            self._paused = False
            self.connection.send(adb_wire.OKAY, self.local, self.remote)

    # Called by the connection -----------------------------------------------------------------------------------

    def advance(self) -> None:
        """Sends the next packet or closes the stream, if the host has taken the last packet."""
        if self._waiting or self._taking or self._closed:
            return
        if self._queue:
            data = self._queue.popleft()
            self._waiting = True
            self.hold(-len(data))
            self.connection.send(adb_wire.WRTE, self.local, self.remote, data)
        elif self._finishing:
            self.connection.close_stream(self)

    def okay(self, remote: int) -> None:
        """Goes on after the host has opened the stream or taken the last packet."""
        if self.remote in (0, remote) and remote:
            self.remote, self._waiting = remote, False
            self.advance()
            if not self._queue and not self._waiting and not self._closed and self.service is not None:
                self.service.drained()

    def receive(self, data: bytes) -> None:
        """Hands bytes from the host to the service, and sends its answer after the word that they have arrived."""
        self._taking = True
        if self.service is not None and not self._finishing:
            self.service.receive(data)
        self._taking = False
        if not self._paused and not self._closed:
            self.connection.send(adb_wire.OKAY, self.local, self.remote)
        self.advance()

    def close(self) -> None:
        """Ends the service."""
        self._closed = self._finishing = True
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._queue.clear()
        try:
            if self.service is not None:
                self.service.closed()
        finally:
            self.adbd.held -= self._held
            self._held = 0


class Connection(asyncio.Protocol):
    """A host's connection to a phone. A breach of the protocol closes this connection and nothing else.

    Attributes:
        adbd: The phone's adbd.
        greeted: Whether the host has introduced itself.
        max_payload: Size in bytes of the largest packet that the host takes.
    """

    def __init__(self, adbd: Adbd) -> None:
        self.adbd = adbd
        self.max_payload = 4096
        self._parser = adb_wire.PacketParser()
        self._inbox: deque[adb_wire.Packet] = deque()
        self._streams: dict[int, Stream] = {}
        self._next = 1
        self.greeted = self._reading_paused = False
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None  # for reading sent bytes

    # asyncio ----------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accepts the connection, if the host may connect."""
        assert isinstance(transport, asyncio.Transport)
        if not self.adbd.admits(str(transport.get_extra_info("peername")[0])):
            transport.abort()
            return
        self._transport = transport
        transport.set_write_buffer_limits(high=4 * adb_wire.MAX_PAYLOAD)
        self.adbd.arrive(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Ends all services."""
        self._transport = None
        self._forget_deadline()
        self._inbox.clear()
        self.adbd.lobby.leave(self)
        self.adbd.connections.discard(self)
        self._reset()

    def _reset(self) -> None:
        for name in [name for name, listener in self.adbd.listeners.items() if listener.host is self]:
            del self.adbd.listeners[name]
        for stream in list(self._streams.values()):
            self.close_stream(stream)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def pause_writing(self) -> None:
        """Stops listening to a host that reads too slowly, and gives it a while to catch up."""
        self._forget_deadline()
        self._deadline = asyncio.get_running_loop().call_later(STALLED_SECONDS, self.abort)
        self._regulate()

    def resume_writing(self) -> None:
        """Listens to the host again, since it has caught up."""
        self._forget_deadline()
        asyncio.get_running_loop().call_soon(self._work)

    def data_received(self, data: bytes) -> None:
        """Handles the packets that are complete."""
        try:
            self._inbox += self._parser.feed(data)
        except adb_wire.ProtocolError as error:
            self._break(error)
        else:
            self._work()

    def _stalled(self) -> bool:
        return self.greeted and self._deadline is not None

    def _work(self) -> None:
        """Handles packets for a while; the rest follow after the other connections' turn, if the host reads."""
        until = time.monotonic() + _TURN
        while self._inbox and self._transport is not None and not self._stalled():
            if time.monotonic() > until:
                asyncio.get_running_loop().call_soon(self._work)
                break
            try:
                self._packet(self._inbox.popleft())
            except adb_wire.ProtocolError as error:
                self._break(error)
        if self._transport is not None:
            fetch_wanted(self.adbd.device, self.adbd.listeners)
        self._regulate()

    def _regulate(self) -> None:
        """Reads from the host only while it reads its answers."""
        pause = bool(self._inbox) or self._stalled()
        if self._transport is None or pause == self._reading_paused:
            return
        self._reading_paused = pause
        if pause:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _break(self, error: adb_wire.ProtocolError) -> None:
        self.adbd.device.write_log("adbd", "W", f"connection closed: {error}")
        self.abort()

    def abort(self) -> None:
        """Closes the connection at once."""
        if self._transport is not None:
            self._transport.abort()
            self._transport = None
            self._inbox.clear()

    def guard(self, stream: Stream, call: Callable[[], None]) -> None:
        """Calls a function of a stream's service; an error in it ends the stream, not the connection."""
        try:
            call()
        except adb_wire.ProtocolError as error:
            self._break(error)
        except Exception:
            _log.exception("a service of a simulated phone failed")
            stream.service = None
            self.close_stream(stream)

    # Packets ----------------------------------------------------------------------------------------------------

    def send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None:
        """Sends a packet.

        Args:
            command: One of the commands of `adb_wire`.
            arg0: Its first argument, mostly the stream's number here.
            arg1: Its second argument, mostly the stream's number on the host.
            payload: Its data.
        """
        if self._transport is not None:
            self._transport.write(adb_wire.pack(command, arg0, arg1, payload, self._parser.checksums))

    def _packet(self, packet: adb_wire.Packet) -> None:
        if packet.command == adb_wire.CNXN:
            self._greet(packet)
            return
        if not self.greeted:
            raise adb_wire.ProtocolError("a packet before CNXN")
        if packet.command == adb_wire.OPEN:
            self._open(packet)
            return
        stream = self._streams.get(packet.arg1)
        if stream is not None and packet.arg0 != stream.remote and stream.remote and packet.arg0:
            stream = None  # the number belonged to another stream before
        if packet.command == adb_wire.WRTE:
            if stream is None or not stream.remote:
                self.send(adb_wire.CLSE, 0, packet.arg0)
            else:
                self.guard(stream, partial(stream.receive, packet.payload))
        elif packet.command == adb_wire.OKAY:
            if stream is not None:
                self.guard(stream, partial(stream.okay, packet.arg0))
        elif packet.command == adb_wire.CLSE:
            if stream is not None:
                self.guard(stream, partial(self.close_stream, stream))
        elif packet.command != adb_wire.SYNC:
            raise adb_wire.ProtocolError(f"an unexpected packet {packet.command:#x}")

    def _greet(self, packet: adb_wire.Packet) -> None:
        self._reset()
        if not self.adbd.introduce(self):
            self.abort()
            return
        self.greeted = True
        self._parser.checksums = packet.arg0 < adb_wire.A_VERSION_SKIP_CHECKSUM
        self.max_payload = max(256, min(packet.arg1, adb_wire.MAX_PAYLOAD))
        run = self.adbd.device.run_argv
        names = {
            f"ro.product.{name}": run(["getprop", f"ro.product.{name}"]).stdout.decode().strip()
            for name in ("name", "model", "device")
        }
        banner = "device::" + "".join(f"{name}={value};" for name, value in names.items()) + f"features={_FEATURES}"
        self.send(adb_wire.CNXN, adb_wire.A_VERSION, adb_wire.MAX_PAYLOAD, banner.encode())

    def _new_stream(self, remote: int) -> Stream:
        while self._next in self._streams:
            self._next = self._next % 0x7FFFFFFF + 1
        stream = self._streams[self._next] = Stream(self, self._next, remote)
        self._next = self._next % 0x7FFFFFFF + 1
        return stream

    def _open(self, packet: adb_wire.Packet) -> None:
        if not packet.arg0:
            raise adb_wire.ProtocolError("a stream without a number")
        name = packet.payload.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")
        service = find(name, self.adbd.listeners, self.adbd.device)
        if service is None or len(self._streams) >= MAX_STREAMS:
            self.send(adb_wire.CLSE, 0, packet.arg0)
            return
        stream = self._new_stream(packet.arg0)
        self.send(adb_wire.OKAY, stream.local, stream.remote)
        self.guard(stream, partial(self._start, stream, service))

    def _start(self, stream: Stream, make: Callable[[Port], Service]) -> None:
        stream.service = make(stream)
        stream.service.start()

    def dial(self, destination: str, make: Callable[[Port], Service]) -> bool:
        """Opens a stream to a service of the host; see `Host`."""
        if len(self._streams) >= MAX_STREAMS:
            return False
        stream = self._new_stream(0)
        stream.service = make(stream)
        self.send(adb_wire.OPEN, stream.local, 0, destination.encode() + b"\0")
        return True

    def close_stream(self, stream: Stream) -> None:
        """Ends a stream on both sides."""
        if self._streams.pop(stream.local, None) is None:
            return
        self.send(adb_wire.CLSE, stream.local, stream.remote)
        self.guard(stream, stream.close)
