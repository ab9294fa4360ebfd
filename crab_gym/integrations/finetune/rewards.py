"""Rewards of fine-tuning, such as GRPO's: the terms of an episode, summed.

* `REWARDS` - the two rewards, and their weights.
* `Outcome` - the result of an episode; its `Outcome.reward` is the sum of its reward terms.
* `reward_function` - the function by which TRL's trainers read the rewards of a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from crab_gym.records import EpisodeRecord

__all__ = ["REWARDS", "Outcome", "reward_function"]

REWARDS: Mapping[str, Mapping[str, float]] = {
    "shaped": {},
    "sparse": {"progress": 0.0, "success": 1.0},
}
"""Weights of the reward terms that differ from the default: a share of 1 for each checkpoint, or 1 for success."""


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


class _Session(Protocol):
    """The part of a `ToolSession` that has to do with rewards."""

    @property
    def outcome(self) -> Outcome: ...


def reward_function(name: str) -> Callable[..., list[float | None]]:
    """Returns a function for ``GRPOTrainer(reward_funcs=...)``: the reward of each episode, None after an error.

    Args:
        name: The function's name, under which the trainer logs it.
    """

    def reward(
        environments: Sequence[_Session] | None = None,
        outcome: Sequence[Outcome] = (),
        log_metric: Callable[[str, float], None] | None = None,
        **_: Any,
    ) -> list[float | None]:
        ended = outcome if environments is None else [environment.outcome for environment in environments]
        scored = [each for each in ended if not each.error]
        if log_metric is not None and scored:
            log_metric("completion", sum(each.completion for each in scored) / len(scored))
            log_metric("success", sum(each.success for each in scored) / len(scored))
        return [each.reward for each in ended]

    reward.__name__ = name
    return reward
