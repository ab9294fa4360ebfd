"""Attacks on the simulated phone's ADB server; `tests/simulator/adbd/` tries its protocol and limits one by one."""

from __future__ import annotations

import logging
import random
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.devices import adb_wire
from tests.redteam._texts import text
from tests.simulator.adbd._host import Host

pytestmark = pytest.mark.slow

SECRET = b"the secret of the host"


@pytest.fixture
def server(caplog: pytest.LogCaptureFixture) -> Iterator[PhoneServer]:
    """One phone, served; nothing may fail in it."""
    with PhoneServer(phones(seed=7)) as served:
        yield served
        with Host(served.ports[0]) as host:
            assert host.ask("shell:echo on") == b"on\n"
        assert served.call(lambda: served.served.adbds[0].held) == 0
    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not failures, failures[0].exc_text


@pytest.fixture
def host(server: PhoneServer) -> Iterator[Host]:
    with Host(server.ports[0]) as connection:
        yield connection


def record(kind: bytes, data: bytes) -> bytes:
    return adb_wire.sync_record(kind, len(data), data=data)


QUIT = record(b"QUIT", b"")
WAYS = (
    "{path}",
    "/..{path}",
    "/../../../../../../..{path}",
    "/sdcard/../../../../../..{path}",
    "..{path}",
    "/sdcard/./../..{path}",
    "//{path}",
    "/proc/self/root{path}",
    "/proc/1/root{path}",
    "/proc/self/cwd/../../../../..{path}",
    "/dev/fd/../../../..{path}",
    "file://{path}",
    "~{path}",
    "/sdcard/link{path}",
    "/data/local/tmp/../../..{path}",
    "\\..\\..{path}",
    "/%2e%2e/%2e%2e{path}",
    "/\udcff/..{path}",
    "{path}\x00.txt",
)
"""Paths that lead to a file of the host where a server passes them on."""


@pytest.mark.parametrize("way", WAYS, ids=range(len(WAYS)))
def test_no_file_of_the_host_is_pulled(host: Host, tmp_path: Path, way: str) -> None:
    file = tmp_path / "secret.txt"
    file.write_bytes(SECRET)
    host.ask("shell:ln -s / /sdcard/link; ln -s /proc/self/root /sdcard/root")
    path = way.format(path=file).encode("utf-8", "surrogateescape")
    for kind in (b"RECV", b"LIST", b"LIS2", b"STAT", b"STA2", b"LST2"):
        answer = host.talk("sync:", record(kind, path) + QUIT)
        assert SECRET not in answer and b"secret.txt" not in answer
        assert kind not in (b"RECV",) or answer.startswith(b"FAIL")
    shell = host.ask(f"shell:cat '{file}' '/proc/self/root{file}' /sdcard/link{file}; ls -la {tmp_path}")
    assert SECRET not in shell


@pytest.mark.parametrize("way", WAYS, ids=range(len(WAYS)))
def test_no_file_of_the_host_is_pushed(host: Host, tmp_path: Path, way: str) -> None:
    file = tmp_path / "secret.txt"
    file.write_bytes(SECRET)
    host.ask("shell:ln -s / /sdcard/link")
    for target in (file, tmp_path / "new.txt", tmp_path / "folder" / "new.txt"):
        path = way.format(path=target).encode("utf-8", "surrogateescape")
        for mode in (b",33188", b",41471", b",16877", b",438"):
            host.talk(
                "sync:",
                record(b"SEND", path + mode) + record(b"DATA", b"changed") + adb_wire.sync_record(b"DONE", 1) + QUIT,
            )
    assert file.read_bytes() == SECRET and [each.name for each in tmp_path.iterdir()] == ["secret.txt"]


INJECTED = (
    "$(touch {path})",
    "`touch {path}`",
    "; touch {path}",
    "| touch {path}",
    "&& touch {path}",
    "\ntouch {path}",
    "> {path}",
    "${{IFS}}touch {path}",
    "'; touch {path}; '",
    '"; touch {path}; "',
    "\\; touch {path}",
    "<(touch {path})",
    "$((`touch {path}`))",
    "-exec touch {path}",
    "{{touch,{path}}}",
)


