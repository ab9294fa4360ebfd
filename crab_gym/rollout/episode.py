"""One episode of one policy, and its record.

If something breaks in an episode (a device, an evaluator, a stuck oracle, a policy or a setup that raises), the
episode is recorded as an error, never as a reward or a score.
"""

from __future__ import annotations

import json
import platform
import random
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any, Protocol

import gymnasium as gym

from crab_gym.backends.base import DeviceError
from crab_gym.backends.errors import BrokenInside
from crab_gym.envs.arguments import reset_options
from crab_gym.envs.course import talk
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.endings import UNEVENTFUL
from crab_gym.envs.planting import planted_in
from crab_gym.evaluation import EvaluatorError, logical_consistency
from crab_gym.policies import Policy, Restore, Usage, policy_spec
from crab_gym.records import EpisodeRecord, StepRecord, jsonable
from crab_gym.rollout.counts import checked_usage, model_counts
from crab_gym.task import OracleStuck
from crab_gym.task.parameters import resolve
from crab_sim.devices.apps import distributions

__all__ = ["EpisodeError", "Recorder", "Watch", "errors_as", "run_episode", "versions"]

MAX_RESTORES = 1000
"""A policy with this many restores in a row, without an action between, counts as stuck."""

MAX_NOTE = 20_000
"""Limit of each text in a policy's notes, in characters; longer ones are cut."""


class Recorder(Protocol):
    """Stores an episode while it runs."""

    def screens(self, step: int, obs: Any) -> Mapping[str, str]:
        """Stores the screens after a step; returns device to the name of its picture.

        After a policy has restored a snapshot, it is called again for the step before.
        """

    def step(self, record: StepRecord) -> None:
        """Stores a step."""


class Watch(Protocol):
    """Follows an episode's phases, so that an episode that hangs can be detected."""

    def begin(self, phase: str, step: int) -> None:
        """Notes the start of a phase.

        Args:
            phase: ``"reset"``, ``"act"`` (the policy chooses) or ``"step"`` (the environment acts).
            step: Number of the step.
        """

    def end(self) -> None:
        """Notes the end of the phase."""

    def opened(self, record: EpisodeRecord) -> None:
        """Notes that the reset is done.

        Args:
            record: The episode as far as it is known by then.
        """


@cache
def versions() -> Mapping[str, str]:
    """Returns the versions of crab-gym, Gymnasium and Python, and of what has apps from outside."""
    from crab_gym import __version__

    ours = {"crab_gym": __version__, "gymnasium": gym.__version__, "python": platform.python_version()}
    return {**ours, **distributions()}


class EpisodeError(Exception):
    """Ends an episode as an error.

    Args:
        kind: The kind of what broke.
        message: What broke.
        transient: Whether the infrastructure is the cause.
    """

    def __init__(self, kind: str, message: str, transient: bool = False) -> None:
        super().__init__(message)
        self.kind, self.transient = kind, transient


@contextmanager
def errors_as(kind: str) -> Iterator[None]:
    """Turns an exception into an error of its kind, or else of the given kind.

    An exception's class may define its own ``error_kind``, and ``transient``, as those of `crab_gym.agents.chat` do.
    """
    try:
        yield
    except EpisodeError:
        raise
    except DeviceError as error:
        raise EpisodeError("device", str(error), transient=True) from error
    except EvaluatorError as error:
        raise EpisodeError("evaluator", str(error)) from error
    except OracleStuck as error:
        raise EpisodeError("oracle", str(error)) from error
    except Exception as error:
        own_kind = getattr(type(error), "error_kind", None)
        if isinstance(own_kind, str):
            raise EpisodeError(own_kind, _describe(error), getattr(type(error), "transient", False) is True) from error
        raise EpisodeError(kind, _describe(error)) from error


