"""The phone's Mail app: folders, lists of mails, one mail, search.

State: slice ``"mails"`` of `crab_gym.sim.phone.apps.mail.data`. Pages: ``list`` (arg: the folder, overlay ``select``:
the ids of the selected mails, data: a notice), ``search`` (data: a notice), ``mail`` (arg: id, data: whether all
recipients are shown), and those of `crab_gym.sim.phone.apps.mail.compose`.
"""

from __future__ import annotations

from typing import Any

from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.rows import get
from crab_gym.sim.phone.app import PhoneApp
from crab_gym.sim.phone.apps.mail import compose as mail_compose
from crab_gym.sim.phone.apps.mail import data as mail_data
from crab_gym.sim.phone.apps.mail import intents
from crab_gym.sim.phone.apps.mail.data import FOLDERS, MAILS, OWNER, MailRow, Rows, in_folder, listed, receive
from crab_gym.sim.phone.apps.mail.list import tiles
from crab_gym.sim.phone.system import notifications
from crab_gym.sim.phone.system.settings_store import SETTINGS
from crab_gym.sim.phone.times import is_24_hour, stamp
from crab_gym.sim.phone.widgets.basics import Fab, app_bar, confirm, empty
from crab_gym.sim.phone.widgets.drawer import Drawer, DrawerItem
from crab_gym.sim.phone.widgets.notices import notice, with_notice
from crab_gym.sim.ui import (
    Avatar,
    Box,
    Button,
    Column,
    Divider,
    Field,
    IconButton,
    Item,
    Label,
    Menu,
    Page,
    Row,
    Scroll,
    Space,
    Widget,
)

__all__ = ["APP", "OWNER", "MailRow", "Rows", "receive"]

_ID = "com.google.android.gm:id/"


# Views --------------------------------------------------------------------------------------------------------------


def _picked(context: Context) -> tuple[int, ...] | None:
    """Returns the ids of the selected mails, None where nothing is being selected."""
    overlay = context.page.overlay
    return overlay[1] if overlay[:1] == ("select",) else None


_EMPTY = {
    "inbox": "You're all done! Nothing in Inbox", "starred": "No starred mail", "sent": "Nothing in Sent",
    "drafts": "Nothing in Drafts", "all": "No mail", "spam": "Hooray, no spam here!", "trash": "Nothing in Trash",
}  # fmt: skip


def _list(context: Context) -> View:
    folder: str = context.page.arg
    rows = in_folder(context.get(MAILS), folder)
    name, icon = FOLDERS[folder]
    picked = _picked(context)
    hint = Label("Search in mail", tone="muted", role="", flex=1)
    search = Box(
        Row([hint, Avatar(mail_data.OWNER_NAME, 30)]), "surface", (16, 9), 26, message=("search",),
        text="Search in mail", rid=_ID + "open_search_bar", role="button", flex=1,
    )  # fmt: skip
    bar = Row([IconButton("menu", "Open navigation drawer", ("drawer",), tone="text"), search], gap=4, pad=(8, 10))
    parts: list[Widget] = [bar if picked is None else _selection_bar(rows, picked)]
    unread = sum([not row.read for row in rows])
    count = f"{unread} unread" if unread and folder in ("inbox", "spam") else ""
    heading = Row([Label(name, "small", "muted", "bold", flex=1), Label(count, "small", "muted")], pad=(16, 6))
    parts.append(heading)
    if folder in ("trash", "spam") and rows and picked is None:
        clear = Button(f"Empty {folder} now", ("ask_empty", folder), "text")
        parts.append(Row([Space(flex=1), clear, Space(flex=1)], pad=(8, 2), background="surface"))
    if rows:
        parts.append(Scroll("list", [*tiles(context, rows, picked), Space(80)], rid=_ID + "thread_list_view"))
    else:
        parts.append(empty(icon, _EMPTY[folder]))
    fab = Fab("edit", "Compose", ("compose",), _ID + "compose_button", wide=True)
    above = with_notice(context, context.page.data, fab if picked is None else None)
    return View(Column(parts), _overlay(context), above)


