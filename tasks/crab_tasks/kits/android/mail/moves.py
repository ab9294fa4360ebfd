"""Mail: moves."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_gym.task.parameters import Parameter, person
from crab_gym.task.types import words
from crab_tasks.kits.android.mail.state import Prepare, add_mails
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import amount, another, date_ahead, email_address, other_person, time_of_day

__all__ = [
    "LATEST_AMOUNT", "LATEST_DATE", "LATEST_TIME", "archive_mail", "find_mail", "new_mail", "open_latest", "reply",
]  # fmt: skip


def new_mail(look: Look, to: str, subject: str, body: str) -> Iterator[Action]:
    """Writes a mail; it isn't sent yet.

    Args:
        look: Shows the screens.
        to: The recipient's address.
        subject: The subject; "" leaves its field empty.
        body: The text.
    """
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, rid="compose_button")
    yield from type_into(look, "To", to)
    if subject:
        yield from type_into(look, "Subject", subject)
    yield from type_into(look, "Compose email", body)


def open_latest(look: Look, sender: str, subject: str) -> Iterator[Action]:
    """Searches the phone's mails for a sender's, and opens the latest one of a subject."""
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, rid="open_search_bar")
    yield from type_into(look, "Search in mail", sender)
    for element in look("android"):  # the latest comes first
        if element.role == "list_item" and element.text == subject and f"{sender}, " in element.description:
            x, y = element.center
            yield action("android", "tap", x=x, y=y)
            return
    raise OracleStuck(f"no mail {subject!r} of {sender} was found")


def find_mail(look: Look, subject: str) -> Iterator[Action]:
    """Searches the phone's mails for one with a subject, and opens it."""
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, rid="open_search_bar")
    yield from type_into(look, "Search in mail", subject)
    yield tap(look, text=subject, role="list_item")


def reply(look: Look, subject: str, text: str) -> Iterator[Action]:
    """Answers a mail."""
    yield from find_mail(look, subject)
    yield tap(look, text="Reply", role="button")
    yield action("android", "write_text", text=text)
    yield tap(look, description="Send")


def archive_mail(look: Look, subject: str) -> Iterator[Action]:
    """Archives a mail."""
    yield from find_mail(look, subject)
    yield tap(look, description="Archive")


_BODIES = {
    "Excursion": ("Our excursion will be on {}.", "The bus is taken that day: our excursion is now on {}."),
    "Invoice": ("Please transfer {} euros for the repair.", "There was a mistake: please transfer {} euros instead."),
    "Rehearsal": ("The rehearsal begins at {}.", "The hall is taken until then: the rehearsal begins at {} instead."),
}
"""By subject: the texts of the first mail and of the one that replaces it."""


def _correspondence(devices: Devices, params: Params, rng: random.Random, subject: str, parameter: Parameter) -> None:
    """Delivers a mail, the one that replaces it, and a later one of somebody with the same first name.

    Args:
        devices: The devices to prepare.
        params: The sender, the sender's address, and the value that counts.
        rng: Draws the others.
        subject: The mails' subject.
        parameter: Draws values like that one.
    """
    first, second = _BODIES[subject]
    old = another(parameter, rng, params.value)
    theirs = another(parameter, rng, params.value, old)
    other = other_person(rng, params.sender)

    def told(text: str, value: str) -> str:
        return text.format(words(parameter.type, value))

    add_mails(
        devices,
        [
            (params.sender, params.address, subject, told(first, old), 90_000.0),
            (params.sender, params.address, subject, told(second, params.value), 900.0 + rng.randrange(600)),
            (other, another(email_address(), rng, params.address), subject, told(first, theirs), 500.0),
        ],
    )


def _excursion(devices: Devices, params: Params, rng: random.Random) -> None:
    _correspondence(devices, params, rng, "Excursion", date_ahead())


def _invoice(devices: Devices, params: Params, rng: random.Random) -> None:
    _correspondence(devices, params, rng, "Invoice", amount("48.60", 12, 189))


def _rehearsal(devices: Devices, params: Params, rng: random.Random) -> None:
    _correspondence(devices, params, rng, "Rehearsal", time_of_day())


def _value(params: Params) -> str:
    return str(params.value)


def _mail_open(params: Params) -> Sequence[Checkpoint]:
    """Mail is in front."""
    return [app_opened("mail", "mail_open")]


def _open_mail(subject: str, params: Params, look: Look) -> Iterator[Action]:
    """Opens the mail."""
    yield from open_latest(look, params.sender, subject)


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the mail in the inbox, which shows its beginning."""
    yield from open_first_page(look, "Mail", "open_search_bar")


def _search_subject(subject: str, params: Params, look: Look) -> Iterator[Action]:
    """Searches for the subject and reads what is found."""
    yield from open_first_page(look, "Mail", "open_search_bar")
    yield tap(look, rid="open_search_bar")
    yield from type_into(look, "Search in mail", subject)


def _latest(noun: str, subject: str, sender: str, parameter: Parameter, setup: Prepare) -> SubTask:
    """Returns the sub-task to look up a value in the latest mail of a subject.

    Args:
        noun: What the value is called, which is the name of its type.
        subject: The mails' subject.
        sender: The default sender.
        parameter: Draws the value.
        setup: Delivers the mails.
    """
    thing = f"the {noun} in the phone's latest mail about the {subject.lower()} from {{sender}}"
    return SubTask(
        name=f"mail.latest_{noun}",
        device="android",
        app="mail",
        says=f"look up {thing}",
        steps=f"on the phone, open Mail, search for the mails from {{sender}}, open the latest one about the "
        f"{subject.lower()} and read the {noun}",
        refers=thing,
        called=f"{noun} of the {subject.lower()}",
        inputs={"sender": person(sender)},
        hidden={"address": email_address("pebble52@quarry.example"), "value": parameter},
        output=noun,
        produce=_value,
        setup=setup,
        checkpoints=_mail_open,
        oracle={"mail_open": partial(_open_mail, subject)},
        alternatives={"in_the_inbox": _glance, "by_subject": partial(_search_subject, subject)},
        backends=("sim", "adb"),
        tags=("mail",),
    )


LATEST_DATE = _latest("date", "Excursion", "Inês Grau", date_ahead("2026-12-05"), _excursion)
LATEST_AMOUNT = _latest("amount", "Invoice", "Lev Dorn", amount("48.60", 12, 189), _invoice)
LATEST_TIME = _latest("time", "Rehearsal", "Dario Ivers", time_of_day("16:40"), _rehearsal)
