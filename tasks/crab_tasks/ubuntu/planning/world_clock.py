"""Add two cities to the world clock, and submit how many hours their times are apart."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.clock_settings import CITIES, SCHEMA, cities_text
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.moves import submit
from crab_tasks.kits.ubuntu.clocks.moves import add_city
from crab_tasks.kits.ubuntu.clocks.state import cities_shown

EAST = {"Manila": 8, "Bangkok": 7, "Tokyo": 9, "Karachi": 5}
WEST = {"Nairobi": 3, "Lagos": 1, "Honolulu": -10, "Dubai": 4}
"""Cities and their hours ahead of UTC, the same all year."""


def apart(params: Params) -> int:
    """Returns the hours between the times of both cities."""
    return EAST[params.east] - WEST[params.west]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Empties the world clock."""
    devices.ubuntu.set_setting(SCHEMA, CITIES, cities_text([]))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Each city; then the answer."""
    return [
        Checkpoint(
            id="east_added", device="ubuntu", app="clocks", evaluator=check(cities_shown, cities=(params.east,))
        ),
        Checkpoint(
            id="west_added", device="ubuntu", app="clocks", evaluator=check(cities_shown, cities=(params.west,))
        ),
        Checkpoint(
            id="answered",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, kind="count", value=apart(params), unit="h"),
            after=("east_added", "west_added"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """Both cities."""
    return [may_add("ubuntu", "city", name=params.east), may_add("ubuntu", "city", name=params.west)]


def add_east(params: Params, look: Look) -> Iterator[Action]:
    """Adds the city in the east."""
    yield from add_city(look, params.east)


def add_west(params: Params, look: Look) -> Iterator[Action]:
    """Adds the city in the west."""
    yield from add_city(look, params.west)


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the hours."""
    yield submit(str(apart(params)))


def one_city(params: Params, look: Look) -> Iterator[Action]:
    """Adds one of them only."""
    yield from add_east(params, look)
    yield from answer(params, look)


def from_here(params: Params, look: Look) -> Iterator[Action]:
    """Submits how many hours the first city is ahead of the desktop's own time."""
    yield from add_east(params, look)
    yield from add_west(params, look)
    yield submit(str(EAST[params.east]))


def both_ways(params: Params, look: Look) -> Iterator[Action]:
    """Submits two numbers."""
    yield from add_east(params, look)
    yield from add_west(params, look)
    yield submit(f"{apart(params)} or {24 - apart(params)} hours")


def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    """Adds the cities in the other order, and submits a sentence."""
    yield from add_west(params, look)
    yield from add_east(params, look)
    yield submit(f"{params.east} is {apart(params)} hours ahead of {params.west}.")


def another_city(params: Params, look: Look) -> Iterator[Action]:
    """Adds one more city, and submits the hours with their unit."""
    yield from add_city(look, next(city for city in EAST if city != params.east))
    yield from add_east(params, look)
    yield from add_west(params, look)
    yield submit(f"{apart(params)}h")


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Submits a wrong number first, and the right one later."""
    yield from from_here(params, look)
    yield from answer(params, look)


TASK = Task(
    name="ubuntu.world_clock",
    description=(
        "On the desktop, add {east} and {west} to the world clock in Clocks. Then submit how many hours the time in "
        "{east} is ahead of the time in {west}."
    ),
    devices=("ubuntu",),
    parameters={"east": choice(tuple(EAST), type="city"), "west": choice(tuple(WEST), type="city")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"east_added": add_east, "west_added": add_west, "answered": answer},
    footprint=footprint,
    alternatives={"in_a_sentence": in_a_sentence, "another_city": another_city},
    near_misses={"one_city": one_city, "from_here": from_here, "both_ways": both_ways, "corrected": corrected},
    backends={"ubuntu": ("sim", "desktop")},
    tags=("heavy", "clock", "answer"),
)
