"""Write two purchases that a text message lists into Expenses, and delete an entry that is there twice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add, may_remove, no_other
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.expense.moves import add_expense, categorise, delete_expense
from crab_tasks.kits.android.expense.state import (
    CATEGORIES,
    Expense,
    expense_count,
    expense_of,
    expenses_are,
    money,
    only_expenses,
)
from crab_tasks.kits.android.pages import replace_text
from crab_tasks.kits.moves import launch, nothing_more, tap
from crab_tasks.kits.state import app_opened

GAMES = ("Museum tickets", "Puppet theatre", "Mini golf", "Aquarium")
TRIPS = ("Ferry crossing", "Night bus", "Bicycle hire", "Cable car")
TWICE = ("Chess set", "Rye bread", "Wool scarf", "Desk lamp")
OTHERS = (
    Expense("Chess set", 2490, "Entertainment"), Expense("Rye bread", 385, "Food"),
    Expense("Greengrocer", 2140, "Food"), Expense("Wool scarf", 3250, "Clothes"),
    Expense("Desk lamp", 4175, "Housing"), Expense("Eye drops", 690, "Health Care"),
)  # fmt: skip


def bought(params: Params) -> tuple[Expense, Expense]:
    """Returns the purchases of the message."""
    return Expense(params.game, params.first, "Entertainment"), Expense(params.trip, params.second, "Transportation")


def twice(params: Params) -> Expense:
    """Returns the entry that is there twice; one of the others has its name, and another amount."""
    return Expense(params.twice, params.second + 205, "Social")


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Replaces the entries of Expenses, one of them twice, and delivers the message after another one."""
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    others = list(OTHERS)
    rng.shuffle(others)
    only_expenses(phone, [*others[:2], twice(params), twice(params), *others[2:]], rng)
    phone.add_message(params.phone, f"I paid for the tea, {money(params.first + 10)}, it's on me", age=180_000)
    first, second = (f"{one.name} {money(one.amount)} ({one.category})" for one in bought(params))
    phone.add_message(params.phone, f"Paid for you today: {first}, {second}. No hurry!", age=600)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The message is looked up, then both purchases, then their categories; beside it the deletion."""
    first, second = bought(params)
    after = ("messages_open",)
    one, two = (check(expense_count, name=row.name, amount=row.amount, count=1) for row in (first, second))
    left = check(expense_count, name=params.twice, amount=twice(params).amount, count=1)
    categories = check(expense_of, expenses=(first, second))
    everything = check(expenses_are, expenses=(*OTHERS, twice(params), first, second), newest=(first, second))
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(id="first_noted", device="android", app="expense", evaluator=one, after=after),
        Checkpoint(id="second_noted", device="android", app="expense", evaluator=two, after=after),
        Checkpoint(
            id="sorted_in", device="android", app="expense", evaluator=categories, after=("first_noted", "second_noted")
        ),
        Checkpoint(id="deleted", device="android", app="expense", evaluator=left),
        Checkpoint(
            id="all_right", device="android", app="expense", evaluator=everything, after=("sorted_in", "deleted")
        ),
    ]


def footprint(params: Params) -> Footprint:
    """Two new entries, and one of the two that are alike; all others stay as they are."""
    return [
        *[
            may_add("android", "expense", most=1, name=row.name, amount=row.amount, category=CATEGORIES[row.category])
            for row in bought(params)
        ],
        may_remove("android", "expense", most=1, name=params.twice, amount=twice(params).amount),
        no_other("android", "expense"),
    ]


def note_first(params: Params, look: Look) -> Iterator[Action]:
    """Adds the first purchase."""
    yield from add_expense(look, bought(params)[0])


def note_second(params: Params, look: Look) -> Iterator[Action]:
    """Adds the second purchase."""
    yield from add_expense(look, bought(params)[1])


def sort_in(params: Params, look: Look) -> Iterator[Action]:
    """Gives both their categories."""
    for one in bought(params):
        yield from categorise(look, one)


def delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes one of the two entries that are alike."""
    yield from delete_expense(look, params.twice, twice(params).amount)


def added(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the message, and adds both purchases with their categories."""
    yield action("android", "open_app", name="Messages")
    for one in bought(params):
        yield from add_expense(look, one, category=True)


def both_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes both entries that are alike."""
    yield from delete(params, look)
    yield from delete(params, look)
    yield from added(params, look)


def other_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the entry that has only the name in common with them."""
    yield from added(params, look)
    amount = next(one.amount for one in OTHERS if one.name == params.twice)
    yield from delete_expense(look, params.twice, amount)


def older_message(params: Params, look: Look) -> Iterator[Action]:
    """Adds the purchase of the older message, too."""
    yield from add_expense(look, Expense("Tea", params.first + 10, "Food"))
    yield from added(params, look)
    yield from delete(params, look)


def with_categories(params: Params, look: Look) -> Iterator[Action]:
    """Deletes first, and adds each purchase with its category at once."""
    yield from delete(params, look)
    yield from added(params, look)


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Adds the second purchase with another amount, and corrects it."""
    first, second = bought(params)
    yield action("android", "open_app", name="Messages")
    yield from add_expense(look, second._replace(amount=second.amount + 1), category=True)
    yield tap(look, text=second.name, role="list_item")
    yield from replace_text(look, "Amount", money(second.amount))
    yield tap(look, text="Save")
    yield from add_expense(look, first, category=True)
    yield from delete(params, look)


TASK = Task(
    name="android.log_expenses",
    description=(
        "{name} has sent a text message to the phone about what they paid for me today. Add both purchases to "
        "Expenses, each as an entry with the name, amount and category given in the message. Also, one entry was made "
        "twice by mistake, with the same name and amount: delete one of the two. Leave all other entries as they are."
    ),
    devices=("android",),
    parameters={
        "name": person("Mina Grau"),
        "phone": phone_number("+1 555 0164"),
        "game": choice(GAMES, type="expense"),
        "trip": choice(TRIPS, type="expense"),
        "first": integer(1205, 3995, 2450),
        "second": integer(405, 1180, 780),
        "twice": choice(TWICE, type="expense"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "messages_open": launch("Messages"),
        "first_noted": note_first,
        "second_noted": note_second,
        "sorted_in": sort_in,
        "deleted": delete,
        "all_right": nothing_more,
    },
    footprint=footprint,
    alternatives={"with_categories": with_categories, "corrected": corrected},
    near_misses={"both_deleted": both_deleted, "other_deleted": other_deleted, "older_message": older_message},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("expense", "messages", "form"),
)
