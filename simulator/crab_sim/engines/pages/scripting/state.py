"""A page with scripts as plain data: its source, what was done to it, and what it then shows.

* `Source` - the page. `Event` - something that was done to it; `Script` - the log of a page that is open.
* `Shown` - what it shows after that; `Canvas` - a drawing on it.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

__all__ = ["MAX_EVENTS", "NO_SCRIPT", "Canvas", "Event", "Script", "Shown", "Source", "read"]

MAX_EVENTS: Final = 600
"""Events that a page takes before it has to be opened again."""


_MAX_CANVASES: Final = 8
_MAX_RUNS: Final = 400_002  # numbers


class Source(NamedTuple):
    """A page that has scripts.

    Attributes:
        html: Its text.
        url: Its address.
        loaded: The time at which it was opened, in seconds since 1970.
        seed: The number from which its chance is made.
        width: Width of the view in pixels of style sheets.
        height: Height of the view.
    """

    html: str
    url: str
    loaded: float
    seed: int
    width: int
    height: int


class Event(NamedTuple):
    """Something that was done to a page. Places are in pixels of style sheets, from the view's upper left corner.

    Attributes:
        kind: A tap, a drag, a key that was pressed; or only the values that were typed.
        at: Milliseconds since the page was opened.
        node: Number of the element; 0 for the one that has the focus.
        x: Where it began.
        y: The same.
        x2: Where a drag ended.
        y2: The same.
        text: The key.
        values: The numbers of the controls that were edited since the event before, and their texts.
        rects: The numbers of elements whose places scripts ask for, with left and upper edge, width and height.
    """

    kind: Literal["tap", "drag", "key", "input"]
    at: int
    node: int = 0
    x: float = 0.0
    y: float = 0.0
    x2: float = 0.0
    y2: float = 0.0
    text: str = ""
    values: tuple[tuple[int, str], ...] = ()
    rects: tuple[tuple[int, float, float, float, float], ...] = ()


class Script(NamedTuple):
    """The log of a page that is open: when it was opened (0 for a page without scripts), and what was done to it."""

    loaded: float = 0.0
    seed: int = 0
    events: tuple[Event, ...] = ()


NO_SCRIPT: Final = Script()
"""That of a page without scripts."""


class Canvas(NamedTuple):
    """A drawing: the number of its element, its size, its pixels as runs, and words on it.

    A run is two numbers of four bytes, the lowest first: how many pixels, and their red, green, blue and alpha. Words
    are a text, its place, its size, its colour, and how it is aligned, across and upright.
    """

    node: int
    width: int
    height: int
    runs: bytes
    words: tuple[tuple[str, int, int, int, str, str, str], ...]


class Shown(NamedTuple):
    """What a page shows.

    Attributes:
        html: Its elements, each with its number in ``data-crab``.
        title: Its title.
        canvases: Its drawings.
        watched: The numbers of the elements whose places scripts ask for.
        typing: Whether anything happens while someone types.
        timed: Whether anything will happen as time passes.
        focus: The number of the field that has the focus, 0 for none.
        alerts: Texts that it showed in dialogs.
        leaving: The address that it wants to go to.
        problems: What went wrong in its scripts.
        stopped: Whether its scripts used more than they may.
    """

    html: str
    title: str = ""
    canvases: tuple[Canvas, ...] = ()
    watched: tuple[int, ...] = ()
    typing: bool = False
    timed: bool = False
    focus: int = 0
    alerts: tuple[str, ...] = ()
    leaving: str = ""
    problems: tuple[str, ...] = ()
    stopped: bool = False


def _text(value: object, limit: int) -> str:
    """Returns a text of a page; its scripts may have put anything there."""
    return value[:limit].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _whole(value: object) -> int:
    return value if isinstance(value, int) and abs(value) < 1 << 40 else 0


def _items(value: object, limit: int) -> Sequence[object]:
    return value[:limit] if isinstance(value, list) else ()


def _canvas(row: object) -> Canvas | None:
    parts = _items(row, 5)
    if len(parts) < 5:
        return None
    width, height = _whole(parts[1]), _whole(parts[2])
    if not (0 < width and 0 < height and width * height <= 1_000_000):
        return None
    runs = [_whole(number) for number in _items(parts[3], _MAX_RUNS)]
    if sum(runs[::2]) != width * height or len(runs) % 2 or not all(0 <= number < 1 << 32 for number in runs):
        return None
    words = []
    for entry in _items(parts[4], 200):
        text, x, y, size, color, across, upright = (*_items(entry, 7), *[""] * 7)[:7]
        words.append(
            (_text(text, 200), _whole(x), _whole(y), max(6, min(200, _whole(size))), _text(color, 20),
             _text(across, 20), _text(upright, 20))
        )  # fmt: skip
    return Canvas(_whole(parts[0]), width, height, struct.pack(f"<{len(runs)}I", *runs), tuple(words))


def read(answer: Mapping[str, object], html: str, stopped: bool) -> Shown:
    """Returns what a page shows, from the engine's answer.

    Args:
        answer: The answer; what isn't of its kind counts as missing.
        html: Shown where the answer has no elements.
        stopped: Whether the scripts were stopped.
    """
    canvases = [_canvas(row) for row in _items(answer.get("canvases"), _MAX_CANVASES)]
    return Shown(
        _text(answer.get("html"), 2_000_000) or html,
        _text(answer.get("title"), 300),
        tuple([canvas for canvas in canvases if canvas is not None]),
        tuple([_whole(number) for number in _items(answer.get("watched"), 40)]),
        answer.get("typing") is True,
        answer.get("timed") is True,
        _whole(answer.get("focus")),
        tuple([_text(text, 500) for text in _items(answer.get("alerts"), 5)]),
        _text(answer.get("leaving"), 2000),
        tuple([_text(text, 300) for text in _items(answer.get("problems"), 5)]),
        stopped,
    )
