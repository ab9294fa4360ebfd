"""Dates as text, in UTC: the formats of ``date``, the input of ``date -d`` and the times of ``ls -l``."""

from __future__ import annotations

import calendar
import re
import time

from crab_sim.shell.errors import CommandError

_UNITS = {
    "sec": 1,
    "second": 1,
    "min": 60,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 604800,
    "fortnight": 1209600,
}
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_RELATIVE = re.compile(
    r"(?<![a-z])([+-]?)\s*(\d{0,6})\s*(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\b(\s+ago)?"
)
_LIMIT = 32_503_680_000.0  # the year 3000


def format_date(pattern: str, when: float) -> str:
    """Formats a Unix time as ``date +pattern`` does, in UTC.

    >>> format_date("%F %T %a", 0.0)
    '1970-01-01 00:00:00 Thu'
    """
    parts = time.gmtime(max(-_LIMIT, min(when, _LIMIT)))
    nanoseconds = f"{int(when % 1 * 1e9):09d}"
    extra = {"s": str(int(when // 1)), "N": nanoseconds, "Z": "UTC", "z": "+0000",
             "P": time.strftime("%p", parts).lower(),
             "n": "\n", "t": "\t", "%": "%",
             "h": time.strftime("%b", parts), "q": str((parts.tm_mon + 2) // 3)}  # fmt: skip

    def replace(match: re.Match[str]) -> str:
        flag, letter = match[1], match[2]
        if letter in extra:
            text = extra[letter]
        elif letter in "aAbBcCdDeFgGHIjklmMprRSTuUVwWxXyY":
            text = time.strftime("%" + letter, parts)
        else:
            return match[0]
        if flag == "-":
            return text.lstrip("0 ") or "0"
        return text.upper() if flag == "^" else text.replace("0", " ", 1) if flag == "_" and text[:1] == "0" else text

    return re.sub(r"%([-_^0]?)([A-Za-z%])", replace, pattern)


def show_time(when: float, now: float) -> str:
    """Returns a modification time as ``ls -l`` shows it: with the year if it is more than half a year away."""
    parts = time.gmtime(max(-1e10, min(when, 1e11)))
    day = f"{time.strftime('%b', parts)} {parts.tm_mday:2d} "
    recent = now - 15_778_476 < when <= now + 3600
    return day + (time.strftime("%H:%M", parts) if recent else f"{parts.tm_year:5d}")


def parse_date(text: str, now: float) -> float:
    """Returns the Unix time of a text such as ``2024-05-01 10:00``, ``tomorrow`` or ``3 days ago``.

    Args:
        text: the text.
        now: the current Unix time.

    Raises:
        CommandError: the text is no date.
    """
    rest = text.strip().lower()
    if match := re.fullmatch(r"@(-?\d{1,11})(?:\.\d+)?", rest):
        return float(match[1])
    when = now
    date, rest = _absolute_date(rest)
    clock, rest = _clock(rest)
    if date is not None:
        when = date
    if clock is not None:
        when = when // 86400 * 86400 + clock
    changed = date is not None or clock is not None or not rest.strip()
    when, rest, relative = _relative(when, rest, date is not None)
    rest = re.sub(r"\b(utc|gmt|z|\+0000)\b|,", " ", rest).strip()
    if rest or not (changed or relative) or abs(when) > _LIMIT:
        raise CommandError(f"invalid date ‘{text}’")
    if not text.strip():
        return when // 86400 * 86400
    return when


def _absolute_date(rest: str) -> tuple[float | None, str]:
    year = month = day = 0
    match = re.search(r"\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:t(?=\d)|\b)", rest)
    if match:
        year, month, day = int(match[1]), int(match[2]), int(match[3])
    elif match := re.search(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b", rest):
        month, day, year = int(match[1]), int(match[2]), int(match[3])
    elif match := re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})\b", rest):
        day, year = int(match[1]), int(match[3])
        month = _MONTHS.index(match[2]) + 1 if match[2] in _MONTHS else 0
    elif match := re.search(r"\b([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b", rest):
        day, year = int(match[2]), int(match[3])
        month = _MONTHS.index(match[1]) + 1 if match[1] in _MONTHS else 0
    if not match:
        return None, rest
    if not (1 <= month <= 12 and 1 <= year and 1 <= day <= calendar.monthrange(year, month)[1]):
        raise CommandError(f"invalid date ‘{match[0]}’")
    return float(calendar.timegm((year, month, day, 0, 0, 0))), rest[: match.start()] + " " + rest[match.end() :]


def _clock(rest: str) -> tuple[float | None, str]:
    match = re.search(r"\b(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?\b|\b(\d{1,2})\s*(am|pm)\b", rest)
    if not match:
        return None, rest
    hour = int(match[1] or match[5])
    half = match[4] or match[6]
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    minute, second = int(match[2] or 0), int(match[3] or 0)
    if hour > 23 or minute > 59 or second > 60:
        raise CommandError(f"invalid date ‘{match[0]}’")
    return hour * 3600.0 + minute * 60 + second, rest[: match.start()] + " " + rest[match.end() :]


def _relative(when: float, rest: str, dated: bool) -> tuple[float, str, bool]:
    changed = False
    for word, days in (("yesterday", -1), ("tomorrow", 1), ("today", 0), ("now", 0), ("midnight", 0)):
        if re.search(rf"\b{word}\b", rest):
            rest = re.sub(rf"\b{word}\b", " ", rest, count=1)
            when += 86400 * days if word != "midnight" else -(when % 86400)
            changed = True
    rest = re.sub(r"\bnext\s+(?=sec|min|hour|day|week|month|year)", "+1 ", rest)
    rest = re.sub(r"\blast\s+(?=sec|min|hour|day|week|month|year)", "-1 ", rest)

    def step(match: re.Match[str]) -> str:
        nonlocal when, changed
        changed = True
        count = int(match[2] or 1) * (-1 if (match[1] == "-") != bool(match[4]) else 1)
        when = _months(when, count * (12 if match[3] == "year" else 1)) if match[3] in ("month", "year") else (
            when + count * _UNITS[match[3]]
        )  # fmt: skip
        return " "

    rest = _RELATIVE.sub(step, rest)
    for index, name in enumerate(_DAYS):
        # beside a date the name of a day only comments on it
        if match := re.search(rf"\b(next|last)?\s*\b{name[:3]}(?:{name[3:]})?\b", rest):
            today = time.gmtime(when).tm_wday
            ahead = (index - today) % 7
            if match[1]:
                ahead = (ahead or 7) if match[1] == "next" else (ahead or 7) - 7 if ahead else -7
            when = when if dated else when // 86400 * 86400 + ahead * 86400
            rest = rest[: match.start()] + " " + rest[match.end() :]
            changed = True
    return when, rest, changed


def _months(when: float, count: int) -> float:
    if abs(when) > _LIMIT or abs(count) > 12_000:
        return _LIMIT * 2
    parts = time.gmtime(when)
    index = parts.tm_year * 12 + parts.tm_mon - 1 + count
    if index < 12:
        return _LIMIT * 2
    moved = calendar.timegm((index // 12, index % 12 + 1, 1, parts.tm_hour, parts.tm_min, parts.tm_sec))
    return moved + (parts.tm_mday - 1) * 86400.0 + when % 1
