"""One episode of one policy, and the record of it.

Whatever breaks in an episode is recorded as its error, never as a reward or a score: a device, an evaluator, an
oracle that is stuck, a policy that raises, a setup that raises.
"""

from __future__ import annotations

import json
import platform
import random
import reprlib
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Protocol

import gymnasium as gym
import numpy as np

from crab_gym.backends.base import DeviceError
from crab_gym.envs.arguments import parameters_option
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import EvaluatorError, logical_consistency
from crab_gym.policies import OracleStuck, Policy, Restore, Usage, policy_spec
from crab_gym.rollout.record import EpisodeRecord, StepRecord, jsonable
from crab_gym.task.parameters import resolve

__all__ = ["Recorder", "Watch", "run_episode", "versions"]

MAX_RESTORES = 1000
"""Restores without an action between, after which a policy is taken to be stuck."""

MAX_NOTE = 20_000
"""Characters of the longest text that is kept of what a policy tells of its choice."""


class Recorder(Protocol):
    """Keeps an episode while it runs."""

    def screens(self, step: int, obs: Any) -> Mapping[str, str]:
        """Keeps the screens after a step; returns device to the name of its picture.

        After a policy went back to a snapshot it is called once more for the step before.
        """

    def step(self, record: StepRecord) -> None:
        """Keeps a step."""


class Watch(Protocol):
    """Is told where an episode stands, so that one that hangs can be told from one that works."""

    def begin(self, phase: str, step: int) -> None:
        """Takes note that the episode resets (``"reset"``), asks the policy (``"act"``) or acts (``"step"``)."""

    def end(self) -> None:
        """Takes note that it is done with that."""

    def opened(self, record: EpisodeRecord) -> None:
        """Takes note that the reset is done; the record holds what is known by then."""


@cache
def versions() -> Mapping[str, str]:
    """Returns the versions that an episode depends on."""
    from crab_gym import __version__

    return {"crab_gym": __version__, "gymnasium": gym.__version__, "python": platform.python_version()}


class _Failed(Exception):
    """Something that ends the episode as an error; a transient one is the infrastructure's."""

    def __init__(self, kind: str, message: str, transient: bool = False) -> None:
        super().__init__(message)
        self.kind, self.transient = kind, transient


@contextmanager
def _attempt(kind: str) -> Iterator[None]:
    """Turns what is raised into the kind of error that it is, by default the given one.

    An exception's class may say its kind itself, and whether it's transient, as those of `crab_gym.agents.chat` do.
    """
    try:
        yield
    except _Failed:
        raise
    except DeviceError as error:
        raise _Failed("device", str(error), transient=True) from error
    except EvaluatorError as error:
        raise _Failed("evaluator", str(error)) from error
    except OracleStuck as error:
        raise _Failed("oracle", str(error)) from error
    except Exception as error:
        told = getattr(type(error), "error_kind", None)
        if isinstance(told, str):
            raise _Failed(told, _tell(error), getattr(type(error), "transient", False) is True) from error
        raise _Failed(kind, _tell(error)) from error


