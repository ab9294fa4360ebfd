"""docs.example: an evaluator of its documents, and sub-tasks that read, write and download texts and sheets."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer, person
from crab_gym.task.types import Value, short_line, states
from crab_sim.devices.footprints import Footprint, may_add, may_change
from crab_tasks.kits.account import some_lines
from crab_tasks.kits.compare import same_content, same_value
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow, shown
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import amount, as_typed, other_person

__all__ = ["AMOUNT_OWED", "DOWNLOAD", "ENTER_FEE", "WRITE", "document_saved", "fee_entered", "text_written"]

_SITE = "docs.example"
_TABLE = f"{_SITE}/documents"
_LIST = "Documents"
Opening = Callable[[Look, str], Generator[Action, None, bool]]
"""A way to open the document of a title."""


def _documents(state: State, title: str) -> list[Mapping[str, Any]]:
    return [row for row in state.ubuntu.web(_SITE, "documents") if row["title"] == title]


def _plant(devices: Devices, title: str, **content: object) -> None:
    """Makes a document the only one of its title; its content is its ``text`` or its ``cells``."""
    desktop = devices.ubuntu
    rows = [row for row in desktop.web(_SITE, "documents") if row["title"] != title]
    when = max([row["changed"] for row in rows], default=0.0)
    row = {
        "id": 1 + max([row["id"] for row in rows], default=0), "title": title,
        "kind": "sheet" if "cells" in content else "text", "changed": when,
    }  # fmt: skip
    desktop.set_web(_SITE, "documents", [*rows, row | content])


def _cells(rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Returns the cells of a sheet's rows that aren't empty.

    >>> _cells([("Name", "Fee"), ("Ada", "")])
    {'A1': 'Name', 'B1': 'Fee', 'A2': 'Ada'}
    """
    return {f"{chr(65 + j)}{i}": text for i, row in enumerate(rows, 1) for j, text in enumerate(row) if text}


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    shown = check(window_in_front, app="firefox", title="Folio Docs")
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=shown)]


def _go_there(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, _SITE, _LIST)


def _open(look: Look, title: str) -> Generator[Action, None, bool]:
    """Opens a document from the list of all, and returns whether it is there."""
    yield from browse(look, _SITE, _LIST)
    return (yield from _follow(look, title))


def _find(look: Look, title: str) -> Generator[Action, None, bool]:
    """Opens a document from those that have the words of its title, and returns whether it is there."""
    yield from browse(look, f"{_SITE}/?q={title}", _LIST)
    return (yield from _follow(look, title))


def _follow(look: Look, title: str) -> Generator[Action, None, bool]:
    found = shown(look, text=title, role="link") is not None
    if found:
        yield from follow(look, title, role="link", title=title)
    return found


def _save(look: Look, title: str) -> Iterator[Action]:
    yield from follow(look, "Save", role="button")
    yield from browse(look, _SITE, _LIST)
    yield from follow(look, title, role="link", title=title)


# Looking up -----------------------------------------------------------------------------------------------------------

_COSTS = "Shared costs"


def _costs(devices: Devices, params: Params, rng: random.Random) -> None:
    """Everybody has paid something, too, and somebody has the same first name."""
    others = [other_person(rng, params.name), "Otto Winkler", "Paula Reich"]
    rows = [[name, f"{rng.randint(3, 90)}.25", f"{rng.randint(3, 90)}.75"] for name in others]
    rows.append([params.name, params.paid, params.owed])
    rng.shuffle(rows)
    _plant(devices, _COSTS, cells=_cells([("Name", "Paid", "Still owes"), *rows]))


def _open_costs(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look, _COSTS)


def _find_costs(params: Params, look: Look) -> Iterator[Action]:
    yield from _find(look, _COSTS)


def _download_costs(params: Params, look: Look) -> Iterator[Action]:
    """Downloads the sheet, prints it, and deletes the download."""
    yield from _open(look, _COSTS)
    yield from follow(look, rid="download")
    yield action("root", "wait", seconds=1)
    path = f"{HOME}/Downloads/{_COSTS}.csv"
    yield from run_in_terminal(["cat", path], ["rm", path])


