"""Reading JSON objects out of any text, with the small faults that models make repaired.

* `loose_objects` - the objects of a text, one after the other.
* `Reader` - what reads them; `literal` - the value of a word without quotes.
* `strict_object` - an object as the standard says; `plain_json` - any value.

It repairs fences and words around the object; single, typographic and missing quotes; Python's literals; comments;
commas too many or too few; line ends and unknown escapes in strings; quotes within a string that clearly goes on;
brackets that aren't closed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

__all__ = ["MAX_DEPTH", "MAX_READ", "NoValue", "Reader", "literal", "loose_objects", "plain_json", "strict_object"]

MAX_READ = 100_000
"""Maximum number of characters of a text that are read; actions are far shorter."""
MAX_DEPTH = 40
"""Maximum depth of brackets within brackets; a value nested deeper is not read."""
MAX_DIGITS = 300

_SPACE = re.compile(r"(?:[\s\ufeff\u200b]+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”", "„": "”", "‘": "’", "’": "’", "`": "`"}
_PLAIN = {quote: re.compile(f"[^{re.escape(close + quote)}\\\\]*") for quote, close in _QUOTES.items()}
_WORD = re.compile(r"[^\s,:{}\[\]\"'“”‘’`]+")
_NUMBER = re.compile(r"[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:[eE][+-]?\d{1,4})?")
_ENDS = re.compile(r"""[\s\ufeff]*(?:[,:}\]]|\Z|//|#|/\*|["'“‘]\w{1,40}["'”’]\s*:)""")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_LITERALS = {"true": True, "false": False, "null": None, "none": None, "undefined": None}


class NoValue(ValueError):
    """The text isn't the value that seemed to begin there, even with faults repaired."""


def strict_object(text: str) -> dict[str, Any] | None:
    """Returns the object that a JSON text holds, None if it holds anything else."""
    try:
        value = plain_json(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def plain_json(text: str | bytes) -> Any:
    """Returns the value of a JSON text; a number that isn't finite, or is too long, stays a text.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested too deep.
    """
    return json.loads(text, parse_constant=str, parse_float=_float, parse_int=_int)


def loose_objects(text: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yields the outermost objects of a text, and whether each was closed.

    >>> list(loose_objects("Now {'x': 1, 'ok': True,} and {'y': [2"))
    [({'x': 1, 'ok': True}, True), ({'y': [2]}, False)]
    """
    reader = Reader(text[:MAX_READ])
    while (start := reader.text.find("{", reader.at)) >= 0:
        reader.at = start
        reader.closed = True
        try:
            value = reader.object(MAX_DEPTH)
        except NoValue:
            reader.at = max(reader.at, start + 1)
        else:
            yield value, reader.closed


def _float(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text


def _int(text: str) -> int | str:
    return int(text) if len(text) <= MAX_DIGITS else text


class Reader:
    """Walks over a text, and never goes back by more than a word.

    Attributes:
        text: The text.
        at: The place up to which it is read.
        closed: Whether all that was read had an end.
        ends: What follows a quote that ends a string.
        words: A word without quotes.
    """

    ends: re.Pattern[str] = _ENDS
    words: re.Pattern[str] = _WORD

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.closed = True

    def space(self) -> str:
        """Skips space and comments; returns the next character, ``""`` at the end."""
        self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
        return self.text[self.at : self.at + 1]

    def object(self, depth: int) -> dict[str, Any]:
        """Reads an object, from its brace on."""
        if not depth:
            raise NoValue
        self.at += 1
        members: dict[str, Any] = {}
        while True:
            sign = self.space()
            if sign in ("}", ""):
                self._close(sign)
                return members
            if sign == ",":
                self.at += 1
                continue
            key = self.string(sign) if sign in _QUOTES else self.word()
            sign = self.space()
            if sign not in (":", "="):
                if sign == "" and members:  # cut off within a key
                    self.closed = False
                    return members
                raise NoValue
            self.at += 1
            if self.space() in (",", "}", ""):
                members[key] = None
            else:
                members[key] = self.value(depth - 1)

    def array(self, depth: int) -> list[Any]:
        """Reads an array, from its bracket on."""
        if not depth:
            raise NoValue
        self.at += 1
        items: list[Any] = []
        while True:
            sign = self.space()
            if sign in ("]", "}", ""):
                if sign == "}":  # the bracket that closes it is missing
                    self.closed = False
                    return items
                self._close(sign)
                return items
            if sign in (",", ":"):
                self.at += 1
                continue
            items.append(self.value(depth - 1))

    def _close(self, sign: str) -> None:
        if sign:
            self.at += 1
        else:
            self.closed = False

    def value(self, depth: int) -> Any:
        """Reads any value."""
        sign = self.space()
        if sign == "{":
            return self.object(depth)
        if sign == "[":
            return self.array(depth)
        if sign in _QUOTES:
            return self.string(sign)
        return literal(self.word())

    def word(self) -> str:
        """Reads a word without quotes."""
        match = self.words.match(self.text, self.at)
        if match is None:
            raise NoValue
        self.at = match.end()
        return match[0]

    def string(self, quote: str) -> str:
        """Reads a string, from its quote on; a quote that isn't followed by JSON syntax is a part of it."""
        close = _QUOTES[quote]
        parts: list[str] = []
        self.at += 1
        while True:
            plain = _PLAIN[quote].match(self.text, self.at)
            assert plain is not None  # it matches nothing, too
            parts.append(plain[0])
            self.at = plain.end()
            sign = self.text[self.at : self.at + 1]
            self.at += 1
            if not sign:
                self.closed = False
                return "".join(parts)
            if sign == "\\":
                parts.append(self.escape())
            elif sign == close and self.ends.match(self.text, self.at):
                return "".join(parts)
            elif sign == close and (size := self.forgotten(parts[-1])) >= 0:
                self.at -= 1 + len(parts[-1]) - size
                parts[-1] = parts[-1][:size]
                return "".join(parts)
            else:
                parts.append(sign)

    def forgotten(self, part: str) -> int:
        """Returns the length that a part of a string has if its closing quote was forgotten within it, else -1."""
        return -1

    def escape(self) -> str:
        """Reads what follows a backslash."""
        sign = self.text[self.at : self.at + 1]
        self.at += 1
        if sign != "u":
            return _ESCAPES.get(sign, sign)
        if _HEX.match(self.text, self.at) is None:
            return "u"
        code = int(self.text[self.at : self.at + 4], 16)
        self.at += 4
        low = self.text[self.at + 2 : self.at + 6]
        if 0xD800 <= code < 0xDC00 and self.text.startswith("\\u", self.at) and _HEX.fullmatch(low):
            second = int(low, 16)
            if 0xDC00 <= second < 0xE000:
                self.at += 6
                return chr(0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00))
        return chr(code)


def literal(word: str) -> Any:
    """Returns the number, the truth value or the null that a word is, or the word itself."""
    if word.lower() in _LITERALS:
        return _LITERALS[word.lower()]
    if _NUMBER.fullmatch(word) is None:
        return word
    return _int(word) if re.fullmatch(r"[+-]?\d+", word) else _float(word)
