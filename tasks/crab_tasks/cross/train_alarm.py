"""Set an alarm in the desktop's Clocks for a train that a text message names, and answer."""

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
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.ubuntu.clocks.moves import delete_alarm, set_alarm
from crab_tasks.kits.ubuntu.clocks.state import alarm_set

LABEL = "Train"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def clock(minutes: int) -> str:
    """Returns a minute of the day as it is written."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def leaves(params: Params) -> int:
    """Returns the minute of the day when the train leaves."""
    return 60 * int(params.hour) + int(params.minute)


def rings(params: Params) -> tuple[int, int]:
    """Returns hour and minute of the alarm."""
    return divmod(leaves(params) - int(params.before), 60)


def reply(params: Params) -> str:
    """Returns the answer."""
    return f"I get up at {clock(leaves(params) - params.before)}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers the time of the train, and the one that replaces it."""
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    earlier = clock(leaves(params) - rng.choice((20, 30, 50)))
    phone.add_message(params.phone, f"From Monday to Friday our train leaves at {earlier}.", age=80_000)
    phone.add_message(
        params.phone, f"They changed the timetable: our train now leaves at {clock(leaves(params))}.", age=1200
    )


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The alarm; then the answer."""
    hour, minute = rings(params)
    wanted = check(alarm_set, hour=hour, minute=minute, label=LABEL, days=0b11111)
    sent = check(only_message, number=params.phone, body=reply(params))
    return [
        Checkpoint(id="alarm_set", device="ubuntu", app="clocks", evaluator=wanted),
        Checkpoint(id="answered", device="android", app="messages", evaluator=sent, after=("alarm_set",)),
    ]


def footprint(params: Params) -> Footprint:
    """The alarm, and the answer."""
    hour, minute = rings(params)
    return [
        may_add("ubuntu", "alarm", 1, label=LABEL, hour=hour, minute=minute, days=0b11111),
        may_text(params.phone, reply(params)),
    ]


def ring(params: Params, look: Look) -> Iterator[Action]:
    """Reads the messages, and sets the alarm."""
    yield action("android", "open_app", name="Messages")
    yield from set_alarm(look, *rings(params), LABEL, DAYS)


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, reply(params))


def when_it_leaves(params: Params, look: Look) -> Iterator[Action]:
    """Lets the alarm ring when the train leaves."""
    yield from set_alarm(look, *divmod(leaves(params), 60), LABEL, DAYS)
    yield from answer(params, look)


def once(params: Params, look: Look) -> Iterator[Action]:
    """Sets an alarm that rings once."""
    yield from set_alarm(look, *rings(params), LABEL)
    yield from answer(params, look)


def weekend_too(params: Params, look: Look) -> Iterator[Action]:
    """Lets the alarm ring on Saturdays, too."""
    yield from set_alarm(look, *rings(params), LABEL, (*DAYS, "Saturday"))
    yield from answer(params, look)


def in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the alarm's name in capitals."""
    yield from set_alarm(look, *rings(params), LABEL.upper(), DAYS)
    yield from answer(params, look)


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the days in another order, and answers in the conversation."""
    yield from set_alarm(look, *rings(params), LABEL, DAYS[::-1])
    yield from text_in_conversation(look, params.name, reply(params))


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Sets the alarm for the train's time, deletes it, and sets it anew."""
    hour, minute = divmod(leaves(params), 60)
    yield from set_alarm(look, hour, minute, LABEL, DAYS)
    yield from delete_alarm(look, hour, minute, LABEL)
    yield from ring(params, look)
    yield from answer(params, look)


TASK = Task(
    name="cross.train_alarm",
    description=(
        "{name} has texted the phone when my train leaves from Monday to Friday; their latest message counts. In "
        'Clocks on the desktop, set an alarm named "Train" that rings {before} minutes before the train leaves, on '
        'each of these five days and on no others. Then answer {name} with one text message, "I get up at HH:MM" '
        "(HH:MM is the time of the alarm, as in 06:05, without the quotes)."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Kira Castro"),
        "phone": phone_number("+1 555 0147"),
        "hour": integer(6, 9, 7),
        "minute": choice((2, 14, 23, 37, 48, 56), 23, type="minute"),
        "before": choice((40, 55, 65, 80), 55, type="minutes"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"alarm_set": ring, "answered": answer},
    footprint=footprint,
    alternatives={"in_conversation": in_conversation, "corrected": corrected},
    near_misses={
        "when_it_leaves": when_it_leaves, "once": once, "weekend_too": weekend_too, "in_capitals": in_capitals,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=2,
    tags=("heavy", "clock", "messages"),
)  # fmt: skip
