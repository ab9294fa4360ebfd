"""The phone's Mail app: folders, lists of mails, one mail, search.

State: slice ``"mails"`` of `crab_sim.phone.apps.mail.data`. Pages: ``list`` (arg: the folder, overlay ``select``:
the ids of the selected mails, data: a notice), ``search`` (data: a notice), ``mail`` (arg: id, data: whether all
recipients are shown), and those of `crab_sim.phone.apps.mail.compose`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, assert_never

from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get
from crab_sim.phone.apps.mail import APP as FACTS
from crab_sim.phone.apps.mail import compose as mail_compose
from crab_sim.phone.apps.mail import data as mail_data
from crab_sim.phone.apps.mail.data import FOLDERS, MAILS, OWNER, MailRow, Rows, in_folder, matching
from crab_sim.phone.apps.mail.list import tiles
from crab_sim.phone.apps.mail.messages import EditorMessage, Message, Overlay
from crab_sim.phone.system import notifications
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets import row_selection
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.drawer import Drawer, DrawerItem
from crab_sim.phone.widgets.notices import notice, with_notice

__all__ = ["APP"]

_ID = "com.google.android.gm:id/"

_EDITOR = ui.MessageGroup(EditorMessage)


# Views --------------------------------------------------------------------------------------------------------------


_EMPTY = {
    "inbox": "You're all done! Nothing in Inbox", "starred": "No starred mail", "sent": "Nothing in Sent",
    "outbox": "Nothing in Outbox", "drafts": "Nothing in Drafts", "all": "No mail", "spam": "Hooray, no spam here!",
    "trash": "Nothing in Trash",
}  # fmt: skip


def _list(context: Context) -> View[Message]:
    folder: str = context.page.arg
    rows = in_folder(context.get(MAILS), folder)
    name, icon = FOLDERS[folder]
    picked = row_selection.selected(context.page)
    hint = ui.Label("Search in mail", tone="muted", role="", flex=1)
    search: ui.Widget[Message] = ui.Box(
        ui.Row([hint, ui.Avatar(mail_data.OWNER_NAME, 30)]), "surface", (16, 9), 26, message=("search",),
        text="Search in mail", rid=_ID + "open_search_bar", role="button", flex=1,
    )  # fmt: skip
    bar: ui.Widget[Message] = ui.Row(
        [ui.IconButton("menu", "Open navigation drawer", ("drawer",), tone="text"), search], gap=4, pad=(8, 10)
    )
    parts: list[ui.Widget[Message]] = [_selection_bar(rows, picked) if picked else bar]
    unread = sum([not row.read for row in rows])
    count = f"{unread} unread" if unread and folder in ("inbox", "spam") else ""
    heading = ui.Row([ui.Label(name, "small", "muted", "bold", flex=1), ui.Label(count, "small", "muted")], pad=(16, 6))
    parts.append(heading)
    if folder in ("trash", "spam") and rows and not picked:
        clear: ui.Widget[Message] = ui.Button(f"Empty {folder} now", ("ask_empty", folder), "text")
        parts.append(ui.Row([ui.Space(flex=1), clear, ui.Space(flex=1)], pad=(8, 2), background="surface"))
    if rows:
        parts.append(ui.Scroll("list", [*tiles(context, rows, picked), ui.Space(80)], rid=_ID + "thread_list_view"))
    else:
        parts.append(empty(icon, _EMPTY[folder]))
    fab: ui.Widget[Message] = Fab("edit", "Compose", ("compose",), _ID + "compose_button", wide=True)
    return View(ui.Column(parts), _overlay(context), with_notice(context, context.page.data, None if picked else fab))


def _selection_bar(rows: Rows, picked: tuple[int, ...]) -> ui.Row[Message]:
    chosen = [row for row in rows if row.id in picked]
    unread = any([not row.read for row in chosen])
    mark: ui.Widget[Message] = ui.IconButton(
        "mail", "Mark as read" if unread else "Mark as unread", ("mark", picked, unread), tone="text"
    )
    return ui.Row(
        [
            ui.IconButton("close", "Close selection", ("dismiss",), tone="text"),
            ui.Label(str(len(chosen)), "title", flex=1),
            ui.IconButton("archive", "Archive", ("move", picked, "archive"), _ID + "archive", "text"),
            ui.IconButton("delete", "Delete", ("move", picked, "trash"), _ID + "delete", "text"),
            mark,
            ui.IconButton("more", "More options", ("more_picked", picked), tone="text"),
        ],
        gap=4,
        pad=(8, 8),
        height=68,
        background="surface",
    )


def _search(context: Context) -> View[Message]:
    query = context.field("search").strip()
    rows = matching(context.get(MAILS), query) if query else ()
    body: ui.Widget[Message] = ui.Scroll(
        "list", tiles(context, rows, row_selection.selected(context.page)), rid=_ID + "thread_list_view"
    )
    if not rows:
        body = empty("search", "No results" if query else "Search people, subjects and texts")
    field = ui.Field("search", "Search in mail", _ID + "search_query", pill=True, flex=1)
    bar = search_bar(field)
    return View(ui.Column([bar, body]), _overlay(context), with_notice(context, context.page.data, None))


def _mail(context: Context) -> View[Message]:
    row = get(context.get(MAILS), context.page.arg)
    if row is None:
        return View(ui.Column([app_bar(""), empty("mail", "Mail deleted")]))
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    ids = (row.id,)
    actions: list[ui.Widget[Message]] = [
        ui.IconButton("archive", "Archive", ("move", ids, "archive"), _ID + "archive", "text"),
        ui.IconButton("delete", "Delete", ("move", ids, "trash"), _ID + "delete", "text"),
        ui.IconButton("mail", "Mark as unread", ("mark", ids, False), tone="text"),
        ui.IconButton("more", "More options", ("more", row.id), tone="text"),
    ]
    if row.folder == "outbox":
        actions = actions[1:2]
    elif row.folder == "archive":
        actions[0] = ui.IconButton("inbox", "Move to inbox", ("move", ids, "inbox"), tone="text")
    star: ui.Widget[Message] = ui.IconButton(
        "star_filled" if row.starred else "star",
        "Remove star" if row.starred else "Add star",
        ("star", row.id),
        _ID + "conversation_header_star",
        "accent" if row.starred else "muted",
    )
    subject = ui.Label(row.subject or "(no subject)", 22, wrap=True, rid=_ID + "subject", flex=1)
    reply: ui.Widget[Message] = ui.IconButton("reply", "Reply", ("reply", row.id, "reply"), tone="text")
    when = "Queued" if row.folder == "outbox" else stamp(row.date, now, full, short=True)
    sender = ui.Row(
        [
            ui.Label(row.name, font="bold", rid=_ID + "sender_name", flex=1),
            ui.Label(when, 12, "muted", rid=_ID + "upper_date"),
        ],
        gap=8,
    )
    head = ui.Column(
        [sender, ui.Label(_recipients(row), "small", "muted", rid=_ID + "recipient_summary")], gap=2, flex=1
    )
    more = "chevron_up" if context.page.data else "chevron_down"
    content: list[ui.Widget[Message]] = [
        ui.Row([subject, star], gap=8, pad=(16, 8)),
        ui.Row(
            [ui.Avatar(row.name, 40), head, ui.IconButton(more, "Show details", ("details",), size=36), reply],
            gap=8,
            pad=(16, 6),
        ),
    ]
    if context.page.data:
        content.append(_details(row, stamp(row.date, now, full)))
    content += [ui.Space(8), ui.Label(row.body, wrap=True, pad=(16, 8), rid=_ID + "message_content")]
    if row.attachment:
        file = row.attachment.rpartition("/")[2]
        content += [ui.Space(8), mail_compose.attachment_tile(file, ("file", row.attachment))]
    buttons: list[ui.Widget[Message]] = [ui.Button("Reply", ("reply", row.id, "reply"), "outlined", "reply", flex=1)]
    if len({*row.to, *row.cc} - {OWNER}) >= (2 if row.sender == OWNER else 1):
        buttons.append(ui.IconButton("reply_all", "Reply all", ("reply", row.id, "reply_all"), tone="text"))
    buttons.append(ui.Button("Forward", ("reply", row.id, "forward"), "outlined", "forward", flex=1))
    body = ui.Scroll("mail", [*content, ui.Space(16)])
    bottom = ui.Row(buttons, gap=12, pad=(16, 10))
    return View(ui.Column([app_bar("", actions), body, ui.Divider(), bottom]), _overlay(context))


def _recipients(row: MailRow) -> str:
    """Returns a mail's recipients as a short text."""
    names = ["me" if address == OWNER else address.partition("@")[0] for address in (*row.to, *row.cc)]
    return "to " + ", ".join(names)


