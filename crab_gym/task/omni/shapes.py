"""Shapes of compositions: what makes two of them the same, and how complex they are.

* `Plan` - a composition that isn't made yet: names of sub-tasks, and edges.
* `same_as` - a digest that is equal for compositions that differ only in the order of their parts.
* `plan_complexity` - the five dimensions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from crab_gym.evaluation.checks import Check
from crab_gym.evaluation.complexity import Complexity, measure_complexity
from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.parts import Edge
from crab_sim.devices.apps import app_of

__all__ = ["Plan", "plan_complexity", "same_as", "shape_of"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A composition in names.

    Attributes:
        parts: Names of the sub-tasks.
        edges: What feeds what.
    """

    parts: tuple[str, ...]
    edges: tuple[Edge, ...]


def same_as(plan: Plan) -> str:
    """Returns a digest that is equal for plans that differ only in the order of their parts.

    Labels are refined by those of the neighbours until all that is within reach has been seen. Plans that this doesn't
    distinguish count as the same.
    """
    return _refined(plan, lambda part: part)


def shape_of(plan: Plan) -> str:
    """Returns a digest of the graph alone, without the sub-tasks' names and the inputs'."""
    bare = Plan(plan.parts, tuple(Edge(edge.producer, edge.consumer, "_") for edge in plan.edges))
    return _refined(bare, lambda part: "")


def _refined(plan: Plan, label: Callable[[str], str]) -> str:
    labels = [label(part) for part in plan.parts]
    for _ in plan.parts:
        near: list[list[str]] = [[] for _ in labels]
        for producer, consumer, name in plan.edges:
            near[producer].append(f">{name}>{labels[consumer]}")
            near[consumer].append(f"<{name}<{labels[producer]}")
        labels = [_digest(own, *sorted(others)) for own, others in zip(labels, near, strict=True)]
    return _digest(*sorted(labels))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def plan_complexity(plan: Plan) -> Complexity:
    """Returns the five dimensions of a plan; its nodes are the parts."""
    before: list[list[str]] = [[] for _ in plan.parts]
    for edge in plan.edges:
        if str(edge.producer) not in before[edge.consumer]:
            before[edge.consumer].append(str(edge.producer))
    subtasks = [find_subtask(name) for name in plan.parts]
    nodes = [
        Checkpoint(
            id=str(index),
            device=subtask.device,
            app=subtask.app,
            evaluator=Check(bool),
            after=tuple(before[index]),
        )
        for index, subtask in enumerate(subtasks)
    ]
    categories = {subtask.app: app_of(subtask.device, subtask.app).category for subtask in subtasks}
    return measure_complexity(TaskGraph(nodes), categories)
