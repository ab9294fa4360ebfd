"""Phone: sub-tasks about calls that were made, and about calling people by name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.contacts.moves import open_contact
from crab_tasks.kits.android.contacts.state import fresh_contact, namesake
from crab_tasks.kits.android.pages import open_row, scroll_to, type_into
from crab_tasks.kits.android.phone.moves import recent_calls
from crab_tasks.kits.android.phone.state import called
from crab_tasks.kits.compare import same_number
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import another

__all__ = ["CALL_PERSON", "MINUTES"]

_DAY = 86_400

# The length of a call -----------------------------------------------------------------------------------------------


def _answered_calls(devices: Devices, params: Params, rng: random.Random) -> None:
    """The number has called in vain and been answered; later, another number was answered for longer or shorter."""
    phone = devices.android
    age = _DAY + rng.randrange(3600, 20_000)
    phone.add_call(params.number, "missed", age + 3000)
    phone.add_call(params.number, "incoming", age, 60 * params.minutes + rng.randrange(1, 59))
    phone.add_call(another(phone_number(), rng, params.number), "incoming", age - 900, 60 * params.other + 7)


def _phone_open(params: Params) -> Sequence[Checkpoint]:
    """Phone is in front."""
    return [app_opened("phone", "phone_open")]


def _read_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of the number, if it is listed as a number; it may have a name by now."""
    yield from recent_calls(look)
    yield from open_row(look, params.number)


def _read_after_missed(params: Params, look: Look) -> Iterator[Action]:
    """Comes from the list of missed calls."""
    yield from recent_calls(look)
    yield tap(look, text="Missed")
    yield from open_row(look, params.number)


def _read_from_favourites(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the favourites first."""
    yield from recent_calls(look)
    yield tap(look, text="Favourites", role="tab")
    yield from _read_details(params, look)


MINUTES = SubTask(
    name="call_log.minutes",
    device="android",
    app="phone",
    says="look up in the phone's call history how many full minutes the answered call from {number} took",
    steps="on the phone, open Phone, tap Recents, tap {number} and read how many full minutes the incoming call took",
    refers="the number of full minutes that the phone's answered call from {number} took",
    inputs={"number": phone_number("+1 555 0128")},
    hidden={
        "minutes": integer(2, 49, 18, type="count"), "other": integer(50, 58, 52, type="count"),
    },
    output="count",
    called="number of minutes",
    produce=lambda params: int(params.minutes),
    keys=("number",),
    setup=_answered_calls,
    checkpoints=_phone_open,
    oracle={"phone_open": _read_details},
    alternatives={"after_missed": _read_after_missed, "favourites_first": _read_from_favourites},
    backends=("sim", "adb"),
    tags=("phone",),
)  # fmt: skip

# A call by name -----------------------------------------------------------------------------------------------------


def _two_entries(devices: Devices, params: Params, rng: random.Random) -> None:
    """Makes the person's entry the only one of the name, beside somebody with the same first name."""
    for name, number in ((params.name, params.number), (namesake(params.name), params.other)):
        known = [contact for contact in devices.android.contacts() if contact.name == name]
        fresh_contact(devices, name, number, known[0].email if known else "")


def _called(params: Params) -> Sequence[Checkpoint]:
    right = check(called, number=params.number, others=(params.other,))
    return [Checkpoint(id="called", device="android", app="phone", evaluator=right)]


def _may_call(params: Params) -> Footprint:
    return [may_send("android", "call", to=same_number(params.number))]


def _call_from_contacts(look: Look, name: str) -> Iterator[Action]:
    """Calls somebody from the list of contacts in Phone, if the name is there, and hangs up."""
    yield from recent_calls(look)
    yield tap(look, text="Contacts", role="tab")
    yield from scroll_to(look, description=f"Call {name}")
    if has(look, "android", description=f"Call {name}"):
        yield tap(look, description=f"Call {name}")
        yield tap(look, description="End call")


def _call(params: Params, look: Look) -> Iterator[Action]:
    yield from _call_from_contacts(look, params.name)


def _call_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the person."""
    yield from recent_calls(look)
    yield tap(look, text="Search contacts", role="button")
    yield from type_into(look, "Search contacts", params.name)
    yield tap(look, description=f"Call {params.name}")
    yield tap(look, description="End call")


def _call_from_page(params: Params, look: Look) -> Iterator[Action]:
    """Calls from the person's page in Contacts."""
    yield from open_contact(look, params.name)
    yield tap(look, text="Call", role="button")
    yield tap(look, description="End call")


def _call_namesake(params: Params, look: Look) -> Iterator[Action]:
    yield from _call_from_contacts(look, namesake(params.name))


def _call_both(params: Params, look: Look) -> Iterator[Action]:
    yield from _call_namesake(params, look)
    yield from _call(params, look)


def _only_found(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the person's page, without calling."""
    yield from open_contact(look, params.name)
    yield action("android", "press", key="back")


CALL_PERSON = SubTask(
    name="call_log.call_person",
    device="android",
    app="phone",
    says="call {name}, who is among the phone's contacts, and hang up",
    steps="on the phone, open Phone, tap Contacts, tap the receiver beside {name}, and hang up",
    inputs={"name": person("Nils Lindt")},
    hidden={"number": phone_number("+1 555 0191"), "other": phone_number("+1 555 0108")},
    keys=("name",),
    setup=_two_entries,
    checkpoints=_called,
    oracle={"called": _call},
    footprint=_may_call,
    alternatives={"by_search": _call_found, "from_page": _call_from_page},
    near_misses={"namesake": _call_namesake, "both": _call_both, "only_found": _only_found},
    backends=("sim", "adb"),
    tags=("phone", "contacts"),
)
