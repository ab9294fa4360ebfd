"""Reading Office Open XML workbooks (.xlsx): values, formulas, which cells are bold."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from .ooxml_beside import font_faults
from .packages import Package

_X = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_BOOK = "xl/workbook.xml"
_PLACE = re.compile(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6})")
_LITERALS = re.compile(r'"[^"]*"|\[(?!hh?\]|mm?\]|ss?\])[^\]]*\]')
_DATE = re.compile(r"(?<![_\\])[dmhys]", re.IGNORECASE)
_SPAN = re.compile(r"\[(?:hh?|mm?|ss?)\]", re.IGNORECASE)
_BUILT_IN = {
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mmss.0",
    **dict.fromkeys(range(14, 18), "d"),
    **dict.fromkeys(range(18, 23), "h"),
}
"""The built-in formats of dates and times by number, as far as it matters."""
_OFF = ("0", "false")
_OTHERS = {
    f"{_X}drawing": "drawing", f"{_X}legacyDrawing": "comments", f"{_X}conditionalFormatting": "conditional format",
    f"{_X}picture": "picture",
}  # fmt: skip


class _Style(NamedTuple):
    """A cell's style.

    Attributes:
        kind: Whether its numbers are points (``"date"``) or spans of time (``"span"``).
        bold: Whether it is bold.
        other: What else isn't as usual.
    """

    kind: str = ""
    bold: bool = False
    other: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """A sheet: its name, value, formula, boldness and other looks of each filled cell by place, and whatever else is
    in it.
    """

    name: str
    cells: dict[str, list[Any]]
    others: list[str]


def read(package: Package) -> list[Sheet]:
    """Returns the sheets.

    Raises:
        ValueError: There are none, or too many cells.
    """
    book, targets = package.xml(_BOOK), package.relations(_BOOK)
    settings = book.find(f"{_X}workbookPr")
    reader = _Reader(package, settings is not None and settings.get("date1904", "0") not in _OFF)
    sheets = []
    for entry in book.iterfind(f"{_X}sheets/{_X}sheet"):
        root = package.xml(targets.get(entry.get(f"{_R}id", ""), ""))
        others = ["hidden"] if entry.get("state", "visible") != "visible" else []
        if root.tag == f"{_X}worksheet":
            others += [_OTHERS[node.tag] for node in root if node.tag in _OTHERS]
            for pane in root.iterfind(f"{_X}sheetViews/{_X}sheetView/{_X}pane"):
                if pane.get("state") in ("frozen", "frozenSplit"):
                    rows, columns = (int(float(pane.get(f"{axis}Split", "0"))) for axis in "yx")
                    others.append(f"frozen {rows}x{columns}")
            sheets.append(Sheet(entry.get("name", ""), reader.cells(root), others))
        else:
            sheets.append(Sheet(entry.get("name", ""), {}, [*others, "chart"]))
    if not sheets:
        raise ValueError("a workbook without sheets")
    return sheets


class _Reader:
    """Reads the sheets of a workbook.

    Args:
        package: The workbook.
        since_1904: Whether it counts days from 1904.
    """

    def __init__(self, package: Package, since_1904: bool) -> None:
        self.package = package
        self.left = package.limits.cells
        self.since_1904 = since_1904
        self.styles = list(_styles(package.xml("xl/styles.xml")))
        strings = list(package.xml("xl/sharedStrings.xml"))
        self.strings = [_content(item).replace("x005F_", "") for item in strings]
        self.looks = [_rich_looks(item) for item in strings]

    def cells(self, root: Element) -> dict[str, list[Any]]:
        """Returns the filled cells of a sheet by place."""
        found: dict[str, list[Any]] = {}
        shared: dict[str, Any] = {}
        number = 0
        around = _Around(root)
        for row in root.iterfind(f"{_X}sheetData/{_X}row"):
            number = int(float(row.get("r", number + 1)))
            column = 0
            for cell in row:
                place = cell.get("r", "")
                match = _PLACE.fullmatch(place)
                if place and match is None:
                    raise ValueError(f"a cell at {place!r}")
                column = column + 1 if match is None else _column(match[1])
                place = f"{letters(column - 1)}{number if match is None else match[2]}"
                formula = self.formula(cell, place, shared)
                style = self.style(cell)
                value = self.value(cell, style)
                if value is not None or formula:
                    shut = row.get("hidden", "0") not in _OFF
                    other = (*style.other, *self.parts(cell), *around.of(place, column, shut))
                    found[place] = [value, formula, style.bold, other]
                    if len(found) > self.left:
                        raise ValueError(f"more than {self.package.limits.cells} filled cells")
        self.left -= len(found)
        return found

    def style(self, cell: Element) -> _Style:
        """Returns a cell's style."""
        number = int(cell.get("s", "0") or 0)
        return self.styles[number] if 0 <= number < len(self.styles) else _Style()

    def parts(self, cell: Element) -> tuple[str, ...]:
        """Returns the looks of parts of a cell's text."""
        inside, number = cell.find(f"{_X}is"), cell.findtext(f"{_X}v") or ""
        if inside is not None:
            return _rich_looks(inside)
        return self.looks[int(number)] if cell.get("t") == "s" and number else ()

    def formula(self, cell: Element, place: str, shared: dict[str, Any]) -> str:
        """Returns a cell's formula, ``""`` for none; `shared` has those that other cells refer to."""
        node = cell.find(f"{_X}f")
        if node is None:
            return ""
        text = f"={node.text or ''}"
        if node.get("t") != "shared":
            return text
        if not self.package.limits.libraries:
            raise ValueError("shared formulas, which a library moves")
        from openpyxl.formula.translate import Translator

        key = node.get("si", "")
        if key in shared:
            return str(shared[key].translate_formula(place))
        if text != "=":
            shared[key] = Translator(text, place)
        return text

    def value(self, cell: Element, style: _Style) -> str | float | bool | None:
        """Returns a cell's value; dates and times are ISO 8601 texts."""
        kind, text = cell.get("t", "n"), cell.findtext(f"{_X}v") or ""
        if kind == "inlineStr":
            inside = cell.find(f"{_X}is")
            return None if inside is None else _content(inside)
        if not text:
            return None
        if kind == "n":
            number = float(text)
            return self.moment(number, style.kind) if style.kind else number
        if kind == "s":
            return self.strings[int(text)]
        if kind == "b":
            return bool(int(text))
        return text.removesuffix("T00:00:00") if kind == "d" else text

    def moment(self, days: float, kind: str) -> str:
        """Returns a number of days as a date, a time, both, or a span of time."""
        try:
            if kind == "span":
                seconds = round(days * 86_400)
                return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
            whole, part = divmod(days, 1)
            rest = datetime.timedelta(milliseconds=round(part * 86_400_000))
            if 0 <= days < 1 and not rest.days:
                return (datetime.datetime.min + rest).time().isoformat()
            if 0 < days < 60 and not self.since_1904:
                whole += 1  # the format has a 29th of February 1900
            epoch = datetime.datetime(1904, 1, 1) if self.since_1904 else datetime.datetime(1899, 12, 30)
            return (epoch + datetime.timedelta(days=whole) + rest).isoformat().removesuffix("T00:00:00")
        except (OverflowError, ValueError):
            return "#VALUE!"


