"""Reading spreadsheets: OpenDocument (.ods) with odfpy, Office Open XML (.xlsx) with openpyxl."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any

from . import odf
from .packages import Package

MAX_CELLS = 200_000
"""Maximum number of filled cells of a document."""
_DURATION = re.compile(r"PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S")


def read_sheets(data: bytes) -> list[dict[str, Any]]:
    """Returns the fields of each `crab_gym.documents.Sheet`.

    Raises:
        ValueError: The file is neither, or has too many cells.
    """
    package = Package(data)
    if package.odf_kind() == "spreadsheet":
        return _read_ods(package)
    if "xl/workbook.xml" in package.names:
        return _read_xlsx(package)
    raise ValueError("neither an OpenDocument spreadsheet nor an .xlsx")


def _read_ods(package: Package) -> list[dict[str, Any]]:
    document = odf.load(package)
    styles = odf.Styles(document)
    looks = odf.Looks(package, styles)
    sheets, left = [], MAX_CELLS
    for table in odf.children(document.spreadsheet):
        if odf.name_of(table) != "table":
            continue
        cells: dict[str, list[Any]] = {}
        row = 0
        for node in _rows(table):
            repeated = odf.number(node, "number-rows-repeated")
            filled = list(_row(node, looks, styles, left))
            # An empty row may be repeated a million times; a filled one hardly ever is.
            if filled:
                left -= repeated * len(filled)
                if left < 0:
                    raise ValueError(f"more than {MAX_CELLS} filled cells")
                for index in range(row, row + repeated):
                    cells.update((f"{_letters(column)}{index + 1}", cell) for column, cell in filled)
            row += repeated
        sheets.append({"name": odf.attribute(table, "name"), "cells": cells})
    return sheets


def _rows(table: Any) -> Iterator[Any]:
    for child in odf.children(table):
        if odf.name_of(child) == "table-row":
            yield child
        elif odf.name_of(child) in ("table-rows", "table-header-rows", "table-row-group"):
            yield from _rows(child)


def _row(node: Any, looks: odf.Looks, styles: odf.Styles, limit: int) -> Iterator[tuple[int, list[Any]]]:
    column = 0
    for cell in odf.children(node):
        if odf.name_of(cell) not in ("table-cell", "covered-table-cell"):
            continue
        repeated = odf.number(cell, "number-columns-repeated")
        formula = odf.attribute(cell, "formula")
        value = _ods_value(cell, looks)
        if value is not None or formula:
            bold = odf.attribute(cell, "style-name")
            looked = styles.looks("table-cell", bold).get("font-weight") == "bold"
            if repeated > limit:
                raise ValueError(f"more than {MAX_CELLS} filled cells")
            for index in range(column, column + repeated):
                yield index, [value, plain_formula(formula), looked]
        column += repeated


def _ods_value(cell: Any, looks: odf.Looks) -> str | float | bool | None:
    kind = odf.attribute(cell, "value-type")
    if kind in ("float", "percentage", "currency"):
        return float(odf.attribute(cell, "value"))
    if kind == "boolean":
        return odf.attribute(cell, "boolean-value") == "true"
    if kind == "date":
        return odf.attribute(cell, "date-value").removesuffix("T00:00:00")
    if kind == "time":
        match = _DURATION.fullmatch(odf.attribute(cell, "time-value"))
        return ":".join(f"{int(part):02}" for part in match.groups()) if match else odf.attribute(cell, "time-value")
    lines = [looks.text(child) for child in odf.children(cell) if odf.name_of(child) == "p"]
    return odf.attribute(cell, "string-value") or "\n".join(lines) or None


def _read_xlsx(package: Package) -> list[dict[str, Any]]:
    import openpyxl

    # Once for the formulas, once for their values; in read-only mode, pictures and charts are skipped.
    books = [openpyxl.load_workbook(package.stream(), read_only=True, data_only=values) for values in (False, True)]
    sheets, left = [], MAX_CELLS
    for written, valued in zip(books[0].worksheets, books[1].worksheets, strict=True):
        cells: dict[str, list[Any]] = {}
        for sheet, values in ((written, False), (valued, True)):
            sheet.reset_dimensions()  # a file may declare wrong ones
            for row in sheet.iter_rows():
                for cell in row:
                    if cell.value is None:
                        continue
                    entry = cells.setdefault(f"{_letters(cell.column - 1)}{cell.row}", [None, "", False])
                    if values:
                        entry[0] = _xlsx_value(cell.value)
                    elif cell.data_type == "f":
                        entry[1] = plain_formula(str(getattr(cell.value, "text", cell.value)))
                    entry[2] = bool(cell.font and cell.font.b)
                    if len(cells) > left:
                        raise ValueError(f"more than {MAX_CELLS} filled cells")
        left -= len(cells)
        sheets.append({"name": written.title, "cells": cells})
    return sheets


def _xlsx_value(value: Any) -> str | float | bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat().removesuffix("T00:00:00")
    if isinstance(value, datetime.timedelta):
        seconds = round(value.total_seconds())
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


def plain_formula(formula: str) -> str:
    r"""Returns a formula in English notation, without the syntax of OpenDocument.

    >>> plain_formula("of:=SUM([.B2:.B4];[$Data.$A$1])")
    '=SUM(B2:B4,Data!$A$1)'
    >>> plain_formula('of:=IF([.B5]>10;"a;b";[$\'My sheet\'.A1])')
    '=IF(B5>10,"a;b",\'My sheet\'!A1)'
    """
    if not formula:
        return ""
    start, _, rest = formula.partition("=")
    if start.rstrip(":") not in ("of", "oooc", "msoxl"):
        return formula
    # Texts in double quotes stay unchanged.
    parts = re.split(r'("(?:[^"]|"")*")', rest)
    for index in range(0, len(parts), 2):
        parts[index] = re.sub(r"\[([^\]]*)\]", _reference, parts[index]).replace(";", ",")
    return "=" + "".join(parts)


def _reference(match: re.Match[str]) -> str:
    cells = []
    for cell in re.findall(r"(?:\$?'(?:[^']|'')*'|[^:'])+", match[1]):
        sheet, _, place = cell.rpartition(".")
        cells.append(f"{sheet.removeprefix('$')}!{place}" if sheet else place)
    return ":".join(cells)


def _letters(column: int) -> str:
    """Returns the name of a column, counted from 0."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
