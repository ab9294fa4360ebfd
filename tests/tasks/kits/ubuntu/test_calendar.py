"""Evaluators of the desktop's Calendar."""

from __future__ import annotations

from crab_tasks.kits.ubuntu.calendar import event_on, moment

from crab_gym.backends.base import Event, StateReader
from tests.tasks._desk import Desk

DAY = 86_400.0
START = moment((2026, 12, 2), (0, 0))


class Planned(Desk):
    """A desktop with events."""

    rows: tuple[Event, ...] = ()

    def calendar(self) -> tuple[Event, ...]:
        return self.rows


def event(title: str, start: float, end: float, all_day: bool = False) -> Event:
    return Event(1, title, START + start, START + end, all_day=all_day)


def test_the_one_event_of_a_title_on_a_day() -> None:
    desk = Planned()
    state: dict[str, StateReader] = {"ubuntu": desk}
    right = event("12.40", 36_000, 39_600)
    for rows, accepted in (
        ((right,), True), ((event("12,40", 0, DAY, True),), True), ((), False), ((right, right), False),
        ((right, event("12.40", 9 * DAY, 9 * DAY + 60)), True), ((event("12.40", 0, DAY + 60),), False),
        ((event("12.40", -60, 60),), False), ((event("12.40", DAY, DAY + 60),), False),
        ((event("About 12.40", 36_000, 39_600),), False),
    ):  # fmt: skip
        desk.rows = rows
        assert event_on(state, None, "amount", "12.40", (2026, 12, 2)) is accepted, rows
