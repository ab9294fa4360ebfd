"""Spreadsheets as Office Open XML, read with openpyxl."""

from __future__ import annotations

import datetime
from typing import Any, Final

from crab_sim.documents.formulas.formats import GENERAL, formatted
from crab_sim.documents.formulas.references import parse_ref
from crab_sim.documents.formulas.tokens import normalised
from crab_sim.documents.formulas.values import ERRORS, Value
from crab_sim.engines.sheets.book import (
    DEFAULT_WIDTH,
    EMPTY,
    PLAIN,
    Book,
    Box,
    Cell,
    Filter,
    Sheet,
    Style,
    put_cells,
)
from crab_sim.engines.sheets.files.text_file import MAX_CELLS

__all__ = ["PIXELS", "read_xlsx"]

_EPOCH = datetime.datetime(1899, 12, 30)
PIXELS: Final = 7.0
"""Pixels of a digit, the unit of columns' widths."""


def read_xlsx(data: bytes) -> Book:
    """Returns the workbook of a file, whose formulas aren't computed yet.

    Raises:
        ValueError: It is none, or too large.
    """
    import openpyxl

    from crab_sim.documents.readers.packages import Package

    package = Package(data)
    if "xl/workbook.xml" not in package.names:
        raise ValueError("no .xlsx")
    whole = openpyxl.load_workbook(package.stream())
    sheets = []
    left = MAX_CELLS
    for page in whole.worksheets:
        cells: dict[tuple[int, int], Cell] = {}
        for line in page.iter_rows():
            for source in line:
                cell = _read_cell(source)
                if cell != EMPTY:
                    cells[source.row - 1, source.column - 1] = cell
                    left -= 1
            if left < 0:
                raise ValueError(f"more than {MAX_CELLS} cells")
        sheets.append(_read_sheet(page, cells))
    if not sheets:
        raise ValueError("a workbook without sheets")
    return Book(tuple(sheets))


def _read_sheet(page: Any, cells: dict[tuple[int, int], Cell]) -> Sheet:
    widths: dict[int, int] = {}
    for name, dimension in page.column_dimensions.items():
        ref = parse_ref(f"{name}1")
        if ref is not None and dimension.hidden:
            widths[ref.column] = 0
        elif ref is not None and dimension.width and dimension.customWidth:
            width = round(dimension.width * PIXELS)
            if width != DEFAULT_WIDTH:
                widths[ref.column] = max(10, min(1000, width))
    hidden = frozenset([row - 1 for row, dimension in page.row_dimensions.items() if dimension.hidden])
    ref = parse_ref(page.auto_filter.ref or "")
    found = Filter(Box(ref.row, ref.column, ref.last_row, ref.last_column), {}) if ref is not None else None
    pane = parse_ref(page.freeze_panes or "A1")
    frozen = (0, 0) if pane is None else (min(pane.row, 100), min(pane.column, 100))
    closed = page.sheet_state != "visible"
    return put_cells(Sheet(page.title, {}, {}, widths, hidden, found, (), frozen, closed), cells)


def _read_cell(source: Any) -> Cell:
    style = PLAIN
    if source.has_style:
        font, fill, align = source.font, source.fill, source.alignment.horizontal
        code = source.number_format or GENERAL
        style = Style(
            bool(font.b), bool(font.i), bool(font.u), align if align in ("left", "center", "right") else "",
            _plain_code(code), _color(fill.fgColor) if fill.fill_type == "solid" else "", _color(font.color),
            bool(font.strike), source.border.left is not None and bool(source.border.left.style),
        )  # fmt: skip
    value = source.value
    if source.data_type == "f":
        formula = str(getattr(value, "text", value))
        return Cell(None, normalised(formula if formula.startswith("=") else f"={formula}"), style)
    return Cell(_value(value), "", style)


def _plain_code(code: str) -> str:
    """Returns a format code as Calc has it."""
    code = code.replace("\\-", "-").replace("\\ ", " ").split(";@")[0]
    if any([letter in code for letter in ("yy", "dd", "hh", "ss", "mm")]):
        code = code.upper()
    return code if formatted(1.0, code) else GENERAL


def _color(color: Any) -> str:
    found = getattr(color, "rgb", None)
    plain = isinstance(found, str) and len(found) == 8 and all([char in "0123456789ABCDEFabcdef" for char in found])
    return str(found)[2:] if plain and str(found) != "FF000000" else ""


def _value(value: Any) -> Value:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, datetime.datetime):
        return (value.replace(tzinfo=None) - _EPOCH) / datetime.timedelta(days=1)
    if isinstance(value, datetime.date):
        return float((value - _EPOCH.date()).days)
    if isinstance(value, datetime.time):
        return (value.hour * 3600 + value.minute * 60 + value.second) / 86_400
    if isinstance(value, datetime.timedelta):
        return value / datetime.timedelta(days=1)
    text = str(value)
    return next((error for error in ERRORS if error.code == text), text)
