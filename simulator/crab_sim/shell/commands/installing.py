"""``install`` and ``mktemp``."""

from __future__ import annotations

from typing import Final

from crab_sim.files import Directory, FileError, FileExists, NotADirectory
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.permissions import parse_mode
from crab_sim.shell.options import Options, parse_options
from crab_sim.shell.registry import command

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_ATTEMPTS: Final = 100


@command("install")
def install(context: CommandContext) -> int:
    """Copy files with a mode, 755 unless another is given, or make directories.

    Usage: install [-D] [-T] [-p] [-v] [-m MODE] SOURCE TARGET | install [-t DIR] SOURCE... | install -d DIR...
    """
    names = {"mode": "m", "directory": "d", "target-directory": "t", "verbose": "v", "preserve-timestamps": "p",
             "no-target-directory": "T"}  # fmt: skip
    options = parse_options(context, "cdDTvp", "mt", names)
    hint = f"\nTry '{context.name} --help' for more information."
    operands = options.operands
    if not operands:
        raise CommandError(f"missing file operand{hint}")
    try:
        mode = parse_mode(options.get("m", "755"), 0, directory="d" in options)
    except CommandError:
        raise CommandError(f"invalid mode ‘{options['m']}’") from None
    if "d" in options:
        for operand in operands:
            _directories(context, options, operand, mode)
        return 0
    for source, target, shown in _pairs(context, options, operands, hint):
        context.charge()
        try:
            _install(context, options, (source, target, shown), mode)
        except FileError as error:
            context.complain(f"cannot create regular file '{shown}': {error.reason}")
    return 0


def _pairs(context: CommandContext, options: Options, operands: list[str], hint: str) -> list[tuple[str, str, str]]:
    """Returns sources, the paths of their copies, and how these are shown.

    Args:
        context: the context of the command.
        options: its options.
        operands: its operands.
        hint: what a usage error ends with.

    Raises:
        CommandError: an operand is missing, or the target is no directory but has to be one.
    """
    folder = options.get("t")
    if folder is None:
        if len(operands) == 1:
            raise CommandError(f"missing destination file operand after '{operands[0]}'{hint}")
        if "T" in options and len(operands) > 2:
            raise CommandError(f"extra operand '{operands[2]}'{hint}")
        target = operands[-1]
        if "T" in options or (len(operands) == 2 and not context.files.is_dir(context.path(target))):
            return [(operands[0], context.path(target), target)]
        operands, folder, verb = operands[:-1], target, "target"
    else:
        verb = "failed to access"
        if "D" in options and not context.files.exists(context.path(folder)):
            _directories(context, options, folder, 0o755)
    if not context.files.is_dir(context.path(folder)):
        reason = "Not a directory" if context.files.exists(context.path(folder)) else "No such file or directory"
        raise CommandError(f"{verb} '{folder}': {reason}")
    shown = [f"{folder.rstrip('/')}/{each.rstrip('/').rpartition('/')[2]}" for each in operands]
    return [(source, context.path(each), each) for source, each in zip(operands, shown, strict=True)]


def _directories(context: CommandContext, options: Options, operand: str, mode: int) -> None:
    """Makes a directory and those above it, which have the usual mode."""
    made = ""
    for part in operand.rstrip("/").split("/"):
        made = f"{made}/{part}" if made or operand.startswith("/") else part
        path = context.path(made or "/")
        context.charge()
        if context.files.is_dir(path):
            continue
        try:
            if not context.files.exists(path):
                context.check_parent(path)
            context.files = context.files.mkdir(path, context.time(), owner=context.host.user)
        except FileError as error:
            context.complain(f"cannot create directory ‘{made}’: {error.reason}")
            return
        if "v" in options:
            context.line(f"install: creating directory '{made}'")
    if "d" in options:
        try:
            context.files = context.files.chmod(_owned(context, operand), mode)
        except FileError as error:
            context.complain(f"cannot change permissions of ‘{operand}’: {error.reason}")


def _owned(context: CommandContext, operand: str) -> str:
    """Returns the path of an entry whose permissions the user may change."""
    path = context.path(operand)
    if context.host.user not in ("root", context.files.stat(path).owner):
        raise _NotPermitted(path)
    return path


class _NotPermitted(FileError):
    """The entry belongs to another user."""

    reason = "Operation not permitted"


