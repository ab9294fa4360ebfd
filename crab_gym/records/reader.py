"""The reader of run folders, which `crab_gym.records.writer` describes and writes.

* `read_run` - the finished episodes of a run; `read_attempts` also returns failed attempts that were retried.
* `read_study` - the finished episodes of a study of the orders of goals, whose folder has a run for each order.
* `read_config` - a run's configuration.
* `marks_of` - the marks on the screens before each step of an episode.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any

from crab_gym.records.record import EpisodeKey, EpisodeRecord, RecordError, StepRecord, folder_name

__all__ = [
    "last_attempts", "marks_of", "read_attempts", "read_bytes", "read_config", "read_run", "read_step", "read_study",
]  # fmt: skip

_TUPLES = {"passed", "active", "completed", "events"}
"""Fields of a step that are tuples, which JSON has as lists."""
_EPISODE_TUPLES = {"crashes", "harm", "litter"}
"""Those of an episode."""


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


def read_attempts(path: Path | str, *, steps: bool = False) -> list[EpisodeRecord]:
    """Returns every attempt recorded in a run, in the order in which they ended.

    Attempts that ended in an error and were retried are included. Only files in the folder are opened, whatever task
    its lines name.

    Args:
        path: The run's folder.
        steps: Whether to read the steps too; else the records have none.

    Raises:
        RecordError: A file of the run is damaged, or a line contains an impossible task name.
    """
    return list(_attempts(Path(path), steps))


def _attempts(folder: Path, with_steps: bool) -> Iterator[EpisodeRecord]:
    for number, line in enumerate(_read_lines(folder, "episodes.jsonl"), 1):
        try:
            name = folder_name(line["task"], line["seed"], line["attempt"], line.get("policy_id", ""))
            lines = _read_lines(folder, f"episodes/{name}/steps.jsonl") if with_steps else ()
            record = EpisodeRecord(**_tupled(line, _EPISODE_TUPLES), steps=tuple(read_step(step) for step in lines))
            _check(record)
            yield record
        except (TypeError, KeyError, ValueError) as error:
            raise RecordError(f"{folder / 'episodes.jsonl'}, line {number}: not an episode ({error})") from error


def last_attempts(records: Iterable[EpisodeRecord]) -> dict[EpisodeKey, EpisodeRecord]:
    """Returns the last attempt at each episode, in the order in which these ended.

    Args:
        records: Attempts, as `read_attempts` returns them.
    """
    last: dict[EpisodeKey, EpisodeRecord] = {}
    for record in records:
        last.pop(record.key, None)  # so that a retried episode comes where its last attempt ended
        last[record.key] = record
    return last


def marks_of(record: EpisodeRecord) -> list[dict[str, list[Any]]]:
    """Returns the marks before each step, by device, including the marks that didn't change."""
    marks: dict[str, list[Any]] = {}
    return [marks := {**marks, **step.marks} for step in record.steps]


def read_step(line: Mapping[str, Any]) -> StepRecord:
    """Returns a step from its line in ``steps.jsonl``.

    Lines of older versions lack some fields that have defaults.

    Raises:
        TypeError: The line isn't a step.
    """
    return StepRecord(**_tupled(line, _TUPLES))


def _check(record: EpisodeRecord) -> None:
    """Checks the values that tables and reports calculate with; anything may be written in a file.

    Raises:
        TypeError: One is of another type, or no finite number.
    """
    counts = ("seed", "attempt", "tokens", "calls", "restores")
    texts = ("task", "policy", "policy_id", "goal", "end_reason", "error", "error_kind")
    wrong = [name for name in counts if type(getattr(record, name)) is not int or not _is_number(getattr(record, name))]
    wrong += [name for name in texts if type(getattr(record, name)) is not str]
    wrong += [name for name in ("completion", "coverage") if not _is_number(getattr(record, name))]
    drawn = [record.variation, *(record.variation.values() if isinstance(record.variation, Mapping) else ())]
    wrong += ["parameters"] * (not isinstance(record.parameters, Mapping))
    wrong += ["variation"] * (not all(isinstance(each, Mapping) for each in drawn))
    wrong += ["passed_ratio"] if record.passed_ratio is not None and not _is_number(record.passed_ratio) else []
    for step in record.steps:
        wrong += [f"a step's {name}" for name in ("completion", "reward") if not _is_number(getattr(step, name))]
    if wrong:
        raise TypeError(f"{wrong[0]} is of another type, or no finite number")


def _is_number(value: object) -> bool:
    # By comparison: `math.isfinite` can't take integers that no float is as large as.
    return isinstance(value, (int, float)) and type(value) is not bool and abs(value) <= sys.float_info.max


def _tupled(line: Mapping[str, Any], names: Set[str]) -> dict[str, Any]:
    return {**line, **{name: tuple(line[name]) for name in names & line.keys()}}


def read_config(path: Path | str) -> dict[str, Any]:
    """Returns the configuration of a run, as its ``run.json`` records it.

    Raises:
        RecordError: The folder holds no run, or its ``run.json`` is damaged.
    """
    file = Path(path) / "run.json"
    try:
        config: dict[str, Any] = json.loads(read_bytes(Path(path), file.name))["config"]
        if not isinstance(config, dict):
            raise TypeError("its configuration is no object")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise RecordError(f"{path} holds no run: {file.name} can't be read ({error})") from error
    return config


def read_bytes(run: Path, name: str) -> bytes:
    """Returns the content of a file in a run's folder.

    Args:
        run: The folder.
        name: The file's path in it.

    Raises:
        RecordError: The path leads out of the folder by a link, or to something other than a file, such as a pipe.
        OSError: The file can't be read.
    """
    path = run / name
    real = path.resolve()
    if not real.is_relative_to(run.resolve()):
        raise RecordError(f"{path} leads out of the run's folder; replace the link by what it leads to")
    if real.exists() and not real.is_file():
        raise RecordError(f"{path} is no file")
    return real.read_bytes()


def _read_lines(run: Path, name: str) -> Iterator[Any]:
    """Yields the parsed lines of a JSONL file; an incomplete last line is dropped."""
    path = run / name
    try:
        data = read_bytes(run, name)
    except FileNotFoundError:
        if path.name == "episodes.jsonl":
            return
        raise RecordError(f"{path} is missing; its episode was recorded, so it was removed since") from None
    except OSError as error:
        raise RecordError(f"{path} can't be read: {error.strerror or error}") from error
    *lines, _torn = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{path}, line {number}: damaged ({error})") from error
