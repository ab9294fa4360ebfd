from __future__ import annotations

from collections.abc import Callable

import pytest

from crab_gym.sim.phone import Phone, settings_data
from crab_gym.sim.phone.apps import settings
from crab_gym.sim.ui.scene import CHECKED
from tests.sim.phone._drive import center, node, nodes, phone, press, replace, scroll_to, setting, tap, write


def opened(page: str, seed: int = 0) -> Phone:
    machine = phone(seed, "Settings")
    scroll_to(machine, page)
    tap(machine, page)
    return machine


SWITCHES = [
    ("Network & internet", "Wi-Fi", "global", "wifi_on", {"0", "1"}),
    ("Network & internet", "Airplane mode", "global", "airplane_mode_on", {"0", "1"}),
    ("Connected devices", "Use Bluetooth", "global", "bluetooth_on", {"0", "1"}),
    ("Notifications", "Do Not Disturb", "global", "zen_mode", {"0", "1"}),
    ("Sound & vibration", "Vibrate when ringing", "system", "vibrate_when_ringing", {"0", "1"}),
    ("Display", "Dark theme", "secure", "ui_night_mode", {"1", "2"}),
    ("Display", "Auto-rotate screen", "system", "accelerometer_rotation", {"0", "1"}),
    ("Location", "Use location", "secure", "location_mode", {"0", "3"}),
    ("Battery", "Battery Saver", "global", "low_power", {"0", "1"}),
]


@pytest.mark.parametrize(("page", "title", "namespace", "key", "values"), SWITCHES)
def test_switches(page: str, title: str, namespace: str, key: str, values: set[str]) -> None:
    machine = opened(page)
    before = machine.get("settings")
    on = node(machine, title, role="switch").flags & CHECKED
    tap(machine, title, role="switch")
    assert {before[namespace, key], setting(machine, namespace, key)} == values
    assert node(machine, title, role="switch").flags & CHECKED != on
    tap(machine, title, role="switch")
    assert machine.get("settings") == before


def test_dark_theme_changes_the_screen() -> None:
    machine = opened("Display")
    assert not machine.theme.dark
    tap(machine, "Dark theme", role="switch")
    assert machine.theme.dark


@pytest.mark.parametrize("bluetooth", ["0", "1"])
def test_airplane_mode_turns_radios_off_and_back_on(bluetooth: str) -> None:
    machine = opened("Network & internet")
    machine.put("settings", settings_data.put(machine.get("settings"), "global", "bluetooth_on", bluetooth))
    tap(machine, "Airplane mode")
    assert [setting(machine, "global", key) for key in ("airplane_mode_on", "wifi_on", "bluetooth_on")] == [
        "1",
        "0",
        "0",
    ]
    assert nodes(machine, description="Airplane mode", role="icon")
    assert not nodes(machine, description="Wi-Fi") and not nodes(machine, description="Bluetooth")
    tap(machine, "Airplane mode")
    assert [setting(machine, "global", key) for key in ("airplane_mode_on", "wifi_on", "bluetooth_on")] == [
        "0",
        "1",
        bluetooth,
    ]
    assert nodes(machine, description="Wi-Fi", role="icon") and nodes(machine, description="Mobile signal")


@pytest.mark.parametrize(
    ("page", "title", "key"),
    [
        ("Display", "Brightness level", "screen_brightness"),
        ("Sound & vibration", "Media volume", "volume_music"),
        ("Sound & vibration", "Ring & notification volume", "volume_ring"),
        ("Sound & vibration", "Alarm volume", "volume_alarm"),
    ],
)
def test_sliders_reach_both_ends(page: str, title: str, key: str) -> None:
    machine = opened(page)
    low, high = settings.LEVELS[key]
    slider = node(machine, description=title, role="slider")
    at = center(slider)
    machine.execute("tap", {"x": slider.bounds[0], "y": at["y"]})
    assert setting(machine, "system", key) == str(low)
    machine.execute("drag", {"x1": at["x"], "y1": at["y"], "x2": slider.bounds[2] - 1, "y2": at["y"] + 9})
    assert setting(machine, "system", key) == str(high)
    machine.execute("tap", at)
    assert abs(int(setting(machine, "system", key) or 0) - (low + high) / 2) <= 1
    assert node(machine, description=title, role="slider").text in ("47%", "49%", "50%", "53%", "57%")


