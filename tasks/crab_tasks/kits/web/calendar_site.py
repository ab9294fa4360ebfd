"""calendar.example: sub-tasks that look up and add events, which the phone's Calendar may show, too."""

from __future__ import annotations

import calendar
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_gym.task.types import Value, short_line, states, words
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.kits.android.calendar.state import moment, no_event
from crab_tasks.kits.android.maps.state import VILLAGES
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow, shown, until
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import another, as_date, as_typed, date_ahead, event_title, time_of_day

__all__ = ["ADD", "PLACE", "START_TIME", "event_added", "plant_event"]

_SITE = "calendar.example"
_HOUR = 3600.0
_DAY = 86_400.0


def event_added(state: State, kind: str, title: Value, start: float) -> bool:
    """One event of this day has this title; it begins at this time, lasts an hour and doesn't repeat.

    Args:
        state: The devices' states.
        kind: The type of the title, which may be written in any way that its type has.
        title: The title.
        start: The beginning, in seconds since 1970.
    """
    found = [
        row
        for row in state.ubuntu.web(_SITE, "events")
        if row["start"] // _DAY == start // _DAY and states(kind, row["title"], title)
    ]
    return [(row["start"], row["end"], row["all_day"], row["interval"]) for row in found] == [
        (start, start + _HOUR, False, 0)
    ]


def plant_event(devices: Devices, title: str, start: float, place: str = "") -> None:
    """Adds an event of an hour to the account: on the phone where there is one, else on the site.

    Args:
        devices: The devices to prepare.
        title: Its title.
        start: Its beginning, in seconds since 1970.
        place: Where it is.
    """
    if "android" in devices:
        devices.android.add_event(title, start, start + _HOUR, place)
        return
    rows = devices.ubuntu.web(_SITE, "events")
    event = {
        "id": 1 + max([row["id"] for row in rows], default=0), "title": title, "start": start, "end": start + _HOUR,
        "location": place,
    }  # fmt: skip
    devices.ubuntu.set_web(_SITE, "events", [*rows, event])


def _no_event(devices: Devices, title: str) -> None:
    """Removes the account's events of a title."""
    if "android" in devices:
        no_event(devices, title)
        return
    rows = devices.ubuntu.web(_SITE, "events")
    devices.ubuntu.set_web(_SITE, "events", [row for row in rows if row["title"] != title])


def _seconds(date: str, time: str) -> float:
    hour, minute = map(int, time.split(":"))
    return moment(*as_date(date), hour, minute)


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    shown = check(window_in_front, app="firefox", title="Daybook")
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=shown)]


def _clock(seconds: float) -> tuple[str, str]:
    """Returns a time as date and time of day."""
    when = datetime.fromtimestamp(seconds, UTC)
    return when.strftime("%Y-%m-%d"), when.strftime("%H:%M")


def _day_title(date: str) -> str:
    return f"{calendar.day_name[calendar.weekday(*as_date(date))]}, {words('date', date)}"


def _show_day(look: Look, date: str) -> Iterator[Action]:
    yield from browse(look, f"{_SITE}/day/{date}", _day_title(date))


def _go_there(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"{_SITE}/new", "New event")


# Looking up -----------------------------------------------------------------------------------------------------------


def _two_events(devices: Devices, params: Params, rng: random.Random) -> None:
    """The event, and one at another time whose title begins like its own."""
    events = [(as_typed(params, "title"), params.time), (f"{as_typed(params, 'title')} (for children)", params.other)]
    rng.shuffle(events)
    for title, time in events:
        _no_event(devices, title)
        plant_event(devices, title, _seconds(params.date, time))


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the title; the list tells the times."""
    yield from browse(look, f"{_SITE}/search?q={as_typed(params, 'title')}", "Search")


def _open_found(params: Params, look: Look) -> Iterator[Action]:
    """Opens the event from those that are found."""
    yield from _search(params, look)
    yield from follow(look, as_typed(params, "title"), role="link", title=as_typed(params, "title"))


def _see_day(params: Params, look: Look) -> Iterator[Action]:
    """Comes upon the event on its day."""
    yield from _show_day(look, params.date)


START_TIME = SubTask(
    name="calendar_site.start_time",
    device="ubuntu",
    app="firefox",
    says="on calendar.example in the desktop's Firefox, look up the time at which the event whose title is {title} "
    "begins",
    steps="on the desktop, open calendar.example in Firefox, search for the event whose title is {title} and read the "
    "time at which it begins",
    refers="the time that calendar.example has for the beginning of the event whose title is {title}",
    inputs={"title": event_title("Poetry supper")},
    hidden={"time": time_of_day("17:25"), "other": time_of_day("10:50"), "date": date_ahead("2026-11-24")},
    output="time",
    called="event's start time",
    produce=lambda params: str(params.time),
    account=("calendar",),
    setup=_two_events,
    checkpoints=_site_open,
    oracle={"site_open": _open_found},
    alternatives={"in_the_list": _search, "on_its_day": _see_day},
    keys=("title",),
    step_limit=45,
    tags=("heavy", "web", "calendar"),
)

_EXCURSION = "Excursion"


def _excursions(devices: Devices, params: Params, rng: random.Random) -> None:
    """The excursion of the date, and another one on the day before, which goes elsewhere."""
    _no_event(devices, _EXCURSION)
    start = moment(*as_date(params.date), rng.randrange(9, 15))
    elsewhere = another(choice(tuple(VILLAGES)), rng, params.place)
    for when, place in ((start - _DAY, elsewhere), (start, params.place)):
        plant_event(devices, _EXCURSION, when, place)


def _open_on_day(params: Params, look: Look) -> Iterator[Action]:
    """Opens the event from the table of its day."""
    yield from _show_day(look, params.date)
    yield from follow(look, _EXCURSION, role="link", title=_EXCURSION)


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the place in the table of the day."""
    yield from _show_day(look, params.date)


