"""Cut a part of a photo out with GIMP, and export it as a picture of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices, Image
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_has_digest
from crab_tasks.kits.ubuntu.gimp.moves import crop_to_selection, export_picture, open_picture, scale_picture
from crab_tasks.kits.ubuntu.pictures import PHOTOS, image_has_pixels, photo, photo_file, wanted_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window, window_in_front

SIZE = 320, 240
PART = 160, 120


def source(params: Params) -> str:
    """Returns the photo's path."""
    return f"{HOME}/Pictures/{params.photo}.png"


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Pictures/{params.file}.png"


def part(params: Params) -> Image:
    """Returns the part of the photo that is wanted."""
    x, y = params.x, params.y
    return photo(params.photo, *SIZE)[y : y + PART[1], x : x + PART[0]]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the photo among others."""
    desktop = devices.ubuntu
    for name in rng.sample([name for name in PHOTOS if name != params.photo], 2):
        desktop.write_file(f"{HOME}/Pictures/{name}.png", photo_file(name, *SIZE))
    desktop.write_file(source(params), photo_file(params.photo, *SIZE))
    desktop.remove(path(params))  # the home may have a picture of that name


def cut_out(state: State, path: str, expected: bytes, source: str, original: bytes) -> bool:
    """The PNG file is the wanted part, pixel by pixel, and the given one is as it was.

    Args:
        state: The devices' states.
        path: The picture's path.
        expected: The wanted part, encoded.
        source: Path of the given picture.
        original: The given picture's file.
    """
    return image_has_pixels(state, path, expected) and file_has_digest(state, source, digest(original))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The photo is open; then the wanted part of it is in a file of its own, and the photo as it was."""
    shown = check(window_in_front, app="gimp", title=f"[{params.photo}]")
    wanted = check(
        cut_out,
        path=path(params),
        expected=wanted_file(part(params)),
        source=source(params),
        original=photo_file(params.photo, *SIZE),
    )
    return [
        whereabouts(id="photo_open", device="ubuntu", app="gimp", evaluator=shown),
        Checkpoint(id="part_there", device="ubuntu", app="gimp", evaluator=wanted, after=("photo_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The exported picture."""
    return new_file(path(params))


def open_photo(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo in GIMP."""
    yield from open_picture(look, source(params))


def crop(params: Params, look: Look) -> Iterator[Action]:
    """Selects the part, crops the picture to it, and exports it."""
    yield from open_photo(params, look)
    yield from crop_to_selection(look, params.x, params.y, *PART)
    yield from export_picture(look, path(params))


def undone(params: Params, look: Look) -> Iterator[Action]:
    """Crops the picture to another part, takes that back, and crops it to the right one."""
    yield from open_photo(params, look)
    yield from crop_to_selection(look, params.x + 7, params.y + 3, *PART)
    yield action("ubuntu", "hotkey", keys=["ctrl", "z"])
    yield from window(look, " 320x240 ", "gimp")
    yield from crop_to_selection(look, params.x, params.y, *PART)
    yield from export_picture(look, path(params))


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture under another name, and renames the file."""
    draft = params.replace(file="not_named_yet")
    yield from crop(draft, look)
    yield from run_in_terminal(["mv", path(draft), path(params)])


def beside_it(params: Params, look: Look) -> Iterator[Action]:
    """Crops the picture to a part that begins a few pixels further."""
    yield from open_photo(params, look)
    yield from crop_to_selection(look, params.x + 4, params.y, *PART)
    yield from export_picture(look, path(params))


def scaled(params: Params, look: Look) -> Iterator[Action]:
    """Scales the photo to the size of the part."""
    yield from open_photo(params, look)
    yield from scale_picture(look, *PART)
    yield from export_picture(look, path(params))


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture in another format, and gives that file the name."""
    draft = f"{HOME}/Pictures/draft.bmp"
    yield from open_photo(params, look)
    yield from crop_to_selection(look, params.x, params.y, *PART)
    yield from export_picture(look, draft)
    yield from run_in_terminal(["mv", draft, path(params)])


TASK = Task(
    name="ubuntu.crop_photo",
    description=(
        "With GIMP on the desktop, crop the photo ~/Pictures/{photo}.png to a rectangle of 160 by 120 pixels whose "
        "upper left corner is {x} pixels from the photo's left edge and {y} pixels from its top edge. Export only this "
        "part as ~/Pictures/{file}.png, without scaling it, and leave the photo's file as it is."
    ),
    devices=("ubuntu",),
    parameters={
        "photo": choice(PHOTOS, type="file_name"),
        "file": choice(("detail", "part", "cut_out"), type="file_name"),
        "x": integer(20, 150, 60),
        "y": integer(20, 110, 50),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"photo_open": open_photo, "part_there": crop},
    alternatives={"undone": undone, "renamed": renamed},
    footprint=footprint,
    near_misses={"beside_it": beside_it, "scaled": scaled, "other_format": other_format},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=40,
    version=3,
    tags=("heavy", "pictures"),
)
