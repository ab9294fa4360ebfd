"""Answer a mail with a sum from a table, and nobody else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.answers import tells
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, Telling
from crab_tasks.kits.compare import same_line
from crab_tasks.kits.quotations import own_words
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.pointing import named, point
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.thunderbird.moves import (
    drop_recipient,
    edit_draft,
    find_mail,
    forward_mail,
    new_mail,
    reply_to,
    save_draft,
    send,
    write_reply,
)
from crab_tasks.kits.ubuntu.thunderbird.state import answers_to, mail_read, may_mail

SENDERS = {
    "Petra Lund": "petra.lund@example.org",
    "Omar Ashby": "omar.ashby@example.net",
    "Vera Quist": "vera.quist@example.com",
}
COLLEAGUE = "accounts@club.example.org"
ITEMS = ("Printing", "Catering", "Decoration", "Music")
PATH = "/home/user/Documents/costs.csv"


def email(params: Params) -> str:
    """Returns the sender's address."""
    return SENDERS[params.sender]


def amounts(params: Params) -> tuple[int, int]:
    """Returns the two amounts that were spent on the item."""
    return params.first, params.second


def total(params: Params) -> int:
    """Returns the sum that is asked for."""
    return sum(amounts(params))


def question(params: Params) -> str:
    """Returns what the mail asks."""
    return f"could you tell me what we have spent on {params.item.lower()} altogether?"


def mail(params: Params) -> str:
    """Returns the text of the mail that asks."""
    return f"Hello,\n\n{question(params)} The table must be on your computer.\n\nKind regards"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the table, and delivers the mail with a copy to somebody else, after one that asked about another item."""
    rows = [(params.item, amount) for amount in amounts(params)]
    others = [item for item in ITEMS if item != params.item]
    rows += [(item, rng.randrange(20, 900)) for item in (*others, others[0])]
    rng.shuffle(rows)
    table = "".join([f"2026-09-{day + 3:02},{item},{amount}\n" for day, (item, amount) in enumerate(rows)])
    desktop = devices.ubuntu
    desktop.write_file(PATH, f"date,item,amount\n{table}")
    sender, to = f"{params.sender} <{email(params)}>", "User <user@example.net>"
    desktop.add_mail(
        sender, "Thank you", "Hello,\n\nthanks, I have got the figure for the hall. More questions will follow.\n",
        age=80_000, read=True,
    )  # fmt: skip
    desktop.add_mail(sender, params.subject, mail(params), age=3_000, to=to, cc=COLLEAGUE)


def replied(
    state: State, to: str, subject: str, sender: str, mail: str, amounts: tuple[int, int], question: str
) -> bool:
    """One reply to the mail of this subject was sent, to the address from which it came and nobody else.

    What it says beside the quoted mail is the sum of the amounts, or one plain sentence that states it; it may tell how
    it is added up.

    Args:
        state: The devices' states.
        to: The address.
        subject: The subject of the mail that is answered.
        sender: The name of its sender.
        mail: Its text.
        amounts: The two amounts.
        question: What the mail asks.
    """
    found = answers_to(state, to, subject)
    if len(found) != 1:
        return False
    (reply,) = found
    alone = ([one.casefold() for one in reply.to], reply.cc, reply.bcc) == ([to.casefold()], (), ())
    return alone and tells_sum(own_words(reply.body, sender, mail), amounts, f"{state.goal} {question.capitalize()}")


def tells_sum(text: str, amounts: tuple[int, int], question: str) -> bool:
    """Returns whether a text tells the sum of two amounts, and nothing else."""
    first, second = amounts
    adding = rf"\b({first}\s*\+\s*{second}|{second}\s*\+\s*{first})\s*=(?=\s*\d)"
    return tells("amount", re.sub(adding, "", text), sum(amounts), question)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The mail is read, then answered."""
    seen = check(mail_read, sender=email(params), subject=params.subject)
    asked = {
        "subject": params.subject, "sender": params.sender, "mail": mail(params), "question": question(params),
    }  # fmt: skip
    answer = check(replied, to=email(params), amounts=amounts(params), **asked)
    return [
        whereabouts(id="read", device="ubuntu", app="thunderbird", evaluator=seen),
        Checkpoint(id="replied", device="ubuntu", app="thunderbird", evaluator=answer, after=("read",)),
    ]


def footprint(params: Params) -> Footprint:
    """The reply."""

    def tells(body: str, goal: str) -> bool:
        own = own_words(body, params.sender, mail(params))
        return tells_sum(own, amounts(params), f"{goal} {question(params).capitalize()}")

    text = Telling(total(params), tells)
    return [may_mail(email(params), same_line(f"Re: {params.subject}"), text)]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Reads the mail."""
    yield from find_mail(look, params.subject)


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Answers the mail with the sum."""
    yield from reply_to(look, params.subject, f"It was {total(params)} altogether.\n")


