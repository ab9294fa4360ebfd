"""Mails that quote or forward another one: what their sender has written, and what is the other mail's.

* `own_words` - a reply without what it quotes. `forwards_only` - whether a mail is a forwarded one, with small talk.

What stands below a quotation is the sender's, and so is a line with ">" that the other mail doesn't have.
"""

from __future__ import annotations

import calendar
import re

from crab_tasks.kits.compare import is_small_talk, squeezed

__all__ = ["forwards_only", "own_words"]

_NAMES = "|".join((*calendar.day_abbr, *calendar.month_abbr[1:]))
_MOMENT = rf"(?:(?:[\d:/]+|{_NAMES}|at|[AP]M)(?:,\s?|\s)){{2,7}}"
_HEAD = re.compile(rf"Date: {_MOMENT}[\d:/]+|To: me@example\.com|-+ Forwarded (?:mail|message) -+")


def own_words(body: str, sender: str, mail: str) -> str:
    r"""Returns what somebody has written in a reply, apart from the mail that it quotes, wherever that stands.

    Args:
        body: The reply's text.
        sender: Who has sent the mail that it answers.
        mail: That mail's text; lines of it may be left out, and broken otherwise.

    >>> quoted = "It is 4.\n\nOn 1/2/2026, 3:00 PM, Ada Bell wrote:\n> How many?"
    >>> own_words(quoted, "Ada Bell", "How many?"), own_words("4\n> It is 5.", "Ada Bell", "How many?")
    ('It is 4.', '4\n> It is 5.')
    """
    text, at, own, introduced = squeezed(mail), 0, list[str](), False
    for line in body.split("\n"):
        if not introduced and re.fullmatch(rf"On {_MOMENT}{re.escape(sender)}(?: <[^<>\s]+>)? wrote:", line.strip()):
            introduced = True
            continue
        if line.startswith(">") and (place := text.find(squeezed(line[1:]), at)) >= 0:
            at = place + len(squeezed(line[1:]))
            continue
        own.append(line)
    return "\n".join(own).strip()


def forwards_only(body: str, goal: str, sender: str, subject: str, mail: str) -> bool:
    """Returns whether a mail is a forwarded one, with no more above it than small talk.

    Args:
        body: The mail's text.
        goal: The goal, whose words the small talk may have.
        sender: Name and address of who has sent the other mail.
        subject: The other mail's subject.
        mail: Its text.
    """
    above, line, below = body.partition("----")
    head, text, rest = f"{line}{below}".partition(mail)
    known = {"", f"From: {sender}", f"Subject: {subject}"}
    is_head = all([each.strip() in known or _HEAD.fullmatch(each.strip()) for each in head.split("\n")])
    return bool(line and text) and not rest.strip() and is_head and is_small_talk(above, goal)
