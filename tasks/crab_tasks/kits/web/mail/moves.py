"""The site of the account's mail: moves."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from crab_gym.task import Action, Look
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow
from crab_tasks.kits.web.mail.state import SITE

__all__ = ["list_mails", "open_mail", "send_mail"]


def list_mails(look: Look, words: str) -> Iterator[Action]:
    """Lists the mails with these words."""
    yield from browse(look, f"{SITE}/search?q={words}", "Search")


def open_mail(look: Look, sender: str, subject: str) -> Generator[Action, None, bool]:
    """Opens the mail of a sender and a subject from the list that is shown, and returns whether it is there."""
    links = [each.text for each in look("ubuntu") if each.role == "link"]
    row = next((text for text in links if text.startswith(f"{sender} {subject} ")), "")
    if row:
        yield from follow(look, row, role="link", title=subject)
    return bool(row)


def send_mail(look: Look, to: str, subject: str, body: str) -> Iterator[Action]:
    """Writes a mail, and sends it.

    Args:
        look: Shows the screens.
        to: The address of its recipient.
        subject: Its subject.
        body: Its text.
    """
    yield from browse(look, f"{SITE}/compose", "New mail")
    for field, text in (("to", to), ("subject", subject), ("body", body)):
        yield from fill(look, field, text)
    yield from follow(look, "Send", role="button", title="Sent")