@pytest.mark.parametrize("piece", INJECTED, ids=range(len(INJECTED)))
def test_no_command_reaches_the_host(server: PhoneServer, host: Host, tmp_path: Path, piece: str) -> None:
    line = piece.format(path=tmp_path / "made")
    for service in (
        "shell:{}",
        "shell:echo {}",
        "shell,v2,raw:{}",
        "exec:{}",
        "shell:am start -a {}",
        "shell:input text {}",
        "shell:sh -c '{}'",
        "shell:run-as x {}",
    ):
        host.ask(service.format(line))
    name = f"/sdcard/{line}"[:200].replace("/", "_").encode()
    host.talk(
        "sync:",
        record(b"SEND", b"/sdcard/" + name + b",33188")
        + record(b"DATA", b"x")
        + adb_wire.sync_record(b"DONE", 1)
        + QUIT,
    )
    with socket.create_connection(("127.0.0.1", server.consoles[0] or 0), 20) as console:
        for command in ("event text {}", "sms send 1 {}", "avd snapshot save {}", "gsm call {}", "{}"):
            console.sendall(command.format(line.replace("\n", " ")).encode() + b"\n")
        console.sendall(b"quit\n")
        while console.recv(1 << 16):
            pass
    assert not list(tmp_path.iterdir())


REQUESTS = (
    "tcp:{port}",
    "reverse:forward:tcp:{port};tcp:{port}",
    "reverse:forward:tcp:0;tcp:22",
    "reverse:forward:localfilesystem:/tmp/crab.sock;tcp:22",
    "reverse:forward:dev:/dev/mem;tcp:22",
    "local:/tmp/crab.sock",
    "localfilesystem:/run/docker.sock",
    "localabstract:x",
    "dev:/dev/sda",
    "dev-raw:/dev/sda",
    "jdwp:1",
    "vsock:2:22",
    "acceptfd:0",
    "root:",
    "remount:",
    "usb:",
    "tcpip:22",
    "disable-verity:",
    "backup:all",
    "restore:",
    "abb:package\0install",
    "abb_exec:x",
    "spawn:sh",
    "mount:/",
    "exec:su -c id",
    "host:kill",
    "host:transport-any",
    "shell:" + "a" * 60_000,
    "shell," * 9_000 + ":id",
    ":" * 9_000,
    "\udcff" * 99,
)


