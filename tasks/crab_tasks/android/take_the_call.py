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

AGAIN = 45
"""Seconds between two calls."""
RINGS = 29
"""Seconds until a caller gives up."""
_PATIENCE = 250


def rings(devices: Devices, *, number: str) -> None:
    """Somebody calls."""
    devices.android.ring(number)


def gives_up(devices: Devices, *, number: str) -> None:
    """Who calls hangs up."""
    devices.android.hang_up(number)


def other(params: Params) -> tuple[str, str]:
    """Returns name and number of somebody with a similar name, who calls as well."""
    surname = "Moreau" if not params.name.endswith("Moreau") else "Keller"
    return f"{params.name.split()[0]} {surname}", f"{params.phone[:-1]}{(int(params.phone[-1]) + 3) % 10}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds both to Contacts."""
    fresh_contact(devices, params.name, params.phone)
    fresh_contact(devices, *other(params))


def events(params: Params) -> Sequence[TaskEvent]:
    """The other one calls some times, and then the person; each gives up after a while."""
    numbers = [other(params)[1]] * params.before + [params.phone]
    names = [*(f"other {number + 1}" for number in range(params.before)), "person"]
    happenings: list[TaskEvent] = []
    for place, (name, number) in enumerate(zip(names, numbers, strict=True)):
        when = Moment(AGAIN, event=names[place - 1]) if place else Moment(params.seconds)
        happenings.append(TaskEvent(id=name, when=when, does=cause(rings, number=number)))
        late = Moment(RINGS, event=name)
        happenings.append(TaskEvent(id=f"{name} gives up", when=late, does=cause(gives_up, number=number)))
    return happenings


def _talked(state: State, number: str) -> bool:
    """Returns whether somebody's call was taken, and is over."""
    calls = [call for call in state.android.calls() if digits(call.number) == digits(number)]
    return any(call.kind == "incoming" and call.duration > 0 for call in calls)


def taken(state: State, number: str, others: str, missed: int) -> bool:
    """The call was taken and is over, and those of the other one weren't, as the log still says.

    Args:
        state: The devices' states.
        number: The person's number.
        others: The other one's.
        missed: How often the other one has called.
    """
    kinds = [call.kind for call in state.android.calls() if digits(call.number) == digits(others)]
    return _talked(state, number) and kinds == ["missed"] * missed


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The call of the person."""
    right = check(taken, number=params.phone, others=other(params)[1], missed=params.before)
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
    """Declines the calls of the other one, takes the person's, and hangs up after some seconds."""
    for _ in range(params.before):
        yield from wait_for(look, other(params)[0])
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
    """Takes the first call if the other one calls, and declines it if it is the person."""
    yield from wait_for(look)
    yield tap(look, text="Answer" if params.before else "Decline")
    yield action("root", "wait", seconds=2)
    if params.before:
        yield tap(look, description="End call")
        yield from talk(params, look)


def declines(params: Params, look: Look) -> Iterator[Action]:
    """Declines all calls."""
    for number in (*[other(params)[0]] * params.before, params.name):
        yield from wait_for(look, number)
        yield tap(look, text="Decline")


TASK = Task(
    name="android.take_the_call",
    description=(
        "{name}, who is in Contacts, will call the phone within the next three minutes, and will let it ring for half "
        "a minute. Take the call, and hang up after a moment. If anybody else calls, decline the call or let it ring."
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
