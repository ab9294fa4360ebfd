"""Tests for crab_gym.results.order_spread: the spread between the orders of a goal, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crab_gym.experiments.variants import ORDERS, variation_of
from crab_gym.records import EpisodeRecord
from crab_gym.results.order_spread import lines, spread
from tests.results.test_robustness import played


def told(order: int, *completions: float) -> list[EpisodeRecord]:
    """Episodes of two tasks with two seeds whose goals were told in an order."""
    return [replace(record, variation={"root": {"order": order}}) for record in played(*completions)]


def test_the_spread_is_the_mean_of_the_tasks_deviations() -> None:
    records = [*told(1, 1, 1, 0.5, 0.5), *told(2, 0.5, 0.5, 0.5, 0.5), *told(3, 0, 0, 0.25, 0.75)]
    (found,) = spread(records)
    assert found.tasks == 2  # the first one's means are 100, 50 and 0, the other one's 50 three times
    assert found.population == pytest.approx((5000 / 3) ** 0.5 / 2) and found.sample == pytest.approx(25)
    assert "CR varies by 20.41" in lines(records)[0] and "2 tasks" in lines(records)[0]


def test_without_several_orders_there_is_none() -> None:
    assert spread(told(1, 1, 0, 1, 0)) == [] and lines(played(1, 0, 1, 0)) == []


def test_the_orders_are_a_study_of_their_own() -> None:
    assert [variation_of(name, {"intent": True}, ORDERS) for name in ORDERS] == [
        {"intent": True, "order": number} for number in (1, 2, 3)
    ]
    with pytest.raises(ValueError, match="--orders varies order itself"):
        variation_of("order 2", {"order": 1}, ORDERS)
