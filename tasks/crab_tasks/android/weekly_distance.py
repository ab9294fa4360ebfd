"""Add up the tracks of an activity of the last week, submit the sum, and rename the longest of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.fitness.state import TRACKS, track_named, tracks_are
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.footprints import nothing_else
from crab_tasks.kits.moves import launch, nothing_more, submit, tap
from crab_tasks.kits.state import app_in_front, whereabouts

NAMES = ("River path", "Past the mill", "Old railway", "Round the lake", "To the market", "Orchard lane", "North gate",
         "Water tower", "Castle hill", "Canal lock", "Pine loop")  # fmt: skip
ACTIVITIES = {"running": "trail running", "walking": "hiking", "biking": "mountain biking"}
"""Activity types, each with one that is easily mistaken for it."""
SPEEDS = {"running": 2.8, "walking": 1.4, "biking": 5.5, "hiking": 1.1, "trail running": 2.3, "mountain biking": 4.0}


class Track(NamedTuple):
    """A track; `hundredths` is its length in units of 10 m, `days` how long ago it was."""

    name: str
    activity: str
    hundredths: int
    days: int


def tracks(params: Params) -> list[Track]:
    """Returns the tracks: first three of the activity and of the week, the longest of these before the others."""
    dice = random.Random(params.lengths)
    longest, far, *lengths = sorted(dice.sample(range(180, 980), 9), reverse=True)
    dice.shuffle(lengths)
    similar = ACTIVITIES[params.activity]
    other = next(activity for activity in ACTIVITIES if activity != params.activity)
    days = dice.sample(range(1, 6), 3)
    kinds = [(params.activity, far, days[0])]
    kinds += [(params.activity, length, day) for length, day in zip(lengths, days[1:], strict=False)]
    kinds += [(params.activity, lengths[2], 9), (params.activity, longest, 12)]
    kinds += [(similar, lengths[3], 2), (other, lengths[4], 3), (other, lengths[5], 4), (similar, lengths[6], 15)]
    return [Track(name, *kind) for name, kind in zip(dice.sample(NAMES, len(kinds)), kinds, strict=True)]


def of_week(params: Params) -> list[Track]:
    """Returns the tracks that count, the longest first."""
    return [one for one in tracks(params) if one.activity == params.activity and one.days <= 7]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Replaces the tracks."""
    phone = devices.android
    midnight = int(phone.now()) // 86_400 * 86_400
    rows = []
    for i, one in enumerate(sorted(tracks(params), key=lambda one: -one.days)):
        start = midnight - one.days * 86_400 + rng.randint(7 * 60, 19 * 60) * 60
        metres = one.hundredths * 10.0
        moving = round(metres / SPEEDS[one.activity])
        total = moving + rng.randint(40, 400)
        rows.append(
            {"_id": i + 1, "name": one.name, "description": "", "category": one.activity,
             "activity_type": one.activity, "starttime": start * 1000, "stoptime": (start + total) * 1000,
             "numpoints": moving // 5, "totaldistance": metres, "totaltime": total * 1000, "movingtime": moving * 1000,
             "avgspeed": metres / total, "avgmovingspeed": metres / moving, "maxspeed": 1.5 * metres / moving,
             "minelevation": 80.0, "maxelevation": 130.0, "elevationgain": 60.0, "icon": "UNKNOWN",
             "uuid": rng.randbytes(16), "elevationloss": 55.0, "starttime_offset": 0}
        )  # fmt: skip
    phone.set_table(TRACKS, "tracks", rows)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Fitness is opened; then the sum and the new name; at last the other tracks are as they were."""
    longest = of_week(params)[0]
    renamed = check(track_named, name=params.name, metres=longest.hundredths * 10)
    rows = [(one.name, one.activity, one.hundredths * 10) for one in tracks(params) if one != longest]
    rows.append((params.name, longest.activity, longest.hundredths * 10))
    total = check_answer(
        answer_is, kind="amount", value=sum(one.hundredths for one in of_week(params)) / 100, unit="km"
    )
    opened = check(app_in_front, device="android", app="fitness")
    after = ("fitness_open",)
    return [
        whereabouts(id="fitness_open", device="android", app="fitness", evaluator=opened),
        Checkpoint(id="answered", device="root", app="answer", evaluator=total, after=after),
        Checkpoint(id="renamed", device="android", app="fitness", evaluator=renamed, after=after),
        Checkpoint(
            id="all_right",
            device="android",
            app="fitness",
            evaluator=check(tracks_are, tracks=tuple(rows)),
            after=("answered", "renamed"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The longest track gets its name."""
    longest = max(of_week(params), key=lambda one: one.hundredths)
    return [may_change("android", "track", ("name",), name=longest.name), *nothing_else("android")]


