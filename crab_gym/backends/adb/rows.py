"""Rows from what Android's ``content`` command prints."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["parse_rows"]


def parse_rows(output: str, columns: Sequence[str]) -> list[tuple[str, ...]]:
    r"""Returns the values of each row that ``content query --projection`` printed, ``""`` for NULL.

    Args:
        output: What it printed; nothing between values is escaped, so only the last column may hold any text.
        columns: The projection, in order.

    >>> parse_rows("Row: 0 _id=1, body=a, b=2\nRow: 1 _id=2, body=NULL", ["_id", "body"])
    [('1', 'a, b=2'), ('2', '')]
    """
    start = rf"Row: \d+ {re.escape(columns[0])}="
    pattern = ", ".join(f"{re.escape(name)}=(.*?)" for name in columns)
    rows = re.finditer(rf"(?ms)^Row: \d+ {pattern}(?=\n{start}|\Z)", output)
    return [tuple("" if value == "NULL" else value for value in row.groups()) for row in rows]
