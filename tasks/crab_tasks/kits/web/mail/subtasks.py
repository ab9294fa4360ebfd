"""The site of the account's mail: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, Telling, may_send
from crab_tasks.kits.compare import same_address, same_line, small_talk, telling
from crab_tasks.kits.quotations import forwards_only, own_words
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import another, as_typed, email_address, other_person, told_as
from crab_tasks.kits.web.mail.moves import list_mails, open_mail, send_mail
from crab_tasks.kits.web.mail.state import SITE, answered_with, deliver, forwarded, mail_sent

__all__ = ["FORWARD", "NUMBER_BELOW", "REPLY", "SEND"]


def _sent(params: Params) -> Sequence[Checkpoint]:
    """The mail is sent."""
    value = check(mail_sent, to=params.email, kind=told_as(params, "text"), value=params.text)
    return [Checkpoint(id="sent", device="ubuntu", app="firefox", evaluator=value)]


def _may_send(params: Params) -> Footprint:
    text = telling(told_as(params, "text"), params.text)
    return [
        may_send(
            "ubuntu", "mail", to=same_address(params.email), text=text, subject=small_talk(as_typed(params, "text"))
        )
    ]


def _may_forward(params: Params) -> Footprint:
    """The mail, with a greeting above it at most."""

    def alone(text: str, goal: str) -> bool:
        return forwards_only(text, goal, f"{params.sender} <{params.address}>", _PARTY, _PLAN)

    to, subject = same_address(params.email), same_line(f"Fwd: {_PARTY}")
    return [may_send("ubuntu", "mail", to=to, subject=subject, text=Telling(None, alone))]


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from send_mail(look, params.email, "Hello", as_typed(params, "text"))


def _without_subject(params: Params, look: Look) -> Iterator[Action]:
    yield from send_mail(look, params.email, "", as_typed(params, "text"))


def _write(look: Look, params: Params) -> Iterator[Action]:
    """Saves the mail as a draft."""
    yield from browse(look, f"{SITE}/compose", "New mail")
    for field, text in (("to", params.email), ("subject", "For you today"), ("body", as_typed(params, "text"))):
        yield from fill(look, field, text)
    yield from follow(look, "Save draft", role="button", title="Drafts")


def _from_draft(params: Params, look: Look) -> Iterator[Action]:
    """Saves the mail as a draft, opens that from its address, and sends it."""
    yield from _write(look, params)
    draft = next(each for each in look("ubuntu") if each.role == "link" and "For you today" in each.text)
    yield from follow(look, draft.text, role="link", title="New mail")
    yield from follow(look, "Send", role="button", title="Sent")


def _with_copy(params: Params, look: Look) -> Iterator[Action]:
    """Lets somebody else have a copy, too."""
    yield from browse(look, f"{SITE}/compose", "New mail")
    for field, text in (("to", params.email), ("cc", "nobody@mail.example"), ("body", as_typed(params, "text"))):
        yield from fill(look, field, text)
    yield from follow(look, "Send", role="button", title="Sent")


def _draft_only(params: Params, look: Look) -> Iterator[Action]:
    """Writes the mail, but doesn't send it."""
    yield from _write(look, params)


def _as_subject(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the subject."""
    yield from send_mail(look, params.email, as_typed(params, "text"), "See above")


SEND = SubTask(
    name="mail_site.send",
    device="ubuntu",
    app="firefox",
    says="on mail.example in the desktop's Firefox, send {text} as the text of a mail to {email}",
    steps=(
        "on the desktop, open mail.example in Firefox, click Compose, enter {email} as the recipient, type {text} as "
        "the message and click Send"
    ),
    inputs={"email": email_address("heron31@orchard.example"), "text": short_line("Paint the garden chair")},
    same_as="mail.send",
    account=("mail",),
    checkpoints=_sent,
    oracle={"sent": _send},
    footprint=_may_send,
    alternatives={"without_subject": _without_subject, "from_draft": _from_draft},
    near_misses={"draft_only": _draft_only, "as_subject": _as_subject, "with_copy": _with_copy},
    step_limit=45,
    tags=("heavy", "web", "mail"),
)

# Reading --------------------------------------------------------------------------------------------------------------


def _from_both(devices: Devices, params: Params, rng: random.Random, subject: str, bodies: tuple[str, str]) -> None:
    """Delivers the sender's mail, an older one of the sender, and a later one of somebody with the same first name.

    Args:
        devices: The devices to prepare.
        params: The sender and the sender's address.
        rng: Draws somebody else.
        subject: The subject of all mails.
        bodies: The text of the mail that counts, and that of the others.
    """
    other = other_person(rng, params.sender)
    right, wrong = bodies
    deliver(
        devices,
        [
            (params.sender, params.address, f"{subject} last year", wrong, 170_000.0),
            (params.sender, params.address, subject, right, 5_000.0),
            (other, another(email_address(), rng, params.address), subject, wrong, 1_200.0),
        ],
    )


_KEYS = "Keys of the hall"


def _signed(devices: Devices, params: Params, rng: random.Random) -> None:
    """Other numbers are the caretaker's and that of somebody else."""
    text = "The keys are with the caretaker, {}.\n\nBest wishes\n{}\n"
    bodies = text.format(params.caretaker, params.number), text.format(params.number, params.caretaker)
    _from_both(devices, params, rng, _KEYS, bodies)


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    shown = check(window_in_front, app="firefox", title="Lantern Mail")
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=shown)]


