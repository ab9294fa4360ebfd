"""Carry an event of the phone's calendar over to an invitation in LibreOffice Writer, export it, and tell somebody."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, left_open
from crab_tasks.kits.android.calendar.moves import edit_event
from crab_tasks.kits.android.calendar.state import moment, no_event
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.footprints import may_text, new_file
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.documents import pdf_is, text_document_is
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.libreoffice import export_pdf, office, open_document, save_as, type_text
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

TITLES = ("Garden party", "Chess evening", "Housewarming", "Summer choir", "Reading circle")
PLACES = ("Mill Street 9", "the Old Mill", "the boat house", "room 31 of the school", "the library")


def place(params: Params) -> str:
    """Returns where the event is."""
    return PLACES[(params.day + params.hour) % len(PLACES)]


def date(day: int) -> str:
    """Returns a day as it is written."""
    return f"{day} November 2026"


def letter(params: Params, day: int) -> list[str]:
    """Returns the invitation's paragraphs for a day."""
    return [params.title, f"We meet on {date(day)} at {params.hour}:30.", f"The place is {place(params)}."]


def other_day(params: Params) -> int:
    """Returns the day of an event of a similar title."""
    return 10 + (int(params.day) + 4) % 19


def path(params: Params, ending: str) -> str:
    """Returns the path of a file to write."""
    return f"{HOME}/Documents/{params.file}.{ending}"


def message(params: Params, day: int) -> str:
    """Returns the text message for a day."""
    return f"The invitation for {date(day)} is ready"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Enters the event, others, and the preparation of the event, which is on another day."""
    phone = devices.android
    fresh_contact(devices, params.name, params.phone)
    for title in TITLES:
        no_event(devices, title)
        day, hour, where = rng.randrange(10, 29), rng.randrange(9, 20), rng.choice(PLACES)
        if title == params.title:
            day, hour, where = params.day, params.hour, place(params)
        start = moment(2026, 11, day, hour, 30)
        phone.add_event(title, start, start + 5400, where)
    similar = f"{params.title} (preparation)"
    no_event(devices, similar)
    start = moment(2026, 11, other_day(params), params.hour - 2, 0)
    phone.add_event(similar, start, start + 3600, PLACES[(params.day + params.hour + 1) % len(PLACES)])


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The calendar is opened, then the invitation written and exported, then the message sent."""
    lines = letter(params, params.day)
    sent = check(only_message, number=params.phone, body=message(params, params.day))
    written = check(text_document_is, path=path(params, "odt"), lines=lines)
    exported = check(pdf_is, path=path(params, "pdf"), lines=lines)
    return [
        app_opened("calendar", "calendar_open"),
        Checkpoint(
            id="written",
            device="ubuntu",
            app="writer",
            evaluator=written,
            after=("calendar_open",),
        ),
        Checkpoint(id="exported", device="ubuntu", app="writer", evaluator=exported, after=("written",)),
        Checkpoint(id="told", device="android", app="messages", evaluator=sent, after=("exported",)),
    ]


def footprint(params: Params) -> Footprint:
    """The letter in both formats, and one text."""
    return [
        *new_file(path(params, "odt")),
        *new_file(path(params, "pdf")),
        left_open("ubuntu", "file", ("style",), path=path(params, "odt")),  # the first paragraph may be a heading
        may_text(params.phone, message(params, params.day)),
    ]


def open_calendar(params: Params, look: Look) -> Iterator[Action]:
    """Looks the event up."""
    yield from edit_event(look, params.title)


def _write(params: Params, look: Look, day: int) -> Iterator[Action]:
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n".join(letter(params, day)))
    yield from save_as(look, "writer", path(params, "odt"))


def write(params: Params, look: Look) -> Iterator[Action]:
    """Types the invitation, and saves it."""
    yield from _write(params, look, params.day)


def export(params: Params, look: Look) -> Iterator[Action]:
    """Exports the invitation."""
    yield from open_document(look, "writer", path(params, "odt"))
    yield from export_pdf(look, "writer", path(params, "pdf"))


def tell(params: Params, look: Look) -> Iterator[Action]:
    """Sends the message."""
    yield from send_text(look, params.phone, message(params, params.day))


def preparation(params: Params, look: Look) -> Iterator[Action]:
    """Takes the day of the preparation."""
    yield from open_calendar(params, look)
    yield from _write(params, look, other_day(params))
    yield from export(params, look)
    yield from send_text(look, params.phone, message(params, other_day(params)))


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Copies the document under the name of the PDF file."""
    yield from open_calendar(params, look)
    yield from write(params, look)
    yield from run_in_terminal(["cp", path(params, "odt"), path(params, "pdf")])
    yield from tell(params, look)


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the invitation in another format, and gives that file the name."""
    yield from open_calendar(params, look)
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n".join(letter(params, params.day)))
    yield from save_as(look, "writer", path(params, "docx"))
    yield from export_pdf(look, "writer", path(params, "pdf"))
    yield from run_in_terminal(["mv", path(params, "docx"), path(params, "odt")])
    yield from tell(params, look)


def from_contact(params: Params, look: Look) -> Iterator[Action]:
    """Leaves empty paragraphs at the end, and writes from the person's page in Contacts."""
    yield from open_calendar(params, look)
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n".join([*letter(params, params.day), "", ""]))
    yield from save_as(look, "writer", path(params, "odt"))
    yield from export(params, look)
    yield from text_from_contact(look, params.name, message(params, params.day))


def with_gaps(params: Params, look: Look) -> Iterator[Action]:
    """Leaves empty paragraphs between the others."""
    yield from open_calendar(params, look)
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n\n".join(letter(params, params.day)))
    yield from save_as(look, "writer", path(params, "odt"))
    yield from export(params, look)
    yield from tell(params, look)


def told_first(params: Params, look: Look) -> Iterator[Action]:
    """Sends the message first, and renames the exported file."""
    draft = f"{HOME}/Documents/draft.pdf"
    yield from open_calendar(params, look)
    yield from tell(params, look)
    yield from write(params, look)
    yield from export_pdf(look, "writer", draft)
    yield from run_in_terminal(["mv", draft, path(params, "pdf")])


TASK = Task(
    name="cross.invitation_pdf",
    description=(
        'The event "{title}" is in the phone\'s Calendar. On the desktop, write an invitation in LibreOffice Writer '
        'with three paragraphs and nothing else: "{title}", "We meet on DATE at TIME." and "The place is PLACE.", all '
        "without the quotes. In place of the words in capitals, put the event's date (written like 3 October 2026), "
        "the time at which it begins (like 14:05) and its place in the calendar. Save it as ~/Documents/{file}.odt and "
        "export it as ~/Documents/{file}.pdf. Then send {name}, who is in the phone's Contacts, one text message: "
        '"The invitation for DATE is ready", with the same date.'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "title": choice(TITLES, type="event_title"),
        "day": integer(10, 28, 14, type="day"),
        "hour": integer(13, 20, 18),
        "file": choice(("invitation", "welcome", "letter"), type="file_name"),
        "name": person("Kira Holm"),
        "phone": phone_number("+1 555 0117"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"calendar_open": open_calendar, "written": write, "exported": export, "told": tell},
    footprint=footprint,
    alternatives={"from_contact": from_contact, "told_first": told_first},
    near_misses={"preparation": preparation, "renamed": renamed, "other_format": other_format, "with_gaps": with_gaps},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=32,
    version=6,
    tags=("heavy", "office", "calendar", "messages"),
)
