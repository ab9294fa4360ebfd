"""Chains that are paired with graphs, to compare both shapes at the same size (OmniBench §5).

A graph with one edge less than it has parts has as many edges as the chain of as many parts. So a pair has the same
number of sub-tasks and edges, and the same intent; the chain has the graph's own sub-tasks where their types allow.

* `pairable` - whether a graph gets a chain.
* `chain_for` - the chain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition.compose import compose
from crab_gym.task.composition.parts import Edge, changes
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan, shape_of
from crab_gym.task.omni.splits import split_of_plan
from crab_gym.task.omni.synthesis import Synthesized, suits
from crab_gym.task.subtask import SubTask

__all__ = ["chain_for", "is_chain", "pairable"]

_SIZES = range(3, 7)
"""Numbers of parts of the graphs that get a chain."""
_TRIES = 40
"""Maximum number of chains to try until one has a goal and can be done."""
_STEPS = 4_000
"""Steps of the search for them."""


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


def chain_for(graph: Synthesized) -> Synthesized | None:
    """Returns the chain for a graph, in the same style; None if there is none for the test split.

    The same graph gives the same chain everywhere.

    Args:
        graph: A graph that is `pairable`.
    """
    names = sorted(graph.plan.parts)
    rng = random.Random(f"omni:chain:{graph.scenario}:{names}:{sorted(graph.plan.edges)}")
    for plan in islice(_chains(graph, rng), _TRIES):
        if split_of_plan(plan, graph.scenario, shape_of(plan)) != "test":
            continue
        try:
            task = compose([(name, {}) for name in plan.parts], plan.edges, graph.task.composition.style)
        except ValueError:
            continue
        return Synthesized(graph.scenario, plan, task)
    return None


def _chains(graph: Synthesized, rng: random.Random) -> Iterator[Plan]:
    """Yields chains, those of the graph's own sub-tasks first where there are any."""
    own = [find_subtask(name) for name in graph.plan.parts]
    others = [find_subtask(name) for name in scenarios()[graph.scenario].subtasks]
    rng.shuffle(own)
    rng.shuffle(others)
    steps = 0

    def grow(chain: list[SubTask], edges: list[Edge], left: list[SubTask], free: list[SubTask]) -> Iterator[Plan]:
        nonlocal steps
        if len(chain) == len(own):
            if changes(chain[-1]):
                yield Plan(tuple([each.name for each in chain]), tuple(edges))
            return
        for each in [*left, *(each for each in free if each not in left and each not in chain)]:
            steps += 1
            if steps > _STEPS or (len(chain) + 1 < len(own) and not each.output) or (each.once and each in chain):
                continue
            rest = [other for at, other in enumerate(left) if at != left.index(each)] if each in left else left
            if not chain:
                yield from grow([each], [], rest, free)
                continue
            names = [name for name in each.inputs if suits(chain[-1], each, name)]
            if names:
                edge = Edge(len(chain) - 1, len(chain), names[0])
                yield from grow([*chain, each], [*edges, edge], rest, free)

    yield from grow([], [], own, [])
    steps = 0
    yield from grow([], [], own, others)
