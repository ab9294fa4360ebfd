"""The last actions as part of the observation."""

from __future__ import annotations

import importlib
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.task import action
from crab_gym.wrappers import ActionHistory, DiscreteElements, Features
from crab_gym.wrappers.history import HISTORY_COLUMNS
from tests.wrappers._walks import BOTH, PHONE, check, make


def told(row: Any) -> dict[str, float]:
    return {name: float(value) for name, value in zip(HISTORY_COLUMNS, row, strict=True) if value}


def test_the_latest_comes_first_and_the_oldest_is_forgotten() -> None:
    env = ActionHistory(make(BOTH), length=3)
    obs, _ = env.reset(seed=0)
    assert ActionHistory(make(BOTH), length=3, flat=True).reset(seed=0)[0]["history"].shape == (
        3 * len(HISTORY_COLUMNS),
    )
    assert obs["history"].shape == (3, len(HISTORY_COLUMNS)) and not obs["history"].any()
    for said in (
        action("android", "open_app", name="Tasks"),
        action("android", "tap", x=90, y=400),
        {"device": "android", "name": "dance"},
        action("root", "wait"),
    ):
        obs, *_ = env.step(said)
        assert obs in env.observation_space
    assert [told(row) for row in obs["history"]] == [
        {"valid": 1.0, "root": 1.0, "wait": 1.0},
        {"invalid": 1.0},
        {"valid": 1.0, "android": 1.0, "x": 0.25, "y": 0.5, "tap": 1.0},
    ]
    assert not env.reset(seed=0)[0]["history"].any()


def test_it_tells_what_a_discrete_action_did() -> None:
    env = ActionHistory(Features(DiscreteElements(make(PHONE), marks=30, texts=8), marks=30), length=2)
    env.reset(seed=0)
    index = env.get_wrapper_attr("index_of")(action("android", "open_app", name="Contacts"))
    assert env.action_masks()[index]
    assert told(env.step(index)[0]["history"][0]) == {"valid": 1.0, "android": 1.0, "open_app": 1.0}
    assert told(env.step(int(np.flatnonzero(~env.action_masks())[0]))[0]["history"][0]) == {"invalid": 1.0}


@pytest.mark.extra("stable_baselines3")
def test_the_checkers_have_nothing_to_say() -> None:
    env = ActionHistory(Features(DiscreteElements(make(BOTH), marks=30, texts=8), marks=30, flat=True), flat=True)
    check(ActionHistory(make(BOTH, screens=True)))
    check(env)
    checker = importlib.import_module("stable_baselines3.common.env_checker")
    checker.check_env(env)


def test_it_survives_its_spec() -> None:
    env = ActionHistory(make(BOTH), length=5)
    assert env.spec is not None
    twin = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(twin, ActionHistory) and twin.observation_space == env.observation_space
    assert not hasattr(twin, "action_masks")


def test_misuse_is_named() -> None:
    with pytest.raises(ValueError, match="length is 0; expected a whole number of actions above 0"):
        ActionHistory(make(PHONE), length=0)
    with pytest.raises(TypeError, match="got CartPoleEnv"):
        ActionHistory(gym.make("CartPole-v1"))
    flat = gym.wrappers.FlattenObservation(make(PHONE))
    with pytest.raises(TypeError, match="expected a Dict, to which it can add a key"):
        ActionHistory(flat)
