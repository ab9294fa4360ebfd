"""Mail: sub-tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, may_send
from crab_tasks.kits.android.mail.moves import new_mail
from crab_tasks.kits.android.mail.state import mail_sent
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.compare import same_address, small_talk, telling
from crab_tasks.kits.moves import tap
from crab_tasks.kits.values import as_typed, email_address, told_as

__all__ = ["SEND"]


def _sent(params: Params) -> Sequence[Checkpoint]:
    value = check(mail_sent, to=params.email, kind=told_as(params, "text"), value=params.text)
    return [Checkpoint(id="sent", device="android", app="mail", evaluator=value)]


def _may_send(params: Params) -> Footprint:
    text = telling(told_as(params, "text"), params.text)
    return [
        may_send(
            "android", "mail", to=same_address(params.email), text=text, subject=small_talk(as_typed(params, "text"))
        )
    ]


def _send(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, "Hello", as_typed(params, "text"))
    yield tap(look, description="Send")


def _without_subject(params: Params, look: Look) -> Iterator[Action]:
    yield from new_mail(look, params.email, "", as_typed(params, "text"))
    yield tap(look, description="Send")


def _from_draft(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the mail as a draft, opens that and sends it."""
    yield from new_mail(look, params.email, "For you today", as_typed(params, "text"))
    yield action("android", "press", key="back")
    yield tap(look, description="Open navigation drawer")
    yield tap(look, text="Drafts")
    yield tap(look, text="For you today", role="list_item")
    yield tap(look, description="Send")


def _draft_only(params: Params, look: Look) -> Iterator[Action]:
    """Writes the mail, and leaves it as a draft."""
    yield from new_mail(look, params.email, "Hello", as_typed(params, "text"))
    yield action("android", "press", key="back")


def _with_copy(params: Params, look: Look) -> Iterator[Action]:
    """Lets somebody else have a copy, too."""
    yield from new_mail(look, params.email, "Hello", as_typed(params, "text"))
    yield tap(look, description="Add Cc")
    yield from type_into(look, "Cc", "nobody@mail.example")
    yield tap(look, description="Send")


def _as_subject(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the subject."""
    yield from new_mail(look, params.email, as_typed(params, "text"), "See above")
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
    near_misses={"draft_only": _draft_only, "as_subject": _as_subject, "with_copy": _with_copy},
    backends=("sim", "adb"),
    crab=9,
    crab_inputs=("text", "email"),
    tags=("mail",),
)
