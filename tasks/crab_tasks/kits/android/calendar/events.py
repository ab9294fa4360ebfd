"""Calendar: events among others, on days that may be counted from today; evaluators, setups and moves."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from crab_gym.backends.base import Event, PhoneSetup
from crab_gym.task import Action, Look, OracleStuck, action
from crab_gym.task.parameters import Parameter, text
from crab_tasks.kits.android.calendar.moves import choose_date
from crab_tasks.kits.android.calendar.state import moment
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.android.pickers import MONTHS, Date, choose_time
from crab_tasks.kits.android.rows import hold_row, rows_shown, tap_row, to_row
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import State
from crab_tasks.kits.values import as_date

__all__ = [
    "DAY", "WEEKDAYS", "Day", "Planned", "Series", "delete_shown", "enter_event", "event_described", "event_gone",
    "event_right", "event_timed", "event_titled", "fill_calendar", "hold_event", "midnight", "noise", "note",
    "open_calendar", "open_event_of", "show_day", "shown_today", "title", "today_of",
]  # fmt: skip

DAY = 86_400
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"


class Day(NamedTuple):
    """A day: a date, or one that is counted from the day of an event that the setup has planted for today.

    Attributes:
        date: The date, such as "2026-11-17"; "" for one that is counted.
        anchor: The title of today's event.
        days: The number of days after today.
        weekday: The weekday, 0 for Monday, whose first day after today is meant; -1 for none.
    """

    date: str = ""
    anchor: str = ""
    days: int = 0
    weekday: int = -1

    def begin(self, today: float) -> float:
        """Returns the day's beginning, in seconds since 1970, given today's."""
        if self.date:
            return midnight(self.date)
        if self.weekday < 0:
            return today + DAY * self.days
        return today + DAY * ((self.weekday - int(today) // DAY - 4) % 7 + 1)  # 1970 began on a Thursday


class Planned(NamedTuple):
    """An event to be planted."""

    title: str
    start: float
    end: float
    place: str = ""
    notes: str = ""


class Series(NamedTuple):
    """A repetition as the app's database has it: the seconds between, and the weekdays of a weekly one as bits."""

    interval: int = 0
    rule: int = 0


def midnight(date: str) -> float:
    """Returns the beginning of a date, in seconds since 1970.

    >>> midnight("1970-01-03")
    172800.0
    """
    return moment(*as_date(date))


