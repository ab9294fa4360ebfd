"""Send a text to somebody of whose first name there are two, after asking which of them is meant."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, phone_number
from crab_gym.task.user import Detail, User
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.person import ask, told_before_texting_by

SURNAMES = ("Ashby", "Barlow", "Keller", "Moreau")


def name(params: Params) -> str:
    """Returns the name of the person who is meant."""
    return f"{params.first} {params.surname}"


def other(params: Params) -> tuple[str, str]:
    """Returns name and number of the namesake."""
    surname = SURNAMES[(SURNAMES.index(params.surname) + params.away) % len(SURNAMES)]
    return f"{params.first} {surname}", f"{params.phone[:-1]}{(int(params.phone[-1]) + 5) % 10}"


def body(params: Params) -> str:
    """Returns the message."""
    return f"I will be there at {params.hour}:45"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds both, in a random order."""
    people = [(name(params), params.phone), other(params)]
    rng.shuffle(people)
    for each in people:
        fresh_contact(devices, *each)


def person(params: Params) -> User:
    """Knows who is meant."""
    first, surnames = params.first.lower(), (params.surname.lower(), other(params)[0].split()[-1].lower())
    people = (first, "one", "person", "contact", "recipient", "two", "them", "people")
    forms = (
        (("which", "who", "whom", "what"), people),
        (("who", "whom"), ("mean", "text", "send", "write", "message", "get")),
        (("surname", "last name", "family name", "full name", "number", "specify", "clarify", "or"), people),
        (surnames,),
        (("right", "correct", "confirm", "first", "second", "intended"), ("contact", "person", "recipient", "one")),
    )
    return User((Detail("who", f"I mean {name(params)}.", forms),))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The question, then the text."""
    sent = check(message_sent, number=params.phone, body=body(params))
    return [
        told_before_texting_by("who", (params.phone, other(params)[1])),
        Checkpoint(id="sent", device="android", app="messages", evaluator=sent, after=("asked",)),
    ]


def footprint(params: Params) -> Footprint:
    """One text, to nobody else."""
    return [may_text(params.phone, body(params))]


def ask_who(params: Params, look: Look) -> Iterator[Action]:
    """Asks who is meant."""
    yield ask(f"There are two people called {params.first} in Contacts. Which one do you mean?")


def send(params: Params, look: Look) -> Iterator[Action]:
    """Sends the text."""
    yield from send_text(look, params.phone, body(params))


def look_first(params: Params, look: Look) -> Iterator[Action]:
    """Asks for the surname only once the app is open, and writes from the page in Contacts."""
    yield ask(f"What is {params.first}'s surname?")
    yield from text_from_contact(look, name(params), body(params))


def puzzled_first(params: Params, look: Look) -> Iterator[Action]:
    """Asks in words that aren't understood, and then again."""
    yield ask("Hello?")
    yield ask(f"Who is {params.first}?")
    yield from send(params, look)


def guessed(params: Params, look: Look) -> Iterator[Action]:
    """Guesses right."""
    yield from send(params, look)


def asked_afterwards(params: Params, look: Look) -> Iterator[Action]:
    """Guesses right, and asks then."""
    yield from send(params, look)
    yield from ask_who(params, look)


def to_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Asks, and texts the other one."""
    yield from ask_who(params, look)
    yield from send_text(look, other(params)[1], body(params))


TASK = Task(
    name="android.which_namesake",
    description=(
        'On the phone, send {first}, who is in Contacts, the text message "I will be there at {hour}:45" (without the '
        "quotes). If there is something you don't know, ask me before you send anything."
    ),
    devices=("android",),
    parameters={
        "first": choice(("Anna", "Paul", "Mira", "Noah", "Lena", "Owen")),
        "surname": choice(SURNAMES),
        "away": integer(1, 3, 1),
        "phone": phone_number(),
        "hour": integer(10, 22, 18),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"asked": ask_who, "sent": send},
    footprint=footprint,
    alternatives={"look_first": look_first, "puzzled_first": puzzled_first},
    near_misses={"guessed": guessed, "asked_afterwards": asked_afterwards, "to_the_other": to_the_other},
    backends={"android": ("sim", "adb")},
    user=person,
    tags=("messages", "contacts", "asks"),
)
