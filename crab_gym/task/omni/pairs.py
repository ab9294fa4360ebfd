"""Chains that are paired with graphs, to compare both shapes at the same size (OmniBench §5).

A graph with one edge less than it has parts has as many edges as the chain of as many parts. So a pair has the same
number of sub-tasks and edges, and the same intent. Of the chains that are drawn for the scenario's purposes, it is the
one that has most of the graph's own sub-tasks.

* `pairable` - whether a graph gets a chain.
* `chain_for` - the chain.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from crab_gym.task.omni.purposes import library
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan
from crab_gym.task.omni.splits import split_of_plan
from crab_gym.task.omni.synthesis import Synthesized, drafts_of, finished

__all__ = ["chain_for", "is_chain", "pairable"]

_SIZES = range(3, 7)
"""Numbers of parts of the graphs that get a chain."""
_ROUNDS = 3
"""Rounds of draws of chains."""
_TRIES = 10
"""Maximum number of chains to try until one has a goal and can be done."""


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
    scenario, size = scenarios()[graph.scenario], len(graph.plan.parts)
    rng = random.Random(f"omni:chain:{graph.scenario}:{sorted(graph.plan.parts)}:{sorted(graph.plan.edges)}")
    long_enough = tuple([each for each in scenario.purposes if each.name in _chained(size)])
    if not long_enough:
        return None
    found = [each for _ in range(_ROUNDS) for each in drafts_of(rng, long_enough, lambda name: True)]
    chains = [each for each in found if len(each.parts) == size and is_chain(Plan(each.parts, each.edges))]
    own = Counter(graph.plan.parts)
    chains.sort(key=lambda each: (own & Counter(each.parts)).total(), reverse=True)
    for each in chains[:_TRIES]:
        composition = graph.task.composition
        try:
            made = finished(rng, scenario, [each], composition.style, bool(composition.reasons))
        except ValueError:
            continue
        if split_of_plan(made.plan, graph.scenario, made.purposes) == "test":
            return made
    return None


@lru_cache(maxsize=8)
def _chained(size: int) -> frozenset[str]:
    """Returns the purposes for which a chain of so many sub-tasks can be done."""
    rng = random.Random(f"omni:chains:{size}")
    names: set[str] = set()
    for purpose in library().purposes.values():
        for each in drafts_of(rng, (purpose,), lambda name: True):
            if len(each.parts) == size and is_chain(Plan(each.parts, each.edges)):
                names.add(purpose.name)
                break
    return frozenset(names)
