"""Trainers of others take the ids that need no wrappers as they are; docs/training_scripts.md has what they learn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from crab_gym.task.registration import PLAIN, plain_id

ELEMENTS, PIXELS = PLAIN
pytestmark = [
    pytest.mark.slow,
    pytest.mark.extra("torch", "stable_baselines3"),
    pytest.mark.filterwarnings("ignore"),  # those of torch are none of ours
]


@pytest.mark.parametrize(("namespace", "policy"), [(ELEMENTS, "MlpPolicy"), (PIXELS, "CnnPolicy")])
def test_stable_baselines_trains_saves_and_loads(namespace: str, policy: str, tmp_path: Path) -> None:
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env(plain_id(namespace, "learn.open_panel"), n_envs=2, seed=0)
    model = PPO(policy, envs, n_steps=64, batch_size=64, n_epochs=1, seed=0, device="cpu")
    before = {name: weights.clone() for name, weights in model.policy.state_dict().items()}
    model.learn(256)
    assert model.num_timesteps == 256
    assert any((weights != before[name]).any() for name, weights in model.policy.state_dict().items())
    ended = list(model.ep_info_buffer or ())
    assert len(ended) >= 40 and all(0 <= episode["r"] <= 1 and episode["l"] <= 6 for episode in ended)

    model.save(tmp_path / "agent")
    seen = envs.reset()
    again = PPO.load(tmp_path / "agent", env=envs, device="cpu")
    assert (again.predict(seen, deterministic=True)[0] == model.predict(seen, deterministic=True)[0]).all()
    envs.close()


def test_processes_that_import_nothing_play_what_this_one_plays() -> None:
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import SubprocVecEnv

    name = f"crab_gym:{plain_id(ELEMENTS, 'learn.check_todo')}"
    here = make_vec_env(name, n_envs=2, seed=5)
    there = make_vec_env(name, 2, seed=5, vec_env_cls=SubprocVecEnv, vec_env_kwargs={"start_method": "spawn"})
    try:
        one, two = np.asarray(here.reset()), np.asarray(there.reset())
        assert (one == two).all()
        for actions in ([3, 200], [17, 40]):
            for first, second in zip(here.step(np.array(actions))[:3], there.step(np.array(actions))[:3], strict=True):
                assert (np.asarray(first) == np.asarray(second)).all()
    finally:
        here.close()
        there.close()
