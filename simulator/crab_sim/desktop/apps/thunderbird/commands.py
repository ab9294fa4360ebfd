"""The commands of the main window: selecting, marking, moving and deleting mails, folders, tabs, searching."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from crab_sim.desktop.apps.thunderbird import post
from crab_sim.desktop.apps.thunderbird.messages import ListMessage, MailMessage, TabMessage
from crab_sim.desktop.apps.thunderbird.state import (
    COLUMNS,
    Desk,
    Quick,
    Sorting,
    Tab,
    change_files,
    desk_of,
    files_of,
    put_desk,
    search_hits,
    shown_mails,
    target_of,
    targets,
)
from crab_sim.desktop.apps.thunderbird.store import filters_of, folder_list, listed, put_mails
from crab_sim.desktop.chrome.menus import open_popup
from crab_sim.desktop.network import is_online
from crab_sim.devices.mail_profile import ACCOUNT_NAME
from crab_sim.devices.mailboxes import READ, STARRED
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD

__all__ = ["handle_list", "handle_mails", "handle_tabs", "select", "show_folder"]

_MAX_TABS: Final = 12


def _now(context: Context) -> float:
    return context.machine.now


# Selecting ----------------------------------------------------------------------------------------------------------


def show_folder(context: Context, folder: str) -> None:
    """Shows a folder in the first tab."""
    page = context.base
    desk = desk_of(context)._replace(tab=0, folder=folder, selected=(), anchor="", status="")
    put_desk(context, desk)
    context.set(fields={**page.fields, "quick": ""}, scroll={}, focus="")


def select(context: Context, folder: str, keys: tuple[str, ...], anchor: str = "") -> None:
    """Selects mails of the list, or one of a search; a single one is shown, and counts as read.

    Args:
        context: The window's context.
        folder: The mails' folder.
        keys: The mails' keys there, the last chosen one last.
        anchor: The key from which the selection is extended; ``""`` for the last one.
    """
    desk = desk_of(context)
    if desk.front.kind == "search":
        tabs = list(desk.tabs)
        tabs[desk.tab] = desk.front._replace(folder=folder, key=keys[-1] if keys else "")
        put_desk(context, desk._replace(tabs=tuple(tabs)))
    else:
        put_desk(context, desk._replace(selected=keys, anchor=anchor or (keys[-1] if keys else "")))
    scroll = {name: at for name, at in context.page.scroll.items() if name not in ("body", "attachments")}
    context.set(scroll=scroll, focus="")
    if len(keys) == 1 and desk_of(context).message_pane:
        change_files(context, lambda files: post.mark(files, folder, keys, READ, True, _now(context)))


def _after(context: Context, folder: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the mail that is selected once some have left the list: the next one, else the one before."""
    rows = [row.key for row in shown_mails(context, desk_of(context))]
    places = [i for i, key in enumerate(rows) if key in keys]
    if not places:
        return ()
    rest = [key for key in rows[places[-1] :] if key not in keys] or [
        key for key in rows[: places[0]][::-1] if key not in keys
    ]
    return tuple(rest[:1])


def _step(context: Context, by: int, extend: bool = False) -> None:
    desk = desk_of(context)
    if desk.front.kind == "search":
        hits = [(folder, row.key) for folder, row in search_hits(files_of(context), desk.front.query)]
        here = (desk.front.folder, desk.front.key)
        at = hits.index(here) + by if here in hits else 0
        if hits:
            folder, key = hits[max(0, min(len(hits) - 1, at))]
            select(context, folder, (key,))
        return
    rows = [row.key for row in shown_mails(context, desk)]
    if not rows:
        return
    last = desk.selected[-1] if desk.selected and desk.selected[-1] in rows else ""
    at = max(0, min(len(rows) - 1, rows.index(last) + by)) if last else 0
    if extend and last:
        anchor = desk.anchor if desk.anchor in rows else last
        first = rows.index(anchor)
        chosen = rows[first : at + 1] if at >= first else rows[at : first + 1][::-1]
        select(context, desk.folder, tuple(chosen), anchor)
    else:
        select(context, desk.folder, (rows[at],))
    _reveal(context, at)


