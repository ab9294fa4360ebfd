"""The tokens of formulas, and formulas with other references: as copying, moving, inserting and renaming need them.

* `tokens` - the tokens of a formula. `normalised` - a formula as Calc shows it after it was typed.
* `shifted`, `displaced`, `moved`, `renamed` - formulas with changed references. `to_excel` - in Excel's notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW, REF, Ref, parse_ref, print_ref

__all__ = [
    "Axis", "Kind", "Token", "displaced", "moved", "normalised", "renamed", "shifted", "to_excel", "tokens",
]  # fmt: skip

Kind: TypeAlias = Literal["ref", "number", "string", "name", "error", "op", "open", "close", "sep", "space", "bad"]
Axis: TypeAlias = Literal["row", "column"]

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<string>\"(?:[^\"]|\"\")*\")|(?P<error>\#(?:DIV/0!|NAME\?|REF!|VALUE!|N/A|NUM!))"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d][\w.]*)"
    r"|(?P<op><>|<=|>=|[-+*/^&=<>%])|(?P<open>\()|(?P<close>\))|(?P<sep>[;,])",
    re.IGNORECASE,
)


_NEWER = frozenset(
    {
        "CONCAT", "DAYS", "IFNA", "IFS", "ISFORMULA", "ISOWEEKNUM", "MAXIFS", "MINIFS", "SHEET", "SHEETS", "SWITCH",
        "TEXTJOIN", "XOR",
    }
)  # fmt: skip
"""Functions that Office Open XML writes with a prefix, since they are younger than the format."""


class Token(NamedTuple):
    """A piece of a formula."""

    kind: Kind
    text: str


@lru_cache(maxsize=4096)
def tokens(formula: str) -> tuple[Token, ...]:
    """Returns the tokens of a formula, which begins with ``=``.

    >>> [token.text for token in tokens("=SUM(A1:B2)/2")]
    ['SUM', '(', 'A1:B2', ')', '/', '2']
    """
    found: list[Token] = []
    at, end = 1, len(formula)
    while at < end:
        match = REF.match(formula, at)
        if match is not None and parse_ref(match[0]) is not None:
            found.append(Token("ref", match[0]))
            at = match.end()
            continue
        match = _TOKEN.match(formula, at)
        if match is None:
            found.append(Token("bad", formula[at]))
            at += 1
            continue
        kind: Kind = match.lastgroup  # type: ignore[assignment]  # the groups' names are the kinds
        found.append(Token(kind, match[0]))
        at = match.end()
    return tuple(found)


def _joined(parts: list[str]) -> str:
    return "=" + "".join(parts)


def _mapped(formula: str, change: Callable[[Ref], Ref | None]) -> str:
    """Returns a formula with each reference replaced; None stands for one that is lost."""
    parts: list[str] = []
    for token in tokens(formula):
        if token.kind == "ref":
            ref = parse_ref(token.text)
            new = change(ref) if ref is not None else None
            if new is not None and new == ref:
                parts.append(token.text)
            else:
                parts.append("#REF!" if new is None else print_ref(new))
        else:
            parts.append(token.text)
    return _joined(parts)


def normalised(formula: str) -> str:
    """Returns a typed formula as Calc shows it: functions and columns in capitals, missing parentheses at its end.

    >>> normalised("=sum(a1;b2")
    '=SUM(A1,B2)'
    """
    parts: list[str] = []
    depth = 0
    for token in tokens(formula):
        if token.kind == "ref":
            ref = parse_ref(token.text)
            parts.append(token.text if ref is None else print_ref(ref))
        elif token.kind == "name":
            parts.append(token.text.upper().removeprefix("_XLFN."))
        elif token.kind == "sep":
            parts.append(",")
        else:
            depth += (token.kind == "open") - (token.kind == "close")
            parts.append(token.text)
    return _joined(parts) + ")" * max(0, depth)


def to_excel(formula: str) -> str:
    """Returns a formula in Excel's notation, with exclamation marks after sheets."""
    parts: list[str] = []
    for token in tokens(formula):
        ref = parse_ref(token.text) if token.kind == "ref" else None
        if ref is not None:
            parts.append(print_ref(ref, excel=True))
        else:
            parts.append(f"_xlfn.{token.text}" if token.kind == "name" and token.text in _NEWER else token.text)
    return _joined(parts)


