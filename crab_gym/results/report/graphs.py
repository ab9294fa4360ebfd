"""Task graphs of records, as plain data that a page can draw.

* `graph_data` - a graph's nodes and edges, and their layout.
* `passed_after` - the checkpoints that had passed after each step.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.evaluation.graph import TaskGraph
from crab_gym.evaluation.graph_drawing import layers_of
from crab_gym.evaluation.weights import completion_of
from crab_gym.records import NamedEvaluator, StepRecord

__all__ = ["MAX_NODES", "graph_data", "passed_after"]

MAX_NODES = 500
"""Number of checkpoints of the largest graph that is drawn."""
_MAX_ARGUMENT = 2000


def graph_data(graph: TaskGraph) -> dict[str, Any]:
    """Returns a graph as JSON-able data.

    Returns:
        ``nodes``, in the graph's order; ``edges``, as pairs of their indices; ``layers``, from top to bottom, each a
        list from left to right: the index of a node, or the pair of an edge that passes through the layer.
    """
    nodes = []
    for node in graph.checkpoints:
        function = node.evaluator.function
        evaluator = function.name if isinstance(function, NamedEvaluator) else ""
        nodes.append(
            {
                "id": node.id,
                "device": node.device,
                "app": node.app,
                "subtask": node.subtask,
                "evaluator": evaluator.rpartition(".")[2],
                "args": _short(node.evaluator.args),
                "hold": node.hold,
                "place": node.place,
            }
        )
    edges = [[graph.index[start], graph.index[end]] for start, end in graph.edges]
    layers = [[slot.node if slot.node >= 0 else list(slot.edge) for slot in row] for row in layers_of(graph)]
    return {"nodes": nodes, "edges": edges, "layers": layers}


def _short(args: Mapping[str, Any]) -> list[list[str]]:
    """Returns names and values of arguments; long values are cut."""
    texts = ((name, json.dumps(value, ensure_ascii=False, default=str)) for name, value in args.items())
    return [[name, text if len(text) <= _MAX_ARGUMENT else text[: _MAX_ARGUMENT - 1] + "…"] for name, text in texts]


def passed_after(graph: TaskGraph, steps: Sequence[StepRecord]) -> list[list[int]]:
    """Returns, for each step, the indices of the checkpoints that had passed after it, in the order of passing.

    After a policy restored a snapshot, fewer may have passed than before. Which ones follows from the step's
    completion ratio; they are the first that passed, since a snapshot is an earlier state of the same episode.
    """
    nodes = graph.checkpoints
    passed: list[int] = []
    all_passed = []
    for step in steps:
        fresh = [graph.index[name] for name in step.passed if name in graph.index]
        if step.restored:
            while passed and completion_of(nodes, {nodes[i].id for i in (*passed, *fresh)}) > step.completion + 1e-9:
                passed = passed[:-1]
        passed = [*passed, *(node for node in fresh if node not in passed)]
        all_passed.append(passed)
    return all_passed
