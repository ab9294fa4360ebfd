"""Files of composed tasks: JSON lines, each a task as `ComposedTask.to_json` has it, or a row that has it as ``task``.

A task of a file is named by the file and its line, counted from 1, such as ``tasks.jsonl:3``.

* `names_in` - the names of all tasks of a file.
* `find_task` - the task of a name.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from crab_gym.task.composition.compose import from_json
from crab_gym.task.composition.composed import ComposedTask

__all__ = ["find_task", "names_in"]

_ENDING = ".jsonl"


def names_in(path: str) -> list[str]:
    """Returns the names of the tasks of a file, none of which is made.

    Args:
        path: The file's path.

    Raises:
        ValueError: The file can't be read, or has no task.
    """
    refs = [f"{path}:{number}" for number, line in enumerate(_lines(path), 1) if line.strip()]
    if not refs:
        raise ValueError(f"{path} has no line; expected a composed task in each")
    return refs


def find_task(name: str) -> ComposedTask:
    """Returns a task of a file, the same object as long as its line stays the same.

    Args:
        name: The file's path, ``:``, and the line's number.

    Raises:
        ValueError: There is no such line, or it has no composed task.
    """
    path, _, number = name.rpartition(":")
    if not path.endswith(_ENDING) or not number.isdecimal():
        raise ValueError(f"{name!r} is a file of tasks; a task of it is named by its line, such as {f'{name}:1'!r}")
    lines = _lines(path)
    if not 1 <= int(number) <= len(lines):
        raise ValueError(f"there is no task {name!r}: the file has {len(lines)} lines")
    try:
        return _task_of(lines[int(number) - 1])
    except ValueError as error:
        raise ValueError(f"{path}, line {number}: {error}") from error


def _lines(path: str) -> tuple[str, ...]:
    try:
        about = Path(path).stat()
        return _read(path, about.st_mtime_ns, about.st_size)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it isn't UTF-8"
        raise ValueError(f"can't read the tasks of {path}: {reason}") from error


@lru_cache(maxsize=8)
def _read(path: str, changed: int, size: int) -> tuple[str, ...]:
    return tuple(Path(path).read_text(encoding="utf-8").split("\n"))


@lru_cache(maxsize=100_000)
def _task_of(line: str) -> ComposedTask:
    try:
        data: Any = json.loads(line)
    except ValueError as error:
        raise ValueError(f"it is no JSON: {error}") from error
    return from_json(data["task"] if isinstance(data, dict) and "task" in data else data)
