"""Spreadsheets as OpenDocument, read and written."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element

from crab_sim.documents.formulas.formats import GENERAL, formatted, is_currency, is_date, is_percent
from crab_sim.documents.formulas.references import parse_ref, print_ref, quoted_sheet, range_name
from crab_sim.documents.formulas.tokens import normalised, tokens
from crab_sim.documents.formulas.values import ERRORS, SheetError, Value
from crab_sim.engines.open_document import Node, OpenDocument
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
    used,
)
from crab_sim.engines.sheets.files.ods_formats import code_of, format_style
from crab_sim.engines.sheets.files.ods_settings import frozen_settings, read_frozen
from crab_sim.engines.sheets.files.text_file import MAX_CELLS

if TYPE_CHECKING:
    from crab_sim.documents.readers.packages import Package

__all__ = ["read_ods", "write_ods"]

_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_EPOCH = datetime.datetime(1899, 12, 30)
_CM: Final = 2.54 / 96
_DURATION = re.compile(r"(-?)PT?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?")
_STRINGS = re.compile(r'("(?:[^"]|"")*")')
_BRACKETS = re.compile(r"\[([^\]]*)\]")


# Writing ------------------------------------------------------------------------------------------------------------


def write_ods(book: Book, when: str) -> bytes:
    """Returns a workbook as a file.

    Args:
        book: The workbook.
        when: The time for its properties, in ISO 8601.
    """
    document = OpenDocument("spreadsheet", when)
    writer = _Writer(document)
    ranges = Node("table:database-ranges")
    document.body.add(
        "table:calculation-settings",
        {
            "table:use-regular-expressions": "false", "table:automatic-find-labels": "false",
            "table:case-sensitive": "false", "table:use-wildcards": "true",
        },
    )  # fmt: skip
    for number, sheet in enumerate(book.sheets):
        table = document.body.add("table:table", {"table:name": sheet.name, **writer.closed(sheet)})
        widths = dict(sorted(sheet.widths.items()))
        last = -1
        for column, width in widths.items():
            if column > last + 1:
                table.add("table:table-column", {"table:number-columns-repeated": str(column - last - 1)})
            hidden = {} if width else {"table:visibility": "collapse"}
            table.add("table:table-column", {"table:style-name": writer.column(width or DEFAULT_WIDTH), **hidden})
            last = column
        right = max(used(sheet).right, last + 1)
        table.add("table:table-column", {"table:number-columns-repeated": str(right - last)})
        writer.rows(table, sheet)
        if sheet.filter is not None:
            box = sheet.filter.box
            name = quoted_sheet(sheet.name)
            first, _, end = range_name(*box).partition(":")
            ranges.add(
                "table:database-range",
                {
                    "table:name": f"__Anonymous_Sheet_DB__{number}", "table:display-filter-buttons": "true",
                    "table:target-range-address": f"{name}.{first}:{name}.{end or first}",
                },
            )  # fmt: skip
    if ranges.children:
        document.body.children.append(ranges)
    document.settings = frozen_settings(book)
    return document.file()


class _Writer:
    """Adds rows to tables, and to the document the styles that they use, each once."""

    def __init__(self, document: OpenDocument) -> None:
        self.automatic = document.automatic
        self.styles: dict[tuple[Style, str], str] = {}
        self.columns: dict[int, str] = {}
        self.formats: dict[str, str] = {}

    def column(self, width: int) -> str:
        """Returns the name of the style of columns of a width."""
        found = self.columns.get(width)
        if found is None:
            found = self.columns[width] = f"co{len(self.columns) + 1}"
            node = self.automatic.add("style:style", {"style:name": found, "style:family": "table-column"})
            node.add("style:table-column-properties", {"style:column-width": f"{width * _CM:.3f}cm"})
        return found

    def style(self, style: Style, code: str) -> str:
        """Returns the name of the style for a look and a format, ``""`` for the default."""
        if style == PLAIN and code == GENERAL:
            return ""
        key = (style._replace(format=GENERAL), code)
        found = self.styles.get(key)
        if found is not None:
            return found
        found = self.styles[key] = f"ce{len(self.styles) + 1}"
        attributes = {"style:name": found, "style:family": "table-cell", "style:parent-style-name": "Default"}
        if code != GENERAL:
            attributes["style:data-style-name"] = self.format(code)
        node = self.automatic.add("style:style", attributes)
        ground = {"fo:background-color": f"#{style.fill.lower()}"} if style.fill else {}
        if style.border:
            ground["fo:border"] = "0.74pt solid #000000"
        if ground:
            node.add("style:table-cell-properties", ground)
        if style.align:
            side = {"left": "start", "right": "end"}.get(style.align, style.align)
            node.add("style:paragraph-properties", {"fo:text-align": side})
        looks = {}
        if style.bold:
            looks["fo:font-weight"] = "bold"
        if style.italic:
            looks["fo:font-style"] = "italic"
        if style.underline:
            looks |= {
                "style:text-underline-style": "solid", "style:text-underline-width": "auto",
                "style:text-underline-color": "font-color",
            }  # fmt: skip
        if style.strike:
            looks["style:text-line-through-style"] = "solid"
        if style.ink:
            looks["fo:color"] = f"#{style.ink.lower()}"
        if looks:
            node.add("style:text-properties", looks)
        return found

    def closed(self, sheet: Sheet) -> dict[str, str]:
        """Returns the attribute of a hidden sheet, nothing for others."""
        if not sheet.closed:
            return {}
        if "closed" not in self.formats:
            self.formats["closed"] = "ta1"
            node = self.automatic.add("style:style", {"style:name": "ta1", "style:family": "table"})
            node.add("style:table-properties", {"table:display": "false"})
        return {"table:style-name": "ta1"}

    def format(self, code: str) -> str:
        """Returns the name of the element of a format code."""
        found = self.formats.get(code)
        if found is None:
            found = self.formats[code] = f"N{len(self.formats) + 1}"
            self.automatic.children.append(format_style(code, found))
        return found

    def rows(self, table: Node, sheet: Sheet) -> None:
        """Adds a sheet's rows."""
        last = -1
        for number in sorted({*sheet.rows, *sheet.hidden}):
            if number > last + 1:
                gap = table.add("table:table-row", {"table:number-rows-repeated": str(number - last - 1)})
                gap.add("table:table-cell")
            hidden = {"table:visibility": "collapse" if sheet.filter is None else "filter"}
            line = table.add("table:table-row", hidden if number in sheet.hidden else {})
            before = -1
            for column, cell in sorted(sheet.rows.get(number, {}).items()):
                if column > before + 1:
                    line.add("table:table-cell", {"table:number-columns-repeated": str(column - before - 1)})
                self.cell(line, cell)
                before = column
            if before < 0:
                line.add("table:table-cell")
            last = number
        if last < 0:
            table.add("table:table-row").add("table:table-cell")

    def cell(self, line: Node, cell: Cell) -> None:
        """Adds a cell."""
        code = cell.style.format if cell.style.format != GENERAL else cell.shown
        attributes: dict[str, str] = {}
        style = self.style(cell.style, code)
        if style:
            attributes["table:style-name"] = style
        if cell.formula:
            attributes["table:formula"] = _to_odf(cell.formula)
        value = cell.value
        target = line.add("table:table-cell", attributes | _value_attributes(value, code))
        if value is not None:
            for text in formatted(value, code).split("\n"):
                target.add("text:p", text="".join([char for char in text if char >= " " or char == "\t"]))


