"""Task graphs of records, which name their evaluators and can't call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.evaluation.graph import Checkpoint, TaskGraph

__all__ = ["Named", "rebuild"]


class Named:
    """Stands for an evaluator, of which only the name is known.

    Attributes:
        name: The name, ``""`` where that isn't known either.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: Any, **__: Any) -> bool:
        """Evaluates nothing.

        Raises:
            RuntimeError: Always.
        """
        raise RuntimeError(f"a record has no evaluators, only their names ({self.name or 'not even that'})")


def rebuild(graph: Mapping[str, Any], most: int | None = None) -> TaskGraph | None:
    """Returns the graph of a record, as `TaskGraph.to_dict` made it.

    Args:
        graph: What is recorded.
        most: The most checkpoints that are looked at.

    Returns:
        The graph, whose evaluators are `Named`; None where there is none, or it has more checkpoints.

    >>> rebuild({"checkpoints": [{"id": "a"}, {"id": "b"}], "edges": [["a", "b"]]})
    TaskGraph(2 checkpoints, 1 edges, depth 2)
    """
    try:
        nodes = graph["checkpoints"]
        if most is not None and len(nodes) > most:
            return None
        after: dict[str, list[str]] = {node["id"]: [] for node in nodes}
        for first, then in graph["edges"]:
            after[then].append(first)
        return TaskGraph([_checkpoint(node, after[node["id"]]) for node in nodes])
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _checkpoint(node: Mapping[str, Any], after: Sequence[str]) -> Checkpoint:
    args = node.get("args", {})
    return Checkpoint(
        id=str(node["id"]),
        device=str(node.get("device", "")),
        app=str(node.get("app", "")),
        evaluator=Named(str(node.get("evaluator", ""))),
        args=args if isinstance(args, Mapping) else {},
        after=tuple(after),
        subtask=str(node.get("subtask", "")),
        hold=bool(node.get("hold", True)),
    )
