"""Pictures with known content."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from crab_gym.backends.base import Image

FONT = Path(__file__).parents[2] / "simulator" / "crab_sim" / "draw" / "fonts"
PHOTOS = Path(__file__).parents[2] / "simulator" / "crab_sim" / "devices" / "media" / "photos"


def photo(name: str) -> Image:
    return np.array(Pillow.open(PHOTOS / f"{name}.jpg").convert("RGB"))


def scaled(image: Image, factor: float) -> Image:
    size = round(image.shape[1] * factor), round(image.shape[0] * factor)
    return np.array(Pillow.fromarray(image).resize(size, Pillow.Resampling.LANCZOS))


def screen(words: dict[str, tuple[int, int]], ground: str = "#f4f4f4", ink: str = "#202020", size: int = 16) -> Image:
    """A screen with words at places; those that end with ``!`` are white on a blue button."""
    picture = Pillow.new("RGB", (480, 200), ground)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(next(FONT.glob("*Sans-Regular.ttf"))), size)
    for word, (x, y) in words.items():
        label = word.rstrip("!")
        left, top, right, bottom = pen.textbbox((x, y), label, font)
        if word.endswith("!"):
            pen.rounded_rectangle((left - 14, top - 9, right + 14, bottom + 9), 6, fill="#3584e4")
        pen.text((x, y), label, "white" if word.endswith("!") else ink, font)
    return np.array(picture)
