"""Image Viewer: evaluators, moves, and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from crab_gym.backends.base import Devices, Image
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_sim.devices.media.png import png
from crab_sim.documents import encode_image, resized
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import name_of, path_like, picture_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.picture_tones import turned
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo
from crab_tasks.kits.ubuntu.small_pictures import shaded_file
from crab_tasks.kits.ubuntu.terminal.moves import open_terminal, run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, start, window, window_in_front

__all__ = [
    "METER", "TURN", "WIDTH", "blurred_file", "meter_photo", "open_from_dialog", "open_in_viewer", "save_turned",
    "trash_shown",
]  # fmt: skip

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


_STEMS = ("banner", "chart", "label", "logo", "sketch", "stamp")


def _shown(path: str) -> Checkpoint:
    shown = check(window_in_front, app=_APP, title=name_of(path))
    return whereabouts(id="shown", device="ubuntu", app=_APP, evaluator=shown)


def _picture(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, shaded_file(rng, params.width, params.height))


def _seen(params: Params) -> Sequence[Checkpoint]:
    """The picture is shown."""
    return [_shown(params.file)]


def _properties(look: Look) -> Iterator[Action]:
    """Reads the properties of the picture in front, and closes them."""
    yield action("ubuntu", "hotkey", keys=["alt", "enter"])
    yield action("ubuntu", "press", key="f9")


def _read(params: Params, look: Look) -> Iterator[Action]:
    yield from open_from_dialog(look, params.file)
    yield from _properties(look)


def _read_below(params: Params, look: Look) -> Iterator[Action]:
    """Reads the size below the picture."""
    yield from open_in_viewer(look, params.file)


def _read_from_terminal(params: Params, look: Look) -> Iterator[Action]:
    yield from open_in_viewer(look, params.file)
    yield from _properties(look)


WIDTH = SubTask(
    name="viewing.width",
    device="ubuntu",
    app=_APP,
    says="look up the width of the picture {file} in pixels with the desktop's Image Viewer",
    steps="on the desktop, open {file} in Image Viewer and read its width in pixels in Image Properties",
    refers="the width in pixels that Image Viewer tells of the picture {file}",
    inputs={"file": path_like("/home/user/Pictures/logo_52.png", _STEMS)},
    hidden={"width": integer(120, 480, 214), "height": integer(90, 118, 101)},
    output="count",
    called="width",
    produce=lambda params: int(params.width),
    setup=_picture,
    checkpoints=_seen,
    oracle={"shown": _read},
    alternatives={"below": _read_below, "from_terminal": _read_from_terminal},
    tags=("pictures",),
)


def _picture_there(devices: Devices, params: Params, rng: random.Random) -> None:
    """The picture is there unless another part makes it, and nothing has the copy's name."""
    if "picture" not in params.fed:
        devices.ubuntu.write_file(params.picture, shaded_file(rng, 160, 120))
    devices.ubuntu.remove(params.file)


def _turned(params: Params) -> Sequence[Checkpoint]:
    """The picture is shown; then there is a turned copy."""
    wanted = check(turned, path=params.file, source=params.picture, quarters=1)
    return [
        _shown(params.picture),
        Checkpoint(id="turned", device="ubuntu", app=_APP, evaluator=wanted, after=("shown",)),
    ]


def _show(params: Params, look: Look) -> Iterator[Action]:
    yield from open_from_dialog(look, params.picture)


def _save_copy(params: Params, look: Look, *keys: str) -> Iterator[Action]:
    """Turns the picture with some keys, each once, and saves it under the other name."""
    yield from open_from_dialog(look, params.picture)
    for key in keys:
        yield action("ubuntu", "hotkey", keys=key.split("+"))
    yield from dialog(look, "Save Image", _APP, ("ctrl", "shift", "s"))
    yield from choose_file(look, params.file)
    yield from window(look, name_of(params.file), _APP)


def _turn(params: Params, look: Look) -> Iterator[Action]:
    yield from _save_copy(params, look, "ctrl+r")


def _turn_left(params: Params, look: Look) -> Iterator[Action]:
    """Turns the picture to the left, three times."""
    yield from _save_copy(params, look, *["ctrl+shift+r"] * 3)


def _copy_first(params: Params, look: Look) -> Iterator[Action]:
    """Copies the file, and turns the copy."""
    yield from open_from_dialog(look, params.picture)
    yield from run_in_terminal(["cp", params.picture, params.file])
    yield from save_turned(look, params.file, 1)


def _wrong_way(params: Params, look: Look) -> Iterator[Action]:
    """Turns the picture counter-clockwise."""
    yield from _save_copy(params, look, "ctrl+shift+r")


def _as_it_was(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture as it is."""
    yield from _save_copy(params, look)


TURN = SubTask(
    name="viewing.turn",
    device="ubuntu",
    app=_APP,
    says="turn {picture} clockwise by a quarter of a circle with the desktop's Image Viewer, and save it as {file}, "
    "while the original stays as it is",
    steps="on the desktop, open {picture} in Image Viewer, click Rotate Right once, and save the result as {file} with "
    "Save As",
    refers="the turned picture {file}",
    inputs={
        "picture": picture_file("hazel_82"),
        "file": path_like("/home/user/Pictures/stamp_71.png", _STEMS),
    },
    output="picture",
    produce=lambda params: str(params.file),
    setup=_picture_there,
    checkpoints=_turned,
    oracle={"shown": _show, "turned": _turn},
    footprint=may_make_file,
    alternatives={"to_the_left": _turn_left, "copied_first": _copy_first},
    near_misses={"wrong_way": _wrong_way, "as_it_was": _as_it_was},
    step_limit=60,
    tags=("pictures",),
)


def _plant_meter(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the photo of the meter, and an older one of it."""
    desktop = devices.ubuntu
    desktop.write_file(params.file, meter_photo(params.reading))
    desktop.write_file(f"{params.file.removesuffix('.png')}_old.png", meter_photo(params.before))


def _see_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo in Files, by its path."""
    yield from open_folder(look, params.file)
    yield from window(look, name_of(params.file), _APP)


METER = SubTask(
    name="viewing.meter",
    device="ubuntu",
    app=_APP,
    says="look up which number the meter shows on the photo {file} with the desktop's Image Viewer",
    steps="on the desktop, open the photo {file} in Image Viewer and read the number that the meter on it shows",
    refers="the number that the meter on the photo {file} shows",
    inputs={"file": path_like("/home/user/Pictures/meter_26.png", ("boiler", "cellar", "gas", "meter", "water"))},
    hidden={"reading": integer(20_000, 99_999, 48_317), "before": integer(10_000, 19_999, 17_248)},
    output="count",
    produce=lambda params: int(params.reading),
    setup=_plant_meter,
    checkpoints=_seen,
    oracle={"shown": _read_below},
    alternatives={"from_dialog": _read, "in_files": _see_in_files},
    tags=("pictures",),
)
