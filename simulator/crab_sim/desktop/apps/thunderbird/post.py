"""Thunderbird's post office: filing, filtering, delivering and sending mails. Functions of files return new ones.

* `move`, `copy`, `delete`, `archive`, `mark`, `tag` - changes of a folder's mails.
* `Outgoing`, `send`, `save_draft` - mails that the owner writes.
* `deliver` - a mail that arrives; `run_filters` - the message filters, as they run on mails of a folder.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from crab_sim.desktop.apps.thunderbird.store import (
    Listed,
    create_folder,
    file_mail,
    filters_of,
    folder_list,
    listed,
    new_id,
    profile_files,
    put_mails,
    start_profile,
    stored_mails,
)
from crab_sim.devices.facts import Effect, content_digest
from crab_sim.devices.mail_filters import Filter, FilterAction, matches_filter
from crab_sim.devices.mail_profile import OWNER, by_date, new_mail
from crab_sim.devices.mailboxes import (
    READ,
    STARRED,
    Attachment,
    Content,
    Heads,
    Person,
    StoredMail,
    content_of,
    heads_of,
    write_source,
)
from crab_sim.files import Files
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import FILES

__all__ = [
    "Outgoing", "archive", "copy", "delete", "deliver", "mark", "move", "plant_mail", "prefixed", "run_filters",
    "save_draft", "send", "tag", "uproot_mail", "year_of",
]  # fmt: skip

Keys = Collection[str]


def _rows(files: Files, folder: str, keys: Keys) -> list[Listed]:
    return [row for row in listed(files, folder) if row.key in keys]


def _without(files: Files, folder: str, keys: Keys, now: float) -> Files:
    return put_mails(files, folder, [row.mail for row in listed(files, folder) if row.key not in keys], now)


def copy(files: Files, folder: str, keys: Keys, target: str, now: float) -> Files:
    """Puts copies of mails into another folder.

    Args:
        files: The machine's files.
        folder: The mails' folder.
        keys: The mails' keys there.
        target: The other folder.
        now: The machine's clock.
    """
    new = [row.mail for row in _rows(files, folder, keys)]
    return put_mails(files, target, [*[row.mail for row in listed(files, target)], *new], now) if new else files


def move(files: Files, folder: str, keys: Keys, target: str, now: float) -> Files:
    """Moves mails to another folder.

    Args:
        files: The machine's files.
        folder: The mails' folder.
        keys: The mails' keys there.
        target: The other folder.
        now: The machine's clock.
    """
    if target == folder or not _rows(files, folder, keys):
        return files
    return _without(copy(files, folder, keys, target, now), folder, keys, now)


def delete(files: Files, folder: str, keys: Keys, now: float) -> Files:
    """Moves mails to the trash; those in a trash are gone for good.

    Args:
        files: The machine's files.
        folder: The mails' folder.
        keys: The mails' keys there.
        now: The machine's clock.
    """
    if folder.rpartition("/")[2] == "Trash" and folder in ("Trash", "Local Folders/Trash"):
        return _without(files, folder, keys, now)
    return move(files, folder, keys, "Trash", now)


def year_of(when: float) -> int:
    """Returns the year of a mail's date, after which the folder of its archive is named."""
    return time.gmtime(max(0.0, min(when, 4e9))).tm_year


def archive(files: Files, folder: str, keys: Keys, now: float) -> Files:
    """Moves mails to the archive, each to the folder of its year.

    Args:
        files: The machine's files.
        folder: The mails' folder.
        keys: The mails' keys there.
        now: The machine's clock.
    """
    for row in _rows(files, folder, keys):
        target = f"Archives/{year_of(row.heads.date)}"
        if "Archives" not in folder_list(files):
            files = create_folder(files, "Archives", now)
        files = move(files, folder, (row.key,), target, now)
    return files


def _changed(files: Files, folder: str, keys: Keys, change: Callable[[StoredMail], StoredMail], now: float) -> Files:
    rows = listed(files, folder)
    mails = [change(row.mail) if row.key in keys else row.mail for row in rows]
    return files if mails == [row.mail for row in rows] else put_mails(files, folder, mails, now)


