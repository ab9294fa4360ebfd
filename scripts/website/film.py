"""Pictures of a task: its screens at the start, a GIF of its oracle's episode, and a small picture for galleries.

* `Shots` - plays the oracle, and keeps the screens. `Pictures` - the files that they became.
* `save` - writes them.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from crab_gym.backends.base import Image as Screen
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.wrappers.film.frames import action_caption
from crab_sim.devices.gestures import swipe_path

__all__ = ["DEVICES", "Pictures", "Shots", "encoded", "save"]

DEVICES = ("ubuntu", "android")
"""The devices from left to right."""
COLOURS = 127
"""Colours of a GIF's palette, without that of the marks."""
GROUND, INK, FAINT, MARK = (30, 32, 40), (236, 237, 242), (160, 164, 178), (232, 0, 122)
GAP, CAPTION, STEP, LAST = 8, 26, 900, 3500
"""Pixels between screens and below them, and milliseconds of a step and of the last picture."""
THUMBNAIL = (480, 480)
BESIDE, ALONE = 1 / 2, 2 / 3
"""How large screens are drawn, compared with their size: beside each other or a desktop's, and a phone's by itself."""
FONT = Path(__file__).parents[2] / "simulator" / "crab_sim" / "draw" / "fonts" / "NotoSans-Regular.ttf"


class Shots(NamedTuple):
    """An oracle's episode with the default parameters.

    Attributes:
        screens: Device to its screen, at first and after each step.
        actions: The actions between them.
        goal: The goal.
    """

    screens: Sequence[Mapping[str, Screen]]
    actions: Sequence[Mapping[str, Any]]
    goal: str

    @classmethod
    def of(cls, task: str) -> Shots:
        """Plays a task's oracle on the simulator.

        Raises:
            RuntimeError: It doesn't succeed.
        """
        env = CrabEnv(task, backend="sim")
        try:
            obs, info = env.reset(seed=0, options={"parameters": "default"})
            policy = OraclePolicy(env)
            policy.reset(info["goal"], policy_spec(env, 0))
            screens, actions = [_screens(obs)], []
            while not info["end_reason"]:
                act = policy.act(obs, info)
                obs, _, _, _, info = env.step(act)
                screens.append(_screens(obs))
                actions.append(act)
            if not info["is_success"]:
                raise RuntimeError(f"the oracle of {task} ends with {info['end_reason']!r}")
            return cls(screens, actions, info["goal"])
        finally:
            env.close()


class Pictures(NamedTuple):
    """The files of a task's pictures, relative to the pages' folder; ``""`` for one that wasn't made.

    Attributes:
        start: Device to its screen at the start.
        film: The GIF.
        thumbnail: The small picture.
        steps: The steps of the oracle.
    """

    start: Mapping[str, str]
    film: str
    thumbnail: str
    steps: int


def _screens(obs: Mapping[str, Screen]) -> dict[str, Screen]:
    return {device: obs[device] for device in DEVICES if device in obs}


def save(shots: Shots, name: str, pages: Path, with_film: bool) -> Pictures:
    """Writes the pictures of an episode below ``pictures/``; equal ones share a file.

    Args:
        shots: The episode.
        name: The task's name, by which its GIF is called.
        pages: The folder of the pages.
        with_film: Whether to make the GIF.
    """
    start = {device: encoded(Image.fromarray(screen), pages) for device, screen in shots.screens[0].items()}
    frames = [_side_by_side(screens) for screens in (shots.screens if with_film else shots.screens[-2:])]
    film = ""
    if with_film:
        film = f"pictures/{name}.gif"
        (pages / film).write_bytes(_gif(frames, shots))
    small = frames[-2].copy()  # an episode may end with the windows closed
    small.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
    return Pictures(start, film, encoded(small, pages), len(shots.actions))


def encoded(picture: Image.Image, pages: Path) -> str:
    """Writes a picture as WebP under a name that follows from its pixels, unless it is there; returns its path."""
    name = f"pictures/{hashlib.sha256(picture.tobytes()).hexdigest()[:20]}.webp"
    if not (pages / name).exists():
        data = io.BytesIO()
        picture.save(data, "WEBP", quality=82, method=3)
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_bytes(data.getvalue())
    return name


