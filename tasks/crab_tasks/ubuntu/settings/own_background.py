"""Choose a style, and one of the user's pictures as the background, in Settings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_sim.documents import encode_image
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import may_restyle
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.state import app_opened, setting_in
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.settings import (
    BACKGROUND,
    background_shows,
    choose_background,
    gsettings,
    may_set_background,
    open_backgrounds,
)
from crab_tasks.kits.ubuntu.windows import click_soon, start

INTERFACE = "org.gnome.desktop.interface"
SCHEMES = {"Dark": ("prefer-dark",), "Default": ("default", "prefer-light")}
KEYS = {"Dark": "picture-uri-dark", "Default": "picture-uri"}
PICTURES = {"sunset.png": (208, 96, 48), "lagoon.png": (32, 128, 144), "meadow.png": (96, 144, 48)}


@cache
def picture(name: str) -> bytes:
    """Returns a PNG of the picture's colour that darkens towards its foot."""
    shade = np.linspace(1.0, 0.5, 180)[:, np.newaxis, np.newaxis]
    rows = (shade * PICTURES[name]).astype(np.uint8)
    return encode_image(rows.repeat(320, axis=1))


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the pictures into their folder, and shows the other style, with a plain colour behind the windows."""
    desktop = devices.ubuntu
    for name in PICTURES:
        desktop.write_file(f"{HOME}/Pictures/{name}", picture(name))
    desktop.set_setting(BACKGROUND, "picture-options", "none")
    desktop.set_setting(INTERFACE, "color-scheme", SCHEMES["Default" if params.style == "Dark" else "Dark"][0])


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Settings; then the style; then the background of that style."""
    style = check(setting_in, device="ubuntu", namespace=INTERFACE, key="color-scheme", values=SCHEMES[params.style])
    shown = check(background_shows, key=KEYS[params.style], content=digest(picture(params.picture)))
    return [
        app_opened("settings", "in_settings", "ubuntu"),
        Checkpoint(id="style_right", device="ubuntu", app="settings", evaluator=style, after=("in_settings",)),
        Checkpoint(id="background_right", device="ubuntu", app="settings", evaluator=shown, after=("style_right",)),
    ]


def footprint(params: Params) -> Footprint:
    """The style, and its background, which Settings also gives to the other style and to the locked screen."""
    return [*may_restyle(), *may_set_background(KEYS[params.style], params.picture)]


def open_settings(params: Params, look: Look) -> Iterator[Action]:
    """Starts Settings, and goes to the backgrounds."""
    yield from open_backgrounds(look)


def choose_style(params: Params, look: Look) -> Iterator[Action]:
    """Clicks the style, which is a button or one of a group."""
    if has(look, "ubuntu", text="Appearance", role="list_item"):
        yield click(look, text="Appearance", role="list_item")
    radios = [e for e in look("ubuntu") if e.role == "radio" and params.style in (e.text, e.description)]
    if radios and not has(look, "ubuntu", text=params.style, role="button"):
        yield click_on(radios[0])
    else:
        yield from click_soon(look, text=params.style, role="button")


def choose_picture(params: Params, look: Look) -> Iterator[Action]:
    """Adds the picture to those of Settings, and clicks it there."""
    yield from choose_background(look, f"{HOME}/Pictures/{params.picture}")


def _address(style: str, name: str) -> Iterator[Action]:
    """Makes a picture a style's background in the terminal; as long as the desktop shows none, it isn't shown."""
    yield from gsettings(BACKGROUND, KEYS[style], f"file://{HOME}/Pictures/{name}")


def _background(style: str, name: str) -> Iterator[Action]:
    """Makes a picture a style's background in the terminal, and lets the desktop show it."""
    yield from _address(style, name)
    yield from gsettings(BACKGROUND, "picture-options", "zoom")


def _style(params: Params) -> Iterator[Action]:
    """Chooses the style in the terminal."""
    yield from gsettings(INTERFACE, "color-scheme", SCHEMES[params.style][0])


def other_picture(params: Params, look: Look) -> Iterator[Action]:
    """Sets everything in the terminal, another picture that is."""
    yield from start("Settings")
    yield from _style(params)
    yield from _background(params.style, next(name for name in PICTURES if name != params.picture))


def other_style(params: Params, look: Look) -> Iterator[Action]:
    """Sets the background of the style that isn't chosen."""
    yield from start("Settings")
    yield from _background("Default" if params.style == "Dark" else "Dark", params.picture)
    yield from _style(params)


def not_shown(params: Params, look: Look) -> Iterator[Action]:
    """Sets both, but the desktop goes on to show a plain colour."""
    yield from open_settings(params, look)
    yield from _style(params)
    yield from _address(params.style, params.picture)


def set_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Opens Settings, and sets both in the terminal."""
    yield from open_settings(params, look)
    yield from _style(params)
    yield from _background(params.style, params.picture)


def background_first(params: Params, look: Look) -> Iterator[Action]:
    """Sets the background of the style before it chooses the style in Settings."""
    yield from _background(params.style, params.picture)
    yield from open_settings(params, look)
    yield from choose_style(params, look)


TASK = Task(
    name="ubuntu.own_background",
    description=(
        "On the desktop, open Settings and switch to the {style} style. Then make ~/Pictures/{picture} the background "
        "of this style."
    ),
    devices=("ubuntu",),
    parameters={
        "style": choice(tuple(SCHEMES), type="style"),
        "picture": choice(tuple(PICTURES), type="file_name"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"in_settings": open_settings, "style_right": choose_style, "background_right": choose_picture},
    footprint=footprint,
    alternatives={"set_by_command": set_by_command, "background_first": background_first},
    near_misses={"other_picture": other_picture, "other_style": other_style, "not_shown": not_shown},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=14,
    version=3,
    tags=("settings", "heavy"),
)
