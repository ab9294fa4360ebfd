"""The programs ``gzip``, ``gunzip`` and ``zcat``, with the messages and exit codes of GNU gzip's."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.engines.archives import MAX_BYTES
from crab_sim.files import Directory, FileError, FileNotFound, Link
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import Options, parse_options
from crab_sim.shell.programs.starting import has_screen
from crab_sim.shell.text import encode

__all__ = ["Unpacked", "gzipped", "run_gzip", "unpacked"]

_LONG: Final = {
    "stdout": "c", "to-stdout": "c", "decompress": "d", "uncompress": "d", "force": "f", "keep": "k", "no-name": "n",
    "quiet": "q", "recursive": "r", "test": "t", "verbose": "v", "fast": "1", "best": "9",
}  # fmt: skip
_ENDINGS: Final = {".gz": "", ".tgz": ".tar", ".taz": ".tar", ".z": "", "-gz": "", "-z": "", "_z": ""}
_MAGIC: Final = b"\x1f\x8b"
_WORK: Final = 500  # bytes that are compressed in a unit of work
_MOVED: Final = 65_536  # bytes that are copied in a unit of work
_GARBAGE: Final = "decompression OK, trailing garbage ignored"


class Unpacked(NamedTuple):
    """What a compressed file holds, the size of its compressed parts, and what is wrong with it, if anything."""

    data: bytes
    packed: int = 0
    problem: str = ""


def gzipped(context: CommandContext, data: bytes, name: str = "", mtime: float = 0.0, level: int = 6) -> bytes:
    """Returns data in gzip's format, the same bytes for the same arguments.

    Args:
        context: The command's context, which is charged.
        data: The data.
        name: The file's name to be kept, empty for none.
        mtime: The file's time to be kept, 0 for none.
        level: How hard it is compressed, 1 to 9.
    """
    context.charge(1 + len(data) / _WORK)
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    body = packer.compress(data) + packer.flush()
    kept = encode(name) + b"\0" if name else b""
    head = struct.pack("<BBIBB", 8, 8 if name else 0, int(mtime) & 0xFFFFFFFF, {9: 2, 1: 4}.get(level, 0), 3)
    return _MAGIC + head + kept + body + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def unpacked(context: CommandContext, data: bytes) -> Unpacked:
    """Returns the content of a file in gzip's format, which may have several parts, within bounds.

    Raises:
        CommandError: It holds more than is read.
    """
    parts: list[bytes] = []
    room, packed, problem = MAX_BYTES, 0, "" if data else "unexpected end of file"
    while data and not problem:
        context.charge(1 + len(data) / _MOVED)
        if data[:2] != _MAGIC:
            problem = _GARBAGE if parts else "not in gzip format"
            break
        unpacker = zlib.decompressobj(31)
        try:
            parts.append(unpacker.decompress(data, room + 1))
        except zlib.error as error:
            kind = next((kind for kind in ("data", "length") if f"incorrect {kind} check" in str(error)), "")
            problem = {"data": "crc error", "length": "length error"}.get(kind, "format violated")
            problem = f"invalid compressed data--{problem}"
            break
        room -= len(parts[-1])
        if room < 0:
            raise CommandError(f"it holds more than {MAX_BYTES >> 20} MB")
        packed += len(data) - len(unpacker.unused_data)
        problem = "" if unpacker.eof else "unexpected end of file"
        data = unpacker.unused_data.lstrip(b"\0")
    whole = b"".join(parts)
    context.charge(len(whole) / 4096)
    return Unpacked(whole, packed, problem)


def run_gzip(context: CommandContext) -> int:
    """Compresses or unpacks files; returns the status."""
    called, context.name = context.name, "gzip"
    try:
        options = parse_options(context, "cdfknqrtv123456789", "", _LONG)
    except CommandError as error:
        message = error.message.replace("Try 'gzip", "Try `gzip")
        context.err(f"gzip: {message}\n")
        return 1
    if called != "gzip" or "t" in options:
        options["d"] = ""
    if called == "zcat":
        options["c"] = ""
    worst = 0
    for operand in options.operands or ["-"]:
        for name in _below(context, operand) if "r" in options else [operand]:
            context.charge()
            try:
                status = _one(context, options, name)
            except FileError as failure:
                context.err(f"gzip: {failure.path}: {failure.reason}\n")
                status = 1
            except CommandError as failed:
                context.err(f"gzip: {name}: {failed.message}\n")
                status = 1
            worst = status if worst in (0, 2) and status else worst  # 1 is an error, 2 a warning
    return worst


def _below(context: CommandContext, operand: str) -> Sequence[str]:
    """Returns the files in a folder, or the operand where it is no folder."""
    if operand == "-" or not context.files.is_dir(context.path(operand)):
        return [operand]
    path = context.path(operand).rstrip("/")
    walked = [name for name, entry in context.files.walk(path) if not isinstance(entry, Directory)]
    return [operand.rstrip("/") + name[len(path) :] for name in walked]


class _Done(Exception):
    """A file isn't handled: the reason has been told, and this is the status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def _target(context: CommandContext, options: Options, entry: _Found) -> str:
    """Returns the name of the file to be written.

    Raises:
        _Done: The file is not to be handled.
    """
    shown = entry.name
    to_output = "c" in options or "t" in options
    if entry.folder:
        raise _Done(_warn(context, options, f"{shown} is a directory -- ignored"))
    if to_output:
        return ""
    if entry.link and "f" not in options:
        context.err(f"gzip: {shown}: Too many levels of symbolic links\n")
        raise _Done(1)
    ending = next((ending for ending in _ENDINGS if shown.endswith(ending) and shown != ending), None)
    if "d" in options:
        if ending is None:
            raise _Done(_warn(context, options, f"{shown}: unknown suffix -- ignored"))
        return shown[: -len(ending)] + _ENDINGS[ending]
    if ending is not None:
        context.err(f"gzip: {shown} already has {ending} suffix -- unchanged\n")
        raise _Done(0)
    return f"{shown}.gz"