def _side_by_side(screens: Mapping[str, Screen]) -> Image.Image:
    """Returns the screens beside each other, smaller than they are."""
    scale = _scale(screens)
    drawn = [_reduced(Image.fromarray(screen), scale) for screen in screens.values()]
    width = sum(one.width for one in drawn) + GAP * (len(drawn) - 1)
    picture = Image.new("RGB", (width, max(one.height for one in drawn)), GROUND)
    left = 0
    for one in drawn:
        picture.paste(one, (left, (picture.height - one.height) // 2))
        left += one.width + GAP
    return picture


def _scale(screens: Mapping[str, Screen]) -> float:
    return ALONE if list(screens) == ["android"] else BESIDE


def _reduced(screen: Image.Image, scale: float) -> Image.Image:
    size = (round(screen.width * scale), round(screen.height * scale))
    return screen.resize(size, Image.Resampling.BOX if scale == BESIDE else Image.Resampling.LANCZOS)


def _gif(frames: Sequence[Image.Image], shots: Shots) -> bytes:
    """Returns a GIF that shows each action on the screen before it, and the last screen."""
    palette = _palette(frames)
    font = ImageFont.truetype(str(FONT), 14)
    shown = []
    for number, frame in enumerate(frames):
        picture = Image.new("RGB", (frame.width, frame.height + CAPTION), GROUND)
        picture.paste(frame)
        pen = ImageDraw.Draw(picture)
        if number < len(shots.actions):
            act = shots.actions[number]
            text = f"{number + 1}/{len(shots.actions)}  {action_caption(act)}"
            _mark(pen, act, shots.screens[number], frame.height)
        else:
            text = f"solved after {len(shots.actions)} steps"
        while font.getlength(text) > frame.width - 2 * GAP:
            text = text.rstrip("…")[:-1] + "…"
        pen.text((GAP, frame.height + 3), text, INK, font)
        shown.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
    data = io.BytesIO()
    durations = [STEP] * (len(shown) - 1) + [LAST]
    shown[0].save(data, "GIF", save_all=True, append_images=shown[1:], duration=durations, loop=0, optimize=False)
    return data.getvalue()


def _palette(frames: Sequence[Image.Image]) -> Image.Image:
    """Returns a palette for all frames, with the colours of words and marks."""
    some = frames[:: max(1, len(frames) // 5)]
    width, height = some[0].size
    sheet = Image.new("RGB", (width, height * len(some)))
    for number, frame in enumerate(some):
        sheet.paste(frame, (0, number * height))
    # A median cut would give nearly all colours to the wallpaper.
    common = sheet.reduce(2).quantize(COLOURS - 3, Image.Quantize.MAXCOVERAGE, kmeans=2).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*common[: 3 * (COLOURS - 3)], *GROUND, *INK, *FAINT, *MARK])
    return palette


def _mark(pen: ImageDraw.ImageDraw, act: Mapping[str, Any], screens: Mapping[str, Screen], height: int) -> None:
    """Draws a ring where an action presses, and a line where it drags.

    Args:
        pen: Draws on the screens as they stand beside each other.
        act: The action.
        screens: The screens before it.
        height: The height of the picture of the screens.
    """
    device, args = act["device"], act["args"]
    if device not in screens:
        return
    left, scale = 0, _scale(screens)
    for name, screen in screens.items():
        if name == device:
            break
        left += round(screen.shape[1] * scale) + GAP
    tall, wide, _ = screens[device].shape
    top = (height - round(tall * scale)) // 2
    points = []
    if act["name"] == "swipe":
        points = list(swipe_path(args["x"], args["y"], args["direction"], args["distance"], wide, tall))
    elif "x1" in args:
        points = [(args["x1"], args["y1"]), (args["x2"], args["y2"])]
    elif "x" in args:
        points = [(args["x"], args["y"])]
    placed = [(left + scale * float(np.clip(x, 0, wide)), top + scale * float(np.clip(y, 0, tall))) for x, y in points]
    if len(placed) == 2:
        pen.line([*placed[0], *placed[1]], MARK, 3)
    for x, y in placed[:1]:
        pen.ellipse((x - 9, y - 9, x + 9, y + 9), outline=MARK, width=3)
