"""The conduct of policies in a world that moves, with a person who can be asked, in a table of its own.

* `Conduct`, `conduct` - the figures of each policy's episodes with events, questions or changed orders.
* `interval` - a bootstrap interval over tasks and their seeds. `lines` - the table as text, below that of the results.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.evaluation.metrics import wilson
from crab_gym.records import EpisodeRecord
from crab_gym.results.policies import scored_by_policy
from crab_gym.results.printable import aligned, with_interval

__all__ = ["Conduct", "conduct", "interval", "lines"]

_DRAWS: Final = 1000
_HEADER: Final = ("policy", "n", "SR", "CR", "asked", "needed", "answered", "FC", "HM", "events", "last gain")
_LEGEND: Final = (
    "SR with Wilson's interval, CR with a bootstrap over tasks and their seeds, both at 95 %; questions asked, and\n"
    "needed by the task, per episode; answered in % of the needed ones; FC false completion and HM harm in %; events\n"
    "per episode; last gain: median of the last step in which a checkpoint passed"
)


class Conduct(NamedTuple):
    """The figures of a policy's episodes.

    Attributes:
        policy: The policy.
        episodes: Their number.
        success: The share of solved ones.
        success_range: Wilson's interval of it at 95 %.
        completion: The mean completion ratio.
        completion_range: Its `interval`.
        asked: Questions asked per episode.
        needed: Questions that the tasks need, per episode.
        answered: The share of the needed ones that were answered; None where none was needed.
        false_completions: The share of episodes that the policy has ended too early.
        harm: The share of episodes with harm.
        events: Events per episode.
        last_gain: The median over episodes of the last step in which a checkpoint passed; 0 where none has.
    """

    policy: str
    episodes: int
    success: float
    success_range: tuple[float, float]
    completion: float
    completion_range: tuple[float, float]
    asked: float
    needed: float
    answered: float | None
    false_completions: float
    harm: float
    events: float
    last_gain: float


def interval(values: Mapping[str, Sequence[float]], seed: int = 0) -> tuple[float, float]:
    """Returns a 95 % interval of the mean over tasks, by a hierarchical bootstrap: tasks are drawn, then their values.

    Args:
        values: Task to its values, such as one for each seed; each has some.
        seed: Seed of the draws.

    >>> interval({"a": [0.0, 1.0], "b": [1.0, 1.0]})
    (0.25, 1.0)
    """
    rng = random.Random(seed)
    groups = list(values.values())
    means = sorted(
        statistics.fmean(
            statistics.fmean(rng.choices(group, k=len(group))) for group in rng.choices(groups, k=len(groups))
        )
        for _ in range(_DRAWS)
    )
    return means[round(0.025 * (_DRAWS - 1))], means[round(0.975 * (_DRAWS - 1))]


def conduct(records: Sequence[EpisodeRecord]) -> list[Conduct]:
    """Returns the figures of each policy, over its scored episodes with events to come or a person who can be asked.

    Args:
        records: The episodes, with their steps.
    """
    living = [record for record in records if record.events or "needed" in record.talk]
    return [_conduct(policy, mine) for policy, mine in scored_by_policy(living).items()]


def _conduct(policy: str, records: Sequence[EpisodeRecord]) -> Conduct:
    count = len(records)
    completions: dict[str, list[float]] = {}
    for record in records:
        completions.setdefault(record.task, []).append(record.completion)
    needed = sum(record.talk.get("needed", 0) for record in records)
    return Conduct(
        policy,
        count,
        sum(record.success for record in records) / count,
        wilson(sum(record.success for record in records), count) or (0.0, 1.0),
        statistics.fmean(record.completion for record in records),
        interval(completions),
        sum(record.talk.get("asked", 0) for record in records) / count,
        needed / count,
        sum(record.talk.get("answered", 0) for record in records) / needed if needed else None,
        sum(record.end_reason == "false_completion" for record in records) / count,
        sum(bool(record.harm) for record in records) / count,
        sum(len(step.events) for record in records for step in record.steps) / count,
        statistics.median(max((s.index for s in record.steps if s.passed), default=0) for record in records),
    )


def lines(records: Sequence[EpisodeRecord]) -> list[str]:
    """Returns the table as lines of text; none where no episode has events to come or a person who can be asked."""
    rows = [_cells(row) for row in conduct(records)]
    if not rows:
        return []
    widths = [max(len(row[k]) for row in (_HEADER, *rows)) for k in range(len(_HEADER))]
    table = [aligned(row, widths) for row in (_HEADER, *rows)]
    return ["events, questions and changed orders:", *table, *_LEGEND.splitlines()]


def _cells(row: Conduct) -> tuple[str, ...]:
    return (
        row.policy[:24],
        str(row.episodes),
        with_interval(row.success, row.success_range),
        with_interval(row.completion, row.completion_range),
        f"{row.asked:.1f}",
        f"{row.needed:.1f}",
        "-" if row.answered is None else f"{100 * row.answered:.0f}",
        f"{100 * row.false_completions:.0f}",
        f"{100 * row.harm:.0f}",
        f"{row.events:.1f}",
        f"{row.last_gain:g}",
    )
