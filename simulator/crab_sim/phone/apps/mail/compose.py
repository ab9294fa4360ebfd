"""The Mail app's editor: recipients, text, an attachment; sending, and saving drafts.

Pages: ``compose`` (arg: the draft's id, or the intent by which it was started; fields ``to``, ``cc``, ``subject``,
``body``; data: a `Compose`), ``pick`` (a recent file to attach).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, assert_never

from crab_sim import ui
from crab_sim.files import Files
from crab_sim.files.entries import File
from crab_sim.machine.app import Context, Intent, View
from crab_sim.machine.rows import get, remove
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.phone import metrics
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_sim.phone.apps.mail.data import (
    MAILS,
    OWNER,
    OWNER_NAME,
    MailRow,
    Rows,
    add,
    addresses,
    forwarded,
    is_address,
    quoted,
    send,
)
from crab_sim.phone.apps.mail.messages import EditorMessage, Message, Overlay
from crab_sim.phone.media.storage import MediaFile
from crab_sim.phone.system.network import is_online
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets.basics import app_bar, empty
from crab_sim.phone.widgets.notices import Notice, notice

__all__ = ["Compose", "compose_view", "draft_page", "enter", "leave", "new_page", "pick_view", "reply_page", "update"]

_ID = "com.google.android.gm:id/"
_MAX_FILES = 40  # of the list of recent files
_MAX_RECIPIENTS = 100  # of one field
_CHIP = 34  # height of a chip


class Compose(NamedTuple):
    """The attributes of an edited mail, apart from its texts."""

    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    shows_cc: bool = False
    attachment: str = ""
    answers: int = 0


# Pages --------------------------------------------------------------------------------------------------------------


def _page(arg: int | Intent, compose: Compose, subject: str, body: str, start: int | None = None) -> ui.Page:
    """Returns the editor; the caret is in the first empty field, or at `start` in the text."""
    fields = {"to": "", "cc": "", "subject": subject, "body": body}
    focus = "to" if not compose.to else "subject" if not subject and start is None else "body"
    at = start if start is not None and focus == "body" else len(fields[focus])
    return ui.Page("compose", arg, fields, focus=focus, selection=(at, at), data=compose)


def new_page(intent: Intent, to: str = "", subject: str = "", body: str = "", attachment: str = "") -> ui.Page:
    """Returns the editor for a new mail.

    Args:
        intent: The intent by which it was started.
        to: The recipients' addresses.
        subject: The subject.
        body: The text.
        attachment: Path of a file to attach.
    """
    return _page(intent, Compose(addresses(to), attachment=attachment), subject, body)


def draft_page(row: MailRow) -> ui.Page:
    """Returns the editor for a draft."""
    compose = Compose(row.to, row.cc, bool(row.cc), row.attachment, row.answers)
    return _page(row.id, compose, row.subject, row.body, len(row.body))


def _prefixed(prefix: str, subject: str) -> str:
    return subject if subject.casefold().startswith(prefix.casefold()) else f"{prefix} {subject}".rstrip()


def reply_page(row: MailRow, kind: Literal["reply", "reply_all", "forward"]) -> ui.Page:
    """Returns the editor for a reply to a mail, a reply to all its people, or to forward it."""
    arg = (kind, row.id)
    if kind == "forward":
        return _page(arg, Compose(attachment=row.attachment), _prefixed("Fwd:", row.subject), forwarded(row))
    to = row.to if row.sender == OWNER else (row.sender,)
    others = [a for a in (*row.to, *row.cc) if a not in to and a != OWNER] if kind == "reply_all" else []
    compose = Compose(to, tuple(dict.fromkeys(others)), bool(others), answers=row.id)
    return _page(arg, compose, _prefixed("Re:", row.subject), quoted(row), 0)


# Views --------------------------------------------------------------------------------------------------------------


class _Recipients(ui.Widget[Message]):
    """The chosen recipients as chips, in as many lines as they need; a tap sends ``("chip", field, i)``.

    Args:
        field: The field, ``"to"`` or ``"cc"``.
        chips: Names and addresses.
    """

    __slots__ = ("chips", "field")

    def __init__(self, field: str, chips: Sequence[tuple[str, str]]) -> None:
        self.flex, self.field, self.chips = 1, field, chips

    def _places(self, theme: ui.Theme, w: int) -> list[tuple[int, int, int]]:
        """Returns each chip's left and top edge and width."""
        places, x, y = [], 0, 0
        for name, _ in self.chips:
            width = min(w, metrics.width(name, "regular", theme.small) + 46)
            if x and x + width > w:
                x, y = 0, y + _CHIP + 6
            places.append((x, y, width))
            x += width + 6
        return places

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of all lines."""
        return max([top + _CHIP for _, top, _ in self._places(theme, w)], default=0)

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the chips."""
        theme = scene.theme
        for i, (left, top, width) in enumerate(self._places(theme, w)):
            name, address = self.chips[i]
            left, top = x + left, y + top
            valid = is_address(address)
            scene.frame(left, top, width, _CHIP, theme.outline if valid else theme.danger, _CHIP // 2)
            ui.Avatar(name, 26).place(scene, left + 4, top, 26, _CHIP)
            shown = metrics.ellipsize(name, "regular", theme.small, width - 44)
            scene.text(left + 36, top, width - 40, _CHIP, shown, theme.text if valid else theme.danger, theme.small)
            message: Message = ("chip", self.field, i)
            scene.node(left, top, width, _CHIP, "button", name, address, _ID + "peoplekit_chip", message)


class _Wrapped(ui.Widget[Message]):
    """A widget inside an accessible frame that only has an id."""

    __slots__ = ("child", "rid")

    def __init__(self, child: ui.Widget[Message], rid: str, flex: int = 0) -> None:
        self.child, self.rid, self.flex = child, rid, flex

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the child's height."""
        return self.child.height(theme, w)

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places frame and child."""
        scene.node(x, y, w, h, "other", rid=self.rid)
        self.child.place(scene, x, y, w, h)


class _Fitting(ui.Widget[Message]):
    """Widgets below each other; they scroll if many recipients leave too little room."""

    __slots__ = ("children",)

    def __init__(self, children: Sequence[ui.Widget[Message]]) -> None:
        self.flex, self.children = 1, children

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places them in the rectangle, stretched to it if they fit."""
        column = ui.Column(self.children)
        shown = column if column.height(scene.theme, w) <= h else ui.Scroll("compose", self.children)
        shown.place(scene, x, y, w, h)


def _chosen(context: Context, field: str) -> tuple[str, ...]:
    """Returns the chosen recipients, and those that are still text in the field."""
    compose: Compose = context.page.data
    return ((compose.to if field == "to" else compose.cc) + addresses(context.field(field)))[:_MAX_RECIPIENTS]


def _recipient_rows(context: Context, field: str, label: str, trailing: ui.Widget[Message]) -> list[ui.Widget[Message]]:
    """Returns the rows of one field with recipients.

    Typed addresses become chips as soon as another field has the focus.
    """
    compose: Compose = context.page.data
    names = {row.email.casefold(): row.name for row in context.get(CONTACTS) if row.email}
    focused = context.page.focus == field
    shown = (compose.to if field == "to" else compose.cc) if focused else _chosen(context, field)
    chips = [(names.get(address.casefold()) or address, address) for address in shown]
    if chips and not focused:
        more: ui.Widget[Message] = ui.IconButton("add", "Add recipient", ("type", field), size=40)
        return [
            ui.Row(
                [ui.Label(label, tone="muted"), _Recipients(field, chips), more, trailing],
                gap=8,
                pad=(16, 8),
                height=56,
            )
        ]
    entry = ui.Row([ui.Field(field, label, _ID + field, bare=True, flex=1), trailing], pad=(2, 2), height=56)
    return [ui.Row([_Recipients(field, chips)], pad=(16, 8)), entry] if chips else [entry]


def _suggested(context: Context) -> list[ContactRow]:
    """Returns entries of the address book that match the text in the focused field."""
    focus = context.page.focus
    query = context.field(focus).strip().casefold() if focus in ("to", "cc") else ""
    if not query:
        return []
    known: tuple[ContactRow, ...] = context.get(CONTACTS)
    if any([row.email.casefold() == query for row in known]):
        return []
    rows = [row for row in known if row.email and (query in row.name.casefold() or query in row.email.casefold())]
    return rows[:4]


def compose_view(context: Context) -> View[Message]:
    """Returns the editor."""
    page = context.page
    compose: Compose = page.data
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("attach", "Attach file", ("attach",), _ID + "add_attachment", "text", size=36),
        ui.IconButton("send", "Send", ("send",), _ID + "send", "accent", size=36),
        ui.IconButton("more", "More options", ("more",), tone="text", size=36),
    ]
    expand: ui.Widget[Message] = ui.Space(0)
    if not compose.shows_cc:
        expand = ui.IconButton("chevron_down", "Add Cc", ("show_cc",), _ID + "add_cc_bcc", size=40)
    rows = _recipient_rows(context, "to", "To", expand)
    if compose.shows_cc:
        rows += [ui.Divider(), *_recipient_rows(context, "cc", "Cc", ui.Space(0))]
    suggested: list[ui.Widget[Message]] = [
        ui.Tile(row.name, ("choose", page.focus, row.email), row.email, ui.Avatar(row.name), rid=_ID + "suggestion")
        for row in _suggested(context)
    ]
    subject = ui.Field("subject", "Subject", _ID + "subject", bare=True, flex=1)
    rest: list[ui.Widget[Message]] = [ui.Divider(), ui.Row([subject], pad=(2, 0)), ui.Divider()]
    if compose.attachment:
        name = compose.attachment.rpartition("/")[2]
        rest.append(attachment_tile(name, None, ui.IconButton("close", f"Remove {name}", ("detach",))))
    body = ui.Field("body", "Compose email", _ID + "body", multiline=True, lines=8, bare=True, flex=1)
    rest.append(_Wrapped(ui.Row([body], pad=(2, 0), flex=1), _ID + "body_wrapper", flex=1))
    from_ = ui.Row([ui.Label("From", tone="muted"), ui.Label(OWNER, rid=_ID + "from")], gap=12, pad=(16, 12))
    content: list[ui.Widget[Message]] = [*rows, *suggested] if suggested else [*rows, ui.Divider(), from_, *rest]
    return View(ui.Column([app_bar("Compose", actions), ui.Divider(), _Fitting(content)]), _overlay(context))


