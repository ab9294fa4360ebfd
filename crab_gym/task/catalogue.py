"""The catalogue of sub-tasks: those that the kits of `crab_tasks` define at the top level of a module.

A sub-task ``contacts.add`` is in the kit of an app ``contacts``, and ``cards.workplace`` in a module ``cards`` of some
app's kit. So one is mostly found by importing a few modules, and a new one needs no entry elsewhere.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module

from crab_gym.task.subtask import SubTask
from crab_sim.suggestions import did_you_mean

__all__ = ["catalogue", "find_subtask"]


@lru_cache(maxsize=1)
def _modules() -> Mapping[str, tuple[str, ...]]:
    """Returns the names of the kits' modules, by each name of a folder or module in them."""
    import crab_tasks.kits as kits

    modules_by_name: dict[str, list[str]] = {}
    for module in pkgutil.walk_packages(kits.__path__, f"{kits.__name__}."):
        for part in module.name.removeprefix(f"{kits.__name__}.").split("."):
            modules_by_name.setdefault(part, []).append(module.name)
    return {name: tuple(modules) for name, modules in modules_by_name.items()}


@lru_cache(maxsize=512)
def _defined(module: str) -> tuple[SubTask, ...]:
    """Returns the sub-tasks that a module defines or imports."""
    return tuple(each for each in vars(import_module(module)).values() if isinstance(each, SubTask))


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, SubTask]:
    """Returns all sub-tasks by name; imports every kit.

    Raises:
        ValueError: Two sub-tasks have the same name.
    """
    subtasks: dict[str, SubTask] = {}
    for module in sorted({module for modules in _modules().values() for module in modules}):
        for each in _defined(module):
            if subtasks.setdefault(each.name, each) is not each:
                raise ValueError(f"there are two sub-tasks {each.name!r}; give one of them another name")
    return subtasks


def find_subtask(name: str) -> SubTask:
    """Returns a sub-task, importing only kits and modules of its name's first part if it is there.

    Raises:
        ValueError: There is none of this name.
    """
    for module in _modules().get(name.partition(".")[0], ()):
        for each in _defined(module):
            if each.name == name:
                return each
    subtasks = catalogue()
    if name in subtasks:
        return subtasks[name]
    hint = did_you_mean(name, subtasks)
    raise ValueError(f"there is no sub-task {name!r}.{hint} `crab-gym subtasks` names all {len(subtasks)}.")
