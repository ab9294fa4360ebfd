"""The task graph: validation, order, depth, topological orders, and its text and JSON forms."""

from __future__ import annotations

import copy
import functools
import json
import pickle
import subprocess
import sys
from itertools import islice, pairwise
from pathlib import PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_gym.evaluation import Checkpoint, TaskGraph, check
from tests.evaluation._graphs import all_orders, diamonds, flag, graph_of, graphs, path


def node(name: str, *after: str, **fields: object) -> Checkpoint:
    return Checkpoint(id=name, device="ubuntu", app="demo", evaluator=check(flag, key=name), after=after, **fields)  # type: ignore[arg-type]


def test_order_is_topological_with_ties_in_the_order_of_definition() -> None:
    graph = TaskGraph([node("end", "b", "a"), node("b"), node("a"), node("c", "b")])
    assert [n.id for n in graph.checkpoints] == ["b", "a", "end", "c"]
    assert dict(graph.index) == {"b": 0, "a": 1, "end": 2, "c": 3}
    assert graph.predecessors == ((), (), (0, 1), (0,))
    assert graph.successors == ((2, 3), (2,), (), ())
    assert graph.edges == (("b", "end"), ("b", "c"), ("a", "end"))
    assert graph.depth == (1, 1, 2, 2)
    assert len(graph) == 4


def test_depth_counts_nodes_on_the_longest_path_across_skip_edges() -> None:
    # a -> b -> c -> d with shortcuts a -> d and a -> c: the shortcuts don't make d shallower.
    graph = graph_of([("a", "b"), ("b", "c"), ("c", "d"), ("a", "d"), ("a", "c")], "abcd")
    assert graph.depth == (1, 2, 3, 4)


@given(graphs(max_size=6))
@settings(max_examples=60)
def test_depth_equals_the_longest_path_found_by_walking_all_paths(graph: TaskGraph) -> None:
    def longest(i: int) -> int:
        return 1 + max((longest(p) for p in graph.predecessors[i]), default=0)

    assert graph.depth == tuple(longest(i) for i in range(len(graph)))


@pytest.mark.parametrize(
    ("checkpoints", "message"),
    [
        ([], "at least one checkpoint"),
        ([node("a"), node("a")], "two checkpoints are called 'a'"),
        (
            [node("open_app"), node("b", "open_ap")],
            "checkpoint 'b': unknown predecessor 'open_ap'; did you mean 'open_",
        ),
        ([node("a"), node("b", "zzz")], "known: a, b"),
        ([node("a", "a")], "'a' comes after itself"),
        ([node("a"), node("b", "a", "a")], "'b' names 'a' twice"),
    ],
)
def test_invalid_graphs_are_refused_with_the_reason(checkpoints: list[Checkpoint], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TaskGraph(checkpoints)


def test_a_cycle_is_named_in_the_direction_of_its_edges() -> None:
    # root -> a -> b -> c -> a, and tail hangs behind the cycle without being on it.
    checkpoints = [node("tail", "c"), node("root"), node("a", "root", "c"), node("b", "a"), node("c", "b")]
    with pytest.raises(ValueError, match="cycle: ") as caught:
        TaskGraph(checkpoints)
    names = str(caught.value).split("cycle: ")[1].split(";")[0].split(" -> ")
    assert names[0] == names[-1]
    assert sorted(names[1:]) == ["a", "b", "c"]
    assert set(pairwise(names)) == {("a", "b"), ("b", "c"), ("c", "a")}


def test_checkpoints_refuse_wrong_fields() -> None:
    with pytest.raises(ValueError, match="id is empty"):
        node("")
    with pytest.raises(TypeError, match="expected a function"):
        check("flag")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"expected check\(function"):
        Checkpoint(id="a", device="ubuntu", app="demo", evaluator="flag")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="name each argument"):
        check(flag, "a")
    with pytest.raises(TypeError, match=r"write \('abc',\)"):
        Checkpoint(id="a", device="ubuntu", app="demo", evaluator=check(flag), after="abc")  # type: ignore[arg-type]


def test_checkpoints_and_graphs_are_immutable() -> None:
    args = {"key": "a"}
    checkpoint = Checkpoint(id="a", device="ubuntu", app="demo", evaluator=check(flag, **args))
    args["key"] = "changed"
    assert checkpoint.evaluator.args["key"] == "a"
    with pytest.raises(TypeError):
        checkpoint.evaluator.args["key"] = "changed"  # type: ignore[index]
    graph = TaskGraph([checkpoint])
    with pytest.raises(AttributeError, match="immutable"):
        graph.depth = (2,)
    with pytest.raises(AttributeError, match="immutable"):
        del graph.depth
    with pytest.raises(TypeError):
        graph.index["b"] = 1  # type: ignore[index]


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
def test_copies_and_pickles_are_equal(clone: object) -> None:
    graph = TaskGraph([node("b", "a", hold=False, subtask="s"), node("x"), node("a")])
    again = clone(graph)  # type: ignore[operator]
    assert again.checkpoints == graph.checkpoints
    assert again.edges == graph.edges
    assert hash(again.checkpoints[0]) == hash(graph.checkpoints[0])


