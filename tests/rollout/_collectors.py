"""A collector for fleets that breaks once, as planned; importable in other processes."""

from __future__ import annotations

import importlib
import os
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np

from crab_gym.rollout.fleet import Origin


class Planned:
    """Counts steps; breaks in a piece if a file plans it, which is removed."""

    def __init__(self, origin: Origin, folder: Path) -> None:
        self._origin, self._folder = origin, folder
        what = self._plan("start")
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "raise":
            raise ImportError("no module named 'wrapper_of_mine'")

    def _plan(self, name: str) -> str:
        found = sorted(self._folder.glob(f"{name}.*"))
        if not found:
            return ""
        found[0].unlink()
        return found[0].name.split(".")[1]

    def collect(self, weights: Any, number: int) -> dict[str, Any]:
        """Returns what it was given, and where it is."""
        ray: Any = importlib.import_module("ray")
        (self._folder / f"begun.{number}.{os.getpid()}").touch()
        what = self._plan(f"piece{number}")
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "hang":
            threading.Event().wait(3600)
        if what == "raise":
            raise ZeroDivisionError("a defect")
        threading.Event().wait(weights.get("wait", 0.0))
        host = ray.get_runtime_context().get_node_id()
        return {"steps": np.arange(3) + weights["first"], "origin": self._origin, "host": host}


def plan(folder: Path, name: str, what: str, times: int = 1) -> None:
    """Plans that a start, or a piece, breaks a number of times: die, hang or raise."""
    for number in range(times):
        (folder / f"{name}.{what}.{number}").touch()
