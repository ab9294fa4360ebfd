"""The intents that the Notes app takes: write a note."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _add(intent: AndroidIntent) -> Intent:
    return ("add", intent.extra("SUBJECT", "name"), intent.extra("TEXT", "text"))


RULES: Final = (IntentRule("com.google.android.gms.actions.CREATE_NOTE CREATE_NOTE", "*", "*", _add),)
