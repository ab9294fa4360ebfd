"""The table of apps: which exist on which device, and the category each belongs to.

The twelve categories are OmniBench's (Table 10); the number of distinct categories that a task touches is the
"knowledge" dimension of its complexity. The table imports nothing, and every layer may read it.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["APPS", "CATEGORIES", "App", "app_of", "category"]

CATEGORIES = (
    "Social Communication",
    "Multimedia Playback",
    "Multimedia Editing",
    "Office",
    "Utility Tools",
    "Programming",
    "System Management",
    "Web Browsing",
    "Screen Capture",
    "Task Management",
    "Note Management",
    "Lifestyle",
)


class App(NamedTuple):
    """One app of one device.

    Attributes:
        id: Name used in checkpoints and queries, such as ``"text_editor"``.
        device: The device that has it; ``"root"`` holds the answer given by ``submit``.
        name: What a person reads under its icon and what ``open_app``/``search_app`` take.
        category: One of `CATEGORIES`.
        package: Android package name, or the name of the desktop entry on Linux.
        processes: Process names that show the app on a real Linux desktop.
    """

    id: str
    device: str
    name: str
    category: str
    package: str
    processes: tuple[str, ...] = ()


APPS: tuple[App, ...] = (
    App("answer", "root", "Answer", "Utility Tools", ""),
    App("launcher", "android", "Launcher", "System Management", "com.android.launcher3"),
    App("settings", "android", "Settings", "System Management", "com.android.settings"),
    App("contacts", "android", "Contacts", "Social Communication", "com.google.android.contacts"),
    App("messages", "android", "Messages", "Social Communication", "com.google.android.apps.messaging"),
    App("tasks", "android", "Tasks", "Task Management", "org.tasks"),
    App("terminal", "ubuntu", "Terminal", "Programming", "org.gnome.Terminal", ("gnome-terminal-", "xterm")),
    App("files", "ubuntu", "Files", "System Management", "org.gnome.Nautilus", ("nautilus",)),
    App("text_editor", "ubuntu", "Text Editor", "Note Management", "org.gnome.TextEditor", ("gedit",)),
    App("settings", "ubuntu", "Settings", "System Management", "org.gnome.Settings", ("gnome-control-c",)),
)

_BY_KEY = {(app.device, app.id): app for app in APPS}


def app_of(device: str, app: str) -> App:
    """Returns the app's row.

    Raises:
        KeyError: The device has no such app; the message lists those it has.
    """
    try:
        return _BY_KEY[device, app]
    except KeyError:
        known = ", ".join(sorted(row.id for row in APPS if row.device == device))
        raise KeyError(f"no app {app!r} on {device!r}; it has: {known or 'none'}") from None


def category(device: str, app: str) -> str:
    """Returns the OmniBench category of an app of a device."""
    return app_of(device, app).category
