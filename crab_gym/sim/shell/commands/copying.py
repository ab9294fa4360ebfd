"""``cp``, ``mv`` and ``ln``."""

from __future__ import annotations

from crab_gym.sim.files import Directory, File, FileError, FileExists, FileNotFound, normalise
from crab_gym.sim.shell.context import CommandContext
from crab_gym.sim.shell.errors import CommandError
from crab_gym.sim.shell.options import parse_options
from crab_gym.sim.shell.registry import command


def _into(context: CommandContext, target: str, source: str) -> tuple[str, str]:
    """Returns the path that `source` gets at `target`, which may be a directory, and that path as messages show it."""
    path = context.path(target)
    if not context.files.is_dir(path):
        return path, target
    if context.name == "cp" and source.rstrip("/").rpartition("/")[2] in (".", ".."):
        return path, target  # the entries of that directory, not the directory
    name = normalise(source, context.cwd).rpartition("/")[2]
    shown = f"{target.rstrip('/')}/{name}" if target != "/" else f"/{name}"
    return normalise(f"{path}/{name}"), shown


def _targets(context: CommandContext, operands: list[str], directory: str | None, kind: str) -> tuple[list[str], str]:
    """Splits operands into sources and target.

    Raises:
        CommandError: an operand is missing, or several sources go to something that is no directory.
    """
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
