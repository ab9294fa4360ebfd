"""AndroidWorld's tasks that delete events from the calendar."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.facts import Value
from crab_sim.devices.footprints import Footprint, may_remove
from crab_tasks.android_world.published import like
from crab_tasks.android_world.simple_calendar.days import (
    COUNTED,
    LENGTHS,
    Picked,
    anchor,
    near_dates,
    next_weekday,
    on_date,
    open_first,
    opened,
)
from crab_tasks.kits.android.calendar.events import (
    DAY,
    WEEKDAYS,
    Day,
    Planned,
    delete_shown,
    event_gone,
    fill_calendar,
    hold_event,
    midnight,
    noise,
    open_event_of,
    show_day,
    title,
    today_of,
)
from crab_tasks.kits.android.rows import tap_row
from crab_tasks.kits.moves import tap
from crab_tasks.kits.values import as_date

TASKS = ("DELETE_EVENTS", "DELETE_EVENTS_ON_RELATIVE_DAY", "DELETE_ONE_EVENT")


def at_once(rng: random.Random, titles: Sequence[str], begin: float) -> list[Planned]:
    """Returns events of a day in the order of their titles."""
    hours = sorted(rng.sample(range(24), len(titles)))
    return [
        Planned(each, begin + 3600 * hour, begin + 3600 * hour + 60 * rng.choice(LENGTHS))
        for each, hour in zip(titles, hours, strict=True)
    ]


def on_day(begin: float) -> Callable[[Value], bool]:
    """Returns a function that accepts times of a day."""
    return lambda value: isinstance(value, (int, float)) and begin <= value < begin + DAY


def names_of(params: Params) -> tuple[str, ...]:
    """Returns the titles of the events that are to be deleted."""
    return tuple(getattr(params, name) for name in ("first", "second", "third") if hasattr(params, name))


def gone(params: Params, date: str = "", hour: int = -1) -> Sequence[Checkpoint]:
    """The calendar; then each of the events is gone.

    Args:
        params: The parameters.
        date: The date of the events; "" where no other event has their titles.
        hour: The hour of the only one; -1 where no other of the date has its title.
    """
    return [
        opened(),
        *(
            Checkpoint(
                id=f"{which}_gone",
                device="android",
                app="calendar",
                evaluator=check(event_gone, title=each, date=date, hour=hour),
                after=("calendar_open",),
            )
            for which, each in zip(("first", "second", "third"), names_of(params), strict=False)
        ),
    ]


def delete(which: str, on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Deletes an event of the day, which is shown unless it already is.

    Args:
        which: The parameter with its title.
        on: Returns the day.
        params: The parameters.
        look: Shows the screens.
    """
    name = getattr(params, which)
    if not any(one.text == name and one.role == "list_item" for one in look("android")):
        yield from show_day(look, on(params))
    yield from delete_shown(look, name)


