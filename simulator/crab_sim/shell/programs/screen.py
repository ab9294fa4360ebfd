"""The screen of a full-screen program: rows of characters, with styles, and a cursor."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["HIGHLIGHT_REACH", "HIGHLIGHT_WORK", "Row", "Screenful", "Span"]

HIGHLIGHT_WORK: Final = 1000
"""The most work of one picture of a screen; matches of a search that take more aren't highlighted."""
HIGHLIGHT_REACH: Final = 1000
"""Characters behind the drawn part of a line that a highlighted match may reach into."""


class Span(NamedTuple):
    """Characters of a row that look different.

    Attributes:
        start: Index of the first.
        end: Index behind the last.
        style: ``reverse``, ``bold``, ``number``, ``blank`` (rows behind the text), ``error``, ``search``, ``selected``
            or ``warning``.
    """

    start: int
    end: int
    style: str


class Row(NamedTuple):
    """A row: its characters (a wide one is followed by an empty cell, which is a blank here) and its styles."""

    text: str = ""
    spans: tuple[Span, ...] = ()


class Screenful(NamedTuple):
    """The whole screen.

    Attributes:
        rows: Its rows.
        cursor: Row and column of the cursor.
    """

    rows: tuple[Row, ...]
    cursor: tuple[int, int]
