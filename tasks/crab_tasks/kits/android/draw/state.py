"""Draw: evaluators."""

from __future__ import annotations

import io
import re
from typing import NamedTuple

from crab_gym.task.types import Value, states
from crab_sim.devices.footprints import Allowance, may_add, may_change
from crab_sim.documents import image_size, is_still
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.compare import kept
from crab_tasks.kits.state import State

__all__ = [
    "ENDINGS", "PICTURES", "Color", "card_saved", "drawing_has", "drawing_is_drawn", "drawing_saved", "line_saved",
    "may_draw",
]  # fmt: skip

_FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG"}
_SVG = re.compile(rb"^\s*(<\?xml[^>]*>\s*)?<svg\b.*</svg>\s*$", re.DOTALL)
_MOST_PIXELS = 1 << 24
_NEAR = 24  # by how much a channel of a colour may be off: JPEG files keep no exact colours


Color = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""
ENDINGS = tuple(f".{ending}" for ending in (*_FORMATS, "svg"))
PICTURES = f"{STORAGE}/Pictures"
_LEAST_LINE, _MOST_LINE, _WHOLE = 0.0002, 0.2, 0.98
"""Shares of a picture: the least that a line covers and the most, and the least that is all of it."""
_LEAST_SIDE = 100
"""Pixels of the shorter side of a drawing: every phone's canvas has more."""


def may_draw() -> tuple[Allowance, ...]:
    """Returns the allowance to draw on the canvas, and to choose its ground."""
    return (may_add("android", "state", slice="draw"), may_change("android", "state", ("ground",), slice="draw"))


def _content(state: State, path: str) -> bytes:
    return state.android.read_file(path) or b""


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


def drawing_saved(state: State, path: str) -> bool:
    """A picture of the format that its name says is at a path: PNG, JPEG or SVG."""
    content, ending = _content(state, path), path.rpartition(".")[2].lower()
    if ending == "svg":
        return _SVG.match(content) is not None
    return _colors(content, _FORMATS[ending]) is not None


def drawing_has(state: State, path: str, color: tuple[int, int, int]) -> bool:
    """The picture at a path has a stroke of a colour, given as red, green and blue from 0 to 255."""
    if not drawing_saved(state, path):
        return False
    content, ending = _content(state, path), path.rpartition(".")[2].lower()
    if ending == "svg":
        stroke = 'stroke="#{:02x}{:02x}{:02x}"'.format(*color)
        return stroke in content.decode("utf-8", "replace").lower()
    colors = _colors(content, _FORMATS[ending]) or []
    return any(max(abs(one - other) for one, other in zip(found, color, strict=True)) <= _NEAR for found in colors)


def drawing_is_drawn(state: State, path: str) -> bool:
    """The picture at a path isn't blank."""
    if not drawing_saved(state, path):
        return False
    content, ending = _content(state, path), path.rpartition(".")[2].lower()
    if ending == "svg":
        return b"stroke=" in content
    return len(_colors(content, _FORMATS[ending]) or []) > 1


# Sub-tasks ----------------------------------------------------------------------------------------------------------


_WHITE = 255, 255, 255
_MIXED = {"PNG": 0.999, "JPEG": 0.97}
"""The least share of a picture of a line that is of its colour, white, or between these; JPEG files keep no edges."""


class _Shares(NamedTuple):
    """Shares of a picture: of a colour, of what lies between it and white; and in how many colours the picture is."""

    color: float
    mixed: float
    colors: int


