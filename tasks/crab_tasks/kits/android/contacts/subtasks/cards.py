"""Contacts: sub-tasks about entries that are there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.contacts.moves import all_fields, new_contact, open_contact, open_editor, open_entry
from crab_tasks.kits.android.contacts.state import (
    COMPANY,
    POSTAL,
    contact_at,
    contact_once,
    contact_starred,
    give_detail,
    namesake,
    plant_contact,
)
from crab_tasks.kits.android.pages import leave_pages, open_first_page, replace_text, scroll_to, type_into
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import email_address, phrase, postal_address

__all__ = ["ADDRESS_OF", "ADD_ADDRESS", "CHANGE_NUMBER", "FAVOURITE", "WORKPLACE"]


def _editor_from_menu(look: Look, name: str) -> Iterator[Action]:
    """Opens the editor of an entry from the list, by the menu of its row."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from scroll_to(look, name)
    yield hold(look, name, role="list_item")
    yield tap(look, text="Edit", role="menu_item")


def _edited(look: Look) -> bool:
    """Returns whether the editor is on the screen: nobody may have the name that was read elsewhere."""
    return has(look, "android", text="Save", role="button")


def _plant_both(devices: Devices, params: Params, rng: random.Random) -> None:
    """Gives the person an entry, and somebody with the same first name another one."""
    plant_contact(devices, rng, params.name)
    plant_contact(devices, rng, namesake(params.name))


# The number ---------------------------------------------------------------------------------------------------------


def _with_old_number(devices: Devices, params: Params, rng: random.Random) -> None:
    plant_contact(devices, rng, params.name, params.old, params.email)
    plant_contact(devices, rng, namesake(params.name))


def _changed(params: Params) -> Sequence[Checkpoint]:
    right = check(contact_once, name=params.name, phone=params.phone, email=params.email)
    return [Checkpoint(id="changed", device="android", app="contacts", evaluator=right)]


def _may_change_number(params: Params) -> Footprint:
    return [may_change("android", "contact", fields=("phone",), most=1, name=params.name)]


def _change(params: Params, look: Look) -> Iterator[Action]:
    yield from open_editor(look, params.name)
    if _edited(look):
        yield from replace_text(look, "Phone", params.phone)
        yield tap(look, text="Save")


def _change_from_menu(params: Params, look: Look) -> Iterator[Action]:
    yield from _editor_from_menu(look, params.name)
    yield from replace_text(look, "Phone", params.phone)
    yield tap(look, text="Save")


def _change_twice(params: Params, look: Look) -> Iterator[Action]:
    """Saves it with a missing digit, and puts that right without blanks."""
    yield from open_editor(look, params.name)
    yield from replace_text(look, "Phone", params.phone[:-1])
    yield tap(look, text="Save")
    yield tap(look, description="Edit contact")
    yield from replace_text(look, "Phone", params.phone.replace(" ", ""))
    yield tap(look, text="Save")


def _second_entry(params: Params, look: Look) -> Iterator[Action]:
    """Makes another entry of the name for the new number."""
    yield from new_contact(look, params.name, params.phone)


def _change_namesake(params: Params, look: Look) -> Iterator[Action]:
    """Changes the number of somebody with the same first name."""
    yield from open_editor(look, namesake(params.name))
    yield from replace_text(look, "Phone", params.phone)
    yield tap(look, text="Save")


def _change_unsaved(params: Params, look: Look) -> Iterator[Action]:
    yield from open_editor(look, params.name)
    yield from replace_text(look, "Phone", params.phone)


CHANGE_NUMBER = SubTask(
    name="cards.change_number",
    device="android",
    app="contacts",
    says="replace the telephone number of {name} in the phone's contacts by {phone}",
    steps="on the phone, open Contacts, tap {name}, tap Edit contact, replace the number there by {phone} and tap Save",
    inputs={"name": person("Kira Holm"), "phone": phone_number("+1 555 0159")},
    hidden={"old": phone_number("+1 555 0112"), "email": email_address("willow35@quarry.example")},
    keys=("name",),
    setup=_with_old_number,
    checkpoints=_changed,
    oracle={"changed": _change},
    footprint=_may_change_number,
    alternatives={"from_menu": _change_from_menu, "twice": _change_twice},
    near_misses={
        "second_entry": _second_entry, "namesake": _change_namesake, "not_saved": _change_unsaved,
    },
    backends=("sim", "adb"),
    tags=("contacts", "form"),
)  # fmt: skip

