"""Metrics: definitions computed by hand, undefined ratios, errors, means and standard errors."""

from __future__ import annotations

import math
import random
import statistics
from typing import Any

import pytest

from crab_gym.evaluation import (
    END_REASONS,
    EpisodeScore,
    Estimate,
    aggregate,
    completion_ratio,
    cost_efficiency,
    coverage,
    estimate,
    execution_efficiency,
    success,
)


def score(**fields: Any) -> EpisodeScore:
    given: dict[str, Any] = {
        "task": "ubuntu.demo",
        "seed": 0,
        "success": False,
        "completion": 0.5,
        "coverage": 0.4,
        "actions": 10,
        "tokens": 1000,
        "end_reason": "step_limit",
    }
    return EpisodeScore(**{**given, **fields})


def test_definitions_by_hand() -> None:
    # 3 of 4 checkpoints of a diamond with depths 1, 2, 2, 3, all but the last: (1 + 2 + 2) / 8.
    assert completion_ratio(3, 4) == 0.75
    assert coverage([1, 2, 2], [1, 2, 2, 3]) == 0.625
    assert execution_efficiency(0.75, 15) == pytest.approx(0.05)
    assert cost_efficiency(0.75, 3000) == pytest.approx(0.00025)
    assert success(4, 4, [True, True])
    assert not success(4, 4, [True, False])
    assert not success(3, 4, [True, True])


def test_a_zero_denominator_is_undefined_and_not_zero() -> None:
    assert completion_ratio(0, 0) is None
    assert coverage([], []) is None
    assert execution_efficiency(0.0, 0) is None
    assert cost_efficiency(1.0, 0) is None
    assert not success(0, 0, [])


def test_estimate_by_hand() -> None:
    # mean 2, squared deviations 1 + 0 + 1, variance 2 / 2 = 1, standard error sqrt(1 / 3)
    assert estimate([1, 2, None, 3]) == Estimate(2.0, pytest.approx(math.sqrt(1 / 3)), 3, 1)  # type: ignore[arg-type]
    assert estimate([0.25]) == Estimate(0.25, None, 1, 0)
    assert estimate([]) == Estimate(None, None, 0, 0)
    assert estimate([None, None]) == Estimate(None, None, 0, 2)


def test_estimate_over_clusters_by_hand() -> None:
    # means of the clusters 2 and 6, so mean 4, squared deviations 4 + 4, variance 8 / 1, standard error sqrt(8 / 2) = 2
    assert estimate([1, 3, 5, 7], "aabb") == Estimate(4.0, pytest.approx(2.0), 4, 0)  # type: ignore[arg-type]
    # the undefined value leaves its cluster out; one cluster tells nothing of what others would be
    assert estimate([1, 3, None], "aab") == Estimate(2.0, None, 2, 1)
    # unequal clusters: mean 3, sums of deviations (1 - 3) + (3 - 3) = -2 and 5 - 3 = 2; sqrt(2 / 1 * (4 + 4)) / 3
    assert estimate([1, 3, 5], "aab") == Estimate(3.0, pytest.approx(4 / 3), 3, 0)  # type: ignore[arg-type]
    # equal within each cluster: as if each cluster were one value
    assert estimate([1, 1, 2, 2, 3, 3], "aabbcc").stderr == pytest.approx(estimate([1, 2, 3]).stderr)


def test_estimate_agrees_with_statistics_and_ignores_the_order() -> None:
    rng = random.Random(3)
    values = [rng.random() for _ in range(100)]
    found = estimate(values)
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.stderr == pytest.approx(statistics.stdev(values) / 10)
    rng.shuffle(values)
    assert estimate(values) == found


