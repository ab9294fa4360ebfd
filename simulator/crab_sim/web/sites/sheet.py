"""A small spreadsheet, whose cells hold text, numbers or formulas such as ``=SUM(A1:A4)*2``.

* `values` - the displayed values of the cells.
* `name` - the name of a cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

__all__ = ["COLUMNS", "ROWS", "name", "values"]

COLUMNS, ROWS = 8, 20
"""Numbers of columns and rows of a sheet."""
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Z]+)(?=\()|([A-Z]\d{1,2})|(.))")
_FUNCTIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "SUM": lambda numbers: sum(numbers),
    "AVERAGE": lambda numbers: sum(numbers) / len(numbers),
    "MIN": lambda numbers: min(numbers),
    "MAX": lambda numbers: max(numbers),
    "COUNT": lambda numbers: float(len(numbers)),
}


class _FormulaError(Exception):
    """An invalid formula; the message is the cell's displayed value."""


def name(row: int, column: int) -> str:
    """Returns the name of a cell.

    >>> name(0, 1)
    'B1'
    """
    return f"{chr(65 + column)}{row + 1}"


def values(cells: Mapping[str, str]) -> dict[str, str]:
    """Returns the displayed values of the cells, by their names.

    >>> values({"A1": "2", "A2": "3", "A3": "=SUM(A1:A2)/2", "A4": "=1/0", "B1": "tea"})
    {'A1': '2', 'A2': '3', 'A3': '2.5', 'A4': '#DIV/0!', 'B1': 'tea'}
    """
    known: dict[str, float | str] = {}
    return {
        cell: _displayed(_computed(cells, cell, known)) if _is_formula(text) else text for cell, text in cells.items()
    }


def _is_formula(text: str) -> bool:
    return text.lstrip().startswith("=")


def _computed(cells: Mapping[str, str], cell: str, known: dict[str, float | str]) -> float | str:
    """Returns the result of a cell's formula, or its error; each is computed once and kept in `known`."""
    if cell not in known:
        known[cell] = "#REF!"  # the value of a formula that refers to itself
        try:
            known[cell] = _Formula(cells, cells[cell].strip()[1:].upper(), known).result()
        except _FormulaError as error:
            known[cell] = str(error)
        except ZeroDivisionError:
            known[cell] = "#DIV/0!"
        except (OverflowError, RecursionError):
            known[cell] = "#NUM!"
    return known[cell]


def _displayed(result: float | str) -> str:
    if isinstance(result, str):
        return result
    if result != result or abs(result) > 1e15:
        return "#NUM!"
    rounded = round(result, 6)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)


class _Token(NamedTuple):
    """A piece of a formula; exactly one of its fields isn't empty."""

    number: str
    function: str
    cell: str
    sign: str


class _Formula:
    """A recursive descent parser that computes a formula.

    Args:
        cells: All cells of the sheet.
        text: The formula, in capitals, without its ``=``.
        known: The results of formulas so far.
    """

    def __init__(self, cells: Mapping[str, str], text: str, known: dict[str, float | str]) -> None:
        self.cells, self.known = cells, known
        self.tokens = [_Token(*groups) for groups in _TOKEN.findall(text[:200]) if any(groups)]
        self.at = 0

    def result(self) -> float:
        """Returns the formula's value."""
        value = self._sum()
        if self.at < len(self.tokens):
            raise _FormulaError("#ERROR!")
        return value

    def _sign(self, signs: str) -> str:
        """Consumes the next token if it is one of the signs, and returns it; else ``""``."""
        sign = self.tokens[self.at].sign if self.at < len(self.tokens) else ""
        if sign and sign in signs:
            self.at += 1
            return sign
        return ""

    def _sum(self) -> float:
        value = self._product()
        while sign := self._sign("+-"):
            value = value + self._product() if sign == "+" else value - self._product()
        return value

    def _product(self) -> float:
        value = self._factor()
        while sign := self._sign("*/"):
            value = value * self._factor() if sign == "*" else value / self._factor()
        return value

    def _factor(self) -> float:
        negative = False
        while self._sign("-"):
            negative = not negative
        value = self._operand()
        return -value if negative else value

    def _operand(self) -> float:
        if self._sign("("):
            value = self._sum()
            self._expect(")")
            return value
        if self.at >= len(self.tokens):
            raise _FormulaError("#ERROR!")
        number, function, cell, _ = self.tokens[self.at]
        self.at += 1
        if number:
            return float(number)
        if cell:
            return self._cell(cell) or 0.0
        if function not in _FUNCTIONS:
            raise _FormulaError("#NAME?")
        self._expect("(")
        numbers = self._range()
        while self._sign(",;"):
            numbers += self._range()
        self._expect(")")
        if not numbers and function != "SUM" and function != "COUNT":
            raise ZeroDivisionError
        return _FUNCTIONS[function](numbers)

    def _expect(self, sign: str) -> None:
        if not self._sign(sign):
            raise _FormulaError("#ERROR!")

    def _range(self) -> list[float]:
        """Returns the numbers of a range such as ``A1:B3``, or of an expression."""
        match self.tokens[self.at : self.at + 3]:
            case [_Token(cell=first), _Token(sign=":"), _Token(cell=last)] if first and last:
                self.at += 3
                left, right = sorted((ord(first[0]) - 65, ord(last[0]) - 65))
                top, bottom = sorted((int(first[1:]) - 1, int(last[1:]) - 1))
                if top < 0 or bottom >= ROWS or right >= COLUMNS:
                    raise _FormulaError("#REF!")
                numbers = [self._cell(name(r, c)) for r in range(top, bottom + 1) for c in range(left, right + 1)]
                return [number for number in numbers if number is not None]
            case [_Token(cell=cell)] | [_Token(cell=cell), _Token(sign="" | "," | ";" | ")"), *_] if cell:
                self.at += 1
                number = self._cell(cell)
                return [] if number is None else [number]
        return [self._sum()]

    def _cell(self, cell: str) -> float | None:
        """Returns a cell's number; None if it holds none."""
        text = self.cells.get(cell, "").strip()
        if _is_formula(text):
            result = _computed(self.cells, cell, self.known)
            if isinstance(result, str):
                raise _FormulaError(result)
            return result
        plain = text.removeprefix("$").replace(",", "")
        return float(plain) if re.fullmatch(r"-?\d{1,15}(?:\.\d{1,9})?", plain, re.ASCII) else None
