"""The state of Thunderbird's windows, and what is selected in them.

State: page ``mail`` of the main window (data: `Desk`; fields ``search``, ``quick``, ``book``), page ``compose`` of a
window for writing (`crab_sim.desktop.apps.thunderbird.compose`); dialogs lie above either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.apps.thunderbird.contacts import CARDS, Cards, known_names
from crab_sim.desktop.apps.thunderbird.store import Listed, folder_list, listed
from crab_sim.devices.mail_profile import OWNER
from crab_sim.devices.mailboxes import READ, STARRED, TAGS
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = [
    "COLUMNS", "Desk", "Quick", "Sorting", "Tab", "Undo", "change_files", "desk_of", "files_of", "put_desk",
    "search_hits", "shown_mails", "target_of", "targets", "who",
]  # fmt: skip


class Tab(NamedTuple):
    """A tab of the main window.

    Attributes:
        kind: ``"mail"`` for the folders, ``"message"``, ``"search"`` or ``"book"``.
        folder: The folder of a message; in a search that of the selected mail.
        key: The message's key there.
        query: The text of a search.
    """

    kind: str = "mail"
    folder: str = ""
    key: str = ""
    query: str = ""


class Quick(NamedTuple):
    """The quick filter of the message list.

    Attributes:
        shown: Whether its bar is shown; otherwise nothing is filtered.
        unread: Whether only unread mails are listed.
        starred: Only those with a star.
        contact: Only those of people in the address book.
        tags: Only those with a tag.
        attachment: Only those with an attachment.
        parts: The parts of a mail in which the text is looked for.
    """

    shown: bool = True
    unread: bool = False
    starred: bool = False
    contact: bool = False
    tags: bool = False
    attachment: bool = False
    parts: tuple[str, ...] = ("sender", "recipients", "subject")


class Sorting(NamedTuple):
    """The order of the message list: a column, and its direction."""

    column: str = "date"
    descending: bool = True


class Undo(NamedTuple):
    """What takes back a change of mailboxes: a folder's mails before and after it."""

    folder: str
    before: tuple[Listed, ...]
    after: tuple[Listed, ...]


class Desk(NamedTuple):
    """What the main window shows.

    Attributes:
        tabs: The tabs, the folders' first.
        tab: The number of the one in front.
        folder: The folder that is shown.
        selected: The keys of the selected mails, the last chosen one last.
        anchor: The key from which a selection is extended.
        columns: The columns of the list.
        sort: The order of the list.
        quick: The quick filter.
        vertical: Whether the message is shown beside the list instead of below it.
        folder_pane: Whether the folders are shown.
        message_pane: Whether the selected message is shown.
        spaces: Whether the bar with mails and address book is shown.
        closed: The folders whose subfolders are hidden.
        card: The id of the selected contact, 0 for none.
        popup: The subject of the open context menu.
        status: The text of the status bar.
        undo: The last change of mailboxes.
    """

    tabs: tuple[Tab, ...] = (Tab(),)
    tab: int = 0
    folder: str = "Inbox"
    selected: tuple[str, ...] = ()
    anchor: str = ""
    columns: tuple[str, ...] = ("threads", "star", "attachment", "read", "subject", "correspondents", "junk", "date")
    sort: Sorting = Sorting()
    quick: Quick = Quick()
    vertical: bool = False
    folder_pane: bool = True
    message_pane: bool = True
    spaces: bool = True
    closed: tuple[str, ...] = ()
    card: int = 0
    popup: tuple[object, ...] = ()
    status: str = ""
    undo: tuple[Undo, ...] = ()

    @property
    def front(self) -> Tab:
        """The tab in front."""
        return self.tabs[min(self.tab, len(self.tabs) - 1)]


COLUMNS: Final = {
    "select": "Select Messages", "threads": "Threads", "star": "Starred", "attachment": "Attachments",
    "read": "Read Status",
    "subject": "Subject", "correspondents": "Correspondents", "from": "From", "recipient": "Recipient",
    "junk": "Spam", "date": "Date", "size": "Size", "tags": "Tags", "status": "Status",
}  # fmt: skip
"""The columns that the message list can have, in their order, with their names."""


def desk_of(context: Context) -> Desk:
    """Returns what the main window shows."""
    desk: Desk = context.base.data
    return desk


def put_desk(context: Context, desk: Desk) -> None:
    """Replaces what the main window shows; a dialog above it stays."""
    context.set_base(data=desk)


def files_of(context: Context) -> Files:
    """Returns the machine's files."""
    return context.get(FILES)


def change_files(context: Context, change: Callable[[Files], Files], *folders: str) -> None:
    """Changes the mailboxes.

    Args:
        context: The window's context.
        change: Returns the changed files.
        *folders: The folders whose change Undo takes back; none where it takes back nothing.
    """
    before = files_of(context)
    after = change(before)
    context.put(FILES, after)
    undo = tuple([Undo(name, listed(before, name), listed(after, name)) for name in dict.fromkeys(folders)])
    if undo:
        put_desk(context, desk_of(context)._replace(undo=undo))


