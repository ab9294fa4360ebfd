"""Logical consistency: values computed by hand, and the search against brute force over all topological orders."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_gym.evaluation import (
    Checkpoint,
    TaskGraph,
    app_key,
    check,
    coherency_score,
    logical_consistency,
    max_coherency_score,
    min_runs,
)
from tests.evaluation._graphs import all_orders, flag, graph_of, graphs, random_graph


def brute_force(graph: TaskGraph) -> int:
    apps = {n.id: app_key(n) for n in graph.checkpoints}
    return max(coherency_score(apps[name] for name in order) for order in all_orders(graph))


def chains(*colours: str) -> int:
    """The fewest runs for disjoint chains, each given by the colours along it."""
    predecessors: list[tuple[int, ...]] = []
    for chain in colours:
        for place in range(len(chain)):
            predecessors.append((len(predecessors) - 1,) if place else ())
    return min_runs(tuple("".join(colours)), tuple(predecessors))


def test_coherency_score_counts_equal_neighbours() -> None:
    assert coherency_score([]) == 0
    assert coherency_score(["a"]) == 0
    assert coherency_score(["a", "a", "b", "b", "b", "a"]) == 3


def test_a_diamond_by_hand() -> None:
    # a and b in A, c and d in B, a -> (b, c) -> d: the best order is a b c d with pairs aa and bb;
    # a c b d has none.
    graph = graph_of(
        [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], "abcd", apps={"a": "A", "b": "A", "c": "B", "d": "B"}
    )
    assert max_coherency_score(graph) == 2
    best = logical_consistency(graph, {"a": 1, "b": 2, "c": 3, "d": 4})
    assert (best.score, best.maximum, best.value, best.prefix, best.ties) == (2, 2, 1.0, 1.0, False)
    worst = logical_consistency(graph, {"a": 1, "c": 2, "b": 3, "d": 4})
    assert (worst.score, worst.value, worst.prefix) == (0, 0.0, 0.0)


def test_an_unfinished_episode_is_measured_against_the_whole_and_against_itself() -> None:
    graph = graph_of(
        [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], "abcd", apps={"a": "A", "b": "A", "c": "B", "d": "B"}
    )
    half = logical_consistency(graph, {"a": 3, "b": 7})
    assert (half.score, half.maximum, half.value, half.prefix) == (1, 2, 0.5, 1.0)
    # a, c: apps A and B, so no order of just these two could score
    apart = logical_consistency(graph, {"a": 1, "c": 2})
    assert (apart.value, apart.prefix) == (0.0, None)
    nothing = logical_consistency(graph, {})
    assert (nothing.score, nothing.value, nothing.prefix, nothing.ties) == (0, 0.0, None, False)


def test_where_no_order_can_score_the_ratio_is_undefined() -> None:
    single = graph_of([], "a")
    assert logical_consistency(single, {"a": 1}).value is None
    # A -> B -> A has one order and no equal neighbours
    forced = graph_of([("a", "b"), ("b", "c")], "abc", apps={"a": "A", "b": "B", "c": "A"})
    assert max_coherency_score(forced) == 0
    assert logical_consistency(forced, {"a": 1, "b": 2, "c": 3}).value is None


def test_the_same_app_on_another_device_is_another_app() -> None:
    graph = TaskGraph(
        [Checkpoint(id=d, device=d, app="settings", evaluator=check(flag)) for d in ("ubuntu", "android")]
    )
    assert app_key(graph.checkpoints[0]) == "settings@ubuntu"
    assert max_coherency_score(graph) == 0


def test_ties_are_taken_by_depth_then_by_id_and_reported() -> None:
    # All in one step: depth 1 gives b, c (by id), then depth 2 a. Apps B A A: one pair.
    graph = graph_of([("c", "a")], ["c", "b", "a"], apps={"a": "A", "b": "B", "c": "A"})
    tied = logical_consistency(graph, {"a": 1, "b": 1, "c": 1})
    assert (tied.score, tied.maximum, tied.ties) == (1, 1, True)
    renamed = graph_of([("b", "a")], ["c", "b", "a"], apps={"a": "A", "c": "B", "b": "A"})
    # depth 1 gives b, c, then a: A B A has no pair
    assert logical_consistency(renamed, {"a": 1, "b": 1, "c": 1}).score == 0


def test_wrong_progress_is_refused() -> None:
    graph = graph_of([("a", "b")], "ab")
    with pytest.raises(ValueError, match="predecessor 'a' isn't"):
        logical_consistency(graph, {"b": 1})
    with pytest.raises(ValueError, match="'b' passed before its predecessor 'a'"):
        logical_consistency(graph, {"a": 2, "b": 1})
    with pytest.raises(ValueError, match="unknown checkpoint 'z'"):
        logical_consistency(graph, {"z": 1})
    with pytest.raises(ValueError, match="predecessor 'a' isn't"):
        max_coherency_score(graph, {"b"})


def test_min_runs_by_hand() -> None:
    assert min_runs((), ()) == 0
    assert chains("A") == 1
    assert chains("ABA") == 3
    assert chains("A", "B", "A") == 2
    # For disjoint chains it is the shortest common supersequence: ABCBA holds ABC and CBA, and no 4 letters do.
    assert chains("ABC", "CBA") == 5
    assert chains("ABAB", "BABA") == 5


@pytest.mark.parametrize(
    ("vertices", "arcs", "feedback"),
    [
        ("abc", ["ab", "bc"], 0),
        ("abc", ["ab", "bc", "ca"], 1),
        ("abcd", ["ab", "ba", "cd", "dc"], 2),
        ("abcd", [a + b for a in "abcd" for b in "abcd" if a != b], 3),
        ("abcde", [a + b for a in "abcde" for b in "abcde" if a != b], 4),  # 40 nodes, 3^20 closed sets
        ("abcde", ["ab", "bc", "ca", "cd", "de", "ec"], 1),
    ],
)
def test_min_runs_of_arcs_as_chains_is_colours_plus_feedback_vertices(
    vertices: str, arcs: list[str], feedback: int
) -> None:
    # Each arc (a, b) as a chain of two nodes coloured a, b: vertices without a cycle need one run each, and each
    # vertex that has to be removed to break all cycles needs a second one.
    assert chains(*arcs) == len(vertices) + feedback


@pytest.mark.parametrize("apps", [1, 2, 3, 4, 7])
def test_the_maximum_equals_brute_force_on_random_graphs(apps: int) -> None:
    rng = random.Random(apps)
    for _ in range(60):
        graph = random_graph(rng, rng.randint(1, 7), rng.choice([0.0, 0.1, 0.2, 0.4, 0.8]), apps)
        assert max_coherency_score(graph) == brute_force(graph)


@given(graphs(max_size=7, apps=3), st.data())
@settings(max_examples=80)
def test_no_order_scores_more_than_the_maximum_and_no_prefix_either(graph: TaskGraph, data: st.DataObject) -> None:
    order = data.draw(st.sampled_from(sorted(all_orders(graph))))
    cut = data.draw(st.integers(0, len(order)))
    result = logical_consistency(graph, {name: i for i, name in enumerate(order[:cut], start=1)})
    assert not result.ties
    for ratio in (result.value, result.prefix):
        assert ratio is None or 0 <= ratio <= 1
    assert (result.value is None) == (brute_force(graph) == 0)
    if result.value is not None and result.prefix is not None:
        assert result.value <= result.prefix


def test_long_graphs_of_two_apps_need_no_search() -> None:
    # 300 nodes in random chains of two apps; a search over all closed sets would be hopeless.
    rng = random.Random(5)
    words = ["".join(rng.choice("AB") for _ in range(30)) for _ in range(10)]
    runs = chains(*words)
    longest = max(1 + sum(a != b for a, b in pairwise(word)) for word in words)
    # Alternating covers every chain at the pace of the one with most changes; the first letters cost one at most.
    assert longest <= runs <= longest + 1
