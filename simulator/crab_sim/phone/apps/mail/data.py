"""Data of the Mail app: mails, folders, the seeded mailbox, sending and receiving, and the database.

State: slice ``"mails"``, a tuple of `MailRow` by id. The real app's database stores whole conversations in a private
packed format; the simulated one is simplified to one table, ``messages``, at the same path.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.content import mail as content_mail
from crab_sim.content import words
from crab_sim.devices.facts import Effect, content_digest
from crab_sim.machine.machine import Machine
from crab_sim.machine.rows import next_id, update_row
from crab_sim.machine.slices import FILES, Slice
from crab_sim.phone.app import SDCARD, Database, Dump, SeedFile, Tables
from crab_sim.phone.apps.contacts.data import CONTACTS
from crab_sim.phone.system import network, notifications

__all__ = [
    "DATABASE", "FOLDERS", "OWNER", "OWNER_NAME", "Folder", "MailRow", "Rows", "add", "addresses", "due", "forwarded",
    "in_folder", "is_address", "matching", "quoted", "receive", "seed", "seed_files", "send", "tick",
]  # fmt: skip

OWNER = "me@example.com"
"""The address of the phone's owner."""
OWNER_NAME = "Me"


class Folder(NamedTuple):
    """A list of mails."""

    name: str
    icon: str


FOLDERS: Mapping[str, Folder] = {
    "inbox": Folder("Inbox", "inbox"),
    "starred": Folder("Starred", "star"),
    "sent": Folder("Sent", "send"),
    "outbox": Folder("Outbox", "clock"),
    "drafts": Folder("Drafts", "document"),
    "all": Folder("All mail", "mail"),
    "spam": Folder("Spam", "warning"),
    "trash": Folder("Trash", "delete"),
}
"""The lists of mails by id; starred and all mail aren't folders of their own."""


class MailRow(NamedTuple):
    """One mail.

    Attributes:
        id: Its number.
        folder: ``"inbox"``, ``"archive"``, ``"sent"``, ``"outbox"``, ``"drafts"``, ``"spam"`` or ``"trash"``.
        sender: The sender's address.
        name: The sender's name.
        to: Addresses of the recipients.
        cc: Addresses of the recipients of copies.
        subject: The subject.
        body: The text.
        date: The time at which it was written, in seconds since 1970, exact to milliseconds.
        read: Whether it has been opened.
        starred: Whether it has a star.
        attachment: Path of the attached file, ``""`` for none.
        answers: Number of the mail that this one is a reply to; 0 for none.
    """

    id: int
    folder: str
    sender: str
    name: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    subject: str
    body: str
    date: float
    read: bool = True
    starred: bool = False
    attachment: str = ""
    answers: int = 0


Rows = tuple[MailRow, ...]

MAILS: Final = Slice[Rows](
    "mails", volatile={"name": "goes with the address", "date": "when it came", "read": "a read flag"}
)


# Seeds --------------------------------------------------------------------------------------------------------------


def _attached(now: float) -> tuple[str, str]:
    """Returns the paths of the two documents attached to seeded mails."""
    first, second = random.Random(f"mail:{now}").sample(content_mail.ATTACHED, 2)
    return f"{SDCARD}/Download/{first}.txt", f"{SDCARD}/Download/{second}.txt"


def seed_files(rng: random.Random, now: float) -> Iterable[SeedFile]:
    """Returns the documents attached to seeded mails."""
    for i, path in enumerate(_attached(now)):
        text = "\n".join(rng.sample(words.SENTENCES, 5)) + "\n"
        yield SeedFile(path, text.encode(), (i + 1) * 86_400.0)


def seed(rng: random.Random, now: float) -> Rows:
    """Returns 20 to 30 mails: 12 to 18 in the inbox, the others sent, drafts, archived, spam or in the trash."""
    known = [person for person in words.people(now) if person.email] or [
        words.Person("Nora Dahl", "", "nora.dahl@example.org")
    ]
    personal = iter(rng.sample(content_mail.PERSONAL, len(content_mail.PERSONAL)))
    services = iter(rng.sample(content_mail.SERVICES, len(content_mail.SERVICES)))
    documents = iter(_attached(now))
    rows: list[MailRow] = []

    def write(folder: str, mine: bool = False, document: str = "") -> None:
        subject, text = next(personal)
        person, friend = rng.choice(known), rng.choice(words.FIRST_NAMES)
        body = text.replace("{friend}", friend)
        others = rng.sample(known, min(2, len(known))) if rng.random() < 0.2 else ()
        cc = tuple([other.email for other in others if other != person])
        if mine:
            rows.append(MailRow(0, folder, OWNER, OWNER_NAME, (person.email,), (), subject, body, 0.0))
        else:
            body += f"\n{person.name.partition(' ')[0]}"
            rows.append(
                MailRow(0, folder, person.email, person.name, (OWNER,), cc, subject, body, 0.0, True, False, document)
            )

    def notify(folder: str, service: content_mail.Service) -> None:
        name, address, subject, body = service
        rows.append(MailRow(0, folder, address, name, (OWNER,), (), subject, body, 0.0))

    for _ in range(rng.randrange(6, 10)):
        write("inbox", document=next(documents, ""))
    for _ in range(rng.randrange(6, 10)):
        notify("inbox", next(services))
    for _ in range(rng.randrange(3, 5)):
        write("sent", mine=True)
    write("drafts", mine=True)
    write("archive")
    for folder in ("archive", "trash", "trash"):
        notify(folder, next(services))
    for junk in rng.sample(content_mail.SPAM, rng.randrange(1, 3)):
        notify("spam", junk)
    return _dated(rng, rows, now)


