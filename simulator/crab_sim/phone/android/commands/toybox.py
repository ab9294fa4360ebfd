"""Differences of Android's file tools (toybox) from GNU's: the long listing, and the wording of errors."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.files import Directory, Entry, File, FileError, Link
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.app import SDCARD
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.permissions import show_mode
from crab_sim.shell.formats.sizes import blocks, human
from crab_sim.shell.lang.streams import Buffer
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import COMMANDS

_REWRITTEN: Final = ("rm", "rmdir", "mkdir", "cp", "mv", "touch", "chmod", "chown", "chgrp", "stat", "ln", "du")
_MESSAGES: Final = (
    (r"((?:cp|mv): )cannot stat '(.*?)': (.*)", r"\1bad '\2': \3"),
    (r"cannot (?:remove|access|statx|stat|touch|read directory) '(.*?)': (.*)", r"\1: \2"),
    (r"cannot create directory ['‘](.*?)['’]: (.*)", r"'\1': \2"),
    (r"failed to remove '(.*?)': (.*)", r"'\1': \2"),
    (r"cannot create .*?'(.*?)': (.*)", r"\1: \2"),
    (r"missing operand.*", "Needs 1 argument"),
)


def _translate(text: str) -> str:
    """Rewords GNU's messages as toybox says them.

    >>> _translate("rm: cannot remove '/x': No such file or directory")
    'rm: /x: No such file or directory'
    """
    for pattern, replacement in _MESSAGES:
        text = re.sub(pattern, replacement, text)
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("Try '"))


def _reworded(context: CommandContext, device: Device) -> int:
    """Runs the common command and reword its errors."""
    shell, said = context.shell, Buffer()
    try:
        with shell.streams(shell.stdin, shell.stdout, said):
            status = COMMANDS[context.name](context)
    except CommandError as error:
        raise CommandError(_translate(error.message).rstrip("\n"), error.status) from None
    finally:
        context.err(_translate(said.value().decode("utf-8", "surrogateescape")))
    return status


tool(*_REWRITTEN)(_reworded)


@tool("echo")
def echo(context: CommandContext, device: Device) -> int:
    """Print the arguments; backslashes mean what they do in C, unless -E is given.

    Usage: echo [-neE] [ARG]...
    """
    options = next((i for i, arg in enumerate(context.args) if not re.fullmatch(r"-[neE]+", arg)), len(context.args))
    if not any("E" in arg for arg in context.args[:options]):
        context.args.insert(0, "-e")
    return COMMANDS["echo"](context)


class _Item(NamedTuple):
    name: str
    path: str
    entry: Entry


@tool("ls")
def ls(context: CommandContext, device: Device) -> int:
    """List files, one name a line; -l with details, -ll with whole times.

    Usage: ls [-1AacdFfghiklmnopRrSstuxZ] [PATH]...
    """
    args = ["-" + arg[1:].replace("ll", "lL") if re.fullmatch(r"-[A-Za-z1]+", arg) else arg for arg in context.args]
    context.args = [arg for arg in args if not arg.startswith("--color")]
    options = parse_options(context, "1AaCcdFfghiklLmnopqRrSstuxZN")
    singles, folders, status = _operands(context, options.operands or ["."], options)
    blocks_of_text = [_listing(context, _sorted(singles, options), options, "")] if singles else []
    titled = len(options.operands) > 1 or "R" in options
    pending = _sorted(folders, options)[::-1]
    while pending:
        folder = pending.pop()
        context.charge()
        inside = _inside(context, folder, options)
        context.charge(len(inside) / 50)
        total = f"total {sum(blocks(item.entry) for item in inside)}\n" if "l" in options else ""
        head = f"{folder.name}:\n" if titled else ""
        blocks_of_text.append(_listing(context, inside, options, head + total))
        if "R" in options:
            base = folder.name.rstrip("/")
            below = [c for c in inside if type(c.entry) is Directory and c.name not in (".", "..")]
            pending += [item._replace(name=f"{base}/{item.name}") for item in reversed(below)]
    context.out("\n".join(blocks_of_text))
    return status


def _operands(
    context: CommandContext, operands: Sequence[str], options: dict[str, str]
) -> tuple[list[_Item], list[_Item], int]:
    """Returns the files and the folders that are to be listed, and the status."""
    singles: list[_Item] = []
    folders: list[_Item] = []
    status = 0
    for operand in operands:
        try:
            path = context.path(operand)
            entry = context.files.lstat(path.rstrip("/") or "/")
            followed = context.files.stat(path) if type(entry) is Link and context.files.exists(path) else entry
            if operand.endswith("/"):
                entry = followed
        except FileError as error:
            context.err(f"ls: {operand}: {error.reason}\n")
            status = 1
            continue
        whole = "d" in options or (type(entry) is Link and "l" in options)
        (folders if type(followed) is Directory and not whole else singles).append(_Item(operand, path, entry))
    return singles, folders, status


def _inside(context: CommandContext, folder: _Item, options: dict[str, str]) -> list[_Item]:
    base = folder.path.rstrip("/")
    found = []
    if "a" in options:
        here = context.files.stat(folder.path)
        found = [_Item(".", folder.path, here), _Item("..", f"{base}/..", context.files.stat(f"{base}/.."))]
    hidden = "a" in options or "A" in options
    names = [name for name in context.files.list(folder.path) if hidden or not name.startswith(".")]
    found += [_Item(name, f"{base}/{name}", context.files.lstat(f"{base}/{name}")) for name in names]
    return _sorted(found, options)


def _size(entry: Entry) -> int:
    if type(entry) is File:
        return len(entry.data)
    return len(entry.target) if type(entry) is Link else 4096


def _sorted(items: list[_Item], options: dict[str, str]) -> list[_Item]:
    if "f" in options:
        return items
    items = sorted(items, key=lambda item: item.name)
    if "S" in options:
        items.sort(key=lambda item: -_size(item.entry))
    elif "t" in options:
        items.sort(key=lambda item: -item.entry.mtime)
    return items[::-1] if "r" in options else items


def _listing(context: CommandContext, items: Sequence[_Item], options: dict[str, str], head: str) -> str:
    names = [item.name + _suffix(item.entry, options) for item in items]
    if "m" in options:
        return head + (", ".join(names) + "\n" if names else "")
    if not {"l", "n", "o", "g"} & set(options):
        lead = [f"{blocks(item.entry):>4} " if "s" in options else "" for item in items]
        lead = [
            f"u:object_r:{_label(item.path)}:s0 " if "Z" in options else text
            for item, text in zip(items, lead, strict=True)
        ]
        return head + "".join(f"{first}{name}\n" for first, name in zip(lead, names, strict=True))
    rows = [[*_details(context, item, options), name] for item, name in zip(items, names, strict=True)]
    if not rows:
        return head
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    right = (1, len(rows[0]) - 3)
    lines = []
    for row in rows:
        cells = [cell.rjust(widths[i]) if i in right else cell.ljust(widths[i]) for i, cell in enumerate(row[:-1])]
        lines.append(" ".join([*cells, row[-1]]) + "\n")
    return head + "".join(lines)


def _details(context: CommandContext, item: _Item, options: dict[str, str]) -> list[str]:
    entry = item.entry
    links = str(2 + sum(context.files.is_dir(f"{item.path}/{name}") for name in context.files.list(item.path))
                if type(entry) is Directory else 1)  # fmt: skip
    owner, group = entry.owner, "media_rw" if _shared(context, item.path) else entry.owner
    if "n" in options:
        owner = "0" if owner == "root" else "10158"
        group = "1023" if group == "media_rw" else "0" if group == "root" else "10158"
    size = human(_size(entry)) if "h" in options else str(_size(entry))
    moment = time.gmtime(max(0.0, min(entry.mtime, 1e11)))
    when = time.strftime("%Y-%m-%d %H:%M", moment)
    if "L" in options:
        when += time.strftime(":%S", moment) + f".{int(entry.mtime % 1 * 1e9):09d} +0000"
    columns = [show_mode(entry), links, owner, group, size, when]
    if "o" in options:
        del columns[3]
    if "g" in options:
        del columns[2]
    return columns


def _shared(context: CommandContext, path: str) -> bool:
    return f"{context.files.resolve(path, follow=False)}/".startswith(SDCARD + "/")


def _label(path: str) -> str:
    return (
        "fuse"
        if path.startswith(("/sdcard", "/storage"))
        else "system_data_file"
        if path.startswith("/data")
        else "rootfs"
    )


def _suffix(entry: Entry, options: dict[str, str]) -> str:
    target = f" -> {entry.target}" if type(entry) is Link and "l" in options else ""
    if type(entry) is Directory and ("F" in options or "p" in options):
        return "/"
    if "F" in options and not target:
        return "@" if type(entry) is Link else "*" if entry.mode & 0o111 else ""
    return target
