"""Episodes of a recorded run, read as they were written."""

from __future__ import annotations

import json
from pathlib import Path

from crab_gym.results.records import read_run
from tests.rollout._records import CONFIG, open_run, record, save


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
