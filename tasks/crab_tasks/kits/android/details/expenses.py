"""Expenses: a sub-task that tells when money was spent."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_tasks.kits.android.details.words import as_typed
from crab_tasks.kits.android.entries.expenses import search_entry
from crab_tasks.kits.android.expenses import Expense, plant_entry
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import day

__all__ = ["DAY"]

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
    produce=lambda params: str(params.day),
    keys=("title",),
    setup=_two_entries,
    checkpoints=lambda params: [app_opened("expense", "expenses_open")],
    oracle={"expenses_open": _open_entry},
    alternatives={"in_the_list": _see_entry, "searched": _search_entry},
    backends=("sim", "adb"),
    tags=("expense",),
)
