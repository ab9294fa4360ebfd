"""The five complexity dimensions of a task graph, with their levels (OmniBench §3.1, Table 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crab_gym.evaluation.graph import TaskGraph
from crab_gym.evaluation.subtasks import by_subtask
from crab_sim.suggestions import unknown

__all__ = ["DIMENSIONS", "LEVELS", "Complexity", "max_antichain", "measure_complexity"]

LEVELS = ("easy", "medium", "hard")
"""Names of the levels, ascending."""

DIMENSIONS: Mapping[str, tuple[int, int]] = {
    "dependency": (1, 3),
    "instruction": (2, 4),
    "knowledge": (1, 3),
    "hierarchy": (2, 4),
    "branch": (2, 4),
}
"""Dimension to the largest value that is easy and the largest that is medium (OmniBench Table 2)."""


@dataclass(frozen=True, slots=True)
class Complexity:
    """The complexity of a task graph.

    Attributes:
        dependency: Number of edges as defined by the task.
        instruction: Number of sub-tasks, or of checkpoints where there are none.
        knowledge: Number of distinct application categories; a submitted answer is of none.
        hierarchy: Depth in nodes; a single checkpoint has 1.
        branch: Width: size of the largest set of checkpoints of which none must precede another.
        dependency_reduced: Number of edges that others don't imply (transitive reduction).
        dependency_closed: Number of ordered pairs, direct or not (transitive closure).
        level_width: Largest number of checkpoints of equal depth, the other reading of the paper's width;
            never greater than ``branch``.
    """

    dependency: int
    instruction: int
    knowledge: int
    hierarchy: int
    branch: int
    dependency_reduced: int
    dependency_closed: int
    level_width: int

    @property
    def levels(self) -> dict[str, str]:
        """Each of the five dimensions to ``"easy"``, ``"medium"`` or ``"hard"``."""
        return {
            name: LEVELS[(getattr(self, name) > easy) + (getattr(self, name) > medium)]
            for name, (easy, medium) in DIMENSIONS.items()
        }


def measure_complexity(graph: TaskGraph, categories: Mapping[str, str]) -> Complexity:
    """Measures a task graph (OmniBench §3.1); nodes are its sub-tasks if it has them, else its checkpoints.

    Args:
        graph: The task graph.
        categories: App to its category, for every app of the graph.

    Raises:
        ValueError: An app has no category.
    """
    graph = by_subtask(graph)
    apps = dict.fromkeys(node.app for node in graph.checkpoints if node.device != "root")
    knowledge = {categories[app] if app in categories else unknown("app", app, categories) for app in apps}
    reach = _reach(graph.successors)
    # An edge is implied by others if its end also comes after another successor.
    implied = sum(any(reach[other] >> end & 1 for other in after) for after in graph.successors for end in after)
    return Complexity(
        dependency=len(graph.edges),
        instruction=len(graph),
        knowledge=len(knowledge),
        hierarchy=max(graph.depth),
        branch=len(graph) - _max_matching(reach),
        dependency_reduced=len(graph.edges) - implied,
        dependency_closed=sum(mask.bit_count() for mask in reach),
        level_width=max(Counter(graph.depth).values()),
    )


def max_antichain(graph: TaskGraph) -> int:
    """Returns the size of the largest set of checkpoints without a dependency, direct or not, between any two.

    By Dilworth's theorem it equals the fewest chains that cover the graph: n minus a maximum matching between the
    nodes and those reachable from them.
    """
    return len(graph) - _max_matching(_reach(graph.successors))


def _reach(successors: Sequence[Sequence[int]]) -> list[int]:
    """Returns one bit mask per node, of all nodes that come after it, directly or not."""
    reach = [0] * len(successors)
    for node in reversed(range(len(successors))):
        for successor in successors[node]:
            reach[node] |= reach[successor] | 1 << successor
    return reach


def _max_matching(reach: Sequence[int]) -> int:
    """Returns the size of a maximum matching of left nodes to the right nodes in their masks.

    Augmenting paths are searched breadth-first; a search visits each right node once.
    """
    matched: dict[int, int] = {}  # right node -> left node
    for root in range(len(reach)):
        came_from: dict[int, int] = {}  # right node -> left node on the path to it
        seen = 0
        queue = [root]
        for left in queue:
            fresh = reach[left] & ~seen
            seen |= fresh
            free = None
            while fresh:
                right = (fresh & -fresh).bit_length() - 1
                fresh &= fresh - 1
                came_from[right] = left
                if right not in matched:
                    free = right
                    break
                queue.append(matched[right])
            if free is not None:
                _augment(matched, came_from, root, free)
                break
    return len(matched)


def _augment(matched: dict[int, int], came_from: Mapping[int, int], root: int, free: int) -> None:
    """Flips the edges on the path from the root to a free right node, so that one more pair is matched."""
    partner = {left: right for right, left in matched.items()}
    right = free
    while True:
        left = came_from[right]
        matched[right] = left
        if left == root:
            return
        right = partner[left]
