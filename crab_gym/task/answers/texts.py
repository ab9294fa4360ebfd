"""Texts of which each letter counts: names, places, addresses, lines, telephone numbers, mail and web addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["address_spans", "email_spans", "person_spans", "phone_spans", "text_spans", "url_spans"]


@lru_cache(maxsize=256)
def _words(value: str, between: str) -> re.Pattern[str]:
    words = between.join(re.escape(word) for word in re.split(between, value.strip()) if word)
    return re.compile(rf"(?<![\w-]){words}(?![\w]|-\w)", re.IGNORECASE)


def _spans_of(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in pattern.finditer(text))


def text_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of a line of text, in capitals or not, however many blanks are between its words."""
    return _spans_of(_words(value, r"\s+"), text)


def person_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of a person's name, also with the last name first: "Bell, Ada"."""
    yield from text_spans(text, value)
    first, _, last = value.rpartition(" ")
    if first:
        yield from text_spans(text, f"{last}, {first}")


def address_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of a postal address; commas and line breaks between its parts may be left out."""
    return _spans_of(_words(value, r"[\s,]+"), text)


_PHONE = re.compile(r"(?<![\w.+])(?:tel:)?\(?\+?\d(?:[ ().\-/]{0,3}\d)*(?![\w]|[.,-]\d)", re.IGNORECASE)


def phone_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of a telephone number, however its digits are grouped, with "+" or "00" or neither."""
    wanted = re.sub(r"\D", "", value)
    for match in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if digits == wanted or (value.startswith("+") and digits == f"00{wanted}"):
            yield match.start() + (match[0][0] == "(" and ")" not in match[0]), match.end()


def email_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of an e-mail address, in capitals or not, in angle brackets or not."""
    address = re.escape(value)
    pattern = rf"<{address}>|(?<![\w.+@<-])(?:mailto:)?{address}(?![\w@>-]|\.\w)"
    return _spans_of(re.compile(pattern, re.IGNORECASE), text)


def url_spans(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yields begin and end of a web address: its scheme, and a slash at its end, may be left out or be there.

    A link of Markdown has it twice.
    """
    scheme, _, rest = value.rstrip("/").partition("://")
    host, slash, path = rest.partition("/")
    # Capital letters count in paths only.
    address = rf"(?:(?i:{re.escape(scheme)}://))?(?i:{re.escape(host)}){re.escape(slash + path)}/?"
    pattern = rf"\[{address}\]\({address}\)|<{address}>|(?<![\w./@:<-]){address}(?![\w/#?&=%>~-]|[.:]\w)"
    return _spans_of(re.compile(pattern), text)
