"""The phone's text messages: rows, conversations, drafts, sending, and the arrival of a message.

State: slice ``"messages"``, a tuple of `MessageRow` by id; slice ``"message_drafts"``, a tuple of `DraftRow`; slice
``"message_arrivals"``, the texts that the network holds back until it finds the phone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import words
from crab_sim.devices.facts import Effect, content_digest
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import get, next_id, remove
from crab_sim.machine.slices import Slice
from crab_sim.phone.apps.contacts.data import CONTACTS, by_number, digits
from crab_sim.phone.system import blocked, network, notifications

__all__ = [
    "ARRIVALS", "Attachment", "DraftRow", "Drafts", "MessageRow", "Rows", "add", "draft_of", "due", "group_of",
    "mark_read", "members_of", "receive", "remove_thread", "seed", "seed_drafts", "send", "send_again", "threads",
    "tick", "with_draft",
]  # fmt: skip


class Attachment(NamedTuple):
    """A picture that goes with a message: its file's name and content, which stays when the file is gone."""

    name: str
    data: bytes


class MessageRow(NamedTuple):
    """A text message: `box` is ``"inbox"``, ``"sent"`` or ``"failed"``, `date` in seconds since 1970.

    The address of a group is that of all its members, see `group_of`.
    """

    id: int
    address: str
    body: str
    date: float
    box: str
    read: bool = True
    attachment: Attachment | None = None

    @property
    def is_multimedia(self) -> bool:
        """Whether it goes by MMS: to a group, or with an attachment."""
        return self.attachment is not None or len(members_of(self.address)) > 1


Rows = tuple[MessageRow, ...]
_NUMBER: Final = re.compile(r"[+*#]?[\d*#][\d ().*#-]*")

MESSAGES: Final = Slice[Rows]("messages", volatile={"read": "a read flag"})


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 4 to 6 conversations: most with people of the address book, two or so with numbers that aren't in it."""
    known = words.people(now)
    friends = rng.sample(known[:-2], rng.randrange(2, 5))
    said = rng.sample(words.PHRASES, 16)
    drafts: list[tuple[float, str, str, str]] = []
    for person in (*friends, rng.choice(known[-2:])):
        date, mine = now - rng.random() * 500_000 - 900, rng.random() < 0.5
        for i in range(rng.randrange(2, 7)):
            body = said.pop() if said and i % 2 == 0 else rng.choice(words.REPLIES)
            drafts.append((date, person.phone, body, "sent" if mine else "inbox"))
            date, mine = date - 60 - rng.random() * 9_000, not mine
    number = str(rng.randrange(20_000, 99_999))
    date = now - rng.random() * 300_000 - 600
    drafts += [(date - i * 259_200, number, body, "inbox") for i, body in enumerate(rng.sample(words.SENDERS, 2))]
    drafts.sort()
    last = {address: i for i, (_, address, _, _) in enumerate(drafts)}
    unread = rng.choice([i for i in last.values() if drafts[i][3] == "inbox"])
    return tuple(
        [
            MessageRow(i + 1, address, body, float(int(date)), box, i != unread)
            for i, (date, address, body, box) in enumerate(drafts)
        ]
    )


def group_of(numbers: Iterable[str]) -> str:
    """Returns the address of a group of numbers, or of a single one.

    >>> group_of(["555-0123", "555-0100", "555 0123"])
    '555-0100, 555-0123'
    """
    by_digits = {digits(number): number for number in reversed([*numbers])}
    return ", ".join([by_digits[key] for key in sorted(by_digits)])


def members_of(address: str) -> list[str]:
    """Returns the numbers of a group, or the single address, which needn't be a number.

    >>> members_of("555-0100, 555-0123"), members_of("Bank, the")
    (['555-0100', '555-0123'], ['Bank, the'])
    """
    numbers = address.split(", ")
    return numbers if all(map(_NUMBER.fullmatch, numbers)) else [address]


def add(
    rows: Rows,
    address: str,
    body: str,
    date: float,
    box: str = "inbox",
    read: bool = True,
    attachment: Attachment | None = None,
) -> tuple[Rows, int]:
    """Adds a message; returns all of them and the message's id.

    Args:
        rows: The messages.
        address: The other person's number.
        body: The text.
        date: The time, in seconds since 1970.
        box: ``"inbox"``, ``"sent"`` or ``"failed"``.
        read: Whether it has been read.
        attachment: A picture that goes with it.

    >>> add((), "555-0100", "Hello", 0.0, "sent")[0][0][:5]
    (1, '555-0100', 'Hello', 0.0, 'sent')
    """
    new = next_id(rows)
    return (*rows, MessageRow(new, address, body, date, box, read, attachment)), new


