"""Reading spreadsheets: OpenDocument (.ods), Office Open XML (.xlsx)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from . import odf, workbook
from .packages import LARGE, Limits, Package

_DURATION = re.compile(r"PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S")


def read_sheets(data: bytes, limits: Limits = LARGE) -> list[dict[str, Any]]:
    """Returns the fields of each `crab_sim.documents.Sheet`.

    Args:
        data: The file.
        limits: How large it may be.

    Raises:
        ValueError: The file is neither, or is too large.
    """
    package = Package(data, limits)
    if package.odf_kind() == "spreadsheet":
        return _read_ods(package)
    if "xl/workbook.xml" in package.names:
        return [
            {
                "name": sheet.name,
                "cells": {
                    place: [value, plain_formula(formula), bold]
                    for place, (value, formula, bold) in sheet.cells.items()
                },
            }
            for sheet in workbook.read(package)
        ]
    raise ValueError("neither an OpenDocument spreadsheet nor an .xlsx")


def _read_ods(package: Package) -> list[dict[str, Any]]:
    styles = odf.Styles(package)
    looks = odf.Looks(package, styles)
    sheets, left = [], package.limits.cells
    for table in odf.body(package, "spreadsheet"):
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
                    raise ValueError("too many filled cells")
                for index in range(row, row + repeated):
                    cells.update((f"{workbook.letters(column)}{index + 1}", cell) for column, cell in filled)
            row += repeated
        sheets.append({"name": odf.attribute(table, "name"), "cells": cells})
    return sheets


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        if odf.name_of(child) == "table-row":
            yield child
        elif odf.name_of(child) in ("table-rows", "table-header-rows", "table-row-group"):
            yield from _rows(child)


def _row(node: Element, looks: odf.Looks, styles: odf.Styles, limit: int) -> Iterator[tuple[int, list[Any]]]:
    column = 0
    for cell in node:
        if odf.name_of(cell) not in ("table-cell", "covered-table-cell"):
            continue
        repeated = odf.number(cell, "number-columns-repeated")
        formula = odf.attribute(cell, "formula")
        value = _ods_value(cell, looks)
        if value is not None or formula:
            bold = odf.attribute(cell, "style-name")
            looked = styles.looks("table-cell", bold).get("font-weight") == "bold"
            if repeated > limit:
                raise ValueError("too many filled cells")
            for index in range(column, column + repeated):
                yield index, [value, plain_formula(formula), looked]
        column += repeated


def _ods_value(cell: Element, looks: odf.Looks) -> str | float | bool | None:
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
    lines = [looks.text(child) for child in cell if odf.name_of(child) == "p"]
    return odf.attribute(cell, "string-value") or "\n".join(lines) or None


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
