"""Vector environments for stable-baselines3."""

from __future__ import annotations

import importlib
import os
import signal
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.envs.vector import sb3
from crab_gym.envs.vector.sb3 import SB3VecEnv, make_sb3
from tests.envs._tasks import COMPLETE, CONTACTS, HERE, TASKS, wait

needs_sb3 = pytest.mark.extra("stable_baselines3")
ACTIONS = (wait(1), CONTACTS, TASKS, COMPLETE)


class Few(gym.ActionWrapper[Any, Any, Any]):
    """Four actions, of which the last is masked until something has passed."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.action_space = gym.spaces.Discrete(len(ACTIONS))

    def action(self, action: Any) -> Any:
        return ACTIONS[int(action)]

    def action_masks(self) -> np.ndarray:
        return np.array([True, True, True, self.env.unwrapped.evaluator.completion > 0])


def make(mode: str = "batch", **options: Any) -> Any:
    more = {"workers": 2} if mode == "process" else {}
    return make_sb3(f"{HERE}CHAIN", 3, mode=mode, wrappers=[Few], screens=False, max_steps=4, **more, **options)


@needs_sb3
@pytest.mark.parametrize("mode", ["sync", "batch", "process"])
def test_episodes_and_their_ends(mode: str) -> None:
    envs = make(mode)
    assert envs.num_envs == 3 and envs.action_space == gym.spaces.Discrete(4)
    envs.seed(5)
    obs = envs.reset()
    assert obs["time_left"].tolist() == [[1.0]] * 3 and [info["step"] for info in envs.reset_infos] == [0] * 3
    obs, rewards, dones, infos = envs.step(np.array([1, 0, 0]))
    assert rewards.dtype == np.float32 and rewards == pytest.approx([1 / 3, 0, 0]) and not dones.any()
    assert type(infos[0]["step"]) is int and infos[0]["TimeLimit.truncated"] is False
    _, _, dones, infos = envs.step(np.array([3, 0, 0]))
    assert dones.tolist() == [True, False, False] and infos[0]["TimeLimit.truncated"] is False
    assert infos[0]["end_reason"] == "false_completion" and infos[0]["completion"] == pytest.approx(1 / 3)
    assert infos[0]["terminal_observation"]["time_left"].tolist() == [0.5]
    assert envs.reset_infos[0]["step"] == 0 and "terminal_observation" not in infos[1]
    envs.step(np.array([0, 0, 0]))
    _, _, dones, infos = envs.step(np.array([0, 0, 0]))
    assert dones.tolist() == [False, True, True] and infos[1]["TimeLimit.truncated"] is True
    assert infos[1]["is_success"] is False and "final_info" not in infos[1]
    envs.close()


@needs_sb3
@pytest.mark.parametrize("mode", ["sync", "batch", "process"])
def test_questions(mode: str) -> None:
    envs = make(mode)
    envs.seed(5)
    envs.reset()
    assert envs.has_attr("action_masks") and not envs.has_attr("nonesuch")
    for actions, open_now in (([0, 0, 0], [False] * 3), ([1, 0, 1], [True, False, True])):
        envs.step(np.array(actions))
        assert [masks[3] for masks in envs.env_method("action_masks")] == open_now
        assert [masks[3] for masks in envs.env_method("action_masks", indices=[2, 1])] == open_now[:0:-1]
    assert envs.env_is_wrapped(Few) == [True] * 3 and envs.env_is_wrapped(gym.wrappers.TimeLimit, 1) == [False]
    envs.set_attr("max_steps", 9, indices=-1)
    assert envs.get_attr("max_steps") == [4, 4, 9]
    envs.set_options({"parameters": {"word": "plugh"}})
    envs.reset()
    assert [params.word for params in envs.get_attr("params")] == ["plugh"] * 3
    envs.close()


@needs_sb3
def test_a_lost_worker_looks_like_a_time_limit() -> None:
    envs = make("process")
    envs.reset()
    envs.step(np.array([1, 1, 1]))
    os.kill(envs.envs.pids[0], signal.SIGKILL)
    _, rewards, dones, infos = envs.step(np.array([0, 0, 0]))
    lost = dones.tolist()
    assert lost[0] and not lost[-1] and not rewards.any()
    assert infos[0]["TimeLimit.truncated"] is True and infos[0]["end_reason"] == "device_error"
    assert infos[0]["terminal_observation"]["time_left"].tolist() == [0.75]
    envs.close()


@pytest.mark.extra("stable_baselines3", "sb3_contrib")
def test_masked_ppo_learns_over_workers() -> None:
    contrib = importlib.import_module("sb3_contrib")
    envs = make("process")
    model = contrib.MaskablePPO("MultiInputPolicy", envs, n_steps=8, batch_size=8, n_epochs=1, seed=0)
    model.learn(24)
    assert model.num_timesteps == 24 and len(model.ep_info_buffer) == 0  # no Monitor was asked for
    envs.close()


@needs_sb3
def test_what_it_takes() -> None:
    with pytest.raises(TypeError, match=r"expected what crab_gym\.make_vec returns"):
        SB3VecEnv(None)  # type: ignore[arg-type]
    envs = crab_gym.make_vec(f"{HERE}CHAIN", screens=False)
    with pytest.raises(ValueError, match="needs make_vec"):
        SB3VecEnv(envs)
    envs.close()


def test_without_stable_baselines3_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sb3, "MISSING", ImportError("No module named 'stable_baselines3'"))
    with pytest.raises(ImportError, match=r'pip install "\.\[rl\]"'):
        SB3VecEnv(None)  # type: ignore[arg-type]
