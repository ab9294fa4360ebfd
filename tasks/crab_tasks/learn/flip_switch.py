"""Turn one switch of the desktop's Settings on or off."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.learn import open_settings, show_panel
from crab_tasks.kits.moves import click
from crab_tasks.kits.state import app_opened, setting_is, whereabouts
from crab_tasks.kits.ubuntu.windows import start, window_in_front


class Switch(NamedTuple):
    """A switch of Settings, by the setting behind it."""

    schema: str
    key: str


_POINTER = "org.gnome.desktop.peripherals"
_INTERFACE = "org.gnome.desktop.interface"
_A11Y = "org.gnome.desktop.a11y"
SWITCHES: Mapping[str, Switch] = {
    "Displays > Night Light": Switch("org.gnome.settings-daemon.plugins.color", "night-light-enabled"),
    "Sound > Over-Amplification": Switch("org.gnome.desktop.sound", "allow-volume-above-100-percent"),
    "Sound > Alert Sounds": Switch("org.gnome.desktop.sound", "event-sounds"),
    "Power > Show Battery Percentage": Switch(_INTERFACE, "show-battery-percentage"),
    "Mouse & Touchpad > Left-Handed": Switch(f"{_POINTER}.mouse", "left-handed"),
    "Mouse & Touchpad > Tap to Click": Switch(f"{_POINTER}.touchpad", "tap-to-click"),
    "Date & Time > Week Day": Switch(_INTERFACE, "clock-show-weekday"),
    "Date & Time > Automatic Time Zone": Switch("org.gnome.desktop.datetime", "automatic-timezone"),
    "Date & Time > Date": Switch(_INTERFACE, "clock-show-date"),
    "Mouse & Touchpad > Natural Scrolling": Switch(f"{_POINTER}.mouse", "natural-scroll"),
    "Mouse & Touchpad > Touchpad Natural Scrolling": Switch(f"{_POINTER}.touchpad", "natural-scroll"),
    "Accessibility > High Contrast": Switch(f"{_A11Y}.interface", "high-contrast"),
    "Accessibility > Screen Reader": Switch(f"{_A11Y}.applications", "screen-reader-enabled"),
    "Accessibility > Screen Keyboard": Switch(f"{_A11Y}.applications", "screen-keyboard-enabled"),
    "Accessibility > Enable Animations": Switch(_INTERFACE, "enable-animations"),
    "Notifications > Lock Screen Notifications": Switch("org.gnome.desktop.notifications", "show-in-lock-screen"),
}
"""Panel and name of each switch that can be asked for."""


def names(params: Params) -> tuple[str, str]:
    """Returns the panel's and the switch's name."""
    panel, _, switch = params.switch.partition(" > ")
    return panel, switch


def value(on: bool) -> str:
    """Returns a switch's setting."""
    return "true" if on else "false"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Turns the switch the other way."""
    switch = SWITCHES[params.switch]
    devices.ubuntu.set_setting(switch.schema, switch.key, value(params.state == "off"))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Settings, then the switch's panel, then the switch."""
    switch = SWITCHES[params.switch]
    shown = check(window_in_front, app="settings", title=names(params)[0])
    setting = check(
        setting_is, device="ubuntu", namespace=switch.schema, key=switch.key, value=value(params.state == "on")
    )
    return [
        app_opened("settings", "settings_open", "ubuntu"),
        whereabouts(id="panel_shown", device="ubuntu", app="settings", evaluator=shown, after=("settings_open",)),
        Checkpoint(id="switched", device="ubuntu", app="settings", evaluator=setting, after=("panel_shown",)),
    ]


def footprint(params: Params) -> Footprint:
    """The switch."""
    switch = SWITCHES[params.switch]
    return [may_change("ubuntu", "setting", ("value",), namespace=switch.schema, key=switch.key)]


def panel(params: Params, look: Look) -> Iterator[Action]:
    """Opens the panel."""
    yield from show_panel(look, names(params)[0])


def flip(params: Params, look: Look) -> Iterator[Action]:
    """Clicks the switch."""
    yield click(look, text=names(params)[1], role="switch")


def other_switch(params: Params, look: Look) -> Iterator[Action]:
    """Clicks another switch of the panel, where there is one."""
    yield from open_settings(params, look)
    yield from panel(params, look)
    others = [element for element in look("ubuntu") if element.role == "switch" and element.text != names(params)[1]]
    if others:
        yield click(look, text=others[0].text, role="switch")


def elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Looks at another panel only."""
    yield from open_settings(params, look)
    yield from show_panel(look, "About")


def by_search(params: Params, look: Look) -> Iterator[Action]:
    """Starts Settings by searching for it."""
    yield from start("Settings")
    yield from panel(params, look)
    yield from flip(params, look)


def other_panel_first(params: Params, look: Look) -> Iterator[Action]:
    """Looks at another panel first, and comes back."""
    yield from elsewhere(params, look)
    yield from panel(params, look)
    yield from flip(params, look)


TASK = Task(
    name="learn.flip_switch",
    description="In the desktop's Settings, turn {switch} {state}.",
    devices=("ubuntu",),
    parameters={"switch": choice(tuple(SWITCHES), type="switch_name"), "state": choice(("on", "off"), type="state")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"settings_open": open_settings, "panel_shown": panel, "switched": flip},
    footprint=footprint,
    alternatives={"by_search": by_search, "other_panel_first": other_panel_first},
    near_misses={"other_switch": other_switch, "elsewhere": elsewhere},
    step_limit=9,
    version=5,
    tags=("curriculum", "settings"),
    backends={"ubuntu": ("sim",)},
)
