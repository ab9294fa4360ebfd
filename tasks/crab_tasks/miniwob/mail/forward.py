"""Forward an e-mail."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import PLAIN, forwarding

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of six e-mails.

    Near miss: Forwards another e-mail.
    """
    return forwarding(rng, PLAIN["forward"])


TASK = family("email_inbox_forward", draw, "Forward an e-mail.", ("opened", "written"), chain=True, tags=("mail",))
