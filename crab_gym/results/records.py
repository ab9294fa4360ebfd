"""Records of episodes, and the run folders that hold them.

* `EpisodeRecord`, `StepRecord` - what is known of an episode, as plain data.
* `RunFolder` - writes a run: a line an episode, its steps and its pictures; a run that was cut off can be resumed.
* `read_run` - the finished episodes of a run folder; `read_attempts` - those that failed and were run again, too.
* `marks_of` - the marks that were seen in an episode.

    run.json                       how the run was made
    episodes.jsonl                 one line an episode, written when it has ended
    episodes/<task>_s<seed>_a<attempt>/           with _<policy id> at the end in a run of several policies
      steps.jsonl                  one line a step, written as it is taken
      step_000_ubuntu.png          the screen after the reset; later ones only where they changed

An episode is finished when its line, with the line's end, is in ``episodes.jsonl``; whatever else is there of it is
written over when the run is resumed.
"""

from __future__ import annotations

import io
import json
import os
import re
import reprlib
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from crab_gym.evaluation.metrics import EpisodeScore

__all__ = [
    "EpisodeFolder",
    "EpisodeRecord",
    "RecordError",
    "RunFolder",
    "StepRecord",
    "check_policy_id",
    "marks_of",
    "plain",
    "read_attempts",
    "read_config",
    "read_run",
    "read_step",
]

RESUMABLE = ("policy", "backend", "max_steps", "screens")
"""Keys of a run's configuration that have to be the same when it is resumed; ``policies`` may only gain some."""
_LATER = {"screens"}
"""Those that runs of older versions lack, and that aren't compared then."""

_TUPLES = {"passed", "active", "completed"}
_POLICY_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
"""Ids of policies in a run of several: no separator of paths is among them, and none is hidden."""
_TASK = re.compile(r"(ubuntu|android|cross|learn)\.[a-z0-9_.]+")
"""Names of tasks: no separator of paths is among them."""