def to_everybody(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer to the other recipient, too."""
    yield from reply_to(look, params.subject, f"It was {total(params)} altogether.\n", button="Reply All")


def one_amount(params: Params, look: Look) -> Iterator[Action]:
    """Answers with one of the two amounts."""
    yield from reply_to(look, params.subject, str(amounts(params)[0]))


def both(params: Params, look: Look) -> Iterator[Action]:
    """Answers with the sum and with one amount."""
    yield from reply_to(look, params.subject, f"{total(params)}, or {amounts(params)[1]}")


def other_mail(params: Params, look: Look) -> Iterator[Action]:
    """Writes a new mail with the subject of a reply."""
    yield from read(params, look)
    yield from new_mail(look, email(params), f"Re: {params.subject}", str(total(params)))


def forwarded(params: Params, look: Look) -> Iterator[Action]:
    """Forwards the mail to its sender, with the sum above it."""
    yield from forward_mail(look, params.subject, email(params), f"{total(params)}\n")


def only_draft(params: Params, look: Look) -> Iterator[Action]:
    """Saves the answer as a draft."""
    yield from read(params, look)
    yield from write_reply(look)
    yield action("ubuntu", "write_text", text=str(total(params)))
    yield from save_draft(look)


def twice(params: Params, look: Look) -> Iterator[Action]:
    """Answers with one amount, and again with the sum."""
    yield from one_amount(params, look)
    yield from reply(params, look)


def hidden_copy(params: Params, look: Look) -> Iterator[Action]:
    """Sends a hidden copy to the other recipient."""
    yield from read(params, look)
    yield from write_reply(look)
    yield action("ubuntu", "write_text", text=str(total(params)))
    yield from point(look, named("Bcc", role="button"), "button Bcc")
    yield action("ubuntu", "write_text", text=COLLEAGUE)
    yield from send(look)


def passed_on(params: Params, look: Look) -> Iterator[Action]:
    """Sends the same to the other recipient in a mail of its own."""
    yield from read(params, look)
    yield from new_mail(look, COLLEAGUE, params.subject, f"It was {total(params)} altogether.")
    yield from reply(params, look)


def below(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the table in a terminal, and answers by keys below the quoted mail."""
    yield from run_in_terminal(f"grep '{params.item}' {PATH}")
    yield from read(params, look)
    yield from write_reply(look, by_keys=True)
    yield action("ubuntu", "hotkey", keys=["ctrl", "end"])
    yield action(
        "ubuntu", "write_text", text=f"\n\nHello {params.sender},\nthat makes {total(params)}.00 euros in all."
    )
    yield from send(look, by_keys=True)


def added_up(params: Params, look: Look) -> Iterator[Action]:
    """Answers with how the amounts are added up."""
    first, second = amounts(params)
    yield from reply_to(look, params.subject, f"Hello,\n{second} + {first} = {total(params)} euros\n")


def wrongly_added(params: Params, look: Look) -> Iterator[Action]:
    """Answers with a wrong result of adding up the amounts."""
    first, second = amounts(params)
    yield from reply_to(look, params.subject, f"{first} + {second} = {total(params) + 10}\n")


def finished_draft(params: Params, look: Look) -> Iterator[Action]:
    """Saves the answer as a draft first, and sends it from there; takes the other recipient out of a reply to all."""
    yield from read(params, look)
    yield from write_reply(look, "Reply All")
    yield action("ubuntu", "write_text", text=f"{total(params)}\n")
    yield from drop_recipient(look, COLLEAGUE)
    yield from save_draft(look)
    yield from edit_draft(look, f"Re: {params.subject}")
    yield from send(look)


TASK = Task(
    name="ubuntu.reply_figure",
    description=(
        'In Thunderbird there is a mail from {sender} with the subject "{subject}", which asks how much was spent on '
        "something. The table costs.csv in the folder Documents has the answer; an item can be in several rows. Reply "
        "to that mail with the sum. Only {sender} should get your reply, nobody else."
    ),
    devices=("ubuntu",),
    parameters={
        "sender": choice(tuple(SENDERS), type="person_name"),
        "subject": choice(("Question about the costs", "One more figure", "Autumn party"), type="mail_subject"),
        "item": choice(ITEMS, type="item"),
        "first": integer(110, 480, 236, type="amount"),
        "second": integer(30, 95, 74, type="amount"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"read": read, "replied": reply},
    footprint=footprint,
    alternatives={"below": below, "finished_draft": finished_draft, "added_up": added_up},
    near_misses={
        "to_everybody": to_everybody, "one_amount": one_amount, "both": both, "other_mail": other_mail,
        "forwarded": forwarded, "only_draft": only_draft, "twice": twice, "hidden_copy": hidden_copy,
        "passed_on": passed_on, "wrongly_added": wrongly_added,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=3,
    tags=("heavy", "mail", "tables"),
)  # fmt: skip
