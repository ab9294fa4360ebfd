"""Thunderbird: sub-tasks that look up what somebody mails while the agent works."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import Parameter, person, phone_number
from crab_gym.task.types import Value, typed
from crab_tasks.kits.coming import awaited, delay
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.thunderbird.moves import click_mail, filter_mails, is_listed, show_folder
from crab_tasks.kits.ubuntu.thunderbird.state import address_of, mail_read
from crab_tasks.kits.values import amount, date_ahead, email_address

__all__ = ["AMOUNT", "DATE", "EMAIL", "NUMBER"]

_EVENT: Final = "mail"
_DAY: Final = 86_400.0


def mail_arrives(devices: Devices, *, sender: str, subject: str, body: str) -> None:
    """A mail arrives.

    Args:
        devices: The devices.
        sender: Its sender, with the address.
        subject: Its subject.
        body: Its text.
    """
    devices.ubuntu.add_mail(sender, subject, body, age=0.0)


def _mailed(
    name: str, noun: str, sender: str, value: Parameter, old: Value, about: str, says: str, called: str = ""
) -> SubTask:
    """Returns the sub-task to look up what somebody mails while the agent works, and has mailed before.

    Args:
        name: What is mailed, as a part of the sub-task's name.
        noun: The same in words.
        sender: The default sender.
        value: The value that is mailed.
        old: The default of the value that was mailed before.
        about: The mail's subject.
        says: The sentence of the mails with the value, which stands for ``{}``.
        called: What goals call the value; "" for its type's noun.
    """
    kind, final = value.type, f"{about} (final)"

    def from_sender(params: Params) -> str:
        return f"{params.sender} <{address_of(params.sender)}>"

    def body(shown: Value) -> str:
        return f"Hello,\n\n{says.format(typed(kind, shown))}\n\nBest wishes"

    def mailed_before(devices: Devices, params: Params, rng: random.Random) -> None:
        """The person has mailed another value some days ago."""
        age = rng.randrange(3, 20) * _DAY
        devices.ubuntu.add_mail(from_sender(params), f"{about} (draft)", body(params.old), age=age)

    def events(params: Params) -> Sequence[TaskEvent]:
        """The mail arrives."""
        does = cause(mail_arrives, sender=from_sender(params), subject=final, body=body(params.value))
        return [TaskEvent(id=_EVENT, when=Moment(params.seconds), does=does)]

    def opened(params: Params) -> Sequence[Checkpoint]:
        """The mail has been opened."""
        mail = check(mail_read, sender=address_of(params.sender), subject=final)
        return [replace(whereabouts(id="read", device="ubuntu", app="thunderbird", evaluator=mail), since=_EVENT)]

    def read(params: Params, look: Look) -> Iterator[Action]:
        """Waits in the inbox."""
        yield from filter_mails(look, about, "Inbox")
        yield from awaited(lambda: is_listed(look, final, params.sender), "the mail")
        yield from click_mail(look, final, params.sender)

    def read_later(params: Params, look: Look) -> Iterator[Action]:
        """Waits for a while before it looks."""
        yield action("root", "wait", seconds=50)
        yield from read(params, look)

    def come_back(params: Params, look: Look) -> Iterator[Action]:
        """Reads the old mail, looks into another folder, and comes back."""
        yield from filter_mails(look, about, "Inbox")
        yield from click_mail(look, f"{about} (draft)", params.sender)
        yield from show_folder(look, "Sent")
        yield action("root", "wait", seconds=35)
        yield from read(params, look)

    return SubTask(
        name=f"coming.{name}_by_mail",
        device="ubuntu",
        app="thunderbird",
        says=f"wait until {{sender}} has mailed the {noun}, and read it in Thunderbird on the desktop",
        steps=f"on the desktop, open Thunderbird, wait until {{sender}} mails the {noun}, click that mail and read it",
        refers=f"the {noun} in the mail that {{sender}} is about to send to Thunderbird",
        inputs={"sender": person(sender)},
        hidden={"value": value, "old": replace(value, default=old), "seconds": delay()},
        output=kind,
        called=called,
        produce=lambda params: str(params.value),
        setup=mailed_before,
        checkpoints=opened,
        oracle={"read": read},
        alternatives={"later": read_later, "came_back": come_back},
        step_limit=90,
        tags=("mail", "heavy", "events"),
        events=events,
    )


AMOUNT = _mailed(
    "amount",
    "final amount",
    "Farid Ivers",
    amount("58.30"),
    "44.90",
    "What it costs",
    "the amount is {} euros.",
)
NUMBER = _mailed(
    "number",
    "final telephone number",
    "Greta Dorn",
    phone_number("+1 555 0176"),
    "+1 555 0193",
    "Whom to call",
    "the number is {} in any case.",
)
EMAIL = _mailed(
    "email",
    "final e-mail address",
    "Hugo Fontaine",
    email_address("lantern46@harbour.example"),
    "pebble12@orchard.example",
    "Where to write",
    "the address is {} in any case.",
)
DATE = _mailed(
    "date",
    "final date",
    "Clara Castro",
    date_ahead("2026-12-08"),
    "2026-12-01",
    "When it will be",
    "it will be on {}.",
    "final date",
)
