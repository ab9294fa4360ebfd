"""Evaluators of System Monitor and Clocks."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import Alarm, State
from crab_sim.devices.clock_settings import CITIES, SCHEMA, cities_text
from crab_tasks.kits.ubuntu.clocks.state import alarm_gone, alarm_named, alarm_set, cities_shown
from crab_tasks.kits.ubuntu.image_viewer import meter_photo
from crab_tasks.kits.ubuntu.system_monitor import programs_run
from tests.tasks._desk import Desk


class Clocks(Desk):
    """A desktop with processes, alarms and cities."""

    names: tuple[str, ...] = ()
    rows: tuple[Alarm, ...] = ()
    cities: str | None = None

    def processes(self) -> tuple[str, ...]:
        return self.names

    def alarms(self) -> tuple[Alarm, ...]:
        return self.rows

    def setting(self, namespace: str, key: str) -> str | None:
        return self.cities if (namespace, key) == (SCHEMA, CITIES) else None


@pytest.fixture
def desk() -> Clocks:
    return Clocks()


def test_programs_that_run_and_those_that_have_ended(desk: Clocks) -> None:
    state = State(ubuntu=desk)
    desk.names = ("a", "b", "gedit")
    assert programs_run(state, ("a", "b"), ("c",))
    assert not programs_run(state, ("a", "c"), ())
    assert not programs_run(state, ("a",), ("b", "c"))


def test_the_one_alarm_of_a_name(desk: Clocks) -> None:
    state = State(ubuntu=desk)
    right = Alarm(1, 7, 30, " set OFF", 0b101, True)
    for rows, accepted in (
        ((right,), True), ((right, Alarm(2, 8, 0, "other")), True), ((), False), ((right, right._replace(id=2)), False),
        ((right._replace(days=0),), False), ((right._replace(enabled=False),), False),
        ((right._replace(hour=8),), False),
    ):  # fmt: skip
        desk.rows = rows
        assert alarm_set(state, 7, 30, "Set off", 0b101, exactly=False) is accepted
        assert not alarm_set(state, 7, 30, "Set off", 0b101), "it has other letters"
        assert alarm_set(state, 7, 30, "set OFF", 0b101) is accepted
    desk.rows = right, right._replace(id=2, label="Set off")
    assert not alarm_set(state, 7, 30, "Set off", 0b101), "another one has the same name in capitals"


def test_cities_of_the_world_clock(desk: Clocks) -> None:
    state = State(ubuntu=desk)
    for text in (None, "broken", cities_text(["Lima"])):
        desk.cities = text
        assert not cities_shown(state, ("Tokyo",))
    desk.cities = cities_text(["Lima", "Tokyo"])
    assert cities_shown(state, ("Tokyo",)) and cities_shown(state, ("Lima", "Tokyo"))


def test_meters_of_different_readings_differ() -> None:
    assert len({meter_photo(number) for number in (10_000, 10_008, 10_006, 80_000, 10_009)}) == 5


def test_the_one_alarm_of_a_value(desk: Clocks) -> None:
    state = State(ubuntu=desk)
    right = Alarm(1, 6, 45, "Wash two lamps", 0, True)
    for rows, accepted in (
        ((right,), True), ((right, Alarm(2, 8, 0, "other")), True), ((), False), ((right, right._replace(id=2)), False),
        ((right._replace(days=1),), False), ((right._replace(hour=18),), False), ((right._replace(label=""),), False),
    ):  # fmt: skip
        desk.rows = rows
        assert alarm_named(state, "line", "Wash two lamps", "06:45") is accepted


def test_an_alarm_is_gone_and_the_other_one_is_not(desk: Clocks) -> None:
    state = State(ubuntu=desk)
    other, gone = Alarm(1, 19, 50, "News", 0b10101), Alarm(2, 16, 40, "News", 0b11111)
    for rows, accepted in (
        ((other,), True), ((other, Alarm(3, 16, 40, "Tea")), True), ((other, gone), False), ((), False),
        ((gone,), False), ((other, gone._replace(label="Never")), False), ((other, gone._replace(days=0)), False),
        ((other._replace(label="Never"),), False),
    ):  # fmt: skip
        desk.rows = rows
        assert alarm_gone(state, "News", "16:40", 0b11111, "19:50") is accepted, rows
