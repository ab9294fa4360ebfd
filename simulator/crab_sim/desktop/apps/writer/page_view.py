"""The pages of a text on the window's grey ground: text, tables, selection, caret.

* `PageView` - the widget. `Ground` - where the pages lie on the screen, by which a click finds its place in the text.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.desktop.apps.writer.messages import Message
from crab_sim.desktop.apps.writer.state import Writer
from crab_sim.engines.writing.layout import PAGE_HEIGHT, PAGE_WIDTH, Flow, Placed, flow
from crab_sim.engines.writing.line_view import INK, Spot, draw_line
from crab_sim.engines.writing.model import Paragraph, Position, plain, style_of
from crab_sim.engines.writing.places import CaretBox, caret_box, position_at, x_of
from crab_sim.engines.writing.session import selected, selection
from crab_sim.ui import Scene, Widget
from crab_sim.ui.node import EDITABLE, FOCUSED, SCROLLABLE, DragData, ScrollData

__all__ = ["Ground", "PageView"]

_GAP, _REACH = 14, 30
_PAPER, _MARK = (255, 255, 255), (60, 120, 180)
_EDGE_OF_TABLE: Final = (90, 90, 90)


class Ground(NamedTuple):
    """The place of the pages.

    Attributes:
        left: The left edge of the pages on the screen, in pixels.
        top: The top edge of the ground's contents, above the first page; it may be above the screen.
        zoom: Size of the pages, in thousandths.
        offset: Pixels by which the ground is scrolled.
    """

    left: int
    top: int
    zoom: int
    offset: int

    def scaled(self, size: int) -> int:
        """Returns a length of the page on the screen."""
        return size * self.zoom // 1000

    def page_top(self, page: int) -> int:
        """Returns the top edge of a page on the screen."""
        return self.top + _GAP + page * (self.scaled(PAGE_HEIGHT) + _GAP)

    def position(self, pages: Flow, x: int, y: int) -> Position:
        """Returns the place in the text that is nearest to a point of the screen."""
        page = max(0, min(pages.pages - 1, (y - self.top - _GAP) // (self.scaled(PAGE_HEIGHT) + _GAP)))
        return position_at(
            pages, page, (x - self.left) * 1000 // self.zoom, (y - self.page_top(page)) * 1000 // self.zoom
        )


class PageView(Widget[Message]):
    """The pages.

    Args:
        writer: The window's state.
        name: Name of the document, for screen readers.
        focused: Whether keys go to the text, so that it has a caret.
    """

    __slots__ = ("focused", "name", "writer")

    def __init__(self, writer: Writer, name: str, focused: bool) -> None:
        self.flex = 1
        self.writer, self.name, self.focused = writer, name, focused

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the pages in view."""
        writer, pages = self.writer, flow(self.writer.text)
        zoom = max(200, min(writer.zoom * 10, (w - 2 * _GAP) * 1000 // PAGE_WIDTH))
        page_w, page_h = PAGE_WIDTH * zoom // 1000, PAGE_HEIGHT * zoom // 1000
        limit = max(0, _GAP + pages.pages * (page_h + _GAP) - h)
        caret = caret_box(pages, writer.caret)
        offset = self._offset(scene, caret, zoom, h, limit)
        ground = Ground(x + (w - page_w) // 2, y - offset, zoom, offset)
        scene.fill(x, y, w, h, (28, 28, 31) if scene.theme.dark else (214, 214, 217))
        flags = SCROLLABLE if limit else 0
        scene.node(x, y, w, h, "other", rid="pages", flags=flags, data=ScrollData("page", offset, limit, None))
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        first, last = max(0, offset // (page_h + _GAP) - 1), (offset + h) // (page_h + _GAP)
        if scene.drawn:
            for page in range(first, min(last + 1, pages.pages)):
                self._page(scene, ground, page)
        self._nodes(scene, ground, pages, (x, y, w, h))
        if scene.drawn:
            self._draw(scene, ground, pages, (y, y + h))
            if self.focused and not selected(writer.session):
                top, left = ground.page_top(caret.page) + ground.scaled(caret.y), ground.left + ground.scaled(caret.x)
                scene.fill(left, top, 2 if zoom > 700 else 1, max(6, ground.scaled(caret.height)), INK)
            if limit:
                bar = max(28, h * h // (h + limit))
                scene.round(x + w - 8, y + (h - bar) * offset // limit, 6, bar, scene.theme.muted, 3)
        scene.clip = outer

    @staticmethod
    def _offset(scene: Scene[Message], caret: CaretBox, zoom: int, h: int, limit: int) -> int:
        """Returns the scroll offset: the wheel's, or one at which the caret is in view."""
        scroll = scene.page.scroll
        if "page" in scroll:
            return max(0, min(limit, scroll["page"]))
        base = scroll.get("base", 0)
        above = Ground(0, 0, zoom, 0)
        top = above.page_top(caret.page) + above.scaled(caret.y)
        bottom = top + above.scaled(caret.height)
        if top - _REACH < base:
            base = top - _REACH
        elif bottom + _REACH > base + h:
            base = bottom + _REACH - h
        return max(0, min(limit, base))

    @staticmethod
    def _page(scene: Scene[Message], ground: Ground, page: int) -> None:
        top, w, h = ground.page_top(page), ground.scaled(PAGE_WIDTH), ground.scaled(PAGE_HEIGHT)
        left = ground.left
        scene.ops.append(("shadow", left, top, left + w, top + h, scene.clip, 6))
        scene.fill(left, top, w, h, _PAPER)

    def _nodes(self, scene: Scene[Message], ground: Ground, pages: Flow, box: tuple[int, int, int, int]) -> None:
        """Adds the document's node, and one for each paragraph and cell in view."""
        x, y, w, h = box
        at = (ground.left, ground.top, ground.zoom, ground.offset)
        point: Message = ("point", *at)
        word: Message = ("word", *at)
        menu: Message = ("context_menu", *at)
        flags = EDITABLE | (FOCUSED if self.focused else 0)
        scene.node(
            x, y, w, h, "text_field", "", self.name, "document", point, menu, word, flags,
            DragData(("sweep", *at, 0, 0, 0, 0)),
        )  # fmt: skip
        text = self.writer.text
        for cell in pages.cells:
            top = ground.page_top(cell.page) + ground.scaled(cell.y)
            tall, wide = ground.scaled(cell.height), ground.scaled(cell.width)
            if top < y + h and top + tall > y:
                place = text[cell.paragraph].cell
                inside = [plain(each) for each in text[cell.paragraph :][:50] if each.cell == place]
                left = ground.left + ground.scaled(cell.x)
                scene.node(left, top, wide, tall, "cell", "\n".join(inside), "", "", point, menu, word)
        shown: dict[int, tuple[int, int]] = {}
        for placed in pages.lines:
            top = ground.page_top(placed.page) + ground.scaled(placed.y)
            bottom = top + max(1, ground.scaled(placed.line.height))
            if top < y + h and bottom > y and text[placed.paragraph].cell is None:
                span = shown.get(placed.paragraph)
                shown[placed.paragraph] = (top, bottom) if span is None else (min(span[0], top), max(span[1], bottom))
        for number, (top, bottom) in shown.items():
            words = plain(text[number])
            if words:
                name = text[number].style if style_of(text[number]).level else ""
                left, wide = ground.left + ground.scaled(76), ground.scaled(PAGE_WIDTH - 152)
                scene.node(left, top, wide, bottom - top, "text", words, name, "", point, menu, word)

    def _draw(self, scene: Scene[Message], ground: Ground, pages: Flow, view: tuple[int, int]) -> None:
        """Draws the lines and cells in view."""
        text = self.writer.text
        for cell in pages.cells:
            top, left = ground.page_top(cell.page) + ground.scaled(cell.y), ground.left + ground.scaled(cell.x)
            if top < view[1] and top + ground.scaled(cell.height) >= view[0]:
                right = ground.left + ground.scaled(cell.x + cell.width)
                tall = ground.page_top(cell.page) + ground.scaled(cell.y + cell.height) - top
                scene.frame(left, top, right - left + 1, tall + 1, _EDGE_OF_TABLE)
        for placed in pages.lines:
            top = ground.page_top(placed.page) + ground.scaled(placed.y)
            if top < view[1] and top + ground.scaled(placed.line.height) > view[0]:
                self._line(scene, ground, placed, text[placed.paragraph])

    def _line(self, scene: Scene[Message], ground: Ground, placed: Placed, paragraph: Paragraph) -> None:
        spot, session = Spot(ground.left, ground.page_top(placed.page), ground.zoom), self.writer.session
        draw_line(scene, spot, placed, paragraph, selection(session) if selected(session) else None)
        if self.writer.marks:
            self._marks(scene, ground, placed, paragraph)

    @staticmethod
    def _marks(scene: Scene[Message], ground: Ground, placed: Placed, paragraph: Paragraph) -> None:
        """Draws the marks of blanks, tabs and the paragraph's end."""
        line = placed.line
        top = ground.page_top(placed.page) + ground.scaled(placed.y)
        tall, size = ground.scaled(line.height), max(6, ground.scaled(14))

        def mark(offset: int, sign: str) -> None:
            x = ground.left + ground.scaled(x_of(placed, offset))
            scene.text(x, top, 16, tall, sign, _MARK, size)

        for piece in line.pieces:
            for i, char in enumerate(piece.text):
                if char in " \t\n":
                    mark(piece.start + i, {" ": "·", "\t": "→", "\n": "↵"}[char])
        if line.stop == len(plain(paragraph)):
            mark(line.stop, "¶")
