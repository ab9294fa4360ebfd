"""Tests of episodes that begin behind a checkpoint."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.evaluation.weights import completion_of
from crab_gym.policies import OraclePolicy, policy_spec

assert crab_gym.__version__  # registers the ids
TASK = "Crab-v0/cross.dark_mode_from_todo"


def make(name: str = TASK, **options: Any) -> Any:
    return gym.make(name, screens=False, **options).unwrapped


def finish(env: Any, info: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, 0))
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(policy.act(None, info))
        total, over = total + reward, terminated or truncated
    return total, info


@pytest.mark.parametrize("name", [TASK, "Crab-v0/android.add_contact", "Crab-v0/ubuntu.tidy_downloads"])
def test_the_rest_of_the_task_is_left(name: str) -> None:
    env = make(name)
    env.reset(seed=3)
    checkpoints = env.evaluator.graph.checkpoints
    for start in range(len(checkpoints)):
        _, info = env.reset(seed=3, options={"start": start})
        passed = env.evaluator.order
        assert len(passed) < len(checkpoints) and info["step"] == 0 and not env.actions
        assert info["completion"] == pytest.approx(completion_of(checkpoints, passed))
        assert set(env.evaluator.passed.values()) <= {0}
        total, end = finish(env, info)
        assert end["is_success"] and total == pytest.approx(1 - completion_of(checkpoints, passed))


def test_it_begins_in_the_same_state_each_time() -> None:
    first, second = make(), make()
    prints = {env.reset(seed=4, options={"start": 1}) and env.fingerprint() for env in (first, second, first)}
    assert len(prints) == 1
    first.reset(seed=4)
    assert first.fingerprint() not in prints


def test_what_the_oracle_did_is_no_side_effect_and_harm_still_is() -> None:
    env = make("Crab-v0/android.add_contact")
    env.reset(seed=1)
    env.reset(seed=1, options={"start": len(env.evaluator.graph.checkpoints) - 1})
    info = env.step({"device": "root", "name": "complete", "args": {}})[4]
    assert info["side_effects"] == {"harm": 0, "litter": 0} or not info["side_effects"]["harm"]


@pytest.mark.parametrize("start", [-1, 1.0, True, "2", None, 99])
def test_a_start_that_there_is_not_is_refused_and_changes_nothing(start: Any) -> None:
    env = make()
    env.reset(seed=0)
    before = env.fingerprint(), env.np_random.bit_generator.state
    with pytest.raises(ValueError, match="start is"):
        env.reset(seed=5, options={"start": start})
    assert (env.fingerprint(), env.np_random.bit_generator.state) == before


def test_a_fork_and_a_snapshot_of_it_play_on() -> None:
    env = make()
    _, info = env.reset(seed=2, options={"start": 1})
    handle = env.snapshot()
    copy = env.fork()
    assert finish(copy, info)[1]["is_success"]
    finish(env, info)
    env.restore(handle)
    assert env.evaluator.completion == info["completion"] and finish(env, info)[1]["is_success"]
