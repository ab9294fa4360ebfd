"""Episodes of a recorded run, for tables, reports and comparisons.

* `read_run` - the finished episodes of a run folder; `read_attempts` also returns failed attempts that were retried.
* `read_study` - the same for a study of the orders of goals, whose folder has a run for each.
* `read_config` - a run's configuration.
* `marks_of` - the marks shown at each step of an episode.

`crab_gym.rollout.recorder` describes and writes these folders.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crab_gym.rollout.reader import last_attempts, read_attempts, read_config, read_step
from crab_gym.rollout.record import EpisodeRecord, RecordError, StepRecord

__all__ = [
    "EpisodeRecord",
    "RecordError",
    "StepRecord",
    "marks_of",
    "read_attempts",
    "read_config",
    "read_run",
    "read_step",
    "read_study",
]


def read_run(path: Path | str) -> list[EpisodeRecord]:
    """Returns the finished episodes of a run, of all its policies, in the order in which they ended.

    Only the last attempt of a retried episode is returned. An incomplete last line is dropped. No file outside the
    folder is opened, even if a line names an odd task.

    Raises:
        RecordError: There is no run, one of its files is damaged, or a line contains an impossible task name.
    """
    folder = Path(path)
    if not (folder / "run.json").is_file():
        raise RecordError(f"there is no run in {folder}: it has no run.json")
    return list(last_attempts(read_attempts(folder, steps=True)).values())


def read_study(path: Path | str) -> list[EpisodeRecord]:
    """Returns the finished episodes of a run, or of the runs of a study of orders.

    Raises:
        RecordError: As `read_run`.
    """
    runs = [folder for folder in sorted(Path(path).glob("order_*")) if (folder / "run.json").is_file()]
    if (Path(path) / "run.json").is_file() or not runs:
        return read_run(path)
    return [record for folder in runs for record in read_run(folder)]


def marks_of(record: EpisodeRecord) -> list[dict[str, list[Any]]]:
    """Returns the marks before each step, by device, including the marks that didn't change."""
    seen: dict[str, list[Any]] = {}
    return [seen := {**seen, **step.marks} for step in record.steps]
