"""The index of the registered tasks: facts of each that are known without importing its module.

`crab-gym index` writes it; a test keeps it true.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

__all__ = ["TaskInfo", "evenly", "index_path", "read_index"]

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class TaskInfo:
    """A row of the index: facts of a task that are known without importing its module.

    Attributes:
        id: Its name, without the namespace.
        ref: Where it is defined, as ``"module:ATTRIBUTE"``.
        devices: The devices that it needs.
        platform: The first part of its name.
        version: Raised with every change that affects scores.
        hash: Digest of its definition.
        checkpoints: Number of its checkpoints.
        oracle_steps: Most steps that its oracle took.
        step_limit: Steps of an episode.
        backends: The kinds of backend on which it is verified, by device.
        tags: For filtering.
        split: ``"train"`` or ``"test"``.
    """

    id: str
    ref: str
    devices: tuple[str, ...]
    platform: str
    version: int
    hash: str
    checkpoints: int
    oracle_steps: int
    step_limit: int
    backends: Mapping[str, tuple[str, ...]]
    tags: tuple[str, ...]
    split: str

    @property
    def simulated(self) -> bool:
        """Whether the simulator can play all of its devices."""
        return all("sim" in kinds for kinds in self.backends.values())


def index_path() -> Path:
    """Returns the path of the index of the tasks that come with crab-gym."""
    import crab_tasks

    return Path(crab_tasks.__path__[0]) / "index.json"


@lru_cache(maxsize=1)
def read_index() -> Mapping[str, TaskInfo]:
    """Returns the registered tasks by name, in the index's order."""
    rows = json.loads(index_path().read_text(encoding="utf-8"))["tasks"]
    return {
        row["id"]: TaskInfo(
            **{
                **row,
                "devices": tuple(row["devices"]),
                "tags": tuple(row["tags"]),
                "backends": {device: tuple(kinds) for device, kinds in row["backends"].items()},
            }
        )
        for row in rows
    }


def evenly(items: Sequence[_Item], count: int) -> list[_Item]:
    """Returns at most so many of some items, such as tasks, which are spread evenly over all of them.

    >>> evenly("abcdefgh", 3)
    ['a', 'c', 'f']
    """
    return [items[k * len(items) // count] for k in range(count)] if count < len(items) else list(items)
