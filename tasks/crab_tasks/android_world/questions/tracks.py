"""Questions about the tracks of the Fitness app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check_answer
from crab_gym.task import Action, Look, Oracle, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, integer
from crab_tasks.android_world.published import like
from crab_tasks.android_world.questions.asking import PAST, asked, submitting
from crab_tasks.kits.android.fitness.moves import search_tracks
from crab_tasks.kits.android.fitness.state import Track, plant_tracks
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.answers import answer_is, answer_names_all

TASKS = (
    "ACTIVITIES_ON_DATE", "COUNT_FOR_WEEK", "DURATION", "LONGEST", "TOTAL_DISTANCE", "TOTAL_DURATION",
)  # fmt: skip

CATEGORIES = (
    "running", "cycling", "swimming", "hiking", "mountain biking", "kayaking", "skiing", "snow boarding",
    "skate boarding", "climbing", "inline skating", "sailing",
)  # fmt: skip
_MINUTES = (15, 20, 30, 40, 45, 50, 60, 75, 80, 90, 105, 120, 135, 150, 165, 180, 210, 240, 270)
_METRES = range(100, 12_001, 10)
_NOISE = 20
"""Tracks that the question isn't about."""
_FIRSTS = ("Slow", "Muddy", "Windy", "Quiet", "Hurried", "Foggy")
_SECONDS = ("loop", "round", "outing", "session", "detour", "Sunday")


class Draw(NamedTuple):
    """The tracks of an episode: those that are asked for, and the others."""

    wanted: Sequence[Track]
    others: Sequence[Track]


def _track(dice: random.Random, days: int, category: str) -> Track:
    """Draws a track; one of today is over before the day begins, when devices boot."""
    minute = dice.randrange(30, 180, 5) if days == 0 else dice.randrange(6 * 60, 19 * 60, 5)
    return Track("", category, days, minute, dice.choice(_MINUTES), dice.choice(_METRES))


def _drawn(params: Params, wanted: Sequence[Track], fits: Callable[[Track], bool], near: Sequence[Track]) -> Draw:
    """Gives tracks names, and draws others.

    Args:
        params: The task's parameters.
        wanted: The tracks that are asked for.
        fits: Returns whether a track would be asked for as well, so that it can't be one of the others.
        near: Others that nearly are.
    """
    dice = random.Random(f"others {params.draw}")
    others = list(near)
    while len(others) < _NOISE:
        track = _track(dice, dice.randrange(31), dice.choice(CATEGORIES))
        if not fits(track):
            others.append(track)
    all_names = [f"{first} {second}" for first in _FIRSTS for second in _SECONDS]
    names = dice.sample(all_names, len(wanted) + len(others))
    named = [track._replace(name=name) for track, name in zip([*wanted, *others], names, strict=True)]
    return Draw(named[: len(wanted)], named[len(wanted) :])


Drawer = Callable[[Params], Draw]


def _setup(draw: Drawer) -> Callable[[Devices, Params, random.Random], None]:
    def plant(devices: Devices, params: Params, rng: random.Random) -> None:
        plant_tracks(devices.android, [*draw(params).wanted, *draw(params).others], rng)

    return plant


