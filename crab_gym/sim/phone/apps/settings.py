"""The phone's Settings app: pages of switches, sliders and choices over the slice ``"settings"``.

Pages: ``root``, those of `PAGES`, ``app`` (arg: an app's id) and ``rename`` (arg: which name), a dialog above the
page that it was opened from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from crab_gym.apps import app_of
from crab_gym.sim.app import AppSpec, Context, View
from crab_gym.sim.phone import settings_data
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.parts import Disc, app_bar, clock, empty, is_24_hour
from crab_gym.sim.phone.settings_data import Settings, is_dark, is_on
from crab_gym.sim.ui import (
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Icon,
    Label,
    Message,
    Page,
    Row,
    Scroll,
    Slider,
    Space,
    Tile,
    Toggle,
    Widget,
)
from crab_gym.sim.ui.theme import Color

__all__ = ["APP", "LEVELS", "VERSIONS", "level"]

_ID = "com.android.settings:id/"

VERSIONS: Mapping[str, str] = {
    "settings": "15", "phone": "129.0.6", "messages": "20.6.31", "browser": "141.0.7390", "camera": "9.8.102",
    "contacts": "4.41.27", "calendar": "2026.36.2", "clock": "7.16.4", "mail": "2026.09.28", "gallery": "7.48.0",
    "files": "15", "maps": "25.40.1", "notes": "5.26.380", "markdown": "2.14.1", "notebook": "3.4.7",
    "tasks": "13.9.7", "drive": "2.26.390", "expense": "1.0.9", "recipes": "1.2.6", "music": "6.1.0", "video": "3.6.5",
    "recorder": "0.9.99", "fitness": "4.20.0", "calculator": "8.7.1",
}  # fmt: skip
"""The apps' versions."""

LEVELS: Mapping[str, tuple[int, int]] = {
    "screen_brightness": (1, 255), "volume_music": (0, 15), "volume_ring": (0, 7), "volume_alarm": (1, 7),
}  # fmt: skip
"""Least and greatest value of the system settings that sliders set."""

_CHOICES: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "screen_off_timeout": (
        "Screen timeout",
        (
            ("15000", "15 seconds"), ("30000", "30 seconds"), ("60000", "1 minute"), ("120000", "2 minutes"),
            ("300000", "5 minutes"), ("600000", "10 minutes"), ("1800000", "30 minutes"),
        ),
    ),
    "font_scale": ("Font size", (("0.85", "Small"), ("1.0", "Default"), ("1.15", "Large"), ("1.3", "Largest"))),
}  # fmt: skip


def level(key: str, fraction: float) -> str:
    """Returns the value of a system setting for a place on its slider.

    >>> level("screen_brightness", 0.0), level("volume_music", 0.5)
    ('1', '8')
    """
    low, high = LEVELS[key]
    return str(low + round(fraction * (high - low)))


# Rows ---------------------------------------------------------------------------------------------------------------


def _switch(title: str, subtitle: str, on: bool, message: Message, rid: str, enabled: bool = True) -> Tile:
    toggle = Toggle("switch", on)
    return Tile(title, message, subtitle, trailing=toggle, rid=_ID + rid, enabled=enabled, role="switch")


def _setting_switch(
    settings: Settings, title: str, subtitle: str, namespace: str, key: str, values: tuple[str, str] = ("0", "1")
) -> Tile:
    """Returns a switch between two values of a setting, of which the second means on."""
    on = settings.get((namespace, key), values[0]) == values[1]
    return _switch(title, subtitle, on, ("put", namespace, key, values[not on]), key)


def _slider(settings: Settings, icon: str, title: str, key: str) -> Column:
    low, high = LEVELS[key]
    value = settings.get(("system", key), "")
    fraction = (int(value) - low) / (high - low) if value.isdecimal() else 0.0
    slider = Slider(min(1.0, max(0.0, fraction)), ("slide", key), title, _ID + key)
    return Column([Label(title), Row([Icon(icon, "muted", 22), slider], gap=14)], gap=2, pad=(16, 8))


def _heading(text: str) -> Label:
    return Label(text, "small", "accent", "bold", pad=(16, 10))


def _value(title: str, value: str, rid: str = "android:id/summary") -> Tile:
    return Tile(title, subtitle=value, rid=rid, role="text")


