"""The intents that the Mail app accepts: write a mail to an address."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _compose(intent: AndroidIntent) -> Intent:
    to = intent.rest or intent.extra("EMAIL")
    subject = intent.extra("SUBJECT") or intent.query("subject")
    return ("compose", to, subject, intent.extra("TEXT") or intent.query("body"))


RULES: Final = (
    IntentRule("VIEW SENDTO SEND", "mailto", "*", _compose),
    IntentRule("SEND SEND_MULTIPLE", "-", "message/rfc822", _compose),
)
