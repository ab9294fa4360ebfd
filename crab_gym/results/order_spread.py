"""Sensitivity to the order in which a goal names its parts (OmniBench Table 6).

* `Spread`, `spread` - how much a policy's completion varies between the orders.
* `lines` - the same in words, for the notes below a table.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.records import EpisodeRecord
from crab_gym.results.grouping import order_of

__all__ = ["Spread", "lines", "spread"]


class Spread(NamedTuple):
    """How much a policy's completion, in %, varies between the orders of the same goals.

    Attributes:
        policy: The policy.
        tasks: The number of tasks whose goals came in two or more orders.
        population: The mean over them of the standard deviation between a task's orders.
        sample: The same with the sample's standard deviation.
    """

    policy: str
    tasks: int
    population: float
    sample: float


def spread(records: Sequence[EpisodeRecord]) -> list[Spread]:
    """Returns the spread of each policy that played a task in two or more orders.

    Args:
        records: The episodes; errors are left out. Of several episodes in an order the mean counts.
    """
    completions: dict[str, dict[str, dict[int, list[float]]]] = {}
    for record in records:
        order = order_of(record)
        if order is not None and not record.error:
            tasks = completions.setdefault(record.policy_id or record.policy, {})
            tasks.setdefault(record.task, {}).setdefault(order, []).append(100 * record.completion)
    spreads = []
    for policy, tasks in completions.items():
        means = [[statistics.fmean(each) for each in orders.values()] for orders in tasks.values() if len(orders) > 1]
        if means:
            population = statistics.fmean(map(statistics.pstdev, means))
            spreads.append(Spread(policy, len(means), population, statistics.fmean(map(statistics.stdev, means))))
    return spreads


def lines(records: Sequence[EpisodeRecord]) -> list[str]:
    """Returns a line for each policy that played tasks in several orders."""
    return [
        f"{each.policy}: CR varies by {each.population:.2f} (standard deviation; {each.sample:.2f} as a sample's) "
        f"between the orders of a goal, in the mean over {each.tasks} tasks"
        for each in spread(records)
    ]
