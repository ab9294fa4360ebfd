"""Commands that create, remove and change files."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from crab_sim.files import (
    Directory,
    DirectoryNotEmpty,
    Entry,
    FileError,
    FileNotFound,
    IsADirectory,
    Link,
    NotADirectory,
)
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.dates import parse_date
from crab_sim.shell.formats.permissions import parse_mode
from crab_sim.shell.options import need_operands, parse_options
from crab_sim.shell.registry import command


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
    options = parse_options(context, "p", "", {"parents": "p"})
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
    """Remove files, with -r directories and all in them; with -i each is asked for, with -I many at once.

    Usage: rm [-r] [-f] [-i] [-I] [-d] [-v] FILE...
    """
    names = {"recursive": "r", "force": "f", "verbose": "v", "dir": "d", "no-preserve-root": "N", "preserve-root": "P"}
    options = parse_options(context, "rRfvdiI", "", names)
    recursive = "r" in options or "R" in options
    last = _last_of(context.args, "fiI")  # the last one counts
    force = last == "f"
    if not force:
        need_operands(context, options)
    if last == "I" and (recursive or len(options.operands) > 3):
        count = len(options.operands)
        question = f"remove {count} argument{'s' if count > 1 else ''}{' recursively' if recursive else ''}? "
        if not _agreed(context, question):
            return 0
    for operand in options.operands:
        context.charge()
        try:
            _check_removal(context, operand, recursive=recursive, empty_directories="d" in options)
            if last == "i":
                _remove_asked(context, operand, "v" in options)
                continue
            context.files = context.files.remove(context.path(operand), recursive, mtime=context.time())
            if "v" in options:
                context.line(f"removed '{operand}'")
        except FileNotFound as missing:
            if not force:
                context.complain(f"cannot remove '{operand}': {missing.reason}")
        except FileError as error:
            context.complain(f"cannot remove '{operand}': {error.reason}")
        except CommandError as refused:
            context.complain(refused.message)
    return 0


def _last_of(args: Iterable[str], letters: str) -> str:
    """Returns the last of some letters among the options, empty if there is none."""
    words = itertools.takewhile(lambda arg: arg != "--", args)
    given = "".join(["f" if word == "--force" else word for word in words if re.match("--force$|-[^-]", word)])
    return next((letter for letter in reversed(given) if letter in letters), "")


def _agreed(context: CommandContext, question: str) -> bool:
    """Asks, and returns whether the next line of the input begins with a yes; at its end nobody has agreed."""
    context.err(f"{context.name}: {question}")
    return context.shell.stdin.readline()[:1] in (b"y", b"Y")


def _remove_asked(context: CommandContext, operand: str, verbose: bool) -> None:
    """Removes an entry, and before it what is in it, as far as each is agreed to."""
    context.charge()
    path = context.path(operand).rstrip("/")
    entry = context.files.lstat(path)
    kind = "symbolic link" if type(entry) is Link else "regular file" if getattr(entry, "data", b"") else (
        "directory" if type(entry) is Directory else "regular empty file")  # fmt: skip
    inside = context.files.list(path) if type(entry) is Directory else ()
    if inside:
        if not _agreed(context, f"descend into directory '{operand}'? "):
            return
        for name in inside:
            _remove_asked(context, f"{operand.rstrip('/')}/{name}", verbose)
    if not _agreed(context, f"remove {kind} '{operand}'? "):
        return
    context.files = context.files.remove(path, mtime=context.time())
    if verbose:
        context.line(f"removed {'directory ' if kind == 'directory' else ''}'{operand}'")


def _check_removal(context: CommandContext, operand: str, *, recursive: bool, empty_directories: bool) -> None:
    """Checks that an operand may be removed.

    Args:
        context: the context of the command.
        operand: the file or directory.
        recursive: whether directories may be removed with all in them.
        empty_directories: whether empty directories may be removed.

    Raises:
        CommandError: it is a place that is never removed; the message says which.
        FileError: it isn't there, is a directory, or the user may not remove it.
    """
    path = context.path(operand)
    if operand.rstrip("/").rpartition("/")[2] in (".", ".."):
        raise CommandError(f"refusing to remove '.' or '..' directory: skipping '{operand}'")
    if path == "/":
        raise CommandError("it is dangerous to operate recursively on '/'")
    entry = context.files.lstat(path)
    if type(entry) is Directory and not recursive and not empty_directories:
        raise IsADirectory(path)
    if type(entry) is Directory and not recursive and context.files.list(path):
        raise DirectoryNotEmpty(path)
    context.check_parent(path)
    if type(entry) is Directory and recursive:
        for inner, item in context.files.walk(path):
            if type(item) is Directory and context.files.list(inner):
                context.check(inner, "w")


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


@command("chmod")
def chmod(context: CommandContext) -> int:
    """Change permissions: MODE is octal (755) or symbolic (u+x,go-w).

    Usage: chmod [-R] MODE FILE...
    """
    args = context.args
    symbolic = next((i for i, arg in enumerate(args) if re.fullmatch(r"-[rwxXst]+", arg)), None)
    if symbolic is not None:  # chmod -x file: the mode looks like an option
        args.insert(symbolic, "--")
    options = parse_options(context, "Rf", "", {"recursive": "R"})
    need_operands(context, options, 2)
    mode = options.operands[0]
    for operand in options.operands[1:]:
        try:
            path = context.path(operand)
            context.files.stat(path)
            entries: Iterable[tuple[str, Entry]] = (
                list(context.files.walk(path)) if "R" in options else [(path, context.files.stat(path))]
            )
            for changed_path, entry in entries:
                context.charge()
                if context.host.user not in ("root", entry.owner):
                    context.complain(f"changing permissions of '{operand}': Operation not permitted")
                    break
                changed = parse_mode(mode, entry.mode, directory=type(entry) is Directory)
                context.files = context.files.chmod(changed_path, changed)
        except FileError as error:
            context.complain(f"cannot access '{operand}': {error.reason}")
    return 0


@command("chown", "chgrp")
def chown(context: CommandContext) -> int:
    """Change the owner of files; only root may.

    Usage: chown [-R] OWNER[:GROUP] FILE...
    """
    options = parse_options(context, "R", "", {"recursive": "R"})
    need_operands(context, options, 2)
    owner = options.operands[0].partition(":")[0]
    for operand in options.operands[1:]:
        try:
            path = context.path(operand)
            entry = context.files.stat(path)
            if context.host.user != "root" and owner not in ("", entry.owner):
                context.complain(f"changing ownership of '{operand}': Operation not permitted")
                continue
            paths = [inner for inner, _ in context.files.walk(path)] if "R" in options else [path]
            for inner in paths:
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
    match = re.fullmatch(r"(\d{1,12})([KMG]?)B?", options.get("s", ""))
    if not match:
        raise CommandError(f"Invalid number: '{options.get('s', '')}'")
    size = int(match[1]) * {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}[match[2]]
    if size > 16 * 1024 * 1024:
        raise CommandError("failed to truncate: File too large")
    for operand in options.operands:
        if "c" in options and not context.files.exists(context.path(operand)):
            continue
        old = context.read(operand) if context.files.exists(context.path(operand)) else b""
        context.write(operand, old[:size] + bytes(max(0, size - len(old))))
    return 0