# The postal address -------------------------------------------------------------------------------------------------


def _address_added(params: Params) -> Sequence[Checkpoint]:
    right = check(contact_at, name=params.name, address=params.address)
    return [Checkpoint(id="address_added", device="android", app="contacts", evaluator=right)]


def _may_add_address(params: Params) -> Footprint:
    return [may_change("android", "contact", fields=("address",), most=1, name=params.name)]


def _enter_address(look: Look, name: str, address: str, hint: str = "Address") -> Iterator[Action]:
    yield from open_editor(look, name)
    yield from all_fields(look)
    yield from type_into(look, hint, address)


def _add_address(params: Params, look: Look) -> Iterator[Action]:
    yield from open_editor(look, params.name)
    if _edited(look):
        yield from all_fields(look)
        yield from type_into(look, "Address", params.address)
        yield tap(look, text="Save")


def _address_from_menu(params: Params, look: Look) -> Iterator[Action]:
    yield from _editor_from_menu(look, params.name)
    yield from all_fields(look)
    yield from type_into(look, "Address", params.address)
    yield tap(look, text="Save")


def _address_completed(params: Params, look: Look) -> Iterator[Action]:
    """Saves a part of it first."""
    yield from _enter_address(look, params.name, params.address[:4])
    yield tap(look, text="Save")
    yield tap(look, description="Edit contact")
    yield from scroll_to(look, description="Address", role="text_field")
    yield from replace_text(look, "Address", params.address)
    yield tap(look, text="Save")


