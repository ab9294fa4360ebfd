"""The oracles of the tasks that claim phones over ADB solve them there, step by step as on the simulator."""

from __future__ import annotations

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.policies import OraclePolicy
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import read_index
from tests.task_names import COMPOSED, HAND_WRITTEN

COMPOSED_CLAIMED = [
    pytest.param(name, marks=pytest.mark.slow)
    for name in COMPOSED
    if "adb" in read_index()[name].backends.get("android", ())
]
CLAIMED = [name for name in HAND_WRITTEN if "adb" in read_index()[name].backends.get("android", ())]


def _play(name: str, android: str) -> EpisodeRecord:
    env = gym.make(f"Crab-v0/{name}", backend={"android": android}, screens=False)
    try:
        return run_episode(env, OraclePolicy(env), seed=5)
    finally:
        env.close()


def test_every_task_on_a_phone_claims_it() -> None:
    played = [name for name in HAND_WRITTEN if not name.startswith("learn.")]
    assert CLAIMED == [name for name in played if "android" in read_index()[name].devices]


@pytest.mark.parametrize("name", [*CLAIMED, *COMPOSED_CLAIMED])
def test_oracle_and_rewards_are_the_same_over_adb(name: str) -> None:
    sim, adb = _play(name, "sim"), _play(name, "adb:simulated")
    assert not adb.error, adb.error
    assert adb.success, (adb.end_reason, adb.completion, [step.action for step in adb.steps])
    assert [step.action for step in adb.steps] == [step.action for step in sim.steps]
    assert [step.reward for step in adb.steps] == [step.reward for step in sim.steps]
    assert adb.backends["android"] == "adb"
