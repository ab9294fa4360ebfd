"""Environments that fail beside others: only their own episodes are lost."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from crab_gym.backends.errors import DeviceError
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.vector import make_vec
from crab_gym.envs.vector.isolation import IsolatedEnv
from crab_gym.task import action
from tests.envs.vector._play import SMALL, TASKS, WAIT, assert_same

FAIL, MISUSE, LOSE = (action("root", "submit", answer=word) for word in ("fail", "misuse", "lose"))
CALCULATOR = [
    action("ubuntu", "search_app", name="Calculator"),
    action("ubuntu", "press", key="enter"),
    action("ubuntu", "write_text", text="1\n" * 990),
]
MODES = ["sync", "batch", "process"]


class Failing(gym.Wrapper[Any, Any, Any, Any]):
    """Fails where an answer asks for it."""

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        match action["args"].get("answer"):
            case "fail":
                raise RecursionError("too deep")
            case "lose":
                raise DeviceError("android", "unplugged")
            case "misuse":
                raise TypeError("an argument of a wrong type")
        return self.env.step(action)


def envs_of(mode: str, **kwargs: Any) -> Any:
    more = {"workers": 2} if mode == "process" else {}
    return make_vec(
        list(TASKS), 3, mode, wrappers=[Failing], screen_size=SMALL, devices="all", **more, **kwargs
    )  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
def test_others_keep_their_episodes(mode: str, caplog: pytest.LogCaptureFixture) -> None:
    envs = envs_of(mode)
    try:
        envs.reset(seed=0)
        before, *_ = envs.step((WAIT, WAIT, WAIT))
        obs, rewards, terminated, truncated, info = envs.step((WAIT, FAIL, WAIT))
        assert truncated.tolist() == [False, True, False] and not terminated.any() and not rewards.any()
        assert info["device_error"].tolist() == ["", "RecursionError: too deep", ""]
        assert info["end_reason"].tolist() == ["", "device_error", ""]
        assert info["step"].tolist() == [2, 1, 2] and not info["is_success"].any()
        assert_same(obs["ubuntu"][1], before["ubuntu"][1])
        *_, truncated, info = envs.step((LOSE, WAIT, WAIT))
        assert truncated.tolist() == [True, False, False] and info["step"].tolist() == [2, 0, 3]
        assert info["device_error"][0] == "android: unplugged"
        if mode != "process":
            assert caplog.text.count("an environment failed") == 2 and "RecursionError: too deep" in caplog.text
    finally:
        envs.close()


def test_all_modes_do_the_same() -> None:
    played = []
    for mode in MODES:
        envs = envs_of(mode, autoreset_mode=AutoresetMode.SAME_STEP)
        try:
            played.append([envs.reset(seed=3), *(envs.step(each) for each in [(WAIT,) * 3, (FAIL, WAIT, LOSE)])])
        finally:
            envs.close()
    for other in played[1:]:
        assert_same(played[0], other)


@pytest.mark.parametrize("mode", MODES)
def test_misuse_is_raised_and_so_is_what_always_fails(mode: str) -> None:
    envs = envs_of(mode)
    try:
        envs.reset(seed=0)
        with pytest.raises(TypeError, match="wrong type"):
            envs.step((WAIT, MISUSE, WAIT))
        envs.reset(seed=0)
        for _ in range(2):
            assert envs.step((WAIT, WAIT, FAIL))[3].tolist() == [False, False, True]
            envs.step((WAIT, WAIT, WAIT))  # resets it
        with pytest.raises(RecursionError, match="too deep"):
            envs.step((WAIT, WAIT, FAIL))
    finally:
        envs.close()


def test_a_lost_episode_tells_nothing_of_the_step_before() -> None:
    env = IsolatedEnv(Failing(CrabEnv("ubuntu.write_note", screens=False)))
    base: Any = env.unwrapped
    env.reset(seed=0)
    base.backends["ubuntu"].act = lambda *action: "the rest is too much work"
    *_, info = env.step(action("ubuntu", "press", key="f5"))
    assert info["cut_short"] == "the rest is too much work"
    *_, lost = env.step(FAIL)
    assert set(lost) == set(info) and lost["device_error"] == "RecursionError: too deep"
    assert lost["cut_short"] == lost["app_crash"] == lost["invalid_action"] == ""


@pytest.mark.parametrize("mode", MODES)
def test_a_thousand_lines_in_the_calculator(mode: str) -> None:
    envs = envs_of(mode, max_steps=10)
    try:
        envs.reset(seed=0)
        for each in CALCULATOR:
            *_, terminated, truncated, info = envs.step((WAIT, each, WAIT))
            assert not (terminated.any() or truncated.any() or any(info["app_crash"]))
        assert info["step"].tolist() == [3, 3, 3]
        assert np.array_equal(info["completion"], [0.0, 0.0, 0.0])
    finally:
        envs.close()
