"""Star, delete, answer or forward an e-mail, asked for as different people would say it."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.mailbox import mail_task

__all__ = ["TASK"]


_SAYS = {
    "star": ("put a star on the mail from {sender}", "The message from {sender} is important, star it.",
             "I don't want to forget {sender}'s e-mail, so please mark it with a star"),
    "delete": ("get rid of what {sender} sent", "Throw away the e-mail from {sender}.",
               "I no longer need the message from {sender}, remove it please"),
    "reply": ('write back to {sender}: "{words}"', 'Answer {sender}\'s mail with exactly "{words}"',
              'Tell {sender} "{words}" in a reply.'),
    "forward": ("pass on {sender}'s message to {to}", "{to} ought to read the mail from {sender}; forward it.",
                "please forward to {to} what {sender} wrote"),
}  # fmt: skip


def draw(rng: random.Random) -> Problem:
    """Returns the page: an inbox of six e-mails.

    Near miss: Does what is asked, but with another e-mail.
    """
    return mail_task(rng, 6, list(_SAYS), _SAYS)


TASK = family(
    "email_inbox_nl_turk", draw, "Do something with an e-mail, as people say it.", tags=("mail", "language"),
)  # fmt: skip
