"""Messages: sub-tasks that answer, forward and search texts that have come."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.messages.moves import open_conversation, send_text
from crab_tasks.kits.android.messages.state import message_sent, value_texted
from crab_tasks.kits.android.pages import open_first_page, open_row, type_into
from crab_tasks.kits.compare import telling
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import has, hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import as_typed, other_person, told_as

__all__ = ["FORWARD", "REPLY", "WHO_WROTE"]


def _search(look: Look, query: str) -> Iterator[Action]:
    """Searches the texts and conversations."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, description="Search messages")
    yield from type_into(look, "Search messages", query)


def _open_from(look: Look, sender: str, number: str) -> Iterator[Action]:
    """Opens the conversation that a search for somebody's signature finds, if it finds one."""
    yield from _search(look, f"{sender} here")
    if has(look, "android", role="list"):
        yield from open_row(look, number)


def _is_open(look: Look) -> bool:
    """Returns whether a conversation is on the screen: nobody may have the name that was read elsewhere."""
    return has(look, "android", description="Text message", role="text_field")


def _messages_open(params: Params) -> Sequence[Checkpoint]:
    """Messages is in front."""
    return [app_opened("messages", "messages_open")]


# Who wrote something ------------------------------------------------------------------------------------------------


def _signed(devices: Devices, params: Params, rng: random.Random) -> None:
    """Two persons, who aren't in the address book, have written texts that begin alike."""
    texts = [
        (params.number, f"{as_typed(params, 'text')}. Greetings, {params.person}"),
        (params.wrong, f"{as_typed(params, 'text')} again. Greetings, {params.other}"),
    ]
    rng.shuffle(texts)
    for i, (number, body) in enumerate(texts):
        devices.android.add_message(number, body, age=5100.0 - 1000 * i)


