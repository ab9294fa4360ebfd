"""Entries of a virtual file system and the paths that name them. Import them from `crab_sim.files`."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from crab_sim.files.errors import InvalidName, NameTooLong

__all__ = [
    "MAX_DEPTH",
    "MAX_NAME",
    "MAX_PATH",
    "Directory",
    "Entry",
    "File",
    "Link",
    "check_path",
    "entry_size",
    "grants",
    "normalise",
]

MAX_NAME: Final = 255
"""Maximum bytes of a name."""
MAX_PATH: Final = 4096
"""Maximum bytes of a path."""
MAX_DEPTH: Final = 256
"""Maximum nesting of directories; Linux has no such limit, but paths are this file system's keys."""


class File(NamedTuple):
    """A regular file: content, modification time in Unix seconds, permission bits, owner."""

    data: bytes
    mtime: float = 0.0
    mode: int = 0o644
    owner: str = "root"


class Directory(NamedTuple):
    """A directory's own attributes; `Files.list` returns its entries."""

    mtime: float = 0.0
    mode: int = 0o755
    owner: str = "root"


class Link(NamedTuple):
    """A symbolic link to `target`, absolute or relative to the directory that holds the link."""

    target: str
    mtime: float = 0.0
    mode: int = 0o777
    owner: str = "root"


Entry: TypeAlias = File | Directory | Link


def normalise(path: str, cwd: str = "/") -> str:
    """Returns `path`, seen from `cwd`, as an absolute path without ``.``, ``..`` or doubled slashes.

    >>> normalise("../a//b/./c", "/home/user")
    '/home/a/b/c'
    >>> normalise("../../../..", "/home")
    '/'
    """
    parts: list[str] = []
    for part in (path if path.startswith("/") else f"{cwd}/{path}").split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


def entry_size(entry: Entry) -> int:
    """Returns the number of bytes in an entry's content."""
    return len(entry.data) if type(entry) is File else 0


def grants(entry: Entry, user: str, need: str) -> bool:
    """Returns whether an entry's permission bits grant a user an access.

    Args:
        entry: the entry.
        user: the user; the entry's owner has the owner's bits, everybody else the bits for others.
        need: ``r`` (read), ``w`` (write) or ``x`` (run or enter).
    """
    bit = {"r": 4, "w": 2, "x": 1}[need]
    return bool(entry.mode >> (6 if entry.owner == user else 0) & bit)


def check_path(path: str) -> None:
    """Checks the path of a new entry.

    Raises:
        NameTooLong: its last name exceeds `MAX_NAME` bytes, the whole path `MAX_PATH` bytes, or its depth `MAX_DEPTH`.
        InvalidName: its last name contains NUL or a lone surrogate.
    """
    name = path.rpartition("/")[2]
    if "\0" in name:
        raise InvalidName(path)
    try:
        if len(name.encode()) > MAX_NAME or len(path.encode()) > MAX_PATH or path.count("/") > MAX_DEPTH:
            raise NameTooLong(path)
    except UnicodeEncodeError:
        raise InvalidName(path) from None
