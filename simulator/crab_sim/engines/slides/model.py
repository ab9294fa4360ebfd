"""The model of a presentation: plain, immutable data, of which two versions share all that is alike.

Lengths are hundredths of a millimetre, as in LibreOffice.

* `Deck`, `Slide`, `Shape`, `Box` - its parts. `LAYOUTS`, `Layout` - how slides are laid out.
* `new_deck`, `placeholders`, `empty_text`, `restyled` - making them. `slide_name`, `is_empty`, `words` - asking them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.engines.writing.model import NO_LOOK, Look, Marker, Paragraph, Text, length, text_of

__all__ = [
    "LAYOUTS", "MAX_SHAPES", "MAX_SLIDES", "STYLE_NAMES", "Box", "Deck", "Kind", "Layout", "Shape", "Slide",
    "empty_text", "is_empty", "new_deck", "pixels", "placeholders", "restyled", "slide_name", "words",
]  # fmt: skip

MAX_SLIDES: Final = 500
"""The most slides of a presentation."""
MAX_SHAPES: Final = 100
"""The most objects on a slide."""

Kind: TypeAlias = Literal["title", "subtitle", "outline", "text", "picture", "notes"]
"""The kinds of objects; the first three are the places that a layout has for text. Notes lie on no slide."""
STYLE_NAMES: Final[Mapping[str, str]] = {
    "title": "Slide Title", "subtitle": "Slide Subtitle", "outline": "Outline", "text": "Text Box", "notes": "Notes",
}  # fmt: skip
"""The styles of paragraphs by the kinds of texts."""


class Box(NamedTuple):
    """A place on a slide: left and top edge, and size."""

    x: int
    y: int
    width: int
    height: int


class Shape(NamedTuple):
    """An object on a slide.

    Attributes:
        kind: Its kind.
        box: Its place.
        text: Its text; of a picture, nothing.
        look: The look of all its text, where single characters have none of their own.
        picture: A picture's file.
    """

    kind: Kind
    box: Box
    text: Text = ()
    look: Look = NO_LOOK
    picture: bytes = b""


class Slide(NamedTuple):
    """A slide.

    Attributes:
        name: Its name; ``""`` for one that is called after its number.
        layout: The id of its layout.
        shapes: Its objects from back to front.
        notes: The speaker's notes.
        hidden: Whether the presentation leaves it out.
        ground: Colour of its ground as ``#rrggbb``; ``""`` for the master's, white.
    """

    name: str = ""
    layout: str = "blank"
    shapes: tuple[Shape, ...] = ()
    notes: Text = (Paragraph(style="Notes"),)
    hidden: bool = False
    ground: str = ""


class Deck(NamedTuple):
    """A presentation: its slides, at least one, and their size."""

    slides: tuple[Slide, ...]
    width: int = 28000
    height: int = 15750


class Layout(NamedTuple):
    """A layout of slides.

    Attributes:
        name: Its name.
        places: The kinds of its places for text, each with its box in thousandths of the slide.
    """

    name: str
    places: tuple[tuple[Kind, Box], ...] = ()


_TITLE: Final[tuple[Kind, Box]] = ("title", Box(50, 40, 900, 167))


def _outlines(*boxes: Box) -> tuple[tuple[Kind, Box], ...]:
    return (_TITLE, *[("outline", box) for box in boxes])


LAYOUTS: Final[Mapping[str, Layout]] = {
    "blank": Layout("Blank Slide"),
    "title": Layout("Title Slide", (_TITLE, ("subtitle", Box(50, 234, 900, 580)))),
    "content": Layout("Title, Content", _outlines(Box(50, 234, 900, 580))),
    "two": Layout("Title and 2 Content", _outlines(Box(50, 234, 439, 580), Box(511, 234, 439, 580))),
    "title_only": Layout("Title Only", (_TITLE,)),
    "centered": Layout("Centered Text", (("subtitle", Box(50, 40, 900, 774)),)),
    "over": Layout("Title, Content over Content", _outlines(Box(50, 234, 900, 277), Box(50, 537, 900, 277))),
    "four": Layout(
        "Title, 4 Content",
        _outlines(Box(50, 234, 439, 277), Box(511, 234, 439, 277), Box(50, 537, 439, 277), Box(511, 537, 439, 277)),
    ),
}
"""The layouts by their ids, in the order of the menu."""


def pixels(length: int) -> int:
    """Returns a length in pixels at 96 per inch.

    >>> pixels(2540)
    96
    """
    return round(length * 96 / 2540)


def slide_name(deck: Deck, number: int) -> str:
    """Returns the name of a slide, by its number from 0."""
    return deck.slides[number].name or f"Slide {number + 1}"


def empty_text(kind: str) -> Text:
    """Returns the text of an object without any."""
    marker: Marker = "bullet" if kind == "outline" else ""
    return (Paragraph(style=STYLE_NAMES[kind], marker=marker),)


def is_empty(shape: Shape) -> bool:
    """Returns whether an object is a place for text that has none."""
    return shape.kind in ("title", "subtitle", "outline") and not any([length(each) for each in shape.text])


def placeholders(layout: str, deck: Deck) -> tuple[Shape, ...]:
    """Returns the places for text of a layout, without text."""
    found: list[Shape] = []
    for kind, share in LAYOUTS[layout].places:
        box = Box(
            share.x * deck.width // 1000, share.y * deck.height // 1000,
            share.width * deck.width // 1000, share.height * deck.height // 1000,
        )  # fmt: skip
        found.append(Shape(kind, box, empty_text(kind)))
    return tuple(found)


def restyled(text: Text, kind: str) -> Text:
    """Returns a text for an object of another kind; without text, it is an empty one of that kind."""
    if not any([length(each) for each in text]):
        return empty_text(kind)
    return tuple([each._replace(style=STYLE_NAMES[kind]) for each in text])


def new_deck() -> Deck:
    """Returns a new presentation: a title slide."""
    deck = Deck((Slide(),))
    return deck._replace(slides=(Slide(layout="title", shapes=placeholders("title", deck)),))


def words(slide: Slide) -> str:
    """Returns the text of a slide, a line for each paragraph."""
    return "\n".join([text_of(shape.text) for shape in slide.shapes if shape.text and not is_empty(shape)])
