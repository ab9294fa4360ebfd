"""Tasks: their definition, parameters, and the index of those that are registered.

Modules are loaded when a name is asked for: ``import crab_gym`` reads the index, and needs nothing of what tasks are
made of.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crab_gym.task.composition import ComposedTask as ComposedTask
    from crab_gym.task.composition import compose as compose
    from crab_gym.task.index import TaskInfo as TaskInfo
    from crab_gym.task.index import index_path as index_path
    from crab_gym.task.index import read_index as read_index
    from crab_gym.task.subtask import SubTask as SubTask
    from crab_gym.task.task import Action as Action
    from crab_gym.task.task import Look as Look
    from crab_gym.task.task import Oracle as Oracle
    from crab_gym.task.task import OracleStuck as OracleStuck
    from crab_gym.task.task import Params as Params
    from crab_gym.task.task import Task as Task
    from crab_gym.task.task import action as action
    from crab_gym.task.task import load as load
    from crab_gym.task.task import step_limit as step_limit

_MODULES = {
    "Action": "task",
    "ComposedTask": "composition",
    "Look": "task",
    "Oracle": "task",
    "OracleStuck": "task",
    "Params": "task",
    "SubTask": "subtask",
    "Task": "task",
    "TaskInfo": "index",
    "action": "task",
    "compose": "composition",
    "index_path": "index",
    "load": "task",
    "read_index": "index",
    "step_limit": "task",
}
"""Name to the module beside this one that defines it."""

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no {name!r}; it has: {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
