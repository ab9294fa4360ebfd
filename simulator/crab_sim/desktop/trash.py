"""The desktop's trash, and the command ``gio trash``; no other subcommand of ``gio`` is simulated.

* `move_to_trash` - moves a file or folder there, with a note of its original place.
* `gio` - the command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_sim.desktop.widgets import TRASH, TRASH_INFO, split_name, trash_info
from crab_sim.files import FileError, Files

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

__all__ = ["gio", "move_to_trash"]

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


def gio(context: CommandContext) -> int:
    """Move files to the trash.

    Usage: gio trash [-f] FILE...
    """
    arguments = context.args
    if not arguments or arguments[0] != "trash":
        given = f"gio {arguments[0]}" if arguments else "gio"
        context.err(f"{given}: only 'gio trash' is simulated on this desktop\n")
        return 1
    force = any(argument in ("-f", "--force") for argument in arguments[1:])
    options = [one for one in arguments[1:] if one.startswith("-") and one not in ("-f", "--force", "--")]
    if options:
        context.err(f"gio trash: the option {options[0]} isn't simulated on this desktop\n")
        return 1
    paths = [one for one in arguments[1:] if not one.startswith("-")]
    if not paths:
        context.err(f"gio: No locations given\n\n{_USAGE}")
        return 1
    code = 0
    for given in paths:
        path = context.path(given)
        try:
            context.check_parent(path)
            context.files = move_to_trash(context.files, path, context.time())
        except FileError as error:
            if not force:
                context.err(f"gio: file://{path}: Error trashing file {path}: {error.reason}\n")
                code = 1
    return code
