"""Starts of episodes behind some checkpoints of their task, which the oracle has reached.

* `check_start` - refuses a start that a task or its devices can't have.
* `play_behind` - plays the oracle until there, in a `Playable` environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from crab_gym.backends.by_device import State
from crab_gym.backends.specs import BackendSpec
from crab_gym.envs.guidance import Guided, attentive, oracle_scripts
from crab_gym.envs.snapshot import EnvSnapshot
from crab_gym.task import Task

__all__ = ["Playable", "check_start", "play_behind"]


class Playable(Guided, Protocol):
    """What this needs of an environment, which is a `CrabEnv`.

    Attributes:
        state: The devices as evaluators see them.
    """

    state: State

    @property
    def answer(self) -> str | None:
        """The answer that counts."""

    def snapshot(self) -> EnvSnapshot:
        """Returns a handle to the present state."""

    def restore(self, handle: EnvSnapshot) -> None:
        """Restores a snapshot of this episode."""

    def carry_out(self, action: Any) -> str:
        """Carries out an action, and nothing else of a step."""

    def happen(self, steps: int) -> None:
        """Lets events happen whose moment has come with the last steps."""


def check_start(start: int, task: Task, specs: Mapping[str, BackendSpec]) -> None:
    """Checks the number of checkpoints behind which an episode is to begin.

    Args:
        start: The number; 0 is always right.
        task: The task.
        specs: Device to its backend's specification.

    Raises:
        ValueError: The task has fewer checkpoints, or a device isn't simulated.
    """
    if not start:
        return
    checkpoints = len(task.graph(task.defaults()).checkpoints)
    if start >= checkpoints:
        raise ValueError(f"start is {start}; expected less than the {checkpoints} checkpoints of {task.name!r}")
    if any(spec.kind != "sim" for spec in specs.values()):
        raise ValueError(f"start is {start}; an episode on a device that isn't simulated begins at the beginning")


def play_behind(env: Playable, start: int) -> None:
    """Plays the oracle until this many checkpoints have passed, but not to the end of the episode.

    Args:
        env: The environment, whose episode has begun.
        start: The number of checkpoints.
    """
    evaluator = env.evaluator
    for script in oracle_scripts(env):
        begun = env.snapshot()
        for taken in attentive(env, script):
            before = env.snapshot()
            env.carry_out(taken)
            evaluator.step(env.state, env.answer)
            env.happen(1)
            if evaluator.complete:  # where nothing passed on the way, the oracle can go on from the beginning
                env.restore(begun if begun.graph.passed == before.graph.passed else before)
                start = 0
                break
        if len(evaluator.order) >= start:
            break
    passed = tuple([(name, 0) for name in evaluator.order])
    evaluator.restore(evaluator.snapshot()._replace(steps=0, passed=passed))