@given(graphs(max_size=6))
@settings(max_examples=60)
def test_topological_orders_are_all_orders_each_once(graph: TaskGraph) -> None:
    orders = list(graph.topological_orders())
    assert len(orders) == len(set(orders))
    assert set(orders) == all_orders(graph)
    assert orders[0] == tuple(n.id for n in graph.checkpoints)
    assert list(graph.topological_orders(4)) == orders[:4]


def test_the_second_order_differs_as_much_as_it_can() -> None:
    graph = graph_of([("a", "c")], "abcd")
    # First by definition, then always the last possible: d, then b before a (c has to wait for a).
    assert list(graph.topological_orders(2)) == [("a", "b", "c", "d"), ("d", "b", "a", "c")]
    assert list(path(3).topological_orders(5)) == [("n000", "n001", "n002")]
    assert list(graph.topological_orders(0)) == []


def test_topological_orders_are_lazy_and_need_no_recursion() -> None:
    antichain = graph_of([], [f"n{i:03d}" for i in range(200)])  # 200! orders
    assert len(set(islice(antichain.topological_orders(), 50))) == 50
    assert len(next(path(3000).topological_orders())) == 3000
    with pytest.raises(ValueError, match="limit=-1"):
        antichain.topological_orders(-1)


def test_to_dict_is_json_and_independent_of_processes() -> None:
    class Opaque:
        pass

    args = check(
        functools.partial(flag),
        set={"b", "a"},
        path=PurePosixPath("/x"),
        tuple=(1, None, 2.5),
        function=flag,
        opaque=Opaque(),
        inner={1: node("z")},
    )
    graph = TaskGraph([Checkpoint(id="a", device="ubuntu", app="demo", evaluator=args), node("b", "a", hold=False)])
    data = graph.to_dict()
    assert json.loads(json.dumps(data)) == data
    first, second = data["checkpoints"]
    assert first["evaluator"] == f"{flag.__module__}.flag"
    assert first["args"]["set"] == ["a", "b"]
    assert first["args"]["path"] == "/x"
    assert first["args"]["tuple"] == [1, None, 2.5]
    assert first["args"]["function"].endswith("flag")
    assert "0x" not in json.dumps(data)
    assert first["args"]["inner"]["1"]["id"] == "z"
    assert (first["hold"], second["hold"]) == (True, False)
    assert not first["place"] and not second["place"]
    assert data["edges"] == [["a", "b"]]


def test_to_networkx_has_the_edges_and_fields() -> None:
    graph = diamonds(2)
    drawn = graph.to_networkx()
    assert set(drawn.edges) == set(graph.edges)
    assert [drawn.nodes[n.id]["depth"] for n in graph.checkpoints] == list(graph.depth)
    assert drawn.nodes["t0"]["app"] == "demo"


def test_import_needs_no_networkx() -> None:
    code = "import sys, crab_gym.evaluation; print({'networkx'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_ascii_draws_branches_joins_and_states() -> None:
    graph = graph_of([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], "abcd")
    assert graph.ascii({"a", "b"}).splitlines() == [
        "x    a  demo@ubuntu",
        "+-.",
        "x |  b  demo@ubuntu",
        "| |",
        "| >  c  demo@ubuntu",
        "+-'",
        "o    d  demo@ubuntu",
        "x completed  > active  o waiting",
    ]
    with pytest.raises(ValueError, match="unknown checkpoint 'q'"):
        graph.ascii({"q"})


def test_ascii_draws_a_join_across_a_lane_that_passes_by() -> None:
    # e's edge to f crosses the lane from a to end.
    edges = [("a", "d"), ("a", "e"), ("a", "end"), ("x", "f"), ("e", "f"), ("d", "end"), ("f", "end")]
    assert graph_of(edges, ["a", "x", "d", "e", "f", "end"]).ascii().splitlines() == [
        ">        a    demo@ubuntu",
        "+-.-.",
        "| | | >  x    demo@ubuntu",
        "| | | |",
        "o | | |  d    demo@ubuntu",
        "'-|-+ |",
        "  o | |  e    demo@ubuntu",
        "  '-|-+",
        "    | o  f    demo@ubuntu",
        "    +-'",
        "    o    end  demo@ubuntu",
        "x completed  > active  o waiting",
    ]


@given(graphs(), st.data())
@settings(max_examples=60)
def test_ascii_has_one_row_and_one_marker_per_checkpoint(graph: TaskGraph, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(graph)))
    passed = {n.id for n in graph.checkpoints[:count]}
    rows = [line for line in graph.ascii(passed).splitlines()[:-1] if line.endswith("@ubuntu")]
    names = [line.split()[-2] for line in rows]
    assert names == [n.id for n in graph.checkpoints]
    markers = ["".join(c for c in line.rsplit(maxsplit=2)[0] if c in "x>o") for line in rows]
    for i, marker in enumerate(markers):
        active = all(p < count for p in graph.predecessors[i])
        assert marker == ("x" if i < count else ">" if active else "o")
