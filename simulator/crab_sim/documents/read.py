"""Functions that read documents from bytes; each accepts any result of `StateReader.read_file`, None included."""

from __future__ import annotations

import base64
import csv
import io
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from crab_sim.documents.bounded import parse_document
from crab_sim.documents.formats import ZIP, has_format
from crab_sim.documents.model import (
    Bounds,
    Cell,
    Paragraph,
    PdfPage,
    PdfPicture,
    Picture,
    Run,
    Shape,
    Sheet,
    Slide,
    TextDocument,
)  # fmt: skip

__all__ = ["cells", "document_text", "pdf", "pdf_pictures", "presentation", "spreadsheet", "text_document"]

_T = TypeVar("_T")
_MAX_PLAIN = 4 << 20  # bytes of a plain text or a CSV file
_MAX_CELLS = 200_000
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?")
_KINDS = {
    "odt": "text", "ods": "sheets", "odp": "slides", "docx": "text", "xlsx": "sheets", "pptx": "slides", "pdf": "pdf",
}  # fmt: skip


def kind_of(data: bytes) -> str:
    r"""Returns ``"text"``, ``"sheets"``, ``"slides"`` or ``"pdf"``; ``"plain"`` for plain text, empty for others.

    >>> kind_of(b"%PDF-1.7"), kind_of(b"a,b"), kind_of(b"GIF89a\0")
    ('pdf', 'plain', '')
    """
    found = next((kind for ending, kind in _KINDS.items() if has_format(data, ending)), "")
    if found or data.startswith(ZIP):
        return found
    return "" if b"\0" in data[:65536] else "plain"


def document_text(data: bytes | None) -> str | None:
    """Returns the text of a word processor's text, a presentation, a spreadsheet, a PDF or a plain file.

    Each paragraph is one line, and so is each row, with tabs between its cells.

    >>> document_text("päivää".encode())
    'päivää'
    """
    kind = "" if data is None else kind_of(data)
    if data is None or not kind:
        return None
    if kind == "plain":
        return _plain(data)
    if kind == "text":
        text = text_document(data)
        return None if text is None else text.text
    if kind == "sheets":
        return _lines(spreadsheet(data))
    pages: tuple[Slide, ...] | tuple[PdfPage, ...] | None = presentation(data) if kind == "slides" else pdf(data)
    return None if pages is None else "\n".join(page.text for page in pages)


def text_document(data: bytes | None) -> TextDocument | None:
    """Returns the content of an .odt or .docx; None for any other file."""
    return _parsed("text", data, _text_document)


def _text_document(parsed: Any) -> TextDocument:
    return TextDocument(
        tuple(_paragraph(row) for row in parsed["paragraphs"]),
        tuple(tuple(map(tuple, table)) for table in parsed["tables"]),
        tuple(Picture(row["digest"], _bounds(row)) for row in parsed["pictures"]),
        tuple(parsed["others"]),
    )


def spreadsheet(data: bytes | None) -> tuple[Sheet, ...] | None:
    r"""Returns the sheets of an .ods or .xlsx, or the single, nameless one of a .csv; None for any other file.

    >>> spreadsheet(b"name;cost\npens;2.5\n")[0].cells["B2"]
    Cell(value=2.5, formula='', bold=False, other=())
    """
    if data is not None and kind_of(data) == "plain":
        return _csv(data)
    return _parsed("sheets", data, _sheets)


def _sheets(parsed: Any) -> tuple[Sheet, ...]:
    return tuple(
        Sheet(
            row["name"],
            MappingProxyType(
                {
                    place: Cell(value, formula, bold, tuple(other))
                    for place, (value, formula, bold, other) in row["cells"].items()
                }
            ),
            tuple(row["others"]),
        )
        for row in parsed
    )


