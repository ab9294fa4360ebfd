"""Evaluators of submitted answers.

An answer may be a sentence. It is right if it names the value that is asked for and no other value of its kind, so that
neither a list of guesses nor a doubt is right. Times, dates and numbers inside of words are of another kind: "the text
'… 20:30' went to +1 555 0128", "12.4 km in 3 tracks", "5 .mp3 files".
"""

from __future__ import annotations

import re

from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = ["answer_is_hundredths", "answer_is_number", "answer_is_phone_number", "phone_numbers"]

_TIME = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\b\.?)?|\b\d{1,2}\s*[ap]\.?m\b\.?", re.IGNORECASE)
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_PHONE = re.compile(r"\+?\d(?:[ ().\-/]{0,3}\d){6,}")
_NUMBER = re.compile(r"(?<![\w.,])-?\d+(?:[.,]\d+)*(?![\w])(?:\s?(?P<unit>km|kilomet(?:er|re)s?)\b)?", re.IGNORECASE)


def _plain(answer: str) -> str | None:
    """Returns an answer without times and dates; None if it has digits of other scripts, which could hide a guess."""
    if any(char.isnumeric() and not char.isascii() for char in answer):
        return None
    return _DATE.sub(" ", _TIME.sub(" ", answer))


def phone_numbers(text: str) -> set[str]:
    """Returns the digits of the telephone numbers in a text: seven digits or more, however they are grouped.

    >>> phone_numbers("The text 'at 20:30' went to +1 555 0128, before 5 pm")
    {'15550128'}
    """
    plain = _plain(text)
    return set() if plain is None else {digits(found) for found in _PHONE.findall(plain)}


def answer_is_number(state: State, answer: str | None, value: int) -> bool:
    """The answer names one number, maybe more than once, and it is the value."""
    plain = None if answer is None else _plain(answer)
    if plain is None:
        return False
    return {_value(found[0]) for found in _NUMBER.finditer(plain)} == {float(value)}


def _value(text: str) -> float | None:
    """Returns a number's value; None if it isn't clear, as in ``1,234``, or there are several separators."""
    match = re.fullmatch(r"(-?\d+)(?:[.,](\d+))?", text)
    return float(f"{match[1]}.{match[2] or 0}") if match and len(match[2] or "") != 3 else None


def answer_is_hundredths(state: State, answer: str | None, value: int) -> bool:
    """The answer names one number of kilometres, and it is so many hundredths.

    Where a number has decimals or a unit, those that have neither are counts of something else.
    """
    plain = None if answer is None else _plain(answer)
    if plain is None:
        return False
    numbers = list(_NUMBER.finditer(plain))
    clear = [found for found in numbers if found["unit"] or "." in found[0] or "," in found[0]]
    values = {_value(found[0].removesuffix(found["unit"] or "").strip()) for found in clear or numbers}
    return len(values) == 1 and all(one is not None and round(one * 100, 6) == value for one in values)


def answer_is_phone_number(state: State, answer: str | None, number: str) -> bool:
    """The answer names one telephone number, however its digits are grouped, and it is this one."""
    return answer is not None and phone_numbers(answer) == {digits(number)}
