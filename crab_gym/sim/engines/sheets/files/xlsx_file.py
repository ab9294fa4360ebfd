"""Spreadsheets as Office Open XML, read and written with openpyxl."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from crab_gym.sim.engines.sheets.book import (
    DEFAULT_WIDTH,
    EMPTY,
    GENERAL,
    PLAIN,
    Book,
    Box,
    Cell,
    Chart,
    Filter,
    Sheet,
    Style,
    cell_at,
    put_cells,
)
from crab_gym.sim.engines.sheets.files.archive import settled
from crab_gym.sim.engines.sheets.files.text_file import MAX_CELLS
from crab_gym.sim.engines.sheets.formats import formatted
from crab_gym.sim.engines.sheets.references import letters, parse_ref, range_name
from crab_gym.sim.engines.sheets.tokens import normalised, to_excel
from crab_gym.sim.engines.sheets.values import ERRORS, SheetError, Value

if TYPE_CHECKING:  # imported when a file is read or written
    from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["read_xlsx", "write_xlsx"]

_EPOCH = datetime.datetime(1899, 12, 30)
_FORMULA = re.compile(r'<c r="([A-Z]+\d+)"((?: s="\d+")?)><f>([^<]*)</f><v ?/?>(?:</v>)?</c>')
_SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")
_PIXELS = 7.0  # of a digit: the unit of columns' widths


def _chart(sheet: Sheet, chart: Chart, page: Worksheet) -> None:
    """Adds a chart to a worksheet of openpyxl."""
    from openpyxl.chart import BarChart, LineChart, PieChart, Reference

    kinds: dict[str, Any] = {"column": BarChart, "line": LineChart, "pie": PieChart}
    drawn = kinds[chart.kind]()
    if chart.title:
        drawn.title = chart.title
    box = chart.box
    first = min(box.left + 1, box.right)
    data = Reference(page, first + 1, box.top + 1, box.right + 1, box.bottom + 1)
    drawn.add_data(data, titles_from_data=True)
    if first > box.left:
        drawn.set_categories(Reference(page, box.left + 1, box.top + 2, box.left + 1, box.bottom + 1))
    drawn.width, drawn.height = 12, 7
    page.add_chart(drawn, f"{letters(chart.column)}{chart.row + 1}")


def write_xlsx(book: Book, when: str) -> bytes:
    """Returns a workbook as a file.

    Args:
        book: The workbook.
        when: The time for its properties, in ISO 8601.
    """
    import openpyxl

    whole = openpyxl.Workbook()
    whole.remove(whole.worksheets[0])
    for sheet in book.sheets:
        page = whole.create_sheet(sheet.name)
        for row in sorted(sheet.rows):
            for column, cell in sorted(sheet.rows[row].items()):
                _write_cell(page.cell(row + 1, column + 1), cell)
        for column, width in sorted(sheet.widths.items()):
            page.column_dimensions[letters(column)].width = round(width / _PIXELS, 2)
        for row in sorted(sheet.hidden):
            page.row_dimensions[row + 1].hidden = True
        if sheet.filter is not None:
            page.auto_filter.ref = range_name(*sheet.filter.box)
        for chart in sheet.charts:
            _chart(sheet, chart, page)
    stream = io.BytesIO()
    _writer()(whole, zipfile.ZipFile(stream, "w")).save()

    def with_results(name: str, content: bytes) -> bytes:
        """Adds the results of a sheet's formulas, which openpyxl leaves out."""
        match = _SHEET.fullmatch(name)
        return content if match is None else _with_results(content, book.sheets[int(match[1]) - 1])

    return settled(stream.getvalue(), when, with_results)


@cache
def _writer() -> Any:
    """Returns openpyxl's writer of workbooks, but without a file on the disk for each sheet."""
    from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
    from openpyxl.worksheet._writer import WorksheetWriter
    from openpyxl.writer.excel import ExcelWriter

    class Writer(ExcelWriter):  # type: ignore[misc] # openpyxl has no types
        """Writes a sheet into memory; see `ExcelWriter`."""

        def write_worksheet(self, ws: Any) -> None:
            """Writes a sheet."""
            ws._drawing = SpreadsheetDrawing()
            ws._drawing.charts, ws._drawing.images = ws._charts, ws._images
            writer = WorksheetWriter(ws, io.BytesIO())
            writer.write()
            ws._rels = writer._rels
            self._archive.writestr(ws.path[1:], writer.out.getvalue())
            self.manifest.append(ws)

    return Writer


def _with_results(xml: bytes, sheet: Sheet) -> bytes:
    def filled(match: re.Match[str]) -> str:
        ref = parse_ref(match[1])
        value = cell_at(sheet, ref.row, ref.column).value if ref is not None else None
        if value is None:
            return match[0]
        kind, text = "n", ""
        if isinstance(value, bool):
            kind, text = "b", str(int(value))
        elif isinstance(value, float):
            text = repr(value)
        elif isinstance(value, str):
            kind, text = "str", "".join([char for char in value if char >= " " or char in "\n\t"])
        else:
            kind, text = "e", value.code if value in ERRORS else "#VALUE!"
        return f'<c r="{match[1]}"{match[2]} t="{kind}"><f>{match[3]}</f><v>{escape(text)}</v></c>'

    return _FORMULA.sub(filled, xml.decode()).encode()


def _write_cell(target: Any, cell: Cell) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill

    style = cell.style
    value = cell.value
    if cell.formula:
        target.value = to_excel(cell.formula)
    elif isinstance(value, SheetError):
        target.value = value.code
    elif isinstance(value, str):
        target.value = "".join([char for char in value if char >= " " or char in "\n\t"])[:32_767]
        target.data_type = "s"
    elif value is not None:
        target.value = value
    if style.bold or style.italic or style.underline or style.ink:
        target.font = Font(
            bold=style.bold, italic=style.italic, underline="single" if style.underline else None,
            color=f"FF{style.ink}" if style.ink else None,
        )  # fmt: skip
    if style.align:
        target.alignment = Alignment(horizontal=style.align)
    if style.fill:
        target.fill = PatternFill("solid", fgColor=f"FF{style.fill}")
    code = cell.shown if cell.formula and style.format == GENERAL else style.format
    if code not in (GENERAL, "BOOLEAN"):
        target.number_format = code


def read_xlsx(data: bytes) -> Book:
    """Returns the workbook of a file, whose formulas aren't computed yet.

    Raises:
        ValueError: It is none, or too large.
    """
    import openpyxl

    from crab_gym.documents.readers.packages import Package

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
        if ref is not None and dimension.width and dimension.customWidth:
            width = round(dimension.width * _PIXELS)
            if width != DEFAULT_WIDTH:
                widths[ref.column] = max(10, min(1000, width))
    hidden = frozenset([row - 1 for row, dimension in page.row_dimensions.items() if dimension.hidden])
    ref = parse_ref(page.auto_filter.ref or "")
    found = Filter(Box(ref.row, ref.column, ref.last_row, ref.last_column), {}) if ref is not None else None
    return put_cells(Sheet(page.title, widths=widths, hidden=hidden, filter=found), cells)


def _read_cell(source: Any) -> Cell:
    style = PLAIN
    if source.has_style:
        font, fill, align = source.font, source.fill, source.alignment.horizontal
        code = source.number_format or GENERAL
        style = Style(
            bool(font.b), bool(font.i), bool(font.u), align if align in ("left", "center", "right") else "",
            _plain_code(code), _color(fill.fgColor) if fill.fill_type == "solid" else "", _color(font.color),
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
