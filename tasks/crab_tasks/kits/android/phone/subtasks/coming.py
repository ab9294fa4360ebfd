"""Phone: sub-tasks about a call and a voice mail that come while the agent works.

In one, somebody calls back who was called. A call that came at a time of its own would take the screen from whatever
else is being done, and be missed by whoever can't stop in the middle of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.phone.moves import call, voicemails
from crab_tasks.kits.android.phone.state import call_taken, called, voicemail_played
from crab_tasks.kits.coming import awaited, delay
from crab_tasks.kits.compare import digits, same_number
from crab_tasks.kits.moves import has, tap

__all__ = ["NUMBER_BY_VOICEMAIL", "TAKE_CALL"]

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

# A voice mail ---------------------------------------------------------------------------------------------------------

_EVENT: Final = "voicemail"
_DAY: Final = 86_400.0


def voicemail_comes(devices: Devices, *, number: str, text: str) -> None:
    """Somebody calls who isn't answered, and leaves a voice mail."""
    devices.android.leave_voicemail(number, text)


def _caller(params: Params) -> str:
    return f"+{digits(params.address)}"


def _said_before(params: Params) -> str:
    return f"{params.sender} here. The number is {params.old} for the time being."


def _says_now(params: Params) -> str:
    return f"{params.sender} here. The number is {params.value} from now on."


def _called_before(devices: Devices, params: Params, rng: random.Random) -> None:
    """The caller, who isn't in the address book, left another number some days ago."""
    devices.android.add_voicemail(_caller(params), _said_before(params), rng.randrange(3, 20) * _DAY)


def _voicemail(params: Params) -> Sequence[TaskEvent]:
    """The voice mail comes."""
    does = cause(voicemail_comes, number=_caller(params), text=_says_now(params))
    return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]


def _played(params: Params) -> Sequence[Checkpoint]:
    """The voice mail has been played."""
    right = check(voicemail_played, number=_caller(params), text=_says_now(params))
    return [Checkpoint(id="played", device="android", app="phone", evaluator=right, since=_EVENT, hold=False)]


def _is_new(look: Look) -> bool:
    return any(
        element.role == "list_item" and element.resource_id.endswith("/voicemail") and "New" in element.description
        for element in look("android")
    )


def _open_new(params: Params, look: Look) -> Iterator[Action]:
    """Waits in the list, and opens the new voice mail, which is the first of this caller."""
    yield from voicemails(look)
    yield from awaited(lambda: _is_new(look), "the voice mail")
    rows = [e for e in look("android") if e.text == _caller(params) and e.role == "list_item"]
    x, y = min(rows, key=lambda e: e.bounds[1]).center
    yield action("android", "tap", x=x, y=y)


def _play(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_new(params, look)
    yield tap(look, text="Play", role="button")


def _play_later(params: Params, look: Look) -> Iterator[Action]:
    """Uses another app for a while before it looks."""
    yield action("android", "open_app", name="Clock")
    yield action("root", "wait", seconds=50)
    yield from _play(params, look)


def _play_both(params: Params, look: Look) -> Iterator[Action]:
    """Plays the old voice mail while it waits, and hears out the new one."""
    yield from voicemails(look)
    rows = [e for e in look("android") if e.text == _caller(params) and e.role == "list_item"]
    x, y = max(rows, key=lambda e: e.bounds[1]).center
    yield action("android", "tap", x=x, y=y)
    yield tap(look, text="Play", role="button")
    yield action("root", "wait", seconds=10)
    yield from _play(params, look)
    yield action("root", "wait", seconds=10)


def _only_opened(params: Params, look: Look) -> Iterator[Action]:
    """Opens the new voice mail, and doesn't play it."""
    yield from _open_new(params, look)


def _old_played(params: Params, look: Look) -> Iterator[Action]:
    """Plays the old voice mail once the new one is there."""
    yield from voicemails(look)
    yield from awaited(lambda: _is_new(look), "the voice mail")
    rows = [e for e in look("android") if e.text == _caller(params) and e.role == "list_item"]
    x, y = max(rows, key=lambda e: e.bounds[1]).center
    yield action("android", "tap", x=x, y=y)
    yield tap(look, text="Play", role="button")


NUMBER_BY_VOICEMAIL = SubTask(
    name="coming.number_by_voicemail",
    device="android",
    app="phone",
    says="wait until {sender} has left a voicemail on the phone with the new telephone number, and play it in Phone",
    steps="on the phone, open Phone, tap Voicemail, wait until the voicemail of {sender} with the new telephone number "
    "comes, open it and tap Play",
    refers="the new telephone number in the voicemail that {sender} is about to leave on the phone",
    inputs={"sender": person("Oskar Lindt")},
    hidden={
        "address": phone_number("+1 555 0143"), "value": phone_number("+1 555 0189"),
        "old": phone_number("+1 555 0116"), "seconds": delay(),
    },
    output="phone_number",
    produce=lambda params: str(params.value),
    setup=_called_before,
    checkpoints=_played,
    oracle={"played": _play},
    alternatives={"later": _play_later, "both": _play_both},
    near_misses={"only_opened": _only_opened, "old_played": _old_played},
    backends=("sim", "adb"),
    step_limit=80,
    tags=("phone", "events"),
    events=_voicemail,
)  # fmt: skip
