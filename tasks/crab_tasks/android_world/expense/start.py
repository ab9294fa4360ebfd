"""The first checkpoint of the tasks of Expenses."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params
from crab_tasks.kits.android.expense.entries import open_expenses
from crab_tasks.kits.state import app_opened

__all__ = ["open_first", "opened"]


def opened() -> Checkpoint:
    """Returns the checkpoint that Expenses is opened."""
    return app_opened("expense", "expenses_open")


def open_first(params: Params, look: Look) -> Iterator[Action]:
    """Opens Expenses."""
    yield from open_expenses(look)
