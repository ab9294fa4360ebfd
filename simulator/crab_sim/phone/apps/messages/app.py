"""The phone's Messages app: text messages, grouped into conversations by the other side's number.

State: the slices of `crab_sim.phone.apps.messages.data`. Pages: ``list``, ``search``, ``thread`` (arg: the number or
the address of a group; data: an `Attachment` to send; field ``compose``), and that of
`crab_sim.phone.apps.messages.recipients`.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, remove
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.phone.apps.contacts.data import CONTACTS, by_number, digits, matching
from crab_sim.phone.apps.contacts.data import Rows as ContactRows
from crab_sim.phone.apps.messages import APP as FACTS
from crab_sim.phone.apps.messages.data import (
    DRAFTS,
    MESSAGES,
    Attachment,
    Drafts,
    MessageRow,
    Rows,
    draft_of,
    group_of,
    mark_read,
    members_of,
    remove_thread,
    send,
    send_again,
    threads,
    with_draft,
)
from crab_sim.phone.apps.messages.messages import Message
from crab_sim.phone.apps.messages.recipients import choose, is_number, recipient_view
from crab_sim.phone.apps.messages.widgets import BOXES, Bubble, When
from crab_sim.phone.profile import profile_of
from crab_sim.phone.system import notifications
from crab_sim.phone.system.blocked import BLOCKED, EXPLANATION, block, is_blocked
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.share import share
from crab_sim.phone.times import is_24_hour, stamp
from crab_sim.phone.widgets import picture_chooser
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty, search_bar

__all__ = ["APP", "keep"]

_MAX_LINES = 5  # of a message that is written; longer ones scroll
_ID = "com.google.android.apps.messaging:id/"


def _name(context: Context, address: str) -> str:
    """Returns the name under which a number is in the address book, else the number; for a group, those of all."""
    known = by_number(context.get(CONTACTS))
    found = [(known.get(digits(number)), number) for number in members_of(address)]
    return ", ".join([row.name or number if row is not None else number for row, number in found])


# Views --------------------------------------------------------------------------------------------------------------


def _tiles(context: Context, query: str = "") -> list[ui.Widget[Message]]:
    """Returns the rows of the conversations whose name, number or text a search finds."""
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    names = by_number(context.get(CONTACTS))
    drafts: Drafts = context.get(DRAFTS)
    groups = threads(context.get(MESSAGES))
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(
            _name(context, draft.address),
            ("open", draft.address),
            f"Draft: {draft.body}",
            ui.Avatar(_name(context, draft.address)),
            long_message=("hold_thread", draft.address),
            rid=_ID + "conversation_name",
            verbatim="text",
        )
        for draft in drafts
        if not query and digits(draft.address) not in groups
    ]
    for key, rows in groups.items():
        last = rows[-1]
        contact = names.get(key)
        name = (contact.name if contact is not None else "") or _name(context, last.address)
        if query:
            hits = [row for row in rows if query in row.body.casefold()]
            if not (hits or query in name.casefold() or query in last.address):
                continue
            last = hits[-1] if hits else last
        unread = not all([row.read for row in rows])
        draft = "" if query else draft_of(drafts, last.address)
        two_lines = bool(draft or last.body or last.attachment or last.box != "inbox")
        icon = "" if contact is not None else "person"
        tiles.append(ui.LazyRow("row2" if two_lines else "row", _tile, last, name, icon, draft, unread, (now, full)))
    return tiles


_PREFIXES = {"inbox": "", "sent": "You: ", "failed": "Not sent: "}


def _tile(
    last: MessageRow, name: str, icon: str, draft: str, unread: bool, time: tuple[float, bool]
) -> ui.Widget[Message]:
    return ui.Tile(
        name,
        ("open", last.address),
        f"Draft: {draft}" if draft else _PREFIXES[last.box] + (last.body.replace("\n", " ") or "Photo"),
        ui.Avatar(name, icon=icon),
        When(stamp(last.date, *time, short=True), unread),
        ("hold_thread", last.address),
        rid=_ID + "conversation_name",
        strong=unread,
        verbatim="text" if draft or last.box != "inbox" else "all",
    )


def _list(context: Context) -> View[Message]:
    tiles = _tiles(context)
    body: ui.Widget[Message] = empty(
        "messages", "No conversations yet", "Once you start a chat, you'll see it listed here"
    )
    if tiles:
        body = ui.Scroll("list", [*tiles, ui.Space(80)], rid="android:id/list")
    search: ui.Widget[Message] = ui.IconButton(
        "search", "Search messages", ("search",), _ID + "action_zero_state_search", tone="text"
    )
    bar = ui.Row([ui.Label("Messages", 22, flex=1), search], pad=(16, 8), height=60)
    fab: ui.Widget[Message] = Fab("messages", "Start chat", ("start_chat",), _ID + "start_chat_fab", wide=True)
    return View(ui.Column([bar, body]), _overlay(context), fab)


def _search(context: Context) -> View[Message]:
    query = context.field("search").strip().casefold()
    tiles = _tiles(context, query) if query else []
    body: ui.Widget[Message] = ui.Scroll("list", tiles, rid="android:id/list")
    if not tiles:
        body = empty("search", "No results found" if query else "Search names, numbers and messages")
    field = ui.Field("search", "Search messages", _ID + "search_text", pill=True, flex=1)
    bar = search_bar(field)
    return View(ui.Column([bar, body]), _overlay(context))


def _thread(context: Context) -> View[Message]:
    address: str = context.page.arg
    rows = threads(context.get(MESSAGES)).get(digits(address), ())
    full, now = is_24_hour(context.get(SETTINGS)), context.now
    bubbles: list[ui.Widget[Message]] = []
    day = -1
    for i, row in enumerate(rows):
        if int(row.date // 86_400) != day:
            day = int(row.date // 86_400)
            bubbles.append(ui.Label(stamp(row.date, now, full), 12, "muted", align="center", pad=(0, 8)))
        following = rows[i + 1] if i + 1 < len(rows) else None
        shown = following is None or following.box != row.box or following.date - row.date > 300
        bubbles.append(Bubble(row, stamp(row.date, row.date, full, short=True) if shown else ""))
    name = _name(context, address)
    if not bubbles:
        bubbles.append(
            ui.Label(
                f"Texting with {name} ({'SMS' if len(members_of(address)) == 1 else 'MMS'})",
                "small",
                "muted",
                align="center",
                wrap=True,
                pad=(24, 24),
            )
        )
    single: list[ui.Widget[Message]] = [
        ui.IconButton("phone", "Call", ("call", address), _ID + "action_call", tone="text"),
    ]
    actions: list[ui.Widget[Message]] = [
        *(single if len(members_of(address)) == 1 else []),
        ui.IconButton("more", "More options", ("more", address), _ID + "overflow_menu_button", tone="text"),
    ]
    bar = app_bar(name, actions, rid=_ID + "conversation_title", verbatim=True)
    text = context.field("compose")
    send: ui.Widget[Message] = ui.IconButton(
        "send",
        profile_of(context.machine).send,
        ("send",),
        _ID + "send_message_button_icon",
        "accent" if text.strip() or context.page.data else "faint",
        size=48,
    )
    breaks = text.count("\n")
    field = ui.Field(
        "compose", "Text message", _ID + "compose_message_text", breaks > 0, min(breaks + 1, _MAX_LINES),
        flex=1, pill=breaks == 0,
    )  # fmt: skip
    attach: ui.Widget[Message] = ui.IconButton("attach", "Attach photo", ("attach",), _ID + "attach_button", size=40)
    parts: list[ui.Widget[Message]] = [ui.Row([attach, field, send], gap=4, pad=(12, 8))]
    attachment: Attachment | None = context.page.data
    if attachment is not None:
        drop: ui.Widget[Message] = ui.IconButton("close", "Remove attachment", ("detach",))
        face: ui.Widget[Message] = ui.Picture(attachment.data, (48, 48), attachment.name)
        parts.insert(0, ui.Row([face, ui.Label(attachment.name, flex=1, verbatim=True), drop], gap=12, pad=(16, 4)))
    thread = ui.Scroll("thread", bubbles, gap=3, pad=(12, 8), end=True, rid="android:id/list")
    return View(ui.Column([bar, ui.Divider(), thread, *parts]), _overlay(context))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("hold", int(message_id), at):
            row: MessageRow | None = get(context.get(MESSAGES), message_id)
            items: list[ui.Item[Message]] = [
                ui.Item("View details", ("details", message_id), "info"),
                ui.Item("Delete", ("ask", message_id), "delete"),
            ]
            if row is not None and row.attachment is None:  # which goes nowhere but with its message
                items[:0] = [
                    ui.Item("Copy", ("copy_text", message_id), "copy"),
                    ui.Item("Forward", ("forward", message_id), "forward"),
                    ui.Item("Share", ("share", message_id), "share"),
                ]
            return ui.Menu(items, at)
        case ("details", int(message_id)):
            return _details(context, message_id)
        case ("hold_thread", str(address), at):
            rows = threads(context.get(MESSAGES)).get(digits(address), ())
            unread = not all([row.read for row in rows])
            mark: Message = ("mark", address, unread)
            items = [
                ui.Item("Mark as read" if unread else "Mark as unread", mark, "mail"),
                ui.Item("Delete", ("ask_thread", address), "delete"),
            ]
            return ui.Menu(items, at)
        case ("more", str(address), at):
            known = digits(address) in by_number(context.get(CONTACTS))
            items = [ui.Item("Delete", ("ask_thread", address), "delete")]
            if len(members_of(address)) == 1:
                on = is_blocked(context.get(BLOCKED), address)
                change: Message = ("unblock" if on else "ask_block", address)
                items[:0] = [
                    ui.Item("View contact" if known else "Add to contacts", ("contact", address), "person"),
                    ui.Item("Unblock" if on else "Block", change, "call_end"),
                ]
            return ui.Menu(items, at)
        case ("ask_block", str(address)):
            return confirm(f"Block {address}?", EXPLANATION, "Block", ("block", address))
        case ("ask", int(message_id)):
            text = "The message will be deleted from this device."
            return confirm("Delete message?", text, "Delete", ("delete", message_id))
        case ("ask_thread", str(address)):
            text = "This is permanent and can't be undone."
            return confirm("Delete this conversation?", text, "Delete", ("delete_thread", address))
    return None


def _details(context: Context, message_id: int) -> ui.Widget[Message] | None:
    row: MessageRow | None = get(context.get(MESSAGES), message_id)
    if row is None:
        return None
    when = stamp(row.date, context.now, is_24_hour(context.get(SETTINGS)))
    lines = (
        f"Type: {'Multimedia' if row.is_multimedia else 'Text'} message",
        f"{'From' if row.box == 'inbox' else 'To'}: {row.address}",
        f"{BOXES[row.box]}: {when}",
    )
    body = ui.Column([ui.Label(line, tone="muted", wrap=True) for line in lines], gap=6)
    return ui.Dialog("Message details", body, [ui.Button("OK", ("dismiss",), "text", rid="android:id/button1")])


_VIEWS = {"list": _list, "search": _search, "recipient": recipient_view, "thread": _thread}


def _view(context: Context) -> View[Message]:
    return _VIEWS[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    return _name(context, page.arg) if page.name == "thread" else "Messages"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    match intent:
        case ("compose", str(number), *_) if number:
            return _thread_page(number, *intent[2:])
        case ("compose", _, str(body)) | ("share", str(body)):
            return ui.Page("recipient", focus="to", data=body)
        case ("compose", *_):
            return ui.Page("recipient", focus="to")
    return ui.Page("list")


def _thread_page(address: str, body: str = "") -> ui.Page:
    return ui.Page("thread", address, {"compose": body}, focus="compose", selection=(len(body), len(body)))


def _mark_read(context: Context, address: str) -> None:
    rows: Rows = context.get(MESSAGES)
    marked = mark_read(rows, address)
    if marked is not rows:
        context.put(MESSAGES, marked)
        for number in {row.address: None for row in threads(rows)[digits(address)]}:
            notifications.withdraw(context.machine, "messages", ("compose", number))


def _open(context: Context, address: str) -> None:
    recipient = context.page.name == "recipient"
    given = context.page.data if recipient else ""
    page = _thread_page(address, given or draft_of(context.get(DRAFTS), address))
    if recipient:
        context.replace(page)
    else:
        context.push(page)
    if given:
        keep(context)
    _mark_read(context, address)


def _send(context: Context) -> None:
    body, attachment = context.field("compose").strip(), context.page.data
    if not (body or attachment):
        return
    send(context.machine, context.page.arg, body, attachment)
    context.set(fields={"compose": ""}, selection=(0, 0), scroll={}, data=None)
    keep(context)


def keep(context: Context) -> None:
    """Keeps the text that was written in a conversation and not sent."""
    if context.page.name == "thread":
        drafts: Drafts = context.get(DRAFTS)
        kept = with_draft(drafts, context.page.arg, context.field("compose"))
        if kept != drafts:
            context.put(DRAFTS, kept)


def _submit(context: Context, key: str) -> None:
    """Handles Enter in a field: in the composer it begins a line, since only the button sends."""
    if key == "compose":
        text, (first, last) = context.field("compose"), sorted(context.page.selection)
        lines = f"{text[:first]}\n{text[last:]}"
        context.set(fields={**context.page.fields, "compose": lines}, selection=(first + 1, first + 1))
        keep(context)
    elif key == "to":
        query = context.field("to").strip()
        contacts: ContactRows = context.get(CONTACTS)
        shown = [row for row in matching(contacts, query) if row.phone]
        found = query if is_number(query) else shown[0].phone if query and shown else ""
        if found and context.page.arg is None:
            _open(context, found)
        elif found:
            choose(context, found)


def _started(context: Context) -> None:
    """Goes on with a conversation that another app opened."""
    address = context.page.arg
    draft = draft_of(context.get(DRAFTS), address)
    if draft and not context.field("compose"):
        context.set_fields(compose=draft)
    keep(context)
    _mark_read(context, address)


def _delete_thread(context: Context, address: str) -> None:
    context.put(MESSAGES, remove_thread(context.get(MESSAGES), address))
    drafts: Drafts = context.get(DRAFTS)
    if draft_of(drafts, address):
        context.put(DRAFTS, with_draft(drafts, address, ""))
    if context.page.name == "thread":
        context.pop()


def _use(context: Context, row: MessageRow, name: str) -> None:
    """Carries out an entry of a message's menu."""
    match name:
        case "copy_text":
            context.put(CLIPBOARD, row.body)
        case "forward":
            context.push(ui.Page("recipient", focus="to", data=row.body))
        case "share":
            share(context, "text", row.body, "Share message")