def _one(context: CommandContext, options: Options, name: str) -> int:
    """Handles a file, or the input."""
    unpacks, to_output = "d" in options, "c" in options or "t" in options or name == "-"
    entry = None if name == "-" else _found(context, name, unpacks)
    shown = "stdin" if entry is None else entry.name
    try:
        target = "" if entry is None else _target(context, options, entry)
    except _Done as done:
        return done.status
    if name == "-" and not unpacks and "f" not in options and has_screen(context):
        context.err("gzip: compressed data not written to a terminal. Use -f to force compression.\n")
        context.err("For help, type: gzip -h\n")
        return 1
    data = context.read(shown if entry is not None else "-")
    made = unpacked(context, data) if unpacks else _packed(context, options, data, entry)
    if made.problem == "not in gzip format" and to_output and {"c", "f"} <= set(options):
        made = Unpacked(data, len(data))
    if made.problem:
        context.out(made.data if to_output and "t" not in options and made.problem != _GARBAGE else b"")
        context.err(f"\ngzip: {shown}: {made.problem}\n")
        if made.problem != _GARBAGE:
            return 1
    status = 2 if made.problem else 0
    if not to_output and context.files.exists(context.path(target)) and "f" not in options:
        context.err(f"gzip: {target} already exists;\tnot overwritten\n")
        return 2
    if "t" not in options and to_output:
        context.out(made.data)
    elif entry is not None and not to_output:
        _replace(context, entry, target, made.data, keep="k" in options)
    if "v" in options:
        _tell(context, options, shown, "stdout" if to_output else target, (data, made))
    return status


class _Found(NamedTuple):
    """A file: its name as it is shown, its time and permissions, and whether it is a folder or a link."""

    name: str
    path: str
    mtime: float
    mode: int
    folder: bool
    link: bool


def _found(context: CommandContext, name: str, unpacks: bool) -> _Found:
    """Returns a file; one that is to be unpacked may be called without its ending.

    Raises:
        FileError: There is none; its path is the name.
    """
    names = [name] if not unpacks or name.endswith(tuple(_ENDINGS)) else [name, f"{name}.gz"]
    there = next((each for each in names if context.files.exists(context.path(each))), "")
    if not there:
        raise FileNotFound(names[-1])
    path = context.path(there)
    entry = context.files.stat(path)
    link = isinstance(context.files.lstat(path.rstrip("/") or "/"), Link)
    return _Found(there, path, entry.mtime, entry.mode, isinstance(entry, Directory), link)


def _warn(context: CommandContext, options: Options, message: str) -> int:
    if "q" not in options:
        context.err(f"gzip: {message}\n")
    return 2


def _packed(context: CommandContext, options: Options, data: bytes, entry: _Found | None) -> Unpacked:
    level = max([int(letter) for letter in options if letter.isdecimal()], default=6)
    named = entry is not None and "n" not in options
    name, mtime = (entry.name.rpartition("/")[2], entry.mtime) if entry is not None and named else ("", 0.0)
    return Unpacked(gzipped(context, data, name, mtime, level))


def _replace(context: CommandContext, entry: _Found, target: str, data: bytes, *, keep: bool) -> None:
    """Writes the new file with the old one's time and permissions, and removes the old one unless it is kept.

    Args:
        context: The command's context.
        entry: The old file.
        target: The new file's name.
        data: Its content.
        keep: Whether the old file stays.

    Raises:
        FileError: One of them can't be changed.
    """
    goal = context.path(target)
    context.check_parent(goal)
    if not keep:
        context.check_parent(entry.path)
    context.write(target, data)
    context.files = context.files.chmod(goal, entry.mode).touch(goal, entry.mtime)
    if not keep:
        context.files = context.files.remove(entry.path, mtime=context.time())


def _tell(context: CommandContext, options: Options, shown: str, target: str, made: tuple[bytes, Unpacked]) -> None:
    """Tells how much smaller a file has become.

    Args:
        context: The command's context.
        options: Its options.
        shown: The file's name.
        target: The new file's name.
        made: The file's content, and what became of it.
    """
    if "t" in options:
        context.err(f"{shown}:\t OK\n")
        return
    data, result = made
    whole, small = (result.data, data) if "d" in options else (data, result.data)
    start = small.index(b"\0", 10) + 1 if small[3:4] == b"\x08" else 10
    ratio = 100 * (len(whole) - (len(small) - start - 8)) / len(whole) if whole else 0.0
    verb = "created" if "k" in options else "replaced with"
    context.err(f"{shown}:\t{ratio:5.1f}% -- {verb} {target}\n")
