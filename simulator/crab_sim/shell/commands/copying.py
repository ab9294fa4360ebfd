"""``cp``, ``mv`` and ``ln``."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.files import Directory, File, FileError, FileNotFound, normalise
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import Options, parse_options
from crab_sim.shell.registry import command


class _Place(NamedTuple):
    """An absolute path, and the same as messages show it."""

    path: str
    shown: str


def _destination(context: CommandContext, target: str, source: str, whole: bool = False) -> _Place:
    """Returns the place that `source` gets at `target`, in it if that is a directory and not meant as a whole."""
    path = context.path(target)
    if whole or not context.files.is_dir(path):
        return _Place(path, target)
    if context.name == "cp" and source.rstrip("/").rpartition("/")[2] in (".", ".."):
        return _Place(path, target)  # the entries of that directory, not the directory
    name = normalise(source, context.cwd).rpartition("/")[2]
    shown = f"{target.rstrip('/')}/{name}" if target != "/" else f"/{name}"
    return _Place(normalise(f"{path}/{name}"), shown)


def _targets(context: CommandContext, options: Options) -> tuple[list[str], str]:
    """Splits operands into sources and target.

    Raises:
        CommandError: an operand is missing, or several sources go to something that is no directory.
    """
    operands, directory = options.operands, options.get("t")
    if directory is not None:
        operands = [*operands, directory]
    if not operands:
        raise CommandError(f"missing file operand\nTry '{context.name} --help' for more information.")
    if len(operands) == 1:
        raise CommandError(
            f"missing destination file operand after '{operands[0]}'\nTry '{context.name} --help' for more information."
        )
    sources, target = operands[:-1], operands[-1]
    if "T" in options:
        if len(sources) > 1:
            raise CommandError(f"extra operand '{operands[2]}'\nTry '{context.name} --help' for more information.")
        return sources, target
    if (len(sources) > 1 or directory is not None) and not context.files.is_dir(context.path(target)):
        reason = "Not a directory" if context.files.exists(context.path(target)) else "No such file or directory"
        raise CommandError(f"target '{target}': {reason}")
    return sources, target


@command("cp")
def cp(context: CommandContext) -> int:
    """Copy files, with -r directories.

    Usage: cp [-r] [-a] [-p] [-n] [-v] [-t DIR] SOURCE... TARGET
    """
    names = {"recursive": "r", "archive": "a", "no-clobber": "n", "verbose": "v", "target-directory": "t", "force": "f",
             "preserve": "p", "update": "u", "no-target-directory": "T"}  # fmt: skip
    options = parse_options(context, "rRapfnvudT", "t", names)
    sources, target = _targets(context, options)
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
            goal = _destination(context, target, source, "T" in options)
            if _skip(context, options, path, goal.path):
                continue
            _copy(context, _Place(path, source), goal, recursive=recursive, keep=keep)
            if "v" in options:
                context.line(f"'{source}' -> '{goal.shown}'")
        except FileNotFound as missing:
            if context.files.exists(context.path(source)):
                kind = "directory" if context.files.is_dir(context.path(source)) else "regular file"
                context.complain(f"cannot create {kind} '{target}': {missing.reason}")
            else:
                context.complain(f"cannot stat '{source}': {missing.reason}")
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


def _copy(context: CommandContext, source: _Place, goal: _Place, *, recursive: bool, keep: bool) -> None:
    """Copies one source, or complains.

    Args:
        context: the context of the command.
        source: the source.
        goal: the path of the copy.
        recursive: copy directories too.
        keep: keep the modification times.
    """
    files = context.files
    origin, target = files.resolve(source.path), files.resolve(goal.path)
    if origin == target:
        context.complain(f"'{source.shown}' and '{goal.shown}' are the same file")
        return
    if files.is_dir(origin) and target.startswith(origin.rstrip("/") + "/"):
        context.complain(f"cannot copy a directory, '{source.shown}', into itself, '{goal.shown}'")
        return
    if files.is_dir(origin) and files.is_file(goal.path):
        context.complain(f"cannot overwrite non-directory '{goal.shown}' with directory '{source.shown}'")
        return
    if files.is_dir(goal.path) and not files.is_dir(origin):
        context.complain(f"cannot overwrite directory '{goal.shown}' with non-directory")
        return
    if files.exists(goal.path):
        context.check(goal.path, "w")
    else:
        context.check_parent(goal.path)
    size = sum(len(entry.data) + 256 for _, entry in files.walk(origin) if type(entry) is File)
    context.charge(size / 4096)
    mtime = None if keep else context.time()
    context.files = files.copy(origin, goal.path, recursive, mtime=mtime, owner=context.host.user)


@command("mv")
def mv(context: CommandContext) -> int:
    """Move or rename files and directories.

    Usage: mv [-n] [-f] [-v] [-t DIR] SOURCE... TARGET
    """
    names = {"no-clobber": "n", "verbose": "v", "force": "f", "target-directory": "t", "update": "u",
             "no-target-directory": "T"}  # fmt: skip
    options = parse_options(context, "nfvuT", "t", names)
    sources, target = _targets(context, options)
    for source in sources:
        context.charge()
        try:
            path = context.path(source)
            context.files.lstat(path.rstrip("/"))
        except FileError as error:
            context.complain(f"cannot stat '{source}': {error.reason}")
            continue
        goal, shown = _destination(context, target, source, "T" in options)
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


@command("ln")
def ln(context: CommandContext) -> int:
    """Make a symbolic link to TARGET; without -s it fails, as this file system has no hard links.

    Usage: ln -s [-f] TARGET [NAME], or ln -s [-f] TARGET... DIRECTORY
    """
    options = parse_options(context, "sfn", "", {"symbolic": "s", "force": "f", "no-dereference": "n"})
    if not options.operands:
        raise CommandError(f"missing file operand\nTry '{context.name} --help' for more information.")
    if len(options.operands) > 2:
        targets, name = _targets(context, options)
    else:
        targets = options.operands[:1]
        name = options.operands[1] if len(options.operands) == 2 else targets[0].rstrip("/").rpartition("/")[2]
    for target in targets:
        _link(context, target, name, symbolic="s" in options, force="f" in options)
    return 0


def _link(context: CommandContext, target: str, name: str, *, symbolic: bool, force: bool) -> None:
    goal, shown = _destination(context, name, target)
    if not symbolic:
        context.complain(f"failed to create hard link '{shown}' => '{target}': Operation not permitted")
        return
    try:
        context.check_parent(goal)
        if force and goal != context.path(target):
            try:
                context.files = context.files.remove(goal)
            except FileNotFound:
                pass
        context.files = context.files.link(goal, target, context.time(), owner=context.host.user)
    except FileError as error:
        context.complain(f"failed to create symbolic link '{shown}': {error.reason}")
