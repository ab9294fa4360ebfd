"""Served phones: the ports that they open, and the cleanup after them."""

from __future__ import annotations

import socket
import threading

import pytest

from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.adbd.server import Adbd
from crab_sim.machine.slices import SEED
from tests.simulator.adbd._host import Host


def test_each_phone_has_its_seed_and_its_ports() -> None:
    with PhoneServer(phones(3, seed=5)) as server:
        assert [server.call(lambda d=d: d.phone.get(SEED)) for d in server.devices] == [5, 6, 7]
        assert len({*server.ports, *server.consoles}) == 6
        assert server.serials == [f"127.0.0.1:{port}" for port in server.ports]


def test_ports_that_are_asked_for_follow_each_other() -> None:
    with PhoneServer(phones()) as server:  # finds ports that are free
        port = server.ports[0]
    with PhoneServer(phones(), port) as server:
        assert (server.ports, server.consoles) == ([port], [port - 1])


def test_a_console_whose_port_is_taken_is_left_out() -> None:
    with PhoneServer(phones()) as server:
        port = server.ports[0]
    with socket.create_server(("127.0.0.1", port - 1)), PhoneServer(phones(), port) as server:
        assert server.consoles == [None]


def test_a_port_that_is_taken_is_told_and_leaves_nothing() -> None:
    before = threading.active_count()
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        PhoneServer(phones(), taken.getsockname()[1])
    assert threading.active_count() == before


def test_closing_leaves_no_thread_and_no_socket() -> None:
    before = threading.active_count()
    server = PhoneServer(phones(2))
    hosts = [Host(port) for port in server.ports]
    for host in hosts:
        host.open("shell:logcat")
    server.close()
    server.close()
    assert threading.active_count() == before
    for host in hosts:
        assert host.is_cut()
        host.close()
    for port in server.ports:
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", port)) != 0
    with pytest.raises(RuntimeError, match="no longer served"):
        server.call(lambda: 1)


def test_calls_run_where_the_phones_are_served_and_raise_here() -> None:
    with PhoneServer(phones()) as server:
        assert server.call(threading.current_thread) is server.thread
        with pytest.raises(ZeroDivisionError):
            server.call(lambda: 1 // 0)


def test_beyond_loopback_it_takes_a_list_of_hosts() -> None:
    with pytest.raises(ValueError, match=r"ADB has no password: to listen on 0\.0\.0\.0, say which hosts"):
        PhoneServer(phones(), host="0.0.0.0")
    with pytest.raises(ValueError, match="localhost"):
        PhoneServer(phones(), host="localhost")


def test_only_hosts_on_the_list_and_this_machine_may_connect() -> None:
    adbd = Adbd(phones()[0], ["192.0.2.7"])
    assert [adbd.admits(ip) for ip in ("127.0.0.1", "::1", "192.0.2.7", "192.0.2.8", "")] == [True] * 3 + [False] * 2


def test_time_passes_as_it_does_outside_until_it_is_told_otherwise() -> None:
    with PhoneServer(phones()) as server, Host(server.ports[0]) as host:
        assert server.call(lambda: server.devices[0].clock) == "real"
        host.ask("shell:cmd crab_gym clock virtual")
        first = host.ask("shell:date +%s.%N")
        assert host.ask("shell:date +%s.%N") == first