@kept
def _shares(content: bytes, form: str, color: Color) -> _Shares:
    """Returns the shares of a colour in a picture; all 0 if it is none of this format, or a tiny or hidden one."""
    from PIL import Image, UnidentifiedImageError

    if not is_still(content) or min(image_size(content) or (0, 0)) < _LEAST_SIDE:
        return _Shares(0.0, 0.0, 0)
    try:
        with Image.open(io.BytesIO(content), formats=(form,)) as image:
            size = image.width * image.height
            found = image.convert("RGB").getcolors(size) or [] if size <= _MOST_PIXELS else []
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        return _Shares(0.0, 0.0, 0)
    rows = [(count, one) for count, one in found if isinstance(one, tuple)]
    near = sum(count for count, one in rows if _is_near(one, color))
    mixed = sum(count for count, one in rows if _is_mixed(one, color))
    return _Shares(near / size, mixed / size, len(found))


def _is_mixed(found: tuple[int, ...], color: Color) -> bool:
    """Returns whether a colour lies between another one and white, as at the edge of a line."""
    ways = [white - part for white, part in zip(_WHITE, color, strict=True)]
    off = [white - part for white, part in zip(_WHITE, found, strict=True)]
    length = sum(way * way for way in ways)
    part = min(1.0, max(0.0, sum(a * b for a, b in zip(off, ways, strict=True)) / length)) if length else 0.0
    return max(abs(a - part * b) for a, b in zip(off, ways, strict=True)) <= _NEAR


def _is_near(first: tuple[int, ...], second: Color) -> bool:
    return max(abs(one - other) for one, other in zip(first, second, strict=True)) <= _NEAR


_TAG = re.compile(r"<(/?[?a-z]+)([^>]*)>")
_PAINT = re.compile(r'(?<![\w-])(stroke|fill)="([^"]*)"')


def _svg_paints(content: bytes) -> list[tuple[str, str]] | None:
    """Returns what an SVG file paints: ``"stroke"`` or ``"fill"`` and the colour; None for any other file.

    It may have a ground and strokes, and nothing else.
    """
    text = content.decode("utf-8", "replace").lower()
    tags = _TAG.findall(text)
    plain = all(name.strip("/?") in ("xml", "svg", "rect", "path") for name, _ in tags)
    if _SVG.match(content) is None or not plain or _TAG.sub("", text).strip():
        return None
    return [paint for _, inside in tags for paint in _PAINT.findall(inside) if paint[1] != "none"]


def _named(state: State, kind: str, value: Value) -> tuple[bytes, str] | None:
    """Returns the content and the ending of the only drawing that has a value as its name."""
    phone = state.android
    names = [
        name
        for name in phone.list_dir(PICTURES)
        if name.lower().endswith(ENDINGS) and states(kind, name.rpartition(".")[0], value)
    ]
    if len(names) != 1:
        return None
    return phone.read_file(f"{PICTURES}/{names[0]}") or b"", names[0].rpartition(".")[2].lower()


def line_saved(state: State, kind: str, value: Value, color: Color) -> bool:
    """One drawing has a value as its name, and has nothing on its white ground but a line of a colour.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
        color: The colour.
    """
    found = _named(state, kind, value)
    if found is None:
        return False
    content, ending = found
    if ending == "svg":
        drawn, ground = ("stroke", "#{:02x}{:02x}{:02x}".format(*color)), "#ffffff"
        paints = _svg_paints(content) or []
        return drawn in paints and set(paints) <= {drawn, ("stroke", ground), ("fill", ground)}
    shares = _shares(content, _FORMATS[ending], color)
    return _LEAST_LINE <= shares.color <= _MOST_LINE and shares.mixed >= _MIXED[_FORMATS[ending]]


def card_saved(state: State, kind: str, value: Value, color: Color) -> bool:
    """One drawing has a value as its name, and nothing but a colour.

    Args:
        state: The devices' states.
        kind: The value's type.
        value: The value.
        color: The colour.
    """
    found = _named(state, kind, value)
    if found is None:
        return False
    content, ending = found
    if ending == "svg":
        return _svg_paints(content) == [("fill", "#{:02x}{:02x}{:02x}".format(*color))]
    shares = _shares(content, _FORMATS[ending], color)
    return shares.color >= _WHOLE and (shares.colors == 1 or ending != "png")
