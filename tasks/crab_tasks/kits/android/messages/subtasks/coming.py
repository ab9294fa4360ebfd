"""Messages: sub-tasks about text messages that come while the agent works."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import Parameter, choice, integer, person, phone_number
from crab_gym.task.types import Value, short_line, typed
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.maps.state import VILLAGES
from crab_tasks.kits.android.messages.moves import open_conversation, send_text
from crab_tasks.kits.android.messages.state import texted_since
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.coming import awaited, delay
from crab_tasks.kits.compare import digits, telling
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import has, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, as_typed, date_ahead, postal_address, time_of_day, told_as

__all__ = ["ADDRESS", "AMOUNT", "CODE", "DATE", "NUMBER", "PLACE", "REPLY", "TIME"]

_EVENT: Final = "text"
_DAY: Final = 86_400.0


def text_arrives(devices: Devices, *, number: str, body: str) -> None:
    """A text arrives."""
    devices.android.receive_text(number, body)


def _number_of(params: Params) -> str:
    """Returns the sender's number as the network writes it, so that all texts are of one conversation."""
    return f"+{digits(params.address)}"


def _texted(
    name: str, noun: str, sender: str, value: Parameter, old: Value, before: str, now: str, called: str = ""
) -> SubTask:
    """Returns the sub-task to look up what somebody texts while the agent works, and has texted before.

    Args:
        name: What is texted, as a part of the sub-task's name.
        noun: The same in words.
        sender: The default sender.
        value: The value that is texted.
        old: The default of the value that was texted before.
        before: The text with that value, which stands for ``{}``.
        now: The text that comes.
        called: What goals call the value; "" for its type's noun.
    """
    kind = value.type

    def body(params: Params, text: str, shown: Value) -> str:
        return f"{params.sender} here. {text.format(typed(kind, shown))}"

    def texted_before(devices: Devices, params: Params, rng: random.Random) -> None:
        """Somebody who isn't in the address book has texted another value some days ago."""
        age = rng.randrange(3, 20) * _DAY
        devices.android.add_message(_number_of(params), body(params, before, params.old), age=age)

    def events(params: Params) -> Sequence[TaskEvent]:
        """The text arrives."""
        does = cause(text_arrives, number=params.address, body=body(params, now, params.value))
        return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]

    def read(params: Params, look: Look) -> Iterator[Action]:
        """Waits in the conversation."""
        text = body(params, now, params.value)
        yield from open_conversation(look, _number_of(params))
        yield from awaited(lambda: has(look, "android", text=text), "the text")

    def read_later(params: Params, look: Look) -> Iterator[Action]:
        """Waits for a while before it looks."""
        yield action("root", "wait", seconds=50)
        yield from read(params, look)

    def come_back(params: Params, look: Look) -> Iterator[Action]:
        """Looks at once, uses another app, and comes back."""
        yield from open_conversation(look, _number_of(params))
        yield action("android", "open_app", name="Clock")
        yield action("root", "wait", seconds=35)
        yield from read(params, look)

    return SubTask(
        name=f"coming.{name}_by_text",
        device="android",
        app="messages",
        says=f"wait until {{sender}} has texted the {noun}, and read it in the phone's Messages app",
        steps=f"on the phone, open Messages, tap the conversation with {{sender}}, wait until the {noun} comes, and "
        "read it",
        refers=f"the {noun} in the text message that {{sender}} is about to send",
        inputs={"sender": person(sender)},
        hidden={
            "address": phone_number("+1 555 0129"), "value": value, "old": replace(value, default=old),
            "seconds": delay(),
        },
        output=kind,
        called=called,
        produce=lambda params: int(params.value) if kind == "count" else str(params.value),
        setup=texted_before,
        checkpoints=_messages_open,
        oracle={"messages_open": read},
        alternatives={"later": read_later, "came_back": come_back},
        backends=("sim", "adb"),
        step_limit=75,
        tags=("messages", "events"),
        events=events,
    )  # fmt: skip


def _messages_open(params: Params) -> Sequence[Checkpoint]:
    """Messages is in front once the text is there."""
    return [replace(app_opened("messages", "messages_open"), since=_EVENT)]


