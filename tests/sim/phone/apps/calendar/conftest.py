from __future__ import annotations

import pytest

from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.apps.calendar.data import EVENTS
from crab_gym.sim.phone.apps.clock.data import ALARMS
from tests.sim.phone._drive import phone
from tests.sim.phone.apps.calendar._events import ONE, WEEKLY


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(EVENTS, (ONE, WEEKLY))
    machine.put(ALARMS, ())
    machine.execute("open_app", {"name": "Calendar"})
    return machine