def _dated(rng: random.Random, rows: list[MailRow], now: float) -> Rows:
    """Returns mails in random order with dates of the last weeks; some of the newest are unread, some starred."""
    rng.shuffle(rows)
    date, unread, dated = now - 300 - rng.random() * 7_000, rng.randrange(2, 6), []
    for i, row in enumerate(rows):
        new = row.folder == "inbox" and unread > 0
        unread -= new
        starred = row.folder in ("inbox", "archive") and rng.random() < 0.12
        read = not new and row.folder != "spam"
        dated.append(row._replace(id=len(rows) - i, date=float(int(date)), read=read, starred=starred))
        date -= 900 + rng.random() * 90_000
    return tuple(reversed(dated))


# Rows ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def in_folder(rows: Rows, folder: str) -> Rows:
    """Returns the mails of one of the `FOLDERS`, the latest first."""
    if folder == "starred":
        shown = [row for row in rows if row.starred and row.folder not in ("trash", "spam")]
    elif folder == "all":
        shown = [row for row in rows if row.folder not in ("trash", "spam")]
    else:
        shown = [row for row in rows if row.folder == folder]
    return tuple(sorted(shown, key=lambda row: (-row.date, -row.id)))


@lru_cache(maxsize=256)
def matching(rows: Rows, query: str) -> Rows:
    """Returns the mails whose people, subject or text contain a query, the latest first."""
    query = query.casefold()
    return tuple(
        [
            row
            for row in in_folder(rows, "all")
            if query in " ".join((row.name, row.sender, *row.to, *row.cc, row.subject, row.body)).casefold()
        ]
    )


def add(rows: Rows, row: MailRow) -> tuple[Rows, int]:
    """Adds a mail under a new id; returns all mails and the id."""
    new = next_id(rows)
    return (*rows, row._replace(id=new)), new


_ADDRESS = re.compile(r"[^\s@,;<>\"]+@[^\s@,;<>\".]+(\.[^\s@,;<>\".]+)+")


def is_address(text: str) -> bool:
    """Returns whether a text is a whole e-mail address.

    >>> is_address("ada.holm@example.com"), is_address("ada@example"), is_address("ada holm@example.com")
    (True, False, False)
    """
    return _ADDRESS.fullmatch(text) is not None


@lru_cache(maxsize=512)
def addresses(text: str) -> tuple[str, ...]:
    """Parses the recipients typed into a field.

    >>> addresses("ada@example.com, Bo <bo@example.org>;")
    ('ada@example.com', 'bo@example.org')
    """
    recipients: list[str] = []
    for part in re.split(r"[,;\n]", text):
        inner = re.search(r"<([^<>]*)>", part)
        recipients += inner.group(1).split() if inner else part.split()
    return tuple(recipients)


def _day(when: float) -> str:
    then = time.gmtime(when)
    return f"{time.strftime('%a, %b', then)} {then.tm_mday}, {then.tm_year} at {time.strftime('%H:%M', then)}"


def quoted(row: MailRow) -> str:
    """Returns the quotation of a mail in a reply."""
    lines = "\n".join([f"> {line}".rstrip() for line in row.body.split("\n")])
    return f"\n\nOn {_day(row.date)}, {row.name} <{row.sender}> wrote:\n{lines}"


def forwarded(row: MailRow) -> str:
    """Returns the text of a mail that forwards another one."""
    return (
        f"\n\n---------- Forwarded message ---------\nFrom: {row.name} <{row.sender}>\nDate: {_day(row.date)}\n"
        f"Subject: {row.subject}\nTo: {', '.join(row.to)}\n\n{row.body}"
    )


# Post office --------------------------------------------------------------------------------------------------------


