"""The desktop's settings as GNOME keeps them: (gsettings schema, key) -> text, strings without quotes."""

from __future__ import annotations

import random
from collections.abc import Mapping

__all__ = ["Settings", "is_dark", "seed"]

Settings = Mapping[tuple[str, str], str]

INTERFACE = "org.gnome.desktop.interface"


def seed(rng: random.Random, now: float) -> Settings:
    """Returns the settings of a desktop that somebody has been using."""
    return {
        (INTERFACE, "color-scheme"): "default",
        (INTERFACE, "accent-color"): "blue",
        (INTERFACE, "clock-format"): "24h",
        (INTERFACE, "clock-show-date"): "true",
        (INTERFACE, "clock-show-weekday"): rng.choice(("true", "false")),
        (INTERFACE, "text-scaling-factor"): "1.0",
        (INTERFACE, "enable-animations"): "false",
        (INTERFACE, "show-battery-percentage"): "false",
        ("org.gnome.desktop.background", "picture-uri"): "file:///usr/share/backgrounds/default.png",
        ("org.gnome.desktop.background", "picture-uri-dark"): "file:///usr/share/backgrounds/default-dark.png",
        ("org.gnome.desktop.sound", "event-sounds"): rng.choice(("true", "false")),
        ("org.gnome.desktop.sound", "output-volume"): str(rng.randrange(20, 90)),
        ("org.gnome.desktop.notifications", "show-banners"): "true",
        ("org.gnome.desktop.session", "idle-delay"): rng.choice(("300", "600", "900")),
        ("org.gnome.desktop.screensaver", "lock-enabled"): "true",
        ("org.gnome.desktop.peripherals.mouse", "natural-scroll"): "false",
        ("org.gnome.desktop.peripherals.touchpad", "tap-to-click"): rng.choice(("true", "false")),
        ("org.gnome.settings-daemon.plugins.color", "night-light-enabled"): "false",
        ("org.gnome.desktop.privacy", "remember-recent-files"): "true",
        ("org.gnome.system.location", "enabled"): "false",
    }


def is_dark(settings: Settings) -> bool:
    """Tells whether the dark style is on."""
    return settings.get((INTERFACE, "color-scheme")) == "prefer-dark"
