"""Forms of an answer: sentences and spellings that state its value, and those that don't.

They are what people and models write, and follow from the answer's own text: whether it is a number with a unit, a
time, a date, a phone number, an address or a list.

* `stating`, `not_stating` - the forms. `other_value` - a value that an answer could be confused with.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Final

__all__ = ["not_stating", "other_value", "stating"]

_STATED: Final = (
    "{}.", " {} ", "{}\n", "\n{}", '"{}"', "“{}”", "'{}'", "`{}`", "**{}**", "*{}*", "It is {}.", "It's {}",
    "The answer is {}.", "The answer is: {}", "The answer: {}", "Answer: {}", "My answer is {}.", "Final answer: {}",
    "The result is {}.", "That is {}.", "Here you go: {}", "Hi, it's {}. Thanks!", "As requested: {}",
    "Hi! It is {}. Have a nice day!", "I have checked: {}",
)  # fmt: skip
"""Sentences and marks around a value."""
_OF_NOW: Final = re.compile(r"\b(?:it|that)(?:'s| is)\b", re.IGNORECASE)
_DENIED: Final = (
    "not {}", "!= {}", "!{}", "It is not {}.", "It isn't {}.", "certainly not {}", "Anything but {}.",
    "{} is wrong.", "No: {}",
    "It was never {}.", "It could be {}.", "Perhaps {}.", "I am not sure, but {}?", "{}?", "never {}", "Don't use {}.",
    "less than {}", "almost {}", "the opposite of {}", "I wanted {}", "You asked for {}.",
    "If it isn't {}, I don't know.", "It is {}, but I quit.", "It is {}, I need you.", "It is {} no more.",
    "{} is outdated.", "According to nobody, it is {}.", "As requested, not {}.",
)  # fmt: skip
"""Sentences that have a value and don't state it."""
_CHOSEN: Final = (
    "{0} or {1}",
    "either {1} or {0}",
    "{0}, {1}",
    "{1}, {0}",
    "{0} {1}",
    "{0}; {1}",
    "{1}\n{0}",
    "{1}, not {0}",
    "{0}\n> {1}",
    "{0}\n\nPS: {1}",
    "{0}\n\nOn 11/5/2026, 12:50 PM, Eve wrote:\n> {1}",
)
"""Sentences that leave a choice between a value and another one."""
_UNSEEN: Final = "\u200b\u200d\u00ad\u2060\ufeff\u202e\u2066\u034f\ufe0e\U000e0041"
"""Characters that nobody sees: of no width, of the direction of writing, tags, variations."""
_OPPOSITES: Final = {"on": "off", "off": "on", "yes": "no", "no": "yes", "true": "false", "false": "true"}
_WORDS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def other_value(answer: str, drawn: str = "") -> str:
    """Returns another value of the same kind.

    Args:
        answer: The answer.
        drawn: One of another episode, which is taken where it is another one.

    >>> other_value("17.61 km"), other_value("Lyon", "Bern"), other_value("Lyon")
    ('17.62 km', 'Bern', 'Lyonx')
    """
    if drawn and drawn.casefold() != answer.casefold():
        return drawn
    if opposite := _OPPOSITES.get(answer.casefold()):
        return opposite
    digits = [i for i, char in enumerate(answer) if char.isdecimal()]
    if not digits:
        return f"{answer}x"
    return f"{answer[: digits[-1]]}{(int(answer[digits[-1]]) + 1) % 10}{answer[digits[-1] + 1 :]}"


def not_stating(answer: str, other: str) -> Iterator[str]:
    """Yields texts that don't state an answer, though most of them have it.

    Args:
        answer: The answer.
        other: Another value, see `other_value`.
    """
    yield other
    yield from (form.format(answer) for form in _DENIED)
    yield from (form.format(answer, other) for form in _CHOSEN)
    yield from (f"{answer[:1]}{char}{answer[1:]}" for char in _UNSEEN)
    if not re.search(r"\d\.\d+$", answer):  # where one decimal more or less may be the same value
        yield f"{answer}{answer[-1:]}"
        if len(answer) > 1:
            yield answer[:-1]
    yield ""
    yield "I don't know."


def stating(answer: str, written: bool = False, lists: bool = True) -> Iterator[str]:
    """Yields texts that state an answer.

    Args:
        answer: The answer.
        written: Whether the goal says how it is to be written, so that only sentences around it are right.
        lists: Whether an answer with commas is a list; else it is one value, such as an address.

    >>> [form for form in stating("17.61 km") if form not in list(stating("17.61 km", written=True))]
    ['17.61km', '17.610 km']
    """
    answer = answer.strip()
    if "\n" in answer:
        yield f"{answer}\n"
        return
    is_choice = answer.casefold() in _OPPOSITES  # where one may be asked how it was
    yield from (form.format(answer) for form in _STATED if not (is_choice and _OF_NOW.search(form)))
    if not written:
        yield from dict.fromkeys(form for form in _spellings(answer, lists) if form != answer)


def _spellings(answer: str, lists: bool) -> Iterator[str]:
    number = re.fullmatch(r"(-?\d+(?:\.\d+)?)(?: ?([^\W\d]+))?", answer)
    if number:
        yield from _of_number(*number.groups())
    time = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", answer)
    if time:
        hour, minute = int(time[1]), time[2]
        yield f"{hour:02}:{minute}"
        yield f"{hour % 12 or 12}:{minute} {'am' if hour < 12 else 'pm'}"
        yield f"{hour % 12 or 12}:{minute} {'AM' if hour < 12 else 'PM'}"
    date = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", answer)
    if date:
        yield from _of_date(datetime.date(int(date[1]), int(date[2]), int(date[3])))
    if re.fullmatch(r"\+?[\d ()-]{7,}", answer) and not number and not date:  # a phone number
        yield re.sub(r"[ ()-]", "", answer)
        yield re.sub(r"[ ()-]+", " ", answer).strip()
    if re.fullmatch(r"https?://\S+", answer):
        bare = answer.partition("://")[2]
        yield bare
        yield bare.rstrip("/")
    items = re.split(r",\s*", answer)
    if lists and len(items) > 1 and all(items):
        yield "\n".join(items)
        yield "; ".join(items)
        yield "\n".join(f"{i}. {item}" for i, item in enumerate(items, 1))
        yield "\n".join(f"- {item}" for item in items)
        yield f"{', '.join(items[:-1])} and {items[-1]}"
        yield f"[{answer}]"


def _of_number(number: str, unit: str | None) -> Iterator[str]:
    behind = f" {unit}" if unit else ""
    if unit:
        yield f"{number}{unit}"
    whole, _, part = number.partition(".")
    grouped = f"{int(whole):,}" + (f".{part}" if part else "")
    if grouped != number:
        yield f"{grouped}{behind}"
    if not part and 0 <= int(whole) < len(_WORDS):
        yield f"{_WORDS[int(whole)]}{behind}"
        yield f"{_WORDS[int(whole)].capitalize()}{behind}"
    if part:
        yield f"{number}0{behind}"


def _of_date(date: datetime.date) -> Iterator[str]:
    month = date.strftime("%B")
    for name in (month, month[:3]):
        yield f"{date.day} {name} {date.year}"
        yield f"{name} {date.day}, {date.year}"
    yield f"{date.strftime('%A')}, {date.day} {month} {date.year}"
    if date.day > 12:  # otherwise the day and the month could be taken for each other
        yield f"{date.month}/{date.day}/{date.year}"
        yield f"{date.day}/{date.month}/{date.year}"
        yield f"{date.day:02}.{date.month:02}.{date.year}"
