"""Commands that describe files: attributes, kinds, disk space, names."""

from __future__ import annotations

import posixpath
import re
import time

from crab_sim.files import Directory, Entry, File, FileError, Link
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.permissions import show_mode
from crab_sim.shell.formats.sizes import BLOCK_SIZE, blocks, human
from crab_sim.shell.options import need_operands, parse_options
from crab_sim.shell.registry import command


@command("stat")
def stat(context: CommandContext) -> int:
    """Describe files; with -c in a format of %n %s %a %A %U %F %Y %y.

    Usage: stat [-c FORMAT] FILE...
    """
    options = parse_options(context, "Lt", "c", {"format": "c", "printf": "c"})
    need_operands(context, options)
    for operand in options.operands:
        try:
            path = context.path(operand)
            entry = context.files.lstat(path.rstrip("/") or "/") if "L" not in options else context.files.stat(path)
        except FileError as error:
            context.complain(f"cannot statx '{operand}': {error.reason}")
            continue
        values = _stat_values(operand, entry)
        if "c" in options:
            context.line(re.sub(r"%(.)", lambda match, v=values: v.get(match[1], "?"), options["c"]))  # type: ignore[misc]
            continue
        when = values["y"] + " +0000"
        context.out(
            f"  File: {operand}\n  Size: {values['s']:<10}\tBlocks: {values['b']:<10} IO Block: 4096   {values['F']}\n"
            f"Access: ({values['a']:0>4}/{values['A']})  Uid: ( {values['u']}/ {entry.owner})   Gid: ( {values['u']}/"
            f" {entry.owner})\nAccess: {when}\nModify: {when}\nChange: {when}\n Birth: -\n"
        )
    return 0


def _stat_values(operand: str, entry: Entry) -> dict[str, str]:
    size = (
        len(entry.data)
        if type(entry) is File
        else BLOCK_SIZE
        if type(entry) is Directory
        else len(entry.target.encode("utf-8", "replace"))
        if type(entry) is Link
        else 0
    )
    empty = "regular empty file" if size == 0 else "regular file"
    kind = empty if type(entry) is File else "directory" if type(entry) is Directory else "symbolic link"
    moment = time.gmtime(max(-1e10, min(entry.mtime, 1e11)))
    when = time.strftime("%Y-%m-%d %H:%M:%S", moment) + f".{int(entry.mtime % 1 * 1e9):09d}"
    target = f" -> '{entry.target}'" if type(entry) is Link else ""
    return {
        "n": operand, "N": f"'{operand}'{target}", "s": str(size), "a": f"{entry.mode:o}", "A": show_mode(entry),
        "U": entry.owner, "G": entry.owner, "u": "0" if entry.owner == "root" else "1000",
        "g": "0" if entry.owner == "root" else "1000", "F": kind, "Y": str(int(entry.mtime)), "y": when,
        "X": str(int(entry.mtime)), "Z": str(int(entry.mtime)), "b": str(blocks(entry) * 2), "h": "1", "%": "%",
    }  # fmt: skip


@command("file")
def file(context: CommandContext) -> int:
    """Guess what files hold.

    Usage: file [-b] FILE...
    """
    options = parse_options(context, "bi", "", {"brief": "b", "mime-type": "i"})
    need_operands(context, options)
    width = max(map(len, options.operands)) + 1
    for operand in options.operands:
        path = context.path(operand)
        if not context.files.exists(path):
            text = f"cannot open `{operand}' (No such file or directory)"
        elif context.files.is_dir(path):
            text = "directory"
        else:
            text = _kind(operand, context.read(operand))
        context.line(text if "b" in options else f"{operand + ':':<{width}} {text}")
    return 0


def _kind(name: str, data: bytes) -> str:
    """Returns the kind of a content, in the words of ``file``."""
    magic = [(b"\x89PNG", "PNG image data"), (b"\xff\xd8\xff", "JPEG image data"), (b"GIF8", "GIF image data"),
             (b"%PDF", "PDF document"), (b"PK\x03\x04", "Zip archive data"), (b"\x7fELF", "ELF 64-bit LSB executable"),
             (b"\x1f\x8b", "gzip compressed data"), (b"RIFF", "RIFF (little-endian) data")]  # fmt: skip
    for prefix, text in magic:
        if data.startswith(prefix):
            return text
    if not data:
        return "empty"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "data"
    if "\0" in text:
        return "data"
    encoding = "ASCII text" if text.isascii() else "Unicode text, UTF-8 text"
    if text.startswith("#!"):
        shell = re.search(r"(?:ba|da)?sh|python3?", text.split("\n", 1)[0])
        named = {"bash": "Bourne-Again shell", "sh": "POSIX shell"}.get(shell[0] if shell else "", "a")
        return f"{named} script, {encoding} executable"
    if re.match(r"\s*[{\[]", text) and name.endswith(".json"):
        return "JSON text data"
    if name.endswith(".csv"):
        return f"CSV {encoding}"
    return encoding + (
        ", with CRLF line terminators" if "\r\n" in text else "" if "\n" in text else ", with no line terminators"
    )


