"""Mark an e-mail as important."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import PLAIN, mail_task

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of six e-mails.

    Near miss: Marks another e-mail.
    """
    return mail_task(rng, 6, ("star",), PLAIN)


TASK = family("email_inbox_important", draw, "Mark an e-mail as important.", tags=("mail",))
