from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.apps.calendar.data import EVENTS
from crab_sim.phone.apps.clock.data import ALARMS
from tests.simulator.phone._drive import phone
from tests.simulator.phone.apps.calendar._events import ONE, WEEKLY


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(EVENTS, (ONE, WEEKLY))
    machine.put(ALARMS, ())
    machine.execute("open_app", {"name": "Calendar"})
    return machine
