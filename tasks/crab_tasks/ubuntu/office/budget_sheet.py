"""Complete a table of expenses in LibreOffice Calc: fill a gap, add a total by a formula, save it as a spreadsheet."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, left_open
from crab_sim.documents import cells
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.documents import cell_is, cells_are, computes, rows_are
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.libreoffice import fill_cell, open_document, save, save_as
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

ITEMS = ("Rent", "Power", "Water", "Paper", "Ink", "Stamps", "Lamps", "Coffee", "Repairs", "Phone")
SHOPS = ("Alder", "Reed", "Elm", "Holm")
FIRST = 2
"""Number of the first row with an expense."""


def table(params: Params) -> list[tuple[str, str, float]]:
    """Returns all expenses, each with its amount."""
    dice = random.Random(params.amounts)
    items = dice.sample(ITEMS, params.rows)
    return [(item, dice.choice(SHOPS), dice.randrange(305, 9995) / 100) for item in items]


def gap(params: Params) -> int:
    """Returns the place in the table of the expense whose amount is missing."""
    return int(params.amounts) % int(params.rows)


def last(params: Params) -> int:
    """Returns the number of the last row with an expense."""
    return FIRST + int(params.rows) - 1


def total_cell(params: Params) -> str:
    """Returns the place of the total."""
    return f"C{last(params) + 2}"


def gap_cell(params: Params) -> str:
    """Returns the place of the missing amount."""
    return f"C{FIRST + gap(params)}"


def total(params: Params) -> float:
    """Returns the sum of the expenses."""
    return round(sum(amount for *_, amount in table(params)), 2)


def source(params: Params) -> str:
    """Returns the file that is given."""
    return f"{HOME}/Documents/{params.file}.csv"


def path(params: Params) -> str:
    """Returns the file to save."""
    return f"{HOME}/Documents/{params.file}.{params.format}"


def given(params: Params) -> list[list[str | float]]:
    """Returns the rows of the file that is given."""
    rows: list[list[str | float]] = [["Item", "Shop", "Amount"]]
    rows += [[item, shop, "" if i == gap(params) else amount] for i, (item, shop, amount) in enumerate(table(params))]
    return rows


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the table, and the receipts, among which is that of the missing amount."""
    desktop = devices.ubuntu
    rows = [[f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row] for row in given(params)]
    desktop.write_file(source(params), "\n".join(",".join(row) for row in rows) + "\n")
    item, shop, amount = table(params)[gap(params)]
    others = [other for other in ITEMS if other not in [name for name, *_ in table(params)]]
    receipts = [f"{item} ({shop}): {amount:.2f}"]
    receipts += [f"{other} ({rng.choice(SHOPS)}): {rng.randrange(305, 9995) / 100:.2f}" for other in others[:2]]
    rng.shuffle(receipts)
    desktop.write_file(f"{HOME}/Documents/receipts.txt", "\n".join(receipts) + "\n")
    desktop.write_file(f"{HOME}/Documents/last_year.csv", f"Item,Amount\nRent,{rng.randrange(200, 400)}\n")


def total_added(state: State, path: str, cell: str, value: float, last: int) -> bool:
    """The cell has the total, by a formula with SUM that adds up all amounts, whatever they are.

    Args:
        state: The devices' states.
        path: Path of the saved sheet.
        cell: Place of the total.
        value: The total.
        last: Number of the last row with an expense.
    """
    terms = [(f"C{row}",) for row in range(FIRST, last + 1)]
    found = (cells(state.ubuntu.read_file(path)) or {}).get(cell)
    return found is not None and "SUM" in found.formula.upper() and computes(state, path, cell, terms, value)


