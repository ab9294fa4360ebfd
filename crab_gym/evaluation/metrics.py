"""Metrics of episodes: per-episode definitions with their source, then means over episodes.

A ratio whose denominator is zero is None: means leave it out and count it, and never treat it as 0. An episode that
ended in an error of the infrastructure or of an evaluator is counted separately and never scored.

The paper's termination reasons (CRAB §6.3) map to `END_REASONS`: False Completion (FC) is ``false_completion``,
Reach Step Limit (RSL) is ``step_limit``, Invalid Action (IA) is ``invalid_action``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from crab_sim.suggestions import unknown

__all__ = [
    "END_REASONS",
    "METRICS",
    "EpisodeScore",
    "Estimate",
    "ScoreRow",
    "aggregate",
    "completion_ratio",
    "cost_efficiency",
    "coverage",
    "estimate",
    "execution_efficiency",
    "success",
    "wilson",
]

END_REASONS = (
    "success", "harm", "false_completion", "step_limit", "invalid_action", "stall", "device_broken", "device_error",
)  # fmt: skip
"""Reasons for the end of an episode: solved; solved but for harm; `complete` although unsolved; out of steps; a
refused action with ``on_invalid="terminate"``; no checkpoint for too long; a device that
the policy broke, as only rollouts find out; a broken device."""


def completion_ratio(passed: int, total: int) -> float | None:
    """Returns a completion ratio: what has passed / all, by weight (CR) or, as CRAB counts (CRp, §4.3), by number."""
    return passed / total if total else None


def coverage(passed_depths: Iterable[int], all_depths: Iterable[int]) -> float | None:
    """Returns the coverage rate: the completion ratio with checkpoints weighted by their depth (OmniBench §4.1).

    The paper normalises the weights w = d / sum(d) and then divides by their sum, which is 1, so it equals
    sum(d of passed) / sum(d of all). A root has depth 1.
    """
    total = sum(all_depths)
    return sum(passed_depths) / total if total else None


def execution_efficiency(completion: float, actions: int) -> float | None:
    """Returns the execution efficiency EE = CR / A; every env step counts, refused ones too (CRAB §4.3)."""
    return completion / actions if actions else None


def cost_efficiency(completion: float, tokens: int) -> float | None:
    """Returns the cost efficiency CE = CR / T, where T is the number of the episode's model tokens (CRAB §4.3)."""
    return completion / tokens if tokens else None


def success(passed: int, total: int, holds: Iterable[bool]) -> bool:
    """Returns whether every checkpoint has passed (CRAB §4.3), and those that must hold at the end do.

    The second condition is stricter than the paper: a change that was undone later is no success.

    Args:
        passed: Number of passed checkpoints.
        total: Number of all checkpoints.
        holds: For each checkpoint that must hold at the end, whether it does.
    """
    return 0 < total == passed and all(holds)


