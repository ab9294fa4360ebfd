"""Mail: evaluators and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.answers import phone_numbers
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = ["MAILS", "archive_mail", "find_mail", "mail_in", "mail_read", "replied", "reply"]

MAILS = "/data/data/com.google.android.gm/databases/bigTopDataDB"
"""The database of the mails, in the table ``messages``."""
_QUOTE = re.compile(r"(?m)^(On .*wrote:|>.*|-{4,}.*)$")


def _mails(state: State) -> list[Mapping[str, Any]]:
    return list(state["android"].table(MAILS, "messages"))


def mail_read(state: State, answer: str | None, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has been opened."""
    return any((m["from_address"], m["subject"], m["read"]) == (sender, subject, 1) for m in _mails(state))


def mail_in(state: State, answer: str | None, sender: str, subject: str, folder: str) -> bool:
    """The mail that came from this address under this subject lies in the folder."""
    return [m["folder"] for m in _mails(state) if (m["from_address"], m["subject"]) == (sender, subject)] == [folder]


def replied(state: State, answer: str | None, to: str, subject: str, number: str) -> bool:
    """One reply to the mail of this subject was sent, to the address from which it came and no other.

    The text above the quoted mail names this telephone number and no other one.

    Args:
        state: The devices' states.
        answer: Not used.
        to: The address.
        subject: The subject of the mail that is answered.
        number: The telephone number.
    """
    mails = _mails(state)
    originals = {m["_id"] for m in mails if (m["from_address"], m["subject"]) == (to, subject)}
    answers = [m for m in mails if m["folder"] == "sent" and m["in_reply_to"] in originals]
    if len(answers) != 1:
        return False
    written = _QUOTE.split(answers[0]["body"], maxsplit=1)[0]
    sent_to = (answers[0]["to_addresses"].casefold(), answers[0]["cc_addresses"])
    return sent_to == (to.casefold(), "") and phone_numbers(written) == {digits(number)}


def find_mail(look: Look, subject: str) -> Iterator[Action]:
    """Searches the phone's mails for one with a subject, and opens it."""
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, rid="open_search_bar")
    yield from type_into(look, "Search in mail", subject)
    yield tap(look, text=subject, role="list_item")


def reply(look: Look, subject: str, text: str) -> Iterator[Action]:
    """Answers a mail."""
    yield from find_mail(look, subject)
    yield tap(look, text="Reply", role="button")
    yield action("android", "write_text", text=text)
    yield tap(look, description="Send")


def archive_mail(look: Look, subject: str) -> Iterator[Action]:
    """Archives a mail."""
    yield from find_mail(look, subject)
    yield tap(look, description="Archive")
