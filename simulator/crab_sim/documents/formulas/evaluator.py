"""The values of formulas.

* `Evaluator` - computes formulas over the cells of a workbook.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from crab_sim.documents.formulas.blocks import Area, Arg, Array, Block, Filled, scalar
from crab_sim.documents.formulas.functions import LAZY, RANGED, SCALARS
from crab_sim.documents.formulas.functions.kinds import Scalar, Scope
from crab_sim.documents.formulas.functions.mathematics import divide, power
from crab_sim.documents.formulas.references import Ref
from crab_sim.documents.formulas.tree import Binary, Call, Literal, Node, Reference, Unary, parse
from crab_sim.documents.formulas.values import (
    BAD_ARGUMENT,
    BAD_NAME,
    BAD_PARAMETERS,
    BAD_REFERENCE,
    BAD_VALUE,
    LONGEST,
    NOT_AVAILABLE,
    OVERFLOW,
    FormulaError,
    SheetError,
    Value,
    add,
    compare,
    holds,
    limited,
    number,
    subtract,
    text,
    truth,
)

__all__ = ["Evaluator", "Surroundings"]

_MAX_CELLS = 200_000
"""The most values of an array that a formula computes on its way."""
_MAX_ROWS = 20_000
_MAX_TEXT = 4_000_000
"""The most characters of such an array."""
_Pairwise: TypeAlias = Callable[[list[Value]], Value]


class Surroundings:
    """The things on which formulas depend besides cells.

    Args:
        now: The clock, in days since 1899-12-30.
        seed: Determines the random numbers.
    """

    __slots__ = ("now", "seed")

    def __init__(self, now: float = 46_000.0, seed: str = "") -> None:
        self.now, self.seed = now, seed


class Evaluator:
    """Computes formulas.

    Args:
        names: Numbers of the sheets by their names, in lower case.
        cells: The cells of each sheet, by row and column; read when a formula is computed.
        hidden: For each sheet the rows that a filter hides.
        around: The clock and the seed.
    """

    def __init__(
        self,
        names: Mapping[str, int],
        cells: Sequence[Mapping[int, Mapping[int, Filled]]],
        hidden: Sequence[frozenset[int]],
        around: Surroundings,
    ) -> None:
        self.names, self.cells, self.hidden, self.around = names, cells, hidden, around
        self.sheet = self.row = self.column = 0
        self.draws = 0

    def value(self, formula: str, sheet: int, row: int, column: int) -> Value:
        """Returns the value of a formula.

        Args:
            formula: The formula, which begins with ``=``.
            sheet: Number of the sheet with the formula, from 0.
            row: Row of the formula's cell, from 0, to which relative references refer.
            column: Its column, from 0.
        """
        self.sheet, self.row, self.column, self.draws = sheet, row, column, 0
        try:
            result = self._single(self._arg(parse(formula), False))
        except FormulaError as failure:
            return failure.error
        except OverflowError:
            return OVERFLOW
        if result is None:
            return 0.0  # a reference to an empty cell
        if isinstance(result, float) and not math.isfinite(result):
            return OVERFLOW
        return BAD_ARGUMENT if isinstance(result, str) and len(result) > LONGEST else result

    # Nodes --------------------------------------------------------------------------------------------------------

    def _arg(self, node: Node, array: bool) -> Arg:
        """Returns the value of a node; with `array`, operators and functions of single values go over whole ranges."""
        if isinstance(node, Literal):
            return node.value
        if isinstance(node, Reference):
            return self._area(node.ref)
        if isinstance(node, Binary):
            return self._binary(node, array)
        if isinstance(node, Unary):
            return self._unary(node, array)
        if isinstance(node, Call):
            return self._call(node, array)
        return BAD_NAME

    def _area(self, ref: Ref) -> Arg:
        sheet = self.names.get(ref.sheet.casefold(), -1) if ref.sheet else self.sheet
        if sheet < 0:
            return BAD_REFERENCE
        height, width = ref.last_row - ref.row + 1, ref.last_column - ref.column + 1
        return Area(sheet, self.cells[sheet], ref.row, ref.column, height, width)

    def _single(self, arg: Arg) -> Value:
        """Returns one value: a range's in the formula's own row or column, an array's first."""
        if isinstance(arg, Area) and (arg.height, arg.width) != (1, 1):
            if arg.width == 1 and arg.top <= self.row < arg.top + arg.height:
                return arg.at(self.row - arg.top, 0)
            if arg.height == 1 and arg.left <= self.column < arg.left + arg.width:
                return arg.at(0, self.column - arg.left)
            raise FormulaError(BAD_VALUE)
        return scalar(arg)

    def _unary(self, node: Unary, array: bool) -> Arg:
        operand = self._arg(node.operand, array)
        if array and isinstance(operand, Block):
            block = self._bounded(operand)
            return Array(
                [[_safe_sign(node.op, block.at(i, j)) for j in range(block.width)] for i in range(block.height)]
            )
        return _sign(node.op, self._single(operand))

    def _binary(self, node: Binary, array: bool) -> Arg:
        left, right = self._arg(node.left, array), self._arg(node.right, array)
        if array and (isinstance(left, Block) or isinstance(right, Block)):
            return self._broadcast([left, right], lambda pair: _safe_operate(node.op, pair))
        return _operate(node.op, self._single(left), self._single(right))

    def _bounded(self, block: Block) -> Block:
        """Returns a block without the empty rows below all cells of its sheet, if it is long."""
        if isinstance(block, Area) and block.height > _MAX_ROWS:
            last = max([max(rows, default=0) for rows in self.cells])
            height = max(1, min(block.height, last - block.top + 1))
            block = Area(block.sheet, block.cells, block.top, block.left, height, block.width)
        if block.height * block.width > _MAX_CELLS:
            raise FormulaError(BAD_ARGUMENT)
        return block

    def _broadcast(self, args: list[Arg], function: _Pairwise) -> Array:
        """Applies a function cell by cell; single values, rows and columns are repeated."""
        args = [self._bounded(arg) if isinstance(arg, Block) else arg for arg in args]
        blocks = [arg for arg in args if isinstance(arg, Block)]
        height, width = max([b.height for b in blocks]), max([b.width for b in blocks])
        if height * width > _MAX_CELLS:
            raise FormulaError(BAD_ARGUMENT)
        rows: list[list[Value]] = []
        left = _MAX_TEXT
        for i in range(height):
            line: list[Value] = []
            for j in range(width):
                value = function([_pick(arg, i, j) for arg in args])
                left -= len(value) if isinstance(value, str) else 0
                if left < 0:
                    raise FormulaError(BAD_ARGUMENT)
                line.append(value)
            rows.append(line)
        return Array(rows)

    # Functions ----------------------------------------------------------------------------------------------------

    def _call(self, node: Call, array: bool) -> Arg:
        name = node.name
        if name in LAZY:
            return self._lazy(node, array)
        function = SCALARS.get(name)
        if function is not None:
            _check_count(len(node.args), function.least, function.most)
            args = [self._caught(arg, array) if function.takes_errors else self._arg(arg, array) for arg in node.args]
            return self._scalar(function, args, array)
        ranged = RANGED.get(name)
        if ranged is None:
            raise FormulaError(BAD_NAME)
        _check_count(len(node.args), ranged.least, ranged.most)
        values = [self._arg(arg, array or ranged.array) for arg in node.args]
        if not ranged.array and name not in ("COUNT", "COUNTA", "INDEX", "ISREF", "MATCH", "VLOOKUP", "HLOOKUP"):
            for value in values:
                if isinstance(value, SheetError):
                    raise FormulaError(value)
        return ranged.call(self._scope(), values)

    def _caught(self, node: Node, array: bool) -> Arg:
        """Returns the value of a node like `_arg`, and errors as values."""
        try:
            return self._arg(node, array)
        except FormulaError as failure:
            return failure.error

    def _scalar(self, function: Scalar, args: list[Arg], array: bool) -> Arg:
        if array and any([isinstance(arg, Block) for arg in args]):
            return self._broadcast(args, lambda values: _applied(function, values))
        values: list[Value] = []
        for arg in args:
            try:
                values.append(self._single(arg))
            except FormulaError as failure:
                values.append(failure.error)
        if not function.takes_errors:
            for value in values:
                if isinstance(value, SheetError):
                    raise FormulaError(value)
        return function.call(values)

    def _scope(self) -> Scope:
        return Scope(
            self.around.now, self._random, self.row, self.column, self._is_hidden, self._formula_at, len(self.cells),
            self.sheet,
        )  # fmt: skip

    def _is_hidden(self, sheet: int, row: int) -> bool:
        return row in self.hidden[sheet]

    def _formula_at(self, sheet: int, row: int, column: int) -> str:
        line = self.cells[sheet].get(row)
        cell = None if line is None else line.get(column)
        return "" if cell is None else cell.formula

    def _random(self) -> float:
        self.draws += 1
        place = f"{self.around.seed}:{self.sheet}:{self.row}:{self.column}:{self.draws}"
        return int.from_bytes(hashlib.blake2b(place.encode(), digest_size=6).digest(), "big") / 2.0**48

    # Functions that compute only some of their arguments ----------------------------------------------------------

    def _lazy(self, node: Call, array: bool) -> Arg:
        match node.name:
            case "IF":
                return self._if(node.args, array)
            case "IFERROR" | "IFNA":
                return self._if_error(node.args, node.name == "IFNA")
            case "IFS":
                return self._ifs(node.args)
            case "CHOOSE":
                return self._choose(node.args)
        return self._switch(node.args)

    def _if(self, args: tuple[Node, ...], array: bool) -> Arg:
        _check_count(len(args), 1, 3)
        condition = self._arg(args[0], array)
        if array and isinstance(condition, Block):
            yes: Arg = self._arg(args[1], True) if len(args) > 1 else True
            no: Arg = self._arg(args[2], True) if len(args) > 2 else False
            return self._broadcast([condition, yes, no], _safe_choice)
        if truth(self._single(condition)):
            return _filled(self._arg(args[1], array)) if len(args) > 1 else True
        return _filled(self._arg(args[2], array)) if len(args) > 2 else False

    def _if_error(self, args: tuple[Node, ...], only_missing: bool) -> Arg:
        _check_count(len(args), 2, 2)
        try:
            value = self._single(self._arg(args[0], False))
        except FormulaError as failure:
            value = failure.error
        failed = value == NOT_AVAILABLE if only_missing else isinstance(value, SheetError)
        return _filled(self._arg(args[1], False)) if failed else value

    def _ifs(self, args: tuple[Node, ...]) -> Arg:
        if not args or len(args) % 2:
            raise FormulaError(BAD_PARAMETERS)
        for i in range(0, len(args), 2):
            if truth(self._single(self._arg(args[i], False))):
                return _filled(self._arg(args[i + 1], False))
        raise FormulaError(NOT_AVAILABLE)

    def _choose(self, args: tuple[Node, ...]) -> Arg:
        _check_count(len(args), 2, 255)
        which = math.floor(number(self._single(self._arg(args[0], False))))
        if not 1 <= which < len(args):
            raise FormulaError(BAD_ARGUMENT)
        return _filled(self._arg(args[which], False))

    def _switch(self, args: tuple[Node, ...]) -> Arg:
        _check_count(len(args), 3, 255)
        value = self._single(self._arg(args[0], False))
        for i in range(1, len(args) - 1, 2):
            if compare(value, self._single(self._arg(args[i], False))) == 0:
                return _filled(self._arg(args[i + 1], False))
        if len(args) % 2 == 0:
            return _filled(self._arg(args[-1], False))
        raise FormulaError(NOT_AVAILABLE)


