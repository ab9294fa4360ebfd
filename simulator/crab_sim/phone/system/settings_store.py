"""The phone's settings as Android keeps them: texts by namespace and key."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final, NamedTuple

from crab_sim.machine.slices import SETTINGS, Slice

__all__ = [
    "LEVELS",
    "SETTINGS",
    "VOLUME_KEYS",
    "Device",
    "Network",
    "Settings",
    "font_scale",
    "is_dark",
    "is_on",
    "level",
    "put",
    "seed",
    "seed_devices",
    "seed_networks",
    "set_airplane",
    "turned",
    "wifi_network",
]

CLOCK_OFFSET: Final = Slice[float]("clock_offset")

Settings = Mapping[tuple[str, str], str]


LEVELS: Mapping[str, tuple[int, int]] = {
    "screen_brightness": (1, 255), "volume_music": (0, 15), "volume_ring": (0, 7), "volume_alarm": (1, 7),
}  # fmt: skip
"""The smallest and greatest values of the system settings with sliders."""

VOLUME_KEYS: Mapping[str, int] = {"volumeup": 1, "volumedown": -1, "volumemute": -25}
"""The keys that change the volume of music, and by how much."""


class Network(NamedTuple):
    """A Wi-Fi network in reach.

    Attributes:
        id: Its id.
        name: Its name.
        bars: Its strength, up to 4.
        secured: Whether it has a password.
        saved: Whether the phone knows the password.
        connected: Whether the phone is connected to it.
    """

    id: int
    name: str
    bars: int
    secured: bool = True
    saved: bool = False
    connected: bool = False


NETWORKS: Final = Slice[tuple[Network, ...]]("networks")


class Device(NamedTuple):
    """A Bluetooth device in reach."""

    id: int
    name: str
    icon: str
    paired: bool = False
    connected: bool = False


BLUETOOTH_DEVICES: Final = Slice[tuple[Device, ...]]("bluetooth_devices")


_NETWORKS = ("Orchard", "Lakeside", "Corner Cafe", "Blue Door", "Fernweg 12", "Harbour Guest", "Attic", "Node 7")
_DEVICES = (
    ("Kitchen speaker", "volume"), ("Crab Buds", "music"), ("Car kit", "phone"), ("Living room TV", "display"),
    ("Fit band", "clock"), ("Travel keyboard", "keyboard"), ("Desk speaker", "volume"),
)  # fmt: skip


def seed_networks(rng: random.Random, now: float) -> tuple[Network, ...]:
    """Returns the networks in reach, strongest first; the phone is connected to the first one."""
    names = rng.sample(_NETWORKS, 5)
    bars = sorted((rng.randint(1, 4) for _ in names[1:]), reverse=True)
    return (
        Network(1, names[0], 4, True, True, True),
        *[Network(i + 2, name, bars[i], i != 1, i == 2) for i, name in enumerate(names[1:])],
    )


def seed_devices(rng: random.Random, now: float) -> tuple[Device, ...]:
    """Returns the Bluetooth devices in reach, two of them paired."""
    return tuple([Device(i + 1, *row, i < 2) for i, row in enumerate(rng.sample(_DEVICES, 5))])


def seed(rng: random.Random, now: float) -> Settings:
    """Returns the settings of a lived-in phone: the light theme, and some values by chance."""
    return {
        ("secure", "ui_night_mode"): "1",
        ("secure", "location_mode"): rng.choice(("0", "3")),
        ("secure", "bluetooth_name"): rng.choice(("Pocket", "My phone", "Blue phone", "Work phone")),
        ("system", "screen_brightness"): str(rng.randrange(40, 200)),
        ("system", "screen_off_timeout"): rng.choice(("15000", "30000", "60000", "120000")),
        ("system", "accelerometer_rotation"): rng.choice("01"),
        ("system", "time_12_24"): "24",
        ("system", "font_scale"): "1.0",
        ("system", "vibrate_when_ringing"): rng.choice("01"),
        ("system", "volume_music"): str(rng.randrange(3, 13)),
        ("system", "volume_ring"): str(rng.randrange(1, 8)),
        ("system", "volume_alarm"): str(rng.randrange(1, 8)),
        ("global", "wifi_on"): "1",
        ("global", "bluetooth_on"): rng.choice("01"),
        ("global", "airplane_mode_on"): "0",
        ("global", "mode_ringer"): "2",
        ("global", "zen_mode"): "0",
        ("global", "low_power"): "0",
        ("global", "auto_time"): "1",
        ("global", "device_name"): "Crab Phone",
        **_USUAL,
    }


_USUAL: Settings = {
    ("global", "adb_enabled"): "1",
    ("global", "auto_time_zone"): "1",
    ("global", "development_settings_enabled"): "0",
    ("global", "device_provisioned"): "1",
    ("global", "heads_up_notifications_enabled"): "1",
    ("global", "mobile_data"): "1",
    ("global", "stay_on_while_plugged_in"): "7",  # any charger
    ("global", "wifi_ap_on"): "0",
    ("global", "wifi_ap_ssid"): "Crab Phone hotspot",
    ("secure", "android_id"): "c4ab000000000001",
    ("secure", "default_input_method"): "com.android.adbkeyboard/.AdbIME",  # types any text that comes over ADB
    ("secure", "enabled_accessibility_services"): "",
    ("secure", "flashlight_enabled"): "0",
    ("secure", "lock_screen_show_notifications"): "1",
    ("secure", "night_display_activated"): "0",
    ("secure", "sms_default_application"): "com.google.android.apps.messaging",
    ("secure", "user_setup_complete"): "1",
    ("secure", "zen_duration"): "0",
    ("system", "dtmf_tone"): "1",
    ("system", "pointer_location"): "0",
    ("system", "screen_brightness_mode"): "0",
    ("system", "show_touches"): "0",
    ("system", "sound_effects_enabled"): "1",
    ("system", "status_bar_show_battery_percent"): "0",
    ("system", "user_rotation"): "0",
}
"""The settings that all phones share at first."""


def is_on(settings: Settings, namespace: str, key: str) -> bool:
    """Returns whether a setting has any value but ``0``."""
    return settings.get((namespace, key), "0") != "0"


def is_dark(settings: Settings) -> bool:
    """Returns whether the dark theme is on."""
    return settings.get(("secure", "ui_night_mode")) == "2"


def font_scale(settings: Settings) -> float:
    """Returns the scale of texts, kept between 0.85 and 1.5; 1.0 is normal."""
    try:
        scale = float(settings.get(("system", "font_scale"), "1.0"))
    except ValueError:
        return 1.0
    return max(0.85, min(1.5, scale)) if scale == scale else 1.0


def level(key: str, fraction: float) -> str:
    """Returns the value of a setting of `LEVELS` for a fraction of its slider.

    >>> level("screen_brightness", 0.0), level("volume_music", 0.5)
    ('1', '8')
    """
    low, high = LEVELS[key]
    return str(low + round(fraction * (high - low)))


def wifi_network(settings: Settings, networks: tuple[Network, ...]) -> str:
    """Returns the name of the Wi-Fi network that the phone is connected to, ``""`` for none."""
    connected = [network.name for network in networks if network.connected]
    return connected[0] if connected and is_on(settings, "global", "wifi_on") else ""


def put(settings: Settings, namespace: str, key: str, value: str) -> Settings:
    """Returns the settings with one changed.

    Args:
        settings: The settings.
        namespace: The setting's namespace.
        key: Its key.
        value: Its new value.
    """
    return {**settings, (namespace, key): value}


def turned(settings: Settings, key: str, by: int) -> Settings:
    """Returns the settings with one of `LEVELS` changed by some steps, from its smallest value if it is no number.

    >>> turned({("system", "volume_music"): "14"}, "volume_music", 3)
    {('system', 'volume_music'): '15'}
    """
    low, high = LEVELS[key]
    value = settings.get(("system", key), "")
    now = int(value) if value.isascii() and value.isdecimal() and len(value) < 6 else low
    return put(settings, "system", key, str(min(max(now + by, low), high)))


_RADIOS = ("wifi_on", "bluetooth_on")
_REMEMBERED = ("global", "radios_before_airplane")


def set_airplane(settings: Settings, on: bool) -> Settings:
    """Returns the settings after the airplane switch: on turns the radios off, off brings back those that were on.

    >>> on = set_airplane({("global", "wifi_on"): "1"}, True)
    >>> on["global", "wifi_on"], set_airplane(on, False)["global", "wifi_on"]
    ('0', '1')
    """
    changed = dict(settings)
    changed["global", "airplane_mode_on"] = "1" if on else "0"
    if on:
        changed[_REMEMBERED] = " ".join([radio for radio in _RADIOS if is_on(settings, "global", radio)])
        changed.update({("global", radio): "0" for radio in _RADIOS})
    else:
        changed.update({("global", radio): "1" for radio in changed.pop(_REMEMBERED, "").split()})
    return changed
