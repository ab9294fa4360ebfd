"""Spreadsheets as Office Open XML, written as openpyxl writes them.

openpyxl makes all of a workbook but its cells, the frame, which stays the same from one saving to the next; the cells
are written here. Saving again takes a tenth of the time that openpyxl takes, and gives the same bytes.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from xml.sax.saxutils import escape

from crab_sim.documents.formulas.formats import GENERAL
from crab_sim.documents.formulas.references import letters, parse_ref, range_name
from crab_sim.documents.formulas.tokens import to_excel
from crab_sim.documents.formulas.values import ERRORS, SheetError, Value
from crab_sim.engines.sheets.book import Book, Cell, Chart, Sheet, Style, cell_at
from crab_sim.engines.sheets.files.xlsx_file import PIXELS
from crab_sim.engines.zipped import Member, zipped

if TYPE_CHECKING:  # imported when a file is written
    from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["write_xlsx"]

_FORMULA = re.compile(r'<c r="([A-Z]+\d+)"((?: s="\d+")?)><f>([^<]*)</f><v ?/?>(?:</v>)?</c>')
_SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")
_TIMES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</)")
_ROWS = re.compile(rb'<dimension ref="[^"]*" ?/>(.*)<sheetData(?: ?/>|>.*</sheetData>)')
_ODD = re.compile(r"[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST: Final = 32_767  # characters of a text or a formula
_CODES: Final = frozenset({"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"})


class _Page(NamedTuple):
    """A sheet without its cells: its name, the widths of its columns, the range of its filter or ``""``, its view."""

    name: str
    widths: tuple[tuple[int, int], ...]
    filter: str
    frozen: tuple[int, int]
    closed: bool


class _Frame(NamedTuple):
    """A workbook without its cells: its files, and the attribute of cells with each look, in the looks' order."""

    files: tuple[Member, ...]
    looks: tuple[str, ...]


class _Odd(Exception):
    """Something in a cell that openpyxl has to write, or to refuse."""


def write_xlsx(book: Book, when: str) -> bytes:
    """Returns a workbook as a file.

    Args:
        book: The workbook.
        when: The time for its properties, in ISO 8601.
    """
    stamp = rb"\g<1>" + when.encode() + rb"\g<2>"
    files = [
        Member(name, _TIMES.sub(stamp, data) if name == "docProps/core.xml" else data) for name, data, _ in _files(book)
    ]
    return zipped(files, 0o600)


def _files(book: Book) -> Sequence[Member]:
    """Returns the files of a workbook."""
    if any([sheet.charts for sheet in book.sheets]):
        return _by_openpyxl(book)
    order: dict[Style, int] = {}
    for sheet in book.sheets:
        for cell in _cells(sheet):
            order.setdefault(_look(cell), len(order))
    frame = _frame(tuple([_page(sheet) for sheet in book.sheets]), tuple(order))
    looks = {look: frame.looks[at] for look, at in order.items()}
    try:
        return [Member(name, _filled(name, data, book, looks)) for name, data, _ in frame.files]
    except _Odd:
        return _by_openpyxl(book)


def _cells(sheet: Sheet) -> Iterator[Cell]:
    """Yields the cells of a sheet, row by row."""
    for row in sorted(sheet.rows):
        line = sheet.rows[row]
        for column in sorted(line):
            yield line[column]


def _page(sheet: Sheet) -> _Page:
    found = range_name(*sheet.filter.box) if sheet.filter is not None else ""
    return _Page(sheet.name, tuple(sorted(sheet.widths.items())), found, sheet.frozen, sheet.closed)


def _look(cell: Cell) -> Style:
    """Returns the look of a cell as the file has it."""
    style = cell.style
    code = cell.shown if cell.formula and style.format == GENERAL else style.format
    if code == "BOOLEAN":
        code = GENERAL
    return style if code == style.format else style._replace(format=code)


# Cells --------------------------------------------------------------------------------------------------------------


