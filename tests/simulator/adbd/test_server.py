"""Connections by hand: what the protocol says, what breaks it, what would be too much."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.devices import adb_wire
from crab_sim.phone.android import Device, Steps
from tests.simulator.adbd._host import Host, held
from tests.simulator.phone._drive import breaking, tap


@pytest.fixture
def host(server: PhoneServer) -> Iterator[Host]:
    with Host(server.ports[0]) as connection:
        yield connection


def test_the_greeting_tells_what_the_phone_is(host: Host) -> None:
    assert host.banner is not None
    assert host.banner.arg0 == adb_wire.A_VERSION and host.banner.arg1 == adb_wire.MAX_PAYLOAD
    assert host.banner.payload == (
        b"device::ro.product.name=crab_phone;ro.product.model=Crab Phone;ro.product.device=crab;features=shell_v2,cmd"
    )


def test_streams_are_served_at_once(host: Host) -> None:
    streams = [host.open("shell:read x; echo $x") for _ in range(20)]
    for number, (here, there) in reversed(list(enumerate(streams))):
        host.send(adb_wire.WRTE, here, there, b"%d\n" % number)
        assert host.read(here, there) == b"%d\n" % number


def test_a_packet_waits_for_the_last_one_to_be_taken(server: PhoneServer) -> None:
    with Host(server.ports[0], payload=4096) as host:
        here, there = host.open("source:10000")
        first = host.expect(adb_wire.WRTE)
        assert len(first.payload) == 4096
        assert host.ask("shell:echo between") == b"between\n"  # nothing of the other stream comes meanwhile
        host.send(adb_wire.OKAY, here, there)
        assert len(host.read(here, there)) == 10_000 - 4096


@pytest.mark.parametrize(
    ("service", "said", "answer"),
    [
        ("sync:", adb_wire.sync_record(b"STAT", 5, data=b"/nope"), b"STAT" + bytes(12)),
        ("shell:read x; echo $x", b"hi\n", b"hi\n"),
        ("shell,v2,raw:read x; echo $x", adb_wire.shell_frame(adb_wire.SHELL_STDIN, b"hi\n"),
         adb_wire.shell_frame(adb_wire.SHELL_STDOUT, b"hi\n")),
    ],
)  # fmt: skip
def test_an_answer_follows_the_word_that_the_question_has_arrived(
    host: Host, service: str, said: bytes, answer: bytes
) -> None:
    here, there = host.open(service)
    host.send(adb_wire.WRTE, here, there, said)
    taken = host.expect(adb_wire.OKAY)
    assert (taken.arg0, taken.arg1) == (there, here)
    assert host.expect(adb_wire.WRTE).payload.startswith(answer)


def test_a_stream_ends_after_the_word_that_the_last_packet_has_arrived(host: Host) -> None:
    here, there = host.open("sync:")
    host.send(adb_wire.WRTE, here, there, adb_wire.sync_record(b"QUIT", 0))
    host.expect(adb_wire.OKAY)
    host.expect(adb_wire.CLSE)


def test_standard_error_is_in_its_place_where_there_are_no_frames(host: Host) -> None:
    line = "echo 1; echo 2 >&2; echo 3"
    assert host.ask(f"shell:{line}") == host.ask(f"exec:{line}") == b"1\n2\n3\n"


def test_frames_keep_streams_apart(host: Host) -> None:
    frames = adb_wire.ShellParser().feed(host.ask("shell,v2,raw:echo 1; echo 2 >&2; exit 9"))
    assert frames == [(adb_wire.SHELL_STDOUT, b"1\n"), (adb_wire.SHELL_STDERR, b"2\n"), (adb_wire.SHELL_EXIT, b"\x09")]


def test_what_is_no_frame_ends_the_shell(host: Host) -> None:
    assert host.talk("shell,v2,raw:cat", struct.pack("<BI", 0, 2**31)) == b""
    assert host.ask("shell:echo on") == b"on\n"


def test_an_old_terminal_is_served(host: Host) -> None:
    shown = host.talk("shell:", "echo ü😀\x7f\rlogcat\r\x03nope\rexit\r".encode())
    assert "\r\nü\r\n".encode() in shown and b"^C" in shown and b"inaccessible or not found\r\n" in shown


def test_a_long_script_does_not_keep_others_waiting(server: PhoneServer, host: Host) -> None:
    here, there = host.open("shell,v2,raw:")
    script = b"for i in 1 2 3 4 5 6 7 8 9; do x=$((i * i)); done\n" * 3000
    host.send(adb_wire.WRTE, here, there, adb_wire.shell_frame(adb_wire.SHELL_STDIN, script))
    host.send(adb_wire.WRTE, here, there, adb_wire.shell_frame(adb_wire.SHELL_STDIN, b"echo end\nexit 3\n"))
    with Host(server.ports[0]) as other:
        assert other.ask("shell:echo quick") == b"quick\n"
    frames = adb_wire.ShellParser().feed(host.read(here, there))
    assert frames == [(adb_wire.SHELL_STDOUT, b"end\n"), (adb_wire.SHELL_EXIT, b"\x03")]


def test_what_sleeps_answers_when_its_time_has_passed(server: PhoneServer, host: Host) -> None:
    start = server.call(lambda: server.devices[0].phone.now)
    lines = {1: b"shell:sleep 0.3; echo slept\0", 2: b"shell,v2,raw:sleep 0.2; echo framed\0", 3: b"shell:echo quick\0"}
    host.socket.sendall(b"".join(adb_wire.pack(adb_wire.OPEN, number, 0, name) for number, name in lines.items()))
    said = b""
    while b"slept" not in said:
        packet = host.receive()
        assert packet is not None
        if packet.command == adb_wire.WRTE:
            said += packet.payload
            host.send(adb_wire.OKAY, packet.arg1, packet.arg0)
    assert said.index(b"quick\n") < said.index(b"framed\n") < said.index(b"slept\n")

    def now() -> float:
        server.devices[0].tick()
        return server.devices[0].phone.now

    assert server.call(now) >= start + 0.29  # the phone's time has passed


def test_a_sleeping_terminal_is_interrupted_and_reads_on_when_it_wakes(host: Host) -> None:
    shown = host.talk(
        "shell:", b"sleep 9999; echo never $((40 + 2))\r\x03sleep 0.1; echo woke $((40 + 3))\recho on\rexit\r"
    )
    assert b"never 42" not in shown and b"^C\r\n" in shown
    assert shown.index(b"woke 43\r\n") < shown.index(b"\r\non\r\n")


def test_ctrl_c_ends_the_only_command_of_a_terminal(host: Host) -> None:
    here, there = host.open("shell,v2,TERM=x,pty:sleep 9999; echo never")
    host.send(adb_wire.WRTE, here, there, adb_wire.shell_frame(adb_wire.SHELL_STDIN, b"\x03"))
    frames = adb_wire.ShellParser().feed(host.read(here, there))
    assert frames[-1] == (adb_wire.SHELL_EXIT, bytes([130])) and b"never" not in b"".join(part for _, part in frames)


def test_a_script_sleeps_between_its_lines(host: Host) -> None:
    here, there = host.open("shell,v2,raw:")
    script = b"echo 1\nsleep 0.1\necho 2; exit 3\n"
    host.send(adb_wire.WRTE, here, there, adb_wire.shell_frame(adb_wire.SHELL_STDIN, script))
    host.send(adb_wire.WRTE, here, there, adb_wire.shell_frame(adb_wire.SHELL_CLOSE_STDIN))
    frames = adb_wire.ShellParser().feed(host.read(here, there))
    assert frames == [(adb_wire.SHELL_STDOUT, b"1\n"), (adb_wire.SHELL_STDOUT, b"2\n"), (adb_wire.SHELL_EXIT, b"\x03")]


@pytest.mark.parametrize("how", ["sleep instant", "clock virtual"])
def test_nobody_waits_where_sleep_is_instant(host: Host, how: str) -> None:
    host.ask(f"shell:cmd crab_gym {how}")
    assert host.ask("shell:sleep 9999; echo awake") == b"awake\n"


def test_a_stream_that_is_closed_while_it_sleeps_leaves_nothing(server: PhoneServer, host: Host) -> None:
    before = Steps.running
    here, there = host.open("shell:echo told; sleep 9999")
    assert host.expect(adb_wire.WRTE).payload == b"told\n"
    assert Steps.running == before + 1
    host.send(adb_wire.OKAY, here, there)
    host.send(adb_wire.CLSE, here, there)
    host.expect(adb_wire.CLSE)
    assert held(server) == 0 and Steps.running == before


def test_lines_that_sleep_are_limited(host: Host) -> None:
    sleepers = [host.open("shell:sleep 9999") for _ in range(66)]
    assert Steps.running == 64
    assert host.ask("shell:sleep 0.01; echo woke") == b"woke\n"
    for here, there in sleepers:
        host.send(adb_wire.CLSE, here, there)
        host.expect(adb_wire.CLSE)
    assert Steps.running == 0


def test_the_framebuffer_has_the_screen(server: PhoneServer, host: Host) -> None:
    data = host.ask("framebuffer:")
    header = struct.unpack_from("<13I", data)
    assert header == (1, 32, 360 * 800 * 4, 360, 800, 0, 8, 16, 8, 8, 8, 24, 8)
    pixels = np.frombuffer(data, np.uint8, offset=52).reshape(800, 360, 4)
    assert np.array_equal(pixels[:, :, :3], server.call(server.devices[0].screenshot))


def test_sources_and_sinks(host: Host) -> None:
    assert host.ask("source:200000") == bytes(200_000)
    here, there = host.open("sink:1000000")
    for _ in range(3):
        host.send(adb_wire.WRTE, here, there, bytes(1 << 20))
        host.expect(adb_wire.OKAY)
    host.send(adb_wire.CLSE, here, there)
    host.expect(adb_wire.CLSE)
    assert host.ask("jdwp") == b""
    here, there = host.open("track-jdwp")
    assert host.expect(adb_wire.WRTE).payload == b"0000"


@pytest.mark.parametrize("service", ["", ":", "nope", "nope:x", "tcp:80", "localabstract:x", "shell", "sync:x", "exec:",
                                     "source:-1", "source:99999999999", "tcpip:x", "root:x", "jdwp:12"])  # fmt: skip
def test_what_is_no_service_is_refused(host: Host, service: str) -> None:
    host.send(adb_wire.OPEN, 9, 0, service.encode() + b"\0")
    assert host.expect(adb_wire.CLSE).arg1 == 9
    assert host.ask("shell:echo on") == b"on\n"


def test_packets_for_streams_that_are_over_do_no_harm(host: Host) -> None:
    host.send(adb_wire.OKAY, 5, 77)
    host.send(adb_wire.CLSE, 5, 77)
    host.send(adb_wire.SYNC, 1, 1)
    host.send(adb_wire.WRTE, 5, 77, b"late")
    assert host.expect(adb_wire.CLSE).arg1 == 5
    assert host.ask("shell:echo on") == b"on\n"


def test_a_second_greeting_begins_anew(host: Host) -> None:
    host.open("shell:cat > /sdcard/never")
    host.send(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::\0")
    host.expect(adb_wire.CLSE)
    host.expect(adb_wire.CNXN)
    assert host.ask("shell:echo on") == b"on\n"


def test_old_hosts_are_sent_checksums(server: PhoneServer) -> None:
    with Host(server.ports[0], greet=False) as host:
        host.send(adb_wire.CNXN, 0x01000000, 4096, b"host::\0")
        host.expect(adb_wire.CNXN)
        host._parser.checksums = True
        payload = b"shell:echo old\0"
        host.socket.sendall(adb_wire.pack(adb_wire.OPEN, 3, 0, payload, checksums=True))
        there = host.expect(adb_wire.OKAY).arg0
        assert host.read(3, there) == b"old\n"
        host.send(adb_wire.OPEN, 4, 0, payload)  # without
        assert host.is_cut()


BROKEN = {
    "no greeting": adb_wire.pack(adb_wire.OPEN, 1, 0, b"shell:id\0"),
    "a request of a browser": b"POST / HTTP/1.1\r\nHost: 127.0.0.1:5555\r\n\r\n",
    "encryption": adb_wire.pack(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::\0")
    + adb_wire.pack(adb_wire.STLS, 0x01000000, 0),
    "a key": adb_wire.pack(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::\0")
    + adb_wire.pack(adb_wire.AUTH, 3, 0, b"key\0"),
    "a stream 0": adb_wire.pack(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::\0")
    + adb_wire.pack(adb_wire.OPEN, 0, 0, b"shell:\0"),
    "too long": struct.pack("<6I", adb_wire.CNXN, 0, 0, 2**31, 0, adb_wire.CNXN ^ 0xFFFFFFFF),
    "a wrong checksum": struct.pack("<6I", adb_wire.CNXN, 0, 0, 1, 5, adb_wire.CNXN ^ 0xFFFFFFFF) + b"x",
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_breaks_the_protocol_closes_that_connection_only(server: PhoneServer, host: Host, broken: str) -> None:
    with Host(server.ports[0], greet=False) as other:
        other.socket.sendall(BROKEN[broken])
        assert other.is_cut()
    assert host.ask("shell:echo on") == b"on\n"


# Files ----------------------------------------------------------------------------------------------------------------


def request(kind: bytes, data: bytes) -> bytes:
    return adb_wire.sync_record(kind, len(data), data=data)


QUIT = request(b"QUIT", b"")


def test_files_are_looked_at_and_listed_in_both_versions(host: Host) -> None:
    host.ask(
        "shell:mkdir -p /sdcard/t; cd /sdcard/t; printf abc > 'ü'; ln -s ü link; chmod 640 ü; touch -d @1000000000 ü"
    )
    path = "/sdcard/t/ü".encode()
    assert host.talk("sync:", request(b"STAT", path) + QUIT) == struct.pack("<4sIII", b"STAT", 0o100640, 3, 10**9)
    assert host.talk("sync:", request(b"STAT", b"/nope") + QUIT) == b"STAT" + bytes(12)
    second = struct.unpack("<4sIQQIIIIQqqq", host.talk("sync:", request(b"STA2", path) + QUIT))
    assert second[:2] == (b"STA2", 0) and second[4] == 0o100640 and second[8] == 3 and second[10] == 10**9
    assert host.talk("sync:", request(b"STA2", b"/nope") + QUIT)[:8] == b"STA2\2\0\0\0"
    link = struct.unpack_from("<4sIQQI", host.talk("sync:", request(b"LST2", b"/sdcard/t/link") + QUIT))
    assert link[4] & 0o170000 == 0o120000
    listed = host.talk("sync:", request(b"LIST", b"/sdcard/t") + QUIT)
    assert listed.count(b"DENT") == 2 and "ü".encode() in listed and listed[-20:] == b"DONE" + bytes(16)
    listed = host.talk("sync:", request(b"LIS2", b"/sdcard/t") + QUIT)
    assert listed.count(b"DNT2") == 2 and listed[-76:] == b"DONE" + bytes(72)
    assert host.talk("sync:", request(b"LIST", b"/nope") + QUIT) == b"DONE" + bytes(16)


def test_a_file_may_come_in_any_pieces(host: Host) -> None:
    data = (
        request(b"SEND", b"/sdcard/pieces.txt,33188")
        + request(b"DATA", b"one ")
        + request(b"DATA", b"two")
        + adb_wire.sync_record(b"DONE", 1_600_000_000)
        + request(b"SEND", b"/sdcard/link,41471")
        + request(b"DATA", b"pieces.txt\0")
        + adb_wire.sync_record(b"DONE", 1)
        + request(b"RECV", b"/sdcard/link")
        + QUIT
    )
    here, there = host.open("sync:")
    for start in range(0, len(data), 7):
        host.send(adb_wire.WRTE, here, there, data[start : start + 7])
    assert host.read(here, there) == b"OKAY\0\0\0\0" * 2 + request(b"DATA", b"one two") + b"DONE\0\0\0\0"
    assert host.ask("shell:readlink /sdcard/link; stat -c %Y /sdcard/pieces.txt") == b"pieces.txt\n1600000000\n"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (request(b"RECV", b"/nope"), b"open failed: No such file or directory"),
        (request(b"RECV", b"/sdcard"), b"open failed: Is a directory"),
        (
            request(b"SEND", b"/sdcard,33188") + adb_wire.sync_record(b"DONE", 0),
            b"couldn't create file: Is a directory",
        ),
        (request(b"SEND", b"/x") + adb_wire.sync_record(b"DONE", 0), b"missing , in ID_SEND"),
        (
            request(b"SEND", b"/a\0b,33188") + adb_wire.sync_record(b"DONE", 0),
            b"couldn't create file: Invalid argument",
        ),
        (request(b"SEND", b"/sdcard/\xff,33188") + adb_wire.sync_record(b"DONE", 0), b"Invalid argument"),
        (request(b"SEND", b"/" + b"x" * 300 + b",33188") + adb_wire.sync_record(b"DONE", 0), b"File name too long"),
        (request(b"NOPE", b""), b"unknown command NOPE"),
        (request(b"DATA", b"x"), b"unexpected request DATA"),
        (request(b"SEND", b"/sdcard/x,33188") + adb_wire.sync_record(b"DATA", 65_537), b"oversize data message"),
        (adb_wire.sync_record(b"STAT", 2**31), b"path too long"),
    ],
)
def test_what_can_not_be_done_with_files_is_told(host: Host, asked: bytes, message: bytes) -> None:
    answer = host.talk("sync:", asked + QUIT)
    assert answer.startswith(b"FAIL") and message in answer
    assert host.ask("shell:echo on") == b"on\n"


def test_a_file_that_is_not_sent_to_its_end_is_not_written(server: PhoneServer, host: Host) -> None:
    here, there = host.open("sync:")
    host.send(adb_wire.WRTE, here, there, request(b"SEND", b"/sdcard/half,33188") + request(b"DATA", b"half"))
    host.expect(adb_wire.OKAY)
    host.send(adb_wire.CLSE, here, there)
    host.expect(adb_wire.CLSE)
    assert not server.call(lambda: server.devices[0].files.exists("/sdcard/half"))


# Limits ---------------------------------------------------------------------------------------------------------------


def test_dropped_connections_leave_nothing(server: PhoneServer) -> None:
    for number in range(200):
        host = Host(server.ports[0], greet=number % 2 == 0)
        if number % 4 == 0:
            host.open("shell:cat > /sdcard/x")
            host.open("shell:logcat")
        host.close()
    with Host(server.ports[0]) as other:
        while server.connected > 1:
            other.ask("shell:true")
    while server.connected:
        pass
    assert held(server) == 0


# Whatever comes -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[PhoneServer]:
    with PhoneServer(phones(seed=3)) as served:
        yield served


def alive(server: PhoneServer) -> bool:
    with Host(server.ports[0]) as host:
        return host.ask("shell:echo on") == b"on\n"


SERVICES = st.sampled_from([
    "shell:cat", "shell,v2,raw:cat", "shell,v2,TERM=x,pty:", "shell:", "exec:cmd package install -S 10", "sync:",
    "reverse:forward:tcp:1;tcp:2", "reverse:list-forward", "tcp:1", "framebuffer:", "shell:logcat", "source:70000",
    "sink:", "root:", "track-jdwp",
])  # fmt: skip
PACKETS = st.one_of(
    st.tuples(st.just(adb_wire.OPEN), st.integers(0, 4), st.just(0), SERVICES.map(lambda name: name.encode() + b"\0")),
    st.tuples(st.sampled_from([getattr(adb_wire, name) for name in ("OKAY", "WRTE", "CLSE", "SYNC", "CNXN", "AUTH")]),
              st.integers(0, 4), st.integers(0, 4), st.binary(max_size=30)),
    st.tuples(st.just(adb_wire.WRTE), st.integers(0, 4), st.integers(0, 4),
              st.sampled_from([request(b"LIST", b"/"), request(b"RECV", b"/system/build.prop"), QUIT, b"\x03\x04\r",
                               request(b"SEND", b"/sdcard/z,33188") + request(b"DATA", b"z"),
                               adb_wire.shell_frame(0, b"ls\n"), adb_wire.shell_frame(3), b"echo $(\n"])),
)  # fmt: skip
FUZZ = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@FUZZ
@given(st.lists(PACKETS, max_size=12))
def test_no_packets_harm_anybody_else(
    fuzzed: PhoneServer, caplog: pytest.LogCaptureFixture, packets: list[tuple[int, int, int, bytes]]
) -> None:
    with Host(fuzzed.ports[0]) as host:
        host.socket.sendall(b"".join(adb_wire.pack(*packet) for packet in packets))
        assert alive(fuzzed)
    assert not caplog.records


@FUZZ
@given(st.data())
def test_no_bytes_harm_anybody_else(fuzzed: PhoneServer, caplog: pytest.LogCaptureFixture, data: st.DataObject) -> None:
    """A session as it should be, with some bytes changed, left out or added."""
    session = bytearray(
        adb_wire.pack(adb_wire.CNXN, adb_wire.A_VERSION, 4096, b"host::features=shell_v2\0")
        + adb_wire.pack(adb_wire.OPEN, 1, 0, b"shell,v2,raw:cat\0")
        + adb_wire.pack(adb_wire.WRTE, 1, 1, adb_wire.shell_frame(0, b"text"))
        + adb_wire.pack(adb_wire.OPEN, 2, 0, b"sync:\0")
        + adb_wire.pack(adb_wire.WRTE, 2, 2, request(b"SEND", b"/sdcard/s,33188") + request(b"DATA", b"s"))
        + adb_wire.pack(adb_wire.WRTE, 2, 2, adb_wire.sync_record(b"DONE", 5) + QUIT)
        + adb_wire.pack(adb_wire.CLSE, 1, 1)
    )
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(session) - 1))
        cut = data.draw(st.integers(0, 3))
        session[at : at + cut] = data.draw(st.binary(max_size=4))
    with Host(fuzzed.ports[0], greet=False) as host:
        host.socket.sendall(bytes(session))
        assert alive(fuzzed)
    assert not caplog.records


@pytest.mark.crashes
@pytest.mark.parametrize("look", ["framebuffer:", "exec:screencap", "shell:uiautomator dump /dev/tty"])
def test_an_app_that_can_not_be_drawn_costs_no_connection(look: str) -> None:
    device = Device(breaking())
    tap(device.phone, "Break")
    with PhoneServer([device]) as server, Host(server.ports[0]) as host:
        assert len(host.ask(look)) > 1000
        assert host.ask("shell:echo alive") == b"alive\n"
