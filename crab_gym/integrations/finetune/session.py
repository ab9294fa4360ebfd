"""An episode of tool calls by TRL's contract for environments, wherever the devices are.

* `ToolSession` - the calls, the end and the outcome; subclasses carry out the actions.
* `Step` - what an action led to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from crab_gym.backends.base import DeviceError
from crab_gym.integrations.finetune.rewards import Outcome
from crab_gym.integrations.finetune.tools import to_action
from crab_gym.task import Action

__all__ = ["OVER", "Content", "Outcome", "Step", "ToolSession"]

OVER = "The episode is over."
Content: TypeAlias = "str | list[dict[str, Any]]"
"""A message to a model: text, or for one that sees parts such as ``{"type": "image", "image": ...}``."""


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

    shown: Content
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

    def reset(self, task: str, seed: int, **row: Any) -> Content:
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
        content = self._begin(task, seed)
        self._over = False
        return content

    def _call(self, tool: str, arguments: Mapping[str, Any]) -> Content:
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
    def _begin(self, task: str, seed: int) -> Content:
        """Starts an episode and returns the message to the model."""

    @abstractmethod
    def _act(self, tool: str, action: Action) -> Step:
        """Carries out a tool's action."""
