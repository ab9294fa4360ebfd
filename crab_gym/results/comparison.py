"""Paired comparison of two policies: by task and seed, with bootstrap intervals.

* `compare` - returns the differences between two policies' episodes.
* `bootstrap` - returns the interval of a mean over tasks.
* `to_text`, `to_markdown`, `to_csv`, `to_json` - format the result for people and for programs.

Episodes of one task resemble each other, so the bootstrap draws tasks, each with all its pairs, instead of pairs: the
interval shows how the difference would vary with other tasks of this kind. With few tasks, it is too narrow.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from crab_gym.evaluation import metrics
from crab_gym.evaluation.metrics import EpisodeScore
from crab_gym.records import EpisodeRecord
from crab_gym.results import table
from crab_sim.suggestions import unknown

__all__ = [
    "FORMATS", "METRICS", "Comparison", "Difference", "bootstrap", "compare", "compare_by", "notes", "to_csv",
    "to_json", "to_markdown", "to_text",
]  # fmt: skip

LEVEL = 0.95
RESAMPLES = 10_000
METRICS: Mapping[str, Callable[[EpisodeScore], float | None]] = {
    short: metrics.METRICS[name] for name, short in table.METRICS.items()
}
"""Functions that return an episode's value of a metric, by the metric's name in tables; None if it is undefined."""
_SCALES = {short: table.scale_of(name) for name, short in table.METRICS.items()}
_CHUNK = 1_000_000


class Difference(NamedTuple):
    """The difference between two policies in one metric.

    Attributes:
        metric: The metric, one of `METRICS`.
        pairs: Number of pairs for which the metric is defined on both sides.
        tasks: Number of their tasks.
        first: Mean over these pairs' first episodes; None without pairs.
        second: Mean over these pairs' second episodes; None without pairs.
        mean: Mean of the differences, second - first; None without pairs.
        low: Lower end of the interval; None for fewer than two tasks.
        high: Upper end of the interval; None for fewer than two tasks.
        better: Number of pairs whose second episode has the larger value.
        equal: Number of pairs whose episodes have the same value.
        worse: Number of pairs whose second episode has the smaller value.
    """

    metric: str
    pairs: int
    tasks: int
    first: float | None
    second: float | None
    mean: float | None
    low: float | None
    high: float | None
    better: int
    equal: int
    worse: int


class Comparison(NamedTuple):
    """Two policies on the same tasks and seeds.

    Attributes:
        differences: One difference per metric.
        pairs: Tasks and seeds of the pairs.
        only_first: Tasks and seeds that only the first policy has.
        only_second: Tasks and seeds that only the second policy has.
        broken: Tasks and seeds without a comparison, since an episode ended by an error.
        changed: Tasks and seeds without a comparison, since the hash of the task's definition differs.
        moved: The pairs whose episodes were played on different kinds of devices.
    """

    differences: list[Difference]
    pairs: list[tuple[str, int]]
    only_first: list[tuple[str, int]]
    only_second: list[tuple[str, int]]
    broken: list[tuple[str, int]]
    changed: list[tuple[str, int]]
    moved: list[tuple[str, int]]


def bootstrap(
    clusters: Mapping[str, Sequence[float]], resamples: int = RESAMPLES, seed: int = 0, level: float = LEVEL
) -> tuple[float, float] | None:
    """Returns the percentile interval of a mean whose values come in clusters (pairs cluster bootstrap).

    From n clusters, each resample draws n with replacement, each with all its values, and takes the mean of these
    values. The interval lies between quantiles of the resamples. The same values give the same interval.

    Args:
        clusters: Each cluster's values, by its name.
        resamples: Number of resamples.
        seed: Seed of the draws.
        level: Share of the resamples within the interval.

    Returns:
        The ends of the interval; None for fewer than two clusters.

    >>> bootstrap({"a": [1.0, 1.0], "b": [1.0]})
    (1.0, 1.0)
    """
    if resamples < 1 or not 0 < level < 1:
        raise ValueError(
            f"got resamples={resamples} and level={level}; expected at least one, and a level within 0 and 1"
        )
    names = sorted(name for name, values in clusters.items() if values)
    if len(names) < 2:
        return None
    sums = np.array([math.fsum(clusters[name]) for name in names])
    counts = np.array([len(clusters[name]) for name in names])
    rng = np.random.default_rng(seed)
    means = []
    step = max(1, _CHUNK // len(names))
    for begin in range(0, resamples, step):
        sample = rng.integers(len(names), size=(min(step, resamples - begin), len(names)))
        means.append(sums[sample].sum(axis=1) / counts[sample].sum(axis=1))
    low, high = np.quantile(np.concatenate(means), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def compare(
    first: Iterable[EpisodeRecord], second: Iterable[EpisodeRecord], *, resamples: int = RESAMPLES, seed: int = 0
) -> Comparison:
    """Compares two policies.

    Args:
        first: Episodes of one policy.
        second: Episodes of the other.
        resamples: Number of the bootstrap's resamples.
        seed: Seed of the bootstrap.

    Raises:
        ValueError: A side has two episodes of the same task and seed, so it has several policies.
    """
    left, right = _by_key(first), _by_key(second)
    both = [key for key in left if key in right]
    broken = [key for key in both if left[key].score().is_error or right[key].score().is_error]
    sound = [key for key in both if key not in set(broken)]
    changed = [key for key in sound if left[key].definition_hash != right[key].definition_hash]
    pairs = [key for key in sound if key not in set(changed)]
    scores = {key: (left[key].score(), right[key].score()) for key in pairs}
    return Comparison(
        differences=[_difference(metric, scores, resamples, seed) for metric in METRICS],
        pairs=pairs,
        only_first=[key for key in left if key not in right],
        only_second=[key for key in right if key not in left],
        broken=broken,
        changed=changed,
        moved=[key for key in pairs if left[key].backends != right[key].backends],
    )


def compare_by(
    first: Sequence[EpisodeRecord],
    second: Sequence[EpisodeRecord],
    by: Sequence[str] = (),
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> dict[str, Comparison]:
    """Compares two policies on all their episodes, and on each group of episodes.

    Args:
        first: Episodes of one policy.
        second: Episodes of the other.
        by: Names of `crab_gym.results.grouping.GROUPS`.
        resamples: Number of the bootstrap's resamples.
        seed: Seed of the bootstrap.

    Returns:
        The comparison of each group, by name; ``"all"`` is that of all episodes.

    Raises:
        ValueError: There is no such grouping, or a side has several policies.
    """
    from crab_gym.results.grouping import GROUPS, in_order

    comparisons = {"all": compare(first, second, resamples=resamples, seed=seed)}
    for name in by:
        if name not in GROUPS:
            unknown("grouping", name, GROUPS)
        groups = {id(record): GROUPS[name](record) for record in (*first, *second)}
        for group in in_order(name, list(dict.fromkeys(group for own in groups.values() for group in own))):
            left, right = ([record for record in side if group in groups[id(record)]] for side in (first, second))
            comparisons[group] = compare(left, right, resamples=resamples, seed=seed)
    return comparisons


def _by_key(records: Iterable[EpisodeRecord]) -> dict[tuple[str, int], EpisodeRecord]:
    episodes: dict[tuple[str, int], EpisodeRecord] = {}
    for record in records:
        key = record.task, record.seed
        if (other := episodes.get(key)) is not None:
            names = " and ".join(sorted({other.policy_id or other.policy, record.policy_id or record.policy}))
            raise ValueError(
                f"there are several episodes of {record.task} with seed {record.seed}, by {names}; choose one policy"
            )
        episodes[key] = record
    return episodes


def _difference(
    metric: str, scores: Mapping[tuple[str, int], tuple[EpisodeScore, EpisodeScore]], resamples: int, seed: int
) -> Difference:
    value = METRICS[metric]
    rows = [(task, value(a), value(b)) for (task, _), (a, b) in scores.items()]
    known = [(task, a, b) for task, a, b in rows if a is not None and b is not None]
    by_task: dict[str, list[float]] = {}
    for task, a, b in known:
        by_task.setdefault(task, []).append(b - a)
    differences = [difference for values in by_task.values() for difference in values]
    low, high = bootstrap(by_task, resamples, seed) or (None, None)
    return Difference(
        metric=metric,
        pairs=len(known),
        tasks=len(by_task),
        first=_mean([a for _, a, _ in known]),
        second=_mean([b for _, _, b in known]),
        mean=_mean(differences),
        low=low,
        high=high,
        better=sum(difference > 0 for difference in differences),
        equal=sum(difference == 0 for difference in differences),
        worse=sum(difference < 0 for difference in differences),
    )


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def notes(comparison: Comparison) -> list[str]:
    """Returns one line for each reason why episodes aren't compared, or are compared with a caveat."""
    exceptions = {
        "only the first run has": comparison.only_first,
        "only the second run has": comparison.only_second,
        "left out, an episode ended by an error:": comparison.broken,
        "left out, the task has changed between the runs:": comparison.changed,
        "played on other kinds of devices in the second run:": comparison.moved,
    }
    lines = []
    for reason, keys in exceptions.items():
        if keys:
            examples = ", ".join(f"{task} seed {seed}" for task, seed in keys[:5])
            lines.append(f"{len(keys)} {reason} {examples}{', …' if len(keys) > 5 else ''}")
    return lines


