"""The intents that the Browser accepts: open an address, search the web."""

from __future__ import annotations

from typing import Final

from crab_gym.sim.machine.app import Intent
from crab_gym.sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _search(intent: AndroidIntent) -> Intent:
    query = intent.extra("query")
    return ("open", query) if query else ()


RULES: Final = (
    IntentRule("VIEW", "http https", "*", lambda intent: ("open", intent.data)),
    IntentRule("WEB_SEARCH SEARCH", "*", "*", _search),
)
