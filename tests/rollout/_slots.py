"""Environments and policies for pools that break once, as planned; importable in other processes."""

from __future__ import annotations

import os
import signal
import threading
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium as gym

from crab_gym.backends.base import DeviceError
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, Policy, PolicySpec, Usage
from crab_gym.task import action

TASK = "android.tidy_tasks"


def plan(folder: Path, seed: int, what: str, times: int = 1) -> None:
    """Plans a failure of an episode (device, setup, die, hang or policy) a number of times."""
    for number in range(times):
        (folder / f"{'policy' if what == 'policy' else ''}{seed}.{what}.{number}").touch()


class Planned(gym.Wrapper[Any, Any, Any, Any]):
    """Breaks in an episode's second step if a file plans it; the file is removed."""

    def __init__(self, env: gym.Env[Any, Any], folder: Path) -> None:
        super().__init__(env)
        self._folder, self._what, self._steps = folder, "", 0
        self._name = uuid.uuid4().hex
        (folder / f"made.{self._name}").touch()

    def close(self) -> None:
        (self._folder / f"closed.{self._name}").touch()
        super().close()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        found = sorted(self._folder.glob(f"{seed}.*"))
        self._what, self._steps = "", 0
        if found:
            self._what = found[0].name.split(".")[1]
            found[0].unlink()
        if self._what == "setup":
            raise DeviceError("android", "it doesn't boot")
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        self._steps += 1
        if self._steps == 2:
            if self._what == "device":
                raise DeviceError("android", "the cable is loose")
            if self._what == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            if self._what == "hang":
                threading.Event().wait(3600)
        return super().step(action)


def make(task: str, folder: Path, **options: Any) -> gym.Env[Any, Any]:
    """Makes an environment that breaks as planned in a folder."""
    return Planned(CrabEnv(task, **{"screens": False, **options}), folder)


class HangsOnce:
    """An oracle that hangs in its second choice if that is planned."""

    name = "hangs"

    def __init__(self, env: gym.Env[Any, Any], folder: Path) -> None:
        self._oracle, self._folder, self._acts, self._hangs = OraclePolicy(env), folder, 0, False

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Reads the plan."""
        self._oracle.reset(goal, spec)
        self._acts = 0
        found = sorted(self._folder.glob(f"policy{spec.seed}.*"))
        self._hangs = bool(found)
        if found:
            found[0].unlink()

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the oracle's choice."""
        self._acts += 1
        if self._hangs and self._acts == 2:
            threading.Event().wait(3600)
        return self._oracle.act(obs, info)

    def usage(self) -> Usage:
        """Returns zeros."""
        return Usage()


def hangs_once(env: gym.Env[Any, Any], folder: Path) -> Policy:
    """Makes the policy."""
    return HangsOnce(env, folder)


def breaks(task: str) -> gym.Env[Any, Any]:
    """A maker of environments with a defect."""
    raise ImportError("no module named 'wrapper_of_mine'")


class Waits:
    """Waits, which is no solution, and says in its name where it ran."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        self.name = f"waits in {os.getpid()}"

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Does nothing."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Waits."""
        return action("root", "wait", seconds=1)

    def usage(self) -> Usage:
        """Returns zeros."""
        return Usage()


def left_open(folder: Path) -> int:
    """Returns how many environments were made and not closed."""
    return len(list(folder.glob("made.*"))) - len(list(folder.glob("closed.*")))
