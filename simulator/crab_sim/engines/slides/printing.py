"""Prints presentations: their slides as the pages of a PDF file, with the same lines as on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.engines.pdf import PdfBox, PdfItem, PdfPage, PdfPicture, pdf_bytes
from crab_sim.engines.slides.model import Deck, Slide, is_empty
from crab_sim.engines.slides.text_layout import laid_out
from crab_sim.engines.writing.model import rgb
from crab_sim.engines.writing.printing import printed_line

__all__ = ["print_deck"]

_POINTS = 72 / 2540
"""Points per hundredth of a millimetre."""


def print_deck(deck: Deck, title: str, numbers: Sequence[int] | None = None) -> bytes:
    """Returns a presentation as a PDF file, without its hidden slides.

    Args:
        deck: The presentation.
        title: The file's title.
        numbers: Numbers of the slides to print, from 0; None for all.
    """
    count = len(deck.slides)
    chosen = [i for i in (range(count) if numbers is None else numbers) if i < count]
    pages = [
        PdfPage(deck.width * _POINTS, deck.height * _POINTS, tuple(_items(deck, deck.slides[i])))
        for i in chosen
        if not deck.slides[i].hidden
    ]
    return pdf_bytes(pages or [PdfPage(deck.width * _POINTS, deck.height * _POINTS, ())], title, "Impress")


def _items(deck: Deck, slide: Slide) -> list[PdfItem]:
    items: list[PdfItem] = []
    if slide.ground:
        items.append(PdfBox(0, 0, deck.width * _POINTS, deck.height * _POINTS, fill=rgb(slide.ground)))
    for shape in slide.shapes:
        if shape.kind == "picture":
            x, y, w, h = (length * _POINTS for length in shape.box)
            items.append(PdfPicture(x, y, w, h, shape.picture))
        elif not is_empty(shape):
            laid = laid_out(shape.text, shape.kind, shape.box, shape.look)
            for placed in laid.flow.lines:
                items += printed_line(placed, laid.text[placed.paragraph])
    return items
