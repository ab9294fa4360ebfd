"""The Document Viewer: PDF files to read, an evaluator of printed pages, moves and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Day
from datetime import timedelta

from crab_gym.backends.base import Element, Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_gym.task.types import words
from crab_sim.devices.footprints import Footprint
from crab_sim.documents import pdf
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import click
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.pointing import any_soon, named, point, shown
from crab_tasks.kits.ubuntu.terminal import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, soon, start, window_in_front
from crab_tasks.kits.values import date_ahead

__all__ = [
    "PRINT_DAY", "SEATS", "document_shown", "go_to_page", "open_pdf", "page_with", "pages_are", "print_pages",
    "text_pdf",
]  # fmt: skip

_WIDTH, _HEIGHT, _MARGIN, _LEADING = 420, 595, 48, 18  # an A5 page, in points


def _escaped(text: str) -> bytes:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("cp1252", "replace")


def _page(lines: Sequence[str]) -> bytes:
    """Returns the drawing instructions of a page, its first line in bold."""
    rows = [b"BT /F2 16 Tf %d %d Td %d TL" % (_MARGIN, _HEIGHT - _MARGIN - 16, _LEADING)]
    for i, line in enumerate(lines):
        rows.append(b"(%s) Tj T*%s" % (_escaped(line), b" /F1 11 Tf" if i == 0 else b""))
    return b"\n".join([*rows, b"ET"])


def text_pdf(pages: Sequence[Sequence[str]], title: str) -> bytes:
    """Returns a PDF file of plain pages.

    Args:
        pages: The lines of each page; the first is its heading. Only characters of Western European languages.
        title: The document's title.
    """
    kids = b" ".join(b"%d 0 R" % (6 + 2 * i) for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Title (%s) /Creator (crab-gym) >>" % _escaped(title),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for i, lines in enumerate(pages):
        resources = b"<< /Font << /F1 4 0 R /F2 5 0 R >> >>"
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources %s /Contents %d 0 R >>"
            % (_WIDTH, _HEIGHT, resources, 7 + 2 * i)
        )
        content = _page(lines)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + head + table + end


def pages_are(state: State, answer: str | None, path: str, pages: Sequence[str]) -> bool:
    """The PDF file has pages with these texts, in this order, and no others."""
    found = pdf(state["ubuntu"].read_file(path))
    return found is not None and [squeezed(page.text) for page in found] == [squeezed(text) for text in pages]


def open_pdf(look: Look, path: str) -> Iterator[Action]:
    """Opens a file in the Document Viewer."""
    yield from start("Document Viewer")
    yield from any_soon(look, _is_viewer, "window of the Document Viewer")
    yield action("ubuntu", "hotkey", keys=["ctrl", "o"])
    yield from choose_file(look, path)
    yield from document_shown(look)


def _is_viewer(e: Element) -> bool:
    return e.role == "window" and e.focused and e.app == "document_viewer"


def document_shown(look: Look) -> Iterator[Action]:
    """Waits until a document is on the screen."""
    yield from any_soon(look, named("Page 1", "Document View"), "page of a document")


def page_with(look: Look, text: str) -> Iterator[Action]:
    """Goes to the page on which a text occurs first, by finding it."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{text}\n")
    yield action("ubuntu", "press", key="escape")


