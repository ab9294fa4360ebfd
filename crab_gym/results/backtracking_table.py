"""BEAP's metrics of backtracking as columns of tables.

* `COLUMNS` - the columns' names by the metrics' names in `BacktrackMetrics`.
* `any_went_back` - whether some rows of a table have these metrics.
* `cells` - a row's texts in these columns; `values` - the numbers behind them.
* `to_text` - a table of them alone, below the table of the other metrics, which has no room for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_gym.results.backtracking import BacktrackMetrics
from crab_gym.results.printable import aligned
from crab_gym.results.row import TableRow

__all__ = ["COLUMNS", "LEGEND", "any_went_back", "cells", "to_text", "values"]

COLUMNS: Mapping[str, str] = {"task_rate": "BTR", "success_rate": "BSR", "steps": "ABS"}
"""Names of the columns, in their order."""
LEGEND = "BTR episodes that went back, %; BSR attempts that recovered, %; ABS steps per attempt (BEAP Table 1)"
_HEADER = ("went back", "n", "attempts", *COLUMNS.values())
_WIDTH, _NAME_WIDTH = 100, 60


def any_went_back(lines: Sequence[TableRow]) -> bool:
    """Returns whether a policy in a table went back in any episode."""
    return any(line.backtracking is not None for line in lines)


def values(metrics: BacktrackMetrics | None) -> dict[str, float | None]:
    """Returns the numbers by the metrics' names; None if they are undefined or the policy never goes back."""
    return {name: None if metrics is None else getattr(metrics, name) for name in COLUMNS}


def cells(metrics: BacktrackMetrics | None) -> tuple[str, ...]:
    """Returns the texts in the columns of `COLUMNS`.

    >>> cells(BacktrackMetrics(4, 3, 0.5, 2 / 3, 0.5, 2.0, 1.5, 2.0)), cells(None)
    (('50', '67', '2.0'), ('-', '-', '-'))
    """
    return tuple(
        "-" if value is None else f"{value:.1f}" if name == "steps" else f"{100 * value:.0f}"
        for name, value in values(metrics).items()
    )


def to_text(lines: Sequence[TableRow]) -> str:
    """Returns a table of the rows of policies that went back, below their policy's name if there are several policies;
    ``""`` if there is none.
    """
    rows: list[tuple[str, ...]] = [_HEADER]
    headings: dict[int, str] = {}
    policy = ""
    for line in lines:
        if line.backtracking is None:
            continue
        is_below = bool(line.policy) and line.section != "policy"
        if is_below and line.policy != policy:
            policy = headings[len(rows)] = line.policy
        name = _cut(f"  {line.row.group}" if is_below else line.row.group, _NAME_WIDTH)
        rows.append((name, str(line.backtracking.episodes), str(line.backtracking.attempts), *cells(line.backtracking)))
    if len(rows) == 1:
        return ""
    widths = [max(len(row[k]) for row in rows) for k in range(len(_HEADER))]
    text: list[str] = []
    for k, row in enumerate(rows):
        text += [_cut(headings[k], _WIDTH)] if k in headings else []
        text.append(aligned(row, widths))
    return "\n".join([text[0], "-" * len(text[0]), *text[1:]])


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