def test_silent_ring_volume_changes_the_ringer() -> None:
    machine = opened("Sound & vibration")
    slider = node(machine, description="Ring & notification volume", role="slider")
    machine.execute("tap", {"x": slider.bounds[0], "y": center(slider)["y"]})
    assert setting(machine, "global", "mode_ringer") == "1"


@pytest.mark.parametrize(
    ("row", "option", "key", "value"),
    [
        ("Screen timeout", "10 minutes", "screen_off_timeout", "600000"),
        ("Font size", "Largest", "font_scale", "1.3"),
    ],
)
def test_choices(row: str, option: str, key: str, value: str) -> None:
    machine = opened("Display")
    before = setting(machine, "system", key)
    scroll_to(machine, row)
    tap(machine, row)
    tap(machine, "Cancel")
    tap(machine, row)
    press(machine, "back")
    assert setting(machine, "system", key) == before
    tap(machine, row)
    assert len([n for n in nodes(machine, role="radio") if n.flags & CHECKED]) == 1
    tap(machine, option)
    assert setting(machine, "system", key) == value
    assert node(machine, row).description == option


def test_bluetooth_name() -> None:
    machine = opened("Connected devices")
    before = machine.get("settings")
    tap(machine, "Device name")
    write(machine, "Crow")
    tap(machine, "Rename")
    assert machine.get("settings") == {**before, ("secure", "bluetooth_name"): "Crow"}
    assert node(machine, "Device name").description == "Crow"


def test_device_name_is_also_bluetooths() -> None:
    machine = opened("About phone")
    tap(machine, "Device name", role="list_item")
    replace(machine, "Device name", "Kestrel\n")
    assert setting(machine, "global", "device_name") == setting(machine, "secure", "bluetooth_name") == "Kestrel"


@pytest.mark.parametrize(
    "leave",
    [
        lambda machine: tap(machine, "Cancel"),
        lambda machine: press(machine, "back"),
        lambda machine: machine.execute("tap", {"x": 180, "y": 60}),
    ],
)
def test_renaming_can_be_left(leave: Callable[[Phone], None]) -> None:
    machine = opened("About phone")
    before = machine.get("settings")
    tap(machine, "Device name", role="list_item")
    write(machine, "Gone")
    leave(machine)
    assert not nodes(machine, role="dialog")
    assert machine.get("settings") == before


def test_an_empty_name_is_refused() -> None:
    machine = opened("About phone")
    before = machine.get("settings")
    tap(machine, "Device name", role="list_item")
    press(machine, "backspace")
    tap(machine, "Rename")
    press(machine, "enter")
    assert machine.get("settings") == before
    assert nodes(machine, role="dialog")


def test_24_hour_format_changes_the_clock() -> None:
    machine = phone(0, "Settings")
    machine.advance(13 * 3600 - machine.now % 86_400)
    scroll_to(machine, "System")
    tap(machine, "System")
    tap(machine, "Date & time")
    assert node(machine, rid="clock").text == "13:00"
    tap(machine, "Use 24-hour format")
    assert setting(machine, "system", "time_12_24") == "12"
    assert node(machine, rid="clock").text == "1:00"
    assert node(machine, "Time").description == "1:00 PM"


def test_apps_show_versions_and_open() -> None:
    machine = opened("Apps")
    scroll_to(machine, "Tasks")
    assert node(machine, "Tasks").description == f"Version {settings.VERSIONS['tasks']}"
    tap(machine, "Tasks")
    assert node(machine, "Package").description == "com.google.android.apps.tasks"
    tap(machine, "Open")
    assert machine.front is not None and machine.front.app == "tasks"


@pytest.mark.parametrize(
    ("query", "hit", "page"), [("dark", "Dark theme", "Display"), ("WI-", "Wi-Fi", "Network & internet")]
)
def test_search_finds_pages(query: str, hit: str, page: str) -> None:
    machine = phone(0, "Settings")
    tap(machine, description="Search settings")
    write(machine, query)
    tap(machine, hit)
    assert node(machine, page)
    press(machine, "back")
    assert node(machine, hit)


def test_battery_saver_shows_in_the_status_bar() -> None:
    machine = opened("Battery")
    tap(machine, "Battery Saver", role="switch")
    assert nodes(machine, description="Battery, Battery Saver on")
