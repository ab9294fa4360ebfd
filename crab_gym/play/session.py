"""Episodes that a person plays, independent of any page: actions come in, states and screens go out.

The episodes run in their own thread, through `run_episode`, with a policy that waits for the person. So they are
recorded and scored, and their errors handled, like any other policy's.
"""

from __future__ import annotations

import io
import shutil
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crab_gym.backends.base import Image
from crab_gym.backends.specs import without_secrets
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.play.state import NotNow, Screens, Step, after_step, checkpoints_of, initial_state
from crab_gym.policies import PolicySpec, Usage
from crab_gym.records import EpisodeRecord, RunFolder, StepRecord, jsonable, read_config, read_run
from crab_gym.rollout.episode import Recorder, run_episode, versions
from crab_gym.rollout.run_lock import lock_run
from crab_sim.suggestions import unknown

__all__ = ["HumanPolicy", "Session"]

_LIVE_SECONDS = 0.5  # between two observations of a device in real time


class _Abandoned(BaseException):
    """The person left the episode unfinished. This is no `Exception`, so that it isn't recorded as an error."""


@dataclass(slots=True)
class _ShownScreen:
    """A device's screen.

    Attributes:
        version: Number of screens so far, with this one.
        drawn: Whether it has a display list, which the page draws itself.
        pixels: Its pixels.
        png: Its PNG file; None until somebody requests it.
    """

    version: int
    drawn: bool
    pixels: Image
    png: bytes | None = None


class HumanPolicy:
    """Waits for a person's actions.

    Args:
        session: The source of the actions.
    """

    name = "human"

    def __init__(self, session: Session) -> None:
        self._session = session

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Does nothing: the session shows the goal."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the person's next action."""
        return self._session.next_action()

    def usage(self) -> Usage:
        """Returns zeros, since there is no model."""
        return Usage()


