"""The desktop's settings as GNOME keeps them: texts by schema and key, strings without quotes.

* `KINDS` - every key's type, as gsettings prints it.
* `seed` - the settings of a lived-in desktop.
* `check` - a value as its key keeps it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from crab_sim.machine.slices import SETTINGS

__all__ = [
    "ACCENTS", "BACKGROUND", "INTERFACE", "KINDS", "PRIVACY", "PROXY", "SETTINGS", "Kind", "Settings", "check",
    "has_banners", "is_contrasted", "is_dark", "seed",
]  # fmt: skip

Settings = Mapping[tuple[str, str], str]

Kind = str | tuple[str, ...]
"""``b``, ``i``, ``u``, ``d`` or ``s`` as in GVariant, or the values of an enumeration."""

INTERFACE = "org.gnome.desktop.interface"
BACKGROUND = "org.gnome.desktop.background"
PRIVACY = "org.gnome.desktop.privacy"
PROXY = "org.gnome.system.proxy"
_SOUND = "org.gnome.desktop.sound"
_NOTIFICATIONS = "org.gnome.desktop.notifications"
_SCREENSAVER = "org.gnome.desktop.screensaver"
_MOUSE = "org.gnome.desktop.peripherals.mouse"
_TOUCHPAD = "org.gnome.desktop.peripherals.touchpad"
_POWER = "org.gnome.settings-daemon.plugins.power"
_COLOR = "org.gnome.settings-daemon.plugins.color"
_A11Y = "org.gnome.desktop.a11y"

ACCENTS = ("blue", "teal", "green", "yellow", "orange", "red", "pink", "purple", "slate")
"""Values of the accent colour."""

_TABLE: Mapping[tuple[str, str], tuple[Kind, str]] = {
    (INTERFACE, "color-scheme"): (("default", "prefer-dark", "prefer-light"), "default"),
    (INTERFACE, "accent-color"): (ACCENTS, "blue"),
    (INTERFACE, "clock-format"): (("24h", "12h"), "24h"),
    (INTERFACE, "clock-show-date"): ("b", "true"),
    (INTERFACE, "clock-show-weekday"): ("b", "false"),
    (INTERFACE, "text-scaling-factor"): ("d", "1.0"),
    (INTERFACE, "cursor-size"): ("i", "24"),
    (INTERFACE, "enable-animations"): ("b", "false"),
    (INTERFACE, "show-battery-percentage"): ("b", "false"),
    (BACKGROUND, "picture-uri"): ("s", "file:///usr/share/backgrounds/default.png"),
    (BACKGROUND, "picture-uri-dark"): ("s", "file:///usr/share/backgrounds/default-dark.png"),
    (BACKGROUND, "picture-options"): (
        ("none", "wallpaper", "centered", "scaled", "stretched", "zoom", "spanned"), "zoom",
    ),
    (BACKGROUND, "primary-color"): ("s", "#023c88"),
    (_SOUND, "event-sounds"): ("b", "true"),
    (_SOUND, "output-volume"): ("i", "50"),
    (_SOUND, "allow-volume-above-100-percent"): ("b", "false"),
    (_NOTIFICATIONS, "show-banners"): ("b", "true"),
    (_NOTIFICATIONS, "show-in-lock-screen"): ("b", "true"),
    ("org.gnome.desktop.session", "idle-delay"): ("u", "300"),
    (_SCREENSAVER, "lock-enabled"): ("b", "true"),
    (_MOUSE, "natural-scroll"): ("b", "false"),
    (_MOUSE, "left-handed"): ("b", "false"),
    (_MOUSE, "speed"): ("d", "0.0"),
    (_TOUCHPAD, "tap-to-click"): ("b", "true"),
    (_TOUCHPAD, "natural-scroll"): ("b", "true"),
    (_COLOR, "night-light-enabled"): ("b", "false"),
    (_POWER, "power-button-action"): (("nothing", "suspend", "hibernate", "interactive"), "suspend"),
    (_POWER, "sleep-inactive-ac-type"): (
        ("blank", "suspend", "shutdown", "hibernate", "interactive", "nothing", "logout"), "nothing",
    ),
    (PRIVACY, "remember-recent-files"): ("b", "true"),
    (PRIVACY, "remove-old-trash-files"): ("b", "false"),
    (PRIVACY, "remove-old-temp-files"): ("b", "false"),
    (PRIVACY, "old-files-age"): ("u", "30"),
    ("org.gnome.system.location", "enabled"): ("b", "false"),
    (PROXY, "mode"): (("none", "manual", "auto"), "none"),
    (f"{PROXY}.http", "host"): ("s", ""),
    (f"{PROXY}.http", "port"): ("i", "8080"),
    (f"{PROXY}.https", "host"): ("s", ""),
    (f"{PROXY}.https", "port"): ("i", "0"),
    ("org.gnome.desktop.datetime", "automatic-timezone"): ("b", "false"),
    (f"{_A11Y}.interface", "high-contrast"): ("b", "false"),
    (f"{_A11Y}.applications", "screen-reader-enabled"): ("b", "false"),
    (f"{_A11Y}.applications", "screen-keyboard-enabled"): ("b", "false"),
}  # fmt: skip

KINDS: Mapping[tuple[str, str], Kind] = {key: kind for key, (kind, _) in _TABLE.items()}
"""The type of every key."""
DEFAULTS: Settings = {key: value for key, (_, value) in _TABLE.items()}
"""The default value of every key."""


def seed(rng: random.Random, now: float) -> Settings:
    """Returns the settings of a lived-in desktop."""
    return {
        **DEFAULTS,
        (INTERFACE, "clock-show-weekday"): rng.choice(("true", "false")),
        (_SOUND, "event-sounds"): rng.choice(("true", "false")),
        (_SOUND, "output-volume"): str(rng.randrange(20, 90)),
        ("org.gnome.desktop.session", "idle-delay"): rng.choice(("300", "600", "900")),
        (_TOUCHPAD, "tap-to-click"): rng.choice(("true", "false")),
    }


_PATTERNS = {"b": "true|false", "i": r"[+-]?\d{1,9}", "u": r"\+?\d{1,9}", "d": r"[+-]?(\d{1,9}\.?\d{0,9}|\.\d{1,9})"}


def check(schema: str, key: str, value: str) -> str | None:
    """Returns a value as its key keeps it, None if it isn't valid.

    >>> check(INTERFACE, "color-scheme", "prefer-dark"), check(INTERFACE, "color-scheme", "night")
    ('prefer-dark', None)
    >>> check(INTERFACE, "text-scaling-factor", "1.250")
    '1.25'
    """
    kind = KINDS[schema, key]
    if isinstance(kind, tuple):
        return value if value in kind else None
    if kind == "s":
        return value
    if re.fullmatch(_PATTERNS[kind], value, re.ASCII) is None:
        return None
    if kind == "b":
        return value
    if kind == "d":
        number = float(value)
        low, high = (0.5, 3.0) if key == "text-scaling-factor" else (-1.0, 1.0)
        return repr(number) if low <= number <= high else None
    return str(int(value))


def is_dark(settings: Settings) -> bool:
    """Returns whether the dark style is on."""
    return settings.get((INTERFACE, "color-scheme")) == "prefer-dark"


def is_contrasted(settings: Settings) -> bool:
    """Returns whether high contrast is on."""
    return settings.get((f"{_A11Y}.interface", "high-contrast")) == "true"


def has_banners(settings: Settings) -> bool:
    """Returns whether notifications may pop up, as *Do Not Disturb* is off."""
    return settings[_NOTIFICATIONS, "show-banners"] == "true"
