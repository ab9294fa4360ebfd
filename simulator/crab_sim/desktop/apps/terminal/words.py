"""Borders of words in the line that is being typed."""

from __future__ import annotations

__all__ = ["word_back", "word_end", "word_start"]


def word_start(line: str, at: int) -> int:
    """Returns the index of a word's border in a line."""
    while at and line[at - 1] == " ":
        at -= 1
    while at and line[at - 1] != " ":
        at -= 1
    return at


def word_end(line: str, at: int) -> int:
    """Returns the index of a word's border in a line."""
    while at < len(line) and not line[at].isalnum():
        at += 1
    while at < len(line) and line[at].isalnum():
        at += 1
    return at


def word_back(line: str, at: int) -> int:
    """Returns the index of a word's border in a line."""
    while at and not line[at - 1].isalnum():
        at -= 1
    while at and line[at - 1].isalnum():
        at -= 1
    return at
