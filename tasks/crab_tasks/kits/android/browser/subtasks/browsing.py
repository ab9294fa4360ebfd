"""Browser: sub-tasks about a timetable, a booking and a form for questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.browser.moves import bring_up, fill, refill, visit
from crab_tasks.kits.android.browser.state import ASKED, form_sent, question_asked
from crab_tasks.kits.android.pickers import choose_time, pick_date
from crab_tasks.kits.compare import same_address, same_value
from crab_tasks.kits.footprints import filled_form
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_date, as_typed, date_ahead, email_address, time_of_day

__all__ = ["ARRIVAL", "ASK", "BOOK_SEAT", "FARE"]

_TOWNS = ("Millbrook", "Stonegate", "Pinehaven")
"""The towns to which the trains from Alder go."""
_TRAINS = {
    "06:40": ("07:22", "08:05", "08:51"), "09:10": ("09:52", "10:35", "11:21"), "13:25": ("14:07", "14:50", "15:36"),
    "17:55": ("18:37", "19:20", "20:06"),
}  # fmt: skip
"""When the trains leave Alder, and when they are in these towns."""
_FARES = {"Millbrook": ("8.20", "14.00"), "Stonegate": ("15.60", "26.50"), "Pinehaven": ("22.40", "38.00")}
"""The fares from Alder: single and return."""


def _browser_open(params: Params) -> Sequence[Checkpoint]:
    """Browser is in front."""
    return [app_opened("browser", "browser_open")]


# The timetable ------------------------------------------------------------------------------------------------------


def _read_timetable(params: Params, look: Look) -> Iterator[Action]:
    yield from visit(look, "travel.example/timetable")


def _read_from_home(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the timetable from the first page."""
    yield from visit(look, "travel.example")
    yield from bring_up(look, "Timetable")
    yield tap(look, text="Timetable", role="link")


def _read_whole_page(params: Params, look: Look) -> Iterator[Action]:
    """Reads the page down to its end."""
    yield from _read_timetable(params, look)
    yield from bring_up(look, "Download as CSV")


ARRIVAL = SubTask(
    name="browsing.arrival",
    device="android",
    app="browser",
    says="look up on travel.example, in the phone's Browser, when the train that leaves Alder at {departure} is in "
    "{town}",
    steps="on the phone, open Browser, go to travel.example/timetable and read when the train that leaves Alder at "
    "{departure} is in {town}",
    refers="the time at which, according to travel.example, the train that leaves Alder at {departure} is in {town}",
    inputs={
        "departure": choice(tuple(_TRAINS), "13:25"), "town": choice(_TOWNS, "Stonegate"),
    },
    output="time",
    called="time of arrival",
    produce=lambda params: _TRAINS[params.departure][_TOWNS.index(params.town)],
    checkpoints=_browser_open,
    oracle={"browser_open": _read_timetable},
    alternatives={"from_home": _read_from_home, "whole_page": _read_whole_page},
    backends=("sim", "adb"),
    tags=("browser",),
)  # fmt: skip

FARE = SubTask(
    name="browsing.fare",
    device="android",
    app="browser",
    says="look up on travel.example, in the phone's Browser, what the {kind} fare from Alder to {town} is",
    steps="on the phone, open Browser, go to travel.example/timetable, scroll to the fares and read the "
    "{kind} fare from Alder to {town}",
    refers="the {kind} fare on travel.example from Alder to {town}",
    inputs={"kind": choice(("single", "return")), "town": choice(_TOWNS, "Pinehaven")},
    output="amount",
    called="fare",
    produce=lambda params: _FARES[params.town][params.kind == "return"],
    checkpoints=_browser_open,
    oracle={"browser_open": _read_whole_page},
    alternatives={"from_home": _read_from_home, "top_first": _read_timetable},
    backends=("sim", "adb"),
    tags=("browser",),
)

# A booking ----------------------------------------------------------------------------------------------------------

