"""Task graphs of records, as plain data that a page can draw.

* `rebuild` - the graph that a record holds.
* `drawable` - its nodes and edges, and where they stand.
* `progress` - what had passed after each step.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.draw import layers_of
from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.records import StepRecord

__all__ = ["drawable", "progress", "rebuild"]

MAX_NODES = 500
"""Checkpoints of the largest graph that is drawn."""
_MAX_ARGS = 2000


def rebuild(graph: Mapping[str, Any]) -> TaskGraph | None:
    """Returns the graph of a record, whose evaluators only carry their names; None where it holds none.

    >>> rebuild({"checkpoints": [{"id": "a"}, {"id": "b"}], "edges": [["a", "b"]]})
    TaskGraph(2 checkpoints, 1 edges, depth 2)
    """
    try:
        nodes = graph["checkpoints"]
        after: dict[str, list[str]] = {node["id"]: [] for node in nodes}
        for start, end in graph["edges"]:
            after[end].append(start)
        if len(nodes) > MAX_NODES:
            return None
        return TaskGraph([_checkpoint(node, after[node["id"]]) for node in nodes])
    except (KeyError, TypeError, ValueError):
        return None


def _checkpoint(node: Mapping[str, Any], after: Sequence[str]) -> Checkpoint:
    args = node.get("args", {})
    return Checkpoint(
        id=str(node["id"]),
        device=str(node.get("device", "")),
        app=str(node.get("app", "")),
        evaluator=_Named(str(node.get("evaluator", ""))),
        args=args if isinstance(args, Mapping) else {},
        after=tuple(after),
        subtask=str(node.get("subtask", "")),
        hold=bool(node.get("hold", True)),
    )


class _Named:
    """Stands for an evaluator, of which only the name is known."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: Any, **__: Any) -> bool:
        raise NotImplementedError(f"the record of a run can't be evaluated again ({self.name})")


def drawable(graph: TaskGraph) -> dict[str, Any]:
    """Returns a graph as JSON-able data.

    Returns:
        ``nodes``, in the graph's order; ``edges``, as pairs of their indices; ``layers``, from top to bottom: each a
        list of what stands in it from left to right, an index of a node, or the pair of an edge that passes.
    """
    nodes = []
    for node in graph.checkpoints:
        evaluator = node.evaluator.name if isinstance(node.evaluator, _Named) else ""
        nodes.append(
            {
                "id": node.id,
                "device": node.device,
                "app": node.app,
                "subtask": node.subtask,
                "evaluator": evaluator.rpartition(".")[2],
                "args": _short(node.args),
                "hold": node.hold,
            }
        )
    edges = [[graph.index[start], graph.index[end]] for start, end in graph.edges]
    layers = [[slot.node if slot.node >= 0 else list(slot.edge) for slot in row] for row in layers_of(graph)]
    return {"nodes": nodes, "edges": edges, "layers": layers}


def _short(args: Mapping[str, Any]) -> list[list[str]]:
    """Returns names and values of arguments, long values cut."""
    texts = ((name, json.dumps(value, ensure_ascii=False, default=str)) for name, value in args.items())
    return [[name, text if len(text) <= _MAX_ARGS else text[: _MAX_ARGS - 1] + "…"] for name, text in texts]


def progress(graph: TaskGraph, steps: Sequence[StepRecord]) -> list[list[int]]:
    """Returns the indices of the checkpoints that had passed after each step, in the order in which they did.

    After a policy went back to a snapshot, fewer may have passed than before. How many is told by the step's
    completion ratio; since it goes back along the way that it came, they are the first ones.
    """
    passed: list[int] = []
    all_passed = []
    for step in steps:
        fresh = [graph.index[name] for name in step.passed if name in graph.index]
        if step.restored:
            passed = passed[: max(0, round(step.completion * len(graph)) - len(fresh))]
        passed = [*passed, *(node for node in fresh if node not in passed)]
        all_passed.append(passed)
    return all_passed
