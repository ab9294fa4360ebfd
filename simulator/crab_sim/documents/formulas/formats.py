"""Number formats: the text that a cell shows, by a format code such as ``#,##0.00`` or ``YYYY-MM-DD``.

* `formatted` - a value's text by a code. `shown` - that of a cell of some width. `CURRENCY`, `DATE`, ... - codes.
"""

from __future__ import annotations

import datetime
import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.documents.formulas.values import SheetError, Value, general

__all__ = [
    "BOOLEAN", "CURRENCY", "DATE", "DATE_TIME", "GENERAL", "ISO_DATE", "NUMBER", "PERCENT", "PERCENT_2", "SCIENTIFIC",
    "TEXT", "TIME", "formatted", "is_currency", "is_date", "is_percent", "with_decimals",
]  # fmt: skip

GENERAL: Final = "General"
NUMBER: Final = "#,##0.00"
CURRENCY: Final = "[$$-409]#,##0.00;[RED]-[$$-409]#,##0.00"
PERCENT: Final = "0%"
PERCENT_2: Final = "0.00%"
DATE: Final = "MM/DD/YY"
ISO_DATE: Final = "YYYY-MM-DD"
DATE_TIME: Final = "MM/DD/YY HH:MM"
TIME: Final = "HH:MM:SS"
SCIENTIFIC: Final = "0.00E+00"
BOOLEAN: Final = "BOOLEAN"
TEXT: Final = "@"

_EPOCH = datetime.date(1899, 12, 30)
_DATE_PART = re.compile(
    r"\[(?P<long>[Hh]+|[Mm]+|[Ss]+)\]|(?P<half>AM/PM|am/pm|A/P)|(?P<part>[Yy]+|[Mm]+|[Dd]+|[Nn]{2,}|[Hh]+|[Ss]+)"
    r"|(?P<fraction>\.0+)|\"(?P<quoted>[^\"]*)\"|\\(?P<escaped>.)|\[[^\]]*\]|(?P<other>.)"
)
_LITERAL = re.compile(r"\"([^\"]*)\"|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]")
_CONTEXT: Final = Context(prec=400)
_MAX_CODE: Final = 200
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@lru_cache(maxsize=256)
def _bare(code: str) -> str:
    """Returns a code without its literal parts."""
    return _LITERAL.sub("", code)


@lru_cache(maxsize=256)
def is_date(code: str) -> bool:
    """Returns whether a code shows a date or time.

    >>> is_date("YYYY-MM-DD"), is_date("[HH]:MM"), is_date("0.00"), is_date('0" days"')
    (True, True, False, False)
    """
    if code in (GENERAL, BOOLEAN, TEXT):
        return False
    if re.search(r"\[[HhMmSs]+\]", code):
        return True
    return any([char in "YyMmDdHhSs" for char in _bare(code)]) and "E+" not in code.upper()


def is_percent(code: str) -> bool:
    """Returns whether a code shows percentages."""
    return "%" in _bare(code)


def is_currency(code: str) -> bool:
    """Returns whether a code shows amounts of money."""
    return "[$" in code and not is_date(code)


def with_decimals(code: str, change: int) -> str:
    """Returns a code with more or fewer decimals.

    >>> with_decimals("General", 1), with_decimals("0.00%", -1), with_decimals("#,##0.0", -1)
    ('0.0', '0.0%', '#,##0')
    """
    if code == GENERAL:
        return "0.0" if change > 0 else "0"
    if is_date(code) or code in (BOOLEAN, TEXT):
        return code

    def changed(match: re.Match[str]) -> str:
        places = max(0, min(20, len(match[2] or ".") - 1 + change))
        return match[1] + ("." + "0" * places if places else "")

    return re.sub(r"((?:#,##)?0)(\.0+)?", changed, code)


@lru_cache(maxsize=8192)
def _formatted_number(value: float, code: str) -> str:
    sections = _sections(code)
    section = sections[0]
    negative = value < 0
    if negative and len(sections) > 1:
        section, negative = sections[1], False
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    if is_date(section):
        return _dated(value, section)
    if "General" in section:
        return section.replace("General", general(value, 10))
    shown = _number(abs(value), section)
    return f"-{shown}" if negative and any([char in "123456789" for char in shown]) else shown


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[str, ...]:
    parts = re.split(r";(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", code[:_MAX_CODE])
    return tuple(parts)


