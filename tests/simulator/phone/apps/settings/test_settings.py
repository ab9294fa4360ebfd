from __future__ import annotations

from collections.abc import Callable

import pytest

from crab_sim.devices.apps import app_of
from crab_sim.machine.slices import FILES, WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.apps.settings.pages import PAGES
from crab_sim.phone.apps.tasks.data import TODOS
from crab_sim.phone.system import permissions, settings_store
from crab_sim.phone.system.settings_store import BLUETOOTH_DEVICES, NETWORKS, SETTINGS
from crab_sim.ui.node import CHECKED
from tests.simulator.phone._drive import center, node, nodes, phone, press, replace, scroll_to, setting, tap, write


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
    before = machine.get(SETTINGS)
    on = node(machine, title, role="switch").flags & CHECKED
    tap(machine, title, role="switch")
    assert {before[namespace, key], setting(machine, namespace, key)} == values
    assert node(machine, title, role="switch").flags & CHECKED != on
    tap(machine, title, role="switch")
    assert machine.get(SETTINGS) == before


def test_dark_theme_changes_the_screen() -> None:
    machine = opened("Display")
    assert not machine.theme.dark
    tap(machine, "Dark theme", role="switch")
    assert machine.theme.dark


@pytest.mark.parametrize("bluetooth", ["0", "1"])
def test_airplane_mode_turns_radios_off_and_back_on(bluetooth: str) -> None:
    machine = opened("Network & internet")
    machine.put(
        SETTINGS,
        settings_store.put(machine.get(SETTINGS), "global", "bluetooth_on", bluetooth),
    )
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
    low, high = settings_store.LEVELS[key]
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
    before = machine.get(SETTINGS)
    tap(machine, "Device name")
    write(machine, "Crow")
    tap(machine, "Rename")
    assert machine.get(SETTINGS) == {**before, ("secure", "bluetooth_name"): "Crow"}
    assert node(machine, "Device name").description == "Crow"
    assert node(machine, "Crow").resource_id == "android:id/summary"
    tap(machine, "Crow")
    node(machine, "Rename")


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
    before = machine.get(SETTINGS)
    tap(machine, "Device name", role="list_item")
    write(machine, "Gone")
    leave(machine)
    assert not nodes(machine, role="dialog")
    assert machine.get(SETTINGS) == before


def test_an_empty_name_is_refused() -> None:
    machine = opened("About phone")
    before = machine.get(SETTINGS)
    tap(machine, "Device name", role="list_item")
    press(machine, "backspace")
    tap(machine, "Rename")
    press(machine, "enter")
    assert machine.get(SETTINGS) == before
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
    assert node(machine, "Tasks").description == f"Version {app_of('android', 'tasks').version}"
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


def test_the_hotspot_shows_in_the_status_bar() -> None:
    machine = opened("Network & internet")
    tap(machine, "Hotspot & tethering")
    tap(machine, "Use Wi-Fi hotspot", role="switch")
    assert nodes(machine, description="Hotspot", role="icon")
    tap(machine, "Use Wi-Fi hotspot", role="switch")
    assert not nodes(machine, description="Hotspot")


# Networks and devices ------------------------------------------------------------------------------------------------


def wifi() -> Phone:
    machine = opened("Network & internet")
    tap(machine, "Internet")
    return machine


def network(machine: Phone, name: str) -> settings_store.Network:
    rows: tuple[settings_store.Network, ...] = machine.get(NETWORKS)
    return next(row for row in rows if row.name == name)


def test_a_secured_network_asks_for_its_password() -> None:
    machine = wifi()
    name = node(machine, description="Secured").text
    tap(machine, name)
    write(machine, "short")
    tap(machine, "Connect")
    assert nodes(machine, role="dialog") and not network(machine, name).connected
    write(machine, "er no more\n")
    assert not nodes(machine, role="dialog")
    assert network(machine, name)[-2:] == (True, True)
    assert [row.name for row in machine.get(NETWORKS) if row.connected] == [name]
    press(machine, "back")
    assert node(machine, "Internet").description == name


def test_known_networks_are_joined_left_and_forgotten() -> None:
    machine = wifi()
    home, known = node(machine, description="Connected").text, node(machine, description="Saved").text
    tap(machine, known)
    assert network(machine, known).connected and not network(machine, home).connected
    tap(machine, known)
    tap(machine, "Disconnect")
    assert not any(row.connected for row in machine.get(NETWORKS))
    tap(machine, "Forget")
    assert not network(machine, known).saved
    tap(machine, "Wi-Fi")
    assert not nodes(machine, home)
    press(machine, "back")
    assert node(machine, "Wi-Fi", role="switch").description == "Off"


def test_hotspot_has_a_name() -> None:
    machine = opened("Network & internet")
    tap(machine, "Hotspot & tethering")
    tap(machine, "Hotspot name")
    write(machine, "Camp\n")
    tap(machine, "Use Wi-Fi hotspot")
    assert (setting(machine, "global", "wifi_ap_ssid"), setting(machine, "global", "wifi_ap_on")) == ("Camp", "1")


