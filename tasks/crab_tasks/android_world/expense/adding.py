"""AndroidWorld's tasks that add entries to Expenses, from the goal, from a file and from a picture."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.android_world.expense.start import open_first, opened
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.expense.entries import (
    HEAD,
    Entry,
    as_table,
    entered,
    entries,
    entries_named,
    entry_noted,
    entry_right,
    fill_form,
    open_expenses,
    plant_entries,
)
from crab_tasks.kits.android.expense.state import money
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.gallery.moves import open_photo
from crab_tasks.kits.android.markdown.moves import open_home
from crab_tasks.kits.android.markdown.state import fill_home
from crab_tasks.kits.android.pages import open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.android.rows import tap_row
from crab_tasks.kits.android.text_pictures import written
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened

TASKS = ("ADD_MULTIPLE", "ADD_MULTIPLE_FROM_GALLERY", "ADD_MULTIPLE_FROM_MARKOR", "ADD_SINGLE")

WHICH = ("first", "second", "third")


def rows_of(params: Params) -> tuple[Entry, ...]:
    """Returns the entries that are to be added."""
    return entered(params.expenses)


def names_of(params: Params) -> list[str]:
    """Returns the entries' names."""
    return [one.name for one in rows_of(params)]


def some_setup(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Plants ten other entries."""
    plant_entries(devices["android"], rng, entries_named(rng, 10, names_of(params)))


def checkpoints(first: Checkpoint, params: Params) -> Sequence[Checkpoint]:
    """The first one; then each entry by its name and amount, and each with all that it has.

    Args:
        first: The app that the goal's entries are in, or Expenses.
        params: The parameters.
    """
    found = [first]
    for which, one in zip(WHICH, rows_of(params), strict=False):
        noted = {"name": one.name, "amount": one.amount}
        found += [
            Checkpoint(f"{which}_noted", "android", "expense", entry_noted, noted, after=(first.id,)),
            Checkpoint(f"{which}_right", "android", "expense", entry_right, {"entry": one}, after=(f"{which}_noted",)),
        ]
    return found


def footprint(params: Params) -> Footprint:
    """The new entries."""
    return [
        *(may_add("android", "expense", most=1, name=name) for name in names_of(params)),
        no_other("android", "expense"),
    ]


def add(index: int, params: Params, look: Look) -> Iterator[Action]:
    """Adds one of the entries."""
    yield from open_expenses(look)
    yield from fill_form(look, rows_of(params)[index])


def add_all(params: Params, look: Look, rows: Sequence[Entry] = ()) -> Iterator[Action]:
    """Adds all entries, or others."""
    yield from open_expenses(look)
    for one in rows or rows_of(params):
        yield from fill_form(look, one)


def add_by_fields(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Looks first, adds the entries from the last to the first, and touches each field.

    Args:
        start: Looks at the app that the entries are in.
        params: The parameters.
        look: Shows the screens.
    """
    yield from start(params, look)
    yield from open_expenses(look)
    for one in reversed(rows_of(params)):
        yield tap(look, rid="fb_add")
        yield from type_into(look, "Note", one.note)
        yield from type_into(look, "Amount", money(one.amount))
        yield from type_into(look, "Name", one.name)
        yield from scroll_to(look, one.category)
        yield tap(look, text=one.category, role="button")
        yield tap(look, text="Save")


def add_corrected(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Looks first, and gives the last entry another note, which it corrects.

    Args:
        start: Looks at the app that the entries are in.
        params: The parameters.
        look: Shows the screens.
    """
    *others, last = rows_of(params)
    yield from start(params, look)
    yield from add_all(params, look, [*others, last._replace(note="Not yet known")])
    yield from tap_row(look, last.name)
    yield from replace_text(look, "Note", last.note)
    yield tap(look, text="Save")


def changed(change: Callable[[Entry], Entry], start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Adds all entries, the last one with a fault.

    Args:
        change: Makes the fault.
        start: Looks at the app that the entries are in.
        params: The parameters.
        look: Shows the screens.
    """
    *others, last = rows_of(params)
    yield from start(params, look)
    yield from add_all(params, look, [*others, change(last)])


def twice(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Adds the first entry once more before the others.

    Args:
        start: Looks at the app that the entries are in.
        params: The parameters.
        look: Shows the screens.
    """
    yield from start(params, look)
    yield from add_all(params, look, [rows_of(params)[0], *rows_of(params)])


def other_category(one: Entry) -> Entry:
    """Returns an entry in another category."""
    return one._replace(category="Social" if one.category != "Social" else "Food")


def adding(
    published: str,
    description: str,
    default: Sequence[Entry],
    first: Checkpoint,
    start: Oracle,
    setup: Callable[[Mapping[str, Setup], Params, random.Random], None],
    near_misses: Mapping[str, Oracle],
    steps: int | None = None,
) -> Task:
    """Returns a task that adds entries.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        default: The entries by default.
        first: The first checkpoint.
        start: Makes it pass, looking at what is there.
        setup: Prepares the phone.
        near_misses: Those that the task has beside those of all.
        steps: Its step budget; None for the published one.
    """
    parts: dict[str, Oracle] = {}
    for i, which in enumerate(WHICH[: len(default)]):
        parts |= {f"{which}_noted": partial(add, i), f"{which}_right": nothing_more}
    return Task(
        **like(published, steps),
        description=description,
        parameters={"expenses": entries(*default)},
        setup=setup,
        checkpoints=lambda params: checkpoints(first, params),
        oracle={first.id: start, **parts},
        footprint=footprint,
        alternatives={"by_fields": partial(add_by_fields, start), "corrected": partial(add_corrected, start)},
        near_misses={
            "other_amount": partial(changed, lambda one: one._replace(amount=one.amount + 100), start),
            "other_category": partial(changed, other_category, start),
            "other_note": partial(changed, lambda one: one._replace(note="Paid"), start),
            **({"twice": partial(twice, start)} if len(default) > 1 else {}),
            **near_misses,
        },
    )


ADD_SINGLE = adding(
    "ExpenseAddSingle",
    "Record this expense in the Expenses app of the phone, with all that is given here, and no other one:\n{expenses}",
    [Entry("Ferry crossing", 2350, "Transportation", "By card")],
    opened(),
    open_first,
    some_setup,
    {},
)
ADD_MULTIPLE = adding(
    "ExpenseAddMultiple",
    "These three are missing in the Expenses app of the phone. Record each with its name, amount, category and note, "
    "and add nothing else:\n{expenses}",
    [
        Entry("Jazz cellar", 4200, "Entertainment", "Shared with Piet"),
        Entry("Evening shifts", 31_150, "Income", "Second instalment"),
        Entry("Cheese counter", 1865, "Food", "On the way home"),
    ],
    opened(),
    open_first,
    some_setup,
    {},
)


# From a file --------------------------------------------------------------------------------------------------------

FILE = "my_expenses.txt"
OTHERS = 100


def file_setup(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Writes the file, in which two entries of a hundred and two can be claimed; Expenses has the others."""
    phone = devices["android"]
    others = entries_named(rng, OTHERS, names_of(params))
    plant_entries(phone, rng, others)
    rows = [(one, "|yes") for one in rows_of(params)] + [(one, "|no") for one in others]
    rng.shuffle(rows)
    table = as_table([one for one, _ in rows], f"{HEAD}|claim", [end for _, end in rows])
    fill_home(phone, {FILE: table})


def open_file(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file in Markdown."""
    yield from open_home(look)
    yield from open_row(look, FILE)


def file_opened() -> Checkpoint:
    """Returns the checkpoint that Markdown is opened."""
    return app_opened("markdown", "markdown_open")


def unread(params: Params, look: Look) -> Iterator[Action]:
    """Adds the entries without looking at the file."""
    yield from add_all(params, look)


ADD_MULTIPLE_FROM_MARKOR = adding(
    "ExpenseAddMultipleFromMarkor",
    "The Markdown app of the phone has a list of payments in my_expenses.txt. Two of them can be claimed back, as the "
    "last column says. Record these two in the Expenses app, each with its name, amount, category and note, and add "
    "nothing else there.",
    [
        Entry("Railcard", 8800, "Transportation", "Ask for a bill"),
        Entry("Evening lecture", 1500, "Education", "Cheaper online"),
    ],
    file_opened(),
    open_file,
    file_setup,
    {"unread": unread},
)


# From a picture -----------------------------------------------------------------------------------------------------

FOLDER = f"{STORAGE}/DCIM"


def picture_setup(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Writes the picture of the entries and ten of older ones, which Expenses has."""
    phone = devices["android"]
    some = entries_named(rng, 10, names_of(params))
    plant_entries(phone, rng, some)
    phone.write_file(f"{FOLDER}/expenses.jpg", written(params.expenses))
    for i in range(10):
        phone.write_file(f"{FOLDER}/old_expenses_{i}.jpg", written(as_table(some)))


def open_picture(params: Params, look: Look) -> Iterator[Action]:
    """Opens the picture in Gallery."""
    yield from open_photo(look, "expenses.jpg")


def picture_opened() -> Checkpoint:
    """Returns the checkpoint that Gallery is opened."""
    return app_opened("gallery", "gallery_open")


ADD_MULTIPLE_FROM_GALLERY = adding(
    "ExpenseAddMultipleFromGallery",
    "A picture in the Gallery of the phone, expenses.jpg, shows three expenses. Record each in the Expenses app with "
    "its name, amount, category and note, and add nothing else there.",
    [
        Entry("Zoo visit", 5600, "Entertainment", "Paid in coins"),
        Entry("Tooth filling", 9050, "Health Care", "By card"),
        Entry("Village band", 2000, "Donation", "Half the price"),
    ],
    picture_opened(),
    open_picture,
    picture_setup,
    {"unread": unread},
    steps=40,
)


CHANGES: Mapping[str, str] = {
    ADD_MULTIPLE.name: "",
    ADD_MULTIPLE_FROM_GALLERY.name: "The step budget is 40, as where the goal has the three; the published one is 20.",
    ADD_MULTIPLE_FROM_MARKOR.name: "A column says which can be claimed; in theirs it is a word at the notes' ends.",
    ADD_SINGLE.name: "",
}
"""How each of ours differs, by its name; "" where only the words do."""
