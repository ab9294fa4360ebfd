"""Dates and times of day, and how long something lasts.

* `date_spans`, `time_spans`, `moment_spans` - where a text states a date, a time, or a date with a time.
* `watch_spans` - where it states the time that a stopwatch shows.
* `without_moments` - a text with a mark in place of each date and time.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache

from crab_gym.task.answers.numbers import NUMBER_WORDS, number_spans

__all__ = ["MARK", "date_spans", "moment_spans", "time_spans", "watch_spans", "without_moments"]

MARK = "\x01"
"""What stands for a date or a time in a text of `without_moments`."""
_MONTHS = tuple(name.lower() for name in calendar.month_name[1:])
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in _MONTHS) + "|sept"
_WEEKDAYS = tuple(name.lower() for name in calendar.day_name)
_WEEKDAY = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _WEEKDAYS) + "|tues|thur|thurs"
_ORDINALS: Mapping[str, int] = {
    **{
        word: i
        for i, word in enumerate(
            ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
             "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
             "nineteenth", "twentieth"), 1,
        )
    },
    **{f"twenty-{word}": 20 + i for i, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"), 1)},
    "thirtieth": 30, "thirty-first": 31,
}  # fmt: skip
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_YEAR = r"(?P<year>\d{4})"
_DAY = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th|\.)?|{_ORDINAL})"
_ON = rf"(?:the )?(?:(?P<weekday>{_WEEKDAY})\b\.?,? (?:the )?)?"
_END = r"(?![\w/]|[-.,:]?\d|-\w)"
_BEGIN = r"(?<![\w/.:-])(?<!\d,)(?<!\d, )"
_DATES = tuple(
    re.compile(f"{_BEGIN}{_ON}{pattern}{_END}", re.IGNORECASE)
    for pattern in (
        rf"{_YEAR}(?P<by>[-/.])(?P<month>\d{{1,2}})(?P=by)(?P<day>\d{{1,2}})",
        r"(?P<first>\d{1,2})(?P<by>[./-])(?P<second>\d{1,2})(?P=by)(?P<year>\d{4}|\d{2})",
        r"(?P<first>\d{1,2})(?P<by>\.) ?(?P<second>\d{1,2})(?:\. ?(?P<year>\d{4})?|(?=$))(?<=[.\d])",
        r"(?P<first>\d{1,2})(?P<by>/)(?P<second>\d{1,2})(?P<year>)",
        rf"{_DAY}(?: day)?(?: of)?[ -](?P<month>{_MONTH})\b\.?(?:(?:,? |-){_YEAR})?",
        rf"(?P<month>{_MONTH})\b\.? (?:the )?{_DAY}\b(?:,? {_YEAR})?",
    )
)
_COMPACT = re.compile(rf"{_BEGIN}{_ON}{_YEAR}(?P<by>)(?P<month>\d{{2}})(?P<day>\d{{2}}){_END}", re.IGNORECASE)
"""A date in eight digits, which may be another number where no date is asked for."""
_HALVES = r"(?P<half>[ap])\.?m\b\.?"
_OF_DAY = r"in the (?P<part>morning|afternoon|evening)"
_CLOCK_END = r"(?![\w/]|[:.,]\d|-\d|:)"
_HOURS = "|".join(tuple(NUMBER_WORDS)[1:13])
_TIMES = tuple(
    re.compile(rf"(?<![\w.,:/-])(?<!\d-){pattern}{_CLOCK_END}", re.IGNORECASE)
    for pattern in (
        rf"(?P<hour>\d{{1,2}})[:.h](?P<minute>\d{{2}})(?::00)?(?: ?{_HALVES}| {_OF_DAY}| ?h\b| hours\b| o'clock)?",
        rf"(?P<hour>\d{{1,2}}|{_HOURS})(?: o'clock)?(?: ?{_HALVES}| {_OF_DAY})",
        r"(?P<hour>noon|midnight)",
    )
)


_CLEAR_TIMES = (re.compile(_TIMES[0].pattern.replace("[:.h]", ":", 1), re.IGNORECASE), *_TIMES[1:])
"""The times that can't be numbers with decimals."""


def _number(text: str) -> int:
    ordinal = _ORDINALS.get(text.lower())
    return ordinal if ordinal is not None else int(re.sub(r"\D", "", text))


def _readings(match: re.Match[str]) -> set[tuple[int | None, int, int]]:
    """Returns the dates that a match can be, as year, month and day; a year that isn't given is None.

    Day and month may come in either order where they are parted by slashes or hyphens; points part them in this order.
    """
    names = match.groupdict()
    year_text = names["year"] or ""
    year = None if not year_text else int(year_text) + (2000 if len(year_text) == 2 else 0)
    if names.get("first"):
        first, second = int(names["first"]), int(names["second"])
        pairs = {(second, first)} if names["by"] == "." else {(second, first), (first, second)}
    elif names["month"].isdecimal():
        pairs = {(int(names["month"]), int(names["day"]))}
    else:
        pairs = {(1 + [name[:3] for name in _MONTHS].index(names["month"][:3].lower()), _number(names["day"]))}
    return {
        (year, month, day)
        for month, day in pairs
        if 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year or 2024, month)[1]
    }


