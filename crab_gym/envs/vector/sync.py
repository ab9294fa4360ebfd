"""Gymnasium's own vector environment of one process, with what the others can do beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode
from gymnasium.vector import SyncVectorEnv as Base

from crab_gym.envs.vector import calls
from crab_gym.envs.vector.base import check_spaces
from crab_gym.envs.vector.env_makers import EnvMaker

__all__ = ["SyncVectorEnv"]

Env = gym.Env[Any, Any]


class SyncVectorEnv(Base[Any, Any]):
    """Gymnasium's ``SyncVectorEnv`` over different tasks. See `make_vec`.

    Args:
        makers: How each environment is made.
        autoreset_mode: When environments whose episode has ended are reset.
    """

    def __init__(self, makers: Sequence[EnvMaker], autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP) -> None:
        envs = [maker() for maker in makers]
        for maker, env in zip(makers, envs, strict=True):
            check_spaces(env, envs[0], (makers[0].name, maker.name))
        super().__init__([lambda env=env: env for env in envs], autoreset_mode=autoreset_mode)  # type: ignore[misc]
        self.makers = tuple(makers)

    @property
    def specs(self) -> tuple[EnvSpec | None, ...]:
        """Each environment's spec, wrappers included, from which `make_vec` makes the same again."""
        return tuple(self.apply(calls.spec))

    def apply(self, function: Callable[[Env], Any], indices: Sequence[int] | None = None) -> list[Any]:
        """Returns what a function returns for each of some environments, all for None."""
        return [function(self.envs[index]) for index in (range(self.num_envs) if indices is None else indices)]

    def call_at(self, indices: Sequence[int] | None, name: str, *args: Any, **kwargs: Any) -> list[Any]:
        """Returns some environments' attribute, or what it returns where it is a method; all for None."""
        return self.apply(partial(calls.call, name=name, args=args, kwargs=kwargs), indices)