def _filled(arg: Arg) -> Arg:
    """Returns an argument; one that was left out is 0."""
    return 0.0 if arg is None else arg


def _check_count(count: int, least: int, most: int) -> None:
    if count < least:
        raise FormulaError(SheetError("Err:511"))
    if count > most:
        raise FormulaError(BAD_PARAMETERS)


def _pick(arg: Arg, row: int, column: int) -> Value:
    """Returns the value of an argument at a place of a larger block."""
    if not isinstance(arg, Block):
        return arg
    row, column = 0 if arg.height == 1 else row, 0 if arg.width == 1 else column
    return arg.at(row, column) if row < arg.height and column < arg.width else NOT_AVAILABLE


def _applied(function: Scalar, values: list[Value]) -> Value:
    try:
        if not function.takes_errors:
            for value in values:
                if isinstance(value, SheetError):
                    return value
        return function.call(values)
    except FormulaError as failure:
        return failure.error


def _safe_choice(values: list[Value]) -> Value:
    try:
        return values[1] if truth(values[0]) else values[2]
    except FormulaError as failure:
        return failure.error


def _safe_operate(op: str, pair: list[Value]) -> Value:
    try:
        return _operate(op, pair[0], pair[1])
    except FormulaError as failure:
        return failure.error


def _safe_sign(op: str, value: Value) -> Value:
    try:
        return _sign(op, value)
    except FormulaError as failure:
        return failure.error


def _sign(op: str, value: Value) -> Value:
    if op == "+":
        return value
    return -number(value) if op == "-" else number(value) / 100


def _operate(op: str, left: Value, right: Value) -> Value:
    if op == "&":
        return limited(text(left) + text(right))
    if op in ("=", "<>", "<", ">", "<=", ">="):
        return holds(op, left, right)
    a, b = number(left), number(right)
    match op:
        case "+":
            result = add(a, b)
        case "-":
            result = subtract(a, b)
        case "*":
            result = a * b
        case "/":
            result = divide(a, b)
        case _:
            result = power(a, b)
    if not math.isfinite(result):
        raise FormulaError(OVERFLOW)
    return result
