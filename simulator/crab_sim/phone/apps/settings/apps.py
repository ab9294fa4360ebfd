"""The pages of Settings about the installed apps, their permissions and their stored data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_sim.devices.apps import APPS, app_of
from crab_sim.files import Files
from crab_sim.files.entries import File
from crab_sim.machine.app import AppSpec, Context
from crab_sim.machine.slices import FILES, WINDOWS
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps import with_icon
from crab_sim.phone.apps.settings.messages import Message
from crab_sim.phone.apps.settings.rows import heading, link, note, switch, value
from crab_sim.phone.system import permissions
from crab_sim.phone.system.permissions import PERMISSIONS
from crab_sim.phone.widgets.basics import Disc, empty
from crab_sim.ui import Button, Column, Field, Icon, Label, Row, Scene, Space, Theme, Tile, Widget

__all__ = ["allowed", "apps", "data", "info", "package", "storage"]

_TOTAL_GB = 128


def package(app: str) -> str:
    """Returns an app's package."""
    return app_of("android", app).package


def version(app: str) -> str:
    """Returns an app's version, ``""`` where the phone has no such app."""
    return next((row.version for row in APPS if (row.device, row.id) == ("android", app)), "")


def apps(context: Context) -> list[Widget[Message]]:
    """Returns the list of the installed apps, those that the search finds."""
    query = context.field("apps").strip().casefold()
    found = [app for app in with_icon(context.machine.apps) if query in app.name.casefold()]
    field = Field("apps", "Search apps", icon="search", pill=True, flex=1)
    rows: list[Widget[Message]] = [
        Tile(app.name, ("app", app.id), f"Version {version(app.id)}", Disc(app.icon, app.color), rid="android:id/title")
        for app in sorted(found, key=lambda app: app.name)
    ]
    return [Row([field], pad=(16, 6)), Space(6), *(rows or [empty("search", "No apps found")])]


def _head(app: AppSpec[Any]) -> Widget[Message]:
    return Row([Disc(app.icon, app.color, 56), Label(app.name, 22, flex=1)], gap=16, pad=(16, 8))


def info(context: Context) -> list[Widget[Message]]:
    """Returns the page of an app: facts about it, and actions."""
    app = context.machine.apps[context.page.arg]
    running = any(window.app == app.id for window in context.get(WINDOWS)) and app.id != "settings"
    held = permissions.of(context, package(app.id))
    names = [row.title for row in PERMISSIONS.values() if row.name in held]
    return [
        _head(app),
        Row(
            [
                Button("Open", ("launch", app.id), "tonal", "open", enabled=app.id != "settings", flex=1),
                Button("Force stop", ("confirm", "stop"), "tonal", "warning", enabled=running, flex=1),
            ],
            gap=10,
            pad=(16, 12),
        ),
        link("Permissions", ("page", "permissions", app.id), ", ".join(names) or "No permissions allowed"),
        link("Storage & cache", ("page", "data", app.id), "What the app keeps on this phone"),
        value("Version", version(app.id)),
        value("Package", package(app.id)),
    ]


def allowed(context: Context) -> list[Widget[Message]]:
    """Returns the permissions of an app, each with a switch."""
    app = context.machine.apps[context.page.arg]
    held = permissions.of(context, package(app.id))
    rows: list[Widget[Message]] = []
    for name, row in PERMISSIONS.items():
        on = row.name in held
        rows.append(switch(row.title, "Allowed" if on else "Not allowed", on, ("permit", name, not on), name))
    return [_head(app), Space(6), *rows]


def data(context: Context) -> list[Widget[Message]]:
    """Returns the size of an app's data, and the button that erases them."""
    app = context.machine.apps[context.page.arg]
    erasable = app.id != "settings"
    return [
        _head(app),
        Row([Button("Clear storage", ("confirm", "erase"), "tonal", "delete", enabled=erasable, flex=1)], pad=(16, 12)),
        note("All of the app’s own data are deleted for good. Files that it has put into shared folders stay."),
    ]


# Storage ------------------------------------------------------------------------------------------------------------

_KINDS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "images": ("Images", "image", (".jpg", ".jpeg", ".png", ".webp", ".gif")),
    "videos": ("Videos", "video", (".mp4", ".mkv", ".webm", ".3gp")),
    "audio": ("Audio", "music", (".mp3", ".m4a", ".ogg", ".wav", ".flac")),
    "documents": ("Documents & other", "document", ("",)),
}


class _Bar(Widget[Message]):
    """A bar that shows how much of something is used."""

    __slots__ = ("share",)

    def __init__(self, share: float) -> None:
        self.flex, self.share = 0, share

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return 12

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the bar."""
        scene.round(x, y, w, h, scene.theme.faint, h // 2)
        scene.round(x, y, max(h, round(w * self.share)), h, scene.theme.accent, h // 2)


def _size(count: float) -> str:
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def storage(context: Context) -> list[Widget[Message]]:
    """Returns the used space of the phone, by kind of file."""
    files: Files = context.get(FILES)
    sizes, counts = dict.fromkeys(_KINDS, 0), dict.fromkeys(_KINDS, 0)
    for path, entry in files.walk(SDCARD) if files.is_dir(SDCARD) else ():
        if type(entry) is File:
            kind = next(name for name, row in _KINDS.items() if path.lower().endswith(row[2]))
            sizes[kind] += len(entry.data)
            counts[kind] += 1
    rows = [
        _amount(icon, title, f"{_size(sizes[name])} - {counts[name]} file{'s' * (counts[name] != 1)}")
        for name, (title, icon, _) in _KINDS.items()
    ]
    return [
        Column([Label("38 GB used", 28), Label(f"{_TOTAL_GB} GB total", "small", "muted"), Space(8),
                _Bar(38 / _TOTAL_GB)], gap=2, pad=(16, 8)),
        Space(6),
        heading("Your files"),
        *rows,
        heading("System"),
        _amount("apps", "Apps", "21 GB"),
        _amount("settings", "System", "16 GB"),
    ]  # fmt: skip


def _amount(icon: str, title: str, text: str) -> Tile[Message]:
    return Tile(title, None, text, Icon(icon), rid="android:id/title", role="text")