AMOUNT_OWED = SubTask(
    name="docs_site.amount_owed",
    device="ubuntu",
    app="firefox",
    says='on docs.example in the desktop\'s Firefox, look up what {name} still owes in the sheet "Shared costs"',
    steps='on the desktop, open docs.example in Firefox, click "Shared costs" and read what {name} still owes',
    refers='the amount that {name} still owes in the sheet "Shared costs" on docs.example',
    inputs={"name": person("Hugo Fontaine")},
    hidden={"owed": amount("23.40"), "paid": amount("32.10")},
    output="amount",
    called="debt",
    produce=lambda params: str(params.owed),
    setup=_costs,
    checkpoints=_site_open,
    oracle={"site_open": _open_costs},
    alternatives={"found": _find_costs, "downloaded": _download_costs},
    step_limit=45,
    tags=("heavy", "web", "documents"),
)

# Entering -------------------------------------------------------------------------------------------------------------

_FEES = "Club fees"
_MEMBERS = (
    ("Anton Hauser", "24.50"),
    ("Birgit Lang", "18.00"),
    ("Carla Neff", "31.00"),
    ("Dora Quaderer", "18.00"),
    ("Emil Sutter", "27.00"),
    ("Frida Vogt", "24.50"),
    ("Gustav Zech", "31.00"),
    ("Otto Winkler", "18.00"),
    ("Paula Reich", "24.50"),
    ("Rosa Stern", "18.00"),
    ("Sven Thaler", "31.00"),
)


def fee_entered(state: State, title: str, cells: Mapping[str, str], cell: str, value: Value) -> bool:
    """One sheet has the title; it has these cells, and in one more an amount.

    Args:
        state: The devices' states.
        title: The sheet's title.
        cells: The contents of the other cells.
        cell: The name of the cell with the amount.
        value: The amount.
    """
    found = _documents(state, title)
    if len(found) != 1 or cell not in found[0]["cells"]:
        return False
    rest = dict(found[0]["cells"])
    return states("amount", rest.pop(cell), value) and rest == cells


def _fees(params: Params) -> tuple[dict[str, str], str]:
    """Returns the sheet's cells, and the name of the empty one."""
    rows = [("Member", "Fee"), *_MEMBERS]
    rows.insert(params.row, (params.name, ""))
    return _cells(rows), f"B{params.row + 1}"


def _without_fee(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, _FEES, cells=_fees(params)[0])


def _entered(params: Params) -> Sequence[Checkpoint]:
    """The site; then the fee."""
    cells, cell = _fees(params)
    right = check(fee_entered, title=_FEES, cells=cells, cell=cell, value=params.amount)
    return [
        *_site_open(params),
        Checkpoint(id="entered", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_enter(params: Params) -> Footprint:
    return [may_change("ubuntu", "site", ("cells",), table=_TABLE, title=_FEES)]


def _type_fee(look: Look, params: Params, fee: str, below: int = 0) -> Iterator[Action]:
    """Types a fee beside the member, or some rows below, if the member is there."""
    member = shown(look, text=params.name, role="text_field")
    if member is not None:
        yield from fill(look, f"B{int(member.resource_id[1:]) + below}", fee)


def _enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look, _FEES)
    yield from _type_fee(look, params, params.amount)
    yield from _save(look, _FEES)


def _enter_found(params: Params, look: Look) -> Iterator[Action]:
    yield from _find(look, _FEES)
    yield from _type_fee(look, params, params.amount)
    yield from _save(look, _FEES)


def _enter_and_correct(params: Params, look: Look) -> Iterator[Action]:
    """Saves another amount first."""
    yield from _open(look, _FEES)
    yield from _type_fee(look, params, "1.00")
    yield from _save(look, _FEES)
    yield from _type_fee(look, params, params.amount)
    yield from _save(look, _FEES)


def _enter_not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look, _FEES)
    yield from _type_fee(look, params, params.amount)


