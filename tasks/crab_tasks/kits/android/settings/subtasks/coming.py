"""Settings: a sub-task about a battery that runs low while the agent works."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.settings.moves import quick_settings, settings_page
from crab_tasks.kits.coming import awaited, delay
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import setting_is

__all__ = ["BATTERY_SAVER"]

_EVENT: Final = "low"
_TIMEOUT: Final = "1800000"


def battery_runs_low(devices: Devices, *, level: int) -> None:
    """The battery has run down, and Battery Saver is off: who has turned it on before hasn't waited for the warning."""
    devices.android.set_setting("global", "low_power", "0")
    devices.android.set_battery(level)


def _off_the_charger(devices: Devices, params: Params, rng: random.Random) -> None:
    """The phone is off its charger; its screen stays on for half an hour, so that waiting doesn't turn it off."""
    phone = devices.android
    phone.set_setting("system", "screen_off_timeout", _TIMEOUT)
    phone.set_setting("global", "low_power", "0")
    phone.set_battery(rng.randrange(17, 30))


def _events(params: Params) -> Sequence[TaskEvent]:
    """The battery runs low."""
    does = cause(battery_runs_low, level=params.level)
    return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]


def _saver_on(params: Params) -> Sequence[Checkpoint]:
    """Battery Saver is on once the battery is low."""
    on = check(setting_is, device="android", namespace="global", key="low_power", value="1")
    return [Checkpoint(id="saver_on", device="android", app="settings", evaluator=on, since=_EVENT)]


def _may_save(params: Params) -> Footprint:
    return [may_change("android", "setting", ("value",), namespace="global", key="low_power")]


def _wait_until_low(params: Params, look: Look) -> Iterator[Action]:
    """Waits on the battery's page of Settings."""
    yield from settings_page(look, "Battery")
    yield from awaited(lambda: has(look, "android", text=f"{params.level}%"), "the low battery")


def _switch_on(params: Params, look: Look) -> Iterator[Action]:
    yield from _wait_until_low(params, look)
    yield tap(look, text="Battery Saver", role="switch")


def _by_notification(params: Params, look: Look) -> Iterator[Action]:
    """Waits with Quick Settings open, and taps what the notification offers."""
    yield from quick_settings(look)
    yield from awaited(lambda: has(look, "android", text="Turn on Battery Saver"), "the notification")
    yield tap(look, text="Turn on Battery Saver", role="button")


def _by_tile(params: Params, look: Look) -> Iterator[Action]:
    """Taps the tile in Quick Settings."""
    yield from _wait_until_low(params, look)
    yield from quick_settings(look)
    yield tap(look, text="Battery Saver", role="switch")


def _from_another_app(params: Params, look: Look) -> Iterator[Action]:
    """Uses another app for a while."""
    yield action("android", "open_app", name="Clock")
    yield action("root", "wait", seconds=50)
    yield from _switch_on(params, look)


def _only_seen(params: Params, look: Look) -> Iterator[Action]:
    """Sees that the battery is low, and leaves it at that."""
    yield from _wait_until_low(params, look)


def _dismiss(params: Params, look: Look) -> Iterator[Action]:
    """Puts the notification away."""
    yield from quick_settings(look)
    yield from awaited(lambda: has(look, "android", text="Turn on Battery Saver"), "the notification")
    yield tap(look, text="Clear all", role="button")


def _too_early(params: Params, look: Look) -> Iterator[Action]:
    """Turns Battery Saver on at once, and only then waits."""
    yield from settings_page(look, "Battery")
    yield tap(look, text="Battery Saver", role="switch")
    yield from _wait_until_low(params, look)


def _other_tile(params: Params, look: Look) -> Iterator[Action]:
    """Turns on aeroplane mode instead, which saves power, too."""
    yield from _wait_until_low(params, look)
    yield from quick_settings(look)
    yield tap(look, text="Airplane mode", role="switch")


BATTERY_SAVER = SubTask(
    name="coming.battery_saver",
    once=True,
    device="android",
    app="settings",
    says="wait until the phone warns that its battery is low, and then turn on its Battery Saver",
    steps="on the phone, wait until a notification warns that the battery is low, then open Settings, tap Battery and "
    "turn on Battery Saver",
    hidden={"level": integer(5, 15, 14), "seconds": delay()},
    setup=_off_the_charger,
    checkpoints=_saver_on,
    oracle={"saver_on": _switch_on},
    footprint=_may_save,
    alternatives={"by_notification": _by_notification, "by_tile": _by_tile, "from_another_app": _from_another_app},
    near_misses={
        "only_seen": _only_seen, "dismissed": _dismiss, "too_early": _too_early, "other_tile": _other_tile,
    },
    backends=("sim", "adb"),
    step_limit=90,
    tags=("settings", "events"),
    events=_events,
)  # fmt: skip
