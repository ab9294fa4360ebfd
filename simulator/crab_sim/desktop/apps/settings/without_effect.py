"""The desktop's settings that change nothing beside themselves, with the reasons; a test finds that all others do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WITHOUT_EFFECT"]

_SILENT: Final = "the desktop makes no sound"
_VERBS: Final = "verbs say what a click does and which way the view moves"
_TOUCHPAD: Final = "there is no touchpad"
_A11Y: Final = "org.gnome.desktop.a11y"
_PERIPHERALS: Final = "org.gnome.desktop.peripherals"

WITHOUT_EFFECT: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("org.gnome.desktop.sound", "output-volume"): ("Output Volume", _SILENT),
    ("org.gnome.desktop.sound", "allow-volume-above-100-percent"): ("Over-Amplification", _SILENT),
    ("org.gnome.desktop.sound", "event-sounds"): ("Alert Sounds", _SILENT),
    (f"{_A11Y}.applications", "screen-reader-enabled"): ("Screen Reader", _SILENT),
    (f"{_A11Y}.applications", "screen-keyboard-enabled"): ("Screen Keyboard", "the keyboard is always there"),
    (f"{_PERIPHERALS}.mouse", "natural-scroll"): ("Natural Scrolling", _VERBS),
    (f"{_PERIPHERALS}.mouse", "left-handed"): ("Left-Handed", _VERBS),
    (f"{_PERIPHERALS}.mouse", "speed"): ("Pointer Speed", "the pointer is at once where a verb wants it"),
    (f"{_PERIPHERALS}.touchpad", "tap-to-click"): ("Tap to Click", _TOUCHPAD),
    (f"{_PERIPHERALS}.touchpad", "natural-scroll"): ("Touchpad Natural Scrolling", _TOUCHPAD),
    ("org.gnome.desktop.interface", "enable-animations"): (
        "Enable Animations",
        "nothing moves between two screenshots",
    ),
    ("org.gnome.desktop.interface", "show-battery-percentage"): ("Show Battery Percentage", "there is no battery"),
    ("org.gnome.settings-daemon.plugins.color", "night-light-enabled"): (
        "Night Light",
        "screenshots don’t show it, on GNOME either",
    ),
    ("org.gnome.settings-daemon.plugins.power", "power-button-action"): (
        "Power Button Behavior",
        "nobody presses the computer’s button",
    ),
    ("org.gnome.desktop.privacy", "remember-recent-files"): ("File History", "no program lists recent files"),
    ("org.gnome.desktop.datetime", "automatic-timezone"): (
        "Automatic Time Zone",
        "the desktop knows one time zone, UTC",
    ),
    ("org.gnome.system.location", "enabled"): ("Location Services", "no program asks for the place"),
}
"""What the settings are called on their panels, and the reasons, by schema and key."""
