"""Expenses: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import states
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.expense.moves import add_expense
from crab_tasks.kits.android.expense.state import DAY, EXPENSES, Expense, cents_of, expense_noted, plant_entry
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, as_typed, phrase

__all__ = ["ADD", "AMOUNT"]


def _expenses_open(params: Params) -> Sequence[Checkpoint]:
    """Expenses is in front."""
    return [app_opened("expense", "expenses_open")]


def _open_expenses(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Expenses", "fb_add")


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
        app_opened("expense", "expenses_open"),
        Checkpoint("noted", "android", "expense", expense_noted, right, after=("expenses_open",)),
    ]


def _may_note(params: Params) -> Footprint:
    right = same_value(params.kinds["title"], params.title)
    return [may_add("android", "expense", most=1, name=right)]


def _note(params: Params, look: Look) -> Iterator[Action]:
    yield from add_expense(look, Expense(as_typed(params, "title"), cents_of(params.amount), "Others"))


def _note_with_category(params: Params, look: Look) -> Iterator[Action]:
    yield from add_expense(look, Expense(as_typed(params, "title"), cents_of(params.amount), "Social"), category=True)


def _note_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Types another amount first, and corrects it in the entry."""
    yield from add_expense(look, Expense(as_typed(params, "title"), cents_of(params.amount) + 10, "Others"))
    yield from scroll_to(look, as_typed(params, "title"))
    yield tap(look, text=as_typed(params, "title"), role="list_item")
    yield from replace_text(look, "Amount", params.amount)
    yield tap(look, text="Save")


def _note_as_income(params: Params, look: Look) -> Iterator[Action]:
    """Enters the amount in the category of income."""
    yield from add_expense(look, Expense(as_typed(params, "title"), cents_of(params.amount), "Income"), category=True)


def _note_too_much(params: Params, look: Look) -> Iterator[Action]:
    """Enters ten times the amount."""
    yield from add_expense(look, Expense(as_typed(params, "title"), cents_of(params.amount) * 10, "Others"))


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
    pairs = [(as_typed(params, "title"), params.amount), (f"{as_typed(params, 'title')} (2)", params.other)]
    rng.shuffle(pairs)
    for name, paid in pairs:
        plant_entry(phone, Expense(name, cents_of(paid), "Others"), phone.now() - DAY * rng.randint(1, 3))


def _see_entry(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the entry in the list."""
    yield from _open_expenses(params, look)
    yield from scroll_to(look, as_typed(params, "title"))


def _open_entry(params: Params, look: Look) -> Iterator[Action]:
    """Opens the entry."""
    yield from _open_expenses(params, look)
    yield from open_row(look, as_typed(params, "title"))


def _search_entry(params: Params, look: Look) -> Iterator[Action]:
    """Searches the entry by its name, and leaves the search."""
    yield from _open_expenses(params, look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=as_typed(params, "title"))
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
