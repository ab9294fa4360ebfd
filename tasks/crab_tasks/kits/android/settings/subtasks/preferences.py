"""Settings: sub-tasks about the phone's name, its screen and its sounds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.android.settings.moves import quick_settings, settings_page
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened, setting_is

__all__ = ["DO_NOT_DISTURB", "PHONE_NAME", "SCREEN_TIMEOUT"]

# The phone's name ---------------------------------------------------------------------------------------------------


def _named(devices: Devices, params: Params, rng: random.Random) -> None:
    """Gives the phone a name; its Bluetooth has another one."""
    devices.android.set_setting("global", "device_name", params.phone)
    devices.android.set_setting("secure", "bluetooth_name", params.bluetooth)


def _settings_open(params: Params) -> Sequence[Checkpoint]:
    """Settings is in front."""
    return [app_opened("settings", "settings_open")]


def _see_about(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page about the phone."""
    yield from settings_page(look, "System")
    yield from scroll_to(look, "About phone")
    yield tap(look, text="About phone")


def _see_in_dialog(params: Params, look: Look) -> Iterator[Action]:
    """Opens the dialog in which the name could be changed, and cancels."""
    yield from _see_about(params, look)
    yield from scroll_to(look, "Device name")
    yield tap(look, text="Device name")
    yield tap(look, text="Cancel", role="button")


def _see_after_bluetooth(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the name of its Bluetooth first."""
    yield from settings_page(look, "Connected devices")
    yield from _see_about(params, look)


PHONE_NAME = SubTask(
    name="preferences.phone_name",
    once=True,
    device="android",
    app="settings",
    says="look up the phone's own name in its settings, on the page About phone",
    steps="on the phone, open Settings, tap System, tap About phone and read the phone's name",
    refers="the phone's own name on the page About phone",
    hidden={"phone": short_line("Label two lamps"), "bluetooth": short_line("Order old maps")},
    output="line",
    called="phone's name",
    produce=lambda params: str(params.phone),
    setup=_named,
    checkpoints=_settings_open,
    oracle={"settings_open": _see_about},
    alternatives={"in_dialog": _see_in_dialog, "after_bluetooth": _see_after_bluetooth},
    backends=("sim", "adb"),
    tags=("settings",),
)

# The screen ---------------------------------------------------------------------------------------------------------

_TIMEOUTS = {
    "15 seconds": "15000", "1 minute": "60000", "2 minutes": "120000", "5 minutes": "300000", "10 minutes": "600000",
}  # fmt: skip


def _other_timeout(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.android.set_setting("system", "screen_off_timeout", "1800000")


def _timeout_set(params: Params) -> Sequence[Checkpoint]:
    right = check(
        setting_is, device="android", namespace="system", key="screen_off_timeout", value=_TIMEOUTS[params.length]
    )
    return [Checkpoint(id="timeout_set", device="android", app="settings", evaluator=right)]


def _may_set_timeout(params: Params) -> Footprint:
    return [may_change("android", "setting", ("value",), namespace="system", key="screen_off_timeout")]


def _open_timeouts(look: Look) -> Iterator[Action]:
    yield from settings_page(look, "Display")
    yield from scroll_to(look, "Screen timeout")
    yield tap(look, text="Screen timeout")


def _choose_timeout(look: Look, length: str) -> Iterator[Action]:
    yield from _open_timeouts(look)
    if not has(look, "android", length, role="radio"):
        yield from scroll_to(look, length, role="radio")
    yield tap(look, text=length, role="radio")


def _set_timeout(params: Params, look: Look) -> Iterator[Action]:
    yield from _choose_timeout(look, params.length)


def _set_timeout_twice(params: Params, look: Look) -> Iterator[Action]:
    """Chooses another one first."""
    yield from _choose_timeout(look, "30 seconds")
    yield from _choose_timeout(look, params.length)


def _set_after_cancelling(params: Params, look: Look) -> Iterator[Action]:
    yield from _cancel_timeout(params, look)
    yield from _choose_timeout(look, params.length)


def _cancel_timeout(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_timeouts(look)
    yield tap(look, text="Cancel", role="button")


def _next_timeout(params: Params, look: Look) -> Iterator[Action]:
    """Chooses another one."""
    yield from _choose_timeout(look, "30 seconds")


SCREEN_TIMEOUT = SubTask(
    name="preferences.screen_timeout",
    once=True,
    device="android",
    app="settings",
    says="choose {length} as the time after which the phone's screen turns off",
    steps="on the phone, open Settings, tap Display, tap Screen timeout and choose {length}",
    inputs={"length": choice(tuple(_TIMEOUTS), "2 minutes")},
    setup=_other_timeout,
    checkpoints=_timeout_set,
    oracle={"timeout_set": _set_timeout},
    footprint=_may_set_timeout,
    alternatives={"twice": _set_timeout_twice, "after_cancelling": _set_after_cancelling},
    near_misses={"cancelled": _cancel_timeout, "another": _next_timeout},
    backends=("sim", "adb"),
    tags=("settings",),
)

# The sounds ---------------------------------------------------------------------------------------------------------


def _loud(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.android.set_setting("global", "zen_mode", "0")


def _quiet(params: Params) -> Sequence[Checkpoint]:
    right = check(setting_is, device="android", namespace="global", key="zen_mode", value="1")
    return [Checkpoint(id="quiet", device="android", app="settings", evaluator=right)]


def _may_be_quiet(params: Params) -> Footprint:
    return [may_change("android", "setting", ("value",), namespace="global", key="zen_mode")]


def _switch(look: Look) -> Iterator[Action]:
    yield from settings_page(look, "Notifications")
    yield tap(look, text="Do Not Disturb")


def _switch_on(params: Params, look: Look) -> Iterator[Action]:
    yield from _switch(look)


def _switch_tile(params: Params, look: Look) -> Iterator[Action]:
    """Taps the tile in Quick Settings."""
    yield from quick_settings(look)
    yield tap(look, text="Do Not Disturb", role="switch")


def _switch_again(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the sounds first."""
    yield from settings_page(look, "Sound & vibration")
    yield action("android", "press", key="back")
    yield from _switch(look)


def _only_seen(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page with the switch."""
    yield from settings_page(look, "Notifications")


def _other_switch(params: Params, look: Look) -> Iterator[Action]:
    """Lets notifications no longer pop on the screen."""
    yield from settings_page(look, "Notifications")
    yield tap(look, text="Pop on screen")


DO_NOT_DISTURB = SubTask(
    name="preferences.do_not_disturb",
    once=True,
    device="android",
    app="settings",
    says="turn on Do Not Disturb on the phone",
    steps="on the phone, open Settings, tap Notifications and turn on Do Not Disturb",
    setup=_loud,
    checkpoints=_quiet,
    oracle={"quiet": _switch_on},
    footprint=_may_be_quiet,
    alternatives={"by_tile": _switch_tile, "sounds_first": _switch_again},
    near_misses={"only_seen": _only_seen, "other_switch": _other_switch},
    backends=("sim", "adb"),
    tags=("settings",),
)
