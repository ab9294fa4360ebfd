"""Connections to a phone that haven't introduced themselves: they are bounded, and keep no host out."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.devices import adb_wire
from tests.simulator.adbd._host import Host


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    with PhoneServer(phones(seed=7)) as served:
        yield served


@pytest.fixture
def host(server: PhoneServer) -> Iterator[Host]:
    with Host(server.ports[0]) as connection:
        yield connection


def test_a_host_that_says_nothing_is_cut_off(server: PhoneServer) -> None:
    server.served.adbds[0].lobby.seconds = 0.1
    with Host(server.ports[0], greet=False) as host:
        assert host.is_cut()


def test_a_host_that_introduces_itself_byte_by_byte_is_cut_off(server: PhoneServer) -> None:
    server.served.adbds[0].lobby.seconds = 0.1
    with Host(server.ports[0], greet=False) as host:
        greeting = adb_wire.pack(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::" + bytes(100_000), True)
        with pytest.raises(OSError):  # long before its end
            for byte in greeting:
                host.socket.sendall(bytes([byte]))
                time.sleep(0.001)


def test_silent_connections_keep_no_host_out(server: PhoneServer, host: Host) -> None:
    lobby = server.served.adbds[0].lobby
    lobby.seconds = 3600.0  # only their number is bounded
    console = server.consoles[0]
    assert console is not None
    silent = [socket.create_connection(("127.0.0.1", server.ports[0])) for _ in range(300)]
    silent += [socket.create_connection(("127.0.0.1", console)) for _ in range(300)]
    try:
        with Host(server.ports[0]) as other:
            assert other.ask("shell:echo on") == b"on\n"
        assert host.ask("shell:echo on") == b"on\n"  # whoever was there before
        with socket.create_connection(("127.0.0.1", console), 60) as line:
            line.sendall(b"ping\n")
            with line.makefile("rb") as answers:
                assert b"I am alive!\n" in [answers.readline().replace(b"\r", b"") for _ in range(4)]
        assert server.call(lambda: len(lobby)) <= lobby.places
    finally:
        for connection in silent:
            connection.close()
