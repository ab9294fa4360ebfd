"""The lock of a run's folder while other processes make, lock and remove it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from crab_gym.records import RecordError
from crab_gym.rollout import run_lock
from crab_gym.rollout.run_lock import lock_run

if sys.platform == "win32":
    pytest.skip("folders are locked in another way", allow_module_level=True)

import fcntl


def is_locked(folder: Path) -> bool:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def test_a_folder_that_is_made_and_stays_empty_is_removed(tmp_path: Path) -> None:
    with lock_run(tmp_path / "a" / "run"):
        assert is_locked(tmp_path / "a" / "run")
    assert os.listdir(tmp_path / "a") == []


def test_a_folder_that_was_there_or_holds_something_stays(tmp_path: Path) -> None:
    with lock_run(tmp_path):
        assert is_locked(tmp_path)
    assert not is_locked(tmp_path)
    with lock_run(tmp_path / "run"):
        (tmp_path / "run" / "run.json").touch()
    assert os.listdir(tmp_path / "run") == ["run.json"]


@pytest.mark.parametrize("again", [False, True])
def test_a_folder_that_is_removed_just_before_the_lock_is_made_again(
    again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, flock, calls = tmp_path / "run", fcntl.flock, list[int]()

    def late(handle: int, operation: int) -> None:
        calls.append(handle)
        if len(calls) == 1:
            out.rmdir()  # as another process does
            if again:
                out.mkdir()
        flock(handle, operation)

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", late)
        lock = lock_run(out)
        lock.__enter__()
    assert len(calls) == 2
    assert is_locked(out)
    lock.__exit__(None, None, None)
    assert not out.exists()


def test_a_folder_that_is_removed_just_before_it_is_opened_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, opened, calls = tmp_path / "run", os.open, list[str]()

    def late(path: Path, flags: int) -> int:
        calls.append(str(path))
        if len(calls) == 1:
            out.rmdir()
        return opened(path, flags)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", late)
        lock = lock_run(out)
        lock.__enter__()
    assert calls == [str(out)] * 2
    assert is_locked(out)
    lock.__exit__(None, None, None)


def test_a_folder_is_removed_while_it_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, rmdir, locked = tmp_path / "run", Path.rmdir, list[bool]()

    def watched(folder: Path) -> None:
        locked.append(is_locked(folder))
        rmdir(folder)

    with lock_run(out):
        monkeypatch.setattr(Path, "rmdir", watched)
    assert (locked, out.exists()) == ([True], False)


def test_a_folder_that_another_process_has_locked_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, flock, others = tmp_path / "run", fcntl.flock, list[int]()
    monkeypatch.setattr(run_lock, "PATIENCE", 0.0)

    def overtaken(handle: int, operation: int) -> None:
        others.append(os.open(out, os.O_RDONLY))
        flock(others[-1], operation)
        flock(handle, operation)

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", overtaken)
        with pytest.raises(RecordError, match="another process writes to the run in"), lock_run(out):
            pass
    assert out.is_dir()
    for other in others:
        os.close(other)


def test_a_folder_that_cannot_be_made_is_left_to_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("nowhere")
    for out in (tmp_path / "file", tmp_path / "file" / "run", tmp_path / "link"):
        with lock_run(out):
            pass
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]
