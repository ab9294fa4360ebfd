"""Readers: one for each type of answers.

* `READERS` - the readers by type.
* `Reader` - finds where a text states a value, and says what may stand around it.
* `states` - whether a text is a value and nothing else.
* `tells` - whether it is a value or one plain sentence that states it.
* `names_all` - whether it names some items, each once and in any order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.task.answers.days import date_spans, moment_spans, time_spans, watch_spans
from crab_gym.task.answers.letters import bare
from crab_gym.task.answers.numbers import UNITS, number_spans, point_spans, units_of
from crab_gym.task.answers.plain import plain, spaced
from crab_gym.task.answers.questions import question_of
from crab_gym.task.answers.sentences import is_plain
from crab_gym.task.answers.sums import worked_out
from crab_gym.task.answers.texts import (
    address_spans,
    email_spans,
    person_spans,
    phone_spans,
    text_spans,
    url_spans,
)

__all__ = ["READERS", "Reader", "states", "tells"]

Spans = Callable[[str, Any, str, str], Iterator[tuple[int, int]]]
"""Yields begin and end of what states a value: of a text, the value, the question, and the value's unit."""


class Reader(NamedTuple):
    """Reads the answers of a type.

    Attributes:
        spans: Yields where a text states a value.
        strict: Whether the value is of words, and so could be one of several that a sentence names.
        dates: Whether a date may stand beside the value.
        times: Whether a time may.
        number: ``"amount"`` or ``"count"`` where the value is a number of something.
        lasting: Whether the value goes on to be what it is, so that "it was" says that it is no longer so.
    """

    spans: Spans
    strict: bool = False
    dates: bool = True
    times: bool = True
    number: str = ""
    lasting: bool = False


def _of_words(spans: Callable[[str, str], Iterator[tuple[int, int]]]) -> Spans:
    return lambda text, value, question, unit: spans(text, " ".join(str(value).split()))


def _counts(text: str, value: Any, question: str, unit: str) -> Iterator[tuple[int, int]]:
    units = (unit,) if unit else units_of(question)
    compared = question_of(question).comparison
    if compared is None or compared.by != "behind":
        yield from number_spans(text, float(value), units)
        return
    for signed in (float(value), -float(value)):
        yield from [span for span in number_spans(text, signed, units) if text[span[0]] != "+"]


def _amounts(text: str, value: Any, question: str, unit: str) -> Iterator[tuple[int, int]]:
    units = (unit,) if unit else units_of(question)
    is_length = any([UNITS[each].measure == "length" for each in units])
    return number_spans(text, float(value), units, currency=not (unit or is_length))


def _addresses(text: str, value: Any, question: str, unit: str) -> Iterator[tuple[int, int]]:
    """Yields where an address is stated, also behind the name of what has it, as on a letter."""
    for begin, end in address_spans(text, " ".join(str(value).split())):
        yield begin, end
        name = text[:begin].strip(" ,\n")
        if name and re.search(rf"\b(?:address of|about) {re.escape(name)}(?=[ .])", question):
            yield 0, end


def _watched(text: str, value: Any, question: str, unit: str) -> Iterator[tuple[int, int]]:
    return watch_spans(text, int(value))


_TEXT = Reader(_of_words(text_spans), strict=True)
READERS: Mapping[str, Reader] = {
    "count": Reader(_counts, number="count"),
    "amount": Reader(_amounts, number="amount"),
    "date": Reader(_of_words(date_spans), dates=False),
    "time": Reader(_of_words(time_spans), times=False),
    "moment": Reader(_of_words(moment_spans), dates=False, times=False),
    "stopwatch": Reader(_watched, times=False),
    "point": Reader(_of_words(point_spans), lasting=True),
    "phone_number": Reader(_of_words(phone_spans), lasting=True),
    "email": Reader(_of_words(email_spans), lasting=True),
    "url": Reader(_of_words(url_spans), lasting=True),
    "address": Reader(_addresses, strict=True, lasting=True),
    "person_name": Reader(_of_words(person_spans), strict=True),
    **dict.fromkeys(("place", "city", "line", "title", "program", "choice"), _TEXT),
}
"""The readers by the names of the types: those of sub-tasks' values, and some that only answers have.

A *moment* is a date with a time, a *stopwatch*'s value the hundredths of seconds that it shows, a *point* the latitude
and the longitude of a place, a *title* a line that is what something is called.
"""


