"""Saving files for applications, with the reason where a file can't be saved."""

from __future__ import annotations

from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = ["free_path", "readable", "save_file"]

_USER = "user"


def save_file(context: Context, path: str, data: bytes, parents: bool = False) -> str:
    """Writes a file as the user.

    Args:
        context: The window's context.
        path: Its path.
        data: Its content.
        parents: Whether missing folders are made.

    Returns:
        Why it can't be written, a sentence; ``""`` if it is written.
    """
    files: Files = context.get(FILES)
    folder = path.rpartition("/")[0] or "/"
    now = context.machine.now
    try:
        if parents and not files.exists(folder):
            files = files.mkdir(folder, now, parents=True)
        if not files.is_dir(folder):
            return f"The folder {folder} does not exist."
        if not files.allows(path if files.exists(path) else folder, _USER, "w"):
            return "You do not have the permissions necessary to save the file."
        context.put(FILES, files.write(path, data, now))
    except FileError as error:
        return f"{error.reason}."
    return ""


def readable(files: Files, path: str) -> bytes | None:
    """Returns a file's content, None if there is no such file or the user may not read it."""
    if not path or not files.is_file(path) or not files.allows(path, _USER, "r"):
        return None
    return files.read(path)


def free_path(files: Files, folder: str, stem: str, extension: str, joint: str = "-") -> str:
    """Returns a path that no file has yet: a name, if need be with a number before its extension.

    Args:
        files: The files.
        folder: The folder.
        stem: The name without its extension.
        extension: The extension, with its dot.
        joint: The text between name and number.
    """
    path, number = f"{folder}/{stem}{extension}", 1
    while files.exists(path):
        path, number = f"{folder}/{stem}{joint}{number}{extension}", number + 1
    return path
