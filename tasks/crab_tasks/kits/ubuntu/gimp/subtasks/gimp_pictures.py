"""Sub-tasks about pictures that are changed and combined with GIMP."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from crab_gym.backends.base import DesktopSetup, Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_sim.devices.media.png import png
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.paths import path_like, stem_of
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.gimp.moves import add_layer, brighten, export_picture, fit_canvas, move_layer, open_picture
from crab_tasks.kits.ubuntu.picture_tones import image_is_lighter, image_is_lighter_than
from crab_tasks.kits.ubuntu.pictures import (
    PHOTOS,
    image_has_pixels,
    photo,
    photo_file,
    pictures_combined,
    side_by_side,
    wanted_file,
)
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["BRIGHTEN", "COMBINE", "DARKEN"]

_PICTURES = "/home/user/Pictures"
_SIZE = 320, 240
_LIGHT = 0.45
_LIGHTER = 12.0
"""Least difference of the mean brightness, of 255, from the dark photo's."""
_STEMS = ("lake", "garden", "coast", "meadow", "village", "summit")
_MADE = ("poster", "cover", "print", "banner", "postcard", "title")


def _dark(params: Params) -> bytes:
    return photo_file(params.photo, *_SIZE, _LIGHT)


def _light(params: Params) -> bytes:
    return photo_file(params.photo, *_SIZE)


def _put_dark(devices: Devices, params: Params, rng: random.Random) -> None:
    _put(devices.ubuntu, params, _dark(params))


def _put_light(devices: Devices, params: Params, rng: random.Random) -> None:
    _put(devices.ubuntu, params, _light(params))


def _put(desktop: DesktopSetup, params: Params, data: bytes) -> None:
    """Puts the photo unless another part makes it, and takes away what has the result's name."""
    if "source" not in params.fed:
        desktop.write_file(params.source, data)
    if desktop.exists(params.target):
        desktop.remove(params.target)


def _brightened(params: Params) -> Sequence[Checkpoint]:
    return _changed(params, "lighter", _dark(params), _LIGHTER)


def _darkened(params: Params) -> Sequence[Checkpoint]:
    return _changed(params, "darker", _light(params), -_LIGHTER)


def _changed(params: Params, name: str, photo: bytes, by: float) -> Sequence[Checkpoint]:
    """The photo is open in GIMP; then a lighter or darker one is there."""
    opened = check(window_in_front, app="gimp", title=f"[{stem_of(params.source)}]")
    after = ("photo_open",)
    if "source" in params.fed:  # nobody knows beforehand what it shows
        compared = check(image_is_lighter_than, path=params.target, by=by, source=params.source)
        changed = Checkpoint(id=name, device="ubuntu", app="gimp", evaluator=compared, after=after)
    else:
        original = check(image_is_lighter, path=params.target, by=by, original=photo)
        changed = Checkpoint(id=name, device="ubuntu", app="gimp", evaluator=original, after=after)
    return [whereabouts(id="photo_open", device="ubuntu", app="gimp", evaluator=opened), changed]


def _may_export(params: Params) -> Footprint:
    return new_file(params.target)


def _open_source(params: Params, look: Look) -> Iterator[Action]:
    yield from open_picture(look, params.source)


def _brighten(params: Params, look: Look, by: int = 60) -> Iterator[Action]:
    """Makes the photo brighter, and exports it."""
    yield from open_picture(look, params.source)
    yield from brighten(look, by)
    yield from export_picture(look, params.target)


