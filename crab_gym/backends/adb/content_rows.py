"""Parses the rows that Android's ``content`` command prints.

The command escapes nothing, so that a text message can hold lines that look like rows. Hence the rows' ids are queried
separately, and tell where each row begins.

* `parse_ids` - the ids of all rows.
* `parse_rows` - their values, or None where a text makes that ambiguous.
* `parse_row` - the values of a single row, which may hold any text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["parse_ids", "parse_row", "parse_rows"]

_ID = re.compile(r"(?m)^Row: \d+ _id=(-?\d+)$")


def parse_ids(output: str) -> list[int]:
    r"""Returns the ids that a query of the column ``_id`` printed.

    >>> parse_ids("Row: 0 _id=7\nRow: 1 _id=3"), parse_ids("No result found.")
    ([7, 3], [])
    """
    return [int(number) for number in _ID.findall(output)]


def parse_row(output: str, columns: Sequence[str]) -> tuple[str, ...] | None:
    r"""Returns the values of the only row that was printed, ``""`` for NULL; None where there is none.

    Args:
        output: Output of ``content query``.
        columns: The projection, in order; only the last column may hold any text.

    >>> parse_row("Row: 0 _id=1, body=a, b=2\nRow: 1 _id=2, body=", ["_id", "body"])
    ('1', 'a, b=2\nRow: 1 _id=2, body=')
    """
    pattern = ", ".join(f"{re.escape(name)}=(.*?)" for name in columns)
    match = re.fullmatch(rf"(?s)Row: \d+ {pattern}", output)
    return None if match is None else tuple("" if value == "NULL" else value for value in match.groups())


def parse_rows(output: str, columns: Sequence[str], ids: Sequence[int]) -> list[tuple[str, ...]] | None:
    r"""Returns the values of each row, ``""`` for NULL; None where a text makes that ambiguous.

    Args:
        output: Output of ``content query``.
        columns: The projection, in order: ``_id`` first; only the last column may hold any text.
        ids: The rows' ids, in order.

    >>> parse_rows("Row: 0 _id=1, body=a\nRow: 1 _id=2, body=NULL", ["_id", "body"], [1, 2])
    [('1', 'a'), ('2', '')]
    >>> parse_rows("Row: 0 _id=1, body=a\nRow: 1 _id=2, body=NULL", ["_id", "body"], [1])
    """
    if not ids:
        return []
    starts = [match.start() for match in re.finditer(r"(?m)^Row: \d+ _id=", output)]
    if len(starts) != len(ids):
        return None
    rows = []
    for i, (start, number) in enumerate(zip(starts, ids, strict=True)):
        end = starts[i + 1] - 1 if i + 1 < len(starts) else len(output)
        values = parse_row(output[start:end], columns)
        if values is None or values[0] != str(number) or not output.startswith(f"Row: {i} ", start):
            return None
        rows.append(values)
    return rows
