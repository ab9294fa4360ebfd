"""Gymnasium's ``SyncVectorEnv`` with the additional methods of the other modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
from gymnasium.vector import AutoresetMode
from gymnasium.vector import SyncVectorEnv as Base

from crab_gym.envs.vector.base import AppliesFunctions, check_spaces
from crab_gym.envs.vector.env_makers import EnvMaker
from crab_gym.envs.vector.isolation import IsolatedEnv

__all__ = ["SyncVectorEnv"]

Env = gym.Env[Any, Any]


class SyncVectorEnv(AppliesFunctions, Base):  # without its types: Gymnasium before 1.4 has none
    """Gymnasium's ``SyncVectorEnv`` over different tasks. See `make_vec`.

    Args:
        makers: The maker of each environment.
        autoreset_mode: When environments whose episode has ended are reset.
    """

    def __init__(self, makers: Sequence[EnvMaker], autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP) -> None:
        envs = [maker() for maker in makers]
        for maker, env in zip(makers, envs, strict=True):
            check_spaces(env, envs[0], (makers[0].name, maker.name))
        self._isolated = [IsolatedEnv(env) for env in envs]
        makes = [lambda env=env: env for env in self._isolated]
        super().__init__(makes, autoreset_mode=autoreset_mode)
        self.makers = tuple(makers)

    def apply(self, function: Callable[[Env], Any], indices: Sequence[int] | None = None) -> list[Any]:
        """Returns the results of a function on some environments; on all if `indices` is None."""
        return [function(self._isolated[index].env) for index in (range(self.num_envs) if indices is None else indices)]
