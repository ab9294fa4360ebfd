"""The host's side of ADB, without an adb: packets by hand."""

from __future__ import annotations

import socket
from collections import deque
from types import TracebackType

from crab_sim.adbd.hosting import PhoneServer
from crab_sim.devices import adb_wire
from crab_sim.devices.adb_wire import Packet


class Host:
    """One connection to a phone's adbd; everything is said explicitly."""

    def __init__(self, port: int, greet: bool = True, payload: int = adb_wire.MAX_PAYLOAD) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 20)
        self.socket.settimeout(20)
        self._parser = adb_wire.PacketParser()
        self._packets: deque[Packet] = deque()
        self._next = 100
        if greet:
            self.send(adb_wire.CNXN, adb_wire.A_VERSION, payload, b"host::features=shell_v2,cmd\0")
            self.banner = self.receive()
            assert self.banner is not None and self.banner.command == adb_wire.CNXN

    def send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None:
        self.socket.sendall(adb_wire.pack(command, arg0, arg1, payload))

    def receive(self) -> Packet | None:
        """Returns the next packet, None where the phone has closed the connection."""
        while not self._packets:
            try:
                data = self.socket.recv(1 << 20)
            except ConnectionError:
                return None
            if not data:
                return None
            self._packets += self._parser.feed(data)
        return self._packets.popleft()

    def expect(self, command: int) -> Packet:
        packet = self.receive()
        assert packet is not None and packet.command == command, packet
        return packet

    def open(self, service: str) -> tuple[int, int]:
        """Opens a service; returns its numbers here and there."""
        self._next += 1
        self.send(adb_wire.OPEN, self._next, 0, service.encode() + b"\0")
        return self._next, self.expect(adb_wire.OKAY).arg0

    def read(self, here: int, there: int) -> bytes:
        """Returns all that a service sends, until it closes."""
        data = bytearray()
        while True:
            packet = self.receive()
            assert packet is not None and packet.command in (adb_wire.WRTE, adb_wire.CLSE, adb_wire.OKAY), packet
            if packet.command == adb_wire.CLSE:
                return bytes(data)
            if packet.command == adb_wire.WRTE:
                data += packet.payload
                self.send(adb_wire.OKAY, here, there)

    def ask(self, service: str) -> bytes:
        """Opens a service and returns all that it sends."""
        return self.read(*self.open(service))

    def talk(self, service: str, data: bytes) -> bytes:
        """Opens a service, writes and returns all that it sends."""
        here, there = self.open(service)
        self.send(adb_wire.WRTE, here, there, data)
        return self.read(here, there)

    def is_cut(self) -> bool:
        """Tells that the phone has closed the connection, once it has said all that it wanted."""
        while self.receive() is not None:
            pass
        return True

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Host:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def held(server: PhoneServer) -> int:
    return server.call(lambda: sum(adbd.held for adbd in server.served.adbds))