def attachment_tile(
    name: str, message: Message | None, trailing: ui.Widget[Message] | None = None
) -> ui.Widget[Message]:
    """Returns the tile of an attached file."""
    icon = "image" if name.lower().endswith((".jpg", ".jpeg", ".png")) else "file"
    tile = ui.Tile(name, message, leading=ui.Icon(icon, "accent"), trailing=trailing, rid=_ID + "attachment_tile")
    return ui.Box(tile, "surface", (0, 0), 14, (16, 8, 16, 8))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("alert", text):
            body = ui.Label(text, tone="muted", wrap=True)
            return ui.Dialog("Not sent", body, [ui.Button("OK", ("dismiss",), "text", rid="android:id/button1")])
        case ("more", at):
            items: list[ui.Item[Message]] = [
                ui.Item("Save draft", ("save_draft",), "save"),
                ui.Item("Discard", ("discard",), "delete"),
            ]
            return ui.Menu(items, at)
        case ("chip", field, i, at):
            address = (_chosen(context, field) + ("",) * (i + 1))[i]
            items = [
                ui.Item("Copy address", ("copy", address), "copy"),
                ui.Item("Remove", ("unchoose", field, address), "close"),
            ]
            return ui.Menu(items, at)
    return None


def _recent_files(files: Files) -> list[MediaFile]:
    """Returns the files of the shared storage, the latest first."""
    stored = [MediaFile(path, entry) for path, entry in files.walk(SDCARD) if isinstance(entry, File)]
    stored.sort(key=lambda file: (-file.file.mtime, file.path))
    return stored[:_MAX_FILES]


