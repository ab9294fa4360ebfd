"""Tests for crab_gym.task.goals.orders and the goals that tell their parts in other orders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crab_gym.task.composition.compose import compose
from crab_gym.task.goals.agreement import check_goal
from crab_gym.task.omni.synthesis import Synthesized, synthesize

MADE = [made for number in range(60) if isinstance(made := synthesize(f"orders:{number}"), Synthesized)]


def test_three_orders_have_other_words_and_the_same_meaning() -> None:
    for made in MADE:
        params = made.task.defaults()
        goals = made.task.reordered(params)
        assert 1 <= len(goals) <= 3 and len(set(goals)) == len(goals) and goals[0] == made.task.goal(params)
        composition = made.task.composition
        subtasks = [part.subtask for part in composition.parts]
        for goal in goals:
            check_goal(composition, goal, composition.values(params), subtasks)
    assert sum(len(made.task.reordered(made.task.defaults())) == 3 for made in MADE) > len(MADE) // 3


def test_parts_that_depend_on_nothing_are_told_in_any_order() -> None:
    task = compose([("contacts.add", {}), ("notes.add", {}), ("mail.send", {})])
    first, second, third = task.reordered(task.defaults())
    assert {*first.split(". ")} != {first} and second.startswith(first.split(". ")[-1].rstrip("."))
    assert sorted(third.rstrip(".").split(". ")) == sorted(first.rstrip(".").split(". "))


def test_a_chain_and_a_goal_in_words_of_its_own_have_one_order() -> None:
    task = compose([("contacts.phone_of", {"name": "Ada Abel"}), ("messages.send", {})], [(0, 1, "number")])
    assert task.reordered(task.defaults()) == (task.goal(task.defaults()),)
    two = compose([("contacts.add", {}), ("notes.add", {})])
    worded = replace(two, composition=replace(two.composition, wording="{name_0} {phone_0} {text_1}"))
    assert len(two.reordered(two.defaults())) == 2 and len(worded.reordered(worded.defaults())) == 1


@pytest.mark.parametrize("seed", range(3))
def test_orders_are_the_same_for_the_same_parameters(seed: int) -> None:
    task = MADE[seed].task
    assert task.reordered(task.defaults()) == replace(task, name="omni.00000000").reordered(task.defaults())
