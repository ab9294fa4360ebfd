"""Add a person to the phone's contacts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.contacts.moves import edit_contact, new_contact
from crab_tasks.kits.android.contacts.state import contact_has, contact_once, no_contact
from crab_tasks.kits.android.pages import replace_text
from crab_tasks.kits.compare import same_address, same_name, same_number
from crab_tasks.kits.moves import launch, nothing_more, tap
from crab_tasks.kits.state import app_opened


def email(params: Params) -> str:
    """Returns the person's e-mail address."""
    return f"{params.mailbox}@{params.domain}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Makes sure that the person isn't there yet."""
    no_contact(devices, params.name)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The app, then an entry of the name, then number and address in any order, then that it is the only one."""
    name, phone, mail = params.name, params.phone, email(params)
    return [
        app_opened("contacts", "app_open"),
        Checkpoint(
            id="named", device="android", app="contacts", evaluator=check(contact_has, name=name), after=("app_open",)
        ),
        Checkpoint(
            id="phone_right",
            device="android",
            app="contacts",
            evaluator=check(contact_has, name=name, phone=phone),
            after=("named",),
        ),
        Checkpoint(
            id="email_right",
            device="android",
            app="contacts",
            evaluator=check(contact_has, name=name, email=mail),
            after=("named",),
        ),
        Checkpoint(
            id="only_one",
            device="android",
            app="contacts",
            evaluator=check(contact_once, name=name, phone=phone, email=mail),
            after=("phone_right", "email_right"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The person in Contacts."""
    return [
        may_add(
            "android",
            "contact",
            most=1,
            name=same_name(params.name),
            phone=same_number(params.phone),
            email=same_address(email(params)),
        )
    ]


def save_name(params: Params, look: Look) -> Iterator[Action]:
    """Saves an entry that has only the name."""
    yield from new_contact(look, params.name)


def add_phone(params: Params, look: Look) -> Iterator[Action]:
    """Adds the number to the entry."""
    yield from edit_contact(look, params.name, {"Phone": params.phone})


def add_email(params: Params, look: Look) -> Iterator[Action]:
    """Adds the e-mail address to the entry."""
    yield from edit_contact(look, params.name, {"Email": email(params)})


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Types everything, but leaves the editor without saving."""
    yield from new_contact(look, params.name, params.phone, email(params), save=False)
    yield action("android", "press", key="back")


def two_entries(params: Params, look: Look) -> Iterator[Action]:
    """Saves number and address in two entries of the same name."""
    yield from new_contact(look, params.name, params.phone)
    yield action("android", "press", key="back")
    yield from new_contact(look, params.name, "", email(params))


def deleted_again(params: Params, look: Look) -> Iterator[Action]:
    """Saves an entry without its address, then deletes it."""
    yield from new_contact(look, params.name, params.phone)
    yield tap(look, description="More options")
    yield tap(look, text="Delete", role="menu_item")
    yield tap(look, text="Delete", role="button")


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Saves everything at once."""
    yield from new_contact(look, params.name, params.phone, email(params))


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Saves a number that has a digit too many, and puts it right."""
    yield from new_contact(look, params.name, f"{params.phone}0", email(params).upper())
    yield tap(look, description="Edit contact")
    yield from replace_text(look, "Phone", params.phone.replace(" ", ""))
    yield tap(look, text="Save")


TASK = Task(
    name="android.add_contact",
    description=(
        "On the phone, add {name} to Contacts, with the number {phone} and the e-mail address {mailbox}@{domain}."
    ),
    devices=("android",),
    parameters={
        "name": person(),
        "phone": phone_number(),
        "mailbox": choice(("hello", "office", "mail", "studio", "desk"), type="text"),
        "domain": choice(("example.org", "example.net", "example.com"), type="text"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "app_open": launch("Contacts"),
        "named": save_name,
        "phone_right": add_phone,
        "email_right": add_email,
        "only_one": nothing_more,
    },
    footprint=footprint,
    alternatives={"at_once": at_once, "corrected": corrected},
    near_misses={"not_saved": not_saved, "two_entries": two_entries, "deleted_again": deleted_again},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("contacts", "form"),
)
