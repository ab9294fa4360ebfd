"""Star, delete, answer or forward an e-mail of an inbox that scrolls."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import PLAIN, mail_task

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of ten e-mails.

    Near miss: Does what is asked, but with another e-mail.
    """
    return mail_task(rng, 10, list(PLAIN), PLAIN)


TASK = family("email_inbox", draw, "Do something with an e-mail.", tags=("mail",))
