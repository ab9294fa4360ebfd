"""Requirements on every hand-written task of the index on the simulated devices."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crab_gym
from crab_gym.backends.base import state_of
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.index_tasks import MEASURED_SEEDS
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import load, read_index
from tests.task_names import HAND_WRITTEN, one_in

assert crab_gym.__version__  # registers the ids

every_task = pytest.mark.parametrize("name", HAND_WRITTEN)
SMALL = {"ubuntu": [640, 480], "android": [280, 480]}
"""Screens for tests to which their size doesn't matter: comparing and drawing pictures takes most of the time."""


def make(name: str, **options: Any) -> Any:
    return gym.make(f"Crab-v0/{name}", **options)


def test_there_are_tasks_of_every_platform() -> None:
    assert len(HAND_WRITTEN) >= 12
    assert {"ubuntu", "android", "cross"} <= {name.partition(".")[0] for name in HAND_WRITTEN}


@pytest.mark.parametrize("name", one_in(4, HAND_WRITTEN))
def test_gymnasiums_checker_has_nothing_to_say(name: str) -> None:
    check_env(make(name, screen_size=SMALL).unwrapped)


@every_task
def test_two_copies_with_one_seed_are_alike(name: str) -> None:
    first, second = (make(name).unwrapped for _ in range(2))
    pairs = [first.reset(seed=17), second.reset(seed=17)]
    first.action_space.seed(17)
    second.action_space.seed(17)
    for step in range(40):
        if step % 4:  # comparing 3.6 MB takes longer than a step
            assert np.array_equal(pairs[0][0]["time_left"], pairs[1][0]["time_left"])
        else:
            for device in pairs[0][0]:
                assert np.array_equal(pairs[0][0][device], pairs[1][0][device])
        assert pairs[0][1:] == pairs[1][1:]
        drawn = first.action_space.sample()
        assert drawn == second.action_space.sample()
        pairs = [first.step(drawn), second.step(drawn)]
        if pairs[0][2] or pairs[0][3]:
            assert pairs[0][1:] == pairs[1][1:]
            pairs = [first.reset(), second.reset()]
    assert first.fingerprint() == second.fingerprint()
    assert first.reset(seed=18)[1]["goal"] == second.reset(seed=18)[1]["goal"]


def solved(env: Any, seed: int, options: Mapping[str, Any] | None = None) -> int:
    """Plays an episode by the oracle, which must solve the task, and returns its steps."""
    obs, info = env.reset(seed=seed, options=options)
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, seed))
    rewards = []
    while True:
        obs, reward, terminated, truncated, info = env.step(policy.act(obs, info))
        rewards.append(reward)
        assert info["invalid_action"] == ""
        if terminated or truncated:
            break
    assert (terminated, info["end_reason"], info["completion"], info["coverage"]) == (True, "success", 1.0, 1.0)
    assert sum(rewards) == pytest.approx(1.0)
    assert info["step"] <= env.unwrapped.max_steps
    return int(info["step"])


@every_task
def test_the_oracle_solves_it_within_the_limit_in_as_many_steps_as_the_index_says(name: str) -> None:
    env = make(name, screens=False)
    steps = [solved(env, 0, {"parameters": "default"}), *(solved(env, seed) for seed in MEASURED_SEEDS)]
    assert max(steps) == read_index()[name].oracle_steps
    solved(env, 100_000)


@every_task
def test_nothing_is_won_by_doing_nothing(name: str) -> None:
    env = make(name, screens=False)
    for seed in range(3):
        env.reset(seed=seed)
        _, reward, terminated, _, info = env.step({"device": "root", "name": "complete", "args": {}})
        assert (reward, terminated, info["end_reason"], info["completion"]) == (0.0, True, "false_completion", 0.0)


@every_task
def test_evaluators_change_nothing(name: str) -> None:
    env = make(name, screens=False).unwrapped
    env.reset(seed=3)
    before = env.fingerprint()
    state = state_of(env.backends)
    for node in env.evaluator.graph.checkpoints:
        for answer in (None, "", "7", "+1 555 0142 \u0663"):
            assert node.evaluator(state, answer) is False
    assert env.fingerprint() == before


@every_task
def test_parameters_can_be_fixed(name: str) -> None:
    env = make(name, screens=False).unwrapped
    task = load(name)
    env.reset(seed=5)
    drawn = vars(env.params).copy()
    assert set(drawn) == set(task.parameters)
    for key, parameter in task.parameters.items():
        assert parameter.accepts(parameter.default) and parameter.accepts(drawn[key])
        env.reset(seed=5, options={"parameters": {key: parameter.default}})
        assert vars(env.params) == {**drawn, key: parameter.default}
    _, info = env.reset(options={"parameters": "default"})
    assert vars(env.params) == vars(task.defaults())
    assert info["goal"] == task.goal(task.defaults())
    seen: set[str] = set()
    for seed in range(12):
        env.reset(seed=seed)
        seen.add(repr(env.params))
        if len(seen) > 1:
            break
    assert len(seen) > 1


@every_task
def test_the_spec_travels_as_json_and_pickle(name: str) -> None:
    env = make(name, devices="all", screens=False, reward_weights={"success": 1}, screen_size={"android": [400, 700]})
    spec = env.spec
    again = gym.envs.registration.EnvSpec.from_json(spec.to_json())
    assert again == spec == pickle.loads(pickle.dumps(spec))
    assert json.loads(spec.to_json())["max_episode_steps"] == env.unwrapped.max_steps
    twin: Any = gym.make(again)
    assert twin.action_space == env.action_space and twin.observation_space == env.observation_space
    assert twin.reset(seed=2)[1] == env.reset(seed=2)[1]
    assert twin.unwrapped.reward_weights["success"] == 1.0


@every_task
def test_render_modes(name: str) -> None:
    env = make(name, render_mode="rgb_array", screen_size=SMALL)
    env.reset(seed=0)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.shape[2] == 3 and picture.max() > 100
    text = make(name, render_mode="ansi", screens=False)
    goal = text.reset(seed=0)[1]["goal"]
    assert goal in text.render()
    assert text.render().count("\n") > 10


def digest() -> str:
    """Returns a digest of what a few steps of every task show, for comparison across processes."""
    total = hashlib.sha256()
    for number, name in enumerate(HAND_WRITTEN):
        for screens, steps in ((True, 5), (False, 20)) if number % 4 == 0 else ((False, 20),):
            env = CrabEnv(name, devices="all", screens=screens)
            obs, info = env.reset(seed=23)
            env.action_space.seed(23)
            for _ in range(steps):
                for value in obs.values():
                    total.update(value.tobytes())
                drawn = env.action_space.sample()
                obs, reward, terminated, truncated, info = env.step(drawn)
                total.update(json.dumps([drawn, reward, terminated, truncated, info]).encode())
                if terminated or truncated:
                    obs, info = env.reset()
            total.update(repr([env.elements(device) for device in env.backends]).encode())
            total.update(env.fingerprint().encode())
    return total.hexdigest()


def test_every_process_shows_the_same() -> None:
    code = "from tests.test_all_tasks import digest; print(digest())"
    salted = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    run = subprocess.run([sys.executable, "-c", code], env=salted, stdout=subprocess.PIPE, text=True, check=True)
    assert run.stdout.strip() == digest()  # in this process, hashes have another salt, and much was played before