def _reveal(context: Context, at: int) -> None:
    """Scrolls the list so that a row is in view; about eight rows are."""
    height = context.theme.font + 12
    offset = context.page.scroll.get("mails", 0)
    if not offset <= at * height <= offset + 4 * height:
        context.set(scroll={**context.page.scroll, "mails": max(0, (at - 3) * height)})


def _next_unread(context: Context) -> None:
    desk = desk_of(context)
    rows = shown_mails(context, desk)
    keys = [row.key for row in rows]
    start = keys.index(desk.selected[-1]) + 1 if desk.selected and desk.selected[-1] in keys else 0
    for at in (*range(start, len(rows)), *range(start)):
        if not rows[at].mail.has(READ):
            select(context, desk.folder, (rows[at].key,))
            _reveal(context, at)
            return


def handle_list(context: Context, message: ListMessage) -> None:  # noqa: C901 - one case for each event
    """Handles the messages of the list of mails and of the quick filter."""
    desk = desk_of(context)
    match message:
        case ("pick_mail", folder, key):
            select(context, folder, (key,))
        case ("pick_also", folder, key):
            others = tuple([one for one in desk.selected if one != key])
            keys = others if key in desk.selected else (*others, key)
            select(context, folder, keys)
        case ("mail_menu", folder, key):
            if key not in desk.selected or desk.front.kind == "search":
                select(context, folder, (key,))
            put_desk(context, desk_of(context)._replace(popup=("mail",)))
            open_popup(context)
        case ("open_mail", folder, key):
            if folder == "Drafts":
                context.open("thunderbird", "new", "draft", folder, key)
            else:
                select(context, folder, (key,))
                add_tab(context, Tab("message", folder, key))
        case ("select_all",):
            if desk.front.kind == "mail":
                keys = tuple([row.key for row in shown_mails(context, desk)])
                put_desk(context, desk._replace(selected=keys, anchor=""))
                context.set(focus="")
        case ("step", by):
            _step(context, by)
        case ("extend", by):
            _step(context, by, True)
        case ("next_unread",):
            _next_unread(context)
        case ("sort", column):
            turned = desk.sort.column == column and not desk.sort.descending
            put_desk(context, desk._replace(sort=Sorting(column, turned)))
        case ("sort_by", column):
            put_desk(context, desk._replace(sort=desk.sort._replace(column=column)))
        case ("direction", descending):
            put_desk(context, desk._replace(sort=desk.sort._replace(descending=descending)))
        case ("columns",):
            put_desk(context, desk._replace(popup=("columns",)))
            open_popup(context)
        case ("column", name):
            kept = {*desk.columns} ^ {name}
            if name != "subject":
                columns = tuple([one for one in COLUMNS if one in kept])
                put_desk(context, desk._replace(columns=columns))
        case ("quick_toggle",):
            put_desk(context, desk._replace(quick=desk.quick._replace(shown=not desk.quick.shown)))
            context.set(focus="")
        case ("quick_focus",):
            put_desk(context, desk._replace(quick=desk.quick._replace(shown=True), tab=0))
            context.set(focus="quick", selection=(0, len(context.field("quick"))))
        case ("quick", name):
            put_desk(context, desk._replace(quick=_toggled(desk.quick, name)))
        case ("quick_part", name):
            parts = tuple([one for one in desk.quick.parts if one != name])
            parts = parts if name in desk.quick.parts else (*parts, name)
            put_desk(context, desk._replace(quick=desk.quick._replace(parts=parts)))
        case _:
            assert_never(message)


def _toggled(quick: Quick, name: str) -> Quick:
    match name:
        case "unread":
            return quick._replace(unread=not quick.unread)
        case "starred":
            return quick._replace(starred=not quick.starred)
        case "contact":
            return quick._replace(contact=not quick.contact)
        case "tags":
            return quick._replace(tags=not quick.tags)
    return quick._replace(attachment=not quick.attachment)


# Mails --------------------------------------------------------------------------------------------------------------


def _mark(context: Context, folder: str, keys: tuple[str, ...], bit: int, on: bool) -> None:
    change_files(context, lambda files: post.mark(files, folder, keys, bit, on, _now(context)))


