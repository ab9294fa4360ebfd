"""Messages: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import Parameter, choice, person, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.maps.state import VILLAGES
from crab_tasks.kits.android.messages.moves import open_conversation, send_text
from crab_tasks.kits.android.messages.state import value_texted
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.compare import digits, telling
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.state import after_opening, app_opened
from crab_tasks.kits.values import as_typed, postal_address, time_of_day, told_as

__all__ = ["LATEST_ADDRESS", "LATEST_NUMBER", "LATEST_PLACE", "LATEST_TIME", "SEND"]


def _signed_texts(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has sent a number, and another one before."""
    phone = devices.android
    phone.add_message(params.address, f"{params.sender} here. You can call {params.old} today", age=7200.0)
    phone.add_message(params.address, f"{params.sender} here. Please use {params.phone} from now on", age=600.0)


def _messages_open(params: Params) -> Sequence[Checkpoint]:
    """Messages is in front."""
    return [app_opened("messages", "messages_open")]


def _latest(
    noun: str,
    sender: str,
    hidden: Mapping[str, Parameter],
    tells: str,
    setup: Callable[[Devices, Params, random.Random], None],
    called: str = "",
    number: str = "address",
) -> SubTask:
    """Returns the sub-task to look up what the latest text message from somebody tells.

    Args:
        noun: What it tells, in words.
        sender: The default sender.
        hidden: What the messages are made of.
        tells: The name of what is told among that.
        setup: Delivers the messages.
        called: What goals call it; "" for its type's noun.
        number: The name of the sender's number among what is hidden.
    """

    def read_conversation(params: Params, look: Look) -> Iterator[Action]:
        yield from open_conversation(look, getattr(params, number))

    def glance(params: Params, look: Look) -> Iterator[Action]:
        """Reads the text in the list of conversations, which shows its beginning."""
        yield from open_first_page(look, "Messages", "start_chat_fab")
        yield from scroll_to(look, getattr(params, number))

    kind = hidden[tells].type
    short = noun.rpartition(" ")[2]
    return SubTask(
        name=f"messages.latest_{'number' if kind == 'phone_number' else kind}",
        device="android",
        app="messages",
        says=f"look up the {noun} in the latest text message from {{sender}} on the phone",
        steps="on the phone, open Messages, tap the conversation with {sender} and read "
        f"the {short} in the latest message",
        refers=f"the {noun} in the latest text message from {{sender}}",
        inputs={"sender": person(sender)},
        hidden=hidden,
        output=kind,
        called=called,
        produce=lambda params: str(getattr(params, tells)),
        setup=setup,
        checkpoints=_messages_open,
        oracle={"messages_open": read_conversation},
        alternatives={"in_the_list": glance, "opened_twice": read_conversation},
        backends=("sim", "adb"),
        tags=("messages",),
    )


def _timed_texts(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has told when a train leaves, and another time before."""
    phone = devices.android
    phone.add_message(params.address, f"{params.sender} here. My train leaves at {params.old}", age=7100.0)
    phone.add_message(params.address, f"{params.sender} here. Sorry, it leaves at {params.time}", age=500.0)


def _placed_texts(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has told where they stay, and another place before."""
    phone = devices.android
    phone.add_message(params.address, f"{params.sender} here. I might stay in {params.old}", age=7000.0)
    phone.add_message(params.address, f"{params.sender} here. I do stay in {params.place} now", age=400.0)


def _addressed_texts(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has told where they have moved, and another address before."""
    phone = devices.android
    phone.add_message(params.number, f"{params.sender} here. We might move to {params.old}", age=6900.0)
    phone.add_message(params.number, f"{params.sender} here. We live at {params.address} now", age=300.0)


LATEST_NUMBER = _latest(
    "telephone number",
    "Jonas Berg",
    {
        "address": phone_number("+1 555 0121"),
        "phone": phone_number("+1 555 0134"),
        "old": phone_number("+1 555 0147"),
    },
    "phone",
    _signed_texts,
)
LATEST_TIME = _latest(
    "time",
    "Clara Voss",
    {"address": phone_number("+1 555 0164"), "time": time_of_day("16:25"), "old": time_of_day("11:40")},
    "time",
    _timed_texts,
    "time in the message",
)
LATEST_PLACE = _latest(
    "village",
    "Viktor Amsler",
    {
        "address": phone_number("+1 555 0172"),
        "place": choice(tuple(VILLAGES), "Schaanwald", type="place"),
        "old": choice(tuple(VILLAGES), "Malbun", type="place"),
    },
    "place",
    _placed_texts,
)
LATEST_ADDRESS = _latest(
    "address",
    "Helga Moser",
    {
        "number": phone_number("+1 555 0183"),
        "address": postal_address("14 Mill Lane, Stonegate"),
        "old": postal_address("52 Castle Hill, Alder"),
    },
    "address",
    _addressed_texts,
    number="number",
)


def _text_sent(params: Params) -> Sequence[Checkpoint]:
    """Messages; then the text, and no guesses."""
    value = check(value_texted, number=params.number, kind=told_as(params, "text"), value=params.text)
    return after_opening("messages", "sent", value)


def _may_text(params: Params) -> Footprint:
    return [may_text(params.number, telling(told_as(params, "text"), params.text))]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_first_page(look, "Messages", "start_chat_fab")


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from send_text(look, params.number, as_typed(params, "text"))


def _send_bare(params: Params, look: Look) -> Iterator[Action]:
    """Types the number without blanks."""
    yield from send_text(look, digits(params.number), as_typed(params, "text"))


def _only_typed(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't send the text."""
    for taken in send_text(look, params.number, as_typed(params, "text")):
        yield taken
        if taken["args"].get("text") == as_typed(params, "text"):
            return


SEND = SubTask(
    name="messages.send",
    device="android",
    app="messages",
    says="send {text} as a text message from the phone to {number}",
    steps="on the phone, open Messages, tap Start chat, enter {number}, type {text} as the message and tap Send",
    inputs={"number": phone_number("+1 555 0177"), "text": short_line("See you soon")},
    keys=("number",),
    checkpoints=_text_sent,
    oracle={"messages_open": _open, "sent": _send},
    footprint=_may_text,
    alternatives={"at_once": _send, "without_blanks": _send_bare},
    near_misses={"only_typed": _only_typed},
    backends=("sim", "adb"),
    crab=3,
    crab_inputs=("text", "number"),
    tags=("messages",),
)
