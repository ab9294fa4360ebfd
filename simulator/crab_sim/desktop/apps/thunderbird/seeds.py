"""The profile that Thunderbird has on a freshly booted desktop: an account with mails of the last weeks."""

from __future__ import annotations

import random
from typing import Final

from crab_sim.content import mail as texts
from crab_sim.content import words
from crab_sim.desktop.apps.thunderbird.store import put_filters
from crab_sim.devices.mail_profile import ACCOUNT, LOCAL, OWNER, PROFILE, PROFILES, preferences, profile_list
from crab_sim.devices.mailboxes import (
    FORWARDED,
    READ,
    REPLIED,
    STARRED,
    Attachment,
    Content,
    Heads,
    Person,
    StoredMail,
    join_mailbox,
    write_source,
)
from crab_sim.files import Directory, Entry, File, Files

__all__ = ["seed_profile"]

_SPAN: Final = 90_000
_MODE: Final = 0o600


class _Writer:
    """Writes mails among the owner and the people who are known."""

    def __init__(self, rng: random.Random, now: float) -> None:
        self.rng = rng
        self.known = [person for person in words.people(now) if person.email] or [
            words.Person("Nora Dahl", "", "nora.dahl@example.org")
        ]
        self.personal = iter(rng.sample(texts.PERSONAL, len(texts.PERSONAL)))
        self.services = iter(rng.sample(texts.SERVICES, len(texts.SERVICES)))
        self.files = iter(rng.sample(texts.ATTACHED, 2))
        self.when = now - 300 - rng.random() * 7_000

    def _dated(self, sender: Person, to: Person, cc: tuple[Person, ...], subject: str) -> Heads:
        when = float(int(self.when))
        self.when -= 900 + self.rng.random() * _SPAN
        letters = f"{self.rng.getrandbits(96):024x}"
        domain = sender.address.partition("@")[2]
        return Heads(f"{letters[:8]}.{letters[8:]}@{domain}", sender, (to,), cc, (), subject, when)

    def received(self, document: bool = False) -> bytes:
        """Returns a mail of somebody known, perhaps with a document."""
        subject, text = next(self.personal)
        person = self.rng.choice(self.known)
        others = self.rng.sample(self.known, min(2, len(self.known))) if self.rng.random() < 0.2 else []
        cc = tuple([Person(other.name, other.email) for other in others if other != person])
        text = text.replace("{friend}", self.rng.choice(words.FIRST_NAMES))
        heads = self._dated(Person(person.name, person.email), OWNER, cc, subject)
        files: tuple[Attachment, ...] = ()
        if document:
            body = "\n".join(self.rng.sample(words.SENTENCES, 5)) + "\n"
            files = (Attachment(f"{next(self.files)}.txt", "text/plain", body.encode()),)
        return write_source(heads, Content(f"{text}\n{person.name.partition(' ')[0]}", files))

    def written(self) -> bytes:
        """Returns a mail of the owner's."""
        subject, text = next(self.personal)
        person = self.rng.choice(self.known)
        text = text.replace("{friend}", self.rng.choice(words.FIRST_NAMES))
        return write_source(self._dated(OWNER, Person(person.name, person.email), (), subject), Content(text))

    def notice(self, service: texts.Service | None = None) -> bytes:
        """Returns a mail of a shop or service."""
        name, address, subject, text = service or next(self.services)
        return write_source(self._dated(Person(name, address), OWNER, (), subject), Content(text))


def _folders(rng: random.Random, now: float) -> dict[str, list[StoredMail]]:
    """Returns the mails of each folder, the latest last."""
    writer = _Writer(rng, now)
    kinds = ["known"] * rng.randrange(5, 8) + ["notice"] * rng.randrange(5, 8) + ["file"] * 2
    rng.shuffle(kinds)
    unread = rng.randrange(2, 5)
    inbox = []
    for i, kind in enumerate(kinds):
        source = writer.notice() if kind == "notice" else writer.received(kind == "file")
        status = 0 if i < unread else READ
        if i >= unread and rng.random() < 0.15:
            status |= STARRED
        if kind != "notice" and i >= unread and rng.random() < 0.2:
            status |= REPLIED if rng.random() < 0.7 else FORWARDED
        inbox.append(StoredMail(source, status))
    sent = [StoredMail(writer.written(), READ) for _ in range(rng.randrange(3, 5))]
    archived = [StoredMail(writer.notice(), READ), StoredMail(writer.received(), READ)]
    trash = [StoredMail(writer.notice(), READ)]
    drafts = [StoredMail(writer.written(), READ)]
    junk = [StoredMail(writer.notice(spam)) for spam in rng.sample(texts.SPAM, rng.randrange(1, 3))]
    own = {"Clubs": [StoredMail(writer.notice(), READ)]}
    return {
        "Inbox": inbox[::-1], "Drafts": drafts, "Sent": sent[::-1], "Archives": [], "Junk": junk, "Trash": trash,
        "Archives.sbd/2026": archived[::-1], **own,
    }  # fmt: skip


def seed_profile(rng: random.Random, now: float) -> Files:
    """Returns a file system with nothing but the profile in it: an account with 20 to 30 mails."""
    when = float(int(now - 600))
    rows: list[tuple[str, Entry]] = [
        (path, Directory(when, 0o700, "user"))
        for path in (PROFILES, PROFILE, f"{PROFILE}/Mail", ACCOUNT, f"{ACCOUNT}/Archives.sbd", LOCAL)
    ]
    files = {f"{PROFILES}/profiles.ini": profile_list().encode(), f"{PROFILE}/prefs.js": preferences().encode()}
    files |= {f"{ACCOUNT}/{path}": join_mailbox(mails) for path, mails in _folders(rng, now).items()}
    files |= {f"{LOCAL}/{path}": b"" for path in ("Trash", "Unsent Messages")}
    rows += [(path, File(data, when, _MODE, "user")) for path, data in files.items()]
    return put_filters(Files(rows), (), when)