class RecordError(RuntimeError):
    """A run folder can't be written or read; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecord:
    """One step of an episode.

    Attributes:
        index: Its number, counted from 1.
        action: The action as the policy gave it.
        reward: The step's reward, and its named terms.
        completion: Completion ratio after the step.
        passed: Ids of the checkpoints that passed in it.
        invalid_action: Why the action was refused, ``""`` where it wasn't.
        end_reason: Why the episode ended with it, ``""`` where it went on.
        restored: Whether the policy went back to a snapshot just before it.
        screens: Device to the file name of its picture after the step, in the episode's folder.
        before: The same before the step, where the policy went back to a snapshot; elsewhere these are the last ones.
        done: The action as it was carried out, ``{"device", "name", "args"}``: with coordinates instead of elements,
            and with defaults. None where none was.
        marks: Device to its marks before the step, each ``[number, [left, top, right, bottom], role, text]``; only
            devices whose marks aren't those of the step before (see `marks_of`).
        active: Ids of the checkpoints that are active after the step.
        completed: Ids of those that have passed by then, in the order in which they did.
        notes: What the policy tells of its choice: ``"text"``, ``"prompt_tokens"``, … Where it went back to snapshots
            before it acted, ``"before_restore"`` has the notes of these choices.
        timings: Seconds of real time spent in ``"act"`` and ``"step"``; no part of a comparison.
    """

    index: int
    action: Any
    reward: float
    reward_terms: Mapping[str, float]
    completion: float
    passed: tuple[str, ...]
    invalid_action: str = ""
    end_reason: str = ""
    restored: bool = False
    screens: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)
    done: Mapping[str, Any] | None = None
    marks: Mapping[str, list[Any]] = field(default_factory=dict)
    active: tuple[str, ...] = ()
    completed: tuple[str, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)
    timings: Mapping[str, float] = field(default_factory=dict, compare=False)

    @property
    def points(self) -> list[list[int]]:
        """Where the action landed: pixels ``[x, y]`` of its device's screen, two of them for a drag, none for text."""
        args = (self.done or {}).get("args", {})
        found = [[args.get(f"{axis}{end}") for axis in "xy"] for end in ("", "1", "2")]
        return [point for point in found if None not in point]


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRecord:
    """One episode.

    Attributes:
        task: Id of the task, with its version and the hash of its definition.
        seed: The episode's seed.
        attempt: 0, and one more each time that the episode is run again after an error.
        policy: Name of the policy.
        parameters: The task's parameters.
        goal: What the policy was asked to do.
        backends: Device to the kind of backend that played it.
        graph: The task graph (`TaskGraph.to_dict`).
        screens: Device to the file name of its picture after the reset.
        steps: The steps.
        completion: Final completion ratio, 0 to 1.
        coverage: Final depth-weighted completion, 0 to 1.
        success: Whether the task was solved.
        end_reason: One of `END_REASONS`; ``""`` where an error cut the episode off.
        logical_consistency: OmniBench's LC, None where it is undefined.
        tokens: Model tokens used, as its server counted them.
        calls: Calls of a model.
        restores: How often the policy went back to a snapshot.
        error: What broke; such an episode is never scored. ``""`` where nothing did.
        error_kind: ``"device"``, ``"evaluator"``, ``"oracle"``, ``"policy"``, ``"task"``, ``"model"`` (it can't be
            asked), ``"budget"`` (what was set aside for it is spent), or ``""``; in a pool of slots also ``"slot"``
            (its process or host is gone) and ``"timeout"``.
        timings: Seconds of real time spent in ``"reset"``, ``"act"`` and ``"step"``.
        versions: Name to version of what the episode ran on.
        transient: Whether the error is one of the infrastructure, so that a pool runs the episode again.
        prompt_tokens: Those of the tokens that were sent, where the policy tells them apart.
        completion_tokens: Those that were answered.
        cached_prompt_tokens: Those of the sent ones whose answer came from a cache, so that nothing was paid for them.
        cached_completion_tokens: Those of the answered ones.
        policy_id: Id of the policy in a run that may have several, part of the episode's folder; else ``""``.
    """

    task: str
    version: int
    definition_hash: str
    seed: int
    attempt: int
    policy: str
    parameters: Mapping[str, Any]
    goal: str
    backends: Mapping[str, str]
    graph: Mapping[str, Any]
    screens: Mapping[str, str]
    steps: tuple[StepRecord, ...]
    completion: float
    coverage: float
    success: bool
    end_reason: str
    logical_consistency: float | None
    tokens: int
    calls: int
    restores: int
    error: str
    error_kind: str
    timings: Mapping[str, float]
    versions: Mapping[str, str]
    transient: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_prompt_tokens: int = 0
    cached_completion_tokens: int = 0
    policy_id: str = ""

    @property
    def actions(self) -> int:
        """Number of env steps, refused actions included."""
        return len(self.steps)

    @property
    def folder(self) -> str:
        """Name of the episode's folder in its run's ``episodes``."""
        return folder_name(self.task, self.seed, self.attempt, self.policy_id)

    def score(self) -> EpisodeScore:
        """Returns what the metrics are made of."""
        return EpisodeScore(
            task=self.task,
            seed=self.seed,
            success=self.success,
            completion=self.completion,
            coverage=self.coverage,
            actions=self.actions,
            tokens=self.tokens,
            end_reason=self.end_reason,
            logical_consistency=self.logical_consistency,
            error=self.error or None,
        )


def folder_name(task: str, seed: int, attempt: int, policy_id: str = "") -> str:
    """Returns the name of an episode's folder, made only of ids and numbers.

    Raises:
        ValueError: The task's name is none that a task can have, or the policy's id none of an id's form, so it may
            lead out of the run's folder.
    """
    if not isinstance(task, str) or not _TASK.fullmatch(task):
        raise ValueError(f"task {task!r}: expected the name of a task, such as 'ubuntu.write_note'")
    if policy_id != "":
        check_policy_id(policy_id)
    return f"{task}_s{seed:d}_a{attempt:d}" + (f"_{policy_id}" if policy_id else "")


def check_policy_id(policy_id: str) -> None:
    """Checks the id of a policy, which becomes a part of folders' names.

    Raises:
        ValueError: It has another form.
    """
    if not isinstance(policy_id, str) or not _POLICY_ID.fullmatch(policy_id):
        raise ValueError(
            f"policy id {policy_id!r}: expected at most 100 letters, digits and ._- only, as it names folders"
        )


def plain(value: Any) -> Any:
    """Returns a copy as JSON-able data; of what isn't, a short description. Never raises.

    Scalars of numpy become Python's, tuples become lists.

    >>> plain({"x": (1, 2)}), plain({"x": {3}})
    ({'x': [1, 2]}, {'not_json': "{'x': {3}}"})
    """
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=_scalar))
    except Exception:  # whatever the methods of a policy's objects raise
        return {"not_json": _SHORT.repr(value)}


