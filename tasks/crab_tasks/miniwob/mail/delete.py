"""Delete an e-mail."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import PLAIN, mail_task

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of six e-mails.

    Near miss: Deletes another e-mail.
    """
    return mail_task(rng, 6, ("delete",), PLAIN)


TASK = family("email_inbox_delete", draw, "Delete an e-mail.", tags=("mail",))
