"""The data model of documents: tuples of plain values. Lengths are in centimetres from the top left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = [
    "Bounds", "Cell", "Paragraph", "PdfPage", "PdfPicture", "Picture", "Run", "Shape", "Sheet", "Slide",
    "TextDocument",
]  # fmt: skip

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Run(NamedTuple):
    """A piece of a paragraph with one format."""

    text: str
    bold: bool = False
    italic: bool = False
    underline: bool = False


class Paragraph(NamedTuple):
    """A paragraph or heading.

    Attributes:
        runs: Its text, split by format.
        style: Name of its paragraph style, such as ``"Heading 1"``; the name of the default style depends on the
            program.
        level: A heading's level from 1 on; 0 for other paragraphs.
        align: ``"left"``, ``"right"``, ``"center"`` or ``"justify"``.
        listed: Whether it is an item of a list, with a bullet or a number.
    """

    runs: tuple[Run, ...]
    style: str = ""
    level: int = 0
    align: str = "left"
    listed: bool = False

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
    """

    paragraphs: tuple[Paragraph, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    pictures: tuple[Picture, ...] = ()

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
    """

    value: str | float | bool | None
    formula: str = ""
    bold: bool = False


class Sheet(NamedTuple):
    """A sheet; `cells` by place, such as ``"B5"``."""

    name: str
    cells: Mapping[str, Cell]


class Shape(NamedTuple):
    """An object on a slide; `kind` is ``"title"``, ``"subtitle"``, ``"text"`` or ``"picture"``."""

    kind: str
    text: str
    bounds: Bounds
    digest: str = ""


class Slide(NamedTuple):
    """A slide; `shapes` from back to front, `notes` are the speaker's; a show leaves `hidden` ones out."""

    shapes: tuple[Shape, ...]
    notes: str = ""
    hidden: bool = False

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
    """

    text: str
    size: tuple[float, float]
    letters: tuple[tuple[str, float], ...] = ()


class PdfPicture(NamedTuple):
    """A picture on a page; `data` is a PNG file of the picture as stored in the PDF, which may have lost quality."""

    data: bytes
    bounds: Bounds
