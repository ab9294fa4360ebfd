"""Take a picture of one window of the desktop."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo_file
from crab_tasks.kits.ubuntu.screenshot.moves import capture, capture_area, shown_area, view_picture
from crab_tasks.kits.ubuntu.screenshot.state import window_captured
from crab_tasks.kits.ubuntu.terminal.moves import open_terminal, run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

SIZE = 480, 320


def path(name: str) -> str:
    """Returns the path of a picture."""
    return f"{HOME}/Pictures/{name}.png"


def other(params: Params) -> str:
    """Returns the name of another photo in the folder."""
    return PHOTOS[(PHOTOS.index(params.photo) + 1) % len(PHOTOS)]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts two photos into the folder Pictures."""
    for name in (params.photo, other(params)):
        devices.ubuntu.write_file(path(name), photo_file(name, *SIZE))
    devices.ubuntu.remove(path(params.file))  # the home may have a picture of that name


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The photo is shown; then there is a picture of its window."""
    shown = check(window_in_front, app="image_viewer", title=f"{params.photo}.png")
    taken = check(
        window_captured, path=path(params.file), photo=photo_file(params.photo, *SIZE), title=f"{params.photo}.png"
    )
    return [
        whereabouts(id="photo_shown", device="ubuntu", app="image_viewer", evaluator=shown),
        Checkpoint(id="window_taken", device="ubuntu", app="screenshot", evaluator=taken, after=("photo_shown",)),
    ]


def footprint(params: Params) -> Footprint:
    """The picture."""
    return new_file(path(params.file))


def show(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo."""
    yield from view_picture(look, path(params.photo))


def take(params: Params, look: Look) -> Iterator[Action]:
    """Takes the picture of its window."""
    yield from capture(look, "Window", f"{params.file}.png")


def as_an_area(params: Params, look: Look) -> Iterator[Action]:
    """Drags over the window as an area of the screen."""
    yield from show(params, look)
    yield from capture_area(look, shown_area(look, f"{params.photo}.png"), f"{params.file}.png")


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture under another name, and renames the file."""
    yield from show(params, look)
    yield from capture(look, "Window", "not_named_yet.png")
    yield from run_in_terminal(["mv", path("not_named_yet"), path(params.file)])


def whole_screen(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the whole screen."""
    yield from show(params, look)
    yield from capture(look, "Screen", f"{params.file}.png")


def other_window(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the terminal's window, which is in front of the photo."""
    yield from show(params, look)
    yield from open_terminal()
    yield from capture(look, "Window", f"{params.file}.png")


def other_photo(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the window with the other photo."""
    yield from show(params, look)
    yield from view_picture(look, path(other(params)))
    yield from capture(look, "Window", f"{params.file}.png")


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Closes the photo's window, and copies the photo's file."""
    yield from show(params, look)
    yield action("ubuntu", "hotkey", keys=["alt", "f4"])
    yield from run_in_terminal(["cp", path(params.photo), path(params.file)])


TASK = Task(
    name="ubuntu.capture_window",
    description=(
        "Open the photo ~/Pictures/{photo}.png in Image Viewer on the desktop, at its original size. Then take a "
        "screenshot of this window, not of the whole screen, with Screenshot, and save it as ~/Pictures/{file}.png."
    ),
    devices=("ubuntu",),
    parameters={
        "photo": choice(PHOTOS, type="file_name"),
        "file": choice(("viewer", "for_the_manual", "window"), type="file_name"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"photo_shown": show, "window_taken": take},
    footprint=footprint,
    alternatives={"as_an_area": as_an_area, "renamed": renamed},
    near_misses={
        "whole_screen": whole_screen,
        "other_window": other_window,
        "other_photo": other_photo,
        "copied": copied,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=4,
    tags=("heavy", "pictures", "screenshot"),
)
