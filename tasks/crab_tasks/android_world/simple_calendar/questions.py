"""AndroidWorld's questions for titles of the calendar's events."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check_answer
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_gym.task.parameters import Parameter
from crab_tasks.android_world.published import like
from crab_tasks.android_world.simple_calendar.asking import (
    OTHERS,
    TIMES,
    around,
    checkpoints,
    day_of,
    lasting,
    seconds,
    time_at,
)
from crab_tasks.android_world.simple_calendar.days import near_dates, open_first
from crab_tasks.kits.android.calendar.events import (
    DAY,
    Day,
    Planned,
    fill_calendar,
    midnight,
    noise,
    show_day,
    title,
    today_of,
)
from crab_tasks.kits.android.rows import to_row
from crab_tasks.kits.answers import answer_names_all
from crab_tasks.kits.moves import submit, tap

TASKS = (
    "ANY_EVENTS_ON_DATE", "EVENT_ON_DATE_AT_TIME", "EVENTS_IN_NEXT_WEEK", "EVENTS_IN_TIME_RANGE", "EVENTS_ON_DATE",
    "FIRST_EVENT_AFTER_START_TIME", "NEXT_EVENT",
)  # fmt: skip

LIST = "Submit the title, or the titles separated by commas if there are several."


def titles(params: Params) -> tuple[str, ...]:
    """Returns the titles that are the answer."""
    return tuple(getattr(params, name) for name in ("first", "second", "third") if hasattr(params, name))


def titles_answered(params: Params) -> Sequence[Checkpoint]:
    """The calendar; then the titles."""
    return checkpoints(check_answer(answer_names_all, items=titles(params)))


def read_day(params: Params, look: Look) -> Iterator[Action]:
    """Shows the date below its month and answers with the titles."""
    yield from show_day(look, day_of(params))
    for name in titles(params):
        yield from to_row(look, name)
    yield submit(", ".join(titles(params)))


def read_schedule(params: Params, look: Look) -> Iterator[Action]:
    """Reads the schedule from the date on, and answers in small letters, the last title first."""
    yield from show_day(look, day_of(params))
    yield tap(look, text="Schedule", role="tab")
    yield submit(", ".join(reversed(titles(params))).lower())


def read_hours(params: Params, look: Look) -> Iterator[Action]:
    """Reads the hours of the date, and answers with a line for each title."""
    yield from show_day(look, day_of(params))
    yield tap(look, text="Day", role="tab")
    yield submit("\n".join(titles(params)))


def another_title(params: Params) -> str:
    """Returns a title that is none of the answer's."""
    return next(name for name in ("Call about the new kiln", "Visit to the old mill") if name not in titles(params))


def with_another(params: Params, look: Look) -> Iterator[Action]:
    """Answers with one title too many."""
    yield from show_day(look, Day(anchor="-"))
    yield submit(", ".join([*titles(params), another_title(params)]))


def one_missing(params: Params, look: Look) -> Iterator[Action]:
    """Answers with one of the titles as often as there are titles, or with another one."""
    yield from show_day(look, Day(anchor="-"))
    first, *others = titles(params)
    yield submit(", ".join([first] * (1 + len(others))) if others else another_title(params))


def not_looked(params: Params, look: Look) -> Iterator[Action]:
    """Answers without looking."""
    yield submit(", ".join(titles(params)))


def question(
    published: str,
    description: str,
    parameters: Mapping[str, Parameter],
    setup: Callable[[Devices, Params, random.Random], None],
    oracle: Oracle,
    alternatives: Mapping[str, Oracle],
) -> Task:
    """Returns a question whose answer is one title or several.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        parameters: The parameters.
        setup: Plants the events.
        oracle: Reads and answers.
        alternatives: Other ways to do so.
    """
    return Task(
        **like(published),
        description=description,
        parameters=parameters,
        setup=setup,
        checkpoints=lambda params: titles_answered(params),
        oracle={"calendar_open": open_first, "answered": oracle},
        alternatives=alternatives,
        near_misses={"with_another": with_another, "one_missing": one_missing, "not_looked": not_looked},
    )


# Titles of a date ---------------------------------------------------------------------------------------------------