def states(kind: str, text: str, value: str | int | float, question: str = "") -> bool:
    """Returns whether a text is a value and nothing else, however the value is written.

    What is made of words, such as a line, has to be the same in capital letters, too.

    Args:
        kind: The value's type.
        text: The text.
        value: The value.
        question: What was asked; a number may have a unit that it names.
    """
    reader = READERS.get(kind, _TEXT)
    if reader.strict:
        return spaced(text) == spaced(str(value))
    read = plain(text, str(value))
    if read is None:
        return False
    ends = (len(read), len(read) - 1) if read.endswith(".") else (len(read),)
    return any(begin == 0 and end in ends for begin, end in reader.spans(read, value, question, ""))


def tells(
    kind: str, text: str, value: str | int | float, question: str = "", unit: str = "", among: Sequence[str] = ()
) -> bool:
    """Returns whether a text is a value, or one plain sentence that states it, and says nothing else.

    Args:
        kind: The value's type.
        text: The text.
        value: The value.
        question: What was asked; a sentence may have its words.
        unit: The symbol of the value's unit (`crab_gym.task.answers.numbers.UNITS`); without one, the answer's unit has
            to be one that the question names.
        among: The words between which one chooses, the value among them.
    """
    reader = READERS.get(kind, _TEXT)
    read = plain(text, str(value))
    if read is None:
        return False
    whole = question_of(question)
    read = bare(read, whole)
    if reader.number:
        read = worked_out(read, float(value), whole)
    if among:
        read = _DEED.sub("", read)
    if among and sum(1 for word in among for _ in text_spans(read, word)) != 1:
        return False
    spans = list(reader.spans(read, value, question, unit))
    for begin, end in spans:
        after = read[end:]
        if reader.number and (twice := _EQUAL.match(after)) and (end + twice.end(), len(read.rstrip("."))) in spans:
            after = ""  # "10.27 km = 10270 m"
        again = re.match(r" ?\(([^()]*)\)", after)
        if again and any(
            span == (0, len(again[1])) for span in reader.spans(again[1], value, question, unit)
        ):  # "21 (twenty-one)"
            after = after[again.end() :]
        choice = str(value) if among else ""
        strict, dates, times, number, lasting = reader[1:]
        if lasting and _is_over(read[:begin], after) and not whole.is_past:
            continue
        if lasting and _HOLDER.search(read[:begin]) and not whole.is_of_own:
            continue
        if is_plain(read[:begin], after, question, strict, dates, times, number, choice):
            return True
    return False


_EQUAL = re.compile(r" ?= ?")
_DEED = re.compile(
    r"(?:,|;|\.)? ?(?:(?:and|so|before|until|then) )*i (?:have |then |just )?(?:turned|switched|set) "
    r"(?:it|that|them|(?:the )?[\w-]+) (?:on|off)(?: again)?(?=\W*$|[,.;])",
    re.IGNORECASE,
)
"""What somebody has done since, beside how it was before: "and I turned it off"."""
_HOLDER = re.compile(r"\b(?:i|we|you) have\W*$", re.IGNORECASE)
"""Words with which a number or an address is that of who tells it or who is told."""


def _is_over(before: str, after: str) -> bool:
    """Returns whether a sentence says what something was: "It was 5", "5 was the number"."""
    return re.search(r"\b(?:was|were|had)(?: (?:in|on|at))?\W*$", before, re.IGNORECASE) is not None or (
        re.match(r"\W*(?:was|were|had)\b", after, re.IGNORECASE) is not None
    )
