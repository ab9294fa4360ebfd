"""Expenses: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.android.expense.state import Expense, money
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.moves import find, tap

__all__ = ["add_expense", "categorise", "delete_expense"]


def add_expense(look: Look, expense: Expense, category: bool = False) -> Iterator[Action]:
    """Adds an entry to Expenses, in its category or in the one that is offered."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield tap(look, rid="fb_add")
    yield from type_into(look, "Name", expense.name)
    yield from type_into(look, "Amount", money(expense.amount))
    if category:
        yield tap(look, text=expense.category)
    yield tap(look, text="Save")


def categorise(look: Look, expense: Expense) -> Iterator[Action]:
    """Gives an entry of Expenses its category."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from scroll_to(look, expense.name)
    yield tap(look, text=expense.name, role="list_item")
    yield tap(look, text=expense.category)
    yield tap(look, text="Save")


def delete_expense(look: Look, name: str, amount: int) -> Iterator[Action]:
    """Deletes the entry of Expenses that is the lowest of its name and amount on the screen."""
    yield from open_first_page(look, "Expenses", "fb_add")
    wanted = f"-${money(amount)}"
    yield from scroll_to(look, wanted)
    y = find(look, "android", wanted).center[1]
    row = next((one for one in look("android") if one.text == name and one.bounds[1] < y < one.bounds[3]), None)
    if row is None:
        raise OracleStuck(f"no entry {name!r} stands beside {wanted!r}")
    x, y = row.center
    yield action("android", "tap", x=x, y=y)
    yield tap(look, rid="delete")
    yield tap(look, text="Delete", role="button")
