"""AndroidWorld's tasks that delete entries of Expenses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter
from crab_sim.devices.footprints import Footprint, may_remove
from crab_tasks.android_world.additions import WHICH
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.expense.entries import (
    Entry,
    entered,
    entries,
    entries_named,
    entry_count,
    entry_name,
    hold_entry,
    make_entry,
    none_named,
    open_expenses,
    plant_entries,
    remove_held,
    rows_of,
    search_entry,
)
from crab_tasks.kits.android.expense.state import CATEGORIES
from crab_tasks.kits.android.rows import hold_row, tap_row
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened

TASKS = ("DELETE_DUPLICATES", "DELETE_DUPLICATES2", "DELETE_MULTIPLE", "DELETE_MULTIPLE2", "DELETE_SINGLE")


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_expenses(look)


# By name ------------------------------------------------------------------------------------------------------------


def names_of(params: Params) -> tuple[str, ...]:
    """Returns the names of the entries that are to be deleted."""
    return tuple(getattr(params, which) for which in WHICH if hasattr(params, which))


def named_setup(others: int, devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the entries among others; one of these for each has a name that begins like its own.

    Args:
        others: The number of the others.
        devices: The devices.
        params: The parameters.
        rng: Draws the entries.
    """
    names = names_of(params)
    named = [make_entry(rng)._replace(name=name) for name in (*names, *(f"{name} again" for name in names))]
    plant_entries(devices.android, rng, [*named, *entries_named(rng, others - len(names), names)])


def named_checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then each of the entries is gone."""
    return [
        app_opened("expense", "expenses_open"),
        *(
            Checkpoint(
                id=f"{which}_gone",
                device="android",
                app="expense",
                evaluator=check(none_named, name=name),
                after=("expenses_open",),
            )
            for which, name in zip(WHICH, names_of(params), strict=False)
        ),
    ]


def named_footprint(params: Params) -> Footprint:
    """The entries of the names."""
    return [may_remove("android", "expense", most=1, name=name) for name in names_of(params)]


def delete_found(look: Look, name: str) -> Iterator[Action]:
    """Searches an entry, selects it and deletes it."""
    yield from search_entry(look, name)
    yield from hold_row(look, name)
    yield from remove_held(look)


def delete_which(which: str, params: Params, look: Look) -> Iterator[Action]:
    """Searches one of the entries and deletes it."""
    yield from delete_found(look, getattr(params, which))


def delete_seen(which: str, params: Params, look: Look) -> Iterator[Action]:
    """Deletes one of the entries in the list."""
    yield from open_expenses(look)
    yield from hold_row(look, getattr(params, which))
    yield from remove_held(look)


def delete_opened(params: Params, look: Look) -> Iterator[Action]:
    """Searches each entry, opens it and deletes it on its page."""
    for name in names_of(params):
        yield from search_entry(look, name)
        yield from tap_row(look, name)
        yield from remove_held(look)


def delete_listed(params: Params, look: Look) -> Iterator[Action]:
    """Finds the entries in the list, selects them all, and deletes them at once."""
    yield from open_expenses(look)
    for i, name in enumerate(names_of(params)):
        yield from (tap_row if i else hold_row)(look, name)
    yield from remove_held(look)


def near_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes an entry whose name only begins like the first one's in its place."""
    yield from delete_found(look, f"{params.first} again")
    for name in names_of(params)[1:]:
        yield from delete_found(look, name)


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Deletes an entry whose name begins like the first one's, too."""
    yield from near_deleted(params, look)
    yield from delete_found(look, params.first)


def not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't confirm the last deletion."""
    *others, last = names_of(params)
    for name in others:
        yield from delete_found(look, name)
    yield from search_entry(look, last)
    yield from hold_row(look, last)
    yield tap(look, rid="delete")
    yield tap(look, text="Cancel", role="button")


def deleting(published: str, description: str, others: int, parameters: Mapping[str, Parameter]) -> Task:
    """Returns a task that deletes entries by their names.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        others: The number of other entries.
        parameters: The names.
    """
    return Task(
        **like(published),
        description=description,
        parameters=parameters,
        setup=lambda devices, params, rng: named_setup(others, devices, params, rng),
        checkpoints=lambda params: named_checkpoints(params),
        oracle={
            "expenses_open": _open,
            **{
                f"{which}_gone": partial(delete_seen if others < 20 else delete_which, which)
                for which in WHICH
                if which in parameters
            },
        },
        footprint=named_footprint,
        alternatives={"opened": delete_opened, "listed": delete_listed},
        near_misses={
            "near_deleted": near_deleted, "one_too_many": one_too_many, "not_confirmed": not_confirmed,
        },
    )  # fmt: skip


DELETE_SINGLE = deleting(
    "ExpenseDeleteSingle",
    'Delete the entry named exactly "{first}" from the phone\'s Expenses app.',
    6,
    {"first": entry_name("Tram tickets")},
)
DELETE_MULTIPLE = deleting(
    "ExpenseDeleteMultiple",
    'Three entries in the phone\'s Expenses app are wrong: those named exactly "{first}", "{second}" and "{third}". '
    "Delete them.",
    6,
    {"first": entry_name("Rain cape"), "second": entry_name("Night bus"), "third": entry_name("Eye test")},
)
DELETE_MULTIPLE2 = deleting(
    "ExpenseDeleteMultiple2",
    "Find the entries with exactly these names in the phone's Expenses app and delete them: {first}; {second}; "
    "{third}.",
    50,
    {"first": entry_name("Roof tiles"), "second": entry_name("Atlas"), "third": entry_name("Linen shirt")},
)


