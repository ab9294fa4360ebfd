"""mail.example: a sub-task that sends a mail there, from the account of the phone's Mail where there is a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.devices.footprints import Footprint, may_send
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import Value, short_line, states, typed
from crab_tasks.kits.compare import same_address
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow
from crab_tasks.kits.values import email_address
from crab_tasks.kits.web.mail import send_mail

__all__ = ["SEND", "mail_sent"]

_SITE = "mail.example"


def mail_sent(state: State, answer: str | None, to: str, kind: str, value: Value) -> bool:
    """A mail whose text is a value and nothing else lies among the sent ones, to the address and to no other one.

    Args:
        state: The devices' states.
        answer: Not used.
        to: The address.
        kind: The value's type.
        value: The value.
    """
    return any(
        mail["folder"] == "sent"
        and (mail["to"].casefold(), mail["cc"]) == (to.casefold(), "")
        and states(kind, mail["body"], value)
        for mail in state["ubuntu"].web(_SITE, "mails")
    )


def _text(params: Params) -> str:
    return typed(params.kinds["text"], params.text)


def _sent(params: Params) -> Sequence[Checkpoint]:
    """The mail is sent."""
    value = {"to": params.email, "kind": params.kinds["text"], "value": params.text}
    return [Checkpoint("sent", "ubuntu", "firefox", mail_sent, value)]


def _may_send(params: Params) -> Footprint:
    return [may_send("ubuntu", "mail", to=same_address(params.email))]


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from send_mail(look, params.email, "Hello", _text(params))


def _without_subject(params: Params, look: Look) -> Iterator[Action]:
    yield from send_mail(look, params.email, "", _text(params))


def _write(look: Look, params: Params) -> Iterator[Action]:
    """Saves the mail as a draft."""
    yield from browse(look, f"{_SITE}/compose", "New mail")
    for field, text in (("to", params.email), ("subject", "For you today"), ("body", _text(params))):
        yield from fill(look, field, text)
    yield from follow(look, "Save draft", role="button", title="Drafts")


def _from_draft(params: Params, look: Look) -> Iterator[Action]:
    """Saves the mail as a draft, opens that from its address, and sends it."""
    yield from _write(look, params)
    draft = next(each for each in look("ubuntu") if each.role == "link" and "For you today" in each.text)
    yield from follow(look, draft.text, role="link", title="New mail")
    yield from follow(look, "Send", role="button", title="Sent")


def _draft_only(params: Params, look: Look) -> Iterator[Action]:
    yield from _write(look, params)


def _as_subject(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the subject."""
    yield from send_mail(look, params.email, _text(params), "See above")


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
    account=("mail",),
    checkpoints=_sent,
    oracle={"sent": _send},
    footprint=_may_send,
    alternatives={"without_subject": _without_subject, "from_draft": _from_draft},
    near_misses={"draft_only": _draft_only, "as_subject": _as_subject},
    step_limit=45,
    tags=("heavy", "web", "mail"),
)
