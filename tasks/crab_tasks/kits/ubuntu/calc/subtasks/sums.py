"""A sub-task in LibreOffice Calc that adds up a column by a formula."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint, left_open
from crab_tasks.kits.footprints import may_change_file
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.calc.state import FIRST, total_added
from crab_tasks.kits.ubuntu.document_files import sheet_file
from crab_tasks.kits.ubuntu.libreoffice import fill_cell, open_by_command, open_document, save
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["TOTAL"]

_ITEMS = ("Boat", "Coffee", "Flowers", "Music", "Prizes", "Tents", "Water")


def _rows(params: Params) -> list[list[str | float]]:
    """Returns the table: five of the items with their amounts."""
    dice = random.Random(params.amounts)
    items = sorted(dice.sample(_ITEMS, 5))
    rows: list[list[str | float]] = [["Item", "Amount"]]
    rows += [[item, dice.randrange(505, 19_995) / 100] for item in items]
    return rows


def _total(params: Params) -> float:
    return round(sum(float(row[1]) for row in _rows(params)[1:]), 2)


def _last(params: Params) -> int:
    """Returns the number of the last row with an amount."""
    return len(_rows(params))


def _given(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, sheet_file(_rows(params)))


def _added(params: Params) -> Sequence[Checkpoint]:
    """The table is open; then it has its total."""
    opened = check(window_in_front, app="calc", title=params.file.rpartition("/")[2])
    wanted = check(total_added, path=params.file, rows=_rows(params), total=_total(params))
    return [
        whereabouts(id="table_open", device="ubuntu", app="calc", evaluator=opened),
        Checkpoint(id="added", device="ubuntu", app="calc", evaluator=wanted, after=("table_open",)),
    ]


def _may_add_total(params: Params) -> Footprint:
    """The sheet, whose total may be bold."""
    return [*may_change_file(params), left_open("ubuntu", "file", ("bold",), path=params.file)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "calc", params.file)


def _fill(params: Params, look: Look, formula: str, below: int = 1) -> Iterator[Action]:
    """Types something so many rows below the last amount, and saves the table."""
    yield from _open(params, look)
    yield from fill_cell(f"B{_last(params) + below}", formula)
    yield from save(look, "calc")


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill(params, look, f"=SUM(B{FIRST}:B{_last(params)})")


def _add_cells(params: Params, look: Look) -> Iterator[Action]:
    """Opens the table in the terminal, and adds cell to cell, with a word beside the total."""
    yield from open_by_command("calc", params, look)
    yield from fill_cell(f"A{_last(params) + 1}", "Total")
    yield from _fill(params, look, f"={'+'.join(f'B{number}' for number in range(FIRST, _last(params) + 1))}")


def _add_anew(params: Params, look: Look) -> Iterator[Action]:
    """Leaves a row out first."""
    yield from _fill(params, look, f"=SUM(B{FIRST + 1}:B{_last(params)})")
    yield from _fill(params, look, f"=sum(B1:B{_last(params)})")


def _typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the total as a number."""
    yield from _fill(params, look, f"{_total(params):.2f}")


def _frozen(params: Params, look: Look) -> Iterator[Action]:
    """Types a formula that always comes to the total as it is now."""
    yield from _fill(params, look, f"=B{FIRST}*0+{_total(params):.2f}")


def _one_short(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill(params, look, f"=SUM(B{FIRST}:B{_last(params) - 1})")


def _further_down(params: Params, look: Look) -> Iterator[Action]:
    """Leaves a row empty above the total."""
    yield from _fill(params, look, f"=SUM(B{FIRST}:B{_last(params)})", below=2)


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from fill_cell(f"B{_last(params) + 1}", f"=SUM(B{FIRST}:B{_last(params)})")


TOTAL = SubTask(
    name="sums.total",
    device="ubuntu",
    app="calc",
    says="let LibreOffice Calc on the desktop add up all amounts in the table {file} by a formula in the cell right "
    "below the last amount, and save the table",
    steps="on the desktop, open {file} in LibreOffice Calc, enter a formula that adds up all amounts in the cell right "
    "below the last one, and save the table under its name",
    refers="the total that Calc computes below the amounts in the table {file}",
    inputs={"file": path_like("/home/user/Documents/picnic_56.ods", ("bazaar", "fair", "parade", "picnic", "regatta"))},
    hidden={"amounts": integer(0, 9999, 77, type="seed")},
    output="amount",
    called="total",
    produce=lambda params: f"{_total(params):.2f}",
    setup=_given,
    checkpoints=_added,
    oracle={"table_open": _open, "added": _add},
    footprint=_may_add_total,
    alternatives={"cell_by_cell": _add_cells, "anew": _add_anew},
    near_misses={
        "typed": _typed,
        "frozen": _frozen,
        "one_short": _one_short,
        "further_down": _further_down,
        "not_saved": _not_saved,
    },
    step_limit=60,
    tags=("office", "heavy"),
)
