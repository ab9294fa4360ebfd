"""Expenses: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line, states
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove
from crab_tasks.kits.android.expense.entries import search_entry
from crab_tasks.kits.android.expense.moves import add_expense
from crab_tasks.kits.android.expense.state import (
    CATEGORIES,
    EXPENSES,
    SECONDS_OF_DAY,
    Expense,
    cents_of,
    expense_gone,
    expense_noted,
    money,
    plant_entry,
)
from crab_tasks.kits.android.pages import open_first_page, open_row, replace_text, scroll_to
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, as_typed, day, phrase

__all__ = ["ADD", "AMOUNT", "CORRECT", "DAY", "REMOVE", "SPENT_ON"]


def _expenses_open(params: Params) -> Sequence[Checkpoint]:
    """Expenses is in front."""
    return [app_opened("expense", "expenses_open")]


def _open_expenses(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Expenses", "fb_add")


def _none_so_named(devices: Devices, params: Params, rng: random.Random) -> None:
    """Removes entries of the name."""
    phone = devices.android
    rows = phone.table(EXPENSES, "expense")
    kept = [row for row in rows if not states(params.kinds["title"], str(row["name"] or ""), params.title)]
    if len(kept) < len(rows):
        phone.set_table(EXPENSES, "expense", kept)


def _noted(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then the entry, and no other one of its name."""
    right = check(expense_noted, kind=params.kinds["title"], name=params.title, amount=params.amount)
    return [
        app_opened("expense", "expenses_open"),
        Checkpoint(id="noted", device="android", app="expense", evaluator=right, after=("expenses_open",)),
    ]


def _may_note(params: Params) -> Footprint:
    """The entry, in any category of expenses, as each has one."""
    right = same_value(params.kinds["title"], params.title)
    spent = frozenset(CATEGORIES.values()) - {CATEGORIES["Income"]}
    return [may_add("android", "expense", most=1, name=right, amount=cents_of(params.amount), category=spent)]


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


def _two_entries(devices: Devices, params: Params, rng: random.Random) -> None:
    """The entry, and one whose name begins like its own."""
    _none_so_named(devices, params, rng)
    phone = devices.android
    pairs = [(as_typed(params, "title"), params.amount), (f"{as_typed(params, 'title')} (2)", params.other)]
    rng.shuffle(pairs)
    for name, paid in pairs:
        plant_entry(phone, Expense(name, cents_of(paid), "Others"), phone.now() - SECONDS_OF_DAY * rng.randint(1, 3))


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
    remark=lambda params: "It is in dollars.",
    keys=("title",),
    setup=_two_entries,
    checkpoints=_expenses_open,
    oracle={"expenses_open": _see_entry},
    alternatives={"opened": _open_entry, "searched": _search_entry},
    backends=("sim", "adb"),
    tags=("expense",),
)

_FIRST, _LAST = date(2025, 1, 4), date(2025, 12, 20)


def _entries_of_days(devices: Devices, params: Params, rng: random.Random) -> None:
    """The entry, and one whose name begins like its own."""
    name = as_typed(params, "title")
    for each, iso in ((name, params.day), (f"{name} (2)", params.other)):
        moment = datetime.fromisoformat(iso).replace(tzinfo=UTC, hour=rng.randint(8, 18)).timestamp()
        plant_entry(devices.android, Expense(each, rng.randint(300, 9900), "Housing"), moment)


def _open_dated_entry(params: Params, look: Look) -> Iterator[Action]:
    """Opens the entry, which has its date."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from open_row(look, as_typed(params, "title"))


def _see_dated_entry(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the entry in the list, where it stands below its day."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield from scroll_to(look, as_typed(params, "title"))


def _search_dated_entry(params: Params, look: Look) -> Iterator[Action]:
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
    setup=_entries_of_days,
    checkpoints=lambda params: [app_opened("expense", "expenses_open")],
    oracle={"expenses_open": _open_dated_entry},
    alternatives={"in_the_list": _see_dated_entry, "searched": _search_dated_entry},
    backends=("sim", "adb"),
    tags=("expense",),
)


_BOUGHT = {
    "Clothes": ("Winter coat", "Hiking boots"), "Donation": ("Sea rescue", "Village museum"),
    "Education": ("Evening classes", "Dictionary"), "Health Care": ("New glasses", "Cough syrup"),
}  # fmt: skip


def _two_of_a_category(devices: Devices, params: Params, rng: random.Random) -> None:
    """Two entries are all of the category."""
    phone, category = devices.android, CATEGORIES[params.category]
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
    remark=lambda params: "It is in dollars.",
    setup=_two_of_a_category,
    checkpoints=lambda params: [app_opened("expense", "expenses_open")],
    oracle={"expenses_open": _filter},
    alternatives={"added_up": _add_up, "other_first": _filter_twice},
    backends=("sim", "adb"),
    tags=("expense",),
)


_OTHERS = ("Batteries", "Envelopes", "Light bulb", "Parking", "Tape")


def _entries_to_change(devices: Devices, params: Params, rng: random.Random) -> None:
    """The entry, one whose name begins like its own, and some others, in any order."""
    phone, name = devices.android, as_typed(params, "title")
    pairs = [(name, params.before), (f"{name} (2)", params.other)]
    pairs += [(other, f"{rng.randint(1, 9)}.05") for other in rng.sample(_OTHERS, rng.randint(3, len(_OTHERS)))]
    rng.shuffle(pairs)
    for each, paid in pairs:
        plant_entry(phone, Expense(each, cents_of(paid), "Others"), phone.now() - 86_400 * rng.randint(1, 3))


def _corrected(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then the amount."""
    right = check(expense_noted, kind=params.kinds["title"], name=params.title, amount=params.amount)
    return [
        app_opened("expense", "expenses_open"),
        Checkpoint(id="corrected", device="android", app="expense", evaluator=right, after=("expenses_open",)),
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
    setup=_entries_to_change,
    checkpoints=_corrected,
    oracle={"expenses_open": _open_expenses, "corrected": _correct},
    footprint=_may_correct,
    alternatives={"searched": _correct_found, "twice": _correct_twice},
    near_misses={"ten_times": _ten_times, "other_entry": _correct_other, "another_entry": _note},
    backends=("sim", "adb"),
    tags=("expense", "form"),
)


def _of_one_amount(devices: Devices, params: Params, rng: random.Random) -> None:
    """The entry, the only one of its amount, and one whose name begins like its own."""
    phone = devices.android
    rows = phone.table(EXPENSES, "expense")
    kept = [row for row in rows if row["amount"] != cents_of(params.before)]
    if len(kept) < len(rows):
        phone.set_table(EXPENSES, "expense", kept)
    _entries_to_change(devices, params, rng)


def _removed(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then the entry is gone."""
    name = as_typed(params, "title")
    right = check(expense_gone, name=name, amount=cents_of(params.before), kept=f"{name} (2)")
    return [
        app_opened("expense", "expenses_open"),
        Checkpoint(id="removed", device="android", app="expense", evaluator=right, after=("expenses_open",)),
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
    yield from _open_expenses(params, look)
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
    yield from _open_expenses(params, look)
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
    oracle={"expenses_open": _open_expenses, "removed": _remove},
    footprint=_may_remove,
    alternatives={"selected": _remove_selected, "searched": _remove_found},
    near_misses={"other_entry": _remove_other, "not_confirmed": _not_confirmed, "renamed": _rename},
    backends=("sim", "adb"),
    tags=("expense",),
)
