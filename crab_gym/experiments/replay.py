"""Recorded episodes played again on the simulator, which show whether their actions give what the records say.

* `replay` - plays the actions of episodes again, and compares all that doesn't depend on the policy.
* `Replayed` - the outcome for one episode. `fault` - the first that speaks against an archive.

Nothing of a record is trusted: it chooses no code (tasks are those of the index, or composed of its parts), and no
device but simulated ones.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final, NamedTuple

from crab_gym import __version__
from crab_gym.backends.base import InvalidAction
from crab_gym.envs import verbs
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import PolicySpec, Restore, Usage
from crab_gym.records import EpisodeRecord, StepRecord, jsonable, marks_of
from crab_gym.results.sharing import Submission
from crab_gym.results.sharing.redaction import HIDDEN
from crab_gym.rollout import run_episode
from crab_gym.rollout.protocols import Protocol
from crab_gym.task import load, read_index
from crab_gym.wrappers.marks_space import with_points

__all__ = ["Replayed", "fault", "replay"]

_STEP: Final = (
    "reward",
    "reward_terms",
    "completion",
    "passed",
    "active",
    "completed",
    "end_reason",
    "done",
    "said",
    "result",
    "events",
    "state",
)
"""Fields of a step that its action determines. Older versions recorded no ``state`` and no ``completed``."""
_START: Final = ("goal", "parameters", "graph", "variation", "composition", "backends")
"""Fields of an episode that its task and its seed determine."""
_END: Final = ("completion", "coverage", "success", "end_reason", "logical_consistency", "harm", "litter", "restores")
"""Fields that its actions determine."""
_REFUSED: Final = "refused when it was recorded"
"""An action that every device refuses, in place of one of which only the refusal is known."""


class Replayed(NamedTuple):
    """The outcome for one episode.

    Attributes:
        name: The episode, in words.
        difference: Where it differs from the record; ``""`` where nothing differs.
        unplayed: Why it can't be played again; ``""`` if it was.
        excused: Whether that is acceptable: it isn't scored, or record and configuration name the same real devices.
            Other reasons follow from what the record says of itself alone, and may be made up.
    """

    name: str
    difference: str = ""
    unplayed: str = ""
    excused: bool = False


def replay(records: Sequence[EpisodeRecord], config: Mapping[str, Any], workers: int = 1) -> Iterator[Replayed]:
    """Plays the actions of recorded episodes again, and yields the outcomes in their order.

    Args:
        records: The episodes with their steps.
        config: The configuration of their run: its backend, its rules and what varied.
        workers: Number of episodes that are played at once, each in a process of its own; one is played in this
            process.
    """
    played = partial(_replayed, config=config)
    if workers == 1 or len(records) < 2:
        yield from map(played, records)
        return
    # Other threads may hold locks here, which a fork would copy.
    with ProcessPoolExecutor(min(workers, len(records)), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(played, records, chunksize=4)


def fault(submission: Submission, workers: int = 1) -> str:
    """Returns why an archive can't be believed without trust in whoever sent it, ``""`` if it can.

    Each of its scored episodes has to be played again here, and to come out as recorded. Those on real devices can't.

    Args:
        submission: The archive, as it was checked.
        workers: Number of episodes that are played at once.
    """
    outcomes = replay(submission.records, submission.config, workers)
    for record, outcome in zip(submission.records, outcomes, strict=True):
        if outcome.difference:
            return f"{outcome.name}: {outcome.difference}"
        if outcome.unplayed and not record.error:
            return f"{outcome.name} can't be played again: {outcome.unplayed}"
    return ""


def _replayed(record: EpisodeRecord, config: Mapping[str, Any]) -> Replayed:
    name = f"{record.task} seed {record.seed}" + (f" of {record.policy_id}" if record.policy_id else "")
    reason, excused = _unplayable(record, config)
    if reason:
        return Replayed(name, unplayed=reason, excused=excused)
    try:
        env = _environment(record, config)
    except (TypeError, ValueError) as error:  # of another version, or made up
        return Replayed(name, difference=f"its run's configuration plays nothing: {error}")
    try:
        policy = _Recorded(env, record)
        replay = run_episode(env, policy, seed=record.seed, recorder=_NoPictures(), allow_restore=True)
        return Replayed(name, _difference(record, replay, policy.difference))
    except Exception as error:  # the record may hold anything
        return Replayed(name, difference=f"it can't be played: {type(error).__name__}: {error}")
    finally:
        env.close()


def _unplayable(record: EpisodeRecord, config: Mapping[str, Any]) -> tuple[str, bool]:
    """Returns why an episode can't be played again here, ``""`` if it can, and whether that is acceptable."""
    if record.error:
        return "it ended in an error, and isn't scored", True
    try:
        task = load(_task(record))
        specs = task.specs(config.get("backend"))
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        return f"its task or its devices aren't known here: {error}", False
    real = {device: spec.kind for device, spec in specs.items() if spec.kind != "sim"}
    played = {device: label.partition(":")[0] for device, label in record.backends.items()}
    if real and real.items() <= played.items():
        return "its devices weren't simulated", True
    if real or any(kind != "sim" for kind in played.values()):
        return "its devices weren't those of its run's configuration", False
    if record.versions.get("crab_gym") != __version__:
        return f"it was played by crab-gym {record.versions.get('crab_gym', '')}, and this is {__version__}", False
    if (task.version, task.definition_hash()) != (record.version, record.definition_hash):
        return "its task has another definition here", False
    if HIDDEN in json.dumps([(step.action, step.done) for step in record.steps]):
        return "a secret was removed from its actions", False
    return "", False