def date_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of what states a date: "Nov 28", "28.11.2026", "11/28/2026", "Saturday, 28 November".

    The year may be left out. What can be read as two dates states none, unless both are the same.

    Args:
        text: The text, as `plain` returns it.
        value: The date, such as ``"2026-11-28"``.
    """
    day = date.fromisoformat(value)
    right = {(day.year, day.month, day.day), (None, day.month, day.day)}
    for pattern in (*_DATES, _COMPACT):
        for match in pattern.finditer(text):
            weekday = match["weekday"]
            if weekday and not _WEEKDAYS[day.weekday()].startswith(weekday.lower()[:3]):
                continue
            readings = _readings(match)
            if readings and readings <= right:
                yield match.span()


def _time(match: re.Match[str]) -> str | None:
    """Returns the time of a match as hours and minutes; None if there is no such time."""
    names = match.groupdict()
    if names["hour"].lower() in ("noon", "midnight"):
        return "12:00" if names["hour"].lower() == "noon" else "00:00"
    hour = NUMBER_WORDS.get(names["hour"].lower()) if names["hour"].isalpha() else int(names["hour"])
    half = (names.get("half") or "").lower()
    part = (names.get("part") or "").lower()
    half = half or {"": "", "morning": "a"}.get(part, "p")
    minute = int(names.get("minute") or 0)
    if hour is None or hour > 23 or minute > 59 or (half == "a" and hour > 12) or (half and hour == 0):
        return None
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour:02}:{minute:02}"


def time_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of what states a time: "15:00", "3pm", "3:00 p.m.", "3 o'clock in the afternoon".

    Args:
        text: The text, as `plain` returns it.
        value: The time, such as ``"15:00"``.
    """
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            if _time(match) == value:
                yield match.span()


_FIRST_DATE = re.compile(r",? (?:at )?|T|, ?")
_FIRST_TIME = re.compile(r",? (?:on )?(?:the )?")


def moment_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of what states a date with a time, in either order.

    Args:
        text: The text, as `plain` returns it.
        value: Date and time, such as ``"2026-11-28 15:00"``.
    """
    day, _, time = value.partition(" ")
    parted = re.sub(r"(?<=\d)T(?=\d\d:)", " ", text)
    days, times = list(date_spans(parted, day)), list(time_spans(parted, time))
    for before, after, between in ((days, times, _FIRST_DATE), (times, days, _FIRST_TIME)):
        for begin, end in before:
            for other, last in after:
                if end <= other and between.fullmatch(parted, end, other):
                    yield begin, last


_WATCH = re.compile(
    r"(?<![\w.,:])(?:(?P<hours>\d{1,3}):)?(?P<minutes>\d{1,2}):(?P<seconds>\d{2})(?:[.,](?P<rest>\d{2}))?(?![\w:]|[.,]\d)"
)


def watch_spans(text: str, value: int) -> Iterator[tuple[int, int]]:
    """Yields begin and end of what states the time that a stopwatch shows: "04:06", "4:06.12", "4 min 6 s".

    Args:
        text: The text, as `plain` returns it.
        value: Its hundredths of seconds; they may be left out.
    """
    for match in _WATCH.finditer(text):
        minutes = 60 * int(match["hours"] or 0) + int(match["minutes"])
        seconds = 60 * minutes + int(match["seconds"])
        if 100 * seconds + int(match["rest"] or value % 100) == value:
            yield match.span()
    for seconds_stated in (value / 100, value // 100):
        yield from number_spans(text, seconds_stated, ("s",), needs_unit=True)


@lru_cache(maxsize=256)
def _known_moments(text: str) -> tuple[frozenset[tuple[int | None, int, int]], frozenset[str | None]]:
    """Returns the dates of a text, also without their years, and its times."""
    days = {reading for pattern in _DATES for each in pattern.finditer(text) for reading in _readings(each)}
    hours = frozenset([_time(each) for pattern in _CLEAR_TIMES for each in pattern.finditer(text)])
    return frozenset(days | {(None, month, day) for _, month, day in days}), hours


def without_moments(text: str, known: str, dates: bool = True, times: bool = True) -> str:
    """Returns a text with `MARK` in place of each date that names its month or year, and of each time, which are known.

    Args:
        text: The text.
        known: The text that has what is known.
        dates: Whether dates are replaced.
        times: Whether times are.

    >>> without_moments("On 20 October at 20:30 or 20:45 it was 5", "At 20:30 on 2026-10-20").replace(MARK, "*")
    'On * at * or 20:45 it was 5'
    """
    if not text:
        return text
    days, hours = _known_moments(known)
    for pattern in (*_DATES[:2], *_DATES[4:]) if dates else ():
        text = pattern.sub(lambda match: match[0] if days.isdisjoint(_readings(match)) else MARK, text)
    for pattern in _CLEAR_TIMES if times else ():
        text = pattern.sub(lambda match: MARK if _time(match) in hours else match[0], text)
    return text
