"""Fitness: sub-tasks that tell when a track began, and how long tracks are together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_gym.task.types import short_line
from crab_tasks.kits.android.fitness.moves import search_tracks
from crab_tasks.kits.android.fitness.state import TRACKS, add_track
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, as_typed, time_of_day

__all__ = ["STARTED", "TOTAL"]


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
    called="track's start time",
    produce=lambda params: str(params.time),
    keys=("title",),
    setup=_two_tracks,
    checkpoints=lambda params: [app_opened("fitness", "fitness_open")],
    oracle={"fitness_open": _see_track},
    alternatives={"opened": _open_track, "searched": _search_track},
    backends=("sim", "adb"),
    tags=("fitness",),
)


def _metres(kilometres: str) -> int:
    return round(float(kilometres) * 1000)


def _two_of_a_kind(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Two tracks are all of the activity type."""
    phone = devices["android"]
    rows = phone.table(TRACKS, "tracks")
    kept = [row for row in rows if params.activity not in (row["category"], row["activity_type"])]
    if len(kept) < len(rows):
        phone.set_table(TRACKS, "tracks", kept)
    for name, length in (("Round tour", params.first), ("There and back", params.second)):
        minute = rng.randint(7 * 60, 18 * 60)
        add_track(phone, f"{name} ({params.activity})", _metres(length), minute, rng, params.activity)


def _see_statistics(params: Params, look: Look) -> Iterator[Action]:
    """Opens the statistics, and scrolls to the activity type."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield tap(look, description="Statistics")
    yield from scroll_to(look, f"{_metres(params.first) / 1000 + _metres(params.second) / 1000:.2f} km")


def _add_up(params: Params, look: Look) -> Iterator[Action]:
    """Searches the tracks of the activity type, and adds their lengths up."""
    yield from search_tracks(look, params.activity)


def _open_both(params: Params, look: Look) -> Iterator[Action]:
    """Opens the tracks, and the statistics."""
    for name in ("Round tour", "There and back"):
        yield from open_first_page(look, "Fitness", "track_list_search")
        yield from open_row(look, f"{name} ({params.activity})")
    yield from _see_statistics(params, look)


TOTAL = SubTask(
    name="fitness.total",
    device="android",
    app="fitness",
    says="look up how many km all tracks of the activity type {activity} in the phone's Fitness app are long together",
    steps="on the phone, open Fitness, tap Statistics, scroll to the activity type {activity} and read the distance of "
    "all its tracks together in km",
    refers="the length in km of all the phone's tracks of the activity type {activity} together",
    inputs={"activity": choice(("biking", "hiking", "running"))},
    hidden={"first": amount("12.30", 3, 30), "second": amount("8.45", 3, 30)},
    output="amount",
    called="total length",
    produce=lambda params: f"{float(params.first) + float(params.second):.2f}",
    setup=_two_of_a_kind,
    checkpoints=lambda params: [app_opened("fitness", "fitness_open")],
    oracle={"fitness_open": _see_statistics},
    alternatives={"added_up": _add_up, "opened": _open_both},
    backends=("sim", "adb"),
    tags=("fitness",),
)
