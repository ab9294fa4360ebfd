"""Contacts: sub-tasks that import people's cards from files, and export them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Check, Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_sim.devices.vcards import Card, write_cards
from crab_tasks.kits.android.contacts.moves import (
    delete_entry,
    new_contact,
    open_contact,
    open_list_menu,
)
from crab_tasks.kits.android.contacts.state import (
    cards_exported,
    contact_once,
    namesake,
    no_contact,
    unused_number,
)
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.pages import open_row, replace_text
from crab_tasks.kits.compare import same_name, same_number
from crab_tasks.kits.moves import tap
from crab_tasks.kits.paths import stem_of
from crab_tasks.kits.values import email_address

__all__ = ["EXPORT", "IMPORT"]


def _point(name: str, right: Check) -> Sequence[Checkpoint]:
    """Returns the only checkpoint of a sub-task."""
    return [Checkpoint(id=name, device="android", app="contacts", evaluator=right)]


_FILES = ("florist", "locksmith", "painter", "plumber", "tutor")


def _card(params: Params) -> Card:
    return Card(params.person, params.phone, params.email)


def _plant_cards(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the card, one of somebody of that first name, and others; nobody of them is in the address book."""
    other = Card(namesake(params.person), params.other, params.mail)
    files = {stem_of(params.file): _card(params), f"old_{stem_of(params.file)}": other}
    files |= {name: Card(f"{name.title()} Vale", unused_number(rng)) for name in _FILES if name != stem_of(params.file)}
    for name, card in rng.sample(sorted(files.items()), len(files)):
        no_contact(devices, card.name)
        path, age = f"{STORAGE}/Download/{name}.vcf", float(rng.randrange(60, 9000))
        devices.android.write_old_file(path, write_cards([card]).encode(), age)


def _imported(params: Params) -> Sequence[Checkpoint]:
    return _point("imported", check(contact_once, name=params.person, phone=params.phone, email=params.email))


def _may_import(params: Params) -> Footprint:
    known = {"name": same_name(params.person), "phone": same_number(params.phone), "email": params.email}
    return [may_add("android", "contact", most=1, **known)]


def _import_file(look: Look, name: str) -> Iterator[Action]:
    yield from open_list_menu(look, "Import from .vcf file")
    yield from open_row(look, f"{name}.vcf")


def _import(params: Params, look: Look) -> Iterator[Action]:
    yield from _import_file(look, stem_of(params.file))


def _import_by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Types what the card says."""
    yield from new_contact(look, params.person, params.phone, params.email)


def _import_second(params: Params, look: Look) -> Iterator[Action]:
    """Imports the other file first, and deletes that entry."""
    yield from _import_other(params, look)
    yield from open_contact(look, namesake(params.person))
    yield from delete_entry(look)
    yield from _import(params, look)


def _import_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _import_file(look, f"old_{stem_of(params.file)}")


def _import_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _import_other(params, look)
    yield from _import(params, look)


IMPORT = SubTask(
    name="vcards.import_card",
    device="android",
    app="contacts",
    says="import the file {file} from the phone's downloads into the phone's contacts",
    steps="on the phone, open Contacts, tap More options and Import from .vcf file, and tap {file}",
    inputs={"file": choice(tuple([f"{name}.vcf" for name in _FILES]), "plumber.vcf")},
    hidden={
        "person": person("Dario Lindt"), "phone": phone_number("+1 555 0138"),
        "email": email_address("maple27@quarry.example"), "other": phone_number("+1 555 0185"),
        "mail": email_address("aspen51@orchard.example"),
    },
    setup=_plant_cards,
    checkpoints=_imported,
    oracle={"imported": _import},
    footprint=_may_import,
    alternatives={"by_hand": _import_by_hand, "second_try": _import_second},
    near_misses={"other_card": _import_other, "both": _import_both},
    tags=("contacts", "files"),
)  # fmt: skip


def _exported_path(params: Params) -> str:
    return f"{STORAGE}/Download/{stem_of(params.file)}.vcf"


def _no_export(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.android.remove(_exported_path(params))


def _export_as(look: Look, name: str) -> Iterator[Action]:
    yield from open_list_menu(look, "Export to .vcf file")
    yield from replace_text(look, "File name", f"{name}.vcf")
    yield tap(look, text="Save", role="button")


def _export(params: Params, look: Look) -> Iterator[Action]:
    yield from _export_as(look, stem_of(params.file))


def _export_stem(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the ending to the app."""
    yield from open_list_menu(look, "Export to .vcf file")
    yield from replace_text(look, "File name", stem_of(params.file))
    yield tap(look, text="Save", role="button")


def _export_again(params: Params, look: Look) -> Iterator[Action]:
    """Cancels at first, and exports twice to the same file."""
    yield from open_list_menu(look, "Export to .vcf file")
    yield tap(look, text="Cancel")
    yield from _export(params, look)
    yield from _export(params, look)


def _export_offered(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the name that is offered."""
    yield from open_list_menu(look, "Export to .vcf file")
    yield tap(look, text="Save", role="button")


EXPORT = SubTask(
    name="vcards.export",
    device="android",
    app="contacts",
    says="export the phone's contacts to the file {file} in the phone's downloads",
    steps="on the phone, open Contacts, tap More options and Export to .vcf file, replace the file's name by {file} "
    "and tap Save",
    inputs={
        "file": choice(("address_book.vcf", "backup.vcf", "everyone.vcf", "people.vcf", "september.vcf"), "backup.vcf")
    },
    setup=_no_export,
    checkpoints=lambda params: _point("exported", check(cards_exported, path=_exported_path(params))),
    oracle={"exported": _export},
    footprint=lambda params: [may_add("android", "file", most=1, path=_exported_path(params), kind="file")],
    alternatives={"stem": _export_stem, "again": _export_again},
    near_misses={"name_offered": _export_offered},
    once=True,
    tags=("contacts", "files"),
)
