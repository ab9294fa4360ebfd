"""`RecordEpisode`, the wrapper that films episodes."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np

from crab_gym.backends.base import DeviceError, Image
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.wrappers.film.formats import FORMATS, Film
from crab_gym.wrappers.film.frames import Note, Painter

__all__ = ["FORMATS", "RecordEpisode"]


class RecordEpisode(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Writes a GIF or an MP4 of each episode: the screens beside the task graph.

    A picture shows the screens before an action, the action at its place, and the graph's checkpoints: completed,
    active, waiting. The last picture shows how the episode ended. The screens are those that the agent sees, with the
    marks of inner wrappers; with ``screens=False`` they are drawn only for the recording. The graph is privileged, so
    recordings are for people: no part of them is in observations or infos.

    Files are named ``<task>_<episode>.gif``. A file is written when the episode ends, is cut off by a reset, or the
    environment is closed; existing files are never overwritten.

    Args:
        env: An environment of crab-gym, wrapped or not.
        folder: The folder for the files, created when needed.
        format: ``"gif"`` or ``"mp4"`` (extra ``vision``).
        every: Number of episodes from one recording to the next; the first episode is recorded.
        fps: Pictures, and so steps, per second.
        height: Height of the pictures in pixels, at least 240; even.

    Attributes:
        recordings: The files written so far.

    Raises:
        TypeError: The environment isn't one of crab-gym.
        ValueError: An argument is out of range.
        MissingExtra: The format is ``"mp4"`` and imageio-ffmpeg isn't installed.

    Example:
        >>> import gymnasium as gym, crab_gym, tempfile
        >>> from crab_gym.wrappers import RecordEpisode
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     env = RecordEpisode(gym.make("Crab-v0/android.add_contact"), folder=folder)
        ...     obs, info = env.reset(seed=0)
        ...     obs, *_ = env.step({"device": "root", "name": "complete", "args": {}})
        ...     [path.name for path in env.recordings]
        ['android.add_contact_0000.gif']
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        folder: str | os.PathLike[str],
        format: str = "gif",
        every: int = 1,
        fps: float = 1.0,
        height: int = 720,
    ) -> None:
        folder = os.fspath(folder)
        gym.utils.RecordConstructorArgs.__init__(
            self, folder=folder, format=format, every=every, fps=fps, height=height
        )
        gym.Wrapper.__init__(self, env)
        base = env.unwrapped
        if not isinstance(base, CrabEnv):
            raise TypeError(f"RecordEpisode got {type(base).__name__}; expected an environment of crab-gym")
        if format not in FORMATS:
            raise ValueError(f"format is {format!r}; expected one of: {', '.join(map(repr, FORMATS))}")
        if type(every) is not int or every < 1:
            raise ValueError(f"every is {every!r}; expected a whole number of episodes above 0")
        if isinstance(fps, bool) or not isinstance(fps, (int, float)) or not 0.1 <= fps <= 60:
            raise ValueError(f"fps is {fps!r}; expected 0.1 to 60 pictures a second")
        if type(height) is not int or not 240 <= height <= 4096 or height % 2:
            raise ValueError(f"height is {height!r}; expected an even number of pixels from 240 to 4096")
        FORMATS[format].check()
        self.recordings: list[Path] = []
        self._base = base
        self._folder, self._every, self._fps = Path(folder), every, float(fps)
        self._make: type[Film] = FORMATS[format]
        self._height = height
        self._episodes = 0
        self._film: Film | None = None
        self._painter: Painter | None = None
        self._screens: dict[str, Image] = {}
        self._passed: tuple[str, ...] = ()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; an unfinished recording is written as it is. See `CrabEnv.reset`."""
        self._finish(Note("cut off", ""))
        obs, info = self.env.reset(seed=seed, options=options)
        if self._episodes % self._every == 0:
            self._painter = Painter(self._base.goal, self._base.task.name, self._base.evaluator.graph, self._height)
            self._screens, self._passed = self._look(obs), ()
        self._episodes += 1
        return obs, info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Takes a step; see `CrabEnv.step`."""
        if self._painter is None:
            return self.env.step(action)
        before, active = len(self._base.actions), self._base.evaluator.active
        obs, reward, terminated, truncated, info = self.env.step(action)
        done = self._base.actions[-1] if len(self._base.actions) > before else None
        refused = info["invalid_action"] or info["device_error"]
        note = Note.of_step(info["step"], self._base.max_steps, done, refused)
        self._add(self._painter.frame(self._screens, note, self._passed, active, done))
        self._screens, self._passed = self._look(obs), self._base.evaluator.order
        if terminated or truncated:
            self._finish(Note.of_end(info["end_reason"], info["step"], self._base.evaluator.completion))
        return obs, reward, terminated, truncated, info

    def close(self) -> None:
        """Writes an unfinished recording as it is, and closes the environment."""
        self._finish(Note("cut off", ""))
        super().close()

    def _look(self, obs: Any) -> dict[str, Image]:
        """Returns the screens as the agent sees them; the devices' own if observations have none."""
        screens = {}
        for device, (width, height) in self._base.screen_sizes.items():
            screen = obs.get(device) if isinstance(obs, Mapping) else None
            if not isinstance(screen, np.ndarray) or screen.shape != (height, width, 3) or screen.dtype != np.uint8:
                try:
                    screen = self._base.backends[device].screenshot()
                except DeviceError:  # it broke in this step
                    screen = self._screens.get(device, np.zeros((height, width, 3), np.uint8))
            screens[device] = screen
        return screens

    def _add(self, frame: Image, seconds: float | None = None) -> None:
        if self._film is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"[^a-z0-9_.]", "_", self._base.task.name) + f"_{self._episodes - 1:04d}"
            self._film = self._make(self._folder, name, self._fps, (frame.shape[1], frame.shape[0]))
        self._film.add(frame, seconds)

    def _finish(self, note: Note) -> None:
        """Adds the last picture and writes the file, if any action was taken."""
        painter, self._painter = self._painter, None
        if painter is None or self._film is None:
            return
        active = self._base.evaluator.active
        self._add(painter.frame(self._screens, note, self._passed, active), max(3.0, 1 / self._fps))
        film, self._film = self._film, None
        self._screens = {}
        self.recordings.append(film.finish())
