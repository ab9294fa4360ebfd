"""The formats of formulas' results: a sum of amounts is an amount, and TODAY() is a date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from crab_sim.documents.formulas.formats import (
    CURRENCY,
    DATE,
    DATE_TIME,
    GENERAL,
    PERCENT_2,
    TIME,
    is_currency,
    is_date,
)
from crab_sim.documents.formulas.tree import Binary, Call, Literal, Node, Reference, Unary, parse
from crab_sim.engines.sheets.book import Cell

__all__ = ["result_format"]

_OWN: Final[Mapping[str, str]] = {
    "DATE": DATE, "NOW": DATE_TIME, "TIME": "HH:MM:SS AM/PM", "TODAY": DATE, "DATEVALUE": GENERAL, "TIMEVALUE": GENERAL,
}  # fmt: skip
_FIRST: Final = frozenset(
    {
        "ABS", "AVERAGE", "AVERAGEIF", "IFERROR", "IFNA", "INDEX", "INT", "LARGE", "MAX", "MEDIAN", "MIN", "ROUND",
        "ROUNDDOWN", "ROUNDUP", "SMALL", "SUM", "SUMIFS",
    }
)  # fmt: skip
"""Functions whose results are shown like their first argument."""
_SECOND: Final = frozenset({"CHOOSE", "IF", "SUBTOTAL", "SUMIF"})


def result_format(
    formula: str, sheet: int, names: Mapping[str, int], rows: Sequence[Mapping[int, Mapping[int, Cell]]]
) -> str:
    """Returns the format in which a formula's result is shown.

    Args:
        formula: The formula.
        sheet: The number of its sheet.
        names: The sheets' numbers by their names, in lower case.
        rows: The cells of the sheets.
    """

    def of(node: Node) -> str:
        if isinstance(node, Reference):
            ref = node.ref
            number = names.get(ref.sheet.casefold(), -1) if ref.sheet else sheet
            line = rows[number].get(ref.row) if number >= 0 else None
            cell = None if line is None else line.get(ref.column)
            if cell is None:
                return GENERAL
            return cell.shown if cell.style.format == GENERAL else cell.style.format
        if isinstance(node, Unary):
            return PERCENT_2 if node.op == "%" else of(node.operand)
        if isinstance(node, Binary):
            return _combined(node.op, of(node.left), of(node.right))
        if isinstance(node, Call):
            if node.name in _OWN:
                return _OWN[node.name]
            if node.name in _FIRST and node.args:
                return of(node.args[0])
            if node.name in _SECOND and len(node.args) > 1:
                return of(node.args[1])
        return GENERAL

    node = parse(formula)
    return GENERAL if isinstance(node, Literal) else of(node)


def _combined(op: str, left: str, right: str) -> str:
    if op == "-" and is_date(left) and is_date(right):
        return GENERAL if left not in (TIME, "HH:MM:SS AM/PM") else left
    if op in ("+", "-"):
        if is_date(left) or is_date(right):
            return DATE if "D" in (left + right) else TIME
        return left if left != GENERAL else right
    if op in ("*", "/"):
        if is_currency(left) and is_currency(right):
            return CURRENCY if op == "*" else GENERAL
        if is_currency(left):
            return left
        if is_currency(right) and op == "*":
            return right
    return GENERAL
