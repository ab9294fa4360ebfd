"""Print one chapter of a PDF file to another one in the Document Viewer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.document_viewer.moves import document_shown, open_pdf, print_pages
from crab_tasks.kits.ubuntu.document_viewer.state import pages_are, text_pdf
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

FOLDER = f"{HOME}/Documents"
TITLE = "House book"
"""The document's title."""
CHAPTERS = {"Arrival": 2, "The boat": 3, "Weather": 2, "The kitchen": 3, "Departure": 2}
"""The chapters, and how many pages each has."""
_LINES = (
    "Keep this page at hand until the evening.", "The keys hang beside the door.", "Ask Ruth if anything is missing.",
    "Nobody has to remember all of this.", "The list on the wall says the same.", "Read it twice, then go outside.",
    "The older copy of this page is wrong.", "Most guests do this on their first day.",
)  # fmt: skip


def lines_of(chapter: str, number: int) -> tuple[str, ...]:
    """Returns the lines of a chapter's page, whose number counts from 0."""
    first = (list(CHAPTERS).index(chapter) * 3 + number) % len(_LINES)
    body = [_LINES[(first + i) % len(_LINES)] for i in range(4)]
    heading = chapter if number == 0 else f"{chapter}, continued"
    return heading, *body, f"Page {number + 1} of {CHAPTERS[chapter]} of this chapter"


def pages() -> list[tuple[str, ...]]:
    """Returns the lines of all pages: a title, and the chapters."""
    rows: list[tuple[str, ...]] = [(TITLE, "The chapters:", *CHAPTERS)]
    for chapter, count in CHAPTERS.items():
        rows += [lines_of(chapter, number) for number in range(count)]
    return rows


def place(chapter: str) -> tuple[int, int]:
    """Returns the numbers of a chapter's first and last page, from 1."""
    first = 2
    for name, count in CHAPTERS.items():
        if name == chapter:
            return first, first + count - 1
        first += count
    raise KeyError(chapter)


def source(params: Params) -> str:
    """Returns the document's path."""
    return f"{FOLDER}/{params.document}.pdf"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the document."""
    devices.ubuntu.write_file(source(params), text_pdf(pages(), TITLE))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The document, and the file of the chapter's pages."""
    texts = tuple(" ".join(lines_of(params.chapter, i)) for i in range(CHAPTERS[params.chapter]))
    opened = check(window_in_front, app="document_viewer", title=f"{params.document}.pdf")
    return [
        whereabouts(id="document_open", device="ubuntu", app="document_viewer", evaluator=opened),
        Checkpoint(
            id="chapter_printed",
            device="ubuntu",
            app="document_viewer",
            evaluator=check(
                pages_are, path=f"{FOLDER}/{params.file}.pdf", pages=texts, source=source(params), title=TITLE
            ),
            after=("document_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The printed file."""
    return [*new_file(f"{FOLDER}/{params.file}.pdf")]


def open_document(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document."""
    yield from open_pdf(look, source(params))


def _print(params: Params, look: Look, first: int, last: int) -> Iterator[Action]:
    yield from print_pages(look, f"{first}-{last}", FOLDER, f"{params.file}.pdf")


def print_chapter(params: Params, look: Look) -> Iterator[Action]:
    """Prints the chapter's pages."""
    yield from _print(params, look, *place(params.chapter))


def single_numbers(params: Params, look: Look) -> Iterator[Action]:
    """Types the number of each page, into a file that is renamed in the terminal."""
    yield from open_document(params, look)
    first, last = place(params.chapter)
    numbers = ", ".join(str(number) for number in range(first, last + 1))
    yield from print_pages(look, numbers, FOLDER, "output.pdf")
    yield from run_in_terminal(["mv", f"{FOLDER}/output.pdf", f"{FOLDER}/{params.file}.pdf"])


def from_the_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Starts the viewer in the terminal, and gives the file's whole path as its name."""
    yield from run_in_terminal(["evince", source(params)])
    yield from document_shown(look)
    first, last = place(params.chapter)
    yield from print_pages(look, f"{first}-{last}", HOME, f"{FOLDER}/{params.file}.pdf")


def whole_document(params: Params, look: Look) -> Iterator[Action]:
    """Prints all pages."""
    yield from open_document(params, look)
    yield from print_pages(look, "", FOLDER, f"{params.file}.pdf")


def first_page_only(params: Params, look: Look) -> Iterator[Action]:
    """Prints only the page on which the chapter begins."""
    yield from open_document(params, look)
    first, _ = place(params.chapter)
    yield from _print(params, look, first, first)


def one_page_early(params: Params, look: Look) -> Iterator[Action]:
    """Counts pages without the title."""
    yield from open_document(params, look)
    first, last = place(params.chapter)
    yield from _print(params, look, first - 1, last - 1)


def turned_round(params: Params, look: Look) -> Iterator[Action]:
    """Prints the chapter's last page first."""
    yield from open_document(params, look)
    first, last = place(params.chapter)
    numbers = ", ".join(str(number) for number in range(last, first - 1, -1))
    yield from print_pages(look, numbers, FOLDER, f"{params.file}.pdf")


TASK = Task(
    name="ubuntu.print_chapter",
    description=(
        "Open ~/Documents/{document}.pdf on the desktop in Document Viewer. Print all pages of its chapter "
        '"{chapter}", and no others, to the PDF file ~/Documents/{file}.pdf.'
    ),
    devices=("ubuntu",),
    parameters={
        "document": choice(("house_book", "guide", "handbook"), type="file_name"),
        "chapter": choice(tuple(CHAPTERS), default="The boat"),
        "file": choice(("chapter", "extract", "for_ruth"), type="file_name"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"document_open": open_document, "chapter_printed": print_chapter},
    footprint=footprint,
    alternatives={"single_numbers": single_numbers, "from_the_terminal": from_the_terminal},
    near_misses={
        "whole_document": whole_document,
        "first_page_only": first_page_only,
        "one_page_early": one_page_early,
        "turned_round": turned_round,
    },
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=18,
    version=3,
    tags=("heavy", "office", "documents"),
)