def shifted(formula: str, rows: int, columns: int) -> str:
    """Returns a formula as it is after it was copied some rows down and columns to the right.

    >>> shifted("=A1*$B$1", 2, 1)
    '=B3*$B$1'
    """

    def change(ref: Ref) -> Ref | None:
        fixed = ref.fixed
        row = ref.row if fixed[0] else ref.row + rows
        column = ref.column if fixed[1] else ref.column + columns
        last_row = ref.last_row if fixed[2] else ref.last_row + rows
        last_column = ref.last_column if fixed[3] else ref.last_column + columns
        if min(row, column, last_row, last_column) < 0 or max(row, last_row) > MAX_ROW:
            return None
        if max(column, last_column) > MAX_COLUMN:
            return None
        return ref._replace(row=row, column=column, last_row=last_row, last_column=last_column)

    return _mapped(formula, change)


def _span(first: int, last: int, at: int, count: int, limit: int) -> tuple[int, int] | None:
    """Returns a span after `count` lines were inserted before `at`, or -`count` were deleted from there on."""
    if count > 0:
        first += count if first >= at else 0
        last += count if last >= at else 0
        return (first, last) if last <= limit else None
    stop = at - count
    if first >= at and last < stop:
        return None
    first = first if first < at else max(at, first + count)
    last = last if last < at else (last + count if last >= stop else at - 1)
    return first, last


def displaced(formula: str, home: str, sheet: str, axis: Axis, at: int, count: int) -> str:
    """Returns a formula after rows or columns of a sheet were inserted or deleted.

    Args:
        formula: The formula.
        home: The sheet that the formula is on.
        sheet: The sheet that changed.
        axis: Rows or columns.
        at: The first one that is new or gone.
        count: The number of new ones; below 0 that of those that are gone.

    >>> displaced("=SUM(A2:A4)+B9", "S", "S", "row", 2, 1), displaced("=A3", "S", "S", "row", 2, -1)
    ('=SUM(A2:A5)+B10', '=#REF!')
    """

    def change(ref: Ref) -> Ref | None:
        if (ref.sheet or home).casefold() != sheet.casefold():
            return ref
        if axis == "row":
            if not ref.single and ref.row == 0 and ref.last_row == MAX_ROW:
                return ref
            rows = _span(ref.row, ref.last_row, at, count, MAX_ROW)
            return None if rows is None else ref._replace(row=rows[0], last_row=rows[1])
        if not ref.single and ref.column == 0 and ref.last_column == MAX_COLUMN:
            return ref
        columns = _span(ref.column, ref.last_column, at, count, MAX_COLUMN)
        return None if columns is None else ref._replace(column=columns[0], last_column=columns[1])

    return _mapped(formula, change)


class Move(NamedTuple):
    """A rectangle of cells that was cut and pasted elsewhere: from `sheet` to `to_sheet`, by rows and columns."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int
    to_sheet: str
    rows: int
    columns: int


def moved(formula: str, home: str, move: Move, carried: bool = False) -> str:
    """Returns a formula after cells were moved: references to these cells follow them.

    Args:
        formula: The formula.
        home: The sheet on which it was.
        move: The move.
        carried: Whether the formula itself was moved, perhaps to another sheet.
    """

    def change(ref: Ref) -> Ref | None:
        sheet = ref.sheet or home
        inside = (
            sheet.casefold() == move.sheet.casefold()
            and move.top <= ref.row <= ref.last_row <= move.bottom
            and move.left <= ref.column <= ref.last_column <= move.right
        )
        lies_on = move.to_sheet if carried else home
        if inside:
            row, column = ref.row + move.rows, ref.column + move.columns
            last_row, last_column = ref.last_row + move.rows, ref.last_column + move.columns
            ref = ref._replace(row=row, column=column, last_row=last_row, last_column=last_column)
            sheet = move.to_sheet
        if ref.sheet or sheet.casefold() != lies_on.casefold():
            ref = ref._replace(sheet=sheet)
        return ref

    return _mapped(formula, change)


def renamed(formula: str, old: str, new: str) -> str:
    """Returns a formula after a sheet got another name; ``""`` stands for a sheet that is gone."""

    def change(ref: Ref) -> Ref | None:
        if not ref.sheet or ref.sheet.casefold() != old.casefold():
            return ref
        return ref._replace(sheet=new) if new else None

    return _mapped(formula, change)
