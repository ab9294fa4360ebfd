"""The menus of the desktop itself: the status menu below the system's icons, and the wallpaper's context menu."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from crab_sim.desktop.measures import BAR_HEIGHT
from crab_sim.desktop.settings_store import INTERFACE, SETTINGS, Settings
from crab_sim.desktop.shell.messages import PartMessage, ShellMessage, ShellScene, StatusMessage
from crab_sim.machine.machine import Machine
from crab_sim.ui import Grid, IconButton, Item, Menu, Row, Slider, Space, Theme, Widget
from crab_sim.ui.node import CHECKABLE, CHECKED

__all__ = ["TOGGLES", "WALLPAPER_MENU", "lay_out", "lay_out_wallpaper_menu", "update"]

_WIDTH = 372
_SOUND: Final = "org.gnome.desktop.sound"
_VOLUME: Final = (_SOUND, "output-volume")


class _Toggle(NamedTuple):
    """A quick setting: its name, its icon, its key, and the key's values for on and off."""

    name: str
    icon: str
    schema: str
    key: str
    on: str = "true"
    off: str = "false"


TOGGLES: Final = (
    _Toggle("Dark Style", "moon", INTERFACE, "color-scheme", "prefer-dark", "default"),
    _Toggle("Night Light", "brightness", "org.gnome.settings-daemon.plugins.color", "night-light-enabled"),
    _Toggle("Do Not Disturb", "do_not_disturb", "org.gnome.desktop.notifications", "show-banners", "false", "true"),
    _Toggle("Location", "location", "org.gnome.system.location", "enabled"),
)
"""The quick settings, in the order of their tiles."""

WALLPAPER_MENU: Final[tuple[Item[PartMessage], ...]] = (
    Item("Change Background…", ("launch", "settings", "background")),
    Item("Display Settings", ("launch", "settings", "display")),
    Item("Settings", ("launch", "settings")),
)
"""The entries of the menu that a right click on the wallpaper opens."""


def update(machine: Machine, message: StatusMessage) -> None:
    """Switches a quick setting, or sets the output volume."""
    settings = machine.get(SETTINGS)
    match message:
        case ("toggle", number):
            row = TOGGLES[number]
            value = row.off if settings[row.schema, row.key] == row.on else row.on
            machine.put(SETTINGS, {**settings, (row.schema, row.key): value})
        case ("volume", share):
            machine.put(SETTINGS, {**settings, _VOLUME: str(round(share * 100))})
        case _:
            assert_never(message)


class _QuickTile(Widget[ShellMessage]):
    """A quick setting's tile."""

    __slots__ = ("number", "on")

    def __init__(self, number: int, on: bool) -> None:
        self.flex, self.number, self.on = 1, number, on

    def height(self, theme: Theme, w: int) -> int:
        """Returns the tile's height."""
        return 48

    def place(self, scene: ShellScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the tile, filled where the setting is on."""
        theme, row = scene.theme, TOGGLES[self.number]
        ink = theme.on_accent if self.on else theme.text
        scene.round(x, y, w, h, theme.accent if self.on else theme.surface, h // 2)
        scene.icon(x + 16, y + (h - 16) // 2, 16, row.icon, ink)
        scene.text(x + 42, y, w - 50, h, theme.say(row.name), ink, theme.font, "bold")
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, "switch", row.name, message=("toggle", self.number), flags=flags)


def lay_out(scene: ShellScene, width: int, height: int, settings: Settings) -> None:
    """Lays out the status menu; a click beside it closes it.

    Args:
        scene: The scene.
        width: Width of the screen in pixels.
        height: Height of the screen.
        settings: The desktop's settings.
    """
    theme = scene.theme
    left, top, tall = width - _WIDTH - 8, BAR_HEIGHT + 6, 222
    scene.node(0, BAR_HEIGHT, width, height - BAR_HEIGHT, "other", "", "Close menu", message=("leave",))
    scene.ops.append(("shadow", left, top, left + _WIDTH, top + tall, scene.clip, 12))
    scene.round(left, top, _WIDTH, tall, theme.raised, 20)
    scene.frame(left, top, _WIDTH, tall, theme.outline, 20)
    scene.node(left, top, _WIDTH, tall, "menu", "", "System menu", message=("nothing",))
    inner, x, y = _WIDTH - 28, left + 14, top + 12
    head: list[Widget[ShellMessage]] = [
        Space(flex=1),
        IconButton("settings", "Settings", ("launch", "settings"), tone="text"),
        IconButton("lock", "Lock Screen", ("lock",), tone="text"),
    ]
    Row(head, gap=6).place(scene, x, y, inner, theme.button)
    volume = min(1.0, int(settings[_VOLUME]) / 100)
    scene.icon(x + 4, y + theme.button + 8, 18, "volume", theme.text)
    Slider(volume, ("volume", volume), "Volume").place(scene, x + 34, y + theme.button, inner - 34, theme.icon + 16)
    tiles: list[Widget[ShellMessage]] = [
        _QuickTile(i, settings[row.schema, row.key] == row.on) for i, row in enumerate(TOGGLES)
    ]
    Grid(tiles, 2, 48, gap=10).place(scene, x, y + theme.button + 48, inner, 106)


def lay_out_wallpaper_menu(scene: ShellScene, width: int, height: int, at: tuple[int, int]) -> None:
    """Lays out the wallpaper's menu.

    Args:
        scene: The scene.
        width: Width of the screen, in pixels.
        height: Its height.
        at: The clicked point, at which the menu has its corner where it fits there.
    """
    Menu(WALLPAPER_MENU, at, 200).place(scene, 0, BAR_HEIGHT, width, height - BAR_HEIGHT)
