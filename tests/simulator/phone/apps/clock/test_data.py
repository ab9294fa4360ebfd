from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.engines.days import DAY
from crab_sim.phone.apps.clock import data
from crab_sim.phone.apps.clock.data import ALARMS, DATABASE, AlarmRow
from tests.simulator.phone._drive import phone
from tests.simulator.phone._tables import columns, round_trip

GYM = AlarmRow(1, 9, 30, "Gym")


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 127), st.integers(0, 20 * DAY))
def test_an_alarm_rings_next_at_the_first_fitting_minute(hour: int, minute: int, days: int, after: int) -> None:
    found_ = data.next_time(AlarmRow(1, hour, minute, days=days), float(after))
    start = after // 60 * 60 + 60
    expected = next(
        at
        for at in range(start, start + 8 * DAY + 60, 60)
        if at % DAY == hour * 3600 + minute * 60 and (not days or days >> (at // DAY + 3) % 7 & 1)
    )
    assert found_ == expected


def test_seeds_and_database() -> None:
    for seed in range(12):
        machine = phone(seed)
        rows = machine.get(ALARMS)
        assert 3 <= len(rows) <= 5 and any([row.enabled for row in rows])
        assert all([data.next_time(row, machine.now) - machine.now > 1800 for row in rows])
        cities = machine.get(data.CITIES)
        assert round_trip(DATABASE, rows, cities) == (rows, cities)
        assert rows == phone(seed).get(ALARMS) and machine.get(data.CITIES) == phone(seed).get(data.CITIES)
    assert columns(DATABASE, "alarm_templates") == (
        "_id hour minutes daysofweek enabled vibrate label ringtone delete_after_use".split()
    )
    row = AlarmRow(4, 23, 59, "x", 3, False, False, "", True)
    assert round_trip(DATABASE, (row,), ()) == ((row,), ())


def test_an_impossible_time_in_the_database_is_refused() -> None:
    row = dict(zip(columns(DATABASE, "alarm_templates"), next(iter(DATABASE.dump((GYM,), ())["alarm_templates"])),
                   strict=True))  # fmt: skip
    with pytest.raises(ValueError, match="alarm 1 is at 24:30"):
        DATABASE.load({"alarm_templates": [{**row, "hour": 24}], "selected_cities": []})


def test_cities_have_their_standard_time_in_the_database() -> None:
    chosen = ("Delhi", "São Paulo", "Atlantis")
    assert DATABASE.dump((), chosen)["selected_cities"] == [
        ("delhi", "Delhi", "GMT+05:30", 19_800_000), ("são paulo", "São Paulo", "GMT-03:00", -10_800_000),
        ("atlantis", "Atlantis", "GMT+00:00", 0),
    ]  # fmt: skip
    assert round_trip(DATABASE, (), chosen) == ((), chosen)
