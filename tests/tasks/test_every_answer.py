"""Every answer of every task and sub-task: some forms that state it are accepted, others that don't are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_gym.evaluation import Check
from crab_gym.task import Params, Task, compose, load
from crab_gym.task.catalogue import catalogue
from crab_gym.task.index import read_index
from crab_gym.task.parameters import resolve
from crab_gym.task.types import TYPES, typed

HONEST = (
    "{}", "{}.", " {}\n", '"{}"', "It is {}.", "The answer is {}.", "The answer is: {}", "Answer: {}", "I found {}.",
    "The result is {}.", "Here you go: {}", "Hi, it's {}. Thanks!",
)  # fmt: skip
HOSTILE = (
    "{other}", "{} or {other}", "Either {other} or {}", "{other}, {}", "It is not {}.", "certainly not {}",
    "{}? I am not sure", "I guess {}", "maybe {}", "{}, but it might be {other}", "I wanted {}",
    "You asked for {}.",
)  # fmt: skip
TASKS = [name for name in read_index() if name.partition(".")[0] not in ("learn", "long", "miniwob", "safety")]
OUTPUTS = [each.name for each in catalogue().values() if each.output and not TYPES[each.output].resource]


class _Phone:
    """A phone whose setting is as asked, and whose stopwatch is paused."""

    def __init__(self, value: str) -> None:
        self._value = value

    def setting(self, namespace: str, key: str) -> str:
        return self._value

    def table(self, path: str, name: str) -> list[dict[str, Any]]:
        return [{"running_since": 0, "accumulated": 125.5}]


def _drawn(task: Task, seed: int) -> Params:
    return Params(**resolve(task.parameters, None, random.Random(f"{task.name}:{seed}")))


def _answers(task: Task, params: Params) -> list[Check]:
    return [node.evaluator for node in task.checkpoints(params) if node.evaluator.judges_answer]


def _other(kind: str, value: str | int | float) -> str:
    """Returns another value of a type, as one writes it."""
    match kind:
        case "count":
            return str(int(value) + 1)
        case "amount":
            return f"{float(value) + 1.5:.2f}"
        case "date":
            return (date.fromisoformat(str(value)) + timedelta(days=3)).isoformat()
        case "time" | "phone_number" | "moment":
            return f"{str(value)[:-1]}{(int(str(value)[-1]) + 1) % 10}"
        case "url" | "email":
            return f"{value}x"
    return "Something Else"


def _value_and_other(check: Check) -> tuple[str, str]:
    """Returns the right answer of an evaluator, and another one."""
    args = check.args
    if "kind" in args:
        return typed(args["kind"], args["value"]), _other(args["kind"], args["value"])
    if "word" in args:
        return args["word"], next(word for word in args["words"] if word != args["word"])
    if "items" in args:
        return ", ".join(args["items"]), ", ".join([*args["items"][1:], "Something Else"])
    return "02:05", "02:06"


def _wrongly_read(check: Check, goal: str) -> Iterator[str]:
    value, other = _value_and_other(check)
    phone: Any = _Phone(check.args.get("values", [""])[0])
    state: State = State(android=phone, goal=goal)
    for forms, right in ((HONEST, True), (HOSTILE, False)):
        for form in forms:
            if "word" in check.args and form.startswith(("It is", "Hi, it's")):
                continue  # how it is isn't how it was
            text = form.format(value, other=other)
            if check(state, text) is not right:
                yield f"{goal} {text!r}"


@pytest.mark.parametrize("suite", sorted({name.partition(".")[0] for name in TASKS}))
def test_answers_of_tasks_are_read_whole(suite: str) -> None:
    wrong, judged = [], 0
    for name in TASKS:
        if not name.startswith(f"{suite}."):
            continue
        task = load(name)
        for params in (task.defaults(), _drawn(task, 1)):
            for check in _answers(task, params):
                judged += 1
                wrong += [text for goal in task.goals(params) for text in _wrongly_read(check, goal)]
    assert wrong == []
    assert judged


def test_each_value_that_is_looked_up_is_read_whole() -> None:
    wrong = []
    for name in OUTPUTS:
        task = compose([(name, {}), ("answer.submit", {})], [(0, 1, "text")])
        for seed in range(2):
            params = _drawn(task, seed)
            (check,) = _answers(task, params)
            wrong += [text for goal in task.goals(params) for text in _wrongly_read(check, goal)]
    assert len(OUTPUTS) > 100 and wrong == []
