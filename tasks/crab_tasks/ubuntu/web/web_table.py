"""Write some rows of a sheet on the bundled web into a CSV file, and submit the sum of their numbers."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import submit
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor
from crab_tasks.kits.ubuntu.windows import window_in_front

YEARS = (2024, 2025, 2026)
STORES = ("North", "Harbour", "Hill")
GOODS = (
    "Ropes", "Buoys", "Lanterns", "Nets", "Anchors", "Sails", "Paint", "Oars", "Hooks", "Chains", "Barrels", "Flags",
    "Pumps", "Charts",
)  # fmt: skip

Rows = list[tuple[str, str, int]]


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.csv"


def title(params: Params, year: int = 0) -> str:
    """Returns the title of the sheet of the year that is asked for, or of another."""
    return f"Stock {year or params.year}"


def table(params: Params, year: int = 0) -> Rows:
    """Returns the rows of a year's sheet: goods, where they lie, and how many."""
    rng = random.Random(f"{params.stocktaking}:{year or params.year}")
    goods = rng.sample(GOODS, len(GOODS))
    return [(name, STORES[i % 3] if i < 6 else rng.choice(STORES), rng.randint(2, 99)) for i, name in enumerate(goods)]


def cells(params: Params, year: int) -> dict[str, str]:
    """Returns the cells of a year's sheet."""
    rows = [("Goods", "Store", "Pieces"), *table(params, year)]
    return {f"{'ABC'[c]}{r}": str(value) for r, row in enumerate(rows, 1) for c, value in enumerate(row)}


def chosen(params: Params, year: int = 0, store: str = "") -> Rows:
    """Returns the rows that are asked for, or those of another year or store."""
    return [row for row in table(params, year) if row[1] == (store or params.store)]


def lines(rows: Rows) -> tuple[str, ...]:
    """Returns rows as the file has them."""
    return ("goods,pieces", *[f"{name},{pieces}" for name, _, pieces in rows])


