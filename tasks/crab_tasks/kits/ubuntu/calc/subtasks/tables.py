"""Sub-tasks about tables in LibreOffice Calc: one reads an amount in a table, another enters one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer
from crab_tasks.kits.footprints import may_change_file
from crab_tasks.kits.paths import name_of, path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.document_files import sheet_file
from crab_tasks.kits.ubuntu.documents import rows_are
from crab_tasks.kits.ubuntu.libreoffice import fill_cell, open_by_command, open_document, open_in_files, save
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import amount

__all__ = ["DEPOSIT", "ENTER_DEPOSIT"]

_ITEMS = ("Rent", "Power", "Deposit", "Cleaning", "Repairs")
_AT = _ITEMS.index("Deposit")
_CELL = f"B{_AT + 2}"
_STEMS = ("barn", "cottage", "flat", "garage", "hut", "studio", "workshop")


def _rows(params: Params, deposit: float | str) -> list[list[str | float]]:
    """Returns the table; its other amounts differ from each other and from those that the goal names."""
    dice = random.Random(params.others)
    amounts: list[float | str] = [dice.randrange(20_100, 90_000) / 100 for _ in _ITEMS]
    amounts[_AT] = deposit
    return [["Item", "Amount"], *[[item, value] for item, value in zip(_ITEMS, amounts, strict=True)]]


def _table_open(params: Params) -> Checkpoint:
    opened = check(window_in_front, app="calc", title=name_of(params.file))
    return whereabouts(id="table_open", device="ubuntu", app="calc", evaluator=opened)


def _open_table(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "calc", params.file)


def _full(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, sheet_file(_rows(params, float(params.deposit))))


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The table is open in Calc."""
    return [_table_open(params)]


_OTHERS = {"others": integer(0, 9999, 21, type="seed")}

DEPOSIT = SubTask(
    name="tables.deposit",
    device="ubuntu",
    app="calc",
    says="look up the deposit in the table {file} with LibreOffice Calc on the desktop",
    steps="on the desktop, open {file} in LibreOffice Calc and read the amount in the row Deposit",
    refers="the deposit that Calc shows in the table {file}",
    inputs={"file": path_like("/home/user/Documents/barn_25.ods", _STEMS)},
    hidden={"deposit": amount("82.40", 12, 189), **_OTHERS},
    output="amount",
    called="deposit",
    produce=lambda params: str(params.deposit),
    setup=_full,
    checkpoints=_opened,
    oracle={"table_open": _open_table},
    alternatives={"in_files": partial(open_in_files, "calc"), "by_command": partial(open_by_command, "calc")},
    step_limit=45,
    tags=("office", "heavy"),
)


def _with_gap(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, sheet_file(_rows(params, "")))


def _entered(params: Params) -> Sequence[Checkpoint]:
    """The table is open; then it has the amount in its place, and all else as before."""
    filled = check(rows_are, path=params.file, rows=_rows(params, float(params.amount)))
    return [
        _table_open(params),
        Checkpoint(id="entered", device="ubuntu", app="calc", evaluator=filled, after=("table_open",)),
    ]


def _enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_table(params, look)
    yield from fill_cell(_CELL, params.amount)
    yield from save(look, "calc")


def _enter_anew(params: Params, look: Look) -> Iterator[Action]:
    """Saves another amount first, and replaces it."""
    yield from _open_table(params, look)
    yield from fill_cell(_CELL, "1000")
    yield from save(look, "calc")
    yield from _enter(params, look)


def _enter_formula(params: Params, look: Look) -> Iterator[Action]:
    """Opens the table from the terminal, and types the amount as a formula."""
    yield from open_by_command("calc", params, look)
    yield from fill_cell(_CELL, f"={params.amount}")
    yield from save(look, "calc")


def _other_row(params: Params, look: Look) -> Iterator[Action]:
    """Enters the amount one row further down."""
    yield from _open_table(params, look)
    yield from fill_cell(f"B{_AT + 3}", params.amount)
    yield from save(look, "calc")


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Enters the amount, but doesn't save the table."""
    yield from _open_table(params, look)
    yield from fill_cell(_CELL, params.amount)


ENTER_DEPOSIT = SubTask(
    name="tables.enter_deposit",
    device="ubuntu",
    app="calc",
    says="enter {amount} as the missing deposit in the table {file} with LibreOffice Calc on the desktop, and save the "
    "table",
    steps="on the desktop, open {file} in LibreOffice Calc, enter {amount} in the empty cell of the row Deposit, and "
    "save the table under its name",
    inputs={"file": path_like("/home/user/Documents/flat_47.ods", _STEMS), "amount": amount("57.15")},
    hidden=_OTHERS,
    setup=_with_gap,
    checkpoints=_entered,
    oracle={"table_open": _open_table, "entered": _enter},
    footprint=may_change_file,
    alternatives={"anew": _enter_anew, "as_formula": _enter_formula},
    near_misses={"other_row": _other_row, "not_saved": _not_saved},
    step_limit=60,
    tags=("office", "heavy"),
)