def _value_attributes(value: Value, code: str) -> dict[str, str]:
    if isinstance(value, bool):
        return {"office:value-type": "boolean", "office:boolean-value": "true" if value else "false"}
    if isinstance(value, float):
        if is_date(code) and math.floor(value) == 0 <= value and "D" not in code and "Y" not in code:
            seconds = round(value * 86_400)
            clock = f"PT{seconds // 3600:02d}H{seconds // 60 % 60:02d}M{seconds % 60:02d}S"
            return {"office:value-type": "time", "office:time-value": clock}
        if is_date(code) and -600_000 < value < 2_900_000:
            when = _EPOCH + datetime.timedelta(seconds=round(value * 86_400))
            return {"office:value-type": "date", "office:date-value": when.isoformat().removesuffix("T00:00:00")}
        if is_percent(code):
            return {"office:value-type": "percentage", "office:value": repr(value).removesuffix(".0")}
        if is_currency(code):
            return {
                "office:value-type": "currency",
                "office:currency": "USD",
                "office:value": repr(value).removesuffix(".0"),
            }
        return {"office:value-type": "float", "office:value": repr(value).removesuffix(".0")}
    if isinstance(value, str):
        return {"office:value-type": "string"}
    if isinstance(value, SheetError):
        return {"office:value-type": "string", "office:string-value": ""}
    return {}


def _to_odf(formula: str) -> str:
    """Returns a formula in OpenFormula's notation.

    >>> _to_odf("=SUM($Data.A1:B2,3)")
    'of:=SUM([$Data.A1:.B2];3)'
    """
    parts: list[str] = []
    for token in tokens(formula):
        ref = parse_ref(token.text) if token.kind == "ref" else None
        if ref is not None:
            whole = print_ref(ref)
            sheet, dot, body = whole.rpartition(".")
            first, _, last = body.partition(":")
            parts.append(f"[{sheet if dot else ''}.{first}{':.' + last if last else ''}]")
        else:
            parts.append(";" if token.kind == "sep" else token.text)
    return "of:=" + "".join(parts)


