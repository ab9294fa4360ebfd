"""Functions about values, and functions of truth values that need all of their arguments."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from crab_sim.documents.formulas.blocks import Area, Arg, Block
from crab_sim.documents.formulas.functions.kinds import Ranged, Scalar, Scope
from crab_sim.documents.formulas.values import (
    BAD_ARGUMENT,
    BAD_VALUE,
    NOT_AVAILABLE,
    FormulaError,
    SheetError,
    Value,
    number,
    truth,
)

__all__ = ["INFORMATION", "INFORMATION_OF_RANGES"]

_MANY: Final = 255


def _number_of(a: list[Value]) -> Value:
    value = a[0]
    return 0.0 if isinstance(value, str) or value is None else number(value)


def _kind(a: list[Value]) -> Value:
    value = a[0]
    if isinstance(value, SheetError):
        return 16.0
    if isinstance(value, bool):
        return 4.0
    return 2.0 if isinstance(value, str) else 1.0


def _not_available(a: list[Value]) -> Value:
    raise FormulaError(NOT_AVAILABLE)


def _parity(a: list[Value]) -> bool:
    return math.floor(abs(number(a[0]))) % 2 == 1


INFORMATION: Mapping[str, Scalar] = {
    "FALSE": Scalar(lambda a: False, 0, 0),
    "ISBLANK": Scalar(lambda a: a[0] is None, 1, 1, True),
    "ISERR": Scalar(lambda a: isinstance(a[0], SheetError) and a[0] != NOT_AVAILABLE, 1, 1, True),
    "ISERROR": Scalar(lambda a: isinstance(a[0], SheetError), 1, 1, True),
    "ISEVEN": Scalar(lambda a: not _parity(a), 1, 1),
    "ISLOGICAL": Scalar(lambda a: isinstance(a[0], bool), 1, 1, True),
    "ISNA": Scalar(lambda a: a[0] == NOT_AVAILABLE, 1, 1, True),
    "ISNONTEXT": Scalar(lambda a: not isinstance(a[0], str), 1, 1, True),
    "ISNUMBER": Scalar(lambda a: isinstance(a[0], (float, bool)), 1, 1, True),
    "ISODD": Scalar(_parity, 1, 1),
    "ISTEXT": Scalar(lambda a: isinstance(a[0], str), 1, 1, True),
    "N": Scalar(_number_of, 1, 1),
    "NA": Scalar(_not_available, 0, 0),
    "NOT": Scalar(lambda a: not truth(a[0]), 1, 1),
    "TRUE": Scalar(lambda a: True, 0, 0),
    "TYPE": Scalar(_kind, 1, 1, True),
}


def _truths(args: Sequence[Arg]) -> Iterator[bool]:
    """Yields the truth values in arguments; texts in ranges are left out.

    Raises:
        FormulaError: There is an error among them, or nothing at all.
    """
    found = False
    for arg in args:
        if isinstance(arg, Block):
            for value in arg.values():
                if not isinstance(value, str):
                    found = True
                    yield truth(value)
        else:
            found = True
            yield truth(arg)
    if not found:
        raise FormulaError(BAD_VALUE)


def _is_formula(scope: Scope, args: list[Arg]) -> Arg:
    area = args[0]
    if not isinstance(area, Area):
        raise FormulaError(BAD_ARGUMENT)
    return scope.formula(area.sheet, area.top, area.left) != ""


def _sheet(scope: Scope, args: list[Arg]) -> Arg:
    if not args:
        return float(scope.sheet + 1)
    area = args[0]
    if not isinstance(area, Area):
        raise FormulaError(BAD_VALUE)
    return float(area.sheet + 1)


INFORMATION_OF_RANGES: Mapping[str, Ranged] = {
    "AND": Ranged(lambda scope, args: all(list(_truths(args))), 1, _MANY),
    "ISFORMULA": Ranged(_is_formula, 1, 1),
    "ISREF": Ranged(lambda scope, args: isinstance(args[0], Area), 1, 1),
    "OR": Ranged(lambda scope, args: any(list(_truths(args))), 1, _MANY),
    "SHEET": Ranged(_sheet, 0, 1),
    "SHEETS": Ranged(lambda scope, args: float(scope.sheets), 0, 0),
    "XOR": Ranged(lambda scope, args: sum(list(_truths(args))) % 2 == 1, 1, _MANY),
}
