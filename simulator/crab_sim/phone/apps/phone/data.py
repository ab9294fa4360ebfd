"""The phone's calls: the call log, the call in progress, and its changes.

State: slice ``"calls"``, a tuple of `CallRow`, oldest first; slice ``"call"``, the `Call` in progress or None.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.devices.facts import Effect
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import WINDOWS, Slice
from crab_sim.phone import power
from crab_sim.phone.apps.contacts.data import CONTACTS, by_number, digits
from crab_sim.phone.system import blocked, network, notifications, quiet
from crab_sim.ui import Page, Window

__all__ = [
    "Call", "CallRow", "Rows", "answer", "dial", "due", "end_call", "log", "merge", "newest_first", "remove_number",
    "ring", "seed", "seed_call", "swap", "switched", "tick",
]  # fmt: skip

_PICKED_UP = 4.0  # seconds until the other side of an outgoing call answers
_GIVEN_UP = 30.0  # seconds until the caller of an incoming call hangs up


class CallRow(NamedTuple):
    """One entry of the call log: `kind` is ``"incoming"``, ``"outgoing"`` or ``"missed"``.

    `date` is when it began, in seconds since 1970; `duration` in whole seconds, 0 where nobody answered.
    """

    id: int
    number: str
    kind: str
    date: float
    duration: int = 0


Rows = tuple[CallRow, ...]

CALLS: Final = Slice[Rows]("calls")


class Call(NamedTuple):
    """The call in progress.

    Attributes:
        number: The other side's number.
        state: ``"ringing"`` (incoming, not answered), ``"dialing"`` (outgoing, not answered) or ``"active"``.
        incoming: Whether the other side called.
        date: The time when it began to ring or dial, in seconds since 1970.
        since: The time when it was answered; `date` until then.
        muted: Whether the microphone is off.
        speaker: Whether the loudspeaker is on.
        held: Whether the call is on hold.
        tones: The keys pressed on the keypad during the call.
        waiting: Another call, which is on hold meanwhile.
        merged: The calls that were merged with this one, each as it was then.
    """

    number: str
    state: str
    incoming: bool
    date: float
    since: float
    muted: bool = False
    speaker: bool = False
    held: bool = False
    tones: str = ""
    waiting: Call | None = None
    merged: tuple[Call, ...] = ()

    @property
    def all_calls(self) -> tuple[Call, ...]:
        """This call, those that were merged with it, and the one that waits with its own."""
        return (self, *self.merged, *(self.waiting.all_calls if self.waiting is not None else ()))


CALL: Final = Slice[Call | None]("call", volatile="under way; judged as effects")


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 14 to 24 calls of the last three weeks, most of them with people of the address book."""
    known = words.people(now)
    taken = {person.phone[-3:] for person in known}
    strangers = [f"+1 {rng.choice((212, 305, 404))}-555-0{n}" for n in range(100, 200) if str(n) not in taken]
    regulars, unknown = rng.sample(known, 6), rng.sample(strangers, 3)
    rows: list[CallRow] = []
    date = now - 1_200 - rng.random() * 20_000
    for _ in range(rng.randrange(14, 25)):
        number = rng.choice(unknown) if rng.random() < 0.2 else rng.choice(regulars).phone
        kind = rng.choice(("incoming", "incoming", "outgoing", "outgoing", "outgoing", "missed"))
        answered = kind == "incoming" or (kind == "outgoing" and rng.random() < 0.85)
        length = int(rng.lognormvariate(4.3, 1.1)) + 4 if answered else 0
        if date % 86_400 < 8 * 3600:  # hardly anybody calls before eight, so it was the evening before
            date -= date % 86_400 + 7_200 + rng.random() * 14_400
        rows.append(CallRow(0, number, kind, float(int(date)), length))
        date -= 600 + rng.random() * 130_000
    return tuple([row._replace(id=i + 1) for i, row in enumerate(reversed(rows))])


def seed_call(rng: random.Random, now: float) -> Call | None:
    """Returns None: nobody is on the phone when it boots."""
    return None


def log(rows: Rows, number: str, kind: str, date: float, duration: int = 0) -> tuple[Rows, int]:
    """Adds an entry to the call log; returns the log and the entry's id.

    Args:
        rows: The call log.
        number: The other person's number.
        kind: ``"incoming"``, ``"outgoing"`` or ``"missed"``.
        date: The time of the call, in seconds since 1970.
        duration: Its length in seconds.

    >>> log((), "555-0100", "missed", 60.0)
    ((CallRow(id=1, number='555-0100', kind='missed', date=60.0, duration=0),), 1)
    """
    new = next_id(rows)
    return (*rows, CallRow(new, number, kind, date, duration)), new


@lru_cache(maxsize=256)
def newest_first(rows: Rows) -> Rows:
    """Returns the call log, the latest call first."""
    return tuple(sorted(rows, key=lambda row: (-row.date, -row.id)))


