"""The screen of a full-screen program: rows of characters, with styles, and a cursor."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Row", "Screenful", "Span"]


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