@command("du")
def du(context: CommandContext) -> int:
    """Show the disk space of directories, in KiB.

    Usage: du [-s] [-h] [-a] [-b] [-c] [-d DEPTH] [PATH]...
    """
    options = parse_options(
        context, "shabck", "d", {"max-depth": "d", "summarize": "s", "human-readable": "h", "all": "a"}
    )
    depth = 0 if "s" in options else options.number("d", 1000)
    total = 0

    def show(size: int, name: str) -> None:
        text = human(size, start=0 if "b" in options else 1) if "h" in options else str(size)
        context.line(f"{text}\t{name}")

    for operand in options.operands or ["."]:
        try:
            path = context.path(operand).rstrip("/") or "/"
            entries = list(context.files.walk(path))
        except FileError as error:
            context.complain(f"cannot access '{operand}': {error.reason}")
            continue
        sums: dict[str, int] = {}
        for inner, entry in entries:
            context.charge(0.1)
            size = (len(entry.data) if type(entry) is File else BLOCK_SIZE) if "b" in options else blocks(entry)
            current = inner
            while True:
                sums[current] = sums.get(current, 0) + size
                if current == path:
                    break
                current = current.rpartition("/")[0] or "/"
        prefix = "" if path == "/" else path
        for inner, entry in reversed(entries):
            level = inner[len(prefix) :].count("/") if inner != path else 0
            shown = operand + inner[len(prefix) :] if inner != path else operand
            if level <= depth and (type(entry) is Directory or "a" in options or inner == path):
                show(sums[inner], shown if operand != "/" else inner)
        total += sums[path]
    if "c" in options:
        show(total, "total")
    return 0


@command("df")
def df(context: CommandContext) -> int:
    """Show the free space of the machine's only disk.

    Usage: df [-h] [PATH]...
    """
    options = parse_options(context, "hka", "", {"human-readable": "h"})
    size = 64 * 1024 * 1024  # a 64 GiB disk, in KiB, a fifth of it taken by the system
    used = 13_421_772 + -(-context.files.size // 1024)
    free = size - used
    percent = f"{-(-100 * used // size)}%"
    if "h" in options:
        context.line("Filesystem      Size  Used Avail Use% Mounted on")
        values = [human(value, start=1) for value in (size, used, free)]
        context.line(f"/dev/vda1       {values[0]:>4}  {values[1]:>4} {values[2]:>5} {percent:>4} /")
    else:
        context.line("Filesystem     1K-blocks     Used Available Use% Mounted on")
        context.line(f"/dev/vda1       {size:>8} {used:>8}  {free:>8} {percent:>4} /")
    return 0


@command("basename")
def basename(context: CommandContext) -> int:
    """Print the last part of a path, without SUFFIX.

    Usage: basename [-a] [-s SUFFIX] NAME [SUFFIX]
    """
    options = parse_options(context, "a", "s", {"multiple": "a", "suffix": "s"}, permute=False)
    need_operands(context, options)
    several = "a" in options or "s" in options
    if not several and len(options.operands) > 2:
        raise CommandError(f"extra operand '{options.operands[2]}'\nTry 'basename --help' for more information.")
    suffix = options.get("s", "" if several or len(options.operands) < 2 else options.operands[1])
    for name in options.operands if several else options.operands[:1]:
        base = name.rstrip("/").rpartition("/")[2] or name[:1]
        context.line(base.removesuffix(suffix) if base != suffix else base)
    return 0


@command("dirname")
def dirname(context: CommandContext) -> int:
    """Print paths without their last part.

    Usage: dirname NAME...
    """
    options = parse_options(context)
    need_operands(context, options)
    for name in options.operands:
        head, slash, _ = name.rstrip("/").rpartition("/")
        context.line(head.rstrip("/") or ("/" if slash or name.startswith("/") else "."))
    return 0


@command("realpath", "readlink")
def realpath(context: CommandContext) -> int:
    """Print absolute paths with links followed; readlink prints where a link leads.

    Usage: realpath [-f] [-e] [-m] PATH...
    """
    options = parse_options(context, "femq", "D", {"canonicalize": "f", "relative-to": "D"})
    need_operands(context, options)
    status = 0
    for operand in options.operands:
        path = context.path(operand)
        if context.name == "readlink" and not {"f", "e", "m"} & set(options):
            entry = context.files.lstat(path) if _present(context, path) else None
            if type(entry) is Link:
                context.line(entry.target)
            else:
                status = 1
            continue
        full = context.files.resolve(path)
        parent = full.rpartition("/")[0] or "/"
        if "m" not in options and not context.files.exists(full if "e" in options else parent):
            context.complain(f"{operand}: No such file or directory")
        else:
            context.line(posixpath.relpath(full, context.path(options["D"])) if "D" in options else full)
    return status


def _present(context: CommandContext, path: str) -> bool:
    try:
        context.files.lstat(path)
    except FileError:
        return False
    return True
