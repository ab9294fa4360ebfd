"""The rows of tables of results, which `crab_gym.results.table` makes and other modules read."""

from __future__ import annotations

from typing import NamedTuple

from crab_gym.evaluation.metrics import ScoreRow
from crab_gym.results.backtracking import BacktrackMetrics

__all__ = ["TableRow"]


class TableRow(NamedTuple):
    """A row of the table.

    Attributes:
        section: The row's kind: one of `GROUPS`, ``"total"``, or ``"policy"`` for the total of one of several policies.
        row: Its numbers.
        policy: The policy whose episodes it summarizes, in a run of several policies; else ``""``.
        backtracking: Its metrics of backtracking; None if its policy never went back.
        steps: The mean number of steps of the scored episodes; None if there are none.
        interval: Wilson's 95 % interval of the success rate with each task as a trial; None with fewer than two tasks.
    """

    section: str
    row: ScoreRow
    policy: str = ""
    backtracking: BacktrackMetrics | None = None
    steps: float | None = None
    interval: tuple[float, float] | None = None
