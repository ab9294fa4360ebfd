"""The progress of an evaluation: cost and estimates."""

from __future__ import annotations

import pytest

from crab_gym.agents.models import Prices
from crab_gym.experiments.progress import Account, Progress, cost
from tests.records._records import record


def test_cost_is_that_of_sent_and_answered_tokens() -> None:
    prices = Prices(2.0, 10.0)
    assert cost(record(tokens=300, prompt_tokens=200, completion_tokens=100), prices) == pytest.approx(1400e-6)
    assert cost(record(tokens=300), prices) == pytest.approx(600e-6)  # not told apart: as sent


def test_progress_estimates_time_and_cost() -> None:
    now = Progress(total=60, done=20, now=10, seconds=30.0, money=4.0)
    assert (now.left, now.whole_cost) == (120.0, 12.0)  # 10 took 30 s, 40 are left; 20 cost 4
    assert (Progress(total=5).left, Progress(total=5, money=0.0).whole_cost) == (None, None)


def test_an_episode_that_is_written_at_an_interrupt_counts() -> None:
    ended = [record(seed=seed, tokens=10) for seed in range(3)]
    keys = {(row.task, row.seed, row.policy_id) for row in ended}
    told: list[int] = []
    account = Account({}, None, 0, Progress(total=9), keys, lambda progress: told.append(progress.done))
    account.before(ended[:1])
    account.add(ended[0], 1, 9)
    account.attempt(ended[1])
    account.add(ended[1], 2, 9)
    account.interrupt(ended)
    assert told == [1, 2, 3]
    assert (account.progress.now, account.progress.scored, account.progress.tokens) == (2, 3, 30)