def mark(files: Files, folder: str, keys: Keys, bit: int, on: bool, now: float) -> Files:
    """Sets or clears a bit of mails' status, such as `READ`.

    Args:
        files: The machine's files.
        folder: The mails' folder.
        keys: The mails' keys there.
        bit: The bit.
        on: Whether it is set.
        now: The machine's clock.
    """
    return _changed(files, folder, keys, lambda mail: mail.with_bit(bit, on), now)


def tag(files: Files, folder: str, keys: Keys, keyword: str, on: bool, now: float) -> Files:
    """Gives mails a tag or takes it away; the keyword ``""`` takes all away.

    Args:
        files: The machine's files.
        folder: The mails' folder.
        keys: The mails' keys there.
        keyword: The tag's keyword.
        on: Whether they get it.
        now: The machine's clock.
    """

    def change(mail: StoredMail) -> StoredMail:
        others = tuple([one for one in mail.tags if keyword and one != keyword])
        return mail._replace(tags=(*others, keyword) if on and keyword else others)

    return _changed(files, folder, keys, change, now)


# Filters ------------------------------------------------------------------------------------------------------------


def run_filters(files: Files, folder: str, keys: Keys, filters: Sequence[Filter], now: float) -> Files:
    """Runs message filters on mails of a folder; one that moves or deletes a mail is the last for it.

    Args:
        files: The machine's files.
        folder: The mails' folder.
        keys: The mails' keys there.
        filters: The filters, in the order in which they run.
        now: The machine's clock.
    """
    for row in _rows(files, folder, keys):
        body = content_of(row.mail.source).text
        for rule in filters:
            if rule.enabled and matches_filter(rule, row.heads, body):
                files, gone = _act(files, folder, row.key, rule.actions, now)
                if gone:
                    break
    return files


def _act(files: Files, folder: str, key: str, actions: Sequence[FilterAction], now: float) -> tuple[Files, bool]:
    """Carries out a filter's actions on a mail; the second result is whether it has left the folder."""
    last: FilterAction | None = None
    for action in actions:
        match action.name:
            case "Move to folder" | "Delete":
                last = last or action
            case "Copy to folder" if action.value in folder_list(files):
                files = copy(files, folder, (key,), action.value, now)
            case "Mark read":
                files = mark(files, folder, (key,), READ, True, now)
            case "Mark flagged":
                files = mark(files, folder, (key,), STARRED, True, now)
            case "AddTag":
                files = tag(files, folder, (key,), action.value, True, now)
    if last is None:
        return files, False
    if last.name == "Delete":
        return delete(files, folder, (key,), now), True
    if last.value not in folder_list(files) or last.value == folder:
        return files, False
    return move(files, folder, (key,), last.value, now), True


def deliver(machine: Machine, source: bytes) -> None:
    """Puts a mail that arrives into the inbox, where the message filters run on it."""
    start_profile(machine)
    before = {row.key for row in listed(machine.get(FILES), "Inbox")}
    files = file_mail(machine.get(FILES), "Inbox", StoredMail(source), machine.now)
    new = {row.key for row in listed(files, "Inbox")} - before
    rules = [rule for rule in filters_of(files) if rule.on_arrival]
    files = run_filters(files, "Inbox", new, rules, machine.now)
    machine.put(FILES, files)


def plant_mail(
    machine: Machine,
    sender: str,
    subject: str,
    body: str,
    folder: str,
    age: float,
    to: str,
    cc: str,
    files: Sequence[tuple[str, bytes]],
    read: bool,
) -> str:
    """Puts a mail into a folder, which is made if need be, before anybody looks; returns the mail's id.

    Args:
        machine: The desktop.
        sender: Who wrote it.
        subject: The subject.
        body: The text.
        folder: The folder.
        age: Seconds since it was written.
        to: The recipients; ``""`` for the owner.
        cc: The recipients of copies.
        files: Names and contents of the attached files.
        read: Whether it has been read.
    """
    start_profile(machine)
    mail_id = new_id(machine, sender, subject, body, folder, repr(age))
    mail = new_mail(mail_id, machine.now - age, sender, subject, body, to, cc, files, read)
    tree = machine.get(FILES)
    rows = by_date([*stored_mails(tree, folder), mail])
    machine.put(FILES, put_mails(tree, folder, rows, machine.now))
    return mail_id