def pick_view(context: Context) -> View[Message]:
    """Returns the list of recent files."""
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(
            path.rpartition("/")[2],
            ("picked", path),
            f"{_size(len(file.data))} · {stamp(file.mtime, now, full)}",
            ui.Icon("image" if path.lower().endswith((".jpg", ".jpeg", ".png")) else "file"),
        )
        for path, file in _recent_files(context.get(FILES))
    ]
    body: ui.Widget[Message] = (
        ui.Scroll("files", tiles, rid="android:id/list") if tiles else empty("file", "No recent files")
    )
    return View(ui.Column([app_bar("Recent files", close=True), ui.Divider(), body]))


def _size(count: int) -> str:
    """Returns a number of bytes as text.

    >>> _size(512), _size(20_480)
    ('512 B', '20 kB')
    """
    return (
        f"{count} B" if count < 1024 else f"{count / 1024:.0f} kB" if count < 1 << 20 else f"{count / (1 << 20):.1f} MB"
    )


# Events -------------------------------------------------------------------------------------------------------------


def _commit(context: Context) -> Compose:
    """Turns typed recipients into chosen ones."""
    compose: Compose = context.page.data
    compose = compose._replace(to=_unique(_chosen(context, "to")), cc=_unique(_chosen(context, "cc")))
    context.set(data=compose, fields={**context.page.fields, "to": "", "cc": ""})
    if context.page.focus in ("to", "cc"):
        context.set(selection=(0, 0))
    return compose


def _unique(chosen: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chosen))


