"""The bars around the phone's screen: time, notifications and radios above, three buttons below."""

from __future__ import annotations

from crab_gym.sim.kernel import Machine
from crab_gym.sim.phone import parts, settings_data
from crab_gym.sim.ui import Scene
from crab_gym.sim.ui.theme import Color

__all__ = ["NAV_HEIGHT", "STATUS_HEIGHT", "nav_bar", "status_bar"]

STATUS_HEIGHT = 28
NAV_HEIGHT = 44
_SAVER = (232, 134, 12)  # the battery's colour while the Battery Saver is on
_ID = "com.android.systemui:id/"
_MOST_ICONS = 4


def status_bar(machine: Machine, scene: Scene, ink: Color) -> None:
    """Lays out the bar above: time of day, the apps that have notified, what is connected."""
    settings = machine.get("settings")
    clock = parts.clock(machine.now, parts.is_24_hour(settings), half=False)
    scene.clock(14, 0, 60, STATUS_HEIGHT, clock, ink, 13, "bold", "left")
    scene.node(14, 0, 60, STATUS_HEIGHT, "text", clock, "Clock", _ID + "clock")
    left = 66
    for app in dict.fromkeys(row.app for row in machine.get("notifications")):
        if app in machine.apps:
            if left == 66 + 22 * _MOST_ICONS:
                scene.round(left + 6, 12, 4, 4, ink, 2)
                break
            scene.icon(left, 6, 16, machine.apps[app].icon, ink)
            description = f"{machine.apps[app].name} notification"
            scene.node(left, 6, 16, 16, "icon", description=description, rid=_ID + "notification_icon")
            left += 22
    airplane = settings_data.is_on(settings, "global", "airplane_mode_on")
    saver = settings_data.is_on(settings, "global", "low_power")
    icons = [("battery", "Battery, Battery Saver on" if saver else "Battery", True)]
    icons.append(("airplane", "Airplane mode", True) if airplane else ("signal", "Mobile signal", True))
    icons.append(("wifi", "Wi-Fi", settings_data.is_on(settings, "global", "wifi_on")))
    icons.append(("bluetooth", "Bluetooth", settings_data.is_on(settings, "global", "bluetooth_on")))
    icons.append(("do_not_disturb", "Do not disturb", settings_data.is_on(settings, "global", "zen_mode")))
    right = machine.width - 30
    for icon, description, shown in icons:
        if shown:
            scene.icon(right, 6, 16, icon, _SAVER if saver and icon == "battery" else ink)
            scene.node(right, 6, 16, 16, "icon", description=description)
            right -= 22


def nav_bar(machine: Machine, scene: Scene, ink: Color) -> None:
    """Lays out the buttons below: back, home, recent apps."""
    third, top = machine.width // 3, machine.height - NAV_HEIGHT
    for i, (icon, description, key, rid) in enumerate(
        (("back", "Back", "back", "back"), ("home", "Home", "home", "home"),
         ("recents", "Overview", "recents", "recent_apps"))
    ):  # fmt: skip
        x = i * third
        scene.icon(x + third // 2 - 10, top + (NAV_HEIGHT - 20) // 2, 20, icon, ink)
        scene.node(x, top, third, NAV_HEIGHT, "button", "", description, _ID + rid, ("key", key))
