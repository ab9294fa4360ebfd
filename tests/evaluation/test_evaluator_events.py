"""Checkpoints that begin and end with events."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from crab_gym.evaluation import Checkpoint, GraphEvaluator, TaskGraph
from tests.evaluation._graphs import Probe, graph_of, graphs


def eventful(
    edges: list[tuple[str, str]], ids: str, probe: Probe, since: dict[str, str], until: dict[str, str]
) -> GraphEvaluator:
    nodes = graph_of(edges, ids, probe=probe).checkpoints
    changed = [replace(node, since=since.get(node.id, ""), until=until.get(node.id, "")) for node in nodes]
    return GraphEvaluator(TaskGraph(changed))


def test_a_checkpoint_waits_for_its_event_and_for_its_predecessors() -> None:
    probe = Probe()
    evaluator = eventful([("a", "b")], "ab", probe, {"b": "call"}, {})
    probe.true = {"a", "b"}
    assert evaluator.step({}, None) == ("a",) and evaluator.active == ()
    evaluator.happened("other")
    assert evaluator.active == ()
    evaluator.happened("call")
    assert evaluator.active == ("b",)
    assert evaluator.step({}, None) == ("b",) and evaluator.complete


def test_what_has_passed_needs_no_longer_hold() -> None:
    probe = Probe()
    evaluator = eventful([], "ab", probe, {}, {"a": "changed"})
    probe.true = {"a", "b"}
    evaluator.step({}, None)
    probe.true = {"b"}
    assert not evaluator.success({}, None)
    evaluator.happened("changed")
    assert evaluator.success({}, None) and evaluator.completion == 1.0


@settings(deadline=None)
@given(graphs(), st.data())
def test_a_restored_evaluator_is_the_one_that_was_saved(graph: TaskGraph, data: st.DataObject) -> None:
    events = ("", "x", "y")
    nodes = [
        replace(node, since=data.draw(st.sampled_from(events)), until=data.draw(st.sampled_from(events)))
        for node in graph
    ]
    eventful_graph = TaskGraph(nodes)
    evaluator = GraphEvaluator(eventful_graph)
    names = list(eventful_graph.index)
    completion = 0.0
    for _ in range(data.draw(st.integers(0, 6))):
        if data.draw(st.booleans()):
            evaluator.happened(data.draw(st.sampled_from(("x", "y", "z"))))
        else:
            true = data.draw(st.sets(st.sampled_from(names)))
            evaluator.step({"true": true}, None)  # type: ignore[arg-type]
        assert evaluator.completion >= completion - 1e-12  # it never falls
        assert 0.0 <= evaluator.coverage <= 1.0 and 0.0 <= evaluator.passed_ratio <= 1.0
        completion = evaluator.completion
    twin = GraphEvaluator(eventful_graph)
    twin.restore(evaluator.snapshot())
    for name in ("active", "passed", "order", "completion", "coverage", "passed_ratio", "complete", "steps"):
        assert getattr(twin, name) == getattr(evaluator, name), name
    assert twin.only_answers_left == evaluator.only_answers_left
    for each in (evaluator, twin):
        each.happened("x")
        each.happened("y")
        for _ in names:
            each.step({"true": set(names)}, None)  # type: ignore[arg-type]
        assert each.complete


def test_a_graph_tells_its_events() -> None:
    node = graph_of([], "a").checkpoints[0]
    (told,) = TaskGraph([replace(node, since="x", until="y")]).to_dict()["checkpoints"]
    assert (told["since"], told["until"]) == ("x", "y")
    assert "since" not in TaskGraph([node]).to_dict()["checkpoints"][0]
    assert isinstance(node, Checkpoint)
