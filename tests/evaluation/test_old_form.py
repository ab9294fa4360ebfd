"""Checkpoints in the form of the last release: positional, with bare evaluators that take the answer."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from crab_gym.evaluation import Check, Checkpoint, GraphEvaluator, TaskGraph, check, check_answer


def has_key(state: Any, answer: str | None, key: str) -> bool:
    return key in state


def says(state: Any, answer: str | None, text: str) -> bool:
    return answer == text


def newer(state: Any, key: str) -> bool:
    return key in state


def test_positional_checkpoints_work_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="Checkpoint takes keyword arguments"):
        old = Checkpoint("a", "ubuntu", "demo", has_key, {"key": "x"}, ("b",), "part", False)  # type: ignore[misc]
    new = Checkpoint(
        id="a", device="ubuntu", app="demo", evaluator=Check(has_key, {"key": "x"}, True), after=("b",), subtask="part",
        hold=False,
    )  # fmt: skip
    assert old == new and pickle.loads(pickle.dumps(old)) == new


def test_old_and_new_evaluators_get_what_they_take() -> None:
    with pytest.warns(DeprecationWarning):
        nodes = [
            Checkpoint("key", "ubuntu", "demo", has_key, {"key": "x"}),  # type: ignore[misc]
            Checkpoint("new", "ubuntu", "demo", newer, {"key": "x"}),  # type: ignore[misc]
            Checkpoint("text", "root", "answer", evaluator=says, args={"text": "42"}),  # type: ignore[misc]
        ]
    assert [node.evaluator.judges_answer for node in nodes] == [True, False, True]
    assert GraphEvaluator(TaskGraph(nodes)).step({"x": 1}, "42") == ("key", "new", "text")


@pytest.mark.filterwarnings("error")
def test_the_new_form_warns_of_nothing() -> None:
    first = Checkpoint(id="a", device="ubuntu", app="demo", evaluator=check(newer, key="x"))
    second = Checkpoint(id="b", device="root", app="answer", evaluator=check_answer(says, text="y"))
    assert GraphEvaluator(TaskGraph([first, second])).step({"x": 1}, "y") == ("a", "b")


def bare(state: Any) -> bool:
    return "x" in state


def optional(state: Any, count: int = 1) -> bool:
    return count == 1


class Keyed:
    """An evaluator with a state of its own, which can't be hashed."""

    __hash__ = None  # type: ignore[assignment]

    def __call__(self, state: Any, answer: str | None) -> bool:
        return "x" in state


def test_evaluators_that_were_rewritten_get_no_answer_in_the_old_form_either() -> None:
    with pytest.warns(DeprecationWarning):
        nodes = [
            Checkpoint("bare", "ubuntu", "demo", bare),  # type: ignore[misc]
            Checkpoint("optional", "ubuntu", "demo", optional),  # type: ignore[misc]
            Checkpoint("keyed", "ubuntu", "demo", Keyed()),  # type: ignore[misc]
        ]
    assert [node.evaluator.judges_answer for node in nodes] == [False, False, True]
    assert GraphEvaluator(TaskGraph(nodes)).step({"x": 1}, None) == ("bare", "optional", "keyed")


@pytest.mark.parametrize(
    ("values", "fields", "text"),
    [
        (("a", "ubuntu", "demo", bare, {}, (), "", True, 1), {}, "got 9 values; expected at most 8"),
        (("a", "ubuntu", "demo", bare), {"id": "b"}, "got 'id' twice"),
        (("a", "ubuntu", "demo", check(newer, key="x")), {"args": {"key": "y"}}, "beside a check"),
        (("a", "ubuntu", "demo"), {}, "evaluator"),
    ],
)
def test_wrong_calls_are_refused(values: Any, fields: Any, text: str) -> None:
    with pytest.raises(TypeError, match=text), pytest.warns(DeprecationWarning):
        Checkpoint(*values, **fields)


def test_names_of_the_last_release_warn() -> None:
    node = Checkpoint(id="a", device="ubuntu", app="demo", evaluator=check(newer, key="x"))
    with pytest.warns(DeprecationWarning, match=r"now Checkpoint\.evaluator\.args"):
        assert node.args == {"key": "x"}
    evaluator = GraphEvaluator(TaskGraph([node]))
    evaluator.restore((3, (("a", 2),)))  # type: ignore[arg-type]
    assert evaluator.passed == {"a": 2}
