"""LibreOffice Calc: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.documents import computes, rows_are

__all__ = ["FIRST", "total_added"]

FIRST = 2
"""Number of the first row with an amount."""


def total_added(state: State, path: str, rows: Sequence[Sequence[str | float]], total: float) -> bool:
    """The sheet has its rows as before, and the cell below their second column adds up all of that one's numbers.

    A word such as "Total" may be beside the total.

    Args:
        state: The devices' states.
        path: Of the spreadsheet.
        rows: The rows, of which the first one has the headings.
        total: The sum.
    """
    last = len(rows)
    terms = [(f"B{number}",) for number in range(FIRST, last + 1)]
    added = computes(state, path, f"B{last + 1}", terms, total)
    return added and rows_are(state, path, rows, free=[f"B{last + 1}"], labels=[f"A{last + 1}"])
