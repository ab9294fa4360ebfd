"""What can be asked of each environment of a vector environment, also in another process: functions of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec

__all__ = ["call", "get", "has", "is_wrapped", "put", "spec"]

Env = gym.Env[Any, Any]


def call(env: Env, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Returns an attribute of an environment or of a wrapper; what it returns, where it can be called."""
    found = env.get_wrapper_attr(name)
    return found(*args, **kwargs) if callable(found) else found


def get(env: Env, name: str) -> Any:
    """Returns an attribute of an environment or of a wrapper."""
    return env.get_wrapper_attr(name)


def has(env: Env, name: str) -> bool:
    """Tells whether an environment or one of its wrappers has an attribute."""
    return env.has_wrapper_attr(name)


def put(env: Env, name: str, value: Any) -> None:
    """Sets an attribute where it is, at the environment itself where it is nowhere."""
    env.set_wrapper_attr(name, value)


def spec(env: Env) -> EnvSpec | None:
    """Returns the environment's spec, with its wrappers; None where it wasn't made from one."""
    return env.spec


def is_wrapped(env: Env, wrapper: type[Any]) -> bool:
    """Tells whether a wrapper of this class is around the environment."""
    while isinstance(env, gym.Wrapper):
        if isinstance(env, wrapper):
            return True
        env = env.env
    return False
