"""The phone's settings as Android keeps them: (namespace, key) -> text."""

from __future__ import annotations

import random
from collections.abc import Mapping

__all__ = [
    "LEVELS",
    "Settings",
    "font_scale",
    "is_dark",
    "is_on",
    "level",
    "put",
    "seed",
    "set_airplane",
    "wifi_network",
]

Settings = Mapping[tuple[str, str], str]

LEVELS: Mapping[str, tuple[int, int]] = {
    "screen_brightness": (1, 255), "volume_music": (0, 15), "volume_ring": (0, 7), "volume_alarm": (1, 7),
}  # fmt: skip
"""Least and greatest value of the system settings that sliders set."""


def seed(rng: random.Random, now: float) -> Settings:
    """Returns the settings of a phone that somebody has been using: light theme, radios and levels as they happen."""
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
    }


def is_on(settings: Settings, namespace: str, key: str) -> bool:
    """Tells whether a setting is set to anything but ``0``."""
    return settings.get((namespace, key), "0") != "0"


def is_dark(settings: Settings) -> bool:
    """Tells whether the dark theme is on."""
    return settings.get(("secure", "ui_night_mode")) == "2"


def font_scale(settings: Settings) -> float:
    """Returns the size of texts, 1.0 as usual; 0.85 to 1.5, whatever the setting says."""
    try:
        scale = float(settings.get(("system", "font_scale"), "1.0"))
    except ValueError:
        return 1.0
    return max(0.85, min(1.5, scale)) if scale == scale else 1.0


def level(key: str, fraction: float) -> str:
    """Returns the value of a system setting for a place on its slider.

    >>> level("screen_brightness", 0.0), level("volume_music", 0.5)
    ('1', '8')
    """
    low, high = LEVELS[key]
    return str(low + round(fraction * (high - low)))


def wifi_network(settings: Settings) -> str:
    """Returns the name of the Wi-Fi network that the phone is connected to, ``""`` for none."""
    return settings.get(("global", "wifi_network"), "") if is_on(settings, "global", "wifi_on") else ""


def put(settings: Settings, namespace: str, key: str, value: str) -> Settings:
    """Returns the settings with one of them changed."""
    return {**settings, (namespace, key): value}


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
