"""Data of the Expenses app: entries and categories, amounts, seeded entries, the database.

State: slice ``"expenses"``, a tuple of `ExpenseRow` by id.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import money as content_money
from crab_sim.engines.days import DAY, month_of
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, Tables
from crab_sim.ui.theme import Color

__all__ = [
    "CATEGORIES", "DATABASE", "INCOME", "Category", "ExpenseRow", "Rows", "Totals", "cents", "day_of_row", "matching",
    "money", "seed", "totals",
]  # fmt: skip


class Category(NamedTuple):
    """A category of expenses."""

    name: str
    icon: str
    color: Color


CATEGORIES: Final[Mapping[int, Category]] = {
    1: Category("Others", "label", (96, 108, 122)),
    2: Category("Income", "money", (30, 126, 70)),
    3: Category("Food", "food", (200, 86, 20)),
    4: Category("Housing", "home", (72, 88, 184)),
    5: Category("Social", "people", (168, 54, 128)),
    6: Category("Entertainment", "ticket", (126, 66, 178)),
    7: Category("Transportation", "bus", (14, 118, 140)),
    8: Category("Clothes", "shirt", (150, 100, 20)),
    9: Category("Health Care", "medical", (196, 44, 60)),
    10: Category("Education", "book", (40, 100, 170)),
    11: Category("Donation", "gift", (110, 84, 60)),
}
INCOME: Final = 2
"""The category whose amounts are income rather than spending."""


class ExpenseRow(NamedTuple):
    """One entry: `amount` in cents, `created` (its day) and `modified` in milliseconds since 1970."""

    id: int
    name: str
    amount: int
    category: int = 1
    note: str = ""
    created: int = 0
    modified: int = 0


Rows = tuple[ExpenseRow, ...]

EXPENSES: Final = Slice[Rows]("expenses")


class Totals(NamedTuple):
    """Sums of some entries, in cents."""

    income: int
    spent: int


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 15 to 25 entries of the last ten weeks, two of them income; some have the same name."""
    made: list[tuple[int, str, int, int]] = []
    for _ in range(rng.randrange(13, 24)):
        name, category, low, high = rng.choice(content_money.EXPENSES)
        made.append((_moment(rng, now), name, rng.randrange(low, high), category))
    for name in rng.sample(("Salary", "Tax refund", "Sold the old bicycle", "Lessons given"), 2):
        made.append((_moment(rng, now), name, rng.randrange(4000, 240_000, 100), INCOME))
    made.sort()
    rows = []
    for i, (when, name, amount, category) in enumerate(made):
        note = rng.choice(content_money.EXPENSE_NOTES) if rng.random() < 0.4 else ""
        rows.append(ExpenseRow(i + 1, name, amount, category, note, when, when))
    return tuple(rows)


def _moment(rng: random.Random, now: float) -> int:
    return int(now - rng.random() ** 1.4 * 70 * DAY) // 60 * 60_000


_AMOUNT = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{0,2}))?|[.,]([0-9]{1,2})")


def cents(text: str) -> int | None:
    """Parses a typed amount into cents; None if it makes no sense or is zero.

    >>> cents("12.5"), cents("1,05"), cents("-3"), cents("0")
    (1250, 105, None, None)
    """
    match = _AMOUNT.fullmatch(text.strip().removeprefix("$").strip())
    if match is None:
        return None
    fraction = (match[2] or match[3] or "").ljust(2, "0")
    return int(match[1] or 0) * 100 + int(fraction) or None


def money(amount: int) -> str:
    """Returns an amount in cents as text.

    >>> money(123456), money(-5)
    ('$1,234.56', '-$0.05')
    """
    return f"{'-' if amount < 0 else ''}${abs(amount) // 100:,}.{abs(amount) % 100:02}"


def day_of_row(row: ExpenseRow) -> int:
    """Returns an entry's day, counted from 1970."""
    return row.created // (DAY * 1000)


@lru_cache(maxsize=64)
def matching(rows: Rows, month: int | None, category: int = 0, query: str = "") -> Rows:
    """Returns the entries that match a filter, newest first.

    Args:
        rows: All entries.
        month: The month, None for all.
        category: The category, 0 for all.
        query: Text that the name or note contains.
    """
    wanted = query.strip().casefold()
    kept = [
        row
        for row in rows
        if (month is None or month_of(day_of_row(row)) == month)
        and category in (0, row.category)
        and (wanted in row.name.casefold() or wanted in row.note.casefold())
    ]
    return tuple(sorted(kept, key=lambda row: (-row.created, -row.id)))


def totals(rows: Iterable[ExpenseRow]) -> Totals:
    """Returns the income and spending of some entries."""
    income = spent = 0
    for row in rows:
        if row.category == INCOME:
            income += row.amount
        else:
            spent += row.amount
    return Totals(income, spent)


_SCHEMA = """
CREATE TABLE expense (
    expense_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT,
    amount INTEGER NOT NULL,
    category INTEGER NOT NULL,
    note TEXT,
    created_date INTEGER NOT NULL,
    modified_date INTEGER NOT NULL
);
"""


def _dump(rows: Rows) -> Dump:
    return {"expense": rows}


def _load(tables: Tables) -> tuple[Rows]:
    rows = [
        ExpenseRow(
            int(row["expense_id"]), str(row["name"] or ""), int(row["amount"]),
            int(row["category"]) if int(row["category"]) in CATEGORIES else 1, str(row["note"] or ""),
            int(row["created_date"]), int(row["modified_date"]),
        )
        for row in tables["expense"]
    ]  # fmt: skip
    return (tuple(rows),)


DATABASE = Database("/data/data/com.arduia.expense/databases/accounting.db", (EXPENSES,), _SCHEMA, _dump, _load)
