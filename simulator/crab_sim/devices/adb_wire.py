r"""The ADB device protocol on the wire: packets, and the frames inside ``shell,v2:`` and ``sync:``.

* `pack`, `Packet`, `PacketParser` - packets of the transport, both ways.
* `shell_frame`, `ShellParser` - frames of the shell protocol, version 2.
* `sync_record` - records of the file protocol, version 1.

>>> parser = PacketParser()
>>> [packet.payload for packet in parser.feed(pack(OPEN, 1, 0, b"shell:id\0"))]
[b'shell:id\x00']
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

__all__ = [
    "AUTH",
    "A_VERSION",
    "A_VERSION_SKIP_CHECKSUM",
    "CLSE",
    "CNXN",
    "MAX_PAYLOAD",
    "OKAY",
    "OPEN",
    "SHELL_CLOSE_STDIN",
    "SHELL_EXIT",
    "SHELL_STDERR",
    "SHELL_STDIN",
    "SHELL_STDOUT",
    "SHELL_WINDOW_SIZE",
    "STLS",
    "SYNC",
    "WRTE",
    "Packet",
    "PacketParser",
    "ProtocolError",
    "ShellParser",
    "pack",
    "shell_frame",
    "sync_record",
]


def _code(name: str) -> int:
    return int.from_bytes(name.encode(), "little")


SYNC: Final = _code("SYNC")
CNXN: Final = _code("CNXN")
AUTH: Final = _code("AUTH")
STLS: Final = _code("STLS")
OPEN: Final = _code("OPEN")
OKAY: Final = _code("OKAY")
CLSE: Final = _code("CLSE")
WRTE: Final = _code("WRTE")
_COMMANDS: Final = frozenset((SYNC, CNXN, AUTH, STLS, OPEN, OKAY, CLSE, WRTE))

A_VERSION_SKIP_CHECKSUM: Final = 0x01000001
"""From this version on, only the first packet carries a checksum."""
A_VERSION: Final = A_VERSION_SKIP_CHECKSUM
MAX_PAYLOAD: Final = 1024 * 1024
"""Largest payload of a packet, in bytes."""

_HEADER: Final = struct.Struct("<6I")
_SHELL_HEADER: Final = struct.Struct("<BI")
SHELL_STDIN, SHELL_STDOUT, SHELL_STDERR, SHELL_EXIT, SHELL_CLOSE_STDIN, SHELL_WINDOW_SIZE = range(6)


class ProtocolError(Exception):
    """The received bytes break the protocol; the connection can't go on."""


class Packet(NamedTuple):
    """One packet; the command determines the meaning of the arguments."""

    command: int
    arg0: int
    arg1: int
    payload: bytes = b""


def pack(command: int, arg0: int, arg1: int, payload: bytes = b"", checksums: bool = False) -> bytes:
    """Returns a packet's bytes.

    Args:
        command: One of the commands above.
        arg0: Usually the sender's number of the stream.
        arg1: Usually the receiver's number of the stream.
        payload: Its data.
        checksums: Whether the packet carries a checksum; the first one of a connection (`CNXN`) always does.
    """
    checksum = sum(payload) & 0xFFFFFFFF if checksums or command == CNXN else 0
    return _HEADER.pack(command, arg0, arg1, len(payload), checksum, command ^ 0xFFFFFFFF) + payload


class PacketParser:
    """Turns bytes, however they are cut, into packets.

    Attributes:
        checksums: Whether every packet must carry a checksum, as those of hosts before `A_VERSION_SKIP_CHECKSUM` do;
            otherwise only a checksum other than 0 is verified.
    """

    def __init__(self) -> None:
        self.checksums = False
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """Returns the packets that are complete with these bytes.

        Raises:
            ProtocolError: A header is malformed, a payload is too long, or a checksum is wrong.
        """
        buffer = self._buffer
        buffer += data
        packets, at = [], 0
        while len(buffer) - at >= _HEADER.size:
            command, arg0, arg1, length, checksum, magic = _HEADER.unpack_from(buffer, at)
            if command ^ magic != 0xFFFFFFFF or command not in _COMMANDS:
                raise ProtocolError(f"a packet begins with {bytes(buffer[at : at + 24]).hex()}")
            if length > MAX_PAYLOAD:
                raise ProtocolError(f"a packet of {length} bytes; expected at most {MAX_PAYLOAD}")
            end = at + _HEADER.size + length
            if len(buffer) < end:
                break
            payload = bytes(buffer[at + _HEADER.size : end])
            if (checksum or self.checksums) and checksum != sum(payload) & 0xFFFFFFFF:
                raise ProtocolError(f"a packet's checksum is {checksum}; expected {sum(payload) & 0xFFFFFFFF}")
            packets.append(Packet(command, arg0, arg1, payload))
            at = end
        del buffer[:at]
        return packets


def shell_frame(kind: int, data: bytes = b"") -> bytes:
    """Returns a frame of the shell protocol."""
    return _SHELL_HEADER.pack(kind, len(data)) + data


class ShellParser:
    """Turns bytes, however they are cut, into frames of the shell protocol."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Returns the (kind, data) of the frames that are complete with these bytes.

        Raises:
            ProtocolError: A frame is longer than a packet may be.
        """
        buffer = self._buffer
        buffer += data
        frames, at = [], 0
        while len(buffer) - at >= _SHELL_HEADER.size:
            kind, length = _SHELL_HEADER.unpack_from(buffer, at)
            if length > MAX_PAYLOAD:
                raise ProtocolError(f"a shell frame of {length} bytes; expected at most {MAX_PAYLOAD}")
            end = at + _SHELL_HEADER.size + length
            if len(buffer) < end:
                break
            frames.append((kind, bytes(buffer[at + _SHELL_HEADER.size : end])))
            at = end
        del buffer[:at]
        return frames


def sync_record(kind: bytes, *numbers: int, data: bytes = b"") -> bytes:
    """Returns a record of the file protocol: four letters, then 32-bit numbers, then bytes."""
    return kind + struct.pack(f"<{len(numbers)}I", *numbers) + data
