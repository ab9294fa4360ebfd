"""Thunderbird: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_sim.devices.footprints import Footprint, may_add, may_change, no_other
from crab_tasks.kits.compare import same_name, same_number
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.calendar.moves import fill
from crab_tasks.kits.ubuntu.thunderbird.moves import show_folder
from crab_tasks.kits.ubuntu.thunderbird.state import card_added, email_changed
from crab_tasks.kits.ubuntu.windows import click_soon, wait_for
from crab_tasks.kits.values import another, email_address, other_person

__all__ = ["ADD", "CHANGE_EMAIL", "EMAIL_OF", "PHONE_OF"]

_EMAIL = "Email address"
_SEARCH = "Search Personal Address Book"


def _open(look: Look) -> Iterator[Action]:
    """Shows the address book."""
    yield from show_folder(look, "Inbox")
    yield click(look, description="Address Book (Ctrl+2)", role="button")
    yield from wait_for(look, description=_SEARCH, role="text_field")


def _open_card(look: Look, name: str) -> Iterator[Action]:
    """Finds a contact, and shows it."""
    yield from _open(look)
    yield from fill(look, _SEARCH, name)
    yield from click_soon(look, text=name, role="list_item")


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the contact, in place of one of this name, and another one with the same first name."""
    desktop = devices.ubuntu
    for row in desktop.cards():
        if row.name == params.name and row.email:
            desktop.remove_card(row.id)
    namesake = other_person(rng, params.name)
    desktop.add_card(params.name, "", params.email)
    desktop.add_card(namesake, "", another(email_address(), rng, params.email))


