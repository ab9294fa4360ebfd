"""The oracles of the tasks that claim the real desktop solve them there, with the evaluators of the simulator."""

from __future__ import annotations

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import read_index

CLAIMED = [name for name, info in read_index().items() if "desktop" in info.backends.get("ubuntu", ())]

pytestmark = pytest.mark.desktop


def test_at_least_three_ubuntu_tasks_claim_it() -> None:
    assert len([name for name in CLAIMED if name.startswith("ubuntu.")]) >= 3


@pytest.mark.parametrize("name", CLAIMED)
def test_oracle_solves_it_on_the_real_desktop(name: str) -> None:
    env = gym.make(f"Crab-v0/{name}", backend="desktop")
    try:
        record = run_episode(env, OraclePolicy(env), seed=5)
    finally:
        env.close()
    assert not record.error, record.error
    assert record.success, (record.end_reason, record.completion, [step.action for step in record.steps])
    assert record.backends["ubuntu"] == "desktop"
