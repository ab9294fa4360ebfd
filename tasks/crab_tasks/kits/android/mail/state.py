"""Mail: evaluators and setups."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crab_gym.backends.base import Devices
from crab_gym.task import Params
from crab_gym.task.answers import tells
from crab_gym.task.types import Value, told
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.quotations import own_words
from crab_tasks.kits.state import State

__all__ = [
    "MAILS", "Prepare", "add_mails", "mail_drafted", "mail_forwarded", "mail_in", "mail_read", "mail_sent", "replied",
    "tells_number",
]  # fmt: skip

MAILS = "/data/data/com.google.android.gm/databases/bigTopDataDB"
"""The database of the mails, in the table ``messages``."""
Prepare = Callable[[Devices, Params, random.Random], None]
"""The setup of a sub-task."""


def _mails(state: State) -> list[Mapping[str, Any]]:
    return list(state.android.table(MAILS, "messages"))


def mail_read(state: State, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has been opened."""
    return any((m["from_address"], m["subject"], m["read"]) == (sender, subject, 1) for m in _mails(state))


def mail_in(state: State, sender: str, subject: str, folder: str) -> bool:
    """The mail that came from this address under this subject lies in the folder."""
    return [m["folder"] for m in _mails(state) if (m["from_address"], m["subject"]) == (sender, subject)] == [folder]


def replied(state: State, to: str, subject: str, sender: str, mail: str, name: str, number: str) -> bool:
    """One reply to the mail of this subject was sent, to the address from which it came and no other.

    Beside the quoted mail it tells somebody's telephone number.

    Args:
        state: The devices' states.
        to: The address.
        subject: The subject of the mail that is answered.
        sender: The name of its sender.
        mail: Its text.
        name: Whose telephone number it is.
        number: The telephone number.
    """
    mails = _mails(state)
    originals = {m["_id"] for m in mails if (m["from_address"], m["subject"]) == (to, subject)}
    answers = [m for m in mails if m["folder"] == "sent" and m["in_reply_to"] in originals]
    if len(answers) != 1:
        return False
    sent_to = (answers[0]["to_addresses"].casefold(), answers[0]["cc_addresses"])
    return sent_to == (to.casefold(), "") and tells_number(answers[0]["body"], sender, mail, name, number)


def tells_number(body: str, sender: str, mail: str, name: str, number: str) -> bool:
    """Returns whether a reply, apart from what it quotes, tells somebody's telephone number, and nothing else.

    Args:
        body: The reply's text.
        sender: The name of who has sent the mail that it answers.
        mail: That mail's text.
        name: Whose telephone number it is.
        number: The telephone number.
    """
    asked = f"Look up the phone number of {name} in Contacts, which they are looking for. Send that phone number."
    return tells("phone_number", own_words(body, sender, mail), number, asked)


def mail_sent(state: State, to: str, kind: str, value: Value) -> bool:
    """A mail whose text tells a value was sent to the address, and to no other one.

    Args:
        state: The devices' states.
        to: The address.
        kind: The value's type.
        value: The value.
    """
    return any(
        mail["folder"] == "sent"
        and (mail["to_addresses"].casefold(), mail["cc_addresses"]) == (to.casefold(), "")
        and told(kind, mail["body"], value, state.goal)
        for mail in _mails(state)
    )


def add_mails(devices: Devices, mails: Sequence[tuple[str, str, str, str, float]]) -> None:
    """Adds mails to the phone's inbox.

    Args:
        devices: The devices to prepare.
        mails: Each one's sender and the sender's address, its subject, its text and its age in seconds.
    """
    phone = devices.android
    rows = list(phone.table(MAILS, "messages"))
    first = max((row["_id"] for row in rows), default=0) + 1
    for i, (sender, address, subject, body, age) in enumerate(mails):
        rows.append(
            {"_id": first + i, "folder": "inbox", "from_address": address, "from_name": sender,
             "to_addresses": "me@example.com", "cc_addresses": "", "subject": subject, "body": body,
             "date_ms": int((phone.now() - age) * 1000), "read": 0, "starred": 0, "attachment": ""}
        )  # fmt: skip
    phone.set_table(MAILS, "messages", rows)


def mail_forwarded(state: State, to: str, subject: str, body: str) -> bool:
    """A mail with this subject and this text was forwarded to the address, and to no other one.

    Args:
        state: The devices' states.
        to: The address.
        subject: The subject of the mail that was forwarded.
        body: Its text.
    """
    return any(
        mail["folder"] == "sent"
        and (mail["to_addresses"].casefold(), mail["cc_addresses"]) == (to.casefold(), "")
        and mail["subject"].casefold() == f"fwd: {subject}".casefold()
        and squeezed(body) in squeezed(mail["body"])
        for mail in state.android.table(MAILS, "messages")
    )


def mail_drafted(state: State, to: str, kind: str, value: Value) -> bool:
    """There is one draft to the address, and to no other one, and its text tells a value.

    Args:
        state: The devices' states.
        to: The address.
        kind: The value's type.
        value: The value.
    """
    found = [
        mail
        for mail in state.android.table(MAILS, "messages")
        if mail["folder"] == "drafts" and (mail["to_addresses"].casefold(), mail["cc_addresses"]) == (to.casefold(), "")
    ]
    return len(found) == 1 and told(kind, found[0]["body"], value, state.goal)
