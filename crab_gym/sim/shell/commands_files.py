"""Commands that make, move, copy, remove and describe files."""

from __future__ import annotations

import posixpath
import re
import time
from collections.abc import Iterable

from crab_gym.sim.files import (
    Directory,
    Entry,
    File,
    FileError,
    FileExists,
    FileNotFound,
    IsADirectory,
    Link,
    NotADirectory,
    normalise,
)
from crab_gym.sim.shell.context import (
    CommandError,
    Context,
    command,
    need_operands,
    parse_options,
)
from crab_gym.sim.shell.modes import parse_mode, show_mode
from crab_gym.sim.shell.times import parse_date

_BLOCK = 4096


def blocks(entry: Entry) -> int:
    """Return the disk space of an entry in KiB, in whole blocks of 4 KiB."""
    size = len(entry.data) if type(entry) is File else _BLOCK if type(entry) is Directory else 0
    return -(-size // _BLOCK) * (_BLOCK // 1024)


def human(size: float, *, start: int = 0) -> str:
    """Return a size as ``ls -h`` writes it; `size` counts units of 1024**start bytes.

    >>> human(500), human(1536), human(20 * 1024)
    ('500', '1.5K', '20K')
    """
    units = ["", "K", "M", "G", "T", "P"]
    unit = start
    while size >= 1024 and unit < len(units) - 1:
        size /= 1024
        unit += 1
    if unit == 0 or size > 9.9:
        return f"{-int(-size // 1)}{units[unit]}"
    return f"{-int(-size * 10 // 1) / 10:.1f}{units[unit]}"


def show_time(when: float, now: float) -> str:
    """Return a modification time as ``ls -l`` does: with the year when it is more than half a year away."""
    parts = time.gmtime(max(-1e10, min(when, 1e11)))
    day = f"{time.strftime('%b', parts)} {parts.tm_mday:2d} "
    recent = now - 15_778_476 < when <= now + 3600
    return day + (time.strftime("%H:%M", parts) if recent else f"{parts.tm_year:5d}")


@command("mkdir")
def mkdir(ctx: Context) -> int:
    """Make directories; with -p also those above them.

    Usage: mkdir [-p] [-v] [-m MODE] DIR...
    """
    options = parse_options(ctx, "pv", "m", {"parents": "p", "verbose": "v", "mode": "m"})
    need_operands(ctx, options)
    for operand in options.operands:
        ctx.charge()
        try:
            path = ctx.path(operand)
            above = path
            while not ctx.files.exists(above):
                above = normalise(above.rstrip("/") + "/..")
            if above != path.rstrip("/"):
                ctx.check(above, "w")
            ctx.files = ctx.files.mkdir(path, ctx.time(), parents="p" in options, owner=ctx.host.user)
            if "m" in options:
                ctx.files = ctx.files.chmod(path, parse_mode(options["m"], 0o755, directory=True))
            if "v" in options:
                ctx.line(f"mkdir: created directory '{operand}'")
        except FileError as error:
            ctx.complain(f"cannot create directory ‘{operand}’: {error.reason}")
    return 0


@command("rmdir")
def rmdir(ctx: Context) -> int:
    """Remove empty directories.

    Usage: rmdir [-p] DIR...
    """
    options = parse_options(ctx, "pv", "", {"parents": "p", "verbose": "v"})
    need_operands(ctx, options)
    for operand in options.operands:
        ctx.charge()
        current = operand.rstrip("/") or "/"
        while current not in ("", ".", "/"):
            try:
                path = ctx.path(current)
                if ctx.files.exists(path) and not ctx.files.is_dir(path):
                    raise NotADirectory(path)
                ctx.check_parent(path)
                ctx.files = ctx.files.remove(path, mtime=ctx.time())
            except FileError as error:
                ctx.complain(f"failed to remove '{current}': {error.reason}")
                break
            current = current.rpartition("/")[0] if "p" in options else ""
    return 0


@command("rm", "unlink")
def rm(ctx: Context) -> int:
    """Remove files, with -r directories and all in them.

    Usage: rm [-r] [-f] [-d] [-v] FILE...
    """
    names = {"recursive": "r", "force": "f", "verbose": "v", "dir": "d", "no-preserve-root": "N", "preserve-root": "P"}
    options = parse_options(ctx, "rRfvdi", "", names)
    recursive = "r" in options or "R" in options
    if "f" not in options:
        need_operands(ctx, options)
    for operand in options.operands:
        ctx.charge()
        try:
            _remove(ctx, operand, recursive=recursive, empty_directories="d" in options)
            if "v" in options:
                ctx.line(f"removed '{operand}'")
        except FileNotFound as error:
            if "f" not in options:
                ctx.complain(f"cannot remove '{operand}': {error.reason}")
        except FileError as error:
            ctx.complain(f"cannot remove '{operand}': {error.reason}")
    return 0


def _remove(ctx: Context, operand: str, *, recursive: bool, empty_directories: bool) -> None:
    path = ctx.path(operand)
    if operand.rstrip("/").rpartition("/")[2] in (".", ".."):
        ctx.complain(f"refusing to remove '.' or '..' directory: skipping '{operand}'")
        return
    if path == "/":
        ctx.complain("it is dangerous to operate recursively on '/'")
        return
    entry = ctx.files.lstat(path)
    if type(entry) is Directory and not recursive and not empty_directories:
        raise IsADirectory(path)
    ctx.check_parent(path)
    if type(entry) is Directory and recursive:
        for inner, item in ctx.files.walk(path):
            if type(item) is Directory and ctx.files.list(inner):
                ctx.check(inner, "w")
    ctx.files = ctx.files.remove(path, recursive, mtime=ctx.time())


def _into(ctx: Context, target: str, source: str) -> tuple[str, str]:
    """Return (path, text to show) of what `source` becomes when it goes to `target`, which may be a directory."""
    path = ctx.path(target)
    if not ctx.files.is_dir(path):
        return path, target
    name = normalise(source, ctx.cwd).rpartition("/")[2]
    shown = f"{target.rstrip('/')}/{name}" if target != "/" else f"/{name}"
    return normalise(f"{path}/{name}"), shown


def _targets(ctx: Context, operands: list[str], directory: str | None, kind: str) -> tuple[list[str], str]:
    """Split operands into sources and target; complain when several things should go to what is no directory."""
    if directory is not None:
        operands = [*operands, directory]
    if not operands:
        raise CommandError(f"missing file operand\nTry '{ctx.name} --help' for more information.")
    if len(operands) == 1:
        raise CommandError(
            f"missing destination file operand after '{operands[0]}'\nTry '{ctx.name} --help' for more information."
        )
    sources, target = operands[:-1], operands[-1]
    if (len(sources) > 1 or directory is not None) and not ctx.files.is_dir(ctx.path(target)):
        reason = "Not a directory" if ctx.files.exists(ctx.path(target)) else "No such file or directory"
        raise CommandError(f"target '{target}': {reason}" if kind else f"target directory '{target}': {reason}")
    return sources, target


@command("cp")
def cp(ctx: Context) -> int:
    """Copy files, with -r directories.

    Usage: cp [-r] [-a] [-p] [-n] [-v] [-t DIR] SOURCE... TARGET
    """
    names = {"recursive": "r", "archive": "a", "no-clobber": "n", "verbose": "v", "target-directory": "t", "force": "f",
             "preserve": "p", "update": "u"}  # fmt: skip
    options = parse_options(ctx, "rRapfnviudLP", "tT", names)
    sources, target = _targets(ctx, options.operands, options.get("t"), "file")
    recursive = bool({"r", "R", "a"} & set(options))
    keep = "a" in options or "p" in options
    for source in sources:
        ctx.charge()
        try:
            path = ctx.path(source)
            entry = ctx.files.stat(path)
            if type(entry) is Directory and not recursive:
                ctx.complain(f"-r not specified; omitting directory '{source}'")
                continue
            ctx.check(path, "r")
            goal, shown = _into(ctx, target, source)
            if _skip(ctx, options, path, goal):
                continue
            _copy(ctx, path, goal, source, shown, recursive, keep)
            if "v" in options:
                ctx.line(f"'{source}' -> '{shown}'")
        except FileNotFound as error:
            if ctx.files.exists(ctx.path(source)):
                ctx.complain(f"cannot create {'directory' if ctx.files.is_dir(ctx.path(source)) else 'regular file'}"
                             f" '{target}': {error.reason}")  # fmt: skip
            else:
                ctx.complain(f"cannot stat '{source}': {error.reason}")
        except FileError as error:
            about = "cannot open" if error.path == ctx.path(source) else "cannot create regular file"
            named = source if error.path == ctx.path(source) else target
            ctx.complain(f"{about} '{named}': {error.reason}")
    return 0


def _skip(ctx: Context, options: dict[str, str], path: str, goal: str) -> bool:
    if not ctx.files.exists(goal):
        return False
    if "u" in options and ctx.files.stat(goal).mtime >= ctx.files.stat(path).mtime:
        return True
    return "n" in options


def _copy(ctx: Context, path: str, goal: str, source: str, shown: str, recursive: bool, keep: bool) -> None:
    where, to = ctx.files.resolve(path), ctx.files.resolve(goal)
    if where == to:
        ctx.complain(f"'{source}' and '{shown}' are the same file")
        return
    if ctx.files.is_dir(where) and to.startswith(where.rstrip("/") + "/"):
        ctx.complain(f"cannot copy a directory, '{source}', into itself, '{shown}'")
        return
    if ctx.files.is_dir(where) and ctx.files.is_file(goal):
        ctx.complain(f"cannot overwrite non-directory '{shown}' with directory '{source}'")
        return
    if ctx.files.is_dir(goal) and not ctx.files.is_dir(where):
        ctx.complain(f"cannot overwrite directory '{shown}' with non-directory")
        return
    if ctx.files.exists(goal):
        ctx.check(goal, "w")
    else:
        ctx.check_parent(goal)
    size = sum(len(entry.data) + 256 for _, entry in ctx.files.walk(where) if type(entry) is File)
    ctx.charge(size / 4096)
    mtime = None if keep else ctx.time()
    ctx.files = ctx.files.copy(where, goal, recursive, mtime=mtime, owner=ctx.host.user)


@command("mv")
def mv(ctx: Context) -> int:
    """Move or rename files and directories.

    Usage: mv [-n] [-f] [-v] [-t DIR] SOURCE... TARGET
    """
    names = {"no-clobber": "n", "verbose": "v", "force": "f", "target-directory": "t", "update": "u"}
    options = parse_options(ctx, "nfviuT", "t", names)
    sources, target = _targets(ctx, options.operands, options.get("t"), "file")
    for source in sources:
        ctx.charge()
        try:
            path = ctx.path(source)
            ctx.files.lstat(path.rstrip("/"))
        except FileError as error:
            ctx.complain(f"cannot stat '{source}': {error.reason}")
            continue
        goal, shown = _into(ctx, target, source)
        if _skip(ctx, options, path, goal):
            continue
        try:
            if ctx.files.resolve(path) == ctx.files.resolve(goal):
                ctx.complain(f"'{source}' and '{shown}' are the same file")
                continue
            if goal.startswith(path.rstrip("/") + "/"):
                ctx.complain(f"cannot move '{source}' to a subdirectory of itself, '{shown}'")
                continue
            if ctx.files.is_dir(path) and ctx.files.is_file(goal):
                ctx.complain(f"cannot overwrite non-directory '{shown}' with directory '{source}'")
                continue
            ctx.check_parent(path)
            ctx.check_parent(goal)
            ctx.files = ctx.files.move(path, goal, mtime=ctx.time())
            if "v" in options:
                ctx.line(f"renamed '{source}' -> '{shown}'")
        except FileError as error:
            ctx.complain(f"cannot move '{source}' to '{shown}': {error.reason}")
    return 0


@command("touch")
def touch(ctx: Context) -> int:
    """Make empty files, or set the modification time of existing ones.

    Usage: touch [-c] [-d DATE] [-r FILE] FILE...
    """
    names = {"no-create": "c", "date": "d", "reference": "r"}
    options = parse_options(ctx, "camh", "drt", names)
    if not options.operands:
        raise CommandError(f"missing file operand\nTry '{ctx.name} --help' for more information.")
    when = ctx.time()
    if "d" in options:
        when = parse_date(options["d"], when)
    if "r" in options:
        when = ctx.files.stat(ctx.path(options["r"])).mtime
    for operand in options.operands:
        ctx.charge()
        try:
            path = ctx.path(operand)
            if ctx.files.exists(path):
                ctx.check(path, "w")
                ctx.files = ctx.files.touch(path, when)
            elif "c" not in options:
                ctx.check_parent(path)
                ctx.files = ctx.files.touch(path, when, owner=ctx.host.user)
        except IsADirectory:
            ctx.complain(f"setting times of '{operand}': No such file or directory")
        except FileError as error:
            ctx.complain(f"cannot touch '{operand}': {error.reason}")
    return 0


@command("ln")
def ln(ctx: Context) -> int:
    """Make a symbolic link to TARGET, or (without -s) a copy, as this file system has no hard links.

    Usage: ln [-s] [-f] TARGET [NAME]
    """
    options = parse_options(ctx, "sfnvr", "", {"symbolic": "s", "force": "f", "no-dereference": "n"})
    if not options.operands:
        raise CommandError(f"missing file operand\nTry '{ctx.name} --help' for more information.")
    target = options.operands[0]
    name = options.operands[1] if len(options.operands) > 1 else target.rstrip("/").rpartition("/")[2]
    kind = "symbolic link" if "s" in options else "hard link"
    try:
        goal, shown = _into(ctx, name, target)
        ctx.check_parent(goal)
        if "f" in options and goal != ctx.path(target):
            try:
                ctx.files = ctx.files.remove(goal)
            except FileNotFound:
                pass
        if "s" in options:
            ctx.files = ctx.files.link(goal, target, ctx.time(), owner=ctx.host.user)
        else:
            if ctx.files.exists(goal):
                raise FileExists(goal)
            ctx.files = ctx.files.copy(ctx.path(target), goal, owner=ctx.host.user)
    except FileError as error:
        raise CommandError(f"failed to create {kind} '{name}': {error.reason}") from None
    return 0


@command("chmod")
def chmod(ctx: Context) -> int:
    """Change permissions: MODE is octal (755) or symbolic (u+x,go-w).

    Usage: chmod [-R] MODE FILE...
    """
    args = ctx.args
    symbolic = next((i for i, arg in enumerate(args) if re.fullmatch(r"-[rwxXst]+", arg)), None)
    if symbolic is not None:  # chmod -x file: the mode looks like an option
        args.insert(symbolic, "--")
    options = parse_options(ctx, "Rvcf", "", {"recursive": "R", "verbose": "v"})
    need_operands(ctx, options, 2)
    mode = options.operands[0]
    for operand in options.operands[1:]:
        try:
            path = ctx.path(operand)
            ctx.files.stat(path)
            inner: Iterable[tuple[str, Entry]] = (
                list(ctx.files.walk(path)) if "R" in options else [(path, ctx.files.stat(path))]
            )
            for found, entry in inner:
                ctx.charge()
                if ctx.host.user not in ("root", entry.owner):
                    ctx.complain(f"changing permissions of '{operand}': Operation not permitted")
                    break
                changed = parse_mode(mode, entry.mode, directory=type(entry) is Directory)
                ctx.files = ctx.files.chmod(found, changed)
        except FileError as error:
            ctx.complain(f"cannot access '{operand}': {error.reason}")
    return 0


@command("chown", "chgrp")
def chown(ctx: Context) -> int:
    """Change the owner of files; only root may.

    Usage: chown [-R] OWNER[:GROUP] FILE...
    """
    options = parse_options(ctx, "Rv", "", {"recursive": "R"})
    need_operands(ctx, options, 2)
    owner = options.operands[0].partition(":")[0]
    for operand in options.operands[1:]:
        try:
            path = ctx.path(operand)
            entry = ctx.files.stat(path)
            if ctx.host.user != "root" and owner not in ("", entry.owner):
                ctx.complain(f"changing ownership of '{operand}': Operation not permitted")
                continue
            found = [inner for inner, _ in ctx.files.walk(path)] if "R" in options else [path]
            for inner in found:
                ctx.charge()
                if owner and ctx.name == "chown":
                    ctx.files = ctx.files.chown(inner, owner)
        except FileError as error:
            ctx.complain(f"cannot access '{operand}': {error.reason}")
    return 0


@command("stat")
def stat(ctx: Context) -> int:
    """Describe files; with -c in a format of %n %s %a %A %U %F %Y %y.

    Usage: stat [-c FORMAT] FILE...
    """
    options = parse_options(ctx, "Lt", "c", {"format": "c", "printf": "c"})
    need_operands(ctx, options)
    for operand in options.operands:
        try:
            path = ctx.path(operand)
            entry = ctx.files.lstat(path.rstrip("/") or "/") if "L" not in options else ctx.files.stat(path)
        except FileError as error:
            ctx.complain(f"cannot statx '{operand}': {error.reason}")
            continue
        values = _stat_values(operand, entry)
        if "c" in options:
            ctx.line(re.sub(r"%(.)", lambda found, v=values: v.get(found[1], "?"), options["c"]))  # type: ignore[misc]
            continue
        when = values["y"] + " +0000"
        ctx.out(
            f"  File: {operand}\n  Size: {values['s']:<10}\tBlocks: {values['b']:<10} IO Block: 4096   {values['F']}\n"
            f"Access: ({values['a']:0>4}/{values['A']})  Uid: ( {values['u']}/ {entry.owner})   Gid: ( {values['u']}/"
            f" {entry.owner})\nAccess: {when}\nModify: {when}\nChange: {when}\n Birth: -\n"
        )
    return 0


def _stat_values(operand: str, entry: Entry) -> dict[str, str]:
    size = (
        len(entry.data)
        if type(entry) is File
        else _BLOCK
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
def file(ctx: Context) -> int:
    """Guess what files hold.

    Usage: file [-b] FILE...
    """
    options = parse_options(ctx, "biL", "", {"brief": "b", "mime-type": "i"})
    need_operands(ctx, options)
    width = max(map(len, options.operands)) + 1
    for operand in options.operands:
        path = ctx.path(operand)
        if not ctx.files.exists(path):
            text = f"cannot open `{operand}' (No such file or directory)"
        elif ctx.files.is_dir(path):
            text = "directory"
        else:
            text = _kind(operand, ctx.read(operand))
        ctx.line(text if "b" in options else f"{operand + ':':<{width}} {text}")
    return 0


def _kind(name: str, data: bytes) -> str:
    """Name the kind of content."""
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
def du(ctx: Context) -> int:
    """Show the disk space of directories, in KiB.

    Usage: du [-s] [-h] [-a] [-b] [-c] [-d DEPTH] [PATH]...
    """
    options = parse_options(
        ctx, "shabckm", "d", {"max-depth": "d", "summarize": "s", "human-readable": "h", "all": "a"}
    )
    depth = 0 if "s" in options else options.number("d", 1000)
    total = 0

    def show(size: int, name: str) -> None:
        scaled = size if "b" in options else size
        text = (human(scaled) if "b" in options else human(scaled, start=1)) if "h" in options else str(scaled)
        ctx.line(f"{text}\t{name}")

    for operand in options.operands or ["."]:
        try:
            path = ctx.path(operand).rstrip("/") or "/"
            found = list(ctx.files.walk(path))
        except FileError as error:
            ctx.complain(f"cannot access '{operand}': {error.reason}")
            continue
        sums: dict[str, int] = {}
        for inner, entry in found:
            ctx.charge(0.1)
            size = (len(entry.data) if type(entry) is File else _BLOCK) if "b" in options else blocks(entry)
            current = inner
            while True:
                sums[current] = sums.get(current, 0) + size
                if current == path:
                    break
                current = current.rpartition("/")[0] or "/"
        prefix = "" if path == "/" else path
        for inner, entry in reversed(found):
            level = inner[len(prefix) :].count("/") if inner != path else 0
            shown = operand + inner[len(prefix) :] if inner != path else operand
            if level <= depth and (type(entry) is Directory or "a" in options or inner == path):
                show(sums[inner], shown if operand != "/" else inner)
        total += sums[path]
    if "c" in options:
        show(total, "total")
    return 0


@command("df")
def df(ctx: Context) -> int:
    """Show the free space of the machine's only disk.

    Usage: df [-h] [PATH]...
    """
    options = parse_options(ctx, "hkTai", "", {"human-readable": "h"})
    size = 64 * 1024 * 1024  # a 64 GiB disk, in KiB, a fifth of it taken by the system
    used = 13_421_772 + -(-ctx.files.size // 1024)
    free = size - used
    percent = f"{-(-100 * used // size)}%"
    if "h" in options:
        ctx.line("Filesystem      Size  Used Avail Use% Mounted on")
        values = [human(value, start=1) for value in (size, used, free)]
        ctx.line(f"/dev/vda1       {values[0]:>4}  {values[1]:>4} {values[2]:>5} {percent:>4} /")
    else:
        ctx.line("Filesystem     1K-blocks     Used Available Use% Mounted on")
        ctx.line(f"/dev/vda1       {size:>8} {used:>8}  {free:>8} {percent:>4} /")
    return 0


@command("basename")
def basename(ctx: Context) -> int:
    """Print the last part of a path, without SUFFIX.

    Usage: basename [-a] [-s SUFFIX] NAME [SUFFIX]
    """
    options = parse_options(ctx, "az", "s", {"multiple": "a", "suffix": "s"}, permute=False)
    need_operands(ctx, options)
    several = "a" in options or "s" in options
    if not several and len(options.operands) > 2:
        raise CommandError(f"extra operand '{options.operands[2]}'\nTry 'basename --help' for more information.")
    suffix = options.get("s", "" if several or len(options.operands) < 2 else options.operands[1])
    for name in options.operands if several else options.operands[:1]:
        base = name.rstrip("/").rpartition("/")[2] or name[:1]
        ctx.line(base.removesuffix(suffix) if base != suffix else base)
    return 0


@command("dirname")
def dirname(ctx: Context) -> int:
    """Print paths without their last part.

    Usage: dirname NAME...
    """
    options = parse_options(ctx, "z")
    need_operands(ctx, options)
    for name in options.operands:
        head, slash, _ = name.rstrip("/").rpartition("/")
        ctx.line(head.rstrip("/") or ("/" if slash or name.startswith("/") else "."))
    return 0


@command("realpath", "readlink")
def realpath(ctx: Context) -> int:
    """Print absolute paths with links followed; readlink prints where a link leads.

    Usage: realpath [-f] [-e] [-m] PATH...
    """
    options = parse_options(ctx, "femsqzn", "D", {"canonicalize": "f", "relative-to": "D"})
    need_operands(ctx, options)
    status = 0
    for operand in options.operands:
        path = ctx.path(operand)
        if ctx.name == "readlink" and not {"f", "e", "m"} & set(options):
            entry = ctx.files.lstat(path) if _present(ctx, path) else None
            if type(entry) is Link:
                ctx.line(entry.target)
            else:
                status = 1
            continue
        full = ctx.files.resolve(path)
        parent = full.rpartition("/")[0] or "/"
        if "m" not in options and not ctx.files.exists(full if "e" in options else parent):
            ctx.complain(f"{operand}: No such file or directory")
        else:
            ctx.line(posixpath.relpath(full, ctx.path(options["D"])) if "D" in options else full)
    return status


def _present(ctx: Context, path: str) -> bool:
    try:
        ctx.files.lstat(path)
    except FileError:
        return False
    return True


@command("tee")
def tee(ctx: Context) -> int:
    """Copy standard input to standard output and to files.

    Usage: tee [-a] [FILE]...
    """
    options = parse_options(ctx, "ai", "", {"append": "a"})
    data = ctx.stdin
    ctx.out(data)
    for operand in options.operands:
        try:
            ctx.write(operand, data, append="a" in options)
        except FileError as error:
            ctx.complain(f"{operand}: {error.reason}")
    return 0


@command("truncate")
def truncate(ctx: Context) -> int:
    """Cut or lengthen files to SIZE bytes.

    Usage: truncate -s SIZE FILE...
    """
    options = parse_options(ctx, "c", "s", {"size": "s"})
    need_operands(ctx, options)
    found = re.fullmatch(r"(\d{1,12})([KMG]?)B?", options.get("s", ""))
    if not found:
        raise CommandError(f"Invalid number: '{options.get('s', '')}'")
    size = int(found[1]) * {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}[found[2]]
    if size > 16 * 1024 * 1024:
        raise CommandError("failed to truncate: File too large")
    for operand in options.operands:
        old = ctx.read(operand) if ctx.files.exists(ctx.path(operand)) else b""
        ctx.write(operand, old[:size] + bytes(max(0, size - len(old))))
    return 0
