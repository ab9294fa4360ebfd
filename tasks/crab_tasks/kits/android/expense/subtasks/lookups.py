"""Expenses: sub-tasks that tell when money was spent, and how much on one category."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_tasks.kits.android.expense.entries import search_entry
from crab_tasks.kits.android.expense.state import CATEGORIES, EXPENSES, Expense, cents_of, money, plant_entry
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, as_typed, day

__all__ = ["DAY", "SPENT_ON"]

_FIRST, _LAST = date(2025, 1, 4), date(2025, 12, 20)


def _two_entries(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The entry, and one whose name begins like its own."""
    name = as_typed(params, "title")
    for each, iso in ((name, params.day), (f"{name} (2)", params.other)):
        moment = datetime.fromisoformat(iso).replace(tzinfo=UTC, hour=rng.randint(8, 18)).timestamp()
        plant_entry(devices["android"], Expense(each, rng.randint(300, 9900), "Housing"), moment)


def _open_entry(params: Params, look: Look) -> Iterator[Action]:
    """Opens the entry, which has its date."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from open_row(look, as_typed(params, "title"))


def _see_entry(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the entry in the list, where it stands below its day."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from scroll_to(look, as_typed(params, "title"))


def _search_entry(params: Params, look: Look) -> Iterator[Action]:
    """Searches the entry, and opens it."""
    yield from search_entry(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))


DAY = SubTask(
    name="expenses.day",
    device="android",
    app="expense",
    says="look up the day of the expense whose name is {title} in the phone's Expenses app",
    steps="on the phone, open Expenses, tap the expense whose name is {title} in the list and read its date",
    refers="the day of the phone's expense whose name is {title}",
    inputs={"title": short_line("Repair the heavy door")},
    hidden={"day": day("2025-06-21", _FIRST, _LAST), "other": day("2025-04-09", _FIRST, _LAST)},
    output="date",
    called="day of the expense",
    produce=lambda params: str(params.day),
    keys=("title",),
    setup=_two_entries,
    checkpoints=lambda params: [app_opened("expense", "expenses_open")],
    oracle={"expenses_open": _open_entry},
    alternatives={"in_the_list": _see_entry, "searched": _search_entry},
    backends=("sim", "adb"),
    tags=("expense",),
)


_BOUGHT = {
    "Clothes": ("Winter coat", "Hiking boots"), "Donation": ("Sea rescue", "Village museum"),
    "Education": ("Evening classes", "Dictionary"), "Health Care": ("New glasses", "Cough syrup"),
}  # fmt: skip


def _two_of_a_category(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Two entries are all of the category."""
    phone, category = devices["android"], CATEGORIES[params.category]
    rows = phone.table(EXPENSES, "expense")
    kept = [row for row in rows if row["category"] != category]
    if len(kept) < len(rows):
        phone.set_table(EXPENSES, "expense", kept)
    for name, paid in zip(_BOUGHT[params.category], (params.first, params.second), strict=True):
        moment = phone.now() - 86_400 * rng.randint(2, 60)
        plant_entry(phone, Expense(name, cents_of(paid), params.category), moment)


def _choose(look: Look, chosen: str, category: str) -> Iterator[Action]:
    """Chooses the category of which the entries are listed."""
    yield tap(look, text=chosen)
    yield from scroll_to(look, category, role="list_item")
    yield tap(look, text=category, role="list_item")


def _filter(params: Params, look: Look) -> Iterator[Action]:
    """Lists the entries of the category, then those of all categories again."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from _choose(look, "All categories", params.category)
    yield from _choose(look, params.category, "All categories")


def _filter_twice(params: Params, look: Look) -> Iterator[Action]:
    """Lists the entries of another category first."""
    yield from open_first_page(look, "Expenses", "fb_add")
    other = next(name for name in _BOUGHT if name != params.category)
    for chosen, category in (
        ("All categories", other), (other, params.category), (params.category, "All categories"),
    ):  # fmt: skip
        yield from _choose(look, chosen, category)


def _add_up(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the entries in the list, and adds their amounts up."""
    yield from open_first_page(look, "Expenses", "fb_add")
    for name in _BOUGHT[params.category]:
        yield from scroll_to(look, name)


SPENT_ON = SubTask(
    name="expenses.spent_on",
    device="android",
    app="expense",
    says="look up how much was spent altogether in the category {category} in the phone's Expenses app",
    steps="on the phone, open Expenses, tap All categories, choose {category}, and read how much was spent altogether",
    refers="the total of the phone's expenses in the category {category}",
    inputs={"category": choice(tuple(_BOUGHT), "Education")},
    hidden={"first": amount("24.60"), "second": amount("37.85")},
    output="amount",
    called="total",
    produce=lambda params: money(cents_of(params.first) + cents_of(params.second)),
    setup=_two_of_a_category,
    checkpoints=lambda params: [app_opened("expense", "expenses_open")],
    oracle={"expenses_open": _filter},
    alternatives={"added_up": _add_up, "other_first": _filter_twice},
    backends=("sim", "adb"),
    tags=("expense",),
)