def _selection_bar(rows: Rows, picked: tuple[int, ...]) -> Row:
    chosen = [row for row in rows if row.id in picked]
    unread = any([not row.read for row in chosen])
    mark = IconButton("mail", "Mark as read" if unread else "Mark as unread", ("mark", picked, unread), tone="text")
    return Row(
        [
            IconButton("close", "Close selection", ("dismiss",), tone="text"),
            Label(str(len(chosen)), "title", flex=1),
            IconButton("archive", "Archive", ("move", picked, "archive"), _ID + "archive", "text"),
            IconButton("delete", "Delete", ("move", picked, "trash"), _ID + "delete", "text"),
            mark,
            IconButton("more", "More options", ("more_picked", picked), tone="text"),
        ],
        gap=4,
        pad=(8, 8),
        height=68,
        background="surface",
    )


def _search(context: Context) -> View:
    query = context.field("search").strip()
    rows = listed(context.get(MAILS), query) if query else ()
    body: Widget = Scroll("list", tiles(context, rows, _picked(context)), rid=_ID + "thread_list_view")
    if not rows:
        body = empty("search", "No results" if query else "Search people, subjects and texts")
    field = Field("search", "Search in mail", _ID + "search_query", pill=True, flex=1)
    bar = Row([IconButton("back", "Navigate up", ("back",), tone="text"), field], gap=4, pad=(8, 6), height=60)
    return View(Column([bar, body]), _overlay(context), with_notice(context, context.page.data, None))


def _mail(context: Context) -> View:
    row = get(context.get(MAILS), context.page.arg)
    if row is None:
        return View(Column([app_bar(""), empty("mail", "Mail deleted")]))
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    ids = (row.id,)
    actions = [
        IconButton("archive", "Archive", ("move", ids, "archive"), _ID + "archive", "text"),
        IconButton("delete", "Delete", ("move", ids, "trash"), _ID + "delete", "text"),
        IconButton("mail", "Mark as unread", ("mark", ids, False), tone="text"),
        IconButton("more", "More options", ("more", row.id), tone="text"),
    ]
    if row.folder == "archive":
        actions[0] = IconButton("inbox", "Move to inbox", ("move", ids, "inbox"), tone="text")
    star = IconButton(
        "star_filled" if row.starred else "star",
        "Remove star" if row.starred else "Add star",
        ("star", row.id),
        _ID + "conversation_header_star",
        "accent" if row.starred else "muted",
    )
    subject = Label(row.subject or "(no subject)", 22, wrap=True, rid=_ID + "subject", flex=1)
    reply = IconButton("reply", "Reply", ("reply", row.id, "reply"), tone="text")
    when = stamp(row.date, now, full, short=True)
    sender = Row(
        [
            Label(row.name, font="bold", rid=_ID + "sender_name", flex=1),
            Label(when, 12, "muted", rid=_ID + "upper_date"),
        ],
        gap=8,
    )
    head = Column([sender, Label(_recipients(row), "small", "muted", rid=_ID + "recipient_summary")], gap=2, flex=1)
    more = "chevron_up" if context.page.data else "chevron_down"
    content: list[Widget] = [
        Row([subject, star], gap=8, pad=(16, 8)),
        Row(
            [Avatar(row.name, 40), head, IconButton(more, "Show details", ("details",), size=36), reply],
            gap=8,
            pad=(16, 6),
        ),
    ]
    if context.page.data:
        content.append(_details(row, stamp(row.date, now, full)))
    content += [Space(8), Label(row.body, wrap=True, pad=(16, 8), rid=_ID + "message_content")]
    if row.attachment:
        file = row.attachment.rpartition("/")[2]
        content += [Space(8), mail_compose.attachment_tile(file, ("file", row.attachment))]
    buttons: list[Widget] = [Button("Reply", ("reply", row.id, "reply"), "outlined", "reply", flex=1)]
    if len({*row.to, *row.cc} - {OWNER}) >= (2 if row.sender == OWNER else 1):
        buttons.append(IconButton("reply_all", "Reply all", ("reply", row.id, "reply_all"), tone="text"))
    buttons.append(Button("Forward", ("reply", row.id, "forward"), "outlined", "forward", flex=1))
    body = Scroll("mail", [*content, Space(16)])
    bottom = Row(buttons, gap=12, pad=(16, 10))
    return View(Column([app_bar("", actions), body, Divider(), bottom]), _overlay(context))


def _recipients(row: MailRow) -> str:
    """Returns in few words whom a mail went to."""
    names = ["me" if address == OWNER else address.partition("@")[0] for address in (*row.to, *row.cc)]
    return "to " + ", ".join(names)


