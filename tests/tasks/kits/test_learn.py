"""The curriculum of small tasks: short, varied by the seed, and within reach of an agent that points and types."""

from __future__ import annotations

from random import Random

import pytest

from crab_gym.backends.base import devices_of, state_of
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import read_index
from crab_tasks.kits.learn import chore, chore_like, contact_with_number, more_todos, other_chores, page_in_front

NAMES = [name for name, info in read_index().items() if info.platform == "learn"]
every_one = pytest.mark.parametrize("name", NAMES)
POINTING = {"tap", "click", "double_click", "write_text"}


def test_they_grow_from_one_step_to_eight_and_some_need_both_devices() -> None:
    index = read_index()
    steps = sorted(index[name].oracle_steps for name in NAMES)
    assert len(NAMES) == 8 and steps[0] == 1 and steps[-1] == 8
    assert sum(len(index[name].devices) == 2 for name in NAMES) == 3
    assert all(3 <= index[name].step_limit <= 20 for name in NAMES)
    assert {index[name].split for name in NAMES} == {"train", "test"}


@every_one
def test_pointing_and_typing_is_all_that_it_takes(name: str) -> None:
    env = CrabEnv(name, screens=False)
    goals = set()
    for seed in range(12):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success
        assert {step["name"] for step in env.actions} <= POINTING
        goals.add((env.goal, repr(env.params)))
    assert len(goals) > 4


def test_a_page_is_an_app_and_a_title() -> None:
    env = CrabEnv("learn.new_todo", screens=False)
    env.reset(seed=0)
    env.step({"device": "android", "name": "open_app", "args": {"name": "Tasks"}})
    state = state_of(env.backends)
    assert page_in_front(state, "tasks", "Tasks")
    assert not page_in_front(state, "tasks", "New task") and not page_in_front(state, "notes", "Tasks")


def test_one_more_is_counted_and_a_number_is_found_under_any_name() -> None:
    env = CrabEnv("learn.contact_from_note", screens=False)
    env.reset(seed=0)
    phone = devices_of(env.backends).android
    state = state_of(env.backends)
    count = len(phone.todos())
    assert not more_todos(state, count) and not contact_with_number(state, "+1 555 0199 7")
    phone.add_todo("Sort the mail")
    phone.add_contact("Somebody", "+1 (555) 0199-7")
    assert more_todos(state, count) and contact_with_number(state, "+1 555 0199 7")


def test_chores_differ_from_the_one_that_is_asked_for() -> None:
    for seed in range(50):
        rng = Random(seed)
        title = chore().sample(rng)
        others = other_chores(title, 4, rng)
        assert len({*others}) == 4 and title not in others
        alike = chore_like(title, rng)
        assert alike != title and alike.partition(" ")[0] == title.partition(" ")[0]
    assert len({chore().sample(Random(seed)) for seed in range(300)}) > 150