def _details(row: MailRow, when: str) -> ui.Widget[Message]:
    lines = [
        ("From", f"{row.name} <{row.sender}>"),
        ("To", ", ".join(row.to)),
        ("Cc", ", ".join(row.cc)),
        ("Date", when),
    ]
    rows: list[ui.Widget[Message]] = [
        ui.Row(
            [
                ui.Box(ui.Label(label, "small", "muted"), "", (0, 0), margin=(0, 0, 12, 0)),
                ui.Label(text, "small", wrap=True, flex=1),
            ]
        )
        for label, text in lines
        if text
    ]
    return ui.Box(ui.Column(rows, gap=6), "surface", (14, 12), 14, (16, 6, 16, 0))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("drawer",):
            rows: Rows = context.get(MAILS)
            places: list[DrawerItem[Message]] = []
            for key, folder in FOLDERS.items():
                inside = in_folder(rows, key)
                count = sum([key in ("drafts", "outbox") or not row.read for row in inside])
                note = str(count) if count and key in ("inbox", "outbox", "drafts", "spam") else ""
                if key == "outbox" and not inside and context.page.arg != key:
                    continue  # it is there while something waits in it
                places.append(DrawerItem(folder.icon, folder.name, ("folder", key), note, key == context.page.arg))
            return Drawer("Mail", places)
        case ("more", mail_id, at):
            row = get(context.get(MAILS), mail_id)
            items: list[ui.Item[Message]] = [ui.Item("Forward", ("reply", mail_id, "forward"), "forward")]
            return ui.Menu([*items, *_moves((mail_id,), row.folder if row is not None else "")], at)
        case ("more_picked", picked, at):
            stars = [row.starred for row in context.get(MAILS) if row.id in picked]
            star: ui.Item[Message] = ui.Item(
                "Remove star" if all(stars) else "Add star", ("star_all", picked, not all(stars)), "star"
            )
            return ui.Menu([star, *_moves(picked, "")], at)
        case ("ask_empty", name):
            text = f"All mails in {FOLDERS[name].name} will be permanently deleted."
            return confirm(f"Empty {name}?", text, "Delete", ("empty", name))
        case ("ask", picked):
            title = "Delete this mail forever?" if len(picked) == 1 else f"Delete {len(picked)} mails forever?"
            return confirm(title, "This can't be undone.", "Delete", ("delete", picked))
    return None


