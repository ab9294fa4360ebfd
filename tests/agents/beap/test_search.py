"""The search: depth first, with a window of checkpoints, failed paths and a budget."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.agents.beap import search as dfs
from crab_gym.agents.beap.search import Search, Step


def step(name: str) -> Step:
    return Step(name, f"tap {name}")


def walk(search: Search, *names: str) -> Search:
    """Carries out actions, with a checkpoint after each."""
    for name in names:
        search = dfs.advance(search, step(name))
        search = dfs.checkpoint(search, name)
    return search


def begin(window: int = 8, branches: int = 2, budget: int = 9) -> Search:
    return dfs.start("start", window=window, branches=branches, budget=budget)


def names(path: dfs.Path) -> str:
    return "".join(step.key for step in path)


def back(search: Search, depth: int | None = None) -> Search:
    to = dfs.target(search, depth)
    assert to is not None
    return dfs.arrive(dfs.fail(search, to), to)


def test_it_goes_back_to_the_nearest_checkpoint_and_remembers_what_failed() -> None:
    search = back(walk(begin(), "a", "b", "c"))
    assert names(dfs.path(search)) == "ab"
    assert [names(failed) for failed in dfs.failures(search)] == ["c"]
    assert dfs.is_failed(search, step("c"))
    assert not dfs.is_failed(search, step("d"))
    assert search.backtracks == 1


def test_it_goes_back_several_levels_to_before_the_action_that_was_wrong() -> None:
    search = back(walk(begin(), "a", "b", "c", "d"), depth=1)
    assert names(dfs.path(search)) == "a"
    assert [names(failed) for failed in dfs.failures(search)] == ["bcd"]
    assert not dfs.is_failed(search, step("b"))  # "b" and then something else may be right


def test_failures_of_all_states_on_the_path_are_known_from_the_start_on() -> None:
    search = walk(back(walk(back(walk(begin(), "a")), "b", "c")), "d")
    assert [(failed.depth, names(failed.path)) for failed in dfs.all_failures(search)] == [(0, "a"), (1, "c")]
    search = back(search, depth=0)
    assert [(failed.depth, names(failed.path)) for failed in dfs.all_failures(search)] == [(0, "a"), (0, "bd")]


def test_a_node_with_enough_failed_paths_is_passed_over() -> None:
    search = walk(begin(branches=2), "a", "b")
    search = back(walk(search, "c"))
    search = back(walk(search, "d"))
    search = walk(search, "e")
    to = dfs.target(search)
    assert to is not None
    assert to.memory == "a"
    search = dfs.arrive(dfs.fail(search, to), to)
    assert [names(failed) for failed in dfs.failures(search)] == ["be"]


def test_all_is_explored_when_the_start_is() -> None:
    search = begin(branches=1)
    for name in "ab":
        search = dfs.advance(search, step(name))
        to = dfs.target(search)
        if name == "a":
            assert to is not None
            search = dfs.arrive(dfs.fail(search, to), to)
        else:
            assert to is None


def test_the_same_action_leads_to_the_same_node_which_still_knows_what_failed() -> None:
    search = walk(begin(), "a", "b", "c")
    search = back(search, depth=1)
    search = walk(search, "b")
    assert len(search.nodes) == 4
    search = back(walk(search, "c"))
    search = back(walk(search, "x"), depth=0)
    search = walk(search, "a", "b")
    assert [names(failed) for failed in dfs.failures(search)] == ["c"]


def test_the_window_keeps_the_start_and_the_newest() -> None:
    search = walk(begin(window=3), "a", "b", "c", "d")
    assert [kept.memory for kept in search.stack] == ["start", "c", "d"]
    only = walk(begin(window=1), "a", "b")
    assert [kept.memory for kept in only.stack] == ["start"]


def test_the_budget_ends_backtracking() -> None:
    search = back(walk(begin(budget=1), "a", "b"))
    assert dfs.target(walk(search, "c")) is None
    assert dfs.target(walk(begin(budget=0), "a")) is None


def test_a_state_may_be_kept_again_with_another_memory() -> None:
    search = dfs.checkpoint(walk(begin(), "a"), "again")
    assert [kept.memory for kept in search.stack] == ["start", "again"]
    assert [kept.memory for kept in dfs.checkpoint(begin(), "renewed").stack] == ["renewed"]


def test_a_path_leads_only_from_nodes_above() -> None:
    search = walk(begin(), "a", "b")
    aside = back(search, depth=0)
    with pytest.raises(ValueError, match="doesn't lie on the path"):
        dfs.path(aside, search.here)


@pytest.mark.parametrize(("name", "value"), [("window", 0), ("branches", 0), ("budget", -1), ("window", 2.5)])
def test_numbers_that_make_no_sense_are_refused(name: str, value: Any) -> None:
    numbers = {"window": 1, "branches": 1, "budget": 1, name: value}
    with pytest.raises(ValueError, match=name):
        dfs.start(None, **numbers)


MOVES = st.lists(
    st.one_of(
        st.sampled_from("abc"),
        st.tuples(st.just("back"), st.none() | st.integers(0, 6)),
        st.just(("keep", None)),
    ),
    max_size=60,
)


@given(MOVES, st.integers(1, 4), st.integers(1, 3), st.integers(0, 12))
def test_whatever_happens_the_search_stays_sound(moves: list[Any], window: int, branches: int, budget: int) -> None:
    search = begin(window, branches, budget)
    told: list[str] = []  # the path as a list would keep it
    for move in moves:
        if isinstance(move, str):
            search = dfs.advance(search, step(move))
            told.append(move)
        elif move[0] == "keep":
            search = dfs.checkpoint(search, "".join(told))
        else:
            to = dfs.target(search, move[1])
            if to is None:
                continue
            above = search.nodes[to.node]
            assert above.depth < search.depth
            assert move[1] is None or above.depth <= move[1]
            assert len(above.failed) < branches
            assert search.backtracks < budget
            failed = "".join(told[above.depth :])
            del told[above.depth :]
            search = dfs.arrive(dfs.fail(search, to), to)
            assert failed in [names(path) for path in dfs.failures(search)]
            assert search.stack[-1] is to or search.stack[-1] == to
        assert names(dfs.path(search)) == "".join(told)
        assert 1 <= len(search.stack) <= window
        assert search.stack[0].node == 0
        depths = [search.nodes[kept.node].depth for kept in search.stack]
        assert depths == sorted(set(depths))
        assert depths[-1] <= search.depth
        for kept in search.stack:  # all lie on the present path, with what was kept there
            assert kept.memory in ("start", names(dfs.path(search))[: search.nodes[kept.node].depth])
        assert search.backtracks <= budget
        assert all(len(node.failed) <= branches for node in search.nodes)
        edges = [(node.parent, node.step.key) for node in search.nodes if node.step is not None]
        assert len(edges) == len(set(edges))
        assert all(node.parent < at for at, node in enumerate(search.nodes))


@given(MOVES)
def test_nothing_is_changed_in_place(moves: list[Any]) -> None:
    search = begin()
    for move in moves:
        kept = repr(search)
        before = search
        if isinstance(move, str):
            search = dfs.checkpoint(dfs.advance(search, step(move)), move)
        elif (to := dfs.target(search)) is not None:
            search = dfs.arrive(dfs.fail(search, to), to)
        assert repr(before) == kept
