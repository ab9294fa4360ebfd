"""Numbers in digits and in words, with their units.

* `number_spans` - where a text states a number. `point_spans` - where it states a place's latitude and longitude.
* `numbers_in` - where it has numbers at all, and which.
* `units_of` - the units that a question names. `names_unit` - whether a word is one of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

__all__ = ["NUMBER_WORDS", "UNITS", "Unit", "names_unit", "number_spans", "numbers_in", "point_spans", "units_of"]


class Unit(NamedTuple):
    """A unit.

    Attributes:
        measure: What it measures; units of one measure can be converted.
        size: Its size in the measure's smallest unit that is listed.
    """

    measure: str
    size: float


_NAMES: Mapping[str, tuple[Unit, str]] = {
    "km": (Unit("length", 1000), "km kms kilometre kilometer kilometres kilometers"),
    "m": (Unit("length", 1), "m metre meter metres meters"),
    "cm": (Unit("length", 0.01), "cm centimetre centimeter centimetres centimeters"),
    "mi": (Unit("length", 1609.344), "mi mile miles"),
    "d": (Unit("time", 86_400), "d day days"),
    "h": (Unit("time", 3600), "h hr hrs hour hours"),
    "min": (Unit("time", 60), "m min mins minute minutes"),
    "s": (Unit("time", 1), "s sec secs second seconds"),
    "px": (Unit("pixels", 1), "px pixel pixels"),
    "EUR": (Unit("euros", 1), "€ eur euro euros"),
    "ct": (Unit("euros", 0.01), "ct cent cents"),
    "USD": (Unit("dollars", 1), "$ usd dollar dollars"),
    "GBP": (Unit("pounds", 1), "£ gbp pound pounds"),
    "CHF": (Unit("francs", 1), "chf franc francs"),
    "%": (Unit("percent", 1), "% percent"),
    "kg": (Unit("weight", 1000), "kg kilogram kilograms"),
    "g": (Unit("weight", 1), "g gram grams"),
    "B": (Unit("bytes", 1), "b byte bytes"),
    "kB": (Unit("bytes", 1000), "kb"),
    "MB": (Unit("bytes", 1_000_000), "mb"),
}
UNITS: Mapping[str, Unit] = {symbol: unit for symbol, (unit, _) in _NAMES.items()}
"""The units by their symbols."""
_WRITTEN: dict[str, list[str]] = {}
for _symbol, (_, _words) in _NAMES.items():
    for _word in _words.split():
        _WRITTEN.setdefault(_word, []).append(_symbol)
_CURRENCIES = ("EUR", "USD", "GBP", "CHF")
_UNIT = "|".join(re.escape(word) for word in sorted(_WRITTEN, key=len, reverse=True))
_PARTS = r"\d{1,2} ?(?:min|mins|m|sec|secs|s)(?![^\W\d_])"
_BEHIND = re.compile(rf"[ -]?(?P<unit>{_UNIT})(?:(?![\w/²])\.?(?!\d)|(?={_PARTS}))", re.IGNORECASE)
_BEFORE = re.compile(r"(?:(?P<sign>[€$£])|\b(?P<word>eur|usd|gbp|chf)) ?$", re.IGNORECASE)
_DIGITS = re.compile(
    r"(?<![\w.,:/#])(?<!\d[ '])[+-]?"
    r"(?:\d{1,3}(?P<by>[ ,.'])\d{3}(?:(?P=by)\d{3})*(?:(?!(?P=by))[.,]\d+)?|\d+(?:[.,]\d+)?)"
    r"(?![.,:/'-]?\d)(?! \d{3}\b)"
)
_FULL = re.compile(r"[+-]?(?P<whole>\d{1,3}(?:(?P<by>[ ,.'])\d{3}(?:(?P=by)\d{3})*)|\d+)(?:[.,](?P<rest>\d+))?")

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS: Mapping[str, int] = {
    **{word: i for i, word in enumerate(_SMALL)},
    **{word: 10 * i for i, word in enumerate(_TENS, 2)},
    "hundred": 100, "thousand": 1000,
}  # fmt: skip
"""Words of which numbers are made, with their values."""
_NUMBER_WORD = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_SPELLED = re.compile(
    rf"\b(?:a (?=hundred|thousand))?(?:{_NUMBER_WORD})(?:(?:[ -]|(?<=hundred) and |(?<=thousand) and )"
    rf"(?:{_NUMBER_WORD}))*(?: point(?P<rest>(?: (?:{'|'.join(_SMALL[:10])}))+))?\b",
    re.IGNORECASE,
)
_SINGLE = re.compile(r"\b(?:an(?= hour\b)|a(?= (?:day|minute|second|kilomet|met|mile|euro|cent)))", re.IGNORECASE)
"""The article that tells of one of a unit."""
_SPANS_OF_TIME = re.compile(rf"\b(?:\d+|{_NUMBER_WORD}) (?:seconds|minutes|hours|days)\b")
"""What a question tells itself, such as "the last seven days"."""
_THEN = re.compile(r" ?,? ?(?:and )?")


def _value(text: str) -> float:
    """Returns the value of a number in digits.

    One separator before three digits groups them, but for a point, which begins the decimals: "4,276" is 4276, "4.276"
    a little more than 4, and "0,375" less than 1.
    """
    sign = -1.0 if text[0] == "-" else 1.0
    match = _FULL.fullmatch(text)
    assert match is not None, text
    whole, rest, by = match["whole"], match["rest"], match["by"]
    single = by is not None and not rest and whole.count(by) == 1
    if single and (by == "." or (by == "," and whole[0] == "0")):
        return sign * float(whole.replace(",", "."))
    return sign * float(f"{re.sub('[^0-9]', '', whole)}.{rest or 0}")


def _spelled(match: re.Match[str]) -> float:
    """Returns the value of a number in words, such as "two hundred and five" or "twelve point three"."""
    words = match[0].lower().partition(" point")[0]
    total = part = 0
    for word in re.split(r"[ -]+", words):
        number = NUMBER_WORDS.get(word, 0)  # "and" and "a" add nothing
        if number == 1000:
            total, part = total + max(part, 1) * 1000, 0
        elif number == 100:
            part = max(part, 1) * 100
        else:
            part += number
    digits = "".join(str(NUMBER_WORDS[word]) for word in (match["rest"] or "").lower().split())
    return float(f"{total + part}.{digits or 0}")


def numbers_in(text: str) -> Iterator[tuple[int, int, float]]:
    """Yields begin, end and value of the numbers in a text, in digits and in words.

    >>> [value for _, _, value in numbers_in("4,276.08 in twenty-one rows")]
    [4276.08, 21.0]
    """
    for match in _DIGITS.finditer(text):
        yield (*match.span(), _value(match[0]))
    for match in _SPELLED.finditer(text):
        yield (*match.span(), _spelled(match))


@lru_cache(maxsize=256)
def units_of(question: str) -> tuple[str, ...]:
    """Returns the symbols of the units that a question names, in words or by symbols of two letters or more.

    Spans of time that it tells don't count.

    >>> units_of("How many km is it, and how many minutes does it take?")
    ('km', 'min')
    """
    words = re.findall(r"[^\W\d_]+|[€$£%]", _SPANS_OF_TIME.sub(" ", question.lower()))
    named = [_WRITTEN[word][0] for word in words if word in _WRITTEN and (len(word) > 1 or not word.isalpha())]
    return tuple(dict.fromkeys(named))


def names_unit(word: str, question: str) -> bool:
    """Returns whether a word, in small letters, is a unit that a question names, as "m" is for metres."""
    return not set(units_of(question)).isdisjoint(_WRITTEN.get(word, ()))


def _factor(written: str, wanted: Collection[str], currency: bool) -> float | None:
    """Returns by what a number of a unit is multiplied to have the wanted one; None if it can't be converted.

    Args:
        written: The unit, as it is written.
        wanted: The symbols of the units that may be meant.
        currency: Whether an amount of money may be meant, in any currency that isn't named.
    """
    for symbol in _WRITTEN[written.lower()]:
        unit = UNITS[symbol]
        if symbol in wanted:
            return 1.0
        of_measure = [each for each in wanted if UNITS[each].measure == unit.measure or (symbol, each) == ("ct", "USD")]
        if of_measure:
            return unit.size / UNITS[of_measure[-1]].size
        if currency and symbol in (*_CURRENCIES, "ct") and not set(wanted) & set(_CURRENCIES):
            return unit.size
    return None


def number_spans(
    text: str, value: float, units: Collection[str] = (), currency: bool = False, needs_unit: bool = False
) -> Iterator[tuple[int, int]]:
    """Yields begin and end of what states a number, its unit included: "87", "87m", "1 h 27 min" for 87 minutes.

    Args:
        text: The text, as `plain` returns it.
        value: The number.
        units: The symbols of the units that it may have; units of the same measure are converted.
        currency: Whether it may be an amount of money.
        needs_unit: Whether a number without a unit is another one.
    """
    single = [(*match.span(), 1.0) for match in _SINGLE.finditer(text)]
    for begin, end, number in (*numbers_in(text), *single):
        sign = _BEFORE.search(text[max(0, begin - 5) : begin])
        behind = None if sign else _BEHIND.match(text, end)
        if behind is None and end < len(text) and (text[end].isalpha() or text[end] in "%_°+"):
            continue  # another unit, or a name
        written = behind["unit"] if behind else sign["sign"] or sign["word"] if sign else ""
        factor = _factor(written, units, currency) if written else None if needs_unit else 1.0
        if factor is None:
            continue
        total = number * factor
        if sign:
            begin -= len(sign[0])
        if behind:
            end = behind.end() - behind[0].endswith(".")
            total, end = _with_parts(text, total, end, factor, units, currency)
        if abs(total - value) <= 1e-9 * max(1.0, abs(value)):
            yield begin, end


def _with_parts(
    text: str, total: float, end: int, factor: float, units: Collection[str], currency: bool
) -> tuple[float, int]:
    """Adds what follows in smaller units: "1 h 27 min", "12 euros and 8 cents"; returns the sum and its end."""
    while joined := _THEN.match(text, end):
        first = next((each for each in numbers_in(text[joined.end() : joined.end() + 40]) if each[0] == 0), None)
        if first is None:
            break
        behind = _BEHIND.match(text, joined.end() + first[1])
        smaller = _factor(behind["unit"], units, currency) if behind else None
        if behind is None or smaller is None or smaller >= factor:
            break
        total, factor, end = total + first[2] * smaller, smaller, behind.end() - behind[0].endswith(".")
    return total, end


_DEGREES = r"-?\d{1,3}\.\d+"
_POINT = re.compile(
    rf"(?P<left>\()?(?:\blat(?:itude)?:? ?=? ?)?(?<![\w.,+-])(?P<lat>{_DEGREES})(?: ?°)?(?: ?(?P<ns>[NS])\b)?"
    rf"(?: ?[,;/] ?|,? and |,?\s)(?:the )?(?:lon|lng|long|longitude)?:? ?=? ?(?P<lon>{_DEGREES})(?: ?°)?"
    r"(?: ?(?P<ew>[EW])\b)?(?(left)\))(?![\w°]|[.,]\d)",
    re.IGNORECASE,
)
_LONGITUDE = re.compile(r"\b(?:lon|lng|long|longitude)\W*(?:is )?$", re.IGNORECASE)
_AS_SHOWN = 0.00006
"""By how much degrees with four decimals may differ from those with more."""


def point_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of what states a point on a map: "47.1070, 9.5275", "47.1070° N, 9.5275° E".

    Args:
        text: The text, as `plain` returns it.
        value: Latitude and longitude in degrees, such as ``"47.1070, 9.5275"``.
    """
    wanted = [float(part) for part in value.split(",")]
    for match in _POINT.finditer(text):
        degrees = [
            (-1 if (match[side] or "").upper() == negative else 1) * float(number)
            for side, negative, number in (("ns", "S", match["lat"]), ("ew", "W", match["lon"]))
        ]
        near = [abs(one - other) < _AS_SHOWN for one, other in zip(degrees, wanted, strict=True)]
        if all(near) and not _LONGITUDE.search(text, 0, match.start()):
            yield match.span()