def _looked_up(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird is in front."""
    return [app_opened("thunderbird", "thunderbird_open", "ubuntu")]


def _read_card(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_card(look, params.name)


def _read_dialog(params: Params, look: Look) -> Iterator[Action]:
    """Reads the address in the dialog that edits the contact, and leaves it."""
    yield from _open_card(look, params.name)
    yield from click_soon(look, text="Edit", role="button")
    yield action("ubuntu", "press", key="escape")


def _read_card_twice(params: Params, look: Look) -> Iterator[Action]:
    """Looks at all contacts before it shows the one."""
    yield from _open(look)
    yield from _open_card(look, params.name)


def _read_list(params: Params, look: Look) -> Iterator[Action]:
    """Reads the address in the list of those that the search finds."""
    yield from _open(look)
    yield from fill(look, _SEARCH, params.name)


EMAIL_OF = SubTask(
    name="address_book.email_of",
    device="ubuntu",
    app="thunderbird",
    says="look up the e-mail address of {name} in Thunderbird's address book on the desktop",
    steps="on the desktop, open Thunderbird, click Address Book, click {name} and read the e-mail address",
    refers="the e-mail address of {name} in Thunderbird's address book",
    inputs={"name": person("Nils Castro")},
    hidden={"email": email_address("thistle36@harbour.example")},
    output="email",
    produce=lambda params: str(params.email),
    setup=_plant,
    checkpoints=_looked_up,
    oracle={"thunderbird_open": _read_card},
    alternatives={"in_the_dialog": _read_dialog, "in_the_list": _read_list},
    keys=("name",),
    tags=("mail", "contacts", "heavy"),
)


def _added(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird; then the contact."""
    wanted = check(card_added, name=params.name, phone=params.phone)
    return [
        app_opened("thunderbird", "thunderbird_open", "ubuntu"),
        Checkpoint(id="added", device="ubuntu", app="thunderbird", evaluator=wanted, after=("thunderbird_open",)),
    ]


def _may_add_card(params: Params) -> Footprint:
    named = may_add("ubuntu", "contact", most=1, name=same_name(params.name), phone=same_number(params.phone))
    return [named, no_other("ubuntu", "contact", name=same_name(params.name))]


def _open_book(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(look)


def _enter(params: Params, look: Look, phone: str) -> Iterator[Action]:
    """Fills in the dialog for a new contact."""
    first, _, last = params.name.partition(" ")
    yield from _open(look)
    yield from click_soon(look, text="New Contact", role="button")
    for field, text in (
        ("First name", first), ("Last name", last), ("Display name", params.name), ("Phone number", phone),
    ):  # fmt: skip
        yield from fill(look, field, text)


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter(params, look, params.phone)
    yield click(look, text="Save", role="button")


def _add_bare(params: Params, look: Look) -> Iterator[Action]:
    """Writes the number without blanks."""
    yield from _enter(params, look, "".join(params.phone.split()))
    yield click(look, text="Save", role="button")


def _add_number_later(params: Params, look: Look) -> Iterator[Action]:
    """Saves the contact without the number first."""
    yield from _enter(params, look, "")
    yield click(look, text="Save", role="button")
    yield from _open_card(look, params.name)
    yield from click_soon(look, text="Edit", role="button")
    yield from fill(look, "Phone number", params.phone)
    yield click(look, text="Save", role="button")


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Types everything, but leaves the form without saving."""
    yield from _enter(params, look, params.phone)
    yield action("ubuntu", "press", key="escape")


def _no_number(params: Params, look: Look) -> Iterator[Action]:
    """Saves the person without a number."""
    yield from _enter(params, look, "")
    yield click(look, text="Save", role="button")


ADD = SubTask(
    name="address_book.add",
    device="ubuntu",
    app="thunderbird",
    says="save {phone} in Thunderbird's address book on the desktop, in a new contact for {name}",
    steps="on the desktop, open Thunderbird, click Address Book, click New Contact, enter first and last name of "
    "{name} and {phone} as the number, and click Save",
    inputs={"name": person("Kira Lindt"), "phone": phone_number("+1 555 0129")},
    checkpoints=_added,
    oracle={"thunderbird_open": _open_book, "added": _add},
    footprint=_may_add_card,
    alternatives={"bare_number": _add_bare, "number_later": _add_number_later},
    near_misses={"not_saved": _not_saved, "no_number": _no_number},
    keys=("name",),
    new=("phone",),
    step_limit=60,
    tags=("mail", "contacts", "heavy"),
)


def _plant_number(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds a contact with the number, in place of one of this name, and another one with the same first name."""
    desktop = devices.ubuntu
    for row in desktop.cards():
        if row.name == params.name and row.phone:
            desktop.remove_card(row.id)
    desktop.add_card(params.name, params.phone)
    desktop.add_card(other_person(rng, params.name), another(phone_number(), rng, params.phone))


PHONE_OF = SubTask(
    name="address_book.phone_of",
    device="ubuntu",
    app="thunderbird",
    says="look up the telephone number of {name} in Thunderbird's address book on the desktop",
    steps="on the desktop, open Thunderbird, click Address Book, click {name} and read the telephone number",
    refers="the telephone number of {name} in Thunderbird's address book",
    inputs={"name": person("Chloé Grau")},
    hidden={"phone": phone_number("+1 555 0167")},
    output="phone_number",
    produce=lambda params: str(params.phone),
    setup=_plant_number,
    checkpoints=_looked_up,
    oracle={"thunderbird_open": _read_card},
    alternatives={"in_the_dialog": _read_dialog, "after_a_search": _read_card_twice},
    keys=("name",),
    tags=("mail", "contacts", "heavy"),
)


def _plant_old(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, Params(name=params.name, email=params.old), rng)


def _changed(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird; then the address."""
    wanted = check(email_changed, name=params.name, email=params.email)
    return [
        app_opened("thunderbird", "thunderbird_open", "ubuntu"),
        Checkpoint(id="changed", device="ubuntu", app="thunderbird", evaluator=wanted, after=("thunderbird_open",)),
    ]


def _may_change_card(params: Params) -> Footprint:
    return [may_change("ubuntu", "contact", ("email",), name=params.name, email=params.old)]


def _edit(params: Params, look: Look, email: str) -> Iterator[Action]:
    """Types an address in the dialog that edits the contact, if there is one, and doesn't save it yet."""
    yield from _open(look)
    yield from fill(look, _SEARCH, params.name)
    if has(look, "ubuntu", params.name, role="list_item"):
        yield from click_soon(look, text=params.name, role="list_item")
        yield from click_soon(look, text="Edit", role="button")
        yield from fill(look, _EMAIL, email)


def _change(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(params, look, params.email)
    if has(look, "ubuntu", "Save", role="button"):
        yield click(look, text="Save", role="button")


def _change_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(params, look, params.email.upper())
    yield click(look, text="Save", role="button")


def _change_twice(params: Params, look: Look) -> Iterator[Action]:
    """Saves the contact without an address first."""
    yield from _edit(params, look, "")
    yield click(look, text="Save", role="button")
    yield from _change(params, look)


def _change_not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _edit(params, look, params.email)
    yield action("ubuntu", "press", key="escape")


def _add_second(params: Params, look: Look) -> Iterator[Action]:
    """Makes another contact of the name, which has the new address."""
    yield from _enter(params, look, "")
    yield from fill(look, _EMAIL, params.email)
    yield click(look, text="Save", role="button")


CHANGE_EMAIL = SubTask(
    name="address_book.change_email",
    device="ubuntu",
    app="thunderbird",
    says="change the e-mail address of {name} in Thunderbird's address book on the desktop to {email}",
    steps="on the desktop, open Thunderbird, click Address Book, click {name} and then Edit, enter {email} in place of "
    "the e-mail address that is there, and click Save",
    inputs={"name": person("Kira Dorn"), "email": email_address("willow72@quarry.example")},
    hidden={"old": email_address("pebble15@northmail.example")},
    setup=_plant_old,
    checkpoints=_changed,
    oracle={"thunderbird_open": _open_book, "changed": _change},
    footprint=_may_change_card,
    alternatives={"in_capitals": _change_in_capitals, "twice": _change_twice},
    near_misses={"not_saved": _change_not_saved, "second_contact": _add_second},
    keys=("name",),
    step_limit=60,
    tags=("mail", "contacts", "heavy"),
)
