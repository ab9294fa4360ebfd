"""``ls``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_sim.files import Directory, Entry, File, FileError, Link
from crab_sim.shell.context import CommandContext
from crab_sim.shell.formats.dates import show_time
from crab_sim.shell.formats.permissions import show_mode
from crab_sim.shell.formats.sizes import blocks, human
from crab_sim.shell.options import Options, parse_options
from crab_sim.shell.registry import command

_LONG = {
    "all": "a", "almost-all": "A", "human-readable": "h", "reverse": "r", "recursive": "R", "directory": "d",
    "color": "G", "classify": "F", "size": "s", "full-time": "l",
}  # fmt: skip


class _Item(NamedTuple):
    """A listed entry: its name as shown, its absolute path, and the entry."""

    name: str
    path: str
    entry: Entry


@command("ls", "dir", "ll")
def ls(context: CommandContext) -> int:
    """List directories, one name a line; -l with details, -a with hidden names, -R with all below.

    Usage: ls [-aAdFhlRrStX1] [PATH]...
    """
    options = parse_options(context, "alA1RhtrSdFpiCcunosgGmxXUkqN", "w", _LONG, status=2)
    if context.name == "ll":
        options["l"] = ""
    operands = options.operands or ["."]
    singles: list[_Item] = []
    directories: list[_Item] = []
    status = 0
    for operand in operands:
        try:
            path = context.path(operand)
            entry = context.files.lstat(path)
            followed = context.files.stat(path) if type(entry) is Link and context.files.exists(path) else entry
        except FileError as error:
            context.complain(f"cannot access '{operand}': {error.reason}")
            status = 2
            continue
        if type(followed) is Directory and "d" not in options and not (type(entry) is Link and "l" in options):
            directories.append(_Item(operand, path, followed))
        else:
            singles.append(_Item(operand, path, entry))
    blocks_of_text: list[list[str]] = []
    if singles:
        blocks_of_text.append(_lines(context, _order(singles, options), options))
    titled = len(operands) > 1 or "R" in options
    for item in _order(directories, options):
        status = max(status, _directory(context, item, options, titled, blocks_of_text))
    context.out("\n".join("".join(f"{line}\n" for line in block) for block in blocks_of_text))
    return status


def _directory(
    context: CommandContext, item: _Item, options: Options, titled: bool, blocks_of_text: list[list[str]]
) -> int:
    """Adds the listing of a directory, with -R also of those below it."""
    status = 0
    pending = [item]
    while pending:
        current = pending.pop()
        context.charge()
        if not context.files.allows(current.path, context.host.user, "r"):
            context.complain(f"cannot open directory '{current.name}': Permission denied")
            status = 2
            continue
        inside = _inside(context, current, options)
        context.charge(len(inside) / 50)
        lines = [f"{current.name}:"] if titled else []
        if "l" in options or "s" in options:
            lines.append(f"total {sum(blocks(child.entry) for child in inside)}")
        lines += _lines(context, inside, options)
        blocks_of_text.append(lines)
        if "R" in options:
            below = [c for c in inside if type(c.entry) is Directory and c.name not in (".", "..")]
            base = current.name.rstrip("/")
            pending += [_Item(f"{base}/{child.name}", child.path, child.entry) for child in below[::-1]]
    return status


def _inside(context: CommandContext, item: _Item, options: Options) -> list[_Item]:
    base = item.path.rstrip("/")
    items = []
    if "a" in options:
        items = [_Item(".", item.path, item.entry), _Item("..", f"{base}/..", context.files.stat(f"{base}/.."))]
    hidden = "a" in options or "A" in options
    names = [name for name in context.files.list(item.path) if hidden or not name.startswith(".")]
    items += [_Item(name, f"{base}/{name}", context.files.lstat(f"{base}/{name}")) for name in names]
    return _order(items, options)


def _size(entry: Entry) -> int:
    if type(entry) is File:
        return len(entry.data)
    return 4096 if type(entry) is Directory else len(entry.target) if type(entry) is Link else 0


def _order(items: Sequence[_Item], options: Options) -> list[_Item]:
    ordered = sorted(items, key=lambda item: item.name)
    if "U" in options:
        return list(items)
    if "X" in options:
        ordered.sort(key=lambda item: item.name.rpartition(".")[2] if "." in item.name else "")
    elif "S" in options:
        ordered.sort(key=lambda item: -_size(item.entry))
    elif "t" in options:
        ordered.sort(key=lambda item: -item.entry.mtime)
    return ordered[::-1] if "r" in options else ordered


def _lines(context: CommandContext, items: Sequence[_Item], options: Options) -> list[str]:
    names = [item.name + _suffix(item.entry, options) for item in items]
    if "m" in options:
        return [", ".join(names)] if names else []
    if not {"l", "n", "o", "g"} & set(options):
        if "s" in options:
            return [f"{blocks(item.entry)} {name}" for item, name in zip(items, names, strict=True)]
        return names
    now = context.time()
    rows = []
    for item, name in zip(items, names, strict=True):
        entry = item.entry
        links = "2" if type(entry) is Directory else "1"
        owner = ("0" if entry.owner == "root" else "1000") if "n" in options else entry.owner
        size = human(_size(entry)) if "h" in options else str(_size(entry))
        target = f" -> {entry.target}" if type(entry) is Link else ""
        columns = [show_mode(entry), links, owner, owner, size, show_time(entry.mtime, now), name + target]
        if "g" in options:
            del columns[2]
        if "o" in options:
            del columns[3]
        rows.append(columns)
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    right = {1, len(rows[0]) - 3}  # the number of links and the size
    lines = []
    for row in rows:
        cells = [
            cell.rjust(w) if i in right else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        cells[-1] = row[-1]
        lines.append(" ".join(cells))
    return lines


def _suffix(entry: Entry, options: Options) -> str:
    if type(entry) is Directory:
        return "/" if "F" in options or "p" in options else ""
    if "F" not in options:
        return ""
    return "@" if type(entry) is Link else "*" if entry.mode & 0o111 else ""
