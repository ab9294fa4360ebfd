"""Thunderbird's profile on the real desktop: the files that it starts with, and mails as setups plant them.

* `profile_files` - the account and its preferences, for every box.
* `plant_mail`, `uproot_mail`, `write_rules` - changes of the mails and message filters in its files.
* `mail_effects` - the mails that have reached the box's mail server.

A box begins with an account without mails. A few come with the first change, so that boxes in which nobody reads mail
don't wait for them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from crab_gym.backends.desktop.guest.paths import HOME
from crab_gym.backends.desktop.guest.servers.mail import PORT
from crab_gym.backends.mails import ReadsFiles, find_mailboxes
from crab_gym.backends.state_types import MailAttachment
from crab_sim.devices.facts import Effect, content_digest
from crab_sim.devices.mail_filters import Filter, write_filters
from crab_sim.devices.mail_profile import (
    ACCOUNT,
    LOGIN,
    OWNER,
    PROFILE,
    PROFILES,
    RULES,
    by_date,
    id_from,
    mailbox_path,
    new_mail,
    preferences,
    profile_list,
)
from crab_sim.devices.mailboxes import StoredMail, content_of, heads_of, join_mailbox, split_mailbox

__all__ = ["mail_effects", "plant_mail", "profile_files", "uproot_mail", "write_rules"]

_INSTALLATION = "FDC34C9F024745EB"  # Thunderbird's name for the folder /usr/lib/thunderbird

_FOLDERS = {"fcc": "Sent", "draft": "Drafts", "archives": "Archives", "stationery": "Templates"}

_PREFERENCES: Mapping[str, str | int | bool] = {
    # The account: mails leave at once for the box's own server, none are fetched, texts are plain.
    "mail.identity.id1.valid": True,
    "mail.identity.id1.compose_html": False,
    "mail.identity.id1.reply_on_top": 1,
    "mail.identity.id1.showSaveMsgDlg": False,
    "mail.identity.id1.archive_granularity": 1,
    **{f"mail.identity.id1.{purpose}_folder": f"mailbox://{LOGIN}/{name}" for purpose, name in _FOLDERS.items()},
    **{f"mail.identity.id1.{purpose}_folder_picker_mode": "1" for purpose in ("fcc", "drafts", "archives", "tmpl")},
    "mail.server.server1.check_new_mail": False,
    "mail.server.server1.login_at_startup": False,
    "mail.server.server1.download_on_biff": False,
    "mail.server.server1.spamLevel": 0,
    "mail.smtpserver.smtp1.authMethod": 1,
    "mail.smtpserver.smtp1.port": PORT,
    "mail.smtpserver.smtp1.try_ssl": 0,
    "mail.smtpserver.smtp1.type": "smtp",
    "mail.smtp.defaultserver": "smtp1",
    # Nothing from the net, and nothing that asks, tells or moves by itself.
    "accessibility.force_disabled": -1,
    "app.donation.eoy.version.viewed": 999,
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.download.dir": f"{HOME}/Downloads",
    "browser.download.folderList": 2,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "calendar.alarms.show": False,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "general.smoothScroll": False,
    "mail.biff.show_alert": False,
    "mail.compose.autosave": False,
    "mail.compose.attachment_reminder": False,
    "mail.default_send_format": 1,
    "mail.folder.views.version": 1,
    "mail.inappnotifications.enabled": False,
    "mail.pane_config.dynamic": 0,
    "mail.phishing.detection.enabled": False,
    "mail.prompt_purge_threshhold": False,
    "mail.purge.ask": False,
    "mail.rights.version": 1,
    "mail.shell.checkDefaultClient": False,
    "mail.spam.manualMark": False,
    "mail.spellcheck.inline": False,
    "mail.startup.enabledMailCheckOnce": True,
    "mail.tabs.drawInTitlebar": False,
    "mail.threadpane.listview": 1,
    "mail.warn_on_send_accel_key": False,
    "mailnews.mark_message_read.auto": True,
    "mailnews.mark_message_read.delay": False,
    "mailnews.start_page.enabled": False,
    "mailnews.start_page_override.mstone": "ignore",
    "messenger.save.dir": f"{HOME}/Downloads",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.manage-offline-status": False,
    "offline.autoDetect": False,
    "toolkit.telemetry.enabled": False,
    "ui.caretBlinkTime": 0,
    "ui.prefersReducedMotion": 1,
}

_TAB = {
    "mode": "mail3PaneTab",
    "state": {
        "firstTab": True, "folderPaneVisible": True, "messagePaneVisible": True,
        "folderURI": f"mailbox://{LOGIN}/Inbox",
    },
}  # fmt: skip
_SESSION = {"rev": 0, "windows": [{"type": "3pane", "tabs": {"rev": 0, "selectedIndex": 0, "tabs": [_TAB]}}]}
"""The window as it was left: with the inbox."""

_LAYOUT = {
    "chrome://messenger/content/messenger.xhtml": {
        "toolbar-menubar": {"autohide": "-moz-missing\n"},
        "calendar-list-pane": {"hidden": "true"},
        "quickFilterBar": {"visible": "true"},
        "messagepaneboxwrapper": {"height": "260"},
    }
}
"""The parts of the window that show: its menu bar and the quick filter among them."""


_FIRST = (
    ("Inbox", "Olga Rossi <olga.rossi@example.org>", "Quiz night",
     "Hi,\n\nwe are still one short for Tuesday. Would you like to join us?\n\nOlga\n", 0.8),
    ("Inbox", "Parcel Service <info@parcels.example.net>", "Your parcel is on its way",
     "Your parcel has left our depot. It arrives within two days.\n", 1.6),
    ("Inbox", "Marco Zhou <marco.zhou@example.net>", "Draft of the agenda",
     "Hello,\n\nhere is what I have for Thursday: the budget, and the leaking roof.\n\nMarco\n", 3.2),
    ("Inbox", "City Library <desk@library.example.org>", "Two items are due soon",
     "Dear reader,\n\ntwo of your items are due in three days. You can renew them at the desk.\n", 4.5),
    ("Inbox", "Rafael Tanaka <rafael.tanaka@example.org>", "Weekend in the mountains",
     "Hi,\n\nthe hut has room for six from Friday to Sunday. Are you coming?\n\nRafael\n", 6.3),
    ("Inbox", "Cinema Palace <tickets@cinema.example.com>", "Your seats: row 7",
     "Thank you for your booking.\n\nRow 7, seats 11 and 12. Doors open at half past seven.\n", 8.1),
    ("Drafts", OWNER.text(), "Garden tools", "Hello,\n\nmay I borrow the long ladder next weekend?\n", 5.0),
    ("Sent", OWNER.text(), "Book club", "Hello,\n\nnext time we read the second half.\n", 7.4),
    ("Archives/2026", "Olga Rossi <olga.rossi@example.org>", "Saturday hike",
     "Hi,\n\nthe forecast looks fine, so let us take the ridge path.\n\nOlga\n", 11.0),
    ("Junk", "Great Prizes <winner@prizes.example.net>", "You have been selected!!!",
     "Answer within 24 hours to claim your reward.\n", 9.0),
    ("Trash", "Reader's Weekly <news@reader.example.net>", "Five long reads for the weekend",
     "This week: an island without cars, and the man who maps springs.\n", 10.0),
    ("Clubs", "Garden Club <board@garden.example.org>", "Autumn clean-up",
     "Dear gardeners,\n\nwe meet on Saturday at ten to clear the paths.\n", 12.0),
)  # fmt: skip
"""Folder, sender, subject, text and age in days of the mails that are there at first."""
_EMPTY = ("Archives", "Local Folders/Trash", "Local Folders/Unsent Messages")


class WritesFiles(ReadsFiles, Protocol):
    """The queries and changes of files that a desktop's setup has."""

    def write_file(self, path: str, data: bytes | str) -> None:
        """Writes a file, making the folders above it."""


