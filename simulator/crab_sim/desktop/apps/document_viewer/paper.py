"""The pages of a document as widgets: on the ground of the window, and small ones in the side pane.

* `Papers` - the pages on their ground. `Thumbnail` - a page of the side pane.
* `point_on` - the point of a page at a point of the screen.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.apps.document_viewer.messages import Message
from crab_sim.desktop.apps.document_viewer.state import Document, Ground, Placed, Selection, Sight
from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Color, Op, layer_ops
from crab_sim.engines.pdf import PdfBox, PdfItem, PdfLine, PdfPicture, PdfText
from crab_sim.engines.pdf_reading.page_text import Match, Place, lines_of, marks, text_of
from crab_sim.engines.pdf_reading.reader import page_of
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.node import SCROLLABLE, SELECTED, DragData, ScrollData

__all__ = ["Papers", "Thumbnail", "point_on"]

_PAPER: Final = (255, 255, 255)
_SELECTED: Final = (170, 205, 250)
_FOUND: Final = (255, 235, 150)
_SHOWN: Final = (255, 190, 80)
_MAX_DOTS: Final = 400


class _Mark(NamedTuple):
    """A coloured ground behind text, in points."""

    left: float
    top: float
    right: float
    bottom: float
    color: Color


def point_on(placed: Placed, number: int, size: tuple[float, float], x: int, y: int) -> tuple[float, float]:
    """Returns the point of an upright page, in points, at a point of the screen.

    Args:
        placed: Where the pages lie.
        number: The page's number.
        size: Its width and height in points, upright.
        x: The point of the screen.
        y: The same.
    """
    ground, at = placed.ground, number - placed.ground.first
    across = (x - placed.middle + ground.widths[at] / 2) / ground.scale
    down = (y - placed.top - ground.tops[at]) / ground.scale
    width, height = size
    match placed.turns % 4:
        case 1:
            return down, height - across
        case 2:
            return width - across, height - down
        case 3:
            return width - down, across
    return across, down


class Papers(Widget[Message]):
    """The pages on their ground.

    Args:
        document: The document.
        sight: How it is shown.
        ground: Where its pages lie.
        found: Where the text in the find bar occurs.
    """

    __slots__ = ("document", "found", "ground", "sight")

    def __init__(self, document: Document, sight: Sight, ground: Ground, found: tuple[Match, ...]) -> None:
        self.flex = 1
        self.document, self.sight, self.ground, self.found = document, sight, ground, found

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the pages that are in view."""
        ground, theme = self.ground, scene.theme
        limit = max(0, ground.total - h)
        offset = max(0, min(limit, scene.page.scroll.get("pages", 0)))
        scene.fill(x, y, w, h, (30, 30, 33) if theme.dark else (222, 221, 218))
        flags = SCROLLABLE if limit else 0
        data = ScrollData("pages", offset, limit, None)
        scene.node(x, y, w, h, "other", rid="pages", flags=flags, data=data)
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        top = y - offset if limit else y + (h - ground.total) // 2
        placed = Placed(x + w // 2, top, ground, self.sight.turns)
        low, high = scene.wanted_heights()
        for i, (start, tall) in enumerate(zip(ground.tops, ground.heights, strict=True)):
            page_top = top + start
            if page_top < min(y + h, high) and page_top + tall > max(y, low):
                self._page(scene, placed, ground.first + i, page_top)
        if limit:
            bar = max(28, h * h // ground.total)
            scene.round(x + w - 8, y + (h - bar) * offset // limit, 6, bar, theme.muted, 3)
        scene.clip = outer

    def _page(self, scene: Scene[Message], placed: Placed, number: int, top: int) -> None:
        ground, data = self.ground, self.document.data
        w, h = ground.widths[number - ground.first], ground.heights[number - ground.first]
        left = placed.middle - w // 2
        if scene.drawn:
            scene.ops.append(("shadow", left, top, left + w, top + h, scene.clip, 5))
            look = _Look(ground.scale, self.sight.turns, self.sight.inverted, w, h)
            _draw(scene, data, number, left, top, look, self._marks(number))
        text = text_of(data, number)
        scene.node(
            left, top, w, h, "text" if text else "image", text, f"Page {number + 1}",
            message=("point", placed), long_message=("popup",), double_message=("word", placed),
            data=DragData(("select", placed, 0, 0, 0, 0)),
        )  # fmt: skip

    def _marks(self, number: int) -> tuple[_Mark, ...]:
        rows: list[_Mark] = []
        lines = lines_of(self.document.data, number)
        for i, match in enumerate(self.found):
            if match.page == number:
                color = _SHOWN if i == self.sight.found else _FOUND
                start, stop = Place(match.line, match.start), Place(match.line, match.stop)
                rows += [_Mark(*box, color) for box in marks(lines, start, stop)]
        chosen: Selection | None = self.sight.selection
        if chosen is not None and chosen.page == number and lines:
            rows += [_Mark(*box, _SELECTED) for box in marks(lines, chosen.anchor, chosen.caret)]
        return tuple(rows)


class Thumbnail(Widget[Message]):
    """A small page with its number below.

    Args:
        document: The document.
        number: The page's number.
        current: Whether it is the current one.
        sight: How the document is shown.
    """

    __slots__ = ("current", "document", "number", "sight")

    def __init__(self, document: Document, number: int, current: bool, sight: Sight) -> None:
        self.flex, self.document, self.number, self.current, self.sight = 0, document, number, current, sight

    def _size(self) -> tuple[int, int, float]:
        """Returns width and height of the small page, and its scale."""
        width, height = self.document.file.sizes[self.number]
        if self.sight.turns % 2:
            width, height = height, width
        scale = 104 / max(width, height)
        return max(8, round(width * scale)), max(8, round(height * scale)), scale

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of page and number."""
        return self._size()[1] + 38

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the page and its number."""
        theme = scene.theme
        width, height, scale = self._size()
        left, top = x + (w - width) // 2, y + 8
        if self.current:
            scene.round(x + 6, y + 1, w - 14, h - 3, theme.selection, 8)
        if scene.drawn:
            look = _Look(scale, self.sight.turns, self.sight.inverted, width, height)
            _draw(scene, self.document.data, self.number, left, top, look, ())
        scene.frame(left - 1, top - 1, width + 2, height + 2, theme.outline)
        scene.text(x, top + height + 4, w, 22, str(self.number + 1), theme.text, theme.small, align="center")
        flags = SELECTED if self.current else 0
        scene.node(x, y, w, h, "list_item", str(self.number + 1), f"Page {self.number + 1}",
                   message=("go", self.number), flags=flags)  # fmt: skip


class _Look(NamedTuple):
    """The look of a page: pixels per point, quarters turned clockwise, inverted colours, its size in pixels."""

    scale: float
    turns: int
    inverted: bool
    width: int
    height: int


def _draw(scene: Scene, data: bytes, number: int, left: int, top: int, look: _Look, marked: tuple[_Mark, ...]) -> None:
    """Draws a page as one layer or, turned, as a picture, which is painted once for all steps."""
    right, bottom = left + look.width, top + look.height
    if look.turns % 4:
        scene.ops.append(("picture", left, top, right, bottom, scene.clip, _turned(data, number, look, marked)))
    else:
        scene.ops.append(("layer", left, top, right, bottom, scene.clip, _layer(data, number, look, marked)))


@lru_cache(maxsize=24)
def _turned(data: bytes, number: int, look: _Look, marked: tuple[_Mark, ...]) -> bytes:
    """Returns a PNG of a turned page."""
    import numpy as np
    from PIL import Image

    from crab_sim.draw.raster import draw

    w, h = (look.height, look.width) if look.turns % 2 else (look.width, look.height)
    image = draw(_layer(data, number, look._replace(turns=0, width=w, height=h), marked), w, h)
    stream = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(np.rot90(image, -look.turns))).save(stream, "PNG", compress_level=1)
    return stream.getvalue()


@lru_cache(maxsize=48)
def _layer(data: bytes, number: int, look: _Look, marked: tuple[_Mark, ...]) -> tuple[Op, ...]:
    """Returns the ops of an upright page."""
    page = page_of(data, number)
    clip = 0, 0, look.width, look.height
    ops: list[Op] = [("fill", *clip, clip, _tone(_PAPER, look))]
    for item in page.items:
        if not isinstance(item, PdfText):
            _draw_item(ops, item, look)
    for mark in marked:
        box = _box(look, mark.left, mark.top, mark.right, mark.bottom)
        ops.append(("fill", *box, clip, _tone(mark.color, look)))
    words = [item for item in page.items if isinstance(item, PdfText)]
    shares = _shares(tuple(words))
    for word in words:
        _draw_word(ops, word, look, shares[word.font, word.size])
    return layer_ops(ops)


def _shares(words: tuple[PdfText, ...]) -> dict[tuple[str, float], float]:
    """Returns the share of its size at which the words of each font fit into their widths: ours may be wider."""
    wanted: dict[tuple[str, float], float] = {}
    natural: dict[tuple[str, float], float] = {}
    for word in words:
        kind = word.font, word.size
        wanted[kind] = wanted.get(kind, 0.0) + word.width
        natural[kind] = natural.get(kind, 0.0) + metrics.width(word.text, word.font, 64) * word.size / 64
    return {kind: max(0.7, min(1.0, wanted[kind] / max(0.1, natural[kind]))) for kind in wanted}


def _tone(color: Color, look: _Look) -> Color:
    return (255 - color[0], 255 - color[1], 255 - color[2]) if look.inverted else color


def _box(look: _Look, left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
    """Returns the pixels of a rectangle, at least one each way."""
    x, y = round(left * look.scale), round(top * look.scale)
    return x, y, max(round(right * look.scale), x + 1), max(round(bottom * look.scale), y + 1)


def _draw_item(ops: list[Op], item: PdfItem, look: _Look) -> None:
    clip = 0, 0, look.width, look.height
    match item:
        case PdfBox(x, y, w, h, fill, edge):
            box = _box(look, x, y, x + w, y + h)
            if fill is not None:
                ops.append(("fill", *box, clip, _tone(fill, look)))
            if edge is not None:
                ops.append(("frame", *box, clip, _tone(edge, look), 0, 1))
        case PdfPicture(x, y, w, h, data):
            ops.append(("picture", *_box(look, x, y, x + w, y + h), clip, data))
        case PdfLine():
            _draw_line(ops, item, look)


def _draw_line(ops: list[Op], line: PdfLine, look: _Look) -> None:
    """Draws a line: an upright one as a rectangle, a slanting one as a row of dots."""
    clip = 0, 0, look.width, look.height
    thick, tone = max(1, round(line.width * look.scale)), _tone(line.color, look)
    x1, y1, x2, y2 = (value * look.scale for value in line[:4])
    across, down = abs(x2 - x1), abs(y2 - y1)
    left, top = min(x1, x2), min(y1, y2)
    if min(across, down) < 1:
        flat = across >= down
        x, y = round(left - (0 if flat else thick / 2)), round(top - (thick / 2 if flat else 0))
        right, bottom = x + (max(1, round(across)) if flat else thick), y + (thick if flat else max(1, round(down)))
        ops.append(("fill", x, y, right, bottom, clip, tone))
        return
    steps = min(_MAX_DOTS, round(max(across, down)))
    for i in range(steps + 1):
        x, y = round(x1 + (x2 - x1) * i / steps - thick / 2), round(y1 + (y2 - y1) * i / steps - thick / 2)
        ops.append(("fill", x, y, x + thick, y + thick, clip, tone))


def _draw_word(ops: list[Op], word: PdfText, look: _Look, share: float) -> None:
    """Draws a word in the bundled font that is nearest; where the page is very small, as a grey line."""
    clip, tone = (0, 0, look.width, look.height), _tone(word.color, look)
    size = min(128, round(word.size * look.scale * share))
    if size < 6:
        box = _box(look, word.x, word.y - 0.45 * word.size, word.x + word.width, word.y)
        paper = _tone(_PAPER, look)
        pale = [(2 * ground + ink) // 3 for ground, ink in zip(paper, tone, strict=True)]
        ops.append(("fill", *box, clip, (pale[0], pale[1], pale[2])))
        return
    wide, tall = metrics.width(word.text, word.font, size), metrics.line_height(word.font, size)
    left = round(word.x * look.scale + max(0.0, word.width * look.scale - wide) / 2)
    top = round(word.y * look.scale) - metrics.ascent(word.font, size)
    ops.append(("text", left, top, left + wide + 4, top + tall, clip, tone, word.text, word.font, size, "left"))