def _contact(context: Context, address: str) -> None:
    context.set(overlay=())
    row = by_number(context.get(CONTACTS)).get(digits(address))
    if row is not None:
        context.open("contacts", "show", row.id)
    else:
        context.open("contacts", "insert", "", address)


def _attach(context: Context, path: str) -> None:
    files = context.get(FILES)
    if files.is_file(path):
        context.set(data=Attachment(path.rpartition("/")[2], files.read(path)))


def _mark(context: Context, address: str, read: bool) -> None:
    context.set(overlay=())
    if read:
        _mark_read(context, address)
    else:
        rows: Rows = context.get(MESSAGES)
        received = [row.id for row in threads(rows).get(digits(address), ()) if row.box == "inbox"]
        last = received[-1] if received else 0
        context.put(MESSAGES, tuple([row._replace(read=False) if row.id == last else row for row in rows]))


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case an event
    match message:
        case ("back",):
            keep(context)
            context.pop()
        case ("started",):
            if context.page.name == "thread":
                _started(context)
        case ("open", address):
            _open(context, address)
        case ("search",):
            context.push(ui.Page("search", focus="search"))
        case ("start_chat",):
            context.push(ui.Page("recipient", focus="to"))
        case ("send",):
            _send(context)
        case ("group",):
            context.set(arg=(), fields={"to": ""}, selection=(0, 0))
        case ("choose", number):
            choose(context, number)
        case ("open_group",):
            if len(context.page.arg) > 1:
                _open(context, group_of(context.page.arg))
        case ("attach",):
            keep(context)
            picture_chooser.ask(context, ("attached",))
        case ("attached", path):
            _attach(context, path)
        case ("detach",):
            context.set(data=None)
        case ("block" | "unblock" as change, address):
            context.set(overlay=())
            block(context.machine, address, change == "block")
        case ("send_again", message_id):
            send_again(context.machine, message_id)
        case ("submit", key):
            _submit(context, key)
        case ("hold" | "hold_thread" | "more" as name, target):
            context.set(overlay=(name, target, context.point))
        case ("ask" | "ask_thread" | "ask_block" | "details" as name, target):
            context.set(overlay=(name, target))
        case ("copy_text" | "forward" | "share" as name, message_id):
            context.set(overlay=())
            row: MessageRow | None = get(context.get(MESSAGES), message_id)
            if row is not None:
                _use(context, row, name)
        case ("call", address):
            context.open("phone", "call", address)
        case ("delete", message_id):
            context.set(overlay=())
            context.put(MESSAGES, remove(context.get(MESSAGES), message_id))
        case ("delete_thread", address):
            context.set(overlay=())
            _delete_thread(context, address)
        case ("mark", address, read):
            _mark(context, address, read)
        case ("contact", address):
            _contact(context, address)
        case _:
            assert_never(message)


_VIEW, _UPDATE = picture_chooser.wrap(_view, _update)

APP = AppSpec(
    view=_VIEW,
    update=_UPDATE,
    start=_start,
    title=_title,
    **FACTS.spec.facts,
)
