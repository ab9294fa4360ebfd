"""Compute the total of an order in LibreOffice Calc, and enter it into the phone's Expenses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, left_open, may_add
from crab_sim.documents import cells, has_format
from crab_tasks.kits.android.expense.moves import add_expense, categorise
from crab_tasks.kits.android.expense.state import CATEGORIES as NUMBERS
from crab_tasks.kits.android.expense.state import Expense, expense_count, expenses_are, only_expenses
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.documents import computes, is_label, rows_are
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.libreoffice import fill_cell, open_document, save_as
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

GOODS = ("Chalk", "Folders", "Glue", "Rulers", "Scissors", "Markers", "Tape", "Clips", "Erasers", "Maps")
CATEGORIES = ("Education", "Donation", "Entertainment", "Social")
OTHERS = (
    Expense("Greengrocer", 2140, "Food"), Expense("Wool scarf", 3250, "Clothes"),
    Expense("Night bus", 480, "Transportation"),
)  # fmt: skip
FIRST = 3
"""Number of the first row with goods."""
TOTAL, _LABEL = "E1", "D1"
_BESIDE = [chr(65 + column) for column in range(3, 26)]
"""The columns beside the order."""


def order(params: Params) -> list[tuple[str, int, int]]:
    """Returns the ordered articles: names, pieces, and prices in cents."""
    dice = random.Random(params.order)
    return [(name, dice.randint(2, 9), dice.randint(105, 1995)) for name in dice.sample(GOODS, params.rows)]


def total(params: Params) -> int:
    """Returns the order's total in cents."""
    return sum(pieces * price for _, pieces, price in order(params))


def spent(params: Params) -> Expense:
    """Returns the entry to make."""
    return Expense(params.entry, total(params), params.category)


def source(params: Params) -> str:
    """Returns the file that is given."""
    return f"{HOME}/Documents/{params.file}.csv"


def path(params: Params) -> str:
    """Returns the file to save."""
    return f"{HOME}/Documents/{params.file}.ods"


def given(params: Params) -> list[list[str | float]]:
    """Returns the rows of the file that is given."""
    rows: list[list[str | float]] = [["Category", params.category], ["Goods", "Pieces", "Price"]]
    rows.extend([name, pieces, price / 100] for name, pieces, price in order(params))
    return rows