def remove_thread(rows: Rows, address: str) -> Rows:
    """Removes the conversation with a number."""
    key = digits(address)
    return tuple([row for row in rows if digits(row.address) != key])


def mark_read(rows: Rows, address: str) -> Rows:
    """Marks the messages from a number as read; returns the same rows where they all are."""
    key = digits(address)
    if all([row.read or digits(row.address) != key for row in rows]):
        return rows
    return tuple([row if row.read or digits(row.address) != key else row._replace(read=True) for row in rows])


@lru_cache(maxsize=256)
def threads(rows: Rows) -> Mapping[str, Rows]:
    """Returns the conversations by their numbers' digits, oldest message first, latest conversation first."""
    groups: dict[str, list[MessageRow]] = {}
    for row in sorted(rows, key=lambda row: (-row.date, -row.id)):
        groups.setdefault(digits(row.address), []).append(row)
    return {key: tuple(reversed(group)) for key, group in groups.items()}


def send(machine: Machine, number: str, body: str, attachment: Attachment | None = None) -> None:
    """Sends a message now; without a mobile network it fails, and stays in its conversation until it is sent again.

    Args:
        machine: The phone.
        number: The number, or the address of a group.
        body: The text.
        attachment: A picture that goes with it.
    """
    goes = network.has_signal(machine)
    box = "sent" if goes else "failed"
    rows, _ = add(machine.get(MESSAGES), number, body, machine.now, box, attachment=attachment)
    machine.put(MESSAGES, rows)
    if goes:
        files = () if attachment is None else ((attachment.name, content_digest(attachment.data)),)
        machine.log_effect(Effect("text", number, body, attachments=files))


def send_again(machine: Machine, message_id: int) -> None:
    """Tries again to send a message that has failed; it then is the latest of its conversation."""
    row = get(machine.get(MESSAGES), message_id)
    if row is not None and row.box == "failed":
        machine.put(MESSAGES, remove(machine.get(MESSAGES), message_id))
        send(machine, row.address, row.body, row.attachment)


ARRIVALS: Final = Slice[tuple[tuple[str, str], ...]]("message_arrivals", volatile="not on the phone yet")


def receive(machine: Machine, number: str, body: str) -> None:
    """Lets a message arrive now, or as soon as the phone is in touch with its network."""
    if network.has_signal(machine):
        _take_in(machine, number, body)
    else:
        machine.put(ARRIVALS, (*machine.peek(ARRIVALS, ()), (number, body)))


def due(machine: Machine) -> float | None:
    """Returns now where messages wait that can arrive, None otherwise."""
    return machine.now if machine.peek(ARRIVALS, ()) and network.has_signal(machine) else None


def tick(machine: Machine) -> None:
    """Lets the messages arrive that have waited for the network."""
    waiting = machine.peek(ARRIVALS, ())
    machine.put(ARRIVALS, ())
    for number, body in waiting:
        _take_in(machine, number, body)


def _take_in(machine: Machine, number: str, body: str) -> None:
    """Adds a message, with a notification that opens the conversation; if that is on the screen, it is read at once.

    One from a blocked number is dropped.
    """
    if blocked.is_blocked(machine.get(blocked.BLOCKED), number):
        return
    front = machine.front
    seen = False
    if front is not None and front.app == "messages" and front.page.name == "thread":
        seen = digits(front.page.arg) == digits(number)
    rows, _ = add(machine.get(MESSAGES), number, body, machine.now, "inbox", seen)
    machine.put(MESSAGES, rows)
    if not seen:
        contact = by_number(machine.get(CONTACTS)).get(digits(number))
        name = contact.name if contact is not None else ""
        notifications.post(machine, "messages", name or number, body, ("compose", number))


# Drafts -------------------------------------------------------------------------------------------------------------


class DraftRow(NamedTuple):
    """A text that was written to a number and not sent."""

    address: str
    body: str


Drafts = tuple[DraftRow, ...]

DRAFTS: Final = Slice[Drafts]("message_drafts")


def seed_drafts(rng: random.Random, now: float) -> Drafts:
    """Returns no drafts."""
    return ()


def draft_of(drafts: Drafts, address: str) -> str:
    """Returns the text that was written to a number and not sent."""
    key = digits(address)
    return next((draft.body for draft in drafts if digits(draft.address) == key), "")


def with_draft(drafts: Drafts, address: str, body: str) -> Drafts:
    """Returns the drafts, the latest first, with a new text for a number; an empty text is no draft.

    >>> with_draft((), "555-0100", "Hello")
    (DraftRow(address='555-0100', body='Hello'),)
    """
    key = digits(address)
    others = tuple([draft for draft in drafts if digits(draft.address) != key])
    return (DraftRow(address, body), *others) if body.strip() else others
