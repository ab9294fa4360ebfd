"""Functions that look up values in ranges."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from crab_sim.documents.formulas.blocks import Area, Arg, Array, Block, scalar
from crab_sim.documents.formulas.functions.criteria import is_wildcard, wildcard_matches
from crab_sim.documents.formulas.functions.kinds import Ranged, Scope
from crab_sim.documents.formulas.references import MAX_COLUMN, MAX_ROW, letters
from crab_sim.documents.formulas.values import (
    BAD_ARGUMENT,
    BAD_PARAMETERS,
    BAD_VALUE,
    NOT_AVAILABLE,
    FormulaError,
    SheetError,
    Value,
    compare,
    number,
    truth,
)

__all__ = ["LOOKUP"]

_MANY: Final = 255


def _block(arg: Arg) -> Block:
    if not isinstance(arg, Block):
        raise FormulaError(BAD_PARAMETERS)
    return arg


def _same(wanted: Value, value: Value) -> bool:
    if value is None or isinstance(value, SheetError):
        return False
    if isinstance(wanted, str):
        if not isinstance(value, str):
            return False
        if is_wildcard(wanted):
            return wildcard_matches(wanted, value)
    elif isinstance(value, str):
        return False
    return compare(wanted, value) == 0


def _place(wanted: Value, block: Block, mode: int) -> int:
    """Returns the place of a value in a range of one row or column.

    Args:
        wanted: The value.
        block: The range.
        mode: 0 for the first equal one; 1 for the last that isn't greater, of rising values; -1 for the last that
            isn't smaller, of falling ones.

    Raises:
        FormulaError: There is none.
    """
    if isinstance(wanted, SheetError):
        raise FormulaError(wanted)
    across = block.height == 1
    best = -1
    for row, column, value in block.filled():
        at = column if across else row
        if mode == 0:
            if _same(wanted, value):
                return at
        elif not isinstance(value, SheetError) and isinstance(value, str) == isinstance(wanted, str):
            order = compare(value, wanted)
            if order * mode > 0:
                break
            best = at
    if best < 0:
        raise FormulaError(NOT_AVAILABLE)
    return best


def _line(block: Block, number: int, row: bool) -> Block:
    """Returns one row or column of a block."""
    if isinstance(block, Area):
        if row:
            return Area(block.sheet, block.cells, block.top + number, block.left, 1, block.width)
        return Area(block.sheet, block.cells, block.top, block.left + number, block.height, 1)
    if row:
        return Array([[block.at(number, column) for column in range(block.width)]])
    return Array([[block.at(row_number, number)] for row_number in range(block.height)])


def _look_up(args: list[Arg], rows: bool) -> Arg:
    """Computes VLOOKUP, and HLOOKUP where it goes along rows."""
    wanted, block = scalar(args[0]), _block(args[1])
    index = math.floor(number(scalar(args[2]))) - 1
    is_sorted = truth(scalar(args[3])) if len(args) > 3 else True
    if not 0 <= index < (block.height if rows else block.width):
        raise FormulaError(BAD_ARGUMENT)
    at = _place(wanted, _line(block, 0, rows), 1 if is_sorted else 0)
    return block.at(index, at) if rows else block.at(at, index)


def _lookup(scope: Scope, args: list[Arg]) -> Arg:
    """Computes LOOKUP: the value of the last range at the place of the last value that isn't greater."""
    wanted, block = scalar(args[0]), _block(args[1])
    across = block.width > block.height
    at = _place(wanted, _line(block, 0, across), 1)
    if len(args) > 2:
        result = _block(args[2])
        across = result.height == 1
        return result.at(0, at) if across else result.at(at, 0)
    return block.at(block.height - 1, at) if across else block.at(at, block.width - 1)


def _match(scope: Scope, args: list[Arg]) -> Arg:
    block = _block(args[1])
    if block.height > 1 and block.width > 1:
        raise FormulaError(NOT_AVAILABLE)
    kind = number(scalar(args[2])) if len(args) > 2 else 1.0
    return 1.0 + _place(scalar(args[0]), block, int((kind > 0) - (kind < 0)))


