"""The table of a study of robustness: a policy's success on variants of the same tasks, with intervals.

* `robustness` - the rows of some variants' episodes.
* `to_text` - the table for people.

Intervals are those of `crab_gym.results.comparison.bootstrap`, over tasks. Differences are paired by task and seed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.records import EpisodeRecord
from crab_gym.results.comparison import bootstrap, compare

__all__ = ["LEGEND", "Interval", "Row", "robustness", "to_text"]

LEGEND: Final = (
    "SR success and CR completion in %, with 95 % intervals by bootstrap over tasks (from two tasks on); ΔSR against\n"
    "the usual variant, paired by task and seed; the rows of seeds are those of the usual variant; n scored episodes"
)


class Interval(NamedTuple):
    """A mean and its interval; None where there is none."""

    mean: float | None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.mean is None:
            return "-"
        text = f"{100 * self.mean:.1f}"
        return (
            text if self.low is None or self.high is None else f"{text} [{100 * self.low:.1f}, {100 * self.high:.1f}]"
        )


class Row(NamedTuple):
    """A policy on a variant.

    Attributes:
        policy: The policy.
        variant: The variant, or a seed of the usual one.
        scored: The number of episodes that didn't end by an error.
        success: Their success rate.
        completion: Their completion.
        difference: The difference of the success rate to that of the usual variant; without a value for that variant
            itself.
    """

    policy: str
    variant: str
    scored: int
    success: Interval
    completion: Interval
    difference: Interval


def robustness(variants: Mapping[str, Sequence[EpisodeRecord]]) -> list[Row]:
    """Returns the rows by policy: the first variant, which is the usual one, its seeds, then the others.

    Args:
        variants: The episodes of each variant, of any number of policies.
    """
    if not variants:
        return []
    (usual, basis), *others = variants.items()
    rows = []
    for policy in dict.fromkeys(_policy(record) for records in variants.values() for record in records):
        own = _of(basis, policy)
        rows.append(_row(policy, usual, own))
        for seed in sorted({record.seed for record in own}):
            rows.append(_row(policy, f"seed {seed}", [record for record in own if record.seed == seed]))
        for name, records in others:
            mine = _of(records, policy)
            success = next(row for row in compare(own, mine).differences if row.metric == "SR")
            difference = Interval(success.mean, success.low, success.high)
            rows.append(_row(policy, name, mine)._replace(difference=difference))
    return rows


def _policy(record: EpisodeRecord) -> str:
    return record.policy_id or record.policy


def _of(records: Sequence[EpisodeRecord], policy: str) -> list[EpisodeRecord]:
    return [record for record in records if _policy(record) == policy]


def _row(policy: str, variant: str, records: Sequence[EpisodeRecord]) -> Row:
    scored = [record for record in records if not record.error]
    success = _interval([(record.task, float(record.success)) for record in scored])
    completion = _interval([(record.task, record.completion) for record in scored])
    return Row(policy, variant, len(scored), success, completion, Interval(None))


def _interval(values: Sequence[tuple[str, float]]) -> Interval:
    if not values:
        return Interval(None)
    clusters: dict[str, list[float]] = {}
    for task, value in values:
        clusters.setdefault(task, []).append(value)
    low, high = bootstrap(clusters) or (None, None)
    return Interval(math.fsum(value for _, value in values) / len(values), low, high)


def to_text(rows: Sequence[Row]) -> str:
    """Returns the table as text."""
    several = len({row.policy for row in rows}) > 1
    table = [("variant", "n", "SR", "CR", "ΔSR")]
    for row in rows:
        name = f"{row.policy}: {row.variant}" if several else row.variant
        table.append((name, str(row.scored), str(row.success), str(row.completion), str(row.difference)))
    widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in table
    )
