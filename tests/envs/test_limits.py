"""The step limit of `gymnasium.make` is the environment's own."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.envs.registration import EnvSpec

import crab_gym
from crab_gym.envs.limits import own_limit
from crab_gym.wrappers import DiscreteElements
from tests.envs._tasks import HERE

ID = "Crab-v0/android.add_contact"
WAIT = {"device": "root", "name": "wait", "args": {"seconds": 1}}


def make(source: Any = ID, **options: Any) -> Any:
    if not isinstance(source, EnvSpec):
        options.setdefault("screens", False)
    return gym.make(source, **options)


def test_time_left_and_the_end_follow_the_limit_of_make() -> None:
    env = make(max_episode_steps=4)
    env.reset(seed=0)
    steps = [env.step(WAIT) for _ in range(4)]
    assert [step[0]["time_left"].item() for step in steps] == [0.75, 0.5, 0.25, 0.0]
    assert [step[3] for step in steps] == [False, False, False, True]
    assert steps[-1][4]["end_reason"] == "step_limit"


def test_a_fork_has_the_limit() -> None:
    env = make(max_episode_steps=2)
    env.reset(seed=0)
    fork = env.unwrapped.fork()
    assert [fork.step(WAIT)[3] for _ in range(2)] == [False, True]


def test_the_spec_tells_the_limit() -> None:
    env = make()
    assert env.spec.max_episode_steps == env.unwrapped.max_steps > 1
    assert make(max_steps=7).spec.max_episode_steps == make(max_episode_steps=7).spec.max_episode_steps == 7
    assert make(max_episode_steps=-1).unwrapped.max_steps == env.unwrapped.max_steps
    assert make(max_steps=5, max_episode_steps=7).unwrapped.max_steps == 5
    assert DiscreteElements(make(max_steps=7)).spec.max_episode_steps == 7


def test_a_spec_makes_the_same_environment_or_one_of_another_limit() -> None:
    spec = DiscreteElements(make(max_steps=7)).spec
    again = EnvSpec.from_json(spec.to_json())
    assert again == spec == pickle.loads(pickle.dumps(spec))
    twin = make(again)
    assert isinstance(twin, DiscreteElements) and twin.spec == spec and twin.unwrapped.max_steps == 7
    assert make(spec, max_steps=9).unwrapped.max_steps == 9
    assert make(spec, max_episode_steps=9).spec.max_episode_steps == 9


@pytest.mark.parametrize("task", ["android.add_contact", f"{HERE}CHAIN"])
def test_vector_environments_take_it_as_well(task: str) -> None:
    envs = crab_gym.make_vec(task, 2, screens=False, max_episode_steps=2)
    assert envs.call("max_steps") == (2, 2) and [spec.max_episode_steps for spec in envs.specs] == [2, 2]
    again = crab_gym.make_vec(envs.specs)
    again.reset(seed=0)
    assert again.step([WAIT, WAIT])[0]["time_left"].ravel().tolist() == [0.5, 0.5]


def test_other_environments_keep_their_time_limit() -> None:
    env = gym.make("CartPole-v1")
    assert own_limit(env) is env
    assert env.spec is not None and env.spec.max_episode_steps == 500
