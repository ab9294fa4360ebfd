"""Checksums, base64 and hexadecimal dumps."""

from __future__ import annotations

import base64 as base64_codec
import binascii
import hashlib
import re

from crab_sim.files import FileError
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command


@command("md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum")
def checksum(context: CommandContext) -> int:
    """Print checksums of files; -c checks those listed in FILE.

    Usage: md5sum [-c] [FILE]...
    """
    options = parse_options(context, "cbtqw", "", {"check": "c", "quiet": "q", "status": "s"})
    if context.name == "cksum":
        for operand, data in context.inputs(options.operands):
            name = "" if operand == "-" else f" {operand}"
            context.charge(len(data) / 250)
            context.line(f"{_posix_crc(data)} {len(data)}{name}")
        return 0
    algorithm = context.name.removesuffix("sum")
    if "c" not in options:
        for operand, data in context.inputs(options.operands):
            context.line(f"{hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()}  {operand}")
        return 0
    bad = 0
    for _, data in context.inputs(options.operands):
        for match in re.finditer(rb"^([0-9a-f]{32,128}) [ *]([^\n]+)$", data, re.MULTILINE):
            name = match[2].decode("utf-8", "surrogateescape")
            try:
                content = context.read(name)
                good = hashlib.new(algorithm, content, usedforsecurity=False).hexdigest() == match[1].decode()
            except FileError as error:
                context.complain(f"{name}: {error.reason}")
                good = False
            bad += not good
            if not (good and "q" in options) and "s" not in options:
                context.line(f"{name}: {'OK' if good else 'FAILED'}")
    if bad and "s" not in options:
        context.err(f"{context.name}: WARNING: {bad} computed checksum{'s' if bad > 1 else ''} did NOT match\n")
    return int(bad > 0)


def _posix_crc(data: bytes) -> int:
    """Returns the checksum of ``cksum``: POSIX's CRC of the bytes, and of their number behind them."""
    crc, size = 0, len(data)
    for byte in data + size.to_bytes((size.bit_length() + 7) // 8, "little"):
        crc = (crc << 8 & 0xFFFFFFFF) ^ _CRC_TABLE[crc >> 24 ^ byte]
    return crc ^ 0xFFFFFFFF


def _crc_entry(value: int) -> int:
    """Returns the remainder of a byte, for the table of the CRC."""
    value <<= 24
    for _ in range(8):
        value = (value << 1 ^ 0x04C11DB7 if value & 0x80000000 else value << 1) & 0xFFFFFFFF
    return value


_CRC_TABLE = [_crc_entry(value) for value in range(256)]


@command("base64")
def base64(context: CommandContext) -> int:
    """Encode as base64, with -d decode.

    Usage: base64 [-d] [-w COLUMNS] [FILE]
    """
    options = parse_options(context, "di", "w", {"decode": "d", "wrap": "w", "ignore-garbage": "i"})
    data = context.read(options.operands[0] if options.operands else "-")
    if "d" in options:
        if "i" in options:
            data = re.sub(rb"[^A-Za-z0-9+/=]", b"", data)
        try:
            context.out(base64_codec.b64decode(b"".join(data.split()), validate=True))
        except binascii.Error:
            raise CommandError("invalid input") from None
        return 0
    text = base64_codec.b64encode(data)
    width = options.number("w", 76)
    if width > 0:
        context.out(b"".join(text[i : i + width] + b"\n" for i in range(0, len(text), width)))
    else:
        context.out(text)
    return 0


_TYPES = {"o1": (1, " {:03o}"), "u1": (1, " {:3}"), "x1": (1, " {:02x}"), "o2": (2, " {:06o}"), "x2": (2, " {:04x}")}
"""The types of ``od``: the bytes of a number, and its format."""
_ESCAPES = {0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}


def _octal_dump(context: CommandContext, data: bytes, kind: str, base: str) -> int:
    """Prints bytes as ``od`` does with a type, and with offsets in a base."""
    if kind not in _TYPES and kind != "c":
        raise CommandError(f"invalid type string '{kind}'; expected c, {', '.join(_TYPES)}")
    if base not in ("o", "d", "x", "n"):
        raise CommandError(f"invalid output address radix '{base}'; it must be one character from [doxn]")
    for start in range(0, len(data), 16):
        row = data[start : start + 16]
        if kind == "c":
            texts = [_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"{byte:03o}") for byte in row]
            text = "".join([f"{one:>4}" for one in texts])
        else:
            size, form = _TYPES[kind]
            words = [int.from_bytes(row[at : at + size], "little") for at in range(0, len(row), size)]
            text = "".join([form.format(word) for word in words])
        context.line(("" if base == "n" else f"{start:07{base}}") + text)
    if base != "n":
        context.line(f"{len(data):07{base}}")
    return 0


@command("xxd", "hexdump", "od")
def dump(context: CommandContext) -> int:
    """Print a file's bytes in hexadecimal.

    Usage: xxd [FILE]
    """
    flags, valued = {"xxd": ("p", "ln"), "hexdump": ("Cv", "n")}.get(context.name, ("vc", "NtA"))
    options = parse_options(context, flags, valued)
    data = context.read(options.operands[0] if options.operands else "-")
    limit = options.number("l", options.number("n", options.number("N", len(data))))
    data = data[: max(0, limit)]
    if "p" in options:
        context.out("".join(data[i : i + 30].hex() + "\n" for i in range(0, len(data), 30)))
        return 0
    context.charge(len(data) / 250)
    if context.name == "od":
        return _octal_dump(context, data, "c" if "c" in options else options.get("t", "o2"), options.get("A", "o"))
    if context.name == "hexdump" and "C" not in options:
        for start in range(0, len(data), 16):
            row = data[start : start + 16]
            words = [int.from_bytes(row[at : at + 2], "little") for at in range(0, len(row), 2)]
            context.line(f"{start:07x}" + "".join([f" {word:04x}" for word in words]).ljust(40))
        if data:
            context.line(f"{len(data):07x}")
        return 0
    for start in range(0, len(data), 16):
        row = data[start : start + 16]
        pairs = " ".join(row[i : i + 2].hex() for i in range(0, len(row), 2))
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        if "C" in options:
            halves = "  ".join(" ".join(f"{byte:02x}" for byte in row[i : i + 8]) for i in (0, 8))
            context.line(f"{start:08x}  {halves:<49} |{text}|")
        else:
            context.line(f"{start:08x}: {pairs:<39}  {text}")
    if "C" in options and data:
        context.line(f"{len(data):08x}")
    return 0
