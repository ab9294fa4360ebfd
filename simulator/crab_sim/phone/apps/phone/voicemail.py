"""Voice mails: what callers said who were not answered, with what Google's Phone wrote down of it.

State: slice ``"voicemails"``, a tuple of `VoicemailRow`, in the order in which they came.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import next_id
from crab_sim.machine.slices import Slice
from crab_sim.phone.apps.contacts.data import CONTACTS, by_number, digits
from crab_sim.phone.apps.phone.data import CALLS
from crab_sim.phone.system import notifications

__all__ = ["ARRIVED", "VOICEMAILS", "VoicemailRow", "VoicemailRows", "add", "announce", "mark_played", "newest_first"]

ARRIVED: Final = ("voicemail",)
"""The intent of the notification of a new voice mail, which opens the list."""
_FIRST: Final = 1_000_001  # Android has them in the table of calls, whose own rows are numbered from 1


class VoicemailRow(NamedTuple):
    """One voice mail.

    Attributes:
        id: Its id.
        number: The caller's number.
        date: The time of the call, in seconds since 1970.
        duration: Its length in whole seconds.
        text: What was said.
        read: Whether it was played.
    """

    id: int
    number: str
    date: float
    duration: int
    text: str
    read: bool = False


VoicemailRows = tuple[VoicemailRow, ...]

VOICEMAILS: Final = Slice[VoicemailRows]("voicemails", volatile={"read": "a read flag"})


def add(machine: Machine, row: VoicemailRow) -> int:
    """Adds a voice mail, whatever its id, and returns its new one."""
    rows = machine.get(VOICEMAILS)
    new = max(_FIRST, next_id(rows), next_id(machine.get(CALLS)))
    machine.put(VOICEMAILS, (*rows, row._replace(id=new)))
    return new


def announce(machine: Machine, number: str) -> None:
    """Posts the notification of a new voice mail."""
    contact = by_number(machine.get(CONTACTS)).get(digits(number))
    name = contact.name if contact is not None else ""
    notifications.post(machine, "phone", "New voicemail", name or number, ARRIVED)


def mark_played(machine: Machine, row_id: int) -> None:
    """Notes that a voice mail was played; the notification goes with the last one that wasn't."""
    rows = tuple([row._replace(read=True) if row.id == row_id else row for row in machine.get(VOICEMAILS)])
    machine.put(VOICEMAILS, rows)
    if all([row.read for row in rows]):
        notifications.withdraw(machine, "phone", ARRIVED)


def newest_first(rows: VoicemailRows) -> VoicemailRows:
    """Returns the voice mails, the latest first."""
    return tuple(sorted(rows, key=lambda row: (-row.date, -row.id)))