def _choice(settings: Settings, key: str) -> Tile:
    title, options = _CHOICES[key]
    value = settings.get(("system", key), "")
    return Tile(title, ("choose", key), dict(options).get(value, value), rid=_ID + key)


# Pages --------------------------------------------------------------------------------------------------------------


def _network(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    wifi, airplane = is_on(settings, "global", "wifi_on"), is_on(settings, "global", "airplane_mode_on")
    joined = "Connected to Orchard" if wifi else "Off"
    flight = ("airplane", not airplane)
    return [
        _switch("Wi-Fi", joined, wifi, ("put", "global", "wifi_on", "0" if wifi else "1"), "wifi_on"),
        _value("Mobile network", "Off in airplane mode" if airplane else "Connected"),
        _switch("Airplane mode", "Turns off all connections", airplane, flight, "airplane_mode_on"),
    ]


def _devices(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    on = is_on(settings, "global", "bluetooth_on")
    name = settings.get(("secure", "bluetooth_name"), "")
    return [
        _setting_switch(settings, "Use Bluetooth", "On" if on else "Off", "global", "bluetooth_on"),
        Tile("Device name", ("rename", "bluetooth_name"), name, rid="android:id/summary"),
        Label(f"Visible as “{name}” to other devices" if on else "Turn Bluetooth on to connect to other devices",
              "small", "muted", wrap=True, pad=(16, 12)),
    ]  # fmt: skip


def _apps(context: Context) -> list[Widget]:
    return [
        Tile(
            app.name,
            ("app", app.id),
            f"Version {VERSIONS[app.id]}",
            Disc(app.icon, app.color),
            rid="android:id/title",
        )
        for app in sorted(context.machine.apps.values(), key=lambda app: app.name)
    ]


def _app(context: Context) -> list[Widget]:
    app = context.machine.apps[context.page.arg]
    return [
        Row([Disc(app.icon, app.color, 56), Label(app.name, 22, flex=1)], gap=16, pad=(16, 8)),
        Row([Button("Open", ("launch", app.id), "tonal", flex=1)], pad=(16, 12)),
        _value("Version", VERSIONS[app.id]),
        _value("Package", app_of("android", app.id).package),
    ]


def _notifications(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    text = "Only alarms make sounds" if is_on(settings, "global", "zen_mode") else "Off"
    return [_setting_switch(settings, "Do Not Disturb", text, "global", "zen_mode")]


def _sound(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    return [
        _slider(settings, "music", "Media volume", "volume_music"),
        _slider(settings, "notifications", "Ring & notification volume", "volume_ring"),
        _slider(settings, "clock", "Alarm volume", "volume_alarm"),
        Divider(16),
        _setting_switch(settings, "Vibrate when ringing", "Also for calls", "system", "vibrate_when_ringing"),
    ]


def _display(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    dark = "On" if is_dark(settings) else "Off"
    return [
        _heading("Brightness"),
        _slider(settings, "brightness", "Brightness level", "screen_brightness"),
        _heading("Appearance"),
        _setting_switch(settings, "Dark theme", dark, "secure", "ui_night_mode", ("1", "2")),
        _choice(settings, "font_scale"),
        _heading("Lock display"),
        _choice(settings, "screen_off_timeout"),
        _heading("Other display controls"),
        _setting_switch(
            settings, "Auto-rotate screen", "Turns the picture with the phone", "system", "accelerometer_rotation"
        ),
    ]


def _location(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    on = is_on(settings, "secure", "location_mode")
    message = ("put", "secure", "location_mode", "0" if on else "3")
    return [
        _switch("Use location", "On" if on else "Off", on, message, "location_mode"),
        Label("Apps that you allow may find out where the phone is", "small", "muted", wrap=True, pad=(16, 12)),
    ]


def _battery(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    saver = "On" if is_on(settings, "global", "low_power") else "Off"
    return [
        Column([Label("82%", 40), Label("About 1 day, 9 hours left", "small", "muted")], gap=2, pad=(16, 8)),
        _setting_switch(settings, "Battery Saver", saver, "global", "low_power"),
    ]


def _system(context: Context) -> list[Widget]:
    return [
        Tile("Date & time", ("page", "time"), "Time format, automatic time", Icon("clock"), rid="android:id/title"),
        Tile("Languages", None, "English (United States)", Icon("language"), rid="android:id/title", role="text"),
        Tile("About phone", ("page", "about"), "Name, model, version", Icon("info"), rid="android:id/title"),
    ]


def _time(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    full, now = is_24_hour(settings), context.now
    moment = time.gmtime(now)
    date = f"{time.strftime('%A, %B', moment)} {moment.tm_mday}, {moment.tm_year}"
    return [
        _setting_switch(settings, "Set time automatically", "From the network", "global", "auto_time"),
        _value("Date", date),
        _value("Time", clock(now, full)),
        _value("Time zone", "GMT+00:00 Coordinated Universal Time"),
        _setting_switch(
            settings, "Use 24-hour format", "13:00" if full else "1:00 PM", "system", "time_12_24", ("12", "24")
        ),
    ]


def _about(context: Context) -> list[Widget]:
    settings: Settings = context.get("settings")
    name = settings.get(("global", "device_name"), "")
    return [
        Tile("Device name", ("rename", "device_name"), name, rid="android:id/summary"),
        _value("Model", "Crab Phone 1"),
        _value("Android version", "15"),
        _value("Android security update", "September 5, 2026"),
        _value("Build number", "CRAB.260905.001"),
        _value("Storage", "38 GB used of 128 GB"),
    ]


class _Section(NamedTuple):
    """A page: what it is called, what the root list says below that, its icon, and its rows."""

    title: str
    subtitle: str
    icon: str
    color: Color
    rows: Callable[[Context], list[Widget]]


PAGES: Mapping[str, _Section] = {
    "network": _Section("Network & internet", "Wi-Fi, airplane mode", "wifi", (26, 115, 232), _network),
    "devices": _Section("Connected devices", "Bluetooth, device name", "bluetooth", (24, 128, 56), _devices),
    "apps": _Section("Apps", "Installed apps, versions", "apps", (230, 81, 0), _apps),
    "notifications": _Section("Notifications", "Do Not Disturb", "notifications", (197, 57, 41), _notifications),
    "sound": _Section("Sound & vibration", "Volume, vibration", "volume", (173, 20, 87), _sound),
    "display": _Section("Display", "Dark theme, brightness, font size", "brightness", (191, 96, 0), _display),
    "location": _Section("Location", "Access to where you are", "location", (0, 121, 107), _location),
    "battery": _Section("Battery", "82% - Battery Saver", "battery", (46, 125, 50), _battery),
    "system": _Section("System", "Date & time, languages", "settings", (84, 96, 110), _system),
    "about": _Section("About phone", "Device name, model, Android version", "info", (69, 90, 160), _about),
    "time": _Section("Date & time", "", "", (0, 0, 0), _time),
}
_ROOT = tuple(PAGES)[:-1]

_INDEX: tuple[tuple[str, str], ...] = (
    *[(section.title, page) for page, section in PAGES.items()],
    ("Wi-Fi", "network"), ("Airplane mode", "network"), ("Bluetooth", "devices"), ("Bluetooth device name", "devices"),
    ("Do Not Disturb", "notifications"), ("Media volume", "sound"), ("Ring & notification volume", "sound"),
    ("Alarm volume", "sound"), ("Vibrate when ringing", "sound"), ("Brightness level", "display"),
    ("Dark theme", "display"), ("Font size", "display"), ("Screen timeout", "display"),
    ("Auto-rotate screen", "display"), ("Battery Saver", "battery"), ("Use location", "location"),
    ("Set time automatically", "time"), ("Use 24-hour format", "time"), ("Phone name", "about"), ("Model", "about"),
    ("Android version", "about"),
)  # fmt: skip
"""What the search finds, and the pages that it is on."""


def _root(context: Context) -> View:
    query = context.field("search").strip().casefold()
    search = Row(
        [Field("search", "Search settings", _ID + "search_bar", icon="search", pill=True, flex=1)], pad=(16, 6)
    )
    if query:
        tiles: list[Widget] = [
            Tile(
                title, ("page", page), PAGES[page].title if PAGES[page].title != title else "Settings", rid=_ID + "hit"
            )
            for title, page in _INDEX
            if query in title.casefold()
        ]
        rows = tiles or [empty("search", "No results", "Try another word")]
        return View(Column([search, Scroll("found", rows)], pad=(0, 8)))
    tiles = [
        Tile(section.title, ("page", page), section.subtitle, Disc(section.icon, section.color), rid="android:id/title")
        for page, section in ((page, PAGES[page]) for page in _ROOT)
    ]
    return View(Scroll("root", [Label("Settings", 32, pad=(16, 18)), search, Space(8), *tiles, Space(16)]))


def _section(context: Context, page: Page) -> Widget:
    """Returns one of the pages below the root."""
    if page.name == "app":
        title, rows = "App info", _app(context)
    else:
        title, rows = PAGES[page.name].title, PAGES[page.name].rows(context)
    heading = Label(title, 28, wrap=True, pad=(16, 10))
    return Column([app_bar(""), Scroll(page.name, [heading, Space(6), *rows, Space(16)])])


def _choose_dialog(settings: Settings, key: str) -> Dialog:
    title, options = _CHOICES[key]
    value = settings.get(("system", key), "")
    rows = [
        Tile(label, ("chosen", "system", key, option), leading=Toggle("radio", option == value),
             selected=False, rid="android:id/text1", role="radio")
        for option, label in options
    ]  # fmt: skip
    return Dialog(title, Scroll("choices", rows), [Button("Cancel", ("dismiss",), "text", rid="android:id/button2")])


def _rename_dialog(context: Context) -> Dialog:
    actions = [
        Button("Cancel", ("back",), "text", rid="android:id/button2"),
        Button("Rename", ("renamed",), "text", rid="android:id/button1", enabled=bool(context.field("name").strip())),
    ]
    title = "Rename this device" if context.page.arg == "bluetooth_name" else "Device name"
    return Dialog(title, Field("name", "Device name", "android:id/edit"), actions, dismiss=("back",))


def _view(context: Context) -> View:
    page = context.page
    if page.name == "root":
        return _root(context)
    if page.name == "rename":
        return View(_section(context, context.window.pages[-2]), _rename_dialog(context))
    overlay = None
    if page.overlay[:1] == ("choose",):
        overlay = _choose_dialog(context.get("settings"), page.overlay[1])
    return View(_section(context, page), overlay)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "rename":
        page = context.window.pages[-2]
    if page.name == "app":
        return context.machine.apps[page.arg].name
    return PAGES[page.name].title if page.name in PAGES else "Settings"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Message) -> Page:
    match intent:
        case ("page", str(name)) if name in PAGES:
            return Page(name)
    return Page("root")


def _put(context: Context, namespace: str, key: str, value: str) -> None:
    context.put("settings", settings_data.put(context.get("settings"), namespace, key, value))


def _rename(context: Context, which: str) -> None:
    settings: Settings = context.get("settings")
    name = settings.get(("secure" if which == "bluetooth_name" else "global", which), "")
    scroll = context.page.scroll
    context.push(Page("rename", which, {"name": name}, scroll, focus="name", selection=(0, len(name))))


def _renamed(context: Context) -> None:
    name = context.field("name").strip()
    if not name:
        return
    if context.page.arg == "device_name":  # the phone's own name is also the one that Bluetooth shows
        _put(context, "global", "device_name", name)
    _put(context, "secure", "bluetooth_name", name)
    context.pop()


def _update(context: Context, name: str, *args: Any) -> None:
    match name:
        case "back":
            context.pop()
        case "page":
            context.push(Page(args[0]))
        case "app":
            context.push(Page("app", args[0]))
        case "launch":
            context.open(args[0])
        case "put":
            _put(context, *args)
        case "airplane":
            context.put("settings", settings_data.set_airplane(context.get("settings"), args[0]))
        case "slide":
            key, fraction = args
            _put(context, "system", key, level(key, fraction))
            if key == "volume_ring":
                _put(context, "global", "mode_ringer", "2" if fraction > 0 else "1")
        case "choose":
            context.set(overlay=("choose", args[0]))
        case "chosen":
            context.set(overlay=())
            _put(context, *args)
        case "rename":
            _rename(context, args[0])
        case "renamed":
            _renamed(context)
        case "submit":
            if args[0] == "name":
                _renamed(context)


APP = PhoneApp(AppSpec("settings", "Settings", "settings", (84, 96, 110), _view, _update, _start, _title))
