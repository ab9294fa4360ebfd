"""Evaluators of mails that were forwarded or left as drafts."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.mail.state import MAILS, mail_drafted, mail_forwarded

TO = "heron48@quarry.example"
FORWARDED = "---------- Forwarded message ---------\nFrom: Ada <a@b.example>\n\nOrder two lamps"


def _put(phone: Any, **columns: Any) -> None:
    """Makes a mail the only one."""
    row = {
        "_id": 1, "folder": "sent", "from_address": "me@example.com", "from_name": "Me", "to_addresses": TO,
        "cc_addresses": "", "subject": "Fwd: List", "body": FORWARDED, "date_ms": 1_700_000_000_000, "read": 1,
        "starred": 0, "attachment": "",
    }  # fmt: skip
    phone.setup.set_table(MAILS, "messages", [{**row, **columns}])


@pytest.mark.parametrize(
    ("columns", "accepted"),
    [
        ({}, True), ({"to_addresses": TO.upper()}, True), ({"folder": "drafts"}, False),
        ({"cc_addresses": "a@b.example"}, False), ({"subject": "Re: List"}, False), ({"body": "See above"}, False),
        ({"to_addresses": f"{TO},a@b.example"}, False),
    ],
)  # fmt: skip
def test_a_mail_is_forwarded_with_its_text_to_one_address(phone: Any, columns: dict[str, Any], accepted: bool) -> None:
    _put(phone, **columns)
    assert mail_forwarded(State(android=phone.state), TO, "List", "Order two lamps") is accepted


@pytest.mark.parametrize(
    ("columns", "accepted"),
    [
        ({}, True), ({"body": "(+1) 555-0142\n"}, True), ({"folder": "sent"}, False), ({"folder": "trash"}, False),
        ({"body": "Call +1 555 0142"}, False), ({"to_addresses": "a@b.example"}, False),
        ({"cc_addresses": "a@b.example"}, False),
    ],
)  # fmt: skip
def test_a_draft_is_the_value_and_is_not_sent(phone: Any, columns: dict[str, Any], accepted: bool) -> None:
    _put(phone, **{"folder": "drafts", "body": "+1 555 0142", **columns})
    assert mail_drafted(State(android=phone.state), TO, "phone_number", "+1 555 0142") is accepted


def test_two_drafts_are_guesses(phone: Any) -> None:
    _put(phone, folder="drafts", body="+1 555 0142")
    rows = list(phone.state.table(MAILS, "messages"))
    phone.setup.set_table(MAILS, "messages", [*rows, {**rows[0], "_id": 2, "body": "+1 555 0143"}])
    assert not mail_drafted(State(android=phone.state), TO, "phone_number", "+1 555 0142")
