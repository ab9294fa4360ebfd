"""Find the pictures of a folder that lie on their side, and turn them upright in Image Viewer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change, no_other
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.image_viewer import open_from_dialog, open_in_viewer, save_turned
from crab_tasks.kits.ubuntu.pictures import image_has_pixels, photo_file, turned_file

PHOTOS = ("beach_sunset", "bridge", "lighthouse", "mountain_lake", "snow_cabin")
"""Photos whose upper edge is plain to see."""
SIZE = 320, 240


def names(params: Params) -> list[str]:
    """Returns the photos' names in the order in which the setup takes them: the first two lie on their side."""
    return random.Random(params.order).sample(PHOTOS, len(PHOTOS))


def quarters(params: Params) -> dict[str, int]:
    """Returns the quarters, clockwise, by which each of the two has to be turned."""
    dice = random.Random(params.order + 1)
    return {name: dice.choice((-1, 1)) for name in names(params)[:2]}


def path(params: Params, name: str) -> str:
    """Returns the path of a photo."""
    return f"{HOME}/Pictures/{params.folder}/{name}.png"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the photos, two of them turned."""
    desktop = devices.ubuntu
    desktop.remove(f"{HOME}/Pictures/{params.folder}")
    turned = quarters(params)
    for name in names(params):
        data = turned_file(name, *SIZE, turned[name]) if name in turned else photo_file(name, *SIZE)
        desktop.write_file(path(params, name), data)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Image Viewer; then each of the two is upright."""
    first, second = (
        check(image_has_pixels, path=path(params, name), expected=photo_file(name, *SIZE)) for name in names(params)[:2]
    )
    return [
        app_opened("image_viewer", "viewer_open", "ubuntu"),
        Checkpoint(
            id="first_upright",
            device="ubuntu",
            app="image_viewer",
            evaluator=first,
            after=("viewer_open",),
        ),
        Checkpoint(
            id="second_upright",
            device="ubuntu",
            app="image_viewer",
            evaluator=second,
            after=("viewer_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The two pictures."""
    return [
        *[
            may_change("ubuntu", "file", ("content",), becomes={"kind": "file"}, path=path(params, name))
            for name in names(params)[:2]
        ],
        no_other("ubuntu", "file"),
    ]


def look_at(params: Params, look: Look) -> Iterator[Action]:
    """Goes through the pictures."""
    yield from open_in_viewer(look, path(params, min(names(params))))
    for _ in range(len(PHOTOS) - 1):
        yield action("ubuntu", "press", key="right")


def _turn(params: Params, look: Look, number: int, times: int = 1) -> Iterator[Action]:
    name = names(params)[number]
    yield from save_turned(look, path(params, name), quarters(params)[name] * times)


def turn_first(params: Params, look: Look) -> Iterator[Action]:
    """Turns the first one."""
    yield from _turn(params, look, 0)


def turn_second(params: Params, look: Look) -> Iterator[Action]:
    """Turns the second one."""
    yield from _turn(params, look, 1)


def wrong_direction(params: Params, look: Look) -> Iterator[Action]:
    """Turns one of them upside down."""
    yield from _turn(params, look, 0)
    yield from _turn(params, look, 1, -1)


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Turns the second one without saving it."""
    yield from _turn(params, look, 0)
    name = names(params)[1]
    yield from open_in_viewer(look, path(params, name))
    yield action("ubuntu", "hotkey", keys=["ctrl", "r"] if quarters(params)[name] > 0 else ["ctrl", "shift", "r"])


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Turns an upright one as well."""
    yield from save_turned(look, path(params, names(params)[2]), 1)
    yield from _turn(params, look, 0)
    yield from _turn(params, look, 1)


def other_way_round(params: Params, look: Look) -> Iterator[Action]:
    """Turns the second one first, by three quarters in the other direction."""
    name = names(params)[1]
    yield from save_turned(look, path(params, name), -3 * quarters(params)[name])
    yield from _turn(params, look, 0)


def by_dialog(params: Params, look: Look) -> Iterator[Action]:
    """Opens each in the dialog of Image Viewer, and turns it clockwise."""
    for name, turns in quarters(params).items():
        yield from open_from_dialog(look, path(params, name))
        for _ in range(turns % 4):
            yield action("ubuntu", "hotkey", keys=["ctrl", "r"])
        yield action("ubuntu", "hotkey", keys=["ctrl", "s"])


TASK = Task(
    name="ubuntu.turn_upright",
    description=(
        "Two of the pictures in ~/Pictures/{folder} on the desktop are lying on their side. Find them with Image "
        "Viewer, turn each of them upright there, and save it to its own file. Leave the other pictures as they are, "
        "and make no other files."
    ),
    devices=("ubuntu",),
    parameters={
        "folder": choice(("scans", "from_camera", "journey"), type="folder_name"),
        "order": integer(0, 9999, 5, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"viewer_open": look_at, "first_upright": turn_first, "second_upright": turn_second},
    footprint=footprint,
    alternatives={"other_way_round": other_way_round, "by_dialog": by_dialog},
    near_misses={"wrong_direction": wrong_direction, "not_saved": not_saved, "one_too_many": one_too_many},
    backends={"ubuntu": ("sim", "desktop")},
    version=2,
    tags=("heavy", "pictures"),
)