def pieces(rows: Rows) -> int:
    """Returns how many pieces the rows have together."""
    return sum(row[2] for row in rows)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the sheets of some years among the documents."""
    desktop = devices.ubuntu
    documents = list(desktop.web("docs.example", "documents"))
    first = 1 + max(row["id"] for row in documents)
    for i, year in enumerate(rng.sample(YEARS, len(YEARS))):
        sheet = {"id": first + i, "kind": "sheet", "title": title(params, year), "cells": cells(params, year)}
        documents.append({**sheet, "changed": 1_770_000_000.0 + 86_400 * i})
    desktop.set_web("docs.example", "documents", documents)


def rows_written(state: State, path: str, rows: Sequence[str]) -> bool:
    """The file has these rows, in any order and perhaps among others."""
    written = [line.strip() for line in (state.ubuntu.read_text(path) or "").splitlines()]
    return set(rows) <= set(written)


def file_and_sheet(state: State, path: str, lines: Sequence[str], title: str, cells: Mapping[str, str]) -> bool:
    """The file holds exactly these lines, and the sheet is as it was.

    Args:
        state: The devices' states.
        path: The file's path.
        lines: Its lines.
        title: The sheet's title, which no other document has.
        cells: The texts of its cells, by their names.
    """
    documents = state.ubuntu.web("docs.example", "documents")
    return file_is(state, path, lines) and [d["cells"] for d in documents if d["title"] == title] == [cells]


def question(params: Params) -> str:
    """Returns what is asked, without the goods and the lines that the goal gives as examples."""
    return f"How many pieces do the rows of the sheet with the store {params.store} have together?"


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The sheet; then the file, at first its rows and then all of it, and the answer."""
    rows = chosen(params)
    return [
        whereabouts(
            id="sheet_open",
            device="ubuntu",
            app="firefox",
            evaluator=check(window_in_front, app="firefox", title=f"{title(params)} - Folio Docs"),
        ),
        Checkpoint(
            id="rows_there",
            device="ubuntu",
            app="text_editor",
            evaluator=check(rows_written, path=path(params), rows=lines(rows)[1:]),
            after=("sheet_open",),
        ),
        Checkpoint(
            id="file_right",
            device="ubuntu",
            app="text_editor",
            evaluator=check(
                file_and_sheet,
                path=path(params),
                lines=lines(rows),
                title=title(params),
                cells=cells(params, params.year),
            ),
            after=("rows_there",),
        ),
        Checkpoint(
            id="submitted",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, kind="count", value=pieces(rows), asks=question(params)),
            after=("sheet_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The file; the sheet stays as it is."""
    return new_file(f"{HOME}/Documents/{params.file}.csv")


def open_sheet(params: Params, look: Look) -> Iterator[Action]:
    """Finds the sheet among the documents."""
    yield from browse(look, "docs.example", "Documents")
    yield from follow(look, title(params), role="link", title=title(params))


def _save(params: Params, texts: Sequence[str]) -> Iterator[Action]:
    """Writes lines into the file."""
    command = shlex.join(["printf", "%s\\n", *texts])
    yield from run_in_terminal(f"{command} > {path(params)}")


def _write(params: Params, rows: Rows) -> Iterator[Action]:
    yield from _save(params, lines(rows))


def write(params: Params, look: Look) -> Iterator[Action]:
    """Writes the rows, in the order in which the sheet has them, without a header."""
    yield from _save(params, lines(chosen(params))[1:])


def add_header(params: Params, look: Look) -> Iterator[Action]:
    """Puts the header above the rows."""
    yield from run_in_terminal(["sed", "-i", f"1i {lines([])[0]}", path(params)])


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the sum."""
    yield submit(str(pieces(chosen(params))))


def other_year(params: Params, look: Look) -> Iterator[Action]:
    """Takes the rows of another year's sheet."""
    year = YEARS[YEARS.index(params.year) - 1]
    yield from open_sheet(params, look)
    yield from _write(params, chosen(params, year))
    yield submit(str(pieces(chosen(params, year))))


def all_stores(params: Params, look: Look) -> Iterator[Action]:
    """Takes the rows of all stores."""
    yield from open_sheet(params, look)
    yield from _write(params, table(params))
    yield from answer(params, look)


def sheet_changed(params: Params, look: Look) -> Iterator[Action]:
    """Writes the sum into the sheet as well, and saves it."""
    yield from open_sheet(params, look)
    yield from fill(look, "E2", str(pieces(chosen(params))))
    yield action("ubuntu", "press", key="enter")
    yield action("root", "wait", seconds=2)
    yield from _write(params, chosen(params))
    yield from answer(params, look)


def in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Submits a sentence, and writes the file with the editor."""
    yield from open_sheet(params, look)
    yield submit(f"They are {pieces(chosen(params))} pieces.")
    yield from save_with_editor(path(params), "\n".join(lines(chosen(params))))


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Looks at another year's sheet first, and writes the whole file at once."""
    other = params.replace(year=YEARS[YEARS.index(params.year) - 1])
    yield from open_sheet(other, look)
    yield from open_sheet(params, look)
    yield from _write(params, chosen(params))
    yield from answer(params, look)


TASK = Task(
    name="ubuntu.web_table",
    description=(
        'On the desktop, open the sheet "Stock {year}" at docs.example with Firefox. Write the CSV file '
        "~/Documents/{file}.csv with what is in the store {store}: first the line goods,pieces and then a line such as "
        "Bells,12 for each row of the sheet with this store, in the order of the sheet. Submit how many pieces these "
        "rows have in total. Leave the sheet as it is."
    ),
    devices=("ubuntu",),
    parameters={
        "year": choice(YEARS, default=2026, type="year"),
        "store": choice(STORES, type="store"),
        "file": choice(("stock", "store", "inventory"), type="file_name"),
        "stocktaking": integer(1, 9999, 17),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"sheet_open": open_sheet, "rows_there": write, "file_right": add_header, "submitted": answer},
    footprint=footprint,
    alternatives={"in_editor": in_editor, "at_once": at_once},
    near_misses={"other_year": other_year, "all_stores": all_stores, "sheet_changed": sheet_changed},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=25,
    step_limit=75,
    version=4,
    tags=("heavy", "web", "files", "answer"),
)