def _open_keys(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the subject, and opens the sender's mail."""
    yield from list_mails(look, _KEYS)
    yield from open_mail(look, params.sender, _KEYS)


def _open_from_inbox(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, SITE, "Inbox")
    yield from open_mail(look, params.sender, _KEYS)


def _search_name(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the sender's name."""
    yield from list_mails(look, params.sender)
    yield from open_mail(look, params.sender, _KEYS)


NUMBER_BELOW = SubTask(
    name="mail_site.number_below",
    device="ubuntu",
    app="firefox",
    says="on mail.example in the desktop's Firefox, look up the telephone number at the end of the mail \"Keys of the "
    'hall" from {sender}',
    steps='on the desktop, open mail.example in Firefox, click the mail "Keys of the hall" from {sender} and read the '
    "telephone number at its end",
    refers='the telephone number at the end of the mail "Keys of the hall" from {sender} on mail.example',
    inputs={"sender": person("Edith Jansen")},
    hidden={
        "address": email_address("willow44@quarry.example"),
        "number": phone_number("+1 555 0148"),
        "caretaker": phone_number("+1 555 0184"),
    },
    output="phone_number",
    produce=lambda params: str(params.number),
    account=("mail",),
    setup=_signed,
    checkpoints=_site_open,
    oracle={"site_open": _open_keys},
    alternatives={"from_inbox": _open_from_inbox, "by_name": _search_name},
    step_limit=45,
    tags=("heavy", "web", "mail"),
)

# Answering ------------------------------------------------------------------------------------------------------------

_RIDE = "Ride on Saturday"
_ASKED = "Shall I bring anything? Please tell me in one line."
_OLD = "That was a fine day. Let us do it again."


def _asked(devices: Devices, params: Params, rng: random.Random) -> None:
    _from_both(devices, params, rng, _RIDE, (_ASKED, _OLD))


def _replied(params: Params) -> Sequence[Checkpoint]:
    """The site; then the reply."""
    right = check(
        answered_with,
        sender=params.sender,
        address=params.address,
        subject=_RIDE,
        text=_ASKED,
        kind=told_as(params, "text"),
        value=params.text,
    )
    return [
        *_site_open(params),
        Checkpoint(id="replied", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_reply(params: Params) -> Footprint:
    to, subject = same_address(params.address), same_line(f"Re: {_RIDE}")
    text = telling(told_as(params, "text"), params.text, lambda body: own_words(body, params.sender, _ASKED))
    return [may_send("ubuntu", "mail", to=to, subject=subject, text=text)]


def _open_ride(params: Params, look: Look) -> Iterator[Action]:
    yield from list_mails(look, _RIDE)
    yield from open_mail(look, params.sender, _RIDE)


def _begin_reply(params: Params, look: Look, rid: str = "reply") -> Generator[Action, None, bool]:
    """Begins a reply to the mail, and returns whether the mail is there."""
    yield from list_mails(look, _RIDE)
    found = yield from open_mail(look, params.sender, _RIDE)
    if found:
        yield from follow(look, rid=rid, title="New mail")
    return found


def _send_it(look: Look) -> Iterator[Action]:
    yield from follow(look, "Send", role="button", title="Sent")


def _reply(params: Params, look: Look) -> Iterator[Action]:
    """Types the text above the quoted mail."""
    found = yield from _begin_reply(params, look)
    if found:
        yield from follow(look, rid="body")
        yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
        yield action("ubuntu", "write_text", text=as_typed(params, "text"))
        yield from _send_it(look)


def _reply_without_quote(params: Params, look: Look) -> Iterator[Action]:
    yield from _begin_reply(params, look)
    yield from fill(look, "body", as_typed(params, "text"))
    yield from _send_it(look)


def _reply_all(params: Params, look: Look) -> Iterator[Action]:
    """Answers all, which are the sender only."""
    yield from _begin_reply(params, look, "reply_all")
    yield from fill(look, "body", as_typed(params, "text"))
    yield from _send_it(look)


def _reply_saved(params: Params, look: Look) -> Iterator[Action]:
    """Saves the reply as a draft."""
    yield from _begin_reply(params, look)
    yield from fill(look, "body", as_typed(params, "text"))
    yield from follow(look, "Save draft", role="button", title="Drafts")


def _new_mail(params: Params, look: Look) -> Iterator[Action]:
    """Writes a new mail that looks like a reply."""
    yield from _open_ride(params, look)
    yield from send_mail(look, params.address, f"Re: {_RIDE}", as_typed(params, "text"))


REPLY = SubTask(
    name="mail_site.reply",
    device="ubuntu",
    app="firefox",
    says='on mail.example in the desktop\'s Firefox, reply with {text} to the mail "Ride on Saturday" from {sender}',
    steps='on the desktop, open mail.example in Firefox, click the mail "Ride on Saturday" from {sender}, click Reply, '
    "type {text} as the message and click Send",
    inputs={"sender": person("Dario Lindt"), "text": short_line("Bring the garden chair")},
    hidden={"address": email_address("saffron63@northmail.example")},
    account=("mail",),
    setup=_asked,
    checkpoints=_replied,
    oracle={"site_open": _open_ride, "replied": _reply},
    footprint=_may_reply,
    alternatives={"without_quote": _reply_without_quote, "reply_all": _reply_all},
    near_misses={"draft_only": _reply_saved, "new_mail": _new_mail},
    once=True,
    step_limit=60,
    tags=("heavy", "web", "mail"),
)

_PARTY = "Plan of the garden party"
_PLAN = "We begin at four with tea, and end at nine with the lanterns."
_OLD_PLAN = "We begin at noon with soup, and end at five with a walk."


def _planned(devices: Devices, params: Params, rng: random.Random) -> None:
    _from_both(devices, params, rng, _PARTY, (_PLAN, _OLD_PLAN))


def _forwarded(params: Params) -> Sequence[Checkpoint]:
    """The site; then the mail."""
    right = check(forwarded, sender=params.sender, address=params.address, subject=_PARTY, text=_PLAN, to=params.email)
    return [
        *_site_open(params),
        Checkpoint(id="forwarded", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _open_plan(params: Params, look: Look) -> Iterator[Action]:
    yield from list_mails(look, _PARTY)
    yield from open_mail(look, params.sender, _PARTY)


def _begin_forward(params: Params, look: Look, subject: str = _PARTY, to: str = "") -> Generator[Action, None, bool]:
    """Begins to forward a mail, and returns whether it is there."""
    yield from list_mails(look, _PARTY)
    found = yield from open_mail(look, params.sender, subject)
    if found:
        yield from follow(look, rid="forward", title="New mail")
        yield from fill(look, "to", to or params.email)
    return found


def _forward(params: Params, look: Look) -> Iterator[Action]:
    found = yield from _begin_forward(params, look)
    if found:
        yield from _send_it(look)


def _forward_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the address in capitals."""
    yield from _begin_forward(params, look, to=params.email.upper())
    yield from _send_it(look)


def _forward_with_greeting(params: Params, look: Look) -> Iterator[Action]:
    """Writes a word above the plan."""
    yield from _begin_forward(params, look)
    yield from follow(look, rid="body")
    yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
    yield action("ubuntu", "write_text", text="For you")
    yield from _send_it(look)


def _forward_old(params: Params, look: Look) -> Iterator[Action]:
    """Forwards the plan of last year."""
    yield from _begin_forward(params, look, f"{_PARTY} last year")
    yield from _send_it(look)


def _empty_forward(params: Params, look: Look) -> Iterator[Action]:
    """Writes something else in place of the plan."""
    yield from _begin_forward(params, look)
    yield from fill(look, "body", "See below")
    yield from _send_it(look)


FORWARD = SubTask(
    name="mail_site.forward",
    device="ubuntu",
    app="firefox",
    says='on mail.example in the desktop\'s Firefox, forward the mail "Plan of the garden party" from {sender} to '
    "{email}",
    steps='on the desktop, open mail.example in Firefox, click the mail "Plan of the garden party" from {sender}, '
    "click Forward, enter {email} as the recipient and click Send",
    inputs={"sender": person("Mina Ekman"), "email": email_address("kestrel18@harbour.example")},
    hidden={"address": email_address("cobalt91@orchard.example")},
    account=("mail",),
    setup=_planned,
    checkpoints=_forwarded,
    oracle={"site_open": _open_plan, "forwarded": _forward},
    footprint=_may_forward,
    alternatives={"in_capitals": _forward_in_capitals, "with_greeting": _forward_with_greeting},
    near_misses={"last_year": _forward_old, "without_it": _empty_forward},
    step_limit=60,
    tags=("heavy", "web", "mail"),
)
