"""The writer of run folders.

* `RunFolder` - writes a run: one line per episode, its steps and its pictures; resumes a run that was cut off.
* `EpisodeFolder` - writes the steps and pictures of one episode.

    run.json                       how the run was made
    episodes.jsonl                 one line per episode, written when it has ended
    episodes/<task>_s<seed>_a<attempt>/           followed by _<policy id> in a run of several policies
      steps.jsonl                  one line per step, written as it is taken
      step_000_ubuntu.png          the screen after the reset; later ones only where they changed

An episode is finished once its complete line, newline included, is in ``episodes.jsonl``. Files of unfinished
episodes are overwritten when the run is resumed. `crab_gym.records.reader` reads these folders.
"""

from __future__ import annotations

import io
import json
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from crab_gym.records.record import EpisodeRecord, RecordError, StepRecord, folder_name
from crab_gym.records.resume import resumed_config

__all__ = ["LOCK_FILE", "EpisodeFolder", "RunFolder", "ScreenWriter"]

LOCK_FILE = ".lock"
"""Name of the file that is there while a run is written, on systems that can't lock its folder."""


class RunFolder:
    """Writes the episodes of a run.

    Args:
        path: The folder; it is created if it doesn't exist.
        config: The run's configuration as JSON data: ``policy``, ``backend``, ``max_steps``, … A run that may have
            several policies has ``policies`` instead of ``policy``: id to the policy's name.
        versions: Name to version of the software that the run uses.
        resume: Whether to continue a run that was cut off.

    Attributes:
        path: The folder.
        several: Whether the run may have several policies, so that its episodes name theirs.
        begun: Whether the run was begun here, and not before.

    Raises:
        RecordError: The folder isn't empty and `resume` is false; or it holds a run with another configuration; or
            it can't be written.
    """

    def __init__(
        self, path: Path | str, config: Mapping[str, Any], versions: Mapping[str, str], *, resume: bool = False
    ) -> None:
        self.path = Path(path)
        self.several = "policies" in config
        self.begun = True
        self._lines = self.path / "episodes.jsonl"
        with _writing(self.path):
            if self.path.exists() and not self.path.is_dir():
                raise RecordError(f"{self.path} is a file; expected a new folder for the run")
            if self.path.is_dir() and not _is_unused(self.path):
                if not resume:
                    raise RecordError(f"{self.path} isn't empty; choose another folder, or resume the run (--resume)")
                config = resumed_config(self.path, config)
                self.begun = False
            (self.path / "episodes").mkdir(parents=True, exist_ok=True)
            _drop_torn_line(self._lines)
            run = json.dumps({"config": config, "versions": versions}, indent=2)
            _replace(self.path / "run.json", run + "\n")

    def episode(self, task: str, seed: int, attempt: int, policy_id: str = "") -> EpisodeFolder:
        """Returns the writer of a new episode; remains of an earlier, unfinished attempt are removed.

        Args:
            task: The task's name.
            seed: The episode's seed.
            attempt: How often the episode was run before.
            policy_id: Id of the policy, in a run that may have several.
        """
        folder = self.path / "episodes" / folder_name(task, seed, attempt, policy_id)
        with _writing(self.path):
            if folder.exists():
                shutil.rmtree(folder)
            folder.mkdir()
        return EpisodeFolder(folder)

    def discard(self) -> None:
        """Removes the run, so that the same folder can be used again; only for a run that was begun here."""
        if not self.begun:
            return
        shutil.rmtree(self.path / "episodes", ignore_errors=True)
        for file in (self._lines, self.path / "run.json"):
            file.unlink(missing_ok=True)

    @property
    def is_empty(self) -> bool:
        """Whether no episode is recorded."""
        return not self._lines.is_file() or self._lines.stat().st_size == 0

    def append(self, record: EpisodeRecord) -> None:
        """Adds a finished episode, whose steps have already been written.

        Raises:
            RecordError: It can't be written; earlier episodes are unaffected.
        """
        line = asdict(replace(record, steps=()))
        del line["steps"]
        with _writing(self.path):
            _sync(self.path / "episodes" / record.folder / "steps.jsonl")  # a line promises that its steps are there
            _append(self._lines, line, sync=True)


