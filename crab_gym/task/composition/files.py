"""Composed tasks given as text: JSON itself, or files of it. A row that has a task as ``task`` stands for that task.

A task of a file is named by the file and its number, counted from 1, such as ``tasks.jsonl:3`` for the third line, or
``tasks.json:3`` for the third of a list; a file of one task needs no number.

* `is_composed` - whether a name means such a task.
* `names_in` - the names of all tasks of a file, or of a list.
* `find_task` - the task of a name.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from crab_gym.task.composition.compose import from_json
from crab_gym.task.composition.composed import ComposedTask

__all__ = ["find_task", "is_composed", "names_in"]

_JSON = re.compile(r"\s*(\{|\[\s*\{)")
"""The beginning of a task or a list of tasks; patterns of ids may begin with a bracket, too."""
_FILE = re.compile(r"(?P<path>.*\.jsonl?)(?::(?P<number>.*))?", re.DOTALL)


def is_composed(name: str) -> bool:
    """Returns whether a name of a task, or of several, is JSON or means a file of it.

    >>> [is_composed(name) for name in ("tasks.jsonl:3", "my.json", '{"parts": []}', "crab.clock", "my.json:TASK")]
    [True, True, True, False, False]
    """
    if _JSON.match(name):
        return True
    found = _FILE.fullmatch(name)
    # A module may be called json, but no module ends a name.
    return found is not None and (found["path"].endswith("l") or (found["number"] or "1").isdecimal())


def names_in(text: str) -> list[str]:
    """Returns the names of the tasks of a file or a list, none of which is made.

    Args:
        text: The file's path, or that of one task of it, or JSON: a task or a list.

    Raises:
        ValueError: The file can't be read, or has no task.
    """
    if _JSON.match(text):
        data = _parsed(text)
        return [json.dumps(each) for each in data] if isinstance(data, list) else [text]
    found = _FILE.fullmatch(text)
    if found is None or found["number"] is not None:
        return [text]
    if text.endswith(".json"):
        try:
            data = _parsed("\n".join(_lines(text)))
        except ValueError as error:
            raise ValueError(f"{text}: {error}") from error
        if data == []:
            raise ValueError(f"{text} has an empty list; expected composed tasks in it")
        return [f"{text}:{number}" for number in range(1, len(data) + 1)] if isinstance(data, list) else [text]
    refs = [f"{text}:{number}" for number, line in enumerate(_lines(text), 1) if line.strip()]
    if not refs:
        raise ValueError(f"{text} has no line; expected a composed task in each")
    return refs


def find_task(name: str) -> ComposedTask:
    """Returns a task of a file, the same object as long as its text stays the same, or that of JSON.

    Args:
        name: JSON, or the file's path, which is followed by ``:`` and a number where the file has several.

    Raises:
        ValueError: There is no such task, or it isn't composed.
    """
    if _JSON.match(name):
        return _task_of(name)
    names = names_in(name)
    if names != [name]:
        if len(names) > 1:
            raise ValueError(f"{name!r} is a file of tasks; a task of it is named by its number, such as {names[0]!r}")
        (name,) = names
    found = _FILE.fullmatch(name)
    assert found is not None
    path, number = found["path"], found["number"] or "1"
    if not number.isdecimal():
        raise ValueError(f"{name!r} is a file of tasks; a task of it is named by its number, such as {f'{path}:1'!r}")
    texts, unit = (_listed(path), "task") if path.endswith(".json") else (_lines(path), "line")
    if not 1 <= int(number) <= len(texts):
        raise ValueError(f"there is no task {name!r}: the file has {len(texts)} {unit}{'s' * (len(texts) != 1)}")
    try:
        return _task_of(texts[int(number) - 1])
    except ValueError as error:
        raise ValueError(f"{path}, {unit} {number}: {error}") from error


def _listed(path: str) -> tuple[str, ...]:
    """Returns the tasks of a file that is JSON as a whole, each as JSON."""
    text = "\n".join(_lines(path))
    try:
        data = _parsed(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    return tuple(json.dumps(each) for each in data) if isinstance(data, list) else (text,)


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
    data = _parsed(line)
    return from_json(data["task"] if isinstance(data, dict) and "task" in data else data)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"it is no JSON: {error}") from error