CODE = _texted(
    "code",
    "new code",
    "Ada Bell",
    integer(1000, 9998, 4628, type="count"),
    8199,
    "The code is {} until it changes",
    "The code has changed to {}",
    "code",
)
NUMBER = _texted(
    "number",
    "new telephone number",
    "Bruno Lindt",
    phone_number("+1 555 0167"),
    "+1 555 0132",
    "The number is {} for the time being",
    "The number is {} from now on",
)
TIME = _texted(
    "time",
    "new time",
    "Clara Holm",
    time_of_day("15:20"),
    "10:45",
    "It begins at {}",
    "It begins at {} now",
    "time in the message",
)
AMOUNT = _texted(
    "amount",
    "final amount",
    "Edith Moreau",
    amount("36.40"),
    "52.75",
    "It will be {} at most",
    "It is {} in the end",
)
PLACE = _texted(
    "place",
    "new place",
    "Viktor Holm",
    choice(tuple(VILLAGES), "Schaanwald", type="place"),
    "Malbun",
    "We meet in {}",
    "We meet in {} now",
)
ADDRESS = _texted(
    "address",
    "new address",
    "Helga Berg",
    postal_address("27 Mill Lane, Alder"),
    "63 River Walk, Stonegate",
    "Please send it to {}",
    "Please send it to {} now",
)
DATE = _texted(
    "date",
    "new date",
    "Lev Ekman",
    date_ahead("2026-12-03"),
    "2026-11-26",
    "It is planned for {}",
    "It has been put off to {}",
    "date in the message",
)

# An answer ----------------------------------------------------------------------------------------------------------


def _question(params: Params) -> str:
    return f"{params.sender} here. What shall I do now?"


def _wrote_before(devices: Devices, params: Params, rng: random.Random) -> None:
    """The person has written about something else some days ago."""
    body = f"{params.sender} here. I will ask you what to do"
    devices.android.add_message(_number_of(params), body, age=rng.randrange(1, 9) * _DAY)


def _asks(params: Params) -> Sequence[TaskEvent]:
    """The question arrives."""
    does = cause(text_arrives, number=params.address, body=_question(params))
    return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]


def _answered(params: Params) -> Sequence[Checkpoint]:
    """The answer, which was sent after the question came."""
    right = check(
        texted_since, number=params.address, kind=told_as(params, "text"), value=params.text, after=_question(params)
    )
    return [Checkpoint(id="answered", device="android", app="messages", evaluator=right, since=_EVENT)]


def _may_answer(params: Params) -> Footprint:
    return [may_text(params.address, telling(told_as(params, "text"), params.text))]


def _wait_for_question(params: Params, look: Look) -> Iterator[Action]:
    yield from open_conversation(look, _number_of(params))
    yield from awaited(lambda: has(look, "android", text=_question(params)), "the question")


def _answer(params: Params, look: Look) -> Iterator[Action]:
    """Waits in the conversation, and answers there."""
    yield from _wait_for_question(params, look)
    yield from type_into(look, "Text message", as_typed(params, "text"))
    yield tap(look, description="Send SMS")


def _answer_prepared(params: Params, look: Look) -> Iterator[Action]:
    """Types the answer at once, and sends it when the question is there."""
    yield from open_conversation(look, _number_of(params))
    yield from type_into(look, "Text message", as_typed(params, "text"))
    yield from awaited(lambda: has(look, "android", text=_question(params)), "the question")
    yield tap(look, description="Send SMS")


def _answer_later(params: Params, look: Look) -> Iterator[Action]:
    """Waits for a while before it looks, and writes to the number."""
    yield action("root", "wait", seconds=50)
    yield from _wait_for_question(params, look)
    yield from send_text(look, params.address, as_typed(params, "text"))


def _answer_too_early(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer before the question is there, or not at all where that has come already."""
    yield from open_conversation(look, _number_of(params))
    if not has(look, "android", text=_question(params)):
        yield from type_into(look, "Text message", as_typed(params, "text"))
        yield tap(look, description="Send SMS")
        yield from _wait_for_question(params, look)


def _never_send(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the answer unsent."""
    yield from _wait_for_question(params, look)
    yield from type_into(look, "Text message", as_typed(params, "text"))
    yield action("android", "press", key="back")


REPLY = SubTask(
    name="coming.reply",
    device="android",
    app="messages",
    says="wait until {sender} asks by text message on the phone what to do, and then answer with {text}",
    steps="on the phone, open Messages, tap the conversation with {sender}, wait until the question comes, "
    "type {text} and tap Send",
    inputs={"sender": person("Nora Voss"), "text": short_line("Label both kettles")},
    hidden={"address": phone_number("+1 555 0157"), "seconds": delay()},
    keys=("sender",),
    setup=_wrote_before,
    checkpoints=_answered,
    oracle={"answered": _answer},
    footprint=_may_answer,
    alternatives={"prepared": _answer_prepared, "later": _answer_later},
    near_misses={"too_early": _answer_too_early, "not_sent": _never_send},
    backends=("sim", "adb"),
    step_limit=80,
    tags=("messages", "events"),
    events=_asks,
)
