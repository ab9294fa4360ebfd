"""mail.example: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow

__all__ = ["send_mail"]


def send_mail(look: Look, to: str, subject: str, body: str) -> Iterator[Action]:
    """Writes a mail, and sends it.

    Args:
        look: Shows the screens.
        to: The address of its recipient.
        subject: Its subject.
        body: Its text.
    """
    yield from browse(look, "mail.example/compose", "New mail")
    for field, text in (("to", to), ("subject", subject), ("body", body)):
        yield from fill(look, field, text)
    yield from follow(look, "Send", role="button", title="Sent")
