"""Answer an e-mail."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import PLAIN, mail_task

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of six e-mails.

    Near miss: Replies to another e-mail.
    """
    return mail_task(rng, 6, ("reply",), PLAIN)


TASK = family("email_inbox_reply", draw, "Answer an e-mail.", ("opened", "written"), chain=True, tags=("mail",))
