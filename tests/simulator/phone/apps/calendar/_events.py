from __future__ import annotations

from crab_sim.engines.days import DAY
from crab_sim.phone import Phone
from crab_sim.phone.apps.calendar.data import EVENTS, EventRow, Rows
from crab_sim.phone.apps.calendar.repeat import (
    WEEK,
)
from crab_sim.ui import Node
from tests.simulator.phone._drive import nodes, phone, tap

__all__ = ["BOOT", "NOON", "ONE", "TODAY", "WEEKLY", "choir_after_a_week", "events", "listed"]

BOOT = phone(0).now  # Monday, 12 October 2026, 08:00
TODAY = int(BOOT // DAY)
NOON = TODAY * DAY + 12 * 3600
ONE = EventRow(1, "Team lunch", NOON, NOON + 3600, "Café Linden", "bring the receipt", reminders=(10, -1, -1))
WEEKLY = EventRow(2, "Choir", NOON + 6 * 3600, NOON + 7 * 3600, repeat_interval=WEEK, repeat_rule=1)


def events(machine: Phone) -> Rows:
    rows: Rows = machine.get(EVENTS)
    return rows


def listed(machine: Phone) -> list[Node]:
    return nodes(machine, rid="event_item")


def choir_after_a_week(app: Phone) -> None:
    tap(app, description="19 October 2026, 1 event")
    tap(app, "Choir")