_BOOKED = "https://travel.example/booked"


def _booking(params: Params) -> Mapping[str, str]:
    return {
        "from": "Alder", "to": params.town, "date": params.date, "time": params.time, "passengers": "1",
        "class": "second",
    }  # fmt: skip


def _booked(params: Params) -> Sequence[Checkpoint]:
    right = check(form_sent, url=_BOOKED, fields=_booking(params))
    return [Checkpoint(id="booked", device="android", app="browser", evaluator=right)]


def _may_book(params: Params) -> Footprint:
    """The booking, with nothing else in it."""
    return [may_send("android", "form", to=_BOOKED, text=filled_form(_booking(params)))]


def _choose_town(look: Look, town: str) -> Iterator[Action]:
    yield from bring_up(look, description="To")
    yield tap(look, description="To", role="button")
    yield tap(look, text=town, role="list_item")


def _choose_date(look: Look, date: str) -> Iterator[Action]:
    yield from bring_up(look, description="Date")
    yield tap(look, description="Date", role="button")
    yield from pick_date(look, as_date(date))


def _choose_time(look: Look, time: str) -> Iterator[Action]:
    yield from bring_up(look, description="Time")
    yield tap(look, description="Time", role="button")
    yield from choose_time(look, int(time[:2]), int(time[3:]))


def _fill_booking(params: Params, look: Look) -> Iterator[Action]:
    yield from visit(look, "travel.example/booking")
    yield from _choose_town(look, params.town)
    yield from _choose_date(look, params.date)
    yield from _choose_time(look, params.time)


def _press_book(look: Look) -> Iterator[Action]:
    yield from bring_up(look, "Book")
    yield tap(look, text="Book", role="button")