def receive(
    machine: Machine,
    sender: str,
    subject: str,
    body: str,
    name: str = "",
    to: tuple[str, ...] = (OWNER,),
    cc: tuple[str, ...] = (),
    attachment: str = "",
) -> int:
    """Puts a new mail into the inbox and posts a notification.

    Args:
        machine: The phone.
        sender: The sender's address.
        subject: The subject.
        body: The text.
        name: The sender's name; by default that in the address book.
        to: Addresses of the recipients.
        cc: Addresses of the recipients of copies.
        attachment: Path of the attached file, ``""`` for none.

    Returns:
        The mail's id.
    """
    if not name:
        contacts = machine.get(CONTACTS)
        known = {row.email.casefold(): row.name for row in reversed(contacts) if row.email}
        name = known.get(sender.casefold()) or sender
    row = MailRow(0, "inbox", sender, name, to, cc, subject, body, _now(machine), False, False, attachment)
    rows, new = add(machine.get(MAILS), row)
    machine.put(MAILS, rows)
    notifications.post(machine, "mail", name, subject or "(no subject)", ("show", new))
    return new


def _now(machine: Machine) -> float:
    return round(machine.now * 1000) / 1000


def send(machine: Machine, row: MailRow) -> int:
    """Sends a mail of the owner's; without an internet connection it waits for one in the outbox.

    Args:
        machine: The phone.
        row: The mail; it gets a new id and the current date.

    Returns:
        The id of the mail.
    """
    goes = network.is_online(machine)
    folder = "sent" if goes else "outbox"
    row = row._replace(folder=folder, sender=OWNER, name=OWNER_NAME, date=_now(machine), read=True)
    rows, new = add(machine.get(MAILS), row)
    machine.put(MAILS, rows)
    if goes:
        _leave(machine, row)
    return new


def _leave(machine: Machine, row: MailRow) -> None:
    """Lets a mail leave the phone; one to the owner's own address arrives at once."""
    to, cc = ", ".join(row.to), ", ".join(row.cc)
    machine.log_effect(
        Effect("mail", to, row.body, row.subject, cc, attachments=_attached_file(machine, row.attachment))
    )
    if OWNER in [address.casefold() for address in (*row.to, *row.cc)]:
        receive(machine, OWNER, row.subject, row.body, OWNER_NAME, row.to, row.cc, row.attachment)


def due(machine: Machine) -> float | None:
    """Returns now where mails wait in the outbox that can leave, None otherwise."""
    waits = any([row.folder == "outbox" for row in machine.peek(MAILS, ())])
    return machine.now if waits and network.is_online(machine) else None


def tick(machine: Machine) -> None:
    """Sends the mails that wait in the outbox."""
    for row in machine.get(MAILS):
        if row.folder == "outbox":
            machine.put(MAILS, update_row(machine.get(MAILS), row.id, folder="sent", date=_now(machine)))
            _leave(machine, row)


def _attached_file(machine: Machine, path: str) -> tuple[tuple[str, str], ...]:
    """Returns the name and the digest of a mail's attachment, which is read as the mail leaves; nothing without one."""
    if not path:
        return ()
    files = machine.get(FILES)
    data = files.read(path) if files.is_file(path) else b""
    return ((path.rpartition("/")[2], content_digest(data)),)


# Database -----------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE messages (
    _id INTEGER PRIMARY KEY,
    folder TEXT NOT NULL,
    from_address TEXT NOT NULL,
    from_name TEXT NOT NULL,
    to_addresses TEXT NOT NULL,
    cc_addresses TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    date_ms INTEGER NOT NULL,
    read INTEGER NOT NULL,
    starred INTEGER NOT NULL,
    attachment TEXT NOT NULL,
    in_reply_to INTEGER NOT NULL DEFAULT 0
);
"""


def _dump(rows: Rows) -> Dump:
    return {
        "messages": [
            (
                row.id, row.folder, row.sender, row.name, ", ".join(row.to), ", ".join(row.cc), row.subject, row.body,
                round(row.date * 1000), int(row.read), int(row.starred), row.attachment, row.answers,
            )
            for row in rows
        ]
    }  # fmt: skip


_STORED: Final = ("inbox", "archive", "sent", "outbox", "drafts", "spam", "trash")


def _load(tables: Tables) -> tuple[Rows]:
    rows = []
    for row in tables["messages"]:
        folder = str(row["folder"])
        if folder not in _STORED:
            raise ValueError(f"mail {row['_id']} lies in the folder {folder!r}: expected one of {', '.join(_STORED)}")
        rows.append(
            MailRow(
                int(row["_id"]), folder, str(row["from_address"]), str(row["from_name"]),
                addresses(str(row["to_addresses"])), addresses(str(row["cc_addresses"])), str(row["subject"]),
                str(row["body"]), int(row["date_ms"]) / 1000, bool(row["read"]), bool(row["starred"]),
                str(row["attachment"]), int(row["in_reply_to"]),
            )
        )  # fmt: skip
    return (tuple(rows),)


DATABASE = Database("/data/data/com.google.android.gm/databases/bigTopDataDB", (MAILS,), _SCHEMA, _dump, _load)
