"""Text and bytes: encoding, lines and quoting."""

from __future__ import annotations

import re


def encode(text: str) -> bytes:
    """Returns the bytes of shell text; bytes that are not UTF-8 survive a round trip with `decode`."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def decode(data: bytes) -> str:
    """Returns the shell text of bytes."""
    return data.decode("utf-8", "surrogateescape")


def clean(text: str) -> str:
    """Returns text without lone surrogates and NUL, as it may leave the shell."""
    if text.isascii():
        return text.replace("\0", "")
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def split_lines(data: bytes) -> list[str]:
    """Returns the lines of a text without their newlines."""
    text = decode(data)
    if not text:
        return []
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def quote(text: str) -> str:
    r"""Quotes text for the shell if it needs quotes.

    >>> quote("it's"), quote("plain")
    ("'it'\\''s'", 'plain')
    """
    if text and not re.search(r"[^\w@%+=:,./-]", text, re.ASCII):
        return text
    return "'" + text.replace("'", "'\\''") + "'"