def _find_text(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the text, and opens the conversation."""
    yield from _search(look, as_typed(params, "text"))
    yield from open_row(look, params.number)


def _read_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Comes upon the text in the list of conversations, and opens it."""
    yield from open_conversation(look, params.number)


def _read_both(params: Params, look: Look) -> Iterator[Action]:
    """Opens both conversations."""
    yield from open_conversation(look, params.wrong)
    yield from open_conversation(look, params.number)


WHO_WROTE = SubTask(
    name="threads.who_wrote",
    device="android",
    app="messages",
    says="look up who signed the text message on the phone whose first sentence is {text}",
    steps="on the phone, open Messages, search for {text}, open the conversation in which it is the first sentence of "
    "a message, and read who signed that",
    refers="the person who signed the text message on the phone whose first sentence is {text}",
    inputs={"text": short_line("Repair the blue tent")},
    hidden={
        "number": phone_number("+1 555 0126"), "wrong": phone_number("+1 555 0198"), "person": person("Inês Berg"),
        "other": person("Hugo Lindt"),
    },
    output="person_name",
    called="signer",
    produce=lambda params: str(params.person),
    keys=("text",),
    setup=_signed,
    checkpoints=_messages_open,
    oracle={"messages_open": _find_text},
    alternatives={"in_the_list": _read_conversation, "both_opened": _read_both},
    backends=("sim", "adb"),
    tags=("messages",),
)  # fmt: skip

# An answer ----------------------------------------------------------------------------------------------------------


def _asked(devices: Devices, params: Params, rng: random.Random) -> None:
    """The person has asked something; somebody with the same first name has, later."""
    phone, other = devices.android, other_person(rng, params.sender)
    phone.add_message(params.number, f"{params.sender} here. What shall I do today?", age=4200.0 + rng.randrange(300))
    phone.add_message(params.wrong, f"{other} here. What do you want me to do?", age=2300.0 + rng.randrange(300))


def _answered(params: Params) -> Sequence[Checkpoint]:
    right = check(value_texted, number=params.number, kind=told_as(params, "text"), value=params.text)
    return [Checkpoint(id="answered", device="android", app="messages", evaluator=right)]


def _may_answer(params: Params) -> Footprint:
    return [may_text(params.number, telling(told_as(params, "text"), params.text))]


def _type_answer(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_from(look, params.sender, params.number)
    if _is_open(look):
        yield from type_into(look, "Text message", as_typed(params, "text"))


def _answer(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_answer(params, look)
    if _is_open(look):
        yield tap(look, description="Send SMS")


def _answer_from_list(params: Params, look: Look) -> Iterator[Action]:
    """Opens the conversation from the list."""
    yield from open_conversation(look, params.number)
    yield from type_into(look, "Text message", as_typed(params, "text"))
    yield tap(look, description="Send SMS")


def _answer_by_number(params: Params, look: Look) -> Iterator[Action]:
    """Writes to the number from which the text came."""
    yield from send_text(look, params.number, as_typed(params, "text"))


def _answer_later(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the answer unsent."""
    yield from _type_answer(params, look)
    yield action("android", "press", key="back")


def _answer_namesake(params: Params, look: Look) -> Iterator[Action]:
    yield from send_text(look, params.wrong, as_typed(params, "text"))


REPLY = SubTask(
    name="threads.reply",
    device="android",
    app="messages",
    says="answer the text message in which {sender} asks what to do, on the phone, with {text}",
    steps="on the phone, open Messages, tap the conversation in which {sender} asks what to do, type {text} and tap "
    "Send",
    inputs={"sender": person("Edith Castro"), "text": short_line("Pack the red crates")},
    hidden={"number": phone_number("+1 555 0145"), "wrong": phone_number("+1 555 0110")},
    keys=("sender",),
    setup=_asked,
    checkpoints=_answered,
    oracle={"answered": _answer},
    footprint=_may_answer,
    alternatives={"from_list": _answer_from_list, "by_number": _answer_by_number},
    near_misses={"not_sent": _answer_later, "namesake": _answer_namesake},
    backends=("sim", "adb"),
    tags=("messages",),
)

# Forwarding ---------------------------------------------------------------------------------------------------------


def _body(params: Params, told: str) -> str:
    return f"{params.sender} here. Please tell the others: {told}"


def _told(devices: Devices, params: Params, rng: random.Random) -> None:
    """The person has asked to tell others something, and something else before."""
    phone = devices.android
    phone.add_message(params.address, _body(params, params.old), age=8200.0 + rng.randrange(300))
    phone.add_message(params.address, _body(params, params.told), age=900.0 + rng.randrange(300))


def _forwarded(params: Params) -> Sequence[Checkpoint]:
    right = check(message_sent, number=params.number, body=_body(params, params.told))
    return [Checkpoint(id="forwarded", device="android", app="messages", evaluator=right)]


def _may_forward(params: Params) -> Footprint:
    return [may_text(params.number, _body(params, params.told))]


def _forward_body(look: Look, params: Params, told: str) -> Iterator[Action]:
    """Forwards a message of the conversation, if that is there, up to the point where it can be sent."""
    yield from _open_from(look, params.sender, params.address)
    if _is_open(look):
        yield hold(look, _body(params, told))
        yield tap(look, text="Forward", role="menu_item")
        yield from type_into(look, "Type a name or phone number", params.number)
        yield tap(look, text=f"Send to {params.number}")


def _forward(params: Params, look: Look) -> Iterator[Action]:
    yield from _forward_body(look, params, params.told)
    if _is_open(look):
        yield tap(look, description="Send SMS")


def _copy_by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Types the message anew."""
    yield from send_text(look, params.number, _body(params, params.told))


def _paste(params: Params, look: Look) -> Iterator[Action]:
    """Copies the message and pastes it."""
    yield from open_conversation(look, params.address)
    yield hold(look, _body(params, params.told))
    yield tap(look, text="Copy", role="menu_item")
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="start_chat_fab")
    yield from type_into(look, "Type a name or phone number", params.number)
    yield tap(look, text=f"Send to {params.number}")
    yield hold(look, description="Text message", role="text_field")
    yield tap(look, text="Paste")
    yield tap(look, description="Send SMS")


def _forward_older(params: Params, look: Look) -> Iterator[Action]:
    yield from _forward_body(look, params, params.old)
    yield tap(look, description="Send SMS")


def _forward_unsent(params: Params, look: Look) -> Iterator[Action]:
    yield from _forward_body(look, params, params.told)


def _sent_back(params: Params, look: Look) -> Iterator[Action]:
    """Sends the message to the one from whom it came."""
    yield from send_text(look, params.address, _body(params, params.told))


FORWARD = SubTask(
    name="threads.forward",
    device="android",
    app="messages",
    says="forward the latest text message in which {sender} asks to tell the others something, on the phone, to "
    "{number}",
    steps="on the phone, open Messages, tap the conversation in which {sender} asks to tell the others something, hold "
    "the latest message, tap Forward, enter {number} and tap Send",
    inputs={"sender": person("Bruno Ekman"), "number": phone_number("+1 555 0116")},
    hidden={
        "address": phone_number("+1 555 0139"), "told": short_line("Wash the heavy door"),
        "old": short_line("Collect old maps"),
    },
    keys=("sender", "number"),
    setup=_told,
    checkpoints=_forwarded,
    oracle={"forwarded": _forward},
    footprint=_may_forward,
    alternatives={"by_hand": _copy_by_hand, "pasted": _paste},
    near_misses={"older": _forward_older, "not_sent": _forward_unsent, "sent_back": _sent_back},
    backends=("sim", "adb"),
    tags=("messages",),
)  # fmt: skip
