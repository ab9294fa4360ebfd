"""Draws a model's pictures of one turn, for the documentation: docs/images/agent_view.png.

Usage: python scripts/images/agent.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from PIL import Image

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.agents import wrap
from crab_gym.agents.observation import Viewer
from crab_gym.envs.render import side_by_side
from crab_gym.policies import policy_spec

FILE = Path(__file__).parents[2] / "docs" / "images" / "agent_view.png"
MAX_SIDE = 640


def main() -> None:
    """Draws the picture."""
    env: Any = wrap(gym.make("Crab-v0/cross.list_from_message", backend="sim"), "single", max_side=MAX_SIDE)
    env.reset(seed=0)
    obs: Any = {}
    info: Any = {}
    for device, verb, args in (
        ("ubuntu", "search_app", {"name": "Text Editor"}),
        ("ubuntu", "press", {"key": "enter"}),
        ("ubuntu", "write_text", {"text": "onions\ncandles\npaper towels\n"}),
        ("android", "open_app", {"name": "Messages"}),
    ):
        obs, _, _, _, info = env.step({"device": device, "name": verb, "args": args})
    seen = Viewer(policy_spec(env, 0), max_side=MAX_SIDE).look(obs, info)
    pictures = {device: view.picture.pixels for device, view in seen.views.items() if view.picture is not None}
    sheet: Any = np.asarray(side_by_side(pictures))
    Image.fromarray(sheet).quantize(128, dither=Image.Dither.NONE).save(FILE, optimize=True)
    print(f"{FILE.name}: {sheet.shape[1]}×{sheet.shape[0]}, {FILE.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
