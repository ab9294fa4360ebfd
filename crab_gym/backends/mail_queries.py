"""Queries and changes of the mails in a desktop's Thunderbird, as parts of the evaluators' and the setups' view.

* `MailQueries` - the part of `crab_gym.backends.base.StateReader`.
* `MailChanges` - the part of `crab_gym.backends.base.Setup`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from crab_gym.backends.errors import UnsupportedQuery
from crab_gym.backends.state_types import Mail, MailAttachment
from crab_sim.devices.mail_filters import Filter

__all__ = ["MailChanges", "MailQueries"]


class MailQueries:
    """Queries of mails and message filters; a device without Thunderbird doesn't have them."""

    device: ClassVar[str] = ""

    def _unsupported(self, query: str) -> UnsupportedQuery:
        return UnsupportedQuery(
            f"{type(self).__name__} of {self.device!r} has no {query}(): "
            "ask another device for it, or list the task's backends without this one"
        )

    def mails(self) -> tuple[Mail, ...]:
        """Returns the mails in a desktop's Thunderbird, by folder; those of a phone are in its database."""
        raise self._unsupported("mails")

    def mail_filters(self) -> tuple[Filter, ...]:
        """Returns the message filters of a desktop's Thunderbird, in the order in which they run."""
        raise self._unsupported("mail_filters")


class MailChanges(MailQueries):
    """Changes of mails and message filters."""

    def add_mail(
        self,
        sender: str,
        subject: str,
        body: str,
        folder: str = "Inbox",
        age: float = 60.0,
        to: str = "",
        cc: str = "",
        attachments: Sequence[MailAttachment] = (),
        read: bool = False,
    ) -> str:
        """Adds a mail to a desktop's Thunderbird and returns its id.

        Args:
            sender: Who wrote it, as an address or as ``Ada Holm <ada@example.org>``.
            subject: The subject.
            body: The text.
            folder: The folder, which is made if need be; no message filter runs on it.
            age: Seconds since it was written.
            to: The recipients, separated by commas; ``""`` for the owner of the account.
            cc: The recipients of copies.
            attachments: The files attached to it.
            read: Whether it has been read.
        """
        raise self._unsupported("add_mail")

    def set_mail_filters(self, filters: Sequence[Filter]) -> None:
        """Replaces the message filters of a desktop's Thunderbird."""
        raise self._unsupported("set_mail_filters")

    def remove_mail(self, mail_id: str) -> None:
        """Removes a mail of a desktop's Thunderbird for good."""
        raise self._unsupported("remove_mail")
