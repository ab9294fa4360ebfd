"""Budgets of models: limits of tokens, calls and money."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.agents.chat import BudgetSpent, ModelError, Tokens
from crab_gym.agents.models.names import name_of

__all__ = ["Budget", "Prices", "Spent"]


class Prices(NamedTuple):
    """The price of a million tokens, in any currency.

    Attributes:
        prompt: Price of tokens sent to the model.
        completion: Price of tokens in its answers.
    """

    prompt: float
    completion: float

    def of(self, tokens: Tokens) -> float:
        """Returns the price of some tokens.

        >>> Prices(2.5, 10).of(Tokens(1_000_000, 100_000))
        3.5
        """
        return (self.prompt * tokens.prompt + self.completion * tokens.completion) / 1e6


class Spent(NamedTuple):
    """An amount that was spent.

    Attributes:
        tokens: Number of tokens, as the servers counted them.
        calls: Number of answers.
        money: Their price; 0 if no prices are known.
    """

    tokens: int = 0
    calls: int = 0
    money: float = 0.0


class Budget:
    """Limits that models in several threads share; with a file, also models in several processes, and across restarts.

    No call begins once a limit is reached. The price of a call is only known at its end, so calls under way at that
    moment may exceed the limits of tokens and money. The limit of calls is exact if the budget has no file. Answers
    from a cache cost nothing.

    Args:
        tokens: Maximum number of tokens, sent and answered together; None for no limit.
        calls: Maximum number of answers.
        money: Maximum price; needs prices.
        prices: Prices for all models, or a mapping from models' names, as `make_model` takes them, to prices; the key
            ``""`` stands for all other models.
        path: A file that keeps the amounts spent.

    Raises:
        ValueError: A limit is below 0, money is limited without prices, or a name has an invalid server address.

    Example:
        >>> budget = Budget(money=5.0, prices={"openai:gpt-4o": Prices(2.5, 10.0)})
        >>> budget.charge("openai:gpt-4o", Tokens(1000, 100))
        >>> budget.spent
        Spent(tokens=1100, calls=1, money=0.0035)
    """

    def __init__(
        self,
        tokens: int | None = None,
        calls: int | None = None,
        money: float | None = None,
        prices: Prices | Mapping[str, Prices] | None = None,
        path: str | Path | None = None,
    ) -> None:
        for name, limit in (("tokens", tokens), ("calls", calls), ("money", money)):
            if limit is not None and not limit >= 0:
                raise ValueError(f"the budget's {name} is {limit!r}; expected a number from 0, or None")
        if money is not None and prices is None:
            raise ValueError(
                "a budget of money needs prices: Budget(money=5.0, prices=Prices(prompt=2.5, completion=10.0)), for a "
                "million tokens"
            )
        self.limits: Mapping[str, float | None] = {"tokens": tokens, "calls": calls, "money": money}
        self._prices = (
            {name_of(name): price for name, price in prices.items()} if isinstance(prices, Mapping) else prices
        )
        self._path = Path(path).absolute() if path is not None else None
        self._spent = Spent()
        self._begun = 0
        self._read = 0
        self._lock = threading.Lock()

    @property
    def spent(self) -> Spent:
        """The amount spent so far."""
        with self._lock:
            self._catch_up()
            return self._spent

    def require_price(self, name: str) -> None:
        """Checks that the price of a model is known if money is limited.

        Raises:
            ModelError: It isn't.
        """
        if self.limits["money"] is not None and self._price(name) is None:
            raise ModelError(f"the budget of money has no price of the model {name!r}; add it to its prices")

    def begin(self, name: str) -> None:
        """Counts a call that is about to begin.

        Raises:
            BudgetSpent: A limit is reached.
            ModelError: Money is limited, and the model's price isn't known.
        """
        self.require_price(name)
        with self._lock:
            self._catch_up()
            under_way = self._spent._replace(calls=self._spent.calls + self._begun)
            for what, spent in under_way._asdict().items():
                limit = self.limits[what]
                if limit is not None and spent >= limit:
                    used = getattr(self._spent, what)
                    raise BudgetSpent(f"the budget of {what} is spent: {used:g} of {limit:g}")
            self._begun += 1

    def give_up(self) -> None:
        """Discounts a call that began and has no answer."""
        with self._lock:
            self._begun -= 1

    def charge(self, name: str, tokens: Tokens) -> None:
        """Adds the price of an answer.

        Raises:
            ModelError: The budget's file can't be written.
        """
        price = self._price(name)
        spent = Spent(tokens.total, 1, price.of(tokens) if price else 0.0)
        with self._lock:
            self._begun = max(0, self._begun - 1)
            if self._path is None:
                self._add(spent)
                return
            line = json.dumps({"model": name, **spent._asdict()})
            try:
                with self._path.open("ab", buffering=0) as file:  # one write, so that no other process's gets between
                    file.write(f"\n{line}\n".encode())  # the line before it may have been cut off
                self._catch_up()
            except OSError as error:
                raise ModelError(f"what was spent can't be kept in {self._path}: {error.strerror}") from error

    def _price(self, name: str) -> Prices | None:
        if not isinstance(self._prices, Mapping):
            return self._prices
        return self._prices.get(name_of(name), self._prices.get(""))

    def _add(self, spent: Spent) -> None:
        self._spent = Spent(*(a + b for a, b in zip(self._spent, spent, strict=True)))  # type: ignore[arg-type]

    def _catch_up(self) -> None:
        """Reads the lines that were added to the file."""
        if self._path is None or not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._read)
            new = file.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.splitlines():
            try:
                entry = json.loads(line)
                self._add(Spent(entry["tokens"], entry["calls"], entry["money"]))
            except (ValueError, KeyError, TypeError):  # a line that a crash cut off
                continue

    def __getstate__(self) -> dict[str, Any]:
        """Returns the state for another process; needs a file, since otherwise each process would spend the whole
        budget.
        """
        if self._path is None:
            raise TypeError("a budget that is shared by processes needs a file: Budget(..., path=...)")
        return {**self.__dict__, "_begun": 0, "_lock": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())