def _brighten_much(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo much brighter."""
    yield from _brighten(params, look, 100)


def _brighten_anew(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo darker, takes that back, and makes it brighter."""
    yield from open_picture(look, params.source)
    yield from brighten(look, -60)
    yield action("ubuntu", "hotkey", keys=["ctrl", "z"])
    yield from _brighten(params, look)


def _darken(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo darker instead."""
    yield from _brighten(params, look, -60)


def _darken_much(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo much darker."""
    yield from _brighten(params, look, -90)


def _darken_anew(params: Params, look: Look) -> Iterator[Action]:
    """Makes the photo brighter, takes that back, and makes it darker."""
    yield from open_picture(look, params.source)
    yield from brighten(look, 60)
    yield action("ubuntu", "hotkey", keys=["ctrl", "z"])
    yield from _darken(params, look)


def _as_it_was(params: Params, look: Look) -> Iterator[Action]:
    """Exports the photo as it is."""
    yield from open_picture(look, params.source)
    yield from export_picture(look, params.target)


BRIGHTEN = SubTask(
    name="gimp_pictures.brighten",
    device="ubuntu",
    app="gimp",
    says="raise the brightness of {source} with GIMP and export it as {target}",
    steps="on the desktop, open {source} in GIMP, raise its brightness by about 60 with Colors > Brightness-Contrast, "
    "and export it as {target}",
    refers="the brightened picture {target}",
    inputs={
        "source": replace(path_like(f"{_PICTURES}/lake_20.png", _STEMS), type="picture"),
        "target": path_like(f"{_PICTURES}/poster_31.png", _MADE),
    },
    hidden={"photo": choice(PHOTOS, type="material")},
    output="picture",
    produce=lambda params: str(params.target),
    setup=_put_dark,
    checkpoints=_brightened,
    oracle={"photo_open": _open_source, "lighter": _brighten},
    footprint=_may_export,
    alternatives={"much": _brighten_much, "anew": _brighten_anew},
    near_misses={"darkened": _darken, "as_it_was": _as_it_was},
    step_limit=90,
    crab=27,
    crab_inputs=("source", "target"),
    tags=("heavy", "pictures"),
)

DARKEN = SubTask(
    name="gimp_pictures.darken",
    device="ubuntu",
    app="gimp",
    says="lower the brightness of {source} with GIMP and export it as {target}",
    steps="on the desktop, open {source} in GIMP, lower its brightness by about 60 with Colors > Brightness-Contrast, "
    "and export it as {target}",
    refers="the darkened picture {target}",
    inputs={
        "source": replace(path_like(f"{_PICTURES}/shore_33.png", _STEMS), type="picture"),
        "target": path_like(f"{_PICTURES}/cover_58.png", _MADE),
    },
    hidden={"photo": choice(PHOTOS, type="material")},
    output="picture",
    produce=lambda params: str(params.target),
    setup=_put_light,
    checkpoints=_darkened,
    oracle={"photo_open": _open_source, "darker": _darken},
    footprint=_may_export,
    alternatives={"much": _darken_much, "anew": _darken_anew},
    near_misses={"brightened": _brighten, "as_it_was": _as_it_was},
    step_limit=90,
    crab=28,
    crab_inputs=("source", "target"),
    tags=("heavy", "pictures"),
)

_HEIGHT, _WIDTH = 180, 240


def _pair(params: Params) -> tuple[str, str]:
    """Returns the names of the bundled photos, which differ."""
    at = PHOTOS.index(params.photo)
    return params.photo, PHOTOS[(at + 3) % len(PHOTOS)]


@lru_cache(maxsize=32)
def _file(name: str) -> bytes:
    return png(photo(name, _WIDTH, _HEIGHT), packed=False)


def _put_both(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts both photos, and takes away what has the result's name."""
    desktop = devices.ubuntu
    for path, name in zip((params.left, params.right), _pair(params), strict=True):
        desktop.write_file(path, _file(name))
    if desktop.exists(params.target):
        desktop.remove(params.target)


def _combined(params: Params) -> Sequence[Checkpoint]:
    """The left photo is open in GIMP; then a picture has both in their order; and it has nothing else."""
    opened = check(window_in_front, app="gimp", title=f"[{stem_of(params.left)}]")
    left, right = _pair(params)
    both = check(pictures_combined, path=params.target, first=_file(left), second=_file(right), direction="right")
    whole = wanted_file(side_by_side(photo(left, _WIDTH, _HEIGHT), photo(right, _WIDTH, _HEIGHT)))
    expected = check(image_has_pixels, path=params.target, expected=whole)
    return [
        whereabouts(id="left_open", device="ubuntu", app="gimp", evaluator=opened),
        Checkpoint(id="combined", device="ubuntu", app="gimp", evaluator=both, after=("left_open",)),
        Checkpoint(id="nothing_else", device="ubuntu", app="gimp", evaluator=expected, after=("combined",)),
    ]


def _open_left(params: Params, look: Look) -> Iterator[Action]:
    yield from open_picture(look, params.left)


def _combine(params: Params, look: Look, places: Sequence[int] = (_WIDTH,)) -> Iterator[Action]:
    """Adds the right photo as a layer, moves it from place to place, and exports the picture."""
    yield from open_picture(look, params.left)
    yield from add_layer(look, params.right)
    for x in places:
        yield from move_layer(look, x, 0)
    yield from fit_canvas(look, _WIDTH + abs(places[-1]), _HEIGHT)
    yield from export_picture(look, params.target)


def _export_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _combine(params, look)


def _nothing_more(params: Params, look: Look) -> Iterator[Action]:
    yield from ()


def _move_twice(params: Params, look: Look) -> Iterator[Action]:
    """Lets the right photo cover the left one at first."""
    yield from _combine(params, look, (_WIDTH - 40, _WIDTH))


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Exports the picture under another name, and renames the file."""
    name = f"{_PICTURES}/not_named_yet.png"
    yield from _combine(params.replace(target=name), look)
    yield from run_in_terminal(["mv", name, params.target])


def _turned_round(params: Params, look: Look) -> Iterator[Action]:
    """Puts the right photo left of the left one."""
    yield from _combine(params, look, (-_WIDTH,))


def _overlapping(params: Params, look: Look) -> Iterator[Action]:
    """Lets the right photo cover a part of the left one."""
    yield from _combine(params, look, (_WIDTH - 40,))


COMBINE = SubTask(
    name="gimp_pictures.combine",
    device="ubuntu",
    app="gimp",
    says="put the photo {left} and, to its right, the photo {right} into one picture with GIMP, without a gap, and "
    "export that as {target}",
    steps="on the desktop, open {left} in GIMP, add {right} as a layer right of it, fit the canvas to the layers, and "
    "export the picture as {target}",
    refers="the combined picture {target}",
    inputs={
        "left": path_like(f"{_PICTURES}/lake_20.png", _STEMS),
        "right": path_like(f"{_PICTURES}/coast_44.png", _STEMS),
        "target": path_like(f"{_PICTURES}/poster_31.png", _MADE),
    },
    hidden={"photo": choice(PHOTOS, type="material")},
    output="picture",
    produce=lambda params: str(params.target),
    setup=_put_both,
    checkpoints=_combined,
    oracle={"left_open": _open_left, "combined": _export_both, "nothing_else": _nothing_more},
    footprint=_may_export,
    alternatives={"moved_twice": _move_twice, "renamed": _rename},
    near_misses={"turned_round": _turned_round, "overlapping": _overlapping},
    step_limit=110,
    crab=29,
    crab_inputs=("left", "right", "target"),
    tags=("heavy", "pictures"),
)
