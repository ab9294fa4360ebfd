"""What runs in a slot: it makes environments and policies, plays what it is told to, and tells how it goes."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Protocol

import gymnasium as gym

from crab_gym.backends.base import DeviceError
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.rollout.episode import run_episode, versions
from crab_gym.rollout.jobs import EnvMaker, Event, Order, Policies, PolicyMaker, Seat, maker_name, seat
from crab_gym.rollout.record import EpisodeRecord, StepRecord
from crab_gym.rollout.recorder import ScreenKeeper
from crab_gym.task import load

__all__ = ["Channel", "Player", "broken"]


class Channel(Protocol):
    """The way from a slot to its pool."""

    def send(self, event: Event) -> None:
        """Tells the pool something."""

    def mark(self, phase: str, step: int, since: float, spent: float) -> None:
        """Shows where the slot stands: the phase's start by the monotonic clock, the seconds spent before it."""


class Player:
    """Plays episodes in a slot, one after the other.

    The environment is kept while the task stays the same and no device breaks.

    Args:
        maker: Makes the environments: a callable of the task, or keyword arguments of `CrabEnv`.
        options: The slot's own keyword arguments for it.
        channel: The way to the pool.
    """

    def __init__(self, maker: EnvMaker, options: Mapping[str, Any], channel: Channel) -> None:
        self._maker, self._options, self._channel = maker, options, channel
        self._watch = _Watch(channel)
        self._env: gym.Env[Any, Any] | None = None
        self._task = ""
        self._seats: dict[str, Seat] = {}
        self._policies: Policies = {}

    def play(self, order: Order, policies: Policies) -> None:
        """Plays an episode; its end is told, whatever happens."""
        self._watch.start()
        job = order.job
        try:
            env = self._environment(job.task)
            player = self._seat(job.policy, policies, env)
        except DeviceError as error:
            policy = policies[job.policy]
            self._finish(broken(job.task, job.seed, job.attempt, policy, "device", str(error)))
            return
        except Exception as error:
            text = f"it can't make the environment or the policy for {job.task!r}: {type(error).__name__}: {error}"
            self.close()
            self._channel.send(("failed", (text, error)))
            return
        record = run_episode(
            player.env,
            player.policy,
            seed=job.seed,
            recorder=_Relay(self._channel) if order.relay else None,
            allow_restore=player.allow_restore,
            attempt=job.attempt,
            watch=self._watch,
        )
        self._finish(record)

    def _finish(self, record: EpisodeRecord) -> None:
        if record.error_kind == "device":
            self.close()  # the next episode makes the devices anew
        self._channel.send(("ended", record))

    def _environment(self, task: str) -> gym.Env[Any, Any]:
        if self._env is None or self._task != task:
            self.close()
            with self._watch("reset"):
                if callable(self._maker):
                    self._env = self._maker(task, **self._options)
                else:
                    self._env = CrabEnv(task, **{"on_device_error": "truncate", **self._maker, **self._options})
            self._task = task
        return self._env

    def _seat(self, name: str, policies: Policies, env: gym.Env[Any, Any]) -> Seat:
        if policies is not self._policies:
            self._seats, self._policies = {}, policies
        if name not in self._seats:
            with self._watch("reset"):
                self._seats[name] = seat(policies[name], env)
        return self._seats[name]

    def close(self) -> None:
        """Gives back the devices; what a broken one says to that doesn't matter any more."""
        env, self._env, self._seats = self._env, None, {}
        if env is not None:
            with self._watch("reset"):
                try:
                    env.close()
                except Exception:
                    return


class _Watch:
    """Keeps account of an episode's phases on a channel; also what is done between episodes, as ``with``."""

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
        self._channel.send(("opened", record))

    def __call__(self, phase: str) -> _Watch:
        self.begin(phase, 1)
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        self.end()


class _Relay(ScreenKeeper):
    """Sends an episode's steps and pictures instead of writing them; the pool may be on another host."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def picture(self, name: str, png: bytes) -> None:
        self._channel.send(("picture", (name, png)))

    def step(self, record: StepRecord) -> None:
        self._channel.send(("step", record))


def broken(task: str, seed: int, attempt: int, policy: PolicyMaker, kind: str, why: str) -> EpisodeRecord:
    """Returns the record of an episode of which nothing came but an error of the infrastructure."""
    known = load(task)
    return EpisodeRecord(
        task=known.name,
        version=known.version,
        definition_hash=known.definition_hash(),
        seed=seed,
        attempt=attempt,
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
        error=why,
        error_kind=kind,
        timings={"reset": 0.0, "act": 0.0, "step": 0.0},
        versions=versions(),
        transient=True,
    )
