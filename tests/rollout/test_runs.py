"""Runs over several tasks: order, progress, resumption and refusals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.policies import OraclePolicy
from crab_gym.records import EpisodeRecord, RecordError, read_config, read_run
from crab_gym.rollout import rollout
from tests import toy
from tests.rollout._toy_episodes import Listed

HUGE = 10**5000  # more digits than Python turns into text


@pytest.fixture(autouse=True)
def simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


def test_rollout_runs_all_tasks_with_all_seeds_and_reports_progress() -> None:
    seen: list[tuple[str, int, int, int]] = []
    records = rollout(
        ["tests.toy:TASK", "tests.toy:ONE"],
        "oracle",
        seeds=(3, 4),
        screens=False,
        progress=lambda record, done, total: seen.append((record.task, record.seed, done, total)),
    )
    assert seen == [("cross.toy", 3, 1, 4), ("cross.toy", 4, 2, 4), ("ubuntu.one", 3, 3, 4), ("ubuntu.one", 4, 4, 4)]
    assert all(record.success for record in records)


def test_a_task_that_is_given_twice_is_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "ALIAS", toy.ONE, raising=False)
    seen: list[tuple[int, int]] = []
    made = rollout(
        ["tests.toy:ONE", "tests.toy:TASK", "tests.toy:ALIAS", "tests.toy:ONE"],
        "oracle",
        out=tmp_path,
        screens=False,
        progress=lambda record, done, total: seen.append((done, total)),
    )
    assert [record.task for record in made] == ["ubuntu.one", "cross.toy"]
    assert seen == [(1, 2), (2, 2)]
    assert len((tmp_path / "episodes.jsonl").read_text().splitlines()) == 2
    assert read_config(tmp_path)["tasks"] == ["tests.toy:ONE", "tests.toy:TASK"]


def test_two_tasks_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "OTHER", replace(toy.ONE, description="Something else."), raising=False)
    with pytest.raises(
        ValueError, match=r"'tests.toy:ONE' and 'tests.toy:OTHER' are two tasks of one name, 'ubuntu.one'; rename one"
    ):
        rollout(["tests.toy:ONE", "tests.toy:OTHER"], "oracle", out=tmp_path / "run", screens=False)
    assert not (tmp_path / "run").exists()


def test_a_seed_that_is_given_twice_is_played_once() -> None:
    assert [r.seed for r in rollout(["tests.toy:ONE"], "oracle", seeds=(1, 0, 1), screens=False)] == [1, 0]


@pytest.mark.parametrize(
    ("tasks", "policy", "backend", "text"),
    [
        (["tests.toy:NO"], "oracle", "sim", "no task at tests.toy:NO"),
        (["tests.toy:ONE"], "orcale", "sim", "did you mean 'oracle'"),
        (["tests.toy:ONE"], "oracle", "smi", "Did you mean 'sim'"),
    ],
)
def test_unknown_names_are_refused_before_anything_is_written(
    tasks: list[str], policy: str, backend: str, text: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=text):
        rollout(tasks, policy, backend, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_that_was_cut_off_is_resumed_where_it_stood(tmp_path: Path) -> None:
    out = tmp_path / "run"
    tasks = ["tests.toy:TASK", "tests.toy:ONE"]

    class Killed(BaseException):
        pass

    def kill(record: EpisodeRecord, done: int, total: int) -> None:
        if done == 2:
            raise Killed

    with pytest.raises(Killed):
        rollout(tasks, "oracle", seeds=(0, 1), out=out, screens=False, progress=kill)
    lines = out / "episodes.jsonl"
    whole = lines.read_bytes()
    lines.write_bytes(whole[:-40])  # as if the second line had only partly reached the disk
    assert [(record.task, record.seed) for record in read_run(out)] == [("cross.toy", 0)]
    with pytest.raises(RecordError, match="isn't empty"):
        rollout(tasks, "oracle", seeds=(0, 1), out=out, screens=False)
    records = rollout(tasks, "oracle", seeds=(0, 1), out=out, screens=False, resume=True)
    assert [(record.task, record.seed) for record in records] == [
        ("cross.toy", 0),
        ("cross.toy", 1),
        ("ubuntu.one", 0),
        ("ubuntu.one", 1),
    ]
    assert read_run(out) == records
    assert lines.read_bytes().startswith(whole[: whole.index(b"\n") + 1])
    assert {record.attempt for record in records} == {0}


def test_a_resumed_run_repeats_only_what_ended_in_an_error(tmp_path: Path) -> None:
    def flaky(env: Any) -> Any:
        return Listed(RuntimeError("out of memory")) if env.task.name == "ubuntu.one" else OraclePolicy(env)

    tasks = ["tests.toy:TASK", "tests.toy:ONE"]
    out = tmp_path / "run"
    before = rollout(tasks, flaky, out=out, screens=False)
    assert [record.error_kind for record in before] == ["", "policy"]
    after = rollout(tasks, flaky, out=out, screens=False, resume=True)
    assert [(record.task, record.attempt) for record in after] == [("cross.toy", 0), ("ubuntu.one", 1)]
    assert after[0] == before[0]
    assert sorted(path.name for path in (out / "episodes").iterdir()) == [
        "cross.toy_s0_a0",
        "ubuntu.one_s0_a0",
        "ubuntu.one_s0_a1",
    ]


def test_a_run_made_in_another_way_is_not_resumed(tmp_path: Path) -> None:
    rollout(["tests.toy:ONE"], "oracle", out=tmp_path, screens=False)
    with pytest.raises(RecordError, match="made with policy='oracle', now it is 'noop'"):
        rollout(["tests.toy:ONE"], "noop", out=tmp_path, screens=False, resume=True)
    with pytest.raises(RecordError, match="made with screens=False, now it is True"):
        rollout(["tests.toy:ONE"], "oracle", out=tmp_path, resume=True)
    file = tmp_path / "run.json"
    run = json.loads(file.read_text())
    del run["config"]["screens"]  # as older versions wrote it
    file.write_text(json.dumps(run))
    assert len(rollout(["tests.toy:ONE"], "oracle", out=tmp_path, resume=True)) == 1
