"""The two kinds of functions, and the computation that calls them.

* `Scalar` - a function of single values; given ranges inside of SUMPRODUCT, it is applied to each of their cells.
* `Ranged` - a function that takes ranges as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from crab_sim.documents.formulas.blocks import Arg
from crab_sim.documents.formulas.values import Value

__all__ = ["Ranged", "Scalar", "Scope"]


class Scope(NamedTuple):
    """The surroundings of a formula.

    Attributes:
        now: The clock, in days since 1899-12-30.
        random: Returns the next random number, at least 0 and below 1.
        row: Row of the formula's cell.
        column: Column of the formula's cell.
        hidden: Returns whether a filter hides a row of a sheet, given by their numbers.
        formula: Returns the formula of a cell, given by sheet, row and column; ``""`` for none.
        sheets: The number of sheets.
        sheet: Number of the formula's sheet.
    """

    now: float
    random: Callable[[], float]
    row: int
    column: int
    hidden: Callable[[int, int], bool]
    formula: Callable[[int, int, int], str]
    sheets: int
    sheet: int


class Scalar(NamedTuple):
    """A function of single values.

    Attributes:
        call: Computes it.
        least: The least number of arguments.
        most: The greatest number.
        takes_errors: Whether it is called with errors, too; otherwise its value is the first of them.
    """

    call: Callable[[list[Value]], Value]
    least: int
    most: int
    takes_errors: bool = False


class Ranged(NamedTuple):
    """A function that takes ranges as they are.

    Attributes:
        call: Computes it.
        least: The least number of arguments.
        most: The greatest number.
        array: Whether its arguments are computed cell by cell, as ``A1:A3*B1:B3``.
    """

    call: Callable[[Scope, list[Arg]], Arg]
    least: int
    most: int
    array: bool = False
