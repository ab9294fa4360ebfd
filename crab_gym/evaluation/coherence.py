"""OmniBench's logical consistency (§4.1): how far an agent finishes its work in one app before the next.

The coherency score CS of a sequence of completed checkpoints is the number of neighbours in the same app, and
LC = CS of the agent / the largest CS of any topological order of the graph. Here "the same app" means the same app
on the same device, and the nodes are sub-tasks, or checkpoints where a graph has none.

The largest CS is n - (fewest runs of one app over all topological orders). Finding the fewest runs is NP-hard in
general (from directed feedback vertex set; also for three apps and disjoint chains), polynomial for two apps, and fast
in practice with the search in `min_runs`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.evaluation.subtasks import by_subtask, finished
from crab_sim.suggestions import unknown

__all__ = ["LogicalConsistency", "app_key", "coherency_score", "logical_consistency", "max_coherency_score", "min_runs"]


@dataclass(frozen=True, slots=True)
class LogicalConsistency:
    """The logical consistency of one episode.

    Attributes:
        score: CS of the agent's order of completion.
        maximum: Largest CS over all topological orders of the whole graph.
        value: LC = ``score / maximum``; None if the maximum is 0, because all apps differ.
        prefix: As ``value``, but relative to the largest CS of only the completed checkpoints, so that an
            unfinished episode isn't penalised twice; None if that is 0.
        ties: Whether several checkpoints passed in one step, so that their order is a convention.
    """

    score: int
    maximum: int
    value: float | None
    prefix: float | None
    ties: bool


def app_key(checkpoint: Checkpoint) -> str:
    """Returns ``app@device``: the same app on another device counts as another app."""
    return f"{checkpoint.app}@{checkpoint.device}"


def coherency_score(apps: Iterable[str]) -> int:
    """Returns CS: the number of neighbours in the sequence that are equal (OmniBench §4.1).

    Example:
        >>> coherency_score(["maps", "maps", "notes", "maps"])
        1
    """
    return sum(a == b for a, b in pairwise(apps))


def max_coherency_score(graph: TaskGraph, within: Iterable[str] | None = None) -> int:
    """Returns the largest CS over all topological orders of the graph.

    Args:
        graph: The task graph.
        within: Ids to restrict the graph to, closed under predecessors; None for the whole graph.

    Raises:
        ValueError: ``within`` names an unknown checkpoint, or lacks a predecessor of one of its members.
    """
    chosen = range(len(graph)) if within is None else _ideal(graph, within)
    place = {node: i for i, node in enumerate(chosen)}
    apps = tuple(app_key(graph.checkpoints[node]) for node in chosen)
    predecessors = tuple(tuple(place[p] for p in graph.predecessors[node]) for node in chosen)
    return len(apps) - min_runs(apps, predecessors)


def logical_consistency(graph: TaskGraph, passed: Mapping[str, int]) -> LogicalConsistency:
    """Returns the logical consistency of an order of completion (OmniBench §4.1).

    An unfinished episode is compared with the whole graph, as in the paper. LC can't exceed 1, because the
    completed checkpoints are closed under predecessors and any order of them extends to a topological order of all.
    Checkpoints that passed in the same step are ordered by depth, then by id, and reported as a tie.

    Args:
        graph: The task graph.
        passed: Id of each passed checkpoint to the step in which it passed (`GraphEvaluator.passed`).

    Raises:
        ValueError: An id is unknown, or a checkpoint passed without or before one of its predecessors.
    """
    graph, passed = by_subtask(graph), finished(graph, passed)
    chosen = _ideal(graph, passed)
    nodes = graph.checkpoints
    for node in chosen:
        for p in graph.predecessors[node]:
            if passed[nodes[p].id] > passed[nodes[node].id]:
                raise ValueError(f"checkpoint {nodes[node].id!r} passed before its predecessor {nodes[p].id!r}")
    ordered = sorted(chosen, key=lambda node: (passed[nodes[node].id], graph.depth[node], nodes[node].id))
    score = coherency_score(app_key(nodes[node]) for node in ordered)
    maximum = max_coherency_score(graph)
    reachable = maximum if len(chosen) == len(graph) else max_coherency_score(graph, passed)
    return LogicalConsistency(
        score=score,
        maximum=maximum,
        value=score / maximum if maximum else None,
        prefix=score / reachable if reachable else None,
        ties=len(set(passed.values())) < len(passed),
    )


@lru_cache(maxsize=1024)
def min_runs(colours: tuple[Hashable, ...], predecessors: tuple[tuple[int, ...], ...]) -> int:
    """Returns the fewest runs of one colour over all topological orders of a coloured DAG.

    With two colours: takes all available nodes of one colour, then of the other, and so on; the better of both starts.
    With more: a shortest path (A*) over sets closed under predecessors. Each step from a set takes all available nodes
    of one colour; taking fewer never helps, since removing nodes from an order adds no runs. The search is exact. Its
    worst case is exponential in the width of the DAG. Results are cached, as episodes of a task share the graph.

    Args:
        colours: Colour of each node.
        predecessors: Per node the indices of its direct predecessors, each smaller than its own.

    Example:
        >>> min_runs(("a", "b", "a"), ((), (), (0,)))  # a a b
        2
    """
    groups: dict[Hashable, list[tuple[int, int]]] = {}
    for node, colour in enumerate(colours):
        groups.setdefault(colour, []).append((1 << node, sum(1 << p for p in predecessors[node])))
    members = list(groups.values())
    if len(members) < 2:
        return len(members)
    if len(members) == 2:
        return min(_alternate(members, len(colours), start) for start in (0, 1))
    return _search(members, _levels(colours, predecessors), len(colours))


def _ideal(graph: TaskGraph, names: Iterable[str]) -> list[int]:
    indices = sorted(
        {graph.index[name] if name in graph.index else unknown("checkpoint", name, graph.index) for name in names}
    )
    present = set(indices)
    for node in indices:
        for p in graph.predecessors[node]:
            if p not in present:
                raise ValueError(
                    f"checkpoint {graph.checkpoints[node].id!r} is among the passed ones, "
                    f"its predecessor {graph.checkpoints[p].id!r} isn't"
                )
    return indices


def _closure(taken: int, group: Sequence[tuple[int, int]]) -> int:
    """Adds all nodes of one colour that can follow without another colour; sets are bit masks."""
    for bit, before in group:  # ascending, hence topological: one pass finds them all
        if before & ~taken == 0:
            taken |= bit
    return taken


def _alternate(members: Sequence[Sequence[tuple[int, int]]], size: int, start: int) -> int:
    everything = (1 << size) - 1
    taken, runs, turn = 0, 0, start
    while taken != everything:
        grown = _closure(taken, members[turn])
        runs += grown != taken
        taken, turn = grown, 1 - turn
    return runs


def _levels(colours: Sequence[Hashable], predecessors: Sequence[Sequence[int]]) -> list[int]:
    """Returns bit masks: mask k has the nodes from which some path needs at least k + 1 runs."""
    runs = [1] * len(colours)
    for node in reversed(range(len(colours))):
        for p in predecessors[node]:
            runs[p] = max(runs[p], runs[node] + (colours[p] != colours[node]))
    return [sum(1 << node for node, needed in enumerate(runs) if needed > k) for k in range(max(runs))]


def _search(members: Sequence[Sequence[tuple[int, int]]], levels: Sequence[int], size: int) -> int:
    everything = (1 << size) - 1
    colour_masks = [sum(bit for bit, _ in group) for group in members]

    def needed(taken: int) -> int:
        # Both bounds shrink by at most 1 per run, so a set is first expanded by a shortest path.
        left = everything & ~taken
        path = next((k + 1 for k in reversed(range(len(levels))) if levels[k] & left), 0)
        return max(path, sum(1 for mask in colour_masks if mask & left))

    best = {0: 0}
    queue = [(needed(0), 0, 0)]
    while True:
        estimate, negative_runs, taken = heappop(queue)
        if taken == everything:
            return estimate
        runs = -negative_runs
        if runs > best[taken]:
            continue
        for group in members:
            grown = _closure(taken, group)
            if grown != taken and runs + 1 < best.get(grown, size + 1):
                best[grown] = runs + 1
                heappush(queue, (runs + 1 + needed(grown), -runs - 1, grown))
