"""Make a small picture in shades of grey of a photo, with GIMP."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_has_digest
from crab_tasks.kits.ubuntu.gimp.moves import desaturate, export_picture, open_picture, scale_picture
from crab_tasks.kits.ubuntu.picture_tones import image_is_without_colour
from crab_tasks.kits.ubuntu.pictures import PHOTOS, image_measures, photo_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

SIZE = 400, 300


def source(params: Params) -> str:
    """Returns the photo's path."""
    return f"{HOME}/Pictures/{params.photo}.png"


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Pictures/{params.file}.png"


def small(params: Params) -> tuple[int, int]:
    """Returns the width and height that the picture should have."""
    return params.width, params.width * SIZE[1] // SIZE[0]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the photo among others."""
    desktop = devices.ubuntu
    for name in rng.sample([name for name in PHOTOS if name != params.photo], 2):
        desktop.write_file(f"{HOME}/Pictures/{name}.png", photo_file(name, *SIZE))
    desktop.write_file(source(params), photo_file(params.photo, *SIZE))
    desktop.remove(path(params))  # the home may have a picture of that name


def small_and_grey(state: State, path: str, width: int, height: int, source: str, original: bytes) -> bool:
    """The PNG file shows the photo in grey and has the size, and the photo's file is as it was.

    Args:
        state: The devices' states.
        path: The picture's path.
        width: Its width in pixels.
        height: Its height.
        source: Path of the photo.
        original: The photo's file.
    """
    return (
        image_measures(state, path, width, height)
        and image_is_without_colour(state, path, original)
        and file_has_digest(state, source, digest(original))
    )


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The photo is open; then a grey one is there; then it has the size, and the photo is as it was."""
    width, height = small(params)
    original = photo_file(params.photo, *SIZE)
    shown = check(window_in_front, app="gimp", title=f"[{params.photo}]")
    whole = check(
        small_and_grey, path=path(params), original=original, width=width, height=height, source=source(params)
    )
    return [
        whereabouts(id="photo_open", device="ubuntu", app="gimp", evaluator=shown),
        Checkpoint(
            id="grey_there",
            device="ubuntu",
            app="gimp",
            evaluator=check(image_is_without_colour, path=path(params), original=original),
            after=("photo_open",),
        ),
        Checkpoint(id="size_right", device="ubuntu", app="gimp", evaluator=whole, after=("grey_there",)),
    ]


def footprint(params: Params) -> Footprint:
    """The exported picture."""
    return new_file(path(params))


def open_photo(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo in GIMP."""
    yield from open_picture(look, source(params))


def convert(params: Params, look: Look) -> Iterator[Action]:
    """Takes out the colour, scales the picture, and exports it."""
    yield from open_photo(params, look)
    yield from desaturate(look)
    yield from scale_picture(look, *small(params))
    yield from export_picture(look, path(params))


def scaled_first(params: Params, look: Look) -> Iterator[Action]:
    """Scales the picture before it takes out the colour."""
    yield from open_photo(params, look)
    yield from scale_picture(look, *small(params))
    yield from desaturate(look)
    yield from export_picture(look, path(params))


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture under another name, and renames the file."""
    draft = params.replace(file="not_named_yet")
    yield from convert(draft, look)
    yield from run_in_terminal(["mv", path(draft), path(params)])


def at_full_size(params: Params, look: Look) -> Iterator[Action]:
    """Forgets to scale the picture."""
    yield from open_photo(params, look)
    yield from desaturate(look)
    yield from export_picture(look, path(params))


def in_colour(params: Params, look: Look) -> Iterator[Action]:
    """Forgets the grey."""
    yield from open_photo(params, look)
    yield from scale_picture(look, *small(params))
    yield from export_picture(look, path(params))


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture in another format, and gives that file the name."""
    draft = f"{HOME}/Pictures/draft.jpg"
    yield from open_photo(params, look)
    yield from desaturate(look)
    yield from scale_picture(look, *small(params))
    yield from export_picture(look, draft)
    yield from run_in_terminal(["mv", draft, path(params)])


TASK = Task(
    name="ubuntu.grey_photo",
    description=(
        "With GIMP on the desktop, make a small black-and-white version of the photo ~/Pictures/{photo}.png: remove "
        "the colour with Colors > Desaturate, scale the picture to a width of {width} pixels while keeping its aspect "
        "ratio, and export it as ~/Pictures/{file}.png. Leave the photo's file as it is."
    ),
    devices=("ubuntu",),
    parameters={
        "photo": choice(PHOTOS, type="file_name"),
        "file": choice(("grey", "newsletter", "small"), type="file_name"),
        "width": choice((120, 160, 200, 240), type="pixels"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"photo_open": open_photo, "grey_there": convert, "size_right": nothing_more},
    alternatives={"scaled_first": scaled_first, "renamed": renamed},
    footprint=footprint,
    near_misses={"at_full_size": at_full_size, "in_colour": in_colour, "other_format": other_format},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=40,
    version=5,
    tags=("heavy", "pictures"),
)
