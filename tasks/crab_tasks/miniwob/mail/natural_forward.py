"""Forward an e-mail that is asked for in words of everyday."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import forwarding

__all__ = ["TASK"]


_SAYS = (
    "Please pass {sender}'s e-mail on to {to}.",
    "{to} should see what {sender} has written: forward it.",
    "Could you forward the message from {sender} to {to}?",
    "Send the e-mail that came from {sender} on to {to}.",
    "I want {to} to get {sender}'s message, please forward it.",
)


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of six e-mails.

    Near miss: Forwards another e-mail.
    """
    return forwarding(rng, _SAYS)


TASK = family(
    "email_inbox_forward_nl", draw, "Forward an e-mail, said in other words.", ("opened", "written"), chain=True,
    tags=("mail", "language"),
)  # fmt: skip
