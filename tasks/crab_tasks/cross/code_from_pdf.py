"""Look a door's code up in a PDF file on the desktop, and send it to somebody by text message."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import message_sent, only_message
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import launch, nothing_more
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.document_viewer.moves import document_shown, open_pdf, page_with
from crab_tasks.kits.ubuntu.document_viewer.state import text_pdf
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

ROOMS = ("Boathouse", "Old mill", "Tower room", "Garden flat", "Loft", "Cellar bar")
_STEP = 1117  # from a room's code to the next one's


def code(params: Params, room: str = "", back: bool = False) -> str:
    """Returns the code of a room's front or back door, by default the front door of the one that is asked for."""
    away = (ROOMS.index(room or params.room) - ROOMS.index(params.room)) * _STEP + (4321 if back else 0)
    return f"{1000 + (params.code - 1000 + away) % 9000}"


def path(params: Params) -> str:
    """Returns the document's path."""
    return f"{HOME}/Documents/{params.document}.pdf"


def pages(params: Params) -> list[tuple[str, ...]]:
    """Returns the lines of the pages: one about the house, one about each room."""
    rows: list[tuple[str, ...]] = [("Our rooms", "Each room has a page of its own.", "Codes change every spring.")]
    for number, room in enumerate(ROOMS):
        rows.append(
            (
                room, f"Beds: {2 + number % 3}", f"Back door code: {code(params, room, back=True)}",
                f"Front door code: {code(params, room)}", "Please close the windows when you leave.",
            )
        )  # fmt: skip
    return rows


def other(params: Params) -> tuple[str, str]:
    """Returns name and number of somebody with a similar name."""
    surname = "Moreau" if not params.name.endswith("Moreau") else "Keller"
    return f"{params.name.split()[0]} {surname}", f"{params.phone[:-1]}{(int(params.phone[-1]) + 3) % 10}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the document, and adds the person and somebody with the same first name."""
    devices.ubuntu.write_file(path(params), text_pdf(pages(params), "Our rooms"))
    fresh_contact(devices, params.name, params.phone)
    fresh_contact(devices, *other(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The document; then the messages, among them the right one, and no guesses."""
    opened = check(window_in_front, app="document_viewer", title=f"{params.document}.pdf")
    return [
        whereabouts(id="document_open", device="ubuntu", app="document_viewer", evaluator=opened),
        app_opened("messages", "messages_open", after=("document_open",)),
        Checkpoint(
            id="sent",
            device="android",
            app="messages",
            evaluator=check(message_sent, number=params.phone, body=code(params)),
            after=("messages_open",),
        ),
        Checkpoint(
            id="no_guesses",
            device="android",
            app="messages",
            evaluator=check(only_message, number=params.phone, body=code(params)),
            after=("sent",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One text."""
    return [may_text(params.phone, code(params))]


def open_document(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document, and goes to the room's page."""
    yield from open_pdf(look, path(params))
    yield from page_with(look, params.room)


def send(params: Params, look: Look) -> Iterator[Action]:
    """Sends the code."""
    yield from send_text(look, params.phone, code(params))


def back_door(params: Params, look: Look) -> Iterator[Action]:
    """Sends the code of the other door."""
    yield from open_document(params, look)
    yield from send_text(look, params.phone, code(params, back=True))


def next_room(params: Params, look: Look) -> Iterator[Action]:
    """Sends the code of another room."""
    yield from open_document(params, look)
    yield from send_text(look, params.phone, code(params, ROOMS[ROOMS.index(params.room) - 1]))


def to_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Sends the code to the person with the similar name."""
    yield from open_document(params, look)
    yield from send_text(look, other(params)[1], code(params))


def from_contact(params: Params, look: Look) -> Iterator[Action]:
    """Writes from the person's page in Contacts."""
    yield from open_document(params, look)
    yield from text_from_contact(look, params.name, code(params))


def from_the_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Has Messages open before it starts the viewer in the terminal."""
    yield action("android", "open_app", name="Messages")
    yield from run_in_terminal(["evince", path(params)])
    yield from document_shown(look)
    yield from send(params, look)


TASK = Task(
    name="cross.code_from_pdf",
    description=(
        "On the desktop, open ~/Documents/{document}.pdf in Document Viewer. It has a page for each room. Look up the "
        "code for the front door of the {room}, and send it from the phone to {name}, who is in Contacts, as one text "
        "message that contains nothing but the code."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "document": choice(("rooms", "guests", "house"), type="file_name"),
        "room": choice(ROOMS, default="Tower room"),
        "code": integer(1000, 9999, 4628, type="code"),
        "name": person("Paul Anders"),
        "phone": phone_number("+1 555 0188"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "document_open": open_document,
        "messages_open": launch("Messages"),
        "sent": send,
        "no_guesses": nothing_more,
    },
    footprint=footprint,
    alternatives={"from_contact": from_contact, "from_the_terminal": from_the_terminal},
    near_misses={"back_door": back_door, "next_room": next_room, "to_the_other": to_the_other},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=24,
    step_limit=72,
    version=1,
    tags=("heavy", "documents", "messages"),
)
