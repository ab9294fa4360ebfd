"""The pictures of a film: screens with the action, the task graph, and words above and below.

* `Painter` - paints the pictures of one episode.
* `Note` - the words below.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from crab_gym.backends.base import Image
from crab_gym.evaluation.graph import TaskGraph
from crab_gym.evaluation.graph_drawing import draw_graph
from crab_sim.devices.gestures import swipe_path

__all__ = ["COLOURS", "Note", "Painter"]

Colour = tuple[int, int, int]
Point = tuple[float, float]

_GROUND: Colour = (30, 32, 40)
_TEXT: Colour = (236, 237, 242)
_FAINT: Colour = (160, 164, 178)
_GOOD: Colour = (120, 214, 146)
_BAD: Colour = (255, 138, 128)
_MARK: Colour = (232, 0, 122)
_HALO: Colour = (255, 255, 255)
COLOURS = (_GROUND, _TEXT, _FAINT, _GOOD, _BAD, _MARK, _HALO)
"""Colours of words and actions."""
_MARGIN = 16
_FINE = 3
"""Factor by which actions are drawn larger than shown, which smooths their lines."""
_REACH = 90
"""Length of the arrow for a turned wheel, in pixels of the screen."""

_AT = ("click", "right_click", "double_click", "tap", "long_tap")
_MAX_CAPTION = 90


class Note(NamedTuple):
    """The words below the screens.

    Attributes:
        text: The event.
        more: The reason of a refusal, or the result.
        colour: Colour of the text.
    """

    text: str
    more: str
    colour: Colour = _TEXT

    @staticmethod
    def of_step(step: int, limit: int, done: Mapping[str, Any] | None, refused: str) -> Note:
        """Returns the note of a step.

        Args:
            step: The step's number.
            limit: Maximum number of steps.
            done: The action, None if it was invalid.
            refused: The reason of a refusal, ``""`` if there was none.
        """
        what = "refused" if done is None else f"{action_caption(done)} on {done['device']}"
        return Note(f"step {step} of {limit}: {what}", refused, _BAD if refused else _TEXT)

    @staticmethod
    def of_end(reason: str, steps: int, completion: float) -> Note:
        """Returns the note of an episode's end."""
        text = f"{reason.replace('_', ' ')} after {steps} step{'s' if steps > 1 else ''}"
        return Note(text, f"completion {completion:.0%}", _GOOD if reason == "success" else _BAD)


def action_caption(action: Mapping[str, Any]) -> str:
    """Returns an action on one line.

    >>> action_caption({"device": "android", "name": "tap", "args": {"x": 3, "y": 4}})
    'tap(x=3, y=4)'
    """
    args = [f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in action["args"].items()]
    line = f"{action['name']}({', '.join(args)})"
    return line if len(line) <= _MAX_CAPTION else line[: _MAX_CAPTION - 1] + "…"


