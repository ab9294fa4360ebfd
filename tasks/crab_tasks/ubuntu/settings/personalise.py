"""Three settings of the desktop, in any order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.footprints import may_restyle
from crab_tasks.kits.state import setting_in
from crab_tasks.kits.ubuntu.settings import SWITCHES, gsettings, set_clock, set_style, switch_in_settings

INTERFACE = "org.gnome.desktop.interface"
SCHEMES = {"dark": ("prefer-dark",), "light": ("default", "prefer-light")}
CLOCKS = {"12-hour": "12h", "24-hour": "24h"}


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Sets all three to values that aren't asked for."""
    desktop = devices.ubuntu
    desktop.set_setting(INTERFACE, "color-scheme", SCHEMES["light" if params.style == "dark" else "dark"][0])
    desktop.set_setting(INTERFACE, "clock-format", CLOCKS["24-hour" if params.clock == "12-hour" else "12-hour"])
    desktop.set_setting(SWITCHES[params.switch].schema, SWITCHES[params.switch].key, "true")


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Three checkpoints, none of which waits for another."""

    def setting(name: str, namespace: str, key: str, *values: str) -> Checkpoint:
        args = check(setting_in, device="ubuntu", namespace=namespace, key=key, values=values)
        return Checkpoint(id=name, device="ubuntu", app="settings", evaluator=args)

    return [
        setting("style_right", INTERFACE, "color-scheme", *SCHEMES[params.style]),
        setting("clock_right", INTERFACE, "clock-format", CLOCKS[params.clock]),
        setting("switched_off", SWITCHES[params.switch].schema, SWITCHES[params.switch].key, "false"),
    ]


def footprint(params: Params) -> Footprint:
    """The three settings."""
    found = SWITCHES[params.switch]
    return [
        *may_restyle(),
        may_change("ubuntu", "setting", ("value",), namespace=INTERFACE, key="clock-format"),
        may_change("ubuntu", "setting", ("value",), namespace=found.schema, key=found.key),
    ]


def style(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the style in Settings."""
    yield from set_style(look, params.style)


def clock(params: Params, look: Look) -> Iterator[Action]:
    """Switches the clock's format in Settings."""
    yield from set_clock(look, params.clock)


def switch_off(params: Params, look: Look) -> Iterator[Action]:
    """Turns the switch off in Settings."""
    found = SWITCHES[params.switch]
    yield from switch_in_settings(look, found.panels, found.title or params.switch, False)


def style_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Sets the style in the terminal."""
    yield from gsettings(INTERFACE, "color-scheme", SCHEMES[params.style][0])


def clock_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Sets the clock's format in the terminal."""
    yield from gsettings(INTERFACE, "clock-format", CLOCKS[params.clock])


def switch_off_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Turns the switch off in the terminal."""
    yield from gsettings(SWITCHES[params.switch].schema, SWITCHES[params.switch].key, "false")


def back_again(params: Params, look: Look) -> Iterator[Action]:
    """Switches everything, and the clock back again before the last."""
    yield from style_by_command(params, look)
    yield from clock_by_command(params, look)
    other = "24-hour" if params.clock == "12-hour" else "12-hour"
    yield from gsettings(INTERFACE, "clock-format", CLOCKS[other])
    yield from switch_off_by_command(params, look)


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Sets everything in the terminal."""
    yield from switch_off_by_command(params, look)
    yield from clock_by_command(params, look)
    yield from style_by_command(params, look)


def there_and_back(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the right clock, the other one, and the right one again."""
    yield from clock_by_command(params, look)
    yield from gsettings(INTERFACE, "clock-format", CLOCKS["24-hour" if params.clock == "12-hour" else "12-hour"])
    yield from style_by_command(params, look)
    yield from switch_off_by_command(params, look)
    yield from clock_by_command(params, look)


TASK = Task(
    name="ubuntu.personalise",
    description=(
        "On the desktop, switch to the {style} style, set the clock to the {clock} format, and turn off the switch "
        "{switch} in Settings."
    ),
    devices=("ubuntu",),
    parameters={
        "style": choice(("dark", "light"), type="style"),
        "clock": choice(("12-hour", "24-hour")),
        "switch": choice(tuple(SWITCHES), type="switch"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"style_right": style, "clock_right": clock, "switched_off": switch_off},
    footprint=footprint,
    alternatives={"by_command": by_command, "there_and_back": there_and_back},
    near_misses={"back_again": back_again},
    backends={"ubuntu": ("sim", "desktop")},
    version=5,
    tags=("settings",),
)
