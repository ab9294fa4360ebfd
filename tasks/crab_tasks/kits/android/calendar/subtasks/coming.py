"""Calendar: a sub-task that looks up when an invitation is for, which comes while the agent works."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import integer, person
from crab_tasks.kits.android.calendar.state import moment, no_event
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.coming import awaited, delay
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_date, date_ahead

__all__ = ["INVITATION_DATE"]

_EVENT: Final = "invitation"


def invitation_arrives(devices: Devices, *, title: str, start: float) -> None:
    """An invitation arrives."""
    devices.android.add_event(title, start, start + 7200)


def _title(params: Params) -> str:
    return f"Invitation from {params.name}"


def _old_title(params: Params) -> str:
    return f"{_title(params)} (cancelled)"


def _start(date: str, hour: int) -> float:
    return moment(*as_date(date), hour)


def _cancelled_before(devices: Devices, params: Params, rng: random.Random) -> None:
    """The person's first invitation was for another date."""
    no_event(devices, _title(params))
    start = _start(params.old, rng.randrange(9, 18))
    devices.android.add_event(_old_title(params), start, start + 7200)


def _events(params: Params) -> Sequence[TaskEvent]:
    """The new invitation arrives."""
    does = cause(invitation_arrives, title=_title(params), start=_start(params.date, params.hour))
    return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]


def _calendar_open(params: Params) -> Sequence[Checkpoint]:
    """Calendar is in front once the invitation is there."""
    return [replace(app_opened("calendar", "calendar_open"), since=_EVENT)]


def _search(look: Look, text: str) -> Iterator[Action]:
    yield from open_first_page(look, "Calendar", "floating_action_button")
    yield tap(look, description="Search")
    yield from type_into(look, "Search", text)


def _wait_and_open(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the invitation until it is there, and opens it."""
    yield from _search(look, _title(params))
    yield from awaited(lambda: has(look, "android", text=_title(params), role="list_item"), "the invitation")
    yield tap(look, text=_title(params), role="list_item")


def _open_later(params: Params, look: Look) -> Iterator[Action]:
    """Waits for a while before it looks."""
    yield action("root", "wait", seconds=50)
    yield from _wait_and_open(params, look)


def _come_back(params: Params, look: Look) -> Iterator[Action]:
    """Opens the old invitation, uses another app, and comes back."""
    yield from _search(look, params.name)
    yield tap(look, text=_old_title(params), role="list_item")
    yield action("android", "open_app", name="Clock")
    yield action("root", "wait", seconds=35)
    yield from _wait_and_open(params, look)


INVITATION_DATE = SubTask(
    name="coming.invitation_date",
    device="android",
    app="calendar",
    says="wait until the new invitation from {name} is in the phone's calendar, and look up its date there",
    steps="on the phone, open Calendar, tap Search, search for the invitation from {name} until the new one is there, "
    "and read its date",
    refers="the date of the new invitation from {name} that is about to come to the phone's calendar",
    inputs={"name": person("Adrian Berg")},
    hidden={
        "date": date_ahead("2026-12-10"), "old": date_ahead("2026-11-27"), "hour": integer(9, 18, 15),
        "seconds": delay(),
    },
    output="date",
    called="date of the invitation",
    produce=lambda params: str(params.date),
    setup=_cancelled_before,
    checkpoints=_calendar_open,
    oracle={"calendar_open": _wait_and_open},
    alternatives={"later": _open_later, "came_back": _come_back},
    backends=("sim", "adb"),
    step_limit=80,
    tags=("calendar", "events"),
    events=_events,
)  # fmt: skip