def one_on_date(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the date's only event."""
    begin = midnight(params.date)
    others = around(rng, begin, titles(params), OTHERS, lambda one: begin <= one.start < begin + DAY)
    fill_calendar(devices.android, [*others, lasting(rng, params.first, begin + seconds(params.time))])


def three_on_date(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the date's three events, of an hour each."""
    begin = midnight(params.date)
    others = around(rng, begin, titles(params), OTHERS, lambda one: begin <= one.start < begin + DAY)
    starts = [begin + seconds(time) for time in rng.sample(TIMES, 3)]
    planned = [Planned(name, start, start + 3600) for name, start in zip(titles(params), starts, strict=True)]
    fill_calendar(devices.android, [*others, *planned])


def one_at_time(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the event, and others at other times of the date."""
    begin = midnight(params.date)
    start = begin + seconds(params.time)
    others = around(rng, begin, titles(params), OTHERS - 2, lambda one: one.start == start)
    for time in rng.sample([time for time in TIMES if time != params.time], 2):
        name = noise(rng, begin, 1, 1, titles(params))[0].title
        others.append(lasting(rng, name, begin + seconds(time)))
    fill_calendar(devices.android, [*others, lasting(rng, params.first, start)])


EVENTS_ON_DATE = question(
    "SimpleCalendarEventsOnDate",
    f"Which events does the phone's Calendar have on {{date}}? {LIST}",
    {"date": near_dates("2026-11-14"), "time": time_at("16:15"), "first": title("Inspection of the reading room")},
    one_on_date,
    read_day,
    {"schedule": read_schedule, "hours": read_hours},
)
ANY_EVENTS_ON_DATE = question(
    "SimpleCalendarAnyEventsOnDate",
    f"Is there anything in the phone's Calendar for {{date}}? {LIST}",
    {
        "date": near_dates("2026-11-21"),
        "first": title("Visit to the autumn fair"),
        "second": title("Lecture on the flower bed"),
        "third": title("Call about the boat house"),
    },
    three_on_date,
    read_day,
    {"schedule": read_schedule, "hours": read_hours},
)
EVENT_ON_DATE_AT_TIME = question(
    "SimpleCalendarEventOnDateAtTime",
    f"What begins on {{date}} at {{time}} according to the phone's Calendar? {LIST}",
    {"date": near_dates("2026-11-18"), "time": time_at("13:30"), "first": title("Guests from the roof terrace")},
    one_at_time,
    read_day,
    {"schedule": read_schedule, "hours": read_hours},
)


# Titles of a stretch of time ----------------------------------------------------------------------------------------


def after_time(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the first event after the time, one before it and two later ones on the date."""
    begin = midnight(params.date)
    low = begin + seconds(params.time)
    start = low + 60 * rng.choice((5, 10, 20, 30, 45))
    others = around(
        rng, begin, titles(params), OTHERS - 3, lambda one: low <= one.start < begin + DAY or one.start == low
    )
    for at in (low - 3600, start + 1200, start + 4500):
        others.append(lasting(rng, noise(rng, begin, 1, 1, titles(params))[0].title, at))
    fill_calendar(devices.android, [*others, lasting(rng, params.first, start)])


def in_range(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the only event that begins between the time and eight in the evening, one before and one after it."""
    begin = midnight(params.date)
    low, high = begin + seconds(params.time), begin + 20 * 3600
    start = low + 60 * rng.choice((5, 15, 30, 60, 90, 120))
    others = around(
        rng, begin, titles(params), OTHERS - 2, lambda one: one.start <= high and one.end >= low and one.end > begin
    )
    before, after = (noise(rng, begin, 1, 1, titles(params))[0].title for _ in range(2))
    others += [Planned(before, low - 5400, low - 1800), lasting(rng, after, high + 1200)]
    fill_calendar(devices.android, [*others, lasting(rng, params.first, start)])


FIRST_EVENT_AFTER_START_TIME = question(
    "SimpleCalendarFirstEventAfterStartTime",
    "In the phone's Calendar, which event on {date} is the first that begins after {time}? Submit its title.",
    {
        "date": near_dates("2026-11-16"),
        "time": time_at("10:30", tuple(time for time in TIMES if "06" < time < "21")),
        "first": title("Workshop on the new kiln"),
    },
    after_time,
    read_day,
    {"schedule": read_schedule, "hours": read_hours},
)
EVENTS_IN_TIME_RANGE = question(
    "SimpleCalendarEventsInTimeRange",
    f"Which events begin on {{date}} between {{time}} and 20:00 in the phone's Calendar? {LIST}",
    {
        "date": near_dates("2026-11-25"),
        "time": time_at("15:15", tuple(time for time in TIMES if "06" < time < "17:30")),
        "first": title("Rehearsal of the winter play"),
    },
    in_range,
    read_day,
    {"schedule": read_schedule, "hours": read_hours},
)


# Titles that are counted from today ---------------------------------------------------------------------------------


def next_today(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the next event of today, after one that has begun, and before a later one."""
    phone = devices.android
    now, today = phone.now(), today_of(phone)
    start = int(now) // 300 * 300 + 60 * rng.choice((30, 45, 70, 95, 140, 200, 260))
    others = around(rng, today, titles(params), OTHERS - 2, lambda one: now - 600 <= one.start <= start)
    begun, later = (noise(rng, today, 1, 1, titles(params))[0].title for _ in range(2))
    others += [Planned(begun, start - 10_800, start - 9000), lasting(rng, later, start + 2700)]
    others = [one for one in others if not now - 600 <= one.start <= start]
    fill_calendar(phone, [*others, lasting(rng, params.first, start)])


def read_today(params: Params, look: Look) -> Iterator[Action]:
    """Shows today below its month and answers."""
    yield from show_day(look, Day(anchor="-"))
    yield from to_row(look, params.first)
    yield submit(params.first)


def read_hours_of_today(params: Params, look: Look) -> Iterator[Action]:
    """Reads today's hours."""
    yield from show_day(look, Day(anchor="-"))
    yield tap(look, text="Day", role="tab")
    yield submit(f"{params.first}.")


def read_schedule_of_today(params: Params, look: Look) -> Iterator[Action]:
    """Reads the schedule from today on, and answers in capitals."""
    yield from show_day(look, Day(anchor="-"))
    yield tap(look, text="Schedule", role="tab")
    yield from to_row(look, params.first)
    yield submit(params.first.upper())


NEXT_EVENT = question(
    "SimpleCalendarNextEvent",
    "Which event begins next according to the phone's Calendar? Submit its title.",
    {"first": title("Inspection of the flower bed")},
    next_today,
    read_today,
    {"hours": read_hours_of_today, "schedule": read_schedule_of_today},
)


def next_monday(today: float) -> float:
    """Returns the beginning of the Monday after today, in seconds since 1970."""
    return Day(anchor="-", weekday=0).begin(today)


def two_next_week(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the two events of the next week from Monday to Sunday; others are before and after it."""
    phone = devices.android
    monday = next_monday(today_of(phone))
    others = around(
        rng, monday, titles(params), OTHERS - 2, lambda one: one.end > monday and one.start < monday + 7 * DAY
    )
    for at in (monday - DAY + 17 * 3600, monday + 7 * DAY + 3600 * rng.randrange(1, 20)):
        others.append(Planned(noise(rng, monday, 1, 1, titles(params))[0].title, at, at + 1800))
    days = rng.sample(range(7), 2)
    planned = [
        lasting(rng, name, monday + DAY * ahead + seconds(rng.choice(TIMES)))
        for name, ahead in zip(titles(params), days, strict=True)
    ]
    fill_calendar(phone, [*others, *planned])


def read_next_week(params: Params, look: Look) -> Iterator[Action]:
    """Shows the next Monday and reads the schedule from there on."""
    yield from show_day(look, Day(anchor="-", weekday=0))
    yield tap(look, text="Schedule", role="tab")
    for name in titles(params):
        yield from to_row(look, name)
    yield submit(", ".join(titles(params)))


def read_days_of_next_week(params: Params, look: Look) -> Iterator[Action]:
    """Shows the days of the next week one after the other."""
    for weekday in range(7):
        yield from show_day(look, Day(anchor="-", weekday=weekday))
    yield submit(" and ".join(reversed(titles(params))))


def read_on_from_today(params: Params, look: Look) -> Iterator[Action]:
    """Reads the schedule from today on, and answers in small letters."""
    yield from show_day(look, Day(anchor="-"))
    yield tap(look, text="Schedule", role="tab")
    yield submit(", ".join(titles(params)).lower())


EVENTS_IN_NEXT_WEEK = question(
    "SimpleCalendarEventsInNextWeek",
    f"Which events are there in the phone's Calendar in the week that begins on the next Monday after today? {LIST}",
    {"first": title("Planning of the moon garden"), "second": title("Call about the choir trip")},
    two_next_week,
    read_next_week,
    {"days": read_days_of_next_week, "from_today": read_on_from_today},
)


CHANGES: Mapping[str, str] = {
    ANY_EVENTS_ON_DATE.name: "",
    EVENT_ON_DATE_AT_TIME.name: "At least two other events are on the date.",
    EVENTS_IN_NEXT_WEEK.name: "The days before and after the week have events, too.",
    EVENTS_IN_TIME_RANGE.name: "The event begins some time after the first of the two times, not at it.",
    EVENTS_ON_DATE.name: "",
    FIRST_EVENT_AFTER_START_TIME.name: "The event begins some time after the one that is given, not at it.",
    NEXT_EVENT.name: "",
}
"""How each of ours differs, by its name; "" where only the words do."""