@pytest.mark.parametrize("request_text", REQUESTS, ids=range(len(REQUESTS)))
def test_no_service_leads_to_the_host(host: Host, request_text: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        payload = request_text.format(port=listener.getsockname()[1]).encode("utf-8", "surrogateescape")
        sockets = set(Path("/proc/net/tcp").read_text().split("\n")[1:])
        host.send(adb_wire.OPEN, 9, 0, payload + b"\0")
        packet = host.receive()
        assert packet is None or packet.command in (adb_wire.OKAY, adb_wire.CLSE)
        new = [
            line
            for line in set(Path("/proc/net/tcp").read_text().split("\n")[1:]) - sockets
            if line.split()[3:4] == ["0A"]
        ]
        assert not [line for line in new if line.split()[2] == "00000000:0000" and line.split()[1].endswith(":0016")]
        with pytest.raises(TimeoutError):
            listener.accept()
    assert not Path("/tmp/crab.sock").exists()


def test_two_thousand_damaged_conversations(server: PhoneServer) -> None:
    """Damages the bytes of a valid conversation in two thousand ways; each ends its own connection at most."""
    rng = random.Random(0)
    greeting = adb_wire.pack(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::\0")
    opens = [
        b"shell:echo x\0",
        b"shell,v2,raw:cat\0",
        b"sync:\0",
        b"framebuffer:\0",
        b"reverse:list-forward\0",
        b"exec:id\0",
        b"source:99\0",
        b"sink:9\0",
        b"track-jdwp\0",
    ]
    for _ in range(2_000):
        pieces = [greeting, adb_wire.pack(adb_wire.OPEN, 1, 0, rng.choice(opens))]
        for _ in range(rng.randrange(4)):
            body = rng.choice(
                (
                    b"",
                    bytes(9),
                    rng.randbytes(30),
                    record(b"STAT", b"/"),
                    record(b"SEND", b"/x,1"),
                    text(rng).encode("utf-8", "replace")[:999],
                )
            )
            kind = rng.choice(
                (adb_wire.WRTE, adb_wire.OKAY, adb_wire.CLSE, adb_wire.OPEN, adb_wire.SYNC, adb_wire.CNXN)
            )
            pieces.append(adb_wire.pack(kind, rng.randrange(3), rng.randrange(4), body))
        data = bytearray(b"".join(pieces))
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        with socket.create_connection(("127.0.0.1", server.ports[0]), 20) as connection:
            try:
                connection.sendall(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.3 else data)
                if rng.random() < 0.5:
                    connection.settimeout(0.01)
                    connection.recv(1 << 16)
            except OSError:
                pass  # it was cut off, or has nothing to say


LENGTHS = (2**31, 2**32 - 1, 2**31 - 1, adb_wire.MAX_PAYLOAD + 1, 1 << 30)


@pytest.mark.parametrize("length", LENGTHS)
def test_huge_lengths_take_no_memory(server: PhoneServer, length: int) -> None:
    with Host(server.ports[0]) as host:
        host.socket.sendall(struct.pack("<6I", adb_wire.WRTE, 1, 1, length, 0, adb_wire.WRTE ^ 0xFFFFFFFF))
        assert host.is_cut()
    with Host(server.ports[0]) as host:
        here, there = host.open("sync:")
        host.send(adb_wire.WRTE, here, there, b"SEND" + struct.pack("<I", length))
        assert b"too long" in host.read(here, there)
    with Host(server.ports[0]) as host:
        here, there = host.open("shell,v2,raw:cat")
        host.send(adb_wire.WRTE, here, there, struct.pack("<BI", 0, length))
        assert host.read(here, there) == b""


def test_console_lines_of_any_form_are_answered(server: PhoneServer) -> None:
    rng = random.Random(0)
    words = [
        "auth",
        "sms",
        "send",
        "gsm",
        "call",
        "cancel",
        "geo",
        "fix",
        "power",
        "capacity",
        "ac",
        "network",
        "rotate",
        "event",
        "text",
        "avd",
        "snapshot",
        "save",
        "load",
        "del",
        "-1",
        "1e999",
        "nan",
        "9" * 99,
    ]
    with socket.create_connection(("127.0.0.1", server.consoles[0] or 0), 20) as console:
        lines = console.makefile("rb")
        while b"OK" not in lines.readline():
            pass
        for _ in range(500):
            line = " ".join(rng.choice((rng.choice(words), text(rng)[:40])) for _ in range(rng.randrange(1, 5)))
            line = "".join(char for char in line if char not in "\r\n\x85\u2028\u2029\x0b\x0c\x1c\x1d\x1e")
            if not line.strip() or line.split()[0] in ("quit", "exit", "kill") or "HTTP/" in line:
                continue
            console.sendall(line.encode("utf-8", "replace") + b"\n")
            answer = lines.readline()
            while not answer.startswith((b"OK", b"KO")):
                assert answer
                answer = lines.readline()
            assert b"internal error" not in answer, line


def test_a_page_in_a_browser_commands_nothing(server: PhoneServer) -> None:
    before = server.call(server.devices[0].phone.fingerprint)
    for port in (server.ports[0], server.consoles[0] or 0):
        for body in ("sms send 1 owned", "event text owned", "\r\nsms send 1 owned\r\n"):
            with socket.create_connection(("127.0.0.1", port), 20) as connection:
                connection.settimeout(20)
                connection.sendall(f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{body}\r\n".encode())
                try:
                    while connection.recv(1 << 16):
                        pass
                except ConnectionError:
                    pass
    assert server.call(server.devices[0].phone.fingerprint) == before


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.0.2.1", "", "localhost", "127.0.0.1.attacker.example", "0"])
def test_nobody_else_is_let_in_by_mistake(address: str) -> None:
    with pytest.raises((ValueError, OSError)):
        PhoneServer(phones(), host=address).close()
