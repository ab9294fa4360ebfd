"""References to cells, as a formula writes them: ``B5``, ``$A$1:C3``, ``$Sheet2.A1``, ``A:A``, ``3:3``.

* `Ref` - one of them. `parse_ref`, `print_ref` - from and to text. `letters`, `column_number`, `place_name` - names.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = [
    "MAX_COLUMN", "MAX_ROW", "REF", "Ref", "column_number", "letters", "parse_ref", "place_name", "print_ref",
    "quoted_sheet", "range_name",
]  # fmt: skip

MAX_ROW: Final = 1_048_575
"""The last row, counted from 0."""
MAX_COLUMN: Final = 16_383
"""The last column, counted from 0."""

_SHEET = r"(?:\$?(?:'(?:[^']|'')+'|[^\W\d]\w*)[.!])"
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_COLUMNS = r"\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}"
_ROWS = r"\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6}"
REF: Final = re.compile(
    rf"(?P<sheet>{_SHEET})?(?:(?P<a>{_CELL})(?::(?:{_SHEET})?(?P<b>{_CELL}))?|(?P<columns>{_COLUMNS})|(?P<rows>{_ROWS}))"
    r"(?![\w(])"
)
"""A reference at the start of a text."""
_PART = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)(\d+)?")


class Ref(NamedTuple):
    """A reference; rows and columns are counted from 0.

    Attributes:
        sheet: Name of its sheet, ``""`` for that of the formula.
        row: The first row.
        column: The first column.
        last_row: The last row; the first one for a single cell.
        last_column: The last column.
        single: Whether it is a single cell, not a range.
        fixed: Which of the four numbers are absolute, in the same order.
        fixed_sheet: Whether the sheet is absolute.
    """

    sheet: str
    row: int
    column: int
    last_row: int
    last_column: int
    single: bool
    fixed: tuple[bool, bool, bool, bool] = (False, False, False, False)
    fixed_sheet: bool = True


def column_number(name: str) -> int:
    """Returns the number of a column, counted from 0.

    >>> column_number("A"), column_number("AA")
    (0, 26)
    """
    value = 0
    for char in name.upper():
        value = 26 * value + ord(char) - 64
    return value - 1


@lru_cache(maxsize=2048)
def letters(column: int) -> str:
    """Returns the name of a column, counted from 0.

    >>> letters(0), letters(27)
    ('A', 'AB')
    """
    name, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def place_name(row: int, column: int) -> str:
    """Returns the name of a cell.

    >>> place_name(4, 1)
    'B5'
    """
    return f"{letters(column)}{row + 1}"


def range_name(top: int, left: int, bottom: int, right: int) -> str:
    """Returns the name of a range, or of its only cell; whole columns and rows have short names.

    Args:
        top: First row, from 0.
        left: First column, from 0.
        bottom: Last row, included.
        right: Last column, included.

    >>> range_name(0, 0, 2, 1), range_name(0, 1, MAX_ROW, 1), range_name(3, 0, 3, MAX_COLUMN)
    ('A1:B3', 'B:B', '4:4')
    """
    if (top, bottom) == (0, MAX_ROW):
        return f"{letters(left)}:{letters(right)}"
    if (left, right) == (0, MAX_COLUMN):
        return f"{top + 1}:{bottom + 1}"
    first = place_name(top, left)
    return first if (top, left) == (bottom, right) else f"{first}:{place_name(bottom, right)}"


class _Part(NamedTuple):
    row: int
    column: int
    fixed_row: bool
    fixed_column: bool


def _part(text: str) -> _Part:
    match = _PART.fullmatch(text)
    if match is None:
        raise ValueError(text)
    first, name, second, digits = match[1], match[2], match[3], match[4]
    if name is None:  # a row: its dollar is the first
        return _Part(int(digits) - 1, -1, bool(first or second), False)
    return _Part(int(digits) - 1 if digits else -1, column_number(name), bool(second), bool(first))


@lru_cache(maxsize=4096)
def parse_ref(text: str) -> Ref | None:
    """Returns a reference from its text, None if it is none, or lies outside every sheet.

    >>> parse_ref("$B2")
    Ref(sheet='', row=1, column=1, last_row=1, last_column=1, single=True, fixed=(False, True, False, True), \
fixed_sheet=True)
    >>> parse_ref("XFE1") is None
    True
    """
    match = REF.fullmatch(text)
    if match is None:
        return None
    sheet = match["sheet"] or ""
    fixed_sheet = not sheet or sheet.startswith("$")
    sheet = sheet[:-1].removeprefix("$")
    if sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    whole = match["columns"] or match["rows"]
    one, _, two = whole.partition(":") if whole else (match["a"], ":", match["b"] or match["a"])
    a, b = _part(one), _part(two)
    row, last_row, column, last_column = a.row, b.row, a.column, b.column
    fixed = (a.fixed_row, a.fixed_column, b.fixed_row, b.fixed_column)
    if match["columns"]:
        row, last_row, fixed = 0, MAX_ROW, (True, a.fixed_column, True, b.fixed_column)
    elif match["rows"]:
        column, last_column, fixed = 0, MAX_COLUMN, (a.fixed_row, True, b.fixed_row, True)
    if row > last_row:
        row, last_row, fixed = last_row, row, (fixed[2], fixed[1], fixed[0], fixed[3])
    if column > last_column:
        column, last_column, fixed = last_column, column, (fixed[0], fixed[3], fixed[2], fixed[1])
    if last_row > MAX_ROW or last_column > MAX_COLUMN:
        return None
    return Ref(sheet, row, column, last_row, last_column, not whole and match["b"] is None, fixed, fixed_sheet)


def quoted_sheet(name: str) -> str:
    """Returns a sheet's name as a formula writes it.

    >>> quoted_sheet("Data"), quoted_sheet("My sheet")
    ('Data', "'My sheet'")
    """
    plain = re.fullmatch(r"[^\W\d]\w*", name) is not None
    return name if plain else "'" + name.replace("'", "''") + "'"


def print_ref(ref: Ref, excel: bool = False) -> str:
    """Returns a reference's text in Calc's notation, or in Excel's.

    >>> print_ref(parse_ref("sheet2!a1:$b$2"))
    'sheet2.A1:$B$2'
    >>> print_ref(parse_ref("$A:C"))
    '$A:C'
    """
    dollars = ["$" if fixed else "" for fixed in ref.fixed]
    if ref.row == 0 and ref.last_row == MAX_ROW and not ref.single:
        body = f"{dollars[1]}{letters(ref.column)}:{dollars[3]}{letters(ref.last_column)}"
    elif ref.column == 0 and ref.last_column == MAX_COLUMN and not ref.single:
        body = f"{dollars[0]}{ref.row + 1}:{dollars[2]}{ref.last_row + 1}"
    else:
        body = f"{dollars[1]}{letters(ref.column)}{dollars[0]}{ref.row + 1}"
        if not ref.single:
            body += f":{dollars[3]}{letters(ref.last_column)}{dollars[2]}{ref.last_row + 1}"
    if not ref.sheet:
        return body
    sheet = quoted_sheet(ref.sheet)
    return f"{sheet}!{body}" if excel else f"{'$' if ref.fixed_sheet else ''}{sheet}.{body}"
