"""AndroidWorld's tasks that add an event to the calendar."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import Parameter, choice, integer
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add, no_other
from crab_tasks.android_world.published import like
from crab_tasks.android_world.simple_calendar.days import (
    COUNTED,
    LENGTHS,
    Picked,
    anchor,
    in_two_weeks,
    near_dates,
    next_weekday,
    on_date,
    open_first,
    opened,
    tomorrow,
)
from crab_tasks.kits.android.calendar.events import (
    DAY,
    WEEKDAYS,
    Day,
    Planned,
    Series,
    enter_event,
    event_described,
    event_right,
    event_timed,
    event_titled,
    fill_calendar,
    noise,
    note,
    open_calendar,
    show_day,
    title,
    today_of,
)
from crab_tasks.kits.android.pages import replace_text, scroll_to
from crab_tasks.kits.android.rows import tap_row
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.values import as_date

TASKS = (
    "ADD_ONE_EVENT", "ADD_ONE_EVENT_IN_TWO_WEEKS", "ADD_ONE_EVENT_RELATIVE_DAY", "ADD_ONE_EVENT_TOMORROW",
    "ADD_REPEATING_EVENT",
)  # fmt: skip


def series(params: Params) -> Series:
    """Returns the repetition that the goal asks for."""
    repeats = getattr(params, "repeats", "")
    if repeats == "week":
        return Series(7 * DAY, 1 << datetime(*as_date(params.date)).weekday())
    return Series(DAY) if repeats else Series()


def add_setup(on: Picked, devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the calendar with up to 20 other events, and with today's where the goal counts from today.

    Args:
        on: Returns the new event's day.
        devices: The devices.
        params: The parameters.
        rng: Draws the others.
    """
    phone = devices.android
    today = today_of(phone)
    planned = noise(rng, on(params).begin(today) - 14 * DAY, 28, rng.randint(0, 20), (params.title,))
    if on(params).anchor:
        planned.append(Planned(params.anchor, today + 7 * 3600, today + 7.25 * 3600))
    fill_calendar(phone, planned)


def add_checkpoints(on: Picked, params: Params) -> Sequence[Checkpoint]:
    """The calendar; an event of the title; then its time and its description; then that all of it is right."""
    right = check(
        event_right,
        title=params.title,
        day=on(params),
        hour=params.hour,
        length=params.length,
        notes=params.notes,
        series=series(params),
    )
    return [
        opened(),
        Checkpoint(
            id="titled",
            device="android",
            app="calendar",
            evaluator=check(event_titled, title=params.title),
            after=("calendar_open",),
        ),
        Checkpoint(
            id="timed",
            device="android",
            app="calendar",
            evaluator=check(event_timed, title=params.title, day=on(params), hour=params.hour, length=params.length),
            after=("titled",),
        ),
        Checkpoint(
            id="described",
            device="android",
            app="calendar",
            evaluator=check(event_described, title=params.title, notes=params.notes),
            after=("titled",),
        ),
        Checkpoint(id="all_right", device="android", app="calendar", evaluator=right, after=("timed", "described")),
    ]


def add_footprint(params: Params) -> Footprint:
    """The new event."""
    repeated = series(params)
    return [
        # Checkpoints judge the times and the description.
        may_add(
            "android",
            "event",
            most=1,
            title=params.title,
            start=left_to_graph,
            end=left_to_graph,
            notes=left_to_graph,
            repeat=repeated.interval,
            repeat_rule=repeated.rule,
        ),
        no_other("android", "event"),
    ]


def repetition(params: Params) -> str:
    """Returns the entry of the app's list of repetitions."""
    repeats = getattr(params, "repeats", "")
    return f"Every {repeats}" if repeats else ""