# Lists --------------------------------------------------------------------------------------------------------------


def who(row: Listed) -> str:
    """Returns the other side of a mail: its sender, or the recipients of the owner's own."""
    heads = row.heads
    people = heads.to or heads.cc or heads.bcc if heads.sender.address == OWNER.address else (heads.sender,)
    return ", ".join([person.name or person.address for person in people])


def _sort_key(row: Listed, column: str) -> tuple[object, ...]:
    heads, mail = row.heads, row.mail
    match column:
        case "star":
            return (not mail.has(STARRED),)
        case "attachment":
            return (not heads.multipart,)
        case "read":
            return (mail.has(READ),)
        case "subject":
            text = heads.subject.casefold()
            while text.startswith(("re: ", "fwd: ")):
                text = text.partition(": ")[2]
            return (text,)
        case "correspondents":
            return (who(row).casefold(),)
        case "from":
            return ((heads.sender.name or heads.sender.address).casefold(),)
        case "recipient":
            return (", ".join([person.name or person.address for person in heads.to]).casefold(),)
        case "size":
            return (len(mail.source),)
        case "tags":
            return (not mail.tags, " ".join(mail.tags))
        case "status":
            return (mail.status & 0x1002,)
    return (heads.date,)


def _passes(row: Listed, quick: Quick, text: str, known: frozenset[str]) -> bool:
    heads, mail = row.heads, row.mail
    if (quick.unread and mail.has(READ)) or (quick.starred and not mail.has(STARRED)):
        return False
    if quick.contact and heads.sender.address.casefold() not in known:
        return False
    if (quick.tags and not any([tag in TAGS for tag in mail.tags])) or (quick.attachment and not heads.multipart):
        return False
    if not text.strip():
        return True
    parts = []
    if "sender" in quick.parts:
        parts.append(heads.sender.text())
    if "recipients" in quick.parts:
        parts += [person.text() for person in (*heads.to, *heads.cc, *heads.bcc)]
    if "subject" in quick.parts:
        parts.append(heads.subject)
    if "body" in quick.parts:
        from crab_sim.devices.mailboxes import content_of

        parts.append(content_of(mail.source).text)
    everything = "\n".join(parts).casefold()
    return all([word in everything for word in text.casefold().split()])


@lru_cache(maxsize=16)
def _shown(
    rows: tuple[Listed, ...], sort: Sorting, quick: Quick, text: str, known: frozenset[str]
) -> tuple[Listed, ...]:
    kept = [row for row in rows if not quick.shown or _passes(row, quick, text, known)]
    kept.sort(key=lambda row: row.heads.date, reverse=sort.descending)
    if sort.column != "date":
        kept.sort(key=lambda row: _sort_key(row, sort.column), reverse=sort.descending)
    return tuple(kept)


def shown_mails(context: Context, desk: Desk) -> tuple[Listed, ...]:
    """Returns the mails of the shown folder that pass the quick filter, in the order of the list."""
    cards: Cards = context.get(CARDS)
    rows = listed(files_of(context), desk.folder)
    known = frozenset(known_names(cards)) if desk.quick.contact else frozenset()
    return _shown(rows, desk.sort, desk.quick, context.base.fields.get("quick", ""), known)


@lru_cache(maxsize=8)
def _hits(boxes: tuple[tuple[str, tuple[Listed, ...]], ...], query: str) -> tuple[tuple[str, Listed], ...]:
    from crab_sim.devices.mailboxes import content_of

    words = query.casefold().split()
    found = []
    for folder, rows in boxes:
        for row in rows:
            heads = row.heads
            people = [person.text() for person in (heads.sender, *heads.to, *heads.cc)]
            text = "\n".join([heads.subject, *people, content_of(row.mail.source).text]).casefold()
            if words and all([word in text for word in words]):
                found.append((folder, row))
    return tuple(sorted(found, key=lambda one: (-one[1].heads.date, one[0], one[1].key)))


def search_hits(files: Files, query: str) -> tuple[tuple[str, Listed], ...]:
    """Returns the mails of all folders but Junk and Trash that have all words of a query, the latest first."""
    folders = [name for name in folder_list(files) if name.rpartition("/")[2] not in ("Junk", "Trash")]
    return _hits(tuple([(name, listed(files, name)) for name in folders]), query)


def targets(context: Context) -> tuple[str, tuple[str, ...]]:
    """Returns the folder and the keys of the mails that a command is for."""
    desk = desk_of(context)
    tab = desk.front
    folder, keys = desk.folder, desk.selected
    if tab.kind in ("message", "search"):
        folder, keys = tab.folder, tuple([tab.key] if tab.key else [])
    elif tab.kind == "book":
        return "", ()
    present = {row.key for row in listed(files_of(context), folder)}
    return folder, tuple([key for key in keys if key in present])


def target_of(context: Context) -> tuple[str, Listed] | None:
    """Returns the folder and the row of the mail that a command for one mail is for, None where there is none."""
    folder, keys = targets(context)
    if not keys:
        return None
    return folder, next(row for row in listed(files_of(context), folder) if row.key == keys[-1])
