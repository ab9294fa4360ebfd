"""Expenses: evaluators, setups, moves and sub-tasks."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_gym.task.types import Value, states, typed
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import amount, phrase

__all__ = [
    "ADD", "AMOUNT", "CATEGORIES", "EXPENSES", "Expense", "add_expense", "categorise", "cents_of",
    "delete_expense", "expense_count", "expense_noted", "expense_of", "expenses_are", "money", "only_expenses",
    "plant_entry",
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


def expense_noted(state: State, answer: str | None, kind: str, name: Value, amount: str) -> bool:
    """Exactly one entry has this name, and it is spending of this amount.

    Args:
        state: The devices' states.
        answer: Not used.
        kind: The type of the name's value.
        name: The name.
        amount: The amount, such as "12.40".
    """
    found = [row for row in _expenses(state) if states(kind, row[0], name)]
    return len(found) == 1 and found[0][1] == cents_of(amount) and found[0][2] != CATEGORIES["Income"]


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


def plant_entry(phone: Setup, entry: Expense, moment: float) -> None:
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


def _expenses_open(params: Params) -> Sequence[Checkpoint]:
    """Expenses is in front."""
    front = {"device": "android", "app": "expense"}
    return [Checkpoint("expenses_open", "android", "expense", app_in_front, front, hold=False)]


def _open_expenses(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Expenses", "fb_add")


def _name(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _none_so_named(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Removes entries of the name."""
    phone = devices["android"]
    rows = phone.table(EXPENSES, "expense")
    kept = [row for row in rows if not states(params.kinds["title"], str(row["name"] or ""), params.title)]
    if len(kept) < len(rows):
        phone.set_table(EXPENSES, "expense", kept)


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then the entry, and no other one of its name."""
    right = {"kind": params.kinds["title"], "name": params.title, "amount": params.amount}
    return [
        *_expenses_open(params),
        Checkpoint("noted", "android", "expense", expense_noted, right, after=("expenses_open",)),
    ]


def _may_note(params: Params) -> Footprint:
    right = same_value(params.kinds["title"], params.title)
    return [may_add("android", "expense", most=1, name=right)]


def _note(params: Params, look: Look) -> Iterator[Action]:
    yield from add_expense(look, Expense(_name(params), cents_of(params.amount), "Others"))


def _note_with_category(params: Params, look: Look) -> Iterator[Action]:
    yield from add_expense(look, Expense(_name(params), cents_of(params.amount), "Social"), category=True)


def _note_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Types another amount first, and corrects it in the entry."""
    yield from add_expense(look, Expense(_name(params), cents_of(params.amount) + 10, "Others"))
    yield from scroll_to(look, _name(params))
    yield tap(look, text=_name(params), role="list_item")
    yield from replace_text(look, "Amount", params.amount)
    yield tap(look, text="Save")


def _note_as_income(params: Params, look: Look) -> Iterator[Action]:
    """Enters the amount in the category of income."""
    yield from add_expense(look, Expense(_name(params), cents_of(params.amount), "Income"), category=True)


def _note_too_much(params: Params, look: Look) -> Iterator[Action]:
    """Enters ten times the amount."""
    yield from add_expense(look, Expense(_name(params), cents_of(params.amount) * 10, "Others"))


_THINGS = ("Ferry", "Museum", "Picnic", "Garden", "Workshop", "Sailing", "Theatre", "Bakery")
_USES = ("tickets", "things", "supplies", "deposit", "fee")

ADD = SubTask(
    name="expenses.add",
    device="android",
    app="expense",
    says="record an expense of {amount} in the phone's Expenses app, and name it {title}",
    steps="on the phone, open Expenses, tap Add expense, type {amount} as the amount and {title} as the name, and save",
    inputs={"amount": amount("12.40"), "title": phrase(_THINGS, _USES, "Ferry tickets")},
    keys=("title",),
    setup=_none_so_named,
    checkpoints=_noted,
    oracle={"expenses_open": _open_expenses, "noted": _note},
    footprint=_may_note,
    alternatives={"with_category": _note_with_category, "corrected": _note_corrected},
    near_misses={"as_income": _note_as_income, "too_much": _note_too_much},
    backends=("sim", "adb"),
    tags=("expense", "form"),
)


def _two_entries(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The entry, and one whose name begins like its own."""
    _none_so_named(devices, params, rng)
    phone = devices["android"]
    pairs = [(_name(params), params.amount), (f"{_name(params)} (2)", params.other)]
    rng.shuffle(pairs)
    for name, paid in pairs:
        plant_entry(phone, Expense(name, cents_of(paid), "Others"), phone.now() - _DAY * rng.randint(1, 3))


def _see_entry(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the entry in the list."""
    yield from _open_expenses(params, look)
    yield from scroll_to(look, _name(params))


def _open_entry(params: Params, look: Look) -> Iterator[Action]:
    """Opens the entry."""
    yield from _open_expenses(params, look)
    yield from open_row(look, _name(params))


def _search_entry(params: Params, look: Look) -> Iterator[Action]:
    """Searches the entry by its name, and leaves the search."""
    yield from _open_expenses(params, look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=_name(params))
    yield tap(look, description="Close search")


AMOUNT = SubTask(
    name="expenses.amount",
    device="android",
    app="expense",
    says="look up the amount of the expense whose name is {title} in the phone's Expenses app",
    steps="on the phone, open Expenses, find the expense whose name is {title} in the list and read its amount",
    refers="the amount of the phone's expense whose name is {title}",
    inputs={"title": phrase(_THINGS, _USES, "Garden supplies")},
    hidden={"amount": amount("23.75"), "other": amount("18.20")},
    output="amount",
    produce=lambda params: str(params.amount),
    keys=("title",),
    setup=_two_entries,
    checkpoints=_expenses_open,
    oracle={"expenses_open": _see_entry},
    alternatives={"opened": _open_entry, "searched": _search_entry},
    backends=("sim", "adb"),
    tags=("expense",),
)
