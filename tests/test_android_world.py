"""Requirements on every task of the suite android_world, on the simulated phone."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.backends.base import state_of
from crab_gym.experiments.index_tasks import MEASURED_SEEDS
from crab_gym.experiments.verify import CHECKS, verify_task
from crab_gym.task import load, read_index
from tests.task_names import ANDROID_WORLD
from tests.test_all_tasks import solved

assert crab_gym.__version__  # registers the ids

every_task = pytest.mark.parametrize("name", ANDROID_WORLD)
DRAWN = 1000
"""Draws of the parameters of each task."""


@every_task
def test_it_can_be_solved_and_only_by_doing_something(name: str) -> None:
    env: Any = gym.make(f"Crab-v0/{name}", screens=False)
    steps = [solved(env, 0, {"parameters": "default"}), *(solved(env, seed) for seed in MEASURED_SEEDS)]
    assert max(steps) == read_index()[name].oracle_steps
    env.reset(seed=3)
    _, reward, terminated, _, info = env.step({"device": "root", "name": "complete", "args": {}})
    assert (reward, terminated, info["end_reason"], info["completion"]) == (0.0, True, "false_completion", 0.0)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@every_task
def test_no_draw_is_solved_before_it_begins(name: str) -> None:
    env: Any = gym.make(f"Crab-v0/{name}", screens=False).unwrapped
    for seed in range(DRAWN):
        env.reset(seed=seed)
        state = state_of(env.backends)
        for node in env.evaluator.graph.checkpoints:
            assert node.evaluator(state, None) is False, (seed, node.id)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@every_task
def test_it_passes_verify(name: str) -> None:
    findings = list(verify_task(name, "sim", list(read_index()), trial_seeds=3))
    assert [finding.check for finding in findings] == list(CHECKS)
    assert [finding for finding in findings if not finding.ok] == []


def test_the_suite_says_what_each_stands_for() -> None:
    for name in ANDROID_WORLD:
        task = load(name)
        assert task.devices == ("android",)
        assert task.tags[0] in {"easy", "medium", "hard"}
