"""Draw: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.android.pickers import choose_folder
from crab_tasks.kits.moves import find, tap

__all__ = ["choose_color", "choose_ground", "draw_line", "open_canvas", "save_drawing"]


def open_canvas(look: Look) -> Iterator[Action]:
    """Opens the canvas."""
    yield from at_root(look, "Draw", description="Canvas")


def choose_color(look: Look, name: str) -> Iterator[Action]:
    """Chooses the pen's colour by its name in the palette, such as "Red"."""
    yield tap(look, rid="color_picker")
    yield tap(look, description=name)


def draw_line(look: Look, start: tuple[float, float], end: tuple[float, float]) -> Iterator[Action]:
    """Draws a line between two points of the canvas, each a share of its width and height from 0 to 1."""
    left, top, right, bottom = find(look, "android", description="Canvas").bounds
    (x1, y1), (x2, y2) = (
        (left + round((right - left - 1) * x), top + round((bottom - top - 1) * y)) for x, y in (start, end)
    )
    yield action("android", "drag", x1=x1, y1=y1, x2=x2, y2=y2)


def save_drawing(look: Look, path: str) -> Iterator[Action]:
    """Saves the drawing on the canvas at a path of the shared storage, in the format that the path ends with."""
    folder, _, name = path.removeprefix(STORAGE).rpartition("/")
    yield tap(look, description="Save")
    yield tap(look, text=name.rpartition(".")[2].upper(), role="radio")
    yield action("android", "write_text", text=name)
    yield tap(look, text="OK")
    yield from choose_folder(look, f"{STORAGE}{folder}", "Save")


def choose_ground(look: Look, name: str) -> Iterator[Action]:
    """Chooses the colour of the ground by its name in the palette."""
    yield tap(look, description="More options")
    yield tap(look, text="Change background colour")
    yield tap(look, description=name)
