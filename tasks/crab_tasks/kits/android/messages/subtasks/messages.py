"""Messages: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, person, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.maps.state import VILLAGES
from crab_tasks.kits.android.messages.moves import open_conversation, send_text
from crab_tasks.kits.android.messages.state import value_texted
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.compare import digits
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, postal_address, time_of_day

__all__ = ["LATEST_ADDRESS", "LATEST_NUMBER", "LATEST_PLACE", "LATEST_TIME", "SEND"]


def _signed_texts(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has sent a number, and another one before."""
    phone = devices["android"]
    phone.add_message(params.address, f"{params.sender} here. You can call {params.old} today", age=7200.0)
    phone.add_message(params.address, f"{params.sender} here. Please use {params.phone} from now on", age=600.0)


def _messages_open(params: Params) -> Sequence[Checkpoint]:
    """Messages is in front."""
    return [app_opened("messages", "messages_open")]


def _read_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Opens the conversation."""
    yield from open_conversation(look, params.address)


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the text in the list of conversations, which shows its beginning."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield from scroll_to(look, params.address)


LATEST_NUMBER = SubTask(
    name="messages.latest_number",
    device="android",
    app="messages",
    says="look up the telephone number in the latest text message from {sender} on the phone",
    steps="on the phone, open Messages, tap the conversation with {sender} and read the number in the latest message",
    refers="the telephone number in the latest text message from {sender}",
    inputs={"sender": person("Jonas Berg")},
    hidden={
        "address": phone_number("+1 555 0121"),
        "phone": phone_number("+1 555 0134"),
        "old": phone_number("+1 555 0147"),
    },
    output="phone_number",
    produce=lambda params: str(params.phone),
    setup=_signed_texts,
    checkpoints=_messages_open,
    oracle={"messages_open": _read_conversation},
    alternatives={"in_the_list": _glance, "opened_twice": _read_conversation},
    backends=("sim", "adb"),
    tags=("messages",),
)  # fmt: skip


def _timed_texts(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has told when a train leaves, and another time before."""
    phone = devices["android"]
    phone.add_message(params.address, f"{params.sender} here. My train leaves at {params.old}", age=7100.0)
    phone.add_message(params.address, f"{params.sender} here. Sorry, it leaves at {params.time}", age=500.0)


LATEST_TIME = SubTask(
    name="messages.latest_time",
    device="android",
    app="messages",
    says="look up the time in the latest text message from {sender} on the phone",
    steps="on the phone, open Messages, tap the conversation with {sender} and read the time in the latest message",
    refers="the time in the latest text message from {sender}",
    inputs={"sender": person("Clara Voss")},
    hidden={
        "address": phone_number("+1 555 0164"), "time": time_of_day("16:25"), "old": time_of_day("11:40"),
    },
    output="time",
    called="time in the message",
    produce=lambda params: str(params.time),
    setup=_timed_texts,
    checkpoints=_messages_open,
    oracle={"messages_open": _read_conversation},
    alternatives={"in_the_list": _glance, "opened_twice": _read_conversation},
    backends=("sim", "adb"),
    tags=("messages",),
)  # fmt: skip


def _placed_texts(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has told where they stay, and another place before."""
    phone = devices["android"]
    phone.add_message(params.address, f"{params.sender} here. I might stay in {params.old}", age=7000.0)
    phone.add_message(params.address, f"{params.sender} here. I do stay in {params.place} now", age=400.0)


LATEST_PLACE = SubTask(
    name="messages.latest_place",
    device="android",
    app="messages",
    says="look up the village in the latest text message from {sender} on the phone",
    steps="on the phone, open Messages, tap the conversation with {sender} and read the village in the latest message",
    refers="the village in the latest text message from {sender}",
    inputs={"sender": person("Viktor Amsler")},
    hidden={
        "address": phone_number("+1 555 0172"),
        "place": choice(tuple(VILLAGES), "Schaanwald", type="place"),
        "old": choice(tuple(VILLAGES), "Malbun", type="place"),
    },
    output="place",
    produce=lambda params: str(params.place),
    setup=_placed_texts,
    checkpoints=_messages_open,
    oracle={"messages_open": _read_conversation},
    alternatives={"in_the_list": _glance, "opened_twice": _read_conversation},
    backends=("sim", "adb"),
    tags=("messages",),
)


def _addressed_texts(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Somebody who isn't in the address book has told where they have moved, and another address before."""
    phone = devices["android"]
    phone.add_message(params.number, f"{params.sender} here. We might move to {params.old}", age=6900.0)
    phone.add_message(params.number, f"{params.sender} here. We live at {params.address} now", age=300.0)


def _read_from(params: Params, look: Look) -> Iterator[Action]:
    """Opens the conversation."""
    yield from open_conversation(look, params.number)


def _see_in_list(params: Params, look: Look) -> Iterator[Action]:
    """Reads the text in the list of conversations, which shows its beginning."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield from scroll_to(look, params.number)


LATEST_ADDRESS = SubTask(
    name="messages.latest_address",
    device="android",
    app="messages",
    says="look up the address in the latest text message from {sender} on the phone",
    steps="on the phone, open Messages, tap the conversation with {sender} and read the address in the latest message",
    refers="the address in the latest text message from {sender}",
    inputs={"sender": person("Helga Moser")},
    hidden={
        "number": phone_number("+1 555 0183"),
        "address": postal_address("14 Mill Lane, Stonegate"),
        "old": postal_address("52 Castle Hill, Alder"),
    },
    output="address",
    produce=lambda params: str(params.address),
    setup=_addressed_texts,
    checkpoints=_messages_open,
    oracle={"messages_open": _read_from},
    alternatives={"in_the_list": _see_in_list, "opened_twice": _read_from},
    backends=("sim", "adb"),
    tags=("messages",),
)


def _text_sent(params: Params) -> Sequence[Checkpoint]:
    """Messages; then the text, and no guesses."""
    value = {"number": params.number, "kind": params.kinds["text"], "value": params.text}
    return [
        app_opened("messages", "messages_open"),
        Checkpoint("sent", "android", "messages", value_texted, value, after=("messages_open",)),
    ]


def _may_text(params: Params) -> Footprint:
    return [may_text(params.number)]


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
