"""Spreadsheets as text with separators, as .csv files have it."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.documents.formulas.entry import read_entry
from crab_sim.documents.formulas.formats import GENERAL, formatted
from crab_sim.documents.formulas.values import SheetError, general
from crab_sim.engines.sheets.book import EMPTY, PLAIN, Book, Cell, Sheet, cell_at, put_cells, used

__all__ = ["MAX_CELLS", "ImportOptions", "guessed", "read_text", "split_text", "write_text"]

MAX_CELLS: Final = 200_000
"""The most cells that a file may have."""


class ImportOptions(NamedTuple):
    """The choices of the Text Import dialog.

    Attributes:
        separators: The characters that separate cells.
        merge: Whether several in a row count as one.
        quote: The character around texts, ``""`` for none.
        quoted_is_text: Whether what stands in quotes is text even if it looks like a number.
        special: Whether dates and the like are recognised, besides plain numbers.
        first: The first row to read, counted from 1.
    """

    separators: str = ","
    merge: bool = False
    quote: str = '"'
    quoted_is_text: bool = False
    special: bool = False
    first: int = 1


def guessed(text: str) -> ImportOptions:
    r"""Returns the choices that the dialog proposes for a text: its most frequent separator in the first lines.

    >>> guessed("a;b\n1;2\n").separators, guessed("a\tb").separators
    (';', '\t')
    """
    head = text[:4096]
    counts = [(head.count(char), -i, char) for i, char in enumerate(",;\t")]
    return ImportOptions(max(counts)[2])


class _Field(NamedTuple):
    text: str
    quoted: bool


def split_text(text: str, options: ImportOptions, most: int = 1_048_576) -> list[list[_Field]]:
    """Returns the rows of a text, each with its fields and whether they stood in quotes.

    Args:
        text: The text.
        options: The choices.
        most: The most rows to read.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    rows: list[list[_Field]] = []
    row: list[_Field] = []
    at, end, number = 0, len(text), 1
    while at < end and len(rows) < most:
        at, field = _field(text, at, options)
        char = text[at : at + 1]
        at += 1
        if char and char != "\n":
            while options.merge and at < end and text[at] in options.separators:
                at += 1
            row.append(field)
            if at < end:
                continue
            field = _Field("", False)
        row.append(field)
        if number >= options.first:
            rows.append(row)
        row = []
        number += 1
    return rows


def _field(text: str, at: int, options: ImportOptions) -> tuple[int, _Field]:
    """Returns the end of a field, and the field."""
    quote = options.quote
    if quote and text[at : at + 1] == quote:
        parts: list[str] = []
        at += 1
        while True:
            stop = text.find(quote, at)
            if stop < 0:
                parts.append(text[at:])
                return len(text), _Field("".join(parts), True)
            parts.append(text[at:stop])
            at = stop + 1
            if text[at : at + 1] != quote:
                break
            parts.append(quote)
            at += 1
        stop = _stop(text, at, options)
        return stop, _Field("".join(parts) + text[at:stop], True)
    stop = _stop(text, at, options)
    return stop, _Field(text[at:stop], False)


def _stop(text: str, at: int, options: ImportOptions) -> int:
    """Returns the place of the next separator or line end."""
    found = [place for char in (*options.separators, "\n") if (place := text.find(char, at)) >= 0]
    return min(found, default=len(text))


def read_text(text: str, options: ImportOptions, name: str) -> Book:
    """Returns the workbook of a text.

    Args:
        text: The text.
        options: The choices of the dialog.
        name: The name of its sheet.

    Raises:
        ValueError: It has more cells than `MAX_CELLS`.
    """
    cells: dict[tuple[int, int], Cell] = {}
    for row, fields in enumerate(split_text(text, options)):
        for column, field in enumerate(fields):
            if field.text and column <= 16_383:
                cells[row, column] = _cell(field, options)
        if len(cells) > MAX_CELLS:
            raise ValueError(f"more than {MAX_CELLS} cells")
    return Book((put_cells(Sheet(name), {at: cell for at, cell in cells.items() if cell != EMPTY}),))


def _cell(field: _Field, options: ImportOptions) -> Cell:
    if (field.quoted and options.quoted_is_text) or field.text[0] in "='":
        return Cell(field.text)
    entry = read_entry(field.text)
    if entry.formula or (entry.format != GENERAL and not options.special and not _is_iso(field.text)):
        return Cell(field.text)
    return Cell(entry.value, "", PLAIN if entry.format == GENERAL else PLAIN._replace(format=entry.format))


def _is_iso(text: str) -> bool:
    """Returns whether a text is a date that is recognised even without the special ones."""
    return len(text) == 10 and text[4] == "-" and text[7] == "-"


def write_text(sheet: Sheet, separator: str = ",", as_shown: bool = True, quote_all: bool = False) -> bytes:
    """Returns a sheet as text with separators.

    Args:
        sheet: The sheet.
        separator: The character between cells.
        as_shown: Whether numbers are written as the cells show them, else with all digits.
        quote_all: Whether all texts stand in quotes.
    """
    box = used(sheet)
    if not sheet.rows:
        return b""
    lines = []
    for row in range(box.bottom + 1):
        cells = [cell_at(sheet, row, column) for column in range(box.right + 1)]
        lines.append(separator.join([_written(cell, separator, as_shown, quote_all) for cell in cells]))
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _written(cell: Cell, separator: str, as_shown: bool, quote_all: bool) -> str:
    value = cell.value
    if isinstance(value, str):
        text = value
    elif isinstance(value, float) and not as_shown:
        text = general(value)
    elif isinstance(value, SheetError):
        text = value.code
    else:
        text = formatted(value, cell.shown if cell.style.format == GENERAL else cell.style.format)
    quoted = quote_all and isinstance(value, str)
    if quoted or any([char in text for char in (separator, '"', "\n")]):
        return '"' + text.replace('"', '""') + '"'
    return text
