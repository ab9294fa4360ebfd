"""Fleets on Ray: whatever is lost, each piece is delivered once."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crab_gym.rollout import PoolError
from crab_gym.rollout.fleet import MAX_LOSSES, Fleet, Origin
from tests.rollout._collectors import Planned, plan

pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning"
)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(PoolError, match=r'pip install "\.\[ray\]"'):
        Fleet(Planned, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="got 0 actors; expected at least one"):
        Fleet(Planned, 0)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of one host, with room for one actor; further hosts can be added."""
    import ray
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        root = Path(__file__).parents[2]
        patch.setenv("PYTHONPATH", ":".join(map(str, (root, root / "simulator", root / "tasks"))))
        how = {"num_cpus": 1, "resources": {"place": 1}, "object_store_memory": 100 * 2**20}
        made = Cluster(initialize_head=True, head_node_args={**how, "include_dashboard": False})
        made.how = how
        ray.init(address=made.address, log_to_driver=False)
        yield made
        ray.shutdown()
        made.shutdown()


@pytest.fixture
def fleet(cluster: Any, tmp_path: Path) -> Iterator[Any]:
    """Makes fleets whose actors may share the host."""
    made: list[Fleet] = []

    def make(actors: int, **how: Any) -> Fleet:
        made.append(Fleet(partial(Planned, folder=tmp_path), actors, **{"resources": {}, **how}))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.extra("ray")
def test_each_piece_is_delivered_once_in_its_order_whatever_dies_or_hangs(fleet: Any, tmp_path: Path) -> None:
    plan(tmp_path, "piece1", "die")
    plan(tmp_path, "piece4", "hang")
    collecting = fleet(2, piece_timeout=3.0)
    collecting.ask({"first": 10}, 3)
    assert collecting.pending == 3
    pieces = collecting.take(3)
    collecting.ask({"first": 20}, 3)
    pieces += collecting.take(2) + collecting.take(1)
    assert [piece.number for piece in pieces] == list(range(6))
    assert [piece.content["steps"].tolist() for piece in pieces] == 3 * [[10, 11, 12]] + 3 * [[20, 21, 22]]
    assert collecting.losses == 2 and collecting.pending == 0
    origins = {piece.content["origin"] for piece in pieces}
    assert all(origin.first == 0 for origin in origins) and len({origin.start for origin in origins}) >= 2
    begun = sorted(int(file.name.split(".")[1]) for file in tmp_path.glob("begun.*"))
    assert begun == [0, 1, 1, 2, 3, 4, 4, 5]  # only what was lost was collected again
    with pytest.raises(ValueError, match="1 pieces were to be taken, but 0 were asked for"):
        collecting.take(1)


@pytest.mark.extra("ray")
def test_a_resumed_training_goes_on_with_the_numbers(fleet: Any) -> None:
    collecting = fleet(1, first=40)
    collecting.ask({"first": 0}, 2)
    pieces = collecting.take(2)
    assert [piece.number for piece in pieces] == [40, 41]
    assert {piece.content["origin"] for piece in pieces} == {Origin(40, 0)}


@pytest.mark.extra("ray")
def test_what_no_replacement_cures_is_raised(fleet: Any, tmp_path: Path) -> None:
    for name, error in (("piece0", ZeroDivisionError), ("start", ImportError)):
        plan(tmp_path, name, "raise")
        collecting = fleet(1)
        collecting.ask({"first": 0}, 1)
        with pytest.raises(error, match=r"a defect|no module named 'wrapper_of_mine'"):
            collecting.take(1)
        assert collecting.losses == 0
    for name, what in (("start", "started"), ("piece0", "collected piece 0")):
        plan(tmp_path, name, "die", times=MAX_LOSSES)
        collecting = fleet(1)
        collecting.ask({"first": 0}, 1)
        with pytest.raises(PoolError, match=f"5 actors in a row were lost while they {what}; the last one: "):
            collecting.take(1)
    collecting = fleet(1, resources={"gameboy": 1}, start_timeout=0.5)
    collecting.ask({"first": 0}, 1)
    with pytest.raises(PoolError, match="does a host of the cluster have 1 gameboy to spare"):
        collecting.take(1)


@pytest.mark.extra("ray")
def test_a_host_that_dies_costs_only_what_its_actor_had_begun(fleet: Any, cluster: Any, tmp_path: Path) -> None:
    second = cluster.add_node(**cluster.how)
    collecting = fleet(2, resources={"place": 1})
    collecting.ask({"first": 0, "wait": 0.5}, 4)
    pieces = collecting.take(4)
    assert {piece.content["host"] for piece in pieces} == {cluster.head_node.node_id, second.node_id}
    collecting.ask({"first": 0, "wait": 3.0}, 2)
    until = time.monotonic() + 60
    while len(list(tmp_path.glob("begun.*"))) < 6 and time.monotonic() < until:
        time.sleep(0.1)
    cluster.remove_node(second, allow_graceful=False)
    pieces += collecting.take(2)  # by the one that is left, as there is no room for another
    third = cluster.add_node(**cluster.how)
    for _ in range(60):
        collecting.ask({"first": 0, "wait": 1.0}, 2)
        pieces += collecting.take(2)
        if pieces[-1].content["host"] == third.node_id or pieces[-2].content["host"] == third.node_id:
            break
    cluster.remove_node(third)
    assert [piece.number for piece in pieces] == list(range(len(pieces)))
    assert {piece.content["host"] for piece in pieces[4:6]} == {cluster.head_node.node_id}
    assert third.node_id in {piece.content["host"] for piece in pieces}
    begun = [file.name.split(".")[1] for file in tmp_path.glob("begun.*")]
    assert sorted(begun, key=int)[:7] in (list("0123445"), list("0123455"))
    assert collecting.losses in (1, 2)  # the host's death may be known only after a replacement began to start on it
