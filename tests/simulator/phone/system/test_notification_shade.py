from __future__ import annotations

import pytest

from crab_sim.phone.system.above import ABOVE, NOTHING_ABOVE
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.ui.node import CHECKED
from tests.simulator.phone._drive import (
    center,
    long_tap,
    node,
    nodes,
    notify,
    phone,
    press,
    setting,
    shade,
    swipe,
    tap,
    write,
)

QUICK = [
    ("Internet", "global", "wifi_on"), ("Bluetooth", "global", "bluetooth_on"),
    ("Do Not Disturb", "global", "zen_mode"),
    ("Flashlight", "secure", "flashlight_enabled"), ("Airplane mode", "global", "airplane_mode_on"),
    ("Battery Saver", "global", "low_power"), ("Dark theme", "secure", "ui_night_mode"),
    ("Auto-rotate", "system", "accelerometer_rotation"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "namespace", "key"), QUICK)
@pytest.mark.parametrize("app", ["", "Contacts"])
def test_quick_settings(title: str, namespace: str, key: str, app: str) -> None:
    machine = phone(3, app)
    before = machine.get(SETTINGS)
    shade(machine)
    shade(machine)
    on = node(machine, title, role="switch").flags & CHECKED
    tap(machine, title, role="switch")
    assert setting(machine, namespace, key) != before[namespace, key]
    assert node(machine, title, role="switch").flags & CHECKED != on
    tap(machine, title, role="switch")
    assert machine.get(SETTINGS) == before
    press(machine, "back")
    assert machine.get(ABOVE) == NOTHING_ABOVE


def test_the_shade_opens_expands_and_closes() -> None:
    machine = phone(0, "Contacts")
    before = machine.fingerprint()
    shade(machine)
    assert node(machine, "No notifications") and not nodes(machine, "Dark theme")
    swipe(machine, "up")
    assert node(machine, "Dark theme") and node(machine, description="Display brightness")
    swipe(machine, "down")
    assert machine.fingerprint() == before
    press(machine, "home")
    swipe(machine, "up")
    assert node(machine, rid="notification_panel")
    write(machine, "nothing listens")
    press(machine, "escape")
    assert not nodes(machine, rid="notification_panel")


def test_brightness_and_settings_from_the_shade() -> None:
    machine = phone(0)
    shade(machine)
    shade(machine)
    at = center(node(machine, description="Display brightness"))
    machine.execute("tap", {**at, "x": 60})
    assert int(setting(machine, "system", "screen_brightness") or 0) < 20
    long_tap(machine, "Internet")
    assert node(machine, "Network & internet")
    shade(machine)
    tap(machine, description="Open settings")
    assert machine.front is not None and machine.front.app == "settings"


def test_notifications_open_their_app() -> None:
    machine = phone(0)
    notify(machine)
    assert nodes(machine, description="Messages notification", rid="notification_icon")
    shade(machine)
    tap(machine, "Birthday", role="list_item")
    assert machine.front is not None and (machine.front.app, machine.front.page.arg) == ("contacts", 1)
    assert [row.title for row in machine.get(NOTIFICATIONS)] == ["New message"]


def test_notifications_are_dismissed() -> None:
    machine = phone(0)
    notify(machine)
    shade(machine)
    swipe(machine, "left", "medium", **center(node(machine, "Birthday", role="list_item")))
    assert [row.title for row in machine.get(NOTIFICATIONS)] == ["New message"]
    long_tap(machine, "New message", "Messages notification")
    tap(machine, "Dismiss")
    assert node(machine, "No notifications")
    notify(machine)
    tap(machine, "Clear all")
    assert machine.get(NOTIFICATIONS) == () and not nodes(machine, rid="notification_panel")