class _Around:
    """Knows what a sheet's cells have beside their content: hidden columns, and cells that they cover.

    Args:
        root: The sheet.
    """

    def __init__(self, root: Element) -> None:
        self._hidden = [
            (int(node.get("min", "1")), int(node.get("max", "1")))
            for node in root.iterfind(f"{_X}cols/{_X}col")
            if node.get("hidden", "0") not in _OFF
        ]
        self._merged = [node.get("ref", "") for node in root.iterfind(f"{_X}mergeCells/{_X}mergeCell")]

    def of(self, place: str, column: int, shut: bool) -> list[str]:
        """Returns what is said of a cell.

        Args:
            place: Its place.
            column: Its column, counted from 1.
            shut: Whether its row is hidden.
        """
        hidden = shut or any(first <= column <= last for first, last in self._hidden)
        return [
            *(["hidden"] if hidden else []),
            *(f"merged {ref}" for ref in self._merged if ref.startswith(f"{place}:")),
        ]


def _styles(root: Element) -> Iterator[_Style]:
    """Yields the cells' styles by number."""
    codes = {row.get("numFmtId", ""): row.get("formatCode", "") for row in root.iterfind(f"{_X}numFmts/{_X}numFmt")}
    fonts = list(root.iterfind(f"{_X}fonts/{_X}font"))
    fills = list(root.iterfind(f"{_X}fills/{_X}fill"))
    borders = list(root.iterfind(f"{_X}borders/{_X}border"))
    for row in root.iterfind(f"{_X}cellXfs/{_X}xf"):
        number, font, fill, border = (int(row.get(f"{name}Id", "0")) for name in ("numFmt", "font", "fill", "border"))
        whole = codes.get(str(number), _BUILT_IN.get(number, ""))
        code = whole.partition(";")[0]
        kind, other = "", list[str]()
        if _DATE.search(_LITERALS.sub("", code)):
            kind = "span" if _SPAN.search(code) else "date"
        elif whole.lower() != "general" and (whole or number):
            other.append(f"format {whole or number}")
        look = fonts[font] if font < len(fonts) else None
        if look is not None:
            other += _font_looks(look)
        if fill < len(fills) and any(node.get("patternType", "none") != "none" for node in fills[fill]):
            other.append(f"ground {fills[fill].find(f'{_X}patternFill/{_X}fgColor') is not None}")
        if border < len(borders):
            other += [
                f"border {side.tag.rpartition('}')[2]} {side.get('style')}" for side in borders[border]
                if side.get("style", "none") != "none"
            ]  # fmt: skip
        align = row.find(f"{_X}alignment")
        if align is not None:
            other += _places(align)
        guard = row.find(f"{_X}protection")
        if guard is not None and guard.get("hidden", "0") not in _OFF:
            other.append("hidden formula")
        yield _Style(kind, look is not None and _on(look.find(f"{_X}b")), tuple(other))