def _draft(context: Context) -> MailRow:
    """Returns the editor's content as a draft."""
    compose = _commit(context)
    subject, body = context.field("subject").strip(), context.field("body").rstrip()
    date = round(context.now * 1000) / 1000
    to, cc = compose.to, compose.cc
    attachment, answers = compose.attachment, compose.answers
    return MailRow(0, "drafts", OWNER, OWNER_NAME, to, cc, subject, body, date, True, False, attachment, answers)


def _draft_id(context: Context) -> int | None:
    arg = context.page.arg
    return arg if isinstance(arg, int) else None


def _leave(context: Context, shown: Notice | None) -> None:
    context.pop()
    if shown is not None and context.page.name in ("list", "search"):
        context.set(data=shown)


def leave(context: Context) -> None:
    """Saves the mail as a draft, unless it is empty, and leaves the editor."""
    row, old = _draft(context), _draft_id(context)
    rows: Rows = context.get(MAILS)
    before = get(rows, old)
    if before is not None and before._replace(id=0, date=row.date) == row._replace(starred=before.starred):
        _leave(context, None)
        return
    if before is not None:
        rows = remove(rows, before.id)
    kept = bool(row.to or row.cc or row.subject or row.body.strip() or row.attachment)
    if kept:
        rows = (*rows, row._replace(id=before.id)) if before is not None else add(rows, row)[0]
    if kept or before is not None:
        context.put(MAILS, rows)
    _leave(context, notice(context, "Draft saved") if kept else None)


def _discard(context: Context) -> None:
    old = _draft_id(context)
    if old is not None:
        context.put(MAILS, remove(context.get(MAILS), old))
    _leave(context, notice(context, "Draft discarded"))


def _send(context: Context) -> None:
    row = _draft(context)
    invalid = [address for address in (*row.to, *row.cc) if not is_address(address)]
    if invalid:
        context.set(overlay=("alert", f"The address <{invalid[0]}> is invalid."))
    elif not (row.to or row.cc):
        context.set(overlay=("alert", "Add at least one recipient."))
    else:
        old = _draft_id(context)
        if old is not None:
            context.put(MAILS, remove(context.get(MAILS), old))
        send(context.machine, row)
        _leave(context, notice(context, "Message sent" if is_online(context) else "No connection. Message queued."))


def _choose(context: Context, field: str, address: str) -> None:
    """Replaces the typed text by a suggested recipient."""
    compose: Compose = context.page.data
    fields = {**context.page.fields, field: ""}
    if field == "to":
        compose = compose._replace(to=_unique((*compose.to, address)))
    else:
        compose = compose._replace(cc=_unique((*compose.cc, address)))
    context.set(data=compose, fields=fields, selection=(0, 0))


def _unchoose(context: Context, field: str, address: str) -> None:
    compose = _commit(context)
    left = tuple([other for other in (compose.to if field == "to" else compose.cc) if other != address])
    context.set(overlay=(), data=compose._replace(to=left) if field == "to" else compose._replace(cc=left))


def enter(context: Context, field: str) -> None:
    """Handles Enter: recipients become chips, the subject is followed by the text."""
    if field in ("to", "cc"):
        _commit(context)
    elif field == "subject":
        end = len(context.field("body"))
        context.set(focus="body", selection=(end, end))


def _picked(context: Context, path: str) -> None:
    context.pop()
    if context.page.name == "compose":
        context.set(data=context.page.data._replace(attachment=path))


def update(context: Context, message: EditorMessage) -> None:
    """Handles the messages of the editor and of the list of recent files."""
    match message:
        case ("save_draft",):
            context.set(overlay=())
            leave(context)
        case ("discard",):
            context.set(overlay=())
            _discard(context)
        case ("send",):
            _send(context)
        case ("type", field):
            _commit(context)
            context.set(focus=field, selection=(0, 0))
        case ("choose", field, address):
            _choose(context, field, address)
        case ("unchoose", field, address):
            _unchoose(context, field, address)
        case ("chip", field, index):
            context.set(overlay=("chip", field, index, context.point))
        case ("more",):
            context.set(overlay=("more", context.point))
        case ("copy", address):
            context.set(overlay=())
            context.put(CLIPBOARD, address)
        case ("show_cc",):
            _commit(context)
            context.set(data=context.page.data._replace(shows_cc=True), focus="cc", selection=(0, 0))
        case ("attach",):
            _commit(context)
            context.push(ui.Page("pick"))
        case ("picked", path):
            _picked(context, path)
        case ("detach",):
            context.set(data=context.page.data._replace(attachment=""))
        case _:
            assert_never(message)
