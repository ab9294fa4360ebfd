"""Draw: evaluators of the files that drawings are saved as, and moves on the canvas."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.files import STORAGE
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.android.pickers import choose_folder
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State

__all__ = [
    "choose_color",
    "draw_line",
    "drawing_has",
    "drawing_is_drawn",
    "drawing_saved",
    "open_canvas",
    "save_drawing",
]

_FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG"}
_SVG = re.compile(rb"^\s*(<\?xml[^>]*>\s*)?<svg\b.*</svg>\s*$", re.DOTALL)
_MOST_PIXELS = 1 << 24
_NEAR = 24  # by how much a channel of a colour may be off: JPEG files keep no exact colours


def _content(state: State, path: str) -> bytes:
    return state["android"].read_file(path) or b""


def _colors(content: bytes, form: str) -> list[tuple[int, ...]] | None:
    """Returns the colours of a picture's pixels, None if it isn't one of this format."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content), formats=(form,)) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            found = image.convert("RGB").getcolors(image.width * image.height) or []
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return None
    return [color for _, color in found if isinstance(color, tuple)]


def drawing_saved(state: State, answer: str | None, path: str) -> bool:
    """A picture of the format that its name says is at a path: PNG, JPEG or SVG."""
    content, ending = _content(state, path), path.rpartition(".")[2].lower()
    if ending == "svg":
        return _SVG.match(content) is not None
    return _colors(content, _FORMATS[ending]) is not None


def drawing_has(state: State, answer: str | None, path: str, color: tuple[int, int, int]) -> bool:
    """The picture at a path has a stroke of a colour, given as red, green and blue from 0 to 255."""
    if not drawing_saved(state, answer, path):
        return False
    content, ending = _content(state, path), path.rpartition(".")[2].lower()
    if ending == "svg":
        stroke = 'stroke="#{:02x}{:02x}{:02x}"'.format(*color)
        return stroke in content.decode("utf-8", "replace").lower()
    colors = _colors(content, _FORMATS[ending]) or []
    return any(max(abs(one - other) for one, other in zip(found, color, strict=True)) <= _NEAR for found in colors)


def drawing_is_drawn(state: State, answer: str | None, path: str) -> bool:
    """The picture at a path isn't blank."""
    if not drawing_saved(state, answer, path):
        return False
    content, ending = _content(state, path), path.rpartition(".")[2].lower()
    if ending == "svg":
        return b"stroke=" in content
    return len(_colors(content, _FORMATS[ending]) or []) > 1


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
