"""The tasks about text messages."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, person, text
from crab_sim.devices.footprints import Footprint
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.contacts.state import fresh_contact, no_contact_has
from crab_tasks.kits.android.messages.moves import (
    answer_chat,
    forward_message,
    new_chat,
    open_chat,
    paste_message,
    text_from_contact,
    text_number,
)
from crab_tasks.kits.android.messages.state import text_names, texts_are
from crab_tasks.kits.android.pages import on_first_page, write_into
from crab_tasks.kits.compare import digits, telling
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import hold, tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import other_person

__all__ = ["CHANGES", "TASKS"]

TASKS = ("SEND", "REPLY", "REPLY_MOST_RECENT", "SEND_CLIPBOARD", "SEND_RECEIVED_ADDRESS", "RESEND")
"""The names of the tasks."""

_SENTENCES = (
    "The plants need water twice this week.", "My train is late, start without me.", "The keys lie under the blue pot.",
    "Could you feed the cat on Sunday?", "The plumber comes on Monday at 9.", "I have booked the small table.",
    "Please bring the long ladder back.", "We meet at the station at half past six.", "The parcel went to number 14.",
    "Choir practice moves to Thursday.", "Your umbrella is still in my car.", "The heating works again.",
    "Happy birthday, and many more!", "The meeting is in room 203.", "I'll be home by ten.", "Two seats are left.",
    "The bread is in the oven.", "Don't forget the swimming things.", "The film begins at 20:15.", "All went well.",
    "Please call the garage, they close at 5.", "The exam was easier than I thought.", "Rain all day, come by bus.",
    "Grandma's parcel has arrived.", "The new code is on the fridge.", "Thanks for the lovely evening!",
    "Is the drill still at your place?", "The dentist has moved to Hill Street.", "It's a girl!", "I got the job.",
    "Take the back door, the bell is broken.", "The vote was seven to four.", "Lunch on Friday, as always?",
    "The map is in the left drawer.", "They only take cash.", "Please don't tell Sam about the cake.",
)  # fmt: skip
_STREETS = ("Mill Lane", "Station Road", "Orchard Street", "Castle Hill", "River Walk", "Garden Row", "Elm Court")
_TOWNS = ("Alder", "Millbrook", "Stonegate", "Pinehaven", "Port Haven", "Larkfield")


_GREETINGS = ("Yours", "Love", "Bye", "Cheers", "See you", "Best wishes", "Take care", "Hugs")


def _draw_message(rng: random.Random) -> str:
    """Draws a sentence, and mostly a greeting."""
    greeting = f" {rng.choice(_GREETINGS)}, {rng.choice('ABCDEFGHJKLMNOPRSTUVW')}." if rng.random() < 0.8 else ""
    return rng.choice(_SENTENCES) + greeting


def _body(default: str) -> Parameter:
    return text(_draw_message, default, "line")


def _someone(default: str) -> Parameter:
    """Returns a parameter that is a person, another one than the task's others."""
    return replace(person(default), apart="person")


def _draw_number(rng: random.Random) -> str:
    """Draws a telephone number of the range that is set aside for fiction in each area."""
    return f"+1 {rng.randint(2, 9)}{rng.randint(0, 99):02} 555 01{rng.randint(0, 99):02}"


def _number(default: str) -> Parameter:
    return text(_draw_number, default, "phone_number")


def _draw_address(rng: random.Random) -> str:
    return f"{rng.randint(2, 998)} {rng.choice(_STREETS)}, {rng.choice(_TOWNS)} {rng.randint(10_000, 99_999)}"


def _address(default: str) -> Parameter:
    """Returns a parameter that is a postal address, another one than the task's others."""
    return replace(text(_draw_address, default, "address"), apart="address")


def _others(rng: random.Random, count: int, *not_these: str) -> list[str]:
    """Draws different numbers, of which the first differs from the first given one by a digit."""
    numbers = [digits(number) for number in not_these]
    last = not_these[0]
    drawn = [f"{last[:-1]}{(int(last[-1]) + rng.randint(1, 9)) % 10}"]
    while len(drawn) < count:
        number = _draw_number(rng)
        if digits(number) not in {*numbers, *map(digits, drawn)}:
            drawn.append(number)
    return drawn[:count]


def _other_sentence(rng: random.Random, *not_these: str) -> str:
    return rng.choice([sentence for sentence in _SENTENCES if sentence not in not_these])


