"""Tasks: their definition, parameters, and the index of those that are registered."""

from __future__ import annotations

from crab_gym.task.index import TaskInfo, index_path, read_index
from crab_gym.task.task import Action, Look, Oracle, Params, Task, action, load, step_limit

__all__ = [
    "Action",
    "Look",
    "Oracle",
    "Params",
    "Task",
    "TaskInfo",
    "action",
    "index_path",
    "load",
    "read_index",
    "step_limit",
]