def today_of(phone: PhoneSetup) -> float:
    """Returns the beginning of the phone's day, in seconds since 1970."""
    return float(int(phone.now()) // DAY * DAY)


# Evaluators ---------------------------------------------------------------------------------------------------------


def _same(shown: str, wanted: str) -> bool:
    return squeezed(shown) == squeezed(wanted)


def _titled(state: State, title: str) -> list[Event]:
    return [event for event in state.android.calendar() if _same(event.title, title)]


def _begin(state: State, day: Day) -> float | None:
    """Returns the beginning of a day; None if the event from which it is counted is gone."""
    if day.date:
        return day.begin(0)
    anchors = _titled(state, day.anchor)
    return day.begin(anchors[0].start // DAY * DAY) if len(anchors) == 1 else None


def event_titled(state: State, title: str) -> bool:
    """An event has this title."""
    return bool(_titled(state, title))


def _is_at(event: Event, begin: float | None, hour: int, length: int) -> bool:
    if begin is None or event.all_day:
        return False
    start = begin + 3600 * hour
    return (event.start, event.end) == (start, start + 60 * length)


def event_timed(state: State, title: str, day: Day, hour: int, length: int) -> bool:
    """An event of this title begins on a day at an hour and takes so long.

    Args:
        state: The devices' states.
        title: Its title.
        day: The day.
        hour: The hour.
        length: Its length in minutes.
    """
    begin = _begin(state, day)
    return any(_is_at(event, begin, hour, length) for event in _titled(state, title))


def event_described(state: State, title: str, notes: str) -> bool:
    """An event of this title has this description."""
    return any(_same(event.notes, notes) for event in _titled(state, title))


def event_right(
    state: State,
    title: str,
    day: Day,
    hour: int,
    length: int,
    notes: str,
    series: Series = Series(),  # noqa: B008 - immutable
) -> bool:
    """Exactly one event has this title, and everything about it is as wanted.

    Args:
        state: The devices' states.
        title: Its title.
        day: The day on which it begins.
        hour: The hour at which it begins.
        length: Its length in minutes.
        notes: Its description.
        series: Its repetition, which never ends and leaves no day out.
    """
    found = _titled(state, title)
    if len(found) != 1 or not _is_at(found[0], _begin(state, day), hour, length) or not _same(found[0].notes, notes):
        return False
    if not series.interval:
        return not found[0].repeat
    rows = [row for row in state.android.table(_EVENTS, "events") if _same(str(row["title"]), title)]
    return [
        (row["repeat_interval"], row["repeat_rule"], row["repeat_limit"], row["repetition_exceptions"]) for row in rows
    ] == [(series.interval, series.rule, 0, "[]")]


def event_gone(state: State, title: str, date: str = "", hour: int = -1) -> bool:
    """No event has this title, on a date and at an hour if these are given.

    Args:
        state: The devices' states.
        title: The title.
        date: The date; "" for all.
        hour: The hour at which it would begin; -1 for all.
    """
    low = midnight(date) if date else 0.0
    span = DAY if date else float("inf")
    if hour >= 0:
        low, span = low + 3600 * hour, 1
    return not any(low <= event.start < low + span for event in _titled(state, title))


# Setups -------------------------------------------------------------------------------------------------------------

_KINDS = (
    "Call about", "Planning of", "Rehearsal of", "Lecture on", "Inspection of", "Guests from", "Visit to",
    "Workshop on",
)  # fmt: skip
_TOPICS = (
    "the autumn fair", "the boat house", "the choir trip", "the flower bed", "the moon garden", "the new kiln",
    "the old mill", "the reading room", "the roof terrace", "the winter play",
)  # fmt: skip
_VERBS = ("collect", "compare", "draw up", "go through", "prepare", "settle", "sort out", "try out")
_THINGS = (
    "the last open questions", "the list of helpers", "the menu", "the offers", "the order of the evening",
    "the places for everybody", "the rehearsal times", "the route", "the tickets",
)  # fmt: skip
_ASIDES = ("Bring a pencil.", "It won't take long.", "Please be on time.", "Tea is provided.", "The door is open.")
_LENGTHS = (15, 30, 45, 60)


def _draw_title(rng: random.Random) -> str:
    return f"{rng.choice(_KINDS)} {rng.choice(_TOPICS)}"


def title(default: str) -> Parameter:
    """Returns a parameter that is the title of an event; those of a task differ."""
    return replace(text(_draw_title, default, "event_title"), apart="title")


def note(default: str) -> Parameter:
    """Returns a parameter that is the description of an event, of one sentence or two."""

    def draw(rng: random.Random) -> str:
        aside = f" {rng.choice(_ASIDES)}" if rng.random() < 0.5 else ""
        return f"We {rng.choice(_VERBS)} {rng.choice(_THINGS)}.{aside}"

    return text(draw, default, "note")


def noise(
    rng: random.Random, low: float, days: int, count: int, taken: Collection[str], free: Iterable[float] = ()
) -> list[Planned]:
    """Returns events at full hours, of titles that aren't taken; two may have one title.

    Args:
        rng: Draws them.
        low: The beginning of the first of their days, in seconds since 1970.
        days: The number of their days.
        count: Their number.
        taken: Titles that none of them has.
        free: Beginnings of days on which there is none.
    """
    kept = set(free)
    found: list[Planned] = []
    while len(found) < count:
        drawn = _draw_title(rng)
        start = low + DAY * rng.randrange(days) + 3600 * rng.randrange(24)
        if drawn not in taken and start // DAY * DAY not in kept:
            found.append(Planned(drawn, start, start + 60 * rng.choice(_LENGTHS)))
    return found


def fill_calendar(phone: PhoneSetup, planned: Sequence[Planned]) -> None:
    """Makes these the only events of the calendar."""
    for event in phone.calendar():
        phone.remove_event(event.id)
    for one in planned:
        phone.add_event(one.title, one.start, one.end, one.place, one.notes)


# Moves --------------------------------------------------------------------------------------------------------------


def open_calendar(look: Look) -> Iterator[Action]:
    """Opens the calendar on its first page."""
    yield from open_first_page(look, "Calendar", "floating_action_button")


def _open_month(look: Look) -> Iterator[Action]:
    """Opens the calendar on the page of a month."""
    yield from open_calendar(look)
    if not any(re.match(r"15 \w+ \d{4}", element.description) for element in look("android")):
        yield tap(look, text="Month", role="tab")


def shown_today(look: Look) -> Iterator[Action]:
    """Opens the calendar on the page of a month and turns to today, which the grid names so."""
    yield from _open_month(look)
    if _today(look) is None:
        yield tap(look, description="Today")


def _today(look: Look) -> Date | None:
    for element in look("android"):
        found = re.match(r"(\d+) (\w+) (\d{4}), today", element.description)
        if found is not None:
            return int(found[3]), 1 + MONTHS.index(found[2]), int(found[1])
    return None


def show_day(look: Look, day: Day) -> Iterator[Action]:
    """Shows a day below its month; one that is counted from today is found on the screen."""
    if day.date:
        yield from _open_month(look)
        begin = day.begin(0)
    else:
        yield from shown_today(look)
        today = _today(look)
        if today is None:
            raise OracleStuck("no day of the month is marked as today")
        begin = day.begin(moment(*today))
    wanted = datetime.fromtimestamp(begin, UTC)
    name = f"{wanted.day} {MONTHS[wanted.month - 1]} {wanted.year}"
    for _ in range(24):
        for element in look("android"):
            if element.description.partition(",")[0] == name and element.role == "button":
                x, y = element.center
                yield action("android", "tap", x=x, y=y)
                return
        yield tap(look, description="Next month" if _month_before(look, wanted) else "Previous month")
    raise OracleStuck(f"no {name!r} was found")


def _month_before(look: Look, wanted: datetime) -> bool:
    for element in look("android"):
        found = re.match(r"15 (\w+) (\d{4})", element.description)
        if found is not None:
            return (int(found[2]), 1 + MONTHS.index(found[1])) < (wanted.year, wanted.month)
    raise OracleStuck("no grid with the days of a month is shown")


def _shown_minute(look: Look, which: str) -> int:
    """Returns the minute of the day of the start or the end that the editor shows."""
    found = re.fullmatch(r"(\d+):(\d\d)(?: ([AP])M)?", find(look, "android", description=f"{which} time").text)
    if found is None:
        raise OracleStuck(f"no time of the {which.lower()} is shown")
    hour = int(found[1]) % 12 + 12 * (found[3] == "P") if found[3] else int(found[1])
    return 60 * hour + int(found[2])


def _set_time(look: Look, which: str, minute: int) -> Iterator[Action]:
    """Sets the time of the start or the end, if it isn't there already."""
    if _shown_minute(look, which) != minute:
        yield tap(look, description=f"{which} time")
        yield from choose_time(look, *divmod(minute, 60))


def enter_event(
    look: Look,
    title: str,
    hour: int,
    length: int,
    notes: str = "",
    repeats: str = "",
    date: Date | None = None,
    save: bool = True,
) -> Iterator[Action]:
    """Adds an event on the day that is shown below its month.

    The end is set first: the app keeps the length when the start is set, and an end before the start would move it.

    Args:
        look: Shows the screens.
        title: Its title.
        hour: The hour at which it begins.
        length: Its length in minutes, up to 60.
        notes: Its description.
        repeats: The entry of the list of repetitions, such as "Every day"; "" for none.
        date: Its date, if it isn't the day that is shown.
        save: Whether to save it.
    """
    yield tap(look, rid="floating_action_button")
    yield action("android", "write_text", text=title)
    if date is not None:
        yield from choose_date(look, "Start", date)
    yield from _set_time(look, "End", _shown_minute(look, "Start") + length)
    yield from _set_time(look, "Start", 60 * hour)
    if repeats:
        yield tap(look, description="Repetition")
        yield tap(look, text=repeats, role="radio")
    if notes:
        yield from type_into(look, "Add description", notes)
    if save:
        yield tap(look, text="Save")


def hold_event(look: Look, title: str, hour: int = -1) -> Iterator[Action]:
    """Opens the menu of an event that is listed, by its title and perhaps the hour at which it begins."""
    yield from _to_event(look, title, hour)
    yield from hold_row(look, title, _from(hour))


def open_event_of(look: Look, title: str, hour: int = -1) -> Iterator[Action]:
    """Opens the page of an event that is listed, by its title and perhaps the hour at which it begins."""
    yield from _to_event(look, title, hour)
    yield from tap_row(look, title, _from(hour))


def _to_event(look: Look, title: str, hour: int) -> Iterator[Action]:
    """Scrolls to an event of the day; where a low screen has no room below the month, in the schedule from then on."""
    yield from to_row(look, title, _from(hour))
    if not rows_shown(look, title, _from(hour)) and has(look, "android", text="Schedule", role="tab"):
        yield tap(look, text="Schedule", role="tab")


def _from(hour: int) -> str:
    """Returns what the description of an event that begins at an hour has in it."""
    return f", {hour:02}:00" if hour >= 0 else ""


def delete_shown(look: Look, title: str, hour: int = -1) -> Iterator[Action]:
    """Deletes an event of the day that is shown, by its title and perhaps the hour at which it begins."""
    yield from hold_event(look, title, hour)
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")