class Session:
    """A task that a person plays any number of times, and the run folder for the finished episodes.

    Args:
        task: Id of the task, or ``"module:ATTRIBUTE"``.
        seed: Seed of the first episode.
        backend: The devices' backend; None for the task's default.
        out: The run folder; if it holds a person's run already, episodes are added. None keeps no record.
        max_steps: Step limit in place of the task's own.
        show_graph: Whether the person may see the task graph, which is the solution.
        success_at: When a solved task counts, as for `CrabEnv`.
        rules: What the person is to do beside the goal, as in a challenge; the page then shows harm, too.

    Raises:
        ValueError: An unknown task or backend.
        RecordError: The folder holds something else, or a run with another configuration, or another process uses it.

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
        success_at: str = "once",
        rules: str = "",
    ) -> None:
        self.env = CrabEnv(
            task, backend=backend, max_steps=max_steps, on_device_error="truncate", success_at=success_at
        )
        self.show_graph, self._rules = show_graph, rules
        with ExitStack() as resources:
            resources.callback(self.env.close)
            resources.enter_context(lock_run(out))
            self.folder = None if out is None else _open_folder(Path(out), task, backend, max_steps, success_at)
            self._resources = resources.pop_all()
        self._change = threading.Condition()
        self._next: tuple[Any] | None = None  # the person's action, which may be None itself
        self._seed: int | None = seed  # of the episode to begin
        self._closing = False
        self._screens: dict[str, _ShownScreen] = {}
        self._drawn = Screens()
        self._state: dict[str, Any] = {"version": 0, "phase": "reset"}
        self._publish(**initial_state(self.env, seed, self._rules))
        self._thread = threading.Thread(target=self._run, name="crab-gym play", daemon=True)

    def __enter__(self) -> Session:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the session and gives back the devices; an unfinished episode leaves no record."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        if self._thread.ident is not None:
            self._thread.join()
        else:
            self._resources.close()

    # Requests of the page

    def state(self, after: int = -1, timeout: float = 0.0) -> dict[str, Any]:
        """Returns the session's state, JSON-able.

        Its ``phase`` is ``"reset"`` (the devices are starting), ``"ready"`` (it is the person's turn), ``"busy"`` (an
        action is being executed), ``"ended"``, ``"failed"`` (``error`` says why) or ``"closed"``.

        Args:
            after: Version of the last known state; the call waits for a newer one.
            timeout: Maximum number of seconds to wait; then the present state is returned.
        """
        with self._change:
            self._change.wait_for(lambda: self._state["version"] > after, timeout)
            return dict(self._state)

    def wait_for(self, *phases: str, timeout: float = 60.0) -> dict[str, Any]:
        """Returns the state once it is in one of these phases.

        Args:
            phases: The phases, see `state`.
            timeout: Maximum number of seconds to wait.

        Raises:
            TimeoutError: The state wasn't in one of the phases in time.
        """
        with self._change:
            if not self._change.wait_for(lambda: self._state["phase"] in phases, timeout):
                raise TimeoutError(f"the session is still in phase {self._state['phase']!r}; expected {phases}")
            return dict(self._state)

    def act(self, action: Any, step: int | None = None) -> None:
        """Submits the person's next action, valid or not; the state shows its result.

        Args:
            action: The action.
            step: The number of steps before the action, so that an action that was meant for another screen is
                refused; None for any.

        Raises:
            NotNow: It isn't the person's turn, or `step` is another number.
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
        """Begins another episode; if the present one is unfinished, it leaves no record.

        Raises:
            NotNow: The devices are starting, or the session is closing.
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
            screen = self._screens.get(device)
        if screen is None:
            raise NotNow(f"{device} has no screen yet")
        if screen.png is None:
            screen.png = _png(screen.pixels)
        return screen.png

    def drawing(self, device: str) -> str:
        """Returns a device's present screen as the JSON that `canvas.js` draws.

        Raises:
            ValueError: There is no such device.
            NotNow: It has no display list.
        """
        if device not in self.env.screen_sizes:
            unknown("device", device, self.env.screen_sizes)
        with self._change:
            return self._drawn.text(device)

    def drawn_picture(self, digest: str) -> bytes:
        """Returns a file of a picture on one of the last screens: PNG, JPEG or SVG.

        Raises:
            ValueError: No such picture was on them.
        """
        with self._change:
            return self._drawn.picture(digest)

    # The thread of the episodes

    def _run(self) -> None:
        try:
            while (seed := self._next_seed()) is not None:
                try:
                    self._play(seed)
                except _Abandoned:
                    continue
                except Exception as error:  # such as a full disk; the person may try again
                    self._publish(phase="failed", error=str(error) or type(error).__name__)
        finally:
            try:
                self._resources.close()
            finally:
                self._publish(phase="closed")

    def _next_seed(self) -> int | None:
        """Waits for the seed of the next episode; None if the session is closing."""
        with self._change:
            self._change.wait_for(lambda: self._seed is not None or self._closing)
            seed, self._seed, self._next = self._seed, None, None
            return None if self._closing else seed

    def _play(self, seed: int) -> None:
        self._publish(**initial_state(self.env, seed, self._rules))
        task = self.env.task.name
        attempt, recorder, path = 0, None, None
        if self.folder is not None:
            attempts = [
                record.attempt for record in read_run(self.folder.path) if (record.task, record.seed) == (task, seed)
            ]
            attempt = max(attempts, default=-1) + 1
            recorder = self.folder.episode(task, seed, attempt)
            path = recorder.path
        try:
            record = run_episode(
                self.env, HumanPolicy(self), seed=seed, recorder=_LiveRecorder(self, recorder), attempt=attempt
            )
            if self.folder is not None:
                self.folder.append(record)
        except BaseException:
            if path is not None:
                shutil.rmtree(path, ignore_errors=True)
            raise
        self._publish(**self._result(record))

    def _result(self, record: EpisodeRecord) -> dict[str, Any]:
        """Returns the changes of the state when an episode ends."""
        phase = "failed" if record.error else "ended"
        return {
            "phase": phase if self._seed is None else "reset",
            "error": record.error,
            "success": record.success,
            "completion": record.completion,
            "end_reason": record.end_reason,
            "harm": list(record.harm if self._rules else ()),
            "saved": str(self.folder.path / "episodes" / record.folder) if self.folder is not None else "",
        }

    def next_action(self) -> Any:
        """Waits for the person's next action and returns it; meanwhile, the screens of devices in real time are shown.

        The policy calls this.
        """
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
                    raise _Abandoned
                if self._next is not None:
                    (action,), self._next = self._next, None
                    return action
            self.show_screens(self.env.observe())

    def show_screens(self, obs: Any) -> None:
        """Shows the screens of an observation."""
        with self._change:
            screens = {}
            for device, (width, height) in self.env.screen_sizes.items():
                drawn, changed = self._drawn.show(device, self.env.backends[device], (width, height))
                last = self._screens.get(device)
                same = last is not None and last.drawn == drawn
                if last is None or not same or (changed if drawn else not np.array_equal(last.pixels, obs[device])):
                    last = _ShownScreen(last.version + 1 if last else 1, drawn, obs[device])
                    self._screens[device] = last
                screens[device] = {"width": width, "height": height, "version": last.version, "drawn": drawn}
            if self._state["screens"] != screens:
                self._publish(screens=screens)

    def show_step(self, record: StepRecord) -> None:
        """Shows the result of a step."""
        step = Step(
            record.index,
            record.action,
            record.reward,
            record.completion,
            record.invalid_action,
            record.said,
            record.end_reason,
        )
        self._publish(**after_step(self._state, self.env.goal, step))

    def show_progress(self) -> None:
        """Shows the states of the checkpoints, if the session shows the graph."""
        if self.show_graph:
            self._publish(**checkpoints_of(self.env))

    def _publish(self, **changes: Any) -> None:
        with self._change:
            self._state = {**self._state, **changes, "version": self._state["version"] + 1}
            self._change.notify_all()


class _LiveRecorder:
    """Shows an episode while recording it."""

    def __init__(self, session: Session, recorder: Recorder | None) -> None:
        self._session, self._recorder = session, recorder

    def screens(self, step: int, obs: Any) -> Mapping[str, str]:
        names = self._recorder.screens(step, obs) if self._recorder is not None else {}
        self._session.show_screens(obs)
        self._session.show_progress()
        return names

    def step(self, record: StepRecord) -> None:
        if self._recorder is not None:
            self._recorder.step(record)
        self._session.show_step(record)


def _open_folder(
    path: Path, task: str, backend: str | Mapping[str, Any] | None, max_steps: int | None, success_at: str
) -> RunFolder:
    """Opens the run folder, which may already hold a person's episodes of other tasks."""
    config = {
        "tasks": [task],
        "policy": HumanPolicy.name,
        "backend": jsonable(without_secrets(backend)),
        "max_steps": max_steps,
        **({"success_at": success_at} if success_at != "once" else {}),
    }
    if (path / "run.json").is_file():
        before = read_config(path).get("tasks", [])
        config["tasks"] = list(dict.fromkeys([*before, task]))
    return RunFolder(path, config, versions(), resume=(path / "run.json").is_file())


def _png(image: Image) -> bytes:
    from PIL import Image as Pictures

    file = io.BytesIO()
    Pictures.fromarray(image).save(file, "PNG", compress_level=1)
    return file.getvalue()
