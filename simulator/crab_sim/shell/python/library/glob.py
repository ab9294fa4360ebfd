"""Files by patterns of their paths."""

from __future__ import annotations

import fnmatch
import os


def _has_magic(part: str) -> bool:
    return "*" in part or "?" in part or "[" in part


def _names(folder: str, only_folders: bool) -> list[str]:
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return []
    return [name for name in names if os.path.isdir(os.path.join(folder, name))] if only_folders else names


def _fitting(folder: str, parts: list[str], recursive: bool) -> list[str]:
    if not parts:
        return [folder]
    part, rest = parts[0], parts[1:]
    if part == "**" and recursive:
        paths = _fitting(folder, rest, recursive) if rest else [os.path.join(folder, "")] if folder else []
        for name in _names(folder, bool(rest)):
            if not name.startswith("."):
                inner = os.path.join(folder, name)
                if os.path.isdir(inner):
                    deeper = _fitting(inner, parts, recursive)
                    paths += deeper if rest else [inner, *deeper[1:]]
                else:
                    paths.append(inner)
        return paths
    if not _has_magic(part):
        path = os.path.join(folder, part)
        return _fitting(path, rest, recursive) if os.path.exists(path) else []
    paths = []
    for name in fnmatch.filter(_names(folder, bool(rest)), part):
        if not name.startswith(".") or part.startswith("."):
            paths += _fitting(os.path.join(folder, name), rest, recursive)
    return paths


def glob(pathname: str, recursive: bool = False) -> list[str]:
    """Returns the paths that fit a pattern."""
    pathname = str(pathname)
    start = "/" if pathname.startswith("/") else ""
    return _fitting(start, [part for part in pathname.split("/") if part], recursive)


iglob = glob


def escape(pathname: str) -> str:
    """Returns a pattern that only one path fits."""
    return "".join(["[" + letter + "]" if letter in "*?[" else letter for letter in pathname])
