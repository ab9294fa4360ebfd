"""Pages with an inbox: e-mails that are opened, starred, deleted, answered and forwarded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_tasks.kits.android.miniwob.family import Problem
from crab_tasks.kits.android.miniwob.items import Act, Item, button, column, end, field, icon, row, text, tile
from crab_tasks.kits.android.miniwob.moves import Move, press, write
from crab_tasks.kits.android.miniwob.words import FIRST_NAMES, NOUNS, sentence, some

__all__ = ["PLAIN", "forwarding", "mail_task"]


PLAIN: dict[str, tuple[str, ...]] = {
    "star": ("Mark the e-mail from {sender} as important with its star.",),
    "delete": ("Delete the e-mail from {sender}.",),
    "reply": ('Write "{words}" as a reply to the e-mail from {sender}.',),
    "forward": ("Forward the e-mail from {sender} to {to}.",),
}
"""The usual instructions by what they ask for."""


class _Mail(NamedTuple):
    """An e-mail of the inbox."""

    sender: str
    subject: str
    body: str


def mail_task(rng: random.Random, count: int, asked: Sequence[str], says: Mapping[str, Sequence[str]]) -> Problem:
    """Returns a page with an inbox.

    Args:
        rng: Draws the e-mails and what is asked for.
        count: Number of e-mails.
        asked: What may be asked for, keys of `PLAIN`. Where it is only to answer or to forward, the page has steps.
        says: The instructions by what they ask for.
    """
    names = some(rng, FIRST_NAMES, count + 1)
    mails = [_Mail(name, rng.choice(NOUNS).title(), f"{sentence(rng)} {sentence(rng)}") for name in names[:count]]
    action, words, to = rng.choice(list(asked)), sentence(rng), names[count]
    wanted, other = some(rng, range(count), 2)
    given = {"sender": mails[wanted].sender, "words": words, "to": to}
    answers: dict[str, dict[str, Any]] = {"reply": {"reply": words}, "forward": {"to": to}}
    writes, last = _write(action, words, to), _last(action, wanted)
    steps: dict[str, dict[str, Any]] = {}
    moves = {"done": [_open(mails[wanted]), *writes, *last] if writes else last}
    if writes and len(asked) == 1:
        steps = {"opened": {"mail": wanted}, "written": {**answers[action], "mail": wanted}}
        moves = {"opened": [_open(mails[wanted])], "written": writes, "done": last}
    return Problem(
        says=rng.choice(list(says[action])).format(**given),
        items=_inbox(mails),
        values={"view": "inbox"},
        event=f"{action} {wanted}",
        answer=answers.get(action, {}),
        steps=steps,
        moves=moves,
        wrong=[*([_open(mails[other]), *writes] if writes else []), *_last(action, other)],
        detour=[_open(mails[other]), press(rid="back")],
    )


def forwarding(rng: random.Random, says: Sequence[str]) -> Problem:
    """Returns a page on which an e-mail is to be forwarded; the instruction is one of some."""
    return mail_task(rng, 6, ("forward",), {"forward": says})


def _open(mail: _Mail) -> Move:
    return press(mail.sender, "list_item")


def _write(action: str, words: str, to: str) -> list[Move]:
    written = {"reply": words, "forward": to}.get(action)
    if written is None:
        return []
    return [press(action.title(), "button"), write("reply" if action == "reply" else "to", written)]


def _last(action: str, number: int) -> list[Move]:
    return [press(rid="send")] if action in ("reply", "forward") else [press(rid=f"{action}_{number}")]


def _inbox(mails: Sequence[_Mail]) -> list[Item]:
    """Returns the items of all views."""
    rows: list[Item] = []
    views: list[Item] = []
    for i, mail in enumerate(mails):
        star = icon("star", f"Star: {mail.sender}", end(f"star {i}"), name=f"star_{i}")
        delete = icon("delete", f"Delete: {mail.sender}", end(f"delete {i}"), name=f"delete_{i}")
        opens: list[Act] = [["set", "mail", i], ["set", "view", "mail"]]
        rows.append(tile(mail.sender, opens, sub=mail.subject, items=[star, delete]))
        back = icon("back", "Back", [["set", "view", "inbox"]], name="back")
        content = [row([back, text(mail.subject, size=18, bold=True, flex=1), star, delete]),
                   text(f"From {mail.sender}", tone="muted"), text(mail.body),
                   row([button("Reply", [["set", "view", "reply"]], flex=1),
                        button("Forward", [["set", "view", "forward"]], flex=1)])]  # fmt: skip
        views.append(column(content, when={"view": "mail", "mail": i}))
        for view, entry in (("reply", field("reply", "Your reply", lines=3)), ("forward", field("to", "To"))):
            back_to = icon("back", "Back to the e-mail", [["set", "view", "mail"]], name="back")
            send = icon("send", "Send", end(f"{view} {i}"), name="send")
            head = row([back_to, text(f"{view.title()}: {mail.subject}", bold=True, flex=1), send])
            views.append(column([head, entry], when={"view": view, "mail": i}))
    inbox = [text("Inbox", size=18, bold=True), column(rows, shuffle=True, gap=0)]
    return [column(inbox, when={"view": "inbox"}), *views]
