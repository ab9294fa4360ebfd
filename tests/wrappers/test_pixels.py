"""PixelPointer: one small picture, and a pointer as numbers."""

from __future__ import annotations

import weakref

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.wrappers import DiscreteElements, PixelPointer
from crab_gym.wrappers.small_screens import SmallScreens


def make(task: str, **kwargs: int) -> PixelPointer:
    return PixelPointer(gym.make(f"Crab-v0/{task}"), **kwargs)


def test_screens_stand_side_by_side_at_one_height() -> None:
    env = make("cross.dark_mode_from_todo")
    obs, _ = env.reset(seed=0)
    assert obs.shape == (84, 142 + 36, 3) and obs.dtype == np.uint8 and env.observation_space.contains(obs)
    phone = make("learn.open_app")
    assert (obs[:80, 142:] != phone.reset(seed=0)[0][:80]).mean() < 0.2  # both begin at the launcher


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_gymnasium_accepts_it() -> None:
    check_env(make("learn.open_app"), skip_render_check=True)


def test_actions_are_points_keys_and_texts_of_the_goal() -> None:
    env = make("learn.new_todo", grid=40, texts=3)
    env.reset(seed=0)
    assert env.action(0) == {"device": "android", "name": "tap", "args": {"x": 20, "y": 20}}
    points = 9 * 20
    assert env.action(points - 1)["args"] == {"x": 340, "y": 780}
    assert [env.action(points + place)["args"]["key"] for place in range(3)] == ["enter", "back", "home"]
    title = vars(env.unwrapped.params)["title"]  # type: ignore[attr-defined]
    assert env.action(points + 3) == {"device": "android", "name": "write_text", "args": {"text": title}}
    assert env.action_space.n == points + 3 + 3  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=f"expected a whole number from 0 to {points + 5}"):
        env.step(points + 6)


def test_a_text_that_the_goal_lacks_is_an_invalid_action() -> None:
    env = make("learn.open_panel", texts=30)
    env.reset(seed=0)
    *_, info = env.step(int(env.action_space.n) - 1)  # type: ignore[attr-defined]
    assert info["invalid_action"] == "the goal has no text 30"


def test_a_pointer_solves_a_task_at_the_points_that_are_nearest() -> None:
    env = make("learn.open_panel", grid=20)
    obs, info = env.reset(seed=0)
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, 0))
    while not info["is_success"]:
        args = policy.act(obs, info)["args"]
        *_, info = env.step(args["y"] // 20 * 64 + args["x"] // 20)
        assert info["step"] < 5


def test_the_goal_is_in_the_lowest_rows() -> None:
    env = make("learn.open_panel")
    rows = {str(env.reset(seed=seed)[1]["goal"]): env.reset(seed=seed)[0][80:] for seed in range(6)}
    assert len({row.tobytes() for row in rows.values()}) == len(rows) > 1
    assert all((row == row[0]).all() and (row[..., 0] == row[..., 1]).all() for row in rows.values())


def test_screens_that_stay_are_not_scaled_again_and_those_that_change_are() -> None:
    rng, small = np.random.default_rng(0), SmallScreens({})
    screen = rng.integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    first = small.of("ubuntu", screen, 84, 149)
    first[:] = 0  # belongs to the caller
    again = small.of("ubuntu", screen.copy(), 84, 149)
    assert again.any() and (again == SmallScreens({}).of("ubuntu", screen, 84, 149)).all()
    changed = screen.copy()
    changed[700:, 1200:] = 255
    assert (small.of("ubuntu", changed, 84, 149) != again).any(axis=(1, 2)).nonzero()[0].min() > 70
    assert small.of("ubuntu", changed, 10, 20).shape == (10, 20, 3)


def test_screens_that_the_backend_knows_are_scaled_alike_and_are_not_kept() -> None:
    env = CrabEnv("learn.todo_from_note")
    known, compared = SmallScreens(env.backends), SmallScreens({})
    obs, _ = env.reset(seed=0)
    policy = OraclePolicy(env)
    policy.reset(env.goal, policy_spec(env, 0))
    over, same = False, 0
    while not over:
        small = {name: known.of(name, obs[name], 60, 40) for name in env.screen_sizes}
        assert all((small[name] == compared.of(name, obs[name].copy(), 60, 40)).all() for name in small)
        obs, _, over, _, _ = env.step(policy.act(obs, {}))
        again = {name: known.of(name, obs[name], 60, 40) for name in env.screen_sizes}
        same += sum((again[name] == small[name]).all() for name in small)
    assert same >= 6  # each action changes one device
    held = [weakref.ref(obs[name].base) for name in env.screen_sizes]
    del obs
    assert [image() for image in held] == [None, None]


@pytest.mark.parametrize(("name", "value"), [("size", 0), ("grid", -1), ("texts", True)])
def test_numbers_below_one_are_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"{name} is .*; expected a whole number from"):
        make("learn.open_app", **{name: value})


def test_it_needs_screens_and_own_actions() -> None:
    with pytest.raises(ValueError, match="make it with screens=True"):
        PixelPointer(gym.make("Crab-v0/learn.open_app", screens=False))
    with pytest.raises(TypeError, match="with its own actions"):
        PixelPointer(DiscreteElements(gym.make("Crab-v0/learn.open_app")))
