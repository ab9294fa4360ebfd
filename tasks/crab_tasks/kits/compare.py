"""Normal forms in which evaluators compare texts, telephone numbers and files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from crab_gym.task.types import Value, states, told
from crab_sim.devices.footprints import Matcher, Telling

__all__ = [
    "MAX_FILES", "digest", "digits", "kept", "same_address", "same_content", "same_number", "same_text", "same_value",
    "squeezed", "telling",
]  # fmt: skip

MAX_FILES = 200
"""Most files of a folder that an evaluator reads: an agent may have made any number."""

# Invisible marks say in which direction phones write a number.
_BETWEEN_DIGITS = str.maketrans(
    dict.fromkeys("+-()./ \t\n\u00a0\u2010\u2011\u2013\u202f\u200e\u202a\u202c\u2066\u2069")
)
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

    >>> digits("+1 (555) 01-99"), digits("not 5550199")
    ('15550199', 'not5550199')
    """
    return number.translate(_BETWEEN_DIGITS)


def squeezed(text: str) -> str:
    """Returns a text with one blank for each run of blanks and line breaks: layouts differ in these."""
    return " ".join(text.split())


def same_number(number: str) -> Matcher:
    """Returns a function that accepts this telephone number, however it is written."""
    return lambda value: isinstance(value, str) and digits(value) == digits(number)


def same_address(address: str) -> Matcher:
    """Returns a function that accepts this e-mail address, in capitals or not."""
    return lambda value: isinstance(value, str) and value.strip().casefold() == address.casefold()


def same_text(text: str) -> Matcher:
    """Returns a function that accepts this text, with any blanks around it."""
    return lambda value: isinstance(value, str) and value.strip() == text


def small_talk(*known: str) -> Callable[[object], bool]:
    """Returns a function that accepts what people write of their own accord where a text is customary.

    Such as a mail's subject: it has at most 200 characters, and apart from what it is about no digit, address or link,
    by which it could say more than a greeting.

    Args:
        *known: What it may be about: texts that the goal gives.
    """

    def accepts(text: object) -> bool:
        rest = str(text)
        for one in sorted(known, key=len, reverse=True):
            rest = rest.replace(one, "")
        return isinstance(text, str) and len(rest) <= 200 and not any([char.isdigit() or char in "@/" for char in rest])

    return accepts


def same_line(line: str) -> Matcher:
    """Returns a function that accepts this line in capitals or not, with any blanks around it, such as a subject."""
    return lambda value: isinstance(value, str) and value.strip().casefold() == line.casefold()


def same_value(kind: str, value: Value) -> Matcher:
    """Returns a function that accepts a text that is a value of a sub-task, however it is written, and nothing else."""
    return lambda text: isinstance(text, str) and states(kind, text, value)


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


def same_content(first: bytes | None, second: bytes | None) -> bool:
    """Returns whether there are two files of the same content, apart from line ends and blank lines at their ends."""
    return first is not None and second is not None and _plain(first) == _plain(second)


def _plain(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").rstrip()


@kept
def digest(data: bytes) -> str:
    """Returns a short name for a file's content."""
    return hashlib.sha256(data).hexdigest()[:24]