# Reading ------------------------------------------------------------------------------------------------------------


def read_ods(data: bytes) -> Book:
    """Returns the workbook of a file, whose formulas aren't computed yet.

    Raises:
        ValueError: It is none, or too large.
    """
    from crab_sim.documents.readers.packages import Package

    package = Package(data)
    if package.odf_kind() != "spreadsheet":
        raise ValueError("no OpenDocument spreadsheet")
    body = package.xml("content.xml").find(f"{_OFFICE}body/{_OFFICE}spreadsheet")
    if body is None:
        raise ValueError("an OpenDocument without tables")
    reader = _Reader(package)
    sheets = [reader.sheet(table) for table in _children(body, "table")]
    if not sheets:
        raise ValueError("a workbook without sheets")
    filters, frozen = reader.filters(body), read_frozen(package)
    return Book(
        tuple(
            [
                sheet._replace(filter=filters.get(sheet.name.casefold()), frozen=frozen.get(sheet.name, (0, 0)))
                for sheet in sheets
            ]
        )
    )


def _children(node: Element, *names: str) -> Iterator[Element]:
    for child in node:
        if child.tag.rpartition("}")[2] in names:
            yield child


def _attribute(node: Element, name: str) -> str:
    for key, value in node.items():
        if key.endswith(name) and key.rpartition("}")[2] == name:
            return value
    return ""


def _repeated(node: Element, name: str) -> int:
    text = _attribute(node, name)
    return max(1, min(1_048_576, int(text))) if text.isdecimal() and len(text) < 9 else 1


class _Reader:
    """Reads tables with the styles of their document."""

    def __init__(self, package: Package) -> None:
        self.left = MAX_CELLS
        self.named: dict[str, Element] = {}
        self.codes: dict[str, str] = {}
        named, own = package.xml("styles.xml"), package.xml("content.xml")
        for root, part in ((named, "styles"), (own, "styles"), (own, "automatic-styles"), (named, "automatic-styles")):
            for group in root.iterfind(f"{_OFFICE}{part}"):
                for node in group:
                    self.named[_attribute(node, "name")] = node
        self.styles: dict[str, Style] = {}

    def style(self, name: str) -> Style:
        found = self.styles.get(name)
        if found is None:
            found = self.styles[name] = self._style(name)
        return found

    def _style(self, name: str) -> Style:
        node = self.named.get(name)
        if node is None:
            return PLAIN
        bold = italic = underline = strike = border = False
        align = fill = ink = ""
        for part in _children(node, "text-properties", "paragraph-properties", "table-cell-properties"):
            bold = bold or _attribute(part, "font-weight") == "bold"
            italic = italic or _attribute(part, "font-style") == "italic"
            underline = underline or _attribute(part, "text-underline-style") not in ("", "none")
            strike = strike or _attribute(part, "text-line-through-style") not in ("", "none")
            border = border or _attribute(part, "border") not in ("", "none")
            side = _attribute(part, "text-align")
            align = {"start": "left", "end": "right", "center": "center"}.get(side, align)
            fill = _hex(_attribute(part, "background-color")) or fill
            ink = _hex(_attribute(part, "color")) or ink
        data = _attribute(node, "data-style-name")
        code = GENERAL
        if data and data in self.named:
            code = self.codes.get(data) or code_of(self.named[data])
            self.codes[data] = code
        return Style(bold, italic, underline, align, code, fill, ink, strike, border)

    def sheet(self, table: Element) -> Sheet:
        widths: dict[int, int] = {}
        defaults: dict[int, str] = {}
        at = 0
        for column in _all(table, "table-column", ("table-columns", "table-header-columns", "table-column-group")):
            count = _repeated(column, "number-columns-repeated")
            width = self.width(_attribute(column, "style-name"))
            for number in range(at, min(at + count, at + 256)):
                if width and width != DEFAULT_WIDTH:
                    widths[number] = width
                if _attribute(column, "visibility") in ("collapse", "filter"):
                    widths[number] = 0
                defaults[number] = _attribute(column, "default-cell-style-name")
            at += count
        cells: dict[tuple[int, int], Cell] = {}
        hidden: set[int] = set()
        row = 0
        for line in _all(table, "table-row", ("table-rows", "table-header-rows", "table-row-group")):
            count = _repeated(line, "number-rows-repeated")
            found = self.row(line, defaults)
            self.left -= count * len(found)
            if self.left < 0:
                raise ValueError(f"more than {MAX_CELLS} cells")
            if found:
                for number in range(row, row + count):
                    cells.update({(number, column): cell for column, cell in found})
            if _attribute(line, "visibility") in ("filter", "collapse") and count < 100_000:
                hidden.update(range(row, row + count))
            row += count
        look = self.named.get(_attribute(table, "style-name"))
        shown = [] if look is None else [_attribute(part, "display") for part in _children(look, "table-properties")]
        name = _attribute(table, "name") or "Sheet1"
        return put_cells(Sheet(name, widths=widths, hidden=frozenset(hidden), closed="false" in shown), cells)

    def width(self, name: str) -> int:
        node = self.named.get(name)
        if node is None:
            return 0
        for part in _children(node, "table-column-properties"):
            match = re.fullmatch(r"(\d+(?:\.\d+)?)(cm|in|mm|pt)", _attribute(part, "column-width"))
            if match is not None:
                size = {"cm": 1.0, "in": 2.54, "mm": 0.1, "pt": 2.54 / 72}[match[2]]
                return max(10, min(1000, round(float(match[1]) * size / _CM)))
        return 0

    def row(self, line: Element, defaults: Mapping[int, str]) -> list[tuple[int, Cell]]:
        found: list[tuple[int, Cell]] = []
        column = 0
        for node in _children(line, "table-cell", "covered-table-cell"):
            count = _repeated(node, "number-columns-repeated")
            name = _attribute(node, "style-name") or defaults.get(column, "")
            cell = _read_cell(node, self.style(name))
            filled = cell.value is not None or bool(cell.formula)
            if cell != EMPTY and (filled or count < 256):
                if count * (1 + len(found)) > self.left:
                    raise ValueError(f"more than {MAX_CELLS} cells")
                found += [(number, cell) for number in range(column, column + count)]
            column += count
        return found

    def filters(self, spreadsheet: Element) -> dict[str, Filter]:
        found: dict[str, Filter] = {}
        for group in _children(spreadsheet, "database-ranges"):
            for node in _children(group, "database-range"):
                first, _, last = _attribute(node, "target-range-address").partition(":")
                ref = parse_ref(f"{first}:{last.rpartition('.')[2]}")
                if ref is not None and _attribute(node, "display-filter-buttons") == "true":
                    box = Box(ref.row, ref.column, ref.last_row, ref.last_column)
                    found[ref.sheet.casefold()] = Filter(box, {})
        return found