def _install(context: CommandContext, options: Options, pair: tuple[str, str, str], mode: int) -> None:
    """Copies one file, in place of one that is there.

    Args:
        context: the context of the command.
        options: its options.
        pair: the source, the path of the copy, and how that is shown.
        mode: the copy's mode.

    Raises:
        FileError: the copy can't be written.
    """
    source, target, shown = pair
    try:
        origin = context.path(source)
        entry = context.files.stat(origin)
    except FileError as error:
        context.complain(f"cannot stat '{source}': {error.reason}")
        return
    if isinstance(entry, Directory):
        context.complain(f"omitting directory '{source}'")
        return
    if context.files.is_dir(target):
        context.complain(f"cannot overwrite directory '{shown}' with non-directory")
        return
    if shown.endswith("/"):
        raise NotADirectory(target)
    if context.files.exists(target) and context.files.resolve(origin) == context.files.resolve(target):
        context.complain(f"'{source}' and '{shown}' are the same file")
        return
    try:
        data = context.read(source)
    except FileError as error:
        context.complain(f"cannot open '{source}' for reading: {error.reason}")
        return
    if "D" in options and "/" in shown and "t" not in options:
        _directories(context, Options({key: "" for key in options if key == "v"}), shown.rpartition("/")[0], 0o755)
    context.check_parent(target)
    try:
        context.files.lstat(target)
    except FileError:
        pass
    else:
        context.files = context.files.remove(target, mtime=context.time())
        if "v" in options:
            context.line(f"removed '{shown}'")
    context.write(shown, data)
    when = entry.mtime if "p" in options else context.time()
    context.files = context.files.chmod(target, mode).touch(target, when)
    if "v" in options:
        context.line(f"'{source}' -> '{shown}'")


@command("mktemp")
def mktemp(context: CommandContext) -> int:
    """Make a file or directory with a name that is new, and print it; each X at the end of TEMPLATE is drawn.

    Usage: mktemp [-d] [-u] [-q] [-p DIR] [-t] [--suffix=SUFFIX] [TEMPLATE]
    """
    context.args = ["--tmpdir=" if word == "--tmpdir" else word for word in context.args]  # its value is optional
    names = {"directory": "d", "dry-run": "u", "quiet": "q", "suffix": "+", "tmpdir": "p"}
    options = parse_options(context, "duqt", "p+", names)
    if len(options.operands) > 1:
        raise CommandError(f"too many templates\nTry '{context.name} --help' for more information.")
    head, drawn, tail = _template(context, options)
    name = ""
    for _ in range(_ATTEMPTS):
        context.charge()
        letters = [_LETTERS[context.shell.random() % len(_LETTERS)] for _ in range(drawn)]
        name = f"{head}{''.join(letters)}{tail}"
        if not context.files.exists(context.path(name)):
            break
    try:
        if "u" not in options:
            _make(context, name, folder="d" in options)
    except FileError as error:
        if "q" in options:
            return 1
        kind = "directory" if "d" in options else "file"
        shown = f"{head}{'X' * drawn}{tail}"
        raise CommandError(f"failed to create {kind} via template ‘{shown}’: {error.reason}") from None
    context.line(name)
    return 0


def _template(context: CommandContext, options: Options) -> tuple[str, int, str]:
    """Returns what a name begins with, how many letters are drawn for it, and what it ends with.

    Raises:
        CommandError: the template or the suffix can't be used.
    """
    template = options.operands[0] if options.operands else "tmp.XXXXXXXXXX"
    stem, suffix = template, options.get("+")
    if suffix is None:
        stem = template[: template.rfind("X") + 1] or template
        suffix = template[len(stem) :]
    elif not template.endswith("X"):
        raise CommandError(f"with --suffix, template ‘{template}’ must end in X")
    if "/" in suffix:
        raise CommandError(f"invalid suffix ‘{suffix}’, contains directory separator")
    drawn = min(len(stem) - len(stem.rstrip("X")), 250)
    if drawn < 3:
        raise CommandError(f"too few X's in template ‘{stem}{suffix}’")
    if options.operands and not {"t", "p"} & set(options):
        return stem[:-drawn], drawn, suffix
    folder = context.env.get("TMPDIR") or "/tmp"
    if "t" in options:
        if "/" in stem:
            raise CommandError(f"invalid template, ‘{template}’, contains directory separator")
        folder = folder if context.env.get("TMPDIR") else options.get("p") or folder
    else:
        if stem.startswith("/"):
            raise CommandError(f"invalid template, ‘{template}’; with --tmpdir, it may not be absolute")
        folder = options.get("p") or folder
    return f"{folder.rstrip('/')}/{stem[:-drawn]}", drawn, suffix


def _make(context: CommandContext, name: str, *, folder: bool) -> None:
    """Makes a file or directory that only the user may enter.

    Raises:
        FileError: it can't be made.
    """
    path = context.path(name)
    if context.files.exists(path):
        raise FileExists(path)
    context.check_parent(path)
    if folder:
        context.files = context.files.mkdir(path, context.time(), owner=context.host.user).chmod(path, 0o700)
    else:
        context.write(name, b"")
        context.files = context.files.chmod(path, 0o600)
