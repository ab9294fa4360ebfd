"""Phone: a sub-task about a call that comes while the agent works.

Somebody calls back who was called. A call that came at a time of its own would take the screen from whatever else is
being done, and be missed by whoever can't stop in the middle of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import integer, phone_number
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.phone.moves import call
from crab_tasks.kits.android.phone.state import call_taken, called
from crab_tasks.kits.coming import awaited
from crab_tasks.kits.compare import same_number
from crab_tasks.kits.moves import has, tap

__all__ = ["TAKE_CALL"]

_CALLS: Final = 4
_RINGS, _AGAIN = 29, 45
"""Seconds until who calls gives up, and between two calls."""


def calls_back(devices: Devices, *, number: str) -> None:
    """Somebody calls, unless a call of theirs was taken before."""
    if not call_taken(devices, number):
        devices.android.ring(number)


def gives_up(devices: Devices, *, number: str) -> None:
    """Who calls hangs up."""
    devices.android.hang_up(number)


def _events(params: Params) -> Sequence[TaskEvent]:
    """The person calls back, some times if need be, and gives up each time after a while."""
    happenings: list[TaskEvent] = []
    when = Moment(params.seconds, checkpoint="called")
    for number in range(1, _CALLS + 1):
        name = f"call {number}"
        happenings.append(TaskEvent(id=name, when=when, does=cause(calls_back, number=params.number)))
        late = Moment(_RINGS, event=name)
        happenings.append(TaskEvent(id=f"end {number}", when=late, does=cause(gives_up, number=params.number)))
        when = Moment(_AGAIN, event=name)
    return happenings


def _taken(params: Params) -> Sequence[Checkpoint]:
    """The number has been called; then its call has been taken, and is over."""
    out, back = check(called, number=params.number), check(call_taken, number=params.number)
    return [
        Checkpoint(id="called", device="android", app="phone", evaluator=out),
        Checkpoint(id="taken", device="android", app="phone", evaluator=back, after=("called",), since="call 1"),
    ]


def _may_call(params: Params) -> Footprint:
    return [may_send("android", "call", to=same_number(params.number))]


def _call(params: Params, look: Look) -> Iterator[Action]:
    yield from call(look, params.number)


def _rings(look: Look) -> bool:
    return has(look, "android", text="Decline")


def _wait_until_it_rings(look: Look) -> Iterator[Action]:
    yield from awaited(lambda: _rings(look), "the call", 5)


def _take(params: Params, look: Look) -> Iterator[Action]:
    """Takes the call, and hangs up after some seconds."""
    yield from _wait_until_it_rings(look)
    yield tap(look, text="Answer")
    yield action("root", "wait", seconds=3)
    yield tap(look, description="End call")


def _take_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Uses another app until it rings."""
    yield from _call(params, look)
    yield action("android", "open_app", name="Clock")
    yield from _take(params, look)


def _take_second(params: Params, look: Look) -> Iterator[Action]:
    """Declines the first call, and takes the second one."""
    yield from _call(params, look)
    yield from _wait_until_it_rings(look)
    yield tap(look, text="Decline")
    yield from _take(params, look)


def _never_take(params: Params, look: Look) -> Iterator[Action]:
    """Declines all calls."""
    yield from _call(params, look)
    for _ in range(_CALLS):
        yield from _wait_until_it_rings(look)
        yield tap(look, text="Decline")


def _call_again(params: Params, look: Look) -> Iterator[Action]:
    """Declines all calls, and calls the number once more."""
    yield from _never_take(params, look)
    yield from _call(params, look)


TAKE_CALL = SubTask(
    name="coming.take_call",
    device="android",
    app="phone",
    says="call {number} from the phone and hang up, take the call when they call back within a minute, and hang up "
    "after a moment",
    steps="on the phone, open Phone, tap Keypad, enter {number}, tap Call and hang up; when they call back within a "
    "minute, tap Answer, and after a moment End call",
    inputs={"number": phone_number("+1 555 0181")},
    hidden={"seconds": integer(8, 50, 25)},
    checkpoints=_taken,
    oracle={"called": _call, "taken": _take},
    footprint=_may_call,
    alternatives={"elsewhere": _take_elsewhere, "second": _take_second},
    near_misses={"declined": _never_take, "called_again": _call_again},
    backends=("sim", "adb"),
    step_limit=90,
    tags=("phone", "events"),
    events=_events,
)