class ScreenWriter(ABC):
    """Turns the screens of one episode into PNG files, one per change."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[Any, str]] = {}
        self._used: set[str] = set()

    @abstractmethod
    def picture(self, name: str, png: bytes) -> None:
        """Stores a picture.

        Args:
            name: The file's name.
            png: The file's content.
        """

    def screens(self, step: int, obs: Any) -> dict[str, str]:
        """Stores those screens of an observation that differ from the previous ones.

        Args:
            step: Number of the step.
            obs: The observation after the step, or after a policy has then restored a snapshot.

        Returns:
            Device to the file name of its picture; empty for observations without screens.

        Raises:
            RecordError: A picture can't be written.
        """
        names = {}
        for device, screen in obs.items() if isinstance(obs, Mapping) else ():
            if device not in ("ubuntu", "android") or not _is_image(screen):
                continue
            last, name = self._last.get(device, (None, ""))
            if last is None or not (last is screen or np.array_equal(last, screen)):
                name = f"step_{step:03d}_{device}.png"
                while name in self._used:
                    name = f"{name.removesuffix('.png')}_back.png"
                self._used.add(name)
                self.picture(name, _png(screen))
            self._last[device] = screen, name
            names[device] = name
        return names


class EpisodeFolder(ScreenWriter):
    """Writes the steps and the screens of one episode.

    Args:
        path: The episode's folder.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        with _writing(path):
            _append(path / "steps.jsonl", None)

    def picture(self, name: str, png: bytes) -> None:
        """Adds a picture.

        Raises:
            RecordError: It can't be written.
        """
        with _writing(self.path):
            (self.path / name).write_bytes(png)

    def step(self, record: StepRecord) -> None:
        """Adds a step.

        Raises:
            RecordError: It can't be written.
        """
        with _writing(self.path):
            _append(self.path / "steps.jsonl", asdict(record))


def _is_unused(folder: Path) -> bool:
    """Returns whether a folder is empty, apart from remains of a run that was cut off while its folder was created."""
    remains = ("run.tmp", LOCK_FILE)
    return all(
        entry.name in remains or (entry.name == "episodes" and entry.is_dir() and not any(entry.iterdir()))
        for entry in folder.iterdir()
    )


def _drop_torn_line(path: Path) -> None:
    """Removes an incomplete last line, so that the next one starts on a line of its own."""
    if path.is_file():
        whole = path.read_bytes().rfind(b"\n") + 1
        if whole != path.stat().st_size:
            os.truncate(path, whole)


def _append(path: Path, line: Any, sync: bool = False) -> None:
    """Adds a line; if it can't be written completely, none of it remains. None only creates the file."""
    data = b"" if line is None else json.dumps(line, allow_nan=False).encode("ascii") + b"\n"
    with open(path, "ab", buffering=0) as file:
        size = file.tell()
        try:
            written = 0
            while written < len(data):
                written += file.write(data[written:]) or 0
            if sync:
                os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise


def _sync(path: Path) -> None:
    """Flushes a file, if it exists, to the disk."""
    if path.exists():
        with open(path, "r+b") as file:  # Windows flushes only what may be written to
            os.fsync(file.fileno())


def _replace(path: Path, text: str) -> None:
    """Replaces a file atomically: a reader finds either the old content or the new."""
    draft = path.with_suffix(".tmp")
    draft.write_bytes(text.encode())  # the same bytes on every system
    os.replace(draft, path)


def _is_image(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 3 and value.shape[2] == 3 and value.dtype == np.uint8


def _png(screen: Any) -> bytes:
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(screen).save(file, "PNG", compress_level=3)
    return file.getvalue()


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise RecordError(
            f"can't write to {path}: {reason}; make room or choose another folder, finished episodes are kept"
        ) from error
