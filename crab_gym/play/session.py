"""Episodes that a person plays, without any page: actions come in, states and screens go out.

The episodes run in a thread of their own, through `run_episode`, with a policy that waits for the person. So a
person's episodes are recorded, scored and told apart from errors like any other policy's.
"""

from __future__ import annotations

import io
import shutil
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from crab_gym.backends.base import Image
from crab_gym.backends.specs import without_secrets
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import TaskGraph
from crab_gym.evaluation.graph import unknown
from crab_gym.policies import PolicySpec, Usage
from crab_gym.results.records import EpisodeRecord, StepRecord, read_config, read_run
from crab_gym.rollout.episode import Recorder, run_episode, versions
from crab_gym.rollout.record import jsonable
from crab_gym.rollout.recorder import RunFolder
from crab_gym.rollout.runs import lock_run

__all__ = ["MAX_LINES", "HumanPolicy", "NotNow", "Session"]

MAX_LINES = 200
"""Steps of the history that a state tells; the record has all."""
_LINE = 80  # characters
_LIVE_SECONDS = 0.5  # between two looks at a device whose clock runs by itself


class NotNow(RuntimeError):
    """What was asked for can't be done at this moment; the message says why."""


class _Left(BaseException):
    """The person leaves the episode unfinished: no error of anything, so nothing may catch and record it."""


class _Shown(NamedTuple):
    """A screen, and how often it has changed."""

    version: int
    pixels: Image
    png: dict[str, bytes]


class HumanPolicy:
    """Waits for a person's actions.

    Args:
        session: Where they come from.
    """

    name = "human"

    def __init__(self, session: Session) -> None:
        self._session = session

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Does nothing: the session shows the goal."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns what the person does next."""
        return self._session.ask()

    def usage(self) -> Usage:
        """Returns zeros: no model is asked."""
        return Usage()


