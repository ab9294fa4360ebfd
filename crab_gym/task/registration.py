"""Registers the tasks of the index with Gymnasium, without importing any of them."""

from __future__ import annotations

import gymnasium as gym

from crab_gym.task import read_index

__all__ = ["ENTRY_POINT", "NAMESPACE", "register_tasks"]

NAMESPACE = "Crab-v0"
ENTRY_POINT = "crab_gym.envs.crab_env:CrabEnv"


def register_tasks() -> None:
    """Registers ``Crab-v0/<task>`` for every task of the index that isn't registered yet."""
    for name, info in read_index().items():
        env_id = f"{NAMESPACE}/{name}"
        if env_id not in gym.registry:
            gym.register(env_id, entry_point=ENTRY_POINT, kwargs={"task": name}, nondeterministic=not info.simulated)
