"""The status bar with time, notifications and switches, and the navigation bar with three buttons or for gestures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from crab_sim.machine.machine import Machine
from crab_sim.phone import battery, times
from crab_sim.phone.system import settings_store
from crab_sim.ui.scene import AnyScene
from crab_sim.ui.theme import Color

__all__ = [
    "NAV_HEIGHT", "STATUS_HEIGHT", "Switches", "gesture", "gesture_bar", "nav_bar", "status_clock", "status_icons",
    "switches",
]  # fmt: skip

STATUS_HEIGHT = 28
NAV_HEIGHT = 44
_SAVER: Color = (232, 134, 12)  # the battery's colour while the Battery Saver is on
_LOW: Color = (217, 48, 37)  # the battery's colour while its charge is low
_SIDE = 20  # pixels at the sides from which a gesture goes back
_HELD = 0.8  # seconds of a gesture from the bottom to the recent apps
_ID = "com.android.systemui:id/"
_MAX_ICONS = 4


def status_clock(scene: AnyScene, now: float, full: bool, ink: Color) -> None:
    """Lays out the time of day in the status bar.

    Args:
        scene: The scene.
        now: The time, in seconds since 1970.
        full: Whether it is shown in 24 hours.
        ink: Colour of the digits.
    """
    clock = times.clock(now, full, half=False)
    scene.clock(14, 0, 60, STATUS_HEIGHT, clock, ink, 13, "bold", "left")
    scene.node(14, 0, 60, STATUS_HEIGHT, "text", clock, "Clock", _ID + "clock")


class Switches(NamedTuple):
    """The global switches whose state the status bar shows."""

    battery_saver: bool
    airplane_mode: bool
    wifi: bool
    bluetooth: bool
    do_not_disturb: bool
    hotspot: bool


def switches(settings: settings_store.Settings) -> Switches:
    """Returns the switches' states."""
    keys = ("low_power", "airplane_mode_on", "wifi_on", "bluetooth_on", "zen_mode", "wifi_ap_on")
    return Switches(*[settings_store.is_on(settings, "global", key) for key in keys])


def status_icons(machine: Machine, scene: AnyScene, notifying: Iterable[str], on: Switches, ink: Color) -> None:
    """Lays out the rest of the status bar: apps with notifications on the left, switches on the right.

    Args:
        machine: The phone.
        scene: The scene.
        notifying: Ids of the apps with notifications, newest first.
        on: The switches.
        ink: Colour of the icons.
    """
    left = 66
    for app in dict.fromkeys(notifying):
        if app in machine.apps:
            if left == 66 + 22 * _MAX_ICONS:
                scene.round(left + 6, 12, 4, 4, ink, 2)
                break
            scene.icon(left, 6, 16, machine.apps[app].icon, ink)
            description = f"{machine.apps[app].name} notification"
            scene.node(left, 6, 16, 16, "icon", description=description, rid=_ID + "notification_icon")
            left += 22
    charge = f"Battery {battery.level(machine)} percent" if machine.get(battery.BATTERY) else "Battery"
    low = _LOW if battery.is_low(machine) else ink
    icons = [("battery", f"{charge}, Battery Saver on" if on.battery_saver else charge, True)]
    icons.append(("airplane", "Airplane mode", True) if on.airplane_mode else ("signal", "Mobile signal", True))
    icons.append(("wifi", "Wi-Fi", on.wifi))
    icons.append(("bluetooth", "Bluetooth", on.bluetooth))
    icons.append(("do_not_disturb", "Do not disturb", on.do_not_disturb))
    icons.append(("hotspot", "Hotspot", on.hotspot))
    right = machine.width - 30
    for icon, description, shown in icons:
        if shown:
            color = (_SAVER if on.battery_saver else low) if icon == "battery" else ink
            scene.icon(right, 6, 16, icon, color)
            scene.node(right, 6, 16, 16, "icon", description=description)
            right -= 22


def nav_bar(machine: Machine, scene: AnyScene, ink: Color) -> None:
    """Lays out the navigation bar: back, home, recent apps."""
    third, top = machine.width // 3, machine.height - NAV_HEIGHT
    for i, (icon, description, key, rid) in enumerate(
        (("nav_back", "Back", "back", "back"), ("nav_home", "Home", "home", "home"),
         ("stop", "Overview", "recents", "recent_apps"))
    ):  # fmt: skip
        x = i * third
        scene.icon(x + third // 2 - 9, top + (NAV_HEIGHT - 18) // 2, 18, icon, ink)
        scene.node(x, top, third, NAV_HEIGHT, "button", "", description, _ID + rid, ("key", key))


def gesture_bar(machine: Machine, scene: AnyScene, ink: Color) -> None:
    """Lays out the handle at the bottom, from which a finger goes to the home screen or the recent apps."""
    width, top = min(108, machine.width // 3), machine.height - NAV_HEIGHT
    left = (machine.width - width) // 2
    scene.round(left, top + NAV_HEIGHT - 16, width, 4, ink, 2)
    scene.node(left, top + NAV_HEIGHT - 28, width, 28, "other", rid=_ID + "home_handle")


def gesture(machine: Machine, x: int, y: int, dx: int, dy: int, seconds: float) -> str:
    """Returns the key that a finger's movement stands for where gestures stand for buttons, ``""`` for none.

    Args:
        machine: The phone.
        x: Where it touches down, in pixels.
        y: The same, vertically.
        dx: How far it moves.
        dy: The same, vertically.
        seconds: Duration; from the bottom, a slow movement leads to the recent apps.
    """
    if y >= machine.height - NAV_HEIGHT and dy < -abs(dx):
        return "recents" if seconds >= _HELD else "home"
    inwards = (x < _SIDE and dx > 0) or (x >= machine.width - _SIDE and dx < 0)
    return "back" if inwards and abs(dx) > abs(dy) else ""
