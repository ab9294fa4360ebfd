"""Drawings in the part of SVG that the bundled sites use: paths, rectangles, circles, ellipses and texts.

* `drawn` - a drawing as the bytes of a file. `svg_size` - its size. `serialized` - an element of a page as SVG.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from crab_sim.engines.pages.css.colors import blended
from crab_sim.engines.pages.dom import Node
from crab_sim.ui.theme import Color

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from PIL import Image, ImageDraw

__all__ = ["drawn", "serialized", "svg_size"]

_MAX_BYTES: Final = 2_000_000
_MAX_SIDE: Final = 2400
_SCALE: Final = 2  # drawn this much larger, then made smaller, for smooth edges
_TOKENS = re.compile(r"[a-zA-Z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TRANSLATE = re.compile(r"translate\(\s*([-\d.]+)[\s,]*([-\d.]*)\s*\)")
_INHERITED: Final = ("fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor", "opacity")

_Point = tuple[float, float]


class _Pen(NamedTuple):
    """The place and scale of a drawing, and the attributes around an element."""

    dx: float
    dy: float
    scale: float
    attrs: Mapping[str, str]

    def at(self, x: float, y: float) -> _Point:
        """Returns the pixel of a point."""
        return (x + self.dx) * self.scale, (y + self.dy) * self.scale


def serialized(node: Node) -> str:
    """Returns an element of a page as SVG."""
    attrs = "".join(
        [f' {"viewBox" if name == "viewbox" else name}="{escape(value)}"' for name, value in node.attrs.items()]
    )
    inner = "".join([serialized(child) if isinstance(child, Node) else escape(child) for child in node.children])
    return f"<{node.tag}{attrs}>{inner}</{node.tag}>"


def _root(data: bytes) -> Element | None:
    """Returns the outermost element of a drawing; None for one that is too large or no SVG, or declares entities."""
    from xml.etree import ElementTree

    if len(data) > _MAX_BYTES or b"<!" in data:
        return None
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError):
        return None
    return root if root.tag.rpartition("}")[2] == "svg" else None


def _number(text: str | None, default: float = 0.0) -> float:
    match = re.match(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))", text or "")
    return max(-1e6, min(1e6, float(match[1]))) if match else default


@lru_cache(maxsize=64)
def svg_size(data: bytes) -> tuple[int, int] | None:
    """Returns the width and height of a drawing; None if it is none."""
    root = _root(data)
    if root is None:
        return None
    box = [_number(word) for word in root.get("viewBox", "0 0 300 150").replace(",", " ").split()]
    width, height = (box[2], box[3]) if len(box) == 4 else (300.0, 150.0)
    return round(_number(root.get("width"), width)), round(_number(root.get("height"), height))


@lru_cache(maxsize=32)
def drawn(data: bytes, width: int, height: int, ground: Color) -> bytes | None:
    """Returns a drawing as the bytes of a PNG file; None if it is none.

    Where Pillow can't be had, as in a browser, the drawing itself is returned, for the browser to draw.

    Args:
        data: The drawing.
        width: Its width in pixels.
        height: Its height.
        ground: The colour below it.
    """
    root, size = _root(data), svg_size(data)
    if root is None or size is None or not 0 < width <= _MAX_SIDE or not 0 < height <= _MAX_SIDE:
        return None
    if find_spec("PIL") is None:
        named = b'<svg xmlns="http://www.w3.org/2000/svg"'  # browsers want it in a file, though not in a page
        return data if b"xmlns=" in data else data.replace(b"<svg", named, 1)
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width * _SCALE, height * _SCALE), ground)
    box = [_number(word) for word in root.get("viewBox", f"0 0 {size[0]} {size[1]}").replace(",", " ").split()]
    left, top, across, down = box if len(box) == 4 else (0.0, 0.0, float(size[0]), float(size[1]))
    scale = min(width / max(1e-6, across), height / max(1e-6, down)) * _SCALE
    pen = _Pen(
        -left + (width * _SCALE / scale - across) / 2,
        -top + (height * _SCALE / scale - down) / 2,
        scale,
        {"fill": "#000"},
    )
    _draw_all(_Canvas(image, ImageDraw.Draw(image), ground), root, pen, 0)
    stream = io.BytesIO()
    image.resize((width, height), Image.Resampling.BOX).save(stream, "PNG", compress_level=1)
    return stream.getvalue()


class _Canvas:
    """The picture that is being drawn, and the colour below it."""

    __slots__ = ("draw", "ground", "image")

    def __init__(self, image: Image.Image, draw: ImageDraw.ImageDraw, ground: Color) -> None:
        self.image, self.draw, self.ground = image, draw, ground

    def color(self, text: str) -> Color | None:
        """Returns a colour, None for none."""
        return None if text in ("none", "transparent", "") else blended(text, self.ground)


def _draw_all(canvas: _Canvas, element: Element, pen: _Pen, depth: int) -> None:
    if depth > 12:
        return
    for child in element:
        tag = str(child.tag).rpartition("}")[2]
        own = {name: child.get(name, "") for name in _INHERITED if child.get(name)}
        inner = pen._replace(attrs={**pen.attrs, **own})
        shift = _TRANSLATE.search(child.get("transform", ""))
        if shift:
            inner = inner._replace(dx=pen.dx + _number(shift[1]), dy=pen.dy + _number(shift[2]))
        if tag == "g":
            _draw_all(canvas, child, inner, depth + 1)
        elif tag == "text":
            _draw_text(canvas, child, inner)
        else:
            _draw_shape(canvas, tag, child, inner)


def _draw_shape(canvas: _Canvas, tag: str, element: Element, pen: _Pen) -> None:
    def value(name: str) -> float:
        return _number(element.get(name))

    outlines: list[list[_Point]] = []
    closed = True
    if tag == "rect":
        x, y, w, h = value("x"), value("y"), value("width"), value("height")
        outlines = [_round_rect(x, y, w, h, min(value("rx"), w / 2, h / 2))]
    elif tag in ("circle", "ellipse"):
        rx, ry = (value("r"), value("r")) if tag == "circle" else (value("rx"), value("ry"))
        outlines = [_ellipse(value("cx"), value("cy"), rx, ry, 0.0, 360.0)]
    elif tag == "path":
        outlines, closed = _path(element.get("d", ""))
    elif tag in ("polygon", "polyline", "line"):
        numbers = [float(word) for word in _TOKENS.findall(element.get("points", "")) if not word.isalpha()]
        if tag == "line":
            numbers = [value(name) for name in ("x1", "y1", "x2", "y2")]
        outlines, closed = [list(zip(numbers[::2], numbers[1::2], strict=False))], tag == "polygon"
    fill, stroke = canvas.color(pen.attrs.get("fill", "")), canvas.color(pen.attrs.get("stroke", ""))
    width = max(1, round(_number(pen.attrs.get("stroke-width"), 1.0) * pen.scale))
    for outline in outlines:
        points = [pen.at(x, y) for x, y in outline]
        if fill is not None and len(points) > 2:
            canvas.draw.polygon(points, fill=fill)
        if stroke is not None and len(points) > 1:
            canvas.draw.line([*points, points[0]] if closed else points, fill=stroke, width=width, joint="curve")


def _round_rect(x: float, y: float, w: float, h: float, r: float) -> list[_Point]:
    if r <= 0:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    corners = ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180))
    return [point for cx, cy, start in corners for point in _ellipse(cx, cy, r, r, start, start + 90)]


def _ellipse(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> list[_Point]:
    steps = max(4, int(abs(end - start) / 10))
    turns = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(cx + rx * math.cos(turn), cy + ry * math.sin(turn)) for turn in turns]


_COUNTS: Final[Mapping[str, int]] = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _path(d: str) -> tuple[list[list[_Point]], bool]:
    """Returns the outlines of a path, and whether the last is closed."""
    words = _TOKENS.findall(d)[:60_000]
    outlines: list[list[_Point]] = []
    at, command, x, y, closed = 0, "M", 0.0, 0.0, False
    while at < len(words):
        if words[at].isalpha():
            command = words[at]
            at += 1
        count = _COUNTS.get(command.upper(), -1)
        if count < 0 or at + count > len(words) or any(word.isalpha() for word in words[at : at + count]):
            break
        numbers = [max(-1e7, min(1e7, float(word))) for word in words[at : at + count]]
        at += count
        if command in "zZ":
            closed = True
            if outlines and outlines[-1]:
                x, y = outlines[-1][0]
            if at < len(words) and not words[at].isalpha():
                break
            continue
        relative = command.islower()
        if command in "mM":
            x, y = (x + numbers[0], y + numbers[1]) if relative else (numbers[0], numbers[1])
            outlines.append([(x, y)])
            command, closed = "l" if relative else "L", False
            continue
        if not outlines:
            outlines.append([(x, y)])
        points = _segment(command.upper(), numbers, (x, y), relative)
        outlines[-1] += points
        x, y = points[-1]
    return outlines, closed


def _segment(command: str, numbers: list[float], start: _Point, relative: bool) -> list[_Point]:
    """Returns the points of one part of a path."""
    x, y = start
    dx, dy = start if relative else (0.0, 0.0)
    if command == "H":
        return [(numbers[0] + dx, y)]
    if command == "V":
        return [(x, numbers[0] + dy)]
    if command == "A":
        rx, ry, _, large, sweep, end_x, end_y = numbers
        return _arc(start, abs(rx), abs(ry), bool(large), bool(sweep), (end_x + dx, end_y + dy))
    points = [(numbers[i] + dx, numbers[i + 1] + dy) for i in range(0, len(numbers), 2)]
    if command in ("L", "T"):
        return points
    if command == "S":
        points = [start, *points]
    if command == "Q":
        (cx, cy), end = points
        first = x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y)
        second = end[0] + 2 / 3 * (cx - end[0]), end[1] + 2 / 3 * (cy - end[1])
        points = [first, second, end]
    return [_bezier(start, points, i / 12) for i in range(1, 13)]


def _bezier(start: _Point, points: list[_Point], t: float) -> _Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    corners = [start, *points]
    return (
        sum([weight * px for weight, (px, _) in zip(weights, corners, strict=True)]),
        sum([weight * py for weight, (_, py) in zip(weights, corners, strict=True)]),
    )


def _arc(start: _Point, rx: float, ry: float, large: bool, sweep: bool, end: _Point) -> list[_Point]:
    """Returns the points of an arc of an ellipse that isn't turned (SVG 1.1, appendix F.6)."""
    (x1, y1), (x2, y2) = start, end
    if not rx or not ry or start == end:
        return [end]
    px, py = (x1 - x2) / 2, (y1 - y2) / 2
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    share = math.sqrt(max(0.0, rest) / ((rx * py) ** 2 + (ry * px) ** 2)) * (1 if large != sweep else -1)
    cx, cy = share * rx * py / ry + (x1 + x2) / 2, -share * ry * px / rx + (y1 + y2) / 2
    first = math.degrees(math.atan2((y1 - cy) / ry, (x1 - cx) / rx))
    last = math.degrees(math.atan2((y2 - cy) / ry, (x2 - cx) / rx))
    if sweep and last < first:
        last += 360
    elif not sweep and last > first:
        last -= 360
    return _ellipse(cx, cy, rx, ry, first, last)[1:]


def _draw_text(canvas: _Canvas, element: Element, pen: _Pen) -> None:
    from PIL import ImageFont

    from crab_sim.draw import text as metrics

    text = " ".join("".join(element.itertext()).split())[:200]
    size = max(6, min(128, round(_number(pen.attrs.get("font-size"), 16.0) * pen.scale)))
    heavy = pen.attrs.get("font-weight", "") in ("bold", "700", "600")
    font = ImageFont.truetype(metrics.font_file("bold" if heavy else "regular"), size)
    x, y = pen.at(_number(element.get("x")), _number(element.get("y")))
    anchor = {"middle": "ms", "end": "rs"}.get(pen.attrs.get("text-anchor", ""), "ls")
    stroke = canvas.color(pen.attrs.get("stroke", ""))
    color = canvas.color(pen.attrs.get("fill", ""))
    if color is None:
        return
    if stroke is not None:
        width = max(1, round(_number(pen.attrs.get("stroke-width"), 1.0) * pen.scale / 2))
        canvas.draw.text((x, y), text, fill=stroke, font=font, anchor=anchor, stroke_width=width, stroke_fill=stroke)
    canvas.draw.text((x, y), text, fill=color, font=font, anchor=anchor)
