"""Draws the pictures of numbered marks for the documentation: docs/images/marks_light.png and marks_dark.png.

Usage: python scripts/images/marks.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
from PIL import Image

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.envs.render import side_by_side
from crab_gym.wrappers import SetOfMarks

FOLDER = Path(__file__).parents[2] / "docs" / "images"
DARK = {
    "ubuntu": ("org.gnome.desktop.interface", "color-scheme", "prefer-dark"),
    "android": ("secure", "ui_night_mode", "2"),
}


def main() -> None:
    """Draws both."""
    for name in ("light", "dark"):
        env: Any = SetOfMarks(gym.make("Crab-v0/cross.contact_from_file", backend="sim"))
        env.reset(seed=0)
        if name == "dark":
            for device, setting in DARK.items():
                env.unwrapped.backends[device].setup.set_setting(*setting)
        obs: dict[str, Any] = {}
        for device, verb, args in (
            ("android", "open_app", {"name": "Contacts"}),
            ("ubuntu", "search_app", {"name": "Files"}),
            ("ubuntu", "press", {"key": "enter"}),
            ("ubuntu", "search_app", {"name": "Text Editor"}),
            ("ubuntu", "press", {"key": "enter"}),
        ):
            obs = env.step({"device": device, "name": verb, "args": args})[0]
        sheet = side_by_side({device: obs[device] for device in ("ubuntu", "android")})
        path = FOLDER / f"marks_{name}.png"
        Image.fromarray(sheet).quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
