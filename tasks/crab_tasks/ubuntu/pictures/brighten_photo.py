"""Brighten a dark photo in GIMP, and export it under another name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_has_digest
from crab_tasks.kits.ubuntu.gimp.moves import act, brighten, export_picture, open_picture
from crab_tasks.kits.ubuntu.picture_tones import image_is_lighter
from crab_tasks.kits.ubuntu.pictures import (
    PHOTOS,
    image_is_between,
    lightened,
    photo,
    photo_file,
    wanted_file,
)
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window, window_in_front

SIZE = 320, 240
WITHIN = 1
"""Tolerance around the brightness that is asked for, since a slider may be moved by hand."""


def source(params: Params) -> str:
    """Returns the photo's path."""
    return f"{HOME}/Pictures/{params.photo}.png"


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Pictures/{params.file}.png"


def light(params: Params) -> float:
    """Returns how much of its light the photo has."""
    return float(params.percent) / 100


def original(params: Params) -> bytes:
    """Returns the photo's file."""
    return photo_file(params.photo, *SIZE, light(params))


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the photo among others that are dark too."""
    desktop = devices.ubuntu
    for name in rng.sample([name for name in PHOTOS if name != params.photo], 2):
        desktop.write_file(f"{HOME}/Pictures/{name}.png", photo_file(name, *SIZE, light(params)))
    desktop.write_file(source(params), original(params))
    desktop.remove(path(params))  # the home may have a picture of that name


def brightened(state: State, path: str, darkest: bytes, lightest: bytes, source: str, original: bytes) -> bool:
    """The PNG file is as light as expected everywhere, and the given one is as it was.

    Args:
        state: The devices' states.
        path: The picture's path.
        darkest: The least light picture that counts, encoded.
        lightest: The lightest one.
        source: Path of the given picture.
        original: The given picture's file.
    """
    given = file_has_digest(state, source, digest(original))
    return given and image_is_between(state, path, darkest, lightest)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The photo is open; then a lighter one is there; then it is as light as asked, and the photo as it was."""
    dark = photo(params.photo, *SIZE, light(params))
    darkest, lightest = map(wanted_file, lightened(dark, params.amount - WITHIN, params.amount + WITHIN))
    shown = check(window_in_front, app="gimp", title=f"[{params.photo}]")
    lighter = check(image_is_lighter, path=path(params), original=original(params), by=12.0)
    return [
        whereabouts(id="photo_open", device="ubuntu", app="gimp", evaluator=shown),
        Checkpoint(id="lighter_there", device="ubuntu", app="gimp", evaluator=lighter, after=("photo_open",)),
        Checkpoint(
            id="brightness_right",
            device="ubuntu",
            app="gimp",
            evaluator=check(
                brightened,
                path=path(params),
                darkest=darkest,
                lightest=lightest,
                source=source(params),
                original=original(params),
            ),
            after=("lighter_there",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The exported picture."""
    return new_file(path(params))


def open_photo(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo in GIMP."""
    yield from open_picture(look, source(params))


def export(params: Params, look: Look, by: int = 0) -> Iterator[Action]:
    """Makes the photo brighter, by so much more than is asked for, and exports it."""
    yield from open_photo(params, look)
    yield from brighten(look, params.amount + by)
    yield from export_picture(look, path(params))


def by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Comes close to the brightness, as by the slider."""
    yield from export(params, look, WITHIN)


def ten_less(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo brighter, but not as much as is asked for."""
    yield from export(params, look, -10)


def overwritten(params: Params, look: Look) -> Iterator[Action]:
    """Writes the brighter photo over the given one, too."""
    yield from open_photo(params, look)
    yield from brighten(look, params.amount)
    yield from act(look, "Overwrite")
    yield from window(look, "(overwritten)", "gimp")
    yield from export_picture(look, path(params))


def too_bright(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo brighter twice."""
    yield from open_photo(params, look)
    yield from brighten(look, params.amount)
    yield from export(params, look)


def as_it_was(params: Params, look: Look) -> Iterator[Action]:
    """Exports the photo as it is."""
    yield from open_photo(params, look)
    yield from export_picture(look, path(params))


def undone(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo too bright, takes that back, and makes it as bright as asked."""
    yield from open_photo(params, look)
    yield from brighten(look, 120)
    yield action("ubuntu", "hotkey", keys=["ctrl", "z"])
    yield from brighten(look, params.amount)
    yield from export_picture(look, path(params))


def exported_twice(params: Params, look: Look) -> Iterator[Action]:
    """Exports the photo as it is at first, deletes that, and exports the brighter one."""
    yield from as_it_was(params, look)
    yield from run_in_terminal(["rm", path(params)])
    yield from export(params, look)


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture in another format, and gives that file the name."""
    draft = f"{HOME}/Pictures/draft.bmp"
    yield from open_photo(params, look)
    yield from brighten(look, params.amount)
    yield from export_picture(look, draft)
    yield from run_in_terminal(["mv", draft, path(params)])


TASK = Task(
    name="ubuntu.brighten_photo",
    description=(
        "The photo ~/Pictures/{photo}.png on the desktop is too dark. Open it in GIMP, raise its brightness by "
        "{amount} with Colors > Brightness-Contrast, and export the result as ~/Pictures/{file}.png. Leave the "
        "contrast and everything else about the photo as it is, and don't change the original file."
    ),
    devices=("ubuntu",),
    parameters={
        "photo": choice(PHOTOS, type="file_name"),
        "file": choice(("brighter", "for_print", "improved"), type="file_name"),
        "amount": choice((50, 70, 90), type="brightness"),
        "percent": integer(40, 55, 45, type="material"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "photo_open": open_photo,
        "lighter_there": export,
        "brightness_right": nothing_more,
    },
    footprint=footprint,
    alternatives={"undone": undone, "exported_twice": exported_twice, "by_hand": by_hand},
    near_misses={
        "overwritten": overwritten,
        "too_bright": too_bright,
        "ten_less": ten_less,
        "as_it_was": as_it_was,
        "other_format": other_format,
    },
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=30,
    version=8,
    tags=("heavy", "pictures"),
)