def _leave(context: Context, change: Callable[[Files], Files], folder: str, keys: tuple[str, ...], *to: str) -> None:
    """Carries out a change after which mails are no longer in their folder."""
    desk = desk_of(context)
    after = _after(context, folder, keys) if desk.front.kind == "mail" else ()
    change_files(context, change, folder, *to)
    if desk.front.kind == "message":
        _close_tab(context, desk.tab)
        return
    if desk.front.kind == "mail":
        put_desk(context, desk_of(context)._replace(selected=after, anchor=after[0] if after else ""))
        if after and desk.message_pane:
            _mark(context, folder, after, READ, True)
    elif desk.front.kind == "search":
        tabs = list(desk.tabs)
        tabs[desk.tab] = desk.front._replace(folder="", key="")
        put_desk(context, desk_of(context)._replace(tabs=tuple(tabs)))
    context.set(scroll={name: at for name, at in context.page.scroll.items() if name != "body"})


def _undo(context: Context) -> None:
    """Takes back the last change of mailboxes, where they are still as it left them."""
    desk, files, now = desk_of(context), files_of(context), _now(context)
    put_desk(context, desk._replace(undo=()))
    if not desk.undo or any([_sources(listed(files, one.folder)) != _sources(one.after) for one in desk.undo]):
        return

    def back(files: Files) -> Files:
        for one in desk.undo:
            files = put_mails(files, one.folder, [row.mail for row in one.before], now)
        return files

    change_files(context, back)


def _sources(rows: tuple[object, ...]) -> list[bytes]:
    return [row.mail.source for row in rows]  # type: ignore[attr-defined]


def handle_mails(context: Context, message: MailMessage) -> None:  # noqa: C901 - one case for each event
    """Handles the commands for the selected mails."""
    folder, keys = targets(context)
    now = _now(context)
    match message:
        case ("star", where, key) | ("toggle_read", where, key):
            bit = STARRED if message[0] == "star" else READ
            on = any([row.mail.has(bit) for row in listed(files_of(context), where) if row.key == key])
            _mark(context, where, (key,), bit, not on)
        case ("star_this",):
            found = target_of(context)
            if found is not None:
                _mark(context, folder, keys, STARRED, not found[1].mail.has(STARRED))
        case ("mark_read", on):
            _mark(context, folder, keys, READ, on)
        case ("all_read",):
            _all_read(context, desk_of(context).folder)
        case ("folder_read", name):
            _all_read(context, name)
        case ("tag", keyword):
            found = target_of(context)
            if found is not None:
                on = keyword not in found[1].mail.tags
                change_files(context, lambda files: post.tag(files, folder, keys, keyword, on, now))
        case ("archive",):
            if keys and not folder.startswith("Archives"):
                names = [f"Archives/{year}" for year in _years(context, folder, keys)]
                _leave(context, lambda files: post.archive(files, folder, keys, now), folder, keys, *names)
        case ("delete",):
            if keys:
                to = () if folder.endswith("Trash") else ("Trash",)
                _leave(context, lambda files: post.delete(files, folder, keys, now), folder, keys, *to)
        case ("junk",):
            if keys and folder != "Junk":
                _leave(context, lambda files: post.move(files, folder, keys, "Junk", now), folder, keys, "Junk")
        case ("not_junk",):
            if keys and folder == "Junk":
                _leave(context, lambda files: post.move(files, folder, keys, "Inbox", now), folder, keys, "Inbox")
        case ("move_to", target):
            if keys and target in folder_list(files_of(context)):
                _leave(context, lambda files: post.move(files, folder, keys, target, now), folder, keys, target)
        case ("copy_to", target):
            if keys and target in folder_list(files_of(context)):
                change_files(context, lambda files: post.copy(files, folder, keys, target, now), folder, target)
        case ("undo",):
            _undo(context)
        case ("run_filters", selected):
            _run_filters(context, selected)
        case ("copy_address", address):
            context.put(CLIPBOARD, address)
        case ("reply" | "reply_all" | "forward" | "edit_as_new" | "edit_draft" as kind,):
            if keys:
                context.open("thunderbird", "new", "draft" if kind == "edit_draft" else kind, folder, keys[-1])
        case _:
            assert_never(message)


