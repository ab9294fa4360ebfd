"""The panes beside the slide: the slides on the left, the layouts on the right."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop.apps.impress.messages import Message
from crab_sim.desktop.apps.impress.objects import boxed
from crab_sim.desktop.apps.impress.slide_view import SlideView, draw_slide
from crab_sim.desktop.apps.impress.state import Impress, finished, slide_of
from crab_sim.engines.slides.model import LAYOUTS, Box, Deck, pixels, placeholders, slide_name
from crab_sim.engines.writing.line_view import Spot
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.node import FOCUSED, SCROLLABLE, SELECTED, DragData, ScrollData

__all__ = ["Workspace", "layouts_fit"]

_SLIDES, _LAYOUTS = 168, 190
_HEAD = 28
_SMALL = 126
_LEAST: Final = 820


def layouts_fit(width: int) -> bool:
    """Returns whether a window of a width has room for the layouts."""
    return width >= _LEAST


class Workspace(Widget[Message]):
    """The slide between the panes.

    Args:
        impress: The window's state.
        focused: Whether keys go to the slide or a pane.
        width: The window's width in pixels.
    """

    __slots__ = ("focused", "impress", "width_of")

    def __init__(self, impress: Impress, focused: bool, width: int) -> None:
        self.flex, self.impress, self.focused, self.width_of = 1, impress, focused, width

    def height(self, theme: Theme, w: int) -> int:
        """Returns no height of its own: it takes the rest of the window."""
        return 0

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws slide and panes."""
        impress, theme = self.impress, scene.theme
        left, right = x, x + w
        if impress.slides:
            _Slides(impress, self.focused and impress.pane).place(scene, x, y, _SLIDES, h)
            scene.fill(x + _SLIDES, y, 1, h, theme.outline)
            left += _SLIDES + 1
        if impress.layouts and layouts_fit(self.width_of):
            right -= _LAYOUTS
            _Layouts(impress).place(scene, right, y, _LAYOUTS, h)
            scene.fill(right - 1, y, 1, h, theme.outline)
            right -= 1
        SlideView(impress, self.focused and not impress.pane).place(scene, left, y, right - left, h)


def _head(scene: Scene[Message], place: tuple[int, int, int], name: str, button: str, closing: Message) -> None:
    """Draws the head of a pane at a place and width, with a button that closes it."""
    x, y, w = place
    theme = scene.theme
    scene.fill(x, y, w, _HEAD, theme.bar)
    scene.text(x + 10, y, w - 40, _HEAD, name, theme.text, theme.small, "bold")
    scene.node(x + 10, y, w - 50, _HEAD, "text", name)
    scene.icon(x + w - 24, y + 8, 12, "close", theme.muted)
    scene.node(x + w - 30, y + 2, 24, 24, "button", button, message=closing)