def _tell(error: Exception) -> str:
    """Returns an error in words, if it has any; a policy's error may fail even at that."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception:
        return name


def _count(value: Any, what: str) -> int:
    """Returns what a policy counted.

    Raises:
        ValueError: It is no count.
    """
    if not isinstance(value, (int, np.integer)) or not 0 <= value < 2**63:
        raise ValueError(f"its usage has as {what} {reprlib.repr(jsonable(value))}; expected a whole number from 0")
    return int(value)


def _shortened(value: Any) -> Any:
    """Returns JSON-able data with long texts cut, so that a record stays one that can be read."""
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
        self.started = self.asked = self.success = False
        self.end_reason = ""
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
            _Failed: Something broke.
        """
        info: Mapping[str, Any]
        with _attempt("task"), self._timed("reset"):
            obs, info = self.env.reset(seed=self.seed, options=options)
        self.started = True
        self.screens = self._pictures(0, obs)
        if self.watch is not None:
            self.watch.opened(self.record(None))
        self.asked = True
        with _attempt("policy"), self._timed("act"):
            self.policy.reset(self.base.goal, policy_spec(self.env, self.seed, self.allow_restore))
        while not self.end_reason:
            obs, info = self._step(*self._choose(obs, info))
        self.success = bool(info["is_success"])
        if info["device_error"]:
            raise _Failed("device", info["device_error"], transient=True)

    def _choose(self, obs: Any, info: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Asks the policy until it acts, going back to snapshots where it asks for that.

        Returns:
            The action, and what the step's record has to say of what was before it.
        """
        told: list[Any] = []
        spent = self.timings["act"]
        for asked in range(MAX_RESTORES + 1):
            with _attempt("policy"), self._timed("act"):
                choice = self.policy.act(obs, info)
                told.append(self._notes())
                if isinstance(choice, Restore):
                    if not self.allow_restore:
                        raise _Failed("policy", "it asked for a restore, which only allow_restore=True permits")
                    self.env.get_wrapper_attr("restore")(choice.handle)
                    obs = self.env.get_wrapper_attr("observe")()
            if not isinstance(choice, Restore):
                return choice, {
                    "restored": asked > 0,
                    "before": self._pictures(len(self.steps), obs) if asked else {},
                    "marks": self._new_marks(info),
                    "notes": {**told[-1], "before_restore": told[:-1]} if asked else told[-1],
                    "timings": {"act": round(self.timings["act"] - spent, 6)},
                }
            self.restores += 1
            evaluator = self.base.evaluator
            info = {
                **info,
                "completion": evaluator.completion,
                "coverage": evaluator.coverage,
                "invalid_action": "",
            }
            if "marks" in info:  # numbers are those of what is seen now
                marks = self.env.get_wrapper_attr("marks")
                info = {**info, "marks": {device: marks(device) for device in info["marks"]}}
        raise _Failed("policy", f"{MAX_RESTORES} restores without an action; the policy has to act between them")

    def _notes(self) -> dict[str, Any]:
        """Returns what the policy tells of its last choice, if it does."""
        notes = getattr(self.policy, "notes", None)
        if not callable(notes):
            return {}
        kept = jsonable(notes())
        return _shortened(kept) if isinstance(kept, dict) else {"not_json": _shortened(kept)}

    def _new_marks(self, info: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Returns the marks that the policy sees, of the devices where they are others than at the step before."""
        given = info.get("marks", {})
        changed = [device for device, marks in given.items() if self.marks.get(device) != marks]
        self.marks.update({device: given[device] for device in changed})
        return {
            device: jsonable([[mark.number, mark.bounds, mark.role, mark.text] for mark in given[device]])
            for device in changed
        }

    def _pictures(self, step: int, obs: Any) -> Mapping[str, str]:
        return {} if self.recorder is None else self.recorder.screens(step, obs)

    def _step(self, choice: Any, known: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
        evaluator = self.base.evaluator
        before, actions = len(evaluator.order), len(self.base.actions)
        kept = jsonable(choice)  # before the step, so that it is what the policy chose, whatever happens to the object
        index = len(self.steps) + 1
        spent = self.timings["step"]
        try:
            with _attempt("task"), self._timed("step"):
                obs, reward, terminated, truncated, info = self.env.step(choice)
        except _Failed as failure:
            text = f"{failure} (step {index}, {json.dumps(kept)[:200]})"
            raise _Failed(failure.kind, text, failure.transient) from failure
        self.end_reason = str(info["end_reason"])
        if (terminated or truncated) and not self.end_reason:
            self.end_reason = "step_limit"  # cut by a wrapper's limit
        timings = {**known["timings"], "step": round(self.timings["step"] - spent, 6)}
        record = StepRecord(
            index=index,
            action=kept,
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
            **{**known, "timings": timings},
        )
        self.steps.append(record)
        if self.recorder is not None:
            self.recorder.step(record)
        return obs, info

    def ask_usage(self) -> None:
        """Asks the policy what it has used; not one that wasn't reset, which would tell of its last episode.

        Raises:
            _Failed: It raised, or what it returned are no counts.
        """
        if not self.asked:
            return
        with _attempt("policy"), self._timed("act"):
            used = self.policy.usage()
            self.usage = Usage(*(_count(getattr(used, name, 0), name) for name in Usage._fields))

    def record(self, failure: _Failed | None) -> EpisodeRecord:
        """Returns what is known of the episode, however it went."""
        base = self.base
        evaluator = base.evaluator if self.started else None
        return EpisodeRecord(
            task=base.task.name,
            version=base.task.version,
            definition_hash=base.task.definition_hash(),
            seed=self.seed,
            attempt=self.attempt,
            policy=self.policy.name,
            parameters=jsonable(vars(base.params)) if self.started else {},
            goal=base.goal if self.started else "",
            backends={device: backend.label for device, backend in base.backends.items()},
            graph=evaluator.graph.to_dict() if evaluator else {},
            screens=self.screens,
            steps=tuple(self.steps),
            completion=evaluator.completion if evaluator else 0.0,
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
        policy: What acts.
        seed: The episode's seed.
        options: Options of the reset.
        recorder: Keeps screens and steps as they come.
        allow_restore: Whether the policy may go back to snapshots; the record counts how often it did.
        attempt: How often this episode was run before.
        watch: Is told where the episode stands.

    Returns:
        The record. Where a device, an evaluator, the oracle, the policy or the task's setup broke, it holds the error
        and isn't scored.

    Raises:
        TypeError, ValueError: The options don't fit the task; nothing was touched.
        RecordError: The recorder can't write.
    """
    base: CrabEnv = env.unwrapped  # type: ignore[assignment]
    resolve(base.task.parameters, parameters_option(options), random.Random(0))
    episode = _Episode(env, policy, seed, attempt, recorder, allow_restore, watch)
    failure: _Failed | None = None
    try:
        episode.run(options)
    except _Failed as error:
        failure = error
    try:
        episode.ask_usage()  # of a broken episode too: its tokens were spent
    except _Failed as error:
        failure = failure or error
    return episode.record(failure)
