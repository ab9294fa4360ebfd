"""The reader of run folders: records come back as they were written; damaged and hostile files are a `RecordError`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crab_gym.records import RecordError, read_run
from tests.records._records import CONFIG, open_run, record, save


def test_what_is_written_is_read(tmp_path: Path) -> None:
    run = open_run(tmp_path / "new" / "run")
    rows = [record(0), record(1, steps=(), error="it broke", error_kind="device")]
    for row in rows:
        save(run, row)
    assert read_run(tmp_path / "new" / "run") == rows
    assert json.loads((tmp_path / "new" / "run" / "run.json").read_text()) == {
        "config": CONFIG,
        "versions": {"python": "3"},
    }


def test_only_the_last_attempt_counts(tmp_path: Path) -> None:
    run = open_run(tmp_path)
    for row in (record(0), record(1), record(0, attempt=1, completion=1.0)):
        save(run, row)
    assert read_run(tmp_path) == [record(1), record(0, attempt=1, completion=1.0)]


def test_damage_is_named_by_file_and_line(tmp_path: Path) -> None:
    run = open_run(tmp_path)
    save(run, record(0))
    lines = tmp_path / "episodes.jsonl"
    whole = lines.read_bytes()
    lines.write_bytes(whole + b"{oops\n")
    with pytest.raises(RecordError, match=r"episodes.jsonl, line 2: damaged"):
        read_run(tmp_path)
    lines.write_bytes(whole + b'{"task": "ubuntu.one"}\n')
    with pytest.raises(RecordError, match=r"episodes.jsonl, line 2: not an episode"):
        read_run(tmp_path)
    lines.write_bytes(whole)
    (tmp_path / "episodes" / "ubuntu.one_s0_a0" / "steps.jsonl").unlink()
    with pytest.raises(RecordError, match=r"steps.jsonl is missing"):
        read_run(tmp_path)
    with pytest.raises(RecordError, match="there is no run"):
        read_run(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "task", ["../../x", "/etc", "ubuntu.one/../..", "ubuntu.\0", "windows.one", "", ["ubuntu.one"], 5]
)
def test_a_record_whose_task_has_no_tasks_name_is_refused(task: Any, tmp_path: Path) -> None:
    run = open_run(tmp_path / "run")
    save(run, record(0))
    for folder in (tmp_path / "x_s0_a0", tmp_path / "run" / "x_s0_a0"):  # where ../../x leads to, if it is followed
        folder.mkdir()
        (folder / "steps.jsonl").touch()
    lines = tmp_path / "run" / "episodes.jsonl"
    line = json.loads(lines.read_text())
    lines.write_text(json.dumps({**line, "task": task}) + "\n")
    with pytest.raises(
        RecordError, match=r"episodes.jsonl, line 1: not an episode \(task .* expected the name of a task"
    ):
        read_run(tmp_path / "run")


@pytest.mark.parametrize("name", ["completion", "coverage", "tokens", "calls", "restores"])
def test_a_record_whose_number_is_no_floats_is_refused(name: str, tmp_path: Path) -> None:
    save(open_run(tmp_path), record(0))
    lines = tmp_path / "episodes.jsonl"
    lines.write_text(json.dumps({**json.loads(lines.read_text()), name: 10**400}) + "\n")
    with pytest.raises(RecordError, match=f"not an episode .*{name} is of another type, or no finite number"):
        read_run(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"), [("parameters", []), ("variation", None), ("variation", []), ("variation", {"root": None})]
)
def test_a_record_whose_mapping_is_none_is_refused(name: str, value: Any, tmp_path: Path) -> None:
    save(open_run(tmp_path), record(0))
    lines = tmp_path / "episodes.jsonl"
    lines.write_text(json.dumps({**json.loads(lines.read_text()), name: value}) + "\n")
    with pytest.raises(RecordError, match=f"not an episode .*{name} is of another type"):
        read_run(tmp_path)


@pytest.mark.parametrize("seed", [10**400, "0", [0], True, None])
def test_a_record_whose_seed_names_no_folder_is_refused(seed: Any, tmp_path: Path) -> None:
    save(open_run(tmp_path), record(0))
    lines = tmp_path / "episodes.jsonl"
    lines.write_text(json.dumps({**json.loads(lines.read_text()), "seed": seed}) + "\n")
    with pytest.raises(RecordError, match=r"not an episode|can't be read|is missing"):
        read_run(tmp_path)


def test_a_line_nested_too_deeply_is_damage(tmp_path: Path) -> None:
    open_run(tmp_path)
    (tmp_path / "episodes.jsonl").write_text("[" * 200_000 + "\n")
    with pytest.raises(RecordError, match="line 1: damaged"):
        read_run(tmp_path)
