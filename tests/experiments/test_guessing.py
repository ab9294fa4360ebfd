"""How often guesses are right: what the goal leaves open, over many episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from crab_gym.evaluation import Checkpoint, check_answer
from crab_gym.experiments.guessing import FEW_BY_DESIGN, GuessRates, guess_rates, other_outcomes
from crab_gym.task import Params, Task, read_index
from crab_gym.task.catalogue import catalogue
from crab_gym.task.parameters import Parameter, choice, integer


def answer_is(state: object, answer: str | None, value: object) -> bool:
    return answer == str(value)


def asks(params: Params) -> Sequence[Checkpoint]:
    value = getattr(params, "secret", "") or getattr(params, "name", "")
    return [Checkpoint(id="told", device="root", app="answer", evaluator=check_answer(answer_is, value=value))]


def task(goal: str, parameters: Mapping[str, Parameter], checkpoints: Any = asks) -> Task:
    return Task(
        name="ubuntu.asks", description=goal, devices=("ubuntu",), checkpoints=checkpoints, oracle={},
        parameters=parameters, step_limit=15,
    )  # fmt: skip


NAME = choice(("Ada", "Bruno", "Edith"))


def test_what_the_goal_says_is_no_guess() -> None:
    assert guess_rates(task("Submit {name}.", {"name": NAME})) is None
    assert guess_rates(task("Submit Ada.", {})) is None


@pytest.mark.parametrize("parameters", [{}, {"name": NAME}, {"name": integer(0, 10**9, 1)}], ids=["", "few", "many"])
def test_a_secret_of_few_values_is_guessed(parameters: Mapping[str, Parameter]) -> None:
    goal = "Look it up for {name} and submit it." if parameters else "Look it up and submit it."
    rates = guess_rates(task(goal, {**parameters, "secret": choice(("red", "blue", "grey", "pink"))}))
    assert rates is not None and not rates.low
    assert rates.commonest == pytest.approx(1 / 4, abs=0.05) and rates.three == pytest.approx(3 / 4, abs=0.05)


def test_a_secret_of_many_values_is_not() -> None:
    rates = guess_rates(task("Look it up and submit it.", {"secret": integer(0, 99_999, 1)}))
    assert rates is not None and rates.low and rates.three < 0.01


def test_an_uneven_secret_is_guessed_by_its_commonest_value() -> None:
    rates = guess_rates(task("Look it up and submit it.", {"secret": choice(("red",) * 3 + tuple("abcdefg"))}))
    assert rates is not None and rates.commonest == pytest.approx(0.3, abs=0.05)


def test_nobody_has_to_know_the_material() -> None:
    photo = choice(("beach", "bridge"), type="material")
    assert guess_rates(task("Make it brighter.", {"secret": photo})) is None


def test_limits_leave_room_for_chance() -> None:
    assert GuessRates(0.11, 0.26).low
    assert not GuessRates(0.13, 0.2).low and not GuessRates(0.05, 0.3).low


def test_the_other_outcomes_of_a_goal_are_listed_once_each() -> None:
    colours = ("red", "blue", "grey")
    one = task("Look it up for {name} and submit it.", {"name": NAME, "secret": choice(colours)})
    others = other_outcomes(one, Params(name="Ada", secret="blue"))
    assert {(params.name, params.secret) for params in others} == {("Ada", "red"), ("Ada", "grey")}
    many = task("Look it up and submit it.", {"secret": integer(0, 99_999, 1)})
    assert other_outcomes(many, Params(secret=3)) == []
    assert other_outcomes(task("Submit {name}.", {"name": NAME}), Params(name="Ada")) == []


def test_material_makes_no_other_outcome() -> None:
    found = [
        other_outcomes(
            task("Copy all pictures of {name}.", {"name": NAME, "secret": choice((2, 3, 4), type=kind)}),
            Params(name="Ada", secret=2),
        )
        for kind in ("material", "count")
    ]
    assert [len(others) for others in found] == [0, 2]


def test_exceptions_are_tasks_that_exist() -> None:
    assert FEW_BY_DESIGN.keys() <= read_index().keys() | catalogue().keys()
