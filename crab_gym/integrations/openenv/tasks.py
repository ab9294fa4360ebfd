"""The tasks that a server offers, by split and index.

* `TaskList` - the tasks.
* `BadRequest` - a client asked for something that there isn't.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from crab_gym.experiments.index_tasks import SPLITS
from crab_gym.task import load, read_index, step_limit

__all__ = ["BadRequest", "Choice", "TaskList"]

_SEEDS: Final = {"train": SPLITS["train_seeds"], "test": SPLITS["test_seeds"]}


class BadRequest(ValueError):
    """A client asked for something that there isn't, or in a form that can't be understood; the message says what."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A task and the seed of its episode.

    Attributes:
        task: The task's name.
        split: Its split.
        index: Its place in the split.
        seed: The seed.
    """

    task: str
    split: str
    index: int
    seed: int


class TaskList:
    """Tasks by split, in the order given.

    Args:
        names: Their names; those that aren't in the index, such as ``"module:ATTRIBUTE"``, are for training. None for
            all of the index that are simulated.

    Attributes:
        devices: The devices that any of them has.

    Raises:
        ValueError: There is no task, or none of a name.

    Example:
        >>> tasks = TaskList(["learn.open_app", "learn.open_panel", "android.add_contact"])
        >>> tasks.splits, tasks.names("test")
        (['train', 'test'], ['learn.open_app'])
        >>> tasks.choose(seed=7, split="test")
        Choice(task='learn.open_app', split='test', index=0, seed=7)
    """

    def __init__(self, names: Iterable[str] | None = None) -> None:
        index = read_index()
        if names is None:
            names = [name for name, info in index.items() if info.simulated]
        self._by_split: dict[str, list[str]] = {}
        self._facts: dict[str, dict[str, object]] = {}
        devices: set[str] = set()
        for name in dict.fromkeys(names):
            row = index.get(name)
            split, own, steps = (row.split, row.devices, row.step_limit) if row else _facts_of(name)
            self._by_split.setdefault(split, []).append(name)
            self._facts[name] = {"id": name, "devices": list(own), "step_limit": steps}
            devices.update(own)
        if not self._facts:
            raise ValueError("there are no tasks; expected at least one")
        self.devices = sorted(devices)

    @property
    def splits(self) -> list[str]:
        """The splits that have tasks, those for training first."""
        return [split for split in _SEEDS if split in self._by_split]

    def names(self, split: str) -> list[str]:
        """Returns the names of a split's tasks.

        Raises:
            BadRequest: There is no such split.
        """
        if not isinstance(split, str) or split not in self._by_split:
            raise BadRequest(f"split is {str(split)[:80]!r}; expected one of: {', '.join(self.splits)}")
        return self._by_split[split]

    def facts(self, split: str, index: int) -> Mapping[str, object]:
        """Returns what is known of a task before its episode, without its goal, which an episode's seed determines.

        Raises:
            BadRequest: There is no such split or index.
        """
        names = self.names(split)
        if type(index) is not int or not 0 <= index < len(names):
            quote = str(index)[:80]
            raise BadRequest(
                f"index is {quote!r}; expected a whole number: {split} has the tasks 0 to {len(names) - 1}"
            )
        return {**self._facts[names[index]], "split": split, "index": index}

    def choose(
        self, seed: int | None = None, task: object = None, split: object = None, index: object = None
    ) -> Choice:
        """Returns the task of an episode; the seed draws what isn't given.

        Args:
            seed: The episode's seed; drawn from the split's seeds if it isn't given.
            task: The task's name.
            split: The split; the first by default.
            index: The task's place in the split.

        Raises:
            BadRequest: There is no such task, split or index, or a task is given in both ways.
        """
        if task is not None and (split is not None or index is not None):
            raise BadRequest("expected a task's name, or its split and index, not both")
        if task is not None:
            if not isinstance(task, str) or task not in self._facts:
                raise BadRequest(f"task {str(task)[:80]!r} isn't served here")
            split = next(name for name, own in self._by_split.items() if task in own)
            index = self._by_split[split].index(task)
        split = self.splits[0] if split is None else split
        names = self.names(split)  # type: ignore[arg-type]  # it refuses whatever is no name
        first, last = _SEEDS[str(split)]
        seed = random.SystemRandom().randint(first, last) if seed is None else seed
        index = random.Random(seed).randrange(len(names)) if index is None else index
        facts = self.facts(split, index)  # type: ignore[arg-type]  # and this whatever is no index
        return Choice(str(facts["id"]), str(split), int(str(facts["index"])), seed)


def _facts_of(name: str) -> tuple[str, tuple[str, ...], int]:
    """Returns split, devices and step limit of a task that isn't in the index."""
    task = load(name)
    return "train", tuple(task.devices), step_limit(task)
