"""Shared parts of the wrappers' tests: tasks, walks, the checkers of Gymnasium and stable-baselines3."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crab_gym
from tests.task_names import HAND_WRITTEN as NAMES

assert crab_gym.__version__  # registers the ids

PHONE, DESKTOP, BOTH = "android.add_contact", "ubuntu.write_note", "cross.dark_mode_from_todo"
every_task = pytest.mark.parametrize("name", NAMES)


def make(name: str, **options: Any) -> Any:
    return gym.make(f"Crab-v0/{name}", **{"backend": "sim", "screens": False, **options})


def check(env: gym.Env[Any, Any]) -> None:
    """Has Gymnasium's checker look at a wrapped environment; it may say nothing but that there are wrappers."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version.*")
        check_env(env)


def draw(mask: Any, rng: np.random.Generator) -> int:
    """Returns a random index that a mask allows."""
    return int(rng.choice(np.flatnonzero(mask)))
