"""The settings of a real desktop that programs change by themselves, each with its reason.

Any other key of a schema, and any key that a program keeps at a path of its own, is the user's.

* `VOLATILE_SETTINGS` - the keys. `is_volatile` - whether one of them is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Final

__all__ = ["VOLATILE_SETTINGS", "is_volatile"]

VOLATILE_SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "places and sizes of windows, and what was last chosen in a program": (
        "*.window-state *", "*.WindowState *", "*.state *", "*.state.* *", "*.ui *", "*.file-chooser *",
        "*.FileChooser *", "*.ColorChooser *", "*.color-chooser *", "* window-*", "* *-maximized", "* *-maximised",
        "* *-is-maximized", "* is-maximized", "* maximized", "* width", "* height", "* *-width", "* *-height",
        "* *sidebar-width", "* last-*", "* current-tab", "* active-*", "* show-sidebar",
        "org.gnome.gnome-system-monitor *", "org.gnome.control-center *", "org.gnome.Settings *",
        "org.gnome.rhythmbox.* *", "* position", "* size", "org.gnome.FileRoller.* *",
        "org.gnome.Evince document-directory", "org.gnome.Evince pictures-directory",
        "org.gnome.gedit.plugins.filebrowser root", "org.gnome.gedit.plugins.filebrowser virtual-root",
    ),
    "histories": (
        "* recent-*", "* *-history", "* *-recent", "* mru-sources", "* search-history", "* *-searches",
        "org.gnome.Characters *", "org.gnome.calculator *",
    ),
    "written by the session and its services": (
        "* application-children", "* night-light-last-coordinates", "* toolbar-detachable",
        "org.gnome.desktop.notifications.application *", "org.gnome.shell welcome-dialog-last-shown-version",
        "org.gnome.shell app-picker-layout", "org.gnome.desktop.app-folders *", "org.gnome.desktop.app-folders.* *",
        "org.gnome.evolution* *", "org.gnome.software *", "org.gnome.gnome-session *", "ca.desrt.* *",
        "org.freedesktop.ibus.* *", "org.freedesktop.tracker.* *", "org.freedesktop.Tracker* *",
        "org.gnome.settings-daemon.global-shortcuts* *",
    ),
    "facts of their own": ("org.gnome.clocks alarms", "org.gnome.clocks world-clocks"),
}  # fmt: skip
"""Patterns of a namespace, a blank and a key, by their reasons."""

_PATTERNS: Final = tuple([pattern for patterns in VOLATILE_SETTINGS.values() for pattern in patterns])


@cache
def is_volatile(namespace: str, key: str) -> bool:
    """Returns whether a key may change without harm.

    >>> is_volatile("org.gnome.nautilus.window-state", "initial-size")
    True
    >>> is_volatile("org.gnome.desktop.screensaver", "lock-enabled")
    False
    """
    return any(fnmatchcase(f"{namespace} {key}", pattern) for pattern in _PATTERNS)