_HEADER = ("", "metric", "pairs", "A", "B", "B-A", "95 % interval", "better", "equal", "worse")


def _cells(group: str, row: Difference) -> tuple[str, ...]:
    scale = _SCALES[row.metric]

    def number(value: float | None, sign: str = "") -> str:
        return "-" if value is None else f"{value * scale:{sign}.1f}"

    interval = "-" if row.low is None else f"[{number(row.low, '+')}, {number(row.high, '+')}]"
    means = (number(row.first), number(row.second), number(row.mean, "+"))
    return (group, row.metric, str(row.pairs), *means, interval, str(row.better), str(row.equal), str(row.worse))


def _table_rows(comparisons: Mapping[str, Comparison]) -> list[tuple[str, ...]]:
    return [
        _cells(group, row) for group, comparison in comparisons.items() for row in comparison.differences if row.pairs
    ]


def to_text(comparisons: Mapping[str, Comparison]) -> str:
    """Returns the differences as plain text, without a final newline."""
    rows = _table_rows(comparisons)
    widths = [max(len(row[k]) for row in [_HEADER, *rows]) for k in range(len(_HEADER))]
    text, last = [], ""
    for group, *cells in [_HEADER, *rows]:
        names = (group if group != last else "", cells[0])
        last = group
        left = " ".join(cell.ljust(width) for cell, width in zip(names, widths, strict=False))
        text.append(" ".join([left, *(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[2:], strict=True))]))
    return "\n".join(line.rstrip() for line in text)


