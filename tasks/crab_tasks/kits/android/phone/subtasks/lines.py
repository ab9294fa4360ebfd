"""Phone: sub-tasks that call two people at once, and block a caller."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_sim.devices.footprints import Footprint, may_add, may_send
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.pages import open_row, scroll_to
from crab_tasks.kits.android.phone.moves import open_keypad, recent_calls
from crab_tasks.kits.android.phone.state import conference_held, number_blocked
from crab_tasks.kits.compare import same_number, same_numbers
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.values import another

__all__ = ["BLOCK", "CONFERENCE"]

# Two calls as one ---------------------------------------------------------------------------------------------------


def _two_people(devices: Devices, params: Params, rng: random.Random) -> None:
    for name, number in ((params.first, params.number), (params.second, params.other)):
        fresh_contact(devices, name, number)


def _held(params: Params) -> Sequence[Checkpoint]:
    right = check(conference_held, numbers=(params.number, params.other))
    return [Checkpoint(id="held", device="android", app="phone", evaluator=right)]


def _may_confer(params: Params) -> Footprint:
    both = same_numbers(params.number, params.other)
    calls = [may_send("android", "call", to=same_number(number)) for number in (params.number, params.other)]
    return [*calls, may_send("android", "conference", to=both)]


def _call_listed(look: Look, name: str) -> Iterator[Action]:
    """Calls somebody from the list of contacts of the page that is shown, and waits until they answer."""
    yield tap(look, text="Contacts", role="tab")
    yield from scroll_to(look, description=f"Call {name}")
    yield tap(look, description=f"Call {name}")
    yield action("root", "wait", seconds=6)


def _both_calls(look: Look, first: str, second: str) -> Iterator[Action]:
    """Calls two people one after the other; the first one is on hold then."""
    yield from recent_calls(look)
    yield from _call_listed(look, first)
    yield tap(look, text="Add call", role="button")
    yield from _call_listed(look, second)


def _confer(params: Params, look: Look) -> Iterator[Action]:
    yield from _both_calls(look, params.first, params.second)
    yield tap(look, text="Merge", role="button")
    yield tap(look, description="End call")


def _confer_turned(params: Params, look: Look) -> Iterator[Action]:
    """Calls the second person first, and goes back to that call before they are merged."""
    yield from _both_calls(look, params.second, params.first)
    yield tap(look, text="Swap", role="button")
    yield tap(look, text="Merge", role="button")
    yield tap(look, description="End call")


def _confer_by_number(params: Params, look: Look) -> Iterator[Action]:
    """Types the numbers."""
    yield from open_keypad(look)
    yield action("android", "write_text", text=params.number)
    yield tap(look, description="dial")
    yield action("root", "wait", seconds=6)
    yield tap(look, text="Add call", role="button")
    yield action("android", "write_text", text=params.other)
    yield tap(look, description="dial")
    yield action("root", "wait", seconds=6)
    yield tap(look, text="Merge", role="button")
    yield tap(look, description="End call")


def _never_merged(params: Params, look: Look) -> Iterator[Action]:
    yield from _both_calls(look, params.first, params.second)
    yield tap(look, description="End call")
    yield tap(look, description="End call")


def _not_over(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't hang up."""
    yield from _both_calls(look, params.first, params.second)
    yield tap(look, text="Merge", role="button")


CONFERENCE = SubTask(
    name="phone.conference",
    device="android",
    app="phone",
    says="call {first} and, without hanging up, {second}, both of whom are among the phone's contacts, merge the "
    "two calls, and hang up",
    steps="on the phone, dial {first} in Phone by the receiver among its Contacts, tap Add call once the call is "
    "answered, dial {second} in the same way, tap Merge once that is answered, and hang up",
    inputs={"first": person("Ada Castro"), "second": person("Farid Ekman")},
    hidden={"number": phone_number("+1 555 0166"), "other": phone_number("+1 555 0133")},
    keys=("first", "second"),
    setup=_two_people,
    checkpoints=_held,
    oracle={"held": _confer},
    footprint=_may_confer,
    alternatives={"turned": _confer_turned, "by_number": _confer_by_number},
    near_misses={"never_merged": _never_merged, "not_over": _not_over},
    once=True,
    step_limit=40,
    tags=("phone", "contacts"),
)

# Blocking -----------------------------------------------------------------------------------------------------------


def _callers(devices: Devices, params: Params, rng: random.Random) -> None:
    """The number has called, and others have; another part may be about the card of one of them, which stays."""
    others = [another(phone_number(), rng, params.number) for _ in range(rng.randrange(1, 5))]
    for number in rng.sample([params.number, *others], 1 + len(others)):
        devices.android.add_call(number, "missed", float(rng.randrange(300, 30_000)))


def _blocked(params: Params) -> Sequence[Checkpoint]:
    right = check(number_blocked, number=params.number)
    return [Checkpoint(id="blocked", device="android", app="phone", evaluator=right)]


def _may_block(params: Params) -> Footprint:
    return [may_add("android", "blocked_number", most=1, number=same_number(params.number))]


def _find_call(look: Look, number: str) -> Generator[Action, None, str]:
    """Scrolls the recent calls to a number's; returns what is shown there, the name where a card has the number."""
    yield from recent_calls(look)
    yield from scroll_to(look, number, role="list_item")
    if has(look, "android", number, role="list_item"):
        return number
    yield tap(look, text="Search contacts")
    yield action("android", "write_text", text=number)
    names = [one.text for one in look("android") if one.description == number and one.role == "list_item"]
    yield from recent_calls(look)
    for name in names:  # several cards may have it, and one of them is shown
        yield from scroll_to(look, name, role="list_item")
        if has(look, "android", name, role="list_item"):
            return name
    return number


def _block(params: Params, look: Look) -> Iterator[Action]:
    shown = yield from _find_call(look, params.number)
    yield from open_row(look, shown)
    if has(look, "android", text="Call details"):
        yield tap(look, description="More options")
        yield tap(look, text="Block number", role="menu_item")
        yield tap(look, text="Block", role="button")


def _block_from_list(params: Params, look: Look) -> Iterator[Action]:
    """Blocks it from the list of calls."""
    shown = yield from _find_call(look, params.number)
    yield hold(look, shown, role="list_item")
    yield tap(look, text="Block number", role="menu_item")
    yield tap(look, text="Block", role="button")


def _block_again(params: Params, look: Look) -> Iterator[Action]:
    """Unblocks it between, on the page of blocked numbers."""
    yield from _block(params, look)
    yield from recent_calls(look)
    yield tap(look, description="More options")
    yield tap(look, text="Blocked numbers", role="menu_item")
    yield tap(look, description=f"Unblock {params.number}")
    yield from _block(params, look)


def _block_cancelled(params: Params, look: Look) -> Iterator[Action]:
    shown = yield from _find_call(look, params.number)
    yield hold(look, shown, role="list_item")
    yield tap(look, text="Block number", role="menu_item")
    yield tap(look, text="Cancel", role="button")


BLOCK = SubTask(
    name="phone.block",
    device="android",
    app="phone",
    says="block {number}, from which somebody has called the phone",
    steps="on the phone, open Phone, tap Recents, tap {number}, tap More options and Block number, and confirm it",
    inputs={"number": phone_number("+1 555 0157")},
    keys=("number",),
    setup=_callers,
    checkpoints=_blocked,
    oracle={"blocked": _block},
    footprint=_may_block,
    alternatives={"from_list": _block_from_list, "again": _block_again},
    near_misses={"cancelled": _block_cancelled},
    tags=("phone",),
)