def _details(row: MailRow, when: str) -> Widget:
    lines = [
        ("From", f"{row.name} <{row.sender}>"),
        ("To", ", ".join(row.to)),
        ("Cc", ", ".join(row.cc)),
        ("Date", when),
    ]
    rows: list[Widget] = [
        Row(
            [
                Box(Label(label, "small", "muted"), "", (0, 0), margin=(0, 0, 12, 0)),
                Label(text, "small", wrap=True, flex=1),
            ]
        )
        for label, text in lines
        if text
    ]
    return Box(Column(rows, gap=6), "surface", (14, 12), 14, (16, 6, 16, 0))


def _overlay(context: Context) -> Widget | None:
    match context.page.overlay:
        case ("drawer",):
            rows: Rows = context.get(MAILS)
            places = []
            for folder, (name, icon) in FOLDERS.items():
                count = sum([folder == "drafts" or not row.read for row in in_folder(rows, folder)])
                note = str(count) if count and folder in ("inbox", "drafts", "spam") else ""
                places.append(DrawerItem(icon, name, ("folder", folder), note, folder == context.page.arg))
            return Drawer("Mail", places)
        case ("more", int(mail_id), at):
            row = get(context.get(MAILS), mail_id)
            items = [Item("Forward", ("reply", mail_id, "forward"), "forward")]
            return Menu([*items, *_moves((mail_id,), row.folder if row is not None else "")], at)
        case ("more_picked", picked, at):
            stars = [row.starred for row in context.get(MAILS) if row.id in picked]
            star = Item("Remove star" if all(stars) else "Add star", ("star_all", picked, not all(stars)), "star")
            return Menu([star, *_moves(picked, "")], at)
        case ("ask_empty", str(folder)):
            text = f"All mails in {FOLDERS[folder][0]} will be permanently deleted."
            return confirm(f"Empty {folder}?", text, "Delete", ("empty", folder))
        case ("ask", picked):
            title = "Delete this mail forever?" if len(picked) == 1 else f"Delete {len(picked)} mails forever?"
            return confirm(title, "This can't be undone.", "Delete", ("delete", picked))
    return None


def _moves(picked: tuple[int, ...], folder: str) -> list[Item]:
    """Returns the menu's entries that move mails elsewhere than to the archive and the trash."""
    items = []
    if folder != "inbox":
        items.append(Item("Move to inbox", ("move", picked, "inbox"), "inbox"))
    if folder != "spam":
        items.append(Item("Report spam", ("move", picked, "spam"), "warning"))
    return items


_VIEWS = {
    "list": _list, "search": _search, "mail": _mail, "compose": mail_compose.compose_view,
    "pick": mail_compose.pick_view,
}  # fmt: skip


