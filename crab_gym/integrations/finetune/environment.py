"""An episode as a conversation: the messages to a model, its tools, and the outcome.

* `ToolEnvironment` - the environment that TRL's ``environment_factory`` makes.
* `Outcome` - the reward terms of an episode, summed.
* `turn_text` - the text of a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym

from crab_gym.backends.base import DeviceError
from crab_gym.integrations.finetune.tools import to_action
from crab_gym.results.records import EpisodeRecord

__all__ = ["OVER", "Outcome", "ToolEnvironment", "turn_text"]

OVER = "The episode is over."


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


def turn_text(obs: Mapping[str, Any], info: Mapping[str, Any]) -> str:
    """Returns the message to a model after a step: the reason of a refusal, if any, and the devices as text."""
    refused = info["invalid_action"]
    return f"refused: {refused}\n\n{obs['text']}" if refused else str(obs["text"])


class ToolEnvironment:
    """An environment whose public methods are a model's tools, one per verb, by TRL's contract.

    `CrabSpec.environment_factory` makes a subclass with the tools of its tasks. `reset` takes a row of
    `CrabSpec.train_dataset`; its result is added to the prompt. A tool that is called after the episode's end raises an
    error, which the trainer shows to the model.

    Args:
        make: Makes the environment of a task.

    Example:
        >>> from crab_gym.integrations.finetune import CrabSpec
        >>> env = CrabSpec(["learn.open_app"]).environment_factory()
        >>> print(env.reset(task="learn.open_app", seed=0).splitlines()[0])
        goal: On the phone, open the app Drive.
        >>> env.android__tap(element=11)
        'The episode is over.'
        >>> env.outcome.success, env.outcome.reward
        (True, 1.0)
    """

    def __init__(self, make: Callable[[str], gym.Env[Any, Any]]) -> None:
        self._make = make
        self._env: gym.Env[Any, Any] | None = None
        self._over = True
        self._outcome = Outcome("", 0)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the episode so far."""
        return self._outcome

    def reset(self, task: str, seed: int, **row: Any) -> str:
        """Starts an episode.

        Args:
            task: Its task.
            seed: Its seed.
            row: The other columns of the dataset's row.

        Returns:
                The goal and the devices as text.

        Raises:
            DeviceError: A device can't be brought up.
        """
        if self._env is None or self._outcome.task != task:
            self._close()
            self._env = self._make(task)
        self._over, self._outcome = False, Outcome(task, seed)
        obs, info = self._env.reset(seed=seed)
        return turn_text(obs, info)

    def _call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Carries out a tool's action and returns the message to the model.

        Raises:
            ValueError: The episode is over.
            DeviceError: A device broke, so the episode has no reward.
        """
        if self._over or self._env is None:
            raise ValueError(OVER)
        outcome = self._outcome
        try:
            obs, _, terminated, truncated, info = self._env.step(to_action(tool, arguments))
        except DeviceError as error:
            self._over, outcome.error = True, str(error)
            raise
        outcome.add(info["reward_terms"])
        outcome.completion, outcome.success, outcome.error = (
            info["completion"],
            info["is_success"],
            info["device_error"],
        )
        self._over = terminated or truncated
        return OVER if self._over else turn_text(obs, info)

    def _close(self) -> None:
        """Closes the environment."""
        if self._env is not None:
            self._env.close()
            self._env = None
