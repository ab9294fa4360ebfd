"""The data model of documents: tuples of plain values. Lengths are in centimetres from the top left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = [
    "UNREAD",
    "Bounds",
    "Cell",
    "Paragraph",
    "PdfPage",
    "PdfPicture",
    "Picture",
    "Run",
    "Shape",
    "Sheet",
    "Slide",
    "TextDocument",
]  # fmt: skip

UNREAD: Final[Mapping[str, Mapping[str, str]]] = {
    "archive": {"mode": "programs give files different ones; those that all may change or run are told"},
    "presentation": {
        "font": "programs replace fonts of letters by others",
        "height": "a box grows with its text",
        "level": "programs make lists of lines",
        "marker": "programs make lists of lines",
        "name": "it is on no slide",
        "size": "programs fit words to their boxes",
    },
    "text document": {"marker": "programs make lists of lines"},
}
"""The parts of documents that aren't read, with the reason each, by the kind of document."""

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Run(NamedTuple):
    """A piece of a paragraph with one format.

    Attributes:
        text: Its text.
        bold: Whether it is bold, by its own format or its style.
        italic: Whether it is italic.
        underline: Whether it is underlined.
        other: What else isn't as usual, such as ``"color #ff0000"``: what hides or marks the text, wherever it comes
            from, and fonts and sizes that aren't a named style's.
    """

    text: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    other: tuple[str, ...] = ()


class Paragraph(NamedTuple):
    """A paragraph or heading.

    Attributes:
        runs: Its text, split by format.
        style: Name of its paragraph style, such as ``"Heading 1"``; the name of the default style depends on the
            program.
        level: A heading's level from 1 on; 0 for other paragraphs.
        align: ``"left"``, ``"right"``, ``"center"`` or ``"justify"``.
        listed: Whether it is an item of a list, with a bullet or a number.
        other: What else isn't as usual: background, borders, breaks, margins of its own.
    """

    runs: tuple[Run, ...]
    style: str = ""
    level: int = 0
    align: str = "left"
    listed: bool = False
    other: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        r"""Its text; line breaks and tabs are ``\n`` and ``\t``."""
        return "".join(run.text for run in self.runs)

    def all(self, format: str) -> bool:
        """Returns whether it has text, and all visible text is ``"bold"``, ``"italic"`` or ``"underline"``."""
        seen = [getattr(run, format) for run in self.runs if run.text.strip()]
        return bool(seen) and all(seen)


class Picture(NamedTuple):
    """A picture in a document.

    Attributes:
        digest: SHA-256 of its file, in hexadecimal digits; office programs keep the bytes that were inserted.
        bounds: Relative to its anchor; a picture anchored as a character begins at 0, 0.
    """

    digest: str
    bounds: Bounds


class TextDocument(NamedTuple):
    """A word processor's text.

    Attributes:
        paragraphs: All paragraphs in reading order, those in tables and frames included.
        tables: For each table, its rows of cells' texts.
        pictures: All pictures in the order of their anchors.
        others: Whatever else is in it, such as ``"comment: Late"``: boxes, shapes, notes, comments, recorded changes,
            headers and footers, hidden parts; and all of its file that isn't known, such as ``"member x.png"``.
    """

    paragraphs: tuple[Paragraph, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    pictures: tuple[Picture, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text, one line per paragraph."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


class Cell(NamedTuple):
    """A cell that is not empty.

    Attributes:
        value: A number, a text or a truth value; dates and times are ISO 8601 texts. None if a formula has no value
            yet.
        formula: The formula in English notation, such as ``"=SUM(B2:B4)"``; empty for a typed value.
        bold: Whether the whole cell is bold.
        other: What else isn't as usual, such as ``"italic"``: its look, the format of its number, whether its row or
            column is hidden, whether it is merged with others, a comment.
    """

    value: str | float | bool | None
    formula: str = ""
    bold: bool = False
    other: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """A sheet.

    Attributes:
        name: Its name.
        cells: Its cells by place, such as ``"B5"``.
        others: Whatever else is in it, such as ``"chart"``, ``"picture"``, ``"hidden"``; the first sheet has those of
            the whole file.
    """

    name: str
    cells: Mapping[str, Cell]
    others: tuple[str, ...] = ()


class Shape(NamedTuple):
    """An object on a slide.

    Attributes:
        kind: ``"title"``, ``"subtitle"``, ``"text"``, ``"picture"``, or ``"shape"`` for anything drawn.
        text: Its text, a line per paragraph.
        bounds: Its place.
        digest: SHA-256 of a picture's file.
        other: What isn't as usual about it and its text, such as ``"bold"`` or ``"fill solid #ffffff"``.
    """

    kind: str
    text: str
    bounds: Bounds
    digest: str = ""
    other: tuple[str, ...] = ()


class Slide(NamedTuple):
    """A slide.

    Attributes:
        shapes: Its objects from back to front.
        notes: The speaker's notes.
        hidden: Whether a show leaves it out.
        others: Whatever else belongs to it: background, transition, animations, comments; the first slide has those of
            the whole file.
        size: Its width and height.
    """

    shapes: tuple[Shape, ...]
    notes: str = ""
    hidden: bool = False
    others: tuple[str, ...] = ()
    size: tuple[float, float] = (0.0, 0.0)

    @property
    def title(self) -> str:
        """The text of its title, ``""`` if it has none."""
        return next((shape.text for shape in self.shapes if shape.kind == "title" and shape.text), "")

    @property
    def text(self) -> str:
        """All text of the slide, one line per paragraph."""
        return "\n".join(shape.text for shape in self.shapes if shape.text)


class PdfPage(NamedTuple):
    """A page.

    Attributes:
        text: Its text.
        size: Its width and height, in centimetres.
        letters: Its text without blanks, in pieces in which the letters have one size; each with that size in points.
        others: Whatever is on it beside dark text, in drawing order: ``"picture"``, ``"drawing"``, ``"ground #ffffff"``
            for what is painted before all text, ``"pale text"``, ``"unseen text"``, ``"annotation"``, ``"turned 180"``;
            the first page has those of the whole file.
    """

    text: str
    size: tuple[float, float]
    letters: tuple[tuple[str, float], ...] = ()
    others: tuple[str, ...] = ()


class PdfPicture(NamedTuple):
    """A picture on a page; `data` is a PNG file of the picture as stored in the PDF, which may have lost quality."""

    data: bytes
    bounds: Bounds