def test_aggregate_by_hand() -> None:
    scores = [
        score(success=True, completion=1.0, coverage=1.0, actions=4, tokens=500, end_reason="success"),
        score(seed=1, completion=0.5, actions=5, tokens=0, end_reason="false_completion", logical_consistency=0.5),
        score(seed=2, completion=0.0, coverage=0.0, actions=0, tokens=0, end_reason="invalid_action"),
        score(seed=3, completion=0.5, actions=10, tokens=1000),
    ]
    (row,) = aggregate(scores)
    assert (row.group, row.episodes, row.errors) == ("all", 4, 0)
    assert row.success.mean == 0.25
    # values 1 0 0 0: variance (9 + 1 + 1 + 1) / 16 / 3 = 1/4, standard error sqrt(1/4 / 4)
    assert row.success.stderr == pytest.approx(0.25)
    assert row.completion.mean == 0.5
    assert row.coverage.mean == pytest.approx(1.8 / 4)
    # EE 1/4, 0.5/5, undefined, 0.5/10
    assert row.execution_efficiency.mean == pytest.approx((0.25 + 0.1 + 0.05) / 3)
    assert (row.execution_efficiency.n, row.execution_efficiency.left_out) == (3, 1)
    # CE 1/500, undefined, undefined, 0.5/1000
    assert row.cost_efficiency.mean == pytest.approx((0.002 + 0.0005) / 2)
    assert (row.cost_efficiency.n, row.cost_efficiency.left_out) == (2, 2)
    assert row.logical_consistency == Estimate(0.5, None, 1, 3)
    assert row.end_reasons == {
        "success": 0.25,
        "harm": 0.0,
        "false_completion": 0.25,
        "step_limit": 0.25,
        "invalid_action": 0.25,
        "stall": 0.0,
        "device_broken": 0.0,
    }


def test_standard_errors_are_over_seeds() -> None:
    # seed 0 solves both tasks, seed 1 one of two: means 1 and 1/2, so 3/4 ± sqrt((1/16 + 1/16) / 1 / 2) = 1/4
    solved = {("a", 0): True, ("b", 0): True, ("a", 1): True, ("b", 1): False}
    (row,) = aggregate(score(task=task, seed=seed, success=good) for (task, seed), good in solved.items())
    assert (row.success.mean, row.success.stderr) == (0.75, pytest.approx(0.25))
    (one,) = aggregate(score(task=task, success=good) for (task, seed), good in solved.items() if seed == 0)
    assert (one.success.mean, one.success.stderr, one.success.n) == (1.0, None, 2)


def test_errors_are_counted_apart_and_never_scored() -> None:
    good = score(success=True, completion=1.0, coverage=1.0, end_reason="success")
    broken = score(completion=0.0, coverage=0.0, end_reason="device_error", error="android: gone")
    untold = score(completion=0.0, coverage=0.0, end_reason="device_error")
    crashed = score(completion=0.25, end_reason="crash", error="EvaluatorError: checkpoint 'a'")
    (row,) = aggregate([broken, good, untold, crashed])
    assert (row.episodes, row.errors) == (4, 3)
    assert row.success == Estimate(1.0, None, 1, 0)
    assert row.completion == Estimate(1.0, None, 1, 0)
    assert row.end_reasons["success"] == 1.0
    assert "device_error" not in row.end_reasons
    (only_errors,) = aggregate([broken])
    assert only_errors.success == Estimate(None, None, 0, 0)
    assert only_errors.end_reasons == {}


def test_groups_come_in_the_order_of_their_first_episode() -> None:
    scores = [score(task="b"), score(task="a", completion=1.0), score(task="b", completion=0.0)]
    rows = aggregate(scores, by=lambda s: s.task)
    assert [(row.group, row.episodes, row.completion.mean) for row in rows] == [("b", 2, 0.25), ("a", 1, 1.0)]
    assert aggregate([]) == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"end_reason": "steplimit"}, "unknown end reason 'steplimit'; did you mean 'step_limit'"),
        ({"completion": 1.5}, "completion=1.5"),
        ({"coverage": -0.1}, "coverage=-0.1"),
        ({"logical_consistency": float("nan")}, "logical_consistency=nan"),
        ({"actions": -1}, "actions=-1"),
        ({"tokens": -5}, "tokens=-5"),
    ],
)
def test_impossible_scores_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        score(**fields)


def test_end_reasons_are_those_of_the_design() -> None:
    assert END_REASONS == (
        "success",
        "harm",
        "false_completion",
        "step_limit",
        "invalid_action",
        "stall",
        "device_broken",
        "device_error",
    )
