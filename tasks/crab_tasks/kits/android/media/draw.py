"""Draw: evaluators of the files that drawings are saved as, moves on the canvas, and sub-tasks."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import Value, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.files import STORAGE
from crab_tasks.kits.android.pages import at_root
from crab_tasks.kits.android.pickers import choose_folder
from crab_tasks.kits.compare import kept
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State, app_opened
from crab_tasks.kits.values import date_ahead

__all__ = [
    "CARD",
    "LINE",
    "card_saved",
    "choose_color",
    "choose_ground",
    "draw_line",
    "drawing_has",
    "drawing_is_drawn",
    "drawing_saved",
    "line_saved",
    "open_canvas",
    "save_drawing",
]

_FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG"}
_SVG = re.compile(rb"^\s*(<\?xml[^>]*>\s*)?<svg\b.*</svg>\s*$", re.DOTALL)
_MOST_PIXELS = 1 << 24
_NEAR = 24  # by how much a channel of a colour may be off: JPEG files keep no exact colours


Color = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""
_PALETTE: Mapping[str, Color] = {
    "Red": (0xE5, 0x39, 0x35), "Orange": (0xFB, 0x8C, 0x00), "Green": (0x43, 0xA0, 0x47), "Blue": (0x1E, 0x3A, 0xC8),
    "Purple": (0x8E, 0x24, 0xAA), "Brown": (0x6D, 0x4C, 0x41), "Pink": (0xD8, 0x1B, 0x60),
}  # fmt: skip
"""Some of the app's colours by their names."""
_ENDINGS = tuple(f".{ending}" for ending in (*_FORMATS, "svg"))
_PICTURES = f"{STORAGE}/Pictures"
_LEAST_LINE, _MOST_LINE, _WHOLE = 0.0002, 0.2, 0.98
"""Shares of a picture: the least that a line covers and the most, and the least that is all of it."""


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


# Sub-tasks ----------------------------------------------------------------------------------------------------------


