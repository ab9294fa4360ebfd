"""Connections that take too much of a served phone: streams, connections, memory, time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crab_sim.adbd import server as server_module
from crab_sim.adbd.hosting import PhoneServer
from crab_sim.devices import adb_wire
from tests.simulator.adbd._host import Host, held


@pytest.fixture
def host(server: PhoneServer) -> Iterator[Host]:
    with Host(server.ports[0]) as connection:
        yield connection


def test_streams_of_a_connection_are_limited(server: PhoneServer, host: Host) -> None:
    packets = b"".join(adb_wire.pack(adb_wire.OPEN, 1000 + i, 0, b"shell:cat\0") for i in range(5000))
    host.socket.sendall(packets)
    answers = [host.receive() for _ in range(5000)]
    assert (
        sum(answer is not None and answer.command == adb_wire.OKAY for answer in answers) == server_module.MAX_STREAMS
    )
    with Host(server.ports[0]) as other:
        assert other.ask("shell:echo on") == b"on\n"


def test_connections_to_a_phone_are_limited(server: PhoneServer) -> None:
    hosts = [Host(server.ports[0]) for _ in range(server_module.MAX_CONNECTIONS)]
    with Host(server.ports[0], greet=False) as one_more:
        one_more.send(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::\0")
        assert one_more.is_cut()
    assert hosts[-1].ask("shell:echo on") == b"on\n"
    for host in hosts:
        host.close()


def test_what_is_kept_for_hosts_is_limited(server: PhoneServer, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MAX_HELD", 3_000_000)
    with Host(server.ports[0]) as greedy:
        for _ in range(4):
            here, there = greedy.open("shell:cat")
            greedy.send(adb_wire.WRTE, here, there, bytes(1 << 20))
            if greedy.receive() is None:
                break
        assert greedy.is_cut()
    assert host.ask("shell:echo on") == b"on\n"
    assert held(server) == 0


def test_a_host_that_does_not_read_is_cut_off(server: PhoneServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "STALLED_SECONDS", 0.2)
    with Host(server.ports[0]) as host:
        for number in range(64):  # more than what the operating system keeps for it
            host.send(adb_wire.OPEN, 1 + number, 0, b"source:1048576\0")
        for number in range(64):
            for _ in range(16):
                try:
                    host.send(adb_wire.OKAY, 1 + number, 1 + number)
                except ConnectionError:
                    break
        with Host(server.ports[0]) as other:
            while server.connected > 1:
                assert other.ask("shell:echo on") == b"on\n"
