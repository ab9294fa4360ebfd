"""Commands that make, move, copy, remove and describe files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from crab_gym.sim.files import (
    Directory,
    Entry,
    File,
    FileError,
    FileExists,
    FileNotFound,
    IsADirectory,
    NotADirectory,
    normalise,
)
from crab_gym.sim.shell.commands.modes import parse_mode
from crab_gym.sim.shell.commands.times import parse_date
from crab_gym.sim.shell.context import (
    CommandError,
    Context,
    command,
    need_operands,
    parse_options,
)


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
            if not ctx.files.exists(path):
                ctx.check(ctx.files.nearest(path), "w")
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
    if ctx.name == "cp" and source.rstrip("/").rpartition("/")[2] in (".", ".."):
        return path, target  # the entries of that directory, not the directory
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
                ctx.files = ctx.files.touch(path, ctx.time(), owner=ctx.host.user).touch(path, when)
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
        goal, _ = _into(ctx, name, target)
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
