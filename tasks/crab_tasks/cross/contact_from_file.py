"""Carry a business card from a file on the desktop over to the phone's contacts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add, may_remove, no_other
from crab_tasks.kits.android.contacts.moves import edit_contact, new_contact
from crab_tasks.kits.android.contacts.state import contact_has, contact_once, no_contact
from crab_tasks.kits.compare import digest, same_address, same_name, same_number
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.ubuntu.files.moves import trash_file
from crab_tasks.kits.ubuntu.files.state import HOME, file_deleted
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal


def card(params: Params) -> str:
    """Returns the file's path."""
    return f"{HOME}/Documents/{params.file}.txt"


def email(params: Params) -> str:
    """Returns the person's e-mail address."""
    return f"{params.mailbox}@example.org"


def text(params: Params) -> str:
    """Returns the card's text."""
    dice = random.Random(params.name)
    street = f"{dice.randrange(2, 99)} {dice.choice(('Mill', 'Garden', 'Harbour', 'Station'))} Street"
    return f"Name: {params.name}\n{street}\nPhone: {params.phone}\nE-mail: {email(params)}\n"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the card among others, and makes sure that the person isn't in the phone yet."""
    no_contact(devices, params.name)
    devices.ubuntu.write_file(card(params), text(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """An entry of the name, then number and address in any order, in one entry; then the file is deleted."""
    name, phone, mail = params.name, params.phone, email(params)
    return [
        Checkpoint(id="named", device="android", app="contacts", evaluator=check(contact_has, name=name)),
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
        Checkpoint(
            id="card_deleted",
            device="ubuntu",
            app="files",
            evaluator=check(file_deleted, path=card(params), content=text(params)),
            after=("only_one",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The person in Contacts; the card goes, and doesn't lie elsewhere instead."""
    return [
        may_add(
            "android",
            "contact",
            most=1,
            name=same_name(params.name),
            phone=same_number(params.phone),
            email=same_address(email(params)),
        ),
        may_remove("ubuntu", "file", path=card(params)),
        no_other("ubuntu", "file", content=digest(text(params).encode())),
    ]


def save_name(params: Params, look: Look) -> Iterator[Action]:
    """Reads the card, and saves an entry that has only the name."""
    yield from run_in_terminal(["cat", card(params)])
    yield from new_contact(look, params.name)


def add_phone(params: Params, look: Look) -> Iterator[Action]:
    """Adds the number."""
    yield from edit_contact(look, params.name, {"Phone": params.phone})


def add_email(params: Params, look: Look) -> Iterator[Action]:
    """Adds the e-mail address."""
    yield from edit_contact(look, params.name, {"Email": email(params)})


def delete_card(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the file."""
    yield from run_in_terminal(["rm", card(params)])


def deleted_first(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the file, and saves only the name."""
    yield from delete_card(params, look)
    yield from new_contact(look, params.name)


def two_entries(params: Params, look: Look) -> Iterator[Action]:
    """Saves number and address in two entries of the same name."""
    yield from new_contact(look, params.name, params.phone)
    yield from new_contact(look, params.name, "", email(params))
    yield from delete_card(params, look)


def only_emptied(params: Params, look: Look) -> Iterator[Action]:
    """Saves everything, but empties the file instead of deleting it."""
    yield from new_contact(look, params.name, params.phone, email(params))
    yield from run_in_terminal(["truncate", "-s", "0", card(params)])


def to_the_trash(params: Params, look: Look) -> Iterator[Action]:
    """Saves everything at once, and moves the card to the trash in Files."""
    yield from new_contact(look, params.name, params.phone, email(params))
    yield from trash_file(look, f"{HOME}/Documents", f"{params.file}.txt")


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Moves the card to the trash in the terminal before it saves what the card says."""
    yield from run_in_terminal(["cat", card(params)], ["gio", "trash", card(params)])
    yield from new_contact(look, params.name, params.phone.replace(" ", ""), email(params))


TASK = Task(
    name="cross.contact_from_file",
    description=(
        "The file ~/Documents/{file}.txt on the desktop is a business card. Add the person to the phone's Contacts, "
        "with name, phone number and e-mail address, then delete the file."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "file": choice(("card", "visitor", "new_colleague", "plumber"), type="file_name"),
        "name": person("Greta Holm"),
        "phone": phone_number("+1 555 0177"),
        "mailbox": choice(("hello", "office", "mail", "studio"), type="text"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "named": save_name,
        "phone_right": add_phone,
        "email_right": add_email,
        "only_one": nothing_more,
        "card_deleted": delete_card,
    },
    footprint=footprint,
    alternatives={"to_the_trash": to_the_trash, "by_command": by_command},
    near_misses={"deleted_first": deleted_first, "two_entries": two_entries, "only_emptied": only_emptied},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("contacts", "files"),
)