def _places(align: Element) -> Iterator[str]:
    """Yields what isn't as usual about how the words lie in a cell."""
    if align.get("textRotation", "0") != "0":
        yield "turned"
    if align.get("horizontal", "general") != "general":
        yield f"align {align.get('horizontal')}"
    if align.get("shrinkToFit", "0") not in _OFF:
        yield "shrunk"
    if int(align.get("indent", "0")):
        yield f"indent {align.get('indent')}"


def _rich_looks(item: Element) -> tuple[str, ...]:
    """Returns the looks of the parts of a text."""
    found: list[str] = []
    for look in item.iterfind(f"{_X}r/{_X}rPr"):
        found += ["bold"] * _on(look.find(f"{_X}b")) + _font_looks(look)
    return tuple(dict.fromkeys(found))


def _font_looks(font: Element) -> list[str]:
    """Returns what isn't as usual about a font, beside boldness."""
    names = {"i": "italic", "u": "underline", "strike": "strike", "vertAlign": "raised"}
    found = [name for key, name in names.items() if _on(font.find(f"{_X}{key}"))]
    color = font.find(f"{_X}color")
    shade = "" if color is None else color.get("rgb", "")
    if shade and shade[-6:] != "000000":
        found.append(f"color #{shade[-6:].lower()}")
    elif color is not None and (color.get("theme", "1") != "1" or color.get("indexed", "8") not in ("8", "64")):
        found.append(f"color {color.get('theme') or color.get('indexed')}")
    return [*found, *font_faults(font)]


def _on(node: Element | None) -> bool:
    return node is not None and node.get("val", "1") not in (*_OFF, "none")


def _content(node: Element) -> str:
    """Returns a text, without the hints on how to say it."""
    return "".join([node.findtext(f"{_X}t") or "", *[run.findtext(f"{_X}t") or "" for run in node.iterfind(f"{_X}r")]])


def _column(name: str) -> int:
    """Returns the number of a column, counted from 1."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number


def letters(column: int) -> str:
    """Returns the name of a column, counted from 0.

    >>> letters(0), letters(25), letters(26), letters(701), letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    found = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found
