"""Image Viewer: moves, and pictures to look at in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from crab_gym.backends.base import Image
from crab_gym.task import Action, Look, action
from crab_sim.devices.media.png import png
from crab_sim.documents import encode_image, resized
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo
from crab_tasks.kits.ubuntu.terminal import open_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, start, window

__all__ = ["blurred_file", "meter_photo", "open_from_dialog", "open_in_viewer", "save_turned", "trash_shown"]

_APP = "image_viewer"
_PARTS = {
    "a": (0, 0, 1, 5), "b": (0, 4, 5, 5), "c": (4, 4, 9, 5), "d": (8, 0, 9, 5), "e": (4, 0, 9, 1), "f": (0, 0, 5, 1),
    "g": (4, 0, 5, 5),
}  # fmt: skip
"""The strokes of a digit of seven segments: top, left, bottom and right edge, in widths of a stroke."""
_DIGITS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
_STROKE = 8  # pixels


@lru_cache(maxsize=1)
def _meter() -> Image:
    """Returns the meter on its wall, without a number."""
    wall = np.linspace(190, 140, 240).astype(np.uint8)[:, np.newaxis, np.newaxis]
    picture: Image = np.repeat(np.repeat(wall, 420, axis=1), 3, axis=2)
    picture[40:200, 30:390] = (56, 60, 66)
    picture[70:170, 50:370] = (14, 16, 18)
    return picture


@lru_cache(maxsize=32)
def meter_photo(number: int) -> bytes:
    """Returns a picture of a meter that shows a number of five digits, as a PNG file."""
    picture = _meter().copy()
    for i, digit in enumerate(f"{number:05}"):
        left, top = 70 + 60 * i, 84
        for part in _DIGITS[int(digit)]:
            y1, x1, y2, x2 = (_STROKE * edge for edge in _PARTS[part])
            picture[top + y1 : top + y2, left + x1 : left + x2] = (240, 236, 214)
    return png(picture, packed=False)


@lru_cache(maxsize=len(PHOTOS))
def blurred_file(name: str, width: int, height: int) -> bytes:
    """Returns a PNG file of a photo that is out of focus.

    Args:
        name: One of the bundled web's photos.
        width: Width in pixels.
        height: Height in pixels.
    """
    return encode_image(resized(resized(photo(name, width, height), width // 20, height // 20), width, height))


def open_in_viewer(look: Look, path: str) -> Iterator[Action]:
    """Opens a picture from the terminal in Image Viewer."""
    yield from open_terminal()
    yield from window(look, app="terminal")
    yield action("ubuntu", "write_text", text=f"xdg-open {path}\n")
    yield from window(look, path.rpartition("/")[2], _APP)
    yield action("root", "wait", seconds=1)  # a step that ends with the picture in front


def open_from_dialog(look: Look, path: str) -> Iterator[Action]:
    """Starts Image Viewer, and opens a picture in its dialog."""
    yield from start("Image Viewer")
    yield from window(look, app=_APP)
    yield from dialog(look, "Open", _APP, ("ctrl", "o"))
    yield from choose_file(look, path)
    yield from window(look, path.rpartition("/")[2], _APP)
    yield action("root", "wait", seconds=1)  # a step that ends with the picture in front


def save_turned(look: Look, path: str, quarters: int) -> Iterator[Action]:
    """Opens a picture, turns it, and saves it.

    Args:
        look: Shows the screen.
        path: Its path.
        quarters: Quarters of a turn, clockwise; negative for the other direction.
    """
    yield from open_in_viewer(look, path)
    keys = ["ctrl", "r"] if quarters > 0 else ["ctrl", "shift", "r"]
    for _ in range(abs(quarters)):
        yield action("ubuntu", "hotkey", keys=keys)
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])


def trash_shown(look: Look, path: str) -> Iterator[Action]:
    """Opens a picture, and moves it to the trash."""
    yield from open_in_viewer(look, path)
    yield action("ubuntu", "press", key="delete")
