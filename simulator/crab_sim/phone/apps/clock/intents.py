"""The intents that the Clock accepts: set an alarm, start a timer."""

from __future__ import annotations

from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _alarm(intent: AndroidIntent) -> Intent:
    hour, minute = intent.number("HOUR", default=-1), intent.number("MINUTES")
    if not 0 <= hour < 24 or not 0 <= minute < 60:
        return ()
    return ("alarm", int(hour), int(minute), intent.extra("MESSAGE"))


def _timer(intent: AndroidIntent) -> Intent:
    seconds = int(intent.number("LENGTH"))
    return ("timer", seconds) if 1 <= seconds <= 86_400 else ()


RULES: Final = (
    IntentRule("SET_ALARM", "*", "*", _alarm),
    IntentRule("SET_TIMER", "*", "*", _timer),
    IntentRule("SHOW_ALARMS SHOW_TIMERS", "*", "*"),
    IntentRule("android.provider.action.SET_ALARM", "*", "*", _alarm),
)
