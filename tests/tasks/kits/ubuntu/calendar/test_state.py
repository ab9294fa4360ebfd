"""Evaluators of the desktop's Calendar."""

from __future__ import annotations

from crab_gym.backends.base import Event, State
from crab_tasks.kits.ubuntu.calendar.state import event_on, event_written, moment
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
    state = State(ubuntu=desk)
    right = event("12.40", 36_000, 39_600)
    for rows, accepted in (
        ((right,), True), ((event("12,40", 0, DAY, True),), True), ((), False), ((right, right), False),
        ((right, event("12.40", 9 * DAY, 9 * DAY + 60)), True), ((event("12.40", 0, DAY + 60),), False),
        ((event("12.40", -60, 60),), False), ((event("12.40", DAY, DAY + 60),), False),
        ((event("About 12.40", 36_000, 39_600),), False),
    ):  # fmt: skip
        desk.rows = rows
        assert event_on(state, "amount", "12.40", (2026, 12, 2)) is accepted, rows


def test_the_one_event_of_a_title_in_its_letters() -> None:
    desk = Planned()
    state = State(ubuntu=desk)
    right = event(" Chess final", 36_000, 39_600)._replace(location="Old Mill ")
    for rows, accepted, exactly in (
        ((right,), True, True), ((right, event("Chess", 36_000, 39_600)), True, True), ((), False, False),
        ((right._replace(location="OLD MILL"),), True, False), ((right._replace(location="Mill"),), False, False),
        ((right._replace(title="chess final"),), False, False), ((right._replace(end=START + 1e5),), False, False),
        ((right, right._replace(id=2, title="CHESS FINAL")), False, False),
    ):  # fmt: skip
        desk.rows = rows
        times = START + 36_000, START + 39_600
        assert event_written(state, "Chess final", *times, "Old Mill") is accepted, rows
        assert event_written(state, "Chess final", *times, "Old Mill", place_exactly=True) is exactly, rows