def _task(record: EpisodeRecord) -> str | Mapping[str, Any]:
    """Returns the name of a record's task in the index, or the parts of which it is composed.

    The reader accepts only plain names of tasks, none of a module, so no code is chosen here.
    """
    return record.task if record.task in read_index() or not record.composition else record.composition


def _environment(record: EpisodeRecord, config: Mapping[str, Any]) -> CrabEnv:
    rules = {name: config[name] for name in Protocol._fields if name in config}
    return CrabEnv(
        _task(record),
        backend=config.get("backend"),
        screens=False,
        on_device_error="truncate",
        variation=config.get("variation"),
        tools=config.get("tools", False),
        **rules,
    )


class _NoPictures:
    """Lets steps be recorded with their fingerprints, and stores nothing."""

    def screens(self, step: int, obs: Any) -> Mapping[str, str]:
        return {}

    def step(self, record: StepRecord) -> None:
        pass


class _Recorded:
    """The policy that takes a record's actions.

    Attributes:
        difference: The first step that can't be taken as recorded, in words.
    """

    name = "recorded"

    def __init__(self, env: CrabEnv, record: EpisodeRecord) -> None:
        self._env, self._steps, self._marks = env, record.steps, marks_of(record)
        self._position = 0
        self._states: list[Any] = []
        self._target: Any = None
        self._restores = 0  # since the last action
        self._snapshot: Callable[[], Any] | None = None
        self._going_back = any(step.restored for step in record.steps)
        self.difference = ""

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Takes the snapshots' source."""
        self._snapshot = spec.snapshot

    def usage(self) -> Usage:
        """Returns zeros: no model is asked."""
        return Usage()

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the next recorded action, or goes back to the state in which it was taken.

        Raises:
            ValueError: The record has no more actions, or an impossible one.
        """
        if self._position == len(self._steps):
            raise self._failed(f"the episode goes on after its last step, {self._position}")
        step = self._steps[self._position]
        if self._going_back and not self._restores:
            assert self._snapshot is not None
            self._states.append(self._snapshot())
            if step.restored:
                self._target = self._state_before(step)
        if self._restores < _restores(step):
            self._restores += 1
            return Restore(self._target)
        self._restores = 0
        choice = self._choice(step)
        self._position += 1
        return choice

    def _state_before(self, step: StepRecord) -> Any:
        """Returns the latest state from which a step leads to the recorded one."""
        for handle in reversed(self._states):
            env = self._env.fork()
            env.restore(handle)
            *_, info = env.step(self._choice(step))
            if step.state == env.fingerprint() and step.completion == info["completion"]:
                return handle
        raise self._failed(f"step {step.index}: from no earlier state of the episode it leads to the recorded one")

    def _choice(self, step: StepRecord) -> Any:
        """Returns the action of a step for the environment without wrappers.

        Raises:
            ValueError: What was carried out isn't what the policy chose.
        """
        if step.done is None:
            return step.action if isinstance(step.action, Mapping) else _REFUSED
        done = dict(step.done)
        try:
            action = with_points(step.action, partial(self._touched, step))
            if isinstance(action, Mapping):  # otherwise the policy has actions of its own, such as numbers
                device, name, args = verbs.check(action, self._env.screen_sizes, self._env.table)
                if {"device": device, "name": name, "args": args} != done:
                    raise InvalidAction("another one")
        except InvalidAction:
            raise self._failed(f"step {step.index}: what was carried out isn't the action that was chosen") from None
        return done

    def _touched(self, step: StepRecord, device: str, number: int) -> tuple[int, int]:
        """Returns the point that a step touched, which must be within the element that it names."""
        for mark, (left, top, right, bottom), *_ in self._marks[step.index - 1].get(device, ()):
            if mark == number:
                for x, y in step.points:
                    if left <= x < right and top <= y < bottom:
                        return x, y
        raise InvalidAction("elsewhere")

    def _failed(self, difference: str) -> ValueError:
        self.difference = self.difference or difference
        return ValueError(difference)


def _restores(step: StepRecord) -> int:
    """Returns how often a policy went back before a step, which its notes tell; only the last time matters."""
    if not step.restored:
        return 0
    before = step.notes.get("before_restore")
    return max(1, len(before)) if isinstance(before, list) else 1


def _difference(record: EpisodeRecord, replay: EpisodeRecord, impossible: str) -> str:
    """Returns the first difference between an episode and its record; ``""`` where nothing differs.

    Args:
        record: The record.
        replay: The record of the episode that was played again.
        impossible: Why that couldn't go on; ``""`` if it ended.
    """
    for name in _START:
        if not _agree(getattr(record, name), getattr(replay, name)):
            return f"its task has another {name} with this seed"
    for recorded, step in zip(record.steps, replay.steps, strict=False):
        if bool(recorded.invalid_action) != bool(step.invalid_action):
            was, now = ("refused", "carried out") if recorded.invalid_action else ("carried out", "refused")
            return f"step {step.index}: its action was {was} by the record, and is {now}"
        for name in _STEP:
            value: Any = getattr(recorded, name)
            again: Any = getattr(step, name)
            if name in ("state", "completed") and not value:
                continue
            if name == "reward_terms":
                again = {term: again[term] for term in value if term in again}  # older versions had fewer
            if not _agree(value, again):
                return f"step {step.index}: another {name.replace('done', 'action')} than recorded"
    if impossible or replay.error:
        return impossible or f"it breaks: {replay.error}"
    if len(record.steps) > len(replay.steps):
        return f"it ends with step {len(replay.steps)} ({replay.end_reason}), and the record goes on"
    for name in _END:
        if not _agree(getattr(record, name), getattr(replay, name)):
            return f"another {name} than recorded"
    return ""


def _agree(recorded: Any, replayed: Any) -> bool:
    """Returns whether a recorded value equals the replayed one, unless a secret was removed from it."""
    plain = json.dumps(jsonable(recorded), sort_keys=True)
    return HIDDEN in plain or plain == json.dumps(jsonable(replayed), sort_keys=True)
