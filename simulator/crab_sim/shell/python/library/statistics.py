"""Averages and spreads of numbers."""

from __future__ import annotations

import math
from typing import Any

StatisticsError = ValueError


def _numbers(data: Any, name: str, least: int = 1) -> list[Any]:
    numbers = list(data)
    if len(numbers) < least:
        points = "one data point" if least == 1 else "two data points"
        raise StatisticsError(f"{name} requires at least {points}")
    return numbers


def _sum(numbers: list[Any]) -> Any:
    return math.fsum(numbers) if any([isinstance(number, float) for number in numbers]) else sum(numbers)


def mean(data: Any) -> Any:
    """Returns the arithmetic mean."""
    numbers = _numbers(data, "mean")
    total = _sum(numbers)
    return total // len(numbers) if isinstance(total, int) and total % len(numbers) == 0 else total / len(numbers)


def fmean(data: Any) -> float:
    """Returns the arithmetic mean as a float."""
    numbers = _numbers(data, "fmean")
    return math.fsum(numbers) / len(numbers)


def median(data: Any) -> Any:
    """Returns the middle value, or the mean of the two in the middle."""
    numbers = sorted(data)
    if not numbers:
        raise StatisticsError("no median for empty data")
    half = len(numbers) // 2
    return numbers[half] if len(numbers) % 2 else (numbers[half - 1] + numbers[half]) / 2


def median_low(data: Any) -> Any:
    """Returns the lower of the values in the middle."""
    numbers = sorted(data)
    return numbers[(len(numbers) - 1) // 2]


def median_high(data: Any) -> Any:
    """Returns the higher of the values in the middle."""
    numbers = sorted(data)
    return numbers[len(numbers) // 2]


def multimode(data: Any) -> list[Any]:
    """Returns the most common values."""
    counts: dict[Any, int] = {}
    for one in data:
        counts[one] = counts.get(one, 0) + 1
    return [one for one in counts if counts[one] == max(counts.values())] if counts else []


def mode(data: Any) -> Any:
    """Returns the first of the most common values."""
    modes = multimode(data)
    if not modes:
        raise StatisticsError("no mode for empty data")
    return modes[0]


def pvariance(data: Any) -> Any:
    """Returns the variance of a population."""
    numbers = _numbers(data, "pvariance")
    return _spread(numbers, len(numbers))


def variance(data: Any) -> Any:
    """Returns the variance of a sample."""
    numbers = _numbers(data, "variance", 2)
    return _spread(numbers, len(numbers) - 1)


def _spread(numbers: list[Any], degrees: int) -> Any:
    count = len(numbers)
    if all([isinstance(number, int) for number in numbers]):
        squares = count * sum([number * number for number in numbers]) - sum(numbers) ** 2
        whole = squares % (count * degrees) == 0
        return squares // (count * degrees) if whole else squares / (count * degrees)
    middle = math.fsum(numbers) / count
    return math.fsum([(number - middle) ** 2 for number in numbers]) / degrees


def pstdev(data: Any) -> float:
    """Returns the standard deviation of a population."""
    return math.sqrt(pvariance(data))


def stdev(data: Any) -> float:
    """Returns the standard deviation of a sample."""
    return math.sqrt(variance(_numbers(data, "stdev", 2)))