def _scalar(value: Any) -> Any:
    """Returns the Python value of a numpy scalar that has one."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError


class _Short(reprlib.Repr):
    """Describes any value shortly; a part that can't be described by its type."""

    def repr1(self, x: Any, level: int) -> str:
        try:
            return super().repr1(x, level)
        except Exception:
            return type.__repr__(type(x))


_SHORT = _Short()


class RunFolder:
    """Writes the episodes of a run.

    Args:
        path: The folder; it is made where it isn't there.
        config: How the run is made, as JSON-able data: ``policy``, ``backend``, ``max_steps``, …; instead of
            ``policy``, ``policies`` in a run that may have several: id to what the policy is.
        versions: Name to version of what it runs on.
        resume: Whether to go on with a run that was cut off.

    Attributes:
        path: The folder.
        several: Whether it may have several policies, so that its episodes name theirs.

    Raises:
        RecordError: The folder isn't empty and `resume` is false; or it holds a run that was made in another way; or
            it can't be written.
    """

    def __init__(
        self, path: Path | str, config: Mapping[str, Any], versions: Mapping[str, str], *, resume: bool = False
    ) -> None:
        self.path = Path(path)
        self.several = "policies" in config
        self._lines = self.path / "episodes.jsonl"
        with _writing(self.path):
            if self.path.exists() and not self.path.is_dir():
                raise RecordError(f"{self.path} is a file; expected a new folder for the run")
            if self.path.is_dir() and not _unused(self.path):
                if not resume:
                    raise RecordError(f"{self.path} isn't empty; choose another folder, or resume the run (--resume)")
                config = self._joined(config)
            (self.path / "episodes").mkdir(parents=True, exist_ok=True)
            _drop_torn_line(self._lines)
            run = json.dumps({"config": config, "versions": versions}, indent=2)
            _replace(self.path / "run.json", run + "\n")

    def _joined(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the configuration with the policies that the run has already.

        Raises:
            RecordError: The run was made in another way.
        """
        before = read_config(self.path)
        joined = dict(config)
        checks = [(key, before.get(key), config.get(key)) for key in RESUMABLE if key in before or key not in _LATER]
        if self.several:
            old, new = before.get("policies"), config["policies"]
            if not isinstance(old, dict):
                raise RecordError(f"the run in {self.path} was made for one policy; choose another folder for several")
            checks += [(f"policy {name}", old[name], new[name]) for name in new if name in old]
            joined["policies"] = {**old, **new}
            models = config.get("models", {})
            for name, was in _dict(before, "models").items():
                checks += [(f"the model of {name}", was, models[name])] if name in models else []
            for key in ("models", "prices"):
                if _dict(before, key):
                    joined[key] = {**before[key], **joined.get(key, {})}
        for key, was, now in checks:
            if was != plain(now):
                raise RecordError(
                    f"the run in {self.path} was made with {key}={was!r}, now it is {now!r}; "
                    "resume it as it was made, or choose another folder"
                )
        return joined

    def episode(self, task: str, seed: int, attempt: int, policy_id: str = "") -> EpisodeFolder:
        """Returns a new recorder; what an unfinished run left of the episode is removed.

        Args:
            task: The task's name.
            seed: The episode's seed.
            attempt: How often it was run before.
            policy_id: Id of the policy, in a run that may have several.
        """
        folder = self.path / "episodes" / folder_name(task, seed, attempt, policy_id)
        with _writing(self.path):
            if folder.exists():
                shutil.rmtree(folder)
            folder.mkdir()
        return EpisodeFolder(folder)

    def append(self, record: EpisodeRecord) -> None:
        """Adds a finished episode, whose steps its recorder has written.

        Raises:
            RecordError: It can't be written; the episodes before it are untouched.
        """
        line = asdict(replace(record, steps=()))
        del line["steps"]
        with _writing(self.path):
            _sync(self.path / "episodes" / record.folder / "steps.jsonl")  # a line promises that its steps are there
            _append(self._lines, line, sync=True)


class ScreenKeeper(ABC):
    """Keeps the screens of one episode, as PNG files."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[Any, str]] = {}
        self._used: set[str] = set()

    @abstractmethod
    def picture(self, name: str, png: bytes) -> None:
        """Keeps a picture, given as the file's name and content."""

    def screens(self, step: int, obs: Any) -> dict[str, str]:
        """Saves the screens of an observation that differ from their last picture.

        Args:
            step: Number of the step.
            obs: The observation after it, also one after a policy went back to a snapshot.

        Returns:
            Device to the file name of its picture; none for observations without screens.

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


class EpisodeFolder(ScreenKeeper):
    """Keeps the steps and the screens of one episode.

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


def read_run(path: Path | str) -> list[EpisodeRecord]:
    """Returns the finished episodes of a run, in the order in which they ended.

    A last line that was cut off is dropped. Of an episode that was run again, only the last attempt is returned.
    Of several policies, all episodes are. Only files in the folder are opened, whatever the lines say.

    Raises:
        RecordError: There is no run, or a file of it is damaged, or a line names what can't be a task.
    """
    folder = Path(path)
    if not (folder / "run.json").is_file():
        raise RecordError(f"there is no run in {folder}: it has no run.json")
    latest: dict[tuple[str, int, str], EpisodeRecord] = {}
    for record in _episodes(folder):
        key = record.task, record.seed, record.policy_id
        latest.pop(key, None)
        latest[key] = record
    return list(latest.values())


def read_attempts(path: Path | str) -> list[EpisodeRecord]:
    """Returns all that was tried in a run, without steps: also what ended by an error and was run again.

    Raises:
        RecordError: A file of the run is damaged.
    """
    return list(_episodes(Path(path), steps=False))


def _episodes(folder: Path, steps: bool = True) -> Iterator[EpisodeRecord]:
    for number, line in enumerate(_read_lines(folder / "episodes.jsonl"), 1):
        try:
            name = folder_name(line["task"], line["seed"], line["attempt"], line.get("policy_id", ""))
            lines = _read_lines(folder / "episodes" / name / "steps.jsonl") if steps else ()
            yield EpisodeRecord(**line, steps=tuple(read_step(step) for step in lines))
        except (TypeError, KeyError, ValueError) as error:
            raise RecordError(f"{folder / 'episodes.jsonl'}, line {number}: not an episode ({error})") from error


def read_step(line: Mapping[str, Any]) -> StepRecord:
    """Returns a step from its line in ``steps.jsonl``; those of older versions lack what has a default.

    Raises:
        TypeError: It is no step.
    """
    return StepRecord(**{**line, **{name: tuple(line[name]) for name in _TUPLES & line.keys()}})


def marks_of(record: EpisodeRecord) -> list[dict[str, list[Any]]]:
    """Returns for each step the marks before it, by device, those that stayed as they were included."""
    seen: dict[str, list[Any]] = {}
    return [seen := {**seen, **step.marks} for step in record.steps]


def read_config(path: Path | str) -> dict[str, Any]:
    """Returns how a run was made.

    Raises:
        RecordError: There is no run, or its ``run.json`` is damaged.
    """
    file = Path(path) / "run.json"
    try:
        config: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["config"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{path} holds no run: {file.name} can't be read ({error})") from error
    return config


def _read_lines(path: Path) -> Iterator[Any]:
    """Yields the lines of a JSONL file as data, without a last one that was cut off."""
    try:
        data = path.read_bytes()
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


def _dict(config: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Returns a mapping within a configuration, empty where there is none."""
    found = config.get(key)
    return found if isinstance(found, dict) else {}


def _unused(folder: Path) -> bool:
    """Tells whether a folder holds nothing yet, or what is left where making a run in it was cut off."""
    return all(
        entry.name == "run.tmp" or (entry.name == "episodes" and entry.is_dir() and not any(entry.iterdir()))
        for entry in folder.iterdir()
    )


def _drop_torn_line(path: Path) -> None:
    """Cuts off what follows the last line's end, so that the next line begins at a line's start."""
    if path.is_file():
        whole = path.read_bytes().rfind(b"\n") + 1
        if whole != path.stat().st_size:
            os.truncate(path, whole)


def _append(path: Path, line: Any, sync: bool = False) -> None:
    """Adds a line in one piece; where it can't be written in full, none of it stays. None only makes the file."""
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
    """Has the disk keep what was written to a file, if there is one."""
    if path.exists():
        with open(path, "rb") as file:
            os.fsync(file.fileno())


def _replace(path: Path, text: str) -> None:
    """Writes a file so that it is either the old or the new one."""
    draft = path.with_suffix(".tmp")
    draft.write_text(text, encoding="utf-8")
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
