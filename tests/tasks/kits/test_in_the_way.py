"""Setups of sub-tasks that remove what a device has of its own and would stand in the way."""

from __future__ import annotations

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import compose


@pytest.mark.parametrize(
    ("name", "inputs", "seeds"),
    [
        ("errands.tick_off", {"text": "Defrost the freezer"}, (0, 1, 6)),  # once more in the list, perhaps done
        ("settings.rename_bluetooth", {"text": "Pocket"}, (1, 2)),  # the phone's own name
        ("music.folder_playlist", {"name": "Sunday morning", "folder": "Lessons"}, (4, 6)),  # a playlist's name
    ],
)
def test_what_has_the_same_name(name: str, inputs: dict[str, str], seeds: tuple[int, ...]) -> None:
    task = compose([(name, inputs)])
    env = gym.make("Crab-v0/custom", task=task.to_json(), screens=False)
    for seed in seeds:
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success and len(record.steps) > 1, (seed, record.end_reason)