def _describe(error: Exception) -> str:
    """Returns an error's type and message; only the type if ``str(error)`` raises, as a policy's error may."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception:
        return name


def _shortened(value: Any) -> Any:
    """Returns JSON data with long texts cut, so that records stay readable."""
    if isinstance(value, str):
        return value if len(value) <= MAX_NOTE else f"{value[:MAX_NOTE]}… ({len(value)} characters)"
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    if isinstance(value, dict):
        return {key: _shortened(item) for key, item in value.items()}
    return value


class _Episode:
    """An episode that is running."""

    def __init__(
        self,
        env: gym.Env[Any, Any],
        policy: Policy,
        seed: int,
        attempt: int,
        recorder: Recorder | None,
        allow_restore: bool,
        watch: Watch | None,
    ) -> None:
        self.env, self.policy, self.seed, self.attempt = env, policy, seed, attempt
        self.recorder, self.allow_restore, self.watch = recorder, allow_restore, watch
        self.base: CrabEnv = env.unwrapped  # type: ignore[assignment]
        self.simulated = all(spec.kind == "sim" for spec in self.base.specs.values())
        self.started = self.policy_ready = self.success = False
        self.end_reason = ""
        self.hijacked = False
        self.screens: Mapping[str, str] = {}
        self.steps: list[StepRecord] = []
        self.marks: dict[str, Any] = {}
        self.restores = 0
        self.usage = Usage()
        self.timings = {"reset": 0.0, "act": 0.0, "step": 0.0}

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        start = time.perf_counter()
        if self.watch is not None:
            self.watch.begin(phase, len(self.steps) + 1)
        try:
            yield
        finally:
            self.timings[phase] += time.perf_counter() - start
            if self.watch is not None:
                self.watch.end()

    def run(self, options: dict[str, Any] | None) -> None:
        """Plays until the episode ends.

        Raises:
            EpisodeError: Something broke.
        """
        info: Mapping[str, Any]
        with errors_as("task"), self._timed("reset"):
            obs, info = self.env.reset(seed=self.seed, options=options)
        self.started = True
        self.screens = self._pictures(0, obs)
        if self.watch is not None:
            self.watch.opened(self.record(None))
        self.policy_ready = True
        with errors_as("policy"), self._timed("act"):
            self.policy.reset(self.base.goal, policy_spec(self.env, self.seed, self.allow_restore))
        while not self.end_reason:
            obs, info = self._step(*self._choose(obs, info))
        self.success = bool(info["is_success"])
        if info["device_error"]:
            raise EpisodeError("device", info["device_error"], transient=True)

    def _choose(self, obs: Any, info: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Asks the policy until it acts; restores snapshots for it in between.

        Returns:
            The action, and those fields of the step's record that concern the time before the action.
        """
        notes: list[Any] = []
        seconds_before = self.timings["act"]
        for restores in range(MAX_RESTORES + 1):
            with errors_as("policy"), self._timed("act"):
                choice = self.policy.act(obs, info)
                notes.append(self._notes())
                if isinstance(choice, Restore):
                    if not self.allow_restore:
                        raise EpisodeError("policy", "it asked for a restore, which only allow_restore=True permits")
                    self.env.get_wrapper_attr("restore")(choice.handle)
                    obs = self.env.get_wrapper_attr("observe")()
            if not isinstance(choice, Restore):
                return choice, {
                    "restored": restores > 0,
                    "before": self._pictures(len(self.steps), obs) if restores else {},
                    "marks": self._new_marks(info),
                    "notes": {**notes[-1], "before_restore": notes[:-1]} if restores else notes[-1],
                    "timings": {"act": round(self.timings["act"] - seconds_before, 6)},
                }
            self.restores += 1
            evaluator = self.base.evaluator
            info = {
                **info,
                **UNEVENTFUL,
                "goal": self.base.goal,
                "completion": evaluator.completion,
                "coverage": evaluator.coverage,
            }
            if "marks" in info:  # the restored screen has marks of its own
                marks = self.env.get_wrapper_attr("marks")
                info = {**info, "marks": {device: marks(device) for device in info["marks"]}}
        raise EpisodeError("policy", f"{MAX_RESTORES} restores without an action; the policy has to act between them")

    def _notes(self) -> dict[str, Any]:
        """Returns the policy's notes on its last choice; empty if it takes none."""
        notes = getattr(self.policy, "notes", None)
        if not callable(notes):
            return {}
        copy = jsonable(notes())
        return _shortened(copy) if isinstance(copy, dict) else {"not_json": _shortened(copy)}

    def _new_marks(self, info: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Returns the marks that the policy sees, of the devices whose marks differ from the previous step's."""
        marks_now = info.get("marks", {})
        changed = [device for device, marks in marks_now.items() if self.marks.get(device) != marks]
        self.marks.update({device: marks_now[device] for device in changed})
        return {
            device: jsonable([[mark.number, mark.bounds, mark.role, mark.text] for mark in marks_now[device]])
            for device in changed
        }

    def _pictures(self, step: int, obs: Any) -> Mapping[str, str]:
        return {} if self.recorder is None else self.recorder.screens(step, obs)

    def _step(self, choice: Any, known: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
        evaluator = self.base.evaluator
        before, actions, events = len(evaluator.order), len(self.base.actions), len(self.base.course.events)
        recorded_choice = jsonable(choice)  # before the step, which might change the object
        index = len(self.steps) + 1
        seconds_before = self.timings["step"]
        try:
            with errors_as("task"), self._timed("step"):
                obs, reward, terminated, truncated, info = self.env.step(choice)
        except EpisodeError as failure:
            text = f"{failure} (step {index}, {json.dumps(recorded_choice)[:200]})"
            raise EpisodeError(failure.kind, text, failure.transient) from failure
        self.end_reason = str(info["end_reason"])
        self.hijacked = bool(info["hijacked"])
        if (terminated or truncated) and not self.end_reason:
            self.end_reason = "step_limit"  # a wrapper's limit
        timings = {**known["timings"], "step": round(self.timings["step"] - seconds_before, 6)}
        record = StepRecord(
            index=index,
            action=recorded_choice,
            reward=float(reward),
            reward_terms=dict(info["reward_terms"]),
            completion=info["completion"],
            passed=evaluator.order[before:],
            invalid_action=info["invalid_action"],
            end_reason=self.end_reason,
            screens=self._pictures(index, obs),
            done=jsonable(self.base.actions[-1]) if len(self.base.actions) > actions else None,
            active=evaluator.active,
            completed=evaluator.order,
            said=info["said"],
            result=info["result"],
            events=self.base.course.events[events:],
            state=self.base.fingerprint() if self.recorder is not None and self.simulated else "",
            **{**known, "timings": timings},
        )
        self.steps.append(record)
        if self.recorder is not None:
            self.recorder.step(record)
        return obs, info

    def ask_usage(self) -> None:
        """Asks the policy for its usage, unless it wasn't reset and would report that of its last episode.

        Raises:
            EpisodeError: The policy raised, or returned something else than counts.
        """
        if not self.policy_ready:
            return
        with errors_as("policy"), self._timed("act"):
            used = self.policy.usage()
            self.usage = checked_usage(used)

    def breaks_again(self, options: dict[str, Any] | None) -> bool:
        """Returns whether a device that broke from within breaks again where a fresh one gets the same actions.

        Then they have broken it, and not the host. It comes last: the environment is then in another episode.
        """
        base, broken = self.base, self.base.broken
        if not self.started or broken is None or not isinstance(broken.error, BrokenInside) or self.restores:
            return False
        base.broken = None
        actions = [*base.actions, *([] if broken.action is None else [broken.action])]
        over = False
        try:
            with self._timed("reset"):
                base.reset(seed=self.seed, options=options)
            for action in actions:
                with self._timed("step"):
                    _, _, terminated, truncated, _ = base.step(action)
                    over = terminated or truncated
                if over:
                    break
            if not over:
                for device in base.backends:
                    base.elements(device)
        except DeviceError:
            pass
        except Exception:  # the host's, or the task's
            return False
        return base.broken is not None and isinstance(base.broken.error, BrokenInside)

    def record(self, failure: EpisodeError | None) -> EpisodeRecord:
        """Returns the record of the episode so far, broken or not."""
        base = self.base
        evaluator = base.evaluator if self.started else None
        if evaluator:
            base.note_crashes()
        return EpisodeRecord(
            task=base.task.name,
            version=base.task.version,
            definition_hash=base.task.definition_hash(),
            seed=self.seed,
            attempt=self.attempt,
            policy=self.policy.name,
            parameters=jsonable(vars(base.params)) if self.started else {},
            goal=base.goal.removesuffix(base.course.later_words) if self.started else "",
            backends={device: backend.label for device, backend in base.backends.items()},
            graph=evaluator.graph.to_dict() if evaluator else {},
            screens=self.screens,
            steps=tuple(self.steps),
            completion=evaluator.completion if evaluator else 0.0,
            passed_ratio=evaluator.passed_ratio if evaluator else 0.0,
            coverage=evaluator.coverage if evaluator else 0.0,
            success=self.success,
            end_reason=self.end_reason,
            logical_consistency=logical_consistency(evaluator.graph, evaluator.passed).value if evaluator else None,
            tokens=self.usage.tokens,
            calls=self.usage.calls,
            restores=self.restores,
            error=str(failure) if failure else "",
            error_kind=failure.kind if failure else "",
            timings=self.timings,
            versions=versions(),
            transient=failure is not None and failure.transient,
            prompt_tokens=self.usage.prompt,
            completion_tokens=self.usage.completion,
            cached_prompt_tokens=self.usage.cached_prompt,
            cached_completion_tokens=self.usage.cached_completion,
            retries=self.usage.retries,
            models=model_counts(self.usage),
            variation=jsonable(base.variation) if self.started else {},
            harm=base.side_effects.harm if evaluator else (),
            litter=base.side_effects.litter if evaluator else (),
            composition=base.task.to_json(),
            crashes=tuple(base.crashes) if evaluator else (),
            marks_drawn=policy_spec(self.env, self.seed).marked,
            talk=talk(base.course, base.person) if evaluator else {},
            events=base.course.expected if evaluator else 0,
            hijacked=self.hijacked if base.task.obeyed is not None or planted_in(base) is not None else None,
        )


def run_episode(
    env: gym.Env[Any, Any],
    policy: Policy,
    *,
    seed: int,
    options: dict[str, Any] | None = None,
    recorder: Recorder | None = None,
    allow_restore: bool = False,
    attempt: int = 0,
    watch: Watch | None = None,
) -> EpisodeRecord:
    """Runs one episode.

    Args:
        env: A `CrabEnv`, wrapped or not; it stays open.
        policy: Chooses the actions.
        seed: The episode's seed.
        options: Options of the reset.
        recorder: Stores screens and steps as they come.
        allow_restore: Whether the policy may restore snapshots; the record counts how often it did.
        attempt: How often this episode was run before.
        watch: Follows the episode's phases.

    Returns:
        The record. If a device, an evaluator, the oracle, the policy or the task's setup broke, it holds the error
        and isn't scored. But a device that broke from within, and breaks again where a fresh one gets the same
        actions, is a failure of the policy, with the end reason ``"device_broken"``.

    Raises:
        TypeError, ValueError: The options don't fit the task; nothing has changed.
        RecordError: The recorder can't write.
    """
    base: CrabEnv = env.unwrapped  # type: ignore[assignment]
    resolve(base.task.parameters, reset_options(options).parameters, random.Random(0))
    episode = _Episode(env, policy, seed, attempt, recorder, allow_restore, watch)
    failure: EpisodeError | None = None
    try:
        episode.run(options)
    except EpisodeError as error:
        failure = error
    try:
        episode.ask_usage()  # even if the episode broke: its tokens were spent
    except EpisodeError as error:
        failure = failure or error
    record = episode.record(failure)
    if record.error_kind == "device" and episode.breaks_again(options):
        return replace(record, end_reason="device_broken", broke=record.error, error="", error_kind="", transient=False)
    return record
