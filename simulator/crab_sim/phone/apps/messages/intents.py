"""The intents that the Messages app takes: write to a number."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _compose(intent: AndroidIntent) -> Intent:
    body = intent.extra("sms_body", "TEXT") or intent.query("body")
    return ("compose", intent.rest.removeprefix("//") or intent.extra("address"), body)


RULES: Final = (
    IntentRule("VIEW SENDTO SEND", "sms smsto mms mmsto", "*", _compose),
    IntentRule("android.provider.Telephony.SMS_*", "*", "*"),
)
