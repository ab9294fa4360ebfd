"""AndroidWorld's questions for an event's place and for the time of a meeting."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_tasks.android_world.published import like
from crab_tasks.android_world.simple_calendar.asking import (
    NAMES,
    OTHERS,
    PLACES,
    around,
    checkpoints,
    day_of,
    lasting,
    seconds,
    time_at,
)
from crab_tasks.android_world.simple_calendar.days import near_dates, open_first
from crab_tasks.kits.android.calendar.events import DAY, fill_calendar, midnight, show_day, title, today_of
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.android.rows import tap_row, to_row
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.moves import submit, tap

TASKS = ("LOCATION_OF_EVENT", "NEXT_MEETING_WITH_PERSON")


def one_place(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the event with its place, and a later one with a title that begins like its own."""
    begin = midnight(params.date)
    others = around(rng, begin, (params.first,), OTHERS - 1, lambda one: False)
    place = rng.choice([place for place in PLACES if place != params.place])
    longer = lasting(rng, f"{params.first} again", begin + 3 * DAY + 3600 * rng.randrange(24), place)
    event = lasting(rng, params.first, begin + seconds(params.time), params.place)
    fill_calendar(devices.android, [*others, longer, event])


def place_answered(params: Params) -> Sequence[Checkpoint]:
    """The calendar; then the place."""
    return checkpoints(check_answer(answer_is, kind="place", value=params.place))


def find_event(look: Look, name: str) -> Iterator[Action]:
    """Searches an event and opens it."""
    yield tap(look, description="Search")
    yield from type_into(look, "Search", name)
    yield from tap_row(look, name)


def read_place(params: Params, look: Look) -> Iterator[Action]:
    """Searches the event, opens it and answers."""
    yield from open_first(params, look)
    yield from find_event(look, params.first)
    yield submit(params.place)


def read_place_on_day(params: Params, look: Look) -> Iterator[Action]:
    """Reads the place in the list of the date's events."""
    yield from show_day(look, day_of(params))
    yield from to_row(look, params.first)
    yield submit(params.place.upper())


def read_place_in_schedule(params: Params, look: Look) -> Iterator[Action]:
    """Opens the event from the schedule."""
    yield from show_day(look, day_of(params))
    yield tap(look, text="Schedule", role="tab")
    yield from tap_row(look, params.first)
    yield submit(params.place)


def another_place(params: Params, look: Look) -> Iterator[Action]:
    """Answers with the place of the other event."""
    yield from open_first(params, look)
    yield from find_event(look, f"{params.first} again")
    yield submit(next(place for place in PLACES if place != params.place))


def title_answered(params: Params, look: Look) -> Iterator[Action]:
    """Answers with the event's title."""
    yield from open_first(params, look)
    yield submit(params.first)


LOCATION_OF_EVENT = Task(
    **like("SimpleCalendarLocationOfEvent"),
    description='Where does the event "{first}" in the phone\'s Calendar take place? Submit the location.',
    parameters={
        "date": near_dates("2026-11-13"),
        "time": time_at("17:20"),
        "first": title("Visit to the winter play"),
        "place": choice(PLACES, "Market hall", type="location"),
    },
    setup=one_place,
    checkpoints=place_answered,
    oracle={"calendar_open": open_first, "answered": read_place},
    alternatives={"on_the_day": read_place_on_day, "schedule": read_place_in_schedule},
    near_misses={"another_place": another_place, "title": title_answered},
)


def meetings(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the meeting, one with the person that is over, a later one, and one with somebody else before it."""
    phone = devices.android
    begin, today = midnight(params.date), today_of(phone)
    other = rng.choice([name for name in NAMES if name != params.name])
    starts = {
        f"Supper with {params.name}": (
            begin + seconds(params.time),
            today - 3 * DAY + 3600 * rng.randrange(8, 20),
            begin + 5 * DAY + 3600 * rng.randrange(8, 20),
        ),
        f"Supper with {other}": (begin - DAY + seconds(params.time),),
    }
    planned = [lasting(rng, name, start) for name, times in starts.items() for start in times]
    fill_calendar(phone, [*around(rng, begin, (), OTHERS - 3, lambda one: False), *planned])


def moment_answered(params: Params) -> Sequence[Checkpoint]:
    """The calendar; then date and time."""
    return checkpoints(check_answer(answer_is, kind="moment", value=f"{params.date} {params.time}"))


def in_words(date: str) -> str:
    """Returns a date as the goal wants it.

    >>> in_words("2026-11-03")
    'November 3 2026'
    """
    year, month, number = date.split("-")
    return f"{('November', 'December')[int(month) - 11]} {int(number)} {year}"


def search_meeting(params: Params, look: Look) -> Iterator[Action]:
    """Searches the meetings with the person and answers."""
    yield from open_first(params, look)
    yield tap(look, description="Search")
    yield from type_into(look, "Search", f"with {params.name}")
    yield submit(f"{in_words(params.date)} {params.time}")


def open_meeting(params: Params, look: Look) -> Iterator[Action]:
    """Comes upon the meeting on its day, opens it, and answers in a sentence."""
    yield from show_day(look, day_of(params))
    yield from tap_row(look, f"Supper with {params.name}")
    yield submit(f"It begins on {params.date} at {params.time}")


def read_meeting_in_schedule(params: Params, look: Look) -> Iterator[Action]:
    """Comes upon the meeting in the schedule."""
    yield from show_day(look, day_of(params))
    yield tap(look, text="Schedule", role="tab")
    yield from to_row(look, f"Supper with {params.name}")
    yield submit(f"{in_words(params.date)}, {params.time}")


def day_before(params: Params, look: Look) -> Iterator[Action]:
    """Answers with the day of the meeting with somebody else."""
    yield from open_first(params, look)
    year, month, number = params.date.split("-")
    yield submit(f"{in_words(f'{year}-{month}-{int(number) - 1:02}')} {params.time}")


def without_time(params: Params, look: Look) -> Iterator[Action]:
    """Answers with the date alone."""
    yield from open_first(params, look)
    yield submit(in_words(params.date))


NEXT_MEETING_WITH_PERSON = Task(
    **like("SimpleCalendarNextMeetingWithPerson"),
    description=(
        "When do I meet {name} next according to the phone's Calendar? Submit the date and the time at which it "
        'begins, in the 24-hour format, such as "March 5 2026 09:05".'
    ),
    parameters={
        "name": choice(NAMES, type="first_name"),
        "date": near_dates("2026-11-29"),
        "time": time_at("11:30"),
    },
    setup=meetings,
    checkpoints=moment_answered,
    oracle={"calendar_open": open_first, "answered": search_meeting},
    alternatives={"on_the_day": open_meeting, "schedule": read_meeting_in_schedule},
    near_misses={"day_before": day_before, "without_time": without_time},
)


CHANGES: Mapping[str, str] = {
    LOCATION_OF_EVENT.name: "Another event's title begins like this one's.",
    NEXT_MEETING_WITH_PERSON.name: "A meeting with the person is over, another one comes later.",
}
"""How each of ours differs, by its name; "" where only the words do."""
