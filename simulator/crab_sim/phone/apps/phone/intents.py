"""The intents that the Phone app takes: dial a number, call it."""

from __future__ import annotations

from typing import Final

from crab_sim.phone.intents import IntentRule

__all__ = ["RULES"]


RULES: Final = (
    IntentRule("VIEW DIAL", "tel voicemail", "*", lambda intent: ("dial", intent.rest)),
    IntentRule("DIAL CALL_BUTTON", "-", "*", lambda intent: ("dial", "")),
    IntentRule("CALL CALL_PRIVILEGED", "tel voicemail", "*", lambda intent: ("call", intent.rest)),
)
