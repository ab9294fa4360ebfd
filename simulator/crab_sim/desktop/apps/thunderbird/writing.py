"""The events of the window for writing: recipients, attachments, sending, saving; replies and forwarded mails."""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.thunderbird import post
from crab_sim.desktop.apps.thunderbird.compose import ABOUT, RECIPIENTS, Letter, is_address, letter_of, menus
from crab_sim.desktop.apps.thunderbird.contacts import CARDS, known_names, matching_cards
from crab_sim.desktop.apps.thunderbird.messages import WritingChoice, WritingMessage
from crab_sim.desktop.apps.thunderbird.post import Outgoing, prefixed
from crab_sim.desktop.apps.thunderbird.store import Listed, listed
from crab_sim.desktop.apps.thunderbird.table import shown_date
from crab_sim.desktop.chrome.menus import MENUS, handle_menu, menu_key, open_popup, shortcuts
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.network import is_online
from crab_sim.desktop.widgets import HOME, dialog_page
from crab_sim.devices.mail_profile import OWNER, SMTP_SERVER
from crab_sim.devices.mailboxes import FORWARDED, REPLIED, Attachment, Person, content_of, people_of
from crab_sim.devices.media.mime import mime_type
from crab_sim.files import FileError
from crab_sim.machine import keyboard
from crab_sim.machine.app import Context
from crab_sim.machine.rows import get
from crab_sim.machine.slices import FILES
from crab_sim.ui import Page

__all__ = ["begin", "close_compose", "compose_key", "handle_compose"]

_USER: Final = "user"
_MAX_ATTACHED: Final = 2 << 20
"""Most bytes of all files attached to a mail."""
_MAX_RECIPIENTS: Final = 100


# Beginning ----------------------------------------------------------------------------------------------------------


def _quoted(row: Listed) -> str:
    lines = content_of(row.mail.source).text.split("\n")
    name = row.heads.sender.name or row.heads.sender.address
    quoted = "\n".join([f">{'' if line.startswith('>') else ' '}{line}".rstrip() for line in lines])
    return f"\n\nOn {shown_date(row.heads.date, 0)}, {name} wrote:\n{quoted}"


def _forwarded(row: Listed) -> str:
    heads = row.heads
    people = [("To", heads.to), ("CC", heads.cc)]
    lines = [
        "", "", "-------- Forwarded Message --------", f"Subject: {heads.subject}",
        f"Date: {shown_date(heads.date, 0)}", f"From: {heads.sender.text()}",
    ]  # fmt: skip
    lines += [f"{name}: {', '.join([one.text() for one in those])}" for name, those in people if those]
    return "\n".join([*lines, "", content_of(row.mail.source).text])


