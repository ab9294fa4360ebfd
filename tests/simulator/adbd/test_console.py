"""The emulator's console, line by line."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from crab_sim.adbd.hosting import PhoneServer
from crab_sim.phone.apps.maps import data as maps_data
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.phone.data import CALL, CALLS
from crab_sim.phone.system.notifications import NOTIFICATIONS

Ask = Callable[[str], str]


@pytest.fixture
def console(server: PhoneServer) -> Iterator[socket.socket]:
    port = server.consoles[0]
    assert port == server.ports[0] - 1
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        yield connection


@pytest.fixture
def ask(console: socket.socket) -> Ask:
    """Says a line and returns the answer, without its OK; or the reason of a refusal, from KO on."""

    def read() -> str:
        data = ""
        while not (data.endswith("OK\r\n") or (data.rpartition("\r\n")[0].rpartition("\r\n")[2][:2] == "KO")):
            part = console.recv(4096)
            assert part, data
            data += part.decode()
        return data.removesuffix("OK\r\n").rstrip()

    def say(line: str) -> str:
        console.sendall(line.encode() + b"\n")
        return read()

    assert read().startswith("Android Console")
    return say


def test_it_asks_for_no_token_and_takes_any(ask: Ask) -> None:
    assert ask("auth whatever") == ""
    assert ask("ping") == "I am alive!"
    assert {"sms", "gsm", "geo", "power", "avd", "quit"} <= set(ask("help").split())


def test_a_message_arrives_with_a_notification(server: PhoneServer, ask: Ask) -> None:
    phone = server.devices[0].phone
    ask("sms send +15550100 Tea,  or coffee? ☕\\nAnn")
    row = max(server.call(lambda: phone.get(MESSAGES)), key=lambda row: row.id)
    assert (row.address, row.body) == ("+15550100", "Tea,  or coffee? ☕\nAnn")
    assert server.call(lambda: phone.get(NOTIFICATIONS))[0].app == "messages"
    assert ask("sms") == "KO: missing argument, try 'sms send <phonenumber> <text message>'"
    assert ask("sms send 555").startswith("KO: missing argument")
    assert ask("sms pdu 5 5").startswith("KO: bad sub-command")
    assert ask("sms send me hi").startswith("KO: bad phone number")


def test_somebody_calls(server: PhoneServer, ask: Ask) -> None:
    phone = server.devices[0].phone
    assert ask("gsm list") == ""
    ask("gsm call 555-0123")
    assert server.call(lambda: phone.front.app) == "phone"
    assert ask("gsm list") == "inbound from 555-0123 : incoming".rjust(34)
    assert ask("gsm accept 5550199").startswith("KO: no call from")
    ask("gsm accept 5550123")
    assert server.call(lambda: phone.get(CALL)).state == "active"
    ask("gsm cancel 555-0123")
    assert server.call(lambda: phone.get(CALL)) is None
    assert server.call(lambda: phone.get(CALLS))[-1].number == "555-0123"
    assert ask("gsm cancel 555-0123").startswith("KO")
    assert ask("gsm dance 5").startswith("KO") and ask("gsm call").startswith("KO")


def test_places_and_power(server: PhoneServer, ask: Ask) -> None:
    device = server.devices[0]
    ask("geo fix -122.08 37.42 10")
    assert server.call(lambda: device.phone.get(maps_data.LOCATION)) == (37.42, -122.08)
    for wrong in ("geo fix", "geo fix 1 91", "geo fix nan 1", "geo fix x y", "geo nmea 1 2"):
        assert ask(wrong).startswith("KO")
    ask("power capacity 33")
    ask("power status discharging")
    ask("power ac on")
    assert ask("power display").splitlines() == ["AC: online", "status: discharging", "present: true", "capacity: 33"]
    assert "level: 33\n" in server.call(lambda: device.run("dumpsys battery").stdout.decode())
    for wrong in ("power capacity 101", "power capacity x", "power ac maybe", "power status good", "power"):
        assert ask(wrong).startswith("KO")


def test_text_is_typed(server: PhoneServer, ask: Ask) -> None:
    phone = server.devices[0].phone
    server.call(lambda: phone.launch("messages", ("compose", "555-0100")))
    ask("event text set  tings")
    assert "set  tings" in server.call(lambda: phone.front.page.fields).values()
    assert ask("event send EV_KEY").startswith("KO")


def test_states_are_saved_and_loaded(server: PhoneServer, ask: Ask) -> None:
    device = server.devices[0]
    server.call(lambda: device.run("cmd crab_gym clock virtual"))
    before = server.call(device.phone.fingerprint)
    assert ask("avd name") == "crab_phone" and ask("avd status") == "virtual device is running"
    ask("avd snapshot save here")
    server.call(lambda: device.run("echo x > /sdcard/x"))
    assert ask("avd snapshot list").splitlines() == ["here"]
    ask("avd snapshot load here")
    assert server.call(lambda: device.files.exists("/sdcard/x")) is False
    assert server.call(device.phone.fingerprint) == before
    ask("avd snapshot del here")
    assert ask("avd snapshot load here") == "KO: there is no snapshot here"
    assert ask("avd fly").startswith("KO") and ask("avd snapshot").startswith("KO")


def test_other_commands(server: PhoneServer, ask: Ask) -> None:
    assert "speed" in ask("network status")
    assert ask("network speed full") == "" and ask("network bridge").startswith("KO")
    assert ask("rotate").startswith("KO: a screen of 800×360 pixels")
    server.call(lambda: server.devices[0].resize(600, 800))
    assert ask("rotate") == ""
    assert server.call(lambda: server.devices[0].phone.width) == 800
    assert ask("frobnicate").startswith("KO: unknown command")


@pytest.mark.parametrize("line", ["quit", "exit", "kill", "POST / HTTP/1.1", "x" * 20_000])
def test_what_ends_a_connection(server: PhoneServer, console: socket.socket, line: str) -> None:
    console.sendall(line.encode() + b"\n" * (len(line) < 1000) + b"sms send 5 no\n" * (len(line) < 1000))
    data = b""
    with suppress(ConnectionError):
        while part := console.recv(4096):
            data += part
    assert data.count(b"OK\r\n") <= 1
    assert all(row.body != "no" for row in server.call(lambda: server.devices[0].phone.get(MESSAGES)))


def test_connections_are_limited(server: PhoneServer, ask: Ask) -> None:
    port = server.consoles[0]
    assert port is not None
    assert ask("ping") == "I am alive!"
    others = [socket.create_connection(("127.0.0.1", port), 20) for _ in range(15)]
    for other in others:
        other.sendall(b"ping\n")
        with other.makefile("rb") as answers:
            assert b"I am alive!\r\n" in [answers.readline() for _ in range(3)]
    with socket.create_connection(("127.0.0.1", port), 20) as one_more, suppress(ConnectionError):
        one_more.sendall(b"ping\n")
        with one_more.makefile("rb") as answers:
            assert b"I am alive!" not in answers.read()
    assert ask("ping") == "I am alive!"
    for other in others:
        other.close()