def _address_as_notes(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter_address(look, params.name, params.address, "Notes")
    yield tap(look, text="Save")


def _address_unsaved(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter_address(look, params.name, params.address)


def _namesakes_address(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter_address(look, namesake(params.name), params.address)
    yield tap(look, text="Save")


ADD_ADDRESS = SubTask(
    name="cards.add_address",
    device="android",
    app="contacts",
    says="add {address} to the entry of {name} in the phone's contacts as the postal address",
    steps="on the phone, open Contacts, tap {name}, tap Edit contact, tap More fields, enter {address} as the address "
    "and tap Save",
    inputs={"name": person("Bruno Dorn"), "address": postal_address("23 River Walk, Alder")},
    keys=("name",),
    setup=_plant_both,
    checkpoints=_address_added,
    oracle={"address_added": _add_address},
    footprint=_may_add_address,
    alternatives={"from_menu": _address_from_menu, "completed": _address_completed},
    near_misses={
        "as_notes": _address_as_notes, "not_saved": _address_unsaved, "namesake": _namesakes_address,
    },
    backends=("sim", "adb"),
    tags=("contacts", "form"),
)  # fmt: skip


def _with_detail(devices: Devices, params: Params, rng: random.Random, kind: str) -> None:
    """Gives both the person and somebody with the same first name such a detail."""
    _plant_both(devices, params, rng)
    phone = devices.android
    for contact in phone.contacts():
        if contact.name in (params.name, namesake(params.name)):
            give_detail(phone, contact.id, kind, params.detail if contact.name == params.name else params.other)


def _with_address(devices: Devices, params: Params, rng: random.Random) -> None:
    _with_detail(devices, params, rng, POSTAL)


def _contacts_open(params: Params) -> Sequence[Checkpoint]:
    """Contacts is in front."""
    return [app_opened("contacts", "contacts_open")]


def _read_entry(params: Params, look: Look) -> Iterator[Action]:
    yield from open_contact(look, params.name)


def _read_all_fields(params: Params, look: Look) -> Iterator[Action]:
    """Reads the fields of the editor to their end, and leaves that."""
    yield from open_editor(look, params.name)
    yield from scroll_to(look, description="Address", role="text_field")
    yield action("android", "press", key="back")


def _find_entry(look: Look, query: str, name: str) -> Iterator[Action]:
    """Opens an entry that a search finds, and clears the search afterwards."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from type_into(look, "Search contacts", query)
    yield tap(look, text=name, role="list_item")
    yield from leave_pages(look, "floating_action_button")
    if has(look, "android", description="Clear search"):
        yield tap(look, description="Clear search")


def _find_by_name(params: Params, look: Look) -> Iterator[Action]:
    yield from _find_entry(look, params.name, params.name)


ADDRESS_OF = SubTask(
    name="cards.address_of",
    device="android",
    app="contacts",
    says="look up the postal address of {name} in the phone's contacts",
    steps="on the phone, open Contacts, tap {name} and read the address",
    refers="the postal address of {name} in the phone's contacts",
    inputs={"name": person("Dario Kovač")},
    hidden={
        "detail": postal_address("31 Garden Row, Pinehaven"), "other": postal_address("7 Mill Lane, Millbrook"),
    },
    output="address",
    produce=lambda params: str(params.detail),
    keys=("name",),
    setup=_with_address,
    checkpoints=_contacts_open,
    oracle={"contacts_open": _read_entry},
    alternatives={"in_the_editor": _read_all_fields, "by_search": _find_by_name},
    backends=("sim", "adb"),
    tags=("contacts",),
)  # fmt: skip

# Where somebody works -----------------------------------------------------------------------------------------------

_TRADES = ("Bakery", "Boatyard", "Brewery", "Foundry", "Garage", "Joinery", "Nursery", "Pottery", "Printers")
_PLACES = ("Anchor", "Clover", "Compass", "Ferry", "Lark", "Meadow", "Orchard", "Quay", "Tower")


def _with_company(devices: Devices, params: Params, rng: random.Random) -> None:
    _with_detail(devices, params, rng, COMPANY)


WORKPLACE = SubTask(
    name="cards.workplace",
    device="android",
    app="contacts",
    says="look up the company that the phone's contacts give for {name}",
    steps="on the phone, open Contacts, tap {name} and read the company",
    refers="the company that the phone's contacts give for {name}",
    inputs={"name": person("Ada Jansen")},
    hidden={
        "detail": phrase(_PLACES, _TRADES, "Compass Boatyard"), "other": phrase(_PLACES, _TRADES, "Lark Bakery"),
    },
    output="line",
    called="company",
    produce=lambda params: str(params.detail),
    keys=("name",),
    setup=_with_company,
    checkpoints=_contacts_open,
    oracle={"contacts_open": _read_entry},
    alternatives={"in_the_editor": _read_all_fields, "by_search": _find_by_name},
    backends=("sim", "adb"),
    tags=("contacts",),
)  # fmt: skip

# Favourites ---------------------------------------------------------------------------------------------------------


def _starred(params: Params) -> Sequence[Checkpoint]:
    return [
        Checkpoint(id="starred", device="android", app="contacts", evaluator=check(contact_starred, name=params.name))
    ]


def _may_star(params: Params) -> Footprint:
    return [may_change("android", "contact", fields=("starred",), most=1, name=params.name)]


def _star(params: Params, look: Look) -> Iterator[Action]:
    yield from open_entry(look, params.name)
    if has(look, "android", description="Add to favourites"):
        yield tap(look, description="Add to favourites")


def _star_again(params: Params, look: Look) -> Iterator[Action]:
    """Takes the star away between."""
    yield from _star(params, look)
    yield tap(look, description="Remove from favourites")
    yield tap(look, description="Add to favourites")


def _star_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the entry, and clears the search afterwards."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from type_into(look, "Search contacts", params.name)
    yield tap(look, text=params.name, role="list_item")
    yield tap(look, description="Add to favourites")
    yield from leave_pages(look, "floating_action_button")
    if has(look, "android", description="Clear search"):
        yield tap(look, description="Clear search")


def _star_namesake(params: Params, look: Look) -> Iterator[Action]:
    yield from open_contact(look, namesake(params.name))
    yield tap(look, description="Add to favourites")


def _star_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _star_namesake(params, look)
    yield from _star(params, look)


FAVOURITE = SubTask(
    name="cards.favourite",
    device="android",
    app="contacts",
    says="make {name} a favourite in the phone's contacts",
    steps="on the phone, open Contacts, tap {name} and tap the star, Add to favourites",
    inputs={"name": person("Farid Grau")},
    keys=("name",),
    setup=_plant_both,
    checkpoints=_starred,
    oracle={"starred": _star},
    footprint=_may_star,
    alternatives={"again": _star_again, "by_search": _star_found},
    near_misses={"namesake": _star_namesake, "both": _star_both},
    backends=("sim", "adb"),
    tags=("contacts",),
)
