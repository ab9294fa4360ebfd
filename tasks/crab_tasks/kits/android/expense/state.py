"""Expenses: evaluators and setups."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.backends.base import PhoneSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State

__all__ = [
    "CATEGORIES",
    "EXPENSES",
    "SECONDS_OF_DAY",
    "Expense",
    "cents_of",
    "expense_count",
    "expense_gone",
    "expense_noted",
    "expense_of",
    "expenses_are",
    "money",
    "only_expenses",
    "plant_entry",
]  # fmt: skip

EXPENSES = "/data/data/com.arduia.expense/databases/accounting.db"
"""The database of the entries, in the table ``expense``; amounts in cents, times in milliseconds."""
CATEGORIES = {
    "Others": 1, "Income": 2, "Food": 3, "Housing": 4, "Social": 5, "Entertainment": 6, "Transportation": 7,
    "Clothes": 8, "Health Care": 9, "Education": 10, "Donation": 11,
}  # fmt: skip
"""The numbers of the categories of Expenses."""
SECONDS_OF_DAY = 86_400


class Expense(NamedTuple):
    """One entry of Expenses; `amount` in cents."""

    name: str
    amount: int
    category: str


def _expenses(state: State) -> list[tuple[str, int, int]]:
    rows = state.android.table(EXPENSES, "expense")
    return [(str(row["name"] or "").strip(), row["amount"], row["category"]) for row in rows]


def expense_count(state: State, name: str, amount: int, count: int) -> bool:
    """So many entries have this name and this amount."""
    return [row[:2] for row in _expenses(state)].count((name, amount)) == count


def expense_of(state: State, expenses: Sequence[Expense]) -> bool:
    """Each of these is there, with its amount and category."""
    rows = _expenses(state)
    return all((one.name, one.amount, CATEGORIES[one.category]) in rows for one in expenses)


def expenses_are(state: State, expenses: Sequence[Expense], newest: Sequence[Expense] = ()) -> bool:
    """The entries are exactly these, in any order.

    Args:
        state: The devices' states.
        expenses: The entries.
        newest: Those of them that have to be of a later date than all others, and so none that was there before.
    """
    if sorted(_expenses(state)) != sorted((one.name, one.amount, CATEGORIES[one.category]) for one in expenses):
        return False
    new = {one.name for one in newest}
    dates: dict[bool, list[int]] = {True: [], False: []}
    for row in state.android.table(EXPENSES, "expense"):
        dates[str(row["name"] or "").strip() in new].append(row["created_date"])
    return min(dates[True], default=math.inf) > max(dates[False], default=-math.inf)


def expense_noted(state: State, kind: str, name: Value, amount: str) -> bool:
    """Exactly one entry has this name, and it is spending of this amount.

    Args:
        state: The devices' states.
        kind: The type of the name's value.
        name: The name.
        amount: The amount, such as "12.40".
    """
    found = [row for row in _expenses(state) if states(kind, row[0], name)]
    return len(found) == 1 and found[0][1] == cents_of(amount) and found[0][2] != CATEGORIES["Income"]


def only_expenses(phone: PhoneSetup, expenses: Sequence[Expense], rng: random.Random) -> None:
    """Makes these the only entries of Expenses, the newest first: each at least an hour older than the one before.

    Those of the same name and amount that follow each other are of one day.
    """
    moment = int(phone.now()) // SECONDS_OF_DAY * SECONDS_OF_DAY - SECONDS_OF_DAY
    rows, last = [], None
    for i, one in enumerate(expenses):
        moment = (
            moment - 3600
            if one == last
            else (moment // SECONDS_OF_DAY - rng.randint(1, 3)) * SECONDS_OF_DAY + 60 * rng.randint(900, 1300)
        )
        last = one
        rows.append(
            {"expense_id": len(expenses) - i, "name": one.name, "amount": one.amount,
             "category": CATEGORIES[one.category], "note": "", "created_date": moment * 1000,
             "modified_date": moment * 1000}
        )  # fmt: skip
    phone.set_table(EXPENSES, "expense", rows[::-1])


def plant_entry(phone: PhoneSetup, entry: Expense, moment: float) -> None:
    """Adds an entry to Expenses, in place of those of its name.

    Args:
        phone: The phone.
        entry: The entry.
        moment: When the money was spent, in seconds since 1970.
    """
    rows = [row for row in phone.table(EXPENSES, "expense") if str(row["name"] or "").strip() != entry.name]
    when = int(moment) // 60 * 60_000
    rows.append(
        {"expense_id": 1 + max((row["expense_id"] for row in rows), default=0), "name": entry.name,
         "amount": entry.amount, "category": CATEGORIES[entry.category], "note": "", "created_date": when,
         "modified_date": when}
    )  # fmt: skip
    phone.set_table(EXPENSES, "expense", rows)


def money(cents: int) -> str:
    """Returns an amount as it is typed.

    >>> money(705)
    '7.05'
    """
    return f"{cents // 100}.{cents % 100:02}"


def cents_of(amount: str) -> int:
    """Returns an amount such as "12.40" in cents."""
    return round(float(amount) * 100)


def expense_gone(state: State, name: str, amount: int, kept: str) -> bool:
    """No entry has a name, or an amount in cents, but one has another name.

    Args:
        state: The devices' states.
        name: The name that none has.
        amount: The amount that none has, under another name either.
        kept: The name that one has.
    """
    rows = [(str(row["name"] or "").strip(), row["amount"]) for row in state.android.table(EXPENSES, "expense")]
    names = [found for found, _ in rows]
    return name not in names and amount not in [paid for _, paid in rows] and names.count(kept) == 1