def _filled(name: str, data: bytes, book: Book, looks: Mapping[Style, str]) -> bytes:
    """Returns a file of a workbook from that of its frame: a sheet gets its cells.

    Args:
        name: The file's name.
        data: The frame's file.
        book: The workbook.
        looks: The attribute of cells with each look.
    """
    match = _SHEET.fullmatch(name)
    if match is None:
        return data
    sheet = book.sheets[int(match[1]) - 1]
    parts: list[str] = []
    for row in sorted({*sheet.rows, *sheet.hidden}):
        parts.append(f'<row r="{row + 1}" hidden="1">' if row in sheet.hidden else f'<row r="{row + 1}">')
        line = sheet.rows.get(row, {})
        for column in sorted(line):
            cell = line[column]
            look = looks[_look(cell)]
            if cell.formula or cell.value is not None:
                parts.append(f'<c r="{letters(column)}{row + 1}"{look}{_content(cell)}</c>')
            elif look:
                parts.append(f'<c r="{letters(column)}{row + 1}"{look} t="n"></c>')
        parts.append("</row>")
    size = f'<dimension ref="{_size(sheet)}"/>'.encode()
    rows = "".join(parts).encode()
    return _ROWS.sub(lambda found: size + found[1] + b"<sheetData>" + rows + b"</sheetData>", data)


def _size(sheet: Sheet) -> str:
    """Returns the range of a sheet that has cells."""
    if not sheet.rows:
        return "A1:A1"
    columns = [column for line in sheet.rows.values() for column in line]
    first = f"{letters(min(columns))}{min(sheet.rows) + 1}"
    return f"{first}:{letters(max(columns))}{max(sheet.rows) + 1}"


def _content(cell: Cell) -> str:
    """Returns the rest of a cell's element after its place and its look, without the end."""
    value = cell.value
    if cell.formula:
        formula = to_excel(cell.formula)
        if not 1 < len(formula) <= _MOST or formula[0] != "=" or _ODD.search(formula):
            raise _Odd
        kind, result = _result(value)
        return f"{kind}><f>{_escaped(formula[1:])}</f><v>{result}</v>"
    if isinstance(value, (str, SheetError)):
        if isinstance(value, SheetError) and value.code in _CODES:
            return f' t="e"><v>{value.code}</v>'
        text = _shown(value if isinstance(value, str) else value.code)[:_MOST]
        if _ODD.search(text):
            raise _Odd
        space = ' xml:space="preserve"' if text != text.strip() else ""
        return f' t="inlineStr"><is><t{space}>{_escaped(text)}</t></is>' if text else ' t="inlineStr">'
    if value is None or not math.isfinite(value):
        raise _Odd
    return f' t="{"b" if isinstance(value, bool) else "n"}"><v>{float(value):.16g}</v>'


def _escaped(text: str) -> str:
    return escape(text).encode("ascii", "xmlcharrefreplace").decode()


def _shown(text: str) -> str:
    """Returns a text without control characters."""
    return text if text.isprintable() else "".join([char for char in text if char >= " " or char in "\n\t"])


def _result(value: Value) -> tuple[str, str]:
    """Returns a formula's result as the attribute of its kind and its text."""
    if value is None:
        return "", ""
    if isinstance(value, bool):
        return ' t="b"', str(int(value))
    if isinstance(value, float):
        return ' t="n"', repr(value)
    if isinstance(value, str):
        return ' t="str"', escape(_shown(value))
    return ' t="e"', value.code if value in ERRORS else "#VALUE!"


# What openpyxl writes -----------------------------------------------------------------------------------------------


