"""Gymnasium's own vector environments over our ids, in this process and in others."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import crab_gym
from crab_gym.task import action
from tests.envs._tasks import CONTACTS

assert crab_gym.__version__  # registers the ids

TASKS = ("android.add_contact", "ubuntu.write_note", "cross.dark_mode_from_todo")
WAIT = action("root", "wait", seconds=1)
BAD = action("android", "tap", x=-1, y=0)


def make(name: str, **options: Any) -> Any:
    return lambda: gym.make(f"crab_gym:Crab-v0/{name}", devices="all", **options)


def play(envs: Any) -> list[Any]:
    """Returns the results of some steps, one of which ends each environment's episode."""
    out: list[Any] = [envs.reset(seed=[3, 4, 5])]
    complete = action("root", "complete")
    for actions in (
        (CONTACTS, WAIT, BAD),
        (WAIT, complete, CONTACTS),
        (complete, CONTACTS, WAIT),
        (CONTACTS, CONTACTS, complete),
        (WAIT, WAIT, WAIT),
    ):
        out.append(envs.step(actions))
    return out


def same(first: Any, second: Any) -> bool:
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    if isinstance(first, (tuple, list)):
        return len(first) == len(second) and all(map(same, first, second))
    return bool(np.array_equal(first, second))


@pytest.mark.parametrize("screens", [False, True])
def test_different_tasks_share_a_vector_environment(screens: bool) -> None:
    functions = [make(name, screens=screens, screen_size={"ubuntu": [640, 480]}) for name in TASKS]
    sync = SyncVectorEnv(functions)
    results = play(sync)
    assert sync.num_envs == 3 and isinstance(sync.action_space, gym.spaces.Tuple)
    assert sync.action_space.sample() in sync.action_space
    sync.close()
    obs, info = results[0]
    assert obs["time_left"].shape == (3, 1)
    if screens:
        assert obs["ubuntu"].shape == (3, 480, 640, 3) and obs["android"].shape == (3, 800, 360, 3)
    assert list(info["task"]) == list(TASKS)
    _, rewards, terminated, truncated, info = results[1]
    assert rewards == pytest.approx([0.1, 0, 0]) and not terminated.any() and not truncated.any()
    assert info["invalid_action"][0] == "" and "x is -1" in info["invalid_action"][2]
    assert list(results[2][2]) == [False, True, False]
    assert results[2][4]["end_reason"][1] == "false_completion"
    asynchronous = AsyncVectorEnv(functions, shared_memory=True)
    try:
        assert same(play(asynchronous), results)
    finally:
        asynchronous.close()


def test_make_vec_of_one_id() -> None:
    envs = gym.make_vec("Crab-v0/android.add_contact", num_envs=2, vectorization_mode="sync")
    obs, info = envs.reset(seed=7)
    assert obs["android"].shape == (2, 800, 360, 3)
    assert len(set(info["goal"])) == 2
    single = gym.make("Crab-v0/android.add_contact")
    first, its_info = single.reset(seed=7)
    assert info["goal"][0] == its_info["goal"]
    assert np.array_equal(obs["android"][0], first["android"])
    envs.step((CONTACTS, WAIT))
    single.close()
    envs.close()


def test_a_spawned_worker_needs_no_import_of_ours() -> None:
    envs = AsyncVectorEnv([Maker("android.add_contact"), Maker("ubuntu.write_note")], context="spawn")
    try:
        _, info = envs.reset(seed=1)
        assert list(info["task"]) == ["android.add_contact", "ubuntu.write_note"]
        assert envs.step((CONTACTS, BAD))[1] == pytest.approx([0.1, 0.0])
    finally:
        envs.close()


class Maker:
    """Makes an environment in a fresh process; a class, since a lambda can't be pickled."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self) -> Any:
        return gym.make(f"crab_gym:Crab-v0/{self.name}", devices="all", screens=False)
