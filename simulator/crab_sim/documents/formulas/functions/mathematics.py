"""Functions of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Context, Decimal, InvalidOperation
from typing import Final

from crab_sim.documents.formulas.blocks import Area, Arg, Array, Block, numbers, scalar
from crab_sim.documents.formulas.functions.kinds import Ranged, Scalar, Scope
from crab_sim.documents.formulas.functions.statistics import STATISTICS
from crab_sim.documents.formulas.values import (
    BAD_ARGUMENT,
    BAD_VALUE,
    DIVISION,
    OVERFLOW,
    FormulaError,
    SheetError,
    Value,
    number,
)

__all__ = ["MATHEMATICS", "MATHEMATICS_OF_RANGES", "divide", "power"]

_MANY: Final = 255
_WIDE: Final = Context(prec=400)


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise FormulaError(OVERFLOW)
    return value


def divide(a: float, b: float) -> float:
    """Returns a quotient.

    Raises:
        FormulaError: The divisor is 0.
    """
    if b == 0:
        raise FormulaError(DIVISION)
    return _finite(a / b)


def power(base: float, exponent: float) -> float:
    """Returns a power; roots of negative numbers are taken where their degree is odd.

    Raises:
        FormulaError: There is none.
    """
    if base == 0 and exponent < 0:
        raise FormulaError(DIVISION)
    if base < 0 and exponent != math.floor(exponent):
        degree = round(1 / exponent) if abs(exponent) > 1e-9 else 0
        if degree % 2 and abs(1 / exponent - degree) < 1e-9:
            return -float((-base) ** exponent)
        raise FormulaError(OVERFLOW)
    try:
        return _finite(float(base**exponent))
    except OverflowError:
        raise FormulaError(OVERFLOW) from None


def _rounded(value: float, digits: float, how: str) -> float:
    places = int(max(-20, min(20, math.trunc(digits))))
    try:
        exact = Decimal(f"{value:.15g}")
        return float(exact.quantize(Decimal(1).scaleb(-places), how, _WIDE))
    except InvalidOperation:
        return value


def _rounding(how: str) -> Scalar:
    return Scalar(lambda a: _rounded(number(a[0]), number(a[1]) if len(a) > 1 else 0.0, how), 1, 2)


def _floor(value: float) -> float:
    """Returns the whole number at or below a value; one that is whole but for a rounding error counts as whole."""
    near = round(value)
    return float(near) if abs(value - near) < 1e-12 * max(1.0, abs(value)) else float(math.floor(value))


def _modulo(a: list[Value]) -> Value:
    value, by = number(a[0]), number(a[1])
    if by == 0:
        raise FormulaError(DIVISION)
    rest = value - by * _floor(value / by)
    return 0.0 if abs(rest) < 1e-15 * abs(value) else rest


def _multiple(a: list[Value], up: bool) -> Value:
    """Computes CEILING and FLOOR."""
    value = number(a[0])
    step = number(a[1]) if len(a) > 1 else (-1.0 if value < 0 else 1.0)
    if value == 0 or step == 0:
        return 0.0
    if value > 0 > step:
        raise FormulaError(BAD_ARGUMENT)
    away = len(a) > 2 and number(a[2]) != 0
    quotient = value / step
    if value < 0:  # the steps are negative, or count downwards
        size = abs(step)
        below = _floor(value / size)
        above = -_floor(-value / size)
        if step < 0:
            return size * (below if up or away else above) if up else size * (below if away and not up else above)
        return size * (above if up else below)
    return step * (-_floor(-quotient) if up else _floor(quotient))


def _mround(a: list[Value]) -> Value:
    value, step = number(a[0]), number(a[1])
    return 0.0 if step == 0 else step * _rounded(value / step, 0, ROUND_HALF_UP)


def _parity(value: float, odd: bool) -> float:
    size = math.ceil(abs(value))
    if size % 2 != (1 if odd else 0):
        size += 1
    return float(math.copysign(size, value)) if value else (1.0 if odd else 0.0)


def _factorial(a: list[Value]) -> Value:
    value = math.floor(number(a[0]))
    if value < 0 or value > 170:
        raise FormulaError(BAD_ARGUMENT if value < 0 else OVERFLOW)
    return float(math.factorial(value))


def _combinations(a: list[Value]) -> Value:
    n, k = math.floor(number(a[0])), math.floor(number(a[1]))
    if n < 0 or k < 0 or k > n or n > 1000:
        raise FormulaError(BAD_ARGUMENT)
    return _finite(float(math.comb(n, k)))


def _logarithm(a: list[Value]) -> Value:
    value, base = number(a[0]), number(a[1]) if len(a) > 1 else 10.0
    if value <= 0 or base <= 0 or base == 1:
        raise FormulaError(DIVISION if base == 1 and value > 0 else BAD_ARGUMENT)
    return math.log10(value) if base == 10 else math.log2(value) if base == 2 else math.log(value) / math.log(base)


def _of(function: Callable[[float], float], error: SheetError = BAD_ARGUMENT) -> Scalar:
    """Returns a function of one number that may be undefined."""

    def call(a: list[Value]) -> Value:
        try:
            return _finite(function(number(a[0])))
        except ValueError:
            raise FormulaError(error) from None
        except OverflowError:
            raise FormulaError(OVERFLOW) from None

    return Scalar(call, 1, 1)


def _atan2(a: list[Value]) -> Value:
    x, y = number(a[0]), number(a[1])
    if x == 0 and y == 0:
        raise FormulaError(DIVISION)
    return math.atan2(y, x)


MATHEMATICS: Mapping[str, Scalar] = {
    "ABS": _of(abs),
    "ACOS": _of(math.acos),
    "ASIN": _of(math.asin),
    "ATAN": _of(math.atan),
    "ATAN2": Scalar(_atan2, 2, 2),
    "CEILING": Scalar(lambda a: _multiple(a, True), 1, 3),
    "COMBIN": Scalar(_combinations, 2, 2),
    "COS": _of(math.cos),
    "DEGREES": _of(math.degrees),
    "EVEN": _of(lambda value: _parity(value, False)),
    "EXP": _of(math.exp),
    "FACT": Scalar(_factorial, 1, 1),
    "FLOOR": Scalar(lambda a: _multiple(a, False), 1, 3),
    "INT": _of(_floor),
    "LN": _of(math.log),
    "LOG": Scalar(_logarithm, 1, 2),
    "LOG10": _of(math.log10),
    "MOD": Scalar(_modulo, 2, 2),
    "MROUND": Scalar(_mround, 2, 2),
    "ODD": _of(lambda value: _parity(value, True)),
    "PI": Scalar(lambda a: math.pi, 0, 0),
    "POWER": Scalar(lambda a: power(number(a[0]), number(a[1])), 2, 2),
    "QUOTIENT": Scalar(lambda a: float(math.trunc(divide(number(a[0]), number(a[1])))), 2, 2),
    "RADIANS": _of(math.radians),
    "ROUND": _rounding(ROUND_HALF_UP),
    "ROUNDDOWN": _rounding(ROUND_DOWN),
    "ROUNDUP": _rounding(ROUND_UP),
    "SIGN": _of(lambda value: float((value > 0) - (value < 0))),
    "SIN": _of(math.sin),
    "SQRT": _of(math.sqrt),
    "TAN": _of(math.tan),
    "TRUNC": _rounding(ROUND_DOWN),
}


def _product(scope: Scope, args: list[Arg]) -> Arg:
    found = list(numbers(args))
    return _finite(math.prod(found)) if found else 0.0


def _sum(scope: Scope, args: list[Arg]) -> Arg:
    return _finite(math.fsum(numbers(args)))


def _squares(scope: Scope, args: list[Arg]) -> Arg:
    return _finite(math.fsum([value * value for value in numbers(args)]))


def _sum_of_products(scope: Scope, args: list[Arg]) -> Arg:
    blocks = [arg for arg in args if isinstance(arg, Block)]
    if not blocks:
        return math.prod([number(scalar(arg)) for arg in args])
    first = blocks[0]
    if len(blocks) != len(args) or any([(b.height, b.width) != (first.height, first.width) for b in blocks]):
        raise FormulaError(BAD_VALUE)
    total: list[float] = []
    for row, column, start in first.filled():
        product = 1.0
        for value in (start, *[block.at(row, column) for block in blocks[1:]]):
            if isinstance(value, SheetError):
                raise FormulaError(value)
            product *= 0.0 if isinstance(value, str) else number(value)
        total.append(product)
    return _finite(math.fsum(total))


def _common(args: list[Arg], least: bool) -> Arg:
    found = [math.floor(value) for value in numbers(args)]
    if not found or min(found) < 0:
        raise FormulaError(BAD_ARGUMENT)
    return _finite(float(math.lcm(*found) if least else math.gcd(*found)))


def _random_between(scope: Scope, args: list[Arg]) -> Arg:
    low, high = math.ceil(number(scalar(args[0]))), math.floor(number(scalar(args[1])))
    if low > high:
        raise FormulaError(BAD_ARGUMENT)
    return float(low + math.floor(scope.random() * (high - low + 1)))


_SUBTOTALS: Final = (
    "AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "STDEV", "STDEVP", "SUM", "VAR", "VARP",
)  # fmt: skip


def _subtotal(scope: Scope, args: list[Arg]) -> Arg:
    """Computes a function over the rows that a filter shows, without cells that are subtotals themselves."""
    code = int(number(scalar(args[0])))
    code -= 100 if code > 100 else 0
    if not 1 <= code <= len(_SUBTOTALS):
        raise FormulaError(BAD_ARGUMENT)
    name = _SUBTOTALS[code - 1]
    values: list[Value] = []
    for arg in args[1:]:
        if not isinstance(arg, Area):
            raise FormulaError(BAD_ARGUMENT)
        for row, column, cell in arg.places():
            place = arg.top + row, arg.left + column
            if cell.value is None or scope.hidden(arg.sheet, place[0]):
                continue
            if "SUBTOTAL(" not in cell.formula:
                values.append(cell.value)
    function = MATHEMATICS_OF_RANGES.get(name) or STATISTICS[name]
    return function.call(scope, [Array([[value] for value in values])])


MATHEMATICS_OF_RANGES: Mapping[str, Ranged] = {
    "GCD": Ranged(lambda scope, args: _common(args, False), 1, _MANY),
    "LCM": Ranged(lambda scope, args: _common(args, True), 1, _MANY),
    "PRODUCT": Ranged(_product, 1, _MANY),
    "RAND": Ranged(lambda scope, args: scope.random(), 0, 0),
    "RANDBETWEEN": Ranged(_random_between, 2, 2),
    "SUBTOTAL": Ranged(_subtotal, 2, _MANY),
    "SUM": Ranged(_sum, 1, _MANY),
    "SUMPRODUCT": Ranged(_sum_of_products, 1, _MANY, array=True),
    "SUMSQ": Ranged(_squares, 1, _MANY),
}
