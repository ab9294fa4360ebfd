"""Chains that are paired with graphs, to compare both shapes at the same size (OmniBench §5).

A graph with one edge less than it has parts has as many edges as the chain of as many parts. So a pair has the same
number of sub-tasks and edges, and is told in the same way.

* `pairs_of` - the pairs of a list.
* `pairable`, `is_chain` - whether a plan can be the graph, or the chain.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from crab_gym.task.omni.listing import OmniRow
from crab_gym.task.omni.shapes import Plan

__all__ = ["is_chain", "pairable", "pairs_of"]

_SIZES = range(3, 7)
"""Numbers of parts of graphs and chains that are paired."""


def is_chain(plan: Plan) -> bool:
    """Returns whether each part but the last feeds the next one, and nothing else."""
    links = _links(plan)
    once = len({giver for giver, _ in links}) == len(links) == len({taker for _, taker in links})
    return once and len(links) == len(plan.parts) - 1


def _links(plan: Plan) -> set[tuple[int, int]]:
    """Returns which parts feed which; several outputs between two parts are one link, as in a task's complexity."""
    return {(edge.producer, edge.consumer) for edge in plan.edges}


def pairable(plan: Plan) -> bool:
    """Returns whether a plan is a graph of a size that gets a chain, with as many edges as that has."""
    return len(plan.parts) in _SIZES and len(_links(plan)) == len(plan.parts) - 1 and not is_chain(plan)


class _Telling(NamedTuple):
    """What both tasks of a pair have alike."""

    size: int
    style: str
    has_reasons: bool

    @classmethod
    def of(cls, row: OmniRow) -> _Telling:
        return cls(len(row.plan.parts), row.style, bool(row.reasons))


def pairs_of(rows: Iterable[OmniRow]) -> list[tuple[str, str]]:
    """Returns the ids of graphs and their chains, in the order of the graphs.

    Both are test tasks. Of the chains that are told like a graph, it gets the one that has most of its sub-tasks; of
    several, one of its own scenario; of several of these, the one with the smallest id. Graphs may share a chain.
    """
    tested = [row for row in rows if row.split == "test" and len(row.plan.parts) in _SIZES]
    chains: defaultdict[_Telling, list[OmniRow]] = defaultdict(list)
    for row in tested:
        if is_chain(row.plan):
            chains[_Telling.of(row)].append(row)

    def closeness(graph: OmniRow, chain: OmniRow) -> tuple[int, bool]:
        shared = Counter(graph.plan.parts) & Counter(chain.plan.parts)
        return shared.total(), graph.scenario == chain.scenario

    return [
        (graph.id, min(like, key=lambda chain: (*(-each for each in closeness(graph, chain)), chain.id)).id)
        for graph in tested
        if pairable(graph.plan) and (like := chains[_Telling.of(graph)])
    ]