def profile_files() -> dict[str, str]:
    """Returns the text of the files of a profile without mails, by absolute path."""
    name = PROFILE.rpartition("/")[2]
    own = f"[Install{_INSTALLATION}]\nDefault={name}\nLocked=1\n"
    return {
        f"{PROFILES}/profiles.ini": f"{profile_list()}Version=2\n\n{own}",
        f"{PROFILES}/installs.ini": own.replace("Install", "", 1),
        f"{PROFILE}/prefs.js": preferences(_PREFERENCES),
        f"{PROFILE}/session.json": json.dumps(_SESSION),
        f"{PROFILE}/xulstore.json": json.dumps(_LAYOUT),
    }


def _start(setup: WritesFiles, now: float) -> None:
    """Plants the mails that are there before those of a task, unless there are some."""
    if setup.is_dir(ACCOUNT):
        return
    folders: dict[str, list[StoredMail]] = {name: [] for name in _EMPTY}
    for folder, sender, subject, body, days in _FIRST:
        mail_id = id_from(sender, subject, body, folder)
        to = "" if sender != OWNER.text() else "Olga Rossi <olga.rossi@example.org>"
        mail = new_mail(mail_id, now - days * 86_400, sender, subject, body, to, "", (), days > 2)
        folders.setdefault(folder, []).append(mail)
    for folder, mails in folders.items():
        setup.write_file(mailbox_path(folder), join_mailbox(by_date(mails)))


