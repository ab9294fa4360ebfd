"""The Document Viewer: PDF files to read, an evaluator of printed pages, moves and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date as Day
from datetime import timedelta

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer
from crab_gym.task.types import words
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import name_of, path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.document_viewer.moves import document_shown, go_to_page, open_pdf, page_with, print_pages
from crab_tasks.kits.ubuntu.document_viewer.state import pages_are, text_pdf
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import date_ahead

__all__ = ["PRINT_DAY", "SEATS"]


def _plan(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the document; another page tells the seats before the change."""
    pages = [
        ("Our hall", "This document has three pages."),
        ("Until May", f"Seats: {params.other}", f"Windows: {rng.randint(3, 9)}"),
        ("From June on", f"Seats: {params.seats}", f"Doors: {rng.randint(2, 5)}"),
    ]
    devices.ubuntu.write_file(params.file, text_pdf(pages, "Our hall"))


def _document_open(params: Params) -> Sequence[Checkpoint]:
    """The document is in front."""
    opened = check(window_in_front, app="document_viewer", title=name_of(params.file))
    return [whereabouts(id="document_open", device="ubuntu", app="document_viewer", evaluator=opened)]


def _read_last(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document, and goes to its last page."""
    yield from open_pdf(look, params.file)
    yield from go_to_page(look, 3)


def _find_words(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document, and finds the last page's heading."""
    yield from open_pdf(look, params.file)
    yield from page_with(look, "From June on")


def _from_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Starts the viewer in the terminal."""
    yield from run_in_terminal(["evince", params.file])
    yield from document_shown(look)
    yield from go_to_page(look, 3)


SEATS = SubTask(
    name="document_viewer.seats",
    device="ubuntu",
    app="document_viewer",
    says="look up the number of seats on the last page of the PDF file {file} on the desktop",
    steps="on the desktop, open the PDF file {file} in the Document Viewer, go to its last page and read the number of "
    "seats",
    refers="the number of seats on the last page of the PDF file {file}",
    inputs={
        "file": path_like("/home/user/Documents/hall_12.pdf", ("hall", "barn", "theatre", "tent", "chapel", "cinema"))
    },
    hidden={"seats": integer(24, 480, 136, type="count"), "other": integer(500, 990, 640, type="count")},
    output="count",
    called="number of seats",
    produce=lambda params: int(params.seats),
    setup=_plan,
    checkpoints=_document_open,
    oracle={"document_open": _read_last},
    alternatives={"found": _find_words, "from_terminal": _from_terminal},
    tags=("pdf", "heavy"),
)


_DOINGS = (
    "Mended the fence", "Fed the swans", "Swept the yard", "Picked the pears", "Painted the gate", "Aired the cellar",
    "Pruned the roses", "Baked two loaves", "Washed the windows", "Sawed the logs", "Sorted the letters",
    "Oiled the hinges",
)  # fmt: skip
_LENGTH = 4
"""Pages of the diary."""


def _days(params: Params) -> list[str]:
    """Returns the days of the diary; the third one is the one that is asked for."""
    first = Day.fromisoformat(params.date) - timedelta(days=2)
    return [words("date", (first + timedelta(days=days)).isoformat()) for days in range(_LENGTH)]


def _day_page(params: Params, number: int) -> tuple[str, ...]:
    """Returns the lines of a page of the diary, counted from 1."""
    return _days(params)[number - 1], _DOINGS[(number + int(params.turn)) % len(_DOINGS)]


_PAGE = 3
_TITLE = "Diary"


def _diary(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the diary, and takes away what has the result's name."""
    pages = [_day_page(params, number) for number in range(1, _LENGTH + 1)]
    devices.ubuntu.write_file(params.diary, text_pdf(pages, _TITLE))
    devices.ubuntu.remove(params.file)


def _printed(params: Params) -> Sequence[Checkpoint]:
    """The diary is in front; then its page is in the file."""
    opened = check(window_in_front, app="document_viewer", title=params.diary.rpartition("/")[2])
    page = check(
        pages_are, path=params.file, pages=[" ".join(_day_page(params, _PAGE))], source=params.diary, title=_TITLE
    )
    return [
        whereabouts(id="diary_open", device="ubuntu", app="document_viewer", evaluator=opened),
        Checkpoint(id="printed", device="ubuntu", app="document_viewer", evaluator=page, after=("diary_open",)),
    ]


def _open_diary(params: Params, look: Look) -> Iterator[Action]:
    yield from open_pdf(look, params.diary)


def _print(params: Params, look: Look, pages: str, path: str = "") -> Iterator[Action]:
    """Prints pages of the diary to the file, or to another one."""
    folder, _, name = (path or params.file).rpartition("/")
    yield from _open_diary(params, look)
    yield from print_pages(look, pages, folder, name)


def _print_page(params: Params, look: Look) -> Iterator[Action]:
    yield from _print(params, look, str(_PAGE))


def _print_current(params: Params, look: Look) -> Iterator[Action]:
    """Finds the day, and prints the page that is shown."""
    folder, _, name = params.file.rpartition("/")
    yield from _open_diary(params, look)
    yield from page_with(look, _days(params)[_PAGE - 1])
    yield from print_pages(look, "current", folder, name)


def _print_and_rename(params: Params, look: Look) -> Iterator[Action]:
    """Prints to another file, and renames it."""
    draft = "/home/user/Documents/not_named_yet.pdf"
    yield from _print(params, look, f"{_PAGE}-{_PAGE}", draft)
    yield from run_in_terminal(["mv", draft, params.file])


def _print_all(params: Params, look: Look) -> Iterator[Action]:
    """Prints all pages."""
    yield from _print(params, look, "")


def _next_page(params: Params, look: Look) -> Iterator[Action]:
    """Prints the page after the right one."""
    yield from _print(params, look, str(_PAGE + 1))


PRINT_DAY = SubTask(
    name="document_viewer.print_day",
    device="ubuntu",
    app="document_viewer",
    says="print only the page of {date} of the diary {diary} to the PDF file {file} with the Document Viewer on the "
    "desktop",
    steps="on the desktop, open {diary} in the Document Viewer, find the page of {date}, and print that page alone to "
    "the PDF file {file}",
    refers="the PDF file {file} to which you print the page of {date}",
    inputs={
        "date": date_ahead("2026-11-24"),
        "diary": path_like("/home/user/Documents/diary_40.pdf", ("diary", "journal", "log", "yearbook")),
        "file": path_like("/home/user/Documents/page_62.pdf", ("page", "sheet", "leaf", "extract")),
    },
    hidden={"turn": integer(0, len(_DOINGS) - 1, 1)},
    output="file",
    produce=lambda params: str(params.file),
    setup=_diary,
    checkpoints=_printed,
    oracle={"diary_open": _open_diary, "printed": _print_current},
    footprint=may_make_file,
    alternatives={"by_number": _print_page, "renamed": _print_and_rename},
    near_misses={"all_pages": _print_all, "next_page": _next_page},
    step_limit=60,
    tags=("pdf", "heavy"),
)