def test_devices_are_paired_connected_and_forgotten() -> None:
    machine = opened("Connected devices")
    machine.put(SETTINGS, settings_store.put(machine.get(SETTINGS), "global", "bluetooth_on", "1"))
    tap(machine, "Pair new device")
    new = nodes(machine, role="list_item")[-1].text
    tap(machine, new)
    assert node(machine, new).description == "Connected"
    tap(machine, new)
    assert node(machine, new).description == "Saved"
    tap(machine, description=f"Details of {new}")
    tap(machine, "Connect")
    assert next(row for row in machine.get(BLUETOOTH_DEVICES) if row.name == new).connected
    tap(machine, "Forget")
    assert not nodes(machine, new)


# Apps ----------------------------------------------------------------------------------------------------------------


def app_info(machine: Phone, name: str) -> None:
    machine.launch("settings", ("page", "apps"))
    tap(machine, description="Search apps")
    write(machine, name)
    tap(machine, name, role="list_item")


def test_an_app_is_stopped() -> None:
    machine = phone(0, "Messages")
    app_info(machine, "Messages")
    tap(machine, "Force stop")
    tap(machine, "Cancel")
    assert len(machine.get(WINDOWS)) == 2
    tap(machine, "Force stop")
    tap(machine, "OK")
    assert [window.app for window in machine.get(WINDOWS)] == ["settings"]
    assert node(machine, "Force stop").message is None


def test_permissions_are_switched() -> None:
    machine = phone(0)
    app_info(machine, "Messages")
    tap(machine, "Permissions")
    tap(machine, "Camera")
    assert permissions.granted(machine, "com.google.android.apps.messaging", "android.permission.CAMERA")
    tap(machine, "Camera")
    assert not permissions.granted(machine, "com.google.android.apps.messaging", "android.permission.CAMERA")


def test_storage_is_cleared() -> None:
    machine = phone(0)
    assert machine.get(TODOS)
    app_info(machine, "Tasks")
    tap(machine, "Storage & cache")
    tap(machine, "Clear storage")
    tap(machine, "Delete")
    assert machine.get(TODOS) == ()
    assert node(machine, "Clear storage")


def test_the_apps_search_may_find_nothing() -> None:
    machine = opened("Apps")
    tap(machine, description="Search apps")
    write(machine, "zzz")
    assert node(machine, "No apps found")


# Time, and developers ------------------------------------------------------------------------------------------------


def test_the_clock_is_set_by_hand() -> None:
    machine = phone(0)
    before = machine.now
    machine.launch("settings", ("page", "time"))
    tap(machine, "Time")
    assert not nodes(machine, role="dialog")
    tap(machine, "Set time automatically")
    tap(machine, "Time")
    tap(machine, description="Switch to text input mode")
    write(machine, "2107\n")
    assert node(machine, "Time").description == node(machine, rid="clock").text == "21:07"
    tap(machine, "Date")
    tap(machine, description="Previous month")
    tap(machine, "15")
    tap(machine, "OK")
    assert node(machine, "Date").description.split(", ", 1)[1].split()[1] == "15,"
    assert machine.now < before and machine.now % 86_400 == (21 * 60 + 7) * 60
    tap(machine, "Set time automatically")
    assert machine.now == before


def test_seven_taps_make_a_developer() -> None:
    machine = opened("About phone")
    for _ in range(6):
        tap(machine, "Build number")
    assert node(machine, "You are now 1 step away from being a developer.")
    assert setting(machine, "global", "development_settings_enabled") == "0"
    tap(machine, "Build number")
    assert setting(machine, "global", "development_settings_enabled") == "1"
    machine.launch("settings", ("page", "system"))
    tap(machine, "Developer options")
    tap(machine, "Stay awake")
    assert setting(machine, "global", "stay_on_while_plugged_in") == "0"


def test_font_size_changes_texts() -> None:
    machine = opened("Display")
    before = machine.theme.font
    machine.put(SETTINGS, settings_store.put(machine.get(SETTINGS), "system", "font_scale", "1.3"))
    assert machine.theme.font > before


def test_storage_counts_files() -> None:
    machine = phone(0)
    machine.launch("settings", ("page", "storage"))
    before = node(machine, "Images").description
    machine.put(FILES, machine.files.write("/storage/emulated/0/Pictures/x.png", b"1234", machine.now))
    assert node(machine, "Images").description != before


@pytest.mark.parametrize("page", sorted(PAGES))
@pytest.mark.parametrize("dark", ["1", "2"])
def test_every_page_is_shown(page: str, dark: str) -> None:
    machine = phone(0)
    machine.put(
        SETTINGS,
        settings_store.put(machine.get(SETTINGS), "secure", "ui_night_mode", dark),
    )
    machine.launch("settings", ("page", page))
    with_argument = {"app", "permissions", "data", "wifi_details", "device"}
    assert node(machine, "Settings" if page in with_argument else PAGES[page].title)
    assert machine.scene.ops
