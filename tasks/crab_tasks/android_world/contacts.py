"""The tasks about the phone's address book."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, text
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.contacts.moves import choose_label
from crab_tasks.kits.android.contacts.state import contact_once, draft_shows, draft_unsaved, no_contact
from crab_tasks.kits.android.pages import on_first_page, type_into, write_into
from crab_tasks.kits.compare import same_number
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened

__all__ = ["CHANGES", "TASKS"]

TASKS = ("ADD_CONTACT", "NEW_CONTACT_DRAFT")
"""The names of the tasks."""

_FIRST = ("Aline", "Bodo", "Cora", "Dimitri", "Esme", "Fabian", "Gudrun", "Henrik", "Ilse", "Jorge", "Klara", "Linus",
          "Maeve", "Nadia", "Otto", "Petra")  # fmt: skip
_LAST = ("Abel", "Brandt", "Costa", "Duval", "Egger", "Frey", "Gallo", "Hauser", "Ito", "Juhl", "Keller", "Lopes",
         "Moreau", "Novak", "Osman", "Pape")  # fmt: skip


def _name(names: Sequence[str], default: str) -> Parameter:
    return choice(names, default, type="name")


def _draw_number(rng: random.Random) -> str:
    return f"{rng.randint(201, 989)}-555-01{rng.randint(0, 99):02}"


def _number(default: str) -> Parameter:
    return text(_draw_number, default, "phone_number")


def _setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Nobody has the name; others have the same first or last name, and one nearly the same number."""
    phone = devices.android
    no_contact(devices, f"{params.first} {params.last}")
    first = rng.choice([name for name in _FIRST if name != params.first])
    last = rng.choice([name for name in _LAST if name != params.last])
    near = f"{params.number[:-1]}{(int(params.number[-1]) + rng.randint(1, 9)) % 10}"
    phone.add_contact(f"{params.first} {last}", near)
    phone.add_contact(f"{first} {params.last}", _draw_number(rng))


def _named(params: Params) -> Checkpoint:
    name = check(draft_shows, first=params.first, last=params.last)
    return Checkpoint(
        id="named", device="android", app="contacts", evaluator=name, after=("contacts_open",), hold=False
    )


# Moves --------------------------------------------------------------------------------------------------------------


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from on_first_page(look, "Contacts", "floating_action_button")


