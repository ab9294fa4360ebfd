"""travel.example: an evaluator of its bookings, and a sub-task that books a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.footprints import filled_form
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.firefox import browse, choose, choose_from_list, fill, follow
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import date_ahead, time_of_day

__all__ = ["BOOK", "booked"]

_SITE = "travel.example"
_FORM = "Book a seat"
_BOOKED = "Seat booked"


def booked(state: State, values: Mapping[str, str]) -> bool:
    """One seat was booked, with these values of the form and no other ones."""
    sent = [row["values"] for row in state.ubuntu.web(_SITE, "sent") if row["page"] == "/booked"]
    return sent == [dict(values)]


def _values(params: Params) -> dict[str, str]:
    return {
        "from": "Alder", "to": params.town, "date": params.date, "time": params.time, "passengers": "1",
        "class": "second",
    }  # fmt: skip


def _seat_booked(params: Params) -> Sequence[Checkpoint]:
    """The site; then the seat."""
    shown = check(window_in_front, app="firefox", title="Northern Lines")
    return [
        whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=shown),
        Checkpoint(
            id="booked",
            device="ubuntu",
            app="firefox",
            evaluator=check(booked, values=_values(params)),
            after=("site_open",),
        ),
    ]


def _may_book(params: Params) -> Footprint:
    return [may_send("ubuntu", "form", to=f"{_SITE}/booked", text=filled_form(_values(params)))]


def _open_form(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"{_SITE}/booking", _FORM)


def _fill_in(params: Params, look: Look, time: str = "") -> Iterator[Action]:
    """Fills in the form; the rest of it stays as it is offered."""
    yield from _open_form(params, look)
    yield from choose_from_list(look, "to", params.town)
    yield from fill(look, "date", params.date)
    yield from fill(look, "time", time or params.time)


def _send(look: Look) -> Iterator[Action]:
    yield from follow(look, rid="book", title=_BOOKED)


def _book(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_in(params, look)
    yield from _send(look)


def _book_after_timetable(params: Params, look: Look) -> Iterator[Action]:
    """Comes to the form from the timetable."""
    yield from browse(look, f"{_SITE}/timetable", "")
    yield from _book(params, look)


def _book_with_keys(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the town with the keyboard, and sends the form with Enter."""
    yield from _open_form(params, look)
    yield from follow(look, rid="from")
    yield action("ubuntu", "press", key="escape")
    yield from choose(params.town)
    yield from fill(look, "date", params.date)
    yield from fill(look, "time", params.time)
    yield from _send(look)


def _book_later(params: Params, look: Look) -> Iterator[Action]:
    """Books the seat in another train."""
    yield from _fill_in(params, look, "21:15")
    yield from _send(look)


def _not_sent(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_in(params, look)


BOOK = SubTask(
    name="travel_site.book",
    device="ubuntu",
    app="firefox",
    says="at travel.example in the desktop's Firefox, book one seat in second class from Alder to {town} on "
    "{date} at {time}, without a bicycle",
    steps="on the desktop, open travel.example in Firefox, click Book, choose the town {town} as where to go from "
    "Alder, enter {date} as the date and {time} as the time, don't change the rest, and click Book",
    inputs={
        "town": choice(("Millbrook", "Stonegate", "Pinehaven"), "Stonegate"),
        "date": date_ahead("2026-12-03"),
        "time": time_of_day("09:50"),
    },
    checkpoints=_seat_booked,
    oracle={"site_open": _open_form, "booked": _book},
    footprint=_may_book,
    alternatives={"after_timetable": _book_after_timetable, "with_keys": _book_with_keys},
    near_misses={"later": _book_later, "not_sent": _not_sent},
    once=True,
    step_limit=60,
    tags=("heavy", "web", "form"),
)
