"""Calendar: evaluators, setups and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from crab_gym.backends.base import Event, Setup
from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.android.pickers import Date, choose_time, pick_date
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = [
    "choose_date", "delete_event", "edit_event", "event_at", "event_is", "event_notes_number", "event_on_day",
    "event_place", "moment", "new_event", "no_event", "open_event",
]  # fmt: skip


def moment(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> float:
    """Returns a date and time in seconds since 1970; all is UTC, as the phone's clock.

    Args:
        year: The year.
        month: The month, from 1 on.
        day: The day, from 1 on.
        hour: The hour, 0 to 23.
        minute: The minute.

    >>> moment(1970, 1, 2, 1)
    90000.0
    """
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


def _titled(state: State, title: str) -> list[Event]:
    return [event for event in state["android"].calendar() if event.title.strip() == title]


def _timed(event: Event, start: float, end: float) -> bool:
    return (event.start, event.end, event.all_day, event.repeat) == (start, end, False, "")


def event_on_day(state: State, answer: str | None, title: str, day: float) -> bool:
    """All events of this title, one at least, begin on the day that begins at `day`."""
    starts = [event.start for event in _titled(state, title)]
    return bool(starts) and all(day <= start < day + 86_400 for start in starts)


def event_at(state: State, answer: str | None, title: str, start: float, end: float) -> bool:
    """Exactly one event has this title; it has these times and doesn't repeat."""
    found = _titled(state, title)
    return len(found) == 1 and _timed(found[0], start, end)


def event_place(state: State, answer: str | None, title: str, place: str) -> bool:
    """An event of this title has this location."""
    return any(event.location.strip() == place for event in _titled(state, title))


def event_notes_number(state: State, answer: str | None, title: str, number: str) -> bool:
    """The description of an event of this title is this telephone number, however it is grouped, and nothing else."""
    notes = [event.notes.strip() for event in _titled(state, title)]
    return any(digits(text) == digits(number) and re.fullmatch(r"[+\d ().\-/]*", text) is not None for text in notes)


def event_is(
    state: State, answer: str | None, title: str, start: float, end: float, place: str, number: str = ""
) -> bool:
    """Exactly one event has this title, and it has these times, this location and this number in its description.

    Args:
        state: The devices' states.
        answer: Not used.
        title: Its title.
        start: Its start, in seconds since 1970.
        end: Its end, in seconds since 1970.
        place: Its location.
        number: The telephone number in its description; "" for no digits.
    """
    return (
        event_at(state, answer, title, start, end)
        and event_place(state, answer, title, place)
        and event_notes_number(state, answer, title, number)
    )


def no_event(devices: Mapping[str, Setup], title: str) -> None:
    """Removes the phone's events of a title."""
    phone = devices["android"]
    for event in phone.calendar():
        if event.title == title:
            phone.remove_event(event.id)


def choose_date(look: Look, which: str, date: Date) -> Iterator[Action]:
    """Picks the date of an event's ``"Start"`` or ``"End"`` in its editor; it must not be before the one shown."""
    yield tap(look, description=f"{which} date")
    yield from pick_date(look, date)


def new_event(
    look: Look,
    title: str,
    date: Date,
    start: tuple[int, int] | None = None,
    end: tuple[int, int] | None = None,
    texts: dict[str, str] | None = None,
) -> Iterator[Action]:
    """Adds an event to the phone's calendar; without an end it takes an hour.

    Args:
        look: Shows the screens.
        title: Its title.
        date: Its date.
        start: Hour and minute of its start; None for the offered ones.
        end: Hour and minute of its end; None for an hour after its start.
        texts: Other texts, by the hints of their fields.
    """
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, rid="floating_action_button")
    yield from type_into(look, "Add title", title)
    yield from choose_date(look, "Start", date)
    for which, time in (("Start", start), ("End", end)):
        if time is not None:
            yield tap(look, description=f"{which} time")
            yield from choose_time(look, *time)
    for hint, text in (texts or {}).items():
        yield from type_into(look, hint, text)
    yield tap(look, text="Save")


def open_event(look: Look, title: str) -> Iterator[Action]:
    """Searches the phone's calendar for an event and opens it."""
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", title)
    yield tap(look, text=title, role="list_item")


def edit_event(look: Look, title: str) -> Iterator[Action]:
    """Searches the phone's calendar for an event and opens its editor."""
    yield from open_event(look, title)
    yield tap(look, description="Edit")


def delete_event(look: Look, title: str) -> Iterator[Action]:
    """Deletes an event of the phone's calendar."""
    yield from open_event(look, title)
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")
