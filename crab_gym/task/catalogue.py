"""The catalogue of sub-tasks: those that the kits of `crab_tasks` define at the top level of a module.

A sub-task ``contacts.add`` is in a kit's module ``contacts``. So one is found by importing the modules of that name
only, and a new one needs no entry elsewhere.
"""

from __future__ import annotations

import difflib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module

from crab_gym.task.subtask import SubTask

__all__ = ["catalogue", "find_subtask"]


@lru_cache(maxsize=1)
def _modules() -> Mapping[str, tuple[str, ...]]:
    """Returns the kits' modules by the last part of their names."""
    import crab_tasks.kits as kits

    modules_by_name: dict[str, list[str]] = {}
    for module in pkgutil.walk_packages(kits.__path__, f"{kits.__name__}."):
        modules_by_name.setdefault(module.name.rpartition(".")[2], []).append(module.name)
    return {name: tuple(modules) for name, modules in modules_by_name.items()}


@lru_cache(maxsize=512)
def _defined(module: str) -> tuple[SubTask, ...]:
    """Returns the sub-tasks that a module defines; those that it imports have another module's name."""
    last = module.rpartition(".")[2]
    values = vars(import_module(module)).values()
    return tuple(each for each in values if isinstance(each, SubTask) and each.name.partition(".")[0] == last)


def _all() -> Iterator[SubTask]:
    for name in sorted(_modules()):
        for module in _modules()[name]:
            yield from _defined(module)


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, SubTask]:
    """Returns all sub-tasks by name; imports every kit.

    Raises:
        ValueError: Two sub-tasks have the same name.
    """
    subtasks: dict[str, SubTask] = {}
    for each in _all():
        if each.name in subtasks:
            raise ValueError(f"there are two sub-tasks {each.name!r}; give one of them another name")
        subtasks[each.name] = each
    return subtasks


def find_subtask(name: str) -> SubTask:
    """Returns a sub-task, importing only kits of its name's first part.

    Raises:
        ValueError: There is none of this name.
    """
    for module in _modules().get(name.partition(".")[0], ()):
        for each in _defined(module):
            if each.name == name:
                return each
    close = difflib.get_close_matches(name, catalogue(), 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise ValueError(f"there is no sub-task {name!r}.{hint} `crab-gym subtasks` names all {len(catalogue())}.")