def go_to_page(look: Look, number: int) -> Iterator[Action]:
    """Goes to a page by its number."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{number}\n")


def print_pages(look: Look, pages: str, folder: str, name: str) -> Iterator[Action]:
    """Prints pages of the open document to a file.

    The real dialog has a button that opens another one for the file, once the only printer is chosen.

    Args:
        look: Shows the screens.
        pages: The pages, such as ``"2-4"``; ``""`` for all, ``"current"`` for the one that is shown.
        folder: The folder of the file.
        name: Its name.
    """
    if not shown(look, named("File options")):
        yield from start("Document Viewer")
    yield action("ubuntu", "hotkey", keys=["ctrl", "p"])
    yield from any_soon(look, named("Print", role="dialog"), "dialog Print")
    if shown(look, named("Print to File", role="cell")):
        yield from _choose_output(look, name if name.startswith("/") else f"{folder}/{name}")
    else:
        for field, value in (("File name", name), ("Folder", folder)):
            yield click(look, description=field, role="text_field")
            yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
            yield action("ubuntu", "write_text", text=value)
    if pages == "current":
        yield from point(look, named("Current Page", role="radio"), "Current Page")
    elif pages:
        yield from point(look, named("Pages", "Pages:", role="radio"), "Pages")
        yield from point(look, named("Pages, for example 1-3, 5", "Pages", role="text_field"), "field of the pages")
        yield action("ubuntu", "write_text", text=pages)
    yield from point(look, named("Print", role="button"), "button Print")
    yield from soon(lambda: not shown(look, named("Print", role="dialog")))


def _choose_output(look: Look, path: str) -> Iterator[Action]:
    """Chooses the printer for files, and the file."""
    yield from point(look, named("Print to File", role="cell"), "printer")
    yield from point(look, lambda e: e.role == "button" and e.text.startswith(("~/", "/")), "button of the file")
    yield from any_soon(look, named("Select a filename", role="dialog"), "dialog for the file")
    yield from choose_file(look, path)
    yield from any_soon(look, named("Print", role="dialog"), "dialog Print")


def _plan(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Writes the document; another page tells the seats before the change."""
    pages = [
        ("Our hall", "This document has three pages."),
        ("Until May", f"Seats: {params.other}", f"Windows: {rng.randint(3, 9)}"),
        ("From June on", f"Seats: {params.seats}", f"Doors: {rng.randint(2, 5)}"),
    ]
    devices["ubuntu"].write_file(params.file, text_pdf(pages, "Our hall"))


def _name(params: Params) -> str:
    return str(params.file).rpartition("/")[2]


def _document_open(params: Params) -> Sequence[Checkpoint]:
    """The document is in front."""
    opened = {"app": "document_viewer", "title": _name(params)}
    return [Checkpoint("document_open", "ubuntu", "document_viewer", window_in_front, opened, hold=False)]


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


_DOINGS = ("Mended the fence", "Fed the swans", "Swept the yard", "Picked the pears")


def _days(params: Params) -> list[str]:
    """Returns the days of the diary; the third one is the one that is asked for."""
    first = Day.fromisoformat(params.date) - timedelta(days=2)
    return [words("date", (first + timedelta(days=days)).isoformat()) for days in range(len(_DOINGS))]


def _day_page(params: Params, number: int) -> tuple[str, ...]:
    """Returns the lines of a page of the diary, counted from 1."""
    return _days(params)[number - 1], _DOINGS[(number + int(params.turn)) % len(_DOINGS)]


_PAGE = 3


def _diary(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Writes the diary, and takes away what has the result's name."""
    pages = [_day_page(params, number) for number in range(1, len(_DOINGS) + 1)]
    devices["ubuntu"].write_file(params.diary, text_pdf(pages, "Diary"))
    devices["ubuntu"].remove(params.file)


def _printed(params: Params) -> Sequence[Checkpoint]:
    """The diary is in front; then its page is in the file."""
    opened = {"app": "document_viewer", "title": params.diary.rpartition("/")[2]}
    page = {"path": params.file, "pages": [" ".join(_day_page(params, _PAGE))]}
    return [
        Checkpoint("diary_open", "ubuntu", "document_viewer", window_in_front, opened, hold=False),
        Checkpoint("printed", "ubuntu", "document_viewer", pages_are, page, after=("diary_open",)),
    ]


def _may_print(params: Params) -> Footprint:
    return new_file(params.file)


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
    hidden={"turn": integer(0, 3, 1)},
    output="file",
    produce=lambda params: str(params.file),
    setup=_diary,
    checkpoints=_printed,
    oracle={"diary_open": _open_diary, "printed": _print_current},
    footprint=_may_print,
    alternatives={"by_number": _print_page, "renamed": _print_and_rename},
    near_misses={"all_pages": _print_all, "next_page": _next_page},
    step_limit=60,
    tags=("pdf", "heavy"),
)
