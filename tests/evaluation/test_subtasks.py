"""Graphs whose checkpoints belong to sub-tasks: what is counted of them."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.evaluation.checks import check
from crab_gym.evaluation.coherence import logical_consistency
from crab_gym.evaluation.complexity import measure_complexity
from crab_gym.evaluation.evaluator import GraphEvaluator, Snapshot
from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.evaluation.subtasks import by_subtask, finished, progress


def reached(state: Any, name: str) -> bool:
    return name in state["passed"]


def checkpoint(name: str, app: str, *after: str) -> Checkpoint:
    return Checkpoint(
        id=name, device="android", app=app, evaluator=check(reached, name=name), after=after, subtask=name[0]
    )


GRAPH = TaskGraph(
    [
        checkpoint("a1", "mail"),
        checkpoint("a2", "mail", "a1"),
        checkpoint("b1", "notes", "a2"),
        checkpoint("b2", "notes", "b1"),
        checkpoint("c1", "mail"),
    ]
)
PLAIN = TaskGraph(
    [
        Checkpoint(id=node.id, device="android", app=node.app, evaluator=node.evaluator, after=node.after)
        for node in GRAPH
    ]
)


def test_a_node_for_each_sub_task() -> None:
    graph = by_subtask(GRAPH)
    assert [(node.id, node.app, node.after) for node in graph] == [
        ("a", "mail", ()),
        ("b", "notes", ("a",)),
        ("c", "mail", ()),
    ]
    assert by_subtask(PLAIN) is PLAIN


def test_a_sub_task_is_finished_with_its_last_checkpoint() -> None:
    assert finished(GRAPH, {"a1": 1, "c1": 2, "a2": 4, "b1": 5}) == {"a": 4, "c": 2}
    assert finished(PLAIN, {"a1": 1}) == {"a1": 1}


def test_progress_is_the_share_of_each_sub_tasks_checkpoints() -> None:
    assert progress(GRAPH, ()) == {"a": 0.0, "b": 0.0, "c": 0.0}
    assert progress(GRAPH, ("c1", "a1")) == {"a": 0.5, "b": 0.0, "c": 1.0}
    assert progress(PLAIN, ("a1",)) == {"a1": 1.0, "a2": 0.0, "b1": 0.0, "b2": 0.0, "c1": 0.0}
    evaluator = GraphEvaluator(GRAPH)
    evaluator.step({"passed": {"a1", "a2", "b1"}}, None)
    assert evaluator.progress == {"a": 1.0, "b": 0.5, "c": 0.0}
    assert sum(evaluator.progress.values()) / 3 == 0.5 and evaluator.completion == 3 / 5


def test_complexity_counts_sub_tasks() -> None:
    apps = {"mail": "people", "notes": "office"}
    measured, plain = measure_complexity(GRAPH, apps), measure_complexity(PLAIN, apps)
    assert (measured.instruction, measured.dependency, measured.hierarchy, measured.branch) == (3, 1, 2, 2)
    assert (plain.instruction, plain.dependency, plain.hierarchy, plain.branch) == (5, 3, 4, 2)


def test_coverage_grows_with_finished_sub_tasks_and_is_restored() -> None:
    evaluator = GraphEvaluator(GRAPH)
    seen, handles = [], []
    for passed in ("", "a1", "a1 a2", "a1 a2 b1", "a1 a2 b1 b2", "a1 a2 b1 b2 c1"):
        evaluator.step({"passed": passed.split()}, None)
        seen.append(evaluator.coverage)
        handles.append(evaluator.snapshot())
    assert seen == [0, 0, 0.25, 0.25, 0.75, 1]
    for coverage, handle in reversed(list(zip(seen, handles, strict=True))):
        evaluator.restore(handle)
        assert evaluator.coverage == coverage
    with pytest.raises(ValueError):
        evaluator.restore(Snapshot(1, (("b1", 1),)))
    evaluator.restore(handles[2])
    evaluator.step({"passed": ["b1", "b2"]}, None)
    assert evaluator.coverage == 0.75


def test_logical_consistency_is_that_of_sub_tasks() -> None:
    """Mail, mail, notes is as consistent as can be; its checkpoints change between the apps."""
    passed = {"a1": 1, "a2": 3, "c1": 2, "b1": 4, "b2": 5}
    assert logical_consistency(GRAPH, passed).value == 1.0
    assert logical_consistency(GRAPH, {"a1": 1, "a2": 2, "b1": 3, "b2": 4, "c1": 5}).value == 0.0
