"""Weights of checkpoints: work counts, being somewhere counts little."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.evaluation import Checkpoint, GraphEvaluator, TaskGraph, check, check_answer
from crab_gym.evaluation.subtasks import progress
from crab_gym.evaluation.weights import MOST_OF_PLACES, weights


def passes(state: Mapping[str, Any], name: str) -> bool:
    return name in state["true"]


def submitted(state: Mapping[str, Any], answer: str | None, name: str) -> bool:
    return answer == name


def node(name: str, *after: str, subtask: str = "", place: bool = False, answer: bool = False) -> Checkpoint:
    evaluator = check_answer(submitted, name=name) if answer else check(passes, name=name)
    return Checkpoint(
        id=name, device="ubuntu", app="demo", evaluator=evaluator, after=after, subtask=subtask, place=place
    )


@given(st.lists(st.tuples(st.integers(1, 9), st.booleans()), min_size=1))
def test_places_weigh_a_tenth_at_most_and_keep_their_proportions(checkpoints: list[tuple[int, bool]]) -> None:
    worth, places = zip(*checkpoints, strict=True)
    found = weights(worth, places)
    total = sum(found)
    of_places = sum(weight for weight, place in zip(found, places, strict=True) if place)
    assert of_places == total or 100 * of_places <= MOST_OF_PLACES * total
    assert (of_places == total) == all(places)
    for kind in (True, False):
        shares = {weight / each for weight, each, place in zip(found, worth, places, strict=True) if place is kind}
        assert len({round(share / max(shares), 9) for share in shares}) <= 1
    if not any(places):
        assert found == worth


def test_completion_coverage_and_crabs_own_counting() -> None:
    graph = TaskGraph([node("open", place=True), node("write", "open"), node("save", "write")])
    evaluator = GraphEvaluator(graph)
    evaluator.step({"true": ("open",)}, None)
    assert evaluator.completion == pytest.approx(0.1) and evaluator.passed_ratio == pytest.approx(1 / 3)
    assert evaluator.coverage == pytest.approx(0.1)  # 1 of 1 + 2 + 3, which would be a sixth
    evaluator.step({"true": ("write",)}, None)
    assert evaluator.completion == pytest.approx(0.55) and evaluator.coverage == pytest.approx(0.1 + 0.9 * 2 / 5)
    before = evaluator.snapshot()
    evaluator.step({"true": ("save",)}, None)
    assert (evaluator.completion, evaluator.coverage, evaluator.passed_ratio) == (1.0, 1.0, 1.0)
    evaluator.restore(before)
    assert evaluator.completion == pytest.approx(0.55)


def test_a_task_that_is_a_way_to_a_place_counts_its_places() -> None:
    evaluator = GraphEvaluator(TaskGraph([node("one", place=True), node("two", "one", place=True)]))
    evaluator.step({"true": ("one",)}, None)
    assert evaluator.completion == 0.5


def test_a_sub_task_that_only_looks_covers_little() -> None:
    nodes = [node("look", subtask="a", place=True), node("open", subtask="b", place=True), node("do", subtask="b")]
    graph = TaskGraph(nodes)
    evaluator = GraphEvaluator(graph)
    evaluator.step({"true": ("look", "open")}, None)
    assert evaluator.coverage == evaluator.completion == pytest.approx(0.1)
    assert progress(graph, ("look", "open")) == {"a": 1.0, "b": pytest.approx(0.1)}
    evaluator.step({"true": ("do",)}, None)
    assert evaluator.coverage == evaluator.completion == 1.0


def test_only_answers_are_left_once_all_else_has_passed() -> None:
    evaluator = GraphEvaluator(TaskGraph([node("open", place=True), node("told", "open", answer=True)]))
    assert not evaluator.only_answers_left
    before = evaluator.snapshot()
    evaluator.step({"true": ("open",)}, None)
    assert evaluator.only_answers_left
    evaluator.step({"true": ()}, "told")
    assert evaluator.complete and evaluator.only_answers_left
    evaluator.restore(before)
    assert not evaluator.only_answers_left
    without = GraphEvaluator(TaskGraph([node("done")]))
    without.step({"true": ("done",)}, None)
    assert without.complete and not without.only_answers_left
