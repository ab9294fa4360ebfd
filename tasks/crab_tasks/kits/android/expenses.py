"""Expenses: evaluators, setups and moves."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State

__all__ = [
    "CATEGORIES", "EXPENSES", "Expense", "add_expense", "categorise", "delete_expense", "expense_count",
    "expense_of", "expenses_are", "money", "only_expenses",
]  # fmt: skip

EXPENSES = "/data/data/com.arduia.expense/databases/accounting.db"
"""The database of the entries, in the table ``expense``; amounts in cents, times in milliseconds."""
CATEGORIES = {
    "Others": 1, "Income": 2, "Food": 3, "Housing": 4, "Social": 5, "Entertainment": 6, "Transportation": 7,
    "Clothes": 8, "Health Care": 9, "Education": 10, "Donation": 11,
}  # fmt: skip
"""The numbers of the categories of Expenses."""
_DAY = 86_400


class Expense(NamedTuple):
    """One entry of Expenses; `amount` in cents."""

    name: str
    amount: int
    category: str


def _expenses(state: State) -> list[tuple[str, int, int]]:
    rows = state["android"].table(EXPENSES, "expense")
    return [(str(row["name"] or "").strip(), row["amount"], row["category"]) for row in rows]


def expense_count(state: State, answer: str | None, name: str, amount: int, count: int) -> bool:
    """So many entries have this name and this amount."""
    return [row[:2] for row in _expenses(state)].count((name, amount)) == count


def expense_of(state: State, answer: str | None, expenses: Sequence[Expense]) -> bool:
    """Each of these is there, with its amount and category."""
    rows = _expenses(state)
    return all((one.name, one.amount, CATEGORIES[one.category]) in rows for one in expenses)


def expenses_are(state: State, answer: str | None, expenses: Sequence[Expense], newest: Sequence[Expense] = ()) -> bool:
    """The entries are exactly these, in any order.

    Args:
        state: The devices' states.
        answer: Not used.
        expenses: The entries.
        newest: Those of them that have to be of a later date than all others, and so none that was there before.
    """
    if sorted(_expenses(state)) != sorted((one.name, one.amount, CATEGORIES[one.category]) for one in expenses):
        return False
    new = {one.name for one in newest}
    dates: dict[bool, list[int]] = {True: [], False: []}
    for row in state["android"].table(EXPENSES, "expense"):
        dates[str(row["name"] or "").strip() in new].append(row["created_date"])
    return min(dates[True], default=math.inf) > max(dates[False], default=-math.inf)


def only_expenses(phone: Setup, expenses: Sequence[Expense], rng: random.Random) -> None:
    """Makes these the only entries of Expenses, the newest first: each at least an hour older than the one before.

    Those of the same name and amount that follow each other are of one day.
    """
    moment = int(phone.now()) // _DAY * _DAY - _DAY
    rows, last = [], None
    for i, one in enumerate(expenses):
        moment = (
            moment - 3600 if one == last else (moment // _DAY - rng.randint(1, 3)) * _DAY + 60 * rng.randint(900, 1300)
        )
        last = one
        rows.append(
            {"expense_id": len(expenses) - i, "name": one.name, "amount": one.amount,
             "category": CATEGORIES[one.category], "note": "", "created_date": moment * 1000,
             "modified_date": moment * 1000}
        )  # fmt: skip
    phone.set_table(EXPENSES, "expense", rows[::-1])


def money(cents: int) -> str:
    """Returns an amount as it is typed.

    >>> money(705)
    '7.05'
    """
    return f"{cents // 100}.{cents % 100:02}"


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
