"""The pool on each engine: failures of the infrastructure neither lose nor score an episode."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.policies import OraclePolicy
from crab_gym.records import EpisodeRecord, RecordError, read_attempts, read_config, read_run
from crab_gym.rollout import Job, PoolError, Protocol, RolloutPool, rollout
from tests.rollout import _slots
from tests.rollout._slots import TASK, plan
from tests.task_names import HAND_WRITTEN

ENGINES = ("local", "process")
engines = pytest.mark.parametrize("engine", ENGINES)
ONCE = Protocol(success_at="once")
"""A task counts once it is solved, as in the pool's environments, not at ``complete`` as in an evaluation."""


def jobs(count: int, task: str = TASK) -> list[Job]:
    return [Job(task, seed) for seed in range(count)]


def pool(folder: Path, slots: Any = 2, engine: Any = "local", **options: Any) -> RolloutPool:
    return RolloutPool(partial(_slots.make, folder=folder), slots, engine, **{"cooldown": 0, **options})


def core(record: EpisodeRecord) -> dict[str, Any]:
    """Returns a record without the fields that differ between runs."""
    return {name: getattr(record, name) for name in EpisodeRecord.__slots__ if name not in ("timings", "attempt")}


def by_seed(records: Any) -> dict[int, EpisodeRecord]:
    found = {record.seed: record for record in records}
    return found


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    folder = tmp_path / "plans"
    folder.mkdir()
    return folder


@engines
def test_episodes_are_those_that_come_one_after_the_other(engine: Any) -> None:
    tasks = HAND_WRITTEN[::6]
    one_by_one = rollout(tasks, "oracle", screens=False, protocol=ONCE)
    expected = {record.task: core(record) for record in one_by_one}
    with RolloutPool({"screens": False}, slots=3, engine=engine) as slots:
        made = {record.task: core(record) for record in slots.run([(task, 0) for task in tasks], "oracle")}
    assert made == expected
    assert len(made) == len(tasks)


@engines
def test_an_episode_that_the_infrastructure_fails_is_run_again_from_its_start(engine: Any, plans: Path) -> None:
    faults = {
        1: ("setup", "device", "android: it doesn't boot"),
        2: ("device", "device", "android: the cable is loose"),
        3: ("hang", "timeout", "step 2 took longer than 6 s"),
        4: ("policy", "timeout", "the policy's choice of step 2 took longer than 6 s"),
        5: ("die", "slot", "the slot was lost: its process was ended by SIGKILL"),
    }
    if engine == "local":
        del faults[5]  # it would be the end of this process
    for seed, (what, _, _) in faults.items():
        plan(plans, seed, what)
    out = plans.parent / "run"
    policy: Any = partial(_slots.hangs_once, folder=plans)
    with pool(plans, engine=engine, step_timeout=6.0, grace=0.2 if engine == "local" else 20) as slots:
        made = by_seed(slots.run(jobs(8), policy, out=out))
    assert _slots.left_open(plans) == (2 if engine == "local" else 1)  # the two that hang; the one that was killed
    assert sorted(made) == list(range(8))
    assert all(record.success for record in made.values())
    assert all(made[seed].attempt == (1 if seed in faults else 0) for seed in made)
    assert by_seed(read_run(out)) == made
    lines = [json.loads(line) for line in (out / "episodes.jsonl").read_text().splitlines()]
    failed = {line["seed"]: (line["error_kind"], line["error"]) for line in lines if line["error"]}
    assert set(failed) == set(faults)
    for seed, (_, kind, why) in faults.items():
        assert failed[seed][0] == kind and why in failed[seed][1]
        steps = (out / "episodes" / f"{TASK}_s{seed}_a0" / "steps.jsonl").read_text().splitlines()
        assert len(steps) == (0 if seed == 1 else 1)  # what it did before stays to be looked at


