"""Expenses: sub-tasks that correct the amount of an entry, and remove one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_change, may_remove
from crab_tasks.kits.android.expense.entries import search_entry
from crab_tasks.kits.android.expense.moves import add_expense
from crab_tasks.kits.android.expense.state import EXPENSES, Expense, cents_of, expense_gone, expense_noted, plant_entry
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, as_typed

__all__ = ["CORRECT", "REMOVE"]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Expenses", "fb_add")


def _two_entries(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The entry, and one whose name begins like its own."""
    phone, name = devices["android"], as_typed(params, "title")
    pairs = [(name, params.before), (f"{name} (2)", params.other)]
    rng.shuffle(pairs)
    for each, paid in pairs:
        plant_entry(phone, Expense(each, cents_of(paid), "Others"), phone.now() - 86_400 * rng.randint(1, 3))


def _corrected(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then the amount."""
    right = {"kind": params.kinds["title"], "name": params.title, "amount": params.amount}
    return [
        app_opened("expense", "expenses_open"),
        Checkpoint("corrected", "android", "expense", expense_noted, right, after=("expenses_open",)),
    ]


def _may_correct(params: Params) -> Footprint:
    return [may_change("android", "expense", ("amount",), name=as_typed(params, "title"))]


def _retype(look: Look, paid: str) -> Iterator[Action]:
    """Types another amount into the form of the entry that is shown, and saves it."""
    yield from replace_text(look, "Amount", paid)
    yield tap(look, text="Save")


def _correct_one(look: Look, name: str, paid: str) -> Iterator[Action]:
    """Corrects the amount of an entry, if there is one of this name."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from scroll_to(look, name, role="list_item")
    if has(look, "android", name, role="list_item"):
        yield tap(look, text=name, role="list_item")
        yield from _retype(look, paid)


def _correct(params: Params, look: Look) -> Iterator[Action]:
    yield from _correct_one(look, as_typed(params, "title"), str(params.amount))


def _correct_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the entry."""
    yield from search_entry(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield from _retype(look, str(params.amount))


def _correct_twice(params: Params, look: Look) -> Iterator[Action]:
    """Types another amount first."""
    yield from _ten_times(params, look)
    yield from _correct(params, look)


def _ten_times(params: Params, look: Look) -> Iterator[Action]:
    yield from _correct_one(look, as_typed(params, "title"), f"{10 * float(params.amount):.2f}")


def _correct_other(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the entry whose name begins like the one that is meant."""
    yield from _correct_one(look, f"{as_typed(params, 'title')} (2)", str(params.amount))


def _add_another(params: Params, look: Look) -> Iterator[Action]:
    """Adds another entry of the name instead."""
    yield from add_expense(look, Expense(as_typed(params, "title"), cents_of(params.amount), "Others"))


CORRECT = SubTask(
    name="expenses.correct",
    device="android",
    app="expense",
    says="change the amount of the expense whose name is {title} in the phone's Expenses app to {amount}",
    steps="on the phone, open Expenses, tap the expense whose name is {title} in the list, type {amount} as its amount "
    "and tap Save",
    inputs={"title": short_line("Return the garden chair"), "amount": amount("31.80")},
    hidden={"before": amount("13.80"), "other": amount("47.15")},
    keys=("title",),
    setup=_two_entries,
    checkpoints=_corrected,
    oracle={"expenses_open": _open, "corrected": _correct},
    footprint=_may_correct,
    alternatives={"searched": _correct_found, "twice": _correct_twice},
    near_misses={"ten_times": _ten_times, "other_entry": _correct_other, "another_entry": _add_another},
    backends=("sim", "adb"),
    tags=("expense", "form"),
)


def _of_one_amount(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The entry, the only one of its amount, and one whose name begins like its own."""
    phone = devices["android"]
    rows = phone.table(EXPENSES, "expense")
    kept = [row for row in rows if row["amount"] != cents_of(params.before)]
    if len(kept) < len(rows):
        phone.set_table(EXPENSES, "expense", kept)
    _two_entries(devices, params, rng)


def _removed(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then the entry is gone."""
    name = as_typed(params, "title")
    right = {"name": name, "amount": cents_of(params.before), "kept": f"{name} (2)"}
    return [
        app_opened("expense", "expenses_open"),
        Checkpoint("removed", "android", "expense", expense_gone, right, after=("expenses_open",)),
    ]


def _may_remove(params: Params) -> Footprint:
    return [may_remove("android", "expense", name=as_typed(params, "title"))]


def _remove_one(look: Look, name: str, button: str = "Delete") -> Iterator[Action]:
    """Opens an entry, if there is one of this name, and deletes it or cancels."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from scroll_to(look, name, role="list_item")
    if has(look, "android", name, role="list_item"):
        yield tap(look, text=name, role="list_item")
        yield tap(look, rid="delete")
        yield tap(look, text=button, role="button")


def _remove(params: Params, look: Look) -> Iterator[Action]:
    yield from _remove_one(look, as_typed(params, "title"))


def _remove_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the entry in the list."""
    yield from _open(params, look)
    yield from scroll_to(look, as_typed(params, "title"), role="list_item")
    yield hold(look, as_typed(params, "title"), role="list_item")
    yield tap(look, rid="delete")
    yield tap(look, text="Delete", role="button")


def _remove_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the entry, and deletes it at the second try."""
    yield from _not_confirmed(params, look)
    yield from search_entry(look, as_typed(params, "title"))
    yield from open_row(look, as_typed(params, "title"))
    yield tap(look, rid="delete")
    yield tap(look, text="Delete", role="button")


def _remove_other(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the entry whose name begins like the one that is meant."""
    yield from _remove_one(look, f"{as_typed(params, 'title')} (2)")


def _not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    yield from _remove_one(look, as_typed(params, "title"), "Cancel")
    yield action("android", "press", key="back")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Gives the entry another name instead."""
    yield from _open(params, look)
    yield from open_row(look, as_typed(params, "title"))
    yield from replace_text(look, "Name", "Something else")
    yield tap(look, text="Save")


REMOVE = SubTask(
    name="expenses.remove",
    device="android",
    app="expense",
    says="delete the expense whose name is {title} from the phone's Expenses app",
    steps="on the phone, open Expenses, tap the expense whose name is {title} in the list, tap Delete, and confirm it",
    inputs={"title": short_line("Collect the spare keys")},
    hidden={"before": amount("22.90"), "other": amount("17.45")},
    keys=("title",),
    setup=_of_one_amount,
    checkpoints=_removed,
    oracle={"expenses_open": _open, "removed": _remove},
    footprint=_may_remove,
    alternatives={"selected": _remove_selected, "searched": _remove_found},
    near_misses={"other_entry": _remove_other, "not_confirmed": _not_confirmed, "renamed": _rename},
    backends=("sim", "adb"),
    tags=("expense",),
)
