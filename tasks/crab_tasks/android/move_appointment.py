"""Move an appointment as a text message asks, and answer it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_remove, no_other
from crab_tasks.kits.android.calendar.moves import choose_date, delete_event, edit_event, new_event
from crab_tasks.kits.android.calendar.state import event_is, event_on_day, moment, no_event
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.android.pickers import Date, choose_time
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import tap

Time = tuple[int, int]
PLACES = ("Mill Street 9", "Top floor", "Room 31")
TITLES = ("Roof inspection", "Passport photos", "Guitar lesson", "Boiler check")


def dates(params: Params) -> tuple[Date, Date, Date]:
    """Returns the dates on which it is, which was asked for first, and which is asked for now."""
    return (2026, 11, params.day), (2026, 11, params.day + 2), (2026, 11, params.day + params.later)


def time(params: Params) -> Time:
    """Returns when it shall begin."""
    return params.hour, params.minute


def old_time(params: Params) -> Time:
    """Returns when it begins now."""
    return params.hour - 3, (params.minute + 15) % 60


def wish(params: Params, day: Date, at: Time) -> str:
    """Returns a message that asks for a date and time."""
    return f"Can we move the {params.title.lower()} to {day[2]} November at {at[0]}:{at[1]:02}?"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the appointment among others, and two messages that ask for different dates."""
    phone = devices.android
    fresh_contact(devices, params.name, params.phone)
    for title in TITLES:
        no_event(devices, title)
        day = dates(params)[0] if title == params.title else (2026, 11, rng.randrange(10, 29))
        start = moment(*day, *old_time(params))
        place = params.place if title == params.title else rng.choice(PLACES)
        phone.add_event(title, start, start + 60 * params.length, place)
    _, first, second = dates(params)
    phone.add_message(params.phone, wish(params, first, (params.hour - 1, params.minute)), age=90_000)
    phone.add_message(params.phone, "I will be late today, sorry", age=40_000)
    phone.add_message(params.phone, "Sorry, that day is bad. " + wish(params, second, time(params)), age=300)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The right day, then the right time; the answer, whenever it is sent."""
    title = params.title
    start = moment(*dates(params)[2], *time(params))
    at = check(event_is, title=title, start=start, end=start + 60 * params.length, place=params.place)
    sent = check(only_message, number=params.phone, body=params.reply)
    day = check(event_on_day, title=title, day=moment(*dates(params)[2]))
    return [
        Checkpoint(id="day_right", device="android", app="calendar", evaluator=day),
        Checkpoint(id="time_right", device="android", app="calendar", evaluator=at, after=("day_right",)),
        Checkpoint(id="replied", device="android", app="messages", evaluator=sent),
    ]


def footprint(params: Params) -> Footprint:
    """The appointment, moved or made anew, and the answer."""
    start = moment(*dates(params)[2], *time(params))
    return [
        may_change("android", "event", ("start", "end"), title=params.title),
        may_remove("android", "event", most=1, title=params.title),
        may_add(
            "android",
            "event",
            most=1,
            title=params.title,
            location=params.place,
            start=int(start),
            end=int(start) + 60 * params.length,
            first_reminder=frozenset((-1, 30)),  # it had none
        ),
        no_other("android", "event"),
        may_text(params.phone, params.reply),
    ]


def move_day(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment to the day."""
    yield from edit_event(look, params.title)
    yield from choose_date(look, "Start", dates(params)[2])
    yield tap(look, text="Save")


def move_time(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment to the time of day; the app keeps its length."""
    yield from edit_event(look, params.title)
    yield tap(look, description="Start time")
    yield from choose_time(look, *time(params))
    yield tap(look, text="Save")


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Answers the message."""
    yield from send_text(look, params.phone, params.reply)


def first_wish(params: Params, look: Look) -> Iterator[Action]:
    """Follows the older message."""
    yield from reply(params, look)
    yield from edit_event(look, params.title)
    yield from choose_date(look, "Start", dates(params)[1])
    yield tap(look, description="Start time")
    yield from choose_time(look, params.hour - 1, params.minute)
    yield tap(look, text="Save")


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Adds another event instead of moving the one that is there."""
    hours, minutes = divmod(60 * params.hour + params.minute + params.length, 60)
    yield from new_event(look, params.title, dates(params)[2], time(params), (hours, minutes))
    yield from reply(params, look)


def without_place(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the appointment and makes it anew without its place."""
    hours, minutes = divmod(60 * params.hour + params.minute + params.length, 60)
    yield from delete_event(look, params.title)
    yield from new_event(look, params.title, dates(params)[2], time(params), (hours, minutes))
    yield from reply(params, look)


def anew(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the appointment and makes it anew, with its place."""
    hours, minutes = divmod(60 * params.hour + params.minute + params.length, 60)
    yield from delete_event(look, params.title)
    yield from new_event(
        look, params.title, dates(params)[2], time(params), (hours, minutes), {"Add location": params.place}
    )
    yield from reply(params, look)


def longer(params: Params, look: Look) -> Iterator[Action]:
    """Moves the appointment, but makes it longer."""
    yield from reply(params, look)
    yield from move_day(params, look)
    yield from edit_event(look, params.title)
    yield tap(look, description="Start time")
    yield from choose_time(look, *time(params))
    yield tap(look, description="End time")
    yield from choose_time(look, 22, 0)
    yield tap(look, text="Save")


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Answers in the conversation, and moves the appointment to its time before its day."""
    yield from text_in_conversation(look, params.name, params.reply)
    yield from move_time(params, look)
    yield from move_day(params, look)


TASK = Task(
    name="android.move_appointment",
    description=(
        "In text messages to the phone, {name} has asked to move an appointment that is in the phone's Calendar. Move "
        "it as the latest of these messages says, without changing its length, and answer {name} with the text message "
        '"{reply}" (without the quotes).'
    ),
    devices=("android",),
    parameters={
        "name": person("Bruno Ekman"),
        "phone": phone_number("+1 555 0119"),
        "title": choice(TITLES, type="event_title"),
        "day": integer(10, 20, 12, type="day"),
        "later": integer(3, 8, 5),
        "hour": integer(13, 18, 15),
        "minute": choice((0, 10, 20, 30, 40)),
        "length": choice((45, 60, 80), type="duration"),
        "reply": choice(("Done, see you then", "That suits me", "All right, it is moved")),
        "place": choice(PLACES, type="location"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"day_right": move_day, "time_right": move_time, "replied": reply},
    footprint=footprint,
    alternatives={"anew": anew, "in_conversation": in_conversation},
    near_misses={"first_wish": first_wish, "copied": copied, "longer": longer, "without_place": without_place},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("calendar", "messages"),
)