def _index(scope: Scope, args: list[Arg]) -> Arg:
    """Returns a cell of a range, or a whole row or column where the other number is 0."""
    block = args[0]
    if not isinstance(block, Block):
        block = Array([[block]])
    row = math.floor(number(scalar(args[1]))) if len(args) > 1 else 0
    column = math.floor(number(scalar(args[2]))) if len(args) > 2 else 0
    if len(args) == 2 and block.height == 1 and block.width > 1:
        row, column = 1, row
    if row < 0 or column < 0:
        raise FormulaError(BAD_ARGUMENT)
    if row > block.height or column > block.width:
        raise FormulaError(BAD_ARGUMENT)
    if row == 0 and column == 0:
        return block
    if row == 0:
        return block.at(0, column - 1) if block.height == 1 else _line(block, column - 1, False)
    if column == 0:
        return block.at(row - 1, 0) if block.width == 1 else _line(block, row - 1, True)
    if isinstance(block, Area):
        return Area(block.sheet, block.cells, block.top + row - 1, block.left + column - 1, 1, 1)
    return block.at(row - 1, column - 1)


def _position(scope: Scope, args: list[Arg], row: bool) -> Arg:
    if not args:
        return float((scope.row if row else scope.column) + 1)
    area = args[0]
    if not isinstance(area, Area):
        raise FormulaError(BAD_VALUE)
    first = area.top if row else area.left
    size = area.height if row else area.width
    if size == 1:
        return float(first + 1)
    numbers: list[Value] = [float(first + 1 + i) for i in range(min(size, 10_000))]
    return Array([[value] for value in numbers]) if row else Array([numbers])


def _size(args: list[Arg], rows: bool) -> Arg:
    block = args[0]
    if not isinstance(block, Block):
        return 1.0
    return float(block.height if rows else block.width)


def _transpose(scope: Scope, args: list[Arg]) -> Arg:
    block = _block(args[0])
    if block.height * block.width > 100_000:
        raise FormulaError(BAD_ARGUMENT)
    return Array([[block.at(i, j) for i in range(block.height)] for j in range(block.width)])


def _offset(scope: Scope, args: list[Arg]) -> Arg:
    area = args[0]
    if not isinstance(area, Area):
        raise FormulaError(BAD_PARAMETERS)
    top, left = area.top + math.floor(number(scalar(args[1]))), area.left + math.floor(number(scalar(args[2])))
    height = math.floor(number(scalar(args[3]))) if len(args) > 3 and args[3] is not None else area.height
    width = math.floor(number(scalar(args[4]))) if len(args) > 4 and args[4] is not None else area.width
    if top < 0 or left < 0 or height < 1 or width < 1 or top + height - 1 > MAX_ROW or left + width - 1 > MAX_COLUMN:
        raise FormulaError(BAD_ARGUMENT)
    return Area(area.sheet, area.cells, top, left, height, width)


def _address(scope: Scope, args: list[Arg]) -> Arg:
    row, column = math.floor(number(scalar(args[0]))), math.floor(number(scalar(args[1])))
    kind = math.floor(number(scalar(args[2]))) if len(args) > 2 else 1
    if not (1 <= row <= MAX_ROW + 1 and 1 <= column <= MAX_COLUMN + 1 and 1 <= kind <= 4):
        raise FormulaError(BAD_ARGUMENT)
    return f"{'$' if kind in (1, 3) else ''}{letters(column - 1)}{'$' if kind in (1, 2) else ''}{row}"


LOOKUP: Mapping[str, Ranged] = {
    "ADDRESS": Ranged(_address, 2, 3),
    "COLUMN": Ranged(lambda scope, args: _position(scope, args, False), 0, 1),
    "COLUMNS": Ranged(lambda scope, args: _size(args, False), 1, 1),
    "HLOOKUP": Ranged(lambda scope, args: _look_up(args, True), 3, 4),
    "INDEX": Ranged(_index, 1, 3),
    "LOOKUP": Ranged(_lookup, 2, 3),
    "MATCH": Ranged(_match, 2, 3),
    "OFFSET": Ranged(_offset, 3, 5),
    "ROW": Ranged(lambda scope, args: _position(scope, args, True), 0, 1),
    "ROWS": Ranged(lambda scope, args: _size(args, True), 1, 1),
    "TRANSPOSE": Ranged(_transpose, 1, 1),
    "VLOOKUP": Ranged(lambda scope, args: _look_up(args, False), 3, 4),
}
