"""Mails of a desktop's Thunderbird, read from its files, for evaluators.

* `read_mails` - the mails of its folders. `mail_facts` - their facts. `filter_facts` - those of its message filters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from crab_gym.backends.state_types import Mail, MailAttachment
from crab_gym.devices.facts import Fields, content_digest
from crab_gym.devices.mail_filters import Filter
from crab_gym.devices.mailboxes import READ, STARRED, TAGS, Person, content_of, heads_of, split_mailbox

__all__ = ["filter_facts", "mail_facts", "read_mails"]


def read_mails(mailboxes: Iterable[tuple[str, bytes]]) -> tuple[Mail, ...]:
    """Returns the mails of folders.

    Args:
        mailboxes: Name and file of each folder. Of several copies of a mail, the first one here has the plain id.
    """
    mails: list[Mail] = []
    seen: Counter[str] = Counter()
    for folder, data in mailboxes:
        for stored in split_mailbox(data):
            heads, content = heads_of(stored.source), content_of(stored.source)
            seen[heads.id] += 1
            mails.append(
                Mail(
                    heads.id if seen[heads.id] == 1 else f"{heads.id}#{seen[heads.id]}",
                    folder, heads.sender.address, heads.sender.name, _addresses(heads.to), _addresses(heads.cc),
                    _addresses(heads.bcc), heads.subject, content.text, heads.date, stored.has(READ),
                    stored.has(STARRED), tuple([TAGS[tag] for tag in stored.tags if tag in TAGS]),
                    tuple([MailAttachment(file.name, file.data) for file in content.attachments]), heads.answers,
                )
            )  # fmt: skip
    return tuple(mails)


def _addresses(people: Sequence[Person]) -> tuple[str, ...]:
    return tuple([person.address for person in people])


def mail_facts(mails: Iterable[Mail]) -> Mapping[str, Fields]:
    """Returns the facts of mails; whether one has been read is none."""
    return {
        mail.id: {
            "folder": mail.folder, "sender": mail.sender, "to": ", ".join(mail.to), "cc": ", ".join(mail.cc),
            "bcc": ", ".join(mail.bcc), "subject": mail.subject, "body": mail.body, "starred": mail.starred,
            "tags": tuple(sorted(mail.tags)),
            "attachments": tuple([f"{file.name} {content_digest(file.data)}" for file in mail.attachments]),
        }
        for mail in mails
    }  # fmt: skip


def filter_facts(filters: Iterable[Filter]) -> Mapping[str, Fields]:
    """Returns the facts of message filters, by their names."""
    facts: dict[str, Fields] = {}
    for rule in filters:
        key, number = rule.name, 2
        while key in facts:
            key, number = f"{rule.name}#{number}", number + 1
        facts[key] = {
            "name": rule.name, "conditions": tuple([tuple(one) for one in rule.conditions]),
            "actions": tuple([tuple(one) for one in rule.actions]), "every": rule.every, "enabled": rule.enabled,
        }  # fmt: skip
    return facts