def delete_backwards(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Shows the day and deletes its events from the last to the first."""
    yield from show_day(look, on(params))
    for name in reversed(names_of(params)):
        yield from delete_shown(look, name)


def delete_on_pages(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of each event of the day and deletes it there."""
    yield from show_day(look, on(params))
    for name in names_of(params):
        yield from tap_row(look, name)
        yield tap(look, description="More options")
        yield tap(look, text="Delete")
        yield tap(look, text="Delete", role="button")


def one_left(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Leaves the last of the events."""
    yield from show_day(look, on(params))
    for name in names_of(params)[:-1]:
        yield from delete_shown(look, name)


def one_too_many(on: Picked, params: Params, look: Look) -> Iterator[Action]:
    """Deletes another day's event, too."""
    yield from one_left(on, params, look)
    yield from show_day(look, Day(anchor=params.anchor, days=0))
    yield from delete_shown(look, params.anchor)
    yield from show_day(look, on(params))
    yield from delete_shown(look, names_of(params)[-1])


def day_setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the date's events among twenty others; one of the day before has the title of the first."""
    begin = midnight(params.date)
    day_before = begin - DAY + 3600 * rng.randrange(24)
    twin = Planned(params.first, day_before, day_before + 60 * rng.choice(LENGTHS))
    others = noise(rng, begin - 14 * DAY, 28, 19, names_of(params), (begin,))
    fill_calendar(devices.android, [*others, twin, *at_once(rng, names_of(params), begin)])


def day_footprint(params: Params) -> Footprint:
    """The date's events."""
    at = on_day(midnight(params.date))
    return [may_remove("android", "event", most=1, title=name, start=at) for name in names_of(params)]


def day_before_too(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the event of the day before that has the title of one of them, too."""
    before = (date(*as_date(params.date)) - timedelta(days=1)).isoformat()
    yield from show_day(look, Day(date=before))
    yield from delete_shown(look, params.first)
    yield from delete_backwards(on_date, params, look)


DELETE_EVENTS = Task(
    **like("SimpleCalendarDeleteEvents"),
    description="Clear {date} in the phone's Calendar: delete all events on that day, and no others.",
    parameters={
        "date": near_dates("2026-11-20"),
        "first": title("Call about the old mill"),
        "second": title("Visit to the boat house"),
        "third": title("Lecture on the moon garden"),
    },
    setup=day_setup,
    checkpoints=lambda params: gone(params, params.date),
    oracle={
        "calendar_open": open_first,
        **{f"{which}_gone": partial(delete, which, on_date) for which in ("first", "second", "third")},
    },
    footprint=day_footprint,
    alternatives={
        "backwards": partial(delete_backwards, on_date),
        "on_pages": partial(delete_on_pages, on_date),
    },
    near_misses={"one_left": partial(one_left, on_date), "day_before_too": day_before_too},
)


def weekday_setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the day's two events among twenty others, today's among them; no other has their titles."""
    phone = devices.android
    today = today_of(phone)
    begin = next_weekday(params).begin(today)
    others = noise(rng, today - 14 * DAY, 31, 19, names_of(params), (begin,))
    others.append(Planned(params.anchor, today + 7 * 3600, today + 7.25 * 3600))
    fill_calendar(phone, [*others, *at_once(rng, names_of(params), begin)])


DELETE_EVENTS_ON_RELATIVE_DAY = Task(
    **like("SimpleCalendarDeleteEventsOnRelativeDay"),
    description=(
        "I am away on the first {weekday} after today. Delete everything that the phone's Calendar has for that day, "
        "and no other events."
    ),
    parameters={
        "weekday": choice(WEEKDAYS, "Wednesday", type="weekday"),
        "anchor": anchor(),
        "first": title("Inspection of the flower bed"),
        "second": title("Guests from the roof terrace"),
    },
    setup=weekday_setup,
    checkpoints=gone,
    oracle={
        "calendar_open": open_first,
        **{f"{which}_gone": partial(delete, which, next_weekday) for which in ("first", "second")},
    },
    footprint=lambda params: [may_remove("android", "event", most=1, title=name) for name in names_of(params)],
    alternatives={
        "backwards": partial(delete_backwards, next_weekday),
        "on_pages": partial(delete_on_pages, next_weekday),
    },
    near_misses={"one_left": partial(one_left, next_weekday), "one_too_many": partial(one_too_many, next_weekday)},
)


def other_hour(params: Params) -> int:
    """Returns the hour of the date's other event of the title."""
    return int((params.hour + 9) % 24)


def one_setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the event among twenty others: one has its title at another hour, one at its hour on another day."""
    begin = midnight(params.date)
    titled = [
        Planned(params.first, start, start + 60 * rng.choice(LENGTHS))
        for start in (
            begin + 3600 * params.hour,
            begin + 3600 * other_hour(params),
            begin + DAY + 3600 * params.hour,
        )
    ]
    fill_calendar(devices.android, [*noise(rng, begin - 14 * DAY, 28, 18, (params.first,)), *titled])


def one_footprint(params: Params) -> Footprint:
    """The event of the hour."""
    start = midnight(params.date) + 3600 * params.hour
    return [may_remove("android", "event", most=1, title=params.first, start=int(start))]


def delete_one(params: Params, look: Look) -> Iterator[Action]:
    """Shows the date and deletes the event of the hour."""
    yield from show_day(look, on_date(params))
    yield from delete_shown(look, params.first, params.hour)


def delete_one_on_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the event's page and deletes it there."""
    yield from show_day(look, on_date(params))
    yield from open_event_of(look, params.first, params.hour)
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def delete_one_selected_before(params: Params, look: Look) -> Iterator[Action]:
    """Selects the event, cancels once, and deletes it then."""
    yield from not_confirmed(params, look)
    yield from delete_one(params, look)


def delete_other_hour(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the event of the title that is at another hour."""
    yield from show_day(look, on_date(params))
    yield from delete_shown(look, params.first, other_hour(params))


def delete_both(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the date's other event of the title, too."""
    yield from delete_other_hour(params, look)
    yield from delete_shown(look, params.first)


def not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't confirm it."""
    yield from show_day(look, on_date(params))
    yield from hold_event(look, params.first, params.hour)
    yield tap(look, text="Delete")
    yield tap(look, text="Cancel", role="button")


DELETE_ONE_EVENT = Task(
    **like("SimpleCalendarDeleteOneEvent"),
    description=(
        'Delete the event "{first}" that begins on {date} at {hour:02}:00 from the phone\'s Calendar, and no other.'
    ),
    parameters={
        "date": near_dates("2026-11-23"),
        "hour": integer(0, 23, 11),
        "first": title("Rehearsal of the choir trip"),
    },
    setup=one_setup,
    checkpoints=lambda params: gone(params, params.date, params.hour),
    oracle={"calendar_open": open_first, "first_gone": delete_one},
    footprint=one_footprint,
    alternatives={"on_its_page": delete_one_on_page, "cancelled_once": delete_one_selected_before},
    near_misses={"other_hour": delete_other_hour, "both": delete_both, "not_confirmed": not_confirmed},
)


CHANGES: Mapping[str, str] = {
    DELETE_EVENTS.name: "The day before has an event with the title of one of them.",
    DELETE_EVENTS_ON_RELATIVE_DAY.name: f"{COUNTED} It may be any weekday, the first one after today.",
    DELETE_ONE_EVENT.name: "Other events have its title or its hour, one of them on the same day.",
}
"""How each of ours differs, by its name; "" where only the words do."""
