"""Sub-tasks in the Image Viewer: a picture's width, the number that a meter shows, and a turned copy of a picture."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.paths import path_like, picture_file
from crab_tasks.kits.ubuntu.accessories.image_viewer import (
    meter_photo,
    open_from_dialog,
    open_in_viewer,
    save_turned,
)
from crab_tasks.kits.ubuntu.files import open_folder
from crab_tasks.kits.ubuntu.graphics.small_pictures import shaded_file, turned
from crab_tasks.kits.ubuntu.terminal import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, window, window_in_front

__all__ = ["METER", "TURN", "WIDTH"]

_APP = "image_viewer"
_STEMS = ("banner", "chart", "label", "logo", "sketch", "stamp")


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _shown(path: str) -> Checkpoint:
    shown = {"app": _APP, "title": _name(path)}
    return Checkpoint("shown", "ubuntu", _APP, window_in_front, shown, hold=False)


def _picture(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    devices["ubuntu"].write_file(params.file, shaded_file(rng, params.width, params.height))


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


def _picture_there(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The picture is there unless another part makes it, and nothing has the copy's name."""
    if "picture" not in params.fed:
        devices["ubuntu"].write_file(params.picture, shaded_file(rng, 160, 120))
    devices["ubuntu"].remove(params.file)


def _turned(params: Params) -> Sequence[Checkpoint]:
    """The picture is shown; then there is a turned copy."""
    wanted = {"path": params.file, "source": params.picture, "quarters": 1}
    return [_shown(params.picture), Checkpoint("turned", "ubuntu", _APP, turned, wanted, after=("shown",))]


def _may_save(params: Params) -> Footprint:
    return new_file(params.file)


def _show(params: Params, look: Look) -> Iterator[Action]:
    yield from open_from_dialog(look, params.picture)


def _save_copy(params: Params, look: Look, *keys: str) -> Iterator[Action]:
    """Turns the picture with some keys, each once, and saves it under the other name."""
    yield from open_from_dialog(look, params.picture)
    for key in keys:
        yield action("ubuntu", "hotkey", keys=key.split("+"))
    yield from dialog(look, "Save Image", _APP, ("ctrl", "shift", "s"))
    yield from choose_file(look, params.file)
    yield from window(look, _name(params.file), _APP)


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
    footprint=_may_save,
    alternatives={"to_the_left": _turn_left, "copied_first": _copy_first},
    near_misses={"wrong_way": _wrong_way, "as_it_was": _as_it_was},
    step_limit=60,
    tags=("pictures",),
)


def _meter(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Puts the photo of the meter, and an older one of it."""
    desktop = devices["ubuntu"]
    desktop.write_file(params.file, meter_photo(params.reading))
    desktop.write_file(f"{params.file.removesuffix('.png')}_old.png", meter_photo(params.before))


def _see_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo in Files, by its path."""
    yield from open_folder(look, params.file)
    yield from window(look, _name(params.file), _APP)


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
    setup=_meter,
    checkpoints=_seen,
    oracle={"shown": _read_below},
    alternatives={"from_dialog": _read, "in_files": _see_in_files},
    tags=("pictures",),
)