def _open(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app."""
    yield from open_first_page(look, "Fitness", "track_list_search")


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Lists the tracks of the activity type."""
    yield from search_tracks(look, params.category)


def _browse(draw: Drawer) -> Oracle:
    """Looks for the tracks in the whole list, and opens one."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _open(params, look)
        for track in draw(params).wanted:
            yield from scroll_to(look, track.name)
        yield from open_row(look, draw(params).wanted[-1].name)

    return run


_CATEGORY = {"category": choice(CATEGORIES, type="activity")}
_DRAW = {"draw": integer(0, 99_999, 4, type="seed")}


class _Number(NamedTuple):
    """What is asked of some tracks.

    Attributes:
        of: Returns the number that some tracks have.
        counts: What it counts.
        unit: The symbol of its unit; ``""`` for none.
    """

    of: Callable[[Sequence[Track]], int]
    counts: str
    unit: str = ""

    def checkpoints(self, value: int) -> Sequence[Checkpoint]:
        """Returns the checkpoints for a number."""
        return asked("fitness", check_answer(answer_is, kind="count", value=value, unit=self.unit))


_COUNT = _Number(len, "tracks")
_DURATION = _Number(lambda tracks: sum(track.minutes for track in tracks), "minutes", "min")
_DISTANCE = _Number(lambda tracks: sum(track.metres for track in tracks), "m", "m")


def _how_much(
    published: str, goal: str, draw: Drawer, number: _Number, parameters: Mapping[str, Parameter] | None = None
) -> Task:
    """Returns a task that asks for a number.

    Args:
        published: The name of AndroidWorld's task.
        goal: What is asked.
        draw: Draws the tracks; the first of the others is one that may be counted by mistake.
        number: The number that is asked for.
        parameters: The parameters besides the activity type.
    """

    def value(params: Params) -> int:
        return number.of(draw(params).wanted)

    def with_another(params: Params) -> str:
        return str(number.of([*draw(params).wanted, draw(params).others[0]]))

    def half(params: Params) -> str:
        wanted = draw(params).wanted
        return str(number.of(wanted[:-1]) if len(wanted) > 1 else value(params) // 2)

    return Task(
        **like(published),
        description=goal,
        parameters={**_CATEGORY, **(parameters or {}), **_DRAW},
        setup=_setup(draw),
        checkpoints=lambda params: number.checkpoints(value(params)),
        oracle={"app_open": _open, "answered": submitting(_search, lambda params: str(value(params)))},
        alternatives={
            "browsed": submitting(_browse(draw), lambda params: str(value(params))),
            "in_a_sentence": submitting(_search, lambda params: f"It is {value(params)} {number.counts}."),
        },
        near_misses={
            "with_another": submitting(_search, with_another),
            "half": submitting(_search, half),
            "a_guess": submitting(_search, lambda params: f"{value(params)} or {with_another(params)}"),
        },
    )


_WEEK = "This week means today and the six days before it."


def _in_week(params: Params, count: int) -> list[Track]:
    """Draws tracks of the activity type in the week that ends today, on different days while there are any."""
    dice = random.Random(params.draw)
    days = dice.sample([*range(7), *range(7)], count) if count > 7 else dice.sample(range(7), count)
    return [_track(dice, day, params.category) for day in days]


def _just_before(params: Params) -> list[Track]:
    """Returns two tracks of the activity type before the week, and one of another in it."""
    dice = random.Random(f"near {params.draw}")
    other = CATEGORIES[(CATEGORIES.index(params.category) + 1) % len(CATEGORIES)]
    return [_track(dice, 7, params.category), _track(dice, 9, params.category), _track(dice, 2, other)]


def _of_week(params: Params) -> Callable[[Track], bool]:
    return lambda track: track.category == params.category and track.days < 7


def _counted(params: Params) -> Draw:
    count = random.Random(f"how many {params.draw}").randint(2, 14)
    return _drawn(params, _in_week(params, count), _of_week(params), _just_before(params))


COUNT_FOR_WEEK = _how_much(
    "SportsTrackerActivitiesCountForWeek",
    f'How many tracks of the activity type "{{category}}" does the phone\'s Fitness app have for this week? {_WEEK} '
    "Submit the number.",
    _counted,
    _COUNT,
)


def _summed(params: Params) -> Draw:
    return _drawn(params, _in_week(params, 2), _of_week(params), _just_before(params))


TOTAL_DURATION = _how_much(
    "SportsTrackerTotalDurationForCategoryThisWeek",
    "What is the total time of this week's tracks of the activity type \"{category}\" in the phone's Fitness app? "
    f"{_WEEK} Submit the total time as a whole number of minutes.",
    _summed,
    _DURATION,
)


def _longest(params: Params) -> Draw:
    """A longer one is of last week, and shorter ones of this week."""
    dice = random.Random(f"lengths {params.draw}")
    shorter, short, length, longer = sorted(dice.sample(_METRES, 4))
    wanted, *rest = _in_week(params, 3)
    near = [track._replace(metres=longer) for track in _just_before(params)]
    near += [rest[0]._replace(metres=short), rest[1]._replace(metres=shorter)]
    return _drawn(params, [wanted._replace(metres=length)], _of_week(params), near)


LONGEST = _how_much(
    "SportsTrackerLongestDistanceActivity",
    "How long is the longest of this week's tracks of the activity type \"{category}\" in the phone's Fitness app? "
    f"{_WEEK} Submit its length as a whole number of metres.",
    _longest,
    _DISTANCE,
)

_UNTIL = {word: days for word, days in PAST.items() if days <= 5}
_SINCE = {word: days for word, days in PAST.items() if 6 <= days <= 14}


def _between(params: Params) -> Draw:
    first, last = _SINCE[params.start], _UNTIL[params.end]
    dice = random.Random(params.draw)
    days = [first, *dice.sample(range(last, first), min(dice.randint(1, 2), first - last))]

    def fits(track: Track) -> bool:
        return track.category == params.category and last <= track.days <= first

    near = [_track(dice, first + 1, params.category), _track(dice, first + 3, params.category)]
    near += [_track(dice, last - 1, params.category)] * (last > 0)
    return _drawn(params, [_track(dice, day, params.category) for day in days], fits, near)


TOTAL_DISTANCE = _how_much(
    "SportsTrackerTotalDistanceForCategoryOverInterval",
    'What is the total length of the tracks of the activity type "{category}" that were recorded in the phone\'s '
    "Fitness app from {start} to {end}, both days included? Submit it as a whole number of metres.",
    _between,
    _DISTANCE,
    {"start": choice(tuple(_SINCE), type="day"), "end": choice(tuple(_UNTIL), type="day")},
)

_LATELY = {word: days for word, days in PAST.items() if days <= 10}


def _on_day(params: Params) -> Draw:
    day, dice = _LATELY[params.when], random.Random(params.draw)
    other = CATEGORIES[(CATEGORIES.index(params.category) + 1) % len(CATEGORIES)]
    near = [_track(dice, day + 1, params.category), _track(dice, day, other)]
    near += [_track(dice, day - 1, params.category)] * (day > 0)

    def fits(track: Track) -> bool:
        return track.category == params.category and track.days == day

    return _drawn(params, [_track(dice, day, params.category)], fits, near)


DURATION = _how_much(
    "SportsTrackerActivityDuration",
    'What is the total time of the track of the activity type "{category}" that was recorded {when} in the phone\'s '
    "Fitness app? Submit it as a whole number of minutes.",
    _on_day,
    _DURATION,
    {"when": choice(tuple(_LATELY), type="day")},
)

_EARLIER = {word: days for word, days in PAST.items() if days >= 3}


def _two_kinds(params: Params) -> Draw:
    """Two tracks of that day, of different types; others of the days beside it."""
    day, dice = _EARLIER[params.when], random.Random(params.draw)
    kinds = dice.sample(CATEGORIES, 4)
    wanted = [_track(dice, day, kind)._replace(minute=minute) for kind, minute in zip(kinds, (480, 900), strict=False)]
    near = [_track(dice, day + 1, kinds[2]), _track(dice, day - 1, kinds[3])]
    return _drawn(params, wanted, lambda track: track.days == day, near)


def _kinds(params: Params) -> list[str]:
    return [track.category for track in _two_kinds(params).wanted]


def _open_each(params: Params, look: Look) -> Iterator[Action]:
    """Opens the day's tracks, whose pages tell their types."""
    yield from _open(params, look)
    for track in _two_kinds(params).wanted:
        yield from open_row(look, track.name)
        yield action("android", "press", key="back")


def _search_each(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the types."""
    for kind in _kinds(params):
        yield from search_tracks(look, kind)


def _other_kind(params: Params) -> str:
    return next(kind for kind in CATEGORIES if kind not in _kinds(params))


ACTIVITIES_ON_DATE = Task(
    **like("SportsTrackerActivitiesOnDate"),
    description=(
        "Which activity types do the tracks that were recorded {when} have in the phone's Fitness app? Submit the "
        "types only, separated by commas if there are several."
    ),
    parameters={"when": choice(tuple(_EARLIER), type="day"), **_DRAW},
    setup=_setup(_two_kinds),
    checkpoints=lambda params: asked("fitness", check_answer(answer_names_all, items=tuple(_kinds(params)))),
    oracle={"app_open": _open, "answered": submitting(_open_each, lambda params: ", ".join(_kinds(params)))},
    alternatives={
        "backwards": submitting(_open_each, lambda params: " and ".join(_kinds(params)[::-1])),
        "searched": submitting(_search_each, lambda params: ", ".join(_kinds(params)).title()),
    },
    near_misses={
        "one_only": submitting(_open_each, lambda params: _kinds(params)[0]),
        "one_twice": submitting(_open_each, lambda params: ", ".join(_kinds(params)[:1] * 2)),
        "one_more": submitting(_open_each, lambda params: ", ".join([*_kinds(params), _other_kind(params)])),
        "names": submitting(_open_each, lambda params: ", ".join(t.name for t in _two_kinds(params).wanted)),
    },
)

_SEVEN_DAYS = "Its week is the seven days until today, since our phones don't always start on a Sunday"
CHANGES: Mapping[str, str] = {
    ACTIVITIES_ON_DATE.name: "Both types have to be named; theirs takes one of them twice.",
    COUNT_FOR_WEEK.name: f"{_SEVEN_DAYS}; two to nine tracks count rather than always two.",
    DURATION.name: "A track of another type is of that day as well, and one of that type of the day before.",
    LONGEST.name: f"{_SEVEN_DAYS}; a longer track is of the week before. "
    "Lengths are in steps of 10 m, which the app shows exactly, so that the answer must be exact.",
    TOTAL_DISTANCE.name: "The tracks are of different days between the two; theirs are all of the first. "
    "The sum must be exact.",
    TOTAL_DURATION.name: f"{_SEVEN_DAYS}.",
}