def _hex(color: str) -> str:
    return color[1:].upper() if re.fullmatch(r"#[0-9a-fA-F]{6}", color) else ""


def _all(node: Element, name: str, groups: tuple[str, ...]) -> Iterator[Element]:
    for child in _children(node, name, *groups):
        if child.tag.rpartition("}")[2] == name:
            yield child
        else:
            yield from _all(child, name, groups)


def _read_cell(node: Element, style: Style) -> Cell:
    formula = _attribute(node, "formula")
    return Cell(None if formula else _read_value(node), _from_odf(formula), style)


def _read_value(node: Element) -> Value:
    kind, plain = _attribute(node, "value-type"), _attribute(node, "value")
    if kind in ("float", "percentage", "currency"):
        value = float(plain)
        return value if math.isfinite(value) else None
    if kind == "boolean":
        return _attribute(node, "boolean-value") == "true"
    if kind == "date":
        when = datetime.datetime.fromisoformat(_attribute(node, "date-value"))
        return (when.replace(tzinfo=None) - _EPOCH) / datetime.timedelta(days=1)
    if kind == "time":
        match = _DURATION.fullmatch(_attribute(node, "time-value"))
        if match is not None:
            hours, minutes, seconds = (float((part or "0").replace(",", ".")) for part in match.groups()[1:])
            return (hours * 3600 + minutes * 60 + seconds) / 86_400
    lines = [_text(paragraph) for paragraph in _children(node, "p")]
    text = _attribute(node, "string-value") or "\n".join(lines)
    return next((error for error in ERRORS if error.code == text), text) if text else None


def _text(node: Element) -> str:
    parts = [node.text or ""]
    for child in node:
        name = child.tag.rpartition("}")[2]
        if name == "s":
            parts.append(" " * min(1000, _repeated(child, "c")))
        elif name == "tab":
            parts.append("\t")
        elif name != "annotation":
            parts.append(_text(child))
        parts.append(child.tail or "")
    return "".join(parts)


def _from_odf(formula: str) -> str:
    """Returns a formula of OpenFormula's notation as Calc shows it, ``""`` for none.

    >>> _from_odf("of:=SUM([$Data.A1:.B2];[.$C$3])")
    '=SUM($Data.A1:B2,$C$3)'
    """
    if not formula:
        return ""
    rest = formula.partition("=")[2]
    parts = _STRINGS.split(rest)
    for i in range(0, len(parts), 2):
        parts[i] = _BRACKETS.sub(lambda match: _plain_ref(match[1]), parts[i])
    return normalised("=" + "".join(parts))


def _plain_ref(inside: str) -> str:
    if "#REF!" in inside:
        return "#REF!"
    return inside.removeprefix(".").replace(":.", ":")
