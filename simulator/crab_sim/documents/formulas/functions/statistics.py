"""Functions that count and summarise."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from crab_sim.documents.formulas.blocks import Area, Arg, Block, numbers, scalar
from crab_sim.documents.formulas.functions.criteria import Criterion, criterion
from crab_sim.documents.formulas.functions.kinds import Ranged, Scope
from crab_sim.documents.formulas.values import (
    BAD_ARGUMENT,
    BAD_PARAMETERS,
    BAD_VALUE,
    DIVISION,
    FormulaError,
    SheetError,
    number,
)

__all__ = ["STATISTICS"]

_MANY: Final = 255


def _average(scope: Scope, args: list[Arg]) -> Arg:
    return _mean(list(numbers(args)))


def _mean(found: Sequence[float]) -> float:
    if not found:
        raise FormulaError(DIVISION)
    return math.fsum(found) / len(found)


def _count(scope: Scope, args: list[Arg]) -> Arg:
    count = 0
    for arg in args:
        if isinstance(arg, Block):
            count += sum([isinstance(value, (float, bool)) for value in arg.values()])
        else:
            try:
                number(arg)
                count += 1
            except FormulaError:
                pass
    return float(count)


def _count_all(scope: Scope, args: list[Arg]) -> Arg:
    return float(sum([len(list(arg.values())) if isinstance(arg, Block) else 1 for arg in args]))


def _count_blank(scope: Scope, args: list[Arg]) -> Arg:
    block = _block(args[0])
    return float(block.height * block.width - sum([value != "" for value in block.values()]))


def _block(arg: Arg) -> Block:
    if not isinstance(arg, Block):
        raise FormulaError(BAD_PARAMETERS)
    return arg


def _extreme(args: list[Arg], greatest: bool) -> Arg:
    found = list(numbers(args))
    return (max(found) if greatest else min(found)) if found else 0.0


def _median(scope: Scope, args: list[Arg]) -> Arg:
    return _quantile(sorted(numbers(args)), 0.5)


def _quantile(found: Sequence[float], share: float) -> float:
    if not found:
        raise FormulaError(BAD_VALUE)
    if not 0 <= share <= 1:
        raise FormulaError(BAD_ARGUMENT)
    at = share * (len(found) - 1)
    low = math.floor(at)
    if low + 1 >= len(found):
        return found[-1]
    return found[low] + (at - low) * (found[low + 1] - found[low])


def _mode(scope: Scope, args: list[Arg]) -> Arg:
    found = list(numbers(args))
    counts: dict[float, int] = {}
    for value in found:
        counts[value] = counts.get(value, 0) + 1
    if not counts or max(counts.values()) < 2:
        raise FormulaError(BAD_VALUE)
    most = max(counts.values())
    return min([value for value, count in counts.items() if count == most])


def _variance(args: list[Arg], whole: bool) -> float:
    found = list(numbers(args))
    degrees = len(found) - (0 if whole else 1)
    if degrees <= 0:
        raise FormulaError(DIVISION)
    mean = math.fsum(found) / len(found)
    return math.fsum([(value - mean) ** 2 for value in found]) / degrees


def _ranked(args: list[Arg], greatest: bool) -> Arg:
    """Computes LARGE and SMALL."""
    found = sorted(numbers(args[:1]), reverse=greatest)
    place = math.floor(number(scalar(args[1])))
    if not 1 <= place <= len(found):
        raise FormulaError(BAD_VALUE)
    return found[place - 1]


def _rank(scope: Scope, args: list[Arg]) -> Arg:
    value, found = number(scalar(args[0])), list(numbers([_block(args[1])]))
    rising = len(args) > 2 and number(scalar(args[2])) != 0
    if value not in found:
        raise FormulaError(BAD_VALUE)
    return 1.0 + sum([other < value if rising else other > value for other in found])


def _percentile(scope: Scope, args: list[Arg]) -> Arg:
    return _quantile(sorted(numbers(args[:1])), number(scalar(args[1])))


def _quartile(scope: Scope, args: list[Arg]) -> Arg:
    return _quantile(sorted(numbers(args[:1])), math.floor(number(scalar(args[1]))) / 4)


# Functions with criteria ------------------------------------------------------------------------------------------


def _matching(ranges: Sequence[Block], criteria: Sequence[Criterion]) -> list[tuple[int, int]]:
    """Returns the places, within ranges of one size, at which all criteria hold."""
    first = ranges[0]
    for block in ranges[1:]:
        if (block.height, block.width) != (first.height, first.width):
            raise FormulaError(BAD_ARGUMENT)
    if criteria[0].matches(None):
        places = [(row, column) for row in range(min(first.height, 10_000)) for column in range(first.width)]
    else:
        places = [(row, column) for row, column, _ in first.filled()]
    return [
        (row, column)
        for row, column in places
        if all([one.matches(block.at(row, column)) for block, one in zip(ranges, criteria, strict=True)])
    ]


def _pairs(args: Sequence[Arg]) -> tuple[list[Block], list[Criterion]]:
    if not args or len(args) % 2:
        raise FormulaError(BAD_PARAMETERS)
    return [_block(arg) for arg in args[::2]], [criterion(scalar(arg)) for arg in args[1::2]]


def _count_if(scope: Scope, args: list[Arg]) -> Arg:
    return float(len(_matching(*_pairs(args))))


def _picked(block: Block, places: Sequence[tuple[int, int]]) -> list[float]:
    """Returns the numbers at some places of a range, which may go beyond its own size."""
    if isinstance(block, Area):
        block = Area(block.sheet, block.cells, block.top, block.left, 1 << 20, 1 << 14)
    found = []
    for row, column in places:
        value = block.at(row, column)
        if isinstance(value, SheetError):
            raise FormulaError(value)
        if isinstance(value, (float, bool)):
            found.append(float(value))
    return found


def _chosen(args: Sequence[Arg]) -> list[float]:
    """Returns the numbers that SUMIF and AVERAGEIF take."""
    places = _matching(*_pairs(args[:2]))
    return _picked(_block(args[2] if len(args) > 2 else args[0]), places)


def _chosen_by_all(args: Sequence[Arg]) -> list[float]:
    """Returns the numbers that SUMIFS and the like take."""
    ranges, criteria = _pairs(args[1:])
    block = _block(args[0])
    if (block.height, block.width) != (ranges[0].height, ranges[0].width):
        raise FormulaError(BAD_ARGUMENT)
    return _picked(block, _matching(ranges, criteria))


def _sum_if(scope: Scope, args: list[Arg]) -> Arg:
    return math.fsum(_chosen(args))


def _sum_ifs(scope: Scope, args: list[Arg]) -> Arg:
    return math.fsum(_chosen_by_all(args))


STATISTICS: Mapping[str, Ranged] = {
    "AVERAGE": Ranged(_average, 1, _MANY),
    "AVERAGEIF": Ranged(lambda scope, args: _mean(_chosen(args)), 2, 3),
    "AVERAGEIFS": Ranged(lambda scope, args: _mean(_chosen_by_all(args)), 3, _MANY),
    "COUNT": Ranged(_count, 1, _MANY),
    "COUNTA": Ranged(_count_all, 1, _MANY),
    "COUNTBLANK": Ranged(_count_blank, 1, 1),
    "COUNTIF": Ranged(_count_if, 2, 2),
    "COUNTIFS": Ranged(_count_if, 2, _MANY),
    "LARGE": Ranged(lambda scope, args: _ranked(args, True), 2, 2),
    "MAX": Ranged(lambda scope, args: _extreme(args, True), 1, _MANY),
    "MAXIFS": Ranged(lambda scope, args: max(_chosen_by_all(args), default=0.0), 3, _MANY),
    "MEDIAN": Ranged(_median, 1, _MANY),
    "MIN": Ranged(lambda scope, args: _extreme(args, False), 1, _MANY),
    "MINIFS": Ranged(lambda scope, args: min(_chosen_by_all(args), default=0.0), 3, _MANY),
    "MODE": Ranged(_mode, 1, _MANY),
    "PERCENTILE": Ranged(_percentile, 2, 2),
    "QUARTILE": Ranged(_quartile, 2, 2),
    "RANK": Ranged(_rank, 2, 3),
    "SMALL": Ranged(lambda scope, args: _ranked(args, False), 2, 2),
    "STDEV": Ranged(lambda scope, args: math.sqrt(_variance(args, False)), 1, _MANY),
    "STDEVP": Ranged(lambda scope, args: math.sqrt(_variance(args, True)), 1, _MANY),
    "SUMIF": Ranged(_sum_if, 2, 3),
    "SUMIFS": Ranged(_sum_ifs, 3, _MANY),
    "VAR": Ranged(lambda scope, args: _variance(args, False), 1, _MANY),
    "VARP": Ranged(lambda scope, args: _variance(args, True), 1, _MANY),
}