@kept
def _shares(content: bytes, form: str, color: Color) -> tuple[float, int]:
    """Returns which share of a picture is of a colour, and in how many colours it is; both 0 if it is no picture."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content), formats=(form,)) as image:
            size = image.width * image.height
            found = image.convert("RGB").getcolors(size) or [] if size <= _MOST_PIXELS else []
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return 0.0, 0
    near = [count for count, one in found if isinstance(one, tuple) and _is_near(one, color)]
    return sum(near) / size, len(found)


def _is_near(first: tuple[int, ...], second: Color) -> bool:
    return max(abs(one - other) for one, other in zip(first, second, strict=True)) <= _NEAR


def _named(state: State, kind: str, value: Value) -> tuple[bytes, str] | None:
    """Returns the content and the ending of the only drawing that has a value as its name."""
    phone = state["android"]
    names = [
        name
        for name in phone.list_dir(_PICTURES)
        if name.lower().endswith(_ENDINGS) and states(kind, name.rpartition(".")[0], value)
    ]
    if len(names) != 1:
        return None
    return phone.read_file(f"{_PICTURES}/{names[0]}") or b"", names[0].rpartition(".")[2].lower()


def line_saved(state: State, answer: str | None, kind: str, value: Value, color: Color) -> bool:
    """One drawing has a value as its name, and a line of a colour, which isn't the colour of its ground.

    Args:
        state: The devices' states.
        answer: Not used.
        kind: The value's type.
        value: The value.
        color: The colour.
    """
    found = _named(state, kind, value)
    if found is None:
        return False
    content, ending = found
    if ending == "svg":
        hexadecimal = "#{:02x}{:02x}{:02x}".format(*color)
        text = content.decode("utf-8", "replace").lower()
        return (
            _SVG.match(content) is not None
            and f'stroke="{hexadecimal}"' in text
            and f'fill="{hexadecimal}"' not in text
        )
    return _LEAST_LINE <= _shares(content, _FORMATS[ending], color)[0] <= _MOST_LINE


def card_saved(state: State, answer: str | None, kind: str, value: Value, color: Color) -> bool:
    """One drawing has a value as its name, and nothing but a colour.

    Args:
        state: The devices' states.
        answer: Not used.
        kind: The value's type.
        value: The value.
        color: The colour.
    """
    found = _named(state, kind, value)
    if found is None:
        return False
    content, ending = found
    if ending == "svg":
        text = content.decode("utf-8", "replace").lower()
        ground = 'fill="#{:02x}{:02x}{:02x}"'.format(*color)
        return _SVG.match(content) is not None and ground in text and "stroke=" not in text
    share, colors = _shares(content, _FORMATS[ending], color)
    return share >= _WHOLE and (colors == 1 or ending != "png")


def choose_ground(look: Look, name: str) -> Iterator[Action]:
    """Chooses the colour of the ground by its name in the palette."""
    yield tap(look, description="More options")
    yield tap(look, text="Change background colour")
    yield tap(look, description=name)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_canvas(look)


def _may_save(kind: str, value: Value) -> Footprint:
    """Returns the allowance to save one drawing that has a value as its name."""

    def right(path: object) -> bool:
        folder, _, name = str(path).rpartition("/")
        return folder == _PICTURES and name.endswith(_ENDINGS) and states(kind, name.rpartition(".")[0], value)

    return [may_add("android", "file", most=1, path=right, kind="file")]


def _without(devices: Mapping[str, Setup], kind: str, value: Value) -> None:
    """Removes drawings that have a value as their names."""
    phone = devices["android"]
    for name in phone.list_dir(_PICTURES):
        if states(kind, name.rpartition(".")[0], value):
            phone.remove(f"{_PICTURES}/{name}")


def _no_line(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _without(devices, params.kinds["date"], params.date)


def _line_drawn(params: Params) -> Sequence[Checkpoint]:
    """Draw; then the drawing."""
    right = {"kind": params.kinds["date"], "value": params.date, "color": _PALETTE[params.color]}
    return [
        app_opened("draw", "draw_open"),
        Checkpoint("saved", "android", "draw", line_saved, right, after=("draw_open",)),
    ]


def _draw(look: Look, color: str) -> Iterator[Action]:
    """Draws a line; "" for the pen's colour."""
    yield from open_canvas(look)
    if color:
        yield from choose_color(look, color)
    yield from draw_line(look, (0.2, 0.3), (0.8, 0.6))


def _draw_dated(params: Params, look: Look) -> Iterator[Action]:
    yield from _draw(look, params.color)
    yield from save_drawing(look, f"{_PICTURES}/{typed('date', params.date)}.png")


def _draw_two(params: Params, look: Look) -> Iterator[Action]:
    """Draws a second line, takes it back, and saves a JPEG whose name is the date with digits only."""
    yield from _draw(look, params.color)
    yield from draw_line(look, (0.2, 0.6), (0.8, 0.3))
    yield tap(look, description="Undo")
    yield from save_drawing(look, f"{_PICTURES}/{params.date}.jpg")


def _draw_steeply(params: Params, look: Look) -> Iterator[Action]:
    """Draws another line, and saves an SVG."""
    yield from open_canvas(look)
    yield from choose_color(look, params.color)
    yield from draw_line(look, (0.5, 0.2), (0.4, 0.8))
    yield from save_drawing(look, f"{_PICTURES}/{typed('date', params.date)}.svg")