def _write_name(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name into the editor of a new contact."""
    yield from on_first_page(look, "Contacts", "floating_action_button")
    yield tap(look, rid="floating_action_button")
    yield from write_into(look, "First name", params.first)
    yield from write_into(look, "Last name", params.last)


def _write_number(params: Params, look: Look) -> Iterator[Action]:
    yield from write_into(look, "Phone", params.number)


def _write_with_enter(params: Params, look: Look) -> Iterator[Action]:
    """Goes from field to field with Enter."""
    yield from on_first_page(look, "Contacts", "floating_action_button")
    yield tap(look, rid="floating_action_button")
    for each in (params.first, params.last, params.number):
        yield action("android", "write_text", text=each)
        yield action("android", "press", key="enter")


def _number_first(params: Params, look: Look) -> Iterator[Action]:
    """Writes the number before the name."""
    yield from on_first_page(look, "Contacts", "floating_action_button")
    yield tap(look, rid="floating_action_button")
    yield from write_into(look, "Phone", params.number)
    yield from write_into(look, "First name", params.first)
    yield from write_into(look, "Last name", params.last)


def _wrong_digit(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name, and the number with another last digit."""
    yield from _write_name(params, look)
    yield from write_into(look, "Phone", f"{params.number[:-1]}{(int(params.number[-1]) + 1) % 10}")


# A contact ----------------------------------------------------------------------------------------------------------


def _added(params: Params) -> Sequence[Checkpoint]:
    """Contacts; the name in the editor; then the only entry of this name, with the number."""
    right = check(contact_once, name=f"{params.first} {params.last}", phone=params.number, email="")
    saved = Checkpoint(id="saved", device="android", app="contacts", evaluator=right, after=("named",))
    return [app_opened("contacts", "contacts_open"), _named(params), saved]


def _may_add(params: Params) -> Footprint:
    name, phone = f"{params.first} {params.last}", same_number(params.number)
    return [may_add("android", "contact", most=1, name=name, phone=phone)]


def _save(look: Look) -> Action:
    return tap(look, text="Save")


def _add_number(params: Params, look: Look) -> Iterator[Action]:
    yield from _write_number(params, look)
    yield _save(look)


def _with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _write_with_enter(params, look)
    yield _save(look)


def _number_first_and_save(params: Params, look: Look) -> Iterator[Action]:
    yield from _number_first(params, look)
    yield _save(look)


def _wrong_number(params: Params, look: Look) -> Iterator[Action]:
    """Saves the contact with a wrong digit in its number."""
    yield from _wrong_digit(params, look)
    yield _save(look)


def _unsaved(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the editor without saving."""
    yield from _write_name(params, look)
    yield from _write_number(params, look)
    yield action("android", "press", key="home")


def _two_entries(params: Params, look: Look) -> Iterator[Action]:
    """Saves the name alone, and then a second entry with the number."""
    yield from _write_name(params, look)
    yield _save(look)
    yield action("android", "press", key="back")
    yield from _write_name(params, look)
    yield from _add_number(params, look)


ADD_CONTACT = Task(
    **like("ContactsAddContact"),
    description="Add {first} {last} to the phone's contacts, with the number {number}.",
    parameters={
        "first": _name(_FIRST, "Cora"), "last": _name(_LAST, "Brandt"), "number": _number("415-555-0142"),
    },
    setup=_setup,
    checkpoints=_added,
    oracle={"contacts_open": _open, "named": _write_name, "saved": _add_number},
    footprint=_may_add,
    alternatives={"with_enter": _with_enter, "number_first": _number_first_and_save},
    near_misses={"wrong_number": _wrong_number, "unsaved": _unsaved, "two_entries": _two_entries},
)  # fmt: skip


# A draft ------------------------------------------------------------------------------------------------------------


def _drafted(params: Params) -> Sequence[Checkpoint]:
    """Contacts; the name in the editor; the number beside it; then all of it with the label, unsaved."""
    complete = check(draft_unsaved, first=params.first, last=params.last, phone=params.number, label=params.label)
    return [
        app_opened("contacts", "contacts_open"),
        _named(params),
        Checkpoint(
            id="numbered",
            device="android",
            app="contacts",
            evaluator=check(draft_shows, first=params.first, last=params.last, phone=params.number),
            after=("named",),
            hold=False,
        ),
        Checkpoint(id="labelled", device="android", app="contacts", evaluator=complete, after=("numbered",)),
    ]


def _label(params: Params, look: Look) -> Iterator[Action]:
    yield from choose_label(look, params.label)


def _draft_with_enter(params: Params, look: Look) -> Iterator[Action]:
    yield from _write_with_enter(params, look)
    yield from choose_label(look, params.label)


def _draft_number_first(params: Params, look: Look) -> Iterator[Action]:
    yield from _number_first(params, look)
    yield from choose_label(look, params.label)


def _other_label(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the other label."""
    yield from _number_first(params, look)
    yield from choose_label(look, "Home" if params.label == "Work" else "Work")


def _with_email(params: Params, look: Look) -> Iterator[Action]:
    """Makes an e-mail address up."""
    yield from _number_first(params, look)
    yield from write_into(look, "Email", "made@up.example")
    yield from choose_label(look, params.label)


def _with_notes(params: Params, look: Look) -> Iterator[Action]:
    """Adds a note about the person."""
    yield from _number_first(params, look)
    yield tap(look, text="More fields")
    yield from type_into(look, "Notes", "Owes me money")
    yield from choose_label(look, params.label)


def _saved(params: Params, look: Look) -> Iterator[Action]:
    """Saves the entry, and only then changes its label."""
    yield from _number_first_and_save(params, look)
    yield tap(look, description="Edit contact")
    yield from choose_label(look, params.label)


NEW_CONTACT_DRAFT = Task(
    **like("ContactsNewContactDraft"),
    description=(
        "Open the phone's form for a new contact and fill it in: first name {first}, last name {last}, and the phone "
        "number {number} with the label {label}. Leave the form open, and don't save it."
    ),
    parameters={
        "first": _name(_FIRST, "Otto"), "last": _name(_LAST, "Ito"), "number": _number("206-555-0157"),
        "label": choice(("Home", "Work"), type="label"),
    },
    setup=_setup,
    checkpoints=_drafted,
    oracle={"contacts_open": _open, "named": _write_name, "numbered": _write_number, "labelled": _label},
    alternatives={"with_enter": _draft_with_enter, "number_first": _draft_number_first},
    near_misses={
        "other_label": _other_label, "saved": _saved, "wrong_digit": _wrong_digit, "with_email": _with_email,
        "with_notes": _with_notes,
    },
    version=2,
)  # fmt: skip

CHANGES: Mapping[str, str] = {
    "android_world.contacts_add_contact": (
        "Others have the same first or last name or nearly the same number, and there may be no second entry."
    ),
    "android_world.contacts_new_contact_draft": (
        "The form must not be saved: theirs only looks at the screen. Others have the same first or last name."
    ),
}
