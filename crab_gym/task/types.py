"""Types of the inputs and outputs of sub-tasks: how their values are put into words, typed, and compared.

*Values* are read on one screen and typed on another. *Resources* lie on a device; a volatile one, such as the
clipboard's content, lasts until something else takes its place.

* `TYPES`, `ValueType` - the types by name.
* `fits` - whether an output can be carried into an input.
* `states` - whether a text is a value, however it is written. `told` - whether a text to somebody tells a value, which
  may be in a sentence.
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
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from crab_gym.task.answers import states, tells
from crab_gym.task.parameters import Parameter, text

__all__ = ["TYPES", "Value", "ValueType", "fits", "short_line", "states", "told", "typed", "words"]

Value: TypeAlias = str | int
_HOME = "/home/user/"


@dataclass(frozen=True, slots=True)
class ValueType:
    """A type of values or resources.

    Attributes:
        name: Its name.
        noun: What one of its values is called, as in "that telephone number".
        as_text: The same where it is typed as a text, as in "that person's name"; ``""`` for the noun.
        apart: Whether two parts of a composition must not have the same value: they would be about the same thing.
        resource: Whether it is a thing on a device rather than something that can be typed.
        volatile: What holds the resource only until something else takes its place; "" for one that lasts. Goals don't
            tell its value.
    """

    name: str
    noun: str
    as_text: str = ""
    apart: bool = False
    resource: bool = False
    volatile: str = ""


TYPES: Mapping[str, ValueType] = {
    each.name: each
    for each in (
        ValueType("person_name", "person", as_text="person's name", apart=True),
        ValueType("phone_number", "telephone number", apart=True),
        ValueType("email", "e-mail address", apart=True),
        ValueType("date", "date", apart=True),
        ValueType("time", "time", apart=True),
        ValueType("amount", "amount", apart=True),
        ValueType("count", "number"),
        ValueType("place", "place", apart=True),
        ValueType("city", "city", apart=True),
        ValueType("address", "address", apart=True),
        ValueType("line", "text", apart=True),
        ValueType("program", "program", apart=True),
        ValueType("url", "web address", apart=True),
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


def told(kind: str, text: str, value: Value, goal: str = "") -> bool:
    """Returns whether a text to somebody tells a value: it is the value, or one plain sentence that states it.

    A line of text is sent as it is; a *title* is a line that is what something is called.

    Args:
        kind: The value's type.
        text: The text.
        value: The value.
        goal: What was asked; a sentence may have its words.

    >>> told("time", "It is 14:35.", "14:35"), told("title", "It is called Old maps.", "Old maps")
    (True, True)
    >>> told("line", "It is Bring old maps.", "Bring old maps")
    False
    """
    return states(kind, text, value) if kind == "line" else tells(kind, text, value, goal)


def typed(kind: str, value: Value) -> str:
    """Returns a value as a person who has read it may type it."""
    return words(kind, value) if kind == "date" else str(value)
