from __future__ import annotations

import pytest

from crab_sim.phone.apps.clock.data import Stopwatch, TimerRow
from crab_sim.phone.apps.clock.watch_database import DATABASE
from tests.simulator.phone._tables import round_trip, tables

TIMERS = (TimerRow(1, 90, 12.5), TimerRow(3, 600, 600.0, 1.7e9, rung=True))


@pytest.mark.parametrize(
    "watch", [Stopwatch(), Stopwatch(1.7e9, 12.25, (3.5, 9.75)), Stopwatch(0.0, 61.5)], ids=["reset", "runs", "stands"]
)
def test_the_stopwatch_and_the_timers_are_in_it(watch: Stopwatch) -> None:
    assert round_trip(DATABASE, watch, TIMERS) == (watch, TIMERS)


def test_a_stopwatch_that_makes_no_sense_is_refused() -> None:
    rows = tables(DATABASE, Stopwatch(0.0, 61.5), TIMERS)
    for stopwatch in (rows["stopwatch"] * 2, [{"running_since": -1.0, "accumulated": 2.0}]):
        with pytest.raises(ValueError, match="expected"):
            DATABASE.load({**rows, "stopwatch": stopwatch})
    with pytest.raises(ValueError, match="expected 1 second"):
        DATABASE.load({**rows, "timers": [{**rows["timers"][0], "length": 0}]})
