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
    CommandContext,
    CommandError,
    command,
    need_operands,
    parse_options,
)


@command("mkdir")
def mkdir(context: CommandContext) -> int:
    """Make directories; with -p also those above them.

    Usage: mkdir [-p] [-v] [-m MODE] DIR...
    """
    options = parse_options(context, "pv", "m", {"parents": "p", "verbose": "v", "mode": "m"})
    need_operands(context, options)
    for operand in options.operands:
        context.charge()
        try:
            path = context.path(operand)
            if not context.files.exists(path):
                context.check(context.files.nearest(path), "w")
            context.files = context.files.mkdir(path, context.time(), parents="p" in options, owner=context.host.user)
            if "m" in options:
                context.files = context.files.chmod(path, parse_mode(options["m"], 0o755, directory=True))
            if "v" in options:
                context.line(f"mkdir: created directory '{operand}'")
        except FileError as error:
            context.complain(f"cannot create directory ‘{operand}’: {error.reason}")
    return 0


@command("rmdir")
def rmdir(context: CommandContext) -> int:
    """Remove empty directories.

    Usage: rmdir [-p] DIR...
    """
    options = parse_options(context, "pv", "", {"parents": "p", "verbose": "v"})
    need_operands(context, options)
    for operand in options.operands:
        context.charge()
        current = operand.rstrip("/") or "/"
        while current not in ("", ".", "/"):
            try:
                path = context.path(current)
                if context.files.exists(path) and not context.files.is_dir(path):
                    raise NotADirectory(path)
                context.check_parent(path)
                context.files = context.files.remove(path, mtime=context.time())
            except FileError as error:
                context.complain(f"failed to remove '{current}': {error.reason}")
                break
            current = current.rpartition("/")[0] if "p" in options else ""
    return 0


@command("rm", "unlink")
def rm(context: CommandContext) -> int:
    """Remove files, with -r directories and all in them.

    Usage: rm [-r] [-f] [-d] [-v] FILE...
    """
    names = {"recursive": "r", "force": "f", "verbose": "v", "dir": "d", "no-preserve-root": "N", "preserve-root": "P"}
    options = parse_options(context, "rRfvdi", "", names)
    recursive = "r" in options or "R" in options
    if "f" not in options:
        need_operands(context, options)
    for operand in options.operands:
        context.charge()
        try:
            _remove(context, operand, recursive=recursive, empty_directories="d" in options)
            if "v" in options:
                context.line(f"removed '{operand}'")
        except FileNotFound as error:
            if "f" not in options:
                context.complain(f"cannot remove '{operand}': {error.reason}")
        except FileError as error:
            context.complain(f"cannot remove '{operand}': {error.reason}")
    return 0


def _remove(context: CommandContext, operand: str, *, recursive: bool, empty_directories: bool) -> None:
    path = context.path(operand)
    if operand.rstrip("/").rpartition("/")[2] in (".", ".."):
        context.complain(f"refusing to remove '.' or '..' directory: skipping '{operand}'")
        return
    if path == "/":
        context.complain("it is dangerous to operate recursively on '/'")
        return
    entry = context.files.lstat(path)
    if type(entry) is Directory and not recursive and not empty_directories:
        raise IsADirectory(path)
    context.check_parent(path)
    if type(entry) is Directory and recursive:
        for inner, item in context.files.walk(path):
            if type(item) is Directory and context.files.list(inner):
                context.check(inner, "w")
    context.files = context.files.remove(path, recursive, mtime=context.time())


def _into(context: CommandContext, target: str, source: str) -> tuple[str, str]:
    """Returns (path, text to show) of what `source` becomes when it goes to `target`, which may be a directory."""
    path = context.path(target)
    if not context.files.is_dir(path):
        return path, target
    if context.name == "cp" and source.rstrip("/").rpartition("/")[2] in (".", ".."):
        return path, target  # the entries of that directory, not the directory
    name = normalise(source, context.cwd).rpartition("/")[2]
    shown = f"{target.rstrip('/')}/{name}" if target != "/" else f"/{name}"
    return normalise(f"{path}/{name}"), shown


def _targets(context: CommandContext, operands: list[str], directory: str | None, kind: str) -> tuple[list[str], str]:
    """Splits operands into sources and target; complain when several things should go to what is no directory."""
    if directory is not None:
        operands = [*operands, directory]
    if not operands:
        raise CommandError(f"missing file operand\nTry '{context.name} --help' for more information.")
    if len(operands) == 1:
        raise CommandError(
            f"missing destination file operand after '{operands[0]}'\nTry '{context.name} --help' for more information."
        )
    sources, target = operands[:-1], operands[-1]
    if (len(sources) > 1 or directory is not None) and not context.files.is_dir(context.path(target)):
        reason = "Not a directory" if context.files.exists(context.path(target)) else "No such file or directory"
        raise CommandError(f"target '{target}': {reason}" if kind else f"target directory '{target}': {reason}")
    return sources, target


