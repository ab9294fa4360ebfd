"""Put two photos side by side in one picture with GIMP."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices, Image
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.gimp.moves import add_layer, export_picture, fit_canvas, move_layer, open_picture
from crab_tasks.kits.ubuntu.pictures import (
    PHOTOS,
    cropped_file,
    image_has_pixels,
    photo,
    pictures_combined,
    side_by_side,
    wanted_file,
)
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

HEIGHT = 180
WHOLE = 300
"""Width of the photos of which parts are cut; no photo in the task is wider."""


def names(params: Params) -> tuple[str, str]:
    """Returns the photos to combine: the left and the right one."""
    return params.left, params.right


def widths(params: Params) -> tuple[int, int]:
    """Returns the widths of both photos."""
    return params.width, 400 - params.width // 2


def pictures(params: Params) -> tuple[Image, Image]:
    """Returns both photos, which have the same height."""
    (left, right), (left_width, right_width) = names(params), widths(params)
    return part(left, left_width), part(right, right_width)


def files(params: Params) -> tuple[bytes, bytes]:
    """Returns the files of both photos."""
    (left, right), (left_width, right_width) = names(params), widths(params)
    return part_file(left, left_width), part_file(right, right_width)


def part(name: str, width: int) -> Image:
    """Returns the left part of a photo."""
    return photo(name, WHOLE, HEIGHT)[:, :width]


def part_file(name: str, width: int) -> bytes:
    """Returns the file of the left part of a photo."""
    return cropped_file(name, (WHOLE, HEIGHT), width, HEIGHT)


def place(name: str) -> str:
    """Returns a photo's path."""
    return f"{HOME}/Pictures/{name}.png"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the photos among others."""
    desktop = devices.ubuntu
    for name in rng.sample([name for name in PHOTOS if name not in names(params)], 2):
        desktop.write_file(place(name), part_file(name, params.width))
    for name, data in zip(names(params), files(params), strict=True):
        desktop.write_file(place(name), data)
    desktop.remove(place(params.file))  # the home may have a picture of that name


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """A photo is opened; then a picture has both, in their order; and it has nothing else."""
    left, right = files(params)
    whole = wanted_file(side_by_side(*pictures(params)))
    both = check(pictures_combined, path=place(params.file), first=left, second=right, direction="right")
    opened = check(window_in_front, app="gimp", title=f"[{params.left}]")
    return [
        whereabouts(id="left_open", device="ubuntu", app="gimp", evaluator=opened),
        Checkpoint(id="combined", device="ubuntu", app="gimp", evaluator=both, after=("left_open",)),
        Checkpoint(
            id="nothing_else",
            device="ubuntu",
            app="gimp",
            evaluator=check(image_has_pixels, path=place(params.file), expected=whole),
            after=("combined",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The exported picture."""
    return new_file(f"{HOME}/Pictures/{params.file}.png")


def open_left(params: Params, look: Look) -> Iterator[Action]:
    """Opens the left photo."""
    yield from open_picture(look, place(params.left))


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from open_left(params, look)
    yield from add_layer(look, place(names(params)[1]))


def combine(params: Params, look: Look) -> Iterator[Action]:
    """Adds the right photo as a layer right of the left one, and exports both."""
    left, right = pictures(params)
    yield from _add(params, look)
    yield from move_layer(look, left.shape[1], 0)
    yield from fit_canvas(look, left.shape[1] + right.shape[1], HEIGHT)
    yield from export_picture(look, place(params.file))


def turned_round(params: Params, look: Look) -> Iterator[Action]:
    """Puts the right photo left of the left one."""
    left, right = pictures(params)
    yield from _add(params, look)
    yield from move_layer(look, -right.shape[1], 0)
    yield from fit_canvas(look, left.shape[1] + right.shape[1], HEIGHT)
    yield from export_picture(look, place(params.file))


def overlapping(params: Params, look: Look) -> Iterator[Action]:
    """Lets the right photo cover a part of the left one."""
    left, right = pictures(params)
    yield from _add(params, look)
    yield from move_layer(look, left.shape[1] - 40, 0)
    yield from fit_canvas(look, left.shape[1] - 40 + right.shape[1], HEIGHT)
    yield from export_picture(look, place(params.file))


def moved_twice(params: Params, look: Look) -> Iterator[Action]:
    """Lets the right photo cover the left one at first."""
    left, right = pictures(params)
    yield from _add(params, look)
    yield from move_layer(look, left.shape[1] - 40, 0)
    yield from move_layer(look, left.shape[1], 0)
    yield from fit_canvas(look, left.shape[1] + right.shape[1], HEIGHT)
    yield from export_picture(look, place(params.file))


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture under another name, and renames the file."""
    yield from combine(params.replace(file="not_named_yet"), look)
    yield from run_in_terminal(["mv", place("not_named_yet"), place(params.file)])


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture in another format, and gives that file the name."""
    draft = f"{HOME}/Pictures/draft.jpg"
    left, right = pictures(params)
    yield from _add(params, look)
    yield from move_layer(look, left.shape[1], 0)
    yield from fit_canvas(look, left.shape[1] + right.shape[1], HEIGHT)
    yield from export_picture(look, draft)
    yield from run_in_terminal(["mv", draft, place(params.file)])


TASK = Task(
    name="ubuntu.combine_pictures",
    description=(
        "With GIMP on the desktop, put two photos from ~/Pictures side by side, {left}.png on the left and {right}.png "
        "on the right. They have the same height. Don't cover or scale any part of them, and leave no space between or "
        "around them. Export the result as ~/Pictures/{file}.png."
    ),
    devices=("ubuntu",),
    parameters={
        "left": choice(PHOTOS[:4], type="file_name"),
        "right": choice(PHOTOS[4:], type="file_name"),
        "file": choice(("both", "panorama", "pair"), type="file_name"),
        "width": integer(200, 300, 240),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"left_open": open_left, "combined": combine, "nothing_else": nothing_more},
    footprint=footprint,
    alternatives={"moved_twice": moved_twice, "renamed": renamed},
    near_misses={"turned_round": turned_round, "overlapping": overlapping, "other_format": other_format},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=36,
    version=8,
    tags=("heavy", "pictures"),
)
