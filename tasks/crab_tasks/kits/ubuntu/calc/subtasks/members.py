"""Sub-tasks about a table of members in LibreOffice Calc: one reads a number, another enters somebody."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import person, phone_number
from crab_tasks.kits.footprints import may_change_file
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.document_files import sheet_file
from crab_tasks.kits.ubuntu.documents import rows_are
from crab_tasks.kits.ubuntu.libreoffice import fill_cell, open_by_command, open_document, open_in_files, save
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import another, email_address, other_person

__all__ = ["ADD", "PHONE_OF"]

_TOWNS = ("Alder", "Millbrook", "Pinehaven", "Stonegate")


def _table_open(params: Params) -> Checkpoint:
    opened = check(window_in_front, app="calc", title=params.file.rpartition("/")[2])
    return whereabouts(id="table_open", device="ubuntu", app="calc", evaluator=opened)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "calc", params.file)


def _numbered(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the table; somebody else has the same first name."""
    rows = [(params.name, params.phone), (other_person(rng, params.name), params.other)]
    numbers = phone_number()
    for name in ("Walter Quist", "Yara Zander"):
        rows.append((name, another(numbers, rng, params.phone, params.other)))
    rng.shuffle(rows)
    table = [["Member", "Town", "Telephone"], *[[name, rng.choice(_TOWNS), phone] for name, phone in rows]]
    devices.ubuntu.write_file(params.file, sheet_file(table))


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The table is open in Calc."""
    return [_table_open(params)]


PHONE_OF = SubTask(
    name="members.phone_of",
    device="ubuntu",
    app="calc",
    says="look up the telephone number of {name} in the table of members {file} with LibreOffice Calc on the desktop",
    steps="on the desktop, open {file} in LibreOffice Calc and read the telephone number in the row of {name}",
    refers="the telephone number of {name} in the table of members {file}",
    inputs={
        "name": person("Nils Castro"),
        "file": path_like("/home/user/Documents/club_41.ods", ("band", "choir", "club", "crew", "team")),
    },
    hidden={"phone": phone_number("+1 555 0171"), "other": phone_number("+1 555 0117")},
    output="phone_number",
    produce=lambda params: str(params.phone),
    setup=_numbered,
    checkpoints=_opened,
    oracle={"table_open": _open},
    alternatives={"in_files": partial(open_in_files, "calc"), "by_command": partial(open_by_command, "calc")},
    step_limit=45,
    tags=("office", "heavy"),
)


_BEFORE = (("Member", "E-mail"), ("Walter Quist", "quist@harbour.example"), ("Yara Zander", "yara@quarry.example"))
_ROW = len(_BEFORE) + 1


def _given(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, sheet_file(_BEFORE))


def _entered(params: Params) -> Sequence[Checkpoint]:
    """The table is open; then it has the new row, and all else as before."""
    wanted = check(rows_are, path=params.file, rows=(*_BEFORE, (params.name, params.email)))
    return [
        _table_open(params),
        Checkpoint(id="entered", device="ubuntu", app="calc", evaluator=wanted, after=("table_open",)),
    ]


def _enter(params: Params, look: Look, row: int = _ROW, columns: str = "AB") -> Iterator[Action]:
    """Enters name and address into two columns of a row, and saves the table."""
    yield from _open(params, look)
    for column, text in zip(columns, (params.name, params.email), strict=True):
        yield from fill_cell(f"{column}{row}", text)
    yield from save(look, "calc")


def _enter_row(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter(params, look)


def _enter_backwards(params: Params, look: Look) -> Iterator[Action]:
    """Opens the table in the terminal, and enters the address first."""
    yield from open_by_command("calc", params, look)
    yield from fill_cell(f"B{_ROW}", params.email)
    yield from fill_cell(f"A{_ROW}", params.name)
    yield from save(look, "calc")


def _enter_anew(params: Params, look: Look) -> Iterator[Action]:
    """Swaps the columns first."""
    yield from _enter(params, look, columns="BA")
    yield from _enter(params, look)


def _swapped(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter(params, look, columns="BA")


def _over_another(params: Params, look: Look) -> Iterator[Action]:
    """Types over the last member."""
    yield from _enter(params, look, row=_ROW - 1)


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from fill_cell(f"A{_ROW}", params.name)
    yield from fill_cell(f"B{_ROW}", params.email)


ADD = SubTask(
    name="members.add",
    device="ubuntu",
    app="calc",
    says="enter {name} with {email} as the e-mail address in the first empty row of the table {file} with LibreOffice "
    "Calc on the desktop, and save the table",
    steps="on the desktop, open {file} in LibreOffice Calc, type {name} into the first empty cell of the column Member "
    "and {email} into the cell beside it, and save the table under its name",
    inputs={
        "name": person("Lev Ekman"),
        "email": email_address("juniper45@northmail.example"),
        "file": path_like("/home/user/Documents/circle_68.ods", ("circle", "friends", "helpers", "players", "readers")),
    },
    setup=_given,
    checkpoints=_entered,
    oracle={"table_open": _open, "entered": _enter_row},
    footprint=may_change_file,
    alternatives={"backwards": _enter_backwards, "anew": _enter_anew},
    near_misses={"swapped": _swapped, "over_another": _over_another, "not_saved": _not_saved},
    step_limit=60,
    tags=("office", "heavy"),
)
