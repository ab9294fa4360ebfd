"""Sub-tasks of a task graph: OmniBench's metrics count these where a graph has them (§3.1, §4.1).

* `by_subtask` - the graph of the sub-tasks; `subtask_depths` - its depths alone.
* `place_subtasks` - those that only say where the agent is.
* `finished` - the step in which each sub-task was finished. `progress` - how far each has come.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache

from crab_gym.evaluation.checks import Check
from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.evaluation.weights import completion_of

__all__ = ["by_subtask", "finished", "has_subtasks", "place_subtasks", "progress", "subtask_depths"]


def has_subtasks(graph: TaskGraph) -> bool:
    """Returns whether each checkpoint belongs to a sub-task."""
    return bool(graph.checkpoints[0].subtask) and all(node.subtask for node in graph.checkpoints)


def by_subtask(graph: TaskGraph) -> TaskGraph:
    """Returns the graph with one node for each sub-task; the graph itself if it has none.

    A node has the device and app of the sub-task's first checkpoint, and its id is the sub-task.

    Raises:
        ValueError: Two sub-tasks wait for each other.
    """
    if not has_subtasks(graph):
        return graph
    nodes = graph.checkpoints
    before = _before(tuple([node.subtask for node in nodes]), graph.predecessors)
    first = {node.subtask: node for node in reversed(nodes)}
    of_places = place_subtasks(graph)
    return TaskGraph(
        [replace(first[name], id=name, after=after, place=name in of_places) for name, after in before.items()]
    )


def place_subtasks(graph: TaskGraph) -> frozenset[str]:
    """Returns the sub-tasks whose checkpoints all only say where the agent is."""
    return frozenset([node.subtask for node in graph.checkpoints]).difference(
        [node.subtask for node in graph.checkpoints if not node.place]
    )


def subtask_depths(graph: TaskGraph) -> Mapping[str, int]:
    """Returns the depth of each sub-task of a graph that has them; kept, since all episodes of a task have the same.

    Raises:
        ValueError: Two sub-tasks wait for each other.
    """
    return _depths(tuple([node.subtask for node in graph.checkpoints]), graph.predecessors)


@lru_cache(maxsize=256)
def _depths(subtasks: tuple[str, ...], predecessors: tuple[tuple[int, ...], ...]) -> Mapping[str, int]:
    before = _before(subtasks, predecessors)
    graph = TaskGraph(
        [
            Checkpoint(id=name, device="root", app="", evaluator=Check(bool), after=after)
            for name, after in before.items()
        ]
    )
    return dict(zip(graph.index, graph.depth, strict=True))


def _before(subtasks: tuple[str, ...], predecessors: tuple[tuple[int, ...], ...]) -> dict[str, tuple[str, ...]]:
    """Returns the sub-tasks for which each one waits, given the sub-task and the predecessors of each checkpoint."""
    before: dict[str, dict[str, None]] = {name: {} for name in subtasks}
    for name, earlier in zip(subtasks, predecessors, strict=True):
        before[name].update(dict.fromkeys([subtasks[p] for p in earlier if subtasks[p] != name]))
    return {name: tuple(others) for name, others in before.items()}


def finished(graph: TaskGraph, passed: Mapping[str, int]) -> dict[str, int]:
    """Returns the step in which the last checkpoint of each finished sub-task passed, in the order of the graph.

    Args:
        graph: The graph; without sub-tasks, the checkpoints' own steps are returned.
        passed: Id of each passed checkpoint to the step in which it passed.
    """
    if not has_subtasks(graph):
        return dict(passed)
    steps: dict[str, list[int | None]] = {}
    for node in graph.checkpoints:
        steps.setdefault(node.subtask, []).append(passed.get(node.id))
    return {name: max(step for step in each if step) for name, each in steps.items() if None not in each}


def progress(graph: TaskGraph, passed: Collection[str]) -> dict[str, float]:
    """Returns the share of each sub-task's checkpoints that have passed by weight, 0 to 1, in the order of the graph.

    OmniBench's evaluation functions report such a progress (appendix B). Without sub-tasks, each checkpoint is its own.

    Args:
        graph: The graph.
        passed: Ids of the passed checkpoints.

    Example:
        >>> parts = {"device": "root", "app": "", "evaluator": Check(bool), "subtask": "one"}
        >>> nodes = [Checkpoint(id="a", **parts), Checkpoint(id="b", **parts)]
        >>> progress(TaskGraph(nodes), ["b"])
        {'one': 0.5}
    """
    parts: dict[str, list[Checkpoint]] = {}
    named = has_subtasks(graph)
    for node in graph.checkpoints:
        parts.setdefault(node.subtask if named else node.id, []).append(node)
    return {name: completion_of(nodes, passed) for name, nodes in parts.items()}