# Parts that all have ------------------------------------------------------------------------------------------------


def _open_and_sent(params: Params) -> Sequence[Checkpoint]:
    """Messages; then the text, once, and nothing else to this number."""
    sent = check(texts_are, number=params.number, bodies=(params.message,))
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(id="sent", device="android", app="messages", evaluator=sent, after=("messages_open",)),
    ]


def _may_text(params: Params) -> Footprint:
    return [may_text(params.number, params.message)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from on_first_page(look, "Messages", "start_chat_fab")


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from text_number(look, params.number, params.message)


def _send_bare(params: Params, look: Look) -> Iterator[Action]:
    """Writes the number without blanks."""
    yield from text_number(look, params.number.replace(" ", ""), params.message)


def _only_written(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't send the text."""
    for taken in _send(params, look):
        yield taken
        if taken["args"].get("text") == params.message:
            return


def _shortened(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the end of the text out."""
    yield from text_number(look, params.number, params.message[:-2])


# To a number --------------------------------------------------------------------------------------------------------


def _plant_others(devices: Devices, params: Params, rng: random.Random) -> None:
    """Others have written, one of them from nearly the same number."""
    for i, number in enumerate(_others(rng, rng.randint(1, 3), params.number)):
        devices.android.add_message(number, _other_sentence(rng, params.message), age=600.0 + 700 * i)


def _to_neighbour(params: Params, look: Look) -> Iterator[Action]:
    """Writes the number with another last digit."""
    wrong = f"{params.number[:-1]}{(int(params.number[-1]) + 1) % 10}"
    yield from text_number(look, wrong, params.message)


SEND = Task(
    **like("SimpleSmsSend"),
    description="Send a text message from the phone to {number} that says: {message}",
    parameters={"number": _number("+1 415 555 0142"), "message": _body("Two seats are left.")},
    setup=_plant_others,
    checkpoints=_open_and_sent,
    oracle={"messages_open": _open, "sent": _send},
    footprint=_may_text,
    alternatives={"at_once": _send, "without_blanks": _send_bare},
    near_misses={"only_written": _only_written, "shortened": _shortened, "to_neighbour": _to_neighbour},
)


# Answers ------------------------------------------------------------------------------------------------------------


def _plant_received(devices: Devices, params: Params, rng: random.Random) -> None:
    """The number has written, between others, one of which is nearly the same."""
    numbers = _others(rng, rng.randint(1, 5), params.number)
    numbers.insert(rng.randint(0, len(numbers)), params.number)
    no_contact_has(devices, params.number)
    for i, number in enumerate(numbers):
        devices.android.add_message(number, _other_sentence(rng, params.message), age=300.0 * (i + 1))


def _reply(params: Params, look: Look) -> Iterator[Action]:
    yield from answer_chat(look, params.number, params.message)


def _reply_after_search(params: Params, look: Look) -> Iterator[Action]:
    """Finds the conversation by the search."""
    yield from on_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="action_zero_state_search")
    yield action("android", "write_text", text=params.number)
    yield tap(look, text=params.number, role="list_item")
    yield from write_into(look, "Text message", params.message)
    yield tap(look, description="Send SMS")


def _reply_with_more(params: Params, look: Look) -> Iterator[Action]:
    """Adds to the text."""
    yield from answer_chat(look, params.number, f"Re: {params.message}")


REPLY = Task(
    **like("SimpleSmsReply"),
    description="On the phone, answer the text message from {number} with: {message}",
    parameters={"number": _number("+1 206 555 0157"), "message": _body("I'll be home by ten.")},
    setup=_plant_received,
    checkpoints=_open_and_sent,
    oracle={"messages_open": _open, "sent": _reply},
    footprint=_may_text,
    alternatives={"after_search": _reply_after_search, "as_new_chat": _send},
    near_misses={"only_written": _only_written, "other_text": _reply_with_more, "to_neighbour": _to_neighbour},
)


def _plant_most_recent(devices: Devices, params: Params, rng: random.Random) -> None:
    """The number has written last, after up to five others."""
    phone, count = devices.android, rng.randint(0, 5)
    for i, number in enumerate(_others(rng, count, params.number) if count else ()):
        phone.add_message(number, _other_sentence(rng, params.message), age=240.0 * (i + 1))
    phone.add_message(params.number, _other_sentence(rng, params.message), age=20.0)


def _answer_row(look: Look, row: int, message: str) -> Iterator[Action]:
    """Answers in the conversation of a row of the list, counted from 0."""
    yield from on_first_page(look, "Messages", "start_chat_fab")
    rows = [element for element in look("android") if element.resource_id.endswith(":id/conversation_name")]
    x, y = rows[row].center
    yield action("android", "tap", x=x, y=y)
    yield from write_into(look, "Text message", message)
    yield tap(look, description="Send SMS")


def _reply_to_first(params: Params, look: Look) -> Iterator[Action]:
    yield from _answer_row(look, 0, params.message)


def _reply_to_second(params: Params, look: Look) -> Iterator[Action]:
    """Answers the message before the last one."""
    yield from _answer_row(look, 1, params.message)


REPLY_MOST_RECENT = Task(
    **like("SimpleSmsReplyMostRecent"),
    description="On the phone, answer the latest text message with: {message}",
    parameters={"number": _number("+1 312 555 0129"), "message": _body("They only take cash.")},
    setup=_plant_most_recent,
    checkpoints=_open_and_sent,
    oracle={"messages_open": _open, "sent": _reply_to_first},
    footprint=_may_text,
    alternatives={"after_search": _reply_after_search, "as_new_chat": _send},
    near_misses={"to_second": _reply_to_second, "only_written": _only_written},
)


# The clipboard's content --------------------------------------------------------------------------------------------


def _fill_clipboard(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.android.set_clipboard(params.message)
    _plant_others(devices, params, rng)


def _send_pasted(params: Params, look: Look) -> Iterator[Action]:
    yield from new_chat(look, params.number)
    yield from paste_message(look)
    yield tap(look, description="Send SMS")


def _paste_twice(params: Params, look: Look) -> Iterator[Action]:
    """Pastes the content twice."""
    yield from new_chat(look, params.number)
    yield from paste_message(look)
    yield from paste_message(look)
    yield tap(look, description="Send SMS")


def _not_sent(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't send the text."""
    yield from new_chat(look, params.number)
    yield from paste_message(look)


SEND_CLIPBOARD = Task(
    **like("SimpleSmsSendClipboardContent"),
    description="Send what is on the phone's clipboard as a text message to {number}.",
    parameters={"number": _number("+1 702 555 0183"), "message": _body("The map is in the left drawer.")},
    setup=_fill_clipboard,
    checkpoints=_open_and_sent,
    oracle={"messages_open": _open, "sent": _send_pasted},
    footprint=_may_text,
    alternatives={"typed": _send, "without_blanks": _send_bare},
    near_misses={"pasted_twice": _paste_twice, "not_sent": _not_sent},
)


# An address that was received ---------------------------------------------------------------------------------------


def _plant_address(devices: Devices, params: Params, rng: random.Random) -> None:
    """Both are in the address book; the sender has sent the address, and somebody else another one."""
    phone = devices.android
    third = other_person(rng, params.recipient)
    sender, other = _others(rng, 2, params.number)
    for name, number in ((params.recipient, params.number), (params.sender, sender)):
        fresh_contact(devices, name, number)
    if third != params.sender:
        fresh_contact(devices, third, other)
    phone.add_message(other, params.other, age=120.0)
    phone.add_message(sender, _other_sentence(rng), age=4000.0)
    phone.add_message(sender, params.address, age=30.0)


def _address_sent(params: Params) -> Sequence[Checkpoint]:
    """Messages; then the address, once and nothing else to this number."""
    sent = check(text_names, number=params.number, kind="address", value=params.address)
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(id="sent", device="android", app="messages", evaluator=sent, after=("messages_open",)),
    ]


def _may_text_number(params: Params) -> Footprint:
    return [may_text(params.number, telling("address", params.address))]


def _read_address(params: Params, look: Look) -> Iterator[Action]:
    yield from open_chat(look, params.sender)


def _send_address(params: Params, look: Look) -> Iterator[Action]:
    yield from on_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="start_chat_fab")
    yield from write_into(look, "Type a name or phone number", params.recipient)
    yield tap(look, text=params.recipient, role="list_item")
    yield from write_into(look, "Text message", params.address)
    yield tap(look, description="Send SMS")


def _forward_address(params: Params, look: Look) -> Iterator[Action]:
    yield from forward_message(look, params.sender, params.address, params.recipient)


def _address_from_contacts(params: Params, look: Look) -> Iterator[Action]:
    """Reads the address, and writes from the recipient's page in Contacts a sentence with it."""
    yield from _read_address(params, look)
    yield from text_from_contact(look, params.recipient, f"It is at {params.address}.")


def _send_other(params: Params, look: Look) -> Iterator[Action]:
    """Sends the address that somebody else has sent."""
    yield from _send_address(params.replace(address=params.other), look)


def _send_back(params: Params, look: Look) -> Iterator[Action]:
    """Sends the address to who has sent it."""
    yield from answer_chat(look, params.sender, params.address)


SEND_RECEIVED_ADDRESS = Task(
    **like("SimpleSmsSendReceivedAddress"),
    description=(
        "{sender} has just texted the address of a party to the phone. Send it in a text message to {recipient}."
    ),
    parameters={
        "recipient": _someone("Greta Holm"),
        "sender": _someone("Bruno Castro"),
        "number": _number("+1 503 555 0116"),
        "address": _address("14 Mill Lane, Stonegate 52107"),
        "other": _address("52 Castle Hill, Alder 20931"),
    },
    setup=_plant_address,
    checkpoints=_address_sent,
    oracle={"messages_open": _read_address, "sent": _send_address},
    footprint=_may_text_number,
    alternatives={"forwarded": _forward_address, "from_contacts": _address_from_contacts},
    near_misses={"other_address": _send_other, "sent_back": _send_back},
)


# Once more ----------------------------------------------------------------------------------------------------------


def _plant_sent(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody of the address book got a text, and asks for it again; another one got another text after it."""
    phone = devices.android
    fresh_contact(devices, params.name, params.number)
    (other,) = _others(rng, 1, params.number)
    phone.add_message(params.number, params.message, box="sent", age=90.0)
    phone.add_message(other, _other_sentence(rng, params.message), box="sent", age=60.0)
    phone.add_message(params.number, "Your last text never arrived here. Could you send it again?", age=30.0)


def _sent_twice(params: Params) -> Sequence[Checkpoint]:
    """Messages; then the text a second time, and nothing else to this number."""
    sent = check(texts_are, number=params.number, bodies=(params.message, params.message))
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(id="sent_again", device="android", app="messages", evaluator=sent, after=("messages_open",)),
    ]


def _resend(params: Params, look: Look) -> Iterator[Action]:
    yield from answer_chat(look, params.name, params.message)


def _forward_again(params: Params, look: Look) -> Iterator[Action]:
    yield from forward_message(look, params.name, params.message, params.name)


def _copy_again(params: Params, look: Look) -> Iterator[Action]:
    """Copies the text and pastes it."""
    yield from open_chat(look, params.name)
    yield hold(look, params.message)
    yield tap(look, text="Copy")
    yield from paste_message(look)
    yield tap(look, description="Send SMS")


def _resend_with_more(params: Params, look: Look) -> Iterator[Action]:
    """Adds a word to the text."""
    yield from answer_chat(look, params.name, f"Again: {params.message}")


def _not_resent(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text without sending it."""
    yield from open_chat(look, params.name)
    yield from write_into(look, "Text message", params.message)


RESEND = Task(
    **like("SimpleSmsResend"),
    description="Resend {name} the last text message that was sent to them from the phone.",
    parameters={
        "name": _someone("Inês Grau"), "number": _number("+1 808 555 0171"),
        "message": _body("The parcel went to number 14."),
    },
    setup=_plant_sent,
    checkpoints=_sent_twice,
    oracle={"messages_open": _open, "sent_again": _resend},
    footprint=_may_text,
    alternatives={"forwarded": _forward_again, "copied": _copy_again},
    near_misses={"with_more": _resend_with_more, "not_sent": _not_resent},
)  # fmt: skip

_EXACT = "The text is compared exactly, may be sent at any time and from any app, and nothing else may be sent."

CHANGES: Mapping[str, str] = {
    "android_world.simple_sms_send": f"Others have written, one from nearly the same number. {_EXACT}",
    "android_world.simple_sms_reply": _EXACT,
    "android_world.simple_sms_reply_most_recent": (
        f"The last message is the last one by its time, which theirs doesn't make sure. {_EXACT}"
    ),
    "android_world.simple_sms_resend": (
        f"After that message another one went to somebody else, and the second sending must equal the first. {_EXACT}"
    ),
    "android_world.simple_sms_send_clipboard_content": _EXACT,
    "android_world.simple_sms_send_received_address": (
        "Somebody else has sent another address. The text may be a sentence, and nothing else may be sent."
    ),
}
