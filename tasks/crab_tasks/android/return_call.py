"""Call back who was missed, save the number, delete the missed call."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import person, phone_number
from crab_sim.devices.footprints import Footprint, may_add, may_remove, may_send
from crab_tasks.kits.android.contacts.moves import new_contact
from crab_tasks.kits.android.contacts.state import contact_has, no_contact, only_contact
from crab_tasks.kits.android.phone.moves import call, call_from_history, delete_missed_call, recent_calls
from crab_tasks.kits.android.phone.state import called, missed_call_removed
from crab_tasks.kits.compare import digits, same_name, same_number
from crab_tasks.kits.moves import has, nothing_more, tap


def other(params: Params, by: int) -> str:
    """Returns another number, which differs in its last digit."""
    return f"{params.phone[:-1]}{(int(params.phone[-1]) + by) % 10}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Lets the number call in vain, after another one has; a third one has been answered since."""
    no_contact(devices, params.name)
    phone = devices.android
    numbers = {digits(number) for number in (params.phone, other(params, 3), other(params, 6))}
    for contact in phone.contacts():
        if digits(contact.phone) in numbers:
            phone.remove_contact(contact.id)
    phone.add_call(other(params, 3), "missed", 900 + rng.randrange(200))
    phone.add_call(params.phone, "missed", 300 + rng.randrange(200))
    phone.add_call(other(params, 6), "incoming", 100 + rng.randrange(100), 30 + rng.randrange(40))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Called back, then the missed call is gone; saved, in any order with it, and only once."""
    name, number = params.name, params.phone
    wrong = (other(params, 3), other(params, 6))
    kept = ((number, "outgoing"), (wrong[0], "missed"), (wrong[1], "incoming"))
    back = check(called, number=number, others=wrong)
    gone = check(missed_call_removed, number=number, kept=kept)
    return [
        Checkpoint(id="called_back", device="android", app="phone", evaluator=back),
        Checkpoint(id="saved", device="android", app="contacts", evaluator=check(contact_has, name=name, phone=number)),
        Checkpoint(
            id="only_one",
            device="android",
            app="contacts",
            evaluator=check(only_contact, name=name, phone=number),
            after=("saved",),
        ),
        Checkpoint(id="entry_deleted", device="android", app="phone", evaluator=gone, after=("called_back",)),
    ]


def footprint(params: Params) -> Footprint:
    """The call, the contact, and the entry of the call history."""
    return [
        may_send("android", "call", to=same_number(params.phone)),
        may_add("android", "contact", most=1, name=same_name(params.name), phone=same_number(params.phone)),
        may_remove("android", "call", most=1, number=params.phone, kind="missed"),
    ]


def call_back(params: Params, look: Look) -> Iterator[Action]:
    """Dials the number, and hangs up."""
    yield from call(look, params.phone)


def save(params: Params, look: Look) -> Iterator[Action]:
    """Saves the number."""
    yield from new_contact(look, params.name, params.phone)


def delete_entry(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the missed call, which stands under the name once that is saved."""
    yield from recent_calls(look)
    known = has(look, "android", text=params.name, role="list_item")
    yield from delete_missed_call(look, params.name if known else params.phone)


def older_call(params: Params, look: Look) -> Iterator[Action]:
    """Takes the missed call before the latest one."""
    yield from call(look, other(params, 3))
    yield from new_contact(look, params.name, other(params, 3))
    yield from delete_missed_call(look, params.name)


def all_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes all calls with the number at once, the own one too."""
    yield from call_back(params, look)
    yield from save(params, look)
    yield from recent_calls(look)
    yield tap(look, text=params.name, role="list_item")
    yield tap(look, description="More options")
    yield tap(look, text="Delete from history")
    yield tap(look, text="Delete", role="button")


def still_calling(params: Params, look: Look) -> Iterator[Action]:
    """Dials, but never hangs up, so that the call isn't over."""
    yield from save(params, look)
    yield from recent_calls(look)
    yield tap(look, description=f"Call {params.name}")
    yield action("android", "press", key="back")
    yield from delete_entry(params, look)


def from_history(params: Params, look: Look) -> Iterator[Action]:
    """Calls back from the list of calls."""
    yield from call_from_history(look, params.phone)
    yield from delete_entry(params, look)
    yield from save(params, look)


def saved_first(params: Params, look: Look) -> Iterator[Action]:
    """Saves the number with other blanks, and calls the person by name."""
    yield from new_contact(look, params.name, params.phone.replace(" ", ""))
    yield from call_from_history(look, params.name)
    yield from delete_entry(params, look)


TASK = Task(
    name="android.return_call",
    description=(
        "Call back the number of the latest missed call on the phone, and hang up. Save the number in Contacts under "
        "the name {name}. In the call history, delete that missed call and nothing else."
    ),
    devices=("android",),
    parameters={"name": person("Lev Castro"), "phone": phone_number("+1 555 0164")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"called_back": call_back, "saved": save, "only_one": nothing_more, "entry_deleted": delete_entry},
    footprint=footprint,
    alternatives={"from_history": from_history, "saved_first": saved_first},
    near_misses={"older_call": older_call, "all_deleted": all_deleted, "still_calling": still_calling},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("phone", "contacts"),
)
