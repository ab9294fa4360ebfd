"""Normal forms in which evaluators compare texts, telephone numbers and files."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from itertools import pairwise
from typing import ParamSpec, TypeVar

from crab_gym.task.answers.letters import bare
from crab_gym.task.answers.plain import BLANKS, spaced
from crab_gym.task.answers.questions import Question, demands
from crab_gym.task.answers.words import denies, says_nothing
from crab_gym.task.types import Value, states, told
from crab_sim.devices.footprints import Matcher, Telling

__all__ = [
    "MAX_FILES", "digest", "digits", "is_small_talk", "kept", "same_address", "same_content", "same_copy", "same_name",
    "same_number", "same_numbers", "same_text", "same_value", "small_talk", "squeezed", "stating", "stripped",
    "telling",
]  # fmt: skip

MAX_FILES = 200
"""Most files of a folder that an evaluator reads: an agent may have made any number."""

# Invisible marks say in which direction phones write a number.
_BETWEEN_DIGITS = str.maketrans(
    dict.fromkeys("+-()./ \t\n\u00a0\u2010\u2011\u2013\u202f\u200e\u202a\u202c\u2066\u2069")
)
_DOUBLED = re.compile(r"\d.*\+|\+\s*\+|^\s*[-.*]")
"""What no telephone number has: a plus behind the first one or a digit, or a bullet before it."""
_MARKS = "\"'`*.,:;!?()-\u2013\u2026"
_MAX_BYTES = 2 << 20  # of a file whose results are kept
_P = ParamSpec("_P")
_R = TypeVar("_R")


def kept(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Lets a function of files' content, which must be hashable, keep its last 32 results, except those of large files.

    They are kept with the files, which an agent may have made: they mustn't fill this process's memory.
    """
    keeping = lru_cache(maxsize=32)(function)

    @wraps(function)
    def choose(*args: _P.args, **named: _P.kwargs) -> _R:
        if any(isinstance(each, bytes) and len(each) > _MAX_BYTES for each in args):
            return function(*args, **named)
        return keeping(*args, **named)  # type: ignore[arg-type]

    return choose


@lru_cache(maxsize=1024)
def digits(number: str) -> str:
    """Returns a telephone number's digits, and whatever else stands there but is no part of one, such as a word.

    Of a number that begins with "+" or "00", those behind it.

    >>> digits("+1 (555) 01-99"), digits("001 555 0199"), digits("not 5550199"), digits("- +1 555")
    ('15550199', '15550199', 'not5550199', '- +1 555')
    """
    if _DOUBLED.search(number):
        return number
    return number.translate(_BETWEEN_DIGITS).removeprefix("00")


def same_name(name: str) -> Matcher:
    """Returns a function that accepts this name, whatever `squeezed` makes equal."""
    return lambda value: isinstance(value, str) and squeezed(value) == squeezed(name)


def squeezed(text: str) -> str:
    """Returns a text with one blank for each run of blanks and line breaks, in which layouts differ.

    Its letters are composed: "é" may be written as one character or as two.
    """
    return spaced(text)


def stripped(text: str) -> str:
    """Returns a text without the blanks around it, with its letters composed; see `squeezed`."""
    return unicodedata.normalize("NFC", text).strip(BLANKS)


def same_number(number: str) -> Matcher:
    """Returns a function that accepts this telephone number, however it is written."""
    return lambda value: isinstance(value, str) and digits(value) == digits(number)


def same_numbers(*numbers: str) -> Matcher:
    """Returns a function that accepts these telephone numbers with commas between them, in any order."""
    wanted = sorted(map(digits, numbers))
    return lambda value: sorted([digits(number) for number in str(value).split(", ")]) == wanted


def same_address(address: str) -> Matcher:
    """Returns a function that accepts this e-mail address, in capitals or not."""
    return lambda value: isinstance(value, str) and stripped(value).casefold() == address.casefold()


def same_text(text: str) -> Matcher:
    """Returns a function that accepts this text, with any blanks around it."""
    return lambda value: isinstance(value, str) and stripped(value) == stripped(text)