def to_markdown(comparisons: Mapping[str, Comparison]) -> str:
    """Returns the differences as Markdown, without a final newline."""
    rows = _table_rows(comparisons)
    text = [f"| {' | '.join(_HEADER)} |", f"|---|---|{'---:|' * (len(_HEADER) - 2)}"]
    return "\n".join([*text, *(f"| {' | '.join(row)} |" for row in rows)])


def _flat(comparisons: Mapping[str, Comparison]) -> list[dict[str, str | int | float | None]]:
    return [
        {"group": group, **row._asdict()} for group, comparison in comparisons.items() for row in comparison.differences
    ]


def to_csv(comparisons: Mapping[str, Comparison]) -> str:
    """Returns the differences as CSV, with all digits."""
    out = io.StringIO()
    writer = csv.DictWriter(out, ["group", *Difference._fields], lineterminator="\n")
    writer.writeheader()
    writer.writerows(_flat(comparisons))
    return out.getvalue().rstrip("\n")


def to_json(comparisons: Mapping[str, Comparison]) -> str:
    """Returns the differences as a JSON list, with the same keys as the CSV's columns."""
    return json.dumps(_flat(comparisons), indent=2)


FORMATS = {"text": to_text, "markdown": to_markdown, "csv": to_csv, "json": to_json}
"""Functions that format the differences, by the name of the format."""
