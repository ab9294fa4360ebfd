"""Fitness: a sub-task that tells when a track began."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line
from crab_tasks.kits.android.details.words import as_typed
from crab_tasks.kits.android.fitness import add_track, search_tracks
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import time_of_day

__all__ = ["STARTED"]


def _two_tracks(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The track, and one whose name begins like its own."""
    title = as_typed(params, "title")
    for name, time in ((title, params.time), (f"{title} (again)", params.other)):
        hour, _, minute = time.partition(":")
        add_track(devices["android"], name, rng.randrange(2100, 9900, 10), 60 * int(hour) + int(minute), rng)


def _see_track(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the track in the list."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from scroll_to(look, as_typed(params, "title"))


def _open_track(params: Params, look: Look) -> Iterator[Action]:
    """Opens the track."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from open_row(look, as_typed(params, "title"))


def _search_track(params: Params, look: Look) -> Iterator[Action]:
    """Searches the track."""
    yield from search_tracks(look, as_typed(params, "title"))


STARTED = SubTask(
    name="fitness.started",
    device="android",
    app="fitness",
    says="look up at what time the track whose name is {title} in the phone's Fitness app began",
    steps="on the phone, open Fitness, find the track whose name is {title} and read at what time it began",
    refers="the time at which the phone's track whose name is {title} began",
    inputs={"title": short_line("Measure the garden chair")},
    hidden={"time": time_of_day("09:25"), "other": time_of_day("17:40")},
    output="time",
    produce=lambda params: str(params.time),
    keys=("title",),
    setup=_two_tracks,
    checkpoints=lambda params: [app_opened("fitness", "fitness_open")],
    oracle={"fitness_open": _see_track},
    alternatives={"opened": _open_track, "searched": _search_track},
    backends=("sim", "adb"),
    tags=("fitness",),
)
