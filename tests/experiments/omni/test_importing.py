"""Tests for crab_gym.experiments.omni.importing: what export wrote is read and played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.experiments.omni.export import export
from crab_gym.experiments.omni.importing import read_tasks, read_trajectories, replays
from crab_gym.task.omni import read_list
from crab_gym.task.omni.listing import row_task
from tests.extras import reason

ROWS = [read_list().row(place) for place in range(4)]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    export(folder, ROWS, "jsonl", demonstrations=True, screens=False, seed=5)
    return folder


def test_tasks_are_those_that_were_written(written: Path) -> None:
    found = list(read_tasks(written / "tasks.jsonl"))
    assert [task.name for task in found] == [row.id for row in ROWS]
    assert [task.composition for task in found] == [row_task(row).composition for row in ROWS]


def test_demonstrations_solve_their_tasks_again_and_cut_short_they_do_not(written: Path) -> None:
    tasks = {task.name: task for task in read_tasks(written / "tasks.jsonl")}
    env = ComposedEnv(next(iter(tasks.values())).to_json(), screens=False)
    for each in read_trajectories(written / "trajectories.jsonl"):
        assert each.seed == 5 and replays(env, tasks[each.task], each)
        assert not replays(env, tasks[each.task], each._replace(actions=each.actions[:-2]))
    env.close()


def test_a_row_without_style_and_order_is_told_plainly(written: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (written / "tasks.jsonl").read_text(encoding="utf-8").splitlines()]
    bare = [{key: row[key] for key in ("dag", "task_instruction", "task_intent", "successful_topo")} for row in rows]
    (tmp_path / "bare.jsonl").write_text("\n".join(map(json.dumps, bare)), encoding="utf-8")
    for task, row in zip(read_tasks(tmp_path / "bare.jsonl"), ROWS, strict=True):
        assert task.composition.style == "plain" and task.name.startswith("custom.")
        assert tuple(part.subtask.name for part in task.composition.parts) == row.plan.parts


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"dag": {"nodes": ["0.contacts.adds"], "edges": []}}, "row 0: .*contacts.add"),
        ({"dag": {"nodes": ["0.contacts.phone_of"], "edges": []}}, "row 0: .*only looks something up"),
        ({"dag": {"nodes": ["0.notes.add"], "edges": [[0, 1]]}}, "row 0: "),
        ({}, "row 0: 'dag'"),
        ([], "row 0: "),
    ],
)
def test_a_malformed_row_is_told_with_its_number(tmp_path: Path, row: object, sentence: str) -> None:
    (tmp_path / "tasks.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(ValueError, match=sentence):
        list(read_tasks(tmp_path / "tasks.jsonl"))


def test_a_malformed_trajectory_is_told_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "trajectories.jsonl").write_text(json.dumps({"trajectory_id": "12", "task_id": "x"}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"row 0: the trajectory's id is '12'; expected TASK\(SEED\)"):
        list(read_trajectories(tmp_path / "trajectories.jsonl"))
    with pytest.raises(ValueError, match=r"expected one that ends with \.jsonl"):
        list(read_tasks(tmp_path / "tasks.csv"))


def test_the_command_plays_a_folder_again(written: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["omni", "replay", str(written)])
    assert told.exit_code == 0 and "4 of 4 demonstrations solve their tasks" in told.output
    rows = [json.loads(line) for line in (written / "trajectories.jsonl").read_text(encoding="utf-8").splitlines()]
    rows[1]["actions"] = rows[1]["actions"][:1]
    (tmp_path / "trajectories.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (tmp_path / "tasks.jsonl").write_bytes((written / "tasks.jsonl").read_bytes())
    told = CliRunner().invoke(app, ["omni", "replay", str(tmp_path)])
    assert told.exit_code == 1 and f"{ROWS[1].id} seed 5: not solved" in told.output


@pytest.mark.extra("pyarrow")
def test_parquet_is_read_as_well(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet", reason=reason("pyarrow"))
    export(tmp_path, ROWS, "parquet", demonstrations=True, screens=False)
    assert [task.name for task in read_tasks(tmp_path / "tasks.parquet")] == [row.id for row in ROWS]
    assert all(each.actions for each in read_trajectories(tmp_path / "trajectories.parquet"))