def cells(data: bytes | None, sheet: str | None = None) -> Mapping[str, Cell] | None:
    r"""Returns the filled cells of a sheet by place; None if the file can't be read or has no such sheet.

    Args:
        data: The file.
        sheet: The sheet's name; None for the first sheet.

    >>> cells(b"1,2\n")["B1"].value
    2.0
    """
    for table in spreadsheet(data) or ():
        if sheet is None or table.name == sheet:
            return table.cells
    return None


def presentation(data: bytes | None) -> tuple[Slide, ...] | None:
    """Returns the slides of an .odp or .pptx; None for any other file."""
    return _parsed("slides", data, _slides)


def _slides(parsed: Any) -> tuple[Slide, ...]:
    return tuple(
        Slide(
            tuple(
                Shape(row["kind"], row["text"], _bounds(row), row["digest"], tuple(row["other"]))
                for row in slide["shapes"]
            ),
            slide["notes"],
            slide["hidden"],
            tuple(slide["others"]),
            (slide["size"][0], slide["size"][1]),
        )
        for slide in parsed
    )


def pdf(data: bytes | None) -> tuple[PdfPage, ...] | None:
    """Returns the pages of a PDF file of at most 500 pages and without a password; None for any other file."""
    return _parsed("pdf", data, _pages)


def _pages(parsed: Any) -> tuple[PdfPage, ...]:
    return tuple(
        PdfPage(
            row["text"],
            (row["size"][0], row["size"][1]),
            tuple((text, size) for text, size in row["letters"]),
            tuple(row["others"]),
        )
        for row in parsed
    )


def pdf_pictures(data: bytes | None) -> tuple[tuple[PdfPicture, ...], ...] | None:
    """Returns the pictures of each page of a PDF file, in drawing order; None for any other file."""
    return _parsed("pdf_pictures", data, _pictures)


def _pictures(parsed: Any) -> tuple[tuple[PdfPicture, ...], ...]:
    return tuple(tuple(PdfPicture(base64.b64decode(row["data"]), _bounds(row)) for row in page) for page in parsed)


def _parsed(kind: str, data: bytes | None, convert: Callable[[Any], _T]) -> _T | None:
    if data is None or kind_of(data) != kind.partition("_")[0]:
        return None
    return parse_document(kind, data, convert)


def _bounds(row: Mapping[str, Any]) -> Bounds:
    left, top, right, bottom = row["bounds"]
    return left, top, right, bottom


def _paragraph(row: Mapping[str, Any]) -> Paragraph:
    return Paragraph(
        tuple(Run(text, bold, italic, underline, tuple(other)) for text, bold, italic, underline, other in row["runs"]),
        row["style"],
        row["level"],
        row["align"],
        row["listed"],
        tuple(row["other"]),
    )


def _plain(data: bytes) -> str | None:
    return data.decode("utf-8-sig", "replace") if len(data) <= _MAX_PLAIN else None


def _lines(sheets: tuple[Sheet, ...] | None) -> str | None:
    if sheets is None:
        return None
    lines: dict[tuple[int, int], list[str]] = {}
    for index, sheet in enumerate(sheets):
        for place, cell in sheet.cells.items():
            value = f"{cell.value:g}" if isinstance(cell.value, float) else str(cell.value)
            lines.setdefault((index, int(place.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))), []).append(value)
    return "\n".join("\t".join(lines[key]) for key in sorted(lines))


def _csv(data: bytes) -> tuple[Sheet, ...] | None:
    text = _plain(data)
    if text is None:
        return None
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    filled: dict[str, Cell] = {}
    try:
        for row, values in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), 1):
            for column, value in enumerate(values):
                if value:
                    filled[f"{_letters(column)}{row}"] = Cell(float(value) if _NUMBER.fullmatch(value) else value)
            if len(filled) > _MAX_CELLS:
                return None
    except csv.Error:
        return None
    return (Sheet("", MappingProxyType(filled)),)


def _letters(column: int) -> str:
    """Returns the name of a column, counted from 0.

    >>> _letters(0), _letters(25), _letters(26), _letters(701), _letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    return (_letters(column // 26 - 1) if column >= 26 else "") + chr(65 + column % 26)
