"""Facts that AndroidWorld publishes of each of its 116 tasks: name, difficulty, tags and step budget.

``published.jsonl`` has them as data: names, difficulty and tags of its task metadata, step budgets of the paper's
table (Rawles et al. 2024, appendix F). ``wordings.jsonl`` has the goals of our tasks in other words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TypedDict

from crab_gym.backends.base import Device
from crab_sim.suggestions import unknown

__all__ = ["PublishedTask", "TaskFields", "like", "published_tasks", "wordings"]


@dataclass(frozen=True, slots=True)
class PublishedTask:
    """One of AndroidWorld's tasks.

    Attributes:
        id: The name of ours that stands for it, without the suite's.
        published: Its name in AndroidWorld.
        difficulty: ``"easy"``, ``"medium"`` or ``"hard"``, as people rated it.
        tags: What it asks of an agent.
        steps: Its step budget.
    """

    id: str
    published: str
    difficulty: str
    tags: tuple[str, ...]
    steps: int


class TaskFields(TypedDict):
    """The fields of a `Task` that follow from the published task."""

    name: str
    devices: tuple[Device, ...]
    backends: Mapping[str, tuple[str, ...]]
    step_limit: int
    revisable: bool
    tags: tuple[str, ...]
    wordings: tuple[str, ...]


@lru_cache(maxsize=1)
def published_tasks() -> Mapping[str, PublishedTask]:
    """Returns AndroidWorld's tasks by the names that they have there."""
    lines = files(__package__).joinpath("published.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {row["published"]: PublishedTask(**{**row, "tags": tuple(row["tags"])}) for row in rows}


@lru_cache(maxsize=1)
def wordings() -> Mapping[str, tuple[str, ...]]:
    """Returns the goals of our tasks in other words, by their names without the suite's."""
    lines = files(__package__).joinpath("wordings.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: tuple(row["wordings"]) for row in map(json.loads, lines)}


def like(name: str, steps: int | None = None) -> TaskFields:
    """Returns the fields of our task that stands for a published one, for ``Task(**like("CameraTakePhoto"), ...)``.

    Args:
        name: The published task's name.
        steps: Another step budget, for the few whose published one is too small for what is asked.

    Raises:
        ValueError: AndroidWorld has no such task.

    >>> like("CameraTakePhoto")["name"], like("CameraTakePhoto")["step_limit"]
    ('android_world.camera_take_photo', 10)
    """
    tasks = published_tasks()
    if name not in tasks:
        unknown("task of AndroidWorld", name, tasks)
    task = tasks[name]
    return {
        "name": f"android_world.{task.id}",
        "devices": ("android",),
        "backends": {"android": ("sim", "adb")},
        "step_limit": steps or task.steps,
        "revisable": not name.endswith("Verify"),  # of two words, one after the other would be a guess
        "tags": (task.difficulty, *task.tags),
        "wordings": wordings().get(task.id, ()),
    }