def remove_number(rows: Rows, number: str) -> Rows:
    """Removes all calls with a number."""
    key = digits(number)
    return tuple([row for row in rows if digits(row.number) != key])


# The call in progress -----------------------------------------------------------------------------------------------


def dial(machine: Machine, number: str) -> None:
    """Begins an outgoing call, for which one that is active is put on hold.

    Nothing happens without a mobile network, during a call that isn't answered yet, or where one is on hold already.
    """
    call: Call | None = machine.get(CALL)
    free = call is None or (call.state == "active" and call.waiting is None)
    if free and network.has_signal(machine):
        held = None if call is None else call._replace(held=True)
        machine.put(CALL, Call(number, "dialing", False, machine.now, machine.now, waiting=held))
        machine.log_effect(Effect("call", number))


def swap(machine: Machine) -> None:
    """Puts the active call on hold, and goes on with the one that waits."""
    call: Call | None = machine.get(CALL)
    if call is not None and call.waiting is not None and call.state == "active":
        machine.put(CALL, call.waiting._replace(held=False, waiting=call._replace(held=True, waiting=None)))


def merge(machine: Machine) -> None:
    """Makes a conference of the active call and the one that waits; all of them hear each other from then on."""
    call: Call | None = machine.get(CALL)
    if call is not None and call.waiting is not None and call.state == "active":
        first = call.waiting
        merged = (*first.merged, call._replace(waiting=None, merged=()), *call.merged)
        machine.put(CALL, first._replace(held=False, muted=call.muted, speaker=call.speaker, merged=merged))
        machine.log_effect(Effect("conference", ", ".join([one.number for one in (first, *merged)])))


def ring(machine: Machine, number: str) -> None:
    """Lets somebody call; during another call the line is busy, and the call is missed.

    Without a mobile network, or from a blocked number, the phone doesn't hear of it.
    """
    if not network.has_signal(machine) or blocked.is_blocked(machine.get(blocked.BLOCKED), number):
        return
    if machine.get(CALL) is None:
        machine.put(CALL, Call(number, "ringing", True, machine.now, machine.now))
        if not quiet.is_quiet(machine):
            power.turn(machine, True)
    else:
        _missed(machine, number, machine.now)


def answer(machine: Machine) -> None:
    """Takes the call that rings, or lets the other side take the one that is dialled."""
    call: Call | None = machine.get(CALL)
    if call is not None and call.state != "active":
        machine.put(CALL, call._replace(state="active", since=machine.now))


def switched(call: Call, name: str) -> Call:
    """Returns the call with one of its switches the other way: ``"muted"``, ``"speaker"`` or ``"held"``."""
    if name == "muted":
        return call._replace(muted=not call.muted)
    if name == "speaker":
        return call._replace(speaker=not call.speaker)
    return call._replace(held=not call.held)


def end_call(machine: Machine) -> None:
    """Hangs up, declining a call that rings, and writes the call to the log; nothing happens without a call.

    One that waits stays on hold.
    """
    call: Call | None = machine.get(CALL)
    if call is None:
        return
    machine.put(CALL, call.waiting)
    if call.state == "ringing":
        _missed(machine, call.number, call.date)
    else:
        for one in (call, *call.merged):
            kind = "incoming" if one.incoming else "outgoing"
            duration = int(machine.now - one.since) if one.state == "active" else 0
            machine.put(CALLS, log(machine.get(CALLS), one.number, kind, one.date, duration)[0])
    if call.waiting is not None:
        return
    for window in machine.get(WINDOWS):
        if window.id == "phone":
            machine.put_window(_without_call(window))


def _missed(machine: Machine, number: str, date: float) -> None:
    machine.put(CALLS, log(machine.get(CALLS), number, "missed", date)[0])
    row = by_number(machine.get(CONTACTS)).get(digits(number))
    name = row.name if row is not None else ""
    notifications.post(machine, "phone", "Missed call", name or number, ("recents",))


def _without_call(window: Window) -> Window:
    """Returns the phone's window without the call's page, which is over."""
    pages = tuple([page for page in window.pages if page.name != "call"])
    return window._replace(pages=pages or (Page("main", "recents"),))


def due(machine: Machine) -> float | None:
    """Returns when something happens to the call by itself, in seconds since 1970; at once without a network."""
    call: Call | None = machine.get(CALL)
    if call is None:
        return None
    if not network.has_signal(machine):
        return machine.now
    if call.state == "active":
        return None
    return call.date + (_PICKED_UP if call.state == "dialing" else _GIVEN_UP)


def tick(machine: Machine) -> None:
    """Lets it happen: the other side takes the call, the caller gives up, or the network is lost."""
    call: Call | None = machine.get(CALL)
    when = due(machine)
    if call is None or when is None or machine.now < when:
        return
    if call.state == "dialing" and network.has_signal(machine):
        machine.put(CALL, call._replace(state="active", since=when))
    else:
        end_call(machine)