# Twice --------------------------------------------------------------------------------------------------------------


def twin(params: Params) -> Entry:
    """Returns the entry that is there twice."""
    return entered(params.entry)[0]


def alike(rng: random.Random, entry: Entry, count: int) -> list[Entry]:
    """Returns entries that differ from one only in their amounts."""
    return [entry._replace(amount=entry.amount + more) for more in rng.sample(range(50, 1000), count)]


def twice_setup(others: int, near: int, devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the entry twice, of the same time, among others; some of these differ from it only in their amounts.

    Args:
        others: The number of the others.
        near: The number of those that differ only in their amounts.
        devices: The devices.
        params: The parameters.
        rng: Draws the entries.
    """
    entry = twin(params)
    kept: dict[str, Entry] = {}
    while len(kept) < others - near:
        one = make_entry(rng, (entry.name, *kept))
        kept[one.name] = one
    rows = [entry, entry, *alike(rng, entry, near), *kept.values()]
    plant_entries(devices.android, rng, rows, alike=2)


def twice_checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Expenses; then one of the two is gone."""
    once = check(entry_count, entry=twin(params), count=1)
    return [
        app_opened("expense", "expenses_open"),
        Checkpoint(id="once", device="android", app="expense", evaluator=once, after=("expenses_open",)),
    ]


def twice_footprint(params: Params) -> Footprint:
    """One of the two."""
    entry = twin(params)
    return [
        may_remove(
            "android", "expense", most=1, name=entry.name, amount=entry.amount, category=CATEGORIES[entry.category],
            note=entry.note,
        )
    ]  # fmt: skip


def delete_twin(params: Params, look: Look) -> Iterator[Action]:
    """Finds the entry in the list and deletes it once."""
    yield from open_expenses(look)
    yield from hold_entry(look, twin(params))
    yield from remove_held(look)


def delete_found_twin(params: Params, look: Look) -> Iterator[Action]:
    """Searches the entry and deletes it once."""
    yield from search_entry(look, twin(params).name)
    yield from hold_entry(look, twin(params))
    yield from remove_held(look)


def delete_second_twin(params: Params, look: Look) -> Iterator[Action]:
    """Searches the entry, selects the second of the two, and deletes it."""
    yield from search_entry(look, twin(params).name)
    second = rows_of(look, twin(params))[1]
    yield action("android", "long_tap", x=second.center[0], y=second.center[1])
    yield from remove_held(look)


def both_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Selects both and deletes them."""
    yield from search_entry(look, twin(params).name)
    yield from hold_entry(look, twin(params))
    second = rows_of(look, twin(params))[1]
    yield action("android", "tap", x=second.center[0], y=second.center[1])
    yield from remove_held(look)


def other_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes an entry that differs in its amount, or is another one, in its place."""
    yield from open_expenses(look)
    shown = [one for one in look("android") if one.resource_id.endswith("tv_name")]
    described = {(one.text, one.description) for one in shown if one.text != twin(params).name}
    name, _ = min(described)
    yield from delete_found(look, name)


def left_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the entry, and doesn't delete it."""
    yield from open_expenses(look)
    yield from hold_entry(look, twin(params))


def deleting_twin(published: str, description: str, others: int, near: int, default: Entry) -> Task:
    """Returns a task that deletes one of two entries that are alike.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        others: The number of other entries.
        near: The number of those that differ only in their amounts.
        default: The entry by default.
    """
    return Task(
        **like(published),
        description=description,
        parameters={"entry": entries(default)},
        setup=lambda devices, params, rng: twice_setup(others, near, devices, params, rng),
        checkpoints=lambda params: twice_checkpoints(params),
        oracle={"expenses_open": _open, "once": delete_twin},
        footprint=twice_footprint,
        alternatives={"searched": delete_found_twin, "second": delete_second_twin},
        near_misses={"both": both_deleted, "other": other_deleted, "left_selected": left_selected},
    )


DELETE_DUPLICATES = deleting_twin(
    "ExpenseDeleteDuplicates",
    "One entry is in the phone's Expenses app twice, with the same name, amount, category, note and day. Delete one of "
    "the two, so that each entry is there once.",
    5,
    1,
    Entry("Bridge toll", 1450, "Transportation", "By card"),
)
DELETE_DUPLICATES2 = deleting_twin(
    "ExpenseDeleteDuplicates2",
    "Look through the phone's Expenses app for an entry that is there twice, the same in everything: name, amount, "
    "category, note and day. Delete one of the two. Entries that differ in anything should stay.",
    40,
    3,
    Entry("Grammar course", 12_300, "Education", "For next month"),
)


CHANGES: Mapping[str, str] = {
    DELETE_DUPLICATES.name: "One of the others differs from the two only in its amount.",
    DELETE_DUPLICATES2.name: "",
    DELETE_MULTIPLE.name: "There are six other entries; theirs has none.",
    DELETE_MULTIPLE2.name: "Three of the others have names that begin like those of the three.",
    DELETE_SINGLE.name: "There are six other entries, one with a name that begins like the right one; theirs has none.",
}
"""How each of ours differs, by its name; "" where only the words do."""
