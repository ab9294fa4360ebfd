"""Blocks: ranges of cells and arrays of values, as arguments of functions.

* `Area` - a range of a sheet. `Array` - computed values. `Arg` - an argument: a value or a block. `Filled` - a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from crab_sim.documents.formulas.values import BAD_VALUE, FormulaError, SheetError, Value, number

__all__ = ["Area", "Arg", "Array", "Block", "Filled", "numbers", "scalar"]


class Filled(Protocol):
    """What formulas need of a cell: its value, and its formula, ``""`` for none."""

    @property
    def value(self) -> Value:
        """The cell's value."""

    @property
    def formula(self) -> str:
        """The cell's formula."""


class Block:
    """A rectangle of values."""

    __slots__ = ("height", "width")

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width

    def at(self, row: int, column: int) -> Value:
        """Returns a value, counted from the block's own corner."""
        raise NotImplementedError

    def filled(self) -> Iterator[tuple[int, int, Value]]:
        """Yields row, column and value of each cell that isn't empty, row by row."""
        raise NotImplementedError

    def values(self) -> Iterator[Value]:
        """Yields the values that aren't empty, row by row."""
        for _, _, value in self.filled():
            yield value


class Array(Block):
    """Values that were computed."""

    __slots__ = ("rows",)

    def __init__(self, rows: Sequence[Sequence[Value]]) -> None:
        super().__init__(len(rows), len(rows[0]) if rows else 0)
        self.rows = rows

    def at(self, row: int, column: int) -> Value:
        """Returns a value."""
        return self.rows[row][column]

    def filled(self) -> Iterator[tuple[int, int, Value]]:
        """Yields what isn't empty."""
        for i, line in enumerate(self.rows):
            for j, value in enumerate(line):
                if value is not None:
                    yield i, j, value


class Area(Block):
    """A range of a sheet's cells, given by the sheet's number and rows, and the range's corner and size."""

    __slots__ = ("cells", "left", "sheet", "top")

    def __init__(
        self, sheet: int, cells: Mapping[int, Mapping[int, Filled]], top: int, left: int, height: int, width: int
    ) -> None:
        super().__init__(height, width)
        self.sheet, self.cells, self.top, self.left = sheet, cells, top, left

    def cell(self, row: int, column: int) -> Filled | None:
        """Returns a cell, None for an empty one."""
        line = self.cells.get(self.top + row)
        return None if line is None else line.get(self.left + column)

    def at(self, row: int, column: int) -> Value:
        """Returns a cell's value."""
        cell = self.cell(row, column)
        return None if cell is None else cell.value

    def places(self) -> Iterator[tuple[int, int, Filled]]:
        """Yields row, column and cell of each cell that isn't empty."""
        rows, top, left = self.cells, self.top, self.left
        if self.height <= len(rows):
            lines = [row for row in range(top, top + self.height) if row in rows]
        else:
            lines = sorted([row for row in rows if top <= row < top + self.height])
        for row in lines:
            line = rows[row]
            if self.width <= len(line):
                columns = [column for column in range(left, left + self.width) if column in line]
            else:
                columns = sorted([column for column in line if left <= column < left + self.width])
            for column in columns:
                yield row - top, column - left, line[column]

    def filled(self) -> Iterator[tuple[int, int, Value]]:
        """Yields what isn't empty."""
        for row, column, cell in self.places():
            if cell.value is not None:
                yield row, column, cell.value


Arg: TypeAlias = Value | Block


def scalar(arg: Arg) -> Value:
    """Returns an argument as one value, that of a block's corner."""
    if isinstance(arg, Block):
        return arg.at(0, 0)
    return arg


def numbers(args: Sequence[Arg]) -> Iterator[float]:
    """Yields the numbers in arguments: in blocks texts are left out, alone they are errors.

    Raises:
        FormulaError: There is an error among them, or a text alone.
    """
    for arg in args:
        if isinstance(arg, Block):
            for value in arg.values():
                if isinstance(value, float):
                    yield value
                elif isinstance(value, bool):
                    yield 1.0 if value else 0.0
                elif isinstance(value, SheetError):
                    raise FormulaError(value)
        elif isinstance(arg, str):
            raise FormulaError(BAD_VALUE)
        else:
            yield number(arg)
