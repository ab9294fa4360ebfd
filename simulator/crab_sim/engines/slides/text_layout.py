"""Lays the texts of slides out: where their lines lie on the slide, in pixels at 96 per inch.

* `laid_out` - the lines of an object's text, as the pages of a text that the engine of `writing` knows.
* `Laid` - the result. `text_height` - the height that a text box needs. `shown` - a text with all its looks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.engines.slides.model import Box, Shape, pixels
from crab_sim.engines.writing.formats.archive import over
from crab_sim.engines.writing.layout import Flow, Numbers, Placed, lines_of
from crab_sim.engines.writing.model import NO_LOOK, Look, Paragraph, Run, Text, style_of

__all__ = ["OUTLINE_SIZES", "PAD_X", "PAD_Y", "Laid", "laid_out", "shown", "text_height"]

PAD_X: Final = 250
"""The space between the left and right edge of an object and its text."""
PAD_Y: Final = 125
OUTLINE_SIZES: tuple[float, ...] = (32.0, 28.0, 24.0, 20.0)
"""The sizes of an outline's levels in points; deeper ones are like the last."""
_PIXELS_PER_POINT = 96 / 72
_SMALLEST_SCALE = 25


class Laid(NamedTuple):
    """A text on its slide.

    Attributes:
        flow: Its lines, placed on the slide.
        text: The text with all its looks, in the size in which it is shown.
        scale: That size in percent: a text that is too long for its place is shown smaller.
    """

    flow: Flow
    text: Text
    scale: int


def shown(text: Text, kind: str, look: Look = NO_LOOK, scale: int = 100) -> Text:
    """Returns a text whose runs have all looks that its object gives them; empty paragraphs have an empty run.

    Args:
        text: The text.
        kind: The kind of its object.
        look: The look of all of the object's text.
        scale: The size of the letters in percent.
    """
    found: list[Paragraph] = []
    for paragraph in text:
        base = look
        if kind == "outline" and not look.size:
            base = look._replace(size=OUTLINE_SIZES[min(paragraph.level, len(OUTLINE_SIZES) - 1)])
        if scale != 100:
            base = base._replace(size=base.size or style_of(paragraph).size)
        runs = [Run(run.text, _scaled(over(base, run.look), scale)) for run in paragraph.runs]
        found.append(paragraph._replace(runs=tuple(runs or [Run("", _scaled(base, scale))])))
    return tuple(found)


def _scaled(look: Look, scale: int) -> Look:
    return look if scale == 100 or not look.size else look._replace(size=look.size * scale / 100)


def _placed(text: Text, left: int, room: int, scale: int = 100) -> tuple[list[Placed], int]:
    """Returns the lines of a text below one another from 0 on, and their height; `scale` is that of the spaces."""
    lines: list[Placed] = []
    numbers, y, below = Numbers(), 0, 0
    for number, paragraph in enumerate(text):
        style = style_of(paragraph)
        marker = numbers.marker(paragraph)
        if number:
            y += max(below, round(style.above * _PIXELS_PER_POINT * scale / 100))
        for i, line in enumerate(lines_of(paragraph, room)):
            lines.append(Placed(number, line, 0, left, y, marker if not i else ""))
            y += line.height
        below = round(style.below * _PIXELS_PER_POINT * scale / 100)
    return lines, y


@lru_cache(maxsize=512)
def laid_out(text: Text, kind: str, box: Box, look: Look = NO_LOOK) -> Laid:
    """Returns where the lines of an object's text lie on its slide.

    Args:
        text: The text.
        kind: The kind of the object: titles are in the middle of their place, other texts at its top; those that are
            too long for a place of the layout get smaller.
        box: The object's place.
        look: The look of all its text.
    """
    left, top = pixels(box.x + PAD_X), pixels(box.y + PAD_Y)
    room, height = max(20, pixels(box.width - 2 * PAD_X)), pixels(box.height - 2 * PAD_Y)
    scale = 100
    dressed = shown(text, kind, look)
    lines, tall = _placed(dressed, left, room)
    while kind not in ("text", "notes") and tall > height and scale > _SMALLEST_SCALE:
        scale = max(_SMALLEST_SCALE, scale - 5)
        dressed = shown(text, kind, look, scale)
        lines, tall = _placed(dressed, left, room, scale)
    if kind in ("title", "subtitle"):
        top += (height - tall) // 2
    placed = tuple([line._replace(y=line.y + top) for line in lines])
    firsts = [0] * len(text)
    for i in reversed(range(len(placed))):
        firsts[placed[i].paragraph] = i
    return Laid(Flow(placed, (), 1, tuple(firsts), left + room), dressed, scale)


def text_height(shape: Shape) -> int:
    """Returns the height that an object needs for its text."""
    _, tall = _placed(shown(shape.text, shape.kind, shape.look), 0, max(20, pixels(shape.box.width - 2 * PAD_X)))
    return tall * 2540 // 96 + 2 * PAD_Y + 1