class Session:
    """A task that a person plays as often as they like, and the run folder that their finished episodes go to.

    Args:
        task: Id of the task, or ``"module:ATTRIBUTE"``.
        seed: Seed of the first episode.
        backend: What plays the devices; None for what the task does by default.
        out: The run folder; a person's run that is there already is added to. None keeps no record.
        max_steps: Step limit, where it isn't the task's.
        show_graph: Whether the task graph, which is the solution, may be seen.

    Raises:
        ValueError: An unknown task or backend.
        RecordError: The folder holds something else, or a run that was made in another way, or another process is at
            it.

    Example:
        >>> with Session("learn.open_app", show_graph=True) as session:
        ...     state = session.wait_for("ready")
        ...     session.act({"device": "android", "name": "press", "args": {"key": "home"}})
        ...     state = session.wait_for("ready")
        ...     state["step"], state["completion"], state["graph"]["completed"]
        (1, 0.0, 0)
    """

    def __init__(
        self,
        task: str,
        *,
        seed: int = 0,
        backend: str | Mapping[str, Any] | None = None,
        out: Path | str | None = None,
        max_steps: int | None = None,
        show_graph: bool = False,
    ) -> None:
        self.env = CrabEnv(task, backend=backend, max_steps=max_steps, on_device_error="truncate")
        self.show_graph = show_graph
        with ExitStack() as held:
            held.callback(self.env.close)
            held.enter_context(lock_run(out))
            self.folder = None if out is None else _open(Path(out), task, backend, max_steps)
            self._held = held.pop_all()
        self._change = threading.Condition()
        self._next: Any = None  # the person's action, in a tuple of one
        self._seed: int | None = seed  # of the episode to begin
        self._closing = False
        self._shown: dict[str, _Shown] = {}
        self._graph: tuple[TaskGraph, Mapping[str, str]] | None = None
        self._state: dict[str, Any] = {"version": 0, "phase": "reset"}
        self._publish(**self._fresh(seed))
        self._thread = threading.Thread(target=self._run, name="crab-gym play", daemon=True)

    def __enter__(self) -> Session:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the session; an unfinished episode leaves nothing behind. The devices are given back."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        if self._thread.ident is not None:
            self._thread.join()
        else:
            self._held.close()

    # What the page asks for

    def state(self, after: int = -1, timeout: float = 0.0) -> dict[str, Any]:
        """Returns how the session stands, once its version is above `after` or the time is over; JSON-able.

        ``phase`` is ``"reset"`` (the devices are brought up), ``"ready"`` (it is the person's turn), ``"busy"`` (an
        action is carried out), ``"ended"``, ``"failed"`` (it broke; ``error`` says what) or ``"closed"``.
        """
        with self._change:
            self._change.wait_for(lambda: self._state["version"] > after, timeout)
            return dict(self._state)

    def wait_for(self, *phases: str, timeout: float = 60.0) -> dict[str, Any]:
        """Returns the state once it is in one of these phases.

        Raises:
            TimeoutError: It wasn't in time.
        """
        with self._change:
            if not self._change.wait_for(lambda: self._state["phase"] in phases, timeout):
                raise TimeoutError(f"the session is still in phase {self._state['phase']!r}; expected {phases}")
            return dict(self._state)

    def act(self, action: Any, step: int | None = None) -> None:
        """Hands in the person's next action, which needn't be valid; the state tells what became of it.

        Args:
            action: The action.
            step: The number of steps after which it was meant to come, so that what was meant for another screen is
                refused; None for any.

        Raises:
            NotNow: It isn't the person's turn, or another step's.
        """
        with self._change:
            phase = self._state["phase"]
            if phase != "ready" or self._next is not None:
                raise NotNow(f"no action can be taken now: the session is in phase {phase!r}")
            if step is not None and step != self._state["step"]:
                raise NotNow(f"the action was meant to follow step {step}, but {self._state['step']} were taken")
            self._next = (action,)
            self._publish(phase="busy")

    def restart(self, seed: int) -> None:
        """Begins another episode; the present one, if unfinished, leaves no record.

        Raises:
            NotNow: The devices are being brought up, or the session is closing.
        """
        with self._change:
            if self._closing or self._state["phase"] == "reset":
                raise NotNow("another episode is being prepared already")
            self._seed = seed
            self._publish(phase="reset")

    def picture(self, device: str) -> bytes:
        """Returns a device's present screen as a PNG file.

        Raises:
            ValueError: There is no such device.
            NotNow: It has no screen yet.
        """
        if device not in self.env.screen_sizes:
            unknown("device", device, self.env.screen_sizes)
        with self._change:
            shown = self._shown.get(device)
        if shown is None:
            raise NotNow(f"{device} has no screen yet")
        if not shown.png:  # drawn once, and only if somebody looks
            shown.png["png"] = _png(shown.pixels)
        return shown.png["png"]

    def graph_picture(self) -> bytes:
        """Returns the task graph with each checkpoint's state as a PNG file.

        Raises:
            ValueError: The session doesn't show it.
            NotNow: There is none yet.
        """
        if not self.show_graph:
            raise ValueError("the task graph is the solution, so it is hidden; `--show-graph` shows it")
        with self._change:
            graph = self._graph
        if graph is None:
            raise NotNow("there is no task graph yet")
        from crab_gym.evaluation.graph_drawing import draw_graph

        return _png(draw_graph(graph[0], states=graph[1]))

    # What the episodes' thread does

    def _run(self) -> None:
        try:
            while (seed := self._next_seed()) is not None:
                try:
                    self._play(seed)
                except _Left:
                    continue
                except Exception as error:  # a full disk, for one; the person may go on after it
                    self._publish(phase="failed", error=str(error) or type(error).__name__)
        finally:
            try:
                self._held.close()
            finally:
                self._publish(phase="closed")

    def _next_seed(self) -> int | None:
        """Waits for the seed of the next episode; None where there is none any more."""
        with self._change:
            self._change.wait_for(lambda: self._seed is not None or self._closing)
            seed, self._seed, self._next = self._seed, None, None
            return None if self._closing else seed

    def _play(self, seed: int) -> None:
        self._publish(**self._fresh(seed))
        task = self.env.task.name
        attempt, recorder, path = 0, None, None
        if self.folder is not None:
            before = [
                record.attempt for record in read_run(self.folder.path) if (record.task, record.seed) == (task, seed)
            ]
            attempt = max(before, default=-1) + 1
            recorder = self.folder.episode(task, seed, attempt)
            path = recorder.path
        try:
            record = run_episode(
                self.env, HumanPolicy(self), seed=seed, recorder=_Live(self, recorder), attempt=attempt
            )
            if self.folder is not None:
                self.folder.append(record)
        except BaseException:
            if path is not None:
                shutil.rmtree(path, ignore_errors=True)
            raise
        self._publish(**self._result(record))

    def _fresh(self, seed: int) -> dict[str, Any]:
        """Returns the state of an episode that hasn't begun."""
        return {
            "phase": "reset",
            "seed": seed,
            "goal": "",
            "step": 0,
            "max_steps": self.env.max_steps,
            "completion": 0.0,
            "reward": 0.0,
            "total_reward": 0.0,
            "invalid_action": "",
            "error": "",
            "end_reason": "",
            "success": False,
            "history": [],
            "saved": "",
            "screens": {},
            "graph": None,
        }

    def _result(self, record: EpisodeRecord) -> dict[str, Any]:
        """Returns what an ended episode changes of the state."""
        ended = "failed" if record.error else "ended"
        return {
            "phase": ended if self._seed is None else "reset",
            "error": record.error,
            "success": record.success,
            "completion": record.completion,
            "end_reason": record.end_reason,
            "saved": str(self.folder.path / "episodes" / record.folder) if self.folder is not None else "",
        }

    def ask(self) -> Any:
        """Returns the person's next action; called by the policy. Meanwhile real devices are looked at."""
        live = any(backend.real_time for backend in self.env.backends.values())
        with self._change:
            if self._seed is None:
                self._publish(phase="ready", goal=self.env.goal)
        while True:
            with self._change:
                self._change.wait_for(
                    lambda: self._next is not None or self._seed is not None or self._closing,
                    _LIVE_SECONDS if live else None,
                )
                if self._seed is not None or self._closing:
                    raise _Left
                if self._next is not None:
                    (action,), self._next = self._next, None
                    return action
            self.show(self.env.observe())

    def show(self, obs: Any) -> None:
        """Shows the screens of an observation, and how far the graph is."""
        with self._change:
            changed = False
            for device in self.env.screen_sizes:
                last = self._shown.get(device)
                if last is None or not np.array_equal(last.pixels, obs[device]):
                    self._shown[device] = _Shown(last.version + 1 if last else 1, obs[device], {})
                    changed = True
            sizes = self.env.screen_sizes
            screens = {
                device: {"width": sizes[device][0], "height": sizes[device][1], "version": shown.version}
                for device, shown in self._shown.items()
            }
            if changed or self._state["screens"] != screens:
                self._publish(screens=screens)

    def tell(self, record: StepRecord) -> None:
        """Tells what came of a step."""
        history = [
            *self._state["history"],
            {
                "index": record.index,
                "action": _line(record.action),
                "reward": record.reward,
                "invalid_action": record.invalid_action,
            },
        ]
        self._publish(
            step=record.index,
            completion=record.completion,
            reward=record.reward,
            total_reward=self._state["total_reward"] + record.reward,
            invalid_action=record.invalid_action,
            end_reason=record.end_reason,
            history=history[-MAX_LINES:],
        )

    def tell_graph(self) -> None:
        """Tells how far the task graph is, where that may be seen."""
        if not self.show_graph:
            return
        evaluator = self.env.evaluator
        active, passed = evaluator.active, evaluator.passed
        states = {node.id: "active" if node.id in active else "waiting" for node in evaluator.graph}
        states |= dict.fromkeys(passed, "completed")
        self._graph = evaluator.graph, states
        counts = list(states.values())
        self._publish(graph={state: counts.count(state) for state in ("completed", "active", "waiting")})

    def _publish(self, **changes: Any) -> None:
        with self._change:
            self._state = {**self._state, **changes, "version": self._state["version"] + 1}
            self._change.notify_all()


