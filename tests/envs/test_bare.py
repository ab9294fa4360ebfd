"""Environments without Gymnasium: they show the same screens. Their numbers are tested in `tests.play.test_browser`."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from crab_gym.envs.crab_env import CrabEnv

ROOT = Path(__file__).parents[2]
TASK = "cross.dark_mode_from_todo"
SCRIPT = """
import json, sys
from tests.play.lean import Without

sys.meta_path[:] = [Without(sys.meta_path, ("gymnasium",))]
from tests.envs.test_bare import played

print(json.dumps(played()))
"""


def played() -> Any:
    """Returns what an episode's observations and renderings are, with hashes of their pixels, and the class below."""
    env = CrabEnv(TASK, render_mode="rgb_array")
    seen = [env.reset(seed=3)[0]]
    seen.append(env.step({"device": "android", "name": "open_app", "args": {"name": "Tasks"}})[0])
    seen.append({"all": env.render(), "time_left": [0.0]})
    env.close()
    mute = CrabEnv(TASK, screens=False)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert mute.render() is None
    return [*map(_told, seen), str(said[0].message)], CrabEnv.__mro__[1].__module__


def _told(observation: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: [*part.shape, _hash(part)] for name, part in observation.items() if name != "time_left"}
    return {**told, "time_left": round(float(observation["time_left"][0]), 6)}


def _hash(pixels: Any) -> str:
    return sha256(pixels.tobytes()).hexdigest()


def test_screens_are_the_same_without_gymnasium() -> None:
    run = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, check=True, capture_output=True, text=True)
    without, base = json.loads(run.stdout)
    with_it, usual = json.loads(json.dumps(played()))
    assert (base, usual) == ("crab_gym.envs.bare", "gymnasium.core")
    assert without == with_it
    first, second, *_ = without
    assert first["android"] != second["android"] and first["ubuntu"] == second["ubuntu"]
    assert without[-1] == 'render() without a render_mode; make the environment with render_mode="rgb_array"'
