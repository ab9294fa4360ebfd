"""The backgrounds of Settings: the user's own pictures above the bundled ones, and the picture behind the windows.

* `backgrounds` - the panel's widgets. `wallpaper`, `lay_out_wallpaper` - the picture that the settings ask for.
* `choose_bundled`, `choose_own`, `add_picture`, `remove_own` - changes.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote, unquote

from crab_sim import ui
from crab_sim.desktop.apps.settings.messages import Message
from crab_sim.desktop.saving import free_path, readable, save_file
from crab_sim.desktop.settings_store import BACKGROUND, SETTINGS, Settings, is_dark
from crab_sim.desktop.widgets import HOME
from crab_sim.draw import text as metrics
from crab_sim.draw.image_header import image_size
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui.node import SELECTED
from crab_sim.ui.theme import Color

__all__ = ["add_picture", "backgrounds", "choose_bundled", "choose_own", "lay_out_wallpaper", "remove_own", "wallpaper"]

WALLPAPERS: Mapping[str, str] = {
    "Default": "default", "Lake": "lake", "Meadow": "meadow", "Dunes": "dunes", "Dusk": "dusk", "Dawn": "dawn",
}  # fmt: skip
"""Pictures to choose as a background: name and file."""
OWN: Final = f"{HOME}/.local/share/backgrounds"
"""The folder with copies of the pictures that the user has added."""
_BUNDLED = "/usr/share/backgrounds/"
_PHOTOS = {"lake": 42, "meadow": 11, "dunes": 27, "dusk": 35, "dawn": 58}
_COLOR = re.compile("#[0-9a-fA-F]{6}", re.ASCII)


def _path(uri: str) -> str:
    return unquote(uri.removeprefix("file://"))


def wallpaper(settings: Settings, files: Callable[[], Files]) -> str | bytes | Color:
    """Returns the picture behind the windows: one of the bundled ones by its name, or the user's own file.

    Where the settings ask for no picture, it is a colour.

    Args:
        settings: The desktop's settings.
        files: Returns its files, which needn't be made for a bundled picture.
    """
    if settings.get((BACKGROUND, "picture-options")) == "none":
        color = settings[BACKGROUND, "primary-color"]
        digits = color[1:] if _COLOR.fullmatch(color) else "023c88"
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    dark = is_dark(settings)
    path = _path(settings[BACKGROUND, "picture-uri-dark" if dark else "picture-uri"])
    if not path.startswith(_BUNDLED) and path.startswith("/") and files().is_file(path):
        data = files().read(path)
        if image_size(data) is not None:
            return data
    return picture_key(path.rpartition("/")[2].rpartition(".")[0], dark)


def lay_out_wallpaper(scene: ui.Scene, width: int, height: int, settings: Settings, files: Callable[[], Files]) -> None:
    """Draws the picture or colour behind the windows.

    Args:
        scene: The scene.
        width: Width of the screen in pixels.
        height: Height of the screen.
        settings: The desktop's settings.
        files: Returns its files, which may have the picture.
    """
    ground = wallpaper(settings, files)
    if isinstance(ground, tuple):
        scene.fill(0, 0, width, height, ground)
    else:
        scene.ops.append(("picture", 0, 0, width, height, scene.clip, ground))


def picture_key(stem: str, dark: bool) -> str:
    """Returns the key of a bundled picture, in the light or dark style."""
    if stem in _PHOTOS:
        return f"photo:{_PHOTOS[stem]}"
    return f"wallpaper:ubuntu:{'dark' if dark else 'light'}"


class Wallpaper(ui.Widget[Message]):
    """A background to choose."""

    __slots__ = ("file", "key", "name", "on")

    def __init__(self, name: str, file: str, key: str, on: bool) -> None:
        self.flex = 0
        self.name, self.file, self.key, self.on = name, file, key, on

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture above its name."""
        theme = scene.theme
        if self.on:
            scene.round(x, y, w, h, theme.tonal, 8)
            scene.frame(x, y, w, h, theme.accent, 8, 2)
        scene.ops.append(("picture", x + 6, y + 6, x + w - 6, y + h - 28, scene.clip, self.key))
        ink = theme.on_tonal if self.on else theme.text
        font: metrics.Font = "bold" if self.on else "regular"
        scene.text(x, y + h - 27, w, 24, theme.say(self.name), ink, theme.small, font, "center")
        flags = SELECTED if self.on else 0
        scene.node(x, y, w, h, "cell", self.name, message=("wallpaper", self.file), flags=flags)


