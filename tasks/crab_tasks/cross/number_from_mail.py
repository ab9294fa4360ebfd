"""Text a telephone number that came by mail on the desktop from the phone, and star the mail."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import number_texted
from crab_tasks.kits.compare import telling
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.thunderbird.moves import click_mail, find_mail, new_mail, star_mail, unstar_mail
from crab_tasks.kits.ubuntu.thunderbird.state import mail_read, mail_starred

SENDERS = {
    "Petra Lund": "petra.lund@example.org",
    "Omar Ashby": "omar.ashby@example.net",
    "Vera Quist": "vera.quist@example.com",
}
CORRECTED = "Corrected number"


def email(params: Params) -> str:
    """Returns the sender's address."""
    return SENDERS[params.sender]


def subject(params: Params) -> str:
    """Returns the subject of the first mail."""
    return f"Number of the {params.trade}"


def changed(number: str, by: int) -> str:
    """Returns a telephone number with another last digit."""
    return f"{number[:-1]}{(int(number[-1]) + by) % 10}"


def old_number(params: Params) -> str:
    """Returns the number in the first mail."""
    return changed(params.number, 3)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers a mail with a number, the one that corrects it, and one of somebody else about another trade."""
    fresh_contact(devices, params.friend, params.phone)
    desktop = devices.ubuntu
    sender = f"{params.sender} <{email(params)}>"
    desktop.add_mail(
        sender, subject(params), f"Hi,\n\nthe {params.trade} can be reached at {old_number(params)}.\n\nBest wishes",
        age=90_000, read=True,
    )  # fmt: skip
    desktop.add_mail(
        sender, CORRECTED,
        f"Hi,\n\nI mixed up two digits, sorry! The {params.trade} has {params.number}.\n\nBest wishes", age=4_000,
    )  # fmt: skip
    others = [name for name in SENDERS if name != params.sender]
    other = rng.choice(others)
    desktop.add_mail(
        f"{other} <{SENDERS[other]}>", CORRECTED,
        f"Hello,\n\nthe number of the music school is {changed(params.number, 5)}.\n", age=1_500,
    )  # fmt: skip


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The mail is read; then its number is on its way, and it has a star."""
    texted = check(number_texted, to=params.phone, number=params.number)
    return [
        whereabouts(
            id="read",
            device="ubuntu",
            app="thunderbird",
            evaluator=check(mail_read, sender=email(params), subject=CORRECTED),
        ),
        Checkpoint(id="texted", device="android", app="messages", evaluator=texted, after=("read",)),
        Checkpoint(
            id="starred",
            device="ubuntu",
            app="thunderbird",
            evaluator=check(mail_starred, sender=email(params), subject=CORRECTED),
            after=("read",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The text, and the star."""
    return [
        may_text(params.phone, telling("phone_number", params.number)),
        may_change("ubuntu", "mail", ("starred",), sender=email(params), subject=CORRECTED),
    ]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Reads the mail."""
    yield from find_mail(look, CORRECTED, sender=params.sender)


def text(params: Params, look: Look) -> Iterator[Action]:
    """Texts the number."""
    yield from send_text(look, params.phone, params.number)


def star(params: Params, look: Look) -> Iterator[Action]:
    """Stars the mail."""
    yield from star_mail(look, CORRECTED, params.sender)


def first_mail(params: Params, look: Look) -> Iterator[Action]:
    """Texts the number of the first mail."""
    yield from read(params, look)
    yield from send_text(look, params.phone, old_number(params))
    yield from star(params, look)


def both_numbers(params: Params, look: Look) -> Iterator[Action]:
    """Texts both numbers."""
    yield from read(params, look)
    yield from send_text(look, params.phone, f"{params.number} or {old_number(params)}")
    yield from star(params, look)


def by_mail(params: Params, look: Look) -> Iterator[Action]:
    """Thanks the sender by mail, too."""
    yield from read(params, look)
    yield from new_mail(look, email(params), "Thanks", f"I will pass {params.number} on.")
    yield from text(params, look)
    yield from star(params, look)


def other_star(params: Params, look: Look) -> Iterator[Action]:
    """Stars the first mail, too."""
    yield from star_mail(look, subject(params), params.sender)
    yield from read(params, look)
    yield from text(params, look)
    yield from star(params, look)


def somebody_elses(params: Params, look: Look) -> Iterator[Action]:
    """Stars the mail of the same subject that somebody else wrote."""
    yield from read(params, look)
    yield from text(params, look)
    yield from click_mail(look, CORRECTED)
    yield action("ubuntu", "press", key="s")


def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    """Stars the mail by a key, and texts a sentence from the friend's page in Contacts."""
    yield from read(params, look)
    yield action("ubuntu", "press", key="s")
    yield from text_from_contact(look, params.friend, f"Hi {params.friend},\nthe {params.trade} has {params.number}.")


def all_mails(params: Params, look: Look) -> Iterator[Action]:
    """Reads the other mails first; stars one, and takes the star away again."""
    yield from star_mail(look, subject(params), params.sender)
    yield from unstar_mail(look)
    yield from read(params, look)
    yield from star(params, look)
    yield from text(params, look)


TASK = Task(
    name="cross.number_from_mail",
    description=(
        "In Thunderbird on the desktop, {sender} has mailed me the phone number of the {trade}; the latest of "
        "{sender}'s mails counts. Send this number to {friend}, who is in the phone's Contacts, in one text message "
        "from the phone. Then add a star to the mail that has the right number, and to no other."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "sender": choice(tuple(SENDERS), type="person_name"),
        "trade": choice(("plumber", "electrician", "chimney sweep", "glazier"), type="trade"),
        "number": phone_number("+1 555 0163"),
        "friend": person("Jonas Berg"),
        "phone": phone_number("+1 555 0126"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"read": read, "texted": text, "starred": star},
    footprint=footprint,
    alternatives={"in_a_sentence": in_a_sentence, "all_mails": all_mails},
    near_misses={
        "first_mail": first_mail, "both_numbers": both_numbers, "by_mail": by_mail, "other_star": other_star,
        "somebody_elses": somebody_elses,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    tags=("heavy", "mail", "messages"),
)  # fmt: skip
