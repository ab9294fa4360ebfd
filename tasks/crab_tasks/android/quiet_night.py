"""Four settings of the phone for the night, in any order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.android.settings.moves import quick_settings, settings_page
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import setting_at_most, setting_is

TIMEOUTS = {"15 seconds": "15000", "30 seconds": "30000", "1 minute": "60000", "2 minutes": "120000"}

_LOW = 8
"""The highest brightness that a slider at its left end may give."""
_LOWEST = frozenset(map(str, range(_LOW + 1)))


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Makes sure that none of the four is as asked yet."""
    phone = devices.android
    phone.set_setting("secure", "ui_night_mode", "1")
    phone.set_setting("global", "zen_mode", "0")
    phone.set_setting("system", "screen_brightness", str(rng.randrange(90, 220)))
    others = [value for name, value in TIMEOUTS.items() if name != params.timeout]
    phone.set_setting("system", "screen_off_timeout", rng.choice(others))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Four checkpoints, none of which waits for another."""

    def setting(name: str, namespace: str, key: str, value: str) -> Checkpoint:
        args = check(setting_is, device="android", namespace=namespace, key=key, value=value)
        return Checkpoint(id=name, device="android", app="settings", evaluator=args)

    dim = check(setting_at_most, device="android", namespace="system", key="screen_brightness", most=_LOW)
    return [
        setting("dark", "secure", "ui_night_mode", "2"),
        setting("undisturbed", "global", "zen_mode", "1"),
        Checkpoint(id="dim", device="android", app="settings", evaluator=dim),
        setting("timeout_right", "system", "screen_off_timeout", TIMEOUTS[params.timeout]),
    ]


def footprint(params: Params) -> Footprint:
    """The four settings."""
    return [
        may_change("android", "setting", ("value",), namespace="secure", key="ui_night_mode"),
        may_change("android", "setting", ("value",), namespace="global", key="zen_mode"),
        may_change(
            "android", "setting", ("value",), becomes={"value": _LOWEST}, namespace="system", key="screen_brightness"
        ),
        may_change("android", "setting", ("value",), namespace="system", key="screen_off_timeout"),
    ]


def dark(params: Params, look: Look) -> Iterator[Action]:
    """Switches the dark theme."""
    yield from settings_page(look, "Display")
    yield tap(look, text="Dark theme")


def undisturbed(params: Params, look: Look) -> Iterator[Action]:
    """Switches Do Not Disturb."""
    yield from settings_page(look, "Notifications")
    yield tap(look, text="Do Not Disturb")


def dim(params: Params, look: Look) -> Iterator[Action]:
    """Drags the brightness to its left end."""
    yield from settings_page(look, "Display")
    slider = find(look, "android", description="Brightness level")
    x, y = slider.center
    yield action("android", "drag", x1=x, y1=y, x2=slider.bounds[0] + 2, y2=y)


def timeout(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the timeout in its dialog."""
    yield from settings_page(look, "Display")
    yield from scroll_to(look, "Screen timeout")
    yield tap(look, text="Screen timeout")
    yield tap(look, text=params.timeout, role="radio")


def light_again(params: Params, look: Look) -> Iterator[Action]:
    """Does everything, but switches the dark theme back before the last step."""
    yield from dark(params, look)
    yield from undisturbed(params, look)
    yield from dim(params, look)
    yield from dark(params, look)
    yield from timeout(params, look)


def half_dim(params: Params, look: Look) -> Iterator[Action]:
    """Dims the screen only by a little."""
    yield from dark(params, look)
    yield from undisturbed(params, look)
    yield from timeout(params, look)
    slider = find(look, "android", description="Brightness level")
    left, top, right, bottom = slider.bounds
    yield action("android", "tap", x=left + (right - left) // 4, y=(top + bottom) // 2)


def from_quick_settings(params: Params, look: Look) -> Iterator[Action]:
    """Uses the tiles and the slider of Quick Settings for three of the four."""
    yield from timeout(params, look)
    yield from quick_settings(look)
    yield tap(look, text="Do Not Disturb", role="switch")
    yield tap(look, text="Dark theme", role="switch")
    slider = find(look, "android", description="Display brightness", role="slider")
    x, y = slider.center
    yield action("android", "drag", x1=x, y1=y, x2=slider.bounds[0] + 2, y2=y)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Switches the dark theme on, off and on again, and another timeout before the right one."""
    yield from undisturbed(params, look)
    for _ in range(3):
        yield from dark(params, look)
    yield from dim(params, look)
    other = next(name for name in TIMEOUTS if name != params.timeout)
    yield from timeout(Params(timeout=other), look)
    yield from timeout(params, look)


TASK = Task(
    name="android.quiet_night",
    description=(
        "Prepare the phone for the night: turn on the dark theme and Do Not Disturb, set the brightness to its lowest, "
        "and make the screen turn off after {timeout}."
    ),
    devices=("android",),
    parameters={"timeout": choice(tuple(TIMEOUTS), type="duration")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"dark": dark, "undisturbed": undisturbed, "dim": dim, "timeout_right": timeout},
    footprint=footprint,
    alternatives={"from_quick_settings": from_quick_settings, "twice": twice},
    near_misses={"light_again": light_again, "half_dim": half_dim},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("settings",),
)
