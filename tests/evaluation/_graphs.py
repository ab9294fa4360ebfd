"""Graphs for tests of the evaluation package, and slow but obvious definitions for comparison."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, permutations
from typing import Any

from hypothesis import strategies as st

from crab_gym.evaluation import Checkpoint, TaskGraph, check


def flag(state: Mapping[str, Any], key: str) -> bool:
    """Holds while the state has the key."""
    return key in state["true"]


class Probe:
    """Evaluators for a graph whose results the test sets, and which record each call."""

    def __init__(self) -> None:
        self.true: set[str] = set()
        self.calls: list[str] = []

    def check(self, state: Any, name: str) -> bool:
        self.calls.append(name)
        return name in self.true


def graph_of(
    edges: Sequence[tuple[str, str]],
    ids: Sequence[str],
    *,
    probe: Probe | None = None,
    apps: Mapping[str, str] | None = None,
    transient: Sequence[str] = (),
) -> TaskGraph:
    """Builds a graph over the ids, in their order; an evaluator holds while the probe says so."""
    return TaskGraph(
        [
            Checkpoint(
                id=name,
                device="ubuntu",
                app=(apps or {}).get(name, "demo"),
                evaluator=check(flag, key=name) if probe is None else check(probe.check, name=name),
                after=tuple(a for a, b in edges if b == name),
                hold=name not in transient,
            )
            for name in ids
        ]
    )


def path(n: int, probe: Probe | None = None) -> TaskGraph:
    ids = [f"n{i:03d}" for i in range(n)]
    return graph_of(list(pairwise(ids)), ids, probe=probe)


def diamonds(n: int, probe: Probe | None = None) -> TaskGraph:
    """Stacks n diamonds: top -> (left, right) -> next top; 3n + 1 nodes and 2^n paths."""
    edges: list[tuple[str, str]] = []
    ids = ["t0"]
    for i in range(n):
        for side in (f"l{i}", f"r{i}"):
            ids.append(side)
            edges += [(f"t{i}", side), (side, f"t{i + 1}")]
        ids.append(f"t{i + 1}")
    return graph_of(edges, ids, probe=probe)


def random_graph(rng: random.Random, n: int, density: float, apps: int = 1, probe: Probe | None = None) -> TaskGraph:
    """Draws a DAG whose definition order isn't a topological one."""
    names = [f"n{i}" for i in range(n)]
    rng.shuffle(names)
    edges = [(a, b) for a, b in combinations(names, 2) if rng.random() < density]
    owner = {name: f"app{rng.randrange(apps)}" for name in names}
    return graph_of(edges, sorted(names), probe=probe, apps=owner)


def all_orders(graph: TaskGraph) -> set[tuple[str, ...]]:
    """All topological orders by trying every permutation."""
    ids = [node.id for node in graph.checkpoints]
    found = set()
    for order in permutations(ids):
        place = {name: i for i, name in enumerate(order)}
        if all(place[a] < place[b] for a, b in graph.edges):
            found.add(order)
    return found


@st.composite
def graphs(draw: st.DrawFn, max_size: int = 8, apps: int = 3) -> TaskGraph:
    """Any DAG of 1 to max_size checkpoints, over the given number of apps."""
    n = draw(st.integers(1, max_size))
    return random_graph(
        random.Random(draw(st.integers(0, 2**32))), n, draw(st.sampled_from([0.0, 0.15, 0.3, 0.6, 1.0])), apps
    )
