"""`Subject`, the task whose quality is checked, `Result`, the result of a check, and `trial_seeds`."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from crab_gym.backends.base import DeviceError
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.plays import Play, attempt
from crab_gym.experiments.trials import Recordings, Trials
from crab_gym.policies import Policy
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import Task
from crab_gym.task.composition.scenario import LongTask

__all__ = ["ROOMY", "Result", "Subject", "trial_seeds"]

ROOMY = 1_000_000
"""A step limit that no trial reaches."""
_SHARE = 0.4
"""The share of the seeds with which a task of several chapters is tried: each chapter is a task, and tried with all."""


def trial_seeds(task: Task, number: int) -> Sequence[int]:
    """Returns the seeds of a task's trials on the simulator: all, or some of them, drawn by its name.

    Args:
        task: The task. One of several chapters has some of the seeds.
        number: How many seeds there are.
    """
    if not _chapters(task):
        return range(number)
    return sorted(random.Random(task.name).sample(range(number), math.ceil(number * _SHARE)))


def _chapters(task: Task) -> tuple[str, ...]:
    return task.chapters if isinstance(task, LongTask) else ()


class Result(NamedTuple):
    """The result of a check; see `crab_gym.experiments.verify.Finding`."""

    ok: bool
    reason: str = ""
    trials: Trials = Trials()
    shares: Mapping[str, float] = {}


class Subject:
    """A task that is checked.

    Args:
        make: Makes an environment of the task on the devices to check, given further arguments of `CrabEnv`.
        limit: The step limit of an episode.
        seeds: The number of seeds of the trials on the simulator; elsewhere there is one.
        others: The tasks whose oracles must not solve it; the closest ones are tried, and some of the rest.

    Attributes:
        env: Its environment.
        simulated: Whether no device of the task is a real one.
        trial_seeds: The seeds of the trials.
        known: The oracle's actions in episodes that were solved, for checks that begin with them.
    """

    def __init__(self, make: Callable[..., CrabEnv], limit: int, seeds: int, others: tuple[Task, ...]) -> None:
        self._make = make
        self.env = make(max_steps=limit)
        self.simulated = all(spec.kind == "sim" for spec in self.env.specs.values())
        self.trial_seeds = trial_seeds(self.env.task, seeds) if self.simulated else range(1)
        self.others = others
        self.known: Recordings = {}

    @contextmanager
    def roomy(self, success_at: str) -> Iterator[CrabEnv]:
        """Provides an environment with more steps than any trial takes.

        Args:
            success_at: When a solved task counts.
        """
        if not self.simulated:  # one environment at a time has real devices; a reset starts others
            self.env.close()
        env = self._make(max_steps=ROOMY, success_at=success_at)
        try:
            yield env
        finally:
            env.close()

    @property
    def task(self) -> Task:
        """The task."""
        return self.env.task

    @property
    def chapters(self) -> tuple[str, ...]:
        """The tasks of its chapters, where it has several; each of them is checked by itself."""
        return _chapters(self.task)

    def play(self, policy: Policy, seed: int, options: dict[str, Any] | None = None) -> EpisodeRecord:
        """Plays an episode in `env`."""
        return run_episode(self.env, policy, seed=seed, options=options)

    @staticmethod
    def failure(record: EpisodeRecord) -> str:
        """Returns the end of an unsolved episode in words, with the checkpoints that are missing."""
        if not record.graph:
            return record.error
        passed = {name for step in record.steps for name in step.passed}
        missing = [node["id"] for node in record.graph["checkpoints"] if node["id"] not in passed]
        left = f"not passed: {', '.join(missing)}" if missing else "not all that has to hold does"
        return f"{record.error or record.end_reason}, {left}"

    def evaluate(self, name: str) -> bool | str:
        """Returns whether a checkpoint holds now, or its evaluator's exception as text."""
        node = self.env.evaluator.graph.checkpoints[self.env.evaluator.graph.index[name]]
        try:
            return bool(node.evaluator(self.env.state, self.env.answer))
        except DeviceError:
            raise
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    def fails(
        self,
        policy: Policy,
        what: str,
        seed: int,
        options: dict[str, Any] | None = None,
        may_break: tuple[str, ...] = ("oracle", "policy"),
    ) -> Result:
        """Checks that a policy doesn't solve the task, and causes no unexpected error.

        Args:
            policy: The policy.
            what: Its description in the reason of a failure.
            seed: The episode's seed.
            options: The options of its reset.
            may_break: The kinds of errors that are expected.
        """
        where = "the default parameters" if options else f"seed {seed}"
        play = attempt(self.env, policy, seed, options) if self.simulated else self.play(policy, seed, options)
        return self.refused(play, what, where, may_break)

    @staticmethod
    def refused(
        play: EpisodeRecord | Play, what: str, where: str, may_break: tuple[str, ...] = ("oracle", "policy")
    ) -> Result:
        """Checks that an attempt hasn't solved the task, and that nothing has broken unexpectedly.

        Args:
            play: What the attempt has come to.
            what: Its description in the reason of a failure.
            where: The episode's, there.
            may_break: The kinds of errors that are expected.
        """
        if play.success:
            return Result(False, f"{what} succeeds with {where} after {play.actions} actions")
        if play.error and play.error_kind not in may_break:
            return Result(False, f"{what} breaks with {where}: {play.error}")
        return Result(True)
