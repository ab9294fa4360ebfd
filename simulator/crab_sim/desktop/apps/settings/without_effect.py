"""The desktop's settings that change nothing beside themselves, with the reasons; a test finds that all others do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WITHOUT_EFFECT"]

_SILENT: Final = "the desktop makes no sound"
_VERBS: Final = "verbs say what a click does and which way the view moves"
_TOUCHPAD: Final = "there is no touchpad"
_NEVER: Final = "what lies there isn’t old enough within an episode"
_BANNERS: Final = "no notification pops up"
_UNLOCKED: Final = "the screen neither blanks nor locks"
_A11Y: Final = "org.gnome.desktop.a11y"
_PERIPHERALS: Final = "org.gnome.desktop.peripherals"

WITHOUT_EFFECT: Final[Mapping[tuple[str, str], str]] = {
    ("org.gnome.desktop.sound", "output-volume"): _SILENT,
    ("org.gnome.desktop.sound", "allow-volume-above-100-percent"): _SILENT,
    ("org.gnome.desktop.sound", "event-sounds"): _SILENT,
    (f"{_A11Y}.applications", "screen-reader-enabled"): _SILENT,
    (f"{_A11Y}.applications", "screen-keyboard-enabled"): "the keyboard is always there",
    (f"{_PERIPHERALS}.mouse", "natural-scroll"): _VERBS,
    (f"{_PERIPHERALS}.mouse", "left-handed"): _VERBS,
    (f"{_PERIPHERALS}.mouse", "speed"): "the pointer is at once where a verb wants it",
    (f"{_PERIPHERALS}.touchpad", "tap-to-click"): _TOUCHPAD,
    (f"{_PERIPHERALS}.touchpad", "natural-scroll"): _TOUCHPAD,
    ("org.gnome.desktop.notifications", "show-banners"): _BANNERS,
    ("org.gnome.desktop.notifications", "show-in-lock-screen"): _UNLOCKED,
    ("org.gnome.desktop.session", "idle-delay"): _UNLOCKED,
    ("org.gnome.desktop.screensaver", "lock-enabled"): _UNLOCKED,
    ("org.gnome.desktop.interface", "enable-animations"): "nothing moves between two screenshots",
    ("org.gnome.desktop.interface", "show-battery-percentage"): "there is no battery",
    ("org.gnome.settings-daemon.plugins.color", "night-light-enabled"): "screenshots don’t show it, on GNOME either",
    ("org.gnome.settings-daemon.plugins.power", "power-button-action"): "nobody presses the computer’s button",
    ("org.gnome.desktop.privacy", "remember-recent-files"): "no program lists recent files",
    ("org.gnome.desktop.privacy", "remove-old-trash-files"): _NEVER,
    ("org.gnome.desktop.privacy", "remove-old-temp-files"): _NEVER,
    ("org.gnome.desktop.datetime", "automatic-timezone"): "the desktop knows one time zone, UTC",
    ("org.gnome.system.location", "enabled"): "no program asks for the place",
    ("org.gnome.system.proxy", "mode"): "without the address of a proxy, programs connect directly",
}
"""The reasons by schema and key."""
