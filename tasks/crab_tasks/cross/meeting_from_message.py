"""Enter an appointment that came as a text message into the desktop's calendar, with an alarm, and answer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.compare import same_line
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.ubuntu.calendar.moves import delete_event, new_event
from crab_tasks.kits.ubuntu.calendar.state import Date, event_written, moment
from crab_tasks.kits.ubuntu.clocks.moves import set_alarm
from crab_tasks.kits.ubuntu.clocks.state import alarm_set

REPLY = "See you there"
LABEL = "Set off"


def date(params: Params) -> Date:
    """Returns the day of the appointment."""
    return 2026, 11, params.day


def message(params: Params, day: int, hour: int) -> str:
    """Returns a proposal."""
    return f"Let's meet on 2026-11-{day:02} at {hour:02}:30, {params.place}."


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers a proposal and the one that replaces it."""
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    phone.add_message(params.phone, message(params, params.day - 1, params.hour + 1), age=7200)
    phone.add_message(params.phone, "Sorry, that won't do. " + message(params, params.day, params.hour), age=600)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Event and alarm on the desktop, and the answer on the phone."""
    start = moment(date(params), (params.hour, 30))
    entered = check(event_written, title=params.title, start=start, end=start + 3600, location=params.place)
    rings = check(alarm_set, hour=params.hour - 1, minute=45, label=LABEL)
    return [
        Checkpoint(id="entered", device="ubuntu", app="calendar", evaluator=entered),
        Checkpoint(id="alarm_set", device="ubuntu", app="clocks", evaluator=rings),
        Checkpoint(
            id="replied",
            device="android",
            app="messages",
            evaluator=check(message_sent, number=params.phone, body=REPLY),
            after=("entered", "alarm_set"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The event, the alarm, and the answer."""
    start = moment(date(params), (params.hour, 30))
    return [
        may_add("ubuntu", "event", 1, title=params.title, start=start, location=same_line(params.place)),
        may_add("ubuntu", "alarm", 1, label=LABEL, hour=params.hour - 1, minute=45),
        may_text(params.phone, REPLY),
    ]


def enter(params: Params, look: Look) -> Iterator[Action]:
    """Reads the message, and enters the event."""
    yield action("android", "open_app", name="Messages")
    yield from new_event(look, params.title, date(params), (params.hour, 30), (params.hour + 1, 30), params.place)


def ring(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm."""
    yield from set_alarm(look, params.hour - 1, 45, LABEL)


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, REPLY)


def first_proposal(params: Params, look: Look) -> Iterator[Action]:
    """Enters the time of the first message."""
    day = (2026, 11, params.day - 1)
    yield from new_event(look, params.title, day, (params.hour + 1, 30), (params.hour + 2, 30), params.place)
    yield from set_alarm(look, params.hour, 45, LABEL)
    yield from reply(params, look)


def every_day(params: Params, look: Look) -> Iterator[Action]:
    """Sets an alarm that rings each week, too."""
    yield from enter(params, look)
    yield from set_alarm(look, params.hour - 1, 45, LABEL, ("Monday",))
    yield from reply(params, look)


def title_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the meeting's title in capitals."""
    at, until = (params.hour, 30), (params.hour + 1, 30)
    yield from new_event(look, params.title.upper(), date(params), at, until, params.place)
    yield from ring(params, look)
    yield from reply(params, look)


def alarm_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the alarm's name in capitals."""
    yield from enter(params, look)
    yield from set_alarm(look, params.hour - 1, 45, LABEL.upper())
    yield from reply(params, look)


def place_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the place, which isn't quoted, in capitals."""
    at, until = (params.hour, 30), (params.hour + 1, 30)
    yield from new_event(look, params.title, date(params), at, until, params.place.upper())
    yield from ring(params, look)
    yield from reply(params, look)


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm first, and answers in the conversation."""
    yield from ring(params, look)
    yield from enter(params, look)
    yield from text_in_conversation(look, params.name, REPLY)


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Enters the first proposal, and deletes it again."""
    day = (2026, 11, params.day - 1)
    yield from new_event(look, params.title, day, (params.hour + 1, 30), (params.hour + 2, 30), params.place)
    yield from delete_event(look, params.title)
    yield from enter(params, look)
    yield from ring(params, look)
    yield from reply(params, look)


TASK = Task(
    name="cross.meeting_from_message",
    description=(
        "{name} has sent text messages to the phone about when and where we meet; their latest message counts. On the "
        'desktop, enter the meeting into Calendar as "{title}", one hour long, with the place that the message names '
        'as its location. Also set an alarm named "Set off" in Clocks on the desktop, 45 minutes before the meeting '
        'begins; it doesn\'t need to repeat. Then answer {name} with the text message "See you there" (without the '
        "quotes)."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Jonas Berg"),
        "phone": phone_number("+1 555 0126"),
        "title": choice(("Handover", "Flat inspection", "Rehearsal talk"), type="event_title"),
        "place": choice(("Harbour Café", "Station Square", "Old Mill"), type="place"),
        "day": integer(5, 28, 12, type="day"),
        "hour": integer(9, 18, 15),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"entered": enter, "alarm_set": ring, "replied": reply},
    footprint=footprint,
    alternatives={
        "in_conversation": in_conversation,
        "corrected": corrected,
        "place_in_capitals": place_in_capitals,
    },
    near_misses={
        "first_proposal": first_proposal,
        "every_day": every_day,
        "title_in_capitals": title_in_capitals,
        "alarm_in_capitals": alarm_in_capitals,
    },
    backends={"ubuntu": ("sim",), "android": ("sim", "adb")},
    version=2,
    tags=("calendar", "messages", "clock"),
)
