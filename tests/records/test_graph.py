"""Graphs from records equal the recorded ones, except for their evaluators."""

from __future__ import annotations

import pytest

from crab_gym.evaluation import Checkpoint, TaskGraph, check
from crab_gym.records import graph_from_record


def has(state: object, x: int = 0) -> bool:
    return True


GRAPH = TaskGraph(
    [
        Checkpoint(
            id="a", device="android", app="tasks", evaluator=check(has, x=1), subtask="tidy", hold=False, place=True
        ),
        Checkpoint(id="b", device="ubuntu", app="files", evaluator=check(has)),
        Checkpoint(id="c", device="root", app="", evaluator=check(has), after=("b", "a")),
    ]
)


def test_a_recorded_graph_is_the_one_that_was_recorded() -> None:
    made = graph_from_record(GRAPH.to_dict())
    assert made is not None and made.edges == GRAPH.edges
    for node, expected in zip(made.checkpoints, GRAPH.checkpoints, strict=True):
        for name in ("id", "device", "app", "subtask", "hold", "place"):
            assert getattr(node, name) == getattr(expected, name)
        assert node.evaluator.args == expected.evaluator.args
        assert set(node.after) == set(expected.after)
        assert getattr(node.evaluator.function, "name", "").endswith("test_graph.has")
        with pytest.raises(RuntimeError, match=r"a record has no evaluators, only their names \(.*has\)"):
            node.evaluator({}, None)


def test_a_graph_with_more_checkpoints_than_asked_for_is_none() -> None:
    assert graph_from_record(GRAPH.to_dict(), 2) is None and graph_from_record(GRAPH.to_dict(), 3) is not None


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"checkpoints": [], "edges": []},
        {"checkpoints": [{"id": "a"}], "edges": [["a", "a"]]},
        {"checkpoints": [{"id": "a"}], "edges": [["b", "a"]]},
        {"checkpoints": 3, "edges": 1},
        {"checkpoints": ["a"], "edges": []},
    ],
)
def test_graphs_that_are_none(bad: dict[str, object]) -> None:
    assert graph_from_record(bad) is None
