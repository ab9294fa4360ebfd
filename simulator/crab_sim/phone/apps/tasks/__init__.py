"""The phone's Tasks app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.tasks import data as tasks_data
from crab_sim.phone.apps.tasks.data import DATABASE, seed, seed_stars

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="tasks", name="Tasks", icon="tasks", color=(66, 103, 210)),
    seeders={tasks_data.TODOS: seed, tasks_data.STARS: seed_stars},
    databases=(DATABASE,),
    shares={"text": lambda text: ("add", text.partition("\n")[0])},
)
