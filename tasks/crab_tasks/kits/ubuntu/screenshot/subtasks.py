"""Screenshot: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.paths import name_of, path_like, picture_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.image_viewer import open_from_dialog
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo_file
from crab_tasks.kits.ubuntu.screenshot.moves import capture, capture_area, photo_area, shown_area
from crab_tasks.kits.ubuntu.screenshot.state import (
    APP,
    Area,
    picture_captured,
    picture_kept,
    viewer_captured,
    viewer_kept,
)
from crab_tasks.kits.ubuntu.terminal.moves import open_terminal, run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["AREA", "WINDOW"]

_SIZE = 320, 240


def _picture_there(devices: Devices, params: Params, rng: random.Random) -> None:
    """The picture is there unless another part makes it, and nothing has the result's name."""
    if "picture" not in params.fed:
        devices.ubuntu.write_file(params.picture, photo_file(params.photo, *_SIZE))
    devices.ubuntu.remove(params.file)


def _taken(params: Params) -> Sequence[Checkpoint]:
    """The picture is shown; then there is a picture of its window, whatever becomes of that window."""
    shown = check(window_in_front, app=APP, title=name_of(params.picture))
    return [
        whereabouts(id="shown", device="ubuntu", app=APP, evaluator=shown),
        Checkpoint(
            id="taken",
            device="ubuntu",
            app="screenshot",
            evaluator=check(viewer_captured, path=params.file, source=params.picture),
            after=("shown",),
            hold=False,
        ),
        Checkpoint(
            id="kept",
            device="ubuntu",
            app="screenshot",
            evaluator=check(viewer_kept, path=params.file, source=params.picture),
            after=("taken",),
        ),
    ]


def _show(params: Params, look: Look) -> Iterator[Action]:
    yield from open_from_dialog(look, params.picture)


def _take(params: Params, look: Look) -> Iterator[Action]:
    yield from _show(params, look)
    yield from capture(look, "Window", name_of(params.file))


def _take_area(params: Params, look: Look) -> Iterator[Action]:
    """Drags over the window as an area of the screen."""
    yield from _show(params, look)
    yield from capture_area(look, shown_area(look, name_of(params.picture)), name_of(params.file))


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture under another name, and renames the file."""
    yield from _show(params, look)
    yield from capture(look, "Window", "not_named_yet.png")
    yield from run_in_terminal(["mv", "/home/user/Pictures/not_named_yet.png", params.file])


def _whole_screen(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the whole screen."""
    yield from _show(params, look)
    yield from capture(look, "Screen", name_of(params.file))


def _other_window(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the terminal's window, which is in front."""
    yield from _show(params, look)
    yield from open_terminal()
    yield from capture(look, "Window", name_of(params.file))


WINDOW = SubTask(
    name="screens.window",
    device="ubuntu",
    app="screenshot",
    says="open {picture} in Image Viewer on the desktop, take a picture of that window alone with Screenshot, and save "
    "it as {file}",
    steps="on the desktop, open {picture} in Image Viewer, start Screenshot, choose Window, click Take Screenshot, and "
    "save the picture as {file}",
    refers="the screenshot {file}",
    inputs={
        "picture": picture_file("cedar_35"),
        "file": path_like("/home/user/Pictures/viewer_64.png", ("viewer", "window", "manual", "report")),
    },
    hidden={"photo": choice(PHOTOS, type="material")},
    output="picture",
    produce=lambda params: str(params.file),
    setup=_picture_there,
    checkpoints=_taken,
    oracle={"shown": _show, "taken": _take, "kept": nothing_more},
    footprint=may_make_file,
    alternatives={"as_an_area": _take_area, "renamed": _rename},
    near_misses={"whole_screen": _whole_screen, "other_window": _other_window},
    step_limit=70,
    tags=("heavy", "pictures"),
)


def _area_taken(params: Params) -> Sequence[Checkpoint]:
    """The picture is shown; then there is a picture of it alone, whatever becomes of the window."""
    shown = check(window_in_front, app=APP, title=name_of(params.picture))
    return [
        whereabouts(id="shown", device="ubuntu", app=APP, evaluator=shown),
        Checkpoint(
            id="taken",
            device="ubuntu",
            app="screenshot",
            evaluator=check(picture_captured, path=params.file, source=params.picture),
            after=("shown",),
            hold=False,
        ),
        Checkpoint(
            id="kept",
            device="ubuntu",
            app="screenshot",
            evaluator=check(picture_kept, path=params.file, source=params.picture),
            after=("taken",),
        ),
    ]


def _capture_picture(params: Params, look: Look, by: int = 0, name: str = "") -> Iterator[Action]:
    """Drags over the picture, so many pixels outside of its edges, and saves what is taken.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        by: How many pixels; a negative number for an area within.
        name: Another file name; "" for the right one.
    """
    yield from _show(params, look)
    area = photo_area(look, name_of(params.picture), *_SIZE)
    wider = Area(area.left - by, area.top - by, area.right + by, area.bottom + by)
    yield from capture_area(look, wider, name or name_of(params.file))


def _take_picture(params: Params, look: Look) -> Iterator[Action]:
    yield from _capture_picture(params, look)


def _take_loosely(params: Params, look: Look) -> Iterator[Action]:
    """Drags a few pixels around the picture."""
    yield from _capture_picture(params, look, by=5)


def _rename_area(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture under another name, and renames the file."""
    yield from _capture_picture(params, look, name="not_named_yet.png")
    yield from run_in_terminal(["mv", "/home/user/Pictures/not_named_yet.png", params.file])


def _take_part(params: Params, look: Look) -> Iterator[Action]:
    """Leaves a broad edge of the picture out."""
    yield from _capture_picture(params, look, by=-30)


def _copy_file(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of something else."""
    yield from _show(params, look)
    yield from capture_area(look, Area(70, 40, 200, 120), name_of(params.file))


AREA = SubTask(
    name="screens.area",
    device="ubuntu",
    app="screenshot",
    says="open {picture} in Image Viewer on the desktop, take a picture of what it shows with Screenshot, as a "
    "selection without the window around it, and save that as {file}",
    steps="on the desktop, open {picture} in Image Viewer, start Screenshot, choose Selection, click Take Screenshot, "
    "drag over the picture alone, and save that as {file}",
    refers="the screenshot {file} of the picture alone",
    inputs={
        "picture": picture_file("maple_24"),
        "file": path_like("/home/user/Pictures/detail_47.png", ("clip", "cutting", "detail", "selection", "snippet")),
    },
    hidden={"photo": choice(PHOTOS, type="material")},
    output="picture",
    produce=lambda params: str(params.file),
    setup=_picture_there,
    checkpoints=_area_taken,
    oracle={"shown": _show, "taken": _take_picture, "kept": nothing_more},
    footprint=may_make_file,
    alternatives={"loosely": _take_loosely, "renamed": _rename_area},
    near_misses={"whole_window": _take, "part": _take_part, "something_else": _copy_file},
    step_limit=70,
    tags=("heavy", "pictures"),
)