def order_totalled(state: State, path: str, rows: Sequence[Sequence[str | float]], value: float) -> bool:
    """The .ods has these rows, and the cell computes what they cost; beside them are formulas and the total's label.

    Args:
        state: The devices' states.
        path: Of the spreadsheet.
        rows: The rows in the first three columns.
        value: The total.
    """
    terms = [(f"B{row}", f"C{row}") for row in range(FIRST, len(rows) + 1)]
    if not computes(state, path, TOTAL, terms, value) or not rows_are(state, path, rows, free=_BESIDE):
        return False
    data = state.ubuntu.read_file(path)
    beside = {place: cell for place, cell in (cells(data) or {}).items() if place.rstrip("0123456789") in _BESIDE}
    return has_format(data, "ods") and all(
        cell.formula or (place == _LABEL and is_label(cell)) for place, cell in beside.items()
    )


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the order, and replaces the entries of Expenses."""
    desktop = devices.ubuntu
    rows = [f"Category,{params.category}", "Goods,Pieces,Price"]
    rows += [f"{name},{pieces},{price // 100}.{price % 100:02}" for name, pieces, price in order(params)]
    desktop.write_file(source(params), "\n".join(rows) + "\n")
    desktop.write_file(f"{HOME}/Documents/offer.csv", f"Goods,Price\nChalk,{rng.randrange(2, 9)}.45\n")
    only_expenses(devices.android, list(OTHERS), rng)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The order is opened, its total computed; then the entry is made, then its category and nothing else."""
    opened = check(window_in_front, app="calc", title=params.file)
    added = check(order_totalled, path=path(params), rows=given(params), value=total(params) / 100)
    entered = check(expense_count, name=params.entry, amount=total(params), count=1)
    return [
        whereabouts(id="order_open", device="ubuntu", app="calc", evaluator=opened),
        Checkpoint(id="total_computed", device="ubuntu", app="calc", evaluator=added, after=("order_open",)),
        Checkpoint(id="entered", device="android", app="expense", evaluator=entered, after=("order_open",)),
        Checkpoint(
            id="all_right",
            device="android",
            app="expense",
            evaluator=check(expenses_are, expenses=(*OTHERS, spent(params))),
            after=("total_computed", "entered"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The sheet, and the entry; no other one is changed."""
    return [
        *new_file(path(params)),
        left_open("ubuntu", "file", ("bold",), path=path(params)),  # of the total
        may_add(
            "android",
            "expense",
            most=1,
            name=params.entry,
            amount=total(params),
            category=NUMBERS[spent(params).category],
        ),
    ]


def open_order(params: Params, look: Look) -> Iterator[Action]:
    """Opens the order in Calc."""
    yield from open_document(look, "calc", source(params))


def _compute(params: Params, look: Look, formula: str) -> Iterator[Action]:
    yield from open_order(params, look)
    yield from fill_cell(TOTAL, formula)
    yield from save_as(look, "calc", path(params))


def compute(params: Params, look: Look) -> Iterator[Action]:
    """Enters the formula, and saves the sheet."""
    last = FIRST + len(order(params)) - 1
    yield from _compute(params, look, f"=SUMPRODUCT(B{FIRST}:B{last},C{FIRST}:C{last})")


def enter(params: Params, look: Look) -> Iterator[Action]:
    """Adds the entry, so far in the category that is offered."""
    yield from add_expense(look, spent(params))


def sort_in(params: Params, look: Look) -> Iterator[Action]:
    """Gives the entry its category."""
    yield from categorise(look, spent(params))


def prices_only(params: Params, look: Look) -> Iterator[Action]:
    """Adds up the prices of one piece each."""
    last = FIRST + len(order(params)) - 1
    yield from _compute(params, look, f"=SUM(C{FIRST}:C{last})")
    amount = sum(price for *_, price in order(params))
    yield from add_expense(look, spent(params)._replace(amount=amount), category=True)


def other_category(params: Params, look: Look) -> Iterator[Action]:
    """Makes the entry in another category."""
    yield from compute(params, look)
    other = CATEGORIES[CATEGORIES.index(params.category) - 1]
    yield from add_expense(look, spent(params)._replace(category=other), category=True)


def typed_total(params: Params, look: Look) -> Iterator[Action]:
    """Types the total as a number."""
    yield from _compute(params, look, f"{total(params) / 100:.2f}")
    yield from add_expense(look, spent(params), category=True)


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the sheet in another format, and gives that file the name."""
    last = FIRST + len(order(params)) - 1
    other_path = path(params).replace(".ods", ".xlsx")
    yield from open_order(params, look)
    yield from fill_cell(TOTAL, f"=SUMPRODUCT(B{FIRST}:B{last},C{FIRST}:C{last})")
    yield from save_as(look, "calc", other_path)
    yield from run_in_terminal(["mv", other_path, path(params)])
    yield from add_expense(look, spent(params), category=True)


def in_parts(params: Params, look: Look) -> Iterator[Action]:
    """Computes what each of the goods costs beside them, and adds these up."""
    last = FIRST + len(order(params)) - 1
    yield from open_order(params, look)
    for row in range(FIRST, last + 1):
        yield from fill_cell(f"D{row}", f"=B{row}*C{row}")
    yield from fill_cell(TOTAL, f"=SUM(D{FIRST}:D{last})")
    yield from save_as(look, "calc", path(params))
    yield from add_expense(look, spent(params), category=True)


def entered_first(params: Params, look: Look) -> Iterator[Action]:
    """Makes the entry first, with its category, and adds up products."""
    rows = range(FIRST, FIRST + len(order(params)))
    yield from open_order(params, look)
    yield from add_expense(look, spent(params), category=True)
    yield from _compute(params, look, "=" + "+".join(f"B{row}*C{row}" for row in rows))


TASK = Task(
    name="cross.total_to_expense",
    description=(
        "The file ~/Documents/{file}.csv on the desktop is an order: its first row has a category, and each of the "
        "goods has a number of pieces and the price of one. Open it in LibreOffice Calc, make cell E1 compute with a "
        "formula what the whole order costs, and save it as ~/Documents/{file}.ods. Then add an entry to Expenses on "
        'the phone with the name "{entry}", this amount and the category in the file. Change no other entry.'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "file": choice(("order", "purchase", "supplies"), type="file_name"),
        "entry": choice(("School things", "Course material", "Workshop"), type="expense"),
        "category": choice(CATEGORIES, type="category"),
        "rows": integer(4, 7, 5),
        "order": integer(0, 9999, 12, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"order_open": open_order, "total_computed": compute, "entered": enter, "all_right": sort_in},
    footprint=footprint,
    alternatives={"in_parts": in_parts, "entered_first": entered_first},
    near_misses={
        "prices_only": prices_only,
        "other_category": other_category,
        "typed_total": typed_total,
        "other_format": other_format,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=32,
    version=6,
    tags=("heavy", "office", "expense"),
)
