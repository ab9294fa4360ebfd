"""Sub-tasks about PDF files in the Document Viewer: the number of an office, and the address for bookings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, phone_number
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.clocks.state import WORLD_CITIES
from crab_tasks.kits.ubuntu.document_viewer.moves import document_shown, go_to_page, open_pdf, page_with
from crab_tasks.kits.ubuntu.document_viewer.state import text_pdf
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import another, email_address

__all__ = ["BOOKINGS", "OFFICE_NUMBER"]

_APP = "document_viewer"


def _document_open(params: Params) -> Sequence[Checkpoint]:
    """The document is in front."""
    opened = check(window_in_front, app=_APP, title=params.file.rpartition("/")[2])
    return [whereabouts(id="document_open", device="ubuntu", app=_APP, evaluator=opened)]


_AT = 3
"""Number of the page that is asked for."""


def _offices(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the directory: a page of contents, and one for each of four offices."""
    others = rng.sample([city for city in WORLD_CITIES if city != params.city], 3)
    cities = [others[0], params.city, *others[1:]]
    pages = [("Our offices", *cities)]
    for city in cities:
        number = params.number if city == params.city else another(phone_number(), rng, params.number)
        pages.append((f"Office in {city}", f"Telephone: {number}", f"Desks: {rng.randint(3, 40)}"))
    devices.ubuntu.write_file(params.file, text_pdf(pages, "Our offices"))


def _find_city(params: Params, look: Look) -> Iterator[Action]:
    """Opens the directory, and finds the page of the city."""
    yield from open_pdf(look, params.file)
    yield from page_with(look, f"Office in {params.city}")


def _turn_pages(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the pages one by one."""
    yield from open_pdf(look, params.file)
    for number in range(2, _AT + 1):
        yield from go_to_page(look, number)


def _from_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Starts the viewer in the terminal."""
    yield from run_in_terminal(["evince", params.file])
    yield from document_shown(look)
    yield from go_to_page(look, _AT)


OFFICE_NUMBER = SubTask(
    name="directories.office_number",
    device="ubuntu",
    app=_APP,
    says="look up the telephone number of the office in {city} in the PDF file {file} with the Document Viewer on the "
    "desktop",
    steps="on the desktop, open the PDF file {file} in the Document Viewer, go to the page of the office in {city} and "
    "read its telephone number",
    refers="the telephone number of the office in {city} in the PDF file {file}",
    inputs={
        "city": choice(WORLD_CITIES, "Lagos", type="city"),
        "file": path_like(
            "/home/user/Documents/offices_65.pdf", ("agencies", "branches", "offices", "partners", "sites")
        ),
    },
    hidden={"number": phone_number("+1 555 0136")},
    output="phone_number",
    produce=lambda params: str(params.number),
    setup=_offices,
    checkpoints=_document_open,
    oracle={"document_open": _find_city},
    alternatives={"page_by_page": _turn_pages, "from_terminal": _from_terminal},
    tags=("pdf", "heavy"),
)


def _brochure(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the brochure; the same page has another address, for those who look for work."""
    pages = [
        ("Boat trips", f"On {rng.randint(3, 9)} lakes", "All boats have a roof."),
        ("Write to us", f"Work on our boats: {params.other}", f"Bookings: {params.email}"),
    ]
    devices.ubuntu.write_file(params.file, text_pdf(pages, "Boat trips"))


def _read_last(params: Params, look: Look) -> Iterator[Action]:
    """Opens the brochure, and goes to its last page."""
    yield from open_pdf(look, params.file)
    yield from go_to_page(look, 2)


def _find_bookings(params: Params, look: Look) -> Iterator[Action]:
    yield from open_pdf(look, params.file)
    yield from page_with(look, "Bookings")


def _read_from_terminal(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["evince", params.file])
    yield from document_shown(look)
    yield from go_to_page(look, 2)


BOOKINGS = SubTask(
    name="directories.bookings",
    device="ubuntu",
    app=_APP,
    says="look up the e-mail address for bookings in the PDF file {file} with the Document Viewer on the desktop",
    steps="on the desktop, open the PDF file {file} in the Document Viewer and read the e-mail address for bookings on "
    "its last page",
    refers="the e-mail address for bookings in the PDF file {file}",
    inputs={
        "file": path_like(
            "/home/user/Documents/boats_37.pdf", ("boats", "brochure", "cruises", "leaflet", "prospectus")
        )
    },
    hidden={"email": email_address("heron58@harbour.example"), "other": email_address("willow23@harbour.example")},
    output="email",
    produce=lambda params: str(params.email),
    setup=_brochure,
    checkpoints=_document_open,
    oracle={"document_open": _read_last},
    alternatives={"found": _find_bookings, "from_terminal": _read_from_terminal},
    tags=("pdf", "heavy"),
)
