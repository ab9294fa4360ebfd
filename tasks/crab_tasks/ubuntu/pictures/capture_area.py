"""Take a picture of a part of the screen."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.pictures import PHOTOS, cropped_file
from crab_tasks.kits.ubuntu.screenshot.moves import capture, capture_area, photo_area, view_picture
from crab_tasks.kits.ubuntu.screenshot.state import Area, area_captured
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

WIDEST, HEIGHT = 460, 280
AROUND = 20
"""Most pixels of what is around the photo, which the goal names."""


def size(params: Params) -> tuple[int, int]:
    """Returns the photo's width and height in pixels."""
    return params.width, HEIGHT


def original(params: Params) -> bytes:
    """Returns the photo's file."""
    return cropped_file(params.photo, (WIDEST, HEIGHT), *size(params))


def source(params: Params) -> str:
    """Returns the photo's path."""
    return f"{HOME}/Pictures/{params.photo}.png"


def path(params: Params) -> str:
    """Returns the path of the picture to take."""
    return f"{HOME}/Pictures/{params.file}.png"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the photo into the folder Pictures."""
    devices.ubuntu.write_file(source(params), original(params))
    devices.ubuntu.remove(path(params))  # the home may have a picture of that name


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The photo is shown; then there is a picture of it."""
    shown = check(window_in_front, app="image_viewer", title=f"{params.photo}.png")
    taken = check(area_captured, path=path(params), photo=original(params), around=AROUND)
    return [
        whereabouts(id="photo_shown", device="ubuntu", app="image_viewer", evaluator=shown),
        Checkpoint(id="area_taken", device="ubuntu", app="screenshot", evaluator=taken, after=("photo_shown",)),
    ]


def footprint(params: Params) -> Footprint:
    """The picture."""
    return new_file(path(params))


def show(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo."""
    yield from view_picture(look, source(params))


def _around(params: Params, look: Look, by: int) -> Area:
    """Returns the photo's place on the screen with so many pixels around it."""
    place = photo_area(look, f"{params.photo}.png", *size(params))
    return Area(place.left - by, place.top - by, place.right + by, place.bottom + by)


def take(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the photo and a little around it."""
    yield from capture_area(look, _around(params, look, AROUND // 2), f"{params.file}.png")


def from_below(params: Params, look: Look) -> Iterator[Action]:
    """Drags from the lower right corner to the upper left one."""
    yield from show(params, look)
    place = _around(params, look, AROUND // 2)
    backwards = Area(place.right, place.bottom, place.left, place.top)
    yield from capture_area(look, backwards, f"{params.file}.png")


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture under another name, and renames the file."""
    yield from show(params, look)
    draft = params.replace(file="not_named_yet")
    yield from take(draft, look)
    yield from run_in_terminal(["mv", path(draft), path(params)])


def nothing_around(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the photo and nothing else."""
    yield from show(params, look)
    yield from capture_area(look, _around(params, look, 0), f"{params.file}.png")


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo, and copies its file."""
    yield from show(params, look)
    yield from run_in_terminal(["cp", source(params), path(params)])


def whole_window(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the whole window."""
    yield from show(params, look)
    yield from capture(look, "Window", f"{params.file}.png")


def a_part_of_it(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the photo's right edge out."""
    yield from show(params, look)
    place = _around(params, look, AROUND // 2)
    yield from capture_area(look, place._replace(right=place.right - 2 * AROUND), f"{params.file}.png")


def too_much(params: Params, look: Look) -> Iterator[Action]:
    """Takes too much of what is below the photo."""
    yield from show(params, look)
    place = _around(params, look, AROUND // 2)
    yield from capture_area(look, place._replace(bottom=place.bottom + AROUND), f"{params.file}.png")


TASK = Task(
    name="ubuntu.capture_area",
    description=(
        "Open the photo ~/Pictures/{photo}.png in Image Viewer on the desktop, at its original size. With Screenshot, "
        "take a screenshot of a selected area: the whole photo, and at most 20 pixels of what is around it on each "
        "side. Save it as ~/Pictures/{file}.png."
    ),
    devices=("ubuntu",),
    parameters={
        "photo": choice(PHOTOS, type="file_name"),
        "width": integer(360, WIDEST, 420),
        "file": choice(("cutting", "detail_2", "on_screen"), type="file_name"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"photo_shown": show, "area_taken": take},
    footprint=footprint,
    alternatives={"from_below": from_below, "renamed": renamed, "nothing_around": nothing_around},
    near_misses={
        "whole_window": whole_window,
        "a_part_of_it": a_part_of_it,
        "too_much": too_much,
        "copied": copied,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=6,
    tags=("heavy", "pictures", "screenshot"),
)
