"""Forward an e-mail that is asked for as different people would say it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import forwarding

__all__ = ["TASK"]


_SAYS = (
    "let {to} have the mail {sender} wrote",
    "fwd {sender}'s mail to {to} please",
    "{sender} sent something {to} needs, forward it there",
    "Look for the e-mail from {sender}. {to} has to get it too, by forwarding.",
    "give {to} a forwarded copy of what {sender} sent you",
    "There is a mail from {sender}; open it and forward it so that it reaches {to}.",
    "I forgot to send {to} the mail from {sender}, do that for me",
)


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of six e-mails.

    Near miss: Forwards another e-mail.
    """
    return forwarding(rng, _SAYS)


TASK = family(
    "email_inbox_forward_nl_turk", draw, "Forward an e-mail, as people say it.", ("opened", "written"), chain=True,
    tags=("mail", "language"),
)  # fmt: skip
