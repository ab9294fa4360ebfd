"""Fill in the form for a contact on the phone from a note on the desktop."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.contacts.state import contact_has, contact_once, no_contact
from crab_tasks.kits.android.pages import open_first_page
from crab_tasks.kits.compare import digits, same_name, same_number
from crab_tasks.kits.learn import (
    NOTES,
    contact_with_number,
    open_files,
    open_note,
    page_in_front,
    plant_notes,
    tap_icon,
)
from crab_tasks.kits.moves import find, has, nothing_more, tap
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.windows import window_in_front


def other_note(params: Params) -> str:
    """Returns the name of the note that isn't asked for."""
    return random.Random(params.order).choice([name for name in NOTES if name != params.note])


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants two notes, and makes sure that neither name nor number is there yet."""
    no_contact(devices, params.name)
    phone = devices.android
    for contact in phone.contacts():
        if digits(contact.phone) == digits(params.phone):
            phone.remove_contact(contact.id)
    plant_notes(devices, {params.note: f"{params.name}\n{params.phone}", other_note(params): "Nothing yet"})


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The file manager, then the note; beside them Contacts, then its form; then name and number; at last both."""
    name, phone = params.name, params.phone
    note = check(window_in_front, app="text_editor", title=f"{params.note}.txt")
    form = check(page_in_front, app="contacts", title="Create contact")
    entry = check(contact_once, name=name, phone=phone, email="")
    return [
        app_opened("files", "files_open", "ubuntu"),
        whereabouts(id="note_open", device="ubuntu", app="text_editor", evaluator=note, after=("files_open",)),
        app_opened("contacts", "app_open"),
        whereabouts(id="form_open", device="android", app="contacts", evaluator=form, after=("app_open",)),
        Checkpoint(
            id="named", device="android", app="contacts", evaluator=check(contact_has, name=name), after=("form_open",)
        ),
        Checkpoint(
            id="numbered",
            device="android",
            app="contacts",
            evaluator=check(contact_with_number, phone=phone),
            after=("form_open",),
        ),
        Checkpoint(
            id="entered", device="android", app="contacts", evaluator=entry, after=("note_open", "named", "numbered")
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new contact."""
    return [may_add("android", "contact", most=1, name=same_name(params.name), phone=same_number(params.phone))]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note."""
    yield from open_note(look, params.note)


def open_app(params: Params, look: Look) -> Iterator[Action]:
    """Opens Contacts by its icon."""
    yield from tap_icon(look, "Contacts")


def form(params: Params, look: Look) -> Iterator[Action]:
    """Opens the form for a new contact."""
    yield tap(look, rid="floating_action_button")


def write(look: Look, field: str, text: str) -> Iterator[Action]:
    """Types into a field, which is tapped first unless it has the focus."""
    if not find(look, "android", description=field, role="text_field").focused:
        yield tap(look, description=field, role="text_field")
    yield action("android", "write_text", text=text)


def fill_in(look: Look, name: str, phone: str) -> Iterator[Action]:
    """Fills the form in and saves it."""
    if not has(look, "android", description="First name", role="text_field"):
        if not has(look, "android", rid="floating_action_button"):
            yield from open_first_page(look, "Contacts", "floating_action_button")
        yield tap(look, rid="floating_action_button")
    yield from write(look, "First name", name)
    if phone:
        yield from write(look, "Phone", phone)
    yield tap(look, text="Save")


def save(params: Params, look: Look) -> Iterator[Action]:
    """Saves name and number."""
    yield from fill_in(look, params.name, params.phone)


def number(params: Params, look: Look) -> Iterator[Action]:
    """Saves name and number, unless the form has been saved."""
    if has(look, "android", description="First name", role="text_field"):
        yield from save(params, look)


def no_number(params: Params, look: Look) -> Iterator[Action]:
    """Saves the name only."""
    yield from read(params, look)
    yield from fill_in(look, params.name, "")


def unread(params: Params, look: Look) -> Iterator[Action]:
    """Saves name and number without a look at the note."""
    yield from fill_in(look, params.name, params.phone)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Saves the name in one entry and the number in another."""
    yield from no_number(params, look)
    yield action("android", "press", key="back")
    yield from fill_in(look, params.name, params.phone)


FIRST = ("Ada", "Bruno", "Dario", "Edith", "Farid", "Greta", "Ivo", "Noor", "Selma", "Tarek", "Una", "Wim", "Yara")


def with_blanks(params: Params, look: Look) -> Iterator[Action]:
    """Types the number without blanks, and looks at the other note first."""
    yield from open_note(look, other_note(params))
    yield from open_files(params, look)
    yield from read(params, look)
    yield from open_app(params, look)
    yield from form(params, look)
    yield from fill_in(look, f"{params.name} ", params.phone.replace(" ", ""))


def phone_first(params: Params, look: Look) -> Iterator[Action]:
    """Saves the contact, and opens the note afterwards."""
    yield from fill_in(look, params.name, params.phone)
    yield from open_files(params, look)
    yield from read(params, look)


TASK = Task(
    name="learn.contact_from_note",
    description=(
        "On the desktop, open {note}.txt in the home folder. Add the person in it to Contacts on the phone: the first "
        "line is the name, the second the phone number."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "note": choice(NOTES, type="file_name"),
        "name": choice(FIRST, type="text"),
        "phone": phone_number(),
        "order": integer(0, 9999, 0),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "files_open": open_files,
        "note_open": read,
        "app_open": open_app,
        "form_open": form,
        "named": save,
        "numbered": number,
        "entered": nothing_more,
    },
    footprint=footprint,
    alternatives={"with_blanks": with_blanks, "phone_first": phone_first},
    near_misses={"no_number": no_number, "unread": unread, "twice": twice},
    step_limit=20,
    version=3,
    tags=("curriculum", "files", "contacts", "form"),
    backends={"ubuntu": ("sim",), "android": ("sim",)},
)