def _draw_in_black(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the pen's colour."""
    yield from open_canvas(look)
    yield from choose_color(look, "Black")
    yield from draw_line(look, (0.2, 0.3), (0.8, 0.6))
    yield from save_drawing(look, f"{_PICTURES}/{typed('date', params.date)}.png")


def _only_ground(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the colour for the ground, and draws nothing."""
    yield from open_canvas(look)
    yield from choose_ground(look, params.color)
    yield from save_drawing(look, f"{_PICTURES}/{typed('date', params.date)}.png")


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _draw(look, params.color)


LINE = SubTask(
    name="draw.line",
    once=True,
    device="android",
    app="draw",
    says="draw a line in the colour {color} in the phone's Draw app, and save the drawing in the folder Pictures under "
    "the name {date}",
    steps="on the phone, open Draw, tap the pen's colour, choose {color}, draw a line on the canvas, tap Save, type "
    "{date} as the drawing's name, tap OK, and save it in the folder Pictures",
    inputs={"color": choice(tuple(_PALETTE), "Blue"), "date": date_ahead("2026-12-01")},
    setup=_no_line,
    checkpoints=_line_drawn,
    oracle={"draw_open": _open, "saved": _draw_dated},
    footprint=lambda params: _may_save(params.kinds["date"], params.date),
    alternatives={"undone": _draw_two, "steeply": _draw_steeply},
    near_misses={"in_black": _draw_in_black, "only_ground": _only_ground, "not_saved": _not_saved},
    backends=("sim", "adb"),
    step_limit=45,
    tags=("draw",),
)


def _no_card(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _without(devices, params.kinds["name"], params.name)


def _card_made(params: Params) -> Sequence[Checkpoint]:
    """Draw; then the card."""
    right = {"kind": params.kinds["name"], "value": params.name, "color": _PALETTE[params.color]}
    return [
        app_opened("draw", "draw_open"),
        Checkpoint("saved", "android", "draw", card_saved, right, after=("draw_open",)),
    ]


def _clear(look: Look) -> Iterator[Action]:
    yield from open_canvas(look)
    yield tap(look, description="More options")
    yield tap(look, text="Clear")


def _make_card(params: Params, look: Look) -> Iterator[Action]:
    yield from _clear(look)
    yield from choose_ground(look, params.color)
    yield from save_drawing(look, f"{_PICTURES}/{params.name}.png")


def _make_card_as_jpeg(params: Params, look: Look) -> Iterator[Action]:
    """Draws something first, which is cleared."""
    yield from _draw(look, "")
    yield from _clear(look)
    yield from choose_ground(look, params.color)
    yield from save_drawing(look, f"{_PICTURES}/{params.name}.jpg")


def _make_card_as_svg(params: Params, look: Look) -> Iterator[Action]:
    """Chooses white first."""
    yield from _clear(look)
    for color in ("White", params.color):
        yield from choose_ground(look, color)
    yield from save_drawing(look, f"{_PICTURES}/{params.name}.svg")


def _white_card(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the colour for the pen instead, and draws nothing."""
    yield from _clear(look)
    yield from choose_ground(look, "White")
    yield from choose_color(look, params.color)
    yield from save_drawing(look, f"{_PICTURES}/{params.name}.png")


def _scribbled(params: Params, look: Look) -> Iterator[Action]:
    """Draws on the card."""
    yield from _clear(look)
    yield from choose_ground(look, params.color)
    yield from _draw(look, "Black")
    yield from save_drawing(look, f"{_PICTURES}/{params.name}.png")


CARD = SubTask(
    name="draw.card",
    once=True,
    device="android",
    app="draw",
    says="make a card in the phone's Draw app that has the background colour {color} and nothing drawn on it, and save "
    "it in the folder Pictures under the name {name}",
    steps="on the phone, open Draw, tap More options and Clear, tap More options and Change background colour, choose "
    "{color}, tap Save, type {name} as the card's name, tap OK, and save it in the folder Pictures",
    inputs={"color": choice(tuple(_PALETTE), "Green"), "name": person("Hugo Dorn")},
    setup=_no_card,
    checkpoints=_card_made,
    oracle={"draw_open": _open, "saved": _make_card},
    footprint=lambda params: _may_save(params.kinds["name"], params.name),
    alternatives={"as_jpeg": _make_card_as_jpeg, "as_svg": _make_card_as_svg},
    near_misses={"white": _white_card, "scribbled": _scribbled},
    backends=("sim", "adb"),
    step_limit=45,
    tags=("draw",),
)
