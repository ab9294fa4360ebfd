"""The intents that the Calendar accepts: create an event, show a day."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.machine.app import Intent
from crab_sim.phone.intents import AndroidIntent, IntentRule

__all__ = ["RULES"]


def _seconds(intent: AndroidIntent, *names: str) -> float:
    return min(max(intent.number(*names) / 1000, 0.0), 32_503_680_000.0)


def _day(intent: AndroidIntent) -> Intent:
    digits = re.search(r"/(\d{1,14})$", intent.rest)
    return ("day", min(int(digits[1]) / 1000, 32_503_680_000.0)) if digits else ()


def _event(intent: AndroidIntent) -> Intent:
    begin = _seconds(intent, "beginTime")
    end = _seconds(intent, "endTime") or begin + 3600 * (begin > 0)
    return ("insert", intent.extra("title"), begin, end, intent.extra("eventLocation"), intent.extra("description"))


_EVENT_TYPES = "vnd.android.cursor.*/event"

RULES: Final = (
    IntentRule("INSERT EDIT", "-", _EVENT_TYPES, _event),
    IntentRule("INSERT EDIT", "content", "*", _event, "*com.android.calendar/events*"),
    IntentRule("VIEW", "content", "*", _day, "*com.android.calendar/time*"),
    IntentRule("VIEW", "content", "*", data="*com.android.calendar*"),
)
