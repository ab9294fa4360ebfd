"""Mail: evaluators, moves and sub-tasks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, OracleStuck, Params, SubTask, action
from crab_gym.task.parameters import Parameter, person
from crab_gym.task.types import Value, short_line, states, typed, words
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.answers import phone_numbers
from crab_tasks.kits.compare import digits, same_address
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State, app_in_front
from crab_tasks.kits.values import amount, another, date_ahead, email_address, other_person, time_of_day

__all__ = [
    "LATEST_AMOUNT", "LATEST_DATE", "LATEST_TIME", "MAILS", "SEND", "add_mails", "archive_mail", "find_mail", "mail_in",
    "mail_read", "mail_sent", "new_mail", "open_latest", "replied", "reply",
]  # fmt: skip

MAILS = "/data/data/com.google.android.gm/databases/bigTopDataDB"
"""The database of the mails, in the table ``messages``."""
Prepare = Callable[[Mapping[str, Setup], Params, random.Random], None]
"""The setup of a sub-task."""
_QUOTE = re.compile(r"(?m)^(On .*wrote:|>.*|-{4,}.*)$")


def _mails(state: State) -> list[Mapping[str, Any]]:
    return list(state["android"].table(MAILS, "messages"))


def mail_read(state: State, answer: str | None, sender: str, subject: str) -> bool:
    """The mail that came from this address under this subject has been opened."""
    return any((m["from_address"], m["subject"], m["read"]) == (sender, subject, 1) for m in _mails(state))


def mail_in(state: State, answer: str | None, sender: str, subject: str, folder: str) -> bool:
    """The mail that came from this address under this subject lies in the folder."""
    return [m["folder"] for m in _mails(state) if (m["from_address"], m["subject"]) == (sender, subject)] == [folder]


def replied(state: State, answer: str | None, to: str, subject: str, number: str) -> bool:
    """One reply to the mail of this subject was sent, to the address from which it came and no other.

    The text above the quoted mail names this telephone number and no other one.

    Args:
        state: The devices' states.
        answer: Not used.
        to: The address.
        subject: The subject of the mail that is answered.
        number: The telephone number.
    """
    mails = _mails(state)
    originals = {m["_id"] for m in mails if (m["from_address"], m["subject"]) == (to, subject)}
    answers = [m for m in mails if m["folder"] == "sent" and m["in_reply_to"] in originals]
    if len(answers) != 1:
        return False
    written = _QUOTE.split(answers[0]["body"], maxsplit=1)[0]
    sent_to = (answers[0]["to_addresses"].casefold(), answers[0]["cc_addresses"])
    return sent_to == (to.casefold(), "") and phone_numbers(written) == {digits(number)}


def mail_sent(state: State, answer: str | None, to: str, kind: str, value: Value) -> bool:
    """A mail whose text is a value and nothing else was sent to the address, and to no other one.

    Args:
        state: The devices' states.
        answer: Not used.
        to: The address.
        kind: The value's type.
        value: The value.
    """
    return any(
        mail["folder"] == "sent"
        and (mail["to_addresses"].casefold(), mail["cc_addresses"]) == (to.casefold(), "")
        and states(kind, mail["body"], value)
        for mail in _mails(state)
    )


def add_mails(devices: Mapping[str, Setup], mails: Sequence[tuple[str, str, str, str, float]]) -> None:
    """Adds mails to the phone's inbox.

    Args:
        devices: The devices to prepare.
        mails: Each one's sender and the sender's address, its subject, its text and its age in seconds.
    """
    phone = devices["android"]
    rows = list(phone.table(MAILS, "messages"))
    first = max((row["_id"] for row in rows), default=0) + 1
    for i, (sender, address, subject, body, age) in enumerate(mails):
        rows.append(
            {"_id": first + i, "folder": "inbox", "from_address": address, "from_name": sender,
             "to_addresses": "me@example.com", "cc_addresses": "", "subject": subject, "body": body,
             "date_ms": int((phone.now() - age) * 1000), "read": 0, "starred": 0, "attachment": ""}
        )  # fmt: skip
    phone.set_table(MAILS, "messages", rows)


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


def _text(params: Params) -> str:
    return typed(params.kinds["text"], params.text)


def _sent(params: Params) -> Sequence[Checkpoint]:
    value = {"to": params.email, "kind": params.kinds["text"], "value": params.text}
    return [Checkpoint("sent", "android", "mail", mail_sent, value)]


def _may_send(params: Params) -> Footprint:
    return [may_send("android", "mail", to=same_address(params.email))]


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, "Hello", _text(params))
    yield tap(look, description="Send")


def _without_subject(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, "", _text(params))
    yield tap(look, description="Send")


def _from_draft(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the mail as a draft, opens that and sends it."""
    yield from new_mail(look, params.email, "For you today", _text(params))
    yield action("android", "press", key="back")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, text="Drafts")
    yield tap(look, text="For you today", role="list_item")
    yield tap(look, description="Send")


def _draft_only(params: Params, look: Look) -> Iterator[Action]:
    """Writes the mail, and leaves it as a draft."""
    yield from new_mail(look, params.email, "Hello", _text(params))
    yield action("android", "press", key="back")


def _as_subject(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the subject."""
    yield from new_mail(look, params.email, _text(params), "See above")
    yield tap(look, description="Send")


SEND = SubTask(
    name="mail.send",
    device="android",
    app="mail",
    says="send {text} as the text of a mail from the phone to {email}",
    steps="on the phone, open Mail, tap Compose, enter {email} as the recipient, type {text} as the text and tap Send",
    inputs={"email": email_address("juniper14@harbour.example"), "text": short_line("Measure the heavy door")},
    checkpoints=_sent,
    oracle={"sent": _send},
    footprint=_may_send,
    alternatives={"without_subject": _without_subject, "from_draft": _from_draft},
    near_misses={"draft_only": _draft_only, "as_subject": _as_subject},
    backends=("sim", "adb"),
    crab=9,
    crab_inputs=("text", "email"),
    tags=("mail",),
)

_BODIES = {
    "Excursion": ("Our excursion will be on {}.", "The bus is taken that day: our excursion is now on {}."),
    "Invoice": ("Please transfer {} euros for the repair.", "There was a mistake: please transfer {} euros instead."),
    "Rehearsal": ("The rehearsal begins at {}.", "The hall is taken until then: the rehearsal begins at {} instead."),
}
"""By subject: the texts of the first mail and of the one that replaces it."""


def _correspondence(
    devices: Mapping[str, Setup], params: Params, rng: random.Random, subject: str, parameter: Parameter
) -> None:
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


def _excursion(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _correspondence(devices, params, rng, "Excursion", date_ahead())


def _invoice(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _correspondence(devices, params, rng, "Invoice", amount("48.60", 12, 189))


def _rehearsal(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    _correspondence(devices, params, rng, "Rehearsal", time_of_day())


def _value(params: Params) -> str:
    return str(params.value)


def _mail_open(params: Params) -> Sequence[Checkpoint]:
    """Mail is in front."""
    front = {"device": "android", "app": "mail"}
    return [Checkpoint("mail_open", "android", "mail", app_in_front, front, hold=False)]


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