def _book(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_booking(params, look)
    yield from _press_book(look)


def _book_from_home(params: Params, look: Look) -> Iterator[Action]:
    """Comes from the first page, and fills the form in from its end."""
    yield from visit(look, "travel.example")
    yield from bring_up(look, "Book a seat")
    yield tap(look, text="Book a seat", role="link")
    yield from _choose_time(look, params.time)
    yield from _choose_date(look, params.date)
    yield from _choose_town(look, params.town)
    yield from _press_book(look)


def _book_at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Presses the button before the form is filled in, which the page refuses."""
    yield from visit(look, "travel.example/booking")
    yield from _press_book(look)
    yield from _book(params, look)


def _not_booked(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_booking(params, look)


def _other_time(params: Params, look: Look) -> Iterator[Action]:
    """Books a train of another hour."""
    hour, minute = params.time.split(":")
    yield from visit(look, "travel.example/booking")
    yield from _choose_town(look, params.town)
    yield from _choose_date(look, params.date)
    yield from _choose_time(look, f"{(int(hour) + 1) % 24:02}:{minute}")
    yield from _press_book(look)


def _with_bicycle(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_booking(params, look)
    yield from bring_up(look, "With a bicycle")
    yield tap(look, text="With a bicycle", role="checkbox")
    yield from _press_book(look)


def _booked_twice(params: Params, look: Look) -> Iterator[Action]:
    """Books another train first."""
    yield from _other_time(params, look)
    yield from _book(params, look)


BOOK_SEAT = SubTask(
    name="browsing.book_seat",
    device="android",
    app="browser",
    says="in the phone's Browser, book a seat from Alder to {town} for {date} at {time} with the form at "
    "travel.example/booking",
    steps="on the phone, open Browser, go to travel.example/booking, choose {town} as the destination, {date} as the "
    "date and {time} as the time, and tap Book",
    inputs={"town": choice(_TOWNS, "Millbrook"), "date": date_ahead("2026-11-25"), "time": time_of_day("16:35")},
    checkpoints=_booked,
    oracle={"booked": _book},
    footprint=_may_book,
    alternatives={"from_home": _book_from_home, "at_second_try": _book_at_second_try},
    near_misses={
        "not_booked": _not_booked, "other_time": _other_time, "with_bicycle": _with_bicycle, "twice": _booked_twice,
    },
    backends=("sim", "adb"),
    step_limit=60,
    tags=("browser", "form"),
)  # fmt: skip


def _asked(params: Params) -> Sequence[Checkpoint]:
    right = check(question_asked, name=params.name, email=params.email, kind=params.kinds["text"], value=params.text)
    return [Checkpoint(id="asked", device="android", app="browser", evaluator=right)]


def _may_ask(params: Params) -> Footprint:
    message = same_value(params.kinds["text"], params.text)
    right = filled_form(
        {"name": params.name, "email": same_address(params.email), "topic": "General question", "message": message}
    )
    return [may_send("android", "form", to=ASKED, text=right)]


def _fill_question(params: Params, look: Look, name: str, email: str) -> Iterator[Action]:
    yield from visit(look, "forms.example/contact")
    yield from fill(look, "Name", name)
    yield from fill(look, "Email", email)
    yield from fill(look, "Message", as_typed(params, "text"))


def _press_send(look: Look) -> Iterator[Action]:
    yield from bring_up(look, "Send message")
    yield tap(look, text="Send message", role="button")


def _ask(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_question(params, look, params.name, params.email)
    yield from _press_send(look)


def _ask_message_first(params: Params, look: Look) -> Iterator[Action]:
    """Types the message before name and address."""
    yield from visit(look, "forms.example/contact")
    yield from fill(look, "Message", as_typed(params, "text"))
    yield from fill(look, "Email", params.email)
    yield from fill(look, "Name", params.name)
    yield from _press_send(look)


def _ask_with_copy(params: Params, look: Look) -> Iterator[Action]:
    """Lets a copy be sent, which nobody has asked for."""
    yield from _fill_question(params, look, params.name, params.email)
    yield from bring_up(look, "Send me a copy")
    yield tap(look, text="Send me a copy", role="checkbox")
    yield from _press_send(look)


def _ask_corrected(params: Params, look: Look) -> Iterator[Action]:
    """Types another name first."""
    yield from _fill_question(params, look, "Nobody", params.email)
    yield from refill(look, "Name", params.name)
    yield from _press_send(look)


def _not_asked(params: Params, look: Look) -> Iterator[Action]:
    yield from _fill_question(params, look, params.name, params.email)


def _complain(params: Params, look: Look) -> Iterator[Action]:
    """Chooses another topic."""
    yield from _fill_question(params, look, params.name, params.email)
    yield from bring_up(look, description="Topic")
    yield tap(look, description="Topic", role="button")
    yield tap(look, text="Complaint", role="list_item")
    yield from _press_send(look)


def _without_address(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the address out, which the page refuses."""
    yield from visit(look, "forms.example/contact")
    yield from fill(look, "Name", params.name)
    yield from fill(look, "Message", as_typed(params, "text"))
    yield from _press_send(look)


ASK = SubTask(
    name="browsing.ask",
    device="android",
    app="browser",
    says="in the phone's Browser, send {text} as a general question with the form at forms.example/contact, giving "
    "{name} as the name and {email} as the e-mail address",
    steps="on the phone, open Browser, go to forms.example/contact, type {name} as the name, {email} as the e-mail "
    "address and {text} as the message, and tap Send message",
    inputs={
        "name": person("Edith Fontaine"), "email": email_address("thistle44@quarry.example"),
        "text": short_line("Order a garden chair"),
    },
    checkpoints=_asked,
    oracle={"asked": _ask},
    footprint=_may_ask,
    alternatives={"message_first": _ask_message_first, "corrected": _ask_corrected},
    near_misses={
        "not_sent": _not_asked, "complaint": _complain, "without_address": _without_address,
        "with_copy": _ask_with_copy,
    },
    backends=("sim", "adb"),
    step_limit=50,
    tags=("browser", "form"),
)  # fmt: skip
