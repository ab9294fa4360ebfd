"""Packets and frames: whole, cut anywhere, and wrong."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.devices import adb_wire
from crab_sim.devices.adb_wire import PacketParser, ProtocolError, ShellParser, pack, shell_frame

COMMANDS = st.sampled_from([adb_wire.CNXN, adb_wire.OPEN, adb_wire.OKAY, adb_wire.WRTE, adb_wire.CLSE, adb_wire.AUTH])
NUMBER = st.integers(0, 2**32 - 1)


@given(st.lists(st.tuples(COMMANDS, NUMBER, NUMBER, st.binary(max_size=50)), max_size=5), st.data())
def test_packets_survive_any_cut(packets: list[tuple[int, int, int, bytes]], data: st.DataObject) -> None:
    stream = b"".join(pack(*packet) for packet in packets)
    parser, found = PacketParser(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += parser.feed(stream[:size])
        stream = stream[size:]
    assert found == packets


@given(st.lists(st.tuples(st.integers(0, 255), st.binary(max_size=50)), max_size=5), st.data())
def test_shell_frames_survive_any_cut(frames: list[tuple[int, bytes]], data: st.DataObject) -> None:
    stream = b"".join(shell_frame(*frame) for frame in frames)
    parser, found = ShellParser(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += parser.feed(stream[:size])
        stream = stream[size:]
    assert found == frames


def test_headers_are_as_the_protocol_has_them() -> None:
    assert (
        pack(adb_wire.OPEN, 1, 2, b"ab") == b"OPEN" + struct.pack("<5I", 1, 2, 2, 0, adb_wire.OPEN ^ 0xFFFFFFFF) + b"ab"
    )
    assert pack(adb_wire.CNXN, 1, 2, b"ab")[16:20] == struct.pack("<I", 97 + 98)
    assert adb_wire.sync_record(b"STAT", 1, 2, data=b"x") == b"STAT\1\0\0\0\2\0\0\0x"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", "begins with"),
        (struct.pack("<6I", adb_wire.OPEN, 0, 0, 0, 0, adb_wire.OPEN), "begins with"),
        (struct.pack("<6I", 7, 0, 0, 0, 0, 7 ^ 0xFFFFFFFF), "begins with"),
        (
            struct.pack("<6I", adb_wire.WRTE, 0, 0, adb_wire.MAX_PAYLOAD + 1, 0, adb_wire.WRTE ^ 0xFFFFFFFF),
            "expected at most",
        ),
        (
            struct.pack("<6I", adb_wire.WRTE, 0, 0, 1, 5, adb_wire.WRTE ^ 0xFFFFFFFF) + b"a",
            "checksum is 5; expected 97",
        ),
    ],
)
def test_what_is_no_packet_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        PacketParser().feed(data)


def test_old_hosts_must_send_checksums() -> None:
    parser = PacketParser()
    parser.checksums = True
    assert parser.feed(pack(adb_wire.WRTE, 1, 2, b"abc", checksums=True))[0].payload == b"abc"
    with pytest.raises(ProtocolError, match="checksum is 0"):
        parser.feed(pack(adb_wire.WRTE, 1, 2, b"abc"))


def test_a_frame_that_is_too_long_is_refused() -> None:
    with pytest.raises(ProtocolError, match="expected at most"):
        ShellParser().feed(struct.pack("<BI", 0, adb_wire.MAX_PAYLOAD + 1))
