"""Episodes that a person plays in a browser, where Python itself runs (Pyodide): the worker's side of the page.

`BrowserSession` answers the requests that `crab_gym.play.server` answers elsewhere. There are no threads there, and
neither numpy, Pillow, pydantic nor Gymnasium; `TASKS` are tasks that need none of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.play.state import (
    NotNow,
    Screens,
    Step,
    after_step,
    check_seed,
    checkpoints_of,
    crash_told,
    initial_state,
    setup_of,
)
from crab_sim.devices.facts import Crash
from crab_sim.extras import MissingExtra
from crab_sim.machine.crashes import watching
from crab_sim.suggestions import unknown

__all__ = ["TASKS", "BrowserSession"]

TASKS: Final[tuple[str, ...]] = tuple(json.loads(files("crab_gym.play").joinpath("browser.json").read_text("utf-8")))
"""The tasks that can be played in a browser."""


class BrowserSession:
    """A task that a person plays any number of times.

    Example:
        >>> session = BrowserSession()
        >>> session.open("learn.open_app", 0)["task"]
        'learn.open_app'
        >>> session.act({"device": "android", "name": "press", "args": {"key": "home"}}, 0)["step"]
        1
    """

    def __init__(self) -> None:
        self.env: CrabEnv | None = None
        self._screens = Screens()
        self._state: dict[str, Any] = {"version": 0, "phase": "reset"}

    def open(self, task: str, seed: int) -> dict[str, Any]:
        """Begins an episode of a task and returns its setup.

        Args:
            task: One of `TASKS`.
            seed: The episode's seed.

        Raises:
            ValueError: There is no such task, or the seed is none; what was open stays open.
        """
        check_seed(seed)
        if task not in TASKS:
            unknown("task", task, TASKS)
        env, last = CrabEnv(task, screens=False, on_device_error="truncate"), self.env
        if last is not None:
            last.close()
        self.env, self._screens = env, Screens()
        self._publish(**initial_state(env, seed))
        self.restart(seed)
        return setup_of(env, show_graph=True)

    def restart(self, seed: int) -> dict[str, Any]:
        """Begins another episode of the same task and returns its state.

        Raises:
            NotNow: No task was opened.
            ValueError: The seed is none; the present episode goes on.
        """
        check_seed(seed)
        env, shown = self._playing(), self._state["screens"]
        self._publish(**{**initial_state(env, seed), "screens": shown})
        env.reset(seed=seed)
        with watching() as crashes:
            screens = self._seen()
        self._publish(phase="ready", goal=env.goal, crash=_told(crashes), **checkpoints_of(env), **screens)
        return self._state

    def act(self, action: Any, step: int) -> dict[str, Any]:
        """Carries out an action, valid or not, and returns the state after it.

        Args:
            action: The action.
            step: The number of steps before it.

        Raises:
            NotNow: The episode has ended, or another number of steps were taken.
        """
        env, taken = self._playing(), self._state["step"]
        if self._state["phase"] != "ready" or step != taken:
            raise NotNow(f"the action was meant to follow step {step}; {taken} were taken, and the episode may be over")
        crash, reward, terminated, truncated = "", 0.0, False, False
        info = {"completion": self._state["completion"], "invalid_action": "", "said": "", "end_reason": ""}
        with watching() as crashes:  # an app may crash when it is drawn, after the step
            try:
                _, reward, terminated, truncated, info = env.step(action)
            except MissingExtra as error:  # the step counts, and what came before its end remains
                crash = f"This page can't do that: {str(error).partition(';')[0]}."
            screens = self._seen()
        ending = info["end_reason"]
        shown = Step(taken + 1, action, float(reward), info["completion"], info["invalid_action"], info["said"], ending)
        changes = after_step(self._state, env.goal, shown)
        if terminated or truncated:
            failed = bool(info["device_error"])
            changes |= {"phase": "failed" if failed else "ended", "error": info["device_error"]}
            changes |= {"success": bool(info["is_success"])}
        self._publish(**changes, crash=crash or _told(crashes), **checkpoints_of(env), **screens)
        return self._state

    def request(self, path: str, body: str) -> str:
        """Answers a request of the page.

        Args:
            path: As of `crab_gym.play.server`, or ``/api/open``.
            body: A JSON object.

        Returns:
            JSON; an object with ``error`` where the request was refused.
        """
        given = json.loads(body)
        try:
            match path:
                case "/api/open":
                    return json.dumps(self.open(given["task"], given.get("seed")))
                case "/api/state":
                    return json.dumps(self._state)
                case "/api/act":
                    return json.dumps(self.act(given["action"], given["step"]))
                case "/api/restart":
                    return json.dumps(self.restart(given.get("seed")))
            if path.startswith("/screen/"):
                return self._screens.text(path.removeprefix("/screen/").removesuffix(".json"))
        except (NotNow, ValueError) as error:
            return json.dumps({"error": str(error)})
        return json.dumps({"error": f"there is nothing of the name {path[:80]!r}"})

    def picture(self, digest: str) -> bytes:
        """Returns a file of a picture on one of the last screens."""
        return self._screens.picture(digest)

    def _playing(self) -> CrabEnv:
        if self.env is None:
            raise NotNow("no task was opened")
        return self.env

    def _seen(self) -> dict[str, Any]:
        """Returns the changes of the state that show the devices' screens."""
        env, screens = self._playing(), {}
        for device, (width, height) in env.screen_sizes.items():
            _, changed = self._screens.show(device, env.backends[device], (width, height))
            version = self._state["screens"].get(device, {"version": 0})["version"] + changed
            screens[device] = {"width": width, "height": height, "version": version, "drawn": True}
        return {"screens": screens}

    def _publish(self, **changes: Any) -> None:
        self._state = {**self._state, **changes, "version": self._state["version"] + 1}


def _told(crashes: Sequence[Crash]) -> str:
    """Returns what the page says of the last crash of an app; ``""`` if there was none."""
    return crash_told(crashes[-1]) if crashes else ""
