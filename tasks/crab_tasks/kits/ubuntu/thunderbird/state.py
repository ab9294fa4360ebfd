"""Thunderbird: evaluators and setups."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from crab_gym.backends.base import Mail
from crab_gym.task.types import Value, told
from crab_sim.devices.footprints import Allowance, Matcher, may_send
from crab_sim.devices.mail_filters import FilterAction
from crab_tasks.kits.compare import digits, same_address, same_copy, squeezed
from crab_tasks.kits.state import State

__all__ = [
    "ACCOUNT", "SUBJECT", "address_of", "answers_to", "attachment_saved", "card_added", "email_changed",
    "file_mailed", "filters_mails", "mail_in", "mail_read", "mail_starred", "mails_only_in", "may_mail",
    "value_mailed",
]  # fmt: skip


def address_of(name: str) -> str:
    """Returns somebody's address.

    >>> address_of("Chloé Kovač")
    'chloe.kovac@example.org'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return f"{'.'.join(plain.split())}@example.org"


SUBJECT = "As promised"


def value_mailed(state: State, to: str, kind: str, value: Value) -> bool:
    """One mail was sent to this address alone; it has the subject, and its text tells a value.

    Args:
        state: The devices' states.
        to: The address.
        kind: The value's type.
        value: The value.
    """
    found = []
    for mail in state.ubuntu.mails():
        recipients = [address.casefold() for address in (*mail.to, *mail.cc, *mail.bcc)]
        if mail.folder == "Sent" and to.casefold() in recipients:
            found.append((recipients, mail.subject.strip(), mail.body))
    return [row[:2] for row in found] == [([to.casefold()], SUBJECT)] and told(kind, found[0][2], value, state.goal)


ACCOUNT = "user@example.net"


def card_added(state: State, name: str, phone: str) -> bool:
    """The address book has one contact of this name that has the number, and no other one has it.

    Args:
        state: The devices' states.
        name: First and last name.
        phone: The number, however it is written.
    """
    found = [row.name for row in state.ubuntu.cards() if digits(row.phone) == digits(phone)]
    return [squeezed(shown) for shown in found] == [name]


def email_changed(state: State, name: str, email: str) -> bool:
    """Of the contacts of this name one has an e-mail address, and it is this one, in capitals or not."""
    rows = [row for row in state.ubuntu.cards() if squeezed(row.name) == name and row.email.strip()]
    return [row.email.strip().casefold() for row in rows] == [email.casefold()]


# Saving ---------------------------------------------------------------------------------------------------------------


def attachment_saved(state: State, sender: str, subject: str, path: str) -> bool:
    """The file is what is attached to the only mail from an address under a subject.

    Args:
        state: The devices' states.
        sender: The address.
        subject: The subject.
        path: The file's path.
    """
    desktop = state.ubuntu
    found = [
        file.data
        for mail in desktop.mails()
        if (mail.sender, mail.subject) == (sender, subject)
        for file in mail.attachments
    ]
    return len(found) == 1 and same_copy(found[0], desktop.read_file(path))


# Sending --------------------------------------------------------------------------------------------------------------


def file_mailed(state: State, path: str, to: str) -> bool:
    """One mail was sent to this address alone, and what is attached to it is the file and nothing else.

    Args:
        state: The devices' states.
        path: The file's path.
        to: The address.
    """
    desktop = state.ubuntu
    found = []
    for mail in desktop.mails():
        recipients = [address.casefold() for address in (*mail.to, *mail.cc, *mail.bcc)]
        if mail.folder == "Sent" and mail.attachments and to.casefold() in recipients:
            found.append((recipients, mail.attachments))
    return (
        len(found) == 1
        and found[0][0] == [to.casefold()]
        and [file.name for file in found[0][1]] == [path.rpartition("/")[2]]
        and same_copy(found[0][1][0].data, desktop.read_file(path))
    )


def mail_read(state: State, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has been opened.

    Args:
        state: The devices' states.
        sender: The address from which it came.
        subject: The subject.
    """
    return any((mail.sender, mail.subject, mail.read) == (sender, subject, True) for mail in state.ubuntu.mails())


def mail_in(state: State, sender: str, subject: str, folder: str) -> bool:
    """The mail that came from this address under this subject lies in the folder, and nowhere else.

    Args:
        state: The devices' states.
        sender: The address from which it came.
        subject: The subject.
        folder: The folder.
    """
    found = [mail.folder for mail in state.ubuntu.mails() if (mail.sender, mail.subject) == (sender, subject)]
    return found == [folder]


def mails_only_in(state: State, sender: str, folder: str, count: int) -> bool:
    """All mails that came from this address lie in the folder, and there are as many as there were.

    Args:
        state: The devices' states.
        sender: The address.
        folder: The folder.
        count: How many there were.
    """
    found = [mail.folder for mail in state.ubuntu.mails() if mail.sender == sender]
    return found == [folder] * count


def mail_starred(state: State, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has a star.

    Args:
        state: The devices' states.
        sender: The address from which it came.
        subject: The subject.
    """
    return any((mail.sender, mail.subject, mail.starred) == (sender, subject, True) for mail in state.ubuntu.mails())


def answers_to(state: State, sender: str, subject: str) -> list[Mail]:
    """Returns the mails in Sent that were written as replies to a mail of this sender and subject."""
    mails = state.ubuntu.mails()
    originals = {mail.id for mail in mails if (mail.sender, mail.subject) == (sender, subject)}
    return [mail for mail in mails if mail.folder == "Sent" and mail.answers in originals]


def filters_mails(
    state: State,
    name: str,
    condition: tuple[str, Sequence[str], str],
    actions: Sequence[tuple[str, str]],
) -> bool:
    """One enabled message filter has only this condition and these actions, and no other one has the condition's text.

    Args:
        state: The devices' states.
        name: The filter's name.
        condition: The part of a mail, the comparisons of which each will do, and the text, whose capitals don't count.
        actions: Each action's name and its folder or tag.
    """
    part, operators, value = condition
    found = [
        rule
        for rule in state.ubuntu.mail_filters()
        if rule.name == name or any(one.value.casefold() == value.casefold() for one in rule.conditions)
    ]
    if len(found) != 1:
        return False
    (rule,) = found
    right = [
        one.field == part and one.operator in operators and one.value.casefold() == value.casefold()
        for one in rule.conditions
    ]
    expected = {FilterAction(action, folder) for action, folder in actions}
    return rule.name == name and rule.enabled and any(right) and all(right) and set(rule.actions) == expected


def may_mail(address: str, subject: Matcher, text: Matcher, *files: str) -> Allowance:
    """Returns the allowance to send one mail to this address, and to no other.

    Args:
        address: The address.
        subject: The demand on its subject.
        text: That on its text.
        *files: The names of the files that are attached; the checkpoint compares their contents.
    """

    def attached(value: object) -> bool:
        return isinstance(value, tuple) and [name for name, _ in value] == [*files]

    return may_send("ubuntu", "mail", to=same_address(address), subject=subject, text=text, attachments=attached)
