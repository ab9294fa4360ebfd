"""Copy the phone's expenses of a category into a file on the desktop, and note their total in the Tasks app."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.expense.state import Expense, money, only_expenses
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.android.tasks.moves import new_todo
from crab_tasks.kits.android.tasks.state import only_todo
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import launch, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME, file_holds, file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

NAMES = (
    ("Tram ticket", "Transportation"), ("Market stall", "Food"), ("Sandals", "Clothes"), ("Baker", "Food"),
    ("Thermometer", "Health Care"), ("Car wash", "Transportation"), ("Baker", "Food"), ("Hat", "Clothes"),
    ("Bandages", "Health Care"), ("Kite", "Entertainment"), ("Noodle bar", "Food"), ("Gloves", "Clothes"),
    ("Ferry", "Transportation"), ("Optician", "Health Care"), ("Scooter hire", "Transportation"), ("Gloves", "Clothes"),
    ("Vitamins", "Health Care"),
)  # fmt: skip
"""The entries' names and categories, the newest first."""


def expenses(params: Params) -> list[Expense]:
    """Returns all entries, the newest first."""
    dice = random.Random(params.amounts)
    return [Expense(name, dice.randint(210, 7990), category) for name, category in NAMES]


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.csv"


def chosen(params: Params) -> list[Expense]:
    """Returns the entries of the category."""
    return [one for one in expenses(params) if one.category == params.category]


def lines(rows: Sequence[Expense]) -> tuple[str, ...]:
    """Returns the file's lines for some entries."""
    return tuple(f"{one.name},{money(one.amount)}" for one in rows)


def todo(rows: Sequence[Expense]) -> str:
    """Returns the to-do with the total of some entries."""
    return f"Hand in {money(sum(one.amount for one in rows))}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Replaces the entries of Expenses; there is no file yet."""
    only_expenses(devices.android, expenses(params), rng)
    devices.ubuntu.remove(path(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Expenses is opened; then the file with all lines, then in the right order and nothing else; and the to-do."""
    noted = check(only_todo, title=todo(chosen(params)), start="Hand in ", end="")
    return [
        app_opened("expense", "expenses_open"),
        Checkpoint(
            id="lines_written",
            device="ubuntu",
            app="files",
            evaluator=check(file_holds, path=path(params), lines=lines(chosen(params))),
            after=("expenses_open",),
        ),
        Checkpoint(
            id="file_right",
            device="ubuntu",
            app="files",
            evaluator=check(file_is, path=path(params), lines=lines(chosen(params))),
            after=("lines_written",),
        ),
        Checkpoint(id="total_noted", device="android", app="tasks", evaluator=noted, after=("expenses_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The file, and the to-do."""
    return [
        *new_file(path(params)),
        may_add("android", "todo", most=1, title=todo(chosen(params))),
    ]


def write(params: Params, rows: Sequence[str]) -> Iterator[Action]:
    """Writes lines into the file."""
    yield from run_in_terminal(f"printf '%s\\n' {' '.join(repr(row) for row in rows)} > {path(params)}")


def write_lines(params: Params, look: Look) -> Iterator[Action]:
    """Lists the category, and writes its entries, the oldest first."""
    yield from open_first_page(look, "Expenses", "fb_add")
    yield tap(look, text="All categories")
    yield from scroll_to(look, params.category)
    yield tap(look, text=params.category)
    yield from write(params, lines(chosen(params))[::-1])


def turn_round(params: Params, look: Look) -> Iterator[Action]:
    """Turns the lines round."""
    yield from run_in_terminal(f"tac {path(params)} > turned", f"mv turned {path(params)}")


def note_total(params: Params, look: Look) -> Iterator[Action]:
    """Adds the to-do."""
    yield from new_todo(look, todo(chosen(params)))


def everything(params: Params, look: Look) -> Iterator[Action]:
    """Takes the entries of all categories."""
    yield action("android", "open_app", name="Expenses")
    yield from write(params, lines(expenses(params)))
    yield from new_todo(look, todo(expenses(params)))


def with_currency(params: Params, look: Look) -> Iterator[Action]:
    """Writes the amounts as the app shows them, with a sign and the currency."""
    yield action("android", "open_app", name="Expenses")
    yield from write(params, [row.replace(",", ",-$") for row in lines(chosen(params))])
    yield from note_total(params, look)


def one_left_out(params: Params, look: Look) -> Iterator[Action]:
    """Overlooks the oldest entry."""
    yield action("android", "open_app", name="Expenses")
    yield from write(params, lines(chosen(params)[:-1]))
    yield from new_todo(look, todo(chosen(params)[:-1]))


def in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Writes the lines in the right order with the editor."""
    yield action("android", "open_app", name="Expenses")
    yield from save_with_editor(path(params), "\n".join(lines(chosen(params))))
    yield from note_total(params, look)


def noted_first(params: Params, look: Look) -> Iterator[Action]:
    """Notes the total first, and writes the lines one by one."""
    yield action("android", "open_app", name="Expenses")
    yield from note_total(params, look)
    yield from run_in_terminal(*[f"echo {row!r} >> {path(params)}" for row in lines(chosen(params))])


TASK = Task(
    name="cross.expense_csv",
    description=(
        "Write the entries of the category {category} in the phone's Expenses into ~/Documents/{file}.csv on the "
        "desktop: for each one, a line with its name, a comma and its amount, such as 'Pens,4.05', in the order of the "
        'app, newest first, without a heading. Then add a task to the phone\'s Tasks app whose title is "Hand in " '
        'followed by the total of these amounts, such as "Hand in 31.20".'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "category": choice(("Transportation", "Food", "Clothes", "Health Care"), type="category"),
        "file": choice(("spent", "refund", "costs"), type="file_name"),
        "amounts": integer(0, 9999, 7, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "expenses_open": launch("Expenses"),
        "lines_written": write_lines,
        "file_right": turn_round,
        "total_noted": note_total,
    },
    footprint=footprint,
    alternatives={"in_editor": in_editor, "noted_first": noted_first},
    near_misses={"everything": everything, "with_currency": with_currency, "one_left_out": one_left_out},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("expense", "tasks", "files"),
)
