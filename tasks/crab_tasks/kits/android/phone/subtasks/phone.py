"""Phone: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import phone_number
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.calendar.events import today_of
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.android.phone.moves import call, open_keypad, recent_calls
from crab_tasks.kits.android.phone.state import called
from crab_tasks.kits.compare import digits, same_number
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import another

__all__ = ["CALL", "LATEST_MISSED"]


def _called(params: Params) -> Sequence[Checkpoint]:
    return [Checkpoint(id="called", device="android", app="phone", evaluator=check(called, number=params.number))]


def _may_call(params: Params) -> Footprint:
    return [may_send("android", "call", to=same_number(params.number))]


def _call(params: Params, look: Look) -> Iterator[Action]:
    yield from call(look, params.number)


def _key_by_key(params: Params, look: Look) -> Iterator[Action]:
    """Taps the keys of the number."""
    yield from open_keypad(look)
    for digit in digits(params.number):
        yield tap(look, description=digit, role="button")
    yield tap(look, description="dial")
    yield tap(look, description="End call")


def _by_search(params: Params, look: Look) -> Iterator[Action]:
    """Types the number into the field that searches for contacts, and calls what it offers."""
    yield from recent_calls(look)
    yield tap(look, text="Search contacts", role="button")
    yield from type_into(look, "Search contacts", params.number)
    yield tap(look, text=f"Call {params.number}", role="button")
    yield tap(look, description="End call")


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Types the number, but doesn't dial it."""
    yield from open_keypad(look)
    yield action("android", "write_text", text=params.number)


def _misdialled(params: Params, look: Look) -> Iterator[Action]:
    """Calls another number first."""
    yield from call(look, f"{params.number[:-1]}{(int(params.number[-1]) + 1) % 10}")
    yield from call(look, params.number)


CALL = SubTask(
    name="phone.call",
    device="android",
    app="phone",
    says="call {number} from the phone, and hang up",
    steps="on the phone, open Phone, tap Keypad, enter {number} and tap Call; then hang up",
    inputs={"number": phone_number("+1 555 0165")},
    checkpoints=_called,
    oracle={"called": _call},
    footprint=_may_call,
    alternatives={"key_by_key": _key_by_key, "by_search": _by_search},
    near_misses={"only_typed": _only_typed, "misdialled": _misdialled},
    backends=("sim", "adb"),
    crab=4,
    crab_inputs=("number",),
    tags=("phone",),
)


def _missed_calls(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody called in vain just before midnight, after another one; today a third one did, and one got through."""
    phone = devices.android
    today = phone.now() - today_of(phone)
    earlier = another(phone_number(), rng, params.number)
    later = another(phone_number(), rng, params.number, earlier)
    phone.add_call(earlier, "missed", today + 900 + rng.randrange(200))
    phone.add_call(params.number, "missed", today + 100 + rng.randrange(200))
    phone.add_call(later, "missed", min(600.0 + rng.randrange(200), today / 2))
    answered = another(phone_number(), rng, params.number, earlier, later)
    phone.add_call(answered, "incoming", min(200.0 + rng.randrange(99), today / 4), 30)


def _phone_open(params: Params) -> Sequence[Checkpoint]:
    """Phone is in front."""
    return [app_opened("phone", "phone_open")]


def _read_missed(params: Params, look: Look) -> Iterator[Action]:
    """Lists the missed calls only."""
    yield from recent_calls(look)
    yield tap(look, text="Missed")


def _read_recent(params: Params, look: Look) -> Iterator[Action]:
    """Reads the list of all calls."""
    yield from recent_calls(look)


def _read_details(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of the call, which has all calls of the number."""
    yield from _read_missed(params, look)
    yield tap(look, text=params.number, role="list_item")


LATEST_MISSED = SubTask(
    name="phone.latest_missed",
    device="android",
    app="phone",
    says="look up the telephone number of yesterday's latest missed call on the phone",
    steps="on the phone, open Phone, tap Recents and then Missed, and read the number of the latest missed call of "
    "yesterday",
    refers="the telephone number of yesterday's latest missed call on the phone",
    hidden={"number": phone_number("+1 555 0118")},
    output="phone_number",
    produce=lambda params: str(params.number),
    setup=_missed_calls,
    checkpoints=_phone_open,
    oracle={"phone_open": _read_missed},
    alternatives={"in_the_list": _read_recent, "details": _read_details},
    backends=("sim", "adb"),
    tags=("phone",),
)