def _after_month(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the month first."""
    year, month, _ = as_date(params.date)
    yield from browse(look, f"{_SITE}/month/{year}-{month:02}", f"{calendar.month_name[month]} {year}")
    yield from _open_on_day(params, look)


PLACE = SubTask(
    name="calendar_site.place",
    device="ubuntu",
    app="firefox",
    says="on calendar.example in the desktop's Firefox, look up where the event Excursion on {date} takes place",
    steps="on the desktop, open calendar.example in Firefox, show {date}, click the event Excursion and read its place",
    refers="the place that calendar.example has for the event Excursion on {date}",
    inputs={"date": date_ahead("2026-11-28")},
    hidden={"place": choice(tuple(VILLAGES), "Malbun", type="place")},
    output="place",
    called="place of the excursion",
    produce=lambda params: str(params.place),
    account=("calendar",),
    setup=_excursions,
    checkpoints=_site_open,
    oracle={"site_open": _open_on_day},
    alternatives={"in_the_table": _glance, "after_month": _after_month},
    once=True,
    step_limit=45,
    tags=("heavy", "web", "calendar"),
)

# Adding ---------------------------------------------------------------------------------------------------------------


def _added(params: Params) -> Sequence[Checkpoint]:
    """The site; then the event."""
    right = check(event_added, kind=params.kinds["title"], title=params.title, start=_seconds(params.date, params.time))
    return [
        *_site_open(params),
        Checkpoint(id="added", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_add(params: Params) -> Footprint:
    title, start = same_value(params.kinds["title"], params.title), _seconds(params.date, params.time)
    reminder = frozenset((-1, 30))  # the site's events have none, the phone's have one
    return [
        may_add("android", "event", most=1, title=title, start=start, first_reminder=reminder),
        no_other("android", "event", title=title),
        may_add("ubuntu", "site", most=1, table=f"{_SITE}/events", title=title, start=start),
        no_other("ubuntu", "site", table=f"{_SITE}/events", title=title),
    ]


def _fill_in(look: Look, params: Params, time: str, hours: int = 1) -> Iterator[Action]:
    """Fills in the shown form with the date, and with a time and an hour later."""
    end = _clock(_seconds(params.date, time) + hours * _HOUR)
    for field, text in (("date", params.date), ("start", time), ("until", end[0]), ("end", end[1])):
        yield from fill(look, field, text)


def _save(look: Look) -> Iterator[Action]:
    yield from follow(look, "Save", role="button")
    yield from until(look, lambda: shown(look, rid="location") is None, "the month with the event")


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _go_there(params, look)
    yield from fill(look, "title", as_typed(params, "title"))
    yield from _fill_in(look, params, params.time)
    yield from _save(look)


def _add_from_day(params: Params, look: Look) -> Iterator[Action]:
    """Begins on the page of the day, which gives the date."""
    yield from _show_day(look, params.date)
    yield from follow(look, "New event", role="link", title="New event")
    yield from _fill_in(look, params, params.time)
    yield from fill(look, "title", as_typed(params, "title"))
    yield from _save(look)


def _add_and_move(params: Params, look: Look) -> Iterator[Action]:
    """Saves it at noon first, and opens and changes it."""
    yield from _go_there(params, look)
    yield from fill(look, "title", as_typed(params, "title"))
    yield from _fill_in(look, params, "12:00")
    yield from _save(look)
    yield from _show_day(look, params.date)
    yield from follow(look, as_typed(params, "title"), role="link", title=as_typed(params, "title"))
    yield from _fill_in(look, params, params.time)
    yield from _save(look)


def _two_hours(params: Params, look: Look) -> Iterator[Action]:
    """Lets it last two hours."""
    yield from _go_there(params, look)
    yield from fill(look, "title", as_typed(params, "title"))
    yield from _fill_in(look, params, params.time, 2)
    yield from _save(look)


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _go_there(params, look)
    yield from fill(look, "title", as_typed(params, "title"))
    yield from _fill_in(look, params, params.time)


ADD = SubTask(
    name="calendar_site.add",
    device="ubuntu",
    app="firefox",
    says="on calendar.example in the desktop's Firefox, add an event of one hour that begins on {date} at {time} and "
    "whose title is {title}",
    steps="on the desktop, open calendar.example in Firefox, click New event, enter {title} as the title, {date} as "
    "both dates and {time} as the time at which it begins, let it end one hour later, and click Save",
    inputs={
        "title": short_line("Order the red crates"),
        "date": date_ahead("2026-12-08"),
        "time": time_of_day("11:20"),
    },
    new=("title",),
    account=("calendar",),
    checkpoints=_added,
    oracle={"site_open": _go_there, "added": _add},
    footprint=_may_add,
    alternatives={"from_day": _add_from_day, "moved": _add_and_move},
    near_misses={"two_hours": _two_hours, "not_saved": _not_saved},
    step_limit=90,
    tags=("heavy", "web", "calendar"),
)
