"""The intents that the Contacts app accepts: enter a contact, show one."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _insert(intent: AndroidIntent) -> Intent:
    return ("insert", intent.extra("name"), intent.extra("phone"), intent.extra("email"))


def _show(intent: AndroidIntent) -> Intent:
    digits = re.search(r"/(\d{1,9})$", intent.rest)
    return ("show", int(digits[1])) if digits else ()


_CONTACTS = "*contacts/people* *com.android.contacts/*"
_CONTACT_TYPES = "vnd.android.cursor.*/*contact vnd.android.cursor.*/person"

RULES: Final = (
    IntentRule("INSERT INSERT_OR_EDIT", "*", _CONTACT_TYPES, _insert, rank=1),
    IntentRule("INSERT INSERT_OR_EDIT", "content", "*", _insert, _CONTACTS, rank=1),
    IntentRule("VIEW EDIT", "content", "*", _show, _CONTACTS, rank=1),
    IntentRule("VIEW PICK", "-", _CONTACT_TYPES, rank=1),
)