def _enter_in_next_row(params: Params, look: Look) -> Iterator[Action]:
    """Overwrites somebody else's fee."""
    yield from _open(look, _FEES)
    yield from _type_fee(look, params, params.amount, 1)
    yield from _save(look, _FEES)


ENTER_FEE = SubTask(
    name="docs_site.enter_fee",
    device="ubuntu",
    app="firefox",
    says='on docs.example in the desktop\'s Firefox, enter {amount} as the fee of {name} in the sheet "Club fees"',
    steps='on the desktop, open docs.example in Firefox, click "Club fees", type {amount} into the cell beside {name}, '
    "and click Save",
    inputs={"amount": amount("27.30"), "name": person("Greta Albers")},
    hidden={"row": integer(1, len(_MEMBERS), 2)},
    setup=_without_fee,
    checkpoints=_entered,
    oracle={"site_open": _go_there, "entered": _enter},
    footprint=_may_enter,
    alternatives={"found": _enter_found, "corrected": _enter_and_correct},
    near_misses={"not_saved": _enter_not_saved, "next_row": _enter_in_next_row},
    once=True,
    step_limit=60,
    tags=("heavy", "web", "documents"),
)

# Writing --------------------------------------------------------------------------------------------------------------


def text_written(state: State, title_kind: str, title: Value, text_kind: str, text: Value) -> bool:
    """One document has the title; it is a text that is a value and nothing else.

    Args:
        state: The devices' states.
        title_kind: The type of the title.
        title: The title.
        text_kind: The type of the text.
        text: The text.
    """
    rows = state.ubuntu.web(_SITE, "documents")
    found = [row for row in rows if states(title_kind, row["title"], title)]
    return len(found) == 1 and found[0]["kind"] == "text" and states(text_kind, found[0]["text"], text)


def _free(devices: Devices, params: Params, rng: random.Random) -> None:
    rows = devices.ubuntu.web(_SITE, "documents")
    kept = [row for row in rows if row["title"] != as_typed(params, "title")]
    if len(kept) < len(rows):
        devices.ubuntu.set_web(_SITE, "documents", kept)