def test_after_all_retries_it_is_an_error_and_no_score(plans: Path) -> None:
    plan(plans, 0, "device", times=9)
    out = plans.parent / "run"
    with pool(plans, max_retries=2) as slots:
        made = by_seed(slots.run(jobs(2), "oracle", out=out))
    assert made[1].success
    assert (made[0].error_kind, made[0].attempt, made[0].success) == ("device", 2, False)
    assert "the cable is loose" in made[0].error and made[0].error.endswith("(given up after 3 attempts)")
    assert made[0].score().is_error
    assert by_seed(read_run(out)) == made


def test_what_waits_for_another_try_at_a_halt_is_an_error_and_is_run_again_on_resume(plans: Path) -> None:
    plan(plans, 0, "device", times=1)
    out = plans.parent / "run"
    attempts: list[EpisodeRecord] = []
    with pool(plans, slots=1) as slots:
        made = list(slots.run(jobs(4), "oracle", out=out, on_attempt=attempts.append, halt=lambda: bool(attempts)))
    assert [(record.seed, record.error_kind, record.attempt) for record in made] == [(0, "device", 0)]
    assert made == attempts == read_run(out)
    with pool(plans, slots=1) as slots:
        assert len(list(slots.run(jobs(4), "oracle", out=out, resume=True))) == 4
    assert [record.attempt for record in read_run(out) if record.seed == 0 and not record.error] == [1]


def test_a_lethal_episode_is_an_error_and_the_others_are_played(plans: Path) -> None:
    plan(plans, 0, "die", times=9)
    out = plans.parent / "run"
    with pool(plans, engine="process", max_retries=1) as slots:
        made = by_seed(slots.run(jobs(4), "oracle", out=out))
    assert [made[seed].success for seed in range(4)] == [False, True, True, True]
    assert made[0].error_kind == "slot" and made[0].score().is_error
    assert made[0].goal and len(made[0].steps) == 1  # what was known of it
    assert by_seed(read_run(out)) == made


def test_an_episode_that_takes_too_long_is_cut() -> None:
    with RolloutPool(
        {"screens": False, "max_steps": 10**9}, engine="process", episode_timeout=1.0, max_retries=0
    ) as slots:
        (record,) = slots.run(jobs(1), "noop")
    assert (record.error_kind, record.error) == ("timeout", "the episode took longer than 1 s")


def test_a_run_that_is_left_at_an_error_leaves_its_slots_in_order(plans: Path) -> None:
    plan(plans, 0, "hang")
    with pool(plans, slots=1, engine="process", step_timeout=1.0, max_retries=0) as slots:
        run = slots.run(jobs(2), "oracle")
        assert next(run).error_kind == "timeout"
        run.close()  # type: ignore[attr-defined]
        assert [record.success for record in slots.run(jobs(2), "oracle")] == [True, True]
    assert _slots.left_open(plans) == 0


def test_a_retry_goes_to_another_slot(plans: Path) -> None:
    phones = [{"screen_size": {"android": [360, 800]}}, {"screen_size": {"android": [480, 960]}}]
    plan(plans, 0, "device")
    plan(plans, 1, "device")
    with pool(plans, phones) as slots:
        made = list(slots.run(jobs(2), "oracle"))
    assert all(record.success and record.attempt == 1 for record in made)


def test_a_slot_has_options_of_its_own() -> None:
    seen: list[Any] = []

    def make(task: str, **options: Any) -> Any:
        seen.append(options)
        return _slots.CrabEnv(task, screens=False)

    with RolloutPool(make, [{"serial": "a"}, {"serial": "b"}]) as slots:
        assert len(list(slots.run(jobs(30), "oracle"))) == 30
    assert {options["serial"] for options in seen} == {"a", "b"}


def test_jobs_are_taken_as_slots_get_free() -> None:
    taken: list[int] = []

    def endless() -> Iterator[Job]:
        for seed in itertools.count():
            taken.append(seed)
            yield Job(TASK, seed)

    with RolloutPool({"screens": False}, slots=2) as slots:
        run = slots.run(endless(), "oracle")
        seeds = [next(run).seed for _ in range(5)]
        assert len(set(seeds)) == 5
        assert len(taken) <= 5 + 2 + 2
        run.close()  # type: ignore[attr-defined]
        assert [record.seed for record in slots.run([(TASK, 77)], "oracle")] == [77]


