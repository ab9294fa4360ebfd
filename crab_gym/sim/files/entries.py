"""What a virtual file system holds, and the paths that name it. Import it from `crab_gym.sim.files`."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from crab_gym.sim.files.errors import InvalidName, NameTooLong

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
"""Most bytes of a name."""
MAX_PATH: Final = 4096
"""Most bytes of a path."""
MAX_DEPTH: Final = 256
"""Most directories in one another; Linux has no such limit, but paths are this file system's keys."""


class File(NamedTuple):
    """A regular file: content, modification time in Unix seconds, permission bits, owner."""

    data: bytes
    mtime: float = 0.0
    mode: int = 0o644
    owner: str = "root"


class Directory(NamedTuple):
    """A directory's own attributes; its entries are asked for with `Files.list`."""

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
    """Returns the bytes that an entry holds."""
    return len(entry.data) if type(entry) is File else 0


def grants(entry: Entry, user: str, need: str) -> bool:
    """Returns whether an entry's permission bits let `user` do `need`: ``r``, ``w`` or ``x``."""
    bit = {"r": 4, "w": 2, "x": 1}[need]
    return bool(entry.mode >> (6 if entry.owner == user else 0) & bit)


def check_path(path: str) -> None:
    """Checks the path of what is to be made.

    Raises:
        NameTooLong: its last name has more than `MAX_NAME` bytes, or all of it more than `MAX_PATH`, or it lies
            deeper than `MAX_DEPTH`.
        InvalidName: its last name holds NUL or a lone surrogate.
    """
    name = path.rpartition("/")[2]
    if "\0" in name:
        raise InvalidName(path)
    try:
        if len(name.encode()) > MAX_NAME or len(path.encode()) > MAX_PATH or path.count("/") > MAX_DEPTH:
            raise NameTooLong(path)
    except UnicodeEncodeError:
        raise InvalidName(path) from None