class _Live:
    """Shows an episode while it is recorded."""

    def __init__(self, session: Session, recorder: Recorder | None) -> None:
        self._session, self._recorder = session, recorder

    def screens(self, step: int, obs: Any) -> Mapping[str, str]:
        names = self._recorder.screens(step, obs) if self._recorder is not None else {}
        self._session.show(obs)
        self._session.tell_graph()
        return names

    def step(self, record: StepRecord) -> None:
        if self._recorder is not None:
            self._recorder.step(record)
        self._session.tell(record)


def _open(path: Path, task: str, backend: str | Mapping[str, Any] | None, max_steps: int | None) -> RunFolder:
    """Returns the run folder, which may hold a person's episodes of other tasks already."""
    config = {
        "tasks": [task],
        "policy": HumanPolicy.name,
        "backend": jsonable(without_secrets(backend)),
        "max_steps": max_steps,
    }
    if (path / "run.json").is_file():
        before = read_config(path).get("tasks", [])
        config["tasks"] = list(dict.fromkeys([*before, task]))
    return RunFolder(path, config, versions(), resume=(path / "run.json").is_file())


def _line(action: Any) -> str:
    """Returns an action in a line, whatever it is.

    >>> _line({"device": "android", "name": "long_tap", "args": {"x": 3, "y": 4}})
    'android: long tap 3, 4'
    """
    try:
        values = [" ".join(value) if isinstance(value, list) else str(value) for value in action["args"].values()]
        line = f"{action['device']}: {action['name'].replace('_', ' ')} {', '.join(values)}".strip()
    except (TypeError, KeyError, AttributeError):
        line = str(action)
    line = " ".join(line.split())
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"


def _png(image: Any) -> bytes:
    from PIL import Image as Pictures

    file = io.BytesIO()
    (Pictures.fromarray(image) if isinstance(image, np.ndarray) else image).save(file, "PNG", compress_level=1)
    return file.getvalue()