@command("cp")
def cp(context: CommandContext) -> int:
    """Copy files, with -r directories.

    Usage: cp [-r] [-a] [-p] [-n] [-v] [-t DIR] SOURCE... TARGET
    """
    names = {"recursive": "r", "archive": "a", "no-clobber": "n", "verbose": "v", "target-directory": "t", "force": "f",
             "preserve": "p", "update": "u"}  # fmt: skip
    options = parse_options(context, "rRapfnviudLP", "tT", names)
    sources, target = _targets(context, options.operands, options.get("t"), "file")
    recursive = bool({"r", "R", "a"} & set(options))
    keep = "a" in options or "p" in options
    for source in sources:
        context.charge()
        try:
            path = context.path(source)
            entry = context.files.stat(path)
            if type(entry) is Directory and not recursive:
                context.complain(f"-r not specified; omitting directory '{source}'")
                continue
            context.check(path, "r")
            goal, shown = _into(context, target, source)
            if _skip(context, options, path, goal):
                continue
            _copy(context, path, goal, source, shown, recursive, keep)
            if "v" in options:
                context.line(f"'{source}' -> '{shown}'")
        except FileNotFound as error:
            if context.files.exists(context.path(source)):
                kind = "directory" if context.files.is_dir(context.path(source)) else "regular file"
                context.complain(f"cannot create {kind} '{target}': {error.reason}")
            else:
                context.complain(f"cannot stat '{source}': {error.reason}")
        except FileError as error:
            about = "cannot open" if error.path == context.path(source) else "cannot create regular file"
            named = source if error.path == context.path(source) else target
            context.complain(f"{about} '{named}': {error.reason}")
    return 0


def _skip(context: CommandContext, options: dict[str, str], path: str, goal: str) -> bool:
    if not context.files.exists(goal):
        return False
    if "u" in options and context.files.stat(goal).mtime >= context.files.stat(path).mtime:
        return True
    return "n" in options


def _copy(context: CommandContext, path: str, goal: str, source: str, shown: str, recursive: bool, keep: bool) -> None:
    where, to = context.files.resolve(path), context.files.resolve(goal)
    if where == to:
        context.complain(f"'{source}' and '{shown}' are the same file")
        return
    if context.files.is_dir(where) and to.startswith(where.rstrip("/") + "/"):
        context.complain(f"cannot copy a directory, '{source}', into itself, '{shown}'")
        return
    if context.files.is_dir(where) and context.files.is_file(goal):
        context.complain(f"cannot overwrite non-directory '{shown}' with directory '{source}'")
        return
    if context.files.is_dir(goal) and not context.files.is_dir(where):
        context.complain(f"cannot overwrite directory '{shown}' with non-directory")
        return
    if context.files.exists(goal):
        context.check(goal, "w")
    else:
        context.check_parent(goal)
    size = sum(len(entry.data) + 256 for _, entry in context.files.walk(where) if type(entry) is File)
    context.charge(size / 4096)
    mtime = None if keep else context.time()
    context.files = context.files.copy(where, goal, recursive, mtime=mtime, owner=context.host.user)


@command("mv")
def mv(context: CommandContext) -> int:
    """Move or rename files and directories.

    Usage: mv [-n] [-f] [-v] [-t DIR] SOURCE... TARGET
    """
    names = {"no-clobber": "n", "verbose": "v", "force": "f", "target-directory": "t", "update": "u"}
    options = parse_options(context, "nfviuT", "t", names)
    sources, target = _targets(context, options.operands, options.get("t"), "file")
    for source in sources:
        context.charge()
        try:
            path = context.path(source)
            context.files.lstat(path.rstrip("/"))
        except FileError as error:
            context.complain(f"cannot stat '{source}': {error.reason}")
            continue
        goal, shown = _into(context, target, source)
        if _skip(context, options, path, goal):
            continue
        try:
            if context.files.resolve(path) == context.files.resolve(goal):
                context.complain(f"'{source}' and '{shown}' are the same file")
                continue
            if goal.startswith(path.rstrip("/") + "/"):
                context.complain(f"cannot move '{source}' to a subdirectory of itself, '{shown}'")
                continue
            if context.files.is_dir(path) and context.files.is_file(goal):
                context.complain(f"cannot overwrite non-directory '{shown}' with directory '{source}'")
                continue
            context.check_parent(path)
            context.check_parent(goal)
            context.files = context.files.move(path, goal, mtime=context.time())
            if "v" in options:
                context.line(f"renamed '{source}' -> '{shown}'")
        except FileError as error:
            context.complain(f"cannot move '{source}' to '{shown}': {error.reason}")
    return 0


@command("touch")
def touch(context: CommandContext) -> int:
    """Make empty files, or set the modification time of existing ones.

    Usage: touch [-c] [-d DATE] [-r FILE] FILE...
    """
    names = {"no-create": "c", "date": "d", "reference": "r"}
    options = parse_options(context, "camh", "drt", names)
    if not options.operands:
        raise CommandError(f"missing file operand\nTry '{context.name} --help' for more information.")
    when = context.time()
    if "d" in options:
        when = parse_date(options["d"], when)
    if "r" in options:
        when = context.files.stat(context.path(options["r"])).mtime
    for operand in options.operands:
        context.charge()
        try:
            path = context.path(operand)
            if context.files.exists(path):
                context.check(path, "w")
                context.files = context.files.touch(path, when)
            elif "c" not in options:
                context.check_parent(path)
                context.files = context.files.touch(path, context.time(), owner=context.host.user).touch(path, when)
        except IsADirectory:
            context.complain(f"setting times of '{operand}': No such file or directory")
        except FileError as error:
            context.complain(f"cannot touch '{operand}': {error.reason}")
    return 0