def _written(params: Params) -> Sequence[Checkpoint]:
    """The site; then the text."""
    right = check(
        text_written,
        title_kind=params.kinds["title"],
        title=params.title,
        text_kind=params.kinds["text"],
        text=params.text,
    )
    return [
        *_site_open(params),
        Checkpoint(id="written", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_write(params: Params) -> Footprint:
    title, text = [same_value(params.kinds[name], getattr(params, name)) for name in ("title", "text")]
    return [may_add("ubuntu", "site", most=1, table=_TABLE, title=title, text=text)]


def _new(look: Look, kind: str) -> Iterator[Action]:
    yield from browse(look, _SITE, _LIST)
    yield from follow(look, f"New {kind}", role="button", title=f"Untitled {kind}")


def _write(params: Params, look: Look) -> Iterator[Action]:
    yield from _new(look, "text")
    yield from fill(look, "title", as_typed(params, "title"))
    yield from fill(look, "text", as_typed(params, "text"))
    yield from _save(look, as_typed(params, "title"))


def _write_title_last(params: Params, look: Look) -> Iterator[Action]:
    """Saves the text without a title first, with a line end."""
    yield from _new(look, "text")
    yield from fill(look, "text", f"{as_typed(params, 'text')}\n")
    yield from _save(look, "Untitled text")
    yield from fill(look, "title", as_typed(params, "title"))
    yield from _save(look, as_typed(params, "title"))


def _write_and_correct(params: Params, look: Look) -> Iterator[Action]:
    """Saves a draft of the text first."""
    yield from _new(look, "text")
    yield from fill(look, "title", as_typed(params, "title"))
    yield from fill(look, "text", "To be written")
    yield from _save(look, as_typed(params, "title"))
    yield from fill(look, "text", as_typed(params, "text"))
    yield from _save(look, as_typed(params, "title"))


def _write_into_sheet(params: Params, look: Look) -> Iterator[Action]:
    yield from _new(look, "sheet")
    yield from fill(look, "title", as_typed(params, "title"))
    yield from fill(look, "A1", as_typed(params, "text"))
    yield from _save(look, as_typed(params, "title"))


def _write_not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _new(look, "text")
    yield from fill(look, "title", as_typed(params, "title"))
    yield from fill(look, "text", as_typed(params, "text"))


WRITE = SubTask(
    name="docs_site.write",
    device="ubuntu",
    app="firefox",
    says="on docs.example in the desktop's Firefox, write {text} into a new text whose title is {title}",
    steps="on the desktop, open docs.example in Firefox, click New text, type {text} as the text, enter {title} as the "
    "title, and click Save",
    inputs={"text": short_line("Collect old maps"), "title": short_line("Wash the blue tent")},
    setup=_free,
    checkpoints=_written,
    oracle={"site_open": _go_there, "written": _write},
    footprint=_may_write,
    alternatives={"title_last": _write_title_last, "corrected": _write_and_correct},
    near_misses={"into_sheet": _write_into_sheet, "not_saved": _write_not_saved},
    keys=("title",),
    step_limit=60,
    tags=("heavy", "web", "documents"),
)

# Downloading ----------------------------------------------------------------------------------------------------------


def document_saved(state: State, title: str, path: str) -> bool:
    """The desktop's file is the only text of this title, apart from line ends and from blank lines at its end."""
    found = _documents(state, title)
    return len(found) == 1 and same_content(found[0]["text"].encode(), state.ubuntu.read_file(path))


def _older(params: Params) -> str:
    return f"{as_typed(params, 'title')} (before)"


def _two_texts(devices: Devices, params: Params, rng: random.Random) -> None:
    """The text, and an older one whose title begins like its own; the target is free."""
    for title in (_older(params), as_typed(params, "title")):
        _plant(devices, title, text=some_lines(rng))
    devices.ubuntu.remove(params.file)


def _downloaded(params: Params) -> Sequence[Checkpoint]:
    """The site; then the file."""
    saved = check(document_saved, title=as_typed(params, "title"), path=params.file)
    return [
        *_site_open(params),
        Checkpoint(id="saved", device="ubuntu", app="files", evaluator=saved, after=("site_open",)),
    ]


def _place(title: str) -> str:
    """Returns where the browser puts a text, without the signs that no file's name may have everywhere."""
    name = re.sub(r'[/:*?"<>|]', "_", title)
    return f"{HOME}/Downloads/{name}.txt"


def _fetch(
    params: Params, look: Look, title: str = "", opened: Opening = _open, *, copied: bool = False
) -> Iterator[Action]:
    """Downloads a text, and moves it."""
    title = title or as_typed(params, "title")
    found = yield from opened(look, title)
    if not found:
        return
    yield from follow(look, rid="download")
    yield action("root", "wait", seconds=1)
    if copied:
        yield from run_in_terminal(["cp", _place(title), params.file], ["rm", _place(title)])
    else:
        yield from run_in_terminal(["mv", _place(title), params.file])


def _download(params: Params, look: Look) -> Iterator[Action]:
    yield from _fetch(params, look)


def _download_older(params: Params, look: Look) -> Iterator[Action]:
    yield from _fetch(params, look, _older(params))


DOWNLOAD = SubTask(
    name="docs_site.download",
    device="ubuntu",
    app="firefox",
    says="on docs.example in the desktop's Firefox, download the text whose title is {title}, and move it to {file}",
    steps="on the desktop, open docs.example in Firefox, click the text whose title is {title} and then Download .txt, "
    "and move the download from ~/Downloads to {file}",
    refers="the new file {file} to which you move a text from docs.example",
    inputs={"title": short_line("Paint two lamps"), "file": file_path("birch_29")},
    output="file",
    produce=lambda params: str(params.file),
    setup=_two_texts,
    checkpoints=_downloaded,
    oracle={"site_open": _go_there, "saved": _download},
    footprint=may_make_file,
    alternatives={"found": partial(_fetch, opened=_find), "copied": partial(_fetch, copied=True)},
    near_misses={"older_text": _download_older},
    keys=("title",),
    step_limit=60,
    tags=("heavy", "web", "files", "documents"),
)
