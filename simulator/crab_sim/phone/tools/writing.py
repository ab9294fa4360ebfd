"""Tools of the apps for texts: Mail, Notes, Notebook, Markdown."""

from __future__ import annotations

from typing import Any, Final, Literal

from crab_sim.files import Files
from crab_sim.machine.machine import ActionRefused
from crab_sim.machine.rows import get
from crab_sim.machine.slices import FILES
from crab_sim.machine.tool_values import moment_text
from crab_sim.machine.tools import Hand, need, one_of
from crab_sim.phone.apps.mail.data import FOLDERS as MAIL_FOLDERS
from crab_sim.phone.apps.mail.data import MAILS, MailRow, in_folder, is_address, matching
from crab_sim.phone.apps.markdown.data import HOME
from crab_sim.phone.apps.notebook.data import FOLDERS, PageRow
from crab_sim.phone.apps.notebook.data import NOTES as PAGES
from crab_sim.phone.apps.notes.data import NOTES, NoteRow, as_text, search
from crab_sim.phone.system import network
from crab_sim.phone.tools.box import BOX
from crab_sim.phone.tools.paths import attached, storage_path

__all__ = [
    "mail_forward",
    "mail_list",
    "mail_move",
    "mail_read",
    "mail_reply",
    "mail_send",
    "markdown_list",
    "markdown_read",
    "markdown_write",
    "notebook_add",
    "notebook_complete",
    "notebook_notes",
    "notes_add",
    "notes_search",
    "notes_trash",
]

_MAIL, _NOTES, _NOTEBOOK, _MARKDOWN = BOX.of("mail"), BOX.of("notes"), BOX.of("notebook"), BOX.of("markdown")
_MOST: Final = 50


# Mail ---------------------------------------------------------------------------------------------------------------


def _head(row: MailRow) -> dict[str, Any]:
    return {
        "id": row.id, "from": f"{row.name} <{row.sender}>", "subject": row.subject, "at": moment_text(row.date),
        "read": row.read, "folder": row.folder,
    }  # fmt: skip


def _one_mail(hand: Hand, mail_id: int) -> MailRow:
    row = get(hand.get(MAILS), mail_id)
    if row is None:
        raise ActionRefused(f"there is no mail with the id {mail_id}; mail_list tells the ids")
    return row


@_MAIL.reads
def mail_list(
    hand: Hand,
    folder: Literal["inbox", "starred", "sent", "outbox", "drafts", "all", "spam", "trash"] = "inbox",
    query: str = "",
) -> list[dict[str, Any]]:
    """Returns the latest mails of a folder, at most 50, each with its id.

    Args:
        hand: The hold on the phone.
        folder: The folder; the query looks into all but spam and trash.
        query: A text in people, subject or text; empty for any.
    """
    hand.begin("mail")
    if query:
        hand.send("search")
        hand.type(search=query)
        rows = matching(hand.get(MAILS), query)
    else:
        hand.send("folder", folder)
        rows = in_folder(hand.get(MAILS), folder)
    return [_head(row) for row in rows[:_MOST]]


def _show(hand: Hand, row: MailRow) -> None:
    hand.begin("mail")
    hand.send("open", row.id)


@_MAIL.reads
def mail_read(hand: Hand, mail_id: int) -> dict[str, Any]:
    """Returns a mail with its text, and marks it as read.

    Args:
        hand: The hold on the phone.
        mail_id: Its id.
    """
    row = _one_mail(hand, mail_id)
    _show(hand, row)
    more = {"cc": list(row.cc), "attachment": row.attachment}
    told = {key: value for key, value in more.items() if value}
    return {**_head(row), "read": True, "to": list(row.to), **told, "text": row.body}


def _checked(addresses: list[str]) -> None:
    for address in addresses:
        need(is_address(address.strip()), f"{address[:60]!r} is no e-mail address")


def _fill(hand: Hand, field: Literal["to", "cc"], addresses: list[str]) -> None:
    if addresses:
        if field == "cc" and not hand.page.data.shows_cc:
            hand.send("show_cc")
        hand.type(**{field: ", ".join(addresses)})


def _sent(hand: Hand) -> str:
    """Sends the mail of the open editor."""
    hand.send("send")
    need(hand.page.name != "compose", "the mail can't be sent")
    queued = not network.is_online(hand.context)
    return "there is no connection: the mail waits in the outbox" if queued else "sent"