class _Own(ui.Widget[Message]):
    """A picture that the user has added, with a button that removes it."""

    __slots__ = ("data", "on", "path")

    def __init__(self, path: str, data: bytes, on: bool) -> None:
        self.flex, self.path, self.data, self.on = 0, path, data, on

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture, as large as fits without being stretched."""
        theme = scene.theme
        if self.on:
            scene.round(x, y, w, h, theme.tonal, 8)
            scene.frame(x, y, w, h, theme.accent, 8, 2)
        across, down = image_size(self.data) or (4, 3)
        scale = min((w - 12) / across, (h - 12) / down)
        width, height = max(1, int(across * scale)), max(1, int(down * scale))
        left, top = x + (w - width) // 2, y + (h - height) // 2
        scene.ops.append(("picture", left, top, left + width, top + height, scene.clip, self.data))
        name = self.path.rpartition("/")[2]
        scene.node(x, y, w, h, "cell", "", name, message=("own", self.path), flags=SELECTED if self.on else 0)
        side = 24
        scene.round(x + w - side - 4, y + 4, side, side, theme.raised, side // 2)
        scene.icon(x + w - side + 2, y + 10, 12, "close", theme.text)
        scene.node(x + w - side - 4, y + 4, side, side, "button", "", "Remove Background", message=("drop", self.path))


def own_pictures(files: Files) -> list[str]:
    """Returns the paths of the pictures that the user has added, the newest first."""
    if not files.is_dir(OWN):
        return []
    paths = [f"{OWN}/{name}" for name in sorted(files.list(OWN), reverse=True)]
    return [path for path in paths if image_size(readable(files, path) or b"") is not None]


def backgrounds(settings: Settings, theme: ui.Theme, files: Files) -> ui.Widget[Message]:
    """Returns the panel's widgets."""
    shown = _path(settings[BACKGROUND, "picture-uri-dark" if theme.dark else "picture-uri"])
    stem = settings[BACKGROUND, "picture-uri"].rpartition("/")[2].rpartition(".")[0]
    cells: list[ui.Widget[Message]] = [
        Wallpaper(name, file, picture_key(file, theme.dark), stem == file) for name, file in WALLPAPERS.items()
    ]
    own: list[ui.Widget[Message]] = [_Own(path, files.read(path), path == shown) for path in own_pictures(files)]
    add: ui.Widget[Message] = ui.Button("Add Picture…", ("add_picture",), "tonal", "add")
    rows: list[ui.Widget[Message]] = [ui.Row([ui.Label("Background", font="bold"), ui.Space(flex=1), add], pad=(12, 8))]
    if own:
        rows += [ui.Grid(own, 3, 100, 8, pad=(10, 4)), ui.Divider(10)]
    return ui.Column([*rows, ui.Grid(cells, 3, 116, 8, pad=(10, 10))])


# Changes ------------------------------------------------------------------------------------------------------------


def _put(context: Context, light: str, dark: str) -> None:
    settings: Settings = context.get(SETTINGS)
    changes = {"picture-uri": light, "picture-uri-dark": dark, "picture-options": "zoom"}
    changed = {**settings, **{(BACKGROUND, key): value for key, value in changes.items()}}
    if changed != settings:
        context.put(SETTINGS, changed)


def choose_bundled(context: Context, file: str) -> None:
    """Makes a bundled picture the background."""
    dark = f"{file}-dark" if file == "default" else file
    _put(context, f"file://{_BUNDLED}{file}.png", f"file://{_BUNDLED}{dark}.png")


def choose_own(context: Context, path: str) -> None:
    """Makes one of the user's pictures the background of both styles."""
    uri = f"file://{quote(path)}"
    _put(context, uri, uri)


def add_picture(context: Context, path: str) -> str:
    """Copies a picture to those of the user.

    Returns:
        Why it can't be added, ``""`` if it is.
    """
    files: Files = context.get(FILES)
    data = readable(files, path)
    if data is None or image_size(data) is None:
        return "The file isn't a picture that can be shown."
    stamp = time.strftime("%Y-%m-%d-%H-%M-%S", time.gmtime(context.machine.now))
    stem, dot, extension = path.rpartition("/")[2].rpartition(".")
    target = free_path(files, OWN, f"{stamp}-{stem or extension}", dot + extension if stem else "")
    return save_file(context, target, data, parents=True)


def remove_own(context: Context, path: str) -> None:
    """Removes the copy of a picture; where it is the background, the default one takes its place."""
    files: Files = context.get(FILES)
    settings: Settings = context.get(SETTINGS)
    try:
        context.put(FILES, files.remove(path, mtime=context.machine.now))
    except FileError:
        return
    if path in (_path(settings[BACKGROUND, key]) for key in ("picture-uri", "picture-uri-dark")):
        choose_bundled(context, "default")
