"""Take the call of one person, and decline that of another, as they come."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.compare import digits
from crab_tasks.kits.footprints import changes_no_fact
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import State

STRANGER = "+13055550171"
AGAIN = 45
"""Seconds between two calls, more than a caller waits."""
_PATIENCE = 250


def rings(devices: Devices, *, number: str) -> None:
    """Somebody calls."""
    devices.android.ring(number)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person to Contacts."""
    fresh_contact(devices, params.name, params.phone)


def events(params: Params) -> Sequence[TaskEvent]:
    """A stranger calls some times, and then the person."""
    strangers = [
        TaskEvent(
            id=f"stranger {number + 1}",
            when=Moment(AGAIN, event=f"stranger {number}") if number else Moment(params.seconds),
            does=cause(rings, number=STRANGER),
        )
        for number in range(params.before)
    ]
    when = Moment(AGAIN, event=strangers[-1].id) if strangers else Moment(params.seconds)
    return [*strangers, TaskEvent(id="person", when=when, does=cause(rings, number=params.phone))]


def _talked(state: State, number: str) -> bool:
    """Returns whether somebody's call was taken, and is over."""
    calls = [call for call in state.android.calls() if digits(call.number) == digits(number)]
    return any(call.kind == "incoming" and call.duration > 0 for call in calls)


def taken(state: State, number: str, stranger: str, missed: int) -> bool:
    """The call was taken and is over, and those of the stranger weren't, as the log still says.

    Args:
        state: The devices' states.
        number: The person's number.
        stranger: The other one.
        missed: How often the stranger has called.
    """
    kinds = [call.kind for call in state.android.calls() if digits(call.number) == digits(stranger)]
    return _talked(state, number) and kinds == ["missed"] * missed


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The call of the person."""
    right = check(taken, number=params.phone, stranger=STRANGER, missed=params.before)
    return [Checkpoint(id="taken", device="android", app="phone", evaluator=right, since="person")]


def footprint(params: Params) -> Footprint:
    """Nothing that lasts but the call log."""
    return changes_no_fact(params)


def wait_for(look: Look, caller: str = "") -> Iterator[Action]:
    """Waits until somebody calls, whose name or number is shown; "" for anybody."""
    for _ in range(_PATIENCE):
        if has(look, "android", text="Decline") and has(look, "android", text=caller or "Decline"):
            return
        yield action("root", "wait", seconds=1)


def take(params: Params, look: Look) -> Iterator[Action]:
    """Declines the calls of the stranger, takes the person's, and hangs up after some seconds."""
    for _ in range(params.before):
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
    """Lets the other calls ring until they are given up."""
    yield from talk(params, look)


def at_home(params: Params, look: Look) -> Iterator[Action]:
    """Waits in Messages."""
    yield action("android", "open_app", name="Messages")
    yield from take(params, look)


def takes_first(params: Params, look: Look) -> Iterator[Action]:
    """Takes the first call if a stranger calls, and declines it if it is the person."""
    yield from wait_for(look)
    yield tap(look, text="Answer" if params.before else "Decline")
    yield action("root", "wait", seconds=2)
    if params.before:
        yield tap(look, description="End call")
        yield from talk(params, look)


def declines(params: Params, look: Look) -> Iterator[Action]:
    """Declines all calls."""
    for number in (*[STRANGER] * params.before, params.name):
        yield from wait_for(look, number)
        yield tap(look, text="Decline")


TASK = Task(
    name="android.take_the_call",
    description=(
        "{name}, who is in Contacts, will call the phone within the next three minutes. Take the call, and hang up "
        "after a moment. Take no other call; you may decline it or let it ring. Call nobody yourself."
    ),
    devices=("android",),
    parameters={
        "name": person(),
        "phone": phone_number(),
        "before": choice((0, 1, 2, 3), 1),
        "seconds": integer(4, 40, 12),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"taken": take},
    footprint=footprint,
    alternatives={"let_it_ring": let_it_ring, "at_home": at_home},
    near_misses={"takes_first": takes_first, "declines": declines},
    backends={"android": ("sim", "adb")},
    events=events,
    step_limit=300,
    tags=("phone", "events"),
)