@_MAIL.writes
def mail_send(
    hand: Hand,
    to: list[str],
    subject: str = "",
    text: str = "",
    cc: list[str] = [],  # noqa: B006 - never changed
    attachment: str = "",
) -> str:
    """Sends a mail.

    Args:
        hand: The hold on the phone.
        to: E-mail addresses of the recipients.
        subject: Its subject.
        text: Its text.
        cc: E-mail addresses of those who get a copy.
        attachment: Path of a file on the phone that goes with it; empty for none.
    """
    need(to or cc, "there is no recipient")
    _checked([*to, *cc])
    path = attached(hand, attachment)
    hand.begin("mail")
    hand.send("compose")
    _fill(hand, "to", to)
    _fill(hand, "cc", cc)
    texts = {"subject": subject, "body": text}
    hand.type(**{key: value for key, value in texts.items() if value})
    if path:
        hand.send("attach")
        hand.send("picked", path)
    return _sent(hand)


@_MAIL.writes
def mail_reply(hand: Hand, mail_id: int, text: str, everybody: bool = False) -> str:
    """Answers a mail.

    Args:
        hand: The hold on the phone.
        mail_id: Its id.
        text: The answer, which stands before the mail's own text.
        everybody: Whether all its recipients get the answer, too.
    """
    row = _one_mail(hand, mail_id)
    need(row.folder != "drafts", "a draft can't be answered")
    _show(hand, row)
    hand.send("reply", row.id, "reply_all" if everybody else "reply")
    hand.type(body=text + hand.page.fields["body"])
    return _sent(hand)


@_MAIL.writes
def mail_forward(hand: Hand, mail_id: int, to: list[str], text: str = "") -> str:
    """Forwards a mail.

    Args:
        hand: The hold on the phone.
        mail_id: Its id.
        to: E-mail addresses of the recipients.
        text: What stands before the mail's own text.
    """
    row = _one_mail(hand, mail_id)
    need(row.folder != "drafts", "a draft can't be forwarded")
    need(to, "there is no recipient")
    _checked(to)
    _show(hand, row)
    hand.send("reply", row.id, "forward")
    _fill(hand, "to", to)
    if text:
        hand.type(body=text + hand.page.fields["body"])
    return _sent(hand)


@_MAIL.writes
def mail_move(hand: Hand, mail_id: int, folder: Literal["archive", "inbox", "spam", "trash"]) -> str:
    """Moves a mail to another folder.

    Args:
        hand: The hold on the phone.
        mail_id: Its id.
        folder: The folder.
    """
    row = _one_mail(hand, mail_id)
    need(row.folder not in ("drafts", folder), f"the mail is in the folder {row.folder} and can't be moved")
    _show(hand, row)
    hand.send("move", (row.id,), folder)
    return f"moved to {MAIL_FOLDERS[folder].name if folder in MAIL_FOLDERS else 'the archive'}"


# Notes --------------------------------------------------------------------------------------------------------------


def _note(row: NoteRow) -> dict[str, Any]:
    text = "(locked)" if row.lock else as_text(row)
    told = {"labels": list(row.labels), "place": "" if row.place == "notes" else row.place}
    return {"title": row.title, "text": text, **{key: value for key, value in told.items() if value}}


@_NOTES.reads
def notes_search(hand: Hand, query: str = "") -> list[dict[str, Any]]:
    """Returns the notes whose title, labels or content contain a text, the one edited last first.

    Args:
        hand: The hold on the phone.
        query: The text; empty for all notes but those in the trash.
    """
    hand.begin("notes")
    if query:
        hand.send("search")
        hand.type(search=query)
    return [_note(row) for row in search(hand.get(NOTES), query)]


@_NOTES.writes
def notes_add(
    hand: Hand,
    title: str = "",
    text: str = "",
    items: list[str] = [],  # noqa: B006 - never changed
) -> dict[str, Any]:
    """Adds a note, or a checklist where items are given.

    Args:
        hand: The hold on the phone.
        title: Its title.
        text: Its text; without meaning for a checklist.
        items: The items of a checklist.
    """
    need(title.strip() or text.strip() or items, "the note is empty")
    hand.begin("notes")
    hand.send("go", "notes")
    hand.send("create")
    texts = {"title": title, "text": "\n".join(items) if items else text}
    hand.type(**{key: value for key, value in texts.items() if value})
    if items:
        hand.send("checklist")
    return _note(hand.add(NOTES, "back"))


@_NOTES.writes
def notes_trash(hand: Hand, title: str) -> str:
    """Moves a note to the trash.

    Args:
        hand: The hold on the phone.
        title: Its title.
    """
    rows = [row for row in hand.get(NOTES) if row.place != "trash"]
    row = one_of("note", title, rows, lambda row: row.title)
    need(not row.lock, "the note is locked; the tool doesn't know its PIN")
    hand.begin("notes")
    hand.send("open", row.id)
    hand.send("trash")
    return f"moved the note {row.title} to the trash"


# Notebook -----------------------------------------------------------------------------------------------------------


def _page(hand: Hand, row: PageRow) -> dict[str, Any]:
    folder = next((each.title for each in hand.get(FOLDERS) if each.id == row.folder), "")
    todo = {"done": bool(row.completed)} if row.todo else {}
    due = {"due": moment_text(row.due / 1000)} if row.due else {}
    return {"title": row.title, "text": row.body, "notebook": folder, **todo, **due}


