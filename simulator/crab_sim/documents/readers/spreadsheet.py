"""Reading spreadsheets: OpenDocument (.ods), Office Open XML (.xlsx)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from . import odf, ooxml_beside, workbook
from .looks import cell_look, is_bold
from .odf_beside import beside
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
        sheets = workbook.read(package)
        sheets[0].others.extend(ooxml_beside.beside(package, "xl"))
        return [
            {
                "name": sheet.name,
                "cells": {
                    place: [value, plain_formula(formula), bold, other]
                    for place, (value, formula, bold, other) in sheet.cells.items()
                },
                "others": sheet.others,
            }
            for sheet in sheets
        ]
    raise ValueError("neither an OpenDocument spreadsheet nor an .xlsx")


def _read_ods(package: Package) -> list[dict[str, Any]]:
    styles = odf.Styles(package)
    looks = odf.Looks(package, styles)
    formats, frozen = _formats(package), _frozen(package)
    sheets: list[dict[str, Any]] = []
    left = package.limits.cells
    for table in odf.body(package, "spreadsheet"):
        if odf.name_of(table) != "table":
            continue
        reader = _Rows(looks, styles, formats, table)
        cells: dict[str, list[Any]] = {}
        row = 0
        for node in _rows(table):
            repeated = odf.number(node, "number-rows-repeated")
            filled = list(reader.cells(node, left))
            # An empty row may be repeated a million times; a filled one hardly ever is.
            if filled:
                left -= repeated * len(filled)
                if left < 0:
                    raise ValueError("too many filled cells")
                for index in range(row, row + repeated):
                    cells.update((f"{workbook.letters(column)}{index + 1}", cell) for column, cell in filled)
            row += repeated
        others = _others(table, styles.looks("table", odf.attribute(table, "style-name")))
        name = odf.attribute(table, "name")
        others += [frozen[name]] if name in frozen else []
        sheets.append({"name": name, "cells": cells, "others": others})
    if sheets:
        sheets[0]["others"] += [other for other in beside(package, "spreadsheet") if other not in sheets[0]["others"]]
    return sheets


def _frozen(package: Package) -> dict[str, str]:
    """Returns how many rows and columns stay in view, by the names of sheets."""
    found = {}
    for entry in package.xml("settings.xml").iter():
        if odf.name_of(entry) == "config-item-map-entry":
            items = {odf.attribute(node, "name"): node.text or "" for node in entry}
            counts = [
                items.get(f"{side}SplitPosition", "0") if items.get(f"{side}SplitMode") == "2" else "0"
                for side in ("Vertical", "Horizontal")
            ]
            if counts != ["0", "0"]:
                found[odf.attribute(entry, "name")] = f"frozen {counts[0]}x{counts[1]}"
    return found


def _formats(package: Package) -> dict[str, str]:
    """Returns the formats of numbers by the names of their styles, in a few words; those that change nothing are left
    out.
    """
    found: dict[str, str] = {}
    for file in ("styles.xml", "content.xml"):
        for node in package.xml(file).iter():
            kind = odf.name_of(node)
            if not kind.endswith("-style") or not node.tag.startswith(_NUMBER):
                continue
            parts = [_part(part) for part in node]
            text = " ".join([kind.removesuffix("-style"), *[part for part in parts if part]])
            if text not in ("number number", "text text-content") and not text.startswith(_BY_VALUE):
                found[odf.attribute(node, "name")] = f"format {text}"
    return found


_NUMBER = "{urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0}"
_BY_VALUE = ("date", "time", "boolean")
"""Formats that come with values of their kind."""
_DIGITS = ("decimal-places", "min-decimal-places", "grouping", "style")
"""What else counts of a part of a number's format; ``min-integer-digits`` doesn't."""


def _part(node: Element) -> str:
    name = odf.name_of(node)
    if name in ("text-properties", "map"):
        return " ".join([name, *odf.attributes(node).values()])
    digits = [odf.attribute(node, key) for key in _DIGITS if odf.attribute(node, key)]
    return " ".join([name, *digits, (node.text or "").strip()]).strip()


def _others(table: Element, look: dict[str, str]) -> list[str]:
    """Returns what a sheet has beside its cells."""
    found = ["hidden"] if look.get("table:display") == "false" else []
    for node in table.iter():
        name = odf.name_of(node)
        if name == "frame":
            kinds = [odf.name_of(child) for child in node if odf.name_of(child) in ("image", "object", "text-box")]
            found.append(" ".join(["frame", *kinds[:1]]))
        elif name in odf.DRAWN:
            found.append(name)
        elif name == "conditional-format":
            found.append("conditional format")
    return found


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        if odf.name_of(child) == "table-row":
            yield child
        elif odf.name_of(child) in ("table-rows", "table-header-rows", "table-row-group"):
            yield from _rows(child)


class _Rows:
    """Reads the rows of a sheet.

    Args:
        looks: Turns paragraphs into texts.
        styles: The document's styles.
        formats: The formats of numbers by their names.
        table: The sheet.
    """

    def __init__(self, looks: odf.Looks, styles: odf.Styles, formats: dict[str, str], table: Element) -> None:
        self._looks, self._styles, self._formats = looks, styles, formats
        self._columns: list[tuple[int, str, bool]] = []  # how many, the style of their cells, whether they are hidden
        self._known: dict[str, tuple[bool, tuple[str, ...]]] = {}
        for node in table.iter():
            if odf.name_of(node) == "table-column":
                hidden = odf.attribute(node, "visibility") in ("collapse", "filter")
                count = odf.number(node, "number-columns-repeated")
                self._columns.append((count, odf.attribute(node, "default-cell-style-name"), hidden))

    def cells(self, node: Element, limit: int) -> Iterator[tuple[int, list[Any]]]:
        """Yields the filled cells of a row, each with the number of its column, from 0."""
        column = 0
        shut = odf.attribute(node, "visibility") in ("collapse", "filter")
        ordinary = odf.attribute(node, "default-cell-style-name")
        for cell in node:
            if odf.name_of(cell) not in ("table-cell", "covered-table-cell"):
                continue
            repeated = odf.number(cell, "number-columns-repeated")
            formula = odf.attribute(cell, "formula")
            value = _ods_value(cell, self._looks)
            if value is not None or formula:
                if repeated > limit:
                    raise ValueError("too many filled cells")
                around = self._around(cell)
                for index in range(column, column + repeated):
                    usual, hidden = self._column(index)
                    bold, look = self._look(odf.attribute(cell, "style-name") or ordinary or usual)
                    other = (*look, *around, *(["hidden"] if hidden or shut else []))
                    yield index, [value, plain_formula(formula), bold, other]
            column += repeated

    def _column(self, index: int) -> tuple[str, bool]:
        for count, style, hidden in self._columns:
            if index < count:
                return style, hidden
            index -= count
        return "", False

    def _look(self, style: str) -> tuple[bool, tuple[str, ...]]:
        known = self._known.get(style)
        if known is None:
            values, own = (self._styles.looks("table-cell", style, named) for named in (True, False))
            look = list(cell_look(values, own))
            if own.get("format") in self._formats:
                look.append(self._formats[own["format"]])
            known = self._known[style] = is_bold(values), tuple(look)
        return known

    def _around(self, cell: Element) -> list[str]:
        """Returns what a cell has beside its content: what it covers, comments, looks of parts of its text."""
        found = ["covered"] if odf.name_of(cell) == "covered-table-cell" else []
        spans = [odf.number(cell, f"number-{axis}-spanned") for axis in ("columns", "rows")]
        if spans != [1, 1]:
            found.append(f"merged {spans[0]}x{spans[1]}")
        for child in cell:
            if odf.name_of(child) == "annotation":
                text = " ".join([self._looks.text(part) for part in child if odf.name_of(part) == "p"])
                found.append(f"comment: {text}")
            elif odf.name_of(child) == "p" and len(child):
                for _, bold, italic, underlined, other in self._looks.runs(child, {}):
                    found += [n for n, on in (("bold", bold), ("italic", italic), ("underline", underlined)) if on]
                    found += other
        return found


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