def plant_mail(
    setup: WritesFiles,
    now: float,
    sender: str,
    subject: str,
    body: str,
    folder: str,
    age: float,
    to: str,
    cc: str,
    attachments: Sequence[MailAttachment],
    read: bool,
) -> str:
    """Puts a mail into a folder, which is made if need be; returns the mail's id.

    Args:
        setup: The desktop's setup.
        now: The desktop's time.
        sender: Who wrote it.
        subject: The subject.
        body: The text.
        folder: The folder.
        age: Seconds since it was written.
        to: The recipients; ``""`` for the owner.
        cc: The recipients of copies.
        attachments: The attached files.
        read: Whether it has been read.
    """
    _start(setup, now)
    mail_id = id_from(sender, subject, body, folder, repr(age), repr(now))
    files = [(file.name, file.data) for file in attachments]
    mail = new_mail(mail_id, now - age, sender, subject, body, to, cc, files, read)
    path = mailbox_path(folder)
    setup.write_file(path, join_mailbox(by_date([*split_mailbox(setup.read_file(path) or b""), mail])))
    return mail_id


def uproot_mail(setup: WritesFiles, mail_id: str) -> None:
    """Removes a mail from its folder for good.

    Args:
        setup: The desktop's setup.
        mail_id: The mail's id; ``"ID#2"`` stands for the second copy of the mail ``"ID"``.
    """
    plain, _, copy = mail_id.partition("#")
    left = int(copy or 1)
    for folder, data in find_mailboxes(setup):
        mails = split_mailbox(data)
        for place, mail in enumerate(mails):
            left -= heads_of(mail.source).id == plain
            if left == 0:
                setup.write_file(mailbox_path(folder), join_mailbox([*mails[:place], *mails[place + 1 :]]))
                return


def write_rules(setup: WritesFiles, now: float, filters: Iterable[Filter]) -> None:
    """Replaces the message filters.

    Args:
        setup: The desktop's setup.
        now: The desktop's time.
        filters: The filters, in the order in which they run.
    """
    _start(setup, now)
    setup.write_file(RULES, write_filters(filters, LOGIN))


def mail_effects(letters: Iterable[Mapping[str, Any]]) -> list[Effect]:
    """Returns the effects of mails that have reached the box's mail server (see `guest.servers.mail`)."""
    effects = []
    for letter in letters:
        source = base64.b64decode(letter["source"]).replace(b"\r\n", b"\n")
        heads, content = heads_of(source), content_of(source)
        to, cc = [tuple([person.address for person in people]) for people in (heads.to, heads.cc)]
        hidden = [address for address in letter["to"] if address not in to and address not in cc]
        files = tuple([(file.name, content_digest(file.data)) for file in content.attachments])
        sent = ", ".join(to), content.text, heads.subject, ", ".join(cc), ", ".join(hidden)
        effects.append(Effect("mail", *sent, files))
    return effects
