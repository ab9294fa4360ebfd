"""The graph evaluator: rule of a step, success, errors, snapshots, and cost of a step."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_gym.backends.base import DeviceError
from crab_gym.evaluation import (
    Checkpoint,
    EvaluatorError,
    GraphEvaluator,
    Snapshot,
    TaskGraph,
    check,
    check_answer,
    coverage,
)
from tests.evaluation._graphs import Probe, diamonds, flag, graph_of, graphs, path

DIAMOND = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]


def probed(edges: list[tuple[str, str]], ids: str, transient: str = "") -> tuple[GraphEvaluator, Probe]:
    probe = Probe()
    return GraphEvaluator(graph_of(edges, ids, probe=probe, transient=transient)), probe


def test_a_new_evaluator_has_only_the_roots_active() -> None:
    evaluator, probe = probed([("a", "c"), ("b", "c")], "abc")
    assert evaluator.active == ("a", "b")
    assert (evaluator.steps, evaluator.passed, evaluator.order) == (0, {}, ())
    assert (evaluator.completion, evaluator.coverage, evaluator.complete) == (0.0, 0.0, False)
    assert probe.calls == []


def test_steps_of_a_diamond_by_hand() -> None:
    evaluator, probe = probed(DIAMOND, "abcd")
    # d holds from the start, but it isn't looked at before b and c have passed.
    probe.true = {"d"}
    assert evaluator.step({}, None) == ()
    assert probe.calls == ["a"]
    probe.true = {"a", "c", "d"}
    assert evaluator.step({}, None) == ("a", "c")
    # depths a 1, b 2, c 2, d 3: coverage (1 + 2) / 8
    assert (evaluator.completion, evaluator.coverage) == (0.5, 3 / 8)
    assert evaluator.active == ("b",)
    probe.true = {"b"}
    assert evaluator.step({}, None) == ("b",)
    assert evaluator.active == ("d",)
    probe.true = {"d"}
    assert evaluator.step({}, None) == ("d",)
    assert evaluator.passed == {"a": 2, "c": 2, "b": 3, "d": 4}
    assert evaluator.order == ("a", "c", "b", "d")
    assert (evaluator.completion, evaluator.coverage, evaluator.complete) == (1.0, 1.0, True)
    assert evaluator.step({}, None) == ()
    assert evaluator.steps == 5


def test_a_cascade_solves_the_whole_graph_in_one_step() -> None:
    evaluator, probe = probed(DIAMOND, "abcd")
    probe.true = set("abcd")
    assert evaluator.step({}, None) == ("a", "b", "c", "d")
    assert probe.calls == ["a", "b", "c", "d"]
    assert evaluator.success({}, None)
    assert set(evaluator.passed.values()) == {1}


def test_state_answer_and_arguments_reach_the_evaluator() -> None:
    seen: list[tuple[Any, ...]] = []

    def record(state: Any, answer: str | None, *, n: int, text: str) -> bool:
        seen.append((state, answer, n, text))
        return True

    state = {"ubuntu": object()}
    GraphEvaluator(
        TaskGraph([Checkpoint(id="a", device="root", app="answer", evaluator=check_answer(record, n=3, text="ä"))])
    ).step(state, "42")
    assert seen == [(state, "42", 3, "ä")]


def test_success_needs_every_holding_state_to_hold_now_but_not_the_transient_ones() -> None:
    evaluator, probe = probed([("a", "b"), ("b", "c")], "abc", transient="b")
    probe.true = {"a", "b"}
    evaluator.step({}, None)
    probe.calls.clear()
    assert not evaluator.success({}, None)
    assert probe.calls == []  # not complete: nothing to look at
    probe.true = {"b", "c"}  # a was undone
    assert evaluator.step({}, None) == ("c",)
    assert evaluator.complete
    assert not evaluator.success({}, None)
    assert evaluator.completion == 1.0  # passed stays passed
    probe.true = {"a", "c"}  # a is back; b may be gone
    probe.calls.clear()
    assert evaluator.success({}, None)
    assert probe.calls == ["a", "c"]
    assert evaluator.steps == 2


def test_success_doesnt_ask_again_what_the_step_has_just_found() -> None:
    evaluator, probe = probed([("a", "b"), ("b", "c")], "abc")
    probe.true = {"a"}
    evaluator.step({}, None)
    probe.true = {"b", "c"}
    passed = evaluator.step({}, None)
    assert passed == ("b", "c")
    probe.calls.clear()
    assert not evaluator.success({}, None, passed)  # a was undone
    assert probe.calls == ["a"]
    probe.true = {"a"}
    probe.calls.clear()
    assert evaluator.success({}, None, passed)
    assert probe.calls == ["a"]


def test_reset_forgets_everything_and_an_evaluator_can_be_used_again() -> None:
    evaluator, probe = probed(DIAMOND, "abcd")
    fresh = copy.copy(evaluator.snapshot())
    for _ in range(3):
        probe.true = set("abcd")
        evaluator.step({}, None)
        assert (evaluator.completion, evaluator.coverage, evaluator.steps) == (1.0, 1.0, 1)
        evaluator.reset()
        assert evaluator.snapshot() == fresh
        assert (evaluator.completion, evaluator.coverage, evaluator.complete) == (0.0, 0.0, False)
        assert evaluator.active == ("a",)
        probe.true = set()
        assert evaluator.step({}, None) == ()
        evaluator.reset()


def test_evaluators_of_one_graph_share_nothing() -> None:
    graph = path(3)
    one, other = GraphEvaluator(graph), GraphEvaluator(graph)
    one.step({"true": {"n000", "n001"}}, None)
    assert (one.completion, other.completion) == (2 / 3, 0.0)
    assert other.step({"true": {"n000"}}, None) == ("n000",)


def test_what_a_caller_gets_is_a_copy() -> None:
    evaluator, probe = probed([], "ab")
    probe.true = {"a"}
    evaluator.step({}, None)
    evaluator.passed["b"] = 1
    assert evaluator.passed == {"a": 1}
    assert evaluator.completion == 0.5


def test_restore_brings_back_a_snapshot_and_the_future_repeats() -> None:
    evaluator, probe = probed(DIAMOND, "abcd")
    probe.true = {"a", "c"}
    evaluator.step({}, None)
    saved = pickle.loads(pickle.dumps(evaluator.snapshot()))
    assert {saved: "hashable"}[evaluator.snapshot()] == "hashable"
    probe.true = {"b", "d"}
    assert evaluator.step({}, None) == ("b", "d")
    after = evaluator.snapshot()
    for _ in range(2):
        evaluator.restore(saved)
        assert evaluator.snapshot() == saved
        assert (evaluator.active, evaluator.completion, evaluator.coverage) == (("b",), 0.5, 3 / 8)
        assert evaluator.step({}, None) == ("b", "d")
        assert evaluator.snapshot() == after


@pytest.mark.parametrize(
    ("passed", "message"),
    [
        ((("nope", 1),), "unknown checkpoint in the snapshot 'nope'"),
        ((("d", 1),), "before its predecessors"),
        ((("a", 1), ("a", 1)), "'a' twice"),
    ],
)
def test_a_foreign_snapshot_is_refused_and_changes_nothing(passed: Any, message: str) -> None:
    evaluator, probe = probed(DIAMOND, "abcd")
    probe.true = {"a", "b"}
    evaluator.step({}, None)
    before = (evaluator.snapshot(), evaluator.active, evaluator.coverage)
    with pytest.raises(ValueError, match=message):
        evaluator.restore(Snapshot(7, passed))
    assert (evaluator.snapshot(), evaluator.active, evaluator.coverage) == before
    probe.true = {"c", "d"}
    assert evaluator.step({}, None) == ("c", "d")


def test_evaluators_survive_pickle_and_deepcopy() -> None:
    evaluator = GraphEvaluator(path(3))
    evaluator.step({"true": {"n000"}}, None)
    for clone in (pickle.loads(pickle.dumps(evaluator)), copy.deepcopy(evaluator)):
        assert clone.snapshot() == evaluator.snapshot()
        assert clone.step({"true": {"n001", "n002"}}, None) == ("n001", "n002")
    assert evaluator.order == ("n000",)


def failing(state: Any, error: BaseException) -> bool:
    raise error


def returning(state: Any, value: Any) -> Any:
    return value


def one(evaluator: Any, **args: Any) -> GraphEvaluator:
    first = Checkpoint(id="first", device="ubuntu", app="demo", evaluator=check(returning, value=True))
    return GraphEvaluator(
        TaskGraph(
            [
                first,
                Checkpoint(
                    id="broken", device="ubuntu", app="demo", evaluator=check(evaluator, **args), after=("first",)
                ),
            ]
        )
    )


def test_an_exception_of_an_evaluator_names_the_checkpoint_and_keeps_the_cause() -> None:
    cause = KeyError("missing")
    evaluator = one(failing, error=cause)
    with pytest.raises(EvaluatorError, match=r"checkpoint 'broken': .*\.failing raised KeyError: 'missing'") as caught:
        evaluator.step({}, None)
    assert caught.value.checkpoint == "broken"
    assert caught.value.__cause__ is cause
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.checkpoint, str(again)) == ("broken", str(caught.value))


@pytest.mark.parametrize("value", [None, 1, 0, "", [], "yes"])
def test_only_a_bool_is_a_result(value: object) -> None:
    with pytest.raises(EvaluatorError, match=r"'broken'.*expected a bool"):
        one(returning, value=value).step({}, None)


def test_a_forgotten_return_gets_a_hint() -> None:
    with pytest.raises(EvaluatorError, match="is a return statement missing"):
        one(returning, value=None).step({}, None)


def test_a_broken_device_passes_through_unchanged() -> None:
    gone = DeviceError("android", "it is unplugged")
    with pytest.raises(DeviceError) as caught:
        one(failing, error=gone).step({}, None)
    assert caught.value is gone


def test_interrupts_are_not_wrapped() -> None:
    with pytest.raises(KeyboardInterrupt):
        one(failing, error=KeyboardInterrupt()).step({}, None)


@pytest.mark.parametrize("bad", [None, KeyError("x"), DeviceError("android", "y")])
def test_after_an_error_in_mid_step_the_progress_is_consistent(bad: Exception | None) -> None:
    trouble = [True]

    def flaky(state: Any) -> Any:
        if trouble and bad is not None:
            raise bad
        return None if trouble else True

    def yes(state: Any) -> bool:
        return True

    def at(name: str, function: Any, *after: str) -> Checkpoint:
        return Checkpoint(id=name, device="ubuntu", app="demo", evaluator=check(function), after=after)

    evaluator = GraphEvaluator(TaskGraph([at("a", yes), at("b", flaky), at("c", yes, "a"), at("d", yes, "b", "c")]))
    with pytest.raises((EvaluatorError, DeviceError)):
        evaluator.step({}, None)
    assert evaluator.passed == {"a": 1}
    assert (evaluator.completion, evaluator.coverage) == (1 / 4, 1 / 7)
    assert evaluator.active == ("b", "c")
    assert evaluator.steps == 1
    trouble.clear()
    assert evaluator.step({}, None) == ("b", "c", "d")
    assert evaluator.passed == {"a": 1, "b": 2, "c": 2, "d": 2}
    assert evaluator.completion == 1.0


def test_errors_in_the_final_check_are_errors_too() -> None:
    results: list[Any] = [True]

    def changing(state: Any) -> Any:
        return results[-1]

    evaluator = GraphEvaluator(TaskGraph([Checkpoint(id="a", device="ubuntu", app="demo", evaluator=check(changing))]))
    evaluator.step({}, None)
    results.append(None)
    with pytest.raises(EvaluatorError, match="'a'"):
        evaluator.success({}, None)
    evaluator = one(returning, value=True)
    evaluator.step({}, None)
    assert evaluator.success({}, None)


def test_an_idle_step_calls_only_the_frontier_of_a_long_path() -> None:
    probe = Probe()
    evaluator = GraphEvaluator(path(500, probe))
    probe.true = {f"n{i:03d}" for i in range(250)}
    evaluator.step({}, None)
    assert len(probe.calls) == 251  # the passing ones and the one that stops
    for _ in range(10):
        probe.calls.clear()
        evaluator.step({}, None)
        assert probe.calls == ["n250"]


def test_stacked_diamonds_cost_one_call_per_node_and_no_more() -> None:
    # 60 diamonds have 2^60 paths; anything that walks paths would never return.
    probe = Probe()
    graph = diamonds(60, probe)
    evaluator = GraphEvaluator(graph)
    evaluator.step({}, None)
    assert probe.calls == ["t0"]
    probe.true = {n.id for n in graph.checkpoints}
    probe.calls.clear()
    assert len(evaluator.step({}, None)) == 181
    assert len(probe.calls) == 181
    assert max(graph.depth) == 121

    evaluator.reset()
    probe.true = set()
    probe.calls.clear()
    for i in range(60):  # one node at a time: each step calls the frontier (at most 2) and what it opens
        for name in (f"t{i}", f"l{i}", f"r{i}"):
            probe.true.add(name)
            evaluator.step({}, None)
    assert evaluator.completion == 180 / 181
    assert len(probe.calls) <= 3 * 181


@given(graphs(), st.data())
@settings(max_examples=150)
def test_any_history_follows_the_rule(graph: TaskGraph, data: st.DataObject) -> None:
    """Compares every step with the definition: the least fixpoint over the states that hold now."""
    names = [n.id for n in graph.checkpoints]
    before = {n.id: n.after for n in graph.checkpoints}
    probe = Probe()
    probed_graph = TaskGraph(
        [
            Checkpoint(id=n.id, device=n.device, app=n.app, evaluator=check(probe.check, name=n.id), after=n.after)
            for n in graph.checkpoints
        ]
    )
    evaluator = GraphEvaluator(probed_graph)
    depth = dict(zip(names, graph.depth, strict=True))
    expected: set[str] = set()
    for step in range(1, data.draw(st.integers(1, 6)) + 1):
        probe.true = data.draw(st.sets(st.sampled_from(names)))
        probe.calls.clear()
        reached = set(expected)
        while more := {n for n in probe.true - reached if reached.issuperset(before[n])}:
            reached |= more
        completion = evaluator.completion
        newly = evaluator.step({}, None)

        assert set(newly) == reached - expected
        assert len(probe.calls) == len(set(probe.calls))
        assert set(probe.calls) == {n for n in names if n not in expected and reached.issuperset(before[n])}
        assert all(evaluator.passed[n] == step for n in newly)
        assert evaluator.completion >= completion
        expected = reached
        assert set(evaluator.order) == expected
        assert evaluator.completion == len(expected) / len(names)
        assert evaluator.coverage == coverage((depth[n] for n in expected), graph.depth)
        assert evaluator.active == tuple(n for n in names if n not in expected and expected.issuperset(before[n]))
        assert evaluator.complete == (expected == set(names))
        assert evaluator.success({}, None) == (expected == probe.true == set(names))
        place = {n: i for i, n in enumerate(evaluator.order)}
        assert all(place[a] < place[b] for a, b in graph.edges if b in place)

        other = GraphEvaluator(probed_graph)
        other.restore(evaluator.snapshot())
        assert (other.snapshot(), other.active, other.coverage) == (
            evaluator.snapshot(),
            evaluator.active,
            evaluator.coverage,
        )


def test_a_checkpoint_may_read_a_plain_mapping() -> None:
    evaluator = GraphEvaluator(
        TaskGraph([Checkpoint(id="a", device="ubuntu", app="demo", evaluator=check(flag, key="k"))])
    )
    assert evaluator.step({"true": {"k"}}, None) == ("a",)
