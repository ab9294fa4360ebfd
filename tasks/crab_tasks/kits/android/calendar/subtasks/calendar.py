"""Calendar: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.android.calendar.moves import choose_date, new_event, open_day, open_event
from crab_tasks.kits.android.calendar.state import day_event, moment, no_event
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.android.pickers import Date
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import another, as_date, as_typed, date_ahead, event_title, other_person

__all__ = ["ADD_ALL_DAY", "LAST_TITLE", "MEETING_DATE"]


def _calendar_open(params: Params) -> Sequence[Checkpoint]:
    """Calendar is in front."""
    return [app_opened("calendar", "calendar_open")]


def _evening_event(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the date's last event, one before it, and some on other evenings, which end before it would begin."""
    phone = devices.android
    day = moment(*as_date(params.date))
    phone.add_event(params.title, day + 21.5 * 3600, day + 22.5 * 3600)
    titles = [params.title]
    for days in (-1, 0, 1):
        titles.append(another(event_title(), rng, *titles))
        start = day + 86_400 * days + 19.75 * 3600
        phone.add_event(titles[-1], start, start + 3600)


def _show_day(params: Params, look: Look) -> Iterator[Action]:
    """Shows the date's events."""
    yield from open_day(look, as_date(params.date))
    yield from scroll_to(look, params.title)


def _open_last(params: Params, look: Look) -> Iterator[Action]:
    """Opens the event."""
    yield from _show_day(params, look)
    yield tap(look, text=params.title, role="list_item")


def _by_hours(params: Params, look: Look) -> Iterator[Action]:
    """Reads the hours of the date."""
    yield from open_day(look, as_date(params.date))
    yield tap(look, text="Day", role="tab")
    yield from scroll_to(look, params.title)


def _in_schedule(params: Params, look: Look) -> Iterator[Action]:
    """Reads the list of events from the date on."""
    yield from open_day(look, as_date(params.date))
    yield tap(look, text="Schedule", role="tab")
    yield from scroll_to(look, params.title)


LAST_TITLE = SubTask(
    name="calendar.last_title",
    device="android",
    app="calendar",
    says="in the phone's calendar, look up the title of the event that begins last on {date}",
    steps="on the phone, open Calendar, tap {date} and read the title of the event that begins last",
    refers="the title of the phone calendar's event that begins last on {date}",
    inputs={"date": date_ahead("2026-11-17")},
    hidden={"title": event_title("Lantern festival")},
    output="line",
    called="event's title",
    produce=lambda params: str(params.title),
    setup=_evening_event,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _open_last},
    alternatives={"below_the_month": _show_day, "by_hours": _by_hours, "in_the_schedule": _in_schedule},
    backends=("sim", "adb"),
    crab=16,
    crab_inputs=("date",),
    tags=("calendar",),
)


def _meeting(params: Params) -> str:
    return f"Meeting with {params.name}"


def _meetings(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the meeting, one with somebody who has the same first name, and a call on another date."""
    phone = devices.android
    no_event(devices, _meeting(params))
    dates = [params.date]
    for title in (_meeting(params), f"Meeting with {other_person(rng, params.name)}", f"Call {params.name}"):
        start = moment(*as_date(dates[-1]), rng.randrange(9, 16))
        phone.add_event(title, start, start + 2700)
        dates.append(another(date_ahead(), rng, *dates))


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Finds the meeting by its title."""
    yield from open_event(look, _meeting(params))


def _search_name(params: Params, look: Look) -> Iterator[Action]:
    """Reads all that the search finds for the name."""
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", params.name)


def _leaf_to_meeting(params: Params, look: Look) -> Iterator[Action]:
    """Comes upon the meeting on its day."""
    yield from open_day(look, as_date(params.date))
    yield from scroll_to(look, _meeting(params))


MEETING_DATE = SubTask(
    name="calendar.meeting_date",
    device="android",
    app="calendar",
    says="find out the date of the meeting with {name} in the phone's calendar",
    steps="on the phone, open Calendar, tap Search, search for the meeting with {name} and read its date",
    refers="the date of the phone calendar's meeting with {name}",
    inputs={"name": person("Hugo Castro")},
    hidden={"date": date_ahead("2026-11-24")},
    output="date",
    called="date of the meeting",
    produce=lambda params: str(params.date),
    setup=_meetings,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _search},
    alternatives={"by_name": _search_name, "leafing": _leaf_to_meeting},
    backends=("sim", "adb"),
    tags=("calendar",),
)