@command("ln")
def ln(context: CommandContext) -> int:
    """Make a symbolic link to TARGET, or (without -s) a copy, as this file system has no hard links.

    Usage: ln [-s] [-f] TARGET [NAME]
    """
    options = parse_options(context, "sfnvr", "", {"symbolic": "s", "force": "f", "no-dereference": "n"})
    if not options.operands:
        raise CommandError(f"missing file operand\nTry '{context.name} --help' for more information.")
    target = options.operands[0]
    name = options.operands[1] if len(options.operands) > 1 else target.rstrip("/").rpartition("/")[2]
    kind = "symbolic link" if "s" in options else "hard link"
    try:
        goal, _ = _into(context, name, target)
        context.check_parent(goal)
        if "f" in options and goal != context.path(target):
            try:
                context.files = context.files.remove(goal)
            except FileNotFound:
                pass
        if "s" in options:
            context.files = context.files.link(goal, target, context.time(), owner=context.host.user)
        else:
            if context.files.exists(goal):
                raise FileExists(goal)
            context.files = context.files.copy(context.path(target), goal, owner=context.host.user)
    except FileError as error:
        raise CommandError(f"failed to create {kind} '{name}': {error.reason}") from None
    return 0


@command("chmod")
def chmod(context: CommandContext) -> int:
    """Change permissions: MODE is octal (755) or symbolic (u+x,go-w).

    Usage: chmod [-R] MODE FILE...
    """
    args = context.args
    symbolic = next((i for i, arg in enumerate(args) if re.fullmatch(r"-[rwxXst]+", arg)), None)
    if symbolic is not None:  # chmod -x file: the mode looks like an option
        args.insert(symbolic, "--")
    options = parse_options(context, "Rvcf", "", {"recursive": "R", "verbose": "v"})
    need_operands(context, options, 2)
    mode = options.operands[0]
    for operand in options.operands[1:]:
        try:
            path = context.path(operand)
            context.files.stat(path)
            inner: Iterable[tuple[str, Entry]] = (
                list(context.files.walk(path)) if "R" in options else [(path, context.files.stat(path))]
            )
            for found, entry in inner:
                context.charge()
                if context.host.user not in ("root", entry.owner):
                    context.complain(f"changing permissions of '{operand}': Operation not permitted")
                    break
                changed = parse_mode(mode, entry.mode, directory=type(entry) is Directory)
                context.files = context.files.chmod(found, changed)
        except FileError as error:
            context.complain(f"cannot access '{operand}': {error.reason}")
    return 0


@command("chown", "chgrp")
def chown(context: CommandContext) -> int:
    """Change the owner of files; only root may.

    Usage: chown [-R] OWNER[:GROUP] FILE...
    """
    options = parse_options(context, "Rv", "", {"recursive": "R"})
    need_operands(context, options, 2)
    owner = options.operands[0].partition(":")[0]
    for operand in options.operands[1:]:
        try:
            path = context.path(operand)
            entry = context.files.stat(path)
            if context.host.user != "root" and owner not in ("", entry.owner):
                context.complain(f"changing ownership of '{operand}': Operation not permitted")
                continue
            found = [inner for inner, _ in context.files.walk(path)] if "R" in options else [path]
            for inner in found:
                context.charge()
                if owner and context.name == "chown":
                    context.files = context.files.chown(inner, owner)
        except FileError as error:
            context.complain(f"cannot access '{operand}': {error.reason}")
    return 0


@command("tee")
def tee(context: CommandContext) -> int:
    """Copy standard input to standard output and to files.

    Usage: tee [-a] [FILE]...
    """
    options = parse_options(context, "ai", "", {"append": "a"})
    data = context.stdin
    context.out(data)
    for operand in options.operands:
        try:
            context.write(operand, data, append="a" in options)
        except FileError as error:
            context.complain(f"{operand}: {error.reason}")
    return 0


@command("truncate")
def truncate(context: CommandContext) -> int:
    """Cut or lengthen files to SIZE bytes.

    Usage: truncate -s SIZE FILE...
    """
    options = parse_options(context, "c", "s", {"size": "s"})
    need_operands(context, options)
    found = re.fullmatch(r"(\d{1,12})([KMG]?)B?", options.get("s", ""))
    if not found:
        raise CommandError(f"Invalid number: '{options.get('s', '')}'")
    size = int(found[1]) * {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}[found[2]]
    if size > 16 * 1024 * 1024:
        raise CommandError("failed to truncate: File too large")
    for operand in options.operands:
        old = context.read(operand) if context.files.exists(context.path(operand)) else b""
        context.write(operand, old[:size] + bytes(max(0, size - len(old))))
    return 0
