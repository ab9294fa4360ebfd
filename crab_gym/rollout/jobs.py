"""What a pool's slots are told and what they tell: plain data, so that it can go to other processes and hosts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import gymnasium as gym

from crab_gym.policies import Policy, make_policy
from crab_gym.rollout.record import EpisodeRecord, StepRecord

__all__ = [
    "Beat",
    "EnvMaker",
    "Event",
    "Job",
    "Order",
    "Policies",
    "PolicyMaker",
    "PoolError",
    "Seat",
    "maker_name",
    "seat",
]

EnvMaker: TypeAlias = Mapping[str, Any] | Callable[..., gym.Env[Any, Any]]
PolicyMaker: TypeAlias = str | Callable[[gym.Env[Any, Any]], Policy]
Policies: TypeAlias = Mapping[str, PolicyMaker]


class Seat(NamedTuple):
    """A policy in its place.

    Attributes:
        env: The environment as the policy needs it.
        policy: The policy.
        allow_restore: Whether it may go back to snapshots.
    """

    env: gym.Env[Any, Any]
    policy: Policy
    allow_restore: bool


def seat(maker: PolicyMaker, env: gym.Env[Any, Any]) -> Seat:
    """Returns a policy in an environment.

    What makes the policy may also have a method ``wrap(env)``, which returns the environment as the policy needs it,
    and an attribute ``allow_restore``.
    """
    wrap = getattr(maker, "wrap", None)
    if wrap is not None:
        env = wrap(env)
    policy = make_policy(maker, env) if isinstance(maker, str) else maker(env)
    return Seat(env, policy, bool(getattr(maker, "allow_restore", False)))


def maker_name(maker: PolicyMaker) -> str:
    """Returns what records call a maker of policies: its own name, ``__name__``, or its type's."""
    return maker if isinstance(maker, str) else str(getattr(maker, "__name__", type(maker).__name__))


class PoolError(RuntimeError):
    """A pool can't go on: its slots can't be started, or can't make the environment or the policy."""


class Job(NamedTuple):
    """An episode to run.

    Attributes:
        task: Id of the task, or ``"module:ATTRIBUTE"``.
        seed: The episode's seed.
        policy: Id of the policy, a key of the mapping given to `RolloutPool.run`; ``""`` where that is only one.
        attempt: How often the episode was run before.
    """

    task: str
    seed: int
    policy: str = ""
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """What a slot is told to play.

    Attributes:
        job: The episode, with this attempt's number.
        relay: Whether steps and pictures are to be sent as they come.
    """

    job: Job
    relay: bool


class Beat(NamedTuple):
    """Where a slot stands.

    Attributes:
        phase: ``"reset"``, ``"act"``, ``"step"``, or ``""`` between them.
        step: Number of the step, from 1.
        age: Seconds for which it has been in that phase.
        spent: Seconds that the episode has spent in phases, this one included.
    """

    phase: str = ""
    step: int = 0
    age: float = 0.0
    spent: float = 0.0


Event: TypeAlias = (
    tuple[Literal["ready"], None]
    | tuple[Literal["opened"], EpisodeRecord]
    | tuple[Literal["step"], StepRecord]
    | tuple[Literal["picture"], tuple[str, bytes]]
    | tuple[Literal["ended"], EpisodeRecord]
    | tuple[Literal["failed"], tuple[str, Exception | None]]
    | tuple[Literal["died"], str]
)
"""What a slot tells: it is up; an episode's reset is done; a step; a picture's name and PNG file; the episode ended;
its environment or its policy can't be made (in words, and as raised where it's the same process); it is no more.
"""
