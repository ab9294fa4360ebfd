"""What saving a place costs: nothing but the place."""

from __future__ import annotations

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec


@pytest.mark.parametrize("task", ["android.save_place", "android_world.osm_and_favorite", "crab.village_on_maps"])
@pytest.mark.parametrize("seed", [0, 1])
def test_who_saves_a_place_isnt_charged_with_those_that_were_there(task: str, seed: int) -> None:
    env = CrabEnv(task, "sim", screens=False, success_at="complete", max_steps=200)
    obs, info = env.reset(seed=seed)
    policy = OraclePolicy(env)
    policy.reset(env.goal, policy_spec(env, seed))
    terminated = truncated = False
    while not (terminated or truncated):
        obs, _, terminated, truncated, info = env.step(policy.act(obs, info))
    assert info["is_success"] and info["side_effects"] == {"harm": 0, "litter": 0}