def test_processes_are_kept_from_run_to_run_and_policies_are_not(plans: Path) -> None:
    with pool(plans, slots=1, engine="process") as slots:
        (first,) = slots.run(jobs(1), _slots.Waits)
        (second,) = slots.run(jobs(1), "oracle")
        (third,) = slots.run(jobs(1), _slots.Waits)
    assert first.policy == third.policy != f"waits in {os.getpid()}"
    assert second.success


def test_several_policies_are_kept_in_one_run(tmp_path: Path) -> None:
    mixed = [Job(TASK, seed, policy) for seed in range(2) for policy in ("good", "idle")]
    with RolloutPool({"screens": False}, slots=2) as slots:
        made = list(slots.run(mixed, {"good": "oracle", "idle": "noop"}, out=tmp_path))
        again = list(slots.run(mixed, {"good": "oracle", "idle": "noop"}, out=tmp_path, resume=True))
    assert sorted((record.policy, record.seed) for record in made) == [
        ("noop", 0), ("noop", 1), ("oracle", 0), ("oracle", 1),
    ]  # fmt: skip
    assert [record.error for record in read_attempts(tmp_path)] == [""] * 4
    assert again == []
    found = {(record.policy_id, record.seed): record for record in read_run(tmp_path)}
    assert [found[key].success for key in sorted(found)] == [True, True, False, False]
    assert found == {(record.policy_id, record.seed): record for record in made}
    assert sorted(path.name for path in (tmp_path / "episodes").iterdir()) == [
        f"{TASK}_s{seed}_a0_{name}" for seed in (0, 1) for name in ("good", "idle")
    ]


