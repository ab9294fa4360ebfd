"""The calculations that the phone's Calculator app remembers: slice ``"calculations"``."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from crab_sim.engines.arithmetic import evaluate, show
from crab_sim.machine.slices import Slice

__all__ = ["CALCULATIONS", "CalculationRow", "Rows", "seed"]


class CalculationRow(NamedTuple):
    """A finished calculation; `date` in seconds since 1970."""

    id: int
    formula: str
    result: str
    date: float


Rows = tuple[CalculationRow, ...]

CALCULATIONS: Final = Slice[Rows]("calculations", volatile="a history")


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 3 to 6 calculations of the last days."""
    dates = sorted(now - rng.random() * 400_000 - 600 for _ in range(rng.randrange(3, 7)))
    rows = []
    for i, date in enumerate(dates):
        price, count = rng.randrange(199, 9999) / 100, rng.randrange(2, 40)
        other, share = rng.randrange(100, 9000) / 100, rng.choice((5, 10, 15, 20))
        formula = rng.choice((f"{price}×{count}", f"{price}−{share}%", f"{price}÷{count}", f"{price}+{other}"))
        rows.append(CalculationRow(i + 1, formula, show(evaluate(formula)), float(int(date))))
    return tuple(rows)
