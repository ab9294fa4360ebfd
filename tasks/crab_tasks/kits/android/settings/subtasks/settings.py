"""Settings: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.android.settings.moves import settings_page
from crab_tasks.kits.android.settings.state import bluetooth_named
from crab_tasks.kits.moves import launch, tap
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed

__all__ = ["HOTSPOT_NAME", "RENAME_BLUETOOTH"]


_USUAL = ("Pocket", "My phone")


def _named_otherwise(devices: Devices, params: Params, rng: random.Random) -> None:
    """Gives the phone another name if it has this one, unless another part tells that."""
    text = as_typed(params, "text")
    if "text" not in params.fed and devices.android.setting("secure", "bluetooth_name") == text:
        devices.android.set_setting("secure", "bluetooth_name", next(name for name in _USUAL if name != text))


def _settings_open(params: Params) -> Sequence[Checkpoint]:
    """Settings is in front."""
    return [app_opened("settings", "settings_open")]


def _renamed(params: Params) -> Sequence[Checkpoint]:
    """Settings; then the name."""
    value = check(bluetooth_named, kind=params.kinds["text"], value=params.text)
    return after_opening("settings", "renamed", value)


def _may_rename(params: Params) -> Footprint:
    return [may_change("android", "setting", ("value",), namespace="secure", key="bluetooth_name")]


def _type_name(look: Look, name: str) -> Iterator[Action]:
    """Types a name into the dialog, in place of the one that is selected there."""
    yield from settings_page(look, "Connected devices")
    yield tap(look, text="Device name")
    yield action("android", "write_text", text=name)


def _rename(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "text"))
    yield tap(look, text="Rename", role="button")


def _rename_with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_name(look, as_typed(params, "text"))
    yield action("android", "press", key="enter")


def _rename_twice(params: Params, look: Look) -> Iterator[Action]:
    """Gives it another name first."""
    yield from _type_name(look, "Crab")
    yield tap(look, text="Rename", role="button")
    yield from _rename(params, look)


def _cancel(params: Params, look: Look) -> Iterator[Action]:
    """Types the name, and cancels."""
    yield from _type_name(look, as_typed(params, "text"))
    yield tap(look, text="Cancel", role="button")


RENAME_BLUETOOTH = SubTask(
    name="settings.rename_bluetooth",
    once=True,
    device="android",
    app="settings",
    says="set the phone's Bluetooth name to {text}",
    steps="on the phone, open Settings, tap Connected devices, tap Device name, type {text}, and tap Rename",
    inputs={"text": short_line("Wash both kettles")},
    setup=_named_otherwise,
    checkpoints=_renamed,
    oracle={"settings_open": launch("Settings"), "renamed": _rename},
    footprint=_may_rename,
    alternatives={"with_enter": _rename_with_enter, "twice": _rename_twice},
    near_misses={"cancelled": _cancel},
    backends=("sim", "adb"),
    crab=12,
    tags=("settings",),
)


def _with_hotspot(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.android.set_setting("global", "wifi_ap_ssid", params.hotspot)


def _see_hotspot(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of the hotspot."""
    yield from settings_page(look, "Network & internet")
    yield from scroll_to(look, "Hotspot & tethering")
    yield tap(look, text="Hotspot & tethering")


def _see_after_wifi(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the networks in reach first."""
    yield from settings_page(look, "Network & internet")
    yield tap(look, text="Internet")
    yield action("android", "press", key="back")
    yield from scroll_to(look, "Hotspot & tethering")
    yield tap(look, text="Hotspot & tethering")


def _see_in_dialog(params: Params, look: Look) -> Iterator[Action]:
    """Opens the dialog in which the name could be changed, and cancels."""
    yield from _see_hotspot(params, look)
    yield tap(look, text="Hotspot name")
    yield tap(look, text="Cancel", role="button")


HOTSPOT_NAME = SubTask(
    name="settings.hotspot_name",
    once=True,
    device="android",
    app="settings",
    says="look up the name of the phone's hotspot in its settings",
    steps="on the phone, open Settings, tap Network & internet, tap Hotspot & tethering and read the hotspot's name",
    refers="the name of the phone's hotspot",
    hidden={"hotspot": short_line("Label the heavy door")},
    output="line",
    called="hotspot's name",
    produce=lambda params: str(params.hotspot),
    setup=_with_hotspot,
    checkpoints=_settings_open,
    oracle={"settings_open": _see_hotspot},
    alternatives={"after_wifi": _see_after_wifi, "in_dialog": _see_in_dialog},
    backends=("sim", "adb"),
    tags=("settings",),
)