def test_a_run_that_was_left_is_resumed_where_it_stood(plans: Path) -> None:
    out = plans.parent / "run"
    plan(plans, 5, "device", times=3)
    with pool(plans) as slots:
        run = slots.run(jobs(8), "oracle", out=out)
        done = [next(run) for _ in range(3)]
        run.close()  # type: ignore[attr-defined]
    lines = out / "episodes.jsonl"
    whole = lines.read_bytes()
    lines.write_bytes(whole + whole[: len(whole) // 3])  # as if one more had only partly reached the disk
    with pool(plans) as slots:
        with pytest.raises(RecordError, match="isn't empty"):
            slots.run(jobs(8), "oracle", out=out)
        rest = list(slots.run(jobs(8), "oracle", out=out, resume=True))
    kept = {record.seed for record in done if not record.error}
    assert not kept & {record.seed for record in rest}
    assert sorted(kept | {record.seed for record in rest}) == list(range(8))
    found = by_seed(read_run(out))
    assert all(found[record.seed] == record for record in rest)
    assert lines.read_bytes().startswith(whole)
    with pool(plans) as slots:  # only what ended in an error is run once more
        assert [record.seed for record in slots.run(jobs(8), "oracle", out=out, resume=True)] == [
            seed for seed, record in found.items() if record.error
        ]


def test_pictures_come_from_the_slots(tmp_path: Path) -> None:
    made = {}
    for engine in (None, *ENGINES):
        out = tmp_path / str(engine)
        if engine is None:
            rollout([TASK], "oracle", "sim", out=out, protocol=ONCE)
        else:
            with RolloutPool({"backend": "sim"}, engine=engine) as slots:  # type: ignore[arg-type]
                list(slots.run(jobs(1), "oracle", out=out))
        files = {path.name: path.read_bytes() for path in (out / "episodes" / f"{TASK}_s0_a0").iterdir()}
        files.pop("steps.jsonl")  # has timings; the record compares what else is in it
        (record,) = read_run(out)
        made[engine] = files, core(record)
    assert made[None] == made["local"] == made["process"]
    assert any(name.endswith(".png") for name in made[None][0])


def test_rollout_runs_on_slots_and_resumes_what_ran_on_one(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    rollout([TASK], "oracle", seeds=(0, 1), out=tmp_path, screens=False)
    made = rollout(
        [TASK, "ubuntu.write_note"],
        "oracle",
        seeds=(0, 1, 2),
        out=tmp_path,
        screens=False,
        resume=True,
        slots=2,
        progress=lambda record, done, total: seen.append((done, total)),
    )
    assert seen == [(done, 6) for done in range(1, 7)]
    assert made == read_run(tmp_path)
    assert read_config(tmp_path)["policy"] == "oracle"
    again = rollout([TASK, "ubuntu.write_note"], "oracle", seeds=(0, 1, 2), out=tmp_path, screens=False, resume=True)
    assert again == made


def test_a_run_without_screens_is_not_resumed_with_them(tmp_path: Path) -> None:
    with RolloutPool({"screens": False}) as slots:
        list(slots.run(jobs(1), "oracle", out=tmp_path))
    with RolloutPool({}) as slots, pytest.raises(RecordError, match="made with screens=False, now it is True"):
        slots.run(jobs(2), "oracle", out=tmp_path, resume=True)


def test_a_maker_that_raises_ends_the_run_with_its_reason() -> None:
    with RolloutPool(_slots.breaks) as slots:
        with pytest.raises(PoolError, match="ImportError: no module named 'wrapper_of_mine'") as caught:
            list(slots.run(jobs(1), "oracle"))
        assert isinstance(caught.value.__cause__, ImportError)
    with RolloutPool(_slots.breaks, engine="process") as slots:
        with pytest.raises(PoolError, match=r"slot 0: it can't make .* ImportError: no module named"):
            list(slots.run(jobs(1), "oracle"))


def test_what_cannot_be_sent_to_a_process_is_named_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(PoolError, match=r"what makes the environments can't be sent .* functools.partial"):
        RolloutPool(lambda task: None, engine="process")  # type: ignore[arg-type,return-value]
    with RolloutPool({}, engine="process") as slots:
        with pytest.raises(PoolError, match="the policy can't be sent"):
            slots.run(jobs(1), lambda env: OraclePolicy(env), out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ([("android.tidy_taks", 0)], ValueError, "Did you mean 'android.tidy_tasks'"),
        ([(TASK, 0, "orcale")], ValueError, "unknown policy 'orcale'; did you mean 'oracle'"),
        ([TASK], TypeError, r"expected Job\(task, seed\)"),
        ([(TASK, 0, "", 0, 1)], TypeError, r"expected Job\(task, seed\)"),
        ([(TASK, "0")], TypeError, r"expected Job\(task, seed\)"),
    ],
)
def test_jobs_are_looked_at_before_anything_is_played(given: Any, error: Any, text: str, tmp_path: Path) -> None:
    with RolloutPool({}) as slots:
        with pytest.raises(error, match=text):
            slots.run(given, "oracle", out=tmp_path / "run")
        with pytest.raises(error, match=text):
            list(slots.run(iter(given), "oracle"))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"slots": 0}, "expected at least one"),
        ({"slots": []}, "expected at least one"),
        ({"step_timeout": 0}, "got step_timeout=0; expected seconds above 0"),
        ({"max_retries": -1}, "got max_retries=-1; expected a number from 0"),
        ({"engine": "rya"}, "unknown engine 'rya'; did you mean 'ray'"),
        ({"resources": {"android": 1}}, "resources are for engine='ray', got engine='local'"),
    ],
)
def test_bad_arguments_are_named(options: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        RolloutPool({}, **options)


def test_one_run_at_a_time_and_none_after_the_close() -> None:
    slots = RolloutPool({"screens": False})
    first = slots.run(jobs(3), "oracle")
    next(first)
    with pytest.raises(PoolError, match="busy with another run"):
        slots.run(jobs(1), "oracle")
    assert len(list(first)) == 2
    slots.close()
    slots.close()
    with pytest.raises(PoolError, match="closed"):
        slots.run(jobs(1), "oracle")


def test_closing_gives_back_the_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests import toy

    closed: list[str] = []
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))
    monkeypatch.setattr(toy.ToyBackend, "close", lambda self: closed.append(self.device))
    with RolloutPool({"screens": False}) as slots:
        assert [record.success for record in slots.run([("tests.toy:TASK", 0)], "oracle")] == [True]
        assert closed == []
    assert sorted(closed) == ["android", "ubuntu"]
