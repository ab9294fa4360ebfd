"""Answer a mail that asks for somebody's telephone number, and archive it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, Telling, may_change, may_send
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.mail.moves import archive_mail, find_mail
from crab_tasks.kits.android.mail.moves import reply as reply_to
from crab_tasks.kits.android.mail.state import MAILS, mail_in, mail_read, replied, tells_number
from crab_tasks.kits.android.pages import leave_pages, type_into
from crab_tasks.kits.compare import same_address, same_line
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import whereabouts

SENDERS = {
    "Petra Lund": "petra.lund@example.org",
    "Omar Castell": "omar.castell@example.net",
    "Vera Quist": "vera.quist@example.com",
}


def email(params: Params) -> str:
    """Returns the sender's address."""
    return SENDERS[params.sender]


def other(params: Params) -> tuple[str, str]:
    """Returns name and number of somebody with a similar name."""
    surname = "Ashby" if not params.name.endswith("Ashby") else "Barlow"
    return f"{params.name.split()[0]} {surname}", f"{params.phone[:-1]}{(int(params.phone[-1]) + 5) % 10}"


def question(params: Params) -> str:
    """Returns what the mail asks."""
    return f"Hi, I have lost the phone number of {params.name}. Could you send it to me?"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the people to Contacts, and delivers the mail after an older one of the same sender."""
    phone = devices.android
    for name, number in ((params.name, params.phone), other(params)):
        fresh_contact(devices, name, number)
    fresh_contact(devices, params.sender, "", email(params))
    rows = [row for row in phone.table(MAILS, "messages") if row["from_address"] != email(params)]
    first = max((row["_id"] for row in rows), default=0) + 1
    thanks = (rng.choice(("Thank you", "Greetings")), "Hi, thanks for everything!")
    texts = (thanks, (params.subject, question(params)))
    for i, (subject, body) in enumerate(texts):
        date = int(phone.now() * 1000) - (90_000_000, 400_000)[i]
        rows.append(
            {"_id": first + i, "folder": "inbox", "from_address": email(params), "from_name": params.sender,
             "to_addresses": "me@example.com", "cc_addresses": "", "subject": subject, "body": body, "date_ms": date,
             "read": 1 - i, "starred": 0, "attachment": ""}
        )  # fmt: skip
    phone.set_table(MAILS, "messages", rows)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The mail is read; then it is answered and archived, in any order."""
    asked = {"subject": params.subject, "sender": params.sender, "mail": question(params)}
    answer = check(replied, to=email(params), name=params.name, number=params.phone, **asked)
    archived = check(mail_in, sender=email(params), subject=params.subject, folder="archive")
    return [
        whereabouts(
            id="opened",
            device="android",
            app="mail",
            evaluator=check(mail_read, sender=email(params), subject=params.subject),
        ),
        Checkpoint(id="replied", device="android", app="mail", evaluator=answer, after=("opened",)),
        Checkpoint(id="archived", device="android", app="mail", evaluator=archived, after=("opened",)),
    ]


def footprint(params: Params) -> Footprint:
    """The reply, and the mail in the archive."""
    mail = params.sender, question(params)
    text = Telling(params.phone, lambda body, goal: tells_number(body, *mail, params.name, params.phone))
    return [
        may_send(
            "android", "mail", to=same_address(email(params)), subject=same_line(f"Re: {params.subject}"), text=text
        ),
        may_change("android", "mail", ("folder",), sender=email(params), subject=params.subject),
    ]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the mail."""
    yield from find_mail(look, params.subject)


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Answers the mail with the number."""
    yield from reply_to(look, params.subject, f"It is {params.phone}")


def archive(params: Params, look: Look) -> Iterator[Action]:
    """Archives the mail."""
    yield from archive_mail(look, params.subject)


def wrong_person(params: Params, look: Look) -> Iterator[Action]:
    """Sends the number of the person with the similar name."""
    yield from reply_to(look, params.subject, other(params)[1])
    yield from archive(params, look)


def thrown_away(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the mail instead of archiving it."""
    yield from reply(params, look)
    yield from find_mail(look, params.subject)
    yield tap(look, description="Delete")


def only_draft(params: Params, look: Look) -> Iterator[Action]:
    """Writes the answer, but doesn't send it."""
    yield from find_mail(look, params.subject)
    yield tap(look, text="Reply", role="button")
    yield action("android", "write_text", text=params.phone)
    yield action("android", "press", key="back")
    yield from archive(params, look)


def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    """Answers in a sentence."""
    yield from read(params, look)
    yield from reply_to(look, params.subject, f"Hi,\nthe phone number is {params.phone}.\nBest wishes")
    yield from archive(params, look)


def other_mail(params: Params, look: Look) -> Iterator[Action]:
    """Writes a new mail with the subject of a reply."""
    yield from archive(params, look)
    yield from leave_pages(look, "compose_button")
    yield tap(look, rid="compose_button")
    yield from type_into(look, "To", email(params))
    yield from type_into(look, "Subject", f"Re: {params.subject}")
    yield from type_into(look, "Compose email", params.phone)
    yield tap(look, description="Send")


def archived_first(params: Params, look: Look) -> Iterator[Action]:
    """Archives the mail, and finds it there again."""
    yield from archive(params, look)
    yield from reply_to(look, params.subject, f"{params.name} has {params.phone}.")


TASK = Task(
    name="android.reply_mail",
    description=(
        'In the phone\'s Mail app there is a mail from {sender} with the subject "{subject}", which asks for a phone '
        "number. Look the number up in Contacts and send it to {sender} in a reply to that mail. Archive the mail."
    ),
    devices=("android",),
    parameters={
        "sender": choice(tuple(SENDERS), type="person_name"),
        "subject": choice(("A small favour", "Quick question", "Can you help me out?"), type="mail_subject"),
        "name": person("Hugo Fontaine"),
        "phone": phone_number("+1 555 0151"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"opened": read, "replied": reply, "archived": archive},
    footprint=footprint,
    alternatives={"in_a_sentence": in_a_sentence, "archived_first": archived_first},
    near_misses={
        "wrong_person": wrong_person, "thrown_away": thrown_away, "only_draft": only_draft, "other_mail": other_mail,
    },
    backends={"android": ("sim", "adb")},
    version=4,
    tags=("mail", "contacts"),
)  # fmt: skip