def list_tracks(params: Params, look: Look) -> Iterator[Action]:
    """Lists the activity's tracks."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield tap(look, description="Search")
    yield from type_into(look, "Search tracks", params.activity)


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Lists the activity's tracks, and submits the sum."""
    yield from list_tracks(params, look)
    yield submit(kilometres(of_week(params)))


def kilometres(rows: Sequence[Track]) -> str:
    """Returns how long some tracks are together."""
    total = sum(one.hundredths for one in rows)
    return f"{total // 100}.{total % 100:02} km"


def give_name(look: Look, old: str, name: str) -> Iterator[Action]:
    """Renames a track."""
    yield from open_first_page(look, "Fitness", "track_list_search")
    yield from scroll_to(look, old)
    yield tap(look, text=old, role="list_item")
    yield tap(look, description="Edit")
    yield action("android", "write_text", text=name)
    yield tap(look, text="Save", role="button")


def rename(params: Params, look: Look) -> Iterator[Action]:
    """Renames the longest track."""
    yield from give_name(look, of_week(params)[0].name, params.name)


def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    """Renames the track before it submits a sentence."""
    yield action("android", "open_app", name="Fitness")
    yield from rename(params, look)
    yield submit(f"In the last seven days they are {kilometres(of_week(params))} together.")


def all_time(params: Params, look: Look) -> Iterator[Action]:
    """Adds up the activity's older tracks too."""
    yield from rename(params, look)
    yield submit(kilometres([one for one in tracks(params) if one.activity == params.activity]))


def similar_too(params: Params, look: Look) -> Iterator[Action]:
    """Takes the similar activity for the same."""
    other = next(one for one in tracks(params) if one.activity == ACTIVITIES[params.activity])
    yield from rename(params, look)
    yield submit(kilometres([*of_week(params), other]))


def longest_ever(params: Params, look: Look) -> Iterator[Action]:
    """Renames the longest of all tracks."""
    yield from give_name(look, max(tracks(params), key=lambda one: one.hundredths).name, params.name)
    yield submit(kilometres(of_week(params)))


def with_metres(params: Params, look: Look) -> Iterator[Action]:
    """Submits the sum with a comma, and in metres as well."""
    total = sum(one.hundredths for one in of_week(params))
    yield from list_tracks(params, look)
    yield from rename(params, look)
    yield submit(f"{total // 100},{total % 100:02}km ({total * 10} m)")


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Submits a sum that is wrong first."""
    yield from all_time(params, look)
    yield from answer(params, look)


TASK = Task(
    name="android.weekly_distance",
    description=(
        "In the phone's Fitness app, look up the tracks of the last seven days whose activity type is exactly "
        '"{activity}". Submit how many kilometres long they are in total, with two decimals, and rename the longest of '
        'them to "{name}". Change nothing else.'
    ),
    devices=("android",),
    parameters={
        "activity": choice(tuple(ACTIVITIES), type="activity"),
        "name": choice(("Best of the week", "Long one", "For the record"), type="track_name"),
        "lengths": integer(0, 9999, 3, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"fitness_open": launch("Fitness"), "answered": answer, "renamed": rename, "all_right": nothing_more},
    footprint=footprint,
    alternatives={"in_a_sentence": in_a_sentence, "with_metres": with_metres},
    near_misses={
        "all_time": all_time, "similar_too": similar_too, "longest_ever": longest_ever, "corrected": corrected,
    },
    backends={"android": ("sim", "adb")},
    version=4,
    tags=("fitness", "answer"),
)  # fmt: skip
