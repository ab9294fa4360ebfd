"""Attributes of single environments, also of those in other processes: functions that can be pickled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec

__all__ = ["call_attr", "get_attr", "get_spec", "has_attr", "is_wrapped", "set_attr"]

Env = gym.Env[Any, Any]


def call_attr(env: Env, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Returns an attribute of an environment or wrapper; if it can be called, its result.

    Args:
        env: The environment.
        name: The attribute's name.
        args: Positional arguments of the call.
        kwargs: Keyword arguments of the call.
    """
    attribute = env.get_wrapper_attr(name)
    return attribute(*args, **kwargs) if callable(attribute) else attribute


def get_attr(env: Env, name: str) -> Any:
    """Returns an attribute of an environment or wrapper."""
    return env.get_wrapper_attr(name)


def has_attr(env: Env, name: str) -> bool:
    """Returns whether an environment or one of its wrappers has an attribute."""
    return env.has_wrapper_attr(name)


def set_attr(env: Env, name: str, value: Any) -> None:
    """Sets an attribute on the wrapper that has it; on the environment itself if none has."""
    env.set_wrapper_attr(name, value)


def get_spec(env: Env) -> EnvSpec | None:
    """Returns the environment's spec, wrappers included; None if it wasn't made from one."""
    return env.spec


def is_wrapped(env: Env, wrapper: type[Any]) -> bool:
    """Returns whether the environment is wrapped in a wrapper of this class."""
    while isinstance(env, gym.Wrapper):
        if isinstance(env, wrapper):
            return True
        env = env.env
    return False
