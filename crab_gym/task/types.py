"""Types of the inputs and outputs of sub-tasks: how their values are put into words, typed, and compared.

*Values* are read on one screen and typed on another. *Resources* lie on a device; a volatile one, such as the
clipboard's content, lasts until something else takes its place.

* `TYPES`, `ValueType` - the types by name.
* `fits` - whether an output can be carried into an input.
* `states`, `names` - whether a text is a value, and whether a sentence names it and no other one of its kind.
* `words`, `typed` - a value as a goal tells it, and as a person types it.

Two types are never an output: a *path* is of a file or folder that a sub-task makes, or that its setup fills, and a
*choice* is one of the things that an app has, such as the pictures of a site.

Values are plain JSON: a date is ``"2026-10-15"``, a time ``"14:35"``, an amount ``"12.40"``, a count a whole number, a
file or folder its absolute path, what the clipboard holds its text, and all others are lines of text.

Example:
    >>> words("date", "2026-10-15"), states("date", "Oct 15, 2026", "2026-10-15")
    ('15 October 2026', True)
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from crab_gym.task.parameters import Parameter, text

__all__ = ["TYPES", "Value", "ValueType", "fits", "names", "short_line", "states", "typed", "words"]

Value: TypeAlias = str | int
_HOME = "/home/user/"
_MONTHS = tuple(name.lower() for name in calendar.month_name[1:])
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in _MONTHS)
_DATES = (
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"),
    re.compile(r"\b(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.(?:\s?(?P<year>\d{4}))?"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<month>{_MONTH})\b\.?(?:,? (?P<year>\d{{4}}))?", re.I
    ),
    re.compile(rf"\b(?P<month>{_MONTH})\b\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}}))?", re.I),
)
_TIME = re.compile(r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?:(?P<half>[ap])\.?m\b\.?)?", re.I)
_PHONE = re.compile(r"\+?\d(?:[ ().\-/]{0,3}\d){6,}")
_NUMBER = re.compile(r"(?<![\w.,])-?\d+(?:[.,]\d+)?(?![\w]|[.,]\d)")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(r"\bhttps?://\S+?(?=[.,;:!?)]*(?:\s|$))")


@dataclass(frozen=True, slots=True)
class ValueType:
    """A type of values or resources.

    Attributes:
        name: Its name.
        noun: What one of its values is called, as in "that telephone number".
        as_text: The same where it is typed as a text, as in "that person's name"; ``""`` for the noun.
        find: Returns the values of this kind that a text names, in a form that is equal for equal values; None for
            a type whose values are compared as they are.
        apart: Whether two parts of a composition must not have the same value: they would be about the same thing.
        resource: Whether it is a thing on a device rather than something that can be typed.
        volatile: What holds the resource only until something else takes its place; "" for one that lasts. Goals don't
            tell its value.
    """

    name: str
    noun: str
    find: Callable[[str], set[str]] | None = None
    as_text: str = ""
    apart: bool = False
    resource: bool = False
    volatile: str = ""


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdecimal())


def _dates(text: str) -> set[str]:
    """Returns the dates that a text names, without the year where it has none."""
    dates: set[str] = set()
    rest = text
    for pattern in _DATES:
        for match in pattern.finditer(rest):
            month = match["month"].lower()
            number = int(month) if month.isdecimal() else 1 + [name[:3] for name in _MONTHS].index(month[:3])
            dates.add(f"{match['year'] or '*'}-{number:02}-{int(match['day']):02}")
        rest = pattern.sub(" ", rest)
    return dates


def _times(text: str) -> set[str]:
    times: set[str] = set()
    for match in _TIME.finditer(text):
        hour, half = int(match["hour"]), (match["half"] or "").lower()
        if match["minute"] is None and not half:
            continue
        hour = hour % 12 + (12 if half == "p" else 0) if half else hour
        times.add(f"{hour:02}:{match['minute'] or '00'}")
    return times


def _numbers(text: str) -> set[str]:
    return {f"{float(match[0].replace(',', '.')):.12g}" for match in _NUMBER.finditer(text)}


def _phones(text: str) -> set[str]:
    return {_digits(match[0]) for match in _PHONE.finditer(text)}


def _emails(text: str) -> set[str]:
    return {match[0].casefold() for match in _EMAIL.finditer(text)}


def _urls(text: str) -> set[str]:
    return {match[0].rstrip("/") for match in _URL.finditer(text)}


TYPES: Mapping[str, ValueType] = {
    each.name: each
    for each in (
        ValueType("person_name", "person", as_text="person's name", apart=True),
        ValueType("phone_number", "telephone number", _phones, apart=True),
        ValueType("email", "e-mail address", _emails, apart=True),
        ValueType("date", "date", _dates, apart=True),
        ValueType("time", "time", _times, apart=True),
        ValueType("amount", "amount", _numbers, apart=True),
        ValueType("count", "number", _numbers),
        ValueType("place", "place", apart=True),
        ValueType("city", "city", apart=True),
        ValueType("address", "address", apart=True),
        ValueType("line", "text", apart=True),
        ValueType("program", "program", apart=True),
        ValueType("url", "web address", _urls, apart=True),
        ValueType("choice", "choice", apart=True),
        ValueType("path", "path", apart=True, resource=True),
        ValueType("file", "file", apart=True, resource=True),
        ValueType("picture", "picture", apart=True, resource=True),
        ValueType("folder", "folder", apart=True, resource=True),
        ValueType("drive_file", "uploaded file", apart=True, resource=True),
        ValueType("clipboard", "clipboard's content", resource=True, volatile="clipboard"),
        ValueType("picture_link", "address in the clipboard", resource=True, volatile="clipboard"),
    )
}
"""The types by name."""


_KINDS_OF = {("picture", "file"), ("picture_link", "clipboard")}
"""Types whose values are of another type, too."""
_VERBS = ("Bring", "Order", "Return", "Paint", "Measure", "Repair", "Collect", "Label", "Wash", "Pack")
_THINGS = (
    "the blue tent", "two lamps", "the spare keys", "old maps", "a garden chair", "the red crates", "both kettles",
    "the long ladder", "ten candles", "the heavy door",
)  # fmt: skip


def short_line(default: str) -> Parameter:
    """Returns a parameter that is a line of some words, such as a note's or a message's."""
    return text(lambda rng: f"{rng.choice(_VERBS)} {rng.choice(_THINGS)}", default, "line")


def fits(output: str, type_needed: str) -> bool:
    """Returns whether an output of one type can be carried into an input of another.

    The types are the same, or the input is a line of text, into which any value can be typed; a picture is a file, and
    its address in the clipboard is the clipboard's content.

    >>> fits("phone_number", "line"), fits("line", "phone_number"), fits("picture", "file"), fits("file", "line")
    (True, False, True, False)
    """
    return (
        output == type_needed
        or (type_needed == "line" and not TYPES[output].resource)
        or (output, type_needed) in _KINDS_OF
    )


def words(kind: str, value: Value) -> str:
    """Returns a value as a goal tells it: lines, programs and choices in quotes, paths from home, dates spelled out.

    >>> words("line", "Bring old maps"), words("clipboard", "Bring old maps")
    ('"Bring old maps"', "the clipboard's content")
    """
    if TYPES[kind].volatile:
        return f"the {TYPES[kind].noun}"
    if kind == "date":
        day = date.fromisoformat(str(value))
        return f"{day.day} {calendar.month_name[day.month]} {day.year}"
    if kind in ("line", "program", "choice"):
        return f'"{value}"'
    return f"~/{value[len(_HOME) :]}" if TYPES[kind].resource and str(value).startswith(_HOME) else str(value)  # type: ignore[index]


def typed(kind: str, value: Value) -> str:
    """Returns a value as a person who has read it may type it."""
    return words(kind, value) if kind == "date" else str(value)


def _form(kind: str, value: Value) -> str:
    """Returns a value in the form in which `ValueType.find` returns it."""
    match kind:
        case "phone_number":
            return _digits(str(value))
        case "amount" | "count":
            return f"{float(value):.12g}"
        case "email":
            return str(value).casefold()
        case "url":
            return str(value).rstrip("/")
    return str(value)


def names(kind: str, text: str, value: Value) -> bool:
    """Returns whether a text, which may be a sentence, names a value and no other one of its kind.

    >>> names("time", "It begins at 2:30 pm.", "14:30"), names("time", "14:30 or 15:30", "14:30")
    (True, False)
    """
    find = TYPES[kind].find
    if find is None:
        plain, value_form = " ".join(text.split()).casefold(), " ".join(str(value).split()).casefold()
        if kind == "address" and _numbers(text) != _numbers(str(value)):  # "5 or 6 Mill Lane" is a guess
            return False
        return re.search(rf"(?<!\w){re.escape(value_form)}(?!\w)", plain) is not None
    values, value_form = find(text), _form(kind, value)
    if kind == "date":
        return bool(values) and values <= {value_form, f"*{value_form[4:]}"}
    if kind in ("amount", "count"):  # numbers in dates and times are of another kind
        dates = _DATES if kind == "count" else (_DATES[0], *_DATES[2:])  # "It is 12.10." may end in an amount
        for pattern in (*dates, re.compile(r"\b\d{1,2}:\d{2}\b")):
            text = pattern.sub(" ", text)
        values = find(text)
    return values == {value_form}


def states(kind: str, text: str, value: Value) -> bool:
    """Returns whether a text is a value and says nothing else, however the value is written.

    >>> [states("phone_number", text, "+1 555 0142") for text in ("(+1) 555-0142", "Call +1 555 0142")]
    [True, False]
    """
    plain = " ".join(text.split())
    match kind:
        case "phone_number":
            return _digits(plain) == _digits(str(value)) and not re.search(r"[^\d ()+./\-]", plain)
        case "amount" | "count":
            return re.fullmatch(r"-?\d+(?:[.,]\d+)?", plain) is not None and names(kind, plain, value)
        case "date" | "time":
            rest = [plain]
            for pattern in _DATES if kind == "date" else (_TIME,):
                rest = [pattern.sub("", rest[0], count=1)]
            return names(kind, plain, value) and not rest[0].strip(" .")
        case "email":
            return plain.casefold() == str(value).casefold()
        case "url":
            return plain.rstrip("/") == str(value).rstrip("/")
    return plain == " ".join(str(value).split())
