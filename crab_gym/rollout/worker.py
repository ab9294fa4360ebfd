"""The player in a slot: it makes environments and policies, plays assignments, and reports to the pool."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Protocol

import gymnasium as gym

from crab_gym.backends.base import DeviceError
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.records import EpisodeRecord, ScreenWriter, StepRecord
from crab_gym.rollout.episode import run_episode, versions
from crab_gym.rollout.events import Ended, Event, Failed, Opened, PictureTaken, Stepped
from crab_gym.rollout.jobs import (
    Assignment,
    EnvSource,
    Job,
    Policies,
    PolicyMaker,
    PreparedPolicy,
    maker_name,
    prepare_policy,
)
from crab_gym.task import load

__all__ = ["Channel", "Player", "lost_episode"]


class Channel(Protocol):
    """The channel from a slot to its pool."""

    def send(self, event: Event) -> None:
        """Sends an event to the pool."""

    def mark(self, phase: str, step: int, since: float, spent: float) -> None:
        """Publishes the slot's position in its episode.

        Args:
            phase: The current phase; ``""`` between phases.
            step: Number of the step.
            since: The phase's start by the monotonic clock.
            spent: Seconds spent in earlier phases.
        """


class Player:
    """Plays episodes in a slot, one after the other.

    The environment is kept while the task stays the same and no device breaks.

    Args:
        env: Makes the environments: a callable of the task, or keyword arguments of `CrabEnv`.
        options: The slot's own keyword arguments for it.
        channel: The channel to the pool.
    """

    def __init__(self, env: EnvSource, options: Mapping[str, Any], channel: Channel) -> None:
        self._source, self._options, self._channel = env, options, channel
        self._watch = _Watch(channel)
        self._env: gym.Env[Any, Any] | None = None
        self._task = ""
        self._prepared: dict[str, PreparedPolicy] = {}
        self._policies: Policies = {}

    def play(self, assignment: Assignment, policies: Policies) -> None:
        """Plays an episode, and reports its end in every case."""
        self._watch.start()
        job = assignment.job
        try:
            env = self._environment(job.task)
            player = self._prepare(job.policy, policies, env)
        except DeviceError as error:
            self._finish(lost_episode(job, policies[job.policy], "device", str(error)))
            return
        except Exception as error:
            text = f"it can't make the environment or the policy for {job.task!r}: {type(error).__name__}: {error}"
            self.close()
            self._channel.send(Failed(text, error))
            return
        record = run_episode(
            player.env,
            player.policy,
            seed=job.seed,
            recorder=_Relay(self._channel) if assignment.relay else None,
            allow_restore=player.allow_restore,
            attempt=job.attempt,
            watch=self._watch,
        )
        self._finish(record)

    def _finish(self, record: EpisodeRecord) -> None:
        if record.lost_device:
            self.close()
        self._channel.send(Ended(record))

    def _environment(self, task: str) -> gym.Env[Any, Any]:
        if self._env is None or self._task != task:
            self.close()
            with self._watch("reset"):
                if callable(self._source):
                    self._env = self._source(task, **self._options)
                else:
                    self._env = CrabEnv(task, **{"on_device_error": "truncate", **self._source, **self._options})
            self._task = task
        return self._env

    def _prepare(self, policy_id: str, policies: Policies, env: gym.Env[Any, Any]) -> PreparedPolicy:
        if policies is not self._policies:
            self._prepared, self._policies = {}, policies
        if policy_id not in self._prepared:
            with self._watch("reset"):
                self._prepared[policy_id] = prepare_policy(policies[policy_id], env)
        return self._prepared[policy_id]

    def close(self) -> None:
        """Closes the devices; errors of broken ones no longer matter and are ignored."""
        env, self._env, self._prepared = self._env, None, {}
        if env is not None:
            with self._watch("reset"):
                try:
                    env.close()
                except Exception:
                    return


class _Watch:
    """Publishes an episode's phases on a channel; ``with watch(phase):`` does so for work between episodes."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._since = self._spent = 0.0

    def start(self) -> None:
        self._spent = 0.0

    def begin(self, phase: str, step: int) -> None:
        self._since = time.monotonic()
        self._channel.mark(phase, step, self._since, self._spent)

    def end(self) -> None:
        now = time.monotonic()
        self._spent += now - self._since
        self._channel.mark("", 0, now, self._spent)

    def opened(self, record: EpisodeRecord) -> None:
        self._channel.send(Opened(record))

    def __call__(self, phase: str) -> _Watch:
        self.begin(phase, 1)
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        self.end()


class _Relay(ScreenWriter):
    """Sends an episode's steps and pictures to the pool, which writes them; the pool may be on another host."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def picture(self, name: str, png: bytes) -> None:
        self._channel.send(PictureTaken(name, png))

    def step(self, record: StepRecord) -> None:
        self._channel.send(Stepped(record))


def lost_episode(job: Job, policy: PolicyMaker, kind: str, reason: str) -> EpisodeRecord:
    """Returns the record of an episode that the infrastructure failed before its reset was done.

    Args:
        job: The episode.
        policy: The maker of its policy.
        kind: The error's kind.
        reason: The error in words.
    """
    task = load(job.task)
    return EpisodeRecord(
        task=task.name,
        version=task.version,
        definition_hash=task.definition_hash(),
        seed=job.seed,
        attempt=job.attempt,
        policy=maker_name(policy),
        parameters={},
        goal="",
        backends={},
        graph={},
        screens={},
        steps=(),
        completion=0.0,
        coverage=0.0,
        success=False,
        end_reason="",
        logical_consistency=None,
        tokens=0,
        calls=0,
        restores=0,
        error=reason,
        error_kind=kind,
        timings={"reset": 0.0, "act": 0.0, "step": 0.0},
        versions=versions(),
        transient=True,
    )
