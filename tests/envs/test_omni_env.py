"""Tests for crab_gym.envs.omni_env and crab_gym.envs.curriculum."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crab_gym
from crab_gym.envs.curriculum import Curriculum
from crab_gym.evaluation.weights import completion_of
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task.omni import CAPABILITIES, Level, read_list

assert crab_gym.__version__  # registers the ids


def make(**options: Any) -> Any:
    return gym.make("Crab-v0/omni", **{"screens": False, **options})


def drawn(env: Any, count: int = 12) -> list[str]:
    return [env.reset(seed=seed)[1]["task"] for seed in range(count)]


def test_gymnasiums_checker_has_nothing_to_say() -> None:
    check_env(make(screens=True, screen_size={"ubuntu": [640, 480], "android": [280, 480]}).unwrapped)


def test_the_same_seed_draws_the_same_task() -> None:
    first, second = make(), make()
    assert drawn(first) == drawn(second)
    assert len(set(drawn(first))) > 8
    goals = [env.reset(seed=5)[1]["goal"] for env in (first, second)]
    assert goals[0] == goals[1]


def test_each_reset_draws_another_task() -> None:
    env = make()
    env.reset(seed=0)
    assert len({env.reset()[1]["task"] for _ in range(6)}) > 3


def test_what_is_drawn_is_what_was_asked_for() -> None:
    listed = read_list()
    for name in drawn(make(split="test", level={"dependency": "hard"}, uses="both")):
        row = listed.find(name)
        assert row.split == "test" and row.devices == "au" and Level({"dependency": "hard"}).accepts(row.levels)
    for name in drawn(make(split="all", capability="parallel_planning")):
        assert CAPABILITIES["parallel_planning"].accepts(listed.find(name).levels)
    for name in drawn(make(scenario="close_month")):
        assert (listed.find(name).scenario, listed.find(name).split) == ("close_month", "train")


def test_a_task_can_be_chosen_and_solved_by_its_oracle() -> None:
    env = make()
    listed = read_list()
    for place in range(0, len(listed), max(1, len(listed) // 6)):
        row = listed.row(place)
        obs, info = env.reset(seed=place, options={"task": row.id})
        assert info["task"] == row.id
        policy = OraclePolicy(env.unwrapped)
        policy.reset(info["goal"], policy_spec(env.unwrapped, place))
        over = False
        while not over:
            obs, _, terminated, truncated, info = env.step(policy.act(obs, info))
            over = terminated or truncated
        assert info["is_success"], row.id


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"split": "tests"}, "did you mean 'test'"),
        ({"scenario": "close_mouth"}, "did you mean 'close_month'"),
        ({"capability": "planning"}, "capability"),
        ({"level": {"dependency": "impossible"}}, "level of dependency"),
        ({"uses": "tablet"}, "value of uses"),
        ({"devices": "task"}, "omni has both devices"),
        ({"task": "omni.00000000"}, r"reset\(options="),
        ({"schedule": "fast"}, "schedule"),
    ],
)
def test_wrong_arguments_are_explained(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make(**options)


def test_an_unknown_id_changes_nothing() -> None:
    env = make()
    before = env.reset(seed=3)[1]["task"]
    with pytest.raises(ValueError, match="there is no task"):
        env.reset(options={"task": "omni.00000000"})
    assert env.unwrapped.task.name == before


def test_a_goal_is_told_in_another_order_and_with_its_intent() -> None:
    usual, varied = make(), make(variation={"order": 2, "intent": True})
    for seed in range(5):
        goal = usual.reset(seed=seed)[1]["goal"]
        _, info = varied.reset(seed=seed)
        words = info["goal"].removeprefix(f"You want to {varied.unwrapped.task.intent}. ")
        assert info["goal"] != words and info["variation"]["root"] == {"order": 2, "intent": True}
        others = varied.unwrapped.task.reordered(varied.unwrapped.params)
        assert others[0] == goal and words == others[1 % len(others)]


def test_vector_environments_draw_in_each_of_their_environments() -> None:
    envs = gym.vector.SyncVectorEnv([lambda: make() for _ in range(3)])
    _, infos = envs.reset(seed=[4, 5, 4])
    assert infos["task"][0] == infos["task"][2] != infos["task"][1]
    envs.close()


def test_a_fork_plays_on_by_itself() -> None:
    env = make().unwrapped
    env.reset(seed=1)
    copy = env.fork()
    assert copy.fingerprint() == env.fingerprint() if hasattr(env, "fingerprint") else copy.goal == env.goal
    assert copy.reset(seed=2)[1]["task"] == env.reset(seed=2)[1]["task"]


def test_the_next_level_opens_with_success() -> None:
    env = make(schedule="levels").unwrapped
    listed = read_list()

    def levels() -> set[str]:
        return {listed.find(env.reset(seed=seed)[1]["task"]).levels[1] for seed in range(15)}

    assert levels() == {"0"}
    for _ in range(50):
        env.curriculum.report("easy", 1.0)
    assert levels() == {"0", "1"}
    state = env.curriculum.state()
    other = make(schedule="levels").unwrapped
    other.curriculum.restore(state)
    assert drawn(other) == drawn(env)


def test_an_episode_is_reported_to_the_schedule() -> None:
    env = make(schedule="levels")
    env.reset(seed=0)
    env.step({"device": "root", "name": "complete", "args": {}})
    assert env.unwrapped.curriculum.state()["easy"] == [0.0]


def test_the_schedule_backward_begins_near_the_end() -> None:
    env = make(schedule="backward").unwrapped
    for seed in range(6):
        _, info = env.reset(seed=seed)
        checkpoints, passed = env.evaluator.graph.checkpoints, env.evaluator.order
        assert 1 <= len(checkpoints) - len(passed) <= 2 and info["step"] == 0
        assert info["completion"] == pytest.approx(completion_of(checkpoints, passed))
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, 5))
    obs, rewards, over = None, 0.0, False
    while not over:
        obs, reward, terminated, truncated, info = env.step(policy.act(obs, info))
        rewards, over = rewards + reward, terminated or truncated
    assert info["is_success"] and rewards == pytest.approx(1 - env._begun)
    assert env.curriculum.state()["1"] == [1.0]
    for _ in range(50):
        env.curriculum.report("1", 1.0)
    assert any(len(env.evaluator.graph.checkpoints) - len(env.evaluator.order) == 2 for _ in range(30) if env.reset())
    assert env.reset(seed=1, options={"start": 0})[1]["completion"] == 0


def test_progress_draws_groups_that_change() -> None:
    curriculum = Curriculum("progress", ["flat", "rising"], window=20)
    for at in range(20):
        curriculum.report("flat", 0.5)
        curriculum.report("rising", at / 20)
    rng = np.random.default_rng(0)
    chosen = [curriculum.choose(rng) for _ in range(400)]
    assert 300 < chosen.count("rising") < 400
    with pytest.raises(ValueError, match="expected"):
        curriculum.restore({"flat": []})
