"""Mails of a desktop's Thunderbird, read from its files, for evaluators.

* `find_mailboxes`, `find_filters` - the files of its folders and of its message filters, on any desktop.
* `read_mails` - the mails of its folders. `mail_facts` - their facts. `filter_facts` - those of its message filters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Protocol

from crab_gym.backends.state_types import Mail, MailAttachment
from crab_sim.devices.facts import Fields, content_digest
from crab_sim.devices.mail_filters import Filter, read_filters
from crab_sim.devices.mailboxes import (
    READ,
    STARRED,
    TAGS,
    Person,
    content_of,
    folder_names,
    folder_path,
    heads_of,
    in_order,
    split_mailbox,
)

__all__ = ["filter_facts", "find_filters", "find_mailboxes", "mail_facts", "read_mails"]


_LOCAL = "Local Folders"
_MAX_FOLDERS, _DEEPEST = 200, 5  # an agent may have made any number
_SHORT: Final = 262_144  # bytes of a folder's file of which many are kept


class ReadsFiles(Protocol):
    """The queries of files that a desktop's state has."""

    home: str

    def is_dir(self, path: str) -> bool:
        """Returns whether the path is a folder."""

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the sorted names in a folder."""

    def read_file(self, path: str) -> bytes | None:
        """Returns a file's content."""


def _accounts(state: ReadsFiles) -> Iterator[tuple[str, str]]:
    """Yields name and folder of each account that keeps its mails on the desktop, the local folders last."""
    root = f"{state.home}/.thunderbird"
    for profile in state.list_dir(root):
        folder = f"{root}/{profile}/Mail"
        for name in sorted(state.list_dir(folder), key=lambda name: (name == _LOCAL, name)):
            if state.is_dir(f"{folder}/{name}"):
                yield name, f"{folder}/{name}"


def _files_below(state: ReadsFiles, folder: str, depth: int = 0) -> list[str]:
    """Returns the paths of files below an account's folder."""
    paths: list[str] = []
    for name in state.list_dir(folder)[:_MAX_FOLDERS]:
        if name.endswith(".sbd"):
            below = _files_below(state, f"{folder}/{name}", depth + 1) if depth < _DEEPEST else []
            paths += [f"{name}/{path}" for path in below]
        else:
            paths.append(name)
    return paths


def find_mailboxes(state: ReadsFiles) -> Iterator[tuple[str, bytes]]:
    """Yields name and file of each folder of Thunderbird, found in its profile by queries of files."""
    for account, folder in _accounts(state):
        for name in in_order(folder_names(_files_below(state, folder))):
            data = state.read_file(folder_path(folder, name))
            if data is not None:
                yield (f"{_LOCAL}/{name}" if account == _LOCAL else name), data


def find_filters(state: ReadsFiles) -> tuple[Filter, ...]:
    """Returns the message filters of all accounts, found like the mailboxes."""
    files = [state.read_file(f"{folder}/msgFilterRules.dat") for _, folder in _accounts(state)]
    return tuple([rule for data in files if data is not None for rule in read_filters(data)])


def read_mails(mailboxes: Iterable[tuple[str, bytes]]) -> tuple[Mail, ...]:
    """Returns the mails of folders.

    Args:
        mailboxes: Name and file of each folder. Of several copies of a mail, the first one here has the plain id.
    """
    mails: list[Mail] = []
    counts: Counter[str] = Counter()
    for folder, data in mailboxes:
        for mail in _short_folder(folder, data) if len(data) <= _SHORT else _mails_in(folder, data):
            counts[mail.id] += 1
            count = counts[mail.id]
            mails.append(mail if count == 1 else mail._replace(id=f"{mail.id}#{count}"))
    return tuple(mails)


@lru_cache(maxsize=128)
def _short_folder(folder: str, data: bytes) -> tuple[Mail, ...]:
    return _mails_in(folder, data)


def _mails_in(folder: str, data: bytes) -> tuple[Mail, ...]:
    """Returns the mails of one folder, with their plain ids."""
    mails: list[Mail] = []
    for stored in split_mailbox(data):
        heads, content = heads_of(stored.source), content_of(stored.source)
        mails.append(
            Mail(
                heads.id, folder, heads.sender.address, heads.sender.name, _addresses(heads.to), _addresses(heads.cc),
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
            "runs": rule.runs,
        }  # fmt: skip
    return facts