_SMALL_TALK = frozenset(
    """
    hello hi hey dear mr mrs ms fyi good morning afternoon evening day night greetings regards best kind warm wishes
    some cheers sincerely yours truly thanks thank many much very please welcome see look below above following
    follows enclosed attached attachment attachments promised requested agreed discussed mentioned told today tomorrow
    yesterday now soon later important urgent quick short little small new latest one more and re fw fwd for you me us
    info information details detail facts fact news update reminder question request reply letter greeting subject
    data report document documents picture pictures photo photos paragraph sentence lines words change changes edit
    edits edited add adds added adding addition additional updated minor draft invitation meeting hope helps
    forwarded forwarding sending ok okay about regarding concerning upcoming event events task tasks per
    response lookup test search our item items entry
    """.split()
)
_TOPICS = Question(
    """
    file folder archive backup copy version pdf paper page table list sheet spreadsheet chart graph slide presentation
    article book text note content figure number total result value summary overview calculation statistics record log
    address contact directory place location route way direction map plan schedule agenda timetable calendar budget
    expense receipt invoice recipe link website code image recording video audio song music track material
    correspondence mail e-mail email message stuff thing project topic
    """
)
"""What people write about: as a subject, such a word says nothing of its own."""
_PHRASES = re.compile(
    r"hope (?:this|that|it) helps(?: you)?|please find (?=.{0,40}(?:attached|enclosed|below)\b)|"
    r"\bsee you (?:soon|later)\b|"
    r"(?:please )?let me know (?:if|should) (?:you (?:have|need)|there (?:is|are)) (?:any (?:further )?questions|"
    r"anything else)|if you have any (?:further )?questions, (?:please )?let me know|"
    r"(?:not|to be) (?:yet )?finished(?: yet)?|no subject|"
    r"(?:i )?hope you(?: are|'re) (?:doing )?well|have a (?:nice|good|great) (?:day|evening|weekend)",
    re.IGNORECASE,
)
_NEEDS = frozenset("need needs needed".split())
"""Words that say more than what a text is about, unless the goal has them."""
_CONTRARY = frozenset(
    "cancel cancelled canceled delete deleted remove removed disregard void spam joke lie fake old outdated".split()
)
"""Words that contradict a text, even where the goal has them."""


def small_talk(*known: str) -> Telling:
    """Returns the demand on a text that says no more than people write of their own accord where one is customary.

    Such as a mail's subject: nothing, a greeting, or words of what it is about and of the goal. A denial, any other
    word or number, and an address or a link that isn't known could say more.

    Args:
        *known: What it may be about: texts that the goal gives.
    """
    return Telling(None, lambda text, goal: is_small_talk(text, goal, *known))


def is_small_talk(text: str, goal: str, *known: str) -> bool:
    """Returns whether a text is small talk, see `small_talk`.

    >>> is_small_talk("Hi Ada, here is the number.", ""), is_small_talk("Ignore this number", "")
    (True, False)
    """
    for one in sorted(known, key=len, reverse=True):
        text = text.replace(one, " ")
    if len(text) > 200 or "@" in text or "/" in text:
        return False
    asked = Question(" ".join((goal, *known)))
    text = _PHRASES.sub(" ", text.replace("\u2019", "'"))
    words = _words(bare(text))
    if demands(words, asked) or any([pair == ("see", "you") for pair in pairwise(words)]):
        return False
    return _CONTRARY.isdisjoint(_words(text)) and all(
        [_says_no_more(word, asked) or _is_quoted(words, i, asked) for i, word in enumerate(words)]
    )


def _words(text: str) -> list[str]:
    words = [word.strip(_MARKS) for word in text.casefold().split()]
    return [word for word in words if word]


def _says_no_more(word: str, asked: Question) -> bool:
    if denies(word) or any(map(str.isdigit, word)):
        return False
    if word in _NEEDS:
        return asked.has(word)
    return word in _SMALL_TALK or says_nothing(word) or asked.has(word) or _TOPICS.has(word)


def _is_quoted(words: Sequence[str], place: int, asked: Question) -> bool:
    """Returns whether a number stands beside a word beside which the goal has it, as in "17 November"."""
    pairs = set(pairwise(words[max(0, place - 1) : place + 2]))
    return any(map(str.isdigit, words[place])) and not asked.pairs.isdisjoint(pairs)


def same_line(line: str) -> Matcher:
    """Returns a function that accepts this line in capitals or not, with any blanks around it, such as a subject."""
    return lambda value: isinstance(value, str) and stripped(value).casefold() == line.casefold()


def same_value(kind: str, value: Value) -> Matcher:
    """Returns a function that accepts a text that is a value of a sub-task, however it is written, and nothing else."""
    return lambda text: isinstance(text, str) and states(kind, text, value)


def stating(kind: str, value: Value) -> Matcher:
    """Returns the demand on a text that it is a value and nothing else, but for a unit that the goal names."""
    return Telling(value, lambda text, goal: states(kind, text, value, goal))


def telling(kind: str, value: Value, part: Callable[[str], str] = str) -> Matcher:
    """Returns the demand on a text that it tells somebody a value of a sub-task; see `crab_gym.task.types.told`.

    Args:
        kind: The value's type; a line of text is sent as it is.
        value: The value.
        part: Returns what somebody has written of the text, such as a reply without what it quotes.
    """
    if kind == "line":
        return lambda text: isinstance(text, str) and states(kind, part(text), value)
    return Telling(value, lambda text, goal: told(kind, part(text), value, goal))


def same_copy(first: bytes | None, second: bytes | None) -> bool:
    """Returns whether there are two files of which one may be a copy of the other.

    Texts may differ in line ends and in blank lines at their ends; all other files have the very same content.
    """
    if first is not None and b"\0" in first:
        return first == second
    return same_content(first, second)


def same_content(first: bytes | None, second: bytes | None) -> bool:
    """Returns whether there are two files of the same content, apart from line ends and blank lines at their ends."""
    return first is not None and second is not None and _plain(first) == _plain(second)


def _plain(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").rstrip()


@kept
def digest(data: bytes) -> str:
    """Returns a short name for a file's content."""
    return hashlib.sha256(data).hexdigest()[:24]
