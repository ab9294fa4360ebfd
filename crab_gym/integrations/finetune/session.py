"""An episode of tool calls by TRL's contract for environments, wherever the devices are.

* `ToolSession` - the calls, the end and the outcome; subclasses carry out the actions.
* `Step` - what an action led to.
* `Outcome` - the reward terms of an episode, summed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from crab_gym.backends.base import DeviceError
from crab_gym.integrations.finetune.tools import to_action
from crab_gym.results.records import EpisodeRecord
from crab_gym.task import Action

__all__ = ["OVER", "Outcome", "Shown", "Step", "ToolSession"]

OVER = "The episode is over."
Shown: TypeAlias = "str | list[dict[str, Any]]"
"""A message to a model: text, or for one that sees parts such as ``{"type": "image", "image": ...}``."""


@dataclass(slots=True)
class Outcome:
    """The outcome of an episode.

    Attributes:
        task: Its task.
        seed: Its seed.
        terms: Reward term to its sum over the steps; their sum is the return.
        completion: Share of the checkpoints that passed.
        success: Whether it solved the task.
        steps: Number of steps of the environment.
        error: An error that isn't the model's fault, ``""`` for none. An episode with an error has no reward.
    """

    task: str
    seed: int
    terms: dict[str, float] = field(default_factory=dict)
    completion: float = 0.0
    success: bool = False
    steps: int = 0
    error: str = ""

    @property
    def reward(self) -> float | None:
        """The return: the sum of all terms; None after an error."""
        return None if self.error else sum(self.terms.values())

    def add(self, terms: Mapping[str, float]) -> None:
        """Adds a step's terms."""
        self.steps += 1
        for name, value in terms.items():
            self.terms[name] = self.terms.get(name, 0.0) + value

    @classmethod
    def of(cls, record: EpisodeRecord) -> Outcome:
        """Returns the outcome of a recorded episode."""
        outcome = cls(record.task, record.seed, completion=record.completion, success=record.success)
        outcome.error = record.error
        for step in record.steps:
            outcome.add(step.reward_terms)
        return outcome


@dataclass(frozen=True, slots=True)
class Step:
    """What an action led to.

    Attributes:
        shown: The message to the model.
        terms: Reward term to its value.
        over: Whether the episode has ended.
        completion: Share of the checkpoints that passed.
        success: Whether the task is solved.
        error: An error that isn't the model's fault, ``""`` for none.
    """

    shown: Shown
    terms: Mapping[str, float]
    over: bool
    completion: float = 0.0
    success: bool = False
    error: str = ""


class ToolSession(ABC):
    """Episodes one after the other, whose tools are the public methods of a subclass, one per verb (`tool_methods`).

    `reset` takes a row of `CrabSpec.train_dataset`; its result is added to the prompt. A tool that is called after the
    episode's end raises an error, which the trainer shows to the model.
    """

    def __init__(self) -> None:
        self._over = True
        self._outcome = Outcome("", 0)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the episode so far."""
        return self._outcome

    def reset(self, task: str, seed: int, **row: Any) -> Shown:
        """Starts an episode.

        Args:
            task: Its task.
            seed: Its seed.
            row: The other columns of the dataset's row.

        Returns:
            The goal and the devices, as text or as parts.

        Raises:
            DeviceError: A device can't be brought up.
        """
        self._over, self._outcome = True, Outcome(task, seed)
        shown = self._begin(task, seed)
        self._over = False
        return shown

    def _call(self, tool: str, arguments: Mapping[str, Any]) -> Shown:
        """Carries out a tool's action and returns the message to the model.

        Raises:
            ValueError: The episode is over.
            DeviceError: A device broke, so the episode has no reward.
        """
        if self._over:
            raise ValueError(OVER)
        outcome = self._outcome
        try:
            step = self._act(tool, to_action(tool, arguments))
        except DeviceError as error:
            self._over, outcome.error = True, str(error)
            raise
        outcome.add(step.terms)
        outcome.completion, outcome.success, outcome.error = step.completion, step.success, step.error
        self._over = step.over
        return step.shown

    @abstractmethod
    def _begin(self, task: str, seed: int) -> Shown:
        """Starts an episode and returns the message to the model."""

    @abstractmethod
    def _act(self, tool: str, action: Action) -> Step:
        """Carries out a tool's action."""
