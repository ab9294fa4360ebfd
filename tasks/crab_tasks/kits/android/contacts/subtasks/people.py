"""Contacts: sub-tasks about labels, duplicates, photos and further details of people, and about their cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Check, Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, Matcher, left_to_graph, may_add, may_change, may_remove
from crab_tasks.kits.android.contacts.moves import (
    all_fields,
    choose_year,
    delete_entry,
    open_editor,
    open_list_menu,
)
from crab_tasks.kits.android.contacts.state import (
    contact_born,
    contact_once,
    contact_pictured,
    label_has,
    namesake,
    no_contact,
    no_label,
    plant_contact,
    unused_number,
)
from crab_tasks.kits.android.gallery.portraits import SCENES, plant_portraits, portrait
from crab_tasks.kits.android.pages import leave_pages, open_first_page, open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.android.pickers import pick_date
from crab_tasks.kits.compare import digest, same_number
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.paths import stem_of
from crab_tasks.kits.values import another, as_date, day, email_address

__all__ = ["BIRTHDAY", "LABEL", "MERGE", "PHOTO"]

_FIRST_PAGE = "floating_action_button"


def _plant_both(devices: Devices, params: Params, rng: random.Random) -> None:
    """Gives the person an entry, and somebody with the same first name another one."""
    plant_contact(devices, rng, params.name)
    plant_contact(devices, rng, namesake(params.name))


def _point(name: str, right: Check) -> Sequence[Checkpoint]:
    """Returns the only checkpoint of a sub-task."""
    return [Checkpoint(id=name, device="android", app="contacts", evaluator=right)]


def _saves(look: Look) -> Iterator[Action]:
    yield tap(look, text="Save", role="button")


def _may_detail(params: Params, **becomes: Matcher) -> Footprint:
    return [may_change("android", "contact", tuple(becomes), most=1, becomes=becomes, name=params.name)]


# Labels -------------------------------------------------------------------------------------------------------------


def _without_label(devices: Devices, params: Params, rng: random.Random) -> None:
    no_label(devices, params.label)
    _plant_both(devices, params, rng)


def _may_label(params: Params) -> Footprint:
    return [may_add("android", "contact_group", most=1, title=params.label), *_may_detail(params, groups=left_to_graph)]


def _open_labels(look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Contacts", _FIRST_PAGE)
    yield tap(look, text="Labels", role="button")


def _make_label(look: Look, title: str) -> Iterator[Action]:
    """Makes a label, whose page is shown then."""
    yield from _open_labels(look)
    yield tap(look, text="Create label", role="button")
    yield from type_into(look, "Label name", title)
    yield tap(look, text="OK", role="button")


def _add_to_label(look: Look, *names: str) -> Iterator[Action]:
    """Gives people the label whose page is shown."""
    yield tap(look, description="Add contacts")
    for name in names:
        yield from open_row(look, name, role="checkbox")
    yield tap(look, text="Add", role="button")


def _label(params: Params, look: Look) -> Iterator[Action]:
    yield from _make_label(look, params.label)
    yield from _add_to_label(look, params.name)
    yield from leave_pages(look, _FIRST_PAGE)
    yield tap(look, text="All", role="button")


def _label_renamed(params: Params, look: Look) -> Iterator[Action]:
    """Gives the label another name first."""
    yield from _make_label(look, f"{params.label} 2")
    yield from _add_to_label(look, params.name)
    yield tap(look, description="Rename label")
    yield from replace_text(look, "Label name", params.label)
    yield tap(look, text="OK", role="button")


def _label_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _make_label(look, params.label)
    yield from _add_to_label(look, params.name, namesake(params.name))


def _label_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Gives it to both, and takes it off the other one."""
    yield from _label_both(params, look)
    yield tap(look, description=f"Remove {namesake(params.name)} from label")


def _label_namesake(params: Params, look: Look) -> Iterator[Action]:
    yield from _make_label(look, params.label)
    yield from _add_to_label(look, namesake(params.name))


LABEL = SubTask(
    name="people.label",
    device="android",
    app="contacts",
    says="make the label {label} in the phone's contacts and give it to {name}",
    steps="on the phone, open Contacts, tap Labels and Create label, enter {label}, tap OK, tap Add contacts, tap "
    "{name} and tap Add",
    inputs={
        "label": choice(("Allotment", "Book club", "Carpool", "Chess", "Choir", "Rowing", "Theatre"), "Choir"),
        "name": person("Mina Berg"),
    },
    keys=("name",),
    setup=_without_label,
    checkpoints=lambda params: _point("labelled", check(label_has, title=params.label, name=params.name)),
    oracle={"labelled": _label},
    footprint=_may_label,
    alternatives={"renamed": _label_renamed, "other_taken_off": _label_corrected},
    near_misses={"both": _label_both, "namesake": _label_namesake},
    once=True,
    step_limit=40,
    tags=("contacts",),
)

