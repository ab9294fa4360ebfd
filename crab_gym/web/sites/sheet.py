"""A small sheet: cells that hold text, numbers or formulas such as ``=SUM(A1:A4)*2``.

* `values` - what the cells show.
* `name` - what a cell is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

__all__ = ["COLUMNS", "ROWS", "name", "values"]

COLUMNS, ROWS = 8, 20
"""Size of a sheet."""
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Z]+)(?=\()|([A-Z]\d{1,2})|(.))")
_FUNCTIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "SUM": lambda found: sum(found),
    "AVERAGE": lambda found: sum(found) / len(found),
    "MIN": lambda found: min(found),
    "MAX": lambda found: max(found),
    "COUNT": lambda found: float(len(found)),
}


class _Wrong(Exception):
    """A formula that can't be computed; the message is what the cell shows."""


def name(row: int, column: int) -> str:
    """Returns what a cell is called.

    >>> name(0, 1)
    'B1'
    """
    return f"{chr(65 + column)}{row + 1}"


def values(cells: Mapping[str, str]) -> dict[str, str]:
    """Returns what the cells show, by their names.

    >>> values({"A1": "2", "A2": "3", "A3": "=SUM(A1:A2)/2", "A4": "=1/0", "B1": "tea"})
    {'A1': '2', 'A2': '3', 'A3': '2.5', 'A4': '#DIV/0!', 'B1': 'tea'}
    """
    known: dict[str, float | str] = {}
    return {
        cell: _written(_computed(cells, cell, known)) if _is_formula(text) else text for cell, text in cells.items()
    }


def _is_formula(text: str) -> bool:
    return text.lstrip().startswith("=")


def _computed(cells: Mapping[str, str], cell: str, known: dict[str, float | str]) -> float | str:
    """Returns what a formula comes to, or the error that its cell shows; each is computed once."""
    if cell not in known:
        known[cell] = "#REF!"  # what a formula finds that leads to itself
        try:
            known[cell] = _Formula(cells, cells[cell].strip()[1:].upper(), known).result()
        except _Wrong as wrong:
            known[cell] = str(wrong)
        except ZeroDivisionError:
            known[cell] = "#DIV/0!"
        except (OverflowError, RecursionError):
            known[cell] = "#NUM!"
    return known[cell]


def _written(found: float | str) -> str:
    if isinstance(found, str):
        return found
    if found != found or abs(found) > 1e15:
        return "#NUM!"
    rounded = round(found, 6)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)


class _Formula:
    """A formula being read, from the left to the right.

    Args:
        cells: All cells of the sheet.
        text: The formula, in capitals, without its ``=``.
        known: What formulas have come to so far.
    """

    def __init__(self, cells: Mapping[str, str], text: str, known: dict[str, float | str]) -> None:
        self.cells, self.known = cells, known
        self.tokens = [found for found in _TOKEN.findall(text[:200]) if any(found)]
        self.at = 0

    def result(self) -> float:
        """Returns what it comes to."""
        found = self._sum()
        if self.at < len(self.tokens):
            raise _Wrong("#ERROR!")
        return found

    def _sign(self, signs: str) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at][3] and self.tokens[self.at][3] in signs:
            self.at += 1
            return str(self.tokens[self.at - 1][3])
        return ""

    def _sum(self) -> float:
        found = self._product()
        while sign := self._sign("+-"):
            found = found + self._product() if sign == "+" else found - self._product()
        return found

    def _product(self) -> float:
        found = self._factor()
        while sign := self._sign("*/"):
            found = found * self._factor() if sign == "*" else found / self._factor()
        return found

    def _factor(self) -> float:
        negative = False
        while self._sign("-"):
            negative = not negative
        found = self._piece()
        return -found if negative else found

    def _piece(self) -> float:
        if self._sign("("):
            found = self._sum()
            self._expect(")")
            return found
        if self.at >= len(self.tokens):
            raise _Wrong("#ERROR!")
        number, function, cell, _ = self.tokens[self.at]
        self.at += 1
        if number:
            return float(number)
        if cell:
            return self._cell(cell) or 0.0
        if function not in _FUNCTIONS:
            raise _Wrong("#NAME?")
        self._expect("(")
        found_all = self._range()
        while self._sign(",;"):
            found_all += self._range()
        self._expect(")")
        if not found_all and function != "SUM" and function != "COUNT":
            raise ZeroDivisionError
        return _FUNCTIONS[function](found_all)

    def _expect(self, sign: str) -> None:
        if not self._sign(sign):
            raise _Wrong("#ERROR!")

    def _range(self) -> list[float]:
        """Returns the numbers of a range such as ``A1:B3``, or of an expression."""
        ahead = self.tokens[self.at : self.at + 3]
        if len(ahead) == 3 and ahead[0][2] and ahead[1][3] == ":" and ahead[2][2]:
            self.at += 3
            first, last = ahead[0][2], ahead[2][2]
            columns = sorted((ord(first[0]) - 65, ord(last[0]) - 65))
            rows = sorted((int(first[1:]) - 1, int(last[1:]) - 1))
            if rows[0] < 0 or rows[1] >= ROWS or columns[1] >= COLUMNS:
                raise _Wrong("#REF!")
            found = [
                self._cell(name(r, c)) for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1)
            ]
            return [value for value in found if value is not None]
        if ahead and ahead[0][2] and (len(ahead) == 1 or ahead[1][3] in ("", ",", ";", ")")):
            self.at += 1
            value = self._cell(ahead[0][2])
            return [] if value is None else [value]
        return [self._sum()]

    def _cell(self, cell: str) -> float | None:
        """Returns a cell's number, None where it holds none."""
        text = self.cells.get(cell, "").strip()
        if _is_formula(text):
            found = _computed(self.cells, cell, self.known)
            if isinstance(found, str):
                raise _Wrong(found)
            return found
        plain = text.removeprefix("$").replace(",", "")
        return float(plain) if re.fullmatch(r"-?\d{1,15}(?:\.\d{1,9})?", plain, re.ASCII) else None