def formatted(value: Value, code: str) -> str:
    """Returns a value as a code shows it.

    >>> formatted(1234.5, "#,##0.00"), formatted(0.256, "0%"), formatted(45351.0, "YYYY-MM-DD")
    ('1,234.50', '26%', '2024-02-29')
    >>> formatted(-5.0, CURRENCY), formatted(True, "General"), formatted(0.1 + 0.2, "General")
    ('-$5.00', 'TRUE', '0.3')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        sections = _sections(code)
        if "@" in code and code != TEXT:
            return sections[-1].replace("@", value).replace('"', "")
        return value
    if isinstance(value, SheetError):
        return value.code
    if isinstance(value, bool):
        if code in (GENERAL, BOOLEAN):
            return "TRUE" if value else "FALSE"
        value = 1.0 if value else 0.0
    if code == BOOLEAN:
        return "TRUE" if value else "FALSE"
    if code in (GENERAL, TEXT, ""):
        return general(value, 10)
    return _formatted_number(value, code)


class _Digits(NamedTuple):
    """The places of a number format: those before and behind the point, and its groups, percent signs, exponent."""

    whole: int
    least: int
    most: int
    groups: bool


def _number(value: float, section: str) -> str:
    """Returns the text of a number that isn't negative, by one section of a code."""
    match = re.search(r"[0#?,]*[0#?](?:\.[0#?]*)?|\.[0#?]+", _masked(section))
    if match is None:
        return _literal(section)
    before, pattern, after = section[: match.start()], match[0], section[match.end() :]
    value *= 100 ** _bare(section).count("%")
    exponent = re.match(r"E([+-])(0+)", after, re.IGNORECASE)
    power = 0
    whole_part, _, decimals = pattern.partition(".")
    digits = _Digits(whole_part.count("0"), decimals.count("0"), len(decimals), "," in whole_part.rstrip(","))
    thousands = len(whole_part) - len(whole_part.rstrip(","))
    value /= 1000**thousands
    if exponent is not None:
        power = math.floor(math.log10(value)) if value else 0
        value = value / 10.0**power
        if float(f"{value:.{digits.most}f}") >= 10:
            value, power = value / 10, power + 1
        sign = "-" if power < 0 else "+" if exponent[1] == "+" else ""
        after = f"E{sign}{abs(power):0{len(exponent[2])}d}" + _literal(after[exponent.end() :])
    else:
        after = _literal(after)
    return _literal(before) + _digits(value, digits) + after


def _masked(section: str) -> str:
    """Returns a section whose literal parts are blanks, of the same length."""
    return _LITERAL.sub(lambda match: " " * len(match[0]), section)


def _digits(value: float, digits: _Digits) -> str:
    try:
        exact = Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-digits.most), ROUND_HALF_UP, _CONTEXT)
    except InvalidOperation:
        exact = Decimal(0)
    whole, _, decimals = f"{exact:f}".partition(".")
    while len(decimals) > digits.least and decimals.endswith("0"):
        decimals = decimals[:-1]
    whole = whole.lstrip("0").rjust(digits.whole, "0")
    if digits.groups:
        parts = []
        while len(whole) > 3:
            parts.append(whole[-3:])
            whole = whole[:-3]
        whole = ",".join([whole, *reversed(parts)])
    return f"{whole}.{decimals}" if decimals or digits.least else whole


def _literal(part: str) -> str:
    """Returns the text that a part without digits stands for."""

    def shown(match: re.Match[str]) -> str:
        return match[1] or match[2] or match[3] or ""

    return _LITERAL.sub(shown, part)


class _Moment(NamedTuple):
    """A date and time, taken apart; the seconds are those of the whole value for durations."""

    date: datetime.date
    second: int
    total: float


def _dated(value: float, section: str) -> str:
    days = math.floor(value)
    most = max([len(digits) for digits in re.findall(r"\.(0+)", section)], default=0)
    seconds = round((value - days) * 86_400, most)
    if seconds >= 86_400:
        days, seconds = days + 1, 0.0
    if not -693_593 <= days <= 2_958_465:
        return "###"
    moment = _Moment(_EPOCH + datetime.timedelta(days), int(seconds), value * 86_400)
    half = re.search(r"AM/PM|A/P", section, re.IGNORECASE) is not None
    parts: list[str] = []
    clock = False  # whether the last part was hours: an M behind it means minutes
    for match in _DATE_PART.finditer(section):
        kind = match.lastgroup
        if kind == "long":
            parts.append(_duration(moment, match["long"]))
            clock = match["long"][0] in "Hh"
        elif kind == "half":
            parts.append("AM" if moment.second < 43_200 else "PM")
        elif kind == "part":
            part = match["part"].upper()
            minutes = part[0] == "M" and (clock or section[match.end() : match.end() + 2].upper() in (":S", ".S"))
            parts.append(_part(moment, part, minutes, half))
            clock = part[0] == "H"
        elif kind == "fraction":
            places = len(match["fraction"]) - 1
            parts.append(f"{seconds % 1:.{places}f}"[1:])
        elif kind is not None:
            parts.append(match[kind])
    return "".join(parts)


def _duration(moment: _Moment, unit: str) -> str:
    size = {"H": 3600, "M": 60, "S": 1}[unit[0].upper()]
    return f"{int(moment.total / size + 1e-6):0{len(unit)}d}"


def _part(moment: _Moment, part: str, minutes: bool, half: bool) -> str:
    """Returns one part of a date or time, such as ``MM``."""
    date, second, count = moment.date, moment.second, len(part)
    if minutes:
        return f"{second // 60 % 60:0{min(count, 2)}d}"
    match part[0]:
        case "Y":
            return f"{date.year % 100:02d}" if count <= 2 else f"{date.year:04d}"
        case "M":
            name = _MONTHS[date.month - 1]
            if count <= 2:
                return f"{date.month:0{count}d}"
            return {3: name[:3], 5: name[:1]}.get(count, name)
        case "D":
            name = _DAYS[date.weekday()]
            return f"{date.day:0{count}d}" if count <= 2 else name[:3] if count == 3 else name
        case "N":
            name = _DAYS[date.weekday()]
            return name[:3] if count == 2 else name + (", " if count > 3 else "")
        case "H":
            hour = second // 3600
            hour = (hour % 12 or 12) if half else hour
            return f"{hour:0{min(count, 2)}d}"
    return f"{second % 60:0{min(count, 2)}d}"