def _replied(row: Listed, everybody: bool) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Returns the recipients of a reply, and those of its copies."""
    heads = row.heads
    own = heads.sender.address.casefold() == OWNER.address
    to = heads.to if own else (heads.sender,)
    if not everybody:
        return to, ()
    known = {OWNER.address, *[person.address.casefold() for person in to]}
    others = [] if own else [person for person in heads.to if person.address.casefold() not in known]
    cc = [person for person in heads.cc if person.address.casefold() not in known]
    return (*to, *others), tuple(cc)


def begin(context: Context, kind: str, first: str = "", second: str = "") -> None:
    """Fills a new window.

    Args:
        context: The window's context.
        kind: ``"write"`` (with name and address of a recipient), ``"reply"``, ``"reply_all"``, ``"forward"``,
            ``"edit_as_new"`` or ``"draft"`` (with folder and key of a mail).
        first: The name or the folder.
        second: The address or the key.
    """
    mail, subject, body, shows = Outgoing(), "", "", ()
    row = next((row for row in listed(context.get(FILES), first) if row.key == second), None) if first else None
    if kind == "write":
        mail = Outgoing((Person(first, second),) if second else ())
    elif row is None:
        pass
    elif kind in ("reply", "reply_all"):
        to, cc = _replied(row, kind == "reply_all")
        mail = Outgoing(to, cc, (), (), row.heads.id, (first, second), REPLIED)
        subject, body = prefixed("Re:", row.heads.subject), _quoted(row)
    elif kind == "forward":
        files = content_of(row.mail.source).attachments
        mail = Outgoing((), (), (), files, "", (first, second), FORWARDED)
        subject, body = prefixed("Fwd:", row.heads.subject), _forwarded(row)
    else:
        heads, content = row.heads, content_of(row.mail.source)
        draft = second if kind == "draft" else ""
        mail = Outgoing(heads.to, heads.cc, heads.bcc, content.attachments, heads.answers, draft=draft)
        subject, body = heads.subject, content.text
    focus = "to" if not mail.to else "subject" if not subject else "body"
    fields = {"to": "", "cc": "", "bcc": "", "subject": subject, "body": body}
    at = 0 if focus == "body" and kind not in ("draft", "edit_as_new") else len(fields[focus])
    letter = Letter(mail, shows, (mail, "", "", "", subject, body))
    context.set(fields=fields, focus=focus, selection=(at, at), data=letter, scroll={})


# Recipients ---------------------------------------------------------------------------------------------------------


def _people(mail: Outgoing, field: str) -> tuple[Person, ...]:
    return {"to": mail.to, "cc": mail.cc, "bcc": mail.bcc}[field]


def _put_people(context: Context, field: str, people: tuple[Person, ...]) -> None:
    letter = letter_of(context)
    people = people[:_MAX_RECIPIENTS]
    mail = letter.mail
    match field:
        case "to":
            mail = mail._replace(to=people)
        case "cc":
            mail = mail._replace(cc=people)
        case _:
            mail = mail._replace(bcc=people)
    context.set(data=letter._replace(mail=mail))


def _named(context: Context, person: Person) -> Person:
    """Returns a person with the name that the address book has, where none was typed."""
    if person.name:
        return person
    return Person(known_names(context.get(CARDS)).get(person.address.casefold(), ""), person.address)


def _gather(context: Context) -> None:
    """Makes recipients of the texts in the fields."""
    for field in RECIPIENTS:
        typed = context.field(field)
        if typed.strip():
            new = [_named(context, person) for person in people_of(typed)]
            _put_people(context, field, (*_people(letter_of(context).mail, field), *new))
            context.set(fields={**context.page.fields, field: ""})


def _entered(context: Context, field: str) -> None:
    """Handles Enter in a row of recipients: takes the address, or the contact that completes the text."""
    typed = context.field(field)
    if not typed.strip():
        _move_on(context, field)
        return
    cards = matching_cards(context.get(CARDS), typed)
    if cards and not any([is_address(person.address) for person in people_of(typed)]):
        _put_people(context, field, (*_people(letter_of(context).mail, field), cards[0].person))
        context.set_fields(**{field: ""})
        return
    _gather(context)
    context.set_fields()


def _move_on(context: Context, field: str) -> None:
    context.set(focus="subject", selection=(0, len(context.field("subject"))))


# Sending ------------------------------------------------------------------------------------------------------------


def _notice(context: Context, title: str, text: str) -> None:
    context.push(dialog_page(context, "notice", (title, text)))


def _send(context: Context, reminded: bool = False) -> None:
    _gather(context)
    letter = letter_of(context)
    mail = letter.mail
    everybody = (*mail.to, *mail.cc, *mail.bcc)
    if not everybody:
        _notice(
            context, "Send Message Error",
            "Please specify at least one recipient: enter an email address in the To, Cc or Bcc field.",
        )  # fmt: skip
        return
    wrong = [person.address for person in everybody if not is_address(person.address)]
    if wrong:
        _notice(
            context, "Invalid Recipient Address",
            f"{wrong[0]} is not a valid e-mail address because it is not of the form user@host. You must correct it "
            "before sending the e-mail.",
        )  # fmt: skip
        return
    subject = " ".join(context.field("subject").split())
    if not subject and not reminded:
        context.push(dialog_page(context, "ask_subject"))
        return
    if not is_online(context):
        _notice(
            context, "Send Message Error",
            "Sending of the message failed. The message could not be sent because the connection to Outgoing server "
            f"(SMTP) {SMTP_SERVER} failed. The server may be unavailable or is refusing SMTP connections.",
        )  # fmt: skip
        return
    post.send(context.machine, mail, subject, context.field("body"))
    context.close()


def _state(context: Context) -> tuple[object, ...]:
    page = context.base
    return (letter_of(context).mail, *[page.fields.get(name, "") for name in ("to", "cc", "bcc", "subject", "body")])


def _save(context: Context) -> None:
    _gather(context)
    letter = letter_of(context)
    subject = " ".join(context.field("subject").split())
    key = post.save_draft(context.machine, letter.mail, subject, context.field("body"))
    letter = letter._replace(mail=letter.mail._replace(draft=key), status="Message saved in Drafts")
    context.set(data=letter)
    context.set(data=letter._replace(saved=_state(context)))


def close_compose(context: Context) -> None:
    """Closes the window, or asks first whether the mail is to be saved."""
    while len(context.window.pages) > 1:
        context.pop()
    if _state(context) != letter_of(context).saved:
        context.push(dialog_page(context, "ask_save"))
    else:
        context.close()


# Attachments --------------------------------------------------------------------------------------------------------


def _attach(context: Context) -> None:
    """Attaches the file that the dialog names."""
    path = file_chooser.chosen(context)
    if path is None:
        return
    files = context.get(FILES)
    context.pop()
    letter = letter_of(context)
    name = path.rpartition("/")[2]
    if not files.is_file(path) or not files.allows(path, _USER, "r"):
        _notice(context, "Attach File", f"The file {path} does not exist or can't be read, so it was not attached.")
        return
    data = files.read(path)
    total = len(data) + sum([len(file.data) for file in letter.mail.attachments])
    if total > _MAX_ATTACHED:
        _notice(context, "Attach File", f"{name} is too large: the server takes messages of at most 2 MB.")
        return
    kind = mime_type(name) or "application/octet-stream"
    mail = letter.mail._replace(attachments=(*letter.mail.attachments, Attachment(name, kind, data)))
    context.set(data=letter._replace(mail=mail))


# Events -------------------------------------------------------------------------------------------------------------


def handle_compose(context: Context, message: WritingMessage) -> None:
    """Handles the events of the window for writing."""
    if MENUS.has(message):
        handle_menu(context, message, handle_compose)
        return
    try:
        _handle(context, message)
    except FileError as error:
        _notice(context, "Send Message Error", f"The message could not be stored: {error.reason}")


def _handle(context: Context, message: WritingChoice | DesktopMessage) -> None:  # noqa: C901 - one case for each event
    letter = letter_of(context)
    match message:
        case ("send",):
            _send(context)
        case ("send_without",):
            context.pop()
            _send(context, True)
        case ("save",):
            _save(context)
        case ("save_and_close",):
            context.pop()
            _save(context)
            context.close()
        case ("discard",):
            context.close()
        case ("close",):
            close_compose(context)
        case ("cancel",):
            context.pop()
        case ("compose",):
            context.open("thunderbird", "new", "write")
        case ("main", tab):
            context.open("thunderbird", "main", tab)
        case ("about",):
            _notice(context, *ABOUT)
        case ("show", name):
            context.set(data=letter._replace(shows=(*letter.shows, name)), focus=name, selection=(0, 0))
        case ("attach",):
            context.push(file_chooser.page(context, "attach", f"{HOME}/Documents", ""))
        case ("choose",):
            _attach(context)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _attach(context)
        case ("detach", number):
            files = tuple([file for i, file in enumerate(letter.mail.attachments) if i != number])
            context.set(data=letter._replace(mail=letter.mail._replace(attachments=files)))
        case ("suggest", field, card_id):
            card = get(context.get(CARDS), card_id)
            if card is not None:
                _put_people(context, field, (*_people(letter.mail, field), card.person))
                context.set_fields(**{field: ""})
        case ("edit", key):
            if context.page.focus:
                keyboard.edit_field(context, key)
        case ("submit", field):
            _submit(context, field)
        case ("pill", field, i):
            context.set(data=letter._replace(popup=(field, i)))
            open_popup(context)
        case ("drop_pill", field, i):
            _take(context, field, i)
        case ("edit_pill", field, i):
            person = _take(context, field, i)
            if person is not None:
                context.set(focus=field)
                context.set_fields(**{field: person.text()})
        case ("move_pill", field, i, other):
            person = _take(context, field, i)
            if person is not None:
                _put_people(context, other, (*_people(letter_of(context).mail, other), person))
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def _take(context: Context, field: str, number: int) -> Person | None:
    """Takes a recipient out of a field; returns the recipient, None if there is no such one."""
    people = _people(letter_of(context).mail, field)
    if number >= len(people):
        return None
    _put_people(context, field, (*people[:number], *people[number + 1 :]))
    return people[number]


def _submit(context: Context, field: str) -> None:
    """Handles Enter in a field, or in a dialog."""
    page = context.page
    if page.name == "attach":
        _attach(context)
    elif page.name != "compose":
        return
    elif field in RECIPIENTS:
        _entered(context, field)
    elif field == "subject":
        context.set(focus="body", selection=(0, 0))


def _dialog_key(context: Context, page: Page, name: str) -> bool:
    if name == "escape":
        context.pop()
    elif name == "enter" and page.name in ("ask_save", "ask_subject", "notice"):
        if page.name == "ask_save":
            handle_compose(context, ("save_and_close",))
        else:
            context.pop()
    else:
        return not page.focus
    return True


def compose_key(context: Context, name: str) -> bool:
    """Handles the keys of the window for writing."""
    page = context.page
    if page.name != "compose":
        return _dialog_key(context, page, name)
    bar = menus(context)
    if menu_key(context, bar, name, handle_compose):
        return True
    if page.overlay:
        return False
    message = dict(shortcuts(bar)).get(name)
    if message is not None:
        handle_compose(context, message)
        return True
    if name == "backspace" and page.focus in RECIPIENTS and not context.field(page.focus):
        people = _people(letter_of(context).mail, page.focus)
        _put_people(context, page.focus, people[:-1])
        return True
    if name in ("tab", "shift+tab") and page.focus in RECIPIENTS:
        _gather(context)
    if name == "escape":
        close_compose(context)
        return True
    return False
