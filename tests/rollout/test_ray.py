"""The pool on Ray: an actor that is killed in mid-run loses no episode."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crab_gym.policies import OraclePolicy
from crab_gym.records import read_run
from crab_gym.rollout import Job, PoolError, RolloutPool
from tests.rollout import _slots
from tests.rollout._slots import TASK, plan

JOBS = [Job(TASK, seed) for seed in range(6)]


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(PoolError, match=r'pip install "\.\[ray\]"'):
        RolloutPool({}, engine="ray")


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A cluster of this host, which has two phones."""
    import ray as found

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        root = Path(__file__).parents[2]
        patch.setenv("PYTHONPATH", ":".join(map(str, (root, root / "simulator", root / "tasks"))))
        found.init(
            num_cpus=2,
            resources={"android": 2},
            include_dashboard=False,
            object_store_memory=100 * 2**20,
            log_to_driver=False,
        )
        yield found
        found.shutdown()


pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning"
)


@pytest.mark.extra("ray")
def test_an_actor_that_is_killed_in_mid_run_costs_no_episode(ray: Any, tmp_path: Path) -> None:
    plans = tmp_path / "plans"
    plans.mkdir()
    faults = {1: ("die", "slot", "the slot was lost"), 2: ("device", "device", "the cable is loose"),
              3: ("hang", "timeout", "step 2 took longer than 3 s")}  # fmt: skip
    for seed, (what, _, _) in faults.items():
        plan(plans, seed, what)
    env = partial(_slots.make, folder=plans)
    with RolloutPool(env, 2, "ray", resources={"android": 1}, step_timeout=3.0, cooldown=0, grace=0.2) as pool:
        made = {record.seed: record for record in pool.run(JOBS, "oracle", out=tmp_path / "run")}
        again = list(pool.run([(TASK, 9)], lambda env: OraclePolicy(env)))  # the slots are kept; any callable can go
    assert sorted(made) == list(range(6))
    assert all(record.success for record in made.values())
    assert {seed: record.attempt for seed, record in made.items() if record.attempt} == {1: 1, 2: 1, 3: 1}
    assert {record.seed: record for record in read_run(tmp_path / "run")} == made
    lines = (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()
    for _, kind, why in faults.values():
        (line,) = (line for line in lines if f'"error_kind": "{kind}"' in line)
        assert why in line
    assert [record.success for record in again] == [True]


@pytest.mark.extra("ray")
def test_slots_share_what_there_is_and_one_that_finds_no_room_waits(ray: Any) -> None:
    pool = RolloutPool({"screens": False}, slots=3, engine="ray", resources={"android": 1}, grace=0.2)
    with pool:
        made = list(pool.run(JOBS, "oracle"))  # the third slot never gets a phone
    assert sorted(record.seed for record in made) == list(range(6))


@pytest.mark.extra("ray")
def test_resources_that_no_host_has_are_named(ray: Any) -> None:
    with RolloutPool({"screens": False}, 1, "ray", resources={"gameboy": 1}, reset_timeout=0.5, grace=0.2) as pool:
        with pytest.raises(PoolError, match=r"does a host of the cluster have the resources gameboy\?"):
            list(pool.run(JOBS, "oracle"))


@pytest.mark.extra("ray")
def test_a_policy_that_hosts_cannot_load_ends_the_run_with_its_reason(ray: Any) -> None:
    with RolloutPool({"screens": False}, 1, "ray", grace=0.2) as pool:
        with pytest.raises(PoolError, match="RuntimeError: no such weights"):
            list(pool.run(JOBS, Unloadable()))
        assert len(list(pool.run(JOBS, "oracle"))) == 6


def _refuse() -> Any:
    raise RuntimeError("no such weights")


class Unloadable:
    """A maker of policies that can be sent, but not taken in."""

    def __reduce__(self) -> Any:
        return _refuse, ()

    def __call__(self, env: Any) -> Any:
        raise NotImplementedError


@pytest.mark.extra("ray")
def test_each_slot_has_resources_of_its_own_or_all_the_same(ray: Any) -> None:
    with pytest.raises(ValueError, match="got resources for 1 slots; expected one mapping, or one for each of 2"):
        RolloutPool({}, 2, "ray", resources=[{"android": 1}])
