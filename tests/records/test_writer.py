"""Writing of run folders: torn lines, unfinished episodes, pictures, unusable folders, full disks."""

from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from crab_gym.records import RecordError, read_run
from tests.records._records import open_run, record, save, step


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