def _all_day_added(params: Params) -> Sequence[Checkpoint]:
    """An event of the title on the date; then one that lasts all day."""
    return [
        Checkpoint(
            id="on_date",
            device="android",
            app="calendar",
            evaluator=check(
                day_event,
                kind=params.kinds["title"],
                title=params.title,
                day=moment(*as_date(params.date)),
                all_day=False,
            ),
        ),
        Checkpoint(
            id="all_day",
            device="android",
            app="calendar",
            evaluator=check(
                day_event,
                kind=params.kinds["title"],
                title=params.title,
                day=moment(*as_date(params.date)),
                all_day=True,
            ),
            after=("on_date",),
        ),
    ]


def _may_add_all_day(params: Params) -> Footprint:
    """The event, and none of its title on another date: that would contradict it."""
    title, day = same_value(params.kinds["title"], params.title), moment(*as_date(params.date))

    def on_date(start: object) -> bool:
        return isinstance(start, (int, float)) and day <= start < day + 86_400

    return [
        may_add("android", "event", most=1, title=title, start=on_date, flags=1),
        no_other("android", "event", title=title),
    ]


def _add_timed(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event at an hour of that day instead of for all day."""
    yield from new_event(look, as_typed(params, "title"), as_date(params.date))


def _edit_on_date(params: Params, look: Look) -> Iterator[Action]:
    yield from open_day(look, as_date(params.date))
    yield from scroll_to(look, as_typed(params, "title"), role="list_item")
    yield tap(look, text=as_typed(params, "title"), role="list_item")
    yield tap(look, description="Edit")
    yield tap(look, text="All-day", role="switch")


def _make_all_day(params: Params, look: Look) -> Iterator[Action]:
    """Lets the date's event last all day."""
    yield from _edit_on_date(params, look)
    yield tap(look, text="Save")


def _at_once(params: Params, look: Look) -> Iterator[Action]:
    yield from new_event(look, as_typed(params, "title"), as_date(params.date), all_day=True)


def _from_the_day(params: Params, look: Look) -> Iterator[Action]:
    """Shows the date first, so that the editor begins with it."""
    yield from open_day(look, as_date(params.date))
    yield tap(look, rid="floating_action_button")
    yield tap(look, text="All-day", role="switch")
    yield from type_into(look, "Add title", as_typed(params, "title"))
    yield tap(look, text="Save")


def _next_day(date: str) -> Date:
    day = datetime.fromtimestamp(moment(*as_date(date)) + 86_400, UTC)
    return day.year, day.month, day.day


def _add_day_later(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event on the next day."""
    yield from new_event(look, as_typed(params, "title"), _next_day(params.date), all_day=True)


def _on_both_days(params: Params, look: Look) -> Iterator[Action]:
    """Adds the event on the next day, too."""
    yield from _add_day_later(params, look)
    yield from _at_once(params, look)


def _two_days(params: Params, look: Look) -> Iterator[Action]:
    """Lets the event last until the next day."""
    yield from _add_timed(params, look)
    yield from _edit_on_date(params, look)
    yield from choose_date(look, "End", _next_day(params.date))
    yield tap(look, text="Save")


ADD_ALL_DAY = SubTask(
    name="calendar.add_all_day",
    device="android",
    app="calendar",
    says="in the phone's calendar, add an all-day event on {date} with {title} as its title",
    steps="on the phone, open Calendar, tap Create new event, enter {title} as the title, switch All-day on, choose "
    "{date} as its start and tap Save",
    inputs={"date": date_ahead("2026-11-20"), "title": short_line("Return the spare keys")},
    new=("title",),
    checkpoints=_all_day_added,
    oracle={"on_date": _add_timed, "all_day": _make_all_day},
    footprint=_may_add_all_day,
    alternatives={"at_once": _at_once, "from_the_day": _from_the_day},
    near_misses={
        "timed": _add_timed, "a_day_later": _add_day_later, "on_both_days": _on_both_days, "two_days": _two_days,
    },
    backends=("sim", "adb"),
    step_limit=45,
    crab=6,
    crab_inputs=("title", "date"),
    tags=("calendar", "form"),
)  # fmt: skip
