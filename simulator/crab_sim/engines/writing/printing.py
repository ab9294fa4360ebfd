"""Prints a rich text: its pages as a PDF file, with the same lines as on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.draw import text as metrics
from crab_sim.engines.pdf import PdfBox, PdfItem, PdfLine, PdfPage, PdfText, pdf_bytes
from crab_sim.engines.writing.layout import PAGE_HEIGHT, PAGE_WIDTH, Piece, Placed, flow, shape_of
from crab_sim.engines.writing.model import NO_LOOK, Paragraph, Text, rgb, style_of

__all__ = ["POINT", "SHADE", "print_text", "printed_line"]

POINT: Final = 72 / 96
"""Points per pixel."""
SHADE: Final = (192, 192, 192)
"""The colour of the shadows of letters."""
_INK: Final = (0, 0, 0)


def print_text(text: Text, title: str, pages: Sequence[int] | None = None) -> bytes:
    """Returns a text as a PDF file.

    Args:
        text: The text.
        title: The file's title.
        pages: Numbers of the pages to print, from 0; None for all.
    """
    laid = flow(text)
    items: list[list[PdfItem]] = [[] for _ in range(laid.pages)]
    for box in laid.cells:
        x, y, w, h = (side * POINT for side in (box.x, box.y, box.width, box.height))
        items[box.page].append(PdfBox(x, y, w, h, edge=_INK))
    for placed in laid.lines:
        items[placed.page] += printed_line(placed, text[placed.paragraph])
    chosen = range(laid.pages) if pages is None else pages
    sheets = [PdfPage(PAGE_WIDTH * POINT, PAGE_HEIGHT * POINT, tuple(items[i])) for i in chosen if i < laid.pages]
    return pdf_bytes(sheets, title, "Writer")


def printed_line(placed: Placed, paragraph: Paragraph) -> list[PdfItem]:
    """Returns the parts of a printed line of text: grounds, text, and lines below it or through it."""
    found: list[PdfItem] = []
    line, baseline = placed.line, placed.y + placed.line.baseline
    if placed.marker:
        style = style_of(paragraph)
        look = paragraph.runs[0].look if paragraph.runs else NO_LOOK
        shape = shape_of(style.font, style.size, style.bold, look)
        x = placed.x + line.left - style.hang
        found.append(PdfText(x * POINT, baseline * POINT, placed.marker, shape.font, shape.size * POINT))
    below: list[PdfItem] = []
    above: list[PdfItem] = []
    for piece in line.pieces:
        if piece.text not in ("\t", "\n"):
            _piece(placed.x, baseline, piece, below, found, above)
    return [*below, *found, *above]


def _piece(
    left: int, baseline: int, piece: Piece, below: list[PdfItem], found: list[PdfItem], above: list[PdfItem]
) -> None:
    """Adds a piece of a line: the ground below it, the text, the lines above it."""
    shape, x = piece.shape, left + piece.x
    baseline -= shape.rise
    color = rgb(shape.color) if shape.color else _INK
    width, size = piece.width * POINT, shape.size * POINT
    if shape.highlight:
        top = baseline - metrics.ascent(shape.font, shape.size)
        tall = metrics.line_height(shape.font, shape.size)
        below.append(PdfBox(x * POINT, top * POINT, width, tall * POINT, fill=rgb(shape.highlight)))
    if shape.shadow:
        shift = max(1, shape.size // 18)
        below.append(
            PdfText((x + shift) * POINT, (baseline + shift) * POINT, piece.text, shape.font, size, SHADE, width)
        )
    found.append(PdfText(x * POINT, baseline * POINT, piece.text, shape.font, size, color, width))
    lines = ((shape.underline, 2.0), (shape.strike, -shape.size * 0.3), (shape.overline, -shape.size * 0.9))
    for wanted, at in lines:
        if wanted:
            y = (baseline + at) * POINT
            above.append(PdfLine(x * POINT, y, x * POINT + width, y, size / 16, color))