def uproot_mail(machine: Machine, folder: str, key: str) -> None:
    """Removes a mail from a folder for good."""
    start_profile(machine)
    machine.put(FILES, _without(machine.get(FILES), folder, (key,), machine.now))


# Writing ------------------------------------------------------------------------------------------------------------


class Outgoing(NamedTuple):
    """A mail that is being written, apart from its subject and text.

    Attributes:
        to: The recipients.
        cc: The recipients of copies.
        bcc: The recipients of hidden copies.
        attachments: The attached files.
        answers: Id of the mail that it answers.
        origin: Folder and key of the mail that it answers or forwards, ``("", "")`` for none.
        mark: The bit of the origin's status that is set once it is sent.
        draft: Its key in the drafts, ``""`` where it isn't saved.
    """

    to: tuple[Person, ...] = ()
    cc: tuple[Person, ...] = ()
    bcc: tuple[Person, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    answers: str = ""
    origin: tuple[str, str] = ("", "")
    mark: int = 0
    draft: str = ""


def prefixed(prefix: str, subject: str) -> str:
    """Returns the subject of a reply or of a forwarded mail.

    >>> prefixed("Re:", "Lunch"), prefixed("Re:", "re: Lunch")
    ('Re: Lunch', 're: Lunch')
    """
    return subject if subject.casefold().startswith(prefix.casefold()) else f"{prefix} {subject}".rstrip()


def _source(machine: Machine, mail: Outgoing, subject: str, text: str) -> bytes:
    to = [person.address for person in (*mail.to, *mail.cc, *mail.bcc)]
    heads = Heads(
        new_id(machine, *to, subject, text), OWNER, mail.to, mail.cc, mail.bcc, subject, float(int(machine.now)),
        mail.answers,
    )  # fmt: skip
    return write_source(heads, Content(text, mail.attachments))


def save_draft(machine: Machine, mail: Outgoing, subject: str, text: str) -> str:
    """Saves a mail among the drafts, in place of its earlier version; returns its key there.

    Args:
        machine: The desktop.
        mail: The mail.
        subject: The subject.
        text: The text.
    """
    start_profile(machine)
    files, source = machine.get(FILES), _source(machine, mail, subject, text)
    if mail.draft:
        files = _without(files, "Drafts", (mail.draft,), machine.now)
    machine.put(FILES, file_mail(files, "Drafts", StoredMail(source, READ), machine.now))
    return heads_of(source).id


def send(machine: Machine, mail: Outgoing, subject: str, text: str) -> None:
    """Sends a mail: it leaves the machine, and a copy stays; one to the owner's own address arrives at once.

    Args:
        machine: The desktop.
        mail: The mail.
        subject: The subject.
        text: The text.
    """
    start_profile(machine)
    files, source, now = profile_files(machine), _source(machine, mail, subject, text), machine.now
    files = file_mail(files, "Sent", StoredMail(source, READ), now)
    if mail.draft:
        files = _without(files, "Drafts", (mail.draft,), now)
    if mail.origin[0]:
        files = mark(files, mail.origin[0], (mail.origin[1],), mail.mark, True, now)
    machine.put(FILES, files)
    everybody = [person.address for person in (*mail.to, *mail.cc, *mail.bcc)]
    to, cc, bcc = [", ".join([person.address for person in kind]) for kind in (mail.to, mail.cc, mail.bcc)]
    attachments = tuple([(file.name, content_digest(file.data)) for file in mail.attachments])
    machine.log_effect(Effect("mail", to, text, subject, cc, bcc, attachments))
    if OWNER.address in [address.casefold() for address in everybody]:
        deliver(machine, write_source(heads_of(source)._replace(bcc=()), content_of(source)))
