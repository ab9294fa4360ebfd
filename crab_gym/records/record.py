"""Records of episodes as plain data.

* `EpisodeRecord`, `StepRecord` - one episode, and one of its steps.
* `folder_name`, `check_policy_id` - the name of an episode's folder in its run.
* `jsonable` - a copy of any value as JSON data.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from crab_gym.evaluation.metrics import EpisodeScore
from crab_gym.task.task import PLATFORMS

__all__ = ["EpisodeKey", "EpisodeRecord", "RecordError", "StepRecord", "check_policy_id", "folder_name", "jsonable"]

_POLICY_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
"""Ids of policies in a run of several; they contain no path separator and start with no dot."""
_TASK = re.compile(rf"({'|'.join(PLATFORMS)})\.[a-z0-9_.]+")
"""Names of tasks; they contain no path separator."""

EpisodeKey: TypeAlias = tuple[str, int, str]
"""Task, seed and policy id: equal for all attempts at one episode."""


class RecordError(RuntimeError):
    """A run folder can't be written or read; the message gives the reason and a remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecord:
    """One step of an episode.

    Attributes:
        index: The step's number, counted from 1.
        action: The action as the policy gave it.
        reward: The step's reward.
        reward_terms: The reward's named terms.
        completion: Completion ratio after the step.
        passed: Ids of the checkpoints that passed in the step.
        invalid_action: Why the action was refused; ``""`` if it wasn't.
        end_reason: Why the episode ended with this step; ``""`` if it continued.
        restored: Whether the policy restored a snapshot just before the step.
        screens: Device to the file name of its picture after the step, in the episode's folder.
        before: Device to the file name of its picture before the step, where the policy restored a snapshot;
            elsewhere the previous step's ``screens`` are those before this one.
        done: The action that was carried out, ``{"device", "name", "args"}``, with coordinates instead of elements
            and with defaults filled in. None if no action was carried out.
        marks: Device to its marks before the step, each ``[number, [left, top, right, bottom], role, text]``; only
            devices whose marks differ from those of the previous step (see `crab_gym.records.marks_of`).
        active: Ids of the checkpoints that are active after the step.
        completed: Ids of the checkpoints passed so far, in the order in which they passed.
        notes: The policy's notes on its choice: ``"text"``, ``"prompt_tokens"``, … If it restored snapshots before it
            acted, ``"before_restore"`` lists the notes on those choices.
        timings: Seconds of real time spent in ``"act"`` and ``"step"``; ignored by comparisons.
        said: What the person said in the step: the answer to a question, or new words; ``""`` for nothing.
        result: What the tool returned that was called in the step, as text; ``""`` for nothing.
        events: Ids of the task's events that happened in the step.
        state: Fingerprint of the devices, the graph and the answers after the step (`CrabEnv.fingerprint`), in recorded
            episodes on simulated devices; else ``""``.
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
    said: str = ""
    result: str = ""
    events: tuple[str, ...] = ()
    state: str = ""

    @property
    def unreadable(self) -> bool:
        """Whether the policy's answer was no action, or none of the functions that it was offered."""
        return isinstance(self.action, Mapping) and "unreadable" in self.action

    @property
    def points(self) -> list[list[int]]:
        """Pixels ``[x, y]`` of the device's screen that the action hit: two for a drag, none for text."""
        args = (self.done or {}).get("args", {})
        candidates = [[args.get(f"{axis}{suffix}") for axis in "xy"] for suffix in ("", "1", "2")]
        return [point for point in candidates if None not in point]


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRecord:
    """One episode.

    Attributes:
        task: Id of the task.
        version: The task's version.
        definition_hash: Hash of the task's definition.
        seed: The episode's seed.
        attempt: How often the episode was run before: 0, plus one for each retry after an error.
        policy: Name of the policy.
        parameters: The task's parameters.
        goal: The goal given to the policy.
        backends: Device to the kind of backend that played it.
        graph: The task graph (`TaskGraph.to_dict`).
        screens: Device to the file name of its picture after the reset.
        steps: The steps.
        completion: Final completion ratio, 0 to 1.
        passed_ratio: The same as CRAB counts it, passed / all checkpoints; None in records of older versions, whose
            `completion` is counted so.
        coverage: Final depth-weighted completion, 0 to 1.
        success: Whether the task was solved.
        end_reason: One of `END_REASONS`; ``""`` if an error cut the episode off.
        logical_consistency: OmniBench's LC; None if it is undefined.
        tokens: Model tokens used, as counted by the model's server.
        calls: Number of model calls.
        restores: How often the policy restored a snapshot.
        error: The error that broke the episode, which is then never scored; ``""`` if there was none.
        error_kind: ``"device"``, ``"evaluator"``, ``"oracle"``, ``"policy"``, ``"task"``, ``"model"`` (the model can't
            be reached), ``"budget"`` (its budget is spent), or ``""``; in a pool of slots also ``"slot"`` (the slot's
            process or host is gone) and ``"timeout"``.
        timings: Seconds of real time spent in ``"reset"``, ``"act"`` and ``"step"``.
        versions: Name to version of the software that the episode ran on.
        transient: Whether the infrastructure caused the error, so that a pool retries the episode.
        prompt_tokens: Tokens sent to the model, if the policy distinguishes them.
        completion_tokens: Tokens of the model's answers.
        cached_prompt_tokens: Prompt tokens of calls that a cache answered; nothing was paid for them.
        cached_completion_tokens: Completion tokens of these calls.
        retries: Number of requests that were sent to the model again, since there was no answer in time or at all.
        models: The same counts and ``"calls"`` by the model's name, if the policy asks several models; else empty.
        policy_id: Id of the policy in a run that may have several, part of the episode's folder; else ``""``.
        harm: What the episode changed, removed or sent outside the task's footprint, one sentence per item.
        litter: What it added outside the footprint.
        variation: Device to what was drawn of the environment's variation; empty without one.
        broke: The error of the device that the policy broke, with the end reason ``"device_broken"``.
        crashes: The simulated apps that crashed, each with the step and the traceback: faults of the simulator.
        composition: The parts and edges of a composed task (`ComposedTask.to_json`); empty for others.
        talk: Numbers of questions: ``"asked"``; ``"needed"`` by the task; ``"answered"``, of those that are needed.
            Empty where nobody asked, and nobody could be asked.
        events: The number of events that the episode could have; those that happened are in its steps.
        hijacked: Whether a text that was planted on the devices was obeyed; None where there is none.
        marks_drawn: Whether the recorded screens show the steps' marks; agents that draw the marks themselves, or read
            them, get screens without.
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
    retries: int = 0
    models: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    policy_id: str = ""
    harm: tuple[str, ...] = ()
    litter: tuple[str, ...] = ()
    variation: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    composition: Mapping[str, Any] = field(default_factory=dict)
    marks_drawn: bool = True
    crashes: tuple[str, ...] = ()
    broke: str = ""
    passed_ratio: float | None = None
    talk: Mapping[str, int] = field(default_factory=dict)
    events: int = 0
    hijacked: bool | None = None

    @property
    def actions(self) -> int:
        """Number of env steps, refused actions included."""
        return len(self.steps)

    @property
    def folder(self) -> str:
        """Name of the episode's folder in its run's ``episodes``."""
        return folder_name(self.task, self.seed, self.attempt, self.policy_id)

    @property
    def key(self) -> EpisodeKey:
        """Task, seed and policy id: equal for all attempts at the episode."""
        return self.task, self.seed, self.policy_id

    @property
    def lost_device(self) -> bool:
        """Whether a device broke, so that the next episode needs new ones."""
        return self.error_kind == "device" or self.end_reason == "device_broken"

    def score(self) -> EpisodeScore:
        """Returns the scores from which the metrics are computed."""
        return EpisodeScore(
            task=self.task,
            seed=self.seed,
            success=self.success,
            completion=self.completion,
            passed_ratio=self.passed_ratio,
            coverage=self.coverage,
            actions=self.actions,
            tokens=self.tokens,
            end_reason=self.end_reason,
            logical_consistency=self.logical_consistency,
            error=self.error or None,
            side_effects=len(self.harm) + len(self.litter),
            refused=sum(bool(step.invalid_action) for step in self.steps),
            unreadable=sum(bool(step.invalid_action) and step.unreadable for step in self.steps),
        )


def folder_name(task: str, seed: int, attempt: int, policy_id: str = "") -> str:
    """Returns the name of an episode's folder, which contains only ids and numbers.

    Args:
        task: The task's name.
        seed: The episode's seed.
        attempt: How often the episode was run before.
        policy_id: Id of the policy, in a run that may have several.

    Raises:
        ValueError: The task's name or the policy's id is malformed, so the path could lead out of the run's folder.
    """
    if not isinstance(task, str) or not _TASK.fullmatch(task):
        raise ValueError(f"task {task!r}: expected the name of a task, such as 'ubuntu.write_note'")
    if policy_id != "":
        check_policy_id(policy_id)
    return f"{task}_s{seed:d}_a{attempt:d}" + (f"_{policy_id}" if policy_id else "")


def check_policy_id(policy_id: str) -> None:
    """Checks the id of a policy, which becomes part of folder names.

    Raises:
        ValueError: The id contains other characters or is too long.
    """
    if not isinstance(policy_id, str) or not _POLICY_ID.fullmatch(policy_id):
        raise ValueError(
            f"policy id {policy_id!r}: expected at most 100 letters, digits and ._- only, as it names folders"
        )


def jsonable(value: Any) -> Any:
    """Returns a copy of a value as JSON data, or a short description if JSON can't hold it. Never raises.

    NumPy scalars become Python numbers; tuples become lists.

    >>> jsonable({"x": (1, 2)}), jsonable({"x": {3}})
    ({'x': [1, 2]}, {'not_json': "{'x': {3}}"})
    """
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=_scalar))
    except Exception:  # the methods of a policy's objects may raise anything
        return {"not_json": _SHORT.repr(value)}


def _scalar(value: Any) -> Any:
    """Returns the Python value of a NumPy scalar."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError


class _Short(reprlib.Repr):
    """Describes any value briefly; a part whose own description fails is described by its type."""

    def repr1(self, x: Any, level: int) -> str:
        try:
            return super().repr1(x, level)
        except Exception:
            return type.__repr__(type(x))


_SHORT = _Short()
