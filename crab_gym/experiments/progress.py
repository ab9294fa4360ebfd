"""The progress of an evaluation: its episodes so far, their cost, and the reasons to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from crab_gym.records import EpisodeRecord

if TYPE_CHECKING:
    from crab_gym.agents.models import Budget, Prices

__all__ = ["Account", "PolicyPrices", "Progress", "cost"]

PolicyPrices: TypeAlias = "Prices | Mapping[str, Prices]"
"""The price of a policy's tokens; of a policy that asks several models, by the models' names."""


def cost(record: EpisodeRecord, prices: PolicyPrices) -> float:
    """Returns the price of an episode's tokens.

    Tokens that a server doesn't tell apart count as those of the prompt; tokens from a cache are free.
    """
    from crab_gym.agents.chat import Tokens

    if isinstance(prices, Mapping):
        return sum(
            prices[model].of(
                Tokens(
                    used["prompt_tokens"] - used["cached_prompt_tokens"],
                    used["completion_tokens"] - used["cached_completion_tokens"],
                )
            )
            for model, used in record.models.items()
            if model in prices
        )
    sent = max(record.prompt_tokens, record.tokens - record.completion_tokens) - record.cached_prompt_tokens
    return prices.of(Tokens(sent, record.completion_tokens - record.cached_completion_tokens))


def _paid(record: EpisodeRecord) -> int:
    """Returns the number of an episode's tokens, without those from a cache."""
    return record.tokens - record.cached_prompt_tokens - record.cached_completion_tokens


def _attempt(record: EpisodeRecord) -> tuple[str, int, str, int]:
    """Returns what tells an attempt from all others of a run."""
    return record.task, record.seed, record.policy_id, record.attempt


@dataclass(slots=True)
class Progress:
    """The progress of an evaluation.

    Attributes:
        total: Number of its episodes.
        done: Number of ended episodes, those of a resumed run included.
        now: Number of episodes that have ended since it was started or resumed.
        scored: Number of ended episodes that can be scored.
        solved: Number of these that are solved.
        tokens: Model tokens of all attempts at its episodes, failed ones included.
        money: The tokens' price, 0 for those from a cache; None if no prices are known.
        seconds: Its duration so far.
        last: The episode that ended last.
        stopped: The reason why it won't go on, ``""`` if it does.
    """

    total: int = 0
    done: int = 0
    now: int = 0
    scored: int = 0
    solved: int = 0
    tokens: int = 0
    money: float | None = None
    seconds: float = 0.0
    last: EpisodeRecord | None = None
    stopped: str = ""

    @property
    def left(self) -> float | None:
        """Estimated seconds until its end; None before an episode has ended."""
        return self.seconds / self.now * (self.total - self.done) if self.now else None

    @property
    def whole_cost(self) -> float | None:
        """Estimated price of all episodes; None if no prices are known or no episode has ended."""
        return None if self.money is None or not self.done else self.money / self.done * self.total


@dataclass(slots=True)
class Account:
    """Keeps the progress up to date, and decides when to stop.

    Attributes:
        prices: Prices of the policies' tokens, by id.
        budget: Limits of the spending.
        failures: See `crab_gym.experiments.evaluate.evaluate`.
        progress: The progress of the chosen episodes.
        chosen: Task, seed and policy id of these.
        report: Called with the progress whenever an episode has ended.
        paid: Number of tokens in the budget's sense: with a resumed run's other episodes, without a cache's.
        elsewhere_money: The price of these other episodes.
        started: The time of its start, see `time.monotonic`.
        failed: Number of the last episodes in a row that the model failed, by policy id.
        kept: The attempts that a resumed run had already.
        made: The attempts of this run that have been added.
        waiting: Attempts that are recorded and may be followed by another.
    """

    prices: Mapping[str, PolicyPrices]
    budget: Budget | None
    failures: int
    progress: Progress
    chosen: Set[tuple[str, int, str]]
    report: Callable[[Progress], None] | None = None
    paid: int = 0
    elsewhere_money: float = 0.0
    started: float = field(default_factory=time.monotonic)
    failed: dict[str, int] = field(default_factory=dict)
    kept: set[tuple[str, int, str, int]] = field(default_factory=set)
    made: set[tuple[str, int, str, int]] = field(default_factory=set)
    waiting: dict[tuple[str, int, str], EpisodeRecord] = field(default_factory=dict)

    def before(self, attempts: Sequence[EpisodeRecord]) -> None:
        """Adds the spending of a resumed run."""
        for record in attempts:
            self.kept.add(_attempt(record))
            if (record.task, record.seed, record.policy_id) in self.chosen:
                self.charge(record)
            else:
                prices = self.prices.get(record.policy_id)
                self.paid += _paid(record)
                self.elsewhere_money += cost(record, prices) if prices is not None else 0.0

    def attempt(self, record: EpisodeRecord) -> None:
        """Adds a recorded attempt, which ends its episode or is followed by another attempt."""
        self.made.add(_attempt(record))
        self.waiting[record.task, record.seed, record.policy_id] = record
        self.charge(record)

    def charge(self, record: EpisodeRecord) -> None:
        """Adds the spending of an attempt."""
        progress = self.progress
        progress.tokens += record.tokens
        self.paid += _paid(record)
        prices = self.prices.get(record.policy_id)
        if prices is not None:
            progress.money = (progress.money or 0.0) + cost(record, prices)

    def add(self, record: EpisodeRecord, done: int, total: int) -> None:
        """Adds an episode that has ended, or had ended before, and reports the progress."""
        progress = self.progress
        self.waiting.pop((record.task, record.seed, record.policy_id), None)
        progress.done, progress.total, progress.last = done, total, record
        progress.seconds = time.monotonic() - self.started
        if not record.score().is_error:
            progress.scored += 1
            progress.solved += record.success
        if _attempt(record) not in self.kept:
            progress.now += 1
            self._stop_after(record)
        if self.report is not None:
            self.report(progress)

    def _stop_after(self, record: EpisodeRecord) -> None:
        progress = self.progress
        if record.error_kind == "budget":
            progress.stopped = progress.stopped or record.error
        in_a_row = self.failed.get(record.policy_id, 0) + 1 if record.error_kind == "model" else 0
        self.failed[record.policy_id] = in_a_row
        if self.failures and in_a_row >= self.failures and not progress.stopped:
            progress.stopped = f"the model of {record.policy} failed {in_a_row} episodes in a row: {record.error}"

    def interrupt(self, recorded: Sequence[EpisodeRecord]) -> None:
        """Ends the episodes that were waiting for another attempt: their last one, an error, is now the result.

        Args:
            recorded: The attempts in the run's folder. The interrupt may have come when one had just been written.
        """
        for record in recorded:
            if _attempt(record) not in self.kept | self.made:
                self.attempt(record)
        for record in list(self.waiting.values()):
            self.add(record, self.progress.done + 1, self.progress.total)

    def halt(self) -> bool:
        """Returns whether no more episodes are to be started."""
        progress, budget = self.progress, self.budget
        if budget is not None and not progress.stopped:
            spent = budget.spent
            values = {
                "tokens": max(spent.tokens, self.paid),
                "calls": spent.calls,
                "money": max(spent.money, self.elsewhere_money + (progress.money or 0.0)),
            }
            for what, value in values.items():
                limit = budget.limits[what]
                if limit is not None and value >= limit:
                    progress.stopped = f"the budget of {what} is spent: {value:g} of {limit:g}"
        return bool(progress.stopped)
