"""Take the call of one person, and decline that of another, as they come."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.compare import digits
from crab_tasks.kits.footprints import changes_no_fact
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import State

STRANGER = "+1 305-555-0171"
AGAIN = 45
"""Seconds between the two calls, more than a caller waits."""
_PATIENCE = 200


def rings(devices: Devices, *, number: str) -> None:
    """Somebody calls."""
    devices.android.ring(number)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person to Contacts."""
    fresh_contact(devices, params.name, params.phone)


def events(params: Params) -> Sequence[TaskEvent]:
    """A stranger calls, and then the person."""
    return [
        TaskEvent(id="stranger", when=Moment(params.seconds), does=cause(rings, number=STRANGER)),
        TaskEvent(id="person", when=Moment(AGAIN, event="stranger"), does=cause(rings, number=params.phone)),
    ]


def _talked(state: State, number: str) -> bool:
    """Returns whether somebody's call was taken, and is over."""
    calls = [call for call in state.android.calls() if digits(call.number) == digits(number)]
    return any(call.kind == "incoming" and call.duration > 0 for call in calls)


def taken(state: State, number: str, stranger: str) -> bool:
    """The call was taken and is over, and the stranger's wasn't taken."""
    return _talked(state, number) and not _talked(state, stranger)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The call of the person."""
    right = check(taken, number=params.phone, stranger=STRANGER)
    return [Checkpoint(id="taken", device="android", app="phone", evaluator=right, since="person")]


def footprint(params: Params) -> Footprint:
    """Nothing that lasts but the call log."""
    return changes_no_fact(params)


def wait_for(look: Look, text: str) -> Iterator[Action]:
    """Waits until a text is on the phone's screen."""
    for _ in range(_PATIENCE):
        if has(look, "android", text=text):
            return
        yield action("root", "wait", seconds=1)


def take(params: Params, look: Look) -> Iterator[Action]:
    """Declines the first call, takes the second, and hangs up after some seconds."""
    yield from wait_for(look, STRANGER)
    yield tap(look, text="Decline")
    yield from talk(params, look)


def talk(params: Params, look: Look) -> Iterator[Action]:
    """Takes the person's call, and hangs up after some seconds."""
    yield from wait_for(look, params.name)
    yield tap(look, text="Answer")
    yield action("root", "wait", seconds=3)
    yield tap(look, description="End call")


def let_it_ring(params: Params, look: Look) -> Iterator[Action]:
    """Lets the first call ring until it is given up."""
    yield from talk(params, look)


def at_home(params: Params, look: Look) -> Iterator[Action]:
    """Waits in Messages."""
    yield action("android", "open_app", name="Messages")
    yield from take(params, look)


def takes_both(params: Params, look: Look) -> Iterator[Action]:
    """Takes both calls."""
    yield from wait_for(look, STRANGER)
    yield tap(look, text="Answer")
    yield action("root", "wait", seconds=2)
    yield tap(look, description="End call")
    yield from talk(params, look)


def calls_back(params: Params, look: Look) -> Iterator[Action]:
    """Declines both calls."""
    yield from wait_for(look, STRANGER)
    yield tap(look, text="Decline")
    yield from wait_for(look, params.name)
    yield tap(look, text="Decline")


TASK = Task(
    name="android.take_the_call",
    description=(
        "{name}, who is in Contacts, will call the phone within the next two minutes. Take the call, and hang up after "
        "a moment. Take no other call; you may decline it or let it ring. Call nobody yourself."
    ),
    devices=("android",),
    parameters={"name": person(), "phone": phone_number(), "seconds": integer(4, 40, 12)},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"taken": take},
    footprint=footprint,
    alternatives={"let_it_ring": let_it_ring, "at_home": at_home},
    near_misses={"takes_both": takes_both, "calls_back": calls_back},
    backends={"android": ("sim", "adb")},
    events=events,
    step_limit=200,
    tags=("phone", "events"),
)