def sheet_completed(
    state: State,
    path: str,
    rows: Sequence[Sequence[str | float]],
    free: Sequence[str],
    labels: Sequence[str],
    source: str,
    given: Sequence[Sequence[str | float]],
) -> bool:
    """The saved sheet has the wanted rows, and the given table has its own.

    Args:
        state: The devices' states.
        path: Path of the saved sheet.
        rows: Its wanted rows; nothing else may be in it.
        free: Cells that may hold anything.
        labels: Cells that may hold a word such as "Total".
        source: Path of the given table.
        given: The given table's rows.
    """
    return rows_are(state, path, rows, free=free, labels=labels) and rows_are(state, source, given)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The table is opened; saved as a spreadsheet; there the gap is filled, then the total added; and nothing else."""
    known: list[tuple[str, str | float]] = [(f"A{FIRST + i}", item) for i, (item, *_) in enumerate(table(params))]
    known += [(f"C{FIRST + i}", row[2]) for i, row in enumerate(table(params)) if i != gap(params)]
    opened = check(window_in_front, app="calc", title=params.file)
    whole: list[list[str | float]] = [given(params)[0]]
    whole.extend([item, shop, amount] for item, shop, amount in table(params))
    row = last(params) + 2  # which may also have a label beside the total
    return [
        whereabouts(id="table_open", device="ubuntu", app="calc", evaluator=opened),
        Checkpoint(
            id="saved",
            device="ubuntu",
            app="calc",
            evaluator=check(cells_are, path=path(params), values=known),
            after=("table_open",),
        ),
        Checkpoint(
            id="gap_filled",
            device="ubuntu",
            app="calc",
            evaluator=check(cell_is, path=path(params), cell=gap_cell(params), value=table(params)[gap(params)][2]),
            after=("saved",),
        ),
        Checkpoint(
            id="total_added",
            device="ubuntu",
            app="calc",
            evaluator=check(
                total_added, path=path(params), cell=total_cell(params), value=total(params), last=last(params)
            ),
            after=("gap_filled",),
        ),
        Checkpoint(
            id="rest_kept",
            device="ubuntu",
            app="calc",
            evaluator=check(
                sheet_completed,
                path=path(params),
                rows=whole,
                free=[total_cell(params)],
                labels=[f"A{row}", f"B{row}"],
                source=source(params),
                given=given(params),
            ),
            after=("total_added",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The sheet, whose total may be bold."""
    return [*new_file(path(params)), left_open("ubuntu", "file", ("bold",), path=path(params))]


def open_table(params: Params, look: Look) -> Iterator[Action]:
    """Opens the table in Calc."""
    yield from open_document(look, "calc", source(params))


def save_sheet(params: Params, look: Look) -> Iterator[Action]:
    """Saves the table as a spreadsheet."""
    yield from open_table(params, look)
    yield from save_as(look, "calc", path(params))


def _enter(params: Params, look: Look, cell: str, text: str) -> Iterator[Action]:
    """Fills a cell of the spreadsheet, and saves it."""
    yield from open_document(look, "calc", path(params))
    yield from fill_cell(cell, text)
    yield from save(look, "calc")


def fill_gap(params: Params, look: Look) -> Iterator[Action]:
    """Enters the missing amount."""
    yield from _enter(params, look, gap_cell(params), f"{table(params)[gap(params)][2]:.2f}")


def add_total(params: Params, look: Look) -> Iterator[Action]:
    """Enters the total's formula."""
    yield from _enter(params, look, total_cell(params), f"=SUM(C{FIRST}:C{last(params)})")


def typed_total(params: Params, look: Look) -> Iterator[Action]:
    """Types the total as a number."""
    yield from save_sheet(params, look)
    yield from fill_gap(params, look)
    yield from _enter(params, look, total_cell(params), f"{total(params):.2f}")


def wrong_gap(params: Params, look: Look) -> Iterator[Action]:
    """Fills the gap with another expense's amount."""
    yield from save_sheet(params, look)
    yield from _enter(params, look, gap_cell(params), f"{table(params)[gap(params) - 1][2] + 1:.2f}")
    yield from add_total(params, look)


def one_row_short(params: Params, look: Look) -> Iterator[Action]:
    """Adds up all but the last expense."""
    yield from save_sheet(params, look)
    yield from fill_gap(params, look)
    yield from _enter(params, look, total_cell(params), f"=SUM(C{FIRST}:C{last(params) - 1})")


def _enter_both(params: Params, look: Look, formula: str) -> Iterator[Action]:
    """Fills the gap, and enters a formula for the total, before the sheet is saved."""
    yield from open_table(params, look)
    yield from fill_cell(gap_cell(params), f"{table(params)[gap(params)][2]:.2f}")
    yield from fill_cell(total_cell(params), formula)


