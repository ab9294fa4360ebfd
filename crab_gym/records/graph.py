"""Task graphs from records, which contain only the names of their evaluators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.evaluation.checks import Check
from crab_gym.evaluation.graph import Checkpoint, TaskGraph

__all__ = ["NamedEvaluator", "graph_from_record"]


class NamedEvaluator:
    """The placeholder of an evaluator of which only the name is known.

    Attributes:
        name: The name; ``""`` if that is unknown too.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: Any, **__: Any) -> bool:
        """Refuses to evaluate.

        Raises:
            RuntimeError: Always.
        """
        raise RuntimeError(f"a record has no evaluators, only their names ({self.name or 'not even that'})")


def graph_from_record(graph: Mapping[str, Any], max_checkpoints: int | None = None) -> TaskGraph | None:
    """Returns the task graph of a record.

    Args:
        graph: The recorded graph, as `TaskGraph.to_dict` returned it.
        max_checkpoints: Limit of the graph's size; None for no limit.

    Returns:
        The graph, whose evaluators are `NamedEvaluator`; None if there is no valid graph or it exceeds the limit.

    >>> graph_from_record({"checkpoints": [{"id": "a"}, {"id": "b"}], "edges": [["a", "b"]]})
    TaskGraph(2 checkpoints, 1 edges, depth 2)
    """
    try:
        nodes = graph["checkpoints"]
        if max_checkpoints is not None and len(nodes) > max_checkpoints:
            return None
        after: dict[str, list[str]] = {node["id"]: [] for node in nodes}
        for first, then in graph["edges"]:
            after[then].append(first)
        return TaskGraph([_checkpoint(node, after[node["id"]]) for node in nodes])
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _checkpoint(node: Mapping[str, Any], after: Sequence[str]) -> Checkpoint:
    args = node.get("args", {})
    device: Any = node.get("device", "")  # another version may have had others
    return Checkpoint(
        id=str(node["id"]),
        device=device,
        app=str(node.get("app", "")),
        evaluator=Check(NamedEvaluator(str(node.get("evaluator", ""))), args if isinstance(args, Mapping) else {}),
        after=tuple(after),
        subtask=str(node.get("subtask", "")),
        hold=bool(node.get("hold", True)),
        place=bool(node.get("place", False)),
    )
