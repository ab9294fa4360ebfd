"""Text for a terminal: safe to print, whoever wrote it, and in columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["aligned", "printable", "with_interval"]

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but tab and newline, marks that turn the direction of writing, and halves of surrogate pairs."""


def printable(text: str) -> str:
    r"""Returns a text in which characters that could command a terminal, or deceive its reader, are escaped.

    Records may come from elsewhere, and agents choose their words: an escape sequence could set a terminal's title,
    write to its clipboard or hide lines.

    >>> print(printable("policy \x1b[2J"))
    policy \x1b[2J
    """
    return _CONTROLS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """Returns a row of a table as a line of text, its first cell on the left of its column and the others on the right.

    Args:
        row: The cells.
        widths: The width of each column in characters.

    >>> aligned(("policy", "5", "100"), (8, 3, 4))
    'policy     5  100'
    """
    (first, *others), (first_width, *other_widths) = row, widths
    cells = [cell.rjust(width) for cell, width in zip(others, other_widths, strict=True)]
    return " ".join([first.ljust(first_width), *cells])


def with_interval(share: float, bounds: tuple[float, float]) -> str:
    """Returns a share and its interval in percent.

    >>> with_interval(0.5, (0.25, 0.75))
    '50 (25-75)'
    """
    return f"{100 * share:.0f} ({100 * bounds[0]:.0f}-{100 * bounds[1]:.0f})"