def _view(context: Context) -> View:
    return _VIEWS[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "mail":
        row = get(context.get(MAILS), page.arg)
        return row.subject if row is not None else "Mail"
    return "Compose" if page.name == "compose" else "Mail"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> Page:
    match intent:
        case ("compose", *_):
            return mail_compose.new_page(intent, *intent[1:4])
        case ("attach", str(path)):
            return mail_compose.new_page(intent, attachment=path)
        case ("show", int(mail_id)):
            return Page("mail", mail_id)
    return Page("list", "inbox")


def _change(context: Context, picked: tuple[int, ...], **changes: Any) -> None:
    rows: Rows = context.get(MAILS)
    context.put(MAILS, tuple([row._replace(**changes) if row.id in picked else row for row in rows]))


def _read(context: Context, mail_id: int) -> None:
    """Marks a mail as read and takes its notification away."""
    row = get(context.get(MAILS), mail_id)
    if row is not None and not row.read:
        _change(context, (mail_id,), read=True)
    notifications.withdraw(context.machine, "mail", ("show", mail_id))


def _open(context: Context, mail_id: int) -> None:
    row = get(context.get(MAILS), mail_id)
    if row is None:
        return
    if row.folder == "drafts":
        context.push(mail_compose.draft_page(row))
    else:
        context.push(Page("mail", mail_id))
        _read(context, mail_id)


_MOVED = {
    "archive": "archived", "trash": "moved to Trash", "inbox": "moved to Inbox", "spam": "reported as spam",
}  # fmt: skip


def _move(context: Context, picked: tuple[int, ...], folder: str) -> None:
    """Moves mails to a folder; what is in the trash is deleted for good after a question."""
    rows: Rows = context.get(MAILS)
    moved = [row for row in rows if row.id in picked]
    if folder == "trash" and moved and all([row.folder == "trash" for row in moved]):
        context.set(overlay=("ask", picked))
        return
    context.set(overlay=())
    undo = ("undo", tuple([(row.id, row.folder) for row in moved]))
    _change(context, picked, folder=folder)
    if context.page.name == "mail":
        context.pop()
    if context.page.name in ("list", "search"):
        count = "" if len(moved) == 1 else f"{len(moved)} "
        context.set(data=notice(context, f"{count}{_MOVED[folder]}".capitalize(), undo))


def _undo(context: Context, folders: tuple[tuple[int, str], ...]) -> None:
    before = dict(folders)
    rows: Rows = context.get(MAILS)
    context.put(MAILS, tuple([row._replace(folder=before.get(row.id, row.folder)) for row in rows]))
    context.set(data=None)


def _delete(context: Context, gone: tuple[int, ...], text: str) -> None:
    context.set(overlay=())
    rows: Rows = context.get(MAILS)
    context.put(MAILS, tuple([row for row in rows if row.id not in gone]))
    if context.page.name == "mail":
        context.pop()
    if context.page.name in ("list", "search"):
        context.set(data=notice(context, text))


def _mark(context: Context, picked: tuple[int, ...], read: bool) -> None:
    context.set(overlay=())
    _change(context, picked, read=read)
    if context.page.name == "mail":
        context.pop()


def _pick(context: Context, mail_id: int) -> None:
    """Adds a mail to the selection or takes it out; the last one to go ends it."""
    picked = _picked(context) or ()
    left = tuple([other for other in picked if other != mail_id])
    if left == picked:
        left = (*picked, mail_id)
    context.set(overlay=("select", left) if left else ())


def _show_file(context: Context, path: str) -> None:
    """Opens an attached file: a picture in the gallery, anything else where it lies."""
    if path.lower().endswith((".jpg", ".jpeg", ".png")):
        context.open("gallery", "show", path)
    else:
        context.open("files", "open", path.rpartition("/")[0])


def _update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
    if context.page.name in ("compose", "pick") and name != "started":
        mail_compose.update(context, name, *args)
    elif name in ("move", "undo", "delete", "empty", "mark", "star", "star_all", "pick"):
        _update_mails(context, name, *args)
    else:
        _update_pages(context, name, *args)


def _update_mails(context: Context, name: str, *args: Any) -> None:
    """Handles what is done to mails."""
    rows: Rows = context.get(MAILS)
    match name:
        case "move":
            _move(context, *args)
        case "undo":
            _undo(context, *args)
        case "delete":
            _delete(context, args[0], "Deleted forever")
        case "empty":
            _delete(context, tuple([row.id for row in rows if row.folder == args[0]]), f"{args[0].title()} emptied")
        case "mark":
            _mark(context, *args)
        case "star":
            row = get(rows, args[0])
            if row is not None:
                _change(context, (row.id,), starred=not row.starred)
        case "star_all":
            context.set(overlay=())
            _change(context, args[0], starred=args[1])
        case "pick":
            _pick(context, args[0])


def _update_pages(context: Context, name: str, *args: Any) -> None:
    """Handles what leads from page to page."""
    match name:
        case "back":
            context.pop()
        case "started":
            if context.page.name == "mail":
                _read(context, context.page.arg)
        case "drawer":
            context.set(overlay=("drawer",))
        case "folder":
            context.set(overlay=(), arg=args[0], scroll={}, data=None)
        case "search":
            context.push(Page("search", focus="search"))
        case "open":
            _open(context, args[0])
        case "compose":
            context.push(mail_compose.new_page(("compose",)))
        case "reply":
            context.set(overlay=())
            row = get(context.get(MAILS), args[0])
            if row is not None:
                context.push(mail_compose.reply_page(row, args[1]))
        case "details":
            context.set(data=not context.page.data)
        case "more" | "more_picked":
            context.set(overlay=(name, args[0], context.point))
        case "ask_empty":
            context.set(overlay=(name, args[0]))
        case "file":
            _show_file(context, args[0])


APP = PhoneApp(
    AppSpec("mail", "Mail", "mail", (205, 62, 50), _view, _update, _start, _title),
    seeders={mail_data.MAILS: mail_data.seed},
    databases=(mail_data.DATABASE,),
    files=mail_data.seed_files,
    shares={
        "text": lambda text: ("compose", "", "", text),
        "image": lambda path: ("attach", path),
        "video": lambda path: ("attach", path),
        "audio": lambda path: ("attach", path),
        "file": lambda path: ("attach", path),
    },
    intents=intents.RULES,
    categories=("APP_EMAIL",),
)
