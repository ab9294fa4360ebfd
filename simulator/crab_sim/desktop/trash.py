"""The desktop's trash, and the command ``gio trash``; no other subcommand of ``gio`` is simulated.

* `move_to_trash` - moves a file or folder there, with a note of its original place; `origin` reads that.
* `emptied` - the files without those in the trash.
* `gio` - the command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from crab_sim.desktop.widgets import TRASH, TRASH_INFO, split_name, trash_info
from crab_sim.files import FileError, Files

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

__all__ = ["emptied", "gio", "move_to_trash", "origin"]

_USAGE = "Usage:\n  gio trash [OPTION…] [LOCATION...]\n\nMove/Restore files or directories to the trash.\n"


def move_to_trash(files: Files, path: str, now: float) -> Files:
    """Returns the files with one of them, or a folder, moved to the trash.

    Args:
        files: The files.
        path: The path of the file or folder.
        now: The time of the deletion, in seconds since 1970.

    Raises:
        FileError: There is no such file, or it can't be moved.
    """
    files = files.mkdir(TRASH, now, parents=True).mkdir(TRASH_INFO, now, parents=True)
    stem, extension = split_name(path.rpartition("/")[2], files.is_dir(path))
    name, number = stem + extension, 2
    while files.exists(f"{TRASH}/{name}"):
        name, number = f"{stem}.{number}{extension}", number + 1
    files = files.move(path, f"{TRASH}/{name}", mtime=now)
    return files.write(f"{TRASH_INFO}/{name}.trashinfo", trash_info(path, now), now)


def emptied(files: Files) -> Files:
    """Returns the files without those in the trash, and without the notes about them."""
    for folder in (TRASH, TRASH_INFO):
        for name in files.list(folder) if files.is_dir(folder) else ():
            files = files.remove(f"{folder}/{name}", recursive=True)
    return files


def origin(files: Files, name: str) -> str:
    """Returns the path that something in the trash came from; ``""`` where nobody knows."""
    info = f"{TRASH_INFO}/{name}.trashinfo"
    if files.is_file(info):
        for line in files.read(info).decode("utf-8", "replace").splitlines():
            if line.startswith("Path=/"):
                return line[5:]
    return ""


def gio(context: CommandContext) -> int:
    """Move files to the trash, list what is there, put it back, or delete it.

    Usage: gio trash [-f] FILE... | --list | --restore [-f] trash:///NAME... | --empty
    """
    arguments = context.args
    if not arguments or arguments[0] != "trash":
        given = f"gio {arguments[0]}" if arguments else "gio"
        context.err(f"{given}: only 'gio trash' is simulated on this desktop\n")
        return 1
    options = {one for one in arguments[1:] if one.startswith("-") and one != "--"}
    locations = [one for one in arguments[1:] if not one.startswith("-")]
    if unknown := sorted(options - {"-f", "--force", "--list", "--restore", "--empty"}):
        context.err(f"gio: Unknown option {unknown[0]}\n\n{_USAGE}")
        return 1
    if "--list" in options:
        return _list(context)
    if "--empty" in options:
        context.files = emptied(context.files)
        return 0
    if not locations:
        context.err(f"gio: No locations given\n\n{_USAGE}")
        return 1
    force = not options.isdisjoint(("-f", "--force"))
    handle = _restore if "--restore" in options else _throw
    return max([handle(context, location, force) for location in locations])


def _throw(context: CommandContext, location: str, force: bool) -> int:
    path = context.path(location)
    try:
        context.check_parent(path)
        context.files = move_to_trash(context.files, path, context.time())
    except FileError as error:
        if not force:
            context.err(f"gio: file://{path}: Error trashing file {path}: {error.reason}\n")
            return 1
    return 0


def _names(files: Files) -> list[str]:
    return list(files.list(TRASH)) if files.is_dir(TRASH) else []


def _list(context: CommandContext) -> int:
    for name in _names(context.files):
        context.out(f"trash:///{quote(name)}\t{origin(context.files, name)}\n")
    return 0


def _restore(context: CommandContext, location: str, force: bool) -> int:
    """Puts something back; where its place is taken, only by force."""
    name = unquote(location.removeprefix("trash:///"))
    files = context.files
    if not location.startswith("trash:///"):
        context.err(f"gio: {location}: Location given doesn't start with trash:///\n")
        return 1
    path = origin(files, name) if name in _names(files) else ""
    if not path:
        context.err(f"gio: {location}: Unable to find original path\n")
        return 1
    try:
        if files.exists(path) and force:
            files = files.remove(path, recursive=True)
        if files.exists(path):
            context.err(f"gio: {location}: Unable to move file to its original location: Target file exists\n")
            return 1
        files = files.mkdir(path.rpartition("/")[0] or "/", context.time(), parents=True)
        files = files.move(f"{TRASH}/{name}", path, mtime=context.time())
        context.files = files.remove(f"{TRASH_INFO}/{name}.trashinfo")
    except FileError as error:
        context.err(f"gio: {location}: Unable to move file to its original location: {error.reason}\n")
        return 1
    return 0
