"""Run folders: what is written can be read, whatever happens in between."""

from __future__ import annotations

import json
import resource
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from crab_gym.results.records import EpisodeRecord, RecordError, RunFolder, StepRecord, plain, read_run

CONFIG = {"policy": "oracle", "backend": "sim", "max_steps": None}


def step(index: int, act: Any = None, **kwargs: Any) -> StepRecord:
    return StepRecord(
        index=index, action=act, reward=0.5, reward_terms={"progress": 0.5}, completion=0.5, passed=("a",), **kwargs
    )


def record(seed: int = 0, attempt: int = 0, **kwargs: Any) -> EpisodeRecord:
    values: dict[str, Any] = {
        "task": "ubuntu.one",
        "version": 1,
        "definition_hash": "00ff",
        "seed": seed,
        "attempt": attempt,
        "policy": "oracle",
        "parameters": {"word": "Grüße \ud800"},
        "goal": "Write it.",
        "backends": {"ubuntu": "sim"},
        "graph": {"checkpoints": [], "edges": []},
        "screens": {},
        "steps": (step(1), step(2)),
        "completion": 0.5,
        "coverage": 1 / 3,
        "success": False,
        "end_reason": "step_limit",
        "logical_consistency": None,
        "tokens": 3,
        "calls": 1,
        "restores": 0,
        "error": "",
        "error_kind": "",
        "timings": {"reset": 0.25},
        "versions": {"python": "3"},
    }
    return EpisodeRecord(**{**values, **kwargs})


def save(run: RunFolder, row: EpisodeRecord) -> None:
    recorder = run.episode(row.task, row.seed, row.attempt)
    for item in row.steps:
        recorder.step(item)
    run.append(row)


def open_run(path: Path, resume: bool = False) -> RunFolder:
    return RunFolder(path, CONFIG, {"python": "3"}, resume=resume)


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


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(), st.lists))
def test_plain_is_always_json(value: Any) -> None:
    copy = plain(value)
    assert json.loads(json.dumps(copy, allow_nan=False)) == copy


