"""The five complexity dimensions: values computed by hand, and width and edges against brute force."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from crab_gym.evaluation import DIMENSIONS, TaskGraph, max_antichain, measure_complexity
from tests.evaluation._graphs import diamonds, graph_of, path, random_graph

ANY = {"demo": "Office"}


def comparable(graph: TaskGraph) -> set[tuple[str, str]]:
    """All pairs (a, b) with a path from a to b, by repeated joining."""
    pairs = set(graph.edges)
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return pairs


def test_an_isolated_node_widens_the_antichain_but_not_the_levels() -> None:
    # a -> b1, a -> b2 and x alone: {b1, b2, x} has no dependency inside; levels are {a, x} and {b1, b2}.
    found = measure_complexity(graph_of([("a", "b1"), ("a", "b2")], ["a", "b1", "b2", "x"]), ANY)
    assert (found.branch, found.level_width) == (3, 2)
    assert found.levels["branch"] == "medium"


def test_all_dimensions_by_hand() -> None:
    # a -> b -> c with the shortcut a -> c, and a -> d; d -> e; three apps in two categories.
    graph = graph_of(
        [("a", "b"), ("b", "c"), ("a", "c"), ("a", "d"), ("d", "e")],
        "abcde",
        apps={"a": "mail", "b": "mail", "c": "editor", "d": "chat", "e": "chat"},
    )
    found = measure_complexity(graph, {"mail": "Social", "chat": "Social", "editor": "Office"})
    assert found.dependency == 5
    assert found.dependency_reduced == 4  # without a -> c
    assert found.dependency_closed == 6  # and with a -> e
    assert found.instruction == 5
    assert found.knowledge == 2
    assert found.hierarchy == 3
    assert (found.branch, found.level_width) == (2, 2)
    assert found.levels == {
        "dependency": "hard",
        "instruction": "hard",
        "knowledge": "medium",
        "hierarchy": "medium",
        "branch": "easy",
    }


@pytest.mark.parametrize(
    ("n", "levels"),
    [(1, "easy easy easy"), (2, "easy easy easy"), (3, "medium medium medium"), (5, "hard hard hard")],
)
def test_levels_of_paths(n: int, levels: str) -> None:
    # a path of n nodes has n - 1 edges, n nodes and depth n
    found = measure_complexity(path(n), ANY)
    assert (found.dependency, found.instruction, found.hierarchy, found.branch) == (n - 1, n, n, 1)
    assert [found.levels[name] for name in ("dependency", "instruction", "hierarchy")] == levels.split()


def test_level_boundaries_are_those_of_the_paper() -> None:
    assert DIMENSIONS == {
        "dependency": (1, 3),
        "instruction": (2, 4),
        "knowledge": (1, 3),
        "hierarchy": (2, 4),
        "branch": (2, 4),
    }
    star = graph_of([], "abcde")
    assert measure_complexity(star, ANY).levels["branch"] == "hard"
    assert measure_complexity(graph_of([], "abcd"), ANY).levels["branch"] == "medium"


def test_width_and_edges_equal_brute_force_on_random_graphs() -> None:
    rng = random.Random(11)
    for _ in range(150):
        graph = random_graph(rng, rng.randint(1, 8), rng.choice([0.0, 0.1, 0.25, 0.5, 0.9]))
        pairs = comparable(graph)
        ids = [n.id for n in graph.checkpoints]
        widest = max(
            size
            for size in range(1, len(ids) + 1)
            if any(not pairs & {(a, b) for a in group for b in group} for group in combinations(ids, size))
        )
        found = measure_complexity(graph, ANY | {"app0": "Office"})
        assert max_antichain(graph) == found.branch == widest
        assert found.level_width <= found.branch
        assert found.dependency_closed == len(pairs)
        needed = [(a, c) for a, c in graph.edges if not any((a, b) in pairs and (b, c) in pairs for b in ids)]
        assert found.dependency_reduced == len(needed)


def test_large_graphs_are_measured_without_walking_paths() -> None:
    stack = measure_complexity(diamonds(60), ANY)  # 2^60 paths
    assert (stack.dependency, stack.instruction, stack.hierarchy, stack.branch) == (240, 181, 121, 2)
    assert stack.dependency_reduced == 240
    assert measure_complexity(path(400), ANY).branch == 1


def test_an_app_without_category_is_refused() -> None:
    graph = graph_of([], "a", apps={"a": "setings"})
    with pytest.raises(ValueError, match="unknown app 'setings'; did you mean 'settings'"):
        measure_complexity(graph, {"settings": "System Management"})
