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
            context.line(f"{binascii.crc32(data)} {len(data)} {operand}")
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


def _octal_dump(context: CommandContext, data: bytes, kind: str, base: str) -> int:
    """Prints bytes as ``od`` does with a type, and with offsets in a base."""
    if kind not in ("x1", "o1"):
        raise CommandError(f"invalid type string '{kind}'; expected x1 or o1")
    if base not in ("o", "d", "x", "n"):
        raise CommandError(f"invalid output address radix '{base}'; it must be one character from [doxn]")
    for start in range(0, len(data), 16):
        offset = "" if base == "n" else f"{start:07{base}}"
        context.line(
            offset + "".join([f" {byte:02x}" if kind == "x1" else f" {byte:03o}" for byte in data[start : start + 16]])
        )
    if base != "n":
        context.line(f"{len(data):07{base}}")
    return 0


@command("xxd", "hexdump", "od")
def dump(context: CommandContext) -> int:
    """Print a file's bytes in hexadecimal.

    Usage: xxd [FILE]
    """
    flags, valued = {"xxd": ("p", "ln"), "hexdump": ("Cv", "n")}.get(context.name, ("v", "NtA"))
    options = parse_options(context, flags, valued)
    data = context.read(options.operands[0] if options.operands else "-")
    limit = options.number("l", options.number("n", options.number("N", len(data))))
    data = data[: max(0, limit)]
    if "p" in options:
        context.out("".join(data[i : i + 30].hex() + "\n" for i in range(0, len(data), 30)))
        return 0
    context.charge(len(data) / 250)
    if {"t", "A"} & set(options):
        return _octal_dump(context, data, options.get("t", "o2"), options.get("A", "o"))
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
