"""Backslash escapes of ``echo -e``, ``printf`` and ``tr``, and the character sets of ``tr``."""

from __future__ import annotations

import re
from typing import NamedTuple

from crab_sim.shell.errors import CommandError

_LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\", "e": "\x1b"}
_ESCAPE = re.compile(
    r"\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|(0[0-7]{0,3}|[1-7][0-7]{0,2})|(.))", re.DOTALL
)
_CLASSES = {
    "alpha": "A-Za-z", "digit": "0-9", "alnum": "0-9A-Za-z", "upper": "A-Z", "lower": "a-z", "space": "\t-\r ",
    "blank": "\t ", "punct": "!-/:-@[-`{-~", "xdigit": "0-9A-Fa-f", "print": " -~", "graph": "!-~",
    "cntrl": "\0-\x1f\x7f",
}  # fmt: skip


class Unescaped(NamedTuple):
    r"""Text without escapes; `ended` tells whether a ``\c`` cut it off."""

    text: str
    ended: bool


def unescape(text: str, *, octal_needs_zero: bool = False) -> Unescaped:
    r"""Replaces backslash escapes.

    Args:
        text: the text.
        octal_needs_zero: octal numbers begin with a zero, as in ``echo -e`` and ``%b``.
    """
    stop = text.find("\\c")
    while stop > 0 and (len(text[:stop]) - len(text[:stop].rstrip("\\"))) % 2:
        stop = text.find("\\c", stop + 1)
    ended = stop >= 0
    if ended:
        text = text[:stop]

    def replace(match: re.Match[str]) -> str:
        hexadecimal, short, long, octal, letter = match.groups()
        if octal and octal_needs_zero and not octal.startswith("0"):
            return match[0]
        if letter:
            return _LETTERS.get(letter, match[0])
        code = int(octal, 8) if octal else int(hexadecimal or short or long, 16)
        if short or long:
            return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        return bytes([code & 255]).decode("latin-1") if code & 255 < 128 else chr(0xDC00 + (code & 255))

    replaced = _ESCAPE.sub(replace, text)
    # neighbouring bytes may form one character
    return Unescaped(replaced.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape"), ended)


def character_set(text: str, length: int = 0) -> list[str]:
    """Returns the characters of a set of ``tr``: escapes, ranges, ``[:class:]`` and ``[x*]`` up to `length`.

    >>> "".join(character_set("a-c[:digit:]"))
    'abc0123456789'
    """
    out: list[str] = []
    i = 0
    while i < len(text):
        if text.startswith("[:", i) and (end := text.find(":]", i + 2)) > 0:
            name = text[i + 2 : end]
            if name not in _CLASSES:
                raise CommandError(f"invalid character class ‘{name}’")
            out += character_set(_CLASSES[name])
            i = end + 2
            continue
        repeat = re.compile(r"\[(.)\*(\d{0,4})\]", re.DOTALL).match(text, i)
        if repeat:
            out += repeat[1] * (int(repeat[2]) if repeat[2] else max(0, length - len(out)))
            i = repeat.end()
            continue
        char, i = _one(text, i)
        if text.startswith("-", i) and i + 1 < len(text):
            last, i = _one(text, i + 1)
            if last < char:
                raise CommandError(f"range-endpoints of '{char}-{last}' are in reverse collating sequence order")
            if ord(last) - ord(char) > 70_000:
                raise CommandError("range is too large")
            out += map(chr, range(ord(char), ord(last) + 1))
        else:
            out.append(char)
        if len(out) > 200_000:
            raise CommandError("set is too large")
    return out


def _one(text: str, i: int) -> tuple[str, int]:
    match = _ESCAPE.match(text, i)
    if match is None:
        return text[i], i + 1
    if match[5]:
        return _LETTERS.get(match[5], match[5]), match.end()
    plain, _ = unescape(match[0])
    return (plain or match[0])[0], match.end()
