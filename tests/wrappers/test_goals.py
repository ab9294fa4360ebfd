"""Goals as vectors: what is achieved and desired, and the rewards of both."""

from __future__ import annotations

import importlib
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.wrappers import CheckpointGoals, demonstrate
from tests.wrappers._walks import BOTH, check, make

ID = "Crab-elements-v0/cross_dark_mode_from_todo"


def goals(**options: Any) -> CheckpointGoals:
    return CheckpointGoals(gym.make(ID), **options)


@pytest.mark.parametrize("reward", ["sparse", "dense"])
def test_checkpoints_that_pass_are_achieved_and_the_reward_is_that_of_the_goals(reward: str) -> None:
    env = goals(reward=reward)
    episode = demonstrate(env, seed=0)
    nodes = env.unwrapped.evaluator.graph.checkpoints  # type: ignore[attr-defined]
    achieved = np.stack([seen["achieved_goal"] for seen in episode.observations])
    desired = np.stack([seen["desired_goal"] for seen in episode.observations])
    assert achieved.shape == desired.shape == (len(episode.indices) + 1, 17)
    assert not achieved[0].any() and (achieved[-1] == desired[-1]).all()
    assert (desired.sum(axis=1) == len(nodes) + 1).all() and (np.diff(achieved, axis=0) >= 0).all()
    assert env.compute_reward(achieved[1:], desired[1:], {}).tolist() == episode.rewards  # type: ignore[union-attr]
    lacking = (desired - achieved)[1:].sum(axis=1)
    expected = -np.sign(lacking) if reward == "sparse" else -lacking / (len(nodes) + 1)
    assert episode.rewards == pytest.approx(expected.tolist()) and episode.rewards[-1] == 0.0
    assert episode.info["is_success"] and (episode.rewards[:-1] < [0.0] * (len(episode.rewards) - 1))


def test_goals_are_reached_by_more_than_is_desired() -> None:
    env = goals(size=7)
    some, more = np.zeros(8, np.float32), np.zeros(8, np.float32)
    some[0] = more[0] = more[2] = 1.0
    assert env.compute_reward(more, some, {}) == 0.0 and env.compute_terminated(more, some, {}) is True
    assert env.compute_reward(some, more, {}) == -1.0 and env.compute_terminated(some, more, {}) is False
    both, swapped = np.stack([some, more]), np.stack([more, some])
    rewards: Any = env.compute_reward(both, swapped, [{}, {}])
    assert rewards.tolist() == [-1.0, 0.0] and rewards.dtype == np.float32
    assert env.compute_terminated(both, swapped, {}).tolist() == [False, True]  # type: ignore[union-attr]
    assert env.compute_truncated(some, more, {}) is False


def test_gymnasiums_checker_has_nothing_to_say() -> None:
    check(goals())


def test_it_survives_its_spec() -> None:
    env = goals(size=9, reward="dense")
    assert env.spec is not None
    twin: Any = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(twin, CheckpointGoals) and twin.observation_space == env.observation_space


def test_bad_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="got CartPoleEnv; expected an environment of crab-gym"):
        CheckpointGoals(gym.make("CartPole-v1"))
    with pytest.raises(TypeError, match="FlattenObservation between"):
        CheckpointGoals(make(BOTH))
    with pytest.raises(ValueError, match="size is 0; expected"):
        goals(size=0)
    with pytest.raises(ValueError, match="expected 'sparse' or 'dense'"):
        goals(reward="half")
    with pytest.raises(ValueError, match="checkpoints, and goals 2 places; expected size="):
        goals(size=2).reset(seed=0)


@pytest.mark.extra("stable_baselines3")
def test_stable_baselines3_learns_with_hindsight() -> None:
    library = importlib.import_module("stable_baselines3")
    importlib.import_module("torch").set_num_threads(1)
    env = CheckpointGoals(gym.make("Crab-elements-v0/learn_open_panel"), size=4)
    model = library.DQN(
        "MultiInputPolicy",
        env,
        replay_buffer_class=library.HerReplayBuffer,
        replay_buffer_kwargs={"n_sampled_goal": 4, "goal_selection_strategy": "future"},
        learning_starts=100,
        buffer_size=2000,
        batch_size=64,
        seed=0,
    )
    model.learn(400)
    sample = model.replay_buffer.sample(256)
    rewards, goal = sample.rewards.numpy().ravel(), sample.observations["desired_goal"].numpy()
    relabelled = goal[:, -1] == 0  # no success was desired
    assert 0.6 < relabelled.mean() < 1.0
    assert (rewards == 0).any() and (rewards[~relabelled] == -1).any()
