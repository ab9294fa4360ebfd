"""Thunderbird's profile on a desktop: its folders, its account, and the files that describe them.

* `PROFILES`, `PROFILE`, `ACCOUNT`, `LOCAL`, `RULES` - paths.
* `OWNER`, `ACCOUNT_NAME`, `LOGIN`, `SMTP_SERVER` - the account.
* `preferences`, `profile_list` - the files ``prefs.js`` and ``profiles.ini``. `preference_facts` - what is set there.
* `account_of`, `mailbox_path` - the folder of the account, and the file, that hold the mails of a folder.
* `new_mail` - a mail that somebody has sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from crab_sim.devices.facts import Fields
from crab_sim.devices.mailboxes import (
    READ,
    Attachment,
    Content,
    Heads,
    Person,
    StoredMail,
    date_of,
    folder_path,
    people_of,
    write_source,
)
from crab_sim.devices.media.mime import mime_type

__all__ = [
    "ACCOUNT", "ACCOUNT_NAME", "LOCAL", "LOCAL_FOLDERS", "LOGIN", "OWNER", "PROFILE", "PROFILES", "RULES", "SERVER",
    "SMTP_SERVER", "account_of", "by_date", "id_from", "mailbox_path", "new_mail", "preference_facts", "preferences",
    "profile_list",
]  # fmt: skip

PROFILES: Final = "/home/user/.thunderbird"
PROFILE: Final = f"{PROFILES}/h7k2m9qd.default-default"
SERVER: Final = "pop.example.net"
SMTP_SERVER: Final = "smtp.example.net"
ACCOUNT: Final = f"{PROFILE}/Mail/{SERVER}"
LOCAL_FOLDERS: Final = "Local Folders"
LOCAL: Final = f"{PROFILE}/Mail/{LOCAL_FOLDERS}"
RULES: Final = f"{ACCOUNT}/msgFilterRules.dat"
LOGIN: Final = f"user@{SERVER}"
"""The account as addresses of folders name it."""
OWNER: Final = Person("User", "user@example.net")
ACCOUNT_NAME: Final = OWNER.address


def preferences(more: Mapping[str, str | int | bool] | None = None) -> str:
    """Returns the text of ``prefs.js``: the account, and further preferences."""
    lines: dict[str, str | int | bool] = {
        "mail.accountmanager.accounts": "account1,account2",
        "mail.accountmanager.defaultaccount": "account1",
        "mail.account.account1.identities": "id1",
        "mail.account.account1.server": "server1",
        "mail.account.account2.server": "server2",
        "mail.identity.id1.fullName": OWNER.name,
        "mail.identity.id1.useremail": OWNER.address,
        "mail.identity.id1.smtpServer": "smtp1",
        "mail.server.server1.directory": ACCOUNT,
        "mail.server.server1.hostname": SERVER,
        "mail.server.server1.name": ACCOUNT_NAME,
        "mail.server.server1.type": "pop3",
        "mail.server.server1.userName": "user",
        "mail.server.server2.directory": LOCAL,
        "mail.server.server2.hostname": "Local Folders",
        "mail.server.server2.name": "Local Folders",
        "mail.server.server2.type": "none",
        "mail.smtpserver.smtp1.hostname": SMTP_SERVER,
        "mail.smtpservers": "smtp1",
        **(more or {}),
    }
    return "// Mozilla User Preferences\n\n" + "".join(
        [f'user_pref("{name}", {_value(value)});\n' for name, value in lines.items()]
    )


def _value(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def preference_facts(text: str) -> dict[str, Fields]:
    """Returns the facts of the preferences that a ``prefs.js`` sets, by their names.

    >>> preference_facts('user_pref("mail.identity.id1.doBcc", true);')
    {'mail.identity.id1.doBcc': {'name': 'mail.identity.id1.doBcc', 'value': 'true'}}
    """
    facts: dict[str, Fields] = {}
    for line in text.splitlines():
        if line.lstrip().startswith("user_pref"):
            name, _, value = line.partition("(")[2].partition(",")
            name, value = name.strip().strip("\"'"), value.strip().removesuffix(";").rstrip().removesuffix(")").rstrip()
            facts[name] = {"name": name, "value": value}
    return facts


def profile_list() -> str:
    """Returns the text of ``profiles.ini``, which names the profile."""
    name = PROFILE.rpartition("/")[2]
    return (
        f"[Profile0]\nName=default-default\nIsRelative=1\nPath={name}\nDefault=1\n\n[General]\nStartWithLastProfile=1\n"
    )


def account_of(folder: str) -> tuple[str, str]:
    """Returns the account's folder on disk, and the name of a mail folder in it.

    >>> account_of("Local Folders/Trash")[1], account_of("Archives/2026")[1]
    ('Trash', 'Archives/2026')
    """
    first, _, rest = folder.partition("/")
    return (LOCAL, rest) if first == LOCAL_FOLDERS and rest else (ACCOUNT, folder)


@lru_cache(maxsize=256)
def mailbox_path(folder: str) -> str:
    """Returns the path of the file that holds a folder's mails."""
    return folder_path(*account_of(folder))


def id_from(*texts: str) -> str:
    """Returns an id for a mail, which follows from some texts."""
    digest = hashlib.sha256("\n".join(texts).encode("utf-8", "replace")).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:20]}-{digest[20:32]}@example.net"


def new_mail(
    mail_id: str,
    date: float,
    sender: str,
    subject: str,
    body: str,
    to: str,
    cc: str,
    files: Sequence[tuple[str, bytes]],
    read: bool,
) -> StoredMail:
    """Returns a mail that somebody has sent.

    Args:
        mail_id: Its id.
        date: The time at which it was written, in seconds since 1970.
        sender: Who wrote it.
        subject: The subject.
        body: The text.
        to: The recipients; ``""`` for the owner.
        cc: The recipients of copies.
        files: Names and contents of the attached files.
        read: Whether it has been read.
    """
    heads = Heads(
        mail_id, people_of(sender)[0], people_of(to) if to else (OWNER,), people_of(cc), (), subject, float(int(date))
    )
    attached = tuple([Attachment(name, mime_type(name) or "application/octet-stream", data) for name, data in files])
    return StoredMail(write_source(heads, Content(body, attached)), READ if read else 0)


def by_date(mails: Iterable[StoredMail]) -> list[StoredMail]:
    """Returns mails in the order of their dates."""
    return sorted(mails, key=lambda one: date_of(one.source))
