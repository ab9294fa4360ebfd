"""Tests for crab_gym.experiments.omni.export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from crab_gym.experiments.omni.export import export, subtask_rows, task_row
from crab_gym.task.catalogue import catalogue
from crab_gym.task.omni import read_list
from tests.extras import reason

ROWS = [read_list().row(place) for place in range(4)]


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_subtask_has_its_metadata() -> None:
    rows = {row["id"]: row for row in subtask_rows()}
    assert set(rows) == set(catalogue())
    sent = rows["messages.send"]
    assert sent["application"] == "messages@android" and sent["available_parameters"] == ["number", "text"]


def test_a_task_has_its_graph_and_the_orders_that_succeed() -> None:
    for row in ROWS:
        found = task_row(row)
        assert len(found["dag"]["nodes"]) == len(row.plan.parts)
        for order in found["successful_topo"]:
            assert sorted(order) == list(range(len(row.plan.parts)))
            assert all(order.index(producer) < order.index(consumer) for producer, consumer, _ in found["dag"]["edges"])


def test_demonstrations_are_written_with_what_they_touch(tmp_path: Path) -> None:
    counts = export(tmp_path, ROWS, "jsonl", demonstrations=True, screens=False)
    assert counts == {"subtasks": len(catalogue()), "tasks": 4, "trajectories": 4}
    touched: list[str] = []
    for row, found in zip(ROWS, lines(tmp_path / "trajectories.jsonl"), strict=True):
        actions, observations = found["actions"], found["observations"]
        assert isinstance(actions, list) and isinstance(observations, list)
        assert found["task_id"] == row.id and len(actions) == len(observations) > 0
        touched += [action["control_text"] for action in actions if action["rect"]]
        assert all("thought" in action and json.loads(action["action"])["name"] for action in actions)
    assert any(touched)
    again = tmp_path / "again"
    export(again, ROWS, "jsonl", demonstrations=True, screens=False)
    assert (again / "trajectories.jsonl").read_bytes() == (tmp_path / "trajectories.jsonl").read_bytes()


def test_several_processes_write_the_same(tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("two", 2)):
        export(
            tmp_path / name, ROWS, "jsonl", demonstrations=True, screens=False, workers=workers, chunk=2 * workers - 1
        )
    one, two = ((tmp_path / name / "trajectories.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two


def test_screens_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    export(tmp_path, ROWS[:1], "jsonl", demonstrations=True, screens=True)
    (found,) = lines(tmp_path / "trajectories.jsonl")
    observations = found["observations"]
    assert isinstance(observations, list)
    seen = [each["screen"] for each in observations if each["device"] != "root"]
    assert seen
    for path in seen:
        with Image.open(tmp_path / path) as picture:
            assert picture.size in {(360, 800), (1280, 720)}


def test_tasks_alone_leave_no_file_of_demonstrations(tmp_path: Path) -> None:
    export(tmp_path, ROWS, "jsonl", demonstrations=False, screens=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["subtasks.jsonl", "tasks.jsonl"]


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected one of: jsonl, parquet"):
        export(tmp_path, ROWS, "csv", demonstrations=False, screens=False)


@pytest.mark.extra("pyarrow")
def test_parquet_holds_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason=reason("pyarrow"))
    export(tmp_path, ROWS, "parquet", demonstrations=True, screens=False)
    table = parquet.read_table(tmp_path / "trajectories.parquet").to_pylist()
    assert [row["task_id"] for row in table] == [row.id for row in ROWS]
