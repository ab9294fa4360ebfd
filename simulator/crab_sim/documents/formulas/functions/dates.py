"""Functions of dates and times, which are numbers of days since 1899-12-30."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping

from crab_sim.documents.formulas.blocks import Arg, Block, numbers, scalar
from crab_sim.documents.formulas.entry import read_entry
from crab_sim.documents.formulas.functions.kinds import Ranged, Scalar, Scope
from crab_sim.documents.formulas.values import (
    BAD_ARGUMENT,
    BAD_VALUE,
    FormulaError,
    Value,
    number,
    text,
)

__all__ = ["DATES", "DATES_OF_NOW", "date_of"]

_EPOCH = datetime.date(1899, 12, 30)
_FIRST, _LAST = -693_593, 2_958_465


def date_of(value: Value) -> datetime.date:
    """Returns the date of a number of days.

    Raises:
        FormulaError: It is before the year 1 or after 9999.
    """
    days = math.floor(number(value) + 1e-9)
    if not _FIRST <= days <= _LAST:
        raise FormulaError(BAD_ARGUMENT)
    return _EPOCH + datetime.timedelta(days)


def _seconds(value: Value) -> int:
    """Returns the second of the day."""
    days = number(value)
    return int((days - math.floor(days)) * 86_400 + 0.5) % 86_400


def _serial(date: datetime.date) -> float:
    return float((date - _EPOCH).days)


def _moved(date: datetime.date, months: int, day: int) -> datetime.date:
    """Returns the date some months later, at a day or the month's last one before it."""
    whole = date.year * 12 + date.month - 1 + months
    year, month = whole // 12, whole % 12 + 1
    if not 1 <= year <= 9999:
        raise FormulaError(BAD_ARGUMENT)
    return datetime.date(year, month, min(day, _month_days(year, month)))


def _month_days(year: int, month: int) -> int:
    return 31 if month == 12 else (datetime.date(year, month + 1, 1) - datetime.date(year, month, 1)).days


def _date(a: list[Value]) -> Value:
    year, month, day = (math.trunc(number(part)) for part in a)
    if 0 <= year < 100:
        year += 1900 if year >= 30 else 2000
    if abs(month) > 100_000 or abs(day) > 4_000_000:
        raise FormulaError(BAD_ARGUMENT)
    whole = year * 12 + month - 1
    if not 12 <= whole < 120_000:
        raise FormulaError(BAD_ARGUMENT)
    start = datetime.date(whole // 12, whole % 12 + 1, 1)
    days = (start - _EPOCH).days + day - 1
    if not _FIRST <= days <= _LAST:
        raise FormulaError(BAD_ARGUMENT)
    return float(days)


def _time(a: list[Value]) -> Value:
    hours, minutes, seconds = (math.trunc(number(part)) for part in a)
    return ((hours * 3600 + minutes * 60 + seconds) % 86_400) / 86_400


def _edate(a: list[Value]) -> Value:
    date = date_of(a[0])
    return _serial(_moved(date, math.trunc(number(a[1])), date.day))


def _end_of_month(a: list[Value]) -> Value:
    return _serial(_moved(date_of(a[0]), math.trunc(number(a[1])), 31))


def _weekday(a: list[Value]) -> Value:
    day = date_of(a[0]).weekday()  # 0 is Monday
    kind = math.floor(number(a[1])) if len(a) > 1 else 1
    match kind:
        case 1:
            return float((day + 1) % 7 + 1)
        case 2:
            return float(day + 1)
        case 3:
            return float(day)
    if 11 <= kind <= 17:
        return float((day - (kind - 11)) % 7 + 1)
    raise FormulaError(BAD_ARGUMENT)


def _week(a: list[Value]) -> Value:
    return float(date_of(a[0]).isocalendar().week)


def _typed(a: list[Value], times: bool) -> Value:
    """Computes DATEVALUE and TIMEVALUE."""
    value = read_entry(text(a[0])).value
    if not isinstance(value, float):
        raise FormulaError(BAD_VALUE)
    return value - math.floor(value) if times else float(math.floor(value))


def _date_difference(a: list[Value]) -> Value:
    """Computes DATEDIF: whole years, months or days between two dates, or the rest beside larger units."""
    start, end, unit = date_of(a[0]), date_of(a[1]), text(a[2]).lower()
    if start > end:
        raise FormulaError(BAD_ARGUMENT)
    months = (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day)
    match unit:
        case "d":
            return float((end - start).days)
        case "m":
            return float(months)
        case "y":
            return float(months // 12)
        case "ym":
            return float(months % 12)
        case "md":
            return float((end - _moved(start, months, start.day)).days)
        case "yd":
            return float((end - _moved(start, months // 12 * 12, start.day)).days)
    raise FormulaError(BAD_ARGUMENT)


DATES: Mapping[str, Scalar] = {
    "DATE": Scalar(_date, 3, 3),
    "DATEDIF": Scalar(_date_difference, 3, 3),
    "DATEVALUE": Scalar(lambda a: _typed(a, False), 1, 1),
    "DAY": Scalar(lambda a: float(date_of(a[0]).day), 1, 1),
    "DAYS": Scalar(lambda a: number(a[0]) - number(a[1]), 2, 2),
    "EDATE": Scalar(_edate, 2, 2),
    "EOMONTH": Scalar(_end_of_month, 2, 2),
    "HOUR": Scalar(lambda a: float(_seconds(a[0]) // 3600), 1, 1),
    "ISOWEEKNUM": Scalar(_week, 1, 1),
    "MINUTE": Scalar(lambda a: float(_seconds(a[0]) // 60 % 60), 1, 1),
    "MONTH": Scalar(lambda a: float(date_of(a[0]).month), 1, 1),
    "SECOND": Scalar(lambda a: float(_seconds(a[0]) % 60), 1, 1),
    "TIME": Scalar(_time, 3, 3),
    "TIMEVALUE": Scalar(lambda a: _typed(a, True), 1, 1),
    "WEEKDAY": Scalar(_weekday, 1, 2),
    "YEAR": Scalar(lambda a: float(date_of(a[0]).year), 1, 1),
}


def _work_days(scope: Scope, args: list[Arg]) -> Arg:
    """Counts the days from Monday to Friday between two dates, without holidays."""
    start, end = date_of(scalar(args[0])), date_of(scalar(args[1]))
    free = {math.floor(day) for day in numbers(args[2:3])} if len(args) > 2 and isinstance(args[2], Block) else set()
    low, high = min(start, end), max(start, end)
    weeks, rest = divmod((high - low).days + 1, 7)
    count = 5 * weeks + sum([(low.weekday() + i) % 7 < 5 for i in range(rest)])
    for day in free:
        if _FIRST <= day <= _LAST:
            date = _EPOCH + datetime.timedelta(day)
            count -= low <= date <= high and date.weekday() < 5
    return float(count if start <= end else -count)


DATES_OF_NOW: Mapping[str, Ranged] = {
    "NETWORKDAYS": Ranged(_work_days, 2, 3),
    "NOW": Ranged(lambda scope, args: scope.now, 0, 0),
    "TODAY": Ranged(lambda scope, args: float(math.floor(scope.now)), 0, 0),
}