class Hostile:
    """Raises whatever is done with it."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    @property
    def __class__(self) -> Any:  # type: ignore[override]
        raise KeyError("no")


class HostileDict(dict[str, Any]):
    def items(self) -> Any:
        raise ZeroDivisionError

    def __iter__(self) -> Any:
        raise ZeroDivisionError


def test_plain_never_raises() -> None:
    huge = 10**5000  # more digits than Python turns into text
    values = [
        huge, -huge, [huge], {"device": {"x": huge}}, {huge: 1}, Hostile(), [Hostile()], HostileDict(a=1),
        type("array", (), {})(), np.longdouble(1), np.datetime64("2020-01-01"), np.float32("nan"),
    ]  # fmt: skip
    for value in values:
        copy = plain(value)
        assert set(copy) == {"not_json"} and copy["not_json"]
        assert json.loads(json.dumps(copy, allow_nan=False)) == copy


def test_plain_shows_what_surrounds_what_it_cannot_show() -> None:
    assert plain({"name": "tap", "x": Hostile()})["not_json"].startswith("{'name': 'tap', 'x': <")


def test_plain_takes_numbers_of_numpy_for_numbers() -> None:
    given = {
        "x": np.int64(7),
        "y": (np.uint8(1), np.float64(0.5)),
        "z": [np.float32(0.25), np.bool_(True), np.str_("a")],
    }
    copy = plain(given)
    assert copy == {"x": 7, "y": [1, 0.5], "z": [0.25, True, "a"]}
    assert [type(value) for value in (copy["x"], *copy["y"], *copy["z"])] == [int, int, float, float, bool, str]


def test_plain_survives_depth_and_cycles() -> None:
    loop: list[Any] = []
    loop.append(loop)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert set(plain(loop)) == set(plain(deep)) == {"not_json"}
    assert len(str(plain("x" * 100 + "y"))) == 101


@pytest.mark.parametrize("cut", [1, 2, 50])
def test_a_torn_last_line_is_dropped_and_the_next_one_is_whole(cut: int, tmp_path: Path) -> None:
    run = open_run(tmp_path)
    for seed in (0, 1):
        save(run, record(seed))
    lines = tmp_path / "episodes.jsonl"
    lines.write_bytes(lines.read_bytes()[:-cut])
    assert read_run(tmp_path) == [record(0)]
    resumed = open_run(tmp_path, resume=True)
    save(resumed, record(2))
    assert read_run(tmp_path) == [record(0), record(2)]


def test_what_an_unfinished_episode_left_is_removed(tmp_path: Path) -> None:
    run = open_run(tmp_path)
    recorder = run.episode("ubuntu.one", 0, 0)
    recorder.step(step(1))
    recorder.screens(9, {"ubuntu": np.zeros((2, 2, 3), np.uint8)})
    assert read_run(tmp_path) == []
    save(open_run(tmp_path, resume=True), record(0, steps=(step(1),)))
    assert read_run(tmp_path) == [record(0, steps=(step(1),))]
    assert [path.name for path in (tmp_path / "episodes" / "ubuntu.one_s0_a0").iterdir()] == ["steps.jsonl"]


def test_only_the_last_attempt_counts(tmp_path: Path) -> None:
    run = open_run(tmp_path)
    for row in (record(0), record(1), record(0, attempt=1, completion=1.0)):
        save(run, row)
    assert read_run(tmp_path) == [record(1), record(0, attempt=1, completion=1.0)]


def test_a_screen_is_saved_only_where_it_changed(tmp_path: Path) -> None:
    recorder = open_run(tmp_path).episode("cross.toy", 12, 3)
    black = np.zeros((4, 6, 3), np.uint8)
    red = black + np.array([255, 0, 0], np.uint8)
    obs = [
        {"ubuntu": black, "android": black, "time_left": np.ones(1, np.float32)},
        {"ubuntu": black.copy(), "android": red},
        {"ubuntu": red, "android": red},
    ]
    assert [recorder.screens(i, row) for i, row in enumerate(obs)] == [
        {"ubuntu": "step_000_ubuntu.png", "android": "step_000_android.png"},
        {"ubuntu": "step_000_ubuntu.png", "android": "step_001_android.png"},
        {"ubuntu": "step_002_ubuntu.png", "android": "step_001_android.png"},
    ]
    folder = tmp_path / "episodes" / "cross.toy_s12_a3"
    assert sorted(path.name for path in folder.glob("*.png")) == [
        "step_000_android.png",
        "step_000_ubuntu.png",
        "step_001_android.png",
        "step_002_ubuntu.png",
    ]
    with Image.open(folder / "step_002_ubuntu.png") as image:
        assert np.array_equal(np.asarray(image), red)


def test_observations_without_screens_leave_no_pictures(tmp_path: Path) -> None:
    recorder = open_run(tmp_path).episode("cross.toy", 0, 0)
    assert recorder.screens(0, {"time_left": np.ones(1, np.float32)}) == {}
    assert recorder.screens(0, "an observation made by a wrapper") == {}


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(RecordError, match="isn't empty; choose another folder, or resume"):
        open_run(tmp_path)
    with pytest.raises(RecordError, match="holds no run"):
        open_run(tmp_path, resume=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(RecordError, match="is a file"):
        open_run(tmp_path / "thesis.txt")


def test_a_folder_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(RecordError, match="can't write to /dev/null/run"):
        open_run(Path("/dev/null/run"))


def test_a_full_disk_is_reported_and_leaves_the_finished_episodes(tmp_path: Path) -> None:
    run = open_run(tmp_path)
    save(run, record(0))
    size = (tmp_path / "episodes.jsonl").stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, hard))  # files can't grow beyond: as if the disk were full
    try:
        with pytest.raises(RecordError, match=r"can't write to .*; make room"):
            run.append(record(1, goal="x" * 200))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (tmp_path / "episodes.jsonl").stat().st_size == size
    save(run, record(2))
    assert read_run(tmp_path) == [record(0), record(2)]


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


def test_a_record_knows_its_folder_and_its_score() -> None:
    row = replace(record(5, attempt=2), logical_consistency=0.5)
    assert row.folder == "ubuntu.one_s5_a2"
    score = row.score()
    assert (score.completion, score.actions, score.tokens, score.logical_consistency) == (0.5, 2, 3, 0.5)
    assert not score.is_error
    assert record(error="it broke").score().is_error