# A birthday ---------------------------------------------------------------------------------------------------------


def _show_more(look: Look, name: str) -> Iterator[Action]:
    """Opens the editor of an entry, if there is one, with all its fields."""
    yield from open_editor(look, name)
    if has(look, "android", text="Save", role="button"):
        yield from all_fields(look)


def _enter_birthday(look: Look, name: str, iso: str) -> Iterator[Action]:
    yield from _show_more(look, name)
    if has(look, "android", text="Save", role="button"):
        yield from scroll_to(look, rid="birthday_button")
        yield from _pick_birthday(look, iso)


def _pick_birthday(look: Look, iso: str) -> Iterator[Action]:
    yield tap(look, rid="birthday_button")
    yield from choose_year(look, as_date(iso)[0])
    yield from pick_date(look, as_date(iso))


def _born(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter_birthday(look, params.name, params.date)
    if has(look, "android", text="Save", role="button"):
        yield from _saves(look)


def _other_day(iso: str) -> str:
    """Returns another day of the same month."""
    known = date.fromisoformat(iso)
    return known.replace(day=known.day % 27 + 1).isoformat()


def _born_twice(params: Params, look: Look) -> Iterator[Action]:
    """Saves another day first."""
    yield from _born_other_day(params, look)
    yield tap(look, description="Edit contact")
    yield from scroll_to(look, rid="birthday_button")
    yield from _pick_birthday(look, params.date)
    yield from _saves(look)


def _born_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Says no at first."""
    yield from _show_more(look, params.name)
    yield from scroll_to(look, rid="birthday_button")
    yield tap(look, rid="birthday_button")
    yield tap(look, text="Cancel")
    yield from _pick_birthday(look, params.date)
    yield from _saves(look)


def _born_other_day(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter_birthday(look, params.name, _other_day(params.date))
    yield from _saves(look)


def _born_namesake(params: Params, look: Look) -> Iterator[Action]:
    yield from _enter_birthday(look, namesake(params.name), params.date)
    yield from _saves(look)


BIRTHDAY = SubTask(
    name="people.birthday",
    device="android",
    app="contacts",
    says="enter {date} as the birthday of {name} in the phone's contacts",
    steps="on the phone, open Contacts, tap the entry with the birthday that is to be entered, {name}, tap Edit "
    "contact, More fields and Birthday, choose {date} and tap Save",
    inputs={
        "date": day("2004-03-17", date(2001, 1, 2), date(2012, 12, 20)), "name": person("Kira Ekman"),
    },
    keys=("name",),
    setup=_plant_both,
    checkpoints=lambda params: _point("born", check(contact_born, name=params.name, date=params.date)),
    oracle={"born": _born},
    footprint=lambda params: _may_detail(params, birthday=params.date),
    alternatives={"twice": _born_twice, "second_try": _born_second_try},
    near_misses={"other_day": _born_other_day, "namesake": _born_namesake},
    step_limit=60,
    tags=("contacts", "form"),
)  # fmt: skip

# A photo ------------------------------------------------------------------------------------------------------------


def _plant_pictures(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the entries, and pictures of everything."""
    _plant_both(devices, params, rng)
    plant_portraits(devices.android)


def _take_photo(look: Look, name: str, scene: str) -> Iterator[Action]:
    yield from open_editor(look, name)
    if has(look, "android", rid="photo_button"):
        yield tap(look, rid="photo_button")
        yield from scroll_to(look, description=f"Photo, {scene}.jpg")
        yield tap(look, description=f"Photo, {scene}.jpg")


def _photo(params: Params, look: Look) -> Iterator[Action]:
    yield from _take_photo(look, params.name, stem_of(params.picture))
    if has(look, "android", text="Save", role="button"):
        yield from _saves(look)


def _other_scene(scene: str) -> str:
    return SCENES[(SCENES.index(scene) + 1) % len(SCENES)]


def _photo_changed(params: Params, look: Look) -> Iterator[Action]:
    """Saves another picture first."""
    yield from _photo_of_other(params, look)
    yield from _photo(params, look)


def _photo_removed(params: Params, look: Look) -> Iterator[Action]:
    """Takes it, removes it and takes it again."""
    yield from _take_photo(look, params.name, stem_of(params.picture))
    yield tap(look, text="Remove", role="button")
    yield tap(look, rid="photo_button")
    yield from scroll_to(look, description=f"Photo, {stem_of(params.picture)}.jpg")
    yield tap(look, description=f"Photo, {stem_of(params.picture)}.jpg")
    yield from _saves(look)


def _photo_of_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _take_photo(look, params.name, _other_scene(stem_of(params.picture)))
    yield from _saves(look)


def _namesakes_photo(params: Params, look: Look) -> Iterator[Action]:
    yield from _take_photo(look, namesake(params.name), stem_of(params.picture))
    yield from _saves(look)


PHOTO = SubTask(
    name="people.photo",
    device="android",
    app="contacts",
    says="give {name} in the phone's contacts the picture {picture} as the photo",
    steps="on the phone, open Contacts, tap {name}, tap Edit contact and Add photo, choose {picture} and tap Save",
    inputs={
        "name": person("Nils Castro"),
        "picture": choice(tuple([f"{scene}.jpg" for scene in SCENES]), "lighthouse.jpg"),
    },
    keys=("name",),
    setup=_plant_pictures,
    checkpoints=lambda params: _point(
        "pictured", check(contact_pictured, name=params.name, content=digest(portrait(stem_of(params.picture))))
    ),
    oracle={"pictured": _photo},
    footprint=lambda params: _may_detail(params, photo=left_to_graph),
    alternatives={"changed": _photo_changed, "removed_first": _photo_removed},
    near_misses={"other_picture": _photo_of_other, "namesake": _namesakes_photo},
    tags=("contacts", "gallery"),
)

# Duplicates ---------------------------------------------------------------------------------------------------------


_ANYBODY = person("Mina Berg")


def _plant_twice(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds two entries, for somebody else of that first name too; others are there twice."""
    phone, other = devices.android, namesake(params.name)
    for name, number, mail in ((params.name, params.phone, params.email), (other, params.other, params.mail)):
        no_contact(devices, name)
        phone.add_contact(name, number)
        phone.add_contact(name, "", mail)
    for _ in range(4):
        # Nobody who is there: another part may be about the only entry of a name.
        name, number = another(_ANYBODY, rng, *[each.name for each in phone.contacts()]), unused_number(rng)
        phone.add_contact(name, number)
        phone.add_contact(name, number)


def _merged(params: Params) -> Sequence[Checkpoint]:
    return _point("merged", check(contact_once, name=params.name, phone=params.phone, email=params.email))


def _may_merge(params: Params) -> Footprint:
    becomes = {"phone": same_number(params.phone), "email": params.email, "label": "Mobile"}
    return [*_may_detail(params, **becomes), may_remove("android", "contact", most=1, name=params.name)]


def _merge_of(look: Look, name: str) -> Iterator[Action]:
    """Merges the entries of a name, if they are listed as duplicates."""
    yield from open_list_menu(look, "Merge duplicates")
    if has(look, "android", role="list"):
        yield from scroll_to(look, description=f"Merge {name}")
    if has(look, "android", description=f"Merge {name}"):
        yield tap(look, description=f"Merge {name}")


def _merge(params: Params, look: Look) -> Iterator[Action]:
    yield from _merge_of(look, params.name)


def _entry_with(look: Look, query: str, name: str) -> Iterator[Action]:
    """Opens the entry of a name that a search for its number or address leaves."""
    yield from open_first_page(look, "Contacts", _FIRST_PAGE)
    if has(look, "android", description="Clear search"):
        yield tap(look, description="Clear search")
    yield from type_into(look, "Search contacts", query)
    yield tap(look, text=name, role="list_item")


def _merge_by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Enters the address in the entry with the number, and deletes the other one."""
    yield from _entry_with(look, params.email, params.name)
    yield from delete_entry(look)
    yield from _entry_with(look, params.phone, params.name)
    yield tap(look, description="Edit contact")
    yield from type_into(look, "Email", params.email)
    yield from _saves(look)


def _merge_looked(params: Params, look: Look) -> Iterator[Action]:
    """Looks at both entries first."""
    yield from _entry_with(look, params.email, params.name)
    yield from _entry_with(look, params.phone, params.name)
    yield from leave_pages(look, _FIRST_PAGE)
    yield tap(look, description="Clear search")
    yield from _merge(params, look)


def _merge_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _merge_of(look, namesake(params.name))
    yield from _merge_of(look, params.name)


def _one_deleted(params: Params, look: Look) -> Iterator[Action]:
    yield from _entry_with(look, params.email, params.name)
    yield from delete_entry(look)


MERGE = SubTask(
    name="people.merge",
    device="android",
    app="contacts",
    says="merge the two entries of {name} in the phone's contacts into one",
    steps="on the phone, open Contacts, tap More options and Merge duplicates, and tap Merge beside {name}",
    inputs={"name": person("Hugo Dorn")},
    hidden={
        "phone": phone_number("+1 555 0163"), "email": email_address("cedar18@harbour.example"),
        "other": phone_number("+1 555 0127"), "mail": email_address("birch44@meadow.example"),
    },
    keys=("name",),
    new=("name",),
    setup=_plant_twice,
    checkpoints=_merged,
    oracle={"merged": _merge},
    footprint=_may_merge,
    alternatives={"by_hand": _merge_by_hand, "looked_first": _merge_looked},
    near_misses={"both": _merge_both, "one_deleted": _one_deleted},
    tags=("contacts",),
)  # fmt: skip
