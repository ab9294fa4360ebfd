"""Copying, moving and removing files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def copyfile(src: Any, dst: Any) -> Any:
    """Copies a file to a path."""
    Path(dst).write_bytes(Path(src).read_bytes())
    return dst


def copy(src: Any, dst: Any) -> Any:
    """Copies a file to a path or into a folder."""
    if os.path.isdir(dst):
        dst = os.path.join(str(dst), os.path.basename(str(src)))
    return copyfile(src, dst)


copy2 = copy


def copytree(src: Any, dst: Any, dirs_exist_ok: bool = False) -> Any:
    """Copies a folder to a path."""
    names = os.listdir(src)
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        old, new = os.path.join(str(src), name), os.path.join(str(dst), name)
        if os.path.isdir(old):
            copytree(old, new, dirs_exist_ok)
        else:
            copyfile(old, new)
    return dst


def rmtree(path: Any, ignore_errors: bool = False) -> None:
    """Removes a folder with all that is in it."""
    try:
        names = os.listdir(path)
    except OSError as error:
        if ignore_errors:
            return
        raise error
    for name in names:
        inner = os.path.join(str(path), name)
        if os.path.isdir(inner) and not os.path.islink(inner):
            rmtree(inner, ignore_errors)
        else:
            os.remove(inner)
    os.rmdir(path)


def move(src: Any, dst: Any) -> Any:
    """Moves a file or folder to a path or into a folder."""
    if os.path.isdir(dst):
        dst = os.path.join(str(dst), os.path.basename(str(src).rstrip("/")))
        if os.path.exists(dst):
            raise OSError(f"Destination path '{dst}' already exists")
    os.rename(src, dst)
    return dst