class _Slides(Widget[Message]):
    """The pane of small slides."""

    __slots__ = ("focused", "impress")

    def __init__(self, impress: Impress, focused: bool) -> None:
        self.flex, self.impress, self.focused = 0, impress, focused

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the slides in view."""
        deck, theme = self.impress.deck, scene.theme
        scene.fill(x, y, w, h, theme.surface)
        _head(scene, (x, y, w), "Slides", "Close Pane", ("pane",))
        y, h = y + _HEAD, h - _HEAD
        tall = _SMALL * deck.height // max(1, deck.width)
        tall = max(30, min(180, tall))
        pitch = tall + 14
        limit = max(0, len(deck.slides) * pitch + 10 - h)
        offset = self._offset(scene, pitch, h, limit)
        flags = (SCROLLABLE if limit else 0) | (FOCUSED if self.focused else 0)
        scene.node(
            x, y, w, h, "list", "", "Slides View", "slides", ("pane_focus",), ("pane_menu", self.impress.current),
            flags=flags, data=ScrollData("pane", offset, limit, None),
        )  # fmt: skip
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        top = y + 8 - offset
        for number in range(max(0, offset // pitch - 1), min(len(deck.slides), (offset + h) // pitch + 1)):
            self._slide(scene, number, (x + 30, top + number * pitch, _SMALL, tall), (x, top, w, pitch))
        if limit and scene.drawn:
            bar = max(24, h * h // (h + limit))
            scene.round(x + w - 6, y + (h - bar) * offset // limit, 4, bar, theme.faint, 2)
        scene.clip = outer

    def _offset(self, scene: Scene[Message], pitch: int, h: int, limit: int) -> int:
        """Returns the scroll offset: the wheel's, or one at which the slide that is shown is in view."""
        scroll = scene.page.scroll
        if "pane" in scroll:
            return max(0, min(limit, scroll["pane"]))
        return max(0, min(limit, (self.impress.current + 1) * pitch + 10 - h))

    def _slide(
        self, scene: Scene[Message], number: int, box: tuple[int, int, int, int], row: tuple[int, int, int, int]
    ) -> None:
        impress, theme, (x, y, w, h) = self.impress, scene.theme, box
        left, top, across, pitch = row
        current = number == impress.current
        deck = impress.deck
        slide = slide_of(finished(impress)) if current else deck.slides[number]  # with what is being typed
        if scene.drawn:
            if current:
                scene.round(left + 2, y - 5, across - 8, h + 10, theme.tonal, 6)
            ink = theme.on_tonal if current else theme.muted
            scene.text(left + 2, y, 26, h, str(number + 1), ink, theme.small, align="center")
            spot = Spot(x, y, min(w * 1000 // pixels(deck.width), h * 1000 // pixels(deck.height)))
            _, _, wide, tall = boxed(spot, Box(0, 0, deck.width, deck.height))  # a pixel off w and h by rounding
            draw_slide(scene, spot, deck, slide, small=True)
            scene.frame(x, y, wide, tall, theme.accent if current else theme.outline, 0, 2 if current else 1)
            if slide.hidden:
                scene.ops.append(("shade", x, y, x + wide, y + tall, scene.clip, (128, 128, 128), 130))
        name = slide_name(deck, number)
        scene.node(
            left, y - 5, across, h + 10, "list_item", name, "Hidden slide" if slide.hidden else "", "",
            ("slide", number), ("pane_menu", number), flags=SELECTED if current else 0,
            data=DragData(("slide_drag", number, top - 7, pitch, 0, 0, 0, 0)),
        )  # fmt: skip


class _Layouts(Widget[Message]):
    """The pane of layouts."""

    __slots__ = ("impress",)

    def __init__(self, impress: Impress) -> None:
        self.flex, self.impress = 0, impress

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the layouts, two in a row."""
        theme, deck = scene.theme, Deck(())
        scene.fill(x, y, w, h, theme.surface)
        _head(scene, (x, y, w), "Layouts", "Close Sidebar Deck", ("layouts",))
        scene.node(x, y + _HEAD, w, h - _HEAD, "list", "", "Layouts", "layouts")
        current = slide_of(self.impress).layout
        wide = (w - 30) // 2
        tall = wide * deck.height // deck.width
        for i, name in enumerate(LAYOUTS):
            left = x + 10 + (i % 2) * (wide + 10)
            top = y + _HEAD + 10 + i // 2 * (tall + 12)
            on = name == current
            scene.fill(left, top, wide, tall, (255, 255, 255))
            for shape in placeholders(name, deck):
                box = [side * wide // deck.width for side in shape.box]
                scene.frame(left + box[0], top + box[1], max(4, box[2]), max(3, box[3]), (140, 140, 140))
            scene.frame(left, top, wide, tall, theme.accent if on else theme.outline, 0, 2 if on else 1)
            shown = LAYOUTS[name].name
            scene.node(left, top, wide, tall, "list_item", shown, message=("layout", name),
                       flags=SELECTED if on else 0)  # fmt: skip
