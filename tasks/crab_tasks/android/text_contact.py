"""Send a text message to a person in the address book, and submit the number it went to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import launch, submit, tap
from crab_tasks.kits.state import app_opened


def body(params: Params) -> str:
    """Returns the message."""
    return f"{params.text} {params.hour}:30"


def other(params: Params) -> tuple[str, str]:
    """Returns name and number of somebody with a similar name."""
    last = params.phone[-1]
    surname = "Ashby" if not params.name.endswith("Ashby") else "Barlow"
    return f"{params.name.split()[0]} {surname}", f"{params.phone[:-1]}{(int(last) + 5) % 10}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person, and somebody with the same first name."""
    fresh_contact(devices, params.name, params.phone)
    fresh_contact(devices, *other(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The app, then the message; and, whenever the agent knows it, the number."""
    sent = check(message_sent, number=params.phone, body=body(params))
    return [
        app_opened("messages", "app_open"),
        Checkpoint(id="sent", device="android", app="messages", evaluator=sent, after=("app_open",)),
        Checkpoint(
            id="answered",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, kind="phone_number", value=params.phone),
            after=("app_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One text, to nobody else."""
    return [may_text(params.phone, body(params))]


def compose(params: Params, look: Look) -> Iterator[Action]:
    """Finds the person by name in a new conversation, and types the text."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="start_chat_fab")
    yield from type_into(look, "Type a name or phone number", params.name)
    yield tap(look, text=params.name, role="list_item")
    yield from type_into(look, "Text message", body(params))


def send(params: Params, look: Look) -> Iterator[Action]:
    """Types the text to the person, and sends it."""
    yield from compose(params, look)
    yield tap(look, description="Send SMS")


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the number."""
    yield submit(params.phone)


def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    """Sends the text to the number, and submits a sentence."""
    yield from send_text(look, params.phone, body(params))
    yield submit(f'The text "{body(params)}" went to {params.phone}.')


def to_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Sends the text to the person with the similar name."""
    yield from send_text(look, other(params)[1], body(params))
    yield submit(params.phone)


def to_both(params: Params, look: Look) -> Iterator[Action]:
    """Sends the text to both."""
    yield from send_text(look, other(params)[1], body(params))
    yield from send_text(look, params.phone, body(params))
    yield submit(params.phone)


def not_sent(params: Params, look: Look) -> Iterator[Action]:
    """Types the text, but doesn't send it."""
    yield from compose(params, look)
    yield submit(params.phone)


def from_contact(params: Params, look: Look) -> Iterator[Action]:
    """Writes from the person's page in Contacts."""
    yield from text_from_contact(look, params.name, body(params))
    yield submit(params.phone.replace(" ", ""))


TASK = Task(
    name="android.text_contact",
    description=(
        'On the phone, send the text message "{text} {hour}:30" (without the quotes) to {name}, who is in Contacts, '
        "and to nobody else. Then submit the phone number that it went to."
    ),
    devices=("android",),
    parameters={
        "name": person(),
        "phone": phone_number(),
        "text": choice(("See you at", "The train leaves at", "Dinner is at", "I will call you at")),
        "hour": integer(10, 22, 18),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"app_open": launch("Messages"), "sent": send, "answered": answer},
    footprint=footprint,
    alternatives={"in_a_sentence": in_a_sentence, "from_contact": from_contact},
    near_misses={"to_the_other": to_the_other, "to_both": to_both, "not_sent": not_sent},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("messages", "contacts", "answer"),
)
