"""Draws the lines of a rich text on a screen: markers, pieces with their looks, and the ground of a selection.

* `Spot` - where a page lies on the screen. `draw_line` - one line on it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.draw import text as metrics
from crab_sim.engines.writing.layout import Piece, Placed, shape_of
from crab_sim.engines.writing.model import NO_LOOK, Paragraph, Position, rgb, style_of
from crab_sim.engines.writing.places import x_of
from crab_sim.engines.writing.printing import SHADE
from crab_sim.ui import Scene

__all__ = ["INK", "Spot", "draw_line"]

INK: Final = (0, 0, 0)
_SELECTED: Final = (176, 208, 247)
_GREY: Final = (150, 150, 150)
_PAPER: Final = (255, 255, 255)
_LEAST = 6


class Spot(NamedTuple):
    """Where a page lies on the screen: its left and top edge in pixels, and its size in thousandths."""

    left: int
    top: int
    zoom: int

    def scaled(self, size: int) -> int:
        """Returns a length of the page on the screen."""
        return size * self.zoom // 1000


def draw_line(
    scene: Scene,
    spot: Spot,
    placed: Placed,
    paragraph: Paragraph,
    selected: tuple[Position, Position] | None = None,
    small: bool = False,
) -> None:
    """Draws a line.

    Args:
        scene: The scene.
        spot: Where its page lies.
        placed: The line.
        paragraph: Its paragraph.
        selected: The ends of the selection; None for none.
        small: Whether letters too small to be drawn become grey bars, as in a small picture of a page.
    """
    line = placed.line
    if selected is not None:
        _selected(scene, spot, placed, selected)
    if placed.marker:
        style = style_of(paragraph)
        look = paragraph.runs[0].look if paragraph.runs else NO_LOOK
        shape = shape_of(style.font, style.size, style.bold, look)
        width = metrics.width(placed.marker, shape.font, shape.size)
        _piece(scene, spot, placed, Piece(0, placed.marker, line.left - style.hang, width, shape), small)
    for piece in line.pieces:
        _piece(scene, spot, placed, piece, small)


def _piece(scene: Scene, spot: Spot, placed: Placed, piece: Piece, small: bool) -> None:
    """Draws a piece of a line; at another size than its own, word by word, so that the places stay."""
    shape = piece.shape
    size = shape.size if spot.zoom == 1000 else max(_LEAST, min(128, spot.scaled(shape.size)))
    top = spot.top + spot.scaled(placed.y + placed.line.baseline - shape.rise) - metrics.ascent(shape.font, size)
    tall = metrics.line_height(shape.font, size)
    left = spot.left + spot.scaled(placed.x + piece.x)
    wide = spot.left + spot.scaled(placed.x + piece.x + piece.width) - left
    color = rgb(shape.color) if shape.color else INK
    if shape.highlight and piece.text != "\n":
        scene.fill(left, top, wide, tall, rgb(shape.highlight))
    if piece.text in ("\t", "\n"):
        return
    if small and spot.scaled(shape.size) < _LEAST:
        if piece.text.strip():
            baseline = spot.top + spot.scaled(placed.y + placed.line.baseline)
            scene.fill(left, baseline - 2, wide, 2, _GREY)
        return
    layers = [(0, 0, color)]
    if shape.outline:
        layers = [(-1, 0, color), (1, 0, color), (0, -1, color), (0, 1, color), (0, 0, _PAPER)]
    if shape.shadow:
        shift = max(1, size // 18)
        layers.insert(0, (shift, shift, SHADE))
    for across, down, ink in layers:
        _letters(scene, spot, placed, piece, (across, top + down, size), ink)
    baseline, thick = top + metrics.ascent(shape.font, size), max(1, size // 14)
    if shape.underline:
        scene.fill(left, baseline + 2, wide, thick, color)
    if shape.strike:
        scene.fill(left, baseline - size * 3 // 10, wide, thick, color)
    if shape.overline:
        scene.fill(left, baseline - size * 9 // 10, wide, thick, color)


def _letters(
    scene: Scene, spot: Spot, placed: Placed, piece: Piece, at: tuple[int, int, int], color: tuple[int, int, int]
) -> None:
    """Draws the letters of a piece; `at` has pixels to the right, the top edge, and the size."""
    (across, top, size), shape = at, piece.shape
    tall = metrics.line_height(shape.font, size)
    left = spot.left + spot.scaled(placed.x + piece.x) + across
    if spot.zoom == 1000:
        scene.text(left, top, piece.width, tall, piece.text, color, size, shape.font)
        return
    start = 0
    for word in piece.text.split(" "):
        before = metrics.width(piece.text[:start], shape.font, shape.size)
        x = spot.left + spot.scaled(placed.x + piece.x + before) + across
        scene.text(x, top, metrics.width(word, shape.font, size) + 2, tall, word, color, size, shape.font)
        start += len(word) + 1


def _selected(scene: Scene, spot: Spot, placed: Placed, ends: tuple[Position, Position]) -> None:
    """Draws the selection's ground behind a line."""
    low, high = ends
    number, line = placed.paragraph, placed.line
    if not low.paragraph <= number <= high.paragraph:
        return
    start = max(line.start, low.offset) if number == low.paragraph else line.start
    stop = min(line.stop, high.offset) if number == high.paragraph else line.stop
    if start > line.stop or stop < line.start or (start == stop and line.stop > line.start):
        return
    left, right = x_of(placed, start), x_of(placed, stop)
    if start == stop:
        if number == high.paragraph:
            return
        right = left + 5  # an empty line in the selection
    wide = max(1, spot.scaled(right) - spot.scaled(left))
    top = spot.top + spot.scaled(placed.y)
    scene.fill(spot.left + spot.scaled(left), top, wide, spot.scaled(line.height), _SELECTED)