class Painter:
    """Paints the pictures of one episode, all of one size.

    Args:
        goal: The task's goal, shown above the screens.
        task: The task's name.
        graph: The task graph.
        height: Height of the pictures in pixels.
    """

    def __init__(self, goal: str, task: str, graph: TaskGraph, height: int) -> None:
        self._goal, self._task, self._graph, self._height = goal, task, graph, height
        self._unit = height / 720
        self._size = max(11, round(17 * self._unit))
        self._graphs: dict[tuple[tuple[str, ...], frozenset[str]], Pictures.Image] = {}

    def frame(
        self,
        screens: Mapping[str, Image],
        note: Note,
        passed: Sequence[str],
        active: Collection[str],
        action: Mapping[str, Any] | None = None,
    ) -> Image:
        """Returns a picture.

        Args:
            screens: Device to its screen, ``(H, W, 3) uint8 RGB``.
            note: The words below.
            passed: Ids of the completed checkpoints.
            active: Ids of the active ones.
            action: The action to draw on the screens.

        Returns:
            ``(height, W, 3) uint8 RGB``; W is even and the same for the same screens.
        """
        margin, line = round(_MARGIN * self._unit), round(self._size * 1.45)
        above, below = 2 * line + 2 * margin, line + 2 * margin
        room = self._height - above - below
        pictures = [self._screen(device, screen, room, action) for device, screen in screens.items()]
        graph = self._panel(passed, active, room)
        width = sum(picture.width for picture in (*pictures, graph)) + margin * (len(pictures) + 2)
        width += width % 2
        sheet = Pictures.new("RGB", (width, self._height), _GROUND)
        left = margin
        for picture in (*pictures, graph):
            sheet.paste(picture, (left, above))
            left += picture.width + margin
        pen = ImageDraw.Draw(sheet)
        for row, text in enumerate(_lines(self._goal, width - 2 * margin, self._size, 2)):
            pen.text((margin, margin + row * line), text, _TEXT, _font(self._size, False))
        bottom = self._height - below + margin
        text = "".join(_lines(note.text, width - 2 * margin, self._size, 1))
        pen.text((margin, bottom), text, note.colour, _font(self._size, True))
        used = margin + _font(self._size, True).getlength(text + "   ")
        for more in _lines(note.more, int(width - margin - used), self._size, 1):
            pen.text((used, bottom), more, note.colour if note.colour != _TEXT else _FAINT, _font(self._size, False))
        return np.asarray(sheet)

    def _screen(self, device: str, screen: Image, room: int, action: Mapping[str, Any] | None) -> Pictures.Image:
        """Returns a screen scaled to the height `room`, with the action on it if it is on this device."""
        scale = room / screen.shape[0]
        size = (round(screen.shape[1] * scale), room)
        picture = Pictures.fromarray(screen).resize(size, Pictures.Resampling.LANCZOS)
        if action is None or action["device"] != device:
            return picture
        layer = Pictures.new("RGBA", (size[0] * _FINE, size[1] * _FINE))
        _Ink(ImageDraw.Draw(layer), scale, self._unit, (screen.shape[1], screen.shape[0])).action(action)
        layer = layer.reduce(_FINE)
        picture.paste(layer, mask=layer)
        return picture

    def _panel(self, passed: Sequence[str], active: Collection[str], room: int) -> Pictures.Image:
        """Returns the graph in its present state, on a panel of the height `room`."""
        width = round(440 * self._unit)
        key = tuple(passed), frozenset(active)
        if key not in self._graphs:
            states = {node.id: "active" if node.id in active else "waiting" for node in self._graph}
            states |= dict.fromkeys(passed, "completed")
            count = f"{len(passed)} of {len(self._graph.checkpoints)} checkpoints"
            drawing = draw_graph(self._graph, f"{self._task}: {count}", states)
            scale = min(width / drawing.width, room / drawing.height, 0.75 * self._unit)
            fitted = drawing.resize(
                (round(drawing.width * scale), round(drawing.height * scale)), Pictures.Resampling.LANCZOS
            )
            panel = Pictures.new("RGB", (width, room), (255, 255, 255))
            panel.paste(fitted, ((width - fitted.width) // 2, (room - fitted.height) // 2))
            self._graphs = {key: panel}
        return self._graphs[key]


class _Ink:
    """Draws an action on a screen.

    Args:
        pen: Draws on a layer that is `_FINE` times as large as the picture.
        scale: Pixels of the picture per pixel of the screen.
        unit: Pixels of the picture per pixel of a picture 720 pixels high, for line widths.
        size: Width and height of the screen.
    """

    def __init__(self, pen: ImageDraw.ImageDraw, scale: float, unit: float, size: tuple[int, int]) -> None:
        self._pen, self._scale, self._unit, self._size = pen, scale * _FINE, unit * _FINE, size

    def action(self, action: Mapping[str, Any]) -> None:
        name, args = action["name"], action["args"]
        if name in _AT:
            self._target((args["x"], args["y"]), name)
        elif name == "drag":
            self._arrow((args["x1"], args["y1"]), (args["x2"], args["y2"]))
        elif name == "swipe":
            self._arrow(*swipe_path(args["x"], args["y"], args["direction"], args["distance"], *self._size))
        elif name == "scroll":
            across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[args["direction"]]
            end = (args["x"] + across * _REACH, args["y"] + down * _REACH)
            self._arrow((args["x"], args["y"]), end)
        else:
            self._label(action_caption(action))

    def _target(self, at: Point, name: str) -> None:
        """Draws a ring and a cross at the place of a press: two rings for a double click, a thick one for a long
        press.
        """
        x, y = at[0] * self._scale, at[1] * self._scale
        rings = [(17.0, 6.0)] if name == "long_tap" else [(15.0, 3.0)]
        if name == "double_click":
            rings.append((22.0, 3.0))
        for halo in (True, False):
            extra = 1.5 if halo else 0.0
            colour = _HALO if halo else _MARK
            for radius, thick in rings:
                outer = (radius + thick / 2 + extra) * self._unit
                box = [x - outer, y - outer, x + outer, y + outer]
                self._pen.ellipse(box, outline=colour, width=round((thick + 2 * extra) * self._unit))
            reach, thin = (6 + extra) * self._unit, round((2 + 2 * extra) * self._unit)
            self._pen.line([x - reach, y, x + reach, y], colour, thin)
            self._pen.line([x, y - reach, x, y + reach], colour, thin)
        if name == "right_click":
            aside = 26 * self._unit / self._scale
            left = at[0] - 3 * aside if at[0] > self._size[0] - 4 * aside else at[0] + aside
            self._label("right", (left, at[1]))

    def _arrow(self, start: Point, end: Point) -> None:
        (x1, y1), (x2, y2) = [(x * self._scale, y * self._scale) for x, y in (start, end)]
        angle = math.atan2(y2 - y1, x2 - x1)
        for halo in (True, False):
            extra = 1.5 * self._unit if halo else 0.0
            colour = _HALO if halo else _MARK
            head = 16 * self._unit + 2 * extra
            tip = (x2 + extra * math.cos(angle), y2 + extra * math.sin(angle))
            sides = [
                (tip[0] - head * math.cos(angle + turn), tip[1] - head * math.sin(angle + turn))
                for turn in (-0.45, 0.45)
            ]
            neck = (x2 - 10 * self._unit * math.cos(angle), y2 - 10 * self._unit * math.sin(angle))
            self._pen.line([x1, y1, *neck], colour, round(4 * self._unit + 2 * extra))
            self._pen.polygon([tip, *sides], colour)
            dot = 7 * self._unit + extra
            self._pen.ellipse([x1 - dot, y1 - dot, x1 + dot, y1 + dot], colour)

    def _label(self, text: str, at: Point | None = None) -> None:
        """Draws words on a plate: at a point, by default at the bottom in the middle."""
        font = _font(round(15 * self._unit), True)
        width, height = self._size[0] * self._scale, self._size[1] * self._scale
        pad = 8 * self._unit
        text = "".join(_lines(text, int(width - 6 * pad), round(15 * self._unit), 1, bold=True))
        long, high = font.getlength(text), 20 * self._unit
        left = (width - long) / 2 if at is None else at[0] * self._scale
        top = height - 4 * pad - high if at is None else at[1] * self._scale - high / 2
        left = min(max(left, 2 * pad), width - long - 2 * pad)
        top = min(max(top, 2 * pad), height - high - 2 * pad)
        box = [left - pad, top - pad, left + long + pad, top + high + pad]
        self._pen.rounded_rectangle(box, 2 * pad, _MARK, _HALO, round(1.5 * self._unit))
        self._pen.text((left, top + high / 2), text, _HALO, font, anchor="lm")


def _lines(text: str, width: int, size: int, limit: int, bold: bool = False) -> list[str]:
    """Returns a text broken into lines that fit, at spaces if possible; an ellipsis ends a text that is cut off."""
    font, rest = _font(size, bold), " ".join(text.split())
    lines: list[str] = []
    while rest and len(lines) < limit:
        count = min(len(rest), width)  # a letter is at least a pixel wide
        while count > 1 and font.getlength(rest[:count]) > width:
            count -= 1
        space = rest.rfind(" ", 0, count + 1)
        count = space if count < len(rest) and space > count // 2 else count
        lines.append(rest[:count])
        rest = rest[count:].lstrip()
    if rest and lines:
        last = lines[-1]
        while len(last) > 1 and font.getlength(last + "…") > width:
            last = last[:-1]
        lines[-1] = last + "…"
    return lines


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = "NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"
    return ImageFont.truetype(BytesIO((files("crab_sim.draw") / "fonts" / name).read_bytes()), size)
