"""Jobs of a pool, and the policies that play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import gymnasium as gym

from crab_gym.policies import POLICIES, Policy, make_policy
from crab_sim.suggestions import unknown

__all__ = [
    "Assignment",
    "EnvSource",
    "Job",
    "Policies",
    "PolicyMaker",
    "PoolError",
    "PreparedPolicy",
    "check_policy",
    "maker_name",
    "policies_by_id",
    "prepare_policy",
]

EnvSource: TypeAlias = Mapping[str, Any] | Callable[..., gym.Env[Any, Any]]
"""Keyword arguments of `CrabEnv`, or a function ``env(task, **options)`` that makes an environment."""
PolicyMaker: TypeAlias = str | Callable[[gym.Env[Any, Any]], Policy]
"""A name of `POLICIES`, or a function that makes a policy for an environment."""
Policies: TypeAlias = Mapping[str, PolicyMaker]
"""Policy id to its maker."""


class PreparedPolicy(NamedTuple):
    """A policy with the environment that it plays in.

    Attributes:
        env: The environment, wrapped as the policy needs it.
        policy: The policy.
        allow_restore: Whether the policy may restore snapshots.
    """

    env: gym.Env[Any, Any]
    policy: Policy
    allow_restore: bool


def prepare_policy(maker: PolicyMaker, env: gym.Env[Any, Any]) -> PreparedPolicy:
    """Makes a policy for an environment.

    The maker may also have a method ``wrap(env)``, which returns the environment wrapped as the policy needs it, a
    method ``check()`` (see `check_policy`), and an attribute ``allow_restore``.
    """
    wrap = getattr(maker, "wrap", None)
    if wrap is not None:
        env = wrap(env)
    policy = make_policy(maker, env) if isinstance(maker, str) else maker(env)
    return PreparedPolicy(env, policy, bool(getattr(maker, "allow_restore", False)))


def check_policy(maker: PolicyMaker) -> None:
    """Checks that a policy can play, before an environment is made, by its maker's method ``check()`` if it has one.

    Raises:
        Exception: Whatever the maker raises, for example a `ModelError` for a missing key.
    """
    check = getattr(maker, "check", None)
    if check is not None:
        check()


def maker_name(maker: PolicyMaker) -> str:
    """Returns a policy maker's name in records: the name itself, its ``__name__``, or its type's name."""
    return maker if isinstance(maker, str) else str(getattr(maker, "__name__", type(maker).__name__))


def policies_by_id(policy: PolicyMaker | Policies) -> Policies:
    """Returns policy makers by id; the id of a single one is its name.

    Raises:
        ValueError: A name isn't that of a policy, or the mapping is empty.
        TypeError: A maker is neither a name nor callable.
    """
    if not isinstance(policy, Mapping):
        policy = {maker_name(policy): policy}
    if not policy:
        raise ValueError("got no policy; expected at least one in the mapping")
    for maker in policy.values():
        if isinstance(maker, str) and maker not in POLICIES:
            unknown("policy", maker, POLICIES)
        if not isinstance(maker, str) and not callable(maker):
            raise TypeError(
                f"got the policy {maker!r}; expected a name, or a callable that makes one for an environment"
            )
    return policy


class PoolError(RuntimeError):
    """A pool can't continue: its slots don't start, or can't make the environment or the policy."""


class Job(NamedTuple):
    """An episode to run.

    Attributes:
        task: Id of the task, or ``"module:ATTRIBUTE"``.
        seed: The episode's seed.
        policy: Id of the policy, a key of the mapping given to `RolloutPool.run`; ``""`` if there is only one policy.
        attempt: How often the episode was run before.
    """

    task: str
    seed: int
    policy: str = ""
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class Assignment:
    """An episode that a slot is asked to play.

    Attributes:
        job: The episode, with the number of this attempt.
        relay: Whether the slot sends steps and pictures as they come.
    """

    job: Job
    relay: bool