def _moves(picked: tuple[int, ...], folder: str) -> list[ui.Item[Message]]:
    """Returns the menu items that move mails to the inbox or to spam, except to the folder they are in.

    Mails in the outbox can only be deleted.
    """
    items: list[ui.Item[Message]] = []
    if folder == "outbox":
        return items
    if folder != "inbox":
        items.append(ui.Item("Move to inbox", ("move", picked, "inbox"), "inbox"))
    if folder != "spam":
        items.append(ui.Item("Report spam", ("move", picked, "spam"), "warning"))
    return items


_VIEWS = {
    "list": _list, "search": _search, "mail": _mail, "compose": mail_compose.compose_view,
    "pick": mail_compose.pick_view,
}  # fmt: skip


def _view(context: Context) -> View[Message]:
    return _VIEWS[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    if page.name == "mail":
        row = get(context.get(MAILS), page.arg)
        return row.subject if row is not None else "Mail"
    return "Compose" if page.name == "compose" else "Mail"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("compose", *_):
            return mail_compose.new_page(intent, *intent[1:4])
        case ("attach", str(path)):
            return mail_compose.new_page(intent, attachment=path)
        case ("show", int(mail_id)):
            return ui.Page("mail", mail_id)
    return ui.Page("list", "inbox")


def _change(context: Context, picked: tuple[int, ...], change: Callable[[MailRow], MailRow]) -> None:
    rows: Rows = context.get(MAILS)
    context.put(MAILS, tuple([change(row) if row.id in picked else row for row in rows]))


def _read(context: Context, mail_id: int) -> None:
    """Marks a mail as read and withdraws its notification."""
    row = get(context.get(MAILS), mail_id)
    if row is not None and not row.read:
        _change(context, (mail_id,), lambda row: row._replace(read=True))
    notifications.withdraw(context.machine, "mail", ("show", mail_id))


def _open(context: Context, mail_id: int) -> None:
    row = get(context.get(MAILS), mail_id)
    if row is None:
        return
    if row.folder == "drafts":
        context.push(mail_compose.draft_page(row))
    else:
        context.push(ui.Page("mail", mail_id))
        _read(context, mail_id)


_MOVED = {
    "archive": "archived", "trash": "moved to Trash", "inbox": "moved to Inbox", "spam": "reported as spam",
}  # fmt: skip


def _move(context: Context, picked: tuple[int, ...], folder: str) -> None:
    """Moves mails to a folder; those in the trash are deleted for good after a question."""
    rows: Rows = context.get(MAILS)
    moved = [row for row in rows if row.id in picked and (row.folder != "outbox" or folder == "trash")]
    picked = tuple([row.id for row in moved])
    if folder == "trash" and moved and all([row.folder == "trash" for row in moved]):
        context.set(overlay=("ask", picked))
        return
    context.set(overlay=())
    if not moved:
        return
    undo: Message = ("undo", tuple([(row.id, row.folder) for row in moved]))
    _change(context, picked, lambda row: row._replace(folder=folder))
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


def _empty(context: Context, folder: str) -> None:
    ids = tuple([row.id for row in context.get(MAILS) if row.folder == folder])
    _delete(context, ids, f"{folder.title()} emptied")


def _mark(context: Context, picked: tuple[int, ...], read: bool) -> None:
    context.set(overlay=())
    _change(context, picked, lambda row: row._replace(read=read))
    if context.page.name == "mail":
        context.pop()


def _star_all(context: Context, picked: tuple[int, ...], starred: bool) -> None:
    context.set(overlay=())
    _change(context, picked, lambda row: row._replace(starred=starred))


def _reply(context: Context, mail_id: int, kind: Literal["reply", "reply_all", "forward"]) -> None:
    context.set(overlay=())
    row = get(context.get(MAILS), mail_id)
    if row is not None:
        context.push(mail_compose.reply_page(row, kind))


def _show_file(context: Context, path: str) -> None:
    """Opens an attached file: a picture in the gallery, any other file by showing its folder."""
    if path.lower().endswith((".jpg", ".jpeg", ".png")):
        context.open("gallery", "show", path)
    else:
        context.open("files", "open", path.rpartition("/")[0])


def _back(context: Context) -> None:
    if context.page.name == "compose":
        mail_compose.leave(context)
    else:
        context.pop()


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if _EDITOR.has(message):
        mail_compose.update(context, message)
        return
    match message:
        case ("started",):
            if context.page.name == "mail":
                _read(context, context.page.arg)
        case ("back",):
            _back(context)
        case ("submit", field):
            if context.page.name == "compose":
                mail_compose.enter(context, field)
        case ("drawer",):
            context.set(overlay=("drawer",))
        case ("folder", folder):
            context.set(overlay=(), arg=folder, scroll={}, data=None)
        case ("search",):
            context.push(ui.Page("search", focus="search"))
        case ("open", mail_id):
            _open(context, mail_id)
        case ("compose",):
            context.push(mail_compose.new_page(("compose",)))
        case ("reply", mail_id, kind):
            _reply(context, mail_id, kind)
        case ("details",):
            context.set(data=not context.page.data)
        case ("file", path):
            _show_file(context, path)
        case ("pick", mail_id):
            row_selection.toggle(context, mail_id)
        case ("more", mail_id):
            context.set(overlay=("more", mail_id, context.point))
        case ("more_picked", picked):
            context.set(overlay=("more_picked", picked, context.point))
        case ("move", picked, folder):
            _move(context, picked, folder)
        case ("undo", folders):
            _undo(context, folders)
        case ("delete", picked):
            _delete(context, picked, "Deleted forever")
        case ("ask_empty", folder):
            context.set(overlay=("ask_empty", folder))
        case ("empty", folder):
            _empty(context, folder)
        case ("mark", picked, read):
            _mark(context, picked, read)
        case ("star", mail_id):
            _change(context, (mail_id,), lambda row: row._replace(starred=not row.starred))
        case ("star_all", picked, starred):
            _star_all(context, picked, starred)
        case _:
            assert_never(message)


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=_title,
    **FACTS.spec.facts,
)