def wilson(successes: float, n: int) -> tuple[float, float] | None:
    """Returns Wilson's 95 % interval of a rate of success; None without trials.

    Its trials count as independent, and unlike an interval of the standard error it has a width at 0 % and 100 %.

    >>> [round(bound, 3) for bound in wilson(8, 10) or ()], [round(bound, 3) for bound in wilson(10, 10) or ()]
    ([0.49, 0.943], [0.722, 1.0])
    """
    if not n:
        return None
    z = 1.959963984540054  # the normal distribution has 2.5 % beyond it
    rate, share = successes / n, z * z / n
    middle = (rate + share / 2) / (1 + share)
    half = z / (1 + share) * math.sqrt(rate * (1 - rate) / n + share / (4 * n))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of one metric over episodes.

    Attributes:
        mean: Arithmetic mean; None if no value was defined.
        stderr: Standard error of the mean; None if it can't be estimated. For independent values it is the sample
            standard deviation (ddof = 1) / sqrt(n), for n > 1; for values in clusters, see `estimate`.
        n: Number of values in the mean.
        left_out: Number of episodes for which the metric is undefined.
    """

    mean: float | None
    stderr: float | None
    n: int
    left_out: int


def estimate(values: Iterable[float | None], clusters: Iterable[Hashable] | None = None) -> Estimate:
    """Returns mean and standard error of the defined values.

    Values of one cluster, such as the episodes of one seed, aren't treated as independent: the standard error is that
    of the mean over clusters, s.e. = sqrt(S / (S - 1) * sum over clusters of (sum of (x - mean))²) / n for S clusters.
    If all clusters have equally many values, this is the sample standard deviation of their means / sqrt(S).

    Args:
        values: The values; None for undefined ones.
        clusters: The cluster of each value; None if each value is a cluster of its own.

    Example:
        >>> estimate([1.0, 0.0, None])
        Estimate(mean=0.5, stderr=0.5, n=2, left_out=1)
        >>> estimate([1.0, 0.0, 1.0, 1.0], clusters=[0, 0, 1, 1])  # means 0.5 and 1.0
        Estimate(mean=0.75, stderr=0.25, n=4, left_out=0)
    """
    given = list(values)
    names: Iterable[Hashable] = range(len(given)) if clusters is None else clusters
    known = [(value, name) for value, name in zip(given, names, strict=True) if value is not None]
    n = len(known)
    # fsum, so that neither result depends on the order in which episodes finished.
    mean = math.fsum(value for value, _ in known) / n if n else None
    stderr = None
    if mean is not None:
        deviations: dict[Hashable, list[float]] = {}
        for value, name in known:
            deviations.setdefault(name, []).append(value - mean)
        count = len(deviations)
        if count > 1:
            squares = math.fsum(math.fsum(members) ** 2 for members in deviations.values())
            stderr = math.sqrt(count / (count - 1) * squares) / n
    return Estimate(mean, stderr, n, len(given) - n)


@dataclass(frozen=True, slots=True)
class EpisodeScore:
    """The score of one episode.

    Attributes:
        task: Id of the task.
        seed: Seed of the episode.
        success: Whether the task was solved.
        completion: Final completion ratio, 0 to 1.
        coverage: Final coverage rate, 0 to 1.
        actions: Env steps taken.
        tokens: Model tokens used; 0 for a policy without a model.
        end_reason: One of `END_REASONS`; anything if ``error`` is given.
        logical_consistency: OmniBench's LC; None if it is undefined.
        error: The error, if the episode can't be scored.
        side_effects: Number of the episode's side effects, harm and litter.
        refused: Number of actions that were refused, unreadable answers of a model included.
        unreadable: Number of these answers.
        passed_ratio: The completion ratio as CRAB counts it, 0 to 1; None where `completion` is counted so.

    Raises:
        ValueError: A value is out of range, or the end reason is unknown.
    """

    task: str
    seed: int
    success: bool
    completion: float
    coverage: float
    actions: int
    tokens: int
    end_reason: str
    logical_consistency: float | None = None
    error: str | None = None
    side_effects: int = 0
    refused: int = 0
    unreadable: int = 0
    passed_ratio: float | None = None

    def __post_init__(self) -> None:
        for name in ("completion", "passed_ratio", "coverage", "logical_consistency"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1:
                raise ValueError(f"{name}={value}; expected a ratio from 0 to 1")
        for name in ("actions", "tokens", "side_effects", "refused", "unreadable"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name}={getattr(self, name)}; expected a count >= 0")
        if self.error is None and self.end_reason not in END_REASONS:
            unknown("end reason", self.end_reason, END_REASONS)

    @property
    def is_error(self) -> bool:
        """Whether the episode is counted separately, because something other than the policy ended it."""
        return self.error is not None or self.end_reason == "device_error"


METRICS: Mapping[str, Callable[[EpisodeScore], float | None]] = {
    "success": lambda score: float(score.success),
    "completion": lambda score: score.completion,
    "execution_efficiency": lambda score: execution_efficiency(score.completion, score.actions),
    "cost_efficiency": lambda score: cost_efficiency(score.completion, score.tokens),
    "coverage": lambda score: score.coverage,
    "logical_consistency": lambda score: score.logical_consistency,
}
"""A metric's name in `ScoreRow` to the function of its value for an episode; None if that is undefined."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The metrics of one group of episodes.

    Attributes:
        group: The group's name; ``"all"`` without grouping.
        episodes: Number of episodes, errors included.
        errors: Number of episodes that ended in an error; no metric includes them.
        success: SR, the share of solved episodes. All standard errors are over seeds.
        completion: CR.
        execution_efficiency: EE, the mean of the episodes' ratios.
        cost_efficiency: CE, the mean of the episodes' ratios.
        coverage: OmniBench's depth-weighted CR.
        logical_consistency: OmniBench's LC.
        end_reasons: Each end reason except ``device_error`` to its share of the scored episodes; the shares sum
            to 1, and the mapping is empty if no episode could be scored.
        side_effects: Side effects per scored episode, harm and litter; None if no episode could be scored.
        passed_ratio: CRp, the mean of the completion ratios as CRAB counts them; None if no episode could be scored.
        passed_once: The share of scored episodes in which every checkpoint has passed once, CRAB's rule of success
            (§4.3), whatever was undone or damaged later; None if no episode could be scored.
        refused: The share of refused actions among all actions of the scored episodes, unreadable answers of a model
            included; None if there were no actions.
        unreadable: The share of unreadable answers among the same.
    """

    group: str
    episodes: int
    errors: int
    success: Estimate
    completion: Estimate
    execution_efficiency: Estimate
    cost_efficiency: Estimate
    coverage: Estimate
    logical_consistency: Estimate
    end_reasons: Mapping[str, float]
    side_effects: float | None
    passed_ratio: float | None
    passed_once: float | None
    refused: float | None
    unreadable: float | None


def aggregate(scores: Iterable[EpisodeScore], by: Callable[[EpisodeScore], str] | None = None) -> list[ScoreRow]:
    """Returns the metrics of each group of episodes, with standard errors over seeds.

    Args:
        scores: The episodes, in any order.
        by: Maps an episode to the name of its group; None puts all in one row named ``"all"``.

    Returns:
        One row per group, in the order in which the groups first occur; no row without episodes.

    Example:
        >>> rows = aggregate([
        ...     EpisodeScore("a", 0, True, 1.0, 1.0, 4, 0, "success"),
        ...     EpisodeScore("b", 0, False, 0.5, 0.4, 5, 0, "step_limit"),
        ... ])
        >>> rows[0].success.mean, rows[0].execution_efficiency.mean, rows[0].cost_efficiency.left_out
        (0.5, 0.175, 2)
    """
    groups: dict[str, list[EpisodeScore]] = {}
    for score in scores:
        groups.setdefault("all" if by is None else by(score), []).append(score)
    return [_row(group, members) for group, members in groups.items()]


def _row(group: str, members: Sequence[EpisodeScore]) -> ScoreRow:
    scored = [score for score in members if not score.is_error]
    reasons = [reason for reason in END_REASONS if reason != "device_error"] if scored else []
    shares = {reason: sum(score.end_reason == reason for score in scored) / len(scored) for reason in reasons}
    counted = [score.completion if score.passed_ratio is None else score.passed_ratio for score in scored]
    seeds = [score.seed for score in scored]
    actions = sum(score.actions for score in scored)
    return ScoreRow(
        group=group,
        episodes=len(members),
        errors=len(members) - len(scored),
        **{name: estimate(map(metric, scored), seeds) for name, metric in METRICS.items()},
        end_reasons=shares,
        side_effects=sum(score.side_effects for score in scored) / len(scored) if scored else None,
        passed_ratio=sum(counted) / len(counted) if counted else None,
        passed_once=sum(score.completion == 1 for score in scored) / len(scored) if scored else None,
        refused=sum(score.refused for score in scored) / actions if actions else None,
        unreadable=sum(score.unreadable for score in scored) / actions if actions else None,
    )
