"""Contacts: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.contacts.moves import edit_contact, new_contact, open_contact
from crab_tasks.kits.android.contacts.state import contact_has, contact_once, no_contact, plant_contact, unused_number
from crab_tasks.kits.android.pages import leave_pages, open_first_page, type_into
from crab_tasks.kits.compare import same_address, same_name, same_number
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import email_address, other_person

__all__ = ["ADD", "ADD_EMAIL", "EMAIL_OF", "PHONE_OF"]


def _is_new(devices: Devices, params: Params, rng: random.Random) -> None:
    no_contact(devices, params.name)


def _added(params: Params) -> Sequence[Checkpoint]:
    """An entry of the name; then only that one, with the number."""
    right = check(contact_once, name=params.name, phone=params.phone, email="")
    return [
        Checkpoint(id="named", device="android", app="contacts", evaluator=check(contact_has, name=params.name)),
        Checkpoint(id="complete", device="android", app="contacts", evaluator=right, after=("named",)),
    ]


def _may_add(params: Params) -> Footprint:
    return [may_add("android", "contact", most=1, name=same_name(params.name), phone=same_number(params.phone))]


def _may_add_with_address(params: Params) -> Footprint:
    return [may_add("android", "contact", most=1, name=same_name(params.name), email=same_address(params.email))]


def _add_name(params: Params, look: Look) -> Iterator[Action]:
    yield from new_contact(look, params.name)


def _add_number(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_contact(look, params.name, {"Phone": params.phone})


def _at_once(params: Params, look: Look) -> Iterator[Action]:
    yield from new_contact(look, params.name, params.phone)


def _bare_number(params: Params, look: Look) -> Iterator[Action]:
    yield from new_contact(look, params.name, params.phone.replace(" ", ""))


def _twice(params: Params, look: Look) -> Iterator[Action]:
    """Makes a second entry for the number."""
    yield from new_contact(look, params.name)
    yield from new_contact(look, params.name, params.phone)


ADD = SubTask(
    name="contacts.add",
    device="android",
    app="contacts",
    says="save {phone} in the phone's contacts under the name of {name}",
    steps=(
        "on the phone, open Contacts, tap Create contact, enter {name} as the name and {phone} as the number, and save "
        "the contact"
    ),
    inputs={"name": person("Greta Holm"), "phone": phone_number("+1 555 0186")},
    keys=("name",),
    setup=_is_new,
    checkpoints=_added,
    oracle={"named": _add_name, "complete": _add_number},
    footprint=_may_add,
    alternatives={"at_once": _at_once, "without_blanks": _bare_number},
    near_misses={"two_entries": _twice},
    backends=("sim", "adb"),
    tags=("contacts",),
)


def _email_added(params: Params) -> Sequence[Checkpoint]:
    """An entry of the name; then only that one, with the address."""
    right = check(contact_once, name=params.name, phone="", email=params.email)
    return [
        Checkpoint(id="named", device="android", app="contacts", evaluator=check(contact_has, name=params.name)),
        Checkpoint(id="complete", device="android", app="contacts", evaluator=right, after=("named",)),
    ]


def _add_address(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_contact(look, params.name, {"Email": params.email})


def _email_at_once(params: Params, look: Look) -> Iterator[Action]:
    yield from new_contact(look, params.name, email=params.email)


def _in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the address in capitals, which is the same address."""
    yield from new_contact(look, params.name, email=params.email.upper())


def _email_twice(params: Params, look: Look) -> Iterator[Action]:
    """Makes a second entry for the address."""
    yield from new_contact(look, params.name)
    yield from new_contact(look, params.name, email=params.email)


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Types everything, but leaves the editor without saving."""
    yield from new_contact(look, params.name, email=params.email, save=False)


ADD_EMAIL = SubTask(
    name="contacts.add_email",
    device="android",
    app="contacts",
    says="create a contact for {name} on the phone, with {email} as the e-mail address",
    steps=(
        "on the phone, open Contacts, tap Create contact, enter {name} as the name and {email} as the e-mail address, "
        "and tap Save"
    ),
    inputs={"name": person("Edith Lindt"), "email": email_address("heron48@quarry.example")},
    keys=("name",),
    setup=_is_new,
    checkpoints=_email_added,
    oracle={"named": _add_name, "complete": _add_address},
    footprint=_may_add_with_address,
    alternatives={"at_once": _email_at_once, "in_capitals": _in_capitals},
    near_misses={"two_entries": _email_twice, "not_saved": _not_saved},
    backends=("sim", "adb"),
    crab=7,
    crab_inputs=("email", "name"),
    tags=("contacts", "form"),
)


def _plant(devices: Devices, rng: random.Random, name: str, phone: str = "", email: str = "") -> None:
    """Does the same, and plants somebody with the same first name."""
    plant_contact(devices, rng, name, phone, email)
    devices.android.add_contact(other_person(rng, name), unused_number(rng), email_address().sample(rng))


def _with_email(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, rng, params.name, email=params.email)


def _with_phone(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, rng, params.name, phone=params.phone)


def _contacts_open(params: Params) -> Sequence[Checkpoint]:
    """Contacts is in front, or an app that searches it and offers what it finds."""
    return [app_opened("contacts", "contacts_open", others=("mail", "messages", "phone"))]


def _read_page(params: Params, look: Look) -> Iterator[Action]:
    yield from open_contact(look, params.name)


def _read_editor(params: Params, look: Look) -> Iterator[Action]:
    """Reads the fields of the editor, and leaves it."""
    yield from open_contact(look, params.name)
    yield tap(look, description="Edit contact")
    yield action("android", "press", key="back")


def _read_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the entry, and clears the search afterwards."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from type_into(look, "Search contacts", params.name)
    yield tap(look, text=params.name, role="list_item")
    yield from leave_pages(look, "floating_action_button")
    if has(look, "android", description="Clear search"):
        yield tap(look, description="Clear search")


EMAIL_OF = SubTask(
    name="contacts.email_of",
    device="android",
    app="contacts",
    says="look up the e-mail address of {name} in the phone's contacts",
    steps="on the phone, open Contacts, tap {name} and read the e-mail address",
    refers="the e-mail address of {name} in the phone's contacts",
    inputs={"name": person("Farid Ekman")},
    hidden={"email": email_address("kestrel63@northmail.example")},
    output="email",
    produce=lambda params: str(params.email),
    setup=_with_email,
    checkpoints=_contacts_open,
    oracle={"contacts_open": _read_page},
    alternatives={"in_the_editor": _read_editor, "by_search": _read_found},
    backends=("sim", "adb"),
    crab=8,
    crab_inputs=("name",),
    tags=("contacts",),
)

PHONE_OF = SubTask(
    name="contacts.phone_of",
    device="android",
    app="contacts",
    says="look up the telephone number of {name} in the phone's contacts",
    steps="on the phone, open Contacts, tap {name} and read the telephone number",
    refers="the telephone number of {name} in the phone's contacts",
    inputs={"name": person("Mina Fontaine")},
    hidden={"phone": phone_number("+1 555 0153")},
    output="phone_number",
    produce=lambda params: str(params.phone),
    setup=_with_phone,
    checkpoints=_contacts_open,
    oracle={"contacts_open": _read_page},
    alternatives={"in_the_editor": _read_editor, "by_search": _read_found},
    backends=("sim", "adb"),
    tags=("contacts",),
)
