"""Evaluators of submitted answers.

An answer may be a sentence. It is right if it names the value that is asked for and no other value of its kind, so that
neither a list of guesses nor a doubt is right. Times, dates and numbers inside of words are of another kind: "the text
'… 20:30' went to +1 555 0128", "12.4 km in 3 tracks", "5 .mp3 files". Numbers up to the thousands may be spelled out:
"twenty-one" is 21, and "21 or twenty-two" a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = ["answer_is_hundredths", "answer_is_number", "answer_is_phone_number", "answer_is_word", "phone_numbers"]

_TIME = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\b\.?)?|\b\d{1,2}\s*[ap]\.?m\b\.?", re.IGNORECASE)
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_PHONE = re.compile(r"\+?\d(?:[ ().\-/]{0,3}\d){6,}")
_NUMBER = re.compile(
    r"(?P<number>(?<![\w.,])-?\d+(?:[.,]\d+)*(?![\w]))(?:\s?(?P<unit>km|kilomet(?:er|re)s?|m|met(?:er|re)s?)\b)?",
    re.IGNORECASE,
)
_OTHER_END = re.compile(r"\b(?:or|and|ext|extension|maybe|perhaps)\b\D{0,20}\d+|\d{3,}", re.IGNORECASE)
"""Another end, or another number, in a text whose telephone numbers have been taken out."""

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {
    **{word: i for i, word in enumerate(_SMALL)},
    **{word: 10 * i for i, word in enumerate(_TENS, 2)},
    "hundred": 100, "thousand": 1000,
}  # fmt: skip
_WORD = "|".join(sorted(_VALUES, key=len, reverse=True))
_SPELLED = re.compile(rf"\b(?:{_WORD})(?:(?:[\s-]|(?<=hundred) and |(?<=thousand) and )(?:{_WORD}))*\b", re.IGNORECASE)


def _in_digits(text: str) -> str:
    """Returns a text with the numbers that are spelled out in digits; a lone "one" is mostly none.

    >>> _in_digits("twenty-one files, one of them new"), _in_digits("two hundred and five")
    ('21 files, one of them new', '205')
    """

    def value(found: re.Match[str]) -> str:
        total = part = 0
        for word in re.split(r"[\s-]+", found[0].lower()):
            number = _VALUES.get(word, 0)  # "and" adds nothing
            if number == 1000:
                total, part = total + max(part, 1) * 1000, 0
            elif number == 100:
                part = max(part, 1) * 100
            else:
                part += number
        alone = found[0].lower() == "one" and text.strip(" .!").lower() != "one"
        return found[0] if alone else str(total + part)

    return _SPELLED.sub(value, text)


def _plain(answer: str) -> str | None:
    """Returns an answer without times and dates; None if it has digits of other scripts, which could hide a guess."""
    if any(char.isnumeric() and not char.isascii() for char in answer):
        return None
    return _in_digits(_DATE.sub(" ", _TIME.sub(" ", answer)))


def phone_numbers(text: str) -> set[str]:
    """Returns the digits of the telephone numbers in a text: seven digits or more, however they are grouped.

    What follows as the end of another one is in the set, too.

    >>> phone_numbers("The text 'at 20:30' went to +1 555 0128, before 5 pm")
    {'15550128'}
    >>> sorted(phone_numbers("+1 555 0128 or 0129"))
    ['0129', '15550128']
    """
    plain = _plain(text)
    if plain is None:
        return set()
    ends = {digits(found) for found in _OTHER_END.findall(_PHONE.sub(" ", plain))}
    return ends | {digits(found) for found in _PHONE.findall(plain)}


def answer_is_number(state: State, answer: str | None, value: int) -> bool:
    """The answer names one number, maybe more than once, and it is the value."""
    plain = None if answer is None else _plain(answer)
    if plain is None:
        return False
    return {_value(found["number"]) for found in _NUMBER.finditer(plain)} == {float(value)}


def _value(text: str) -> float | None:
    """Returns a number's value; None if it isn't clear, as in ``1,234``, or there are several separators."""
    match = re.fullmatch(r"(-?\d+)(?:[.,](\d+))?", text)
    return float(f"{match[1]}.{match[2] or 0}") if match and len(match[2] or "") != 3 else None


def answer_is_hundredths(state: State, answer: str | None, value: int) -> bool:
    """The answer names one number of kilometres, and it is so many hundredths.

    Where a number has decimals or a unit, those that have neither are counts of something else. The same distance may
    be given in metres as well.
    """
    plain = None if answer is None else _plain(answer)
    if plain is None:
        return False
    numbers = list(_NUMBER.finditer(plain))
    clear = [found for found in numbers if found["unit"] or "." in found["number"] or "," in found["number"]]
    in_metres = [(found["unit"] or "").lower().startswith("m") for found in clear or numbers]
    values = [_value(found["number"]) for found in clear or numbers]
    return not all(in_metres) and all(
        one is not None and round(one * (0.1 if metres else 100), 6) == value
        for one, metres in zip(values, in_metres, strict=True)
    )


def answer_is_phone_number(state: State, answer: str | None, number: str) -> bool:
    """The answer names one telephone number, however its digits are grouped, and it is this one."""
    return answer is not None and phone_numbers(answer) == {digits(number)}


def answer_is_word(state: State, answer: str | None, word: str, words: Sequence[str]) -> bool:
    """The answer names one of some words, maybe more than once, and it is this one: "It was on." names only "on".

    Args:
        state: The devices' states.
        answer: The answer.
        word: The right word, in small letters.
        words: The words between which it chooses, in small letters.
    """
    return answer is not None and set(re.findall(r"\w+", answer.casefold())) & set(words) == {word}
