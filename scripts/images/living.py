"""Draws what events look like, for the documentation: docs/images/living.png.

Usage: python scripts/images/living.py
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import walk_of
from crab_gym.task import action

FILE = Path(__file__).parents[2] / "docs" / "images" / "living.png"
GAP, HEIGHT = 12, 540
GROUND = (255, 255, 255)


def screen(env: CrabEnv, device: str) -> Image.Image:
    """Returns a device's screen, scaled to the picture's height."""
    shown = Image.fromarray(env.backends[device].screenshot())
    return shown.resize((shown.width * HEIGHT // shown.height, HEIGHT), Image.Resampling.LANCZOS)


def pictures() -> list[Image.Image]:
    """Returns a phone on which a text pops up, the desktop on which its code is written, and a phone that rings."""
    texted = CrabEnv("cross.code_by_text")
    texted.reset(seed=2)
    texted.step(action("android", "open_app", name="Calendar"))
    while "text" not in texted.course.events:
        texted.step(action("root", "wait", seconds=1))
    popped_up = screen(texted, "android")
    walk = walk_of(texted, texted.task.oracle["written"])
    for step in walk:
        if step["args"].get("keys") == ["ctrl", "s"]:  # the file is written, but not saved yet
            break
        texted.step(step)
    ringing = CrabEnv("android.take_the_call")
    ringing.reset(seed=3)
    while not ringing.course.events:
        ringing.step(action("root", "wait", seconds=1))
    return [popped_up, screen(texted, "ubuntu"), screen(ringing, "android")]


def main() -> None:
    """Draws the picture."""
    row = pictures()
    width = sum(each.width for each in row) + GAP * (len(row) + 1)
    whole = Image.new("RGB", (width, HEIGHT + 2 * GAP), GROUND)
    left = GAP
    for each in row:
        whole.paste(each, (left, GAP))
        left += each.width + GAP
    whole.quantize(256, dither=Image.Dither.NONE).save(FILE, optimize=True)


if __name__ == "__main__":
    main()
