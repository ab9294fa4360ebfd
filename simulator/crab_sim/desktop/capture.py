"""Pictures of the screen: of all of it, of one window, of a part.

* `picture` - takes one. `file_name` - GNOME's name for it. `save` - keeps it where GNOME does.
* `Pending`, `PENDING` - one that is taken after a delay.
"""

from __future__ import annotations

import time
from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH
from crab_sim.desktop.shell.state import SHELL, Shell
from crab_sim.desktop.widgets import HOME
from crab_sim.draw.ops import Rect
from crab_sim.files import FileError, Files
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import FILES, WINDOWS, Slice
from crab_sim.ui.page import Window

__all__ = ["FOLDER", "PENDING", "Area", "Pending", "bounds_of", "file_name", "picture", "save"]

FOLDER: Final = f"{HOME}/Pictures/Screenshots"
"""The folder to which GNOME saves pictures of the screen."""
Area: TypeAlias = Literal["screen", "window", "selection"]


class Pending(NamedTuple):
    """A picture that is taken after a delay.

    Attributes:
        window: Id of the window of Screenshot that asked for it.
        area: The whole screen or the window in front.
        due: When it is taken, in seconds since 1970.
        path: The file that it is saved to; ``""`` to ask for it.
    """

    window: str
    area: Area
    due: float
    path: str = ""


PENDING: Final = Slice[Pending | None]("screenshot", volatile="ends with a file, which is a fact")


def file_name(now: float) -> str:
    """Returns GNOME's name for a picture taken at a time, without its extension.

    >>> file_name(0)
    'Screenshot from 1970-01-01 00-00-00'
    """
    return time.strftime("Screenshot from %Y-%m-%d %H-%M-%S", time.gmtime(now))


def picture(machine: Machine, hidden: str = "", only: str = "", part: Rect | None = None) -> bytes:
    """Returns a picture of the screen as a PNG, without the desktop's menus.

    Args:
        machine: The desktop; it stays as it is, and need not draw its screen otherwise.
        hidden: Id of a window that isn't shown, such as the one that takes the picture.
        only: Id of the only window to show; the picture then has its size. ``""`` for the whole screen.
        part: The part of the screen; None for all.
    """
    from crab_sim.devices.media.png import png  # numpy and Pillow are needed only where pictures are made
    from crab_sim.draw.raster import draw_part

    twin = machine.fork()
    twin.put(SHELL, Shell())
    windows = [window for window in twin.get(WINDOWS) if window.id != hidden and only in ("", window.id)]
    twin.put(WINDOWS, tuple(windows))
    if only and windows:
        part = bounds_of(twin, windows[0])
    twin.set_drawn(True)
    left, top, right, bottom = part if part is not None else (0, 0, twin.width, twin.height)
    left, top = max(0, left), max(0, top)
    right, bottom = min(twin.width, max(left + 1, right)), min(twin.height, max(top + 1, bottom))
    return png(draw_part(twin.scene.ops, twin.width, twin.height, (left, top, right, bottom)))


def bounds_of(machine: Machine, window: Window) -> Rect:
    """Returns a window's frame on the desktop's screen, title bar included."""
    return (DOCK_WIDTH, BAR_HEIGHT, machine.width, machine.height) if window.maximized else window.frame


def save(machine: Machine, data: bytes) -> str:
    """Saves a picture where GNOME does; returns its path, ``""`` where it can't be saved."""
    files: Files = machine.get(FILES)
    stem = file_name(machine.now)
    try:
        if not files.exists(FOLDER):
            files = files.mkdir(FOLDER, machine.now, parents=True)
        path, number = f"{FOLDER}/{stem}.png", 1
        while files.exists(path):
            path, number = f"{FOLDER}/{stem}-{number}.png", number + 1
        machine.put(FILES, files.write(path, data, machine.now))
    except FileError:
        return ""
    return path
