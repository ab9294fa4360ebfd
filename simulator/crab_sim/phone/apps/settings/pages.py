"""The pages of Settings below its root, and the entries on each of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from crab_sim.machine.app import Context
from crab_sim.phone import battery
from crab_sim.phone.apps.settings import apps as settings_apps
from crab_sim.phone.apps.settings.messages import Message
from crab_sim.phone.apps.settings.rows import choice, heading, link, note, setting_switch, slider, switch, value
from crab_sim.phone.power import LOCK
from crab_sim.phone.system.settings_store import (
    BLUETOOTH_DEVICES,
    NETWORKS,
    SETTINGS,
    Device,
    Network,
    Settings,
    is_dark,
    is_on,
    wifi_network,
)
from crab_sim.phone.times import clock, is_24_hour
from crab_sim.ui import Button, Column, Divider, Icon, IconButton, Label, Row, Space, Tile, Widget
from crab_sim.ui.theme import Color

__all__ = ["PAGES", "Section", "subtitle"]

_BUILD = "CRAB.1"


# Connections --------------------------------------------------------------------------------------------------------


def _wifi_switch(settings: Settings, subtitle: str) -> Tile[Message]:
    return switch("Wi-Fi", subtitle, is_on(settings, "global", "wifi_on"), ("wifi",), "wifi_on")


def _network(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    name = wifi_network(settings, context.get(NETWORKS))
    wifi, airplane = is_on(settings, "global", "wifi_on"), is_on(settings, "global", "airplane_mode_on")
    mobile = "Off in airplane mode" if airplane else "On" if is_on(settings, "global", "mobile_data") else "Off"
    hotspot = "On" if is_on(settings, "global", "wifi_ap_on") else "Off"
    return [
        _wifi_switch(settings, (f"Connected to {name}" if name else "Not connected") if wifi else "Off"),
        link("Internet", ("page", "wifi"), name or "Networks available", "wifi"),
        setting_switch(settings, "Mobile data", mobile, "global", "mobile_data"),
        link("Hotspot & tethering", ("page", "hotspot"), hotspot, "hotspot"),
        switch("Airplane mode", "Turns off all connections", airplane, ("airplane", not airplane), "airplane_mode_on"),
    ]  # fmt: skip


def _network_row(network: Network) -> Tile[Message]:
    state = "Connected" if network.connected else "Saved" if network.saved else "Secured" if network.secured else "Open"
    gear: Widget[Message] = IconButton("settings", f"Details of {network.name}", ("page", "wifi_details", network.id))
    icon = Icon("wifi", "accent" if network.connected else "muted" if network.bars > 1 else "faint")
    side: Widget[Message] | None = gear if network.saved or network.connected else None
    if side is None and network.secured:
        side = Icon("lock", size=18)
    return Tile(
        network.name,
        ("join", network.id),
        state,
        icon,
        side,
        rid="android:id/title",
        strong=network.connected,
        verbatim="text",
    )


def _wifi(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    networks: tuple[Network, ...] = context.get(NETWORKS)
    on = is_on(settings, "global", "wifi_on")
    rows: list[Widget[Message]] = [_wifi_switch(settings, "On" if on else "Off")]
    if not on:
        return [*rows, note("Turn Wi-Fi on to see the networks in reach")]
    rows += [_network_row(network) for network in sorted(networks, key=lambda network: not network.connected)]
    saved = sum(network.saved for network in networks)
    return [*rows, Divider(16), value("Saved networks", f"{saved} network{'s' * (saved != 1)}")]


def _wifi_details(context: Context) -> list[Widget[Message]]:
    found = [network for network in context.get(NETWORKS) if network.id == context.page.arg]
    if not found:
        return [note("This network is out of reach")]
    network: Network = found[0]
    connected = network.connected and is_on(context.get(SETTINGS), "global", "wifi_on")
    return [
        Column(
            [Icon("wifi", "accent", 40), Space(8), Label(network.name, 22, align="center", verbatim=True)], pad=(16, 8)
        ),
        Row(
            [
                Button("Forget", ("forget", network.id), "tonal", "delete", flex=1),
                Button("Disconnect", ("leave", network.id), "tonal", "close", flex=1)
                if connected
                else Button("Connect", ("join", network.id), "tonal", "wifi", flex=1),
            ],
            gap=10,
            pad=(16, 12),
        ),
        value("Status", "Connected" if connected else "Not connected"),
        value("Signal strength", ("Poor", "Fair", "Good", "Excellent")[max(0, min(3, network.bars - 1))]),
        value("Security", "WPA2/WPA3-Personal" if network.secured else "None"),
    ]


def _hotspot(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    on = is_on(settings, "global", "wifi_ap_on")
    return [
        setting_switch(settings, "Use Wi-Fi hotspot", "On" if on else "Off", "global", "wifi_ap_on"),
        value("Hotspot name", settings.get(("global", "wifi_ap_ssid"), ""), ("rename", "wifi_ap_ssid"), own=True),
        note("Other devices may use the mobile data of this one"),
    ]


def _device_row(device: Device, on: bool) -> Tile[Message]:
    state = "Connected" if device.connected and on else "Saved"
    gear: Widget[Message] = IconButton("settings", f"Details of {device.name}", ("page", "device", device.id))
    icon = Icon(device.icon, "accent" if device.connected and on else "muted")
    return Tile(
        device.name, ("connect", device.id), state, icon, gear, rid="android:id/title", enabled=on, verbatim="text"
    )


def _devices(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    devices: tuple[Device, ...] = context.get(BLUETOOTH_DEVICES)
    on, name = is_on(settings, "global", "bluetooth_on"), settings.get(("secure", "bluetooth_name"), "")
    paired: list[Widget[Message]] = [_device_row(device, on) for device in devices if device.paired]
    remark = f"Visible as “{name}” to other devices" if on else "Turn Bluetooth on to connect to other devices"
    return [
        setting_switch(settings, "Use Bluetooth", "On" if on else "Off", "global", "bluetooth_on"),
        link("Pair new device", ("page", "pair"), "", "add", enabled=on),
        value("Device name", name, ("rename", "bluetooth_name"), own=True),
        heading("Paired devices"),
        *(paired or [note("None yet")]),
        note(remark),
    ]


def _pair(context: Context) -> list[Widget[Message]]:
    found = [device for device in context.get(BLUETOOTH_DEVICES) if not device.paired]
    rows: list[Widget[Message]] = [link(device.name, ("pair", device.id), "", device.icon) for device in found]
    return [
        value("Device name", context.get(SETTINGS).get(("secure", "bluetooth_name"), ""), own=True),
        heading("Available devices"),
        *(rows or [note("No other devices in reach")]),
    ]


def _device(context: Context) -> list[Widget[Message]]:
    found = [device for device in context.get(BLUETOOTH_DEVICES) if device.id == context.page.arg]
    if not found:
        return [note("This device is out of reach")]
    device: Device = found[0]
    return [
        Column(
            [Icon(device.icon, "accent", 40), Space(8), Label(device.name, 22, align="center", verbatim=True)],
            pad=(16, 8),
        ),
        Row(
            [
                Button("Forget", ("unpair", device.id), "tonal", "delete", flex=1),
                Button("Disconnect" if device.connected else "Connect", ("connect", device.id), "tonal", flex=1),
            ],
            gap=10,
            pad=(16, 12),
        ),
        value("Status", "Connected" if device.connected else "Not connected"),
    ]


# The phone itself ---------------------------------------------------------------------------------------------------


def _notifications(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    quiet = "Only alarms make sounds" if is_on(settings, "global", "zen_mode") else "Off"
    return [
        setting_switch(settings, "Do Not Disturb", quiet, "global", "zen_mode"),
        choice(settings, "zen_duration"),
        Divider(16),
        setting_switch(settings, "Pop on screen", "New notifications show above the app", "global",
                       "heads_up_notifications_enabled"),
        setting_switch(settings, "Notifications on lock screen", "Show all of them", "secure",
                       "lock_screen_show_notifications"),
    ]  # fmt: skip


def _sound(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    return [
        slider(settings, "music", "Media volume", "volume_music"),
        slider(settings, "notifications", "Ring & notification volume", "volume_ring"),
        slider(settings, "clock", "Alarm volume", "volume_alarm"),
        Divider(16),
        setting_switch(settings, "Vibrate when ringing", "Also for calls", "system", "vibrate_when_ringing"),
        setting_switch(settings, "Dial pad tones", "While typing a number", "system", "dtmf_tone"),
        setting_switch(settings, "Touch sounds", "A click for each tap", "system", "sound_effects_enabled"),
    ]


def _display(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    return [
        heading("Brightness"),
        slider(settings, "brightness", "Brightness level", "screen_brightness"),
        setting_switch(settings, "Adaptive brightness", "Follows the light around", "system", "screen_brightness_mode"),
        heading("Appearance"),
        setting_switch(settings, "Dark theme", "On" if is_dark(settings) else "Off", "secure", "ui_night_mode",
                       ("1", "2")),
        choice(settings, "font_scale"),
        setting_switch(settings, "Night Light", "Tints the screen amber", "secure", "night_display_activated"),
        heading("Lock display"),
        choice(settings, "screen_off_timeout"),
        heading("Other display controls"),
        setting_switch(settings, "Auto-rotate screen", "Turns the picture with the phone", "system",
                       "accelerometer_rotation"),
    ]  # fmt: skip


def _location(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    on = is_on(settings, "secure", "location_mode")
    message: Message = ("put", "secure", "location_mode", "0" if on else "3")
    return [
        switch("Use location", "On" if on else "Off", on, message, "location_mode"),
        note("Apps that you allow may find out where the phone is"),
    ]


def _security(context: Context) -> list[Widget[Message]]:
    lock = context.get(LOCK)
    return [
        heading("Device unlock"),
        link("Screen lock", ("choose_lock",), {"none": "None", "swipe": "Swipe"}.get(lock, "PIN"), "lock"),
        note("The phone asks for it when its screen comes on"),
    ]


def _battery(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    saver = "On" if is_on(settings, "global", "low_power") else "Off"
    left = f"About {battery.hours_left(context)} left"
    return [
        Column([Label(f"{battery.level(context)}%", 40), Label(left, "small", "muted")], gap=2, pad=(16, 8)),
        setting_switch(settings, "Battery Saver", saver, "global", "low_power"),
    ]


def _system(context: Context) -> list[Widget[Message]]:
    rows: list[Widget[Message]] = [
        link("Date & time", ("page", "time"), "Time format, automatic time", "clock"),
        Tile("Languages", None, "English (United States)", Icon("language"), rid="android:id/title", role="text"),
    ]
    if is_on(context.get(SETTINGS), "global", "development_settings_enabled"):
        rows.append(link("Developer options", ("page", "developer"), "Touches, debugging", "terminal"))
    return [*rows, link("About phone", ("page", "about"), "Name, model, version", "info")]


def _time(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    full, now = is_24_hour(settings), context.now
    moment, by_hand = time.gmtime(now), not is_on(settings, "global", "auto_time")
    date = f"{time.strftime('%A, %B', moment)} {moment.tm_mday}, {moment.tm_year}"
    auto = is_on(settings, "global", "auto_time")
    return [
        switch("Set time automatically", "From the network", auto, ("auto_time", not auto), "auto_time"),
        value("Date", date, ("set_date",) if by_hand else None),
        value("Time", clock(now, full), ("set_time",) if by_hand else None),
        setting_switch(settings, "Set time zone automatically", "From the network", "global", "auto_time_zone"),
        value("Time zone", "GMT+00:00 Coordinated Universal Time"),
        setting_switch(settings, "Use 24-hour format", "13:00" if full else "1:00 PM", "system", "time_12_24",
                       ("12", "24")),
    ]  # fmt: skip


def _about(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    return [
        value("Device name", settings.get(("global", "device_name"), ""), ("rename", "device_name"), own=True),
        value("Model", "Crab Phone"),
        value("Android version", "14"),
        value("Android security update", "October 1, 2023"),
        value("Phone number", "555-0100"),
        value("Storage", "38 GB used of 128 GB", ("page", "storage")),
        value("Build number", _BUILD, ("build",)),
    ]


def _developer(context: Context) -> list[Widget[Message]]:
    settings: Settings = context.get(SETTINGS)
    on = is_on(settings, "global", "development_settings_enabled")
    return [
        setting_switch(settings, "Use developer options", "On" if on else "Off", "global",
                       "development_settings_enabled"),
        setting_switch(settings, "Stay awake", "While it is charging", "global", "stay_on_while_plugged_in",
                       ("0", "7")),
        setting_switch(settings, "USB debugging", "While USB is connected", "global", "adb_enabled"),
    ]  # fmt: skip


class Section(NamedTuple):
    """A page: its name, the text below it in the root list, its icon, and its rows."""

    title: str
    subtitle: str
    icon: str
    color: Color
    rows: Callable[[Context], list[Widget[Message]]]


def _inner(title: str, rows: Callable[[Context], list[Widget[Message]]]) -> Section:
    return Section(title, "", "", (0, 0, 0), rows)


PAGES: Mapping[str, Section] = {
    "network": Section("Network & internet", "Wi-Fi, mobile data, hotspot", "wifi", (26, 115, 232), _network),
    "devices": Section("Connected devices", "Bluetooth, pairing", "bluetooth", (24, 128, 56), _devices),
    "apps": Section("Apps", "Installed apps, permissions", "apps", (230, 81, 0), settings_apps.apps),
    "notifications": Section("Notifications", "Do Not Disturb", "notifications", (197, 57, 41), _notifications),
    "battery": Section("Battery", "Battery Saver", "battery", (46, 125, 50), _battery),
    "storage": Section("Storage", "38 GB used of 128 GB", "storage", (94, 53, 177), settings_apps.storage),
    "sound": Section("Sound & vibration", "Volume, vibration", "volume", (173, 20, 87), _sound),
    "display": Section("Display", "Dark theme, brightness, font size", "brightness", (191, 96, 0), _display),
    "location": Section("Location", "Access to where you are", "location", (0, 121, 107), _location),
    "security": Section("Security", "Screen lock", "lock", (0, 131, 143), _security),
    "system": Section("System", "Date & time, languages", "settings", (84, 96, 110), _system),
    "about": Section("About phone", "Device name, model, Android version", "info", (69, 90, 160), _about),
    "time": _inner("Date & time", _time),
    "developer": _inner("Developer options", _developer),
    "wifi": _inner("Internet", _wifi),
    "wifi_details": _inner("Network details", _wifi_details),
    "hotspot": _inner("Hotspot & tethering", _hotspot),
    "pair": _inner("Pair new device", _pair),
    "device": _inner("Device details", _device),
    "app": _inner("App info", settings_apps.info),
    "permissions": _inner("App permissions", settings_apps.allowed),
    "data": _inner("Storage", settings_apps.data),
}
"""All pages below the root; those with an icon are listed there."""


def subtitle(context: Context, page: str) -> str:
    """Returns what the root's list says below a page's title."""
    text = PAGES[page].subtitle
    return f"{battery.level(context)}% - {text}" if page == "battery" else text