def add(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Shows the day and adds the event there."""
    yield from show_day(look, on(params))
    yield from enter_event(look, params.title, params.hour, params.length, params.notes, repetition(params))


def add_in_two_steps(first: str, on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Adds the event with another description or none, and puts the right one in its place.

    Args:
        first: The description at first; "" for none.
        on: Returns the event's day.
        params: The parameters.
        look: Shows the screens.
    """
    yield from show_day(look, on(params))
    yield from enter_event(look, params.title, params.hour, params.length, first, repetition(params))
    yield from tap_row(look, params.title)
    yield tap(look, description="Edit")
    yield from scroll_to(look, description="Add description", role="text_field")
    yield from replace_text(look, "Add description", params.notes)
    yield tap(look, text="Save")
    if repetition(params):
        yield tap(look, text="All events", role="radio")
        yield tap(look, text="OK", role="button")


def add_with_picker(params: Params, look: Look) -> Iterator[Action]:
    """Picks the date in the editor."""
    yield from open_calendar(look)
    yield from enter_event(
        look, params.title, params.hour, params.length, params.notes, repetition(params), as_date(params.date)
    )


def a_day_later(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Adds the event on the next day."""
    right = on(params)
    if right.date:
        wrong = Day(date=(date(*as_date(right.date)) + timedelta(days=1)).isoformat())
    elif right.weekday >= 0:
        wrong = right._replace(weekday=(right.weekday + 1) % 7)
    else:
        wrong = right._replace(days=right.days + 1)
    yield from add(lambda _: wrong, params, look)


def too_long(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Adds the event with another length."""
    yield from show_day(look, on(params))
    yield from enter_event(
        look, params.title, params.hour, 45 if params.length < 45 else 30, params.notes, repetition(params)
    )


def not_described(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Leaves the description out."""
    yield from show_day(look, on(params))
    yield from enter_event(look, params.title, params.hour, params.length, "", repetition(params))


def not_saved(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Fills the form, and doesn't save it."""
    yield from show_day(look, on(params))
    yield from enter_event(look, params.title, params.hour, params.length, params.notes, repetition(params), save=False)


def twice(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Adds the event twice, without its description at first."""
    yield from not_described(on, params, look)
    yield from add(on, params, look)


def not_repeated(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event for once."""
    yield from show_day(look, on_date(params))
    yield from enter_event(look, params.title, params.hour, params.length, params.notes)


def other_repetition(params: Params, look: Look) -> Iterator[Action]:
    """Lets the event come back after another time."""
    yield from show_day(look, on_date(params))
    other = "Every week" if params.repeats == "day" else "Every day"
    yield from enter_event(look, params.title, params.hour, params.length, params.notes, other)


def adding(published: str, description: str, on: Picked, **parameters: Parameter) -> Task:
    """Returns a task that adds an event.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        on: Returns the event's day.
        parameters: Those that give the day, and others than title, hour, length and description.
    """
    dated = {"with_picker": add_with_picker} if "date" in parameters else {}
    repeating = {"not_repeated": not_repeated, "other_repetition": other_repetition} if "repeats" in parameters else {}
    return Task(
        **like(published),
        description=description,
        parameters={
            "title": title("Planning of the winter play"),
            "hour": integer(0, 23, 16),
            "length": choice(LENGTHS, 45, type="duration"),
            "notes": note("We go through the tickets. Tea is provided."),
            **parameters,
        },
        setup=partial(add_setup, on),
        checkpoints=lambda params: add_checkpoints(on, params),
        oracle={
            "calendar_open": open_first,
            "titled": partial(add, on),
            "timed": nothing_more,
            "described": nothing_more,
            "all_right": nothing_more,
        },
        footprint=add_footprint,
        alternatives={
            "corrected": partial(add_in_two_steps, "Not yet known", on),
            "completed": partial(add_in_two_steps, "", on),
            **dated,
        },
        near_misses={
            "a_day_later": partial(a_day_later, on),
            "too_long": partial(too_long, on),
            "not_described": partial(not_described, on),
            "not_saved": partial(not_saved, on),
            "twice": partial(twice, on),
            **repeating,
        },
    )


ADD_ONE_EVENT = adding(
    "SimpleCalendarAddOneEvent",
    'Enter an event into the phone\'s Calendar: "{title}", on {date}, from {hour:02}:00, {length} minutes long, with '
    'the description "{notes}" (texts without the quotes). Add no other event.',
    on_date,
    date=near_dates("2026-11-19"),
)
ADD_ONE_EVENT_IN_TWO_WEEKS = adding(
    "SimpleCalendarAddOneEventInTwoWeeks",
    'Two weeks from today, "{title}" begins at {hour:02}:00 and takes {length} minutes. Enter this event into the '
    'phone\'s Calendar, with the description "{notes}" (texts without the quotes). Add no other event.',
    in_two_weeks,
    anchor=anchor(),
)
ADD_ONE_EVENT_RELATIVE_DAY = adding(
    "SimpleCalendarAddOneEventRelativeDay",
    'Enter "{title}" (without the quotes) into the phone\'s Calendar as an event of {length} minutes, from '
    "{hour:02}:00 on the first {weekday} after today. Its description should be: {notes} Add no other event.",
    next_weekday,
    anchor=anchor(),
    weekday=choice(WEEKDAYS, "Thursday", type="weekday"),
)
ADD_ONE_EVENT_TOMORROW = adding(
    "SimpleCalendarAddOneEventTomorrow",
    '"{title}" begins tomorrow at {hour:02}:00 and takes {length} minutes. Enter it into the phone\'s Calendar, with '
    'the description "{notes}" (texts without the quotes). Add no other event.',
    tomorrow,
    anchor=anchor(),
)
ADD_REPEATING_EVENT = adding(
    "SimpleCalendarAddRepeatingEvent",
    'Enter a repeating event into the phone\'s Calendar: "{title}", for the first time on {date} from {hour:02}:00, '
    '{length} minutes long each time, and then every {repeats} without an end. Its description is "{notes}" (texts '
    "without the quotes). Add no other event.",
    on_date,
    date=near_dates("2026-11-12"),
    repeats=choice(("day", "week"), "week", type="repetition"),
)


CHANGES: Mapping[str, str] = {
    ADD_ONE_EVENT.name: "",
    ADD_ONE_EVENT_IN_TWO_WEEKS.name: COUNTED,
    ADD_ONE_EVENT_RELATIVE_DAY.name: f"{COUNTED} It may be any weekday, the first one after today.",
    ADD_ONE_EVENT_TOMORROW.name: COUNTED,
    ADD_REPEATING_EVENT.name: "A series that ends or leaves days out is refused.",
}
"""How each of ours differs, by its name; "" where only the words do."""