class _Archive:
    """An archive in memory, as openpyxl fills one."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def writestr(self, name: str, data: str | bytes) -> None:
        """Adds a file."""
        self.files[name] = data.encode() if isinstance(data, str) else data

    def namelist(self) -> list[str]:
        """Returns the names of the files."""
        return list(self.files)

    def close(self) -> None:
        """Does nothing."""


@lru_cache(maxsize=8)
def _frame(pages: tuple[_Page, ...], looks: tuple[Style, ...]) -> _Frame:
    """Returns a workbook without its cells.

    Args:
        pages: Its sheets.
        looks: The looks of its cells, in the order of the first cells that have them.
    """
    import openpyxl

    whole = openpyxl.Workbook()
    whole.remove(whole.worksheets[0])
    for page in pages:
        _add_page(whole, page)
    samples = [whole.worksheets[0].cell(1, number) for number in range(1, len(looks) + 1)]
    for sample, look in zip(samples, looks, strict=True):
        _style(sample, look)
    files = _saved(whole)
    return _Frame(files, tuple([f' s="{sample.style_id}"' if sample.has_style else "" for sample in samples]))


def _add_page(whole: Any, page: _Page) -> Worksheet:
    added: Worksheet = whole.create_sheet(page.name)
    for column, width in page.widths:
        if width:
            added.column_dimensions[letters(column)].width = round(width / PIXELS, 2)
        else:
            added.column_dimensions[letters(column)].hidden = True
    if any(page.frozen):
        added.freeze_panes = f"{letters(page.frozen[1])}{page.frozen[0] + 1}"
    if page.closed:
        added.sheet_state = "hidden"
    if page.filter:
        added.auto_filter.ref = page.filter
    return added


def _style(target: Any, style: Style) -> None:
    """Gives a cell of openpyxl a look."""
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

    if style.border:
        side = Side("thin", "FF000000")
        target.border = Border(side, side, side, side)
    if style.bold or style.italic or style.underline or style.ink or style.strike:
        target.font = Font(
            bold=style.bold, italic=style.italic, underline="single" if style.underline else None, strike=style.strike,
            color=f"FF{style.ink}" if style.ink else None,
        )  # fmt: skip
    if style.align:
        target.alignment = Alignment(horizontal=style.align)
    if style.fill:
        target.fill = PatternFill("solid", fgColor=f"FF{style.fill}")
    if style.format != GENERAL:
        target.number_format = style.format


def _saved(whole: Any) -> tuple[Member, ...]:
    """Returns the files of a workbook of openpyxl."""
    from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
    from openpyxl.worksheet._writer import WorksheetWriter
    from openpyxl.writer.excel import ExcelWriter

    archive = _Archive()
    saver = ExcelWriter(whole, archive)

    def write_worksheet(page: Any) -> None:
        """Writes a sheet without a file on the disk."""
        page._drawing = SpreadsheetDrawing()
        page._drawing.charts, page._drawing.images = page._charts, page._images
        writer = WorksheetWriter(page, io.BytesIO())
        writer.write()
        page._rels = writer._rels
        archive.writestr(page.path[1:], writer.out.getvalue())
        saver.manifest.append(page)

    saver.write_worksheet = write_worksheet
    saver.save()
    return tuple([Member(name, data) for name, data in archive.files.items()])


def _by_openpyxl(book: Book) -> list[Member]:
    """Returns the files of a workbook, all of which openpyxl writes."""
    import openpyxl

    whole = openpyxl.Workbook()
    whole.remove(whole.worksheets[0])
    for sheet in book.sheets:
        page = _add_page(whole, _page(sheet))
        for row in sorted(sheet.rows):
            for column, cell in sorted(sheet.rows[row].items()):
                _write_cell(page.cell(row + 1, column + 1), cell)
        for row in sorted(sheet.hidden):
            page.row_dimensions[row + 1].hidden = True
        for chart in sheet.charts:
            _chart(sheet, chart, page)
    files = []
    for name, data, _ in _saved(whole):
        match = _SHEET.fullmatch(name)
        files.append(Member(name, data if match is None else _with_results(data, book.sheets[int(match[1]) - 1])))
    return files


def _with_results(xml: bytes, sheet: Sheet) -> bytes:
    """Adds the results of a sheet's formulas, which openpyxl leaves out."""

    def filled(match: re.Match[str]) -> str:
        ref = parse_ref(match[1])
        kind, text = _result(cell_at(sheet, ref.row, ref.column).value if ref is not None else None)
        return f'<c r="{match[1]}"{match[2]}{kind}><f>{match[3]}</f><v>{text}</v></c>' if kind else match[0]

    return _FORMULA.sub(filled, xml.decode()).encode()


def _write_cell(target: Any, cell: Cell) -> None:
    value = cell.value
    if cell.formula:
        target.value = to_excel(cell.formula)
    elif isinstance(value, SheetError):
        target.value = value.code
    elif isinstance(value, str):
        target.value = _shown(value)[:_MOST]
        target.data_type = "s"
    elif value is not None:
        target.value = value
    _style(target, _look(cell))


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
