"""Evaluators of the phone's calls and mails."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from crab_tasks.evaluators import State, contact_has, digits

__all__ = [
    "MAILS",
    "called",
    "mail_in",
    "mail_read",
    "missed_call_removed",
    "numbers_in_file",
    "only_contact",
    "replied",
]

MAILS = "/data/data/com.google.android.gm/databases/bigTopDataDB"
"""Where the Mail app keeps its mails, in the table ``messages``."""
_QUOTE = re.compile(r"(?m)^(On .*wrote:|>.*|-{4,}.*)$")


def called(state: State, answer: str | None, number: str, others: Sequence[str] = ()) -> bool:
    """The number has been called, and none of the others."""
    dialled = {digits(call.number) for call in state["android"].calls() if call.kind == "outgoing"}
    return digits(number) in dialled and dialled.isdisjoint([digits(other) for other in others])


def missed_call_removed(state: State, answer: str | None, number: str, kept: Sequence[tuple[str, str]]) -> bool:
    """The call log has no missed call of the number, and still those that are kept, each a number and its kind."""
    calls = {(digits(call.number), call.kind) for call in state["android"].calls()}
    return (digits(number), "missed") not in calls and calls.issuperset([(digits(n), kind) for n, kind in kept])


def only_contact(state: State, answer: str | None, name: str, phone: str) -> bool:
    """An entry of the address book has this name and number, and no other entry has either."""
    found = [
        contact
        for contact in state["android"].contacts()
        if contact.name == name or digits(contact.phone) == digits(phone)
    ]
    return len(found) == 1 and contact_has(state, answer, name, phone)


def numbers_in_file(state: State, answer: str | None, path: str, numbers: Sequence[str]) -> bool:
    """The desktop's file has these telephone numbers, one a line, in this order, however they are written."""
    text = state["ubuntu"].read_text(path) or ""
    lines = text.rstrip().split("\n")
    return [digits(line) for line in lines] == [digits(number) for number in numbers]


def _mails(state: State) -> list[Mapping[str, Any]]:
    return list(state["android"].table(MAILS, "messages"))


def mail_read(state: State, answer: str | None, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has been opened."""
    return any((m["from_address"], m["subject"], m["read"]) == (sender, subject, 1) for m in _mails(state))


def mail_in(state: State, answer: str | None, sender: str, subject: str, folder: str) -> bool:
    """The mail that came from this address under this subject lies in the folder."""
    return [m["folder"] for m in _mails(state) if (m["from_address"], m["subject"]) == (sender, subject)] == [folder]


def replied(state: State, answer: str | None, to: str, subject: str, number: str) -> bool:
    """One mail answers this subject; it went to this address alone.

    What was written above the quoted mail names this telephone number and no other digits.
    """
    answers = [
        m for m in _mails(state) if m["folder"] == "sent" and m["subject"].casefold() == f"re: {subject}".casefold()
    ]
    if len(answers) != 1:
        return False
    written = _QUOTE.split(answers[0]["body"], maxsplit=1)[0]
    sent_to = (answers[0]["to_addresses"].casefold(), answers[0]["cc_addresses"])
    return sent_to == (to.casefold(), "") and digits(written) == digits(number)
