"""A slide on the screen: to be edited, beside its notes, small in the pane, or in the show.

* `SlideView` - the slide, or the page with its notes, as it is edited. `draw_slide` - a slide without anything around.
* `paragraph_boxes` - where the paragraphs of an object lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from crab_sim.desktop.apps.impress.messages import Message
from crab_sim.desktop.apps.impress.objects import boxed, grips
from crab_sim.desktop.apps.impress.state import (
    NOTES,
    NOTES_PAGE,
    NOTES_SLIDE,
    Impress,
    laid_text,
    shape_of,
    slide_of,
)
from crab_sim.draw.ops import Rect
from crab_sim.engines.slides.model import Box, Deck, Shape, Slide, is_empty, pixels
from crab_sim.engines.slides.text_layout import Laid, laid_out
from crab_sim.engines.writing.line_view import INK, Spot, draw_line
from crab_sim.engines.writing.model import Paragraph, Position, length, plain, rgb, text_of
from crab_sim.engines.writing.places import caret_box
from crab_sim.engines.writing.session import selected, selection
from crab_sim.ui import Scene, Widget
from crab_sim.ui.node import EDITABLE, FOCUSED, SELECTED, DragData

__all__ = ["NAMES", "SlideView", "draw_slide", "fitting", "paragraph_boxes"]

_MARGIN = 16
_PAPER, _GREY, _BLUE = (255, 255, 255), (140, 140, 140), (53, 132, 228)
NAMES: Final = {
    "title": "Title", "subtitle": "Subtitle", "outline": "Outline", "text": "Text Box", "picture": "Image",
    "notes": "Notes",
}  # fmt: skip
"""The names of objects by their kinds."""
_PROMPTS: Final = {
    "title": "Click to add Title", "subtitle": "Click to add Text", "outline": "Click to add Text",
    "notes": "Click to add Notes",
}  # fmt: skip

_Rect = tuple[int, int, int, int]


def paragraph_boxes(spot: Spot, shape: Shape, laid: Laid | None = None) -> Iterator[tuple[_Rect, Paragraph]]:
    """Yields the place on the screen and the paragraph, of each that has text."""
    laid = laid_out(shape.text, shape.kind, shape.box, shape.look) if laid is None else laid
    spans: dict[int, tuple[int, int, int, int]] = {}
    for placed in laid.flow.lines:
        line = placed.line
        right = max([piece.x + piece.width for piece in line.pieces], default=line.left)
        box = (placed.x + line.left, placed.y, placed.x + right, placed.y + line.height)
        old = spans.get(placed.paragraph)
        if old is not None:
            box = (min(old[0], box[0]), old[1], max(old[2], box[2]), box[3])
        spans[placed.paragraph] = box
    for number, (left, top, right, bottom) in spans.items():
        if length(laid.text[number]):
            x, y = spot.left + spot.scaled(left), spot.top + spot.scaled(top)
            wide, tall = spot.scaled(right - left), spot.scaled(bottom - top)
            yield (x, y, max(1, wide), max(1, tall)), laid.text[number]


def draw_slide(scene: Scene, spot: Spot, deck: Deck, slide: Slide, small: bool = False) -> None:
    """Draws a slide as the audience sees it.

    Args:
        scene: The scene.
        spot: Where it lies on the screen.
        deck: Its presentation.
        slide: The slide.
        small: Whether letters that are too small become bars.
    """
    paper = boxed(spot, Box(0, 0, deck.width, deck.height))
    scene.fill(*paper, rgb(slide.ground) if slide.ground else _PAPER)
    outer = scene.clip
    scene.clip = _cut(outer, paper)
    for shape in slide.shapes:
        if shape.kind == "picture":
            _picture(scene, spot, shape)
        elif not is_empty(shape):
            laid = laid_out(shape.text, shape.kind, shape.box, shape.look)
            for placed in laid.flow.lines:
                draw_line(scene, spot, placed, laid.text[placed.paragraph], small=small)
    scene.clip = outer


def _cut(clip: Rect, box: _Rect) -> _Rect:
    x, y, w, h = box
    return max(clip[0], x), max(clip[1], y), min(clip[2], x + w), min(clip[3], y + h)


def _picture(scene: Scene, spot: Spot, shape: Shape) -> None:
    x, y, w, h = boxed(spot, shape.box)
    scene.ops.append(("picture", x, y, x + max(1, w), y + max(1, h), scene.clip, shape.picture))


def fitting(width: int, height: int, w: int, h: int) -> int:
    """Returns the size in thousandths at which a page fits into a room, both in pixels.

    Args:
        width: The page's width.
        height: Its height.
        w: The room's width.
        h: Its height.
    """
    return max(40, min(2000, (w - 2 * _MARGIN) * 1000 // width, (h - 2 * _MARGIN) * 1000 // height))


class SlideView(Widget[Message]):
    """The slide that is edited, or the page with its notes, in the middle of its room.

    Args:
        impress: The window's state.
        focused: Whether keys go to it.
    """

    __slots__ = ("focused", "impress")

    def __init__(self, impress: Impress, focused: bool) -> None:
        self.flex, self.impress, self.focused = 1, impress, focused

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the slide."""
        impress, deck = self.impress, self.impress.deck
        notes = impress.mode == "notes"
        size = NOTES_PAGE if notes else (deck.width, deck.height)
        width, height = pixels(size[0]), pixels(size[1])
        zoom = fitting(width, height, w, h)
        spot = Spot(x + (w - width * zoom // 1000) // 2, y + (h - height * zoom // 1000) // 2, zoom)
        outer = scene.clip
        scene.clip = _cut(outer, (x, y, w, h))
        scene.fill(x, y, w, h, (28, 28, 31) if scene.theme.dark else (222, 222, 224))
        at = (spot.left, spot.top, spot.zoom)
        scene.node(
            x, y, w, h, "other", "", "Notes View" if notes else "Slide View", "view", ("point", *at),
            ("context_menu", *at), ("word", *at), data=DragData(("sweep", *at, 0, 0, 0, 0)),
        )  # fmt: skip
        left, top, wide, tall = boxed(spot, Box(0, 0, *size))
        if scene.drawn:
            scene.ops.append(("shadow", left, top, left + wide, top + tall, scene.clip, 6))
            ground = "" if notes else slide_of(impress).ground
            scene.fill(left, top, wide, tall, rgb(ground) if ground else _PAPER)
        if notes:
            self._notes(scene, spot)
        else:
            for index in range(len(slide_of(impress).shapes)):
                self._shape(scene, spot, index)
        if scene.drawn and impress.chosen != -1:
            self._frame(scene, spot)
        scene.clip = outer

    def _notes(self, scene: Scene[Message], spot: Spot) -> None:
        """Draws the small slide above the notes."""
        deck = self.impress.deck
        width, height = pixels(deck.width), pixels(deck.height)
        left, top, w, h = boxed(spot, NOTES_SLIDE)
        zoom = min(w * 1000 // width, h * 1000 // height)
        if scene.drawn:
            at = Spot(left + (w - width * zoom // 1000) // 2, top + (h - height * zoom // 1000) // 2, zoom)
            draw_slide(scene, at, deck, slide_of(self.impress), small=True)
            scene.frame(at.left, at.top, width * zoom // 1000, height * zoom // 1000, _GREY)
        self._shape(scene, spot, NOTES)

    def _shape(self, scene: Scene[Message], spot: Spot, index: int) -> None:
        """Draws an object, and adds its nodes."""
        impress = self.impress
        shape = shape_of(impress, index)
        at = (spot.left, spot.top, spot.zoom)
        point: Message = ("point", *at)
        menu: Message = ("context_menu", *at)
        word: Message = ("word", *at)
        x, y, w, h = boxed(spot, shape.box)
        chosen = impress.chosen == index
        if shape.kind == "picture":
            _picture(scene, spot, shape)
            flags = SELECTED if chosen else 0
            scene.node(x, y, w, h, "image", "", "Image", "", point, menu, word, flags)
            return
        laid = laid_text(impress, index)
        edits = chosen and impress.session is not None
        empty = not any([length(each) for each in laid.text])
        name = NAMES[shape.kind]
        if edits:
            flags = EDITABLE | (FOCUSED if self.focused else 0)
            h = max(h, _bottom(spot, laid) - y)
            scene.node(x, y, w, h, "text_field", text_of(laid.text), name, shape.kind, point, menu, word, flags)
        else:
            flags = SELECTED if chosen else 0
            scene.node(x, y, w, h, "other", "", name, shape.kind, point, menu, word, flags)
        if empty and not edits:
            if shape.kind in _PROMPTS:
                self._prompt(scene, spot, shape)
            return
        for box, paragraph in paragraph_boxes(spot, shape, laid):
            scene.node(*box, "text", plain(paragraph), "", "", point, menu, word)
        if scene.drawn:
            self._text(scene, spot, laid, edits)

    @staticmethod
    def _prompt(scene: Scene[Message], spot: Spot, shape: Shape) -> None:
        """Draws the words in an empty place for text."""
        x, y, w, h = boxed(spot, shape.box)
        at = (spot.left, spot.top, spot.zoom)
        scene.frame(x, y, w, h, (190, 190, 190))
        size = max(9, min(40, spot.scaled({"title": 58, "notes": 26}.get(shape.kind, 42))))
        tall = size + 12
        middle = shape.kind in ("title", "subtitle")
        top = y + (h - tall) // 2 if middle else y + spot.scaled(5)
        prompt = _PROMPTS[shape.kind]
        scene.text(x + 8, top, w - 16, tall, prompt, _GREY, size, align="center" if middle else "left")
        point: Message = ("point", *at)
        menu: Message = ("context_menu", *at)
        word: Message = ("word", *at)
        scene.node(x + 8, top, w - 16, tall, "text", prompt, "", "", point, menu, word)

    def _text(self, scene: Scene[Message], spot: Spot, laid: Laid, edits: bool) -> None:
        session = self.impress.session
        ends: tuple[Position, Position] | None = None
        if edits and session is not None and selected(session):
            ends = selection(session)
        for placed in laid.flow.lines:
            draw_line(scene, spot, placed, laid.text[placed.paragraph], ends)
        if edits and session is not None and self.focused and ends is None:
            caret = caret_box(laid.flow, session.caret)
            left, top = spot.left + spot.scaled(caret.x), spot.top + spot.scaled(caret.y)
            scene.fill(left, top, 2, max(6, spot.scaled(caret.height)), INK)

    def _frame(self, scene: Scene[Message], spot: Spot) -> None:
        """Draws the frame around the chosen object, with handles unless its text is edited."""
        impress = self.impress
        box = boxed(spot, shape_of(impress, impress.chosen).box)
        x, y, w, h = box
        if impress.session is not None:
            h = max(h, _bottom(spot, laid_text(impress, impress.chosen)) - y)
            scene.frame(x - 2, y - 2, w + 4, h + 4, _GREY)
            return
        scene.frame(x - 1, y - 1, w + 2, h + 2, _BLUE)
        if impress.chosen >= 0:
            for _, _, at_x, at_y in grips(box):
                scene.round(at_x - 4, at_y - 4, 8, 8, _PAPER, 4)
                scene.frame(at_x - 4, at_y - 4, 8, 8, _BLUE, 4)


def _bottom(spot: Spot, laid: Laid) -> int:
    """Returns the lower edge of a text on the screen."""
    last = laid.flow.lines[-1]
    return spot.top + spot.scaled(last.y + last.line.height + 5)
