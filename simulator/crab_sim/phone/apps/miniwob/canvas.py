"""Canvases: shapes at coordinates, which are tapped, dragged, or drawn where a value says.

A canvas is ``{"k": "canvas", "name": ..., "size": [width, height], "shapes": [...]}``. Its coordinates are its own; it
is drawn as large as it is, or smaller where the screen is. With ``"point": name`` a tap anywhere gives that value its
place, ``[x, y]``. Its ``"swipe"`` has actions for a drag to the left, right, up or down.

A shape is an object whose ``"s"`` is its kind:

* ``circle`` (x, y, r), ``rect`` (x, y, w, h), ``poly`` (points), ``line`` (x, y, to: [x, y]; width), ``text`` (x, y,
  text, size; its middle).
* ``fill`` and ``edge`` are colours. With a ``name`` a shape is an element; with ``do`` it can be tapped.
* ``drag: value`` lets it be dragged: the value is its new place. ``at: value`` draws it where that value, or the end of
  a line, is. ``path: [[x, y], ...]`` lets it move by a step per second, and ``lit: [of, second, ...]`` shows it only in
  some seconds of so many. ``when``: see `data.holds`. A canvas with either of these has ``"moves": true``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_sim import ui
from crab_sim.phone.apps.miniwob.data import Item, Values, holds
from crab_sim.phone.apps.miniwob.messages import Message
from crab_sim.ui.node import DragData
from crab_sim.ui.theme import Color

__all__ = ["Canvas", "Spot", "dragged", "moved_to", "spot_in"]

_INK: Color = (30, 30, 34)
_PAPER: Color = (255, 255, 255)


class Spot(NamedTuple):
    """A point of a canvas, in its own coordinates."""

    x: int
    y: int


class _Frame(NamedTuple):
    """Where a canvas lies on the screen: its left upper corner in pixels, and its scale."""

    left: int
    top: int
    scale: float

    def x(self, value: float) -> int:
        return self.left + round(value * self.scale)

    def y(self, value: float) -> int:
        return self.top + round(value * self.scale)

    def size(self, value: float) -> int:
        return max(1, round(value * self.scale))


def spot_in(left: int, top: int, scale: int, x: int, y: int) -> Spot:
    """Returns the point of a canvas that is at a pixel of the screen.

    Args:
        left: The canvas's left edge in pixels.
        top: Its top edge.
        scale: Its scale in thousandths.
        x: The pixel.
        y: The same.
    """
    return Spot(round((x - left) * 1000 / scale), round((y - top) * 1000 / scale))


def _place(shape: Item) -> tuple[int, int]:
    """Returns the point that moves with a shape: its middle, or its upper left corner."""
    if shape["s"] == "poly":
        return shape["points"][0][0], shape["points"][0][1]
    return shape["x"], shape["y"]


def _offset(shape: Item, values: Values, second: int) -> tuple[float, float]:
    """Returns by how much a shape has moved from where it is described."""
    target = values.get(shape["at"]) if "at" in shape else values.get(shape["drag"]) if "drag" in shape else None
    if "path" in shape:
        target = shape["path"][second % len(shape["path"])]
    if target is None:
        return 0, 0
    x, y = _place(shape)
    return target[0] - x, target[1] - y


def _box(shape: Item) -> tuple[float, float, float, float]:
    """Returns the box around a shape where it is described."""
    match shape["s"]:
        case "circle":
            x, y, r = shape["x"], shape["y"], shape["r"]
            return x - r, y - r, x + r, y + r
        case "rect":
            return shape["x"], shape["y"], shape["x"] + shape["w"], shape["y"] + shape["h"]
        case "poly":
            xs, ys = [p[0] for p in shape["points"]], [p[1] for p in shape["points"]]
            return min(xs), min(ys), max(xs), max(ys)
        case "line":
            (x, y), (x2, y2) = (shape["x"], shape["y"]), shape["to"]
            return min(x, x2), min(y, y2), max(x, x2), max(y, y2)
    half = shape["size"] * 0.6
    wide = max(half, shape["size"] * 0.32 * len(shape["text"]))
    return shape["x"] - wide, shape["y"] - half, shape["x"] + wide, shape["y"] + half


def dragged(item: Item, values: Values, start: Spot) -> Item | None:
    """Returns the topmost shape at a point that can be dragged; None for none."""
    for shape in reversed(item["shapes"]):
        if "drag" in shape and holds(values, shape.get("when")):
            left, top, right, bottom = _box(shape)
            dx, dy = _offset(shape, values, 0)
            if left + dx - 4 <= start.x <= right + dx + 4 and top + dy - 4 <= start.y <= bottom + dy + 4:
                found: Item = shape
                return found
    return None


def moved_to(item: Item, shape: Item, values: Values, start: Spot, end: Spot) -> list[int]:
    """Returns where a shape is after a drag, kept inside its canvas.

    Args:
        item: The canvas.
        shape: The shape.
        values: The page's values.
        start: Where the drag began.
        end: Where it ended.
    """
    (width, height), (x, y) = item["size"], _place(shape)
    dx, dy = _offset(shape, values, 0)
    left, top, right, bottom = _box(shape)
    dx = max(-left, min(width - right, dx + end.x - start.x))
    dy = max(-top, min(height - bottom, dy + end.y - start.y))
    return [round(x + dx), round(y + dy)]


class Canvas(ui.Widget[Message]):
    """A canvas; see above.

    Args:
        item: The item.
        values: The page's values.
        second: The clock, in whole seconds.
        rid: The beginning of resource ids.
    """

    __slots__ = ("item", "rid", "second", "values")

    def __init__(self, item: Item, values: Values, second: int, rid: str) -> None:
        self.flex, self.item, self.values, self.second, self.rid = 0, item, values, second, rid

    def width(self, theme: ui.Theme) -> int:
        """Returns the width at full size."""
        width: int = self.item["size"][0]
        return width

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height at a width."""
        width, height = self.item["size"]
        shown: int = round(height * min(1.0, w / width))
        return shown

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the paper and the shapes."""
        item, values = self.item, self.values
        width, height = item["size"]
        scale = min(1.0, w / width)
        frame = _Frame(x + (w - round(width * scale)) // 2, y, scale)
        across, down = frame.size(width), frame.size(height)
        scene.fill(frame.left, frame.top, across, down, _PAPER)
        scene.frame(frame.left, frame.top, across, down, (190, 190, 196))
        place = (item["id"], frame.left, frame.top, round(scale * 1000))
        takes_drags = "swipe" in item or any(["drag" in shape for shape in item["shapes"]])
        scene.node(
            frame.left, frame.top, across, down, "other", "", item.get("text", "Canvas"), self.rid + item["name"],
            ("point", *place) if "point" in item else None,
            data=DragData(("drag", *place, 0, 0, 0, 0)) if takes_drags else None,
        )  # fmt: skip
        for number, shape in enumerate(item["shapes"]):
            lit = "lit" not in shape or self.second % shape["lit"][0] in shape["lit"][1:]
            if lit and holds(values, shape.get("when")) and not ("at" in shape and values.get(shape["at"]) is None):
                self._place_shape(scene, frame, number, shape)

    def _place_shape(self, scene: ui.Scene[Message], frame: _Frame, number: int, shape: Item) -> None:
        dx, dy = _offset(shape, self.values, self.second)
        left, top, right, bottom = _box(shape)
        x, y = frame.x(left + dx), frame.y(top + dy)
        w, h = frame.size(right - left), frame.size(bottom - top)
        if scene.drawn:
            self._draw(scene, frame, shape, x, y, w, h, dx, dy)
        if "name" in shape or "do" in shape:
            message: Message | None = ("shape", self.item["id"], number) if shape.get("do") else None
            text = str(shape["text"]) if shape["s"] == "text" else ""
            role = "text" if text and message is None else "button" if text else "image"
            scene.node(x, y, w, h, role, text, shape.get("name", ""), message=message, verbatim="all")

    def _draw(
        self,
        scene: ui.Scene[Message],
        frame: _Frame,
        shape: Item,
        x: int,
        y: int,
        w: int,
        h: int,
        dx: float,
        dy: float,
    ) -> None:
        fill, edge = _color(shape.get("fill")), _color(shape.get("edge"))
        match shape["s"]:
            case "circle":
                if edge:
                    scene.round(x, y, w, h, edge, w // 2)
                    x, y, w, h = x + 2, y + 2, w - 4, h - 4
                scene.round(x, y, w, h, fill or _PAPER, w // 2)
            case "rect":
                if fill:
                    scene.fill(x, y, w, h, fill)
                if edge:
                    scene.frame(x, y, w, h, edge, 0, 2)
            case "poly":
                points = [(frame.x(px + dx), frame.y(py + dy)) for px, py in shape["points"]]
                _fill_polygon(scene, points, fill or _INK)
            case "line":
                end = self.values.get(shape["at"]) if "at" in shape else None
                x2, y2 = end or shape["to"]
                start = frame.x(shape["x"]), frame.y(shape["y"])
                _draw_line(scene, start, (frame.x(x2), frame.y(y2)), fill or _INK, shape.get("width", 3))
            case "text":
                size = max(6, frame.size(shape["size"]))
                scene.text(x - 40, y, w + 80, h, str(shape["text"]), fill or _INK, size, "bold", "center")


def _color(value: Sequence[int] | None) -> Color | None:
    return None if value is None else (value[0], value[1], value[2])


def _fill_polygon(scene: ui.Scene, points: Sequence[tuple[int, int]], color: Color) -> None:
    """Draws a filled polygon, row by row."""
    edges = list(zip(points, [*points[1:], points[0]], strict=True))
    for y in range(min(p[1] for p in points), max(p[1] for p in points)):
        middle = y + 0.5
        cuts = sorted(
            [
                x1 + (middle - y1) * (x2 - x1) / (y2 - y1)
                for (x1, y1), (x2, y2) in edges
                if (y1 <= middle < y2) or (y2 <= middle < y1)
            ]
        )
        for start, end in zip(cuts[::2], cuts[1::2], strict=False):
            scene.fill(round(start), y, max(1, round(end) - round(start)), 1, color)


def _draw_line(scene: ui.Scene, start: tuple[int, int], end: tuple[int, int], color: Color, width: int) -> None:
    """Draws a line of small discs."""
    (x1, y1), (x2, y2) = start, end
    steps = max(1, max(abs(x2 - x1), abs(y2 - y1)))
    half = width // 2
    if x1 == x2 or y1 == y2:
        scene.fill(min(x1, x2) - half, min(y1, y2) - half, abs(x2 - x1) + width, abs(y2 - y1) + width, color)
        return
    for i in range(0, steps + 1, max(1, half)):
        x, y = x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps
        scene.round(round(x) - half, round(y) - half, width, width, color, half)