def frozen(params: Params, look: Look) -> Iterator[Action]:
    """Enters a formula with SUM that always comes to the total as it is now."""
    yield from _enter_both(params, look, f"=SUM(C{FIRST}:C{last(params)})*0+{total(params):.2f}")
    yield from save_as(look, "calc", path(params))


def other_way_round(params: Params, look: Look) -> Iterator[Action]:
    """Adds the last amount twice, and takes it off again."""
    end = last(params)
    yield from _enter_both(params, look, f"=SUM(C{FIRST}:C{end})+SUM(C{end})-C{end}")
    yield from save_as(look, "calc", path(params))


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the sheet in another format, and gives that file the name."""
    draft = f"{HOME}/Documents/draft.{'ods' if params.format == 'xlsx' else 'xlsx'}"
    yield from _enter_both(params, look, f"=SUM(C{FIRST}:C{last(params)})")
    yield from save_as(look, "calc", draft)
    yield from run_in_terminal(["mv", draft, path(params)])


def saved_last(params: Params, look: Look) -> Iterator[Action]:
    """Enters both before it saves the sheet, with a word beside the total."""
    yield from _enter_both(params, look, f"=sum(C1:C{last(params) + 1})")
    yield from fill_cell(f"A{last(params) + 2}", "Total")
    yield from save_as(look, "calc", path(params))


def cell_by_cell(params: Params, look: Look) -> Iterator[Action]:
    """Names each amount in the sum."""
    amounts = ",".join(f"C{row}" for row in range(FIRST, last(params) + 1))
    yield from _enter_both(params, look, f"=SUM({amounts})")
    yield from save_as(look, "calc", path(params))


def in_two_sums(params: Params, look: Look) -> Iterator[Action]:
    """Adds up the amounts in two ranges."""
    yield from _enter_both(params, look, f"=SUM(C{FIRST}:C{FIRST + 2})+SUM(C{FIRST + 3}:C{last(params)})")
    yield from save_as(look, "calc", path(params))


def rounded(params: Params, look: Look) -> Iterator[Action]:
    """Rounds the sum to cents."""
    yield from _enter_both(params, look, f"=ROUND(SUM(C{FIRST}:C{last(params)}),2)")
    yield from save_as(look, "calc", path(params))


def total_first(params: Params, look: Look) -> Iterator[Action]:
    """Enters the total first, with absolute references."""
    yield from save_sheet(params, look)
    yield from _enter(params, look, total_cell(params), f"=SUM(C${FIRST}:C${last(params)})")
    yield from fill_gap(params, look)


TASK = Task(
    name="ubuntu.budget_sheet",
    description=(
        "Open ~/Documents/{file}.csv, a table of expenses, in LibreOffice Calc on the desktop. One amount is missing: "
        "enter it as given in ~/Documents/receipts.txt. Leave the first row below the last expense empty, and in the "
        "row after that, put the total of all amounts into column C with a SUM formula. Save the sheet as "
        "~/Documents/{file}.{format}, and leave the .csv file as it is."
    ),
    devices=("ubuntu",),
    parameters={
        "file": choice(("expenses", "budget", "costs"), type="file_name"),
        "format": choice(("ods", "xlsx")),
        "rows": integer(5, 9, 6),
        "amounts": integer(0, 9999, 21, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "table_open": open_table,
        "saved": save_sheet,
        "gap_filled": fill_gap,
        "total_added": add_total,
        "rest_kept": nothing_more,
    },
    footprint=footprint,
    alternatives={
        "saved_last": saved_last,
        "total_first": total_first,
        "cell_by_cell": cell_by_cell,
        "in_two_sums": in_two_sums,
        "rounded": rounded,
        "other_way_round": other_way_round,
    },
    near_misses={
        "typed_total": typed_total,
        "wrong_gap": wrong_gap,
        "one_row_short": one_row_short,
        "frozen": frozen,
        "other_format": other_format,
    },
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=30,
    version=7,
    tags=("heavy", "office"),
)