@_NOTEBOOK.reads
def notebook_notes(hand: Hand, query: str = "") -> list[dict[str, Any]]:
    """Returns the notes and to-dos of the Notebook app whose title or text contains a text.

    Args:
        hand: The hold on the phone.
        query: The text; empty for all.
    """
    hand.begin("notebook")
    if query:
        hand.send("search")
        hand.type(search=query)
    wanted = query.strip().casefold()
    return [_page(hand, row) for row in hand.get(PAGES) if wanted in f"{row.title}\n{row.body}".casefold()]


@_NOTEBOOK.writes
def notebook_add(hand: Hand, notebook: str, title: str, text: str = "", todo: bool = False) -> dict[str, Any]:
    """Adds a note or a to-do to a notebook of the Notebook app.

    Args:
        hand: The hold on the phone.
        notebook: The notebook's title.
        title: The note's title.
        text: Its text.
        todo: Whether it is a to-do.
    """
    need(title.strip(), "the title is empty")
    folder = one_of("notebook", notebook, hand.get(FOLDERS), lambda row: row.title)
    hand.begin("notebook")
    hand.send("go", folder.id)
    hand.send("create", todo)
    hand.type(title=title)
    if text:
        hand.type(body=text)
    hand.send("save")
    new = hand.page.arg
    hand.send("back")
    return next(_page(hand, row) for row in hand.get(PAGES) if row.id == new)


@_NOTEBOOK.writes
def notebook_complete(hand: Hand, title: str, done: bool = True) -> dict[str, Any]:
    """Ticks off a to-do of the Notebook app, or no longer.

    Args:
        hand: The hold on the phone.
        title: Its title.
        done: Whether it is done.
    """
    row = one_of("to-do", title, [row for row in hand.get(PAGES) if row.todo], lambda row: row.title)
    hand.begin("notebook")
    hand.send("go", row.folder)
    if bool(row.completed) != done:
        hand.send("tick_todo", row.id)
    return next(_page(hand, each) for each in hand.get(PAGES) if each.id == row.id)


# Markdown -----------------------------------------------------------------------------------------------------------


def _path(file: str) -> str:
    return storage_path(file, HOME)


def _files_below(files: Files, folder: str) -> list[str]:
    if not files.is_dir(folder):
        return []
    names: list[str] = []
    for name in files.list(folder):
        path = f"{folder}/{name}"
        names += _files_below(files, path) if files.is_dir(path) else [path.removeprefix(f"{HOME}/")]
    return names


@_MARKDOWN.reads
def markdown_list(hand: Hand) -> list[str]:
    """Returns the files of the Markdown app, with their folders.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("markdown")
    return _files_below(hand.get(FILES), HOME)


def _one_file(hand: Hand, file: str) -> str:
    files = hand.get(FILES)
    return _path(one_of("file", _path(file).removeprefix(f"{HOME}/"), _files_below(files, HOME), str))


@_MARKDOWN.reads
def markdown_read(hand: Hand, file: str) -> str:
    """Returns the text of a file of the Markdown app.

    Args:
        hand: The hold on the phone.
        file: Its name, with its folder if it is in one.
    """
    path = _one_file(hand, file)
    hand.begin("markdown")
    hand.send("open", path)
    return str(hand.page.fields.get("text", ""))


@_MARKDOWN.writes
def markdown_write(hand: Hand, file: str, text: str, append: bool = False) -> str:
    """Writes a file of the Markdown app; a new one if there is none of this name.

    Args:
        hand: The hold on the phone.
        file: Its name, which ends in .md or .txt, with its folder if it is in one.
        text: Its new text, or what is added.
        append: Whether the text is added as new lines at the end.
    """
    path, files = _path(file), hand.get(FILES)
    hand.begin("markdown")
    if files.is_file(path):
        hand.send("open", path)
    else:
        need(not append, f"there is no file {file!r} to which a line can be added")
        folder, _, name = path.rpartition("/")
        need(files.is_dir(folder) or folder == HOME, f"there is no folder {folder.removeprefix(HOME + '/')!r}")
        need(name.endswith((".md", ".txt")), f"the name is {name!r}; expected one that ends in .md or .txt")
        if folder != HOME:
            hand.send("open", folder)
        hand.send("new")
        hand.type(name=name)
        hand.send("make_file")
        need(hand.page.name == "edit", f"a file can't be called {name!r}")
    before = str(hand.page.fields["text"])
    if append and before:
        text = f"{before}{'' if before.endswith(chr(10)) else chr(10)}{text}"
    hand.type(text=text)
    hand.send("save")
    return f"saved {path.removeprefix(HOME + '/')}"