def _years(context: Context, folder: str, keys: tuple[str, ...]) -> list[int]:
    rows = [row for row in listed(files_of(context), folder) if row.key in keys]
    return [post.year_of(row.heads.date) for row in rows]


def _all_read(context: Context, folder: str) -> None:
    keys = tuple([row.key for row in listed(files_of(context), folder)])
    _mark(context, folder, keys, READ, True)


def _run_filters(context: Context, selected: bool) -> None:
    desk, files, now = desk_of(context), files_of(context), _now(context)
    rules, folder = filters_of(files), desk.folder
    keys = desk.selected if selected else tuple([row.key for row in listed(files, folder)])
    change_files(context, lambda old: post.run_filters(old, folder, keys, rules, now))
    left = {row.key for row in listed(files_of(context), folder)}
    kept = tuple([key for key in desk.selected if key in left])
    put_desk(context, desk_of(context)._replace(selected=kept, anchor="", status="Filters were run", undo=()))


# Tabs ---------------------------------------------------------------------------------------------------------------


def add_tab(context: Context, tab: Tab) -> None:
    """Shows a tab; one that is there already is raised."""
    desk = desk_of(context)
    if tab in desk.tabs:
        put_desk(context, desk._replace(tab=desk.tabs.index(tab)))
    elif len(desk.tabs) < _MAX_TABS:
        put_desk(context, desk._replace(tabs=(*desk.tabs, tab), tab=len(desk.tabs)))
    context.set(focus="", scroll={})


def _close_tab(context: Context, number: int) -> None:
    desk = desk_of(context)
    if 0 < number < len(desk.tabs):
        tabs = (*desk.tabs[:number], *desk.tabs[number + 1 :])
        front = desk.tab - 1 if desk.tab >= number else desk.tab
        put_desk(context, desk._replace(tabs=tabs, tab=front))
        context.set(focus="", scroll={})


def handle_tabs(context: Context, message: TabMessage) -> None:  # noqa: C901 - one case for each event
    """Handles the messages of tabs, panes and searching."""
    desk: Desk = desk_of(context)
    match message:
        case ("tab", number):
            if 0 <= number < len(desk.tabs):
                put_desk(context, desk._replace(tab=number))
                context.set(focus="", scroll={})
        case ("close_tab", number):
            _close_tab(context, number)
        case ("address_book",):
            add_tab(context, next((tab for tab in desk.tabs if tab.kind == "book"), Tab("book")))
        case ("open_this",):
            found = target_of(context)
            if found is not None:
                handle_list(context, ("open_mail", found[0], found[1].key))
        case ("search",):
            query = context.base.fields.get("search", "").strip()
            if query:
                add_tab(context, Tab("search", query=query))
        case ("search_focus",):
            context.set(focus="search", selection=(0, len(context.field("search"))))
        case ("folder", name):
            show_folder(context, name)
        case ("folder_menu", name):
            put_desk(context, desk._replace(popup=("folder", name)))
            open_popup(context)
        case ("fold", name):
            closed = tuple([one for one in desk.closed if one != name])
            put_desk(context, desk._replace(closed=closed if name in desk.closed else (*closed, name)))
        case ("layout", vertical):
            put_desk(context, desk._replace(vertical=vertical, message_pane=True))
        case ("pane", "folder"):
            put_desk(context, desk._replace(folder_pane=not desk.folder_pane))
        case ("pane", "message"):
            put_desk(context, desk._replace(message_pane=not desk.message_pane))
        case ("pane", "spaces"):
            put_desk(context, desk._replace(spaces=not desk.spaces))
        case ("get",):
            answer = "There are no new messages on the server" if is_online(context) else "Failed to connect to server"
            put_desk(context, desk._replace(status=f"{ACCOUNT_NAME}: {answer}."))
        case ("more" | "app_menu" | "folder_options" | "list_options" as popup,):
            put_desk(context, desk._replace(popup=(popup,)))
            open_popup(context)
        case ("attachment_menu", number):
            put_desk(context, desk._replace(popup=("attachment", number)))
            open_popup(context)
        case ("person", name, address):
            put_desk(context, desk._replace(popup=("person", name, address)))
            open_popup(context)
        case _:
            assert_never(message)
