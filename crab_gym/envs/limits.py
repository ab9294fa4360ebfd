"""One step limit: that of `gymnasium.make` becomes the environment's own.

* `own_limit` - what `gymnasium.make` applies to every environment of crab-gym, after its ``TimeLimit``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gymnasium as gym

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task.registration import own_wrappers

__all__ = ["own_limit"]

Env = gym.Env[Any, Any]


def own_limit(env: Env) -> Env:
    """Returns the environment without ``TimeLimit``, whose limit becomes its own unless it was given ``max_steps``.

    So observations show the time left, infos say why the episode ended, and forks end as well, which a ``TimeLimit``
    around the environment can't do. The environment's spec has the limit as ``max_episode_steps``.

    Args:
        env: The environment, as `gymnasium.make` has wrapped it.
    """
    base = env.unwrapped
    if not isinstance(base, CrabEnv) or base.spec is None:
        return env
    kwargs_given = base.spec.kwargs
    if isinstance(env, gym.wrappers.TimeLimit):
        if kwargs_given.get("max_steps") is None:
            base.max_steps = env._max_episode_steps
        env = env.env
    base.spec = replace(
        base.spec,
        max_episode_steps=base.max_steps,
        kwargs={name: value for name, value in kwargs_given.items() if name != "max_steps"},
        additional_wrappers=own_wrappers(),
    )
    return env
