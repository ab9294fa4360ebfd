"""The site of the account's mail: evaluators and setups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.backends.base import Devices
from crab_gym.task.types import Value, told
from crab_tasks.kits.android.mail.state import add_mails
from crab_tasks.kits.quotations import own_words
from crab_tasks.kits.state import State

__all__ = ["SITE", "answered_with", "deliver", "forwarded", "mail_sent"]

SITE = "mail.example"


def deliver(devices: Devices, mails: Sequence[tuple[str, str, str, str, float]]) -> None:
    """Adds mails to the account's inbox: on the phone where there is one, else on the site.

    Args:
        devices: The devices to prepare.
        mails: Each one's sender and the sender's address, its subject, its text and its age in seconds.
    """
    if "android" in devices:
        add_mails(devices, mails)
        return
    desktop = devices.ubuntu
    rows = desktop.web(SITE, "mails")
    first, now = 1 + max([row["id"] for row in rows], default=0), desktop.now()
    added = [
        {
            "id": first + i, "from": f"{sender} <{address}>", "subject": subject, "body": body, "date": now - age,
        }
        for i, (sender, address, subject, body, age) in enumerate(mails)
    ]  # fmt: skip
    desktop.set_web(SITE, "mails", [*rows, *added])


def _answers(state: State, sender: str, subject: str, to: str) -> list[Mapping[str, Any]]:
    """Returns the mails that were sent as answers to somebody's mail of a subject, if one went to this address alone.

    Those that were forwarded count as well.
    """
    mails = state.ubuntu.web(SITE, "mails")
    originals = {mail["id"] for mail in mails if mail["subject"] == subject and mail["from"] == sender}
    found = [mail for mail in mails if mail["folder"] == "sent" and mail["answers"] in originals]
    alone = [(mail["to"].casefold(), mail["cc"]) for mail in found] == [(to.casefold(), "")]
    return found if alone else []


def answered_with(state: State, sender: str, address: str, subject: str, text: str, kind: str, value: Value) -> bool:
    """One answer to the mail was sent, to its sender only; besides what it quotes, it tells a value.

    Args:
        state: The devices' states.
        sender: The name of the mail's sender.
        address: The sender's address.
        subject: The mail's subject.
        text: Its text.
        kind: The value's type.
        value: The value.
    """
    found = _answers(state, f"{sender} <{address}>", subject, address)
    return any(
        mail["subject"] == f"Re: {subject}" and told(kind, own_words(mail["body"], sender, text), value, state.goal)
        for mail in found
    )


def forwarded(state: State, sender: str, address: str, subject: str, text: str, to: str) -> bool:
    """The mail was forwarded once, to an address and no other one, with its text.

    Args:
        state: The devices' states.
        sender: The name of the mail's sender.
        address: The sender's address.
        subject: The mail's subject.
        text: Its text.
        to: The address.
    """
    found = _answers(state, f"{sender} <{address}>", subject, to)
    return any(mail["subject"] == f"Fwd: {subject}" and text in mail["body"] for mail in found)


def mail_sent(state: State, to: str, kind: str, value: Value) -> bool:
    """A mail whose text tells a value lies among the sent ones, to the address and to no other one.

    Args:
        state: The devices' states.
        to: The address.
        kind: The value's type.
        value: The value.
    """
    return any(
        mail["folder"] == "sent"
        and (mail["to"].casefold(), mail["cc"]) == (to.casefold(), "")
        and told(kind, mail["body"], value, state.goal)
        for mail in state.ubuntu.web(SITE, "mails")
    )
